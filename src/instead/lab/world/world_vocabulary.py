"""The attributes of a synthetic shop, and which of them each category has.

An attribute is known by its name throughout the shop; its wording may differ between categories. Within a
category attributes have places: shared ones first, then the hand-written, then the long tail, so that a
quality array needs one row per item and only as many columns as the largest category has places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.errors import InputError
from instead.lab.world.stock.shared import PROPERTIES, fits
from instead.lab.world.world_catalogue import Attribute, Catalogue, Category, Variant
from instead.rng import stage_rng

LEAST_PER_CATEGORY = 4  # with fewer hand-written attributes choices would be nearly random
ITEMS_PER_CATEGORY = 8  # a shop with few items has few departments


@dataclass(frozen=True)
class Vocabulary:
    """Attributes of the shop. `place[c, a]` is where category c keeps attribute a, -1 where it has none."""

    categories: tuple[Category, ...]
    names: tuple[str, ...]
    wording: tuple[tuple[Attribute, ...], ...]  # [category][place]
    attribute: tuple[NDArray[np.int32], ...]  # [category][place] -> number of the attribute
    place: NDArray[np.int32]  # (categories, attributes)
    talked: NDArray[np.float64]  # (categories, places): cumulated chance that a place is talked about
    shared: int

    @property
    def places(self) -> int:
        return int(self.talked.shape[1])


def _hand_written(categories: tuple[Category, ...], shared: int, limit: int | None) -> list[list[Attribute]]:
    """Hand-written attributes per category; under a tight limit the less talked about ones are left out."""
    full = len({a.name for c in categories for a in c.attributes})
    room = full if limit is None else min(full, limit - shared)
    least = len({a.name for c in categories for a in c.attributes[:LEAST_PER_CATEGORY]})
    if room < least:
        raise InputError(
            f"{limit} attributes are too few for {len(categories)} categories: ask for {least + shared} or more"
        )
    kept: set[str] = set()
    for rank in range(max(len(c.attributes) for c in categories)):
        for category in categories:
            if rank < len(category.attributes) and len(kept) < room:
                kept.add(category.attributes[rank].name)
    return [[a for a in c.attributes if a.name in kept] for c in categories]


def _tail(categories: tuple[Category, ...], taken: set[str], wanted: int, seed: int) -> list[list[Attribute]]:
    """`wanted` compounds of part and property with new names, spread evenly over the categories."""
    tails: list[list[Attribute]] = [[] for _ in categories]
    decks: list[list[tuple[str, str]]] = []
    for category in categories:
        deck = [(part, name) for part in category.parts for name in PROPERTIES if fits(part, name)]
        order = stage_rng(seed, "world", "tail", category.code).permutation(len(deck))
        decks.append([deck[i] for i in order])
    while wanted:
        before = wanted
        for tail, deck in zip(tails, decks, strict=True):
            while deck and wanted:
                part, name = deck.pop()
                text = f"{part} {name}"
                if text in taken or part.split()[-1] == name:
                    continue
                taken.add(text)
                like = PROPERTIES[name]
                tail.append(Attribute(text, (Variant(text, False),), like.good, like.bad, like.too))
                wanted -= 1
                break
        if wanted == before:
            raise InputError(
                f"{wanted:,} attributes more than this shop has words for: "
                "ask for fewer attributes, or for more items (they bring more categories)"
            )
    return tails


def make_vocabulary(catalogue: Catalogue, items: int, limit: int | None, seed: int) -> Vocabulary:
    """The vocabulary of a shop with exactly `limit` attributes (None: the hand-written ones alone)."""
    categories = catalogue.categories[: max(1, items // ITEMS_PER_CATEGORY)]
    own = _hand_written(categories, len(catalogue.shared), limit)
    names: dict[str, int] = {}
    for attribute in (*catalogue.shared, *(a for attributes in own for a in attributes)):
        names.setdefault(attribute.name, len(names))
    surfaces = {v.text for c in categories for a in (*catalogue.shared, *c.attributes) for v in a.variants}
    tails = _tail(categories, surfaces | set(names), 0 if limit is None else limit - len(names), seed)
    for attribute in (a for tail in tails for a in tail):
        names[attribute.name] = len(names)

    wording = tuple((*catalogue.shared, *a, *t) for a, t in zip(own, tails, strict=True))
    numbers = tuple(np.array([names[a.name] for a in row], dtype=np.int32) for row in wording)
    place = np.full((len(categories), len(names)), -1, dtype=np.int32)
    talked = np.ones((len(categories), max(map(len, wording))))
    for c, row in enumerate(numbers):
        place[c, row] = np.arange(len(row))
        talked[c, : len(row)] = _cumulated_talk(len(catalogue.shared), len(own[c]), len(tails[c]))
    return Vocabulary(categories, tuple(names), wording, numbers, place, talked, len(catalogue.shared))


def _cumulated_talk(shared: int, own: int, tail: int) -> NDArray[np.float64]:
    """Chances fall like 1/rank. Shared and own attributes alternate in rank, the tail follows both."""
    head = shared + own
    rank = np.concatenate(
        [2.0 + 1.5 * np.arange(shared), 1.0 + np.arange(own), head + 1.0 + np.arange(tail)],
    )
    chance: NDArray[np.float64] = np.cumsum(1.0 / rank)
    chance /= chance[-1]
    return chance
