"""A prepared dataset with mentions, small enough to train on in a second."""

from __future__ import annotations

import random
from pathlib import Path

from instead.preparation.prepare import prepare
from instead.store.dataset import Dataset
from tests.small_shop import put, shop_rows, small_settings, small_shop

ATTRIBUTES = ("battery", "screen", "price", "case", "sound", "weight", "button")


def mention_lines(seed: int = 0) -> list[str]:
    """One to three mentions of every review, `user,item,attribute:opinion:polarity,...`."""
    chance = random.Random(seed)
    lines = []
    for row in shop_rows():
        said = [
            f"{name}:{word}:{sign}"
            for name in chance.sample(ATTRIBUTES, chance.randint(1, 3))
            for word, sign in [chance.choice([("good", 1), ("bad", -1)])]
        ]
        lines.append(",".join([row["reviewerID"], row["asin"], *said]))
    return lines


def talking_shop(folder: Path) -> Dataset:
    """Thirty users, twenty items, seven attributes."""
    folder.mkdir(parents=True, exist_ok=True)
    mentions = put(folder / "mentions.txt", mention_lines())
    return prepare([*small_shop(folder), mentions], out=folder / "data", settings=small_settings())
