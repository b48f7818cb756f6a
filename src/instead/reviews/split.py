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
    user: NDArray[np.int64],
    item: NDArray[np.int64],
    time: NDArray[np.int64],
    settings: PrepareSettings,
    core: NDArray[np.bool_] | None = None,
) -> NDArray[np.uint8]:
    """The part of each interaction. Every user and every item of the `core` (default: all) keeps one for training.

    Random: interactions are held out in random order as far as that rule allows it. By time: from the latest to the
    earliest, so that test follows validation follows training in time; a missing time (-1) counts as the earliest.

    Of interactions outside the core as large a share is tested as of those inside, up to `thin_test`; their users keep
    one for training, their items need not: what is new in a shop has none.
    """
    count = user.size
    order = stage_rng(settings.seed, "split").permutation(count)
    if settings.split == "time":
        order = order[np.argsort(-time[order], kind="stable")]
    inside = np.ones(count, np.bool_) if core is None else core
    rows = int(inside.sum())
    tested, validated = round(settings.test * rows), round(settings.validation * rows)
    per_user, per_item = np.bincount(user), np.bincount(item)
    left = leave_training(order[inside[order]], user, item, per_user, per_item, tested + validated)
    # Where users have too few interactions for the full share, both parts shrink alike.
    tested = round(left.size * tested / max(tested + validated, 1))
    part = np.zeros(count, dtype=np.uint8)
    part[left[:tested]] = TEST
    part[left[tested:]] = VALIDATION
    thin = order[~inside[order]]
    enough = np.full_like(per_item, count + 1)  # so that an item may lose all it has
    wanted = min(settings.thin_test, round(settings.test * thin.size))
    part[leave_training(thin, user, item, per_user, enough, wanted)] = TEST
    return part
