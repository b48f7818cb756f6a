"""Content hashes of tables and arrays, independent of the file format, and checksums of files.

A table is hashed by column name: type, missing values, lengths (of texts and lists) and values as little-endian numbers
or UTF-8 bytes; a struct by its fields. These are byte streams, each with a hash of its own, so a table gives the same
hash in one piece and in slices, in memory and in any Parquet file.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.store.arrays import array_digest, joint_digest, map_rows
from instead.store.tensors import map_tensors

_ROWS = 1 << 16  # rows of a table in memory at a time
_TEXTS = 1 << 13  # texts joined at a time: a long text is 20,000 characters
_PIECE = 1 << 19  # bytes of a file read at a time: still in the cache when they are summed up


class _Column:
    """The byte streams of one column."""

    def __init__(self, name: str, dtype: pl.DataType) -> None:
        self.rows = 0
        self.missing, self.lengths, self.values = (hashlib.sha256() for _ in range(3))
        self.inner: _Column | None = None
        self.parts: dict[str, _Column] = {}
        if isinstance(dtype, pl.List):
            self.type = "list"
            self.inner = _Column(name, pl.Series([], dtype=dtype).explode().dtype)
        elif isinstance(dtype, pl.Struct):
            self.type = "struct"
            kinds = pl.DataFrame(schema={name: dtype}).unnest(name).schema
            self.parts = {part: _Column(f"{name}.{part}", kind) for part, kind in sorted(kinds.items())}
        elif dtype == pl.String:
            self.type = "text"
        elif dtype == pl.Boolean:
            self.type = "bool"
        elif dtype.is_numeric() and not dtype.is_decimal():
            self.type = _little(pl.Series([], dtype=dtype).to_numpy()).dtype.str
        else:
            raise TypeError(f"column {name!r}: no hash is defined for the type {dtype}")

    def update(self, series: pl.Series) -> None:
        self.rows += series.len()
        self.missing.update(_bytes(series.is_null().cast(pl.UInt8)))
        if self.inner is not None:
            lengths = series.list.len().fill_null(0)
            self.lengths.update(_bytes(lengths.cast(pl.UInt32)))
            self.inner.update(series.filter(lengths > 0).explode())
        elif self.type == "struct":
            for part, column in self.parts.items():
                column.update(series.struct.field(part))
        elif self.type == "text":
            self.lengths.update(_bytes(series.str.len_bytes().fill_null(0).cast(pl.UInt32)))
            for first in range(0, series.len(), _TEXTS):
                few = series.slice(first, _TEXTS).to_frame("text")
                self.values.update(few.select(pl.col("text").str.join("").cast(pl.Binary)).item())
        else:
            self.values.update(_bytes((series.cast(pl.UInt8) if self.type == "bool" else series).fill_null(0)))

    def digest(self) -> str:
        streams = [stream.hexdigest() for stream in (self.missing, self.lengths, self.values)]
        inner = [] if self.inner is None else [self.inner.digest()]
        inner += [f"{json.dumps(part)} {column.digest()}" for part, column in self.parts.items()]
        return joint_digest([self.type, str(self.rows), *streams, *inner])


def _bytes(numbers: pl.Series) -> memoryview:
    return _little(numbers.to_numpy()).view(np.uint8).data


def _little(array: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


class TableDigest:
    """Incremental hash of a table, slice by slice."""

    def __init__(self, schema: Mapping[str, pl.DataType]) -> None:
        self._columns = {name: _Column(name, dtype) for name, dtype in sorted(schema.items())}

    def update(self, rows: pl.DataFrame) -> None:
        """The next rows; they have the columns of the schema."""
        for name, column in self._columns.items():
            column.update(rows[name])

    def hexdigest(self) -> str:
        return joint_digest(f"{json.dumps(name)} {column.digest()}" for name, column in self._columns.items())


def table_digest(table: pl.DataFrame | pl.LazyFrame) -> str:
    """The hash of a table; a lazy one is read in slices. The order of columns does not matter."""
    scan = table.lazy()
    digest = TableDigest(scan.collect_schema())
    rows = int(scan.select(pl.len()).collect().item())
    for first in range(0, rows, _ROWS):
        digest.update(scan.slice(first, _ROWS).collect())
    return digest.hexdigest()


def tensors_digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """The hash of named arrays, in any order."""
    return joint_digest(f"{json.dumps(name)} {array_digest(arrays[name])}" for name in sorted(arrays))


def file_digest(path: Path) -> str:
    """The hash of the content of a Parquet, safetensors or npy file."""
    if path.suffix == ".parquet":
        return table_digest(pl.scan_parquet(path))
    if path.suffix == ".safetensors":
        return tensors_digest(map_tensors(path))
    if path.suffix == ".npy":
        return array_digest(map_rows(path))
    raise ValueError(f"{path.name}: no hash is defined for such a file")


def checksum(path: Path) -> str:
    """CRC-32 of a file's bytes: detects damage, not deliberate manipulation."""
    found, room = 0, bytearray(_PIECE)
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(room):
            found = zlib.crc32(memoryview(room)[:count], found)
    return f"{found:08x}"
