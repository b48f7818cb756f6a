"""Our safetensors files are everybody's safetensors files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from instead.errors import FolderError
from instead.store.tensors import map_tensors, write_tensors

ARRAYS: dict[str, NDArray[Any]] = {
    "a": np.arange(12, dtype=np.float32).reshape(3, 4),
    "empty": np.empty((0, 5), np.int64),
    "bytes": np.array([1, 2, 3], np.uint8),
    "b.c": np.array([[True], [False]]),
    "half": np.array([0.5, -2.0], np.float16),
    "scalar": np.array(7, np.int32),
}


def test_the_package_reads_ours(tmp_path: Path) -> None:
    write_tensors(tmp_path / "x.safetensors", ARRAYS)
    read = load_file(tmp_path / "x.safetensors")
    assert set(read) == set(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(read[name], array)
        assert read[name].dtype == array.dtype


def test_we_read_what_the_package_writes(tmp_path: Path) -> None:
    save_file(ARRAYS, tmp_path / "x.safetensors", metadata={"made": "elsewhere"})
    read = map_tensors(tmp_path / "x.safetensors")
    assert set(read) == set(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(read[name], array)


def test_mapped_arrays_cannot_be_changed(tmp_path: Path) -> None:
    write_tensors(tmp_path / "x.safetensors", ARRAYS)
    with pytest.raises(ValueError, match="read-only"):
        map_tensors(tmp_path / "x.safetensors")["a"][0, 0] = 9


@pytest.mark.parametrize("content", [b"", b"\xff" * 30, b"\x02\x00\x00\x00\x00\x00\x00\x00[]"])
def test_damage_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.safetensors"
    path.write_bytes(content)
    with pytest.raises(FolderError, match="damaged"):
        map_tensors(path)


def test_a_cut_file_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    write_tensors(path, ARRAYS)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(FolderError, match="damaged"):
        map_tensors(path)


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="missing"):
        map_tensors(tmp_path / "x.safetensors")
