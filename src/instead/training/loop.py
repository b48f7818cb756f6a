"""The training loop of every model: epochs, validation, early stopping, checkpoints.

It is independent of the model. A trainer lists the stages of a round and runs one epoch of a stage. Every epoch draws
its random numbers from a stream named after the epoch, so a run resumed from a checkpoint gives bit-identical results
to one that was never interrupted.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from instead.errors import Diverged
from instead.models.learning import Trainer
from instead.progress import Progress, quiet
from instead.training.checkpoint import Checkpoints, Position
from instead.training.log import LOG, RunLog, Tell
from instead.training.validation import ValidationTriples, figures

OFTEN = 20.0
"""Seconds between checkpoints within a round: writing one takes as long as an epoch on a small dataset."""

WATCHED = "NDCG@10"
"""The validation figure that decides which round is kept."""


@dataclass(frozen=True)
class Schedule:
    """Limits of a training: rounds at most, and the patience of early stopping."""

    rounds: int
    patience: int
    """Early stopping: rounds without a better validation figure before training stops."""


def run_rounds(
    trainer: Trainer,
    schedule: Schedule,
    cases: ValidationTriples | None,
    folder: Path,
    *,
    tell: Tell = lambda line: None,
    progress: Progress = quiet,
) -> tuple[Position, RunLog]:
    """Train until early stopping or the last round; resume from the folder's checkpoint if it has one.

    `tell` is called with every line of the log as it is written.

    Without validation cases all rounds are run and the last one counts as best.
    """
    checkpoints = Checkpoints(folder / "checkpoints")
    position = checkpoints.read()
    log = RunLog(folder / LOG, keep=position.lines if position else 0, tell=tell)
    if position is None:
        position = Position()
    else:
        trainer.restore(checkpoints.state(position.state))
    begun = time.perf_counter() - position.seconds
    written = time.perf_counter()
    while not position.finished:
        for index, (stage, number, first) in enumerate(_plan(trainer, position.round)):
            if index < position.done:
                continue
            loss = _epoch(trainer, stage, number, first, position, progress)
            position.done, position.seconds = index + 1, time.perf_counter() - begun
            log.add(round=position.round + 1, stage=stage, epoch=number + 1, loss=loss, seconds=position.seconds)
            position.lines = len(log.lines)
            if time.perf_counter() - written >= OFTEN:
                checkpoints.write(position, trainer.state())
                written = time.perf_counter()
        _close_round(trainer, schedule, cases, position, log, checkpoints, progress, begun)
    return position, log


def _plan(trainer: Trainer, number: int) -> Iterator[tuple[str, int, bool]]:
    """(stage, its epoch over all rounds, whether it is the stage's first of this round)."""
    before = Counter(stage for earlier in range(number) for stage in trainer.epochs(earlier))
    start = Counter(before)
    for stage in trainer.epochs(number):
        yield stage, before[stage], before[stage] == start[stage]
        before[stage] += 1


def _epoch(trainer: Trainer, stage: str, number: int, first: bool, position: Position, progress: Progress) -> float:
    name = f"round {position.round + 1}, {stage}"
    total, count = 0.0, 0
    with progress(name, total=trainer.steps(stage)) as advance:
        for loss in trainer.epoch(stage, number, first=first):
            if not math.isfinite(loss):
                raise Diverged(
                    f"the loss of stage {stage!r} became {loss} in round {position.round + 1}, epoch {number + 1}, "
                    f"batch {count + 1}: the steps are too long; start again with a smaller learning_rate "
                    "(or ranking_rate), or with more weight_decay, and with --replace"
                )
            total += loss
            count += 1
            advance(1, f"loss {total / count:.4f}")
    return total / max(count, 1)


def _close_round(
    trainer: Trainer,
    schedule: Schedule,
    cases: ValidationTriples | None,
    position: Position,
    log: RunLog,
    checkpoints: Checkpoints,
    progress: Progress,
    begun: float,
) -> None:
    model = trainer.model()
    better = True
    if cases is not None:
        with progress(f"round {position.round + 1}, validation"):
            found = figures(cases.ranks(model))
        log.add(round=position.round + 1, validation=found, seconds=time.perf_counter() - begun)
        better = found[WATCHED] > position.best
        position.best = max(position.best, found[WATCHED])
    position.best_round = position.round if better else position.best_round
    position.waited = 0 if better else position.waited + 1
    position.lines, position.seconds = len(log.lines), time.perf_counter() - begun
    position.finished = position.round + 1 >= schedule.rounds or position.waited >= schedule.patience
    if not position.finished:
        position.round, position.done = position.round + 1, 0
    checkpoints.write(position, trainer.state(), model.arrays() if better else None)
