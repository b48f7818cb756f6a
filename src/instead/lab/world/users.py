"""Generates users: planted cares, favourite categories, number of reviews (heavy-tailed)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.lab.world import names
from instead.lab.world.world_items import Items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import Vocabulary
from instead.rng import stage_rng, stage_seed

SHARED_CARES, OWN_CARES = (
    2,
    3,
)  # a user cares about two shared attributes and three of each favourite category


@dataclass(frozen=True)
class Users:
    """All users. Row u of `attribute` and `care` lists what user u cares about; a care of 0 is no care."""

    ids: list[str]
    name: NDArray[np.int64]  # a draw for `names.reviewer_name`
    favourite: NDArray[np.int16]  # (users, favourites): categories
    attribute: NDArray[np.int16]  # (users, cares): numbers of attributes
    care: NDArray[np.float32]  # (users, cares)
    bias: NDArray[np.float32]  # rating bias of the user, in stars
    reviews: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ids)


def _numbers_of_reviews(settings: WorldSettings, items: int) -> NDArray[np.int64]:
    """Reviews per user with a heavy tail, at least the minimum each, exactly the wanted sum."""
    rng = stage_rng(settings.seed, "world", "activity")
    users = settings.users
    mean = -(-settings.reviews // users)
    most = min(items, max(2 * mean, min(items // 3, 400)))
    counts = np.full(users, settings.user_minimum, dtype=np.int64)
    left = settings.reviews - int(counts.sum())
    weight = rng.pareto(1.7, users) + 0.15
    while left > 0:
        open_ = np.flatnonzero(counts < most)
        chance = weight[open_] / weight[open_].sum()
        counts[open_] += rng.multinomial(left, chance)
        left = int(np.maximum(counts - most, 0).sum())
        np.minimum(counts, most, out=counts)
        weight = np.maximum(weight, weight.mean())  # each round fills more evenly, so that this ends
    return counts


def make_users(settings: WorldSettings, vocabulary: Vocabulary, items: Items) -> Users:
    """All users of the shop."""
    rng = stage_rng(settings.seed, "world", "users")
    users, favourites = settings.users, settings.favourites
    share = np.cumsum(np.add.reduceat(items.weight, items.first[:-1]))
    favourite = np.searchsorted(share / share[-1], rng.random((users, favourites)), side="right")
    favourite = np.minimum(favourite, len(share) - 1)

    chosen: list[NDArray[np.int64]] = []
    weights: list[NDArray[np.float64]] = []
    shared_talk = vocabulary.talked[0, : vocabulary.shared] / vocabulary.talked[0, vocabulary.shared - 1]
    for _ in range(SHARED_CARES):
        place = np.searchsorted(shared_talk, rng.random(users), side="right")
        chosen.append(vocabulary.attribute[0][np.minimum(place, vocabulary.shared - 1)].astype(np.int64))
        weights.append(rng.gamma(3.0, 0.22, users))
    for f in range(favourites):
        for strength in (1.6, 1.0, 0.6)[:OWN_CARES]:
            chosen.append(_own_attribute(vocabulary, favourite[:, f], rng.random(users)))
            weights.append(strength * rng.lognormal(-0.05, 0.3, users))
    attribute = np.stack(chosen, axis=1).astype(np.int16)
    care = np.stack(weights, axis=1).astype(np.float32)
    for k in range(1, care.shape[1]):  # an attribute drawn twice counts once
        care[(attribute[:, :k] == attribute[:, k : k + 1]).any(axis=1), k] = 0.0
    if settings.preset == "demo":
        ids = names.readable_user_ids(users)
    else:
        ids = names.user_ids(users, stage_seed(settings.seed, "world", "user ids"))
    return Users(
        ids=ids,
        name=rng.integers(0, 1 << 40, users),
        favourite=favourite.astype(np.int16),
        attribute=attribute,
        care=np.round(care, 3),
        bias=(0.35 * rng.standard_normal(users)).astype(np.float32),
        reviews=_numbers_of_reviews(settings, len(items)),
    )


def _own_attribute(
    vocabulary: Vocabulary, category: NDArray[np.int64], uniform: NDArray[np.float64]
) -> NDArray[np.int64]:
    """An attribute of the category's own (not a shared one), in proportion to how much it is talked about."""
    result = np.empty(len(category), dtype=np.int64)
    for c, numbers in enumerate(vocabulary.attribute):
        mine = np.flatnonzero(category == c)
        before = vocabulary.talked[c, vocabulary.shared - 1]
        place = np.searchsorted(vocabulary.talked[c], before + uniform[mine] * (1 - before), side="right")
        result[mine] = numbers[np.clip(place, vocabulary.shared, len(numbers) - 1)]
    return result
