"""A ruined model folder is refused in one sentence, and the model in use stays."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from starlette.testclient import TestClient

from instead.errors import FolderError
from instead.models.model_folder import WEIGHTS, ModelFolder
from instead.service.application import create
from instead.service.live import LiveShop, open_shop
from instead.settings import ServiceSettings
from instead.store.manifest import MANIFEST
from instead.store.tensors import map_tensors, write_tensors
from tests.service.conftest import without_checksums
from tests.service.test_refusals import problem


def overwritten(folder: Path) -> None:
    """20 kB of 0xff in the middle: the file can be mapped as before, its numbers are none any more."""
    content = bytearray((folder / WEIGHTS).read_bytes())
    middle = len(content) // 2
    content[middle : middle + 20_000] = b"\xff" * len(content[middle : middle + 20_000])
    (folder / WEIGHTS).write_bytes(content)


def cut_off(folder: Path) -> None:
    with (folder / WEIGHTS).open("r+b") as file:
        file.truncate((folder / WEIGHTS).stat().st_size - 8)


def not_numbers(folder: Path) -> None:
    """As a training gone wrong would leave it: the checksum fits."""
    arrays = {name: np.array(array) for name, array in map_tensors(folder / WEIGHTS).items()}
    for array in arrays.values():
        if array.dtype.kind == "f":
            array[...] = np.nan
    write_tensors(folder / WEIGHTS, arrays)
    without_checksums(folder)


def garbage(folder: Path) -> None:
    (folder / "items.parquet").write_bytes(b"PAR1" + bytes(range(256)) * 20)


def no_users(folder: Path) -> None:
    (folder / "users.parquet").unlink()


def other_table(folder: Path) -> None:
    pl.DataFrame({"x": [1]}).write_parquet(folder / "attributes.parquet")
    without_checksums(folder)


def half_the_items(folder: Path) -> None:
    pl.read_parquet(folder / "items.parquet").head(3).write_parquet(folder / "items.parquet")
    without_checksums(folder)


def no_evidence(folder: Path) -> None:
    (folder / "evidence.safetensors").unlink()


@pytest.mark.parametrize(
    ("ruin", "said"),
    [
        (overwritten, "weights.safetensors: damaged"),
        (cut_off, "weights.safetensors: damaged"),
        (not_numbers, "scores that are no numbers"),
        (garbage, "items.parquet: damaged"),
        (no_users, "users.parquet: missing"),
        (other_table, "attributes.parquet: no column 'attribute'"),
        (half_the_items, "the model cannot recommend"),
        (no_evidence, "evidence.safetensors: missing"),
    ],
)
def test_a_ruined_model_never_answers(
    models: tuple[Path, Path], tmp_path: Path, ruin: Callable[[Path], None], said: str
) -> None:
    place = tmp_path / "model"
    shutil.copytree(models[1], place)
    ruin(place)
    live = LiveShop(models[0])
    before = live.current
    settings = ServiceSettings(store=str(tmp_path / "live.sqlite"))
    with TestClient(create(live, settings), "http://127.0.0.1", raise_server_exceptions=False) as service:
        content = problem(service.post("/admin/reload", json={"folder": str(place)}), 409, "unusable-folder")
        assert said in content["detail"]
        assert "None" not in content["detail"]
        assert service.post("/v1/recommend", json={"query": "i03"}).json()["substitutes"]
    assert live.current is before


def test_a_folder_without_checksums_still_loads(models: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(models[0], tmp_path / "model")
    manifest = json.loads((models[0] / MANIFEST).read_text())
    assert set(manifest.pop("files")) >= {WEIGHTS, "serving.safetensors", "evidence.safetensors"}
    (tmp_path / "model" / MANIFEST).write_text(json.dumps(manifest))
    assert open_shop(tmp_path / "model").shop.items.height == 20


def test_tables_say_what_is_wrong_with_them(models: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(models[0], tmp_path / "model")
    (tmp_path / "model" / "links.parquet").write_bytes(b"")
    with pytest.raises(FolderError, match=r"links\.parquet: damaged"):
        _ = ModelFolder.open(tmp_path / "model").links
