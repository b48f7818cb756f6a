"""Generates links: substitutes by similarity, complements from other departments.

Substitutes ("also viewed", "bought after viewing") are the most similar of a popular sample of the category;
a share of them follows no similarity. Complements ("also bought", "bought together") come from categories
that go with the item's own. Some links point to items the shop no longer has, as in real dumps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.lab.world.world_items import Items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import Vocabulary
from instead.rng import stage_rng

RELATIONS = ("also_viewed", "buy_after_viewing", "also_bought", "bought_together")
VIEWED, AFTER, BOUGHT, TOGETHER = range(4)
SAMPLE = 64  # items of the category looked at for similarity
FEATURES = 16  # places compared: the shared and the most talked about
MOST_AFTER = 4
MEAN_COMPLEMENTS = 6.0
ABSENT = 0.02  # share of links to items that are not there
GONE = 500  # how many different items are not there
CHUNK = 2_000


@dataclass(frozen=True)
class Links:
    """Links of a run of items, sorted by source. Targets from `len(items)` on are absent items."""

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    relation: NDArray[np.int8]
    planted: NDArray[np.bool_]


def make_links(settings: WorldSettings, vocabulary: Vocabulary, items: Items) -> Iterator[Links]:
    """Links in runs of items, in the order of the raw files."""
    for start in range(0, len(items), CHUNK):
        part = items.order[start : start + CHUNK]
        rng = stage_rng(settings.seed, "world", "links", start)
        yield _links_of(settings, vocabulary, items, part, rng)


def _links_of(
    settings: WorldSettings,
    vocabulary: Vocabulary,
    items: Items,
    part: NDArray[np.int64],
    rng: np.random.Generator,
) -> Links:
    count = len(part)
    linked = rng.random(count) >= settings.unlinked
    share = max(1e-9, 1.0 - settings.unlinked)
    degree = np.where(linked, rng.poisson(settings.mean_links / share * rng.gamma(2.0, 0.5, count)), 0)

    shape = (count, SAMPLE)
    category = items.category[part].astype(np.int64)
    near = np.sort(items.draw(np.broadcast_to(category[:, None], shape), rng.random(shape)), axis=1)
    width = min(FEATURES, vocabulary.places)
    apart = np.zeros(shape, dtype=np.float32)
    for p in range(width):
        apart += (items.quality[near, p] - items.quality[part, p][:, None]) ** 2
    apart = np.sqrt(apart / width) + np.abs(items.standing[near] - items.standing[part][:, None])
    apart += 0.25 * rng.standard_normal(shape, dtype=np.float32)
    repeated = near == part[:, None]
    repeated[:, 1:] |= near[:, 1:] == near[:, :-1]
    apart[repeated] = np.inf
    order = np.argsort(apart, axis=1)
    near = np.take_along_axis(near, order, axis=1)
    different = SAMPLE - repeated.sum(axis=1)
    noisy = rng.random(shape) < settings.link_noise
    anywhere = np.searchsorted(items.cumulated, rng.random(shape) * items.cumulated[-1], side="right") - 1
    targets = np.where(noisy, np.minimum(anywhere, len(items) - 1), near)
    gone = rng.random(shape) < ABSENT
    targets = np.where(gone, len(items) + rng.integers(0, GONE, shape), targets)

    rank = np.broadcast_to(np.arange(SAMPLE), shape)
    after = np.minimum(rng.integers(0, MOST_AFTER + 1, count), degree)
    kept = rank < np.minimum(degree, different)[:, None]
    relation = np.where(rank < after[:, None], AFTER, VIEWED)
    row, column = np.nonzero(kept)
    made = [
        (row, targets[row, column], relation[row, column], ~(noisy | gone)[row, column]),
        _complements(vocabulary, items, part, linked, rng),
    ]
    rows, target, kind, planted = (np.concatenate(columns) for columns in zip(*made, strict=True))
    # No self-links and no duplicates: the first (most similar) is kept.
    other = target != part[rows]
    rows, target, kind, planted = rows[other], target[other], kind[other], planted[other]
    key = (rows * 2 + (kind >= BOUGHT)) * (len(items) + GONE) + target
    _, once = np.unique(key, return_index=True)
    once = np.sort(once)
    once = once[np.lexsort((kind[once], rows[once]))]
    return Links(
        part[rows[once]].astype(np.int32),
        target[once].astype(np.int32),
        kind[once].astype(np.int8),
        planted[once],
    )


def _complements(
    vocabulary: Vocabulary,
    items: Items,
    part: NDArray[np.int64],
    linked: NDArray[np.bool_],
    rng: np.random.Generator,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Items of categories that go with the item's own: (row, target, relation, planted)."""
    code = {category.code: c for c, category in enumerate(vocabulary.categories)}
    goes = [
        [code[other] for other in category.goes_with if other in code] or [(c + 1) % len(code)]
        for c, category in enumerate(vocabulary.categories)
    ]
    degree = np.where(linked, rng.poisson(MEAN_COMPLEMENTS, len(part)), 0)
    row = np.repeat(np.arange(len(part)), degree)
    draws = rng.integers(0, 1 << 30, len(row)).tolist()
    own = items.category[part[row]].tolist()
    category = np.array([goes[c][d % len(goes[c])] for c, d in zip(own, draws, strict=True)], dtype=np.int64)
    target = items.draw(category, rng.random(len(row)))
    gone = rng.random(len(row)) < ABSENT
    target = np.where(gone, len(items) + rng.integers(0, GONE, len(row)), target)
    relation = np.where(rng.random(len(row)) < 0.15, TOGETHER, BOUGHT)
    return row, target, relation, ~gone
