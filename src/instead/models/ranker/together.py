"""The ranker for several askers of one query: what the query alone says is added up once, the rest for few items.

    score(u, q, x) = rest(q, x) + what the history of u reaches + taste(u, x) + gain(u, q, x)

rest is the same for everybody and known of the whole catalogue. What a history reaches is sparse. The curve of taste is
bounded by its values between -1 and 1, and the gain by the best quality of each attribute. So items that cannot reach
the k-th best of a first guess are left out without being scored; all others get their exact score, terms in the same
order and precision as `Ranker.score`. Where the list's own prior may count, or where few items are allowed, all are
scored. Trees and askers whose own days count are scored one by one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.curves import add_curve, log_sigmoid
from instead.models.ranker.loops import products
from instead.models.ranker.prior import mean_chance
from instead.models.ranker.recent import Recent
from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.signals.knn import ItemNeighbours
from instead.models.ranker.signals.owned import GoesWith, Owned
from instead.models.ranker.signals.taste import Taste
from instead.models.ranker.tables.all_tables import present
from instead.models.ranker.together_loops import (
    GOES,
    LIKE,
    NEIGHBOURS,
    REPLACES,
    at_least,
    floor_of_best,
    gains_at,
    may_be_best,
    reach,
    sums_at,
    taken,
)

if TYPE_CHECKING:
    from instead.models.ranker.ranker_model import Plan, Ranker

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]
Array = NDArray[Any]
Found = tuple[Ints, Floats]

_FEW = 600  # allowed items of which all are scored
_FIRST = 3  # the first guess has so many items for each that is wanted
_SLACK = 2e-3  # points: sums in another order round otherwise
_REACHED = {
    ItemNeighbours.columns[0].name: NEIGHBOURS,
    Owned.columns[0].name: LIKE,
    Owned.columns[1].name: REPLACES,
    GoesWith.columns[0].name: GOES,
}
_TASTE, _GAIN = Taste.columns[0].name, Gain.columns[0].name


class Together:
    """Several askers of one query, for one ranker."""

    def __init__(self, ranker: Ranker) -> None:
        self._ranker, self._tables = ranker, ranker.tables
        self._asks = {
            column.name: bool(signal.looks_at) for signal in ranker.features.signals for column in signal.columns
        }
        self._name = [column.name for column in ranker.features.columns]
        self._queries: Recent[tuple[str, int, int | None], _Rest] = Recent(2)
        self._terms: dict[str, _Terms] = {}
        self._kept = threading.local()

    def near_best(
        self, kind: str, asked: Sequence[Asked], allowed: Bools, without: Sequence[Ints], k: int
    ) -> list[Found] | None:
        """Of each asker items and their scores, the k best of the allowed ones among them; None where `kind` of askers
        has to be scored one by one. All look at one query; `without` are allowed items that one of them is not offered.
        """
        plan = self._ranker.plans[kind]
        terms = self._terms.get(kind) or self._terms.setdefault(kind, self._told(plan))
        if not terms.able:
            return None
        first, day = asked[0], self._ranker.day(asked[0])
        rest = self._queries.get((kind, first.query, day), lambda: self._rest(plan, first))
        own = [self._own(one) for one in asked]
        many = int(allowed.sum())
        most = max(one.size for one in without)
        if many <= max(_FEW, 2 * _FIRST * k + most) or not self._unshifted(rest, allowed, many - most):
            base = np.flatnonzero(allowed)
            lists = [base if not out.size else base[~np.isin(base, out)] for out in without]
            return self._scored(plan, rest, own, lists, shifted=True)
        return self._shortlisted(plan, terms, rest, own, allowed, without, k)

    def _told(self, plan: Plan) -> _Terms:
        """What is known of the terms of a plan whoever asks for whatever."""
        return _Terms(self._able(plan), *self._reached(plan), self._taste_bound(plan))

    def _able(self, plan: Plan) -> bool:
        """Whether the terms that depend on the asker are those that are known here."""
        if plan.trees is not None or any(self._asks[self._name[column]] for column, _ in plan.replaces):
            return False
        own = [(self._name[column], table) for column, table in plan.varying if self._asks[self._name[column]]]
        reached = [table for name, table in own if name in _REACHED]
        falls = any((table[3 + int(table[2]) :] < 0).any() or table[0] <= 0 for table in reached)
        return not falls and all(name in _REACHED or name in (_TASTE, _GAIN) for name, _ in own)

    def _rest(self, plan: Plan, asked: Asked) -> _Rest:
        """What is the same for every asker of a query."""
        ranker = self._ranker
        mine = [term for term in plan.varying if not self._asks[self._name[term[0]]]]
        signals = ranker.features.signals_of(column for column, _ in (*plan.replaces, *mine))
        values = ranker.features.catalogue(asked, signals)
        e = np.full(values.shape[1], ranker.weights.intercept, np.float32)
        for column, table in plan.replaces:
            add_curve(values[column], table, e)
        standing = ranker.standing(plan, asked)
        rest = standing.copy()
        for column, table in mine:
            add_curve(values[column], table, rest)
        log_sigmoid(e, 0.0, rest)
        return _Rest(asked.query, e, {column: values[column].copy() for column, _ in mine}, standing, rest)

    def _unshifted(self, rest: _Rest, allowed: Bools, least: int) -> bool:
        """Whether the prior of the list is surely 0, whoever asks: at most half of it are substitutes."""
        links = self._tables.substitutes
        if links is None:
            return True
        usual = min(max((links.start[rest.query + 1] - links.start[rest.query] + 1.0) / self._ranker.items, 1e-6), 0.5)
        shift, most = -(np.log(usual) - np.log(1.0 - usual)), (0.5 - 1e-4) * least
        if mean_chance(rest.e, shift) * rest.e.size <= most:  # of the whole catalogue: no fewer than of what is allowed
            return True
        e = rest.e[allowed]
        return bool(mean_chance(e, shift) * e.size <= most)

    # --- shortlists ---------------------------------------------------------------------------------------------

    def _shortlisted(
        self, plan: Plan, terms: _Terms, rest: _Rest, asked: Sequence[_Own], allowed: Bools, without: Sequence[Ints],
        k: int,
    ) -> list[Found]:  # fmt: skip
        most = max(one.size for one in without)
        floor = floor_of_best(rest.rest, allowed, _FIRST * k + most)
        mark, room = self._mark, self._room
        guess = room[: at_least(rest.rest, allowed, floor, room)].copy()
        bound = terms.taste_bound + self._gain_bounds(plan, asked)
        first = [guess if not out.size else guess[~(guess[:, None] == out).any(axis=1)] for out in without]
        scored = self._scored(plan, rest, asked, first)
        least = np.array([np.partition(scores, scores.size - k)[scores.size - k] for _, scores in scored], np.float64)
        least -= _SLACK + 1e-5 * np.abs(least)
        floor = float(np.float32((least - bound).min() - _SLACK))
        pool = room[: at_least(rest.rest, allowed, floor, room)].copy()
        lists = []
        for n, (one, out) in enumerate(zip(asked, without, strict=True)):
            count = may_be_best(
                pool,
                rest.rest,
                allowed,
                out,
                one.touched,
                one.sums,
                mark,
                terms.reached,
                terms.used,
                bound[n],
                least[n],
                room,
            )
            lists.append(np.sort(room[:count]))
        return self._scored(plan, rest, asked, lists)

    def _held(self, name: str, made: Callable[[], Any]) -> Any:
        """An array of this thread, which is left as it was found."""
        if not hasattr(self._kept, name):
            setattr(self._kept, name, made())
        return getattr(self._kept, name)

    @property
    def _mark(self) -> Bools:
        found: Bools = self._held("mark", lambda: np.zeros(self._ranker.items, np.bool_))
        return found

    @property
    def _room(self) -> Ints:
        found: Ints = self._held("room", lambda: np.empty(self._ranker.items, np.int64))
        return found

    @property
    def _sums(self) -> tuple[Floats, Short]:
        items = self._ranker.items
        found: tuple[Floats, Short] = self._held(
            "sums", lambda: (np.zeros((4, items), np.float32), np.empty(items, np.int32))
        )
        return found

    def _own(self, asked: Asked) -> _Own:
        """What one asker brings, once for both passes."""
        sums, touched = self._sums
        count = int(reach(asked.query, asked.history, *self._links, sums, self._mark, touched))
        here = np.sort(touched[:count])
        said = taken(here, sums, self._mark)
        factors = self._tables.factors
        taste = None if factors is None else factors.taste(asked.history)
        return _Own(asked, here, said, taste, None if self._gain is None else self._gain.cares(asked))

    @cached_property
    def _links(self) -> tuple[Ints, Short, Floats, Ints, Short, Floats, Ints, Short]:
        tables, start = self._tables, np.zeros(self._ranker.items + 1, np.int64)
        nothing, none = np.empty(0, np.int32), np.empty(0, np.float32)
        co, near, along = tables.covisits, tables.substitutes, tables.complements
        return (
            *((start, nothing, none) if co is None else (co.start, co.item, co.value)),
            *((start, nothing, none) if near is None else (near.start, near.item, near.share)),
            *((start, nothing) if along is None else (along.start, along.item)),
        )

    def _reached(self, plan: Plan) -> tuple[Doubles, Bools]:
        """Curves of what a history reaches, in rows of one width, and which of them there are."""
        found = {_REACHED[self._name[c]]: table for c, table in plan.varying if self._name[c] in _REACHED}
        tables = np.zeros((4, max((table.size for table in found.values()), default=4)))
        for row, table in found.items():
            tables[row, : table.size] = table
        return tables, np.array([row in found for row in range(4)])

    def _term(self, plan: Plan, name: str) -> Doubles | None:
        return next((table for column, table in plan.varying if self._name[column] == name), None)

    def _taste_bound(self, plan: Plan) -> float:
        table = self._term(plan, _TASTE)
        return 0.0 if table is None else float(highest(table, np.array(-1.001), np.array(1.001))[0])

    def _gain_bounds(self, plan: Plan, asked: Sequence[_Own]) -> Doubles:
        """(n,) the most points that gains give."""
        table = self._term(plan, _GAIN)
        if table is None:
            return np.zeros(len(asked))
        sides = np.empty((2, len(asked)))
        (low, high), whole = self._quality_range, self._gain_range
        for n, one in enumerate(asked):
            attribute, care, usual = present(one.cares)
            (base,) = self._gains(one, np.array([one.asked.query]), over=False)
            sides[:, n] = (
                float(care @ low[attribute]) + usual * whole[0],
                float(care @ high[attribute]) + usual * whole[1],
            )
            sides[:, n] -= float(base)
        return highest(table, sides[0] - 1e-4, sides[1] + 1e-4)

    @cached_property
    def _gain(self) -> Gain | None:
        return next((one for one in self._ranker.features.signals if isinstance(one, Gain)), None)

    @cached_property
    def _quality_range(self) -> tuple[Floats, Floats]:
        """(attributes,) the least and the most quality of any item, 0 where nothing is said included."""
        quality = present(self._tables.opinions).quality
        low, high = np.zeros(quality.shape[1], np.float32), np.zeros(quality.shape[1], np.float32)
        np.minimum.at(low, quality.indices, quality.data)
        np.maximum.at(high, quality.indices, quality.data)
        return low, high

    @cached_property
    def _gain_range(self) -> tuple[float, float]:
        usual = present(self._tables.opinions).usual_gain
        return float(usual.min(initial=0.0)), float(usual.max(initial=0.0))

    # --- exact scores -------------------------------------------------------------------------------------------

    def _scored(
        self, plan: Plan, rest: _Rest, asked: Sequence[_Own], lists: Sequence[Ints], *, shifted: bool = False
    ) -> list[Found]:
        """Exact scores of each asker's list, which ascends."""
        ends = np.cumsum([0, *(items.size for items in lists)]).tolist()
        spans = [slice(first, last) for first, last in pairwise(ends)]
        every = np.concatenate(lists)
        own = {name: np.zeros(every.size, np.float32) for name in (_TASTE, _GAIN) if self._term(plan, name) is not None}
        reached = np.zeros((4, every.size), np.float32)
        for one, items, span in zip(asked, lists, spans, strict=True):
            sums_at(items, one.touched, one.sums, reached[:, span])
            if _TASTE in own and one.taste is not None:
                products(present(self._tables.factors).unit, items, one.taste, own[_TASTE][span])
            if _GAIN in own:
                own[_GAIN][span] = self._gains(one, items)
        v = np.zeros(every.size, np.float32)
        for column, table in plan.varying:
            name = self._name[column]
            if name in _REACHED:
                add_curve(reached[_REACHED[name]], table, v)
            else:
                add_curve(own[name] if name in own else rest.values[column][every], table, v)
        v += rest.standing[every]
        e = rest.e[every]
        if not shifted:
            log_sigmoid(e, 0.0, v)
        for one, span in zip(asked, spans, strict=True) if shifted else ():
            log_sigmoid(e[span], self._ranker.shift(one.asked, e[span]), v[span])
        return [(items, v[span]) for items, span in zip(lists, spans, strict=True)]

    def _gains(self, one: _Own, items: Ints, *, over: bool = True) -> Floats:
        """(n,) gains over the query; `over` False: not less the query's own."""
        opinions, found = present(self._tables.opinions), np.zeros(items.size, np.float32)
        attribute, care, usual = present(one.cares)
        query = one.asked.query if over else -1
        gains_at(items, query, attribute, care, usual, *opinions.rows, opinions.usual_gain, found)
        return found


@dataclass(frozen=True)
class _Terms:
    """Of the terms of a plan: whether all that depend on the asker are known here, curves of what a history reaches, in
    rows of one width, and which of them there are, and the most points of taste."""

    able: bool
    reached: Doubles
    used: Bools
    taste_bound: float


@dataclass(frozen=True)
class _Own:
    """What one asker brings: what their history reaches (ascending) with its sums (4, n), taste and cares."""

    asked: Asked
    touched: Short
    sums: Floats
    taste: Floats | None
    cares: tuple[Ints, Floats, float] | None


@dataclass(frozen=True)
class _Rest:
    """Of one query, over the catalogue (items,): e, the columns of v that do not depend on the asker, standing, and
    all of the score that is the same for everybody."""

    query: int
    e: Floats
    values: dict[int, Floats]
    standing: Floats
    rest: Floats


def highest(table: Doubles, low: Array, high: Array) -> Doubles:
    """(n,) the highest value of a curve between two values (n,), which are no sums (eps = 0)."""
    bends, low, high = int(table[2]), np.atleast_1d(low), np.atleast_1d(high)
    at = np.stack([low, high, *(np.clip(one, low, high) for one in table[3 : 3 + bends])])
    slopes = table[3 + bends :]
    values = slopes[0] * (np.minimum(at, table[3]) if bends else at) - table[1]
    for k in range(bends):
        top = table[4 + k] if k + 1 < bends else np.inf
        values += slopes[k + 1] * (np.clip(at, table[3 + k], top) - table[3 + k])
    return np.asarray(values.max(axis=0), np.float64)
