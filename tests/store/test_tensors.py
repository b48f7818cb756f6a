"""Our safetensors files are everybody's safetensors files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from instead.errors import FolderError
from instead.store import tensors
from instead.store.tensors import drop_read_ahead, map_tensors, read_ahead, read_into_memory, write_tensors

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


def test_what_is_read_ahead_is_the_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.safetensors"
    write_tensors(path, ARRAYS)
    read_ahead([path, tmp_path / "missing.safetensors"])
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as away:
        away.setattr(np, "fromfile", lambda *given, **more: pytest.fail("read again"))
        with read_into_memory():
            found = map_tensors(Path("x.safetensors"))
    for name, array in ARRAYS.items():
        assert np.array_equal(found[name], array)
        assert found[name].dtype == array.dtype and not found[name].flags.writeable
    write_tensors(path, {"other": np.arange(3)})
    with read_into_memory():
        assert map_tensors(path)["other"].tolist() == [0, 1, 2]


def test_a_file_that_is_replaced_after_that_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    write_tensors(path, {"one": np.arange(3)})
    read_ahead([path])
    write_tensors(path, {"two": np.arange(4)})
    with read_into_memory():
        assert list(map_tensors(path)) == ["two"]
    read_ahead([path])
    drop_read_ahead()
    assert not tensors._ahead
