"""Which interactions may leave the training part."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True)
def leave_training(
    order: NDArray[np.int64],
    user: NDArray[np.int64],
    item: NDArray[np.int64],
    per_user: NDArray[np.int64],
    per_item: NDArray[np.int64],
    wanted: int,
) -> NDArray[np.int64]:
    """Walk the interactions in `order`; one leaves while its user and its item keep another one in training.

    Stops when `wanted` have left. `per_user` and `per_item` are used up.
    """
    left = np.empty(wanted, dtype=np.int64)
    found = 0
    for place in range(order.size):
        if found == wanted:
            break
        row = order[place]
        if per_user[user[row]] > 1 and per_item[item[row]] > 1:
            per_user[user[row]] -= 1
            per_item[item[row]] -= 1
            left[found] = row
            found += 1
    return left[:found]


def leave_training_plainly(
    order: NDArray[np.int64],
    user: NDArray[np.int64],
    item: NDArray[np.int64],
    per_user: NDArray[np.int64],
    per_item: NDArray[np.int64],
    wanted: int,
) -> NDArray[np.int64]:
    """The twin of `leave_training` in plain Python."""
    left: list[int] = []
    for row in order.tolist():
        if len(left) < wanted and per_user[user[row]] > 1 and per_item[item[row]] > 1:
            per_user[user[row]] -= 1
            per_item[item[row]] -= 1
            left.append(row)
    return np.array(left, dtype=np.int64)
