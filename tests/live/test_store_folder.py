"""A store as a folder of Parquet files, and back."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from instead.errors import FolderError, InputError
from instead.live import store_folder
from instead.live.store import LiveStore, open_store
from instead.live.store_folder import export_store, import_store
from tests.live.conftest import Open
from tests.live.test_store import ANSWER, VERDICT, ids, view


def fill(store: LiveStore) -> None:
    store.record(replace(ANSWER, id="r1"))
    store.record(replace(ANSWER, id="r2", time=200.0, user=None, session=None, offers=()))
    store.put("rule", {"a": {"pin": [1, None]}, "b": {}})
    store.put("rule", {"b": None})
    store.add([VERDICT.model_copy(update={"time": 5, "wrong": ("case",), "comment": "no"})])
    store.add([view("a", time=7, user="u1"), view("b", session="s1", price=2.5, quantity=3)])


def tables(store: LiveStore) -> list[pl.DataFrame]:
    return [pl.concat([*store.events()]).drop("seq"), pl.concat([*store.shown()])]


def test_what_is_exported_comes_back(store: LiveStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_folder, "PART", 2)
    monkeypatch.setattr("instead.live.sql_store.PIECE", 1)
    fill(store)
    folder = tmp_path / "out"
    assert export_store(store, folder) == {"events": 3, "shown": 2, "documents": 1}
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*.parquet")) == [
        "events/0001.parquet", "events/0002.parquet", "shown/0001.parquet"
    ]  # fmt: skip
    other = open_store(tmp_path / "other.sqlite")
    other.add([view("mine")])
    assert import_store(other, folder) == {"events": 3, "shown": 2, "documents": 1}
    assert import_store(other, folder) == {"events": 0, "shown": 0, "documents": 0}  # again is harmless
    kept, shown = tables(other)
    assert kept.filter(pl.col("id") != "mine").equals(tables(store)[0])
    assert shown.equals(tables(store)[1])
    assert other.documents("rule") == {"a": {"pin": [1, None]}}
    assert ids(other) == ["mine", "v", "a", "b"]
    other.close()


def test_an_empty_store_and_folders_that_are_taken(store: LiveStore, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert export_store(store, folder) == {"events": 0, "shown": 0, "documents": 0}
    assert import_store(store, folder) == {"events": 0, "shown": 0, "documents": 0}
    with pytest.raises(FolderError, match="holds a store already"):
        export_store(store, folder)
    fill(store)
    assert export_store(store, folder, replace=True)["events"] == 3
    with pytest.raises(FolderError, match="no such folder"):
        import_store(store, tmp_path / "none")


def test_other_content_under_a_known_id_is_refused(store: LiveStore, tmp_path: Path) -> None:
    fill(store)
    export_store(store, tmp_path / "out")
    other = open_store(tmp_path / "other.sqlite")
    other.add([view("a", item="i9")])
    with pytest.raises(InputError, match=r"out: the id 'a' was used before.* it is another event in .*other\.sqlite"):
        import_store(other, tmp_path / "out")
    other.close()


def test_damage_is_named(store: LiveStore, tmp_path: Path) -> None:
    fill(store)
    export_store(store, tmp_path / "out")
    (tmp_path / "out" / "shown" / "0001.parquet").write_bytes(b"PAR1 and nothing")
    with pytest.raises(FolderError, match=r"shown/0001\.parquet: cannot be read"):
        import_store(store, tmp_path / "out")
    (tmp_path / "out" / "documents.json").write_text("{")
    with pytest.raises(FolderError, match=r"documents\.json: cannot be read"):
        import_store(store, tmp_path / "out")


def test_an_export_brings_nobody_back(store: LiveStore, opened: Open, tmp_path: Path) -> None:
    old = int(time.time()) - 100
    store.record(replace(ANSWER, id="r1", time=old, user="gone", session="s1"))
    store.record(replace(ANSWER, id="r2", time=old, user=None, session="s1"))
    store.record(replace(ANSWER, id="r3", time=old, user=None, session=None))
    store.add([view("a", user="gone", time=old), view("b", session="s1"), view("c", user="other", session="s1")])
    export_store(store, tmp_path / "out")
    other = opened()
    other.forget("gone")
    assert import_store(other, tmp_path / "out") == {"events": 0, "shown": 0, "documents": 0}
    assert ids(other) == ["c"]
    assert [frame["id"].to_list() for frame in other.shown()] == [["r3"]]


def test_documents_that_are_there_stay_and_the_later_mark_counts(store: LiveStore, tmp_path: Path) -> None:
    store.put("rule", {"a": {"n": 1}, "b": {"n": 2}})
    store.put("forgotten", {"x": {"until": 5.0}, "y": {"until": 5.0}})
    export_store(store, tmp_path / "out")
    other = open_store(tmp_path / "other.sqlite")
    other.put("rule", {"a": {"n": 9}})
    other.put("forgotten", {"x": {"until": 3.0}, "y": {"until": 7.0}})
    assert import_store(other, tmp_path / "out")["documents"] == 2
    assert other.documents("rule") == {"a": {"n": 9}, "b": {"n": 2}}
    assert other.documents("forgotten") == {"x": {"until": 5.0}, "y": {"until": 7.0}}
    other.close()
