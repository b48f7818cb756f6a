"""The trainings of a study on several processes, before the report is put together from what they leave.

A study keeps everything it has done in its folder and never does it twice. So the work is first handed out job by job
to processes of one thread each; the report then finds it done, and does itself what nobody has done. Small models
hardly gain from a second thread, a study has a hundred of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instead.engine.pool import map_shards
from instead.reproduction import plan
from instead.reproduction.study import Entry, Study
from instead.settings import Supervision
from instead.store.dataset import Dataset


@dataclass(frozen=True)
class Search:
    """Settings of one model are looked for."""

    model: str

    def run(self, study: Study) -> None:
        study.search(self.model)


@dataclass(frozen=True)
class Training:
    """One line of a table, one seed: trained and evaluated."""

    entry: Entry
    seed: int
    split: str = "paper"
    full: bool = False
    """Also among the whole catalogue."""

    def run(self, study: Study) -> None:
        study.evaluation(self.entry, self.seed, self.split)
        if self.full:
            study.evaluation(self.entry, self.seed, self.split, full=True)


@dataclass(frozen=True)
class References:
    """All models without training, on one split."""

    split: str = "paper"
    supervision: Supervision = "graph"
    full: bool = False

    def run(self, study: Study) -> None:
        study.references(self.split, self.supervision, full=self.full)


Job = Search | Training | References


def run_ahead(study: Study, seeds: Sequence[int], processes: int) -> None:
    """Do all of a study's work that is not done yet."""
    if processes <= 1:
        return
    searches: list[Job] = [Search(model) for model in plan.TUNED] if study.trials else []
    _hand_out(study, [*searches, *_untuned(study.dataset, seeds)], processes)
    _hand_out(study, _tuned(study.tuned(plan.TUNED), seeds), processes)


def _untuned(data: Dataset, seeds: Sequence[int]) -> list[Job]:
    """What does not depend on tuning, the longest first: a long job at the end leaves the other processes idle."""
    choices = [split for split in plan.CHOICES if split in data.splits]
    points: list[Job] = [
        Training(plan.sensitivity_entry(setting, value), seeds[0])
        for setting, values in plan.SENSITIVITY.items()
        for value in reversed(values)
        if plan.DEFAULTS[setting] != value
    ]
    return [
        *points,
        *(Training(plan.A2CF, seed, full=True) for seed in seeds),
        *(Training(entry, seed) for entry in (plan.PUBLISHED, *plan.BPR) for seed in seeds),
        *(Training(entry, seed) for entry in plan.ABLATIONS.values() if entry != plan.A2CF for seed in seeds),
        *(Training(entry, seeds[0], split) for split in choices for entry in plan.CHOOSERS),
        *(References(split) for split in choices),
        References(), References(supervision="triples"), References(full=True),
    ]  # fmt: skip


def _tuned(tuned: dict[str, dict[str, Any]], seeds: Sequence[int]) -> list[Job]:
    lines = [entry for entry in plan.table_two(tuned) if entry not in (plan.PUBLISHED, *plan.BPR, plan.A2CF)]
    starved = [Training(entry, seeds[0]) for entry in plan.triples_only(tuned)]
    return [*(Training(entry, seed) for entry in reversed(lines) for seed in seeds), *starved]


def _hand_out(study: Study, jobs: Sequence[Job], processes: int) -> None:
    state = (study.dataset.folder, study.folder, study.options)
    with study.progress("searches, trainings, evaluations", total=len(jobs)) as advance:
        for said in map_shards(_one, state, jobs, processes=processes, in_order=False):
            for line in said:
                study.tell(line)
            advance(1)


def _one(state: tuple[Path, Path, dict[str, Any]], job: Job) -> list[str]:
    """One job in a process of its own; returns what it had to say."""
    data, folder, options = state
    said: list[str] = []
    job.run(Study(Dataset.open(data), folder, tell=said.append, **options))
    return said
