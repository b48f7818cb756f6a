"""Ranks of every protocol against the plain definition, and what an evaluation refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from polars.testing import assert_frame_equal

from instead.errors import FolderError, ImpossibleFigures, InputError
from instead.evaluation import evaluate as run
from instead.evaluation.evaluate import evaluate
from instead.evaluation.protocols import HeldOutTriples, Pools
from instead.evaluation.references import reference_models, supervision_of
from instead.evaluation.result import Evaluation
from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Model
from instead.models.reference.popularity import Popularity
from instead.models.reference.random_scores import RandomScores
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import substitute_pairs, training_graph, training_popularity
from instead.training.train import train
from tests.planted import CANDIDATES, ITEMS

EVERY = ["paper", "filtered", "popular", "full", "full_filtered"]


@pytest.fixture(scope="module")
def model(shop: Dataset) -> Model:
    return reference_models(shop)["adamic-adar"]


@pytest.fixture(scope="module")
def evaluation(shop: Dataset, model: Model) -> Evaluation:
    return evaluate(model, shop, protocols=EVERY)


def test_ranks_are_those_of_the_plain_definition(shop: Dataset, model: Model, evaluation: Evaluation) -> None:
    known, truth = training_graph(shop), Graph.from_pairs(substitute_pairs(shop), ITEMS)
    touched = {user: set(items) for user, items in shop.interactions.group_by("user").agg("item").rows()}
    stored, triples = shop.split().candidates("test"), shop.split().triples("test")
    found = {name: evaluation.of(name) for name in EVERY}
    for row, (interaction, user, query, chosen, case) in enumerate(triples.rows()):
        scores = model.score_all(Context.of_strangers(np.array([query])))[0]
        everything = set(range(ITEMS)) - touched[user] - {query}
        substitutes = set(known.of(query).tolist())
        negatives = set(stored[case].tolist())
        pools = {"paper": negatives, "filtered": negatives - substitutes,
                 "full": everything, "full_filtered": everything - substitutes}  # fmt: skip
        assert found["popular"].row(row, named=True)["candidates"] == CANDIDATES
        for name, pool in pools.items():
            mine = found[name].row(row, named=True)
            assert (mine["interaction"], mine["user"], mine["chosen"]) == (interaction, user, chosen)
            assert mine["candidates"] == len(pool) + 1
            assert mine["higher"] == sum(scores[other] > scores[chosen] for other in pool)
            assert mine["equal"] == sum(scores[other] == scores[chosen] for other in pool)
        offered = sorted(everything | {chosen}, key=lambda item: -scores[item])
        if len({float(scores[item]) for item in offered[:11]}) == 11:  # no tie at the edge
            share = np.mean([item in truth.of(query) for item in offered[:10]])
            assert found["full"].row(row, named=True)["substitutes"] == pytest.approx(share)


def test_batches_do_not_matter(
    shop: Dataset, model: Model, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "_CELLS", 1000)
    assert_frame_equal(evaluate(model, shop, protocols=EVERY).cases, evaluation.cases)


def test_samples_are_the_same_for_all_and_nested(shop: Dataset, model: Model) -> None:
    small = evaluate(model, shop, sample=20, seed=4)
    large = evaluate(RandomScores(ITEMS), shop, sample=50, seed=4)
    other = evaluate(model, shop, sample=20, seed=5)
    key = ["interaction", "query"]
    assert small.of("paper").height == 20
    assert small.of("paper").join(large.of("paper"), on=key).height == 20
    assert small.of("paper").join(other.of("paper"), on=key).height < 20


def test_choice_splits_have_their_own_protocol(shop: Dataset) -> None:
    for split in ("choice", "choice_matched"):
        models = reference_models(shop, split)
        found = evaluate(models["item-knn"], shop, split=split)
        assert found.protocols == ["choice"]
        assert found.of("choice")["candidates"].unique().to_list() == [4]
        assert list(found.figures("choice")) == ["HR@1", "HR@3", "MRR"]


def test_validation_is_a_part_like_any_other(shop: Dataset, model: Model) -> None:
    found = evaluate(model, shop, part="validation")
    assert found.of("paper").height == shop.split().about["candidates"]["validation"]["cases"]


def test_the_table_has_intervals_around_the_figures(evaluation: Evaluation) -> None:
    table = evaluation.table(draws=200)
    assert table.columns == ["protocol", "measure", "value", "low", "high", "triples", "users"]
    paper = {m: v for p, m, v in table.select("protocol", "measure", "value").rows() if p == "paper"}
    assert paper == pytest.approx(evaluation.figures("paper"))
    assert list(paper)[:4] == ["HR@5", "HR@10", "HR@20", "HR@50"]
    assert (table["low"] <= table["value"] + 1e-9).all()
    assert (table["value"] <= table["high"] + 1e-9).all()
    assert table.filter(pl.col("measure") == "substitutes@10")["protocol"].to_list() == ["full", "full_filtered"]


def test_an_evaluation_survives_its_folder(evaluation: Evaluation, tmp_path: Path) -> None:
    evaluation.save(tmp_path / "found")
    again = Evaluation.open(tmp_path / "found")
    assert (again.model, again.about) == (evaluation.model, evaluation.about)
    assert_frame_equal(again.cases, evaluation.cases)
    with pytest.raises(FolderError, match="replace"):
        evaluation.save(tmp_path / "found")
    evaluation.save(tmp_path / "found", replace=True)


def test_a_dataset_folder_is_no_evaluation(shop: Dataset) -> None:
    with pytest.raises(FolderError, match="not an evaluation folder"):
        Evaluation.open(shop.folder)


def test_what_cannot_be_evaluated(shop: Dataset, model: Model, evaluation: Evaluation) -> None:
    with pytest.raises(InputError, match="knows 3 items"):
        evaluate(Popularity(np.ones(3)), shop)
    with pytest.raises(InputError, match="no protocol 'choice' for split 'paper'"):
        evaluate(model, shop, protocols=["choice"])
    with pytest.raises(InputError, match="was not run"):
        evaluation.figures("choice")
    with pytest.raises(ImpossibleFigures, match="NaN"):
        evaluate(Popularity(np.full(ITEMS, np.nan)), shop)


def test_a_model_folder_is_held_to_its_split(shop: Dataset, tmp_path: Path) -> None:
    quick = A2CFSettings(dimension=2, rounds=1, attribute_epochs=0, ranking_epochs=1)
    made = train(shop, out=tmp_path / "m", model="a2cf", settings=quick)
    assert evaluate(made.folder, shop.folder).protocols == ["paper", "filtered"]
    with pytest.raises(InputError, match="was trained on split 'paper', not 'choice'"):
        evaluate(made, shop, split="choice")
    made.manifest["dataset"]["layers"]["split"] = "0" * 64
    with pytest.raises(InputError, match=r"belongs to another split .* train it again"):
        evaluate(made, shop)


def test_popular_candidates(shop: Dataset) -> None:
    """Drawn without replacement among what the user never touched, popular ones more often."""
    pools, cases = Pools(shop, "paper", "test"), HeldOutTriples.of(shop, "paper", "test", None, 0)
    drawn = pools.popular(cases, 7)
    assert drawn.shape == (len(cases), CANDIDATES - 1)
    assert all(len(set(row)) == CANDIDATES - 1 for row in drawn.tolist())
    assert np.take_along_axis(pools.catalogue(cases), drawn, axis=1).all()
    popularity = training_popularity(shop)
    often = np.bincount(drawn.ravel(), minlength=ITEMS)
    assert np.corrcoef(often, popularity)[0, 1] > 0.6
    np.testing.assert_array_equal(drawn[5:9], pools.popular(cases[5:9], 7))


def test_the_chosen_item_never_stands_first_in_what_a_model_is_given(shop: Dataset) -> None:
    class First:
        """Believes in the order of candidates."""

        name = "first"
        items = ITEMS
        looks_at: frozenset[Aspect] = frozenset()

        def score(self, context: Context, candidates: NDArray[np.int64]) -> NDArray[np.float32]:
            return np.tile(-np.arange(candidates.shape[1], dtype=np.float32), (len(candidates), 1))

        def score_all(self, context: Context) -> NDArray[np.float32]:
            raise NotImplementedError

    assert evaluate(First(), shop).figures("paper")["HR@20"] == 0.0


def test_supervision(shop: Dataset) -> None:
    full, few = (Material.of(shop).substitutes(supervision_of(kind)) for kind in ("graph", "triples"))
    reserved = shop.split().reserved
    assert not full.marked(reserved).any()
    assert not few.marked(reserved).any()
    assert few.edges < full.edges
    assert full.marked(few.pairs()).sum() == 2 * few.edges
    with pytest.raises(InputError, match="unknown supervision"):
        supervision_of("everything")


def test_chance_is_where_it_should_be(shop: Dataset) -> None:
    assert evaluate(RandomScores(ITEMS), shop).figures("paper")["HR@10"] == pytest.approx(10 / CANDIDATES, abs=0.12)
