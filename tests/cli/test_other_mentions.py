"""A model whose dataset got other mentions since: every verb says so in one sentence, and none gives a figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from instead.errors import InputError
from instead.evaluation.compare import compare
from instead.evaluation.evaluate import evaluate
from instead.evaluation.explanations import evaluate_explanations
from instead.evaluation.result import Evaluation
from instead.lab.reproduction.study import Study
from instead.mentions.overrides import Overrides
from instead.mentions.stage import extract
from instead.models.model_folder import ModelFolder
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.training.train import train
from instead.training.tune import Search
from tests.cli.test_command_line import instead, one_sentence  # noqa: F401 - a fixture
from tests.spoken_shop import spoken_shop

SMALL = A2CFSettings(dimension=4, rounds=2, attribute_epochs=1, ranking_epochs=1)
FLAGS = (
    "--model",
    "a2cf",
    "--set",
    "dimension=4",
    "--set",
    "rounds=2",
    "--set",
    "attribute_epochs=1",
    "--set",
    "ranking_epochs=1",
)


def stop(line: dict[str, Any]) -> None:
    raise KeyboardInterrupt


class Renamed:
    """A dataset before and after `screen` became `display`, and all that was made in between, under `home`."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.before = extract(spoken_shop(home)).dataset
        self.model = train(self.before, out=home / "model", model="a2cf", settings=SMALL)
        self.ranks = evaluate(self.model, self.before)
        with pytest.raises(KeyboardInterrupt):
            train(self.before, out=home / "half", model="a2cf", settings=SMALL, tell=stop)
        Search(self.before, home / "search", SMALL, model="a2cf")
        Study(self.before, home / "study")
        self.after = extract(self.before.folder, overrides=Overrides(names={"screen": "display"})).dataset


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Renamed:
    return Renamed(Path(tmp_path_factory.mktemp("renamed")))


def test_what_was_renamed_is_another_layer_of_mentions_alone(shop: Renamed) -> None:
    before, after = shop.before, shop.after
    assert "screen" in before.attributes["attribute"]
    assert "display" in after.attributes["attribute"]
    assert before.split_hash == after.split_hash
    assert [kind for kind in before.hashes if before.hashes[kind] != after.hashes[kind]] == ["mentions"]
    assert shop.model.manifest["dataset"]["layers"] == before.hashes


WORDS = {
    "evaluate": ("evaluate", "model", "data", "--explanations"),
    "evaluate without explanations": ("evaluate", "model", "data"),
    "compare": ("compare", "model", "popularity", "data"),
    "train --resume": ("train", "data", "--out", "half", "--resume", *FLAGS),
    "train --finish": ("train", "data", "--out", "half", "--finish", *FLAGS),
    "tune": ("tune", "data", "--out", "search", *FLAGS),
    "reproduce": ("reproduce", "data", "--out", "study"),
}


@pytest.mark.parametrize("verb", WORDS)
def test_every_verb_refuses_it_in_one_sentence(
    instead: Any,  # noqa: F811
    shop: Renamed,
    verb: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(shop.home)
    said = one_sentence(instead(*WORDS[verb]), 2)
    short = [data.hashes["mentions"][:12] for data in (shop.before, shop.after)]
    assert f"belongs to other mentions ({short[0]} against {short[1]}) than data has now; " in said


def test_with_the_mentions_it_knows_all_goes_well(instead: Any, shop: Renamed, tmp_path: Path) -> None:  # noqa: F811
    """The same words on the dataset as it was: refused was the dataset, not the words."""
    before = extract(spoken_shop(tmp_path)).dataset
    assert before.hashes == shop.before.hashes
    ran = instead("evaluate", shop.home / "model", before.folder, "--explanations")
    assert ran.code == 0
    assert "ATC" in ran.out


def test_figures_of_different_mentions_are_not_compared(shop: Renamed) -> None:
    model = ModelFolder.open(shop.home / "model").model
    other = evaluate(model, shop.after)  # a bare model carries no record
    renamed = Evaluation("other", other.about, other.cases)
    with pytest.raises(InputError, match=r"other was evaluated with other mentions .* than a2cf; evaluate both"):
        compare([shop.ranks, renamed], protocol="paper", measure="HR@10")
    same = Evaluation("again", shop.ranks.about, shop.ranks.cases)
    assert compare([shop.ranks, same], protocol="paper", measure="HR@10").height == 2


def test_lists_are_not_measured_against_other_mentions(shop: Renamed) -> None:
    model: Any = shop.model.model
    assert evaluate_explanations(model, shop.before, shop.ranks).figures()["coverage"] > 0
    with pytest.raises(InputError, match="the evaluation of a2cf belongs to other mentions"):
        evaluate_explanations(model, shop.after, shop.ranks)


def test_a_dataset_opened_before_still_knows_the_mentions_it_had(shop: Renamed) -> None:
    late = Dataset(shop.before.folder, shop.before.manifest, shop.before.layers)
    assert evaluate(shop.model, late).figures("paper") == shop.ranks.figures("paper")
