"""Data frames in the place of files: Polars, and whatever has the Arrow interface (pandas, DuckDB, pyarrow).

A row has its number in the place of a line, and a frame the name of its argument in the place of a path.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import polars as pl

from instead.errors import InputError
from instead.files.opening import RawFile
from instead.progress import Advance
from instead.store.digests import table_digest


@runtime_checkable
class ArrowTable(Protocol):
    """Anything that hands its rows over as Arrow data."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@dataclass(frozen=True, eq=False)
class NamedFrame:
    """A data frame and the argument it came in."""

    name: str
    rows: Any


@dataclass
class FrameFile(RawFile):
    """A data frame that looks like a file to whoever reads it."""

    frame: pl.DataFrame = field(default_factory=pl.DataFrame)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return int(self.frame.estimated_size())

    def stream(self, advance: Advance | None = None) -> Iterator[bytes]:
        """No bytes: only the hash, as that of a file that was read."""
        if not self.digest:
            self.digest = _digest(self.frame)
        return iter(())


def is_frame(value: object) -> bool:
    """Whether a value is a table in memory."""
    return isinstance(value, (pl.DataFrame, pl.LazyFrame, ArrowTable))


def open_frame(named: NamedFrame) -> FrameFile:
    """The rows of a data frame, without copying where its columns are Arrow data already."""
    path = Path(named.name)
    if isinstance(named.rows, pl.LazyFrame):
        frame = named.rows.collect()
    elif isinstance(named.rows, pl.DataFrame):
        frame = named.rows
    else:
        try:
            frame = pl.DataFrame(named.rows)
        except (pl.exceptions.PolarsError, ImportError, TypeError, ValueError) as error:
            kind = type(named.rows).__module__.partition(".")[0]
            raise InputError(
                f"this data frame of {kind} cannot be read ({str(error).splitlines()[0]})", path=path
            ) from None
    if not frame.width or not frame.height:
        raise InputError("the data frame is empty", path=path)
    odd = [name for name, dtype in frame.schema.items() if dtype == pl.Object]
    if odd:
        raise InputError(f"column {odd[0]!r} holds Python objects; make texts or numbers of them", path=path)
    return FrameFile(path, "plain", frame=frame)


def _digest(frame: pl.DataFrame) -> str:
    """The hash of the content, with types that have none as text."""
    odd = [name for name, dtype in frame.schema.items() if dtype.is_temporal() or dtype.is_decimal()]
    texts = [pl.col(pl.Categorical, pl.Enum).cast(pl.String), pl.col(odd).cast(pl.String)]
    try:
        return table_digest(frame.with_columns(*texts))
    except TypeError:  # nested columns of other types
        return table_digest(frame.select(pl.struct(pl.all()).struct.json_encode().alias("row")))
