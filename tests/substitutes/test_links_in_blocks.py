"""Files of links and views that arrive in many blocks: nothing is lost, progress is told, refusals say why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from instead.files import opening
from instead.files.blocks import blocks
from instead.files.rejects import RejectLog
from instead.preparation.sources import understand
from instead.settings import ReadSettings
from instead.substitutes.read_links import from_lists, read_links
from instead.substitutes.views import read_views
from tests.small_shop import put

ANY = ReadSettings(max_rejected=1.0)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "RAW_CHUNK", 64)
    monkeypatch.setattr(blocks, "__kwdefaults__", {**(blocks.__kwdefaults__ or {}), "size": 64})


class Told(list[int]):
    """What progress was told."""

    def __call__(self, done: int, note: str = "", /) -> None:
        self.append(done)


def adjacency(path: Path, told: Told) -> pl.DataFrame:
    file = put(path, [f"i{n},i{n + 1},i{n + 2}" for n in range(60)])
    return read_links(understand(file, {}, "links"), RejectLog(), ANY, relation="substitute", advance=told)


def edges(path: Path, told: Told) -> pl.DataFrame:
    lines = [f"i{n},i{n + step}" for n in range(60) for step in (1, 2)]
    file = put(path, ["source,target", *lines])
    return read_links(understand(file, {}, "links"), RejectLog(), ANY, relation="substitute", advance=told)


@pytest.mark.parametrize("read", [adjacency, edges])
def test_links_of_all_blocks_are_there_and_progress_counts_the_bytes(
    tmp_path: Path, read: Callable[[Path, Told], pl.DataFrame]
) -> None:
    told = Told()
    found = read(tmp_path / "links.csv", told)
    assert found.rows() == [(f"i{n}", f"i{n + step}", "substitute") for n in range(60) for step in (1, 2)]
    assert sum(told) == (tmp_path / "links.csv").stat().st_size
    assert len(told) > 3


def test_views_of_all_blocks_are_there_and_progress_counts_the_bytes(tmp_path: Path) -> None:
    told = Told()
    rows = [f"u{n % 7},i{n},{1_400_000_000 + n},{n % 2}" for n in range(60)]
    file = put(tmp_path / "v.csv", ["user,item,time,bought", *rows])
    found = read_views(understand(file, {}, "views"), RejectLog(), ANY, advance=told).rows
    assert found.columns == ["user", "session", "item", "time", "action"]
    assert found.rows() == [
        (f"u{n % 7}", None, f"i{n}", 1_400_000_000 + n, "purchase" if n % 2 else "view") for n in range(60)
    ]
    assert sum(told) == file.stat().st_size
    assert len(told) > 3


def test_a_refused_line_is_kept_with_its_cause(tmp_path: Path) -> None:
    file = put(tmp_path / "a.txt", ["a,b,c", ",x", "b,a"])
    log = RejectLog()
    read_links(understand(file, {}, "links"), log, ANY, relation="substitute")
    (row,) = log.tally(str(file)).first
    assert (row.line, row.cause, row.content) == (2, "no item at the start of the line", ",x")


def test_a_refused_edge_is_kept_with_its_cause(tmp_path: Path) -> None:
    file = put(tmp_path / "e.csv", ["source,target", "a,b", "c,"])
    log = RejectLog()
    read_links(understand(file, {}, "links"), log, ANY, relation="substitute")
    (row,) = log.tally(str(file)).first
    assert (row.line, row.cause) == (3, "an end of the link is missing")
    assert "'source': 'c'" in row.content


def test_a_refused_view_is_kept_with_its_cause(tmp_path: Path) -> None:
    file = put(tmp_path / "v.csv", ["user,item,time", "u,a,1400000000", "u,b,soon"])
    log = RejectLog()
    read_views(understand(file, {}, "views"), log, ANY)
    (row,) = log.tally(str(file)).first
    assert (row.line, row.cause) == (3, "a view needs an item and a time")
    assert "'item': 'b'" in row.content
    assert dict(log.tally(str(file)).causes) == {"no view": 1}


def test_lists_of_targets_become_rows_whatever_the_ids_are() -> None:
    found = from_lists("also_viewed", [("a", ["b", "c"]), ("b", []), ("c", [7, None])])  # type: ignore[list-item]
    assert found.rows() == [("a", "b", "also_viewed"), ("a", "c", "also_viewed"), ("c", "7", "also_viewed"),
                            ("c", "", "also_viewed")]  # fmt: skip


def test_no_lists_are_no_links_of_the_right_kind() -> None:
    found = from_lists("also_viewed", [])
    assert found.height == 0
    assert dict(found.schema) == {"source": pl.String, "target": pl.String, "relation": pl.String}
