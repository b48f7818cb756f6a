"""Dataset folders: opened when they are whole and ours, refused in words when they are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from instead.errors import DoesNotFit, FolderError
from instead.store.dataset import Dataset
from instead.store.folder import written_aside
from instead.store.manifest import MANIFEST, read_manifest, write_manifest
from instead.store.memory import GIB, arithmetic, available_memory, check_fits, total_memory
from tests.small_shop import put


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (None, "no manifest.json inside"),
        ("{", "damaged"),
        ("[]", "damaged"),
        ('{"kind": "dataset"}', "damaged"),
        ('{"kind": "dataset", "format": 99}', "written by a newer version"),
        ('{"kind": "dataset", "format": 2}', "names no base layer"),
        ('{"kind": "dataset", "format": 2, "layers": {"base": "00"}}', "base-00: missing"),
        ('{"kind": "model", "format": 1}', "a model folder, not a dataset folder"),
        ('{"format": 1}', "damaged"),
    ],
)
def test_what_is_no_dataset_is_refused(tmp_path: Path, content: str | None, named: str) -> None:
    if content is not None:
        put(tmp_path / "manifest.json", content)
    with pytest.raises(FolderError, match=named) as caught:
        Dataset.open(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no such folder"):
        Dataset.open(tmp_path / "absent")


def test_a_manifest_comes_back_as_written(tmp_path: Path) -> None:
    written = write_manifest(tmp_path, "dataset", {"counts": {"users": 1}, "name": "é"})
    assert read_manifest(tmp_path) == written
    assert written["packages"]["python"]


def test_a_relative_target_with_links_in_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    with written_aside(Path("link/data")) as aside:
        put(aside / "x", "y")
    assert (tmp_path / "real" / "data" / "x").read_text() == "y"
    assert os.listdir(tmp_path / "real") == ["data"]  # noqa: PTH208 - hidden names too


def test_names_that_look_like_left_overs_do_no_harm(tmp_path: Path) -> None:
    odd = tmp_path / f".data.partial.{10**30}"
    odd.mkdir()
    with written_aside(tmp_path / "data") as aside:
        put(aside / "x", "y")
    assert (tmp_path / "data" / "x").read_text() == "y"


def test_memory_is_told_and_added_up() -> None:
    assert 0 < available_memory() <= total_memory()
    assert arithmetic({"ids": GIB, "blocks": GIB // 2}) == "ids 1.00 GiB + blocks 0.50 GiB = 1.50 GiB"
    check_fits({"ids": 10}, 10)
    with pytest.raises(DoesNotFit, match=r"ids 2\.00 GiB = 2.00 GiB, more than the 1.00 GiB allowed"):
        check_fits({"ids": 2 * GIB}, GIB)


def test_a_manifest_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_manifest(tmp_path, "dataset", {"counts": {"users": 1}})
    before = (tmp_path / MANIFEST).read_bytes()

    def full(path: Path, text: str, **_: object) -> int:
        with path.open("w") as handle:
            handle.write(text[:20])
        raise OSError("disk full")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="disk full"):
        write_manifest(tmp_path, "dataset", {"counts": {"users": 2}})
    assert (tmp_path / MANIFEST).read_bytes() == before
