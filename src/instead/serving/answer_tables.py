"""Answers as a table: columns are gathered by number, without an object for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.explanation.briefs import Told
from instead.serving.answers_by_query import Answers, AnswersByQuery

Ints = NDArray[np.int64]

SCHEMA: dict[str, Any] = {
    "row": pl.UInt32,
    "user": pl.String,
    "query": pl.String,
    "rank": pl.UInt32,
    "item": pl.String,
    "score": pl.Float32,
    "text": pl.String,
    "better": pl.List(pl.String),
    "comparable": pl.List(pl.String),
    "worse": pl.List(pl.String),
    "basis": pl.String,
    "placed_by": pl.String,
    "user_basis": pl.String,
    "note": pl.String,
}
LISTS = tuple(name for name, kind in SCHEMA.items() if kind == pl.List(pl.String))
_APART = "\x1f"  # the unit separator, which no text contains


def table_of(shop: AnswersByQuery, pairs: pl.DataFrame, found: Sequence[Answers]) -> pl.DataFrame:
    """The rows of the result: one for each offer, or one that says why there is none."""
    count = np.concatenate([one.count for one in found])
    room = np.maximum(count, 1)  # rows of each pair
    pair = np.repeat(np.arange(count.size), room)
    rank = np.arange(pair.size) - np.repeat(np.cumsum(room) - room, room) + 1
    offered = np.repeat(count > 0, room)
    item = np.full(pair.size, -1, np.int64)
    item[offered] = np.concatenate([one.items for one in found])
    score = np.zeros(pair.size, np.float32)
    score[offered] = np.concatenate([one.scores for one in found])
    said: dict[int, int] = {}  # few texts are told again and again
    texts: list[Told] = []
    told = np.full(pair.size, -1, np.int64)
    told[offered] = [_place(said, texts, one) for answers in found for one in answers.told]
    notes = pl.Series([" ".join(one) or None for answers in found for one in answers.notes], dtype=pl.String)
    basis = pl.Series([one for answers in found for one in answers.user_basis], dtype=pl.String)
    columns = {
        "row": pairs["row"].gather(pair),
        "user": pairs["user"].gather(pair),
        "query": pairs["query"].gather(pair),
        "rank": rank,
        "item": _known(shop.items["item"], item),
        "score": score,
        "text": _known(pl.Series([one.text for one in texts], dtype=pl.String), told),
        **{name: _known(_lists([getattr(one, name) for one in texts]), told) for name in LISTS},
        "basis": _known(pl.Series(shop.catalogue.bases, dtype=pl.String), item),
        "placed_by": _placed(found, offered),
        "user_basis": basis.gather(pair),
        "note": notes.gather(pair),
    }
    made = pl.DataFrame(columns, schema_overrides={"rank": pl.UInt32})
    return made.with_columns(pl.when(pl.lit(pl.Series(offered))).then(pl.col(name)) for name in ("rank", "score"))


def _place(said: dict[int, int], texts: list[Told], one: Told) -> int:
    """The place of a text among those that are told in a shard."""
    place = said.setdefault(id(one), len(texts))
    if place == len(texts):
        texts.append(one)
    return place


def _known(values: pl.Series, places: Ints) -> pl.Series:
    """Values by place; null at -1."""
    return values.gather(pl.Series(places).replace(-1, None))


def _lists(values: Sequence[tuple[str, ...]]) -> pl.Series:
    """Texts in lists. They are passed as joined texts: Polars would make a Series of each."""
    joined = pl.DataFrame({"x": [_APART.join(one) for one in values]}, schema={"x": pl.String})
    split = pl.when(pl.col("x") == "").then(pl.lit([], pl.List(pl.String))).otherwise(pl.col("x").str.split(_APART))
    return joined.select(split).to_series()


def _placed(found: Sequence[Answers], offered: NDArray[np.bool_]) -> pl.Series:
    names: NDArray[Any] = np.full(offered.size, None, object)
    names[offered] = [one or None for answers in found for one in answers.placed]
    return pl.Series(names.tolist(), dtype=pl.String)
