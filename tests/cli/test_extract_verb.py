"""`instead extract` from the outside."""

from __future__ import annotations

import json
import re
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


def test_a_text_that_judges_nothing() -> None:
    assert run("--text", "asdkjh").startswith("no mentions: ")
    assert json.loads(run("--text", "", "--json")) == []


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


HEAD = "phenomenon\tsentence\tlabels\n"
SENTENCE = "The battery life of mine is great"
ROWS = f"plain\t{SENTENCE}.\tbattery life +\nwish\t{SENTENCE}!\tbattery life -\n"


def challenge_file(path: Path, second: str = "") -> str:
    path.write_text(HEAD + second + ROWS)
    return str(path)


def test_a_challenge_file_gets_a_row_per_phenomenon_and_mode(tmp_path: Path) -> None:
    shown = run("--score", challenge_file(tmp_path / "some.tsv"))
    for mode in ("alone", "together"):
        assert f"some.tsv, {mode}" in shown
    for line in (r"plain +1 +100\.0% +1/1 +1/1 +0", r"wish +1 +0\.0% +1/1 +0/1 +0", r"total +2 +50\.0% +2/2 +1/2 +0"):
        assert len(re.findall(line, shown)) == 2
    assert "weights all" in shown
    assert "expected" not in shown
    assert "Against labels" not in shown


def test_a_challenge_file_as_json_beside_other_gold(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("The battery life is great .####[([1, 2], [4], 'POS')]\n" * 3)
    path = challenge_file(tmp_path / "some.tsv", "# set aside\n")
    rows = json.loads(run("--score", str(gold), "--score", path, "--json"))
    assert {row["gold"] for row in rows} == {"gold.txt", "some.tsv"}
    found = {(row["mode"], row["phenomenon"]): row for row in rows if "mode" in row}
    assert len(found) == 6
    row = found["together", "wish"]
    assert (row["weights"], row["seen"]) == ("all", 0)
    assert [row[name] for name in ("sentences", "right", "terms", "found", "signs", "false")] == [1, 0, 1, 1, 0, 0]
    assert "errors" not in row


def test_errors_are_shown_on_request(tmp_path: Path) -> None:
    path = challenge_file(tmp_path / "set_aside.tsv")  # the marker counts, not the name
    shown = run("--score", path, "--show-errors")
    assert (
        "alone, wish: The battery life of mine is great!\n  expected: battery life -\n  found: battery life +\n"
        in shown
    )
    assert "together, wish" in shown
    assert "alone, plain" not in shown
    rows = json.loads(run("--score", path, "--show-errors", "--json"))
    errors = {(row["mode"], row["phenomenon"]): row.get("errors") for row in rows}
    assert errors["alone", "plain"] == []
    assert errors["alone", "wish"] == [
        {"sentence": f"{SENTENCE}!", "expected": ["battery life -"], "found": ["battery life +"]}
    ]


def test_errors_of_sentences_set_aside_are_refused(tmp_path: Path) -> None:
    path = challenge_file(tmp_path / "some.tsv", "# set aside: only figures\n")
    assert "total" in run("--score", path)
    for more in ((), ("--json",)):
        with pytest.raises(InputError, match="set aside: only figures of them are shown"):
            run("--score", path, "--show-errors", *more)


def test_show_errors_and_mine_where_they_make_no_sense(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("The battery life is great .####[([1, 2], [4], 'POS')]\n")
    with pytest.raises(InputError, match="files of the challenge suite"):
        run("--score", str(gold), "--show-errors")
    with pytest.raises(InputError, match="--show-errors is for --score"):
        run("--text", TEXT, "--show-errors")
    with pytest.raises(InputError, match="--mine is not for the challenge suite"):
        run("--score", challenge_file(tmp_path / "some.tsv"), "--mine", str(gold))
