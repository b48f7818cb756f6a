"""What a shop knows of its items beside what reviews say: stars, when an item was first reviewed, who took what.

One file of a model folder, `facts.safetensors`, memory-mapped when read; a folder of an earlier version has none:

item.stars ratings first       mean rating, number of ratings, time of the first review (seconds since 1970, -1 unknown)
viewed.start target visits of  a row per item q: items that its links say were looked at beside it, in how many visits
bought.start target visits of  of how many with q, and the same of items bought instead; 0 where a link has no count
kind.depth                     steps of category paths that most linked substitutes share; 0: none

Only the training part is included, without reserved pairs; of a final model everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries
from instead.models.row_changes import RowChanges
from instead.store.dataset import PARTS, Dataset
from instead.store.tensors import map_tensors, write_tensors
from instead.substitutes.kind_depth import kind_depth
from instead.substitutes.training import training_links

Array = NDArray[Any]
Ints = NDArray[np.int64]

FILE = "facts.safetensors"
VIEWED, BOUGHT = "viewed", "bought"
_RELATIONS = {VIEWED: ("also_viewed", "also_view"), BOUGHT: ("buy_after_viewing",)}


@dataclass(frozen=True)
class FactTable:
    """Look-up of facts by item number."""

    arrays: Mapping[str, Array]
    trained: Mapping[str, Array] | None = None
    """The links of the training, where visits since then were added to them."""

    @classmethod
    def open(cls, folder: Path) -> FactTable | None:
        """The facts of a model folder; None in one of an earlier version."""
        path = folder / FILE
        return cls(map_tensors(path)) if path.is_file() else None

    @classmethod
    def none(cls, items: int) -> FactTable:
        """Nothing known of any item."""
        arrays: dict[str, Array] = {
            "item.stars": np.full(items, np.nan, np.float32),
            "item.ratings": np.zeros(items, np.int32),
            "item.first": np.full(items, -1, np.int64),
            "kind.depth": np.zeros(1, np.int64),
        }
        for name in _RELATIONS:
            arrays |= _rows(name, pl.DataFrame(schema=_SCHEMA), items)
        return cls(arrays)

    @property
    def stars(self) -> Array:
        """(items,) mean rating; NaN without one."""
        return self.arrays["item.stars"]

    @property
    def ratings(self) -> Array:
        """(items,) number of ratings."""
        return self.arrays["item.ratings"]

    @property
    def first(self) -> Array:
        """(items,) time of the first review in seconds; -1 where unknown."""
        return self.arrays["item.first"]

    @property
    def kind_depth(self) -> int:
        """Steps of a category path that make a kind of thing."""
        return int(self.arrays["kind.depth"][0])

    def linked(self, name: str, query: int) -> NDArray[np.bool_]:
        """(items,) of `viewed` or `bought`: whether a link leads from the query to the item."""
        start, found = self.arrays[f"{name}.start"], np.zeros(self.stars.size, np.bool_)
        found[self.arrays[f"{name}.target"][int(start[query]) : int(start[query + 1])]] = True
        return found

    def links(self, name: str, query: int, items: Ints) -> tuple[Array, Array, Array]:
        """Of `viewed` or `bought`: whether a link leads from the query to each item (n,), visits that show it, and
        visits with the query; 0 where the link has no count."""
        start, target = self.arrays[f"{name}.start"], self.arrays[f"{name}.target"]
        place = find_entries(start, target, np.full(items.size, query), items)
        known = place >= 0
        visits, of = (np.zeros(items.size, np.int64) for _ in range(2))
        for part, counts in (("visits", visits), ("of", of)):
            counts[known] = self.arrays[f"{name}.{part}"][place[known]]
        return known, visits, of

    def with_items(self, count: int) -> FactTable:
        """The same with more items, of which nothing is known."""
        more = FactTable.none(count).arrays
        arrays = dict(self.arrays)
        for name in ("item.stars", "item.ratings", "item.first"):
            arrays[name] = np.concatenate([arrays[name], more[name]])
        trained = None if self.trained is None else dict(self.trained)
        for table in (arrays, *(() if trained is None else (trained,))):
            for name in _RELATIONS:
                start = table[f"{name}.start"]
                table[f"{name}.start"] = np.append(start, np.full(count, start[-1]))
        return FactTable(arrays, trained)

    def with_ratings(self, ratings: Sequence[tuple[int, float | None, int | None]]) -> FactTable:
        """The same with more reviews: item, stars and time of each, as far as they are known."""
        stars, counts, first = (np.array(self.arrays[f"item.{name}"]) for name in ("stars", "ratings", "first"))
        total = {item: float(stars[item]) * int(counts[item]) if counts[item] else 0.0 for item, _, _ in ratings}
        for item, rating, time in ratings:
            if rating is not None:
                total[item] += rating
                counts[item] += 1
                stars[item] = total[item] / counts[item]
            if time is not None and (first[item] < 0 or time < first[item]):
                first[item] = time
        return replace(self, arrays=dict(self.arrays) | dict(zip(_OF_ITEM, (stars, counts, first), strict=True)))

    def with_viewed(self, source: Ints, target: Ints, visits: Ints) -> FactTable:
        """The facts of the training with visits since then in which both items were looked at: columns, each pair once.
        What was added before is replaced."""
        old = self.arrays if self.trained is None else self.trained
        names = [f"{VIEWED}.{name}" for name in ("start", "target", "visits", "of")]
        start, targets, counts, of = (np.asarray(old[name]) for name in names)
        rows = np.unique(source)
        cells: list[dict[int, tuple[int, int]]] = []
        for row in rows.tolist():
            span = slice(int(start[row]), int(start[row + 1]))
            cells.append(
                dict(
                    zip(targets[span].tolist(), zip(counts[span].tolist(), of[span].tolist(), strict=True), strict=True)
                )
            )
        for one, other, seen in zip(source.tolist(), target.tolist(), visits.tolist(), strict=True):
            mine = cells[int(np.searchsorted(rows, one))]
            before = mine.get(other, (0, 0))
            mine[other] = before[0] + seen, before[1]
        changes = RowChanges(start, rows, np.array([len(mine) for mine in cells], np.int64))
        flat = np.array([(at, *mine[at]) for mine in cells for at in sorted(mine)], np.int64).reshape(-1, 3)
        made = {names[0]: changes.starts} | {
            name: changes.column(column, flat[:, place])
            for place, (name, column) in enumerate(zip(names[1:], (targets, counts, of), strict=True))
        }
        return FactTable(dict(self.arrays) | made, {name: old[name] for name in names} | _bought(self.arrays))


_OF_ITEM = ("item.stars", "item.ratings", "item.first")


def _bought(arrays: Mapping[str, Array]) -> dict[str, Array]:
    return {name: arrays[name] for name in arrays if name.startswith(f"{BOUGHT}.")}


_SCHEMA = {"source": pl.Int64, "target": pl.Int64, "visits": pl.Int64, "of": pl.Int64}


def write_facts(folder: Path, dataset: Dataset, split: str, *, everything: bool = False) -> None:
    """Write the facts of a dataset into a model folder: of the training part, or of everything for a final model."""
    items = dataset.items.height
    reviews = dataset.reviews().select("rating", "time").collect()
    rows = dataset.interactions.with_columns(reviews)
    if not everything:
        rows = rows.filter(pl.col("part") == PARTS["train"])
    by_item = rows.group_by("item").agg(
        pl.col("rating").mean().alias("stars"), pl.col("rating").count().alias("ratings"), pl.col("time").min()
    )
    found = pl.DataFrame({"item": np.arange(items)}, schema={"item": rows.schema["item"]}).join(
        by_item, on="item", how="left", maintain_order="left"
    )
    arrays: dict[str, Array] = {
        "item.stars": found["stars"].cast(pl.Float32).fill_null(np.nan).to_numpy(),
        "item.ratings": found["ratings"].fill_null(0).to_numpy().astype(np.int32),
        "item.first": found["time"].cast(pl.Int64).fill_null(-1).to_numpy(),
    }
    links = _numbered(training_links(dataset, split, everything=everything), dataset)
    for name, relations in _RELATIONS.items():
        arrays |= _rows(name, links.filter(pl.col("relation").is_in(relations)), items)
    replaces = links.filter(pl.col("relation").is_in(dataset.substitute_relations))
    ends = (replaces[end].to_numpy() for end in ("source", "target"))
    arrays["kind.depth"] = np.array([kind_depth(dataset.items["category"].to_list(), *ends)])
    write_tensors(folder / FILE, arrays)


def _numbered(links: pl.DataFrame, dataset: Dataset) -> pl.DataFrame:
    """Links by number of items; counts that a file does not have are 0."""
    numbers = dataset.items.select("item").with_row_index("number")
    for end in ("source", "target"):
        links = links.join(numbers, left_on=end, right_on="item", how="left", maintain_order="left")
        links = links.drop(end).rename({"number": end})
    counts = [
        (pl.col(name).fill_null(0) if name in links.columns else pl.lit(0)).cast(pl.Int64).alias(name)
        for name in ("visits", "of")
    ]
    return links.with_columns(*counts, pl.col("source").cast(pl.Int64), pl.col("target").cast(pl.Int64))


def _rows(name: str, links: pl.DataFrame, items: int) -> dict[str, Array]:
    """Links in compressed rows, each pair once, with the larger count."""
    best = links.group_by("source", "target").agg(pl.col("visits").max(), pl.col("of").max()).sort("source", "target")
    counts = np.bincount(best["source"].to_numpy(), minlength=items)
    return {
        f"{name}.start": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        f"{name}.target": best["target"].to_numpy().astype(np.int32),
        f"{name}.visits": best["visits"].to_numpy().astype(np.int32),
        f"{name}.of": best["of"].to_numpy().astype(np.int32),
    }
