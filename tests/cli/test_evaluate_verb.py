"""`instead evaluate`, `compare` and `reproduce` as they are typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from instead.evaluation.result import Evaluation
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.cli.test_command_line import instead, one_sentence
from tests.planted import planted_shop
from tests.talking_shop import talking_shop

__all__ = ["instead"]  # the fixture

SMALL = A2CFSettings(dimension=4, rounds=1, attribute_epochs=1, ranking_epochs=1)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return talking_shop(Path(tmp_path_factory.mktemp("talking")))


@pytest.fixture(scope="module")
def model(shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(shop, out=Path(tmp_path_factory.mktemp("models")) / "first", model="a2cf", settings=SMALL).folder


def test_evaluating(instead: Any, shop: Dataset, model: Path, tmp_path: Path) -> None:
    ran = instead("evaluate", model, shop.folder, "--explanations", "--out", tmp_path / "ranks")
    assert ran.code == 0
    for word in ("HR@10", "filtered", "explanations: a2cf", "global frequency", "95 % interval"):
        assert word in ran.out
    saved = Evaluation.open(tmp_path / "ranks")
    assert saved.protocols == ["paper", "filtered"]
    found = json.loads(instead("evaluate", model, shop.folder, "--json", "--protocol", "full", "--sample", 5).out)
    assert {row["protocol"] for row in found["figures"]} == {"full"}
    assert found["figures"][0]["triples"] == 5


def test_comparing(instead: Any, shop: Dataset, model: Path) -> None:
    ran = instead("compare", model, "popularity", "adamic-adar", shop.folder)
    assert ran.code == 0
    assert "first" in ran.out
    assert "p (Holm)" in ran.out
    rows = json.loads(instead("compare", model, "references", shop.folder, "--json", "--measure", "NDCG@10").out)
    assert {"first", "random", "popularity", "adamic-adar"} <= {row["model"] for row in rows}


def test_references_by_name(instead: Any, shop: Dataset, tmp_path: Path) -> None:
    """No training is needed to see what the untrained ones do, in either regime of supervision."""
    ran = instead("evaluate", "adamic-adar", shop.folder, "--explanations", "--out", tmp_path / "ranks")
    assert ran.code == 0
    for word in ("HR@10", "filtered", "explanations: global frequency"):
        assert word in ran.out
    assert Evaluation.open(tmp_path / "ranks").model == "adamic-adar"
    choice = json.loads(instead("evaluate", "item-knn", shop.folder, "--json", "--protocol", "choice").out)
    assert (choice["about"]["split"], choice["model"]) == ("choice", "item-knn")
    matched = json.loads(instead("evaluate", "item-knn", shop.folder, "--json", "--split", "choice_matched").out)
    assert {row["protocol"] for row in matched["figures"]} == {"choice"}


def test_controls_and_the_time(instead: Any, shop: Dataset) -> None:
    words = ("evaluate", "item-knn", shop.folder, "--split", "choice_matched")
    ran = instead(*words, "--tell-time")
    assert ran.code == 0
    for word in ("controls, HR@1", "the most popular of them", "the least linked of them", "told the time"):
        assert word in " ".join(ran.out.split())
    about = json.loads(instead(*words, "--json").out)["about"]
    assert set(about["controls"]["HR@1"]) == {"most popular", "least popular", "most linked", "least linked"}
    assert about["tell_time"] is False
    compared = instead("compare", "references", shop.folder, "--protocol", "choice", "--tell-time")
    assert compared.code == 0
    assert "told the time" in " ".join(compared.out.split())


def test_the_other_regime(instead: Any, shop: Dataset, tmp_path: Path) -> None:
    larger = planted_shop(tmp_path)  # in the small one every link is the pair of a training triple
    whole, few = (
        json.loads(instead("evaluate", "adamic-adar", larger.folder, "--json", "--supervision", regime).out)
        for regime in ("graph", "triples")
    )
    assert (whole["model"], few["model"]) == ("adamic-adar", "adamic-adar (triples)")
    assert whole["figures"] != few["figures"]
    words = ("compare", "references", shop.folder, "--json", "--supervision", "triples")
    names = {row["model"] for row in json.loads(instead(*words).out)}
    assert {"random", "item-knn", "adamic-adar (triples)", "3-hop (triples)"} <= names
    assert "adamic-adar" not in names
    assert "category-popularity" in names  # this shop has categories


def test_wrong_words_are_one_sentence(instead: Any, shop: Dataset, model: Path, tmp_path: Path) -> None:
    assert "two models at least" in one_sentence(instead("compare", model, shop.folder), 2)
    assert "no reference model" in one_sentence(instead("compare", model, "fame", shop.folder), 2)
    said = one_sentence(instead("compare", model, "popularity", shop.folder, "--measure", "HR@7"), 2)
    assert "no measure 'HR@7'" in said
    assert "no protocol 'x'" in one_sentence(instead("evaluate", model, shop.folder, "--protocol", "x"), 2)
    assert "not a model folder" in one_sentence(instead("evaluate", shop.folder, shop.folder), 2)
    assert "no reference model" in one_sentence(instead("evaluate", tmp_path / "absent", shop.folder), 2)
    assert "no reference model" in one_sentence(instead("evaluate", "references", shop.folder), 2)
    said = one_sentence(instead("compare", "2-hop", "3-hop", shop.folder, "--supervision", "all"), 2)
    assert "unknown supervision 'all'" in said
    said = one_sentence(instead("evaluate", model, shop.folder, "--split", "choice"), 2)
    assert "was trained on split 'paper', not 'choice'" in said
    said = one_sentence(instead("compare", model, "popularity", shop.folder, "--protocol", "choice"), 2)
    assert "was trained on split 'paper', not 'choice'" in said


def test_a_model_is_not_judged_on_another_split(instead: Any, model: Path, tmp_path: Path) -> None:
    from instead.preparation.prepare import prepare
    from tests.small_shop import small_settings, small_shop

    other = prepare(small_shop(tmp_path), out=tmp_path / "data", settings=small_settings(seed=5))
    said = one_sentence(instead("evaluate", model, other.folder), 2)
    assert "another split" in said


def test_reproducing_needs_mentions(instead: Any, tmp_path: Path) -> None:
    from instead.preparation.prepare import prepare
    from tests.small_shop import small_settings, small_shop

    data = prepare(small_shop(tmp_path), out=tmp_path / "data", settings=small_settings())
    assert "instead extract" in instead("reproduce", data.folder, "--out", tmp_path / "r", "--seeds", 1).err
