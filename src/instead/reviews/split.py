"""Hold-out split of the interactions into training, validation and test, random or temporal (section 5.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.reviews.splitting import leave_training
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.store.dataset import PARTS

TRAIN, VALIDATION, TEST = (PARTS[name] for name in ("train", "validation", "test"))


def split_parts(
    user: NDArray[np.int64], item: NDArray[np.int64], time: NDArray[np.int64], settings: PrepareSettings
) -> NDArray[np.uint8]:
    """The part of each interaction. Every user and every item keeps at least one training interaction.

    Random: interactions are held out in random order as far as that rule allows it. By time: from the latest to the
    earliest, so that test follows validation follows training in time; a missing time (-1) counts as the earliest.
    """
    count = user.size
    order = stage_rng(settings.seed, "split").permutation(count)
    if settings.split == "time":
        order = order[np.argsort(-time[order], kind="stable")]
    tested, validated = round(settings.test * count), round(settings.validation * count)
    left = leave_training(order, user, item, np.bincount(user), np.bincount(item), tested + validated)
    # Where users have too few interactions for the full share, both parts shrink alike.
    tested = round(left.size * tested / max(tested + validated, 1))
    part = np.zeros(count, dtype=np.uint8)
    part[left[:tested]] = TEST
    part[left[tested:]] = VALIDATION
    return part
