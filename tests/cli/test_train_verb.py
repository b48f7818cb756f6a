"""`instead train` and `instead tune` as they are typed."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from instead.cli.choices import DEFAULT_MODEL, chosen_settings, parse_assignments
from instead.errors import InputError
from instead.models.model_folder import ModelFolder
from instead.models.registry import DEFAULT, entry_of
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.training import train as training
from tests.cli.test_command_line import COMMAND, ENVIRONMENT, instead, one_sentence
from tests.small_shop import put
from tests.talking_shop import talking_shop

__all__ = ["instead"]  # the fixture

QUICK = [
    "--model",
    "a2cf",
    "--set",
    "dimension=4",
    "--set",
    "rounds=1",
    "--set",
    "attribute_epochs=1",
    "--set",
    "ranking_epochs=1",
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return talking_shop(Path(tmp_path_factory.mktemp("talking")))


def test_training_from_the_command_line(instead: Any, shop: Dataset, tmp_path: Path) -> None:
    ran = instead("train", shop.folder, "--out", tmp_path / "m", *QUICK, "--seed", 3)
    assert ran.code == 0
    assert "is ready: round 1 of 1" in ran.out
    assert "HR@10" in ran.out
    for word in ("memory: about", "time: about", "round  1", "loss", "validation HR@10"):
        assert word in ran.err
    assert json.loads((tmp_path / "m" / "settings.json").read_text())["seed"] == 3
    ran = instead("train", shop.folder, "--out", tmp_path / "n", *QUICK, "--json", "--preset", "paper")
    assert json.loads(ran.out)["model"] == "a2cf"


def test_wrong_words_are_one_sentence(instead: Any, shop: Dataset, tmp_path: Path) -> None:
    out, a2cf = ("--out", tmp_path / "m"), ("--model", "a2cf")
    assert "unknown model 'x'" in one_sentence(instead("train", shop.folder, *out, "--model", "x"), 2)
    said = one_sentence(instead("train", shop.folder, *out, *a2cf, "--set", "gama=1"), 2)
    assert "there is no setting gama: did you mean gamma?" in said
    blend = ("--model", "blend", "--set", 'weights={"3-hop": 1}')
    assert "weights = {NAME = VALUE}" in one_sentence(instead("train", shop.folder, *out, *blend), 2)
    final = ("--final", "--twin", tmp_path / "twin", "--model", "item-knn")
    assert "--twin says which model" in one_sentence(instead("train", shop.folder, *out, *final), 2)
    assert "NAME=VALUE" in one_sentence(instead("train", shop.folder, *out, *a2cf, "--set", "gamma"), 2)
    assert "unknown preset 'x'" in one_sentence(instead("train", shop.folder, *out, "--preset", "x"), 2)
    assert "no such folder" in one_sentence(instead("train", tmp_path / "absent", *out), 2)
    assert "setting gamma" in one_sentence(instead("train", shop.folder, *out, *a2cf, "--set", "gamma=2"), 2)
    assert "beta is too small" in one_sentence(instead("train", shop.folder, *out, *a2cf, "--set", "beta=0.1"), 2)
    refused = one_sentence(instead("train", shop.folder, *out, "--max-memory", "0.001"), 2)
    assert "more than the 0.00 GiB allowed" in refused
    assert not (tmp_path / "m").exists()


def test_a_model_without_rounds_speaks_of_none(instead: Any, shop: Dataset, tmp_path: Path) -> None:
    ran = instead("train", shop.folder, "--out", tmp_path / "m", "--model", "item-knn", "--final")
    assert "trained on all reviews and links, 0 s." in ran.out
    card = (tmp_path / "m.twin" / "README.md").read_text()
    assert "round" not in card
    assert "Computed in one go, 0 s, seed 0." in card


def test_a_dataset_without_mentions_says_what_to_do(instead: Any, tmp_path: Path) -> None:
    from instead.preparation.prepare import prepare
    from tests.small_shop import small_settings, small_shop

    data = prepare(small_shop(tmp_path), out=tmp_path / "data", settings=small_settings())
    said = one_sentence(instead("train", data.folder, "--out", tmp_path / "m", "--model", "a2cf"), 2)
    assert f"instead extract {data.folder}" in said
    ran = instead("train", data.folder, "--out", tmp_path / "m", "--json")  # the default model needs none
    assert json.loads(ran.out)["model"] == DEFAULT_MODEL == DEFAULT


def test_settings_come_from_preset_file_and_words_in_this_order(tmp_path: Path) -> None:
    assert parse_assignments(["gamma=0.5", "optimiser=adam", "item_bias=true"]) == {
        "gamma": 0.5, "optimiser": "adam", "item_bias": True,
    }  # fmt: skip
    file = put(tmp_path / "s.toml", 'gamma = 0.2\noptimiser = "adam"\n')
    paper = chosen_settings(A2CFSettings, "paper", file, ["optimiser=adagrad"], seed=4)
    assert (paper.preset, paper.gamma, paper.optimiser, paper.seed) == ("paper", 0.2, "adagrad", 4)
    with pytest.raises(InputError, match="NAME=VALUE"):
        parse_assignments(["=3"])


def test_ctrl_c_leaves_a_checkpoint_and_says_how_to_go_on(shop: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "m"
    words = [*COMMAND, "train", str(shop.folder), "--out", str(out), *QUICK[:2], *QUICK[4:], "--set", "rounds=400",
             "--set", "patience=400"]  # fmt: skip
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    position = tmp_path / "m.run" / "checkpoints" / "position.json"
    deadline = time.monotonic() + 120
    while not (position.is_file() and json.loads(position.read_text())["round"] > 0):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "--resume" in err
    assert "--finish" in err
    assert not out.exists()
    # the run knows its settings: neither they nor the seed have to be typed again
    ran = subprocess.run([*COMMAND, "train", str(shop.folder), "--out", str(out), "--finish", "--json"],
                         capture_output=True, text=True, env=ENVIRONMENT, check=True)  # fmt: skip
    assert json.loads(ran.stdout)["finished"] is False


def test_tuning_from_the_command_line(instead: Any, shop: Dataset, tmp_path: Path) -> None:
    grid = put(tmp_path / "grid.toml", "gamma = [0.5, 0.7]\n")
    words = ("tune", shop.folder, "--out", tmp_path / "t", "--grid", grid, *QUICK)
    ran = instead(*words)
    assert ran.code == 0
    assert "gamma 0.5" in ran.out
    assert "best.toml" in ran.out
    assert "Budget: 2 trials, 2 rounds, 0." in ran.out
    assert "minutes of training" in ran.out
    again = json.loads(instead(*words, "--json").out)
    assert [trial["choice"] for trial in again] == [{}, {"gamma": 0.5}]
    assert (tmp_path / "t" / "best.toml").is_file()
    plain = " ".join(instead("tune", shop.folder, "--model", "item-knn", "--out", tmp_path / "k").out.split())
    assert "--model item-knn --settings" in plain
    assert plain.endswith("best.toml --out MODEL")
    wrong = put(tmp_path / "wrong.toml", "gamma = 0.5\n")
    said = one_sentence(instead("tune", shop.folder, "--out", tmp_path / "u", "--grid", wrong), 2)
    assert "a grid holds a list" in said
    assert "--trials" in one_sentence(instead("tune", shop.folder, "--out", tmp_path / "u", "--optuna"), 2)


def test_an_interrupted_run_knows_its_model(
    instead: Any, shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--resume` without `--model` goes on with what was begun."""
    settings = entry_of("pmsc").settings.checked({"rounds": 1, "dimension": 4})

    def stopped(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(training, "write_model", stopped)
        with pytest.raises(KeyboardInterrupt):
            training.train(shop, out=tmp_path / "m", model="pmsc", settings=settings)
    assert training.model_of_run(tmp_path / "m") == "pmsc"
    assert training.model_of_run(tmp_path / "other") is None
    assert instead("train", shop.folder, "--out", tmp_path / "m", "--resume").code == 0
    assert ModelFolder.open(tmp_path / "m").entry.name == "pmsc"
