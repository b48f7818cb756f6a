"""The planted truth as Parquet tables. Numbers inside become names outside only here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import orjson
import polars as pl
from numpy.typing import NDArray

from instead.settings import WorldSettings
from instead.world.choices import Choices
from instead.world.items import Items
from instead.world.links import GONE, RELATIONS, Links
from instead.world.raw import Metadata, alternatives
from instead.world.users import Users
from instead.world.vocabulary import Vocabulary

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


def _write(frame: pl.DataFrame, folder: Path, name: str) -> int:
    frame.write_parquet(folder / f"{name}.parquet", compression="zstd", compression_level=3, statistics=False)
    return frame.height


def _named(names: pl.Series, numbers: NDArray[np.integer]) -> pl.Series:
    return names.gather(pl.Series(numbers.astype(np.uint32)))


class MentionLog:
    """Mentions as small numbers while the reviews are written; as names when the table is."""

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
        frame = pl.DataFrame(
            {
                "user": _named(pl.Series(users.ids), choices.user[review]),
                "item": _named(pl.Series(items.ids), choices.item[review]),
                "attribute": _named(pl.Series(vocabulary.names), attribute),
                "opinion": _named(pl.Series(list(self._opinions)), opinion),
                "sentiment": sentiment,
                "start": start,
                "end": end,
            }
        )
        return _write(frame, folder, "mentions"), len(np.unique(attribute))


def write_items(folder: Path, vocabulary: Vocabulary, items: Items) -> None:
    paths = pl.Series([" > ".join(category.path) for category in vocabulary.categories])
    order = items.order
    frame = {
        "item": _named(pl.Series(items.ids), order),
        "category": _named(paths, items.category[order]),
        "brand": _named(pl.Series(items.brands), order),
        "rank": items.rank[order],
    }
    _write(pl.DataFrame(frame), folder, "items")


def write_quality(folder: Path, vocabulary: Vocabulary, items: Items) -> None:
    counts = np.array([len(row) for row in vocabulary.attribute])
    sizes = counts[items.category[items.order]]
    item = np.repeat(items.order, sizes)
    place = np.arange(len(item)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    number = np.zeros((len(counts), vocabulary.places), dtype=np.int32)
    for c, row in enumerate(vocabulary.attribute):
        number[c, : len(row)] = row
    frame = {
        "item": _named(pl.Series(items.ids), item),
        "attribute": _named(pl.Series(vocabulary.names), number[items.category[item], place]),
        "quality": items.quality[item, place],
    }
    del item, place
    _write(pl.DataFrame(frame), folder, "quality")


def write_care(folder: Path, vocabulary: Vocabulary, users: Users) -> None:
    user, column = np.nonzero(users.care > 0)
    frame = {
        "user": _named(pl.Series(users.ids), user),
        "attribute": _named(pl.Series(vocabulary.names), users.attribute[user, column]),
        "care": users.care[user, column],
    }
    _write(pl.DataFrame(frame), folder, "care")


def write_choices(folder: Path, choices: Choices, users: Users, items: Items) -> None:
    seen = alternatives(choices.considered, choices.item)
    kept = seen >= 0
    row = np.repeat(np.arange(len(choices), dtype=np.uint32), kept.sum(axis=1))
    considered = (
        pl.DataFrame({"row": row, "considered": _named(pl.Series(items.ids), seen[kept])})
        .group_by("row", maintain_order=True)
        .agg("considered")
    )
    frame = pl.DataFrame(
        {
            "row": np.arange(len(choices), dtype=np.uint32),
            "user": _named(pl.Series(users.ids), choices.user),
            "item": _named(pl.Series(items.ids), choices.item),
            "pushed": choices.pushed,
        }
    ).join(considered, on="row", how="left", maintain_order="left")
    _write(frame.select("user", "item", "considered", "pushed"), folder, "choices")


def write_links(folder: Path, metadata: Metadata, links: list[Links]) -> int:
    ids = pl.Series(metadata.ids)
    frame = {
        "source": _named(ids, np.concatenate([part.source for part in links])),
        "target": _named(ids, np.concatenate([part.target for part in links])),
        "relation": _named(pl.Series(RELATIONS), np.concatenate([part.relation for part in links])),
        "planted": np.concatenate([part.planted for part in links]),
    }
    return _write(pl.DataFrame(frame), folder, "links")


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
    _write(pl.DataFrame(rows, schema=schema, orient="row"), folder, "vocabulary")


def write_index(folder: Path, settings: WorldSettings, counts: dict[str, int]) -> None:
    """`truth.json`: settings, counts, what the tables mean. Last, since it marks a world as complete."""
    content = {
        "format": FORMAT,
        "settings": settings.model_dump(mode="json"),
        "counts": counts,
        "absent_items": GONE,
        "tables": {f"{name}.parquet": meaning for name, meaning in TABLES.items()},
    }
    (folder / "truth.json").write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2) + b"\n")
