"""The loop around a trainer that only counts: which epochs it asks for, when it stops, what it keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from instead.errors import Diverged, FolderError
from instead.metrics import Ranks
from instead.models.learning import FIT
from instead.training.checkpoint import POSITION, Checkpoints, Position
from instead.training.estimate import expected_seconds
from instead.training.log import RunLog, draw_curves
from instead.training.loop import Schedule, run_rounds


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


class Counting:
    """A trainer whose model is the number of epochs it has seen."""

    def __init__(self, losses: tuple[float, ...] = (1.0, 4.0), clock: Clock | None = None, each: float = 0.0) -> None:
        self.losses, self.clock, self.each = losses, clock, each
        self.seen: list[tuple[str, int, bool]] = []
        self.before = 0
        self.switched_off: list[str] = []

    @property
    def count(self) -> int:
        return self.before + len(self.seen)

    def epochs(self, number: int) -> list[str]:
        return ["warm", "warm", "main"] if number == 0 else ["warm", "main", "main"]

    def steps(self, stage: str) -> int:
        return {"warm": 2, "main": 5}[stage]

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        self.seen.append((stage, number, first))
        if self.clock is not None:
            self.clock.now += self.each
        yield from self.losses

    def probe(self, stage: str) -> None:
        """Nothing to be timed."""

    def model(self) -> Any:
        return SimpleNamespace(arrays=self.state)

    def state(self) -> dict[str, Any]:
        return {"count": np.array([self.count])}

    def restore(self, state: dict[str, Any]) -> None:
        self.before = int(state["count"][0])


class Told:
    """Validation with a result that is known beforehand: one triple, its rank round by round."""

    def __init__(self, *ranks: int) -> None:
        self.left = list(ranks)

    def ranks(self, model: Any) -> Ranks:
        return Ranks(np.array([self.left.pop(0) - 1]), np.array([0]))


def run(trainer: Any, folder: Path, rounds: int, patience: int = 9, cases: Any = None, **more: Any) -> Any:
    folder.mkdir(exist_ok=True)
    return run_rounds(trainer, Schedule(rounds, patience), cases, folder, **more)


ALL = [
    ("warm", 0, True), ("warm", 1, False), ("main", 0, True),
    ("warm", 2, True), ("main", 1, True), ("main", 2, False),
    ("warm", 3, True), ("main", 3, True), ("main", 4, False),
]  # fmt: skip
"""Epochs of three rounds: stage, its number over all rounds, whether it is the first of its round."""


def test_epochs_are_counted_over_all_rounds_and_begin_anew_in_each(tmp_path: Path) -> None:
    trainer = Counting()
    run(trainer, tmp_path, rounds=3)
    assert trainer.seen == ALL


def test_the_log_counts_from_one_and_has_mean_losses(tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    _, log = run(Counting(), tmp_path, rounds=2, cases=Told(2, 1), tell=heard.append)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert heard == log.lines == lines
    told = [(line["round"], line.get("stage", "validation"), line.get("epoch")) for line in lines]
    assert told == [
        (1, "warm", 1), (1, "warm", 2), (1, "main", 1), (1, "validation", None),
        (2, "warm", 3), (2, "main", 2), (2, "main", 3), (2, "validation", None),
    ]  # fmt: skip
    assert {line["loss"] for line in lines if "loss" in line} == {2.5}
    assert lines[3]["validation"]["NDCG@10"] == pytest.approx(1 / np.log2(3))
    assert lines[7]["validation"]["NDCG@10"] == 1.0


def test_an_epoch_without_batches_has_no_loss(tmp_path: Path) -> None:
    _, log = run(Counting(losses=()), tmp_path, rounds=1)
    assert {line["loss"] for line in log.lines} == {0.0}
    _, log = run(Counting(losses=(3.0,)), tmp_path / "one", rounds=1)
    assert {line["loss"] for line in log.lines} == {3.0}


def test_it_ends_after_rounds_without_a_better_figure(tmp_path: Path) -> None:
    trainer = Counting()
    position, _ = run(trainer, tmp_path, rounds=9, patience=2, cases=Told(3, 1, 2, 2, 1))
    assert (position.round, position.best_round, position.waited, position.finished) == (3, 1, 2, True)
    assert position.best == 1.0
    assert trainer.count == 4 * 3
    kept = Checkpoints(tmp_path / "checkpoints")
    assert kept.state(position.best_state)["count"].tolist() == [2 * 3]  # the model after the second round


def test_a_better_round_makes_patience_begin_again(tmp_path: Path) -> None:
    position, _ = run(Counting(), tmp_path, rounds=9, patience=2, cases=Told(5, 6, 4, 5, 3, 9, 9))
    assert (position.round, position.best_round) == (6, 4)


def test_as_good_is_not_better(tmp_path: Path) -> None:
    position, _ = run(Counting(), tmp_path, rounds=9, patience=1, cases=Told(2, 2))
    assert (position.round, position.best_round) == (1, 0)


def test_even_a_first_round_that_finds_nothing_is_a_model(tmp_path: Path) -> None:
    position, _ = run(Counting(), tmp_path, rounds=2, cases=Told(99, 99))
    assert (position.best_round, position.best) == (0, 0.0)
    assert position.best_state == "best-0.safetensors"


def test_without_validation_the_last_round_counts(tmp_path: Path) -> None:
    position, _ = run(Counting(), tmp_path, rounds=3, patience=1)
    assert (position.round, position.best_round, position.waited) == (2, 2, 0)
    assert Checkpoints(tmp_path / "checkpoints").state(position.best_state)["count"].tolist() == [9]


def test_only_what_the_position_names_is_kept(tmp_path: Path) -> None:
    position, _ = run(Counting(), tmp_path, rounds=3, cases=Told(1, 2, 3))
    names = {path.name for path in (tmp_path / "checkpoints").iterdir()}
    assert names == {POSITION, position.state, position.best_state}
    assert Checkpoints(tmp_path / "checkpoints").read() == position


def test_a_loss_that_is_no_number_says_where(tmp_path: Path) -> None:
    with pytest.raises(Diverged, match=r"'warm' became nan in round 1, epoch 1, batch 2:"):
        run(Counting(losses=(1.0, float("nan"))), tmp_path, rounds=1)

    class Later(Counting):
        def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
            yield float("inf") if number == 2 else 1.0

    with pytest.raises(Diverged, match=r"'warm' became inf in round 2, epoch 3, batch 1:"):
        run(Later(), tmp_path / "later", rounds=2)


def test_progress_has_a_bar_for_each_epoch_and_for_validation(tmp_path: Path) -> None:
    bars: list[tuple[str, int | None]] = []
    steps: list[tuple[int, str]] = []

    @contextmanager
    def progress(name: str, *, total: int | None = None, unit: str = "") -> Iterator[Any]:
        bars.append((name, total))
        yield lambda count, text="": steps.append((count, text))

    run(Counting(), tmp_path, rounds=2, cases=Told(1, 1), progress=progress)
    first = [("round 1, warm", 2), ("round 1, warm", 2), ("round 1, main", 5), ("round 1, validation", None)]
    assert bars[:5] == [*first, ("round 2, warm", 2)]
    assert steps[:2] == [(1, "loss 1.0000"), (1, "loss 2.5000")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("instead.training.loop.time", made)
    return made


def test_checkpoints_within_a_round_keep_their_distance(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty seconds apart, and one at the end of each round."""
    written: list[tuple[int, int]] = []
    write = Checkpoints.write

    def noting(self: Checkpoints, position: Position, *arrays: Any) -> None:
        written.append((position.round, position.done))
        write(self, position, *arrays)

    monkeypatch.setattr(Checkpoints, "write", noting)
    run(Counting(clock=clock, each=10.0), tmp_path, rounds=2)
    # after 20 s; the round's end (30 s) does not count as one of those; after 40 s; after 60 s; the end
    assert written == [(0, 2), (1, 0), (1, 1), (1, 3), (1, 3)]


def test_an_interrupted_run_goes_on_with_epochs_log_and_time(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("instead.training.loop.OFTEN", 0.0)

    class Breaking(Counting):
        def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
            if (stage, number) == ("main", 1):
                raise KeyboardInterrupt
            return super().epoch(stage, number, first=first)

    with pytest.raises(KeyboardInterrupt):
        run(Breaking(clock=clock, each=1.0), tmp_path, rounds=3, cases=Told(2))
    log_file = tmp_path / "log.jsonl"
    log_file.write_text(log_file.read_text() + '{"round": 2, "stage": "lost after the checkpoint"}\n')
    clock.now += 5_000  # nobody is at work
    trainer = Counting(clock=clock, each=1.0)
    position, log = run(trainer, tmp_path, rounds=3, cases=Told(1, 2))
    assert trainer.seen == ALL[4:]
    assert trainer.count == len(ALL)
    assert (position.best_round, position.round) == (1, 2)
    assert [line["seconds"] for line in log.lines if "stage" in line] == [float(n) for n in range(1, 10)]
    assert [line["seconds"] for line in log.lines if "validation" in line] == [3.0, 6.0, 9.0]
    assert position.seconds == 9.0
    again = Counting(clock=clock, each=1.0)
    assert run(again, tmp_path, rounds=3)[0] == position  # finished: nothing is left to do
    assert again.seen == []


def test_a_damaged_position_is_one_sentence(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path / "deep" / "checkpoints")
    assert checkpoints.read() is None
    for content in ("{", '{"rounds": 3}', "[1]"):
        (checkpoints.folder / POSITION).write_text(content)
        with pytest.raises(FolderError, match=r"position\.json: damaged; start the training anew"):
            checkpoints.read()


def test_a_note_leaves_the_arrays_it_names(tmp_path: Path) -> None:
    checkpoints, position = Checkpoints(tmp_path), Position(round=2, done=1, best_round=1)
    checkpoints.write(position, {"a": np.arange(3)}, {"a": np.arange(2)})
    assert (position.state, position.best_state) == ("state-2-1.safetensors", "best-1.safetensors")
    (tmp_path / "state-0-0.safetensors").write_text("of an earlier epoch")
    checkpoints.note(position)
    assert {path.name for path in tmp_path.iterdir()} == {POSITION, position.state, position.best_state}
    checkpoints.write(position, {"a": np.arange(4)})  # no better model: the best one stays
    assert checkpoints.state(position.best_state)["a"].tolist() == [0, 1]
    assert checkpoints.state(position.state)["a"].tolist() == [0, 1, 2, 3]


# --- the log ----------------------------------------------------------------------------------------------------------


def test_a_log_forgets_what_came_after_the_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"n": 1}\n{"n": 2}\n{"n": 3}\n')
    assert RunLog(path, keep=2).lines == [{"n": 1}, {"n": 2}]
    assert path.read_text() == '{"n": 1}\n{"n": 2}\n'
    log = RunLog(path, keep=1)
    log.add(n=9)
    assert log.lines == [{"n": 1}, {"n": 9}]
    assert path.read_text() == '{"n": 1}\n{"n": 9}\n'
    assert RunLog(path).lines == []
    assert path.read_text() == ""
    assert RunLog(tmp_path / "none.jsonl", keep=3).lines == []


def test_curves_show_each_stage_and_the_validation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Figure] = []
    save = Figure.savefig

    def noting(self: Figure, *words: Any, **named: Any) -> None:
        drawn.append(self)
        save(self, *words, **named)

    monkeypatch.setattr(Figure, "savefig", noting)
    _, log = run(Counting(), tmp_path, rounds=2, cases=Told(2, 1))
    draw_curves(log.lines, tmp_path / "curves.png")
    losses = [axis for axis in drawn[0].axes if axis.get_title().startswith("loss")]
    assert [axis.get_title() for axis in drawn[0].axes] == ["loss: main", "loss: warm", "validation"]
    assert [np.asarray(line.get_xydata()).tolist() for axis in losses for line in axis.lines] == [
        [[1, 2.5], [2, 2.5], [3, 2.5]],
        [[1, 2.5], [2, 2.5], [3, 2.5]],
    ]
    assert [axis.get_xlabel() for axis in drawn[0].axes] == ["epoch over all", "epoch over all", "round"]
    last = drawn[0].axes[-1]
    shown = {line.get_label(): np.asarray(line.get_xydata()).tolist() for line in last.lines}
    assert shown == {"HR@10": [[1, 1.0], [2, 1.0]], "NDCG@10": [[1, pytest.approx(0.6309, abs=1e-4)], [2, 1.0]]}
    assert last.get_legend() is not None
    assert [line.get_marker() for axis in drawn[0].axes for line in axis.lines] == [".", ".", "o", "o"]
    assert all(tick == round(tick) for tick in last.get_xticks())  # there is no round 1.5
    assert drawn[0].get_size_inches().tolist() == pytest.approx([4.2 * 3, 3.2])
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    draw_curves([line for line in log.lines if "stage" in line], tmp_path / "curves.png")
    assert drawn[1].axes[-1].get_legend() is None  # nothing to explain


# --- how long it will take --------------------------------------------------------------------------------------------


def test_the_estimate_is_the_fastest_look_times_all_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first step compiles and is not timed; of the others the fastest is the least disturbed one."""
    clock = Clock()
    monkeypatch.setattr("instead.training.estimate.time", clock)
    took = {"warm": iter([90.0, 3.0, 2.0, 4.0]), "main": iter([60.0, 0.5, 0.7, 0.25])}

    class Timed(Counting):
        def probe(self, stage: str) -> None:
            clock.now += next(took[stage])

    # two rounds: three epochs of each stage, of two and of five steps
    assert expected_seconds(Timed(), 2) == pytest.approx((3 * 2 * 2.0 + 3 * 5 * 0.25) * 1.35)
    assert [len(list(left)) for left in took.values()] == [0, 0]


def test_what_is_computed_in_one_go_has_no_estimate() -> None:
    class Once(Counting):
        def epochs(self, number: int) -> list[str]:
            return [FIT]

    assert expected_seconds(Once(), 1) is None
