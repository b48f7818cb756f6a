"""MTER's `.entry` files: `user,item,rating,feature:polarity ...` by row numbers into map files beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from instead.errors import InputError, TruncatedFile
from instead.files.lines import text_lines
from instead.files.opening import open_raw
from instead.files.rejects import RejectLog
from instead.files.understood import Understood
from instead.mentions.mention_formats import MTER_LINE
from instead.mentions.table import MentionColumns
from instead.progress import Advance
from instead.reviews.read_reviews import finish
from instead.settings import ReadSettings


@dataclass(frozen=True)
class MterEntries:
    """What an entry file and its maps hold together."""

    reviews: pl.DataFrame
    """`user item rating time text line` as a checked frame; MTER keeps neither times nor texts."""
    mentions: pl.DataFrame
    titles: dict[str, str]


def read_mter(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> MterEntries:
    """All entries with their row numbers replaced by ids."""
    path = source.shape.file.path
    users, items, features = (_map(path, kind, settings) for kind in ("usermap", "itemmap", "featuremap"))
    made = MentionColumns()
    rows: list[tuple[str, str, float, int]] = []
    for number, line in text_lines(source.shape.file, log, advance):
        found = MTER_LINE.match(line.strip())
        if found is None:
            log.reject(source.name, number, "expected user,item,rating,feature:polarity ...", line)
            continue
        pairs = [pair.split(":") for pair in found[4].split()]
        try:
            user, item = users[int(found[1])][0], items[int(found[2])][0]
            named = [(features[int(feature)][0].lower(), int(polarity)) for feature, polarity in pairs]
        except KeyError as missing:
            log.reject(source.name, number, f"row {missing} is in no map file", line, kind="row in no map file")
            continue
        rating = float(found[3])
        if not settings.rating_low <= rating <= settings.rating_high:
            log.reject(
                source.name,
                number,
                f"rating {rating:g} is outside the scale",
                line,
                kind="rating outside",
            )
            continue
        rows.append((user, item, rating, number))
        for attribute, polarity in named:
            made.add(user, item, attribute, "", polarity)
    finish(source, log, settings)
    schema = {"user": pl.String, "item": pl.String, "rating": pl.Float32, "line": pl.UInt64}
    reviews = pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        pl.lit(None, dtype=pl.Int64).alias("time"), pl.lit("").alias("text")
    )
    titles = {row[0]: row[1] for row in items.values() if len(row) > 1}
    return MterEntries(reviews.select("user", "item", "rating", "time", "text", "line"), made.table(), titles)


def map_file(entry: Path, kind: str) -> Path:
    """`mter.usermap.gz` beside `mter.entry.gz`, packed or not."""
    stem = entry.name.split(".entry")[0] if ".entry" in entry.name else entry.name.split(".")[0]
    for suffix in ("", ".gz", ".xz", ".zip"):
        candidate = entry.parent / f"{stem}.{kind}{suffix}"
        if candidate.is_file():
            return candidate
    raise InputError(f"MTER entries need {stem}.{kind} beside them, to turn row numbers into ids", path=entry)


def _map(entry: Path, kind: str, settings: ReadSettings) -> dict[int, list[str]]:
    """Row number -> id (and title), from lines `row=id=...`. A title may run over several lines."""
    path = map_file(entry, kind)
    found: dict[int, list[str]] = {}
    last: list[str] = []
    file = open_raw(path)
    for number, line in text_lines(file):
        cells = line.strip().split("=", 2)
        if len(cells) > 1 and cells[0].isdigit() and cells[1]:
            last = found[int(cells[0])] = cells[1:]
        elif len(last) > 1:
            last[1] += " " + line.strip()
        else:
            raise InputError(f"expected row=id, found {line[:60]!r}", path=path, line=number)
    if file.damage and not settings.keep_truncated:
        raise TruncatedFile(
            f"{file.damage}: {len(found):,} rows of the map before that place are readable. Copy or download the file "
            "again, or go on with those: --keep-truncated",
            path=path,
            rows=len(found),
        )
    return found
