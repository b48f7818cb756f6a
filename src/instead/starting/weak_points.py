"""What is weak about a shop's data, by the counts of its preparation and a try, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from instead.mentions.languages import mostly_foreign
from instead.preparation.strange_ids import strange_ids
from instead.starting.tried_out import TriedOut
from instead.store.dataset import Dataset

FEW_REVIEWS = 3.0
FEW_LINKED = 0.5
FEW_DESCRIBED = 0.9
FEW_CASES = 200


@dataclass(frozen=True)
class WeakPoint:
    """What was seen, and what to do about it."""

    seen: str
    advice: str


def weak_points(
    data: Dataset, unread: str | None, tried: TriedOut, figures: Sequence[dict[str, Any]], cases: int
) -> list[WeakPoint]:
    """What a shop's owner should know, the gravest first."""
    found = [
        *_rejected(data),
        *_strangers(data),
        *_links(data),
        *_texts(data, unread),
        *_described(data),
        *_figures(figures, cases),
    ]
    if tried.answered < 1.0:
        found.append(WeakPoint(
            f"{1 - tried.answered:.0%} of the items get no offer",
            "they are the only ones of their kind, or nothing (title, category, links, reviews) places them: describe "
            "them, or let other kinds in (`--any-kind`)",
        ))  # fmt: skip
    if tried.reasoned < FEW_DESCRIBED:
        found.append(WeakPoint(
            f"{1 - tried.reasoned:.0%} of the offers carry no reason",
            "reasons come from review texts, ratings, prices and click logs: bring those that you have",
        ))  # fmt: skip
    return found


def _rejected(data: Dataset) -> list[WeakPoint]:
    found = []
    for source in data.manifest["sources"]:
        if source["rejected"]:
            causes = "; ".join(f"{count:,} {cause}" for cause, count in source["causes"].items())
            found.append(WeakPoint(
                f"{source['rejected']:,} of {source['rows']:,} rows of {source['file']} cannot be used: {causes}",
                "`instead inspect` shows the first of them with their lines",
            ))  # fmt: skip
    return found


def _strangers(data: Dataset) -> list[WeakPoint]:
    """Ids of reviews and logs that no product table has: often the same ones, written in another way."""
    sentence = strange_ids(data.items)
    if sentence is None:
        return []
    return [WeakPoint(sentence, "write ids alike in all files: text, not numbers, where they come from a spreadsheet")]


def _links(data: Dataset) -> list[WeakPoint]:
    graph, items = data.manifest["graph"], data.manifest["counts"]["items"]
    if not graph["edges"]:
        return [WeakPoint(
            "nothing says which items people weigh against each other",
            "bring a click log (who looked at what, when), which tells it by itself; until then items are compared by "
            "their words, category, price and reviews",
        )]  # fmt: skip
    share = graph["covered_items"] / max(items, 1)
    if share < FEW_LINKED:
        return [WeakPoint(
            f"only {share:.0%} of the items are linked to others by clicks or links",
            "a longer click log links more of them; the others are placed by their words and category",
        )]  # fmt: skip
    return []


def _texts(data: Dataset, unread: str | None) -> list[WeakPoint]:
    foreign = mostly_foreign(data.manifest.get("languages", {}))
    if foreign is not None:
        return [WeakPoint(foreign, "reasons are given from facts: price, stars, what people took")]
    if not data.has_text:
        return [WeakPoint(
            "there are no review texts",
            "reasons are given from facts alone (price, stars, what people took); texts would say what is better",
        )]  # fmt: skip
    if unread is not None:
        return [WeakPoint(f"the review texts were not read: {unread}", "reasons are given from facts alone")]
    counts = data.manifest["counts"]
    each = counts["reviews"] / max(counts["items"], 1)
    if each < FEW_REVIEWS:
        return [WeakPoint(
            f"{each:.1f} reviews an item",
            "what is said of a brand and a category stands in for single items; more reviews make reasons surer",
        )]  # fmt: skip
    return []


def _described(data: Dataset) -> list[WeakPoint]:
    items, described = data.manifest["counts"]["items"], data.manifest.get("described", {})
    needed = {"title": "offers are shown by their id", "category": "the kind of a thing is guessed from its title",
              "price": "nothing can be called cheaper"}  # fmt: skip
    found = []
    for name, why in needed.items():
        have = described.get(name, 0)
        if have < FEW_DESCRIBED * items:
            found.append(WeakPoint(
                f"{items - have:,} of {items:,} items have no {name}",
                f"{why}; bring a product table or feed that has it",
            ))  # fmt: skip
    return found


def _figures(figures: Sequence[dict[str, Any]], cases: int) -> list[WeakPoint]:
    if not figures:
        return [WeakPoint(
            "no choices could be held out, so nobody can say how good the offers are",
            "bring orders or a click log with users or sessions who took several things",
        )]  # fmt: skip
    if cases < FEW_CASES:
        return [WeakPoint(
            f"the figures rest on {cases:,} choices", "read their intervals, not their digits; more data narrow them"
        )]  # fmt: skip
    return []
