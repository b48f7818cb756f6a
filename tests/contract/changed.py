"""The planted shop with lies in it: about everything held out, or about its links."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from instead.store.dataset import PARTS, Dataset
from tests.layers import with_tables
from tests.planted import ITEMS


def poisoned(shop: Dataset, split: str, folder: Path) -> Dataset:
    """The same training part of a split, and lies everywhere else."""
    rng = np.random.default_rng(2)
    numbers = shop.interactions
    held_out = numbers["part"] != PARTS["train"]
    pairs = pl.DataFrame({"user": shop.users["user"].gather(numbers["user"]),
                          "item": shop.items["item"].gather(numbers["item"])}).filter(held_out)  # fmt: skip
    lie = pl.Series("item", rng.integers(ITEMS, size=numbers.height).astype(np.uint32))
    lied = pl.when(held_out).then(lie).otherwise("item").alias("item")
    tables = {"interactions": numbers.with_columns(lied)}

    reviews = shop.reviews().collect()  # held-out visits, all of them years later, and rated the other way
    later = pl.when(held_out).then(pl.col("time") + 10**8).otherwise("time").alias("time")
    rated = pl.when(held_out).then(6.0 - pl.col("rating")).otherwise("rating").alias("rating")
    tables["reviews"] = reviews.with_columns(later, rated)

    key = ["user", "item"]
    honest, told = (shop.mentions.join(pairs, on=key, how=how) for how in ("anti", "semi"))
    assert told.height > 100
    told = told.with_columns(-pl.col("sentiment"), pl.lit("a0").alias("attribute"))
    tables["mentions"] = pl.concat([told, honest])

    kept = ~reserved_links(shop, split)
    assert set(shop.links.filter(~kept)["relation"]) == {"also_viewed", "bought_together"}
    tables["links"] = shop.links.filter(kept)

    triples = all_triples(shop, split)
    other = pl.Series("chosen", rng.integers(ITEMS, size=triples.height).astype(np.uint32))
    lied = pl.when(pl.col("part") != PARTS["train"]).then(other).otherwise("chosen").alias("chosen")
    tables[f"{split}/triples"] = triples.with_columns(lied)
    return with_tables(shop, tables, folder)


def all_triples(shop: Dataset, split: str) -> pl.DataFrame:
    """Of every part, as they are stored."""
    return pl.read_parquet(shop.path("split", f"{split}/triples.parquet"))


def reserved_links(shop: Dataset, split: str) -> pl.Series:
    """Which links, of any relation and direction, join the ends of a reserved pair."""
    reserved = {frozenset(pair) for pair in shop.split(split).reserved.tolist()}
    names = {name: number for number, name in enumerate(shop.items["item"])}
    ends = shop.links.select("source", "target").rows()
    return pl.Series([frozenset((names[a], names[b])) in reserved for a, b in ends])


def shuffled(shop: Dataset, folder: Path, *, alone: bool = False, seed: int = 8) -> Dataset:
    """As many links of each relation between any two items, and any query for a choice: the graph tells nothing.

    With `alone` nothing else tells either: purchases, reviews and categories are those of other items, all renamed
    alike. What is asked stays as it was.
    """
    rng = np.random.default_rng(seed)
    new = rng.permutation(ITEMS) if alone else np.arange(ITEMS)
    held = shop.split().reserved
    reserved = set(map(tuple, np.concatenate([held, held[:, ::-1]]).tolist()))

    triples = all_triples(shop, "paper")
    chosen = new[triples["chosen"].to_numpy()]
    query = np.array([_stranger(item, reserved, rng) for item in chosen.tolist()])
    train = triples["part"] == PARTS["train"]
    lies = [pl.when(train).then(pl.Series(name, values.astype(np.uint32))).otherwise(name).alias(name)
            for name, values in (("query", query), ("chosen", chosen))]  # fmt: skip
    tables = {"paper/triples": triples.with_columns(lies)}

    # A query is a substitute of what was chosen, as always; the other links are drawn.
    names, links = shop.items["item"], shop.links
    source = rng.integers(ITEMS, size=links.height)
    target = np.array([_stranger(item, reserved, rng) for item in source.tolist()])
    places = np.flatnonzero((links["relation"] == "also_viewed").to_numpy())
    known = np.unique(np.column_stack([query, chosen])[train.to_numpy()], axis=0)
    for place, (a, b) in zip(places, rng.permutation(known)[: len(places)].tolist(), strict=False):
        source[place], target[place] = (a, b) if rng.random() < 0.5 else (b, a)
    ends = (names.gather(source).alias("source"), names.gather(target).alias("target"))
    tables["links"] = links.with_columns(*ends)

    if alone:
        numbers = shop.interactions
        item = pl.Series("item", new[numbers["item"].to_numpy()].astype(np.uint32))
        tables["interactions"] = numbers.with_columns(item)
        renamed = dict(zip(names, names.gather(new), strict=True))
        tables["mentions"] = shop.mentions.with_columns(pl.col("item").replace_strict(renamed))
        tables["items"] = shop.items.with_columns(shop.items["category"].gather(np.argsort(new)))
    return with_tables(shop, tables, folder)


def _stranger(item: int, reserved: set[tuple[int, int]], rng: np.random.Generator) -> int:
    """Another item that the split does not keep apart from this one."""
    while True:
        other = int(rng.integers(ITEMS))
        if other != item and (item, other) not in reserved:
            return other
