"""`instead experiment` against a store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from instead.cli.main import app
from instead.errors import FolderError, InputError
from instead.live.store import open_store

TEXT = """\
id = "near"
reason = "Does the order by reasons help?"
outcome = "purchased"

[[variants]]
name = "A"
share = 0.5

[[variants]]
name = "B"
share = 0.5
settings = {near = 0}
"""


def test_start_list_report_stop(tmp_path: Path) -> None:
    store, file = str(tmp_path / "live.sqlite"), tmp_path / "near.toml"
    file.write_text(TEXT)

    def run(*words: str) -> Result:
        return CliRunner().invoke(app, ["experiment", *words, "--store", store])

    assert isinstance(run("list").exception, FolderError), "a store is not made by asking for one"
    open_store(store).close()
    assert "no experiments" in run("list").output
    assert "near runs: A 50%, B 50%" in run("start", str(file)).output
    assert "Does the order by reasons help?" in run("list").output
    told = json.loads(run("report", "near", "--json").output)
    assert (told["verdict"], told["running"]) == ("early", True)
    assert "Too early to tell of B (purchases)" in " ".join(run("report", "near").output.split())
    assert "Zu früh" in run("report", "near", "--wording", "de").output
    assert "near is stopped" in run("stop", "near").output
    assert json.loads(run("list", "--json").output)[0]["stopped"] is not None
    with pytest.raises(InputError, match="there is no experiment 'far' here"):
        raise run("report", "far").exception or AssertionError


def test_a_model_folder_that_is_not_here_is_said(tmp_path: Path) -> None:
    store, file = str(tmp_path / "live.sqlite"), tmp_path / "near.toml"
    file.write_text(TEXT.replace("settings = {near = 0}", 'model = "models/absent"'))
    open_store(store).close()
    said = CliRunner().invoke(app, ["experiment", "start", str(file), "--store", store]).output
    assert "no folder models/absent is here" in " ".join(said.split())
