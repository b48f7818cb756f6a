"""Selection of held-out interactions such that the split makes no user and no item a cold start."""

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
    """Held-out rows, in `order`: each whose user and item both keep another training interaction, up to `wanted`.

    user, item (interactions,); per_user (users,) and per_item (items,) are counts of interactions, which the loop
    lowers. Greedy: earlier rows limit which later rows qualify.
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
