"""Pieces of preparation give the same when state, pieces and results have been to another process and back."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from instead.files import blocks as blocks_module
from instead.files import shape as shape_module
from instead.files.jsonlines import text_columns
from instead.files.notations import Notation
from instead.files.rejects import RejectLog
from instead.files.shape import look, text_frames
from instead.preparation.sources import understand
from instead.reviews.read_reviews import ReviewCheck, StagedReviews, read_reviews, times_of
from instead.reviews.review_formats import REVIEW_COLUMNS
from instead.reviews.split import TEST, TRAIN
from instead.settings import ReadSettings
from instead.substitutes import stored_negatives as negatives_module
from instead.substitutes import triples as triples_module
from instead.substitutes import views as views_module
from instead.substitutes.stored_negatives import stored_negatives
from instead.substitutes.triples import QuerySampler, paper_triples
from instead.substitutes.views import LOG_SCHEMA, count_links_of_views, links_from_views, read_views
from tests.shops import make_shop
from tests.small_shop import some

MODULES = (shape_module, negatives_module, triples_module, views_module)
T = 1_700_000_000


def sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes, of a moment ago


def far_away(
    function: Callable[[Any, Any], Any], state: Any, pieces: Iterable[Any], *, most: int | None = None
) -> Iterator[Any]:
    """`spread`, by way of bytes."""
    function, state = sent(function), sent(state)
    for piece in pieces:
        yield sent(function(state, sent(piece)))


@pytest.fixture(params=["here", "far away"])
def workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "far away":
        for module in MODULES:
            monkeypatch.setattr(module, "spread", far_away)
    return str(request.param)


def in_small_blocks(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    found = blocks_module.blocks
    monkeypatch.setattr(shape_module, "blocks", lambda file, **named: found(file, **{**named, "size": size}))
    monkeypatch.setattr("instead.files.opening.RAW_CHUNK", size)


def review_lines() -> list[str]:
    rows = []
    for n in range(400):
        row = {"user": f"u{n % 37}", "item": f"i{n % 11}", "rating": "★★★★☆" if n % 5 == 0 else n % 5, "time": T + n,
               "text": "x" * (n % 90)}  # fmt: skip
        if n % 50 == 7:
            row["rating"] = 9
        if n % 60 == 8:
            del row["user"]
        rows.append("{broken" if n % 70 == 9 else json.dumps(row, ensure_ascii=False))
    return rows


def read(path: Path, stage: Path) -> tuple[pl.DataFrame, RejectLog]:
    stage.mkdir()
    log, staged = RejectLog(), StagedReviews(stage)
    read_reviews(understand(path, {}), staged, log, ReadSettings(max_rejected=1.0), now=T + 10**6)
    return staged.rows(np.ones(staged.table().height, np.bool_)), log


def one_log_for_all(path: Path) -> tuple[pl.DataFrame, RejectLog]:
    """Block after block in this thread, parsed and checked with the log of the whole file."""
    log, source, settings = RejectLog(), understand(path, {}), ReadSettings(max_rejected=1.0)
    columns = {name: source.columns[name] for name in REVIEW_COLUMNS if name in source.columns}
    check = ReviewCheck(source.name, columns, settings, T + 10**6, times_of(source, log, settings))
    found = list(blocks_module.blocks(source.shape.file, size=4096))
    assert len(found) > 3
    parts = [check(text_columns(block, list(columns.values()), source.name, log), log) for block in found]
    return pl.concat(parts).drop("line"), log


def test_reviews(workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "reviews.jsonl"
    path.write_text("\n".join(review_lines()) + "\n", encoding="utf-8")
    whole, at_once = read(path, tmp_path / "whole")
    in_small_blocks(monkeypatch, 4096)
    found, log = read(path, tmp_path / "pieces")
    assert_frame_equal(found, whole)
    plain, expected = one_log_for_all(path)
    assert_frame_equal(found.select(plain.columns), plain)
    assert log.files == expected.files
    assert log.kept == expected.kept
    # Within a block, lines that are no objects are told before rows that fail the check: blocks decide on the order.
    assert sorted(map(str, log.kept)) == sorted(map(str, at_once.kept))
    one, other = log.tally(str(path)), at_once.tally(str(path))
    assert replace(one, first=[]) == replace(other, first=[])
    tally = log.tally(str(path))
    assert tally.rows == 400
    assert set(tally.notations) == {"time", "rating"}
    assert tally.ratings.beyond == sum(n % 50 == 7 and n % 70 != 9 for n in range(400))
    lines = [row.line for row, _ in log.kept]
    assert len(lines) == tally.rejected > 5


@pytest.mark.parametrize("container", ["csv", "parquet", "frame of values"])
def test_other_containers(workers: str, container: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pl.DataFrame(
        {
            "user": [f"u{n}" for n in range(90)],
            "item": [n % 7 for n in range(90)],
            "rating": [n % 5 + 1 for n in range(90)],
        }
    )
    monkeypatch.setattr(shape_module, "PARQUET_ROWS", 20)
    path = tmp_path / f"reviews.{'csv' if container == 'csv' else 'parquet'}"
    frame.write_csv(path) if container == "csv" else frame.write_parquet(path)
    log = RejectLog()
    found = pl.concat(text_frames(look(path), frame.columns, log))
    assert_frame_equal(found.drop("line"), frame.cast(pl.String))
    first = 2 if container == "csv" else 1
    assert found["line"].to_list() == list(range(first, first + 90))
    assert log.tally(str(path)).rows == 90


def test_view_logs(workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "views.csv"
    rows = [f"u{n % 9},i{n % 5},{T + n},{('view', 'purchase', 'wobble', 'search')[n % 4]}" for n in range(200)]
    rows += [f"u1,,{T},view", f",i1,{T},view"]
    path.write_text("\n".join(["user,item,time,event", *rows]) + "\n")
    in_small_blocks(monkeypatch, 1024)
    log = RejectLog()
    found = read_views(understand(path, {}), log, ReadSettings(max_rejected=1.0))
    assert found.rows.height == 100
    tally = log.tally(str(path))
    assert (tally.rows, tally.rejected) == (202, 0 if tally.unused.get("view: about no item") else 1)
    assert sum(count for word, count in tally.unused.items() if word.startswith("wobble")) == 50


def test_a_log_survives_the_journey() -> None:
    log = RejectLog()
    log.reject("f", 3, "rating outside 1 to 5: '9'", "{}", kind="rating outside 1 to 5")
    tally = log.tally("f")
    tally.rows, tally.notations["rating"] = 7, Notation("drawn stars")
    tally.repaired["a"] += 2
    tally.unused["b"] += 1
    tally.ratings.add(5, 1, 9.0)
    merged, plain = RejectLog(), RejectLog()
    merged.absorb(sent(log))
    plain.absorb(log)
    assert merged.files == plain.files == log.files
    assert merged.kept == plain.kept == log.kept


def test_queries_and_negatives(workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = make_shop(6, items=60)

    def drawn() -> tuple[Any, list[Any]]:
        triples, _ = paper_triples(QuerySampler(shop.interactions, shop.graph, 0.75, 6))
        held_out = triples.of(TEST)
        return triples, np.concatenate([*stored_negatives(shop.interactions, held_out, 9, 17)]).tolist()

    whole, negatives = drawn()
    assert len(whole.of(TRAIN)) > 10
    monkeypatch.setattr(triples_module, "_ROWS", 7)
    monkeypatch.setattr(negatives_module, "CHUNK", 5)
    cut, cut_negatives = drawn()
    assert negatives == cut_negatives
    for name in ("interaction", "user", "query", "chosen", "part"):
        np.testing.assert_array_equal(getattr(cut, name), getattr(whole, name))


# --- links of logs --------------------------------------------------------------------------------------------------

Look = tuple[str, str | None, str, int, str]
looks = st.lists(
    st.tuples(
        st.sampled_from(["", "a", "b", "ü", "zz", "A", "c1", "c2"]),
        st.sampled_from([None, "", "s", "t"]),
        st.sampled_from(["i1", "i2", "i10", "j", "É", "k"]),
        st.integers(0, 60),
        st.sampled_from(["view", "cart", "purchase", "remove"]),
    ),
    max_size=60,
)


def visits_plainly(rows: list[Look], gap: int) -> list[list[tuple[str, bool]]]:
    """Items of every visit in their order, and whether they were bought in it."""
    used = [row for row in rows if row[4] in ("view", "cart", "purchase")]
    used.sort(key=lambda row: (row[0].encode(), row[1] is not None, (row[1] or "").encode(), row[3], row[2].encode()))
    found: list[dict[str, bool]] = []
    before: tuple[str, str, int] | None = None
    for user, session, item, time, action in used:
        here = (user, session or "", time)
        if before is None or before[:2] != here[:2] or time - before[2] > gap:
            found.append({})
        found[-1][item] = found[-1].get(item, False) or action == "purchase"
        before = here
    return [list(one.items()) for one in found]


def links_plainly(rows: list[Look], settings: ReadSettings, longest: int) -> list[tuple[str, str, str, int, int]]:
    each = [one[:longest] for one in visits_plainly(rows, settings.session_gap)]
    number: dict[str, int] = {}
    for one in each:
        for item, _ in one:
            number.setdefault(item, len(number))
    made = []
    for relation in ("also_viewed", "buy_after_viewing"):
        pairs: Counter[tuple[str, str]] = Counter()
        of: Counter[str] = Counter()
        for one in each:
            sources = [item for item, bought in one if relation == "also_viewed" or not bought]
            targets = [item for item, bought in one if relation == "also_viewed" or bought]
            of.update(sources)
            pairs.update((a, b) for a in sources for b in targets if a != b)
        for source in number:
            mine = [(b, n) for (a, b), n in pairs.items() if a == source and n >= settings.min_views]
            mine.sort(key=lambda one: (-one[1], number[one[0]]))
            made += [(source, b, relation, n, of[source]) for b, n in mine[: settings.max_links]]
    return made


@some
@given(rows=looks, size=st.integers(1, 70), least=st.integers(1, 3), most=st.integers(1, 3), longest=st.integers(1, 4))
def test_links_are_those_of_a_plain_count_in_any_number_of_pieces(
    rows: list[Look], size: int, least: int, most: int, longest: int
) -> None:
    settings = ReadSettings(session_gap=10, min_views=least, max_links=most)
    views = pl.DataFrame(rows, schema=LOG_SCHEMA, orient="row")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views_module, "PIECE_ROWS", size)
        patch.setattr(views_module, "LONGEST_VISIT", longest)
        patch.setattr(views_module, "spread", far_away)
        found = links_from_views(views, settings)
        log = RejectLog()
        count_links_of_views(found.clear(), views, settings, log.tally("log"))
    assert found.rows() == links_plainly(rows, settings, longest)
    sizes = [len(one) for one in visits_plainly(rows, 10)]
    if rows:
        told = next(iter(log.tally("log").unused))
        assert f" {len(sizes):,} visits, {sum(size > 1 for size in sizes):,} of them" in told
