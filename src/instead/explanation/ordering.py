"""Ranking that knows the reasons: the model says who may be offered; among its best, what speaks for an offer decides.

The best items of the model (`RecommendSettings.near`) are put in order by

    worth_j = (score_j - mean) / deviation  +  gain_weight G_j  +  fact_weight F_j                                  (O1)
    G_j = sum over families a of  care_a / N  d_ja |2 p_ja - 1|                                                     (O2)

d is the difference of the posterior mean shares of praise of j and the query, p the probability of its direction: the
expected gain for this person, discounted by how unsure it is. F_j adds up plain facts: cheaper +1, dearer -1, and the
same for better and worse stars. Then two rules hold whatever the weights:

first place   goes to the best by (O1) of those that are better in something and worse in no more than that, if there is
              one; otherwise to one that is worse in nothing; otherwise to the one with the best balance. Not where
              the request states wishes: then these decide
dominance     of the items that are shown, one that another beats in everything shown (no verdict, price or stars worse,
              something better) stands after it (Pareto order)

Where all of these items are worse in more than they are better in, bring this person no gain and neither price nor
stars speak for one, the honest advice is to keep to the query: the answer says so (`keep`), and the items stand in the
order of how little speaks against them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from instead.explanation.choosing import BETTER, COMPARABLE, WORSE
from instead.explanation.comparing import Compared
from instead.explanation.facts import ALIKE_STARS, SAME_PRICE, Facts
from instead.explanation.reasons import Person, Reasons
from instead.ranking.rank import Ranked

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

_VALUE = np.array([1, 0, -1, 0], np.int8)  # of a verdict, by its code
PRICE = "price"
"""The name in `than` that means the shop's own price."""


@dataclass(frozen=True)
class Ordered:
    """Ranked items with what reviews say of them beside the query."""

    items: Ints
    scores: NDArray[np.float32]
    among: Ints | None = None
    compared: Compared | None = None
    held_back: int = 0
    """Items that are left out because reviews and facts speak against them."""
    keep: bool = False
    """Whether reviews and facts speak for the query against every one of the items."""
    worth: Doubles | None = None
    """What they are in order by (O1), as far as the two rules let it."""
    placed: Mapping[int, str] = field(default_factory=dict)
    """Items that a rule of the shop moved, and its id."""

    def cut(self, items: Sequence[int], score: Callable[[int], float], placed: Mapping[int, str]) -> Ordered:
        """Some of the items in another order, as rules of the shop want it; `score` tells that of an item that is new
        in the list."""
        before = {item: at for at, item in enumerate(self.items.tolist())}
        order = [before.get(item, -1) for item in items]
        compared = None if self.compared is None or -1 in order else picked(self.compared, np.array(order, np.int64))
        scores = [self.scores[at] if at >= 0 else score(item) for at, item in zip(order, items, strict=True)]
        return replace(
            self, items=np.array(items, np.int64), scores=np.array(scores, np.float32), compared=compared, worth=None,
            placed={item: placed[item] for item in items if item in placed},
        )  # fmt: skip


def picked(compared: Compared, order: Ints) -> Compared:
    """The comparisons of some items, in another order: `order` are places of items."""
    first, last = (np.searchsorted(compared.row, order, side) for side in ("left", "right"))
    sizes = last - first
    row = np.repeat(np.arange(order.size), sizes)
    places = np.arange(row.size) + np.repeat(first - np.cumsum(sizes) + sizes, sizes)
    rest = {name: getattr(compared, name)[places] for name in compared.__dataclass_fields__ if name != "row"}
    return Compared(row, **rest)


class Ordering:
    """Puts the model's best items in order by what speaks for them."""

    def __init__(
        self, reasons: Reasons, facts: Facts, near: int, gain_weight: float, fact_weight: float, hold_back: bool = False
    ) -> None:
        """`near`: of the model's best so many are put in order; 0 leaves the model's order. `hold_back`: leave out what
        reviews call worse in more than better, unless a fact speaks for it."""
        self.reasons, self.facts, self.near, self.hold_back = reasons, facts, near, hold_back
        self.gain_weight, self.fact_weight = gain_weight, fact_weight

    def of(
        self, who: Person, query: int, found: Ranked, k: int, than: list[int | str] | None = None, more: int = 0
    ) -> Ordered:
        """The k best of the ranked items; with `than`, those that are better in all of it come first. `more` that come
        behind them change nothing about these."""
        items, scores = found.items, found.scores
        near = len(items) if than else min(self.near, len(items))
        if near < 1:
            return Ordered(items[: k + more], scores[: k + more], found.among)
        compared = self.reasons.compare(query, items[:near])
        plain = np.asarray((scores if found.worth is None else found.worth)[:near], np.float64)
        gain, facts = self._gain(who, compared, near), self.balance(query, items[:near])
        spread = max(float(plain.std()), 1e-9)
        worth = (plain - plain.mean()) / spread + self.gain_weight * gain + self.fact_weight * facts
        better, worse = (np.bincount(compared.row[compared.verdict == one], minlength=near) for one in (BETTER, WORSE))
        against = (worse > better) & (facts <= 0)
        keep = not than and bool((against & (gain <= 0)).all())
        wished = bool(len(who.wishes))
        if than:
            level = self.wanted(query, items[:near], compared, than)
        else:
            level = better - worse if keep and not wished else np.zeros(near, np.int64)
        held = against if self.hold_back else np.zeros(near, np.bool_)
        level = np.where(held, level.min() - 1, level)
        fit = np.zeros(near, np.int64) if wished else first_class(better, worse)
        order = self._in_order(items[:near], compared, worth, level, fit, k)
        order = order[~held[order]]
        whole = np.concatenate([order, np.arange(near, len(items))])[: k + more]
        beyond = np.asarray((scores if found.worth is None else found.worth)[near:], np.float64)
        worth = np.append(worth, (beyond - plain.mean()) / spread)[whole]
        # what lies beyond is compared, too, for its reasons
        kept = None if whole.size > order.size else picked(compared, whole)
        return Ordered(items[whole], scores[whole], found.among, kept, int(held.sum()), keep, worth)

    def wanted(self, query: int, items: Ints, compared: Compared, than: list[int | str]) -> Ints:
        """(n,) 2 for items known to be better than the query in all of `than`, 1 by the best estimate, 0 for others."""
        level = np.full(items.size, 2)
        family = self.reasons.posteriors.columns.family
        for one in than:
            now = np.zeros(items.size, np.int64)
            if one == PRICE:
                prices = self.reasons.prices
                now[prices.beside(query, items) < prices.amount[query] * (1.0 - SAME_PRICE)] = 2
            else:
                mine = compared.only(family[compared.attribute] == family[int(one)])
                np.maximum.at(now, mine.row, np.where(mine.verdict == BETTER, 2, 0))
                likely = (mine.difference > 0.0) & (mine.verdict > WORSE)
                np.maximum.at(now, mine.row, np.where(likely, 1, 0))
            level = np.minimum(level, now)
        return level

    def _gain(self, who: Person, compared: Compared, items: int) -> Doubles:
        """(O2) of each item."""
        sure = np.where(compared.verdict == COMPARABLE, 0.0, 2.0 * compared.confidence - 1.0)
        weight = np.asarray(who.care, np.float64)[compared.attribute] / self.reasons.scale
        gain = np.bincount(compared.row, weights=weight * compared.difference * sure, minlength=items)
        return np.asarray(gain, np.float64)

    def balance(self, query: int | Ints, items: Ints) -> Doubles:
        """F of each item: cheaper, dearer, better and worse rated than the query, or each than its own (n,); unknown
        counts as neither."""
        prices, stars = self.reasons.prices, self.facts.stars
        own = np.where(prices.amount[query] > 0, prices.amount[query], np.nan)
        price = (prices.beside(query, items) - own) / own
        cheaper = np.where(np.abs(price) > SAME_PRICE, -np.sign(price), 0.0)
        rated = stars[items] - stars[query]
        better = np.where(np.abs(rated) > ALIKE_STARS, np.sign(rated), 0.0)
        balance: Doubles = np.nan_to_num(cheaper) * np.ones(items.size) + np.nan_to_num(better)
        return balance

    def _in_order(self, items: Ints, compared: Compared, worth: Doubles, level: Ints, fit: Ints, k: int) -> Ints:
        """Places of all items in their order: the k that are shown by `level`, then by worth, each after those of them
        that dominate it; the rest behind them. The first place goes by `level`, then by `fit`."""
        plain = np.lexsort((-worth, -level))
        ahead = np.lexsort((-worth, -fit, -level))[0]
        rest = plain[plain != ahead]
        shown = np.append(ahead, rest[: k - 1])
        beats = dominates(self._values(items[shown], picked(compared, shown)))
        order: list[int] = []
        left, over, beaten = list(range(shown.size)), beats.tolist(), beats.sum(axis=0).tolist()
        rank = list(zip(level[shown].tolist(), fit[shown].tolist(), worth[shown].tolist(), strict=True))
        while left:
            free = [one for one in left if not beaten[one]]
            if order:
                chosen = max(free, key=lambda one: (rank[one][0], rank[one][2]))
            else:  # the first place goes by fitness, too
                chosen = max(free, key=lambda one: rank[one])
            order.append(chosen)
            left.remove(chosen)
            for one in left:
                beaten[one] -= over[chosen][one]
        return np.concatenate([shown[order], rest[k - 1 :]])

    def _values(self, items: Ints, compared: Compared) -> Doubles:
        """(n, m) what is shown of each item, larger is better: verdicts by family, price, stars; NaN where unknown."""
        family = self.reasons.posteriors.columns.family[compared.attribute]
        names, place = np.unique(family, return_inverse=True)
        values = np.zeros((items.size, names.size + 1))
        values[compared.row, place] = value_of(compared.verdict)
        values[:, -1] = self.facts.mean_stars[items]
        prices = self.reasons.prices
        in_each = [
            np.where(prices.code[items] == code, -prices.amount[items], np.nan)
            for code in np.unique(prices.code[items])
        ]
        return np.column_stack([values, *in_each])  # a column for each currency: they are not compared


def value_of(verdict: NDArray[np.int8]) -> NDArray[np.int8]:
    """1 for better, -1 for worse, 0 otherwise."""
    return _VALUE[verdict]


def first_class(better: Ints, worse: Ints) -> Ints:
    """(n,) fitness for the first place: better in something and worse in no more; worse in nothing; the balance."""
    return np.where((better > 0) & (worse <= better), 2, np.where(worse == 0, 1, np.minimum(better - worse, 0)))


def dominates(values: Doubles) -> Bools:
    """(n, n) whether one item beats another in everything shown: nowhere worse, somewhere better. Where one of the two
    is unknown, neither is better."""
    apart = values[:, None, :] - values[None, :, :]
    known = ~np.isnan(apart)
    never, somewhere = ~((apart < 0) & known).any(axis=2), ((apart > 0) & known).any(axis=2)
    found: Bools = np.asarray(never & somewhere, np.bool_)
    return found & ~found.T
