"""Writes the planted ground truth as Parquet tables, with names instead of internal numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import orjson
import polars as pl
from numpy.typing import NDArray
from polars.io.plugins import register_io_source

from instead.lab.world.links import GONE, RELATIONS, Links
from instead.lab.world.raw import Metadata, alternatives
from instead.lab.world.users import Users
from instead.lab.world.world_choices import Choices
from instead.lab.world.world_items import Items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import Vocabulary

FORMAT = 1

TABLES = {
    "items": "item, category (path joined by ' > '), brand, rank of popularity (1 is most popular)",
    "quality": "how good an item is on an attribute, in [1, 5]",
    "care": "how much a user cares about an attribute; pairs that are not listed are 0",
    "mentions": "what reviews say: start and end are character offsets of the sentence in reviewText",
    "links": "planted is true where similarity (or a fitting category) made the link, false where noise did",
    "choices": "what a user took and what they considered; pushed choices were not made by the user's cares",
    "vocabulary": "how an attribute is written in a category, misspellings apart",
}


ROWS = 1 << 18  # of a chunk and of a row group


def _write(folder: Path, name: str, frames: Iterator[pl.DataFrame]) -> None:
    """Write chunks as they come: the largest table has tens of millions of rows and is never whole in memory."""
    first = next(frames)

    def source(*_: object) -> Iterator[pl.DataFrame]:
        yield first
        yield from frames

    register_io_source(source, schema=first.schema).sink_parquet(
        folder / f"{name}.parquet",
        compression="zstd",
        compression_level=3,
        statistics=False,
        row_group_size=ROWS,
        maintain_order=True,
    )


def _chunks(count: int, size: int = ROWS) -> Iterator[slice]:
    """Slices over `count` rows; one even where there is nothing, so that every table has its columns."""
    return (slice(start, start + size) for start in range(0, max(count, 1), size))


def _named(names: pl.Series, numbers: NDArray[np.integer]) -> pl.Series:
    return names.gather(pl.Series(numbers.astype(np.uint32)))


class MentionLog:
    """Mentions of the generated reviews: kept as numbers, written with names."""

    def __init__(self) -> None:
        self._parts: list[tuple[NDArray[np.integer], ...]] = []
        self._opinions: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(len(part[0]) for part in self._parts)

    def opinion(self, word: str) -> int:
        return self._opinions.setdefault(word, len(self._opinions))

    def add(self, rows: list[tuple[int, ...]]) -> None:
        """Mentions of a chunk: review, attribute, opinion, sentiment, start, end."""
        columns = np.array(rows, dtype=np.int32).reshape(-1, 6).T
        kinds = (np.int32, np.int16, np.int16, np.int8, np.int32, np.int32)
        self._parts.append(tuple(c.astype(k) for c, k in zip(columns, kinds, strict=True)))

    def write(
        self, folder: Path, choices: Choices, users: Users, items: Items, vocabulary: Vocabulary
    ) -> tuple[int, int]:
        """Write the table; the number of mentions and of attributes mentioned."""
        review, attribute, opinion, sentiment, start, end = (
            np.concatenate(columns) for columns in zip(*self._parts, strict=True)
        )
        self._parts.clear()
        user_ids, item_ids, opinions = pl.Series(users.ids), pl.Series(items.ids), pl.Series(list(self._opinions))
        names = pl.Series(vocabulary.names)
        frames = (
            pl.DataFrame(
                {
                    "user": _named(user_ids, choices.user[review[part]]),
                    "item": _named(item_ids, choices.item[review[part]]),
                    "attribute": _named(names, attribute[part]),
                    "opinion": _named(opinions, opinion[part]),
                    "sentiment": sentiment[part],
                    "start": start[part],
                    "end": end[part],
                }
            )
            for part in _chunks(len(review))
        )
        _write(folder, "mentions", frames)
        return len(review), len(np.unique(attribute))


def write_items(folder: Path, vocabulary: Vocabulary, items: Items) -> None:
    paths = pl.Series([" > ".join(category.path) for category in vocabulary.categories])
    order = items.order
    frame = {
        "item": _named(pl.Series(items.ids), order),
        "category": _named(paths, items.category[order]),
        "brand": _named(pl.Series(items.brands), order),
        "rank": items.rank[order],
    }
    _write(folder, "items", iter([pl.DataFrame(frame)]))


def write_quality(folder: Path, vocabulary: Vocabulary, items: Items) -> None:
    counts = np.array([len(row) for row in vocabulary.attribute])
    number = np.zeros((len(counts), vocabulary.places), dtype=np.int32)
    for c, row in enumerate(vocabulary.attribute):
        number[c, : len(row)] = row
    item_ids, names = pl.Series(items.ids), pl.Series(vocabulary.names)

    def frames() -> Iterator[pl.DataFrame]:
        for part in _chunks(len(items), 1_000):
            chosen = items.order[part]
            sizes = counts[items.category[chosen]]
            item = np.repeat(chosen, sizes)
            place = np.arange(len(item)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            yield pl.DataFrame(
                {
                    "item": _named(item_ids, item),
                    "attribute": _named(names, number[items.category[item], place]),
                    "quality": items.quality[item, place],
                }
            )

    _write(folder, "quality", frames())


def write_care(folder: Path, vocabulary: Vocabulary, users: Users) -> None:
    user_ids, names = pl.Series(users.ids), pl.Series(vocabulary.names)

    def frames() -> Iterator[pl.DataFrame]:
        for part in _chunks(len(users), ROWS // users.care.shape[1]):
            row, column = np.nonzero(users.care[part] > 0)
            row += part.start
            yield pl.DataFrame(
                {
                    "user": _named(user_ids, row),
                    "attribute": _named(names, users.attribute[row, column]),
                    "care": users.care[row, column],
                }
            )

    _write(folder, "care", frames())


def write_choices(folder: Path, choices: Choices, users: Users, items: Items) -> None:
    user_ids, item_ids = pl.Series(users.ids), pl.Series(items.ids)

    def frames() -> Iterator[pl.DataFrame]:
        for part in _chunks(len(choices)):
            seen = alternatives(choices.considered[part], choices.item[part])
            kept = seen >= 0
            row = np.repeat(np.arange(len(seen), dtype=np.uint32), kept.sum(axis=1))
            others = pl.DataFrame({"row": row, "considered": _named(item_ids, seen[kept])})
            lists = others.group_by("row", maintain_order=True).all()
            frame = pl.DataFrame(
                {
                    "row": np.arange(len(seen), dtype=np.uint32),
                    "user": _named(user_ids, choices.user[part]),
                    "item": _named(item_ids, choices.item[part]),
                    "pushed": choices.pushed[part],
                }
            )
            frame = frame.join(lists, on="row", how="left", maintain_order="left")
            yield frame.select("user", "item", "considered", "pushed")

    _write(folder, "choices", frames())


def write_links(folder: Path, metadata: Metadata, links: list[Links]) -> int:
    ids, relations = pl.Series(metadata.ids), pl.Series(RELATIONS)
    frames = (
        pl.DataFrame(
            {
                "source": _named(ids, part.source),
                "target": _named(ids, part.target),
                "relation": _named(relations, part.relation),
                "planted": part.planted,
            }
        )
        for part in links
    )
    _write(folder, "links", frames)
    return sum(len(part.source) for part in links)


def write_vocabulary(folder: Path, vocabulary: Vocabulary) -> None:
    rows = [
        (
            attribute.name,
            " > ".join(category.path),
            [variant.text for variant in attribute.variants],
            [attribute.misspelling.text] if attribute.misspelling else [],
        )
        for category, row in zip(vocabulary.categories, vocabulary.wording, strict=True)
        for attribute in row
    ]
    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        "attribute": pl.String,
        "category": pl.String,
        "variants": pl.List(pl.String),
        "misspellings": pl.List(pl.String),
    }
    _write(folder, "vocabulary", iter([pl.DataFrame(rows, schema=schema, orient="row")]))


def write_index(folder: Path, settings: WorldSettings, counts: dict[str, int]) -> None:
    """Write `truth.json`: settings, counts, meaning of the tables. Written last: it marks a world as complete."""
    content = {
        "format": FORMAT,
        "settings": settings.model_dump(mode="json"),
        "counts": counts,
        "absent_items": GONE,
        "tables": {f"{name}.parquet": meaning for name, meaning in TABLES.items()},
    }
    (folder / "truth.json").write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2) + b"\n")
