"""ATC and its parts on the planted shop, whose reviews speak of the attributes of their shelf."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from instead.errors import InputError
from instead.evaluation.claims import area, calibration, calibration_error, evaluate_claims
from instead.evaluation.evaluate import evaluate
from instead.evaluation.explanations import evaluate_explanations
from instead.evaluation.lists import Evidenced, ItemList, RandomList, reference_lists
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.matrices import part_mentions, training_counts, training_matrices
from instead.models.context import Context
from instead.models.interface import ListsAttributes
from instead.store.dataset import Dataset
from tests.planted import ATTRIBUTES, EACH

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@pytest.fixture(scope="module")
def evaluation(shop: Dataset) -> Evaluation:
    return evaluate(reference_models(shop)["adamic-adar"], shop)


def numbers(shop: Dataset) -> list[int]:
    """Attribute numbers of a0, a1, ...: the table is in order of the names."""
    place = {name: number for number, name in enumerate(shop.attributes["attribute"])}
    return [place[f"a{n}"] for n in range(ATTRIBUTES)]


class Planted:
    """Knows which attributes a shelf is about, and whether the item is good on them."""

    name = "planted"

    def __init__(self, shop: Dataset) -> None:
        self.quality = np.zeros((shop.items.height, ATTRIBUTES))
        for item, column in ((i, n) for i in range(shop.items.height) for n in (0, 1)):
            shelf = item // EACH
            self.quality[item, numbers(shop)[2 * shelf + column]] = 1.0 if item % 2 == column else -1.0

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.asarray(self.quality[chosen] - self.quality[context.query])


class Shelf(Planted):
    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.abs(self.quality[chosen])


def test_lists_against_the_plain_definition(shop: Dataset, evaluation: Evaluation) -> None:
    found = evaluate_explanations(ItemList(training_counts(shop)[1]), shop, evaluation)
    mentions = part_mentions(shop, "test")
    said = {row: set(attributes) for row, attributes in mentions.group_by("interaction").agg("attribute").rows()}
    assert found.coverage == 1.0  # every review of the planted shop mentions something
    counts = training_counts(shop)[1].toarray()
    total = counts.sum(axis=0)
    gains = evaluation.ranks("paper").gains()
    for row, case in enumerate(found.cases.iter_rows(named=True)):
        list_ = np.argsort(-(counts[case["chosen"]] + total / total.sum()), kind="stable").tolist()
        relevant = said[case["interaction"]]
        places = sorted(list_.index(attribute) + 1 for attribute in relevant)
        ap = np.mean([(n + 1) / place for n, place in enumerate(places)])
        assert case["AP"] == pytest.approx(ap)
        assert case["precision@3"] == pytest.approx(sum(place <= 3 for place in places) / 3)
        assert case["NDCG"] == pytest.approx(gains[row])
        assert case["ATC"] == pytest.approx(2 * ap * gains[row] / (ap + gains[row]))


def test_better_lists_score_higher(shop: Dataset, evaluation: Evaluation) -> None:
    lists: list[ListsAttributes] = [*reference_lists(shop), Shelf(shop)]
    found = {each.name: evaluate_explanations(each, shop, evaluation).figures() for each in lists}
    assert found["planted"]["AP"] == pytest.approx(1.0, abs=0.1)
    assert found["random"]["AP"] < found["user's own counts"]["AP"] < found["item's own counts"]["AP"]
    assert found["random"]["precision@3"] == pytest.approx(1.8 / ATTRIBUTES, abs=0.01)
    assert all(figures["NDCG"] == found["random"]["NDCG"] for figures in found.values())


def test_positive_only_leaves_blame_out(shop: Dataset, evaluation: Evaluation) -> None:
    found = evaluate_explanations(RandomList(ATTRIBUTES), shop, evaluation)
    praised = part_mentions(shop, "test").filter(pl.col("sentiment") > 0)["interaction"].unique()
    known = found.cases.drop_nulls("AP positive")
    assert 0 < known.height < found.cases.height
    assert set(known["interaction"]) == set(praised) & set(found.cases["interaction"])
    table = found.table(draws=50)
    assert table.filter(pl.col("measure") == "AP positive")["triples"].item() == known.height
    assert (table["low"] <= table["high"]).all()


def test_only_what_was_observed_of_both(shop: Dataset) -> None:
    quality = training_matrices(shop)[1]
    context = Context.of_users(np.array([0]), np.array([0]))
    gains = Evidenced(Planted(shop), quality).gains(context, np.array([1]))[0]
    shelf = [numbers(shop)[0], numbers(shop)[1]]
    assert np.isfinite(gains[shelf]).all()
    assert np.isneginf(np.delete(gains, shelf)).all()


def test_an_evaluation_of_another_split_is_refused(shop: Dataset, evaluation: Evaluation) -> None:
    foreign = Evaluation(evaluation.model, {**evaluation.about, "split_hash": "other"}, evaluation.cases)
    with pytest.raises(InputError, match="another split"):
        evaluate_explanations(RandomList(ATTRIBUTES), shop, foreign)


def test_true_claims_are_borne_out(shop: Dataset) -> None:
    claims = evaluate_claims(Planted(shop), shop)
    share = {(judge, claim): value for judge, claim, _, value, *_ in claims.table(draws=50).rows()}
    for judge in ("praise", "comparison"):
        assert share[judge, "better"] == 1.0
        assert share[judge, "worse"] == 0.0
    assert share["comparison", "agreement"] == 1.0
    assert 0.3 < share["praise", "all"] < 0.7


def test_empty_claims_are_not(shop: Dataset) -> None:
    claims = evaluate_claims(RandomList(ATTRIBUTES), shop)
    table = claims.table(draws=50)
    assert set(table.filter(pl.col("claim") == "agreement")["share"]) == {0.5}
    assert table.filter(pl.col("claim") == "better").is_empty()


def test_calibration_by_hand() -> None:
    """Four cells in two bins: strengths 0.1 0.3 | 0.6 0.8, right 0 1 | 1 1; shares 0.5 and 1, apart 0.3 and 0.3."""
    frame = pl.DataFrame(
        {"user": [0, 1, 2, 3], "strength": [0.6, 0.1, 0.3, 0.8], "right": [1.0, 0.0, 1.0, 1.0], "weight": [1.0] * 4}
    )
    bins = calibration(frame, 2)
    assert bins["strength"].to_list() == pytest.approx([0.2, 0.7])
    assert bins["share"].to_list() == pytest.approx([0.5, 1.0])
    assert calibration_error(bins) == pytest.approx(0.3)


def test_area_agrees_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    rng = np.random.default_rng(0)
    strength, right, weight = rng.integers(6, size=80).astype(np.float64), rng.random(80) < 0.6, rng.random(80)
    expected = metrics.roc_auc_score(right, strength, sample_weight=weight)
    assert area(strength, right.astype(np.float64), weight) == pytest.approx(expected)
    assert area(strength, np.ones(80), weight) == 0.5
