"""A dataset folder of random content, of any size, with all that a training reads: mentions, texts, links, triples.

What memory depends on is how much there is of everything, not what it says. So nothing is prepared or extracted: the
tables are drawn and written as `instead prepare` and `instead extract` would have left them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from array_dataset import drawn
from instead.store.arrays import write_rows
from instead.store.dataset import PARTS, Dataset, name_layers
from instead.store.layers import BASE, MENTIONS, SPLIT, content_hash, new_layer, seal
from instead.substitutes.graph import Graph, unordered

Ints = NDArray[np.int64]

_WORD = "sturdy "
_SENTENCE = 70  # characters


@dataclass(frozen=True)
class Shop:
    """What is counted, and how much there is of it for each of them."""

    users: int = 20_000
    items: int = 10_000
    attributes: int = 1_000
    reviews: int = 100_000
    mentions: float = 4.0
    """Of a review."""
    letters: int = 420
    """Of a review."""
    substitutes: float = 28
    """Links of an item."""
    complements: float = 8
    """Links of an item."""
    cases: int = 5_000
    """Validation triples, each with its candidates."""
    negatives: int = 1_000
    categories: int = 60
    sentences: bool = True
    """Whether mentions say where they stand in the review, so that sentences are quoted."""


def write_training_dataset(folder: Path, shop: Shop) -> Dataset:
    """The folder, finished: `instead.train` takes it."""
    rng = np.random.default_rng(3)
    keys = rng.permutation(np.unique(rng.integers(shop.users * shop.items, size=shop.reviews)))
    user, item = keys // shop.items, keys % shop.items
    part = np.minimum(rng.integers(10, size=keys.size), 2)[rng.permutation(keys.size)]
    part = np.choose(part, [PARTS["validation"], PARTS["test"], PARTS["train"]])
    users = pl.Series("user", [f"A{number:013d}" for number in range(shop.users)])
    items = pl.Series("item", [f"B{number:09d}" for number in range(shop.items)])
    names = pl.Series("attribute", [f"attribute {number}" for number in range(shop.attributes)])
    stars = rng.integers(1, 6, size=keys.size).astype(np.float32)
    reviews = pl.DataFrame({"user": users.gather(user), "item": items.gather(item), "rating": stars})
    ends = [
        rng.integers(shop.items, size=round(shop.items * count)) for count in (shop.substitutes, shop.complements) * 2
    ]
    same = unordered(ends[0], ends[2], shop.items)
    with new_layer(folder, BASE) as base:
        users.to_frame().write_parquet(base / "users.parquet")
        _described(items, shop, rng).write_parquet(base / "items.parquet")
        praise = (_WORD * (shop.letters // len(_WORD) + 1))[: shop.letters - 12]
        text = pl.Series("text", [f"{number:011d} {praise}" for number in range(keys.size)])  # no two share a buffer
        reviews.with_columns(pl.lit(1_500_000_000).alias("time"), text).write_parquet(base / "reviews.parquet")
        kinds = pl.Series("relation", ["also_viewed", "bought_together"])
        pl.concat(
            pl.DataFrame({"source": items.gather(one), "target": items.gather(other)}).with_columns(
                kinds.gather(np.full(len(one), which))
            )
            for which, (one, other) in enumerate(((same[:, 0], same[:, 1]), (ends[1], ends[3])))
        ).write_parquet(base / "links.parquet")
        layers = {BASE: seal(base, BASE, content_hash(base), {})}
    with new_layer(folder, SPLIT) as split:
        numbers = pl.DataFrame({"user": user.astype(np.uint32), "item": item.astype(np.uint32)})
        numbers.with_columns(pl.Series("part", part.astype(np.uint8))).write_parquet(split / "interactions.parquet")
        (split / "paper").mkdir()
        cases = _triples(split / "paper", user, item, part, same, shop, rng)
        layers[SPLIT] = seal(split, SPLIT, "0" * 64, {BASE: layers[BASE]})
    with new_layer(folder, MENTIONS) as told:
        mentions = _said(reviews, names, shop, rng)
        mentions.write_parquet(told / "mentions.parquet")
        counted = names.to_frame().with_columns(mentions=pl.lit(9, pl.UInt32), positive=pl.lit(5, pl.UInt32))
        counted.write_parquet(told / "attributes.parquet")
        layers[MENTIONS] = seal(told, MENTIONS, content_hash(told), layers)
    about = {
        "settings": {"substitutes": ["also_viewed"], "popularity_power": 0.75},
        "counts": {"users": shop.users, "items": shop.items, "reviews": int(keys.size), "attributes": shop.attributes,
                   "mentions": mentions.height},
        "splits": {"paper": {"hash": "0" * 64, "candidates": {"validation": {"each": shop.negatives, "cases": cases}}}},
    }  # fmt: skip
    name_layers(folder, layers, about)
    return Dataset.open(folder)


def _described(items: pl.Series, shop: Shop, rng: np.random.Generator) -> pl.DataFrame:
    leaf = rng.integers(shop.categories, size=shop.items).tolist()
    return pl.DataFrame(
        {
            "item": items,
            "title": [f"A thing of some use, in colour {number % 97}, pack of {number % 7}" for number in leaf],
            "brand": [f"Maker {number % 31}" for number in leaf],
            "category": [["Shop", f"Room {number % 6}", f"Shelf {number}"] for number in leaf],
            "price": rng.uniform(1, 90, shop.items),
            "image": pl.Series([None] * shop.items, dtype=pl.String),
        }
    )


def _said(reviews: pl.DataFrame, names: pl.Series, shop: Shop, rng: np.random.Generator) -> pl.DataFrame:
    """Mentions with the sentence that each was found in; some attributes are spoken of more often than others."""
    count = round(shop.mentions * reviews.height)
    which = np.sort(rng.integers(reviews.height, size=count))
    attribute = (shop.attributes * rng.random(count) ** 2).astype(np.int64)
    start = rng.integers(max(1, shop.letters - _SENTENCE), size=count)
    said = reviews.select("user", "item")[which]
    said = said.with_columns(
        names.gather(attribute),
        opinion=pl.lit("sturdy"),
        sentiment=pl.Series(rng.choice(np.array([-1, 1], np.int8), count)),
    )
    if not shop.sentences:
        return said
    return said.with_columns(
        start=pl.Series(start.astype(np.uint32)),
        end=pl.Series((start + _SENTENCE).astype(np.uint32)),
        confidence=pl.Series(rng.random(count).astype(np.float32)),
    )


def _triples(split: Path, user: Ints, item: Ints, part: Ints, pairs: Ints, shop: Shop, rng: np.random.Generator) -> int:
    """Every training review with a query, and validation cases whose pairs are reserved; how many.

    The chosen item is the one of the review, if that has substitutes; else any pair, so that small graphs have as many
    triples as large ones.
    """
    train = np.flatnonzero(part == PARTS["train"])
    held = np.flatnonzero(part == PARTS["validation"])[: shop.cases]
    which = np.concatenate([train, held])
    ends = rng.permuted(pairs[rng.integers(len(pairs), size=which.size)], axis=1)
    graph = Graph.from_pairs(pairs, shop.items)
    chosen, near = item[which], graph.degree[item[which]]
    own = near > 0
    ends[own, 1] = chosen[own]
    ends[own, 0] = graph.neighbours[graph.start[chosen[own]] + (rng.random(own.sum()) * near[own]).astype(np.int64)]
    case = np.concatenate([np.full(train.size, -1), np.arange(held.size)])
    columns = {"interaction": which, "user": user[which], "query": ends[:, 0], "chosen": ends[:, 1]}
    pl.DataFrame({name: column.astype(np.uint32) for name, column in columns.items()}).with_columns(
        pl.Series("part", part[which].astype(np.uint8)), pl.Series("case", case.astype(np.int32))
    ).write_parquet(split / "triples.parquet")
    query, chosen = ends[train.size :].T
    reserved = unordered(query, chosen, shop.items).astype(np.uint32)
    pl.DataFrame(reserved, schema=["low", "high"]).write_parquet(split / "reserved.parquet")
    others = drawn(rng, shop.items, query, chosen, shop.negatives)
    write_rows(split / "candidates_validation.npy", held.size, shop.negatives, np.dtype(np.uint32), [others])
    return int(held.size)
