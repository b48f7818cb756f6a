"""Model folders: what damage they find, and what becomes of those of an earlier version."""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

import pytest

from instead.errors import FolderError, InputError
from instead.evaluation.evaluate import check_same
from instead.models.model_folder import ModelFolder
from instead.request import Request
from instead.shop import load
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.open_shop import SMALL, quoted_shop

OLD = Path(__file__).parent.parent / "data" / "folders_0_1.tar.xz"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return quoted_shop(tmp_path_factory.mktemp("folders"))


@pytest.fixture
def folder(data: Dataset, tmp_path: Path) -> Path:
    made = data.folder.parent / "model"
    if not made.is_dir():
        train(data, out=made, model="a2cf", settings=SMALL)
    return Path(shutil.copytree(made, tmp_path / "model"))


def flip(path: Path, place: int) -> None:
    """Turn one byte of a file round."""
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(content)


@pytest.mark.parametrize("table", ["users", "items", "attributes", "interactions"])
def test_a_flipped_byte_of_a_table_is_found_when_it_is_read(folder: Path, table: str) -> None:
    path = folder / f"{table}.parquet"
    flip(path, path.stat().st_size // 3)
    shop = load(folder)
    with pytest.raises(FolderError, match=rf"{table}\.parquet: damaged, it is not what was written"):
        getattr(shop, table)
    with pytest.raises(FolderError, match=rf"{table}\.parquet: damaged"):
        shop.verify()


@pytest.mark.parametrize("name", ["weights", "serving", "evidence"])
def test_a_flipped_byte_of_arrays_is_found_by_verifying(folder: Path, name: str) -> None:
    path = folder / f"{name}.safetensors"
    flip(path, path.stat().st_size - 3)
    with pytest.raises(FolderError, match=rf"{name}\.safetensors: damaged"):
        ModelFolder.open(folder).verify()


def test_changed_settings_are_found_by_verifying(folder: Path) -> None:
    values = json.loads((folder / "settings.json").read_text())
    (folder / "settings.json").write_text(json.dumps(values | {"gamma": 0.1}))
    with pytest.raises(FolderError, match=r"settings\.json: damaged"):
        ModelFolder.open(folder).verify()


def test_a_table_that_is_gone_or_cut_or_foreign_is_one_sentence(folder: Path) -> None:
    (folder / "links.parquet").unlink()
    with pytest.raises(FolderError, match=r"links\.parquet: missing; copy the model folder whole"):
        _ = load(folder).links
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["files"]  # an earlier version wrote down no checksums of tables
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "users.parquet").write_bytes((folder / "users.parquet").read_bytes()[:40])
    with pytest.raises(FolderError, match=r"users\.parquet: damaged; copy the model folder again"):
        _ = load(folder).users
    shutil.copyfile(folder / "attributes.parquet", folder / "items.parquet")
    with pytest.raises(FolderError, match=r"items\.parquet: no column 'item'"):
        _ = load(folder).items


def test_a_model_of_another_package_is_named(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"model": "somebody-elses"}))
    with pytest.raises(FolderError, match="a model 'somebody-elses', which this version does not know"):
        ModelFolder.open(folder)


def test_a_folder_says_which_layers_it_saw(folder: Path, data: Dataset) -> None:
    assert ModelFolder.open(folder).manifest["dataset"]["layers"] == data.hashes


@pytest.fixture
def old(tmp_path: Path) -> Path:
    with tarfile.open(OLD) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def test_a_model_of_version_0_1_still_recommends(old: Path) -> None:
    shop = load(old / "model")
    shop.verify()
    assert shop.manifest["packages"]["instead"] == "0.1.0"
    user, query = shop.users["user"][0], shop.catalogue.ids[0]
    for request in (Request(user=user, query=query, k=5), Request(query=query, k=5, care={"price": 5})):
        found = shop.answer(request)
        assert len(found) == 5
        assert all(one.text for one in found)
    assert any(one.reasons for one in shop.answer(Request(user=user, query=query, k=10)))
    assert shop.why(Request(query=query), shop.catalogue.ids[3]).score_parts


def test_a_model_of_version_0_1_is_not_judged_on_new_data(old: Path, data: Dataset) -> None:
    with pytest.raises(InputError) as refused:
        check_same(ModelFolder.open(old / "model"), data, "paper")
    assert str(refused.value).count("\n") == 0
    assert "train it again" in str(refused.value)
