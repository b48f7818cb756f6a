"""Whoever has verdicts of an earlier version is told where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from instead.cli.main import app


@pytest.mark.parametrize(
    ("there", "words", "told"),
    [
        (["feedback.sqlite"], [], True),
        (["feedback.sqlite", "live.sqlite"], [], False),
        (["feedback.sqlite"], ["--store", "feedback.sqlite"], False),
        ([], [], False),
    ],
)
def test_a_file_of_an_earlier_version_is_pointed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: list[str], words: list[str], told: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in there:
        Path(name).touch()
    result = CliRunner().invoke(app, ["serve", "no-model", *words], env={"COLUMNS": "200"})
    assert result.exit_code != 0  # there is no model
    said = " ".join(result.output.split())  # wrapped where the terminal ends
    assert ("--store feedback.sqlite takes it over" in said) == told
