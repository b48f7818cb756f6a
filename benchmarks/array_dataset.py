"""A dataset folder of nothing but random arrays, of any size: what `instead.evaluate` reads, and no more.

Test triples with stored candidates, substitute links with reserved pairs among them. Candidates are drawn with
repetition, so that a small shop can have as many as a large one; neither the query nor the chosen item is among them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from array_shop import Sizes
from instead.store.arrays import joint_digest, write_rows
from instead.store.dataset import PARTS, name_layers, split_digest
from instead.store.layers import BASE, MENTIONS, SPLIT, content_hash, new_layer, seal
from instead.substitutes.graph import unordered

Ints = NDArray[np.int64]
SUBSTITUTES = 28
"""Of an item on average, as in toys."""
VISITS = 5
"""Of a user."""


def write_array_dataset(folder: Path, sizes: Sizes, triples: int, negatives: int) -> None:
    """The folder, finished: `Dataset.open` takes it."""
    rng = np.random.default_rng(2)
    ends = rng.integers(sizes.items, size=(2, SUBSTITUTES * sizes.items // 2))
    pairs = unordered(ends[0], ends[1], sizes.items)
    held_out = rng.permuted(pairs[rng.integers(len(pairs), size=triples)], axis=1)
    user, query, chosen = rng.integers(sizes.users, size=triples), held_out[:, 0], held_out[:, 1]

    names = pl.Series("item", [f"I{number:06d}" for number in range(sizes.items)])
    with new_layer(folder, BASE) as base:
        users = pl.DataFrame({"user": [f"U{number:07d}" for number in range(sizes.users)]})
        users.write_parquet(base / "users.parquet")
        nowhere = pl.Series([None] * sizes.items, dtype=pl.List(pl.String))
        pl.DataFrame({"item": names, "category": nowhere}).write_parquet(base / "items.parquet")
        links = pl.DataFrame({"source": names.gather(pairs[:, 0]), "target": names.gather(pairs[:, 1])})
        links.with_columns(relation=pl.lit("substitute")).write_parquet(base / "links.parquet")
        layers = {BASE: seal(base, BASE, content_hash(base), {})}
    with new_layer(folder, MENTIONS) as said:  # nothing was said
        layers[MENTIONS] = seal(said, MENTIONS, content_hash(said), layers)

    reserved = pl.DataFrame(unordered(query, chosen, sizes.items).astype(np.uint32), schema=["low", "high"])
    numbers = {"interaction": np.arange(triples), "user": user, "query": query, "chosen": chosen}
    table = pl.DataFrame({name: column.astype(np.uint32) for name, column in numbers.items()})
    part = pl.lit(PARTS["test"], pl.Int8).alias("part")
    table = table.with_columns(part, case=pl.int_range(triples, dtype=pl.Int32))
    others = drawn(rng, sizes.items, query, chosen, negatives)
    with new_layer(folder, SPLIT) as split:
        place = split / "paper"
        place.mkdir()
        reserved.write_parquet(place / "reserved.parquet")
        table.write_parquet(place / "triples.parquet")
        stored = write_rows(place / "candidates_test.npy", triples, negatives, np.dtype(np.uint32), [others])
        seen = pl.DataFrame(
            {
                "user": np.repeat(np.arange(sizes.users), VISITS).astype(np.uint32),
                "item": rng.integers(sizes.items, size=VISITS * sizes.users).astype(np.uint32),
            }
        )
        seen.with_columns(pl.lit(PARTS["train"], pl.Int8).alias("part")).write_parquet(split / "interactions.parquet")
        digest = split_digest(table, reserved.to_numpy().astype(np.int64), {"test": stored})
        layers[SPLIT] = seal(split, SPLIT, joint_digest([digest]), {BASE: layers[BASE]})
    name_layers(folder, layers, {"settings": {"substitutes": ["substitute"]}, "splits": {"paper": {"hash": digest}}})


def drawn(rng: np.random.Generator, items: int, query: Ints, chosen: Ints, count: int) -> Ints:
    """(n, count) any items but these two, row by row."""
    low, high = np.minimum(query, chosen)[:, None], np.maximum(query, chosen)[:, None]
    found = rng.integers(items - 2, size=(len(query), count))
    found += found >= low
    found += found >= high
    return found
