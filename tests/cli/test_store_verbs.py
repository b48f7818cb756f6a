"""`instead store ...`: what it prints, what it leaves behind, and how it refuses."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from instead.cli.main import app
from instead.errors import FolderError, InputError
from instead.live.store import open_store
from tests.live.test_store import ANSWER, ids, view


def unwrapped(result: Result) -> str:
    """What was printed; lines end where the terminal does."""
    return " ".join(result.output.split())


def run(*words: object) -> Result:
    result = CliRunner().invoke(app, ["store", *map(str, words)], env={"COLUMNS": "200"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "live.sqlite"
    store = open_store(place)
    now = int(time.time())
    store.record(ANSWER)
    store.add([view("a", user="u1", time=now - 50 * 86_400), view("b", kind="cart", time=now - 10)])
    store.close()
    return place


def test_status(path: Path) -> None:
    said = run("status", path).output
    assert "view" in said
    assert "events from " in said
    found = json.loads(run("status", f"sqlite:{path}", "--json").output)
    assert (found["events"], found["shown"], found["documents"]) == ({"cart": 1, "view": 1}, 1, 0)


def test_export_and_import(path: Path, tmp_path: Path) -> None:
    assert "2 events, 1 shown, 0 documents" in unwrapped(run("export", path, tmp_path / "out"))
    with pytest.raises(FolderError, match="--replace"):
        run("export", path, tmp_path / "out")
    run("export", path, tmp_path / "out", "--replace")
    other = tmp_path / "new" / "other.sqlite"
    assert "new are 2 events, 1 shown" in unwrapped(run("import", other, tmp_path / "out"))
    assert "new are 0 events, 0 shown" in run("import", other, tmp_path / "out").output
    with pytest.raises(FolderError, match="no such folder"):
        run("import", tmp_path / "third.sqlite", tmp_path / "none")
    assert not (tmp_path / "third.sqlite").exists()


def test_retention_and_forgetting(path: Path) -> None:
    assert "dropped: 1 events, 1 shown" in run("expire", path, "--older", "40d").output
    store = open_store(path)
    store.add([view("c", user="u2"), view("d", user="u3")])
    store.close()
    assert "taken out: 1 events, 0 shown, 0 documents." in run("forget", path, "u2").output
    store = open_store(path)
    assert ids(store) == ["b", "d"]
    store.close()


@pytest.mark.parametrize("older", ["40", "0d", "d", "-1d", "4w"])
def test_ages_that_are_none(path: Path, older: str) -> None:
    with pytest.raises(InputError, match=r"like 400d or 36h"):
        run("expire", path, f"--older={older}")


def test_a_store_that_is_not_there(tmp_path: Path) -> None:
    for words in (["status"], ["expire", "--older", "1d"], ["export", "x"], ["forget", "u"]):
        with pytest.raises(FolderError, match="no store is here"):
            run(words[0], tmp_path / "none.sqlite", *words[1:])
    assert not list(tmp_path.iterdir())


def test_a_kind_of_store_that_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"mysql://; name a file \(SQLite\) or postgresql://"):
        open_store("mysql://shop@db/live")
    assert not list(tmp_path.iterdir())  # and no folder of that name
