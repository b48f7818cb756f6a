"""Reads reviews into a staging area: ids, ratings and times in memory, texts on disk.

Texts are most of the bytes and are needed only once more, when the surviving rows are written; so each block is
written to an Arrow file, and memory does not grow with the length of the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl

from instead.errors import TruncatedFile
from instead.files.notations import Notation, time_notation
from instead.files.other_ids import with_own_ids
from instead.files.rejects import RejectLog
from instead.files.shape import checked_frames
from instead.files.times import TimeNotation
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.review_formats import REVIEW_COLUMNS
from instead.reviews.validate import checked_reviews
from instead.settings import ReadSettings

KEYS = ("user", "item", "rating", "time")
_KEY_SCHEMA = {"user": pl.String, "item": pl.String, "rating": pl.Float32, "time": pl.Int64}


@dataclass(frozen=True)
class LeftOut:
    """Rows that must not be known: those at or after a time, and what people did who were forgotten since."""

    until: float | None = None
    """Rows at or after this time are left out; those without a time stay."""
    forgotten: Callable[[str], float | None] = lambda user: None
    """Until when what a user did is forgotten, rows without a time included; None for everybody else."""

    def filter(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows, with columns `user` and `time` (seconds), that may be known."""
        if self.until is not None:
            rows = rows.filter(pl.col("time").is_null() | (pl.col("time") < self.until))
        gone = {user: until for user in rows["user"].unique().drop_nulls() if (until := self.forgotten(user))}
        if not gone:
            return rows
        end = pl.col("user").replace_strict(gone, default=None, return_dtype=pl.Float64)
        return rows.filter(end.is_null() | (pl.col("time") > end).fill_null(value=False))


NOTHING_LEFT_OUT = LeftOut()


@dataclass
class StagedReviews:
    """Staged reviews, in the order they were read, without those that are left out."""

    folder: Path
    left_out: LeftOut = NOTHING_LEFT_OUT
    keys: list[pl.DataFrame] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    texts: int = 0
    """Rows with a text that is not empty."""

    def add(self, frame: pl.DataFrame) -> None:
        """Stage one block of checked rows."""
        frame = self.left_out.filter(frame)
        if frame.is_empty():
            return
        path = self.folder / f"{len(self.files):06d}.arrow"
        frame.select(*KEYS, "text").write_ipc(path, compression="uncompressed")
        self.files.append(path)
        self.keys.append(frame.select(KEYS))
        self.texts += frame.select((pl.col("text") != "").sum()).item()

    def table(self) -> pl.DataFrame:
        """`user item rating time` of all rows."""
        return pl.concat(self.keys) if self.keys else pl.DataFrame(schema=_KEY_SCHEMA)

    def rows(self, kept: np.ndarray) -> pl.DataFrame:
        """All columns of the rows where `kept` is true."""
        return self._scan(kept).collect(engine="streaming")

    def write(self, target: Path, kept: np.ndarray, replaced: pl.DataFrame) -> None:
        """The rows where `kept` is true as Parquet; `replaced` (`row text rating`) has other values for some."""
        scan = self._scan(kept)
        if not replaced.is_empty():
            new = replaced.lazy().rename({"text": "pooled", "rating": "rated"})
            scan = scan.join(new, on="row", how="left", maintain_order="left").with_columns(
                pl.coalesce("pooled", "text").alias("text"), pl.coalesce("rating", "rated").alias("rating")
            )
        scan.select(*KEYS, "text").sink_parquet(
            target, compression="zstd", compression_level=1, row_group_size=1 << 17, maintain_order=True
        )

    def _scan(self, kept: np.ndarray) -> pl.LazyFrame:
        mask = pl.DataFrame({"row": np.arange(kept.size, dtype=np.uint32), "kept": kept})
        nothing = pl.LazyFrame(schema={**_KEY_SCHEMA, "text": pl.String})
        staged = pl.concat([pl.scan_ipc(path) for path in self.files]) if self.files else nothing
        return pl.concat([staged, mask.lazy()], how="horizontal").filter("kept").drop("kept")


@dataclass(frozen=True)
class ReviewCheck:
    """Validation of one block of reviews, where the block is parsed."""

    file: str
    columns: Mapping[str, str]
    """Our name -> the file's column."""
    settings: ReadSettings
    now: int
    times: TimeNotation | None
    other_ids: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __call__(self, raw: pl.DataFrame, log: RejectLog) -> pl.DataFrame:
        frame = raw.select(*(pl.col(column).alias(name) for name, column in self.columns.items()), "line")
        checked = checked_reviews(frame, self.file, log, self.settings, now=self.now, times=self.times)
        return with_own_ids(checked, self.other_ids, log.tally(self.file))


def read_reviews(
    source: Understood,
    staged: StagedReviews,
    log: RejectLog,
    settings: ReadSettings,
    *,
    now: int,
    advance: Advance | None = None,
) -> None:
    """Read one file of reviews to its end."""
    columns = {name: source.columns[name] for name in REVIEW_COLUMNS if name in source.columns}
    times = times_of(source, log, settings)
    check = ReviewCheck(source.name, columns, settings, now, times, source.other_ids)
    for checked in checked_frames(source.shape, list(columns.values()), check, log, advance):
        staged.add(checked)
    finish(source, log, settings)


def times_of(source: Understood, log: RejectLog, settings: ReadSettings) -> TimeNotation | None:
    """The notation of a file's times, also told to the log; None for a file without times."""
    if "time" not in source.columns:
        return None
    found = time_notation(source.shape, source.columns["time"], settings)
    log.tally(source.name).notations["time"] = Notation(found.text, found.sure)
    return found


def finish(source: Understood, log: RejectLog, settings: ReadSettings) -> None:
    """After the last row of a file: raise an error if it is truncated or too many of its rows were rejected."""
    damage = source.shape.file.damage
    tally = log.tally(source.name)
    if damage and not settings.keep_truncated:
        raise TruncatedFile(
            f"{damage}: {tally.rows:,} rows before that place are readable. Copy or download the file again, or go "
            "on with those rows: --keep-truncated",
            path=source.name,
            rows=tally.rows,
        )
    log.check(source.name, settings.max_rejected)
