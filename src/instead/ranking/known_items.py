"""What the score of each item of a whole catalogue rests on: enough reviews, a few, none, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.ranking.newcomers import NOTHING

TRAINED, FEW, NEW = "trained", "few", "new"
ENOUGH = 5
"""Reviews with which an item is no longer thin."""


def bases(
    items: pl.DataFrame, reviews: NDArray[np.int64], links: Callable[[], pl.DataFrame], *, reviewed: bool
) -> list[str]:
    """One of `trained`, `few`, `new` and `average` for each item; `few` and `new` only in a shop that is `reviewed`.

    `average` is an item that nothing places: nobody took it, no link names it, and it has neither title nor category.
    It may be asked about and is never offered. The table of links is large, and few shops need it here.
    """
    bare = (reviews == 0) & (items["title"].is_null() & items["category"].is_null()).to_numpy()
    if bare.any():
        ends = pl.concat([links()[name] for name in ("source", "target")]).unique()
        bare &= ~items["item"].is_in(ends.implode()).to_numpy()
    few = ENOUGH if reviewed else 0
    kinds = np.where(reviews >= few, TRAINED, np.where(reviews > 0, FEW, NEW))
    return [str(one) for one in np.where(bare, NOTHING, kinds)]
