"""Several askers of one query: what is left out cannot be among the best, and what is scored has the same bits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.models.context import Askers, Context, KnownUsers, SparseRows
from instead.models.ranker import together
from instead.models.ranker.asked import asked_of
from instead.models.ranker.curves import Curve, Scale, add_curve
from instead.models.ranker.features import Features
from instead.models.ranker.fitting import KINDS, Weights
from instead.models.ranker.loops import gains_at, history_sum, history_two_steps, weighted_rows
from instead.models.ranker.narrowed import Narrowed, Ways
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.signals.signal import Here
from instead.models.ranker.tables.all_tables import Tables, described
from instead.models.ranker.together import highest
from instead.models.ranker.together_loops import (
    BLOCK,
    GOES,
    LIKE,
    NEIGHBOURS,
    REPLACES,
    best_rows,
    reach,
    rows_from,
    sums_at,
    taken,
)
from tests.models.ranker.known_shop import ITEMS, SMALL, USERS, known_shop

Ints = NDArray[np.int64]
every = settings(max_examples=30, deadline=None)


def random_ranker(seed: int, *, timed: bool = True) -> Ranker:
    """All signals, with curves of any slopes where they are free."""
    known, rng = known_shop(seed), np.random.default_rng(seed)
    if not timed:
        known = replace(known, day=np.full(known.day.size, np.nan))
    tables = Tables.of(known, SMALL, *described(known))

    def curve(name: str, log: bool, rising: bool) -> Curve:
        bends = np.sort(rng.random(int(rng.integers(0, 3)))) * 2.0
        slopes = rng.normal(size=bends.size + 1)
        slopes = np.abs(slopes) if rising else slopes
        return Curve(name, Scale(0.05 if log else 0.0, 0.0, bends), slopes, slopes, 0.0, 1.0)

    columns = Features(tables).columns
    takes = {
        kind: [
            curve(one.name, one.log, one.rising)
            for one in columns
            if one.takes and (history or not one.personal) and one.told in (None, with_time)
        ]
        for kind, (history, with_time) in KINDS.items()
    }
    replaces = [curve(one.name, one.log, one.rising) for one in columns if one.replaces]
    return Ranker(SMALL, tables, Weights(float(rng.uniform(-6, 2)), replaces, takes))


def crowd(seed: int, count: int = 6, *, told: bool = True) -> Context:
    """Users, strangers and sessions who look at one item."""
    rng = np.random.default_rng(seed)
    known = np.flatnonzero(rng.random(count) < 0.7)
    had = [np.unique(rng.integers(ITEMS, size=rng.integers(0, 4))) for _ in range(count)]
    viewed = [np.unique(rng.integers(ITEMS, size=rng.integers(0, 2))) for _ in range(count)]
    stated = SparseRows(np.arange(count + 1), rng.integers(5, size=count), rng.uniform(1, 5, count).astype(np.float32))
    time = np.full(count, np.datetime64("2008-06-01" if told else "NaT", "s"))
    askers = Askers(
        KnownUsers(known, rng.integers(USERS, size=known.size)), SparseRows.of_lists(had), SparseRows.of_lists(viewed),
        SparseRows.empty(count), stated if seed % 2 else SparseRows.empty(count), time,
    )  # fmt: skip
    return Context(askers, np.full(count, int(rng.integers(ITEMS))))


def replaceability(ranker: Ranker, context: Context, items: Ints) -> NDArray[np.float32]:
    """(n,) e of some items."""
    (asked,) = asked_of(context)
    plan = ranker.plans[ranker.kind(asked)]
    return ranker._sums(plan, ranker.features.listed(asked, items, plan.signals), [])[0]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("many", [0, 1000])
@pytest.mark.parametrize("few", [0, 1000])
@pytest.mark.parametrize(("timed", "told"), [(True, True), (True, False), (False, False)])
def test_the_best_are_among_them_with_their_scores(
    few: int, many: int, timed: bool, told: bool, narrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "_FEW", few)
    monkeypatch.setattr(together, "_MANY", many)
    monkeypatch.setattr(together, "_FIRST", 1)
    if narrow:
        monkeypatch.setattr(Narrowed, "_pays", lambda self, one: not one.narrow)
    left_out = shifted_and_left_out = 0
    for seed in range(40):
        ranker, context, rng = random_ranker(seed, timed=timed), crowd(seed, told=told), np.random.default_rng(seed)
        allowed = rng.random(ITEMS) < 0.9
        allowed[context.query[0]] = False
        without = [
            np.array([one for one in context.askers.had.columns_of(row) if allowed[one]], np.int64)
            for row in range(len(context))
        ]
        before = allowed.copy()
        for _ in range(1 + narrow):  # tables are narrower from the second time on
            found = ranker.near_best(context, allowed, without, 2)
        assert np.array_equal(before, allowed)
        for row, (items, scores) in enumerate(found):
            offered = np.setdiff1d(np.flatnonzero(allowed), without[row])
            plain = ranker.score(context[row : row + 1], offered[None])[0]
            assert (np.diff(items) > 0).all()
            assert set(items.tolist()) <= set(offered.tolist())
            assert np.array_equal(scores, plain[np.searchsorted(offered, items)]), "to the bit"
            kth = np.sort(plain)[-2]
            assert set(offered[plain >= kth].tolist()) <= set(items.tolist())
            left_out += offered.size - items.size
            if ranker.shift(int(context.query[row]), replaceability(ranker, context[row : row + 1], offered)) != 0.0:
                shifted_and_left_out += offered.size - items.size
    assert (left_out > 0) == (few == 0), "shortlists are shorter where they are made"
    assert (shifted_and_left_out > 0) == (few == 0), "also those that are judged to be substitutes for the most part"


@given(st.integers(0, 10_000))
@every
def test_what_a_history_reaches_is_what_the_dense_loops_say(seed: int) -> None:
    ranker, rng = random_ranker(seed % 7), np.random.default_rng(seed)
    tables = ranker.tables
    assert tables.covisits is not None
    assert tables.substitutes is not None
    assert tables.complements is not None
    history, query = rng.permutation(ITEMS)[: rng.integers(0, 5)], int(rng.integers(ITEMS))
    some = np.flatnonzero(rng.random(ITEMS) < rng.choice([0.3, 1.0]))
    place = np.full(ITEMS, some.size, np.int32)
    place[some] = np.arange(some.size, dtype=np.int32)
    sums, hit = np.zeros((4, some.size + 1), np.float32), np.zeros(ITEMS + 1, np.bool_)
    co, near, along = tables.covisits, tables.substitutes, tables.complements
    keep, whole = np.isin(np.arange(ITEMS), some), Ways.of(tables)
    found, followed = [], []
    for ways in (whole, whole.narrowed(Here(some, keep, place))):
        tables_of = *ways.visits, *ways.near, *ways.last, *ways.along
        followed.append(reach(query, history, *tables_of, ways.placed, place, sums, hit))
        here, said = taken(sums, some.size, ways.placed, hit)
        assert not sums[:, :-1].any() and not hit[: -(-some.size // BLOCK) - 1].any()
        ours = np.zeros((4, some.size), np.float32)
        sums_at(np.arange(some.size), here, said, ours)
        found.append(ours)
    assert followed[1] <= followed[0]
    plain = np.empty((4, ITEMS), np.float32)
    history_sum(co.start, co.item, co.value, history, query, plain[NEIGHBOURS])
    history_two_steps(near.start, near.item, near.share, history, query, plain[LIKE])
    history_sum(near.start, near.item, near.ones, history, query, plain[REPLACES])
    history_sum(along.start, along.item, along.ones, history, query, plain[GOES])
    for ours in found:
        assert np.array_equal(ours, plain[:, some])


@given(st.integers(0, 10_000))
@every
def test_narrowed_signals_say_the_same_of_what_is_kept(seed: int) -> None:
    ranker, context, rng = random_ranker(seed % 7), crowd(seed, 1), np.random.default_rng(seed)
    (asked,) = asked_of(context)
    keep = rng.random(ITEMS) < 0.4
    keep[asked.query] = True
    items, place = np.flatnonzero(keep), np.full(ITEMS, ITEMS, np.int32)
    place[items] = np.arange(items.size)
    narrow = ranker.features.narrowed(Here(items, keep, place))
    assert narrow.entries < ranker.features.entries
    assert np.array_equal(narrow.listed(asked, items), ranker.features.listed(asked, items))


def test_a_set_gets_narrower_tables_when_it_has_been_asked_for_often(monkeypatch: pytest.MonkeyPatch) -> None:
    ranker = random_ranker(3)
    narrowed, kinds = Narrowed(ranker.tables, ranker.features), np.arange(ITEMS) % 4
    for query in (0, 1, 4, 5, 8):  # of two kinds
        offered = narrowed.to(query, (kinds == kinds[query]) & (np.arange(ITEMS) != query))
        assert offered.items.tolist() == np.flatnonzero(kinds == kinds[query]).tolist()
        assert not offered.narrow
    first = narrowed.to(0, kinds == 0)
    first.followed = 10**9
    narrow = narrowed.to(4, kinds == 0)
    assert narrow.narrow and not first.narrow
    assert narrow.ways.entries < first.ways.entries
    assert narrowed.to(8, (kinds == 0) & (np.arange(ITEMS) > 8)) is not narrow, "much smaller: a set of its own"
    assert narrowed.to(0, kinds == 0) is narrow
    assert not narrowed.to(1, kinds == 1).narrow
    monkeypatch.setattr(narrowed, "_entries", narrow.entries // 2)  # room for the tables of one set
    narrowed.to(1, kinds == 1).followed = 10**9
    assert narrowed.to(1, kinds == 1).narrow
    assert not narrowed.to(0, kinds == 0).narrow


def test_nothing_is_narrowed_where_most_items_are_offered() -> None:
    ranker = random_ranker(3)
    narrowed, allowed = Narrowed(ranker.tables, ranker.features), np.arange(ITEMS) > 3
    narrowed.to(0, allowed).followed = 10**9
    assert not narrowed.to(0, allowed).narrow


@given(st.integers(0, 10_000))
@every
def test_gains_of_a_list_are_those_of_the_catalogue(seed: int) -> None:
    ranker, rng = random_ranker(seed % 7), np.random.default_rng(seed)
    opinions, query = ranker.tables.opinions, int(rng.integers(ITEMS))
    assert opinions is not None
    attribute = rng.permutation(5)[: rng.integers(0, 4)].astype(np.int64)
    care, usual = rng.random(attribute.size).astype(np.float32), float(rng.random())
    plain = np.empty(ITEMS, np.float32)
    weighted_rows(*opinions.across, attribute, care, plain)
    plain += np.float32(usual) * opinions.usual_gain
    plain -= plain[query]
    items, ours = rng.permutation(ITEMS)[:7], np.empty(7, np.float32)
    gains_at(items, query, attribute, care, usual, *opinions.rows, opinions.usual_gain, ours)
    assert np.array_equal(ours, plain[items])
    assert any(isinstance(one, Gain) for one in ranker.features.signals)


@given(st.integers(0, 10_000))
@every
def test_no_value_of_a_curve_is_above_its_highest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bends = np.sort(rng.normal(size=int(rng.integers(0, 4))))
    curve = Curve("x", Scale(0.0, 0.0, bends), rng.normal(size=bends.size + 1), bends, 0.0, 1.0)
    low, high = np.sort(rng.normal(size=2))
    values = np.linspace(low, high, 400, dtype=np.float32)
    found = np.zeros(values.size, np.float32)
    add_curve(values, curve.table, found)
    most = float(highest(curve.table, np.array([low]), np.array([high]))[0])
    assert found.max() <= most + 1e-5
    assert found.max() >= most - 0.05 * np.abs(curve.slopes).max()


def test_the_best_rows_as_sorting_has_them() -> None:
    rng = np.random.default_rng(1)
    for size in (1, 2, 7, 60):
        for count in {1, size // 2 or 1, size, size + 1}:
            scores = rng.integers(-9, 9, size).astype(np.float32)
            allowed = rng.random(size) < 0.8
            without = rng.permutation(np.flatnonzero(allowed))[: rng.integers(0, 3)]
            before, room = allowed.copy(), np.empty(size, np.int64)
            found = room[: best_rows(scores, allowed, without, count, room)].tolist()
            mine = np.setdiff1d(np.flatnonzero(allowed), without)
            floor = np.sort(scores[mine])[-count] if count <= mine.size else -np.inf
            assert found == mine[scores[mine] >= floor].tolist()
            assert room[: rows_from(scores, allowed, without, 2.0, room)].tolist() == mine[scores[mine] >= 2.0].tolist()
            assert np.array_equal(before, allowed)
