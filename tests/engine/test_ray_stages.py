"""The stages of a shop on a real Ray cluster of two working nodes: the same bits as on one machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.engine.ray_nodes import Nodes
from tests.open_shop import open_shop
from tests.spoken_shop import spoken_shop

from instead.batch import recommend_batch
from instead.engine.chosen_engine import using
from instead.evaluation.evaluate import evaluate, in_place
from instead.evaluation.evaluated_apart import evaluate_anywhere
from instead.mentions.stage import extract
from instead.models.model_folder import ModelFolder
from instead.models.registry import entry_of
from instead.settings import ExtractSettings, RankerSettings
from instead.store.dataset import Dataset
from instead.training.train import train
from instead.training.tune import Search

pytest.importorskip("ray", reason="Ray is not installed (pip install 'instead[ray]'): its engine is not tested")
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def test_extraction(three: Nodes, tmp_path: Path) -> None:
    here, there = (spoken_shop(tmp_path / name).folder for name in ("here", "there"))
    alone = extract(here, settings=ExtractSettings(shard=50))
    with using(f"ray://{three.address}"):
        spread = extract(there, settings=ExtractSettings(shard=50))
    assert alone.mentions.equals(spread.mentions) and alone.stages == spread.stages
    assert Dataset.open(here).hashes["mentions"] == Dataset.open(there).hashes["mentions"]


def test_tables_of_pairs(three: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("instead.batch.SHARD", 10)
    shop = open_shop(tmp_path / "open")
    rows = [(f"u{n % 30:02d}" if n % 7 else None, f"i{n % 20:02d}") for n in range(40)]
    pl.DataFrame(rows, schema=["user", "query"], orient="row").write_parquet(tmp_path / "pairs.parquet")
    recommend_batch(shop.folder, tmp_path / "pairs.parquet", tmp_path / "here.parquet", k=3)
    with using(f"ray://{three.address}"):
        recommend_batch(shop.folder, tmp_path / "pairs.parquet", tmp_path / "there.parquet", k=3)
    assert pl.read_parquet(tmp_path / "here.parquet").equals(pl.read_parquet(tmp_path / "there.parquet"))


def test_evaluation(three: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = spoken_shop(tmp_path / "shop")
    if "mentions" not in data.layers:
        extract(data)
    train(data, out=tmp_path / "model", model="item-knn")
    made = ModelFolder.open(tmp_path / "model")
    here = evaluate(made, data)
    with using(f"ray://{three.address}"):
        there = evaluate_anywhere(made, data)
    assert there.cases.equals(here.cases)
    assert there.about == here.about and there.model == here.model


def test_pieces_of_an_evaluation_are_whole_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("instead.evaluation.evaluate._CELLS", 64)
    data = spoken_shop(tmp_path / "shop")
    train(data, out=tmp_path / "model", model="item-knn")
    made = ModelFolder.open(tmp_path / "model")
    whole = evaluate(made, data).cases
    pieces = [evaluate(made, data, piece=(k, 7)).cases for k in range(7)]
    for name in whole["protocol"].unique():
        mine = [one.filter(pl.col("protocol") == name) for one in pieces if one.height]
        assert in_place(pl.concat(mine)).equals(whole.filter(pl.col("protocol") == name))


def test_a_search(three: Nodes, tmp_path: Path) -> None:
    data = spoken_shop(tmp_path / "shop")
    base = entry_of("item-knn").settings.of_preset("default")
    grid = entry_of("item-knn").grid
    choices = [{name: value} for name, values in grid.items() for value in list(values)[:2]] or [{}]
    here = Search(data, tmp_path / "here", base, model="item-knn").run(iter(choices))
    with using(f"ray://{three.address}"):
        there = Search(data, tmp_path / "there", base, model="item-knn").run(iter([*choices, choices[0]]))
    assert [(one.choice, one.figures, one.rounds) for one in here] == [
        (one.choice, one.figures, one.rounds) for one in there
    ]
    assert not list((tmp_path / "there").glob("trial-*"))


def test_the_tenths_of_a_ranker(three: Nodes, tmp_path: Path) -> None:
    data = extract(spoken_shop(tmp_path / "shop")).dataset
    settings = RankerSettings(dimension=4, lists=40, pools=40, uniform=4, hard=4, decoys=2)
    here = train(data, out=tmp_path / "here", model="ranker", settings=settings)
    with using(f"ray://{three.address}"):
        there = train(data, out=tmp_path / "there", model="ranker", settings=settings)
    mine, theirs = here.model.arrays(), there.model.arrays()
    assert mine.keys() == theirs.keys()
    assert all(np.array_equal(mine[name], theirs[name], equal_nan=True) for name in mine), "the same bits"
