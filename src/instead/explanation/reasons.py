"""Reasons for a substitute, as records: the user's care, review counts of both items, verdict and its probability.

Two styles. `paper`: the attributes of the largest gain x~ (y~_j - y~_q), Eq. 20, estimated cells included. `honest`:
attributes that reviews support (`comparing.py`), weighted by care times the difference between the items' posterior
shares of praise; worse attributes get places in proportion to their weight, at least one. What the request asks for
comes first, and is answered also where reviews say nothing of it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.explanation.choosing import WORSE as CODE_OF_WORSE
from instead.explanation.choosing import choose_reasons
from instead.explanation.comparing import OWN, Compared, Comparer
from instead.explanation.one_verdict import UNKNOWN as NOT_CLEAR
from instead.explanation.standings import Standings
from instead.explanation.verdicts import compare_shares
from instead.models.evidence import Evidence
from instead.models.posteriors import Posteriors, plain_posteriors
from instead.prices import Prices
from instead.records import Reason, Standing
from instead.settings import ReasonSettings
from instead.wording import BETTER, COMPARABLE, ENGLISH, UNKNOWN, WORSE, Wording

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]
Tally = tuple[int, int, int]
"""Attributes that are better, comparable, worse."""
_KEPT = 20_000  # sentences at most
NONE = "none"
"""The source of a reason that answers a wish of which no review speaks."""


@dataclass(frozen=True)
class Names:
    """Names of items, users and attributes by number."""

    items: Sequence[str]
    users: Sequence[str]
    attributes: Sequence[str]


@dataclass(frozen=True)
class Person:
    """What reasons need to know of somebody."""

    care: Floats  # x~ (A,)
    observed: Bools  # (A,)
    wishes: Sequence[int] = ()
    """Attributes that the request asks for, in its order."""
    why: Callable[[int], str] = field(default=lambda attribute: "")
    """Why an attribute matters to them, in words; empty where nothing is known."""
    likely: Callable[[Ints, Ints], Doubles] | None = None
    """Log of how likely they would write about attributes (n,) of items (n,), up to a constant (S1)."""


class Reasons:
    """Computes the reasons for pairs of items from the evidence of a shop."""

    def __init__(
        self, evidence: Evidence, names: Names, scale: float, settings: ReasonSettings, wording: Wording = ENGLISH,
        prices: Prices | None = None, posteriors: Posteriors | None = None,
    ) -> None:  # fmt: skip
        """Without `prices` none is known. Without `posteriors`, or if pooling is off, the prior is the shop's
        share of praise, worth `ReasonSettings.prior` reviews, and every attribute stands alone."""
        self.evidence, self.names, self.scale = evidence, names, scale
        self.settings, self.wording = settings, wording
        self._texts: dict[tuple[Any, ...], tuple[str, str]] = {}
        pooled = (
            posteriors if settings.pooled and posteriors is not None else plain_posteriors(evidence, settings.prior)
        )
        self.posteriors = pooled
        self.prices = Prices.plain(np.full(len(names.items), np.nan)) if prices is None else prices
        self.comparer = Comparer(pooled, settings, self.prices, self._costs())
        self.standings = Standings(evidence, pooled, names.items, scale, settings.longest_quote, wording)

    def _costs(self) -> list[bool]:
        """(A,) which attributes speak of the price."""
        return [name in self.wording.price_words for name in self.names.attributes]

    def in_words(self, wording: Wording) -> Reasons:
        """The same in other words; what they are computed from is shared."""
        made = copy.copy(self)
        made.wording, made._texts = wording, {}
        made.__dict__.pop("_about", None)
        made.comparer = self.comparer.over(self.posteriors, self.prices, made._costs())
        made.standings = self.standings.over(self.evidence, self.posteriors, self.names.items, wording)
        return made

    def updated(self, evidence: Evidence, items: Sequence[str], prices: Prices, posteriors: Posteriors) -> Reasons:
        """The same over other evidence, items, prices and posteriors of the same shop."""
        made = copy.copy(self)
        made.evidence, made.prices, made.names = evidence, prices, replace(self.names, items=items)
        if self.settings.pooled:
            made.posteriors = posteriors
        elif evidence is not self.evidence:
            made.posteriors = plain_posteriors(evidence, self.settings.prior)
        made.comparer = self.comparer.over(made.posteriors, prices)
        if made.posteriors is not self.posteriors or evidence is not self.evidence:
            made.standings = self.standings.over(evidence, made.posteriors, items, self.wording)
        return made

    def compare(self, query: int | Ints, items: Ints) -> Compared:
        """A verdict for each item beside a query, or each beside its own (n,), and family of attributes of which
        reviews speak; it depends on the items alone."""
        return self.comparer.compare(query, items)

    def honest(
        self, query: int, items: Ints, who: Person, quality: Floats, of_query: Floats, z: int, quotes: int,
        compared: Compared | None = None,
    ) -> tuple[list[tuple[Reason, ...]], list[Tally]]:  # fmt: skip
        """At most z supported reasons of every item, with answers to all wishes, and how many better, comparable and
        worse attributes there are. `quality` (n, A) is y~ of the items, `of_query` (A,) that of the query."""
        compared = self.compare(query, items) if compared is None else compared
        chosen = self.chosen(compared, items, who, z)
        sources = self.comparer.sources(query, items, compared)
        used: set[str] = set()  # no quote twice in one answer
        found = [
            tuple(
                self._unspoken(-1 - place, who, quality[row], of_query)
                if place < 0
                else self._reason(query, int(items[row]), compared, place, sources[place], who, quality[row], of_query,
                                  quotes, used)
                for place in chosen[row]
            )
            for row in range(len(items))
        ]  # fmt: skip
        return found, tallies(compared, len(items))

    def chosen(self, compared: Compared, items: Ints, who: Person, z: int) -> list[list[int]]:
        """Places of the reasons of each item, those on wishes first; -1 - attribute for a wish nothing is said of."""
        spans = compared.spans(len(items))
        chosen = np.empty((len(items), z), np.int64)
        choose_reasons(
            spans[:-1].copy(), spans[1:].copy(), np.arange(compared.row.size), compared.verdict, compared.difference,
            self._weights(compared, items, who), self.settings.trade_offs, chosen,
        )  # fmt: skip
        found = [[place for place in row if place >= 0] for row in chosen.tolist()]
        if not z or not len(who.wishes):
            return found
        family = self.posteriors.columns.family
        wished = family[np.asarray(who.wishes, np.int64)].tolist()
        families = family[compared.attribute].tolist()
        for row, places in enumerate(found):
            at = {families[place]: place for place in range(int(spans[row]), int(spans[row + 1]))}
            answers = [at.get(one, -1 - int(wish)) for one, wish in zip(wished, who.wishes, strict=True)]
            answers = list(dict.fromkeys(answers))
            rest = [place for place in places if place not in answers]
            found[row] = answers + self._fitting(compared, rest, max(z - len(answers), 0))
        return found

    def _fitting(self, compared: Compared, places: list[int], room: int) -> list[int]:
        """As many reasons as there is room for beside wishes, with the places that are reserved for worse ones."""
        worse = [place for place in places if compared.verdict[place] == CODE_OF_WORSE]
        kept = min(self.settings.trade_offs, len(worse), room)
        others = [place for place in places if compared.verdict[place] != CODE_OF_WORSE][: room - kept]
        return others + worse[: room - len(others)]

    def _weights(self, compared: Compared, items: Ints, who: Person) -> Floats:
        """(n,) of each comparison: care times how likely they would write about it, the likeliest being 1."""
        care = who.care[compared.attribute]
        if who.likely is None or not care.size:
            return care
        likely = who.likely(items[compared.row], compared.attribute)
        return np.asarray(care * np.exp(likely - likely.max()), np.float32)

    def by_gain(
        self, query: int, item: int, who: Person, quality: Floats, of_query: Floats, known: Bools | None, z: int,
        quotes: int,
    ) -> tuple[Reason, ...]:  # fmt: skip
        """The z largest gains, Eq. 20 and 22. `known` (A,) restricts them where a model has no estimates."""
        found = []
        used: set[str] = set()
        for attribute, gain in self.largest(who.care * (quality - of_query), known, z):
            places = self._place(query, attribute), self._place(item, attribute)
            verdict = BETTER if gain > 0 else COMPARABLE
            confidence = self._confidence(*places, verdict)
            found.append(
                self._made(query, item, attribute, attribute, *places, verdict, confidence, OWN, who, quality, of_query,
                           quotes, used)
            )  # fmt: skip
        return tuple(found)

    def largest(self, gains: Floats, known: Bools | None, z: int) -> list[tuple[int, float]]:
        """The z largest gains with their attributes, of the known ones."""
        if known is not None:
            gains = np.where(known, gains, np.float32(-np.inf))
            z = min(z, int(known.sum()))
        order = np.argsort(-gains, kind="stable")[:z]
        return [(attribute, float(gains[attribute])) for attribute in order.tolist()]

    def _place(self, item: int, column: int) -> int:
        return int(self.posteriors.cells.places(np.array([item]), np.array([column]))[0])

    def _confidence(self, of_query: int, of_item: int, verdict: str) -> float:
        """Posterior probability of the verdict; 0 unless both items have reviews of the attribute."""
        cells, posteriors = self.posteriors.cells, self.posteriors
        if min(of_query, of_item) < 0 or min(cells.praised[at] + cells.blamed[at] for at in (of_query, of_item)) == 0:
            return 0.0
        mine, theirs = slice(of_item, of_item + 1), slice(of_query, of_query + 1)
        above, close = np.empty(1), np.empty(1)
        compare_shares(
            posteriors.alpha[mine], posteriors.beta[mine], posteriors.alpha[theirs], posteriors.beta[theirs],
            self.settings.alike, above, close,
        )  # fmt: skip
        return float(above[0] if verdict == BETTER else close[0])

    def table(
        self, query: int, item: int, who: Person, quality: Floats, of_query: Floats, n: int, quotes: int, z: int = 3
    ) -> tuple[Reason, ...]:
        """The comparison of two items on n mentioned attributes, one of each family, the z reasons among them."""
        items = np.array([item])
        compared = self.compare(query, items)
        sources = self.comparer.sources(query, items, compared)
        (given,) = self.chosen(compared, items, who, z)
        used: set[str] = set()
        found = []
        for place in self._rows(query, item, compared, given, who, n):
            if place >= 0:
                found.append(
                    self._reason(query, item, compared, place, sources[place], who, quality, of_query, quotes, used)
                )
                continue
            attribute = -1 - place
            places = self._place(query, attribute), self._place(item, attribute)
            found.append(
                self._made(query, item, attribute, attribute, *places, UNKNOWN, 0.0, OWN if max(places) >= 0 else NONE,
                           who, quality, of_query, quotes, used)
            )  # fmt: skip
        return tuple(found)

    def _rows(self, query: int, item: int, compared: Compared, given: list[int], who: Person, n: int) -> list[int]:
        """Rows of the table, as in `chosen`: the reasons, and the families that weigh most.

        Where it is known what somebody would write about, that is the weight and the order, after answers to wishes.
        Otherwise reasons come first, then what is mentioned for both items, by care times the logarithm of the number
        of reviews.
        """
        evidence, family = self.evidence, self.posteriors.columns.family
        told = {int(family[attribute]): place for place, attribute in enumerate(compared.attribute.tolist())}
        weight: dict[int, float] = {}
        for one in (query, item):
            span = evidence.cells(one)
            counts = evidence.praised[span] + evidence.blamed[span]
            for attribute, count in zip(evidence.attribute[span].tolist(), counts.tolist(), strict=True):
                weight[attribute] = weight.get(attribute, 0.0) + float(who.care[attribute]) * float(np.log1p(count))
        if who.likely is not None and weight:
            names = np.array(list(weight), np.int64)
            weight = dict(zip(names.tolist(), who.likely(np.full(names.size, item), names).tolist(), strict=True))
        rest: dict[int, int] = {}  # of each family the attribute of most weight
        for attribute in sorted(weight, key=lambda attribute: (-weight[attribute], attribute)):
            rest.setdefault(int(family[attribute]), attribute)

        def of(place: int) -> int:
            return int(family[-1 - place if place < 0 else compared.attribute[place]])

        shown = {of(place) for place in given}
        both = set.intersection(*({*family[evidence.attribute[evidence.cells(one)]].tolist()} for one in (query, item)))
        order = sorted(
            (one for one in rest if one not in shown),
            key=lambda one: (who.likely is None and one not in both, -weight[rest[one]], rest[one]),
        )
        rows = [*given, *(told.get(one, -1 - rest[one]) for one in order)][:n]
        if who.likely is None:
            return rows
        wished = {int(family[wish]) for wish in who.wishes}
        return sorted(
            rows, key=lambda place: (of(place) not in wished, -weight[rest[of(place)]] if of(place) in rest else 0.0)
        )

    def _reason(
        self, query: int, item: int, compared: Compared, place: int, source: str, who: Person, quality: Floats,
        of_query: Floats, quotes: int, used: set[str],
    ) -> Reason:  # fmt: skip
        return self._made(
            query, item, int(compared.attribute[place]), int(compared.column[place]), int(compared.of_query[place]),
            int(compared.of_item[place]), VERDICTS[compared.verdict[place]], float(compared.confidence[place]), source,
            who, quality, of_query, quotes, used,
        )  # fmt: skip

    def _unspoken(self, attribute: int, who: Person, quality: Floats, of_query: Floats) -> Reason:
        """The answer to a wish of which reviews of neither item speak."""
        return self._made(-1, -1, attribute, attribute, -1, -1, UNKNOWN, 0.0, NONE, who, quality, of_query, 0, set())

    def _made(
        self, query: int, item: int, attribute: int, column: int, at_query: int, at_item: int, verdict: str,
        confidence: float, source: str, who: Person, quality: Floats, of_query: Floats, quotes: int, used: set[str],
    ) -> Reason:  # fmt: skip
        wanted, wording, name = -1 if verdict == WORSE else 1, self.wording, self.names.attributes[attribute]
        about, strict = self._about, verdict in (BETTER, WORSE)
        standing = self.standings.of
        mine = standing(item, at_item, column, float(quality[attribute]), quotes, wanted, about[0][attribute], strict,
                        used)  # fmt: skip
        opposite = -wanted if strict else wanted
        theirs = standing(query, at_query, column, float(of_query[attribute]), quotes, opposite, about[1][attribute],
                          strict, used)  # fmt: skip
        care, (text, said) = float(who.care[attribute]), self._text(attribute, verdict, mine, theirs, source)
        return Reason(
            name,
            care,
            bool(who.observed[attribute]),
            theirs,
            mine,
            care * (mine.quality - theirs.quality),
            verdict,
            confidence,
            text,
            wording.verdict(verdict),
            said,
            source,
            column != attribute,
            self._wished(attribute, who.wishes),
            who.why(attribute),
        )

    def _text(self, attribute: int, verdict: str, mine: Standing, theirs: Standing, source: str) -> tuple[str, str]:
        """The sentence of a reason and its line of counts; kept, because counts are small and repeat."""
        counts = mine.praised, mine.blamed, theirs.praised, theirs.blamed
        key = attribute, verdict, source, mine.text, theirs.text, counts
        found = self._texts.get(key)
        if found is None:
            said, name = self.wording.both(verdict, mine, theirs, source), self.names.attributes[attribute]
            if len(self._texts) >= _KEPT:
                self._texts = {}
            found = self._texts[key] = self.wording.one_reason(verdict, name, mine, theirs, source, said), said
        return found

    def _wished(self, attribute: int, wishes: Collection[int]) -> bool:
        family = self.posteriors.columns.family
        return any(family[wish] == family[attribute] for wish in wishes)

    @cached_property
    def _about(self) -> tuple[list[str], list[str]]:
        """Captions of the quotes about substitute and query, by attribute."""
        of_substitute, of_query = self.wording.quote_of_substitute, self.wording.quote_of_query
        names = self.names.attributes
        return [of_substitute.format(attribute=name) for name in names], [of_query.format(attribute=n) for n in names]


VERDICTS = (BETTER, COMPARABLE, WORSE, UNKNOWN)
"""Names of the codes of `choosing.py`."""


def tallies(compared: Compared, items: int) -> list[Tally]:
    """Number of better, comparable and worse attributes of each item."""
    clear = compared.verdict < NOT_CLEAR
    counts = np.bincount(compared.row[clear] * 3 + compared.verdict[clear], minlength=3 * items).reshape(items, 3)
    return [(better, comparable, worse) for better, comparable, worse in counts.tolist()]
