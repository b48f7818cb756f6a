"""Comparison of a query with items on what reviews say: a verdict for each family of attributes, and how sure it is.

"Better" and "worse" need a posterior probability (`ReasonSettings.sure`), a difference that is worth saying (`apart`)
and reviews of at least one of the two. The prior never decides alone: where both have reviews, these must lean the same
way themselves, and reviews have to be sure (`own`) also when both items are given the same prior, so that a claim
rests on what is said of the two and not on their brands or on how they fare otherwise. A verdict on price that the
shop's own prices contradict is dropped.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.explanation.choosing import BETTER, COMPARABLE, WORSE
from instead.explanation.one_verdict import UNKNOWN, one_per_family
from instead.explanation.verdicts import compare_shares, joined_cells
from instead.models.posteriors import Posteriors
from instead.models.qualities import BRAND
from instead.prices import Prices
from instead.settings import ReasonSettings

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Codes = NDArray[np.int8]

ROUNDING = 1e-6
"""Differences of products of weights that are none: weights are stored as 32-bit numbers."""
OWN, OF_BRAND, OF_CATEGORY, OF_SHOP = "own", "brand", "category", "shop"


@dataclass(frozen=True)
class Compared:
    """Comparisons of items with queries, at most one of each (item, family), by item; columns of equal length."""

    row: Ints  # place of the item
    column: Ints
    attribute: Ints  # that names the column
    of_query: Ints  # place in the cells of the posteriors; -1 where no review speaks of it
    of_item: Ints
    verdict: Codes  # as in `choosing.py`; 3: not clear
    confidence: Doubles
    difference: Doubles  # of the posterior mean shares of praise

    def spans(self, items: int) -> Ints:
        """(items + 1,) where the comparisons of each item begin."""
        return np.searchsorted(self.row, np.arange(items + 1)).astype(np.int64)

    def only(self, which: NDArray[np.bool_]) -> Compared:
        return Compared(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


class Comparer:
    """Compares items of one shop by the posteriors of their shares of praise."""

    def __init__(
        self, posteriors: Posteriors, settings: ReasonSettings, prices: Prices, price_attributes: Sequence[bool]
    ) -> None:
        """`price_attributes` (A,): which attributes speak of the price."""
        self.posteriors, self.settings = posteriors, settings
        self._said = (posteriors.cells.praised + posteriors.cells.blamed).astype(np.int32)
        self._pooled = np.arange(posteriors.columns.family.size) >= posteriors.columns.attributes
        self._posterior = posteriors.alpha, posteriors.beta
        self._weights = posteriors.cells.good, posteriors.cells.bad
        self._prices, self._costs = prices, price_attributes
        self._of_price = np.array(price_attributes, np.bool_)[posteriors.columns.attribute]
        self._of_money = bool(self._of_price.any())

    def over(self, posteriors: Posteriors, prices: Prices, price_attributes: Sequence[bool] | None = None) -> Comparer:
        """The same over other posteriors, prices or words for the price; what rests on the posteriors is shared."""
        costs = self._costs if price_attributes is None else price_attributes
        if posteriors is not self.posteriors:
            return Comparer(posteriors, self.settings, prices, costs)
        made = copy.copy(self)
        made._prices, made._costs = prices, costs
        made._of_price = np.array(costs, np.bool_)[posteriors.columns.attribute]
        made._of_money = bool(made._of_price.any())
        return made

    def compare(self, query: int | Ints, items: Ints) -> Compared:
        """The verdicts of all items beside a query, or of each beside its own (n,); also those that are not clear."""
        cells, settings, family = self.posteriors.cells, self.settings, self.posteriors.columns.family
        queries = query if isinstance(query, np.ndarray) else np.full(len(items), query, np.int64)
        size = sum(int((cells.start[one + 1] - cells.start[one]).sum()) for one in (queries, items))
        row, of_query, of_item = (np.empty(size, np.int64) for _ in range(3))
        found = joined_cells(
            queries, items, cells.start, cells.column, self._said, settings.least_reviews, settings.least_alone, row,
            of_query, of_item,
        )  # fmt: skip
        row, of_query, of_item = row[:found].copy(), of_query[:found].copy(), of_item[:found].copy()
        column = cells.column[np.where(of_item >= 0, of_item, of_query)].astype(np.int64)
        alpha, beta = self._parameters(of_item, items[row], column)
        other_alpha, other_beta = self._parameters(of_query, queries[row], column)
        above, close = self._shares(queries[row] * family.size + column, (alpha, beta), (other_alpha, other_beta))
        difference = alpha / (alpha + beta) - other_alpha / (other_alpha + other_beta)
        both = (of_item >= 0) & (of_query >= 0)
        lean = np.where(both, self._lean(of_item, of_query), np.sign(above - 0.5))
        better = (above >= settings.sure) & (lean > 0) & (difference >= settings.apart)
        worse = (above <= 1.0 - settings.sure) & (lean < 0) & (difference <= -settings.apart)
        claimed = np.flatnonzero(better | worse)
        own = self._by_reviews(
            of_item[claimed], of_query[claimed], (alpha[claimed], beta[claimed]),
            (other_alpha[claimed], other_beta[claimed]),
        )  # fmt: skip
        better[claimed] &= own >= settings.own
        worse[claimed] &= own <= 1.0 - settings.own
        alike = both & ~better & ~worse & (close >= settings.sure_alike)
        verdict = np.where(better, BETTER, np.where(worse, WORSE, np.where(alike, COMPARABLE, UNKNOWN)))
        if self._of_money:
            beside = self._prices.beside(queries, items)
            verdict = self._by_price(verdict, column, beside[row], self._prices.amount[queries[row]])
        confidence = np.where(verdict == COMPARABLE, close, np.maximum(above, 1.0 - above))
        codes = verdict.astype(np.int8)
        kept = np.empty(found, np.bool_)
        one_per_family(row, family[column], self._pooled[column], codes, confidence, kept)
        attribute = self.posteriors.columns.attribute[column]
        return Compared(row, column, attribute, of_query, of_item, codes, confidence, difference).only(kept)

    def sources(self, query: int, items: Ints, compared: Compared) -> list[str]:
        """What each comparison rests on: own reviews of both, or what is usual where one of them has none."""
        found = [OWN] * compared.row.size
        alone = np.flatnonzero((compared.of_query < 0) | (compared.of_item < 0))
        if alone.size:
            silent = np.where(compared.of_item[alone] < 0, items[compared.row[alone]], query)
            for place, level in zip(
                alone.tolist(), self.posteriors.source(silent, compared.column[alone]).tolist(), strict=True
            ):
                name = self.posteriors.levels[level] if level >= 0 else OF_SHOP
                found[place] = OF_BRAND if name == BRAND else OF_SHOP if level < 0 else OF_CATEGORY
        return found

    def _shares(
        self, of_query: Ints, mine: tuple[Doubles, Doubles], theirs: tuple[Doubles, Doubles]
    ) -> tuple[Doubles, Doubles]:
        """`compare_shares` (n,), those that have the query's cell in common one after the other: `of_query` (n,)."""
        order = np.argsort(of_query, kind="stable")
        above, close = np.empty(order.size), np.empty(order.size)
        found = np.empty(order.size), np.empty(order.size)
        one, other, its, of_its = (numbers[order] for numbers in (*mine, *theirs))
        compare_shares(one, other, its, of_its, self.settings.alike, found[0], found[1])
        above[order], close[order] = found
        return above, close

    def _parameters(self, places: Ints, items: Ints, columns: Ints) -> tuple[Doubles, Doubles]:
        """Beta parameters (n,) of cells by place; the prior's where there is none."""
        silent = places < 0
        alpha, beta = (_at(one, places) for one in self._posterior)
        if silent.any():
            alpha[silent], beta[silent] = self.posteriors.prior(items[silent], columns[silent])
        return alpha, beta

    def _by_reviews(
        self, of_item: Ints, of_query: Ints, mine: tuple[Doubles, Doubles], theirs: tuple[Doubles, Doubles]
    ) -> Doubles:
        """(n,) probability that the item has the larger share by what reviews of the two say alone: both are given the
        same prior, the mean of their own. `mine` and `theirs` are the Beta parameters of item and query."""
        good, bad = (_at(one, of_item) for one in self._weights)
        other_good, other_bad = (_at(one, of_query) for one in self._weights)
        usual, unusual = (mine[0] - good + theirs[0] - other_good) / 2, (mine[1] - bad + theirs[1] - other_bad) / 2
        above, close = np.empty(of_item.size), np.empty(of_item.size)
        compare_shares(
            good + usual, bad + unusual, other_good + usual, other_bad + unusual, self.settings.alike, above, close
        )
        return above

    def _lean(self, of_item: Ints, of_query: Ints) -> Doubles:
        """Which way the reviews themselves lean: the sign of the difference of the raw shares."""
        good, bad = (_at(one, of_item) for one in self._weights)
        other_good, other_bad = (_at(one, of_query) for one in self._weights)
        apart = good * other_bad - other_good * bad
        return np.asarray(np.where(np.abs(apart) > ROUNDING, np.sign(apart), 0.0), np.float64)

    def _by_price(self, verdict: Ints, column: Ints, price: Doubles, of_query: Doubles) -> Ints:
        """Verdicts without those on price that the shop's own prices contradict; unknown prices contradict nothing."""
        dearer, cheaper = price > of_query, price < of_query
        apart = np.abs(price - of_query) > self.settings.alike * of_query
        against = ((verdict == BETTER) & dearer) | ((verdict == WORSE) & cheaper) | ((verdict == COMPARABLE) & apart)
        return np.where(self._of_price[column] & against, UNKNOWN, verdict)


def _at(values: Doubles, places: Ints) -> Doubles:
    """(n,) of cells by place; 0 for a place of -1."""
    if not values.size:
        return np.zeros(places.size)
    found = values[places]
    found[places < 0] = 0.0
    return found
