"""Reads links from adjacency lines or edge tables into a table `source target relation`."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import polars as pl

from instead.files.jsonlines import as_text
from instead.files.lines import cells_of, text_lines
from instead.files.other_ids import with_own_ids
from instead.files.rejects import RejectLog
from instead.files.shape import text_frames
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.read_reviews import finish
from instead.settings import ReadSettings

_ENDS = {"source": pl.String, "target": pl.String}
SCHEMA = {**_ENDS, "relation": pl.String}


def empty_links() -> pl.DataFrame:
    """An empty table of links."""
    return pl.DataFrame(schema=SCHEMA)


def read_links(
    source: Understood,
    log: RejectLog,
    settings: ReadSettings,
    *,
    relation: str,
    advance: Advance | None = None,
) -> pl.DataFrame:
    """All links of one file, as written; `relation` is used where the file has no column for it."""
    adjacency = source.format == "adjacency lines"
    made = _adjacency(source, log, relation, advance) if adjacency else _edges(source, log, relation, advance)
    finish(source, log, settings)
    return with_own_ids(made, source.other_ids, log.tally(source.name), ("source", "target"))


def from_lists(relation: str, rows: Iterable[tuple[str, list[str]]]) -> pl.DataFrame:
    """Links of one relation from (source, targets) lists."""
    sources: list[str] = []
    sizes: list[int] = []
    targets: list[str] = []
    for source, listed in rows:
        sources.append(source)
        sizes.append(len(listed))
        targets.extend(listed)
    if not set(map(type, targets)) <= {str}:  # ids given as numbers
        targets = [as_text(target) or "" for target in targets]
    places = np.repeat(np.arange(len(sources)), sizes)
    frame = pl.DataFrame(
        {"source": pl.Series(sources, dtype=pl.String).gather(places), "target": targets}, schema_overrides=_ENDS
    )
    return frame.with_columns(pl.lit(relation).alias("relation"))


def _adjacency(source: Understood, log: RejectLog, relation: str, advance: Advance | None) -> pl.DataFrame:
    rows: list[tuple[str, list[str]]] = []
    for number, line in text_lines(source.shape.file, log, advance):
        cells = cells_of(line)
        if not cells[0]:
            log.reject(source.name, number, "no item at the start of the line", line)
            continue
        rows.append((cells[0], [cell for cell in cells[1:] if cell]))
    return from_lists(relation, rows)


def _edges(source: Understood, log: RejectLog, relation: str, advance: Advance | None) -> pl.DataFrame:
    columns = dict(source.columns)
    parts = [empty_links()]
    for frame in text_frames(source.shape, list(columns.values()), log, advance):
        named = frame.select(
            *(pl.col(column).str.strip_chars().alias(name) for name, column in columns.items()), "line"
        )
        sound = (pl.col("source") != "") & (pl.col("target") != "")
        bad = named.filter(~sound.fill_null(False))
        for row in bad.iter_rows(named=True):
            log.reject(source.name, row["line"], "an end of the link is missing", str(row))
        kind = pl.col("relation").fill_null(relation) if "relation" in columns else pl.lit(relation)
        parts.append(named.filter(sound).select("source", "target", kind.alias("relation")))
    return pl.concat(parts)
