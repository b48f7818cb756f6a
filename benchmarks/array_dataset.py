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
from instead.store.arrays import write_rows
from instead.store.dataset import KIND, PARTS
from instead.store.manifest import write_manifest
from instead.substitutes.graph import unordered

Ints = NDArray[np.int64]
SUBSTITUTES = 28
"""Of an item on average, as in toys."""


def write_array_dataset(folder: Path, sizes: Sizes, triples: int, negatives: int) -> None:
    """The folder, finished: `Dataset.open` takes it."""
    rng = np.random.default_rng(2)
    split = folder / "split" / "paper"
    split.mkdir(parents=True)
    ends = rng.integers(sizes.items, size=(2, SUBSTITUTES * sizes.items // 2))
    pairs = unordered(ends[0], ends[1], sizes.items)
    held_out = rng.permuted(pairs[rng.integers(len(pairs), size=triples)], axis=1)
    user, query, chosen = rng.integers(sizes.users, size=triples), held_out[:, 0], held_out[:, 1]

    names = pl.Series("item", [f"I{number:06d}" for number in range(sizes.items)])
    pl.DataFrame({"user": [f"U{number:07d}" for number in range(sizes.users)]}).write_parquet(folder / "users.parquet")
    pl.DataFrame({"item": names, "category": pl.Series([None] * sizes.items, dtype=pl.List(pl.String))}).write_parquet(
        folder / "items.parquet"
    )
    pl.DataFrame({"source": names.gather(pairs[:, 0]), "target": names.gather(pairs[:, 1])}).with_columns(
        relation=pl.lit("substitute")
    ).write_parquet(folder / "links.parquet")
    reserved = unordered(query, chosen, sizes.items).astype(np.uint32)
    pl.DataFrame(reserved, schema=["low", "high"]).write_parquet(split / "reserved.parquet")
    numbers = {"interaction": np.arange(triples), "user": user, "query": query, "chosen": chosen}
    table = pl.DataFrame({name: column.astype(np.uint32) for name, column in numbers.items()})
    part = pl.lit(PARTS["test"], pl.Int8).alias("part")
    table.with_columns(part, case=pl.int_range(triples, dtype=pl.Int32)).write_parquet(split / "triples.parquet")
    others = drawn(rng, sizes.items, query, chosen, negatives)
    write_rows(split / "candidates_test.npy", triples, negatives, np.dtype(np.uint32), [others])
    about = {
        "settings": {"substitutes": ["substitute"]},
        "splits": {"paper": {"hash": "0" * 64}},
        "split_hash": "0" * 64,
    }
    write_manifest(folder, KIND, about)


def drawn(rng: np.random.Generator, items: int, query: Ints, chosen: Ints, count: int) -> Ints:
    """(n, count) any items but these two, row by row."""
    low, high = np.minimum(query, chosen)[:, None], np.maximum(query, chosen)[:, None]
    found = rng.integers(items - 2, size=(len(query), count))
    found += found >= low
    found += found >= high
    return found
