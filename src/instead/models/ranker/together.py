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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

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
from instead.models.ranker.together_loops import GOES, LIKE, NEIGHBOURS, REPLACES, gains_at, leave, may_be_best, reach

if TYPE_CHECKING:
    from instead.models.ranker.ranker_model import Plan, Ranker

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]
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
        self._kept = threading.local()

    def near_best(
        self, kind: str, asked: Sequence[Asked], allowed: Bools, without: Sequence[Ints], k: int
    ) -> list[Found] | None:
        """Of each asker items and their scores, the k best of the allowed ones among them; None where `kind` of askers
        has to be scored one by one. All look at one query; `without` are allowed items that one of them is not offered.
        """
        plan = self._ranker.plans[kind]
        if not self._able(plan):
            return None
        first, day = asked[0], self._ranker.day(asked[0])
        rest = self._queries.get((kind, first.query, day), lambda: self._rest(plan, first))
        many = int(allowed.sum())
        most = max(one.size for one in without)
        if many <= max(_FEW, 2 * _FIRST * k + most) or not self._unshifted(rest, allowed, many - most):
            base = np.flatnonzero(allowed)
            lists = [base if not out.size else base[~np.isin(base, out)] for out in without]
            return self._scored(plan, rest, asked, lists, None, shifted=True)
        return self._shortlisted(plan, rest, asked, allowed, without, k)

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
        e = rest.e[allowed]
        usual = min(max((links.start[rest.query + 1] - links.start[rest.query] + 1.0) / self._ranker.items, 1e-6), 0.5)
        chance = mean_chance(e, -(np.log(usual) - np.log(1.0 - usual)))
        return bool(chance * e.size / least <= 0.5 - 1e-4)

    # --- shortlists ---------------------------------------------------------------------------------------------

    def _shortlisted(
        self, plan: Plan, rest: _Rest, asked: Sequence[Asked], allowed: Bools, without: Sequence[Ints], k: int
    ) -> list[Found]:
        most = max(one.size for one in without)
        among = np.where(allowed, rest.rest, np.float32(-np.inf))
        size = _FIRST * k + most
        guess = np.sort(np.argpartition(among, among.size - size)[among.size - size :])
        sums, mark, touched = self._scratch
        terms, used = self._reached(plan)
        first = [guess if not out.size else guess[~np.isin(guess, out)] for out in without]
        said, counts = [], []
        for one, items in zip(asked, first, strict=True):
            count = self._reach(one)
            said.append(sums[:, items])
            counts.append(count)
            leave(touched, count, sums, mark)
        scored = self._scored(plan, rest, asked, first, said)
        least = np.array([np.partition(scores, scores.size - k)[scores.size - k] for _, scores in scored], np.float64)
        least -= _SLACK + 1e-5 * np.abs(least)
        bound = self._taste_bound(plan) + self._gain_bounds(plan, asked)
        pool = np.flatnonzero(among >= np.float32((least - bound).min() - _SLACK))
        room, values = np.empty(among.size, np.int64), np.empty((4, among.size), np.float32)
        lists, said = [], []
        for n, (one, out) in enumerate(zip(asked, without, strict=True)):
            count = self._reach(one)
            size = may_be_best(
                pool, rest.rest, allowed, out, sums, mark, touched, count, terms, used, bound[n], least[n], room, values
            )
            leave(touched, count, sums, mark)
            order = np.argsort(room[:size])
            lists.append(room[:size][order])
            said.append(values[:, :size][:, order])
        return self._scored(plan, rest, asked, lists, said)

    @property
    def _scratch(self) -> tuple[Floats, Bools, Short]:
        """What `reach` fills, of this thread."""
        held: tuple[Floats, Bools, Short] | None = getattr(self._kept, "scratch", None)
        if held is None:
            items = self._ranker.items
            held = np.zeros((4, items), np.float32), np.zeros(items, np.bool_), np.empty(items, np.int32)
            self._kept.scratch = held
        return held

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

    def _reach(self, asked: Asked) -> int:
        return int(reach(asked.query, asked.history, *self._links, *self._scratch))

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
        return 0.0 if table is None else highest(table, -1.001, 1.001)

    def _gain_bounds(self, plan: Plan, asked: Sequence[Asked]) -> Doubles:
        """(n,) the most points that gains give."""
        table, opinions = self._term(plan, _GAIN), self._tables.opinions
        if table is None or opinions is None:
            return np.zeros(len(asked))
        found = np.empty(len(asked))
        for n, one in enumerate(asked):
            attribute, care, usual = self._gain.cares(one)
            (base,) = self._gains(one, np.array([one.query]), over=False)
            sides = []
            for quality, whole in zip(self._quality_range, self._gain_range, strict=True):
                sides.append(float(care @ quality[attribute]) + usual * whole - float(base))
            found[n] = highest(table, min(sides) - 1e-4, max(sides) + 1e-4)
        return found

    @cached_property
    def _gain(self) -> Gain:
        return next(one for one in self._ranker.features.signals if isinstance(one, Gain))

    @cached_property
    def _quality_range(self) -> tuple[Floats, Floats]:
        """(attributes,) the least and the most quality of any item, 0 where nothing is said included."""
        quality = self._gain.tables.opinions.quality  # type: ignore[union-attr]
        low, high = np.zeros(quality.shape[1], np.float32), np.zeros(quality.shape[1], np.float32)
        np.minimum.at(low, quality.indices, quality.data)
        np.maximum.at(high, quality.indices, quality.data)
        return low, high

    @cached_property
    def _gain_range(self) -> tuple[float, float]:
        usual = self._gain.tables.opinions.usual_gain  # type: ignore[union-attr]
        return float(usual.min(initial=0.0)), float(usual.max(initial=0.0))

    # --- exact scores -------------------------------------------------------------------------------------------

    def _scored(
        self, plan: Plan, rest: _Rest, asked: Sequence[Asked], lists: Sequence[Ints], said: Sequence[Floats] | None,
        *, shifted: bool = False,
    ) -> list[Found]:  # fmt: skip
        """Exact scores of each asker's list; `said` (4, n) of each is what the history says of it."""
        ends = np.cumsum([0, *(items.size for items in lists)])
        spans = [slice(first, last) for first, last in zip(ends[:-1], ends[1:], strict=True)]
        every = np.concatenate([*lists, np.empty(0, np.int64)])
        if said is None:
            said = [self._said(one, items) for one, items in zip(asked, lists, strict=True)]
        reached = np.concatenate(said, axis=1) if said else np.empty((4, 0), np.float32)
        v = np.zeros(every.size, np.float32)
        for column, table in plan.varying:
            name = self._name[column]
            if name in _REACHED:
                values = reached[_REACHED[name]]
            elif name in (_TASTE, _GAIN):
                values = np.empty(every.size, np.float32)
                for one, items, span in zip(asked, lists, spans, strict=True):
                    values[span] = self._gains(one, items) if name == _GAIN else self._tastes(one, items)
            else:
                values = rest.values[column][every]
            add_curve(values, table, v)
        v += rest.standing[every]
        e = rest.e[every]
        if not shifted:
            log_sigmoid(e, 0.0, v)
        for one, span in zip(asked, spans, strict=True) if shifted else ():
            log_sigmoid(e[span], self._ranker.shift(one, e[span]), v[span])
        return [(items, v[span]) for items, span in zip(lists, spans, strict=True)]

    def _said(self, asked: Asked, items: Ints) -> Floats:
        sums, mark, touched = self._scratch
        count = self._reach(asked)
        found = sums[:, items]
        leave(touched, count, sums, mark)
        return found

    def _tastes(self, asked: Asked, items: Ints) -> Floats:
        factors, found = self._tables.factors, np.zeros(items.size, np.float32)
        if factors is not None:
            products(factors.unit, items, factors.taste(asked.history), found)
        return found

    def _gains(self, asked: Asked, items: Ints, *, over: bool = True) -> Floats:
        """(n,) gains over the query; `over` False: not less the query's own."""
        opinions = self._tables.opinions
        found = np.zeros(items.size, np.float32)
        if opinions is not None:
            attribute, care, usual = self._gain.cares(asked)
            gains_at(items, asked.query if over else -1, attribute, care, usual, *opinions.rows, opinions.usual_gain,
                     found)  # fmt: skip
        return found


@dataclass(frozen=True)
class _Rest:
    """Of one query, over the catalogue (items,): e, the columns of v that do not depend on the asker, standing, and
    all of the score that is the same for everybody."""

    query: int
    e: Floats
    values: dict[int, Floats]
    standing: Floats
    rest: Floats


def highest(table: Doubles, low: float, high: float) -> float:
    """The highest value of a curve between two values, which are no sums (eps = 0)."""
    bends = int(table[2])
    slopes = table[3 + bends :]
    at = np.array([low, high, *np.clip(table[3 : 3 + bends], low, high)])
    values = slopes[0] * (np.minimum(at, table[3]) if bends else at) - table[1]
    for k in range(bends):
        top = table[4 + k] if k + 1 < bends else np.inf
        values += slopes[k + 1] * (np.clip(at, table[3 + k], top) - table[3 + k])
    return float(values.max())
