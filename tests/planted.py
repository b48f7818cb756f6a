"""A small shop with a structure that models can find: ten shelves of sixteen items that replace each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset

USERS, SHELVES, EACH = 160, 10, 16
ITEMS = SHELVES * EACH
ATTRIBUTES = 2 * SHELVES
CANDIDATES = 31


def planted_shop(folder: Path, seed: int = 0, *, rich: bool = False) -> Dataset:
    """Users buy from two shelves each; links join items of a shelf; reviews speak of two attributes of the shelf.

    Even items are praised for the first attribute of their shelf and blamed for the second, odd ones the other way.
    A `rich` shop has more than one relation and a category tree: an item goes with one of the next shelf and with some
    of its own substitutes, so that held-out pairs are complements too.
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
    if rich:
        files |= {"links.csv": more_relations(links[1:], rng), "items.csv": categories()}
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    settings = PrepareSettings.as_published(
        min_user=2, min_item=2, negatives=CANDIDATES - 1, choice_test=30, choice_validation=10, choice_decoys=3,
        choice_share=0.4,
    )  # fmt: skip
    return prepare([folder / name for name in files], out=folder / "data", settings=settings)


def more_relations(links: list[str], rng: np.random.Generator) -> list[str]:
    """Half of the links turned round, a third of them also a complement, and a complement on the next shelf for all."""
    turned = [",".join(link.split(",")[:: 1 if rng.random() < 0.5 else -1]) for link in links]
    beside = [f"i{item:03d},i{(item + EACH) % ITEMS:03d}" for item in range(ITEMS)]
    both = [link for link in turned if rng.random() < 1 / 3]
    lines = [f"{link},also_viewed" for link in turned] + [f"{link},bought_together" for link in beside + both]
    return ["source,target,relation", *lines]


def categories() -> list[str]:
    """A path of every item: two aisles of five shelves."""
    shelf = [item // EACH for item in range(ITEMS)]
    return ["item,title,category", *(f"i{item:03d},Thing {item},Shop > Aisle {place // 5} > Shelf {place}"
                                     for item, place in enumerate(shelf))]  # fmt: skip
