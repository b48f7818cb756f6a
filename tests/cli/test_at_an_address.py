"""Verbs on folders at an address: the same results as in folders, taken up again from pieces in the store."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead import batch
from instead.batch import recommend_batch
from instead.errors import FolderError, InputError
from instead.mentions import stage
from instead.mentions.stage import extract
from instead.models.model_folder import ModelFolder
from instead.service.live import LiveShop
from instead.settings import ExtractSettings
from instead.shop import Shop
from instead.store.addresses import ANY, publish, published
from instead.store.dataset import Dataset
from instead.store.fetching import fetched
from instead.store.places import place_of, place_of_file
from tests.cli.test_command_line import instead, one_sentence
from tests.open_shop import open_shop
from tests.s3_server import S3Server
from tests.small_shop import content
from tests.spoken_shop import spoken_shop

__all__ = ["instead"]  # the fixture
SETTINGS = ExtractSettings(shard=50)
SMALL = ("--model", "item-knn")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("open")))


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken_shop(Path(tmp_path_factory.mktemp("spoken"))).folder


def stopped_after(module: Any, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Ctrl-C in place of a shard, after some."""
    real = module._one
    calls: list[Any] = []

    def one(state: Any, shard: Any) -> Any:
        if len(calls) == number:
            raise KeyboardInterrupt
        calls.append(shard)
        return real(state, shard)

    monkeypatch.setattr(module, "_one", one)


def test_extraction_at_an_address(spoken: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(spoken, address)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        stopped_after(stage, patch, 2)
        extract(address, settings=SETTINGS)
    assert published(address) is not None
    [work] = place_of(f"{address}/pieces/extraction").names()
    assert len(place_of(f"{address}/pieces/extraction/{work}").names()) == 4
    counted: list[int] = []
    real = stage._one

    def one(state: Any, shard: Any) -> Any:
        counted.append(shard[0])
        return real(state, shard)

    monkeypatch.setattr(stage, "_one", one)
    there = extract(Path(address), settings=SETTINGS)
    assert counted == [2, 3]  # the others were in the store
    monkeypatch.undo()
    monkeypatch.setenv("INSTEAD_CACHE", str(tmp_path / "cache"))
    shutil.copytree(spoken, tmp_path / "here")
    here = extract(tmp_path / "here", settings=SETTINGS)
    assert there.dataset.hashes == here.dataset.hashes
    both = (content(one.dataset.layers["mentions"].folder) for one in (there, here))
    assert next(both) == next(both)
    assert place_of(f"{address}/pieces/extraction").names() == []
    assert Dataset.open(fetched(address)).hashes == here.dataset.hashes
    with pytest.raises(InputError, match="in which nothing is changed; name the address"):
        extract(fetched(address))


def test_extraction_by_several_processes(spoken: Path, s3: S3Server, cache: Path) -> None:
    address = s3.address()
    publish(spoken, address)
    done = extract(address, settings=SETTINGS.model_copy(update={"processes": 2}))
    publish(spoken, address, over=ANY)
    assert extract(address, settings=SETTINGS).dataset.hashes == done.dataset.hashes


def pairs_of(folder: Path) -> Path:
    rows = [(f"u{n % 30:02d}", f"i{n % 20:02d}") for n in range(40)]
    pl.DataFrame(rows, schema=["user", "query"], orient="row").write_csv(folder / "pairs.csv")
    return folder / "pairs.csv"


def test_a_table_at_an_address(shop: Shop, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "SHARD", 10)
    pairs = pairs_of(tmp_path)
    recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", k=3)
    publish(shop.folder, f"{address}/model")
    tables = place_of(f"{address}/tables")
    tables.write("pairs.csv", pairs.read_bytes())
    asked = (f"{address}/model", f"{address}/tables/pairs.csv", f"{address}/tables/out.parquet")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        stopped_after(batch, patch, 2)
        recommend_batch(*asked, k=3)
    assert tables.read("out.parquet") is None
    done = recommend_batch(*asked, k=3)
    assert (done.kept, done.pairs, done.out) == (20, 40, asked[2])
    place, name = place_of_file(asked[2])
    found = place.read(name)
    assert found is not None
    assert pl.read_parquet(found).equals(pl.read_parquet(tmp_path / "out.parquet"))
    assert tables.inside(".out.parquet.parts").names() == []
    with pytest.raises(InputError, match="the table of pairs would be overwritten"):
        recommend_batch(asked[0], asked[1], asked[1])
    tables.write("wrong.csv", b"user\nu1\n")
    with pytest.raises(InputError, match=rf"^{address}/tables/wrong.csv: needs a column"):
        recommend_batch(asked[0], f"{address}/tables/wrong.csv", asked[2])


def test_copies_there_and_back(instead: Any, shop: Shop, address: str, tmp_path: Path) -> None:
    ran = instead("copy", shop.folder, address)
    assert ran.code == 0
    assert f"{address}: the model of {shop.folder}, version" in ran.out
    assert json.loads(instead("copy", address, tmp_path / "back", "--json").out)["kind"] == "model"
    assert content(tmp_path / "back") == content(shop.folder)
    assert "holds a model already" in one_sentence(instead("copy", address, tmp_path / "back"), 2)
    assert instead("copy", address, tmp_path / "back", "--replace").code == 0
    (tmp_path / "back" / "README.md").write_text("another")
    assert "holds a model already" in one_sentence(instead("copy", tmp_path / "back", address), 2)
    assert instead("copy", tmp_path / "back", address, "--replace").code == 0
    assert (fetched(address) / "README.md").read_text() == "another"
    assert "nothing was published there" in one_sentence(instead("copy", f"{address}-x", tmp_path / "x"), 2)
    assert "no such folder" in one_sentence(instead("copy", tmp_path / "none", address), 2)


def test_verbs_at_an_address(instead: Any, spoken: Path, address: str, tmp_path: Path) -> None:
    data, model, ranks = (f"{address}/{name}" for name in ("data", "model", "ranks"))
    publish(spoken, data)
    ran = instead("extract", data, "--report", "--json")
    assert json.loads(ran.out)["report"] == f"{data}/extraction.html"
    assert (fetched(data) / "extraction.html").is_file()
    ran = instead("train", data, "--out", model, *SMALL)
    assert (ran.code, f"{model} is ready" in ran.out) == (0, True), ran.err
    trained = ModelFolder.open(fetched(model))
    assert trained.entry.name == "item-knn"
    assert "holds a model already" in one_sentence(instead("train", data, "--out", model, *SMALL), 2)
    assert instead("train", data, "--out", model, *SMALL, "--replace").code == 0
    assert not list((tmp_path / "cache").glob("*/.results"))
    ran = instead("evaluate", model, data, "--json", "--out", ranks)
    local = instead("evaluate", fetched(model), fetched(data), "--json")
    assert json.loads(ran.out)["figures"] == json.loads(local.out)["figures"]
    assert (fetched(ranks) / "ranks.parquet").is_file()
    ran = instead("recommend", model, "--query", "i1")
    assert ran.code == 0
    assert f"instead explain {model}" in ran.out
    ran = instead("recommend", f"{address}/none", "--query", "i1")
    assert f"{address}/none: nothing was published there" in one_sentence(ran, 2)


def test_a_service_takes_the_next_version(shop: Shop, address: str, tmp_path: Path) -> None:
    publish(shop.folder, address)
    live = LiveShop(Path(address))
    assert live.current.shop.folder == fetched(address)
    shutil.copytree(shop.folder, tmp_path / "next")
    (tmp_path / "next" / "README.md").write_text("the next one")
    publish(tmp_path / "next", address, over=ANY)
    live.reload()
    assert live.current.shop.folder == fetched(address)
    assert (live.current.shop.folder / "README.md").read_text() == "the next one"
    place_of(address).write("current.json", b"{")
    with pytest.raises(FolderError, match="damaged"):
        live.reload()
    assert live.failures == 1
