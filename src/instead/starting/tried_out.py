"""A trained shop, tried out: how many items get offers with which reasons, and three examples worth looking at."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from instead.progress import Progress, quiet
from instead.records import Item, Recommendation
from instead.rng import stage_rng
from instead.shop import Shop

ASKED = 200
"""Items that are asked about at most."""
OFFERS = 5
EXAMPLES = 3


@dataclass(frozen=True)
class Example:
    """One item with what is offered instead, and what sells best of its kind without looking at reasons."""

    query: Item
    found: Recommendation
    popular: tuple[str, ...]


@dataclass(frozen=True)
class TriedOut:
    """Shares over a sample of all items, asked about by nobody in particular."""

    items: int
    """Items of the shop."""
    asked: int
    answered: float
    """Share of the items that get an offer."""
    reasoned: float
    """Share of the offers that carry a verdict of reviews or a fact."""
    better: float
    """Share of the first offers that are better in something: an attribute, or a fact in their favour."""
    examples: tuple[Example, ...]

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the examples by id."""
        found = {name: value for name, value in asdict(self).items() if name != "examples"}
        found["examples"] = [
            {"query": one.query.id, "title": one.query.title, "offers": [offer.item for offer in one.found],
             "because": [offer.text for offer in one.found]}
            for one in self.examples
        ]  # fmt: skip
        return found


def try_out(shop: Shop, seed: int = 0, progress: Progress = quiet) -> TriedOut:
    """Ask about a sample of the items, and about the most reviewed ones to find examples."""
    count = len(shop.catalogue)
    popular = shop.catalogue.by_popularity[: ASKED // 4]
    drawn = stage_rng(seed, "tried out").permutation(count)[:ASKED]
    numbers = list(dict.fromkeys([*drawn.tolist(), *popular.tolist()]))
    answers: dict[int, Recommendation] = {}
    with progress("asking about items", total=len(numbers)) as advance:
        for number in numbers:
            answers[number] = shop.recommend(None, shop.catalogue.ids[number], OFFERS)
            advance(1)
    asked = [answers[number] for number in drawn.tolist()]  # not the popular ones: they have more to say than others
    offers = [offer for answer in asked for offer in answer]
    firsts = [answer[0] for answer in asked if len(answer)]
    return TriedOut(
        count,
        len(asked),
        float(np.mean([len(answer) > 0 for answer in asked])) if asked else 0.0,
        float(np.mean([bool(offer.reasons or offer.facts) for offer in offers])) if offers else 0.0,
        float(np.mean([_is_better(offer) for offer in firsts])) if firsts else 0.0,
        _examples(shop, answers),
    )


def _is_better(offer: Any) -> bool:
    return any(reason.verdict == "better" for reason in offer.reasons) or any(fact.favours > 0 for fact in offer.facts)


def _examples(shop: Shop, answers: dict[int, Recommendation]) -> tuple[Example, ...]:
    """Those with most to say for their first offer, of different kinds where there are several."""

    def telling(number: int) -> tuple[int, int]:
        first = answers[number][0]
        return sum(reason.verdict == "better" for reason in first.reasons), len(first.facts)

    ranked = sorted((n for n in answers if len(answers[n])), key=telling, reverse=True)
    kinds: dict[str | None, int] = {}
    for number in ranked:
        kinds.setdefault(answers[number].kind, number)
    chosen = [*kinds.values(), *(number for number in ranked if number not in kinds.values())][:EXAMPLES]
    return tuple(Example(shop.catalogue.item(n), answers[n], _popular(shop, n)) for n in chosen)


def _popular(shop: Shop, query: int) -> tuple[str, ...]:
    """The most reviewed items of the query's kind, which plain popularity would offer."""
    kind = shop.kinds.of(query)
    found = [n for n in shop.catalogue.by_popularity.tolist() if n != query and (kind is None or kind.members[n])]
    return tuple(shop.catalogue.titles[n] for n in found[:3])
