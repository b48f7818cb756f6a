"""Generates items: popularity (power law), brands, prices and planted qualities.

Items are numbered category by category and, within one, by falling popularity. The published ids do not
show that order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.lab.world import names
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import ITEMS_PER_CATEGORY, Vocabulary
from instead.rng import stage_rng, stage_seed

PRICE_PLACE, QUALITY_PLACE = 0, 1  # of the shared attributes


@dataclass(frozen=True)
class Items:
    """All items. `quality[i, p]` in [1, 5] belongs to place p of the item's category."""

    ids: list[str]
    titles: list[str]
    brands: list[str]
    price: NDArray[np.float64]
    standing: NDArray[np.float32]  # log price within the category, in standard deviations
    category: NDArray[np.int32]
    first: NDArray[np.int64]  # (categories + 1): where a category starts
    weight: NDArray[np.float64]  # popularity, expected share of sales before anyone chooses
    cumulated: NDArray[np.float64]  # (items + 1)
    quality: NDArray[np.float32]
    order: NDArray[np.int64]  # items as the raw files list them

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def rank(self) -> NDArray[np.int64]:
        """1 is the most popular item of the shop."""
        rank = np.empty(len(self), dtype=np.int64)
        rank[np.argsort(-self.weight, kind="stable")] = np.arange(1, len(self) + 1)
        return rank

    def draw(self, category: NDArray[np.int64], uniform: NDArray[np.float64]) -> NDArray[np.int64]:
        """Items of the given categories in proportion to popularity, one for each uniform number."""
        low, high = self.cumulated[self.first[category]], self.cumulated[self.first[category + 1]]
        found: NDArray[np.int64] = np.searchsorted(self.cumulated, low + uniform * (high - low), side="right")
        return np.clip(found - 1, self.first[category], self.first[category + 1] - 1)


def _shares(settings: WorldSettings, categories: int) -> NDArray[np.int64]:
    """How many items each category has: falling gently, never fewer than the least."""
    least = min(ITEMS_PER_CATEGORY, settings.items // categories)
    share = 1.0 / (3.0 + np.arange(categories))
    free = settings.items - least * categories
    counts: NDArray[np.int64] = least + np.floor(free * share / share.sum()).astype(np.int64)
    counts[0] += settings.items - counts.sum()
    return counts


def _qualities(
    vocabulary: Vocabulary,
    category: NDArray[np.int32],
    brand: NDArray[np.int64],
    standing: NDArray[np.float32],
    seed: int,
) -> NDArray[np.float32]:
    """Quality from item, brand and noise; a higher price lowers quality on price and raises it on workmanship."""
    rng = stage_rng(seed, "world", "quality")
    items, places = len(category), vocabulary.places
    quality = rng.standard_normal((items, places), dtype=np.float32)
    quality *= 0.75
    quality += 0.35 * rng.standard_normal((items, 1), dtype=np.float32)
    by_brand = 0.45 * rng.standard_normal((int(brand.max()) + 1, places), dtype=np.float32)
    for start in range(0, items, 8192):
        part = slice(start, start + 8192)
        quality[part] += by_brand[brand[part]]
    quality[:, PRICE_PLACE] -= 0.9 * standing
    quality[:, QUALITY_PLACE] += 0.4 * standing
    quality += np.float32(3.25)
    np.clip(quality, 1.0, 5.0, out=quality)
    return np.round(quality, 2, out=quality)


def make_items(settings: WorldSettings, vocabulary: Vocabulary) -> Items:
    """All items of the shop."""
    rng = stage_rng(settings.seed, "world", "items")
    counts = _shares(settings, len(vocabulary.categories))
    first = np.concatenate([[0], np.cumsum(counts)])
    category = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    # A floor under the power law: items below the least number of reviews would all have to be pushed.
    within = np.arange(settings.items) - first[category]
    law = (within + 1.0) ** -settings.popularity_exponent
    law /= np.add.reduceat(law, first[:-1])[category]
    weight = 0.75 * law + 0.25 / counts[category]
    weight *= (counts / settings.items)[category]

    log_price = rng.standard_normal(settings.items)
    standing = log_price.astype(np.float32)
    low, high = (np.array([c.price[side] for c in vocabulary.categories])[category] for side in (0, 1))
    middle, spread = (np.log(low) + np.log(high)) / 2, (np.log(high) - np.log(low)) / 4
    price = np.clip(np.exp(middle + spread * log_price), low, high)
    price = np.round(np.floor(price) + rng.choice([0.99, 0.49, 0.95, 0.0], settings.items), 2)

    brand, brands = _brands(settings, vocabulary, category, rng)
    draws = rng.integers(0, 1 << 30, size=(settings.items, 3)).tolist()
    numbers = rng.integers(1, 99, size=settings.items) * 10
    order = rng.permutation(settings.items)
    if settings.preset == "demo":
        ids = names.readable_item_ids([c.code for c in vocabulary.categories], category, order)
    else:
        ids = names.item_ids(settings.items, stage_seed(settings.seed, "world", "item ids"))
    titles: list[str] = []
    seen: set[str] = set()
    for item in range(settings.items):
        kind = vocabulary.categories[category[item]]
        number = 0 if settings.preset == "demo" and draws[item][0] % 2 else int(numbers[item])
        made = names.title(brands[brand[item]], kind, draws[item], number)
        while made in seen:  # titles are unique
            number += 5
            made = names.title(brands[brand[item]], kind, draws[item], number)
        seen.add(made)
        titles.append(made)
    return Items(
        ids=ids,
        titles=titles,
        brands=[brands[b] for b in brand.tolist()],
        price=price,
        standing=standing,
        category=category,
        first=first,
        weight=weight,
        cumulated=np.concatenate([[0.0], np.cumsum(weight)]),
        quality=_qualities(vocabulary, category, brand, standing, settings.seed),
        order=np.array(sorted(range(settings.items), key=ids.__getitem__)),
    )


def _brands(
    settings: WorldSettings, vocabulary: Vocabulary, category: NDArray[np.int32], rng: np.random.Generator
) -> tuple[NDArray[np.int64], list[str]]:
    """The brand of every item: hand-written ones where the category names them, invented ones elsewhere."""
    known = list(dict.fromkeys(b for c in vocabulary.categories for b in c.brands))
    invented = names.brand_names(max(12, min(900, settings.items // 60)), rng)
    brands = known or invented
    number = {name: i for i, name in enumerate(brands)}
    result = np.empty(len(category), dtype=np.int64)
    for c, kind in enumerate(vocabulary.categories):
        of_kind = [number[b] for b in kind.brands] or rng.permutation(len(brands))[: max(6, len(brands) // 4)]
        mine = np.flatnonzero(category == c)
        result[mine] = np.array(of_kind)[(rng.random(len(mine)) ** 1.5 * len(of_kind)).astype(np.int64)]
    return result, brands
