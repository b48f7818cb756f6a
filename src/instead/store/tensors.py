"""Named arrays in one `.safetensors` file: eight bytes of header length, a JSON header, then the bare numbers.

The format can be written array by array, without a second copy in memory, and memory-mapped when read; the tests read
our files with the `safetensors` package and its files with ours.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import FolderError

_NAMES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "|i1",
          "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "|u1", "BOOL": "|b1"}  # fmt: skip
_OF_DTYPE = {np.dtype(code): name for name, code in _NAMES.items()}
_ALIGNED = 64  # the header is padded so that mapped arrays start at whole cache lines


def write_tensors(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write all arrays to a temporary file, then rename it: the file is complete or absent."""
    header: dict[str, Any] = {}
    place = 0
    for name, array in arrays.items():
        kind = _OF_DTYPE[array.dtype.newbyteorder("<")]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % _ALIGNED)
    aside = path.with_name(f".{path.name}.partial")
    with aside.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


_IN_MEMORY: ContextVar[bool] = ContextVar("arrays are read into memory", default=False)


@contextmanager
def read_into_memory(wanted: bool = True) -> Iterator[None]:
    """Within this block arrays are read instead of mapped. A process that maps a file dies of a bus error (SIGBUS) when
    somebody shortens it, as copying another file over it does; what was read stays as it was."""
    before = _IN_MEMORY.set(wanted)
    try:
        yield
    finally:
        _IN_MEMORY.reset(before)


def map_tensors(path: Path) -> dict[str, NDArray[Any]]:
    """All arrays of a file, memory-mapped read-only (or read, within `read_into_memory`)."""
    if not path.is_file():
        raise FolderError(f"{path}: missing")
    size = path.stat().st_size
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if not 0 < length <= size - 8:
                raise ValueError("no header")
            header: dict[str, Any] = json.loads(file.read(length))
        content = np.empty(0, np.uint8)
        if size > 8 + length and _IN_MEMORY.get():
            content = np.fromfile(path, np.uint8, offset=8 + length)
            content.flags.writeable = False
        elif size > 8 + length:  # as a plain array: slices of a `memmap` take microseconds each
            content = np.asarray(np.memmap(path, np.uint8, "r", offset=8 + length))
        found = {}
        for name, about in header.items():
            if name == "__metadata__":
                continue
            first, last = about["data_offsets"]
            found[name] = content[first:last].view(_NAMES[about["dtype"]]).reshape(about["shape"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{path}: damaged, or not a safetensors file") from None
    return found
