"""`instead extract` from the outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import InputError

TEXT = "The battery life is great. The price is too high."


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["extract", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_one_text() -> None:
    shown = run("--text", TEXT)
    assert "+ battery life" in shown
    assert "- price" in shown


def test_one_text_as_json() -> None:
    rows = json.loads(run("--text", TEXT, "--json"))
    assert {row["attribute"]: row["sentiment"] for row in rows} == {"battery life": 1, "price": -1}


def test_score(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("The battery life is great .####[([1, 2], [4], 'POS')]\n" * 3)
    rows = json.loads(run("--score", str(gold), "--json"))
    by_name = {row["measure"]: row["f1"] for row in rows}
    assert by_name["polarity of given terms"] == 1.0
    assert {"aspects", "end to end", "triplets"} <= by_name.keys()


def test_nothing_to_do() -> None:
    with pytest.raises(InputError, match="name a dataset folder"):
        CliRunner().invoke(app, ["extract"], catch_exceptions=False)
