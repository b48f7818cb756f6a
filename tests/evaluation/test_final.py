"""The model that a shop serves: trained on everything, judged by its twin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.errors import FolderError, InputError
from instead.evaluation.evaluate import evaluate
from instead.evaluation.final import train_final, twin_folder
from instead.material import Material
from instead.models.model_folder import load_folder
from instead.settings import A2CFSettings
from instead.shop import load
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import substitute_pairs
from instead.training.train import train
from tests.open_shop import quoted_shop

SMALL = A2CFSettings(dimension=4, rounds=3, patience=1, attribute_epochs=1, ranking_epochs=1)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return quoted_shop(tmp_path_factory.mktemp("quoted"))


def test_material_of_everything_holds_all_parts(data: Dataset) -> None:
    some, everything = Material.of(data), Material.of(data, everything=True)
    assert everything.visited.size == data.interactions.height > some.visited.size
    assert everything.popularity.sum() == data.interactions.height
    assert everything.graph.edges == Graph.from_pairs(substitute_pairs(data), data.items.height).edges
    assert everything.graph.edges == some.graph.edges + len(data.split().reserved)
    triples = sum(data.split().triples(part).height for part in ("train", "validation", "test"))
    assert everything.user.size == triples > some.user.size
    assert everything.mention_counts.sum() == data.mentions.height > some.mention_counts.sum()
    assert everything.links.height == data.links.height


def test_a_final_model_carries_the_figures_of_its_twin(data: Dataset, tmp_path: Path) -> None:
    made = train_final(data, out=tmp_path / "m", model="a2cf", settings=SMALL)
    twin = load(twin_folder(tmp_path / "m"))
    assert made.final
    assert not twin.final
    assert made.settings == twin.settings == SMALL
    assert made.manifest["rounds"] == twin.manifest["best_round"]
    assert made.manifest["validation"] == {}
    measured = evaluate(twin, data).figures("paper")
    told = {row["measure"]: row["value"] for row in made.manifest["twin"]["figures"] if row["protocol"] == "paper"}
    assert told == pytest.approx({name: measured[name] for name in ("HR@10", "NDCG@10", "MRR")})
    card = (made.folder / "README.md").read_text()
    assert "Figures of its evaluated twin" in card
    assert f"{measured['HR@10']:.4f}" in card
    assert "those held out for evaluation included" in card
    assert not np.array_equal(made.model.arrays()["ranking.items"], twin.model.arrays()["ranking.items"])


def test_reasons_rest_on_all_reviews(data: Dataset, tmp_path: Path) -> None:
    twin = train(data, out=tmp_path / "twin", model="a2cf", settings=SMALL)
    made = load(train_final(data, out=tmp_path / "m", twin=twin).folder)
    assert made.evidence.reviews.sum() == data.interactions.height
    assert load(twin.folder).evidence.reviews.sum() == data.interactions.filter(pl.col("part") == 0).height
    assert made.manifest["twin"]["folder"] == str(twin.folder)


def test_a_final_model_cannot_be_judged(data: Dataset, tmp_path: Path) -> None:
    twin = train(data, out=tmp_path / "twin", model="item-knn")
    made = train_final(data, out=tmp_path / "m", twin=twin)
    with pytest.raises(InputError, match="was trained on everything, test triples included") as refused:
        evaluate(made, data)
    assert str(twin.folder) in str(refused.value)
    with pytest.raises(FolderError, match="was itself trained on everything"):
        train_final(data, out=tmp_path / "again", twin=made)


def test_a_damaged_model_is_not_judged(data: Dataset, tmp_path: Path) -> None:
    made = train(data, out=tmp_path / "m", model="a2cf", settings=SMALL)
    weights = made.folder / "weights.safetensors"
    content = bytearray(weights.read_bytes())
    content[-40] ^= 255
    weights.write_bytes(content)
    with pytest.raises(FolderError, match=r"weights.safetensors: damaged"):
        evaluate(load_folder(made.folder), data)


def test_parts_of_a_final_blend_are_final_too(data: Dataset, tmp_path: Path) -> None:
    made = train_final(data, out=tmp_path / "m", model="blend")
    assert all(part.final for part in made.parts.values())
    visits = made.parts["item-knn"].model.arrays()["visits.item"]
    assert visits.size == data.interactions.height


def test_an_interrupted_final_training_goes_on(data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train_final(data, out=tmp_path / "whole", model="a2cf", settings=SMALL)

    def stopped(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("instead.evaluation.final.evaluate", stopped)
    with pytest.raises(KeyboardInterrupt):
        train_final(data, out=tmp_path / "m", model="a2cf", settings=SMALL)
    monkeypatch.undo()
    assert twin_folder(tmp_path / "m").is_dir()
    made = train_final(data, out=tmp_path / "m", model="a2cf", settings=SMALL, resume=True)
    for name, array in whole.model.arrays().items():
        np.testing.assert_array_equal(array, made.model.arrays()[name])
