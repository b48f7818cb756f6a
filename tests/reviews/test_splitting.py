"""Which interactions may leave the training part."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from instead.reviews.splitting import leave_training
from tests.shops import random_pairs, seeds


def leavers(order: list[int], pairs: list[tuple[int, int]], wanted: int) -> list[int]:
    """Each in turn is taken out for good if the interactions that are left still hold its user and its item."""
    training = set(range(len(pairs)))
    gone: list[int] = []
    for row in order:
        others = [pairs[other] for other in training - {row}]
        user, item = pairs[row]
        if len(gone) < wanted and user in {u for u, _ in others} and item in {i for _, i in others}:
            training.remove(row)
            gone.append(row)
    return gone


@given(seed=seeds)
@settings(max_examples=40, deadline=None)
def test_those_leave_that_leave_user_and_item_in_training(seed: int) -> None:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, 12, 9, int(rng.integers(0, 40)))
    order = rng.permutation(user.size)
    wanted = int(rng.integers(0, user.size + 1))
    left = leave_training(order, user, item, np.bincount(user), np.bincount(item), wanted)
    pairs = list(zip(user.tolist(), item.tolist(), strict=True))
    assert left.tolist() == leavers(order.tolist(), pairs, wanted)
    stay = [pair for row, pair in enumerate(pairs) if row not in set(left.tolist())]
    assert set(Counter(u for u, _ in stay)) == set(user.tolist())
    assert set(Counter(i for _, i in stay)) == set(item.tolist())


@pytest.mark.parametrize("wanted", [0, 3])
def test_nothing_leaves_a_shop_in_which_everybody_and_everything_occurs_once(wanted: int) -> None:
    rows = np.arange(5)
    ones = np.ones(5, np.int64)
    assert leave_training(rows, rows, rows[::-1].copy(), ones.copy(), ones.copy(), wanted).tolist() == []
