"""What holds for every signal: neither the edge of query and item nor the review of the item is in it.

A signal added to `SIGNALS` is held to this without a line here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.cases import Cases, choices_of, held_out, make_cases
from instead.models.ranker.features import SIGNALS, Features
from instead.models.ranker.known import Known
from instead.models.ranker.loops import history_sum, history_two_steps
from instead.models.ranker.signals.exposure import Exposure
from instead.models.ranker.signals.owned import GoesWith, Owned
from instead.models.ranker.signals.signal import Signal, Some
from instead.models.ranker.tables.all_tables import Tables, described, present
from instead.rng import stage_rng
from tests.models.ranker.known_shop import (
    ITEMS,
    SMALL,
    USERS,
    asked,
    known_shop,
    material_of,
    tables_of,
    without_edge,
    without_visits,
)

Floats = NDArray[np.float32]

# All held-out choices are in the cases, in their order; the settings of the factorisation are those of the shop.
ALL = SMALL.model_copy(update={"lists": 1000, "pools": 0})
RTOL, ATOL = 2e-4, 2e-5  # float32 sums in another order


@pytest.fixture(scope="module", params=range(2))
def known(request: pytest.FixtureRequest) -> Known:
    return known_shop(request.param)


@pytest.fixture(params=SIGNALS, ids=lambda signal: signal.__name__)
def kind(request: pytest.FixtureRequest) -> type[Signal]:
    found: type[Signal] = request.param
    return found


def value(kind: type[Signal], tables: Tables, question: Asked, item: int) -> Floats:
    """(columns,) of one item."""
    out = np.full((len(kind.columns), tables.items), np.nan, np.float32)
    kind(tables).fill(question, out)
    return out[:, item].copy()


def test_the_shop_of_this_page_has_data_for_all(known: Known, kind: type[Signal], whole: Tables) -> None:
    """Else the tests below would show nothing: every column is there and differs from item to item."""
    assert kind.ready(whole)
    rows = np.empty((len(kind.columns), ITEMS), np.float32)
    different = np.zeros(len(kind.columns), np.bool_)
    for user in range(USERS):
        kind(whole).fill(asked(known, user, user % ITEMS, 16_300.0), rows)
        assert np.isfinite(rows).all()
        different |= np.ptp(rows, axis=1) > 0
    assert different.all()


@dataclass(frozen=True)
class Removed:
    """Tables made again without any link between two items."""

    one: int
    other: int
    tables: Tables


@pytest.fixture(scope="module")
def whole(known: Known) -> Tables:
    return tables_of(known)


@pytest.fixture(scope="module")
def removed(known: Known) -> list[Removed]:
    """One by one, every pair of substitutes and every pair of complements."""
    pairs = np.concatenate([known.graph.pairs(), known.complements.pairs()])
    return [Removed(one, other, tables_of(without_edge(known, one, other))) for one, other in pairs.tolist()]


def traces(kind: type[Signal], known: Known, whole: Tables, removed: list[Removed]) -> list[tuple[int, int]]:
    """(query, item) where a signal differs when the link between the two is really taken out."""
    found = []
    for row, without in enumerate(removed):
        for query, item in ((without.one, without.other), (without.other, without.one)):
            question = asked(known, row % USERS, query, 16_000.0 + 10 * row)
            before, after = (value(kind, tables, question, item) for tables in (whole, without.tables))
            if not np.allclose(before, after, RTOL, ATOL):
                found.append((query, item))
    return found


def test_no_link_between_query_and_item_is_used(
    known: Known, kind: type[Signal], whole: Tables, removed: list[Removed]
) -> None:
    assert not traces(kind, known, whole, removed)


class Degree(Exposure):
    """Careless: the query counts among the substitutes of its own substitute."""

    def fill(self, asked: Asked, out: Floats) -> None:
        out[0] = self._degree
        out[1] = 0.0


class Through(Owned):
    """Careless: from what somebody had by way of the query."""

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.substitutes)
        history_two_steps(links.start, links.item, links.share, asked.history, -1, out[0])
        out[1] = 0.0


class Directly(GoesWith):
    """Careless: the query counts as something that the asker had."""

    def fill(self, asked: Asked, out: Floats) -> None:
        links, had = present(self.tables.complements), np.append(asked.history, asked.query)
        history_sum(links.start, links.item, links.ones, had, -1, out[0])


@pytest.mark.parametrize("careless", [Degree, Through, Directly])
def test_careless_signals_are_caught(
    careless: type[Signal], known: Known, whole: Tables, removed: list[Removed]
) -> None:
    assert traces(careless, known, whole, removed)


@dataclass(frozen=True)
class Learned:
    """One held-out choice: its columns in the cases, and tables made without the tenth and without the edge."""

    question: Asked
    chosen: int
    columns: Floats
    tables: Tables


@pytest.fixture(scope="module")
def learned(known: Known) -> list[Learned]:
    mask = held_out(known, 0, ALL, by_time=False)
    material = material_of(known, each=2)
    made = make_cases(material, known, mask, ALL, described(known), 0)
    assert made is not None
    choices = choices_of(material, known, mask, stage_rng(ALL.seed, "cases", 0))
    assert len(choices) == len(made.lists) > 15
    rest = without_visits(known, gone(known, mask))
    for query, chosen in zip(choices.query.tolist(), choices.chosen.tolist(), strict=True):
        rest = without_edge(rest, query, chosen)  # as the pairs of validation and test are
    questions = [asked(rest, int(u), int(q), float(day))
                 for u, q, day in zip(choices.user, choices.query, choices.day, strict=True)]  # fmt: skip
    tables = tables_of(rest)
    return [
        Learned(question, chosen, columns, tables)
        for question, chosen, columns in zip(questions, choices.chosen.tolist(), made.lists[:, 0], strict=True)
    ]


def gone(known: Known, mask: NDArray[np.bool_]) -> set[tuple[int, int]]:
    return set(zip(known.user[mask].tolist(), known.item[mask].tolist(), strict=True))


def test_a_held_out_choice_is_learned_from_what_is_left_without_it(
    kind: type[Signal], whole: Tables, learned: list[Learned]
) -> None:
    """The edge and the reviews are really removed by hand; the values that weights are learned on stay the same."""
    names = [column.name for column in Features(whole).columns]
    mine = [names.index(column.name) for column in kind.columns]
    for one in learned:
        assert one.chosen not in one.question.history
        np.testing.assert_allclose(value(kind, one.tables, one.question, one.chosen), one.columns[mine], RTOL, ATOL)


@pytest.fixture(scope="module")
def told(known: Known) -> tuple[Cases, Cases]:
    """Cases of a tenth, and of the same one whose reviews lie: about stars, attributes and opinions."""
    mask = held_out(known, 1, ALL, by_time=False)
    said = np.isin(known.said_by * ITEMS + known.said_of, (known.user * ITEMS + known.item)[mask])
    assert said.any()
    lies = replace(
        known,
        stars=np.where(mask, 6.0 - known.stars, known.stars),
        sentiment=np.where(said, -known.sentiment, known.sentiment),
        attribute=np.where(said, (known.attribute + 1) % known.attributes, known.attribute),
    )
    honest, lied = (make_cases(material_of(known), one, mask, ALL, described(known), 1) for one in (known, lies))
    assert honest is not None
    assert lied is not None
    return honest, lied


def test_what_a_held_out_review_says_is_not_there(kind: type[Signal], told: tuple[Cases, Cases]) -> None:
    honest, lied = told
    places = [place for place, column in enumerate(honest.columns) if column in kind.columns]
    np.testing.assert_array_equal(honest.lists[..., places], lied.lists[..., places])
    np.testing.assert_array_equal(honest.edges[..., places], lied.edges[..., places])


def test_some_items_are_filled_as_in_the_whole_catalogue(known: Known, kind: type[Signal], whole: Tables) -> None:
    """`at`, which a signal may have in a faster way, against `fill`: also after lists of another query, of the same
    one, and of a signal over other tables."""
    items, shape = np.random.default_rng(0).permutation(ITEMS)[:7], len(kind.columns)
    other, signal = (
        kind(replace(whole, standing=replace(whole.standing, price=whole.standing.price + 1.0))),
        kind(whole),
    )
    held = Some(items, np.empty((shape, ITEMS), np.float32), {})
    other.at(asked(known, 0, 0, None), held, np.empty((shape, 7), np.float32))
    for user in range(0, USERS, 3):
        for now in (None, 15_990.0, 16_222.5, 99_999.0):
            for question in (asked(known, user, user % ITEMS, now), stranger(user % ITEMS, now)):
                row, some = np.empty((shape, ITEMS), np.float32), np.full((shape, 7), np.nan, np.float32)
                signal.fill(question, row)
                signal.at(question, held, some)
                np.testing.assert_allclose(some, row[:, items], rtol=1e-5, atol=1e-6)


def stranger(query: int, now: float | None) -> Asked:
    nothing = np.empty(0, np.int64)
    return Asked(query, nothing, None, now, nothing, np.empty(0, np.float32))


def test_what_a_signal_does_not_look_at_changes_nothing(kind: type[Signal], whole: Tables) -> None:
    plain = stranger(2, None)
    cares = np.array([0, 3]), np.array([4.0, 1.0], np.float32)
    changed = {
        "user": replace(plain, user=5),
        "history": replace(plain, history=np.array([1, 7, 9])),
        "care": replace(plain, attribute=cares[0], care=cares[1]),
        "time": replace(plain, now=16_200.0),
    }
    before, after = (np.empty((len(kind.columns), ITEMS), np.float32) for _ in range(2))
    kind(whole).fill(plain, before)
    for aspect, question in changed.items():
        kind(whole).fill(question, after)
        assert np.array_equal(before, after) == (aspect not in kind.looks_at), aspect


def test_names_are_given_once() -> None:
    names = [column.name for signal in SIGNALS for column in signal.columns]
    assert len(names) == len(set(names))
    assert all(column.says and (column.replaces or column.takes) for signal in SIGNALS for column in signal.columns)
