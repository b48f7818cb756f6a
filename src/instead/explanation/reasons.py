"""Reasons for a substitute, as records: the user's care, review counts of both items, verdict and its probability.

Two styles. `paper`: the attributes of the largest gain x~ (y~_j - y~_q), Eq. 20, estimated cells included. `honest`:
attributes that reviews of both items mention, weighted by care times the difference between the items' shares of
praise, each with a Beta posterior whose informative prior is the whole shop's share. "Better" and "worse" require a
posterior probability (`ReasonSettings.sure`) and raw shares that differ the same way, "comparable" a probability of
its own; worse attributes get places in proportion to their weight, at least one. A verdict on price that the shop's
own prices contradict is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.explanation.choosing import choose_reasons
from instead.explanation.verdicts import compare_shares, shared_cells
from instead.models.evidence import Evidence
from instead.records import Quote, Reason, Standing
from instead.settings import ReasonSettings
from instead.wording import BETTER, COMPARABLE, ENGLISH, UNKNOWN, WORSE, Wording, shortened

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Prices = NDArray[np.float64]
Tally = tuple[int, int, int]
"""Attributes that are better, comparable, worse."""


@dataclass(frozen=True)
class Names:
    """Names of items, users and attributes by number."""

    items: Sequence[str]
    users: Sequence[str]
    attributes: Sequence[str]


@dataclass(frozen=True)
class Weighed:
    """Attributes that reviews of both items mention, of several substitutes: one entry per (substitute, attribute)."""

    row: list[int]  # place of the substitute
    attribute: list[int]
    of_query: list[int]  # places in the evidence
    of_item: list[int]
    verdict: list[str]
    confidence: list[float]
    difference: list[float]  # of the shares of praise
    weight: list[float]  # care times that


class Reasons:
    """Computes the reasons for pairs of items from the evidence of a shop."""

    def __init__(
        self, evidence: Evidence, names: Names, scale: float, settings: ReasonSettings, wording: Wording = ENGLISH,
        prices: NDArray[np.float64] | None = None,
    ) -> None:  # fmt: skip
        """`prices` (items,): NaN where unknown."""
        self.evidence, self.names, self.scale = evidence, names, scale
        self.settings, self.wording = settings, wording
        self._prices = np.full(len(names.items), np.nan) if prices is None else prices
        self._of_price = np.array([name in wording.price_words for name in names.attributes], np.bool_)

    def weigh(self, query: int, items: Ints, care: Floats) -> Weighed:
        """Weighted comparison of the query with each item on every attribute that reviews of both mention."""
        evidence, settings = self.evidence, self.settings
        size = len(items) * int(evidence.start[query + 1] - evidence.start[query])
        row, of_query, of_item = (np.empty(size, np.int64) for _ in range(3))
        found = shared_cells(query, items, evidence.start, evidence.attribute, row, of_query, of_item)
        row, of_query, of_item = row[:found], of_query[:found], of_item[:found]
        attribute = evidence.attribute[of_item]
        good, bad = evidence.praised[of_item], evidence.blamed[of_item]
        other_good, other_bad = evidence.praised[of_query], evidence.blamed[of_query]
        usual, prior = evidence.praise[attribute], settings.prior
        above, close = np.empty(found), np.empty(found)
        compare_shares(good, bad, other_good, other_bad, usual, prior, settings.alike, above, close)
        share = (good + prior * usual) / (good + bad + prior)
        other = (other_good + prior * usual) / (other_good + other_bad + prior)
        enough = np.minimum(good + bad, other_good + other_bad) >= settings.least_reviews
        # the prior must not decide alone: the raw counts have to differ the same way
        lean = good.astype(np.int64) * (other_good + other_bad) - other_good.astype(np.int64) * (good + bad)
        better = enough & (above >= settings.sure) & (lean > 0)
        worse = enough & (above <= 1.0 - settings.sure) & (lean < 0)
        alike = enough & ~better & ~worse & (close >= settings.sure_alike)
        verdict = np.where(better, 0, np.where(worse, 2, np.where(alike, 1, 3)))
        if self._of_price.any():
            verdict = self._by_price(verdict, attribute, self._prices[items][row], float(self._prices[query]))
        confidence = np.where(enough, np.where(alike, close, np.maximum(above, 1.0 - above)), 0.0)
        return Weighed(
            row.tolist(), attribute.tolist(), of_query.tolist(), of_item.tolist(),
            [_VERDICTS[code] for code in verdict.tolist()], confidence.tolist(),
            (share - other).tolist(), (care[attribute] * (share - other)).tolist(),
        )  # fmt: skip

    def _by_price(self, verdict: Ints, attribute: NDArray[np.int32], price: Prices, of_query: float) -> Ints:
        """Verdicts without those on price that the shop's own prices contradict; unknown prices contradict nothing."""
        dearer, cheaper = price > of_query, price < of_query
        apart = np.abs(price - of_query) > self.settings.alike * of_query
        against = ((verdict == 0) & dearer) | ((verdict == 2) & cheaper) | ((verdict == 1) & apart)
        return np.where(self._of_price[attribute] & against, 3, verdict)

    def honest(
        self, query: int, items: Ints, care: Floats, observed: Bools, quality: Floats, of_query: Floats,
        z: int, quotes: int,
    ) -> tuple[list[tuple[Reason, ...]], list[Tally]]:  # fmt: skip
        """At most z supported reasons of every item, and how many better, comparable and worse attributes there are.
        `quality` (n, A) is y~ of the items, `of_query` (A,) that of the query."""
        weighed = self.weigh(query, items, care)
        chosen = self._chosen(weighed, len(items), care, z)
        found = [
            tuple(
                self._reason(query, int(items[row]), weighed.attribute[place], weighed.of_query[place],
                             weighed.of_item[place], weighed.verdict[place], weighed.confidence[place],
                             care, observed, quality[row], of_query, quotes)
                for place in chosen[row]
            )
            for row in range(len(items))
        ]  # fmt: skip
        return found, tallies(weighed, len(items))

    def _chosen(self, weighed: Weighed, items: int, care: Floats, z: int) -> list[list[int]]:
        """Places of the reasons of each item."""
        supported = [place for place, verdict in enumerate(weighed.verdict) if verdict != UNKNOWN]
        ends = np.searchsorted([weighed.row[place] for place in supported], np.arange(items + 1)).astype(np.int64)
        chosen = np.empty((items, z), np.int64)
        choose_reasons(
            ends[:-1].copy(), ends[1:].copy(),
            np.array([weighed.attribute[place] for place in supported], np.int64),
            np.array([CODES[weighed.verdict[place]] for place in supported], np.int8),
            np.array([weighed.difference[place] for place in supported], np.float64),
            care, self.settings.trade_offs, chosen,
        )  # fmt: skip
        return [[supported[at] for at in row if at >= 0] for row in chosen.tolist()]

    def by_gain(
        self, query: int, item: int, care: Floats, observed: Bools, quality: Floats, of_query: Floats,
        known: Bools | None, z: int, quotes: int,
    ) -> tuple[Reason, ...]:  # fmt: skip
        """The z largest gains, Eq. 20 and 22. `known` (A,) restricts them where a model has no estimates."""
        found = []
        for attribute, gain in self.largest(care * (quality - of_query), known, z):
            places = self.evidence.place(query, attribute), self.evidence.place(item, attribute)
            verdict = BETTER if gain > 0 else COMPARABLE
            confidence = self._confidence(attribute, *places, verdict)
            found.append(
                self._reason(query, item, attribute, *places, verdict, confidence, care, observed, quality,
                             of_query, quotes)
            )  # fmt: skip
        return tuple(found)

    def largest(self, gains: Floats, known: Bools | None, z: int) -> list[tuple[int, float]]:
        """The z largest gains with their attributes, of the known ones."""
        if known is not None:
            gains = np.where(known, gains, np.float32(-np.inf))
            z = min(z, int(known.sum()))
        order = np.argsort(-gains, kind="stable")[:z]
        return [(attribute, float(gains[attribute])) for attribute in order.tolist()]

    def _confidence(self, attribute: int, of_query: int, of_item: int, verdict: str) -> float:
        """Posterior probability of the verdict; 0 unless both items have reviews of the attribute."""
        if of_query < 0 or of_item < 0:
            return 0.0
        evidence = self.evidence
        mine, theirs = slice(of_item, of_item + 1), slice(of_query, of_query + 1)
        good, bad = evidence.praised[mine], evidence.blamed[mine]
        other_good, other_bad = evidence.praised[theirs], evidence.blamed[theirs]
        if min(int(good[0] + bad[0]), int(other_good[0] + other_bad[0])) == 0:
            return 0.0
        above, close = np.empty(1), np.empty(1)
        usual, settings = evidence.praise[attribute : attribute + 1], self.settings
        compare_shares(good, bad, other_good, other_bad, usual, settings.prior, settings.alike, above, close)
        return float(above[0] if verdict == BETTER else close[0])

    def table(
        self, query: int, item: int, care: Floats, observed: Bools, quality: Floats, of_query: Floats,
        n: int, quotes: int, z: int = 3,
    ) -> tuple[Reason, ...]:  # fmt: skip
        """The comparison of two items on the n mentioned attributes that weigh most for this user.

        The z reasons for the substitute come first, then attributes by care times the logarithm of the number of
        reviews that mention them; those mentioned for both items come before those mentioned for one.
        """
        evidence = self.evidence
        weighed = self.weigh(query, np.array([item]), care)
        shared = dict(zip(weighed.attribute, range(len(weighed.attribute)), strict=True))
        weight: dict[int, float] = {}
        for one in (query, item):
            span = evidence.cells(one)
            counts = evidence.praised[span] + evidence.blamed[span]
            for attribute, count in zip(evidence.attribute[span].tolist(), counts.tolist(), strict=True):
                weight[attribute] = weight.get(attribute, 0.0) + float(care[attribute]) * float(np.log1p(count))
        (chosen,) = self._chosen(weighed, 1, care, z)
        given = {weighed.attribute[place]: rank for rank, place in enumerate(chosen)}
        order = sorted(
            weight,
            key=lambda attribute: (given.get(attribute, z), attribute not in shared, -weight[attribute], attribute),
        )[:n]
        found = []
        for attribute in order:
            at = shared.get(attribute)
            places = evidence.place(query, attribute), evidence.place(item, attribute)
            verdict, confidence = (UNKNOWN, 0.0) if at is None else (weighed.verdict[at], weighed.confidence[at])
            found.append(
                self._reason(query, item, attribute, *places, verdict, confidence, care, observed, quality,
                             of_query, quotes)
            )  # fmt: skip
        return tuple(found)

    def _reason(
        self, query: int, item: int, attribute: int, at_query: int, at_item: int, verdict: str, confidence: float,
        care: Floats, observed: Bools, quality: Floats, of_query: Floats, quotes: int,
    ) -> Reason:  # fmt: skip
        wanted, wording, name = -1 if verdict == WORSE else 1, self.wording, self.names.attributes[attribute]
        about = self._about
        mine = self.standing(item, at_item, float(quality[attribute]), quotes, wanted, about[0][attribute])
        opposite = -wanted if verdict in (BETTER, WORSE) else wanted
        theirs = self.standing(query, at_query, float(of_query[attribute]), quotes, opposite, about[1][attribute])
        return Reason(
            name,
            float(care[attribute]),
            bool(observed[attribute]),
            theirs,
            mine,
            float(care[attribute]) * (mine.quality - theirs.quality),
            verdict,
            confidence,
            wording.one_reason(verdict, name, mine.text, theirs.text),
            wording.verdict(verdict),
            wording.both(verdict, mine, theirs),
        )

    @cached_property
    def _about(self) -> tuple[list[str], list[str]]:
        """Captions of the quotes about substitute and query, by attribute."""
        of_substitute, of_query = self.wording.quote_of_substitute, self.wording.quote_of_query
        names = self.names.attributes
        return [of_substitute.format(attribute=name) for name in names], [of_query.format(attribute=n) for n in names]

    def standing(self, item: int, place: int, quality: float, quotes: int, wanted: int, about: str) -> Standing:
        """Counts, quality and quotes of an item on an attribute; quotes of the wanted sentiment come first. `about` is
        their caption."""
        if place < 0:
            return Standing(quality, False, 0, 0, text=self.wording.standing(0, 0, False, quality, self.scale))
        praised, blamed = int(self.evidence.praised[place]), int(self.evidence.blamed[place])
        usual, prior = float(self.evidence.praise[self.evidence.attribute[place]]), self.settings.prior
        share = (praised + prior * usual) / (praised + blamed + prior)
        longest, users, name = self.settings.longest_quote, self.names.users, self.names.items[item]
        said = tuple(
            Quote(shortened(text, longest), sign, users[user], name, about)
            for text, sign, user in self.evidence.quotes(place, wanted, quotes)
        )
        text = self.wording.standing(praised, blamed, True, quality, self.scale)
        return Standing(quality, True, praised, blamed, said, share, text)


_VERDICTS = (BETTER, COMPARABLE, WORSE, UNKNOWN)
CODES = {name: code for code, name in enumerate(_VERDICTS)}
"""Codes of verdicts, as in `choosing.py`."""


def tallies(weighed: Weighed, items: int) -> list[Tally]:
    """Number of better, comparable and worse attributes of each item."""
    found = [[0, 0, 0] for _ in range(items)]
    for row, verdict in zip(weighed.row, weighed.verdict, strict=True):
        if verdict != UNKNOWN:
            found[row][CODES[verdict]] += 1
    return [(better, comparable, worse) for better, comparable, worse in found]
