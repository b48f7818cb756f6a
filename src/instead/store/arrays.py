"""Large integer tables as `.npy` files: written in pieces, hashed while writing, memory-mapped when read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray


def smallest_unsigned(largest: int) -> np.dtype[Any]:
    """The narrowest type that holds 0..largest."""
    return np.dtype(np.uint16 if largest < 1 << 16 else np.uint32)


def write_rows(path: Path, rows: int, width: int, dtype: np.dtype[Any], pieces: Iterable[NDArray[Any]]) -> str:
    """Write a (rows, width) table from pieces in order; returns the SHA-256 of its content."""
    hasher = hashlib.sha256()
    written = 0
    with path.open("wb") as handle:
        npy.write_array_header_1_0(
            handle, {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": (rows, width)}
        )
        for piece in pieces:
            data = np.ascontiguousarray(piece, dtype=dtype)
            written += data.shape[0]
            content = data.reshape(-1).view(np.uint8).data
            handle.write(content)
            hasher.update(content)
    if written != rows:
        raise ValueError(f"{path.name}: {written} rows written, {rows} announced")
    return hasher.hexdigest()


def map_rows(path: Path) -> NDArray[Any]:
    """A stored table, memory-mapped."""
    mapped: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return mapped


def content_digest(pieces: Iterable[NDArray[Any]]) -> str:
    """SHA-256 over the bytes of arrays one after the other: what `write_rows` returns for the same rows."""
    hasher = hashlib.sha256()
    for piece in pieces:
        hasher.update(np.ascontiguousarray(piece).reshape(-1).view(np.uint8).data)
    return hasher.hexdigest()


def array_digest(*arrays: NDArray[Any]) -> str:
    """SHA-256 over the content, type and shape of arrays."""
    return joint_digest(f"{array.dtype.str}{array.shape}{content_digest([array])}" for array in arrays)


def joint_digest(hashes: Iterable[str]) -> str:
    """One hash over several, in order."""
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()
