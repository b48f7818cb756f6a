"""Writes the raw files of a synthetic shop: reviews, metadata, view log, in the formats of the public 2014 dumps."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import orjson
from numpy.typing import NDArray

from instead.lab.world import names
from instead.lab.world.links import GONE, RELATIONS, Links
from instead.lab.world.users import Users
from instead.lab.world.world_choices import Choices
from instead.lab.world.world_items import Items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import Vocabulary
from instead.rng import stage_rng

DAY = 86_400
FIRST_DAY, DAYS = 13_879, 2_390  # 1 January 2008, and until the middle of July 2014
GZIP_LEVEL = 5


@contextmanager
def opened(path: Path, *, packed: bool) -> Iterator[BinaryIO]:
    """A file for bytes. Packed files carry neither name nor time: equal seeds give equal bytes."""
    if not packed:
        with path.open("wb", buffering=1 << 20) as plain:
            yield plain
        return
    with path.open("wb") as below, gzip.GzipFile("", "wb", GZIP_LEVEL, below, mtime=0) as pressed:
        buffered = io.BufferedWriter(cast(io.RawIOBase, pressed), 1 << 20)
        yield cast(BinaryIO, buffered)
        buffered.flush()
        buffered.detach()


class Calendar:
    """Days of reviews, and how the dump writes them: `9 5, 2013` as `09 5, 2013`."""

    def __init__(self, settings: WorldSettings, count: int) -> None:
        rng = stage_rng(settings.seed, "world", "calendar")
        growing = np.sqrt(rng.random(count))  # each year sells more than the one before
        self.day = (FIRST_DAY + np.floor(growing * DAYS)).astype(np.int32)
        start = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=FIRST_DAY)
        dates = (start + timedelta(days=n) for n in range(DAYS + 1))
        self._written = [f"{d.month:02d} {d.day}, {d.year}" for d in dates]

    def written(self, day: int) -> str:
        return self._written[day - FIRST_DAY]


def review_line(
    *, user: str, item: str, name: str, text: str, stars: int, summary: str, day: int, written: str
) -> bytes:
    """One review as one line of JSON, keys in the order of the dump."""
    return orjson.dumps(
        {
            "reviewerID": user,
            "asin": item,
            "reviewerName": name,
            "reviewText": text,
            "overall": float(stars),
            "summary": summary,
            "unixReviewTime": day * DAY,
            "reviewTime": written,
        },
        option=orjson.OPT_APPEND_NEWLINE,
    )


class Metadata:
    """Writes `meta.json`: one Python literal (not JSON) per line, as in the dump."""

    def __init__(self, settings: WorldSettings, vocabulary: Vocabulary, items: Items) -> None:
        self.items = items
        self.paths = [[list(category.path)] for category in vocabulary.categories]
        every = names.item_ids(len(items) + GONE, settings.seed)
        self.ids = items.ids + every[len(items) :]
        rng = stage_rng(settings.seed, "world", "gaps")
        share = 0.0 if settings.preset == "demo" else 1.0
        self.no_price = (rng.random(len(items)) < 0.06 * share).tolist()
        self.no_brand = (rng.random(len(items)) < 0.10 * share).tolist()
        self.no_title = (rng.random(len(items)) < 0.01 * share).tolist()

    def lines(self, part: NDArray[np.int64], links: Links) -> Iterator[bytes]:
        """Lines of the items `part`; their links come sorted by source in the same order."""
        related: dict[int, dict[str, list[str]]] = {}
        for source, target, relation in zip(
            links.source.tolist(), links.target.tolist(), links.relation.tolist(), strict=True
        ):
            related.setdefault(source, {}).setdefault(RELATIONS[relation], []).append(self.ids[target])
        items = self.items
        for item in part.tolist():
            row: dict[str, object] = {"asin": items.ids[item]}
            if not self.no_title[item]:
                row["title"] = items.titles[item]
            if not self.no_price[item]:
                row["price"] = float(items.price[item])
            if not self.no_brand[item]:
                row["brand"] = items.brands[item]
            row["categories"] = self.paths[items.category[item]]
            if item in related:
                row["related"] = related[item]
            yield repr(row).encode() + b"\n"


def write_views(
    path: Path,
    settings: WorldSettings,
    choices: Choices,
    day: NDArray[np.int32],
    *,
    users: Users,
    items: Items,
) -> int:
    """Write the view log: before each purchase the user views the considered items, the bought one last."""
    rng = stage_rng(settings.seed, "world", "views")
    seen = alternatives(choices.considered, choices.item)
    row, column = np.nonzero(seen >= 0)
    looked = seen[row, column]
    start = (day.astype(np.int64) - rng.integers(2, 21, len(choices))) * DAY + rng.integers(6 * 3600, DAY, len(choices))
    steps = np.cumsum(rng.integers(15, 240, (len(choices), seen.shape[1] + 1)), axis=1)
    time = np.concatenate([start[row] + steps[row, column], start + steps[:, -1]])
    user = np.concatenate([choices.user[row], choices.user])
    item = np.concatenate([looked, choices.item])
    bought = np.concatenate([np.zeros(len(row), np.int8), np.ones(len(choices), np.int8)])
    order = np.argsort(time, kind="stable")
    with path.open("w", newline="", encoding="utf-8", buffering=1 << 20) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("user", "item", "time", "bought"))
        for at in range(0, len(order), 100_000):
            part = order[at : at + 100_000]
            columns = (user[part].tolist(), item[part].tolist(), time[part].tolist(), bought[part].tolist())
            writer.writerows((users.ids[u], items.ids[i], t, b) for u, i, t, b in zip(*columns, strict=True))
    return len(order)


def alternatives(considered: NDArray[np.int32], taken: NDArray[np.int32]) -> NDArray[np.int32]:
    """What was considered and not taken, each once; -1 fills the rest of a row."""
    result = np.sort(considered, axis=1)
    result[:, 1:][result[:, 1:] == result[:, :-1]] = -1
    result[result == taken[:, None]] = -1
    return result
