"""The ranker for several askers of one query: what the query alone says is added up once, the rest for few items.

    score(u, q, x) = rest(q, x) + what the history of u reaches + taste(u, x) + gain(u, q, x)

rest is the same for everybody. What a history reaches is sparse, tastes of all askers are one product of matrices, and
the gain is bounded by the best quality of each attribute. So items that cannot reach the k-th best of a first guess are
left out without their gain; all others get their exact score, terms in the same order and precision as `Ranker.score`,
with the prior of the asker's own list. Everything is over what may be offered, not over the catalogue. Where few items
may be, all are scored. Trees and askers whose own days count are scored one by one.
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
from instead.models.ranker.loops import gains_at, products
from instead.models.ranker.narrowed import ASIDE, Narrowed, Offered
from instead.models.ranker.prior import mean_chance
from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.signals.knn import ItemNeighbours
from instead.models.ranker.signals.owned import GoesWith, Owned
from instead.models.ranker.signals.taste import Taste
from instead.models.ranker.tables.all_tables import present
from instead.models.ranker.together_loops import (
    BLOCK,
    GOES,
    LIKE,
    NEIGHBOURS,
    REPLACES,
    add_at,
    best_rows,
    may_be_best,
    reach,
    rows_from,
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
_MANY = 1 << 15  # items above which it is first asked which of them can matter: bounds are looser than sums
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
        self._ables: dict[str, bool] = {}
        self._kept = threading.local()

    def near_best(
        self, kind: str, asked: Sequence[Asked], allowed: Bools, without: Sequence[Ints], k: int
    ) -> list[Found] | None:
        """Of each asker items and their scores, the k best of the allowed ones among them; None where `kind` of askers
        has to be scored one by one. All look at one query; `without` are allowed items that one of them is not offered.
        """
        plan = self._ranker.plans[kind]
        if kind not in self._ables:
            self._ables[kind] = self._able(plan)
        if not self._ables[kind]:
            return None
        offered = self._narrowed.to(asked[0].query, allowed)
        rest = self._rest_over(kind, plan, asked[0], offered)
        free = allowed[rest.items]
        out = [offered.place[one].astype(np.int64) for one in without]
        own = [self._own(one, offered) for one in asked]
        shifts = self._shifts(rest, free, out)
        many, most = int(free.sum()), max(one.size for one in out)
        if many <= max(_FEW, 2 * _FIRST * k + most):
            lists = [_but(free, one) for one in out]
            return self._scored(plan, rest, own, lists, shifts)
        return self._shortlisted(plan, rest, own, free, out, shifts, k)

    def _rest_over(self, kind: str, plan: Plan, asked: Asked, offered: Offered) -> _Rest:
        """What is the same for every asker of a query."""
        key = kind, asked.query, self._ranker.day(asked), offered
        kept: tuple[Any, _Rest] | None = self._held("rest", lambda: None)
        if kept is None or kept[0] != key:
            kept = self._kept.rest = key, self._rest(plan, asked, offered)
        return kept[1]

    def _able(self, plan: Plan) -> bool:
        """Whether the terms that depend on the asker are those that are known here."""
        if plan.trees is not None or any(self._asks[self._name[column]] for column, _ in plan.replaces):
            return False
        own = [(self._name[column], table) for column, table in plan.varying if self._asks[self._name[column]]]
        reached = [table for name, table in own if name in _REACHED]
        falls = any((table[3 + int(table[2]) :] < 0).any() or table[0] <= 0 for table in reached)
        return not falls and all(name in _REACHED or name in (_TASTE, _GAIN) for name, _ in own)

    def _rest(self, plan: Plan, asked: Asked, offered: Offered) -> _Rest:
        """What is the same for every asker of a query, of some items."""
        ranker, items = self._ranker, offered.items
        mine = [term for term in plan.varying if not self._asks[self._name[term[0]]]]
        signals = ranker.features.signals_of(column for column, _ in (*plan.replaces, *mine))
        values = offered.features.listed(asked, items, signals)
        e = np.full(items.size, ranker.weights.intercept, np.float32)
        for column, table in plan.replaces:
            add_curve(values[column], table, e)
        standing = ranker.standing(plan, asked)[items]
        usual = standing.copy()
        for column, table in mine:
            add_curve(values[column], table, usual)
        return _Rest(asked.query, items, e, {column: values[column] for column, _ in mine}, standing, usual)

    def _shifts(self, rest: _Rest, free: Bools, without: Sequence[Ints]) -> Doubles:
        """(n,) t of each asker's list, as `Ranker.score` has it: 0 where at most half of it are substitutes."""
        found = np.zeros(len(without))
        links = self._tables.substitutes
        if links is None:
            return found
        usual = min(max((links.start[rest.query + 1] - links.start[rest.query] + 1.0) / self._ranker.items, 1e-6), 0.5)
        e = rest.e[free]
        most = (0.5 - 1e-4) * (e.size - max(one.size for one in without))
        if not e.size or mean_chance(e, -(np.log(usual) - np.log(1.0 - usual))) * e.size <= most:
            return found
        whole = self._ranker.shift(rest.query, e)
        for n, out in enumerate(without):
            found[n] = self._ranker.shift(rest.query, rest.e[_but(free, out)]) if out.size else whole
        return found

    # --- shortlists ---------------------------------------------------------------------------------------------

    def _shortlisted(
        self, plan: Plan, rest: _Rest, asked: Sequence[_Own], free: Bools, without: Sequence[Ints], shifts: Doubles,
        k: int,
    ) -> list[Found]:  # fmt: skip
        bounds = self._gain_bounds(plan, asked) + _SLACK
        if free.size > _MANY:
            lists = self._reachable(plan, rest, asked, free, without, shifts, bounds, k)
            return self._scored(plan, rest, asked, lists, shifts)
        about, room, last = self._about(plan, rest, asked, shifts), self._room, list[Ints]()
        first = [
            room[: best_rows(mine, free, out, _FIRST * k, room)].copy()
            for mine, out in zip(about, without, strict=True)
        ]
        scored = self._scored(plan, rest, asked, first, shifts)
        for mine, out, bound, (_, scores) in zip(about, without, bounds.tolist(), scored, strict=True):
            least = _kth(scores, k)
            last.append(room[: rows_from(mine, free, out, least - bound - _SLACK - 1e-5 * abs(least), room)].copy())
        return self._scored(plan, rest, asked, last, shifts)

    def _reachable(
        self, plan: Plan, rest: _Rest, asked: Sequence[_Own], free: Bools, without: Sequence[Ints], shifts: Doubles,
        bounds: Doubles, k: int,
    ) -> list[Ints]:  # fmt: skip
        """Of very many items, the places that can be among the best of each asker: by what is the same for everybody,
        and the most that the asker's own terms can add. `bounds` (n,) are those of gains."""
        most, middle = max(one.size for one in without), float(np.median(shifts))
        usual = rest.shifted(middle)
        none, room = np.empty(0, np.int64), self._room
        guess = room[: best_rows(usual, free, none, _FIRST * k + most, room)].copy()
        first = [guess if not out.size else guess[~(guess[:, None] == out).any(axis=1)] for out in without]
        scored = self._scored(plan, rest, asked, first, shifts)
        taste = self._term(plan, _TASTE)
        highest_taste = 0.0 if taste is None else float(highest(taste, np.array(-1.001), np.array(1.001))[0])
        # no score changes by more than t does
        bounds = bounds + highest_taste + np.abs(shifts - middle) + _SLACK
        floors = np.array([_kth(scores, k) - 1e-5 * abs(_kth(scores, k)) for _, scores in scored]) - bounds
        pool = room[: rows_from(usual, free, none, floors.min() - _SLACK, room)].copy()
        curves, found = self._curves_reached(plan), []
        for one, out, floor in zip(asked, without, floors.tolist(), strict=True):
            count = may_be_best(pool, usual, free, out, one.touched, one.sums, self._mark, *curves, floor, room)
            found.append(np.sort(room[:count]))
        return found

    def _curves_reached(self, plan: Plan) -> tuple[Doubles, Bools]:
        """Curves of what a history reaches, in rows of one width, and which of them there are."""
        found = {_REACHED[self._name[c]]: table for c, table in plan.varying if self._name[c] in _REACHED}
        curves = np.zeros((4, max((table.size for table in found.values()), default=4)))
        for row, table in found.items():
            curves[row, : table.size] = table
        return curves, np.array([row in found for row in range(4)])

    def _about(self, plan: Plan, rest: _Rest, asked: Sequence[_Own], shifts: Doubles) -> Floats:
        """(n, c) scores of all items for each asker but for their gains, up to rounding."""
        usual = {shift: rest.shifted(shift) for shift in set(shifts.tolist())}
        about = np.stack([usual[shift] for shift in shifts.tolist()])
        taste, factors = self._term(plan, _TASTE), self._tables.factors
        if taste is not None and factors is not None:
            none = np.zeros(factors.unit.shape[1], np.float32)
            vectors = np.stack([none if one.taste is None else one.taste for one in asked])
            along = vectors @ self._rows(factors.unit, rest.items).T
            add_curve(along.ravel(), taste, about.reshape(-1))
        sums = np.hstack([one.sums for one in asked])
        worth = np.zeros(sums.shape[1], np.float32)
        for column, table in plan.varying:
            row = _REACHED.get(self._name[column])
            if row is not None:
                add_curve(np.log1p(sums[row] / np.float32(table[0])), np.r_[0.0, table[1:]], worth)
        ends = np.cumsum([0, *(one.touched.size for one in asked)]).tolist()
        for mine, one, (first, last) in zip(about, asked, pairwise(ends), strict=True):
            add_at(one.touched, worth[first:last], mine)
        return about

    def _rows(self, table: Floats, items: Ints) -> Floats:
        """(c, d) rows of a table, side by side: several queries in a row are offered the same items."""
        kept: tuple[Ints, Floats] | None = self._held("rows", lambda: None)
        if kept is None or kept[0] is not items:
            kept = self._kept.rows = items, table[items]
        return kept[1]

    def _held(self, name: str, made: Callable[[], Any]) -> Any:
        """An array of this thread, which is left as it was found."""
        if not hasattr(self._kept, name):
            setattr(self._kept, name, made())
        return getattr(self._kept, name)

    @property
    def _room(self) -> Ints:
        found: Ints = self._held("room", lambda: np.empty(self._ranker.items, np.int64))
        return found

    @property
    def _mark(self) -> Bools:
        found: Bools = self._held("mark", lambda: np.zeros(self._ranker.items, np.bool_))
        return found

    @cached_property
    def _narrowed(self) -> Narrowed:
        return Narrowed(self._tables, self._ranker.features)

    @property
    def _sums(self) -> Floats:
        """(4, items and what does not matter), 0 between two calls but for what does not matter."""
        found: Floats = self._held("sums", lambda: np.zeros((4, self._ranker.items + ASIDE), np.float32))
        return found

    @property
    def _hit(self) -> Bools:
        """Blocks of rows of the sums, False between two calls but for those of what does not matter."""
        found: Bools = self._held("hit", lambda: np.zeros(self._sums.shape[1] // BLOCK + 1, np.bool_))
        return found

    def _own(self, asked: Asked, offered: Offered) -> _Own:
        """What one asker brings, once for all passes."""
        ways = offered.ways
        offered.followed += reach(
            asked.query, asked.history, *ways.visits, *ways.near, *ways.last, *ways.along, ways.placed, offered.place,
            self._sums, self._hit,
        )  # fmt: skip
        here, said = taken(self._sums, offered.items.size, ways.placed, self._hit)
        factors = self._tables.factors
        taste = None if factors is None else factors.taste(asked.history)
        return _Own(asked, here, said, taste, None if self._gain is None else self._gain.cares(asked))

    def _term(self, plan: Plan, name: str) -> Doubles | None:
        return next((table for column, table in plan.varying if self._name[column] == name), None)

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
        self, plan: Plan, rest: _Rest, asked: Sequence[_Own], lists: Sequence[Ints], shifts: Doubles
    ) -> list[Found]:
        """Exact scores of each asker's list of places, which ascends."""
        ends = np.cumsum([0, *(places.size for places in lists)]).tolist()
        spans = [slice(first, last) for first, last in pairwise(ends)]
        every = np.concatenate(lists)
        items = rest.items[every]
        own = {name: np.zeros(every.size, np.float32) for name in (_TASTE, _GAIN) if self._term(plan, name) is not None}
        reached = np.zeros((4, every.size), np.float32)
        for one, places, span in zip(asked, lists, spans, strict=True):
            sums_at(places, one.touched, one.sums, reached[:, span])
            if _TASTE in own and one.taste is not None:
                products(present(self._tables.factors).unit, items[span], one.taste, own[_TASTE][span])
            if _GAIN in own:
                own[_GAIN][span] = self._gains(one, items[span])
        v = np.zeros(every.size, np.float32)
        for column, table in plan.varying:
            name = self._name[column]
            if name in _REACHED:
                add_curve(reached[_REACHED[name]], table, v)
            else:
                add_curve(own[name] if name in own else rest.values[column][every], table, v)
        v += rest.standing[every]
        e = rest.e[every]
        for shift, span in zip(shifts.tolist(), spans, strict=True):
            log_sigmoid(e[span], shift, v[span])
        return [(items[span], v[span]) for span in spans]

    def _gains(self, one: _Own, items: Ints, *, over: bool = True) -> Floats:
        """(n,) gains over the query; `over` False: not less the query's own."""
        opinions, found = present(self._tables.opinions), np.zeros(items.size, np.float32)
        attribute, care, usual = present(one.cares)
        query = one.asked.query if over else -1
        gains_at(items, query, attribute, care, usual, *opinions.rows, opinions.usual_gain, found)
        return found


@dataclass(frozen=True)
class _Own:
    """What one asker brings: places that their history reaches (ascending) with its sums (4, n), taste and cares."""

    asked: Asked
    touched: Short
    sums: Floats
    taste: Floats | None
    cares: tuple[Ints, Floats, float] | None


@dataclass(frozen=True)
class _Rest:
    """Of one query, over some items (c,), ascending: e, the columns of v that do not depend on the asker, standing, and
    all of v that is the same for everybody."""

    query: int
    items: Ints
    e: Floats
    values: dict[int, Floats]
    standing: Floats
    usual: Floats

    def shifted(self, shift: float) -> Floats:
        """(c,) all of the score that is the same for everybody, in a list with t = `shift`."""
        found = self.usual.copy()
        log_sigmoid(self.e, shift, found)
        return found


def _kth(values: Floats, k: int) -> float:
    """The k-th highest value, of which there are so many."""
    return float(np.partition(values, values.size - k)[values.size - k])


def _but(free: Bools, without: Ints) -> Ints:
    """Places that are free, except some of them."""
    if not without.size:
        return np.flatnonzero(free)
    left = free.copy()
    left[without] = False
    return np.flatnonzero(left)


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
