"""A search judged on every protocol at once: what its objective is made of, and that it goes on split by split."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from instead.errors import FolderError
from instead.evaluation import tuning
from instead.evaluation.evaluate import evaluate
from instead.evaluation.tuning import EveryProtocol
from instead.material import Material
from instead.models.ranker.ranker_entry import ENTRY
from instead.settings import RankerSettings
from instead.store.dataset import Dataset
from instead.training.tune import OBJECTIVE, Choice, Search

QUICK = RankerSettings(
    dimension=4, factor_rounds=2, lists=60, pools=40, uniform=8, hard=8, decoys=3, bends=1, validation_cases=50
)
FIGURES = {"paper NDCG@10", "full NDCG@10", "choice HR@1", "choice_matched HR@1"}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FEWEST", 1)


def choices() -> Iterator[Choice]:
    return iter([{}, {"l2": 0.1}])


def test_the_objective_is_the_mean_over_all_protocols(shop: Dataset, tmp_path: Path) -> None:
    search = EveryProtocol(shop, tmp_path / "s", QUICK, model="ranker")
    assert search.splits == ["paper", "choice", "choice_matched"]
    trials = search.run(choices())
    for trial in trials:
        assert set(trial.figures) == {OBJECTIVE, *FIGURES}
        assert trial.value == pytest.approx(sum(trial.figures[name] for name in FIGURES) / 4)
    assert search.best().value == max(trial.value for trial in trials)
    # each figure is that of a model of that split, on validation triples
    assert ENTRY.fit is not None
    for split, protocol, measure in (("paper", "full", "NDCG@10"), ("choice", "choice", "HR@1")):
        judged = evaluate(
            ENTRY.fit(Material.of(shop, split), QUICK), shop, split=split, part="validation", protocols=[protocol],
            sample=50,
        )  # fmt: skip
        assert trials[0].figures[f"{protocol} {measure}"] == pytest.approx(judged.figures(protocol)[measure])


def test_an_interrupted_trial_goes_on_with_the_next_split(
    shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = EveryProtocol(shop, tmp_path / "whole", QUICK, model="ranker").one({})
    asked: list[str] = []
    original = EveryProtocol._one

    def counting(self: EveryProtocol, split: str, settings: Any) -> dict[str, float]:
        asked.append(split)
        if asked == ["paper", "choice"]:
            raise KeyboardInterrupt
        return original(self, split, settings)

    monkeypatch.setattr(EveryProtocol, "_one", counting)
    with pytest.raises(KeyboardInterrupt):
        EveryProtocol(shop, tmp_path / "broken", QUICK, model="ranker").one({})
    later = EveryProtocol(shop, tmp_path / "broken", QUICK, model="ranker").one({})
    assert asked == ["paper", "choice", "choice", "choice_matched"]
    assert later.figures == whole.figures
    assert not list((tmp_path / "broken").glob("run-*"))


def test_a_choice_split_with_few_cases_has_no_say(
    shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "FEWEST", 10**6)
    assert EveryProtocol(shop, tmp_path / "s", QUICK, model="ranker").splits == ["paper"]
    assert EveryProtocol(shop, tmp_path / "c", QUICK, model="ranker", split="choice").splits == ["choice"]


def test_a_search_judged_otherwise_is_not_mixed_in(shop: Dataset, tmp_path: Path) -> None:
    Search(shop, tmp_path / "s", QUICK, model="ranker")
    with pytest.raises(FolderError, match="name another folder"):
        EveryProtocol(shop, tmp_path / "s", QUICK, model="ranker")
