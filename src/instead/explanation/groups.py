"""Lists of many askers at once: their order by what speaks for them, and their short explanations.

What two items are to each other does not depend on who asks: every item that is near the top for anybody is compared
with a query once. Lists of several queries are put in order side by side: for one list, calling takes longer than
computing. The results are those of `Ordering.of` and `Briefs.of`, one asker after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.explanation.briefs import Briefs, Told
from instead.explanation.choosing import BETTER, COMPARABLE, WORSE, choose_reasons
from instead.explanation.comparing import Compared
from instead.explanation.group_loops import gains, orders
from instead.explanation.ordering import Ordering, first_class, value_of
from instead.models.statement_order import StatementOrder

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Crowd:
    """What reasons need to know of n askers who state no wishes."""

    care: Floats  # (n, A)
    user: Ints  # (n,) numbers of users of the training data; -1 for others


@dataclass(frozen=True)
class Lists:
    """What is offered to each of n askers: items and scores (n, k), -1 where a list is shorter."""

    items: Ints
    scores: Floats
    places: Ints
    """(n, k) rows of the items in `beside`, -1 where a list is shorter."""
    beside: Beside
    held_back: Ints  # (n,)
    keep: Bools  # (n,)


@dataclass(frozen=True)
class Beside:
    """Items beside queries: pairs (m,), ascending by query, then by item."""

    queries: Ints
    items: Ints
    compared: Compared
    start: Ints  # (m + 1,) where the comparisons of each begin
    counts: Ints  # (m, 3) better, comparable, worse


class Groups:
    """Puts lists in order and explains them, for one shop."""

    def __init__(self, ordering: Ordering, briefs: Briefs, written: StatementOrder) -> None:
        self._ordering, self._briefs, self._written = ordering, briefs, written

    def beside(self, queries: Ints, items: Ints) -> tuple[Beside, Ints]:
        """Items (n, m) beside the queries (n,) of their rows, each pair once, and where each of them is."""
        width = len(self._ordering.reasons.names.items)
        pairs, rows = np.unique(queries[:, None] * width + items, return_inverse=True)
        query, every = np.divmod(pairs, width)
        compared = self._ordering.reasons.compare(query, every)
        clear = compared.verdict <= WORSE
        counts = np.bincount(compared.row[clear] * 3 + compared.verdict[clear], minlength=3 * every.size)
        found = Beside(query, every, compared, compared.spans(every.size), counts.reshape(-1, 3))
        return found, rows.reshape(items.shape).astype(np.int64)

    def ordered(self, crowd: Crowd, queries: Ints, items: Ints, scores: Floats, k: int) -> Lists:
        """The k best of ranked items (n, m) of n askers in their order, who look at queries (n,); `Ordering.of` for
        each."""
        ordering = self._ordering
        beside, rows = self.beside(queries, items)
        near = min(ordering.near, items.shape[1])
        if near < 1:  # nothing to put in order, or the model's order stays
            nothing, none = np.zeros(len(items), np.int64), np.zeros(len(items), np.bool_)
            return Lists(items[:, :k], scores[:, :k], rows[:, :k], beside, nothing, none)
        at, compared = np.ascontiguousarray(rows[:, :near]), beside.compared
        plain = np.ascontiguousarray(scores[:, :near], np.float64)
        gain = np.empty(at.shape)
        sure = np.where(compared.verdict == COMPARABLE, 0.0, 2.0 * compared.confidence - 1.0)
        gains(at, beside.start, compared.attribute, compared.difference, sure, crowd.care, ordering.reasons.scale, gain)
        facts = ordering.balance(beside.queries, beside.items)
        spread = np.maximum(plain.std(axis=1, keepdims=True), 1e-9)
        worth = (plain - plain.mean(axis=1, keepdims=True)) / spread + ordering.gain_weight * gain
        worth = worth + ordering.fact_weight * facts[at]
        better, worse = beside.counts[:, BETTER], beside.counts[:, WORSE]
        against = ((worse > better) & (facts <= 0))[at]
        keep: Bools = np.asarray((against & (gain <= 0)).all(axis=1))
        level = np.where(keep[:, None], (better - worse)[at], 0)
        held = against if ordering.hold_back else np.zeros(at.shape, np.bool_)
        level = np.where(held, level.min(axis=1, keepdims=True) - 1, level)
        order = np.empty(at.shape, np.int64)
        prices = ordering.reasons.prices
        orders(
            worth, level, first_class(better, worse)[at], at, self._verdicts(beside),
            ordering.facts.mean_stars[beside.items], np.asarray(prices.amount[beside.items], np.float64),
            np.asarray(prices.code[beside.items], np.int64), k, order,
        )  # fmt: skip
        beyond = np.tile(np.arange(near, items.shape[1]), (len(items), 1))
        whole = np.hstack([order, beyond])
        if ordering.hold_back:
            out = np.hstack([np.take_along_axis(held, order, axis=1), np.zeros(beyond.shape, np.bool_)])
            whole = np.take_along_axis(np.where(out, -1, whole), np.argsort(out, axis=1, kind="stable"), axis=1)
        whole = whole[:, :k]
        lists = [
            np.where(whole >= 0, np.take_along_axis(one, np.maximum(whole, 0), axis=1), -1)
            for one in (items, scores, rows)
        ]
        return Lists(lists[0], lists[1].astype(np.float32), lists[2], beside, held.sum(axis=1), keep)

    def _verdicts(self, beside: Beside) -> NDArray[np.int8]:
        """(m, families) 1 better, -1 worse, 0 otherwise: what is shown of the items. Every query has families of its
        own in the columns: items are held against each other beside one query alone."""
        compared, family = beside.compared, self._ordering.reasons.posteriors.columns.family
        value = value_of(compared.verdict)
        told = np.flatnonzero(value)
        width = int(family.max(initial=0)) + 1
        query = beside.queries[compared.row[told]]
        names, place = np.unique(query * width + family[compared.attribute[told]], return_inverse=True)
        column = place - np.searchsorted(names, query * width)
        found = np.zeros((beside.items.size, int(column.max(initial=-1)) + 1), np.int8)
        found[compared.row[told], column] = value[told]
        return found

    def told(self, crowd: Crowd, lists: Lists, z: int, in_stock: bool) -> list[Told]:
        """The short explanations of all offers, asker by asker."""
        beside, compared = lists.beside, lists.beside.compared
        who, column = np.nonzero(lists.places >= 0)
        rows = lists.places[who, column]
        first, sizes = beside.start[rows], np.diff(beside.start)[rows]
        ends = np.cumsum(sizes)
        at = np.arange(int(sizes.sum())) + np.repeat(first - ends + sizes, sizes)
        asker = np.repeat(who, sizes)
        chosen = np.empty((rows.size, z), np.int64)
        choose_reasons(
            ends - sizes, ends, np.arange(at.size), compared.verdict[at], compared.difference[at],
            self._weights(crowd, beside, at, asker), self._ordering.reasons.settings.trade_offs, chosen,
        )  # fmt: skip
        places = np.append(at, -1)[chosen]
        return self._briefs.tell(
            beside.queries[rows], beside.items[rows], compared, places, beside.counts[rows], in_stock
        )

    def _weights(self, crowd: Crowd, beside: Beside, at: Ints, asker: Ints) -> Floats:
        """(n,) of each comparison: care times how likely they would write about it, the likeliest being 1."""
        if not at.size:
            return np.empty(0, np.float32)
        compared = beside.compared
        of_item = self._written.of_items(beside.items[compared.row], compared.attribute)
        likely = self._written.of_crowd(crowd.user, asker, compared.attribute[at]) + of_item[at]
        begins = np.flatnonzero(np.r_[True, asker[1:] != asker[:-1]])
        most = np.repeat(np.maximum.reduceat(likely, begins), np.diff(np.append(begins, asker.size)))
        care = crowd.care[asker, compared.attribute[at]]
        return np.asarray(care * np.exp(likely - most), np.float32)
