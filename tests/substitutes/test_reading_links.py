"""Links from files and from view logs; the counts of a log are checked by a plain loop."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.errors import EmptyResult
from instead.files.rejects import RejectLog
from instead.preparation.sources import understand
from instead.settings import ReadSettings
from instead.substitutes import views as views_module
from instead.substitutes.read_links import read_links
from instead.substitutes.views import LOG_SCHEMA, links_from_views, read_views, visits
from tests.small_shop import few, put, rejected_lines

ANY = ReadSettings(max_rejected=1.0)


def links(path: Path, log: RejectLog | None = None) -> set[tuple[str, str, str]]:
    return set(read_links(understand(path, {}, "links"), log or RejectLog(), ANY, relation="substitute").rows())


def test_adjacency_lines(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", ["a,b,c", "b,", "", 'd,"e,f", a', '"e,f",a', ",x"])
    log = RejectLog()
    pairs = {("a", "b"), ("a", "c"), ("d", "e,f"), ("d", "a"), ("e,f", "a")}
    assert links(path, log) == {(*pair, "substitute") for pair in pairs}
    assert rejected_lines(log, str(path)) == [6]
    assert log.tally(str(path)).rows == 5


def test_edges_with_their_own_relation(tmp_path: Path) -> None:
    path = put(tmp_path / "e.csv", ["source,target,relation", "a,b,also_viewed", "b,c,", "d,,x", "e,f,complement"])
    log = RejectLog()
    assert links(path, log) == {("a", "b", "also_viewed"), ("b", "c", "substitute"), ("e", "f", "complement")}
    assert rejected_lines(log, str(path)) == [4]


def test_edges_with_weights_keep_the_ends_only(tmp_path: Path) -> None:
    assert links(put(tmp_path / "w.txt", ["2 1 1", "24 1 1"])) == {("2", "1", "substitute"), ("24", "1", "substitute")}
    assert links(put(tmp_path / "w.csv", ["a,b,0.5", "b,c,0.7"])) == {
        ("a", "b", "substitute"),
        ("b", "c", "substitute"),
    }
    assert links(put(tmp_path / "h.csv", ["source,target,weight", "a,b,1", "c,d,2"])) == {
        ("a", "b", "substitute"),
        ("c", "d", "substitute"),
    }


def log_of(rows: list[tuple[str, str, int, bool]]) -> pl.DataFrame:
    made = [(user, None, item, time, "purchase" if bought else "view") for user, item, time, bought in rows]
    return pl.DataFrame(made, schema=LOG_SCHEMA, orient="row")


Counts = Counter[tuple[str, str]]


def counted_plainly(rows: list[tuple[str, str, int, bool]], gap: int) -> tuple[Counts, Counts]:
    """Visits that show a pair: both viewed; viewed without buying and the other bought."""
    seen: list[dict[str, bool]] = []
    last: tuple[str, int] | None = None
    for user, item, time, bought in sorted(rows, key=lambda row: (row[0], row[2])):
        if last is None or last[0] != user or time - last[1] > gap:
            seen.append({})
        seen[-1][item] = seen[-1].get(item, False) or bought
        last = (user, time)
    viewed: Counts = Counter()
    taken: Counts = Counter()
    for visit in seen:
        for one in visit:
            for other in visit:
                if one != other:
                    viewed[one, other] += 1
                    taken[one, other] += not visit[one] and visit[other]
    return viewed, taken


view = st.tuples(st.sampled_from("uvw"), st.sampled_from("abcd"), st.integers(0, 60), st.booleans())


@few
@given(rows=st.lists(view, min_size=1, max_size=30), gap=st.integers(1, 20), least=st.integers(1, 3))
def test_counts_of_a_view_log_agree_with_a_plain_loop(
    rows: list[tuple[str, str, int, bool]], gap: int, least: int
) -> None:
    made = links_from_views(log_of(rows), ReadSettings(session_gap=gap, min_views=least))
    viewed, taken = counted_plainly(rows, gap)
    for relation, counts in (("also_viewed", viewed), ("buy_after_viewing", taken)):
        told = made.filter(pl.col("relation") == relation).select("source", "target").rows()
        assert sorted(told) == sorted(pair for pair, times in counts.items() if times >= least)


@few
@given(rows=st.lists(view, min_size=1, max_size=40), most=st.integers(1, 2))
def test_each_item_keeps_its_strongest_links(rows: list[tuple[str, str, int, bool]], most: int) -> None:
    made = links_from_views(log_of(rows), ReadSettings(session_gap=5, min_views=1, max_links=most))
    viewed, _ = counted_plainly(rows, 5)
    told = made.filter(pl.col("relation") == "also_viewed").select("source", "target").rows()
    for source in {source for source, _ in viewed}:
        strongest = sorted((times for (one, _), times in viewed.items() if one == source), reverse=True)[:most]
        assert sorted((viewed[pair] for pair in told if pair[0] == source), reverse=True) == strongest


def test_visits_end_with_a_pause_or_a_new_user() -> None:
    frame = log_of([("u", "a", 0, False), ("u", "b", 10, False), ("u", "c", 21, False), ("v", "a", 21, False)])
    assert visits(frame, 10).tolist() == [0, 0, 1, 2]
    assert visits(frame, 11).tolist() == [0, 0, 0, 1]


def test_the_order_of_the_log_does_not_matter() -> None:
    rows = [("u", "a", 0, False), ("u", "b", 5, True), ("v", "a", 3, False), ("v", "b", 4, True)]
    settings = ReadSettings(min_views=2)
    forward = links_from_views(log_of(rows), settings)
    assert set(forward.rows()) == set(links_from_views(log_of(rows[::-1]), settings).rows())
    assert set(forward.rows()) == {
        ("a", "b", "also_viewed", 2, 2),
        ("b", "a", "also_viewed", 2, 2),
        ("a", "b", "buy_after_viewing", 2, 2),
    }


def test_a_robot_counts_with_its_first_items_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_module, "LONGEST_VISIT", 3)
    rows = [("robot", f"i{n}", n, False) for n in range(10)]
    made = links_from_views(log_of(rows), ReadSettings(min_views=1))
    assert set(made["source"]) == {"i0", "i1", "i2"}


@pytest.mark.parametrize(
    ("word", "bought"),
    [
        ("1", True),
        ("true", True),
        ("Purchase", True),
        ("transaction", True),
        ("yes", True),
        ("0", False),
        ("view", False),
        ("", False),
    ],
)
def test_words_for_bought(tmp_path: Path, word: str, bought: bool) -> None:
    path = put(tmp_path / "v.csv", ["user,item,time,event", f"u,a,1400000000,{word}", "u,b,2014-05-13T16:53:20,view"])
    made = read_views(understand(path, {}), RejectLog(), ReadSettings()).rows
    assert made["action"].to_list() == ["purchase" if bought else "view", "view"]
    assert made["time"].to_list() == [1_400_000_000, 1_400_000_000]


def test_views_without_item_or_time_are_rejected_and_those_of_nobody_counted(tmp_path: Path) -> None:
    path = put(
        tmp_path / "v.csv", ["user,item,time", "u,a,1400000000", ",a,1400000000", "u,,1400000000", "u,a,", "u,a,soon"]
    )
    log = RejectLog()
    assert read_views(understand(path, {}), log, ANY).rows.height == 1
    assert rejected_lines(log, str(path)) == [4, 5, 6]
    assert log.tally(str(path)).unused.total() == 1


def test_a_log_without_a_usable_row_is_an_error(tmp_path: Path) -> None:
    path = put(tmp_path / "v.csv", ["user,item,time", "u,a,soon", "u,b,later"])
    with pytest.raises(EmptyResult, match="no usable row"):
        read_views(understand(path, {}, "views"), RejectLog(), ANY)
