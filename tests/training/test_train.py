"""`instead.train`: what it writes, what it refuses, and that an interruption changes nothing."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import instead
from instead.errors import Diverged, DoesNotFit, FolderError, InputError
from instead.models.a2cf.trainer import A2CFTrainer
from instead.models.context import Context
from instead.progress import quiet
from instead.settings import A2CFSettings, PrepareSettings
from instead.store.dataset import Dataset
from instead.store.tensors import map_tensors
from instead.training.train import run_folder, train
from instead.training.validation import ValidationTriples

SMALL = A2CFSettings(dimension=8, attribute_epochs=2, later_attribute_epochs=1, ranking_epochs=2, rounds=3, patience=3,
                     batch=32, learning_rate=0.01)  # fmt: skip


def weights(folder: Path) -> dict[str, np.ndarray[Any, Any]]:
    return map_tensors(folder / "weights.safetensors")


def same_bits(one: Path, other: Path) -> None:
    assert (one / "weights.safetensors").read_bytes() == (other / "weights.safetensors").read_bytes()


def test_a_model_folder_has_what_the_documentation_says(shop: Dataset, tmp_path: Path) -> None:
    made = train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL)
    names = {path.name for path in made.folder.iterdir()}
    assert names == {"manifest.json", "settings.json", "weights.safetensors", "users.parquet", "items.parquet",
                     "attributes.parquet", "links.parquet", "interactions.parquet", "evidence.safetensors",
                     "facts.safetensors", "care.safetensors", "serving.safetensors",
                     "README.md", "log.jsonl", "curves.png"}  # fmt: skip
    assert made.manifest["dataset"]["split_hash"] == shop.split_hash
    assert made.manifest["seed"] == 0
    assert {"HR@10", "NDCG@10"} <= set(made.manifest["validation"])
    triples = shop.split("paper").triples("validation").height
    told = {name: made.manifest[name] for name in ("split", "rounds", "finished", "switched_off", "cases")}
    assert told == {"split": "paper", "rounds": 3, "finished": True, "switched_off": [], "cases": triples}
    assert "final" not in made.manifest
    assert made.settings == SMALL
    assert (made.folder / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert not run_folder(tmp_path / "m").exists()
    card = (made.folder / "README.md").read_text()
    assert shop.split_hash in card
    assert "| gamma | 0.7 |" in card
    lines = [json.loads(line) for line in (made.folder / "log.jsonl").read_text().splitlines()]
    assert [line["stage"] for line in lines if "stage" in line][:4] == ["attributes"] * 2 + ["ranking"] * 2
    assert [line["round"] for line in lines if "validation" in line] == [1, 2, 3]


def test_a_loaded_model_scores_as_the_trained_one(shop: Dataset, tmp_path: Path) -> None:
    folder = train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL).folder
    loaded = instead.load(folder)
    cases = ValidationTriples.of(shop, "paper", "test", None)
    context = Context.of_users(cases.user, cases.query)
    scores = loaded.model.score(context, cases.candidates)
    assert np.isfinite(scores).all()
    whole = loaded.model.score_all(context)
    np.testing.assert_allclose(np.take_along_axis(whole, cases.candidates, 1), scores, rtol=1e-5, atol=1e-6)
    assert loaded.items["item"].to_list() == shop.items["item"].to_list()
    assert loaded.attributes["attribute"].to_list() == shop.attributes["attribute"].to_list()


def test_loading_needs_no_torch(shop: Dataset, tmp_path: Path) -> None:
    folder = train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL).folder
    program = (
        "import sys; sys.modules['torch'] = None; import instead, numpy as np; "
        "from instead.models.context import Context; m = instead.load(sys.argv[1]).model; "
        "print(m.score_all(Context.of_users(np.array([0]), np.array([1]))).shape)"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=True)
    assert ran.stdout == "(1, 20)\n"


def test_the_best_round_is_kept_not_the_last(shop: Dataset, tmp_path: Path) -> None:
    made = train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL)
    lines = [json.loads(line) for line in (made.folder / "log.jsonl").read_text().splitlines()]
    checks = {line["round"]: line["validation"]["NDCG@10"] for line in lines if "validation" in line}
    assert made.manifest["best_round"] == max(checks, key=lambda number: checks[number])
    assert made.manifest["validation"]["NDCG@10"] == max(checks.values())
    again = ValidationTriples.of(shop, "paper", "validation", SMALL.validation_cases).ranks(made.model)
    from instead.training.validation import figures

    assert figures(again) == pytest.approx(made.manifest["validation"])


def test_patience_ends_the_training(shop: Dataset, tmp_path: Path) -> None:
    still = A2CFSettings.checked(
        SMALL.model_dump() | {"learning_rate": 1e-12, "ranking_rate": 1e-12, "patience": 1, "rounds": 9}
    )
    assert train(shop, out=tmp_path / "m", model="a2cf", settings=still).manifest["rounds"] == 2


def test_one_seed_one_result(shop: Dataset, tmp_path: Path) -> None:
    for name in ("a", "b"):
        train(shop, out=tmp_path / name, model="a2cf", settings=SMALL)
    same_bits(tmp_path / "a", tmp_path / "b")
    train(shop, out=tmp_path / "c", model="a2cf", settings=A2CFSettings.checked(SMALL.model_dump() | {"seed": 1}))
    assert not np.array_equal(weights(tmp_path / "a")["ranking.items"], weights(tmp_path / "c")["ranking.items"])


def test_the_number_of_processors_changes_nothing(
    shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = A2CFSettings.checked(SMALL.model_dump() | {"batch": 100, "rounds": 1})
    for count in (1, 2, 3):
        monkeypatch.setattr("instead.engine.threads.processors", lambda count=count: count)
        train(shop, out=tmp_path / str(count), model="a2cf", settings=whole)
    same_bits(tmp_path / "1", tmp_path / "2")
    same_bits(tmp_path / "1", tmp_path / "3")


@pytest.mark.parametrize("after", range(0, 15, 3))
def test_a_failure_anywhere_and_resume_give_the_same_bits(
    shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """A failure in the middle of every kind of epoch; `after` epochs are finished before."""
    monkeypatch.setattr("instead.training.loop.OFTEN", 0.0)  # a checkpoint after every epoch
    train(shop, out=tmp_path / "whole", model="a2cf", settings=SMALL)
    begun = 0
    whole_epoch = A2CFTrainer.epoch

    def breaking(self: A2CFTrainer, *words: Any, **named: Any) -> Any:
        nonlocal begun
        begun += 1
        for place, loss in enumerate(whole_epoch(self, *words, **named)):
            yield loss
            if begun > after and place == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(A2CFTrainer, "epoch", breaking)
    out = tmp_path / "broken"
    finished = False
    try:
        train(shop, out=out, model="a2cf", settings=SMALL)
        finished = True
    except KeyboardInterrupt:
        pass
    monkeypatch.undo()
    if not finished:
        assert not out.exists()
        train(shop, out=out, model="a2cf", settings=SMALL, resume=True)
    same_bits(tmp_path / "whole", out)
    kept = [
        [json.loads(line) | {"seconds": 0} for line in (folder / "log.jsonl").read_text().splitlines()]
        for folder in (tmp_path / "whole", out)
    ]
    assert kept[0] == kept[1]


SLOW = """
import sys, time
from instead.settings import A2CFSettings
from instead.training import train as run
from instead.models.a2cf.trainer import A2CFTrainer
whole = A2CFTrainer.epoch
def slow(self, *words, **named):
    for loss in whole(self, *words, **named):
        time.sleep(0.01)
        yield loss
A2CFTrainer.epoch = slow
run.train(sys.argv[1], out=sys.argv[2], model="a2cf", settings=A2CFSettings.from_toml(sys.argv[3]))
"""


def test_a_killed_run_goes_on_to_the_same_bits(shop: Dataset, tmp_path: Path) -> None:
    """kill -9, no chance to tidy up; then --resume in a new process."""
    train(shop, out=tmp_path / "whole", model="a2cf", settings=SMALL)
    toml = tmp_path / "s.toml"
    toml.write_text(SMALL.to_toml())
    out = tmp_path / "killed"
    environment = {**os.environ, "PYTHONPATH": str(Path(instead.__file__).parents[1])}
    words = [sys.executable, "-c", SLOW, str(shop.folder), str(out), str(toml)]
    running = subprocess.Popen(words, env=environment)
    position = run_folder(out) / "checkpoints" / "position.json"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and running.poll() is None:
        if position.is_file() and json.loads(position.read_text())["round"] >= 1:
            break
        time.sleep(0.02)
    assert running.poll() is None, "the run ended before it could be killed"
    for wish in ("resume", "finish", "replace"):  # the run lives
        with pytest.raises(FolderError, match="another process is at work there"):
            train(shop, out=out, model="a2cf", settings=SMALL, resume=wish == "resume", finish=wish == "finish",
                  replace=wish == "replace")  # fmt: skip
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not out.exists()
    with pytest.raises(FolderError, match="unfinished run"):
        train(shop, out=out, model="a2cf", settings=SMALL)
    train(shop, out=out, model="a2cf", settings=SMALL, resume=True)
    same_bits(tmp_path / "whole", out)


def test_the_best_round_of_an_interrupted_run_is_a_model(
    shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_epoch = A2CFTrainer.epoch

    def breaking(self: A2CFTrainer, stage: str, number: int, **named: Any) -> Any:
        if number >= 3 and stage == "ranking":  # the second round's second
            raise KeyboardInterrupt
        return whole_epoch(self, stage, number, **named)

    monkeypatch.setattr(A2CFTrainer, "epoch", breaking)
    out = tmp_path / "m"
    with pytest.raises(KeyboardInterrupt):
        train(shop, out=out, model="a2cf", settings=SMALL)
    made = train(shop, out=out, model="a2cf", settings=SMALL, finish=True)
    assert (made.manifest["best_round"], made.manifest["rounds"], made.manifest["finished"]) == (1, 1, False)
    assert not run_folder(out).exists()


def test_what_cannot_be_resumed_is_refused(shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "m"
    with pytest.raises(FolderError, match="no unfinished run"):
        train(shop, out=out, model="a2cf", settings=SMALL, resume=True)

    def fails(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(A2CFTrainer, "epoch", fails)
    with pytest.raises(KeyboardInterrupt):
        train(shop, out=out, model="a2cf", settings=SMALL)
    with pytest.raises(FolderError, match="no round is finished yet"):
        train(shop, out=out, model="a2cf", settings=SMALL, finish=True)
    with pytest.raises(FolderError, match="other settings"):
        train(shop, out=out, model="a2cf", settings=A2CFSettings(), resume=True)
    monkeypatch.undo()
    (run_folder(out) / "checkpoints").mkdir(exist_ok=True)
    (run_folder(out) / "checkpoints" / "position.json").write_text("{")
    with pytest.raises(FolderError, match="damaged"):
        train(shop, out=out, model="a2cf", settings=SMALL, resume=True)
    assert train(shop, out=out, model="a2cf", settings=SMALL, replace=True).folder == out
    with pytest.raises(FolderError, match="holds a model already"):
        train(shop, out=out, model="a2cf", settings=SMALL)


def test_a_run_of_other_data_or_of_another_model_is_not_gone_on_with(
    shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(A2CFTrainer, "epoch", fails)
    out = tmp_path / "deep" / "m"
    with pytest.raises(KeyboardInterrupt):
        train(shop, out=out, model="a2cf", settings=SMALL)
    path = run_folder(out) / "about.txt"
    about = path.read_text()
    assert about == "a2cf paper" + "".join(f" {kind}={digest}" for kind, digest in shop.hashes.items()) + "\n"
    for changed, error, said in (
        (about.replace("paper", "temporal"), FolderError, "another split or model"),
        (about.replace("a2cf paper", "a2cf paper final"), FolderError, "another split or model"),
        (about.replace("=", "=0"), InputError, r"the run in .* belongs to other .* start anew with --replace"),
    ):
        path.write_text(changed)
        with pytest.raises(error, match=said):
            train(shop, out=out, model="a2cf", settings=SMALL, resume=True)


def test_every_line_of_the_log_is_told(shop: Dataset, tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    stages: list[str] = []

    def progress(stage: str, **_: Any) -> Any:
        stages.append(stage)
        return quiet(stage)

    made = train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL, tell=heard.append, progress=progress)
    assert {"round 1, attributes", "round 1, validation", "round 3, ranking"} <= set(stages)
    assert heard == [json.loads(line) for line in (made.folder / "log.jsonl").read_text().splitlines()]
    assert made.manifest["seconds"] == round(heard[-1]["seconds"], 1)


def test_a_foreign_folder_beside_the_model_is_left_alone(shop: Dataset, tmp_path: Path) -> None:
    foreign = run_folder(tmp_path / "m")
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError, match="holds other files"):
        train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL, replace=True)
    assert (foreign / "thesis.txt").read_text() == "mine"


def test_divergence_is_caught_at_once(shop: Dataset, tmp_path: Path) -> None:
    wild = A2CFSettings.checked(SMALL.model_dump() | {"ranking_rate": 1e30})
    with pytest.raises(Diverged, match=r"smaller learning_rate"), np.errstate(all="ignore"):
        train(shop, out=tmp_path / "m", model="a2cf", settings=wild)
    assert not (tmp_path / "m").exists()


def test_what_does_not_fit_is_refused_with_the_arithmetic(shop: Dataset, tmp_path: Path) -> None:
    with pytest.raises(DoesNotFit, match=r"embeddings .* GiB \+ optimisers .* = .* GiB"):
        train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL, max_memory=1 << 20)
    assert not run_folder(tmp_path / "m").exists()


def test_wrong_names_are_refused(shop: Dataset, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown model 'a3cf'"):
        train(shop, out=tmp_path / "m", model="a3cf")
    with pytest.raises(InputError, match="takes A2CFSettings"):
        train(shop, out=tmp_path / "m", model="a2cf", settings=PrepareSettings())
    with pytest.raises(FolderError, match="no split 'other'"):
        train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL, split="other")


def test_damaged_model_folders_say_so(shop: Dataset, tmp_path: Path) -> None:
    folder = train(shop, out=tmp_path / "m", model="a2cf", settings=SMALL).folder
    (folder / "weights.safetensors").write_bytes(b"\x00" * 20)
    with pytest.raises(FolderError, match="damaged"):
        _ = instead.load(folder).model
    (folder / "settings.json").write_text("{")
    with pytest.raises(FolderError, match="train the model again"):
        _ = instead.load(folder).settings
    with pytest.raises(FolderError, match="a dataset folder, not a model folder"):
        instead.load(shop.folder)
    shutil.rmtree(folder)
    with pytest.raises(FolderError, match="no such folder"):
        instead.load(folder)


def test_an_estimate_comes_first_and_changes_nothing(shop: Dataset, tmp_path: Path) -> None:
    heard: list[tuple[dict[str, int], float, list[str]]] = []
    train(shop, out=tmp_path / "a", model="a2cf", settings=SMALL, announce=lambda *words: heard.append(words))
    train(shop, out=tmp_path / "b", model="a2cf", settings=SMALL)
    same_bits(tmp_path / "a", tmp_path / "b")
    parts, seconds, switched_off = heard[0]
    assert switched_off == []
    assert parts["embeddings"] == 2 * (30 + 20 + 7) * 8 * 4
    assert seconds > 0


def test_without_validation_triples_all_rounds_are_run_and_the_last_is_kept(shop: Dataset, tmp_path: Path) -> None:
    bare = Dataset.open(shop.folder)
    del bare.manifest["splits"]["paper"]["candidates"]["validation"]
    made = train(bare, out=tmp_path / "m", model="a2cf", settings=SMALL.model_copy(update={"patience": 1}))
    assert made.manifest["validation"] == {}
    assert made.manifest["best_round"] == made.manifest["rounds"] == SMALL.rounds
    assert "No validation triples were at hand." in (made.folder / "README.md").read_text()
