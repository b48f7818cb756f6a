"""A small shop with a structure that models can find: ten shelves of sixteen items that replace each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from instead.preparation.run import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset

USERS, SHELVES, EACH = 160, 10, 16
ITEMS = SHELVES * EACH
ATTRIBUTES = 2 * SHELVES
CANDIDATES = 31


def planted_shop(folder: Path, seed: int = 0) -> Dataset:
    """Users buy from two shelves each; links join items of a shelf; reviews speak of two attributes of the shelf.

    Even items are praised for the first attribute of their shelf and blamed for the second, odd ones the other way.
    """
    rng = np.random.default_rng(seed)
    reviews, mentions, links = ["user,item,rating,time"], [], ["source,target"]
    for user in range(USERS):
        own = np.concatenate([np.arange(EACH) + EACH * shelf for shelf in rng.permutation(SHELVES)[:2]])
        for item in np.sort(rng.permutation(own)[:9]).tolist():
            shelf, sign = item // EACH, 1 if item % 2 == 0 else -1
            name = f"u{user:03d},i{item:03d}"
            reviews.append(f"{name},{rng.integers(1, 6)},{1_400_000_000 + len(reviews)}")
            said = [f"a{2 * shelf}:fine:{sign}", f"a{2 * shelf + 1}:fine:{-sign}"]
            mentions.append(",".join([name, *(said if rng.random() < 0.8 else said[:1])]))
    for a in range(ITEMS):
        links += [f"i{a:03d},i{b:03d}" for b in range(a) if a // EACH == b // EACH and rng.random() < 0.8]
    files = {"reviews.csv": reviews, "mentions.txt": mentions, "links.csv": links}
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    settings = PrepareSettings(
        min_user=2, min_item=2, negatives=CANDIDATES - 1, choice_test=30, choice_validation=10, choice_decoys=3,
        choice_share=0.4,
    )  # fmt: skip
    return prepare([folder / name for name in files], out=folder / "data", settings=settings)
