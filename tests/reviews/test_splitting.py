"""Which interactions may leave the training part."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from instead.reviews.splitting import leave_training, leave_training_plainly
from tests.shops import random_pairs, seeds


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_leaving_training(seed: int) -> None:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, 12, 9, 40)
    order = rng.permutation(user.size)
    wanted = int(rng.integers(0, user.size + 1))
    counts = [np.bincount(user), np.bincount(item)]
    fast = leave_training(order, user, item, counts[0].copy(), counts[1].copy(), wanted)
    plain = leave_training_plainly(order, user, item, counts[0].copy(), counts[1].copy(), wanted)
    np.testing.assert_array_equal(fast, plain)
