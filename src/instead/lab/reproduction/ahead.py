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
from instead.lab.reproduction import plan
from instead.lab.reproduction.study import Entry, Study
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

    def run(self, study: Study) -> None:
        study.evaluation(self.entry, self.seed, self.split)


@dataclass(frozen=True)
class References:
    """All models without training, on one split."""

    split: str = "paper"
    supervision: Supervision = "graph"

    def run(self, study: Study) -> None:
        study.references(self.split, self.supervision)


Job = Search | Training | References


def run_ahead(study: Study, seeds: Sequence[int], processes: int) -> None:
    """Do all of a study's work that is not done yet."""
    if processes <= 1:
        return
    searches: list[Job] = [Search(model) for model in plan.TUNED] if study.trials else []
    before = _trainings(study, plan.table_two({}), seeds)
    _hand_out(study, [*searches, *_references(study), *(job for job in before if _untuned(job))], processes)
    tuned = study.tuned(plan.TUNED)
    starved = [Training(entry, seeds[0]) for entry in plan.triples_only(tuned)]
    after = [job for job in _trainings(study, plan.table_two(tuned), seeds) if not _untuned(job)]
    _hand_out(study, [*after, *starved], processes)


def _untuned(job: Training) -> bool:
    """Whether a job can run before settings have been looked for."""
    return job.entry.model == "a2cf" and job.entry.label != plan.OWN_TUNED


def _references(study: Study) -> list[Job]:
    choices = [References(split) for split in plan.CHOICES if study.large_enough(split)]
    return [References(), References(supervision="triples"), *choices]


def _trainings(study: Study, table: Sequence[Entry], seeds: Sequence[int]) -> list[Training]:
    """Every line of every table, the longest first: a long job at the end leaves the other processes idle."""
    points = [
        plan.sensitivity_entry(setting, value)
        for setting, values in plan.SENSITIVITY.items()
        for value in reversed(values)
    ]
    splits = [split for split in plan.CHOICES if study.large_enough(split)]
    jobs = [
        *(Training(entry, seeds[0]) for entry in points),
        *(Training(entry, seed) for entry in table for seed in seeds),
        *(Training(entry, seeds[0], split) for split in splits for entry in plan.choosers(table)),
        *(Training(entry, seed) for entry in plan.ABLATIONS.values() for seed in seeds),
    ]
    return list({(job.entry.label, job.seed, job.split): job for job in jobs}.values())


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
