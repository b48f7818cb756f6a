"""Among matched decoys popularity and degree tell nothing: their figures stand beside a model's; leaks are refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.errors import ImpossibleFigures
from instead.evaluation.controls import CONTROLLED, ERRORS, FEWEST, controls
from instead.evaluation.evaluate import evaluate
from instead.evaluation.protocols import HeldOutTriples, Pools
from instead.models.reference.popularity import Popularity
from instead.models.reference.random_scores import RandomScores
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import training_graph, training_popularity
from tests.planted import ITEMS

Ints = NDArray[np.int64]


def matched(shop: Dataset) -> tuple[HeldOutTriples, Pools]:
    return HeldOutTriples.of(shop, CONTROLLED, "test", None, 0), Pools(shop, CONTROLLED, "test")


def test_controls_are_the_figures_of_models_that_know_no_user(shop: Dataset) -> None:
    """Of popularity and of degree as scores of a model, upwards and downwards."""
    about = evaluate(RandomScores(ITEMS), shop, split=CONTROLLED).about["controls"]
    popularity, degree = training_popularity(shop), training_graph(shop, CONTROLLED).degree
    models = {"most popular": popularity, "least popular": -popularity, "most linked": degree, "least linked": -degree}
    plain = {
        name: evaluate(Popularity(scores), shop, split=CONTROLLED).figures("choice")["HR@1"]
        for name, scores in models.items()
    }
    assert about["HR@1"] == pytest.approx(plain)
    cases = len(matched(shop)[0])
    assert about["chance"] == 1 / 4
    assert about["standard_error"] == pytest.approx((0.25 * 0.75 / cases) ** 0.5)


def test_only_matched_decoys_are_controlled(shop: Dataset) -> None:
    """Uniform decoys differ in popularity, and nobody says otherwise."""
    for split in ("paper", "choice"):
        assert "controls" not in evaluate(RandomScores(ITEMS), shop, split=split).about


class Planted(Pools):
    """Lists of four items, and what is said to be their popularity and degree."""

    def __init__(self, shop: Dataset, others: Ints, *, popularity: Ints, degree: Ints) -> None:
        super().__init__(shop, CONTROLLED, "test")
        self.__dict__["popularity"] = popularity
        start = np.concatenate([[0], np.cumsum(degree)])
        self.__dict__["graph"] = Graph(start, np.zeros(start[-1], np.int64))
        self._others = others

    def stored(self, cases: HeldOutTriples) -> Ints:
        return self._others[: len(cases)]


def planted(shop: Dataset, right: Ints, **measures: Ints) -> tuple[HeldOutTriples, Planted]:
    """Cases in which `right`, one of the items 0 to 3, is the chosen one."""
    cases, _ = matched(shop)
    cases = cases[np.resize(np.arange(len(cases)), right.size)]
    others = np.array([np.delete(np.arange(4), item) for item in right.tolist()])
    constant = np.ones(ITEMS, np.int64)
    known = {"popularity": constant, "degree": constant} | measures
    return replace(cases, chosen=right), Planted(shop, others, **known)


@pytest.mark.parametrize(("what", "measure"), [("popular", "popularity"), ("linked", "degree")])
@pytest.mark.parametrize(("end", "item"), [("most", 3), ("least", 0)])
def test_a_planted_leak_is_refused(shop: Dataset, what: str, measure: str, end: str, item: int) -> None:
    leak = planted(shop, np.full(FEWEST, item), **{measure: np.arange(ITEMS)})
    with pytest.raises(ImpossibleFigures) as refused:
        controls(*leak)
    said = str(refused.value)
    assert f"the {end} {what} of the 4 is the chosen one in 100.0% of 200 test triples, and chance is 25.0%" in said
    assert said.endswith(f"prepare {shop.folder} again")


def test_what_sampling_can_do_is_not_refused(shop: Dataset) -> None:
    error = (0.25 * 0.75 / 400) ** 0.5
    within, beyond = (int(400 * (0.25 + factor * error)) for factor in (ERRORS - 0.5, ERRORS + 0.5))
    for wins, refused in ((within, False), (beyond, True)):
        right = np.where(np.arange(400) < wins, 3, 1)
        case = planted(shop, right, popularity=np.arange(ITEMS))
        if refused:
            with pytest.raises(ImpossibleFigures, match="the most popular of the 4"):
                controls(*case)
        else:
            found = controls(*case)["HR@1"]
            assert found == pytest.approx(
                {"most popular": wins / 400, "least popular": 0.0, "most linked": 0.25, "least linked": 0.25}
            )


def test_few_triples_are_never_refused(shop: Dataset) -> None:
    few = planted(shop, np.full(FEWEST - 1, 3), popularity=np.arange(ITEMS))
    assert controls(*few)["HR@1"]["most popular"] == 1.0


def test_evaluations_on_leaking_decoys_are_refused(shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the model: a planted split whose decoys are always the least popular items."""
    monkeypatch.setattr("instead.evaluation.controls.FEWEST", 5)
    order = np.argsort(training_popularity(shop))
    monkeypatch.setattr(Pools, "stored", lambda self, cases: np.stack([order[:3]] * len(cases)))
    with pytest.raises(ImpossibleFigures, match="show who was chosen without any user"):
        evaluate(RandomScores(ITEMS), shop, split=CONTROLLED)
