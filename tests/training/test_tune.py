"""The search for settings: the paper's grid, going on where it stopped, optuna where it is installed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from instead.errors import DoesNotFit, FolderError, InputError
from instead.models.a2cf.trainer import A2CFTrainer
from instead.models.registry import entry_of
from instead.rng import stage_rng
from instead.settings import A2CF_GRID, A2CFSettings
from instead.store.dataset import Dataset
from instead.training.tune import (
    Search,
    Trial,
    full_grid,
    neighbour,
    one_at_a_time,
    resolved,
    run_greedy,
    run_optuna,
    sampled_grid,
)

BASE = A2CFSettings(dimension=4, attribute_epochs=1, ranking_epochs=1, rounds=1, batch=64)
GRID: dict[str, list[Any]] = {"gamma": [0.3, 0.7], "depth": [1, 2]}


def test_powers_follow_the_dimension() -> None:
    made = resolved(BASE, {"dimension": 16, "beta_power": 0.5, "epsilon_power": 0.25})
    assert (made.dimension, made.beta, made.epsilon) == (16, 4.0, 2.0)


def test_one_at_a_time_meets_the_start_once() -> None:
    paper = A2CFSettings.of_preset("paper")
    choices = list(one_at_a_time(paper, A2CF_GRID))
    assert choices[0] == {}
    assert len(choices) == 1 + 5 * 5 - 5  # every list holds the start


def test_the_whole_grid_and_a_draw_of_it() -> None:
    assert len(list(full_grid(A2CF_GRID))) == 5**5
    drawn = list(sampled_grid(A2CF_GRID, 40, seed=1))
    assert len({tuple(choice.items()) for choice in drawn}) == 40
    assert drawn == list(sampled_grid(A2CF_GRID, 40, seed=1))
    assert len(list(sampled_grid(GRID, 40, seed=1))) == 4
    whole = list(full_grid(GRID))
    for seed in range(3):  # a stream of its own, branched by name
        places = stage_rng(seed, "tune").permutation(4)[:3]
        assert list(sampled_grid(GRID, 3, seed=seed)) == [whole[place] for place in places]


def test_neighbours_of_a_choice() -> None:
    base = A2CFSettings(dimension=16, beta=4.0, gamma=0.6)
    assert neighbour(base, {}, "gamma", [0.3, 0.7, 0.9], 1) == {"gamma": 0.7}
    assert neighbour(base, {"gamma": 0.7}, "gamma", [0.3, 0.7, 0.9], -1) == {"gamma": 0.3}
    assert neighbour(base, {"gamma": 0.9}, "gamma", [0.3, 0.7, 0.9], 1) is None
    powers = [0.0, 0.25, 0.5, 0.75, 1.0]
    assert neighbour(base, {}, "beta_power", powers, -1) == {"beta_power": 0.25}
    assert neighbour(base, {"beta_power": 0.25, "depth": 2}, "beta_power", powers, 1) == {"depth": 2}  # the base again


class Hill:
    """A search whose figure is known beforehand."""

    def __init__(self, top: dict[str, float]) -> None:
        self.base, self.top, self.done = A2CFSettings(gamma=0.1), top, list[Trial]()

    def trials(self) -> list[Trial]:
        return list(self.done)

    def one(self, choice: dict[str, Any]) -> Trial:
        values = self.base.model_dump() | choice
        value = -sum(abs(values[name] - best) for name, best in self.top.items())
        self.done.append(Trial(choice, {"NDCG@10": value}, 1, 0.0))
        return self.done[-1]


def test_the_greedy_walk_reaches_the_top_and_rests() -> None:
    grid: dict[str, list[Any]] = {"gamma": [0.1, 0.3, 0.5, 0.7, 0.9], "depth": [1, 2, 3]}
    hill: Any = Hill({"gamma": 0.7, "depth": 2})
    run_greedy(hill, grid, 100)
    assert max(hill.done, key=lambda trial: trial.value).choice == {"gamma": 0.7, "depth": 2}
    steps = [trial.choice for trial in hill.done]
    assert len({tuple(sorted(choice.items())) for choice in steps}) == len(steps) < 15  # nothing twice
    short: Any = Hill({"gamma": 0.7, "depth": 2})
    run_greedy(short, grid, 3)
    assert [trial.choice for trial in short.done] == steps[:3]
    run_greedy(short, grid, 100)  # goes on
    assert [trial.choice for trial in short.done] == steps


def test_a_search_goes_on_where_it_stopped(shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Trial] = []
    whole = Search(shop, tmp_path / "whole", BASE, model="a2cf").run(full_grid(GRID), heard.append)
    assert [trial.choice for trial in whole] == list(full_grid(GRID))
    assert heard == whole
    assert {trial.rounds for trial in whole} == {1}
    epochs = 0
    original = A2CFTrainer.epoch

    def breaking(self: A2CFTrainer, *words: Any, **named: Any) -> Any:
        nonlocal epochs
        epochs += 1
        if epochs == 4:
            raise KeyboardInterrupt
        return original(self, *words, **named)

    monkeypatch.setattr(A2CFTrainer, "epoch", breaking)
    monkeypatch.setattr("instead.training.loop.OFTEN", 0.0)  # a checkpoint after every epoch
    search = Search(shop, tmp_path / "broken", BASE, model="a2cf")
    with pytest.raises(KeyboardInterrupt):
        search.run(full_grid(GRID))
    assert len(search.trials()) == 1
    later = Search(shop, tmp_path / "broken", BASE, model="a2cf").run(full_grid(GRID))
    assert [trial.figures for trial in later] == [trial.figures for trial in whole]
    assert epochs == 2 * 4 + 1  # nothing finished was run twice
    best = tomllib.loads((tmp_path / "broken" / "best.toml").read_text())
    assert A2CFSettings.checked(best) == resolved(BASE, max(later, key=lambda trial: trial.value).choice)
    assert not list((tmp_path / "broken").glob("run-*"))


def test_another_search_is_not_mixed_in(shop: Dataset, tmp_path: Path) -> None:
    Search(shop, tmp_path / "s", BASE, model="a2cf")
    with pytest.raises(FolderError, match="another base"):
        Search(shop, tmp_path / "s", A2CFSettings(), model="a2cf")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError, match="holds other files"):
        Search(shop, tmp_path / "mine", BASE, model="a2cf")
    with pytest.raises(InputError, match="unknown model"):
        Search(shop, tmp_path / "t", BASE, model="x")
    with pytest.raises(InputError, match="made of models"):
        Search(shop, tmp_path / "t", entry_of("blend").settings(), model="blend")


def test_a_search_of_other_data_is_told_from_one_of_another_base(shop: Dataset, tmp_path: Path) -> None:
    Search(shop, tmp_path / "new" / "folders" / "s", BASE, model="a2cf")
    path = tmp_path / "new" / "folders" / "s" / "search.json"
    about = json.loads(path.read_text())
    assert about == {"model": "a2cf", "split": "paper", "layers": shop.hashes, "base": BASE.to_toml()}
    path.write_text(json.dumps({**about, "layers": dict.fromkeys(shop.hashes, "0" * 64)}))
    with pytest.raises(InputError, match=r"the search in .* belongs to .* name another folder"):
        Search(shop, path.parent, BASE, model="a2cf")


def test_a_trial_that_does_not_fit_is_not_begun(shop: Dataset, tmp_path: Path) -> None:
    search = Search(shop, tmp_path / "s", BASE, model="a2cf", max_memory=1 << 20)
    with pytest.raises(DoesNotFit):
        search.one({})
    assert search.trials() == []


def test_optuna_stays_within_the_grid_and_goes_on(shop: Dataset, tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="the extra `tune` is not installed")
    search = Search(shop, tmp_path / "s", BASE, model="a2cf")
    assert len(run_optuna(search, GRID, 2, seed=0)) == 2
    done = run_optuna(Search(shop, tmp_path / "s", BASE, model="a2cf"), GRID, 3, seed=0)
    assert len({tuple(trial.choice.items()) for trial in done}) == 3
    assert all(trial.choice["gamma"] in GRID["gamma"] for trial in done)


def test_optuna_rests_when_the_grid_holds_no_more() -> None:
    pytest.importorskip("optuna", reason="the extra `tune` is not installed")
    hill: Any = Hill({"gamma": 0.3})
    heard: list[Trial] = []
    done = run_optuna(hill, {"gamma": [0.1, 0.3]}, 3, seed=0, tell=heard.append)
    assert sorted(trial.choice["gamma"] for trial in done) == [0.1, 0.3]
    assert heard == done


def test_without_optuna_the_way_out_is_named(shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "optuna", None)
    with pytest.raises(InputError, match=r"instead\[tune\]"):
        run_optuna(Search(shop, tmp_path / "s", BASE, model="a2cf"), GRID, 2, seed=0)
