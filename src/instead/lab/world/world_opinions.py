"""Simulates stars and mentions of a review.

Stars rise with the quality of what the user cares about. A review mentions what its user cares about and
what stands out, good or bad; whether it praises or blames follows the quality, with noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.lab.world.world_choices import Choices, Shoppers
from instead.lab.world.world_settings import WorldSettings
from instead.rng import stage_rng

STRAY = 5  # places looked at beside the cared-about ones
LEMONS = 0.05  # share of units that arrive broken, independent of quality
EMPTY, SHORT = 0.004, 0.03  # shares of reviews without any text and with a word or two


@dataclass(frozen=True)
class Opinions:
    """Of a chunk of reviews. Mentions of review n are rows `first[n]` to `first[n + 1]`."""

    stars: NDArray[np.int64]
    length: NDArray[np.int64]  # 0 empty, 1 short, 2 normal
    first: NDArray[np.int64]
    place: NDArray[np.int64]
    sentiment: NDArray[np.int64]


def make_stars(shoppers: Shoppers, choices: Choices, part: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """Stars of the reviews `part`."""
    rng = stage_rng(seed, "world", "stars", int(part[0]), len(part))
    user = choices.user[part]
    liked = shoppers.satisfaction(user, choices.item[part])
    exact = 3.85 + 1.5 * (liked - 3.3) + shoppers.users.bias[user] + 0.85 * rng.standard_normal(len(part))
    exact -= 2.5 * (rng.random(len(part)) < LEMONS)
    return np.clip(np.rint(exact), 1, 5).astype(np.int64)


def make_opinions(
    settings: WorldSettings,
    shoppers: Shoppers,
    choices: Choices,
    part: NDArray[np.int64],
    duties: dict[int, list[int]],
) -> Opinions:
    """Opinions of the reviews `part`. `duties` are places a review must mention, so that no attribute is
    left without mentions."""
    seed = settings.seed
    rng = stage_rng(seed, "world", "mentions", int(part[0]), len(part))
    user, item = choices.user[part], choices.item[part]
    category = shoppers.items.category[item]
    count = len(part)
    cared, care = shoppers.cared_places(user, category)
    talked = shoppers.vocabulary.talked
    uniform = rng.random((count, STRAY))
    stray = np.empty((count, STRAY), dtype=np.int64)
    for c in np.unique(category).tolist():
        mine = np.flatnonzero(category == c)
        last = len(shoppers.vocabulary.wording[c]) - 1
        stray[mine] = np.minimum(np.searchsorted(talked[c], uniform[mine], side="right"), last)
    place = np.concatenate([cared.astype(np.int64), stray], axis=1)
    quality = shoppers.items.quality[item[:, None], place]
    outstanding = np.minimum(np.abs(quality - 3.2) / 1.5, 1.0)
    chance = np.concatenate(
        [
            np.where(care > 0, np.minimum(0.22 + 0.34 * care, 0.85), 0.0),
            0.04 + 0.26 * outstanding[:, care.shape[1] :],
        ],
        axis=1,
    )
    talkative = rng.uniform(0.55, 1.35, (count, 1))
    length = np.full(count, 2, dtype=np.int64)
    terse = rng.random(count)
    length[terse < EMPTY + SHORT] = 1
    length[terse < EMPTY] = 0
    spoken = (rng.random(chance.shape) < chance * talkative) & (length == 2)[:, None]

    row, column = np.nonzero(spoken)
    places = place[row, column]
    must = [(n, p) for n, r in enumerate(part.tolist()) for p in duties.get(r, ())]
    if must:
        extra = np.array(must, dtype=np.int64)
        length[extra[:, 0]] = 2
        row, places = np.concatenate([row, extra[:, 0]]), np.concatenate([places, extra[:, 1]])
    width = shoppers.vocabulary.places
    once = np.unique(row * width + places)  # an attribute is mentioned once in a review
    row, places = once // width, once % width
    order = np.lexsort((rng.random(len(row)), row))
    row, places = row[order], places[order]
    quality = shoppers.items.quality[item[row], places]
    praise = rng.random(len(row)) < 1.0 / (1.0 + np.exp(-2.4 * (quality - 2.9)))
    return Opinions(
        stars=make_stars(shoppers, choices, part, seed),
        length=length,
        first=np.searchsorted(row, np.arange(count + 1)),
        place=places,
        sentiment=np.where(praise, 1, -1),
    )


def make_duties(settings: WorldSettings, shoppers: Shoppers, choices: Choices) -> dict[int, list[int]]:
    """For every attribute two reviews that must mention it: what makes its count of mentions at least two."""
    rng = stage_rng(settings.seed, "world", "duties")
    vocabulary = shoppers.vocabulary
    category = shoppers.items.category[choices.item]
    order = np.argsort(category, kind="stable")
    bounds = np.concatenate([[0], np.cumsum(np.bincount(category, minlength=len(vocabulary.categories)))])
    duties: dict[int, list[int]] = {}
    for a in range(len(vocabulary.names)):
        homes = np.flatnonzero(vocabulary.place[:, a] >= 0)
        c = int(homes[rng.integers(len(homes))])
        for n in rng.choice(int(bounds[c + 1] - bounds[c]), size=2, replace=False).tolist():
            duties.setdefault(int(order[bounds[c] + n]), []).append(int(vocabulary.place[c, a]))
    return duties
