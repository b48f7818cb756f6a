"""Runs the trainings of a study in several processes, before the report is made.

A study stores every result in its folder and never computes it twice. So the jobs are first distributed to processes of
one thread each; the report then finds their results and computes only what is missing. Small models hardly gain from a
second thread, but a study has a hundred of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instead.engine.chosen_engine import cluster
from instead.engine.pool import map_shards
from instead.lab.reproduction import plan
from instead.lab.reproduction.study import Entry, Study
from instead.settings import Supervision
from instead.store.dataset import Dataset
from instead.store.fetching import At, folder_of, for_workers


@dataclass(frozen=True)
class Search:
    """Job: hyper-parameter search of one model."""

    model: str

    def run(self, study: Study) -> None:
        study.search(self.model)


@dataclass(frozen=True)
class Training:
    """Job: train and evaluate one line of a table with one seed."""

    entry: Entry
    seed: int
    split: str = "paper"

    def run(self, study: Study) -> None:
        study.evaluation(self.entry, self.seed, self.split)


@dataclass(frozen=True)
class References:
    """Job: evaluate all reference baselines on one split."""

    split: str = "paper"
    supervision: Supervision = "graph"

    def run(self, study: Study) -> None:
        study.references(self.split, self.supervision)


Job = Search | Training | References


def run_ahead(study: Study, seeds: Sequence[int], processes: int) -> None:
    """Run all jobs of a study that are not done yet."""
    if processes <= 1 and cluster() is None:
        return
    searches: list[Job] = [Search(model) for model in plan.TUNED] if study.trials else []
    before = _trainings(study, plan.table_two({}), seeds)
    _hand_out(study, [*searches, *_references(study), *(job for job in before if _untuned(job))], processes)
    tuned = study.tuned(plan.TUNED)
    starved = [Training(entry, seeds[0]) for entry in plan.triples_only(tuned)]
    after = [job for job in _trainings(study, plan.table_two(tuned), seeds) if not _untuned(job)]
    _hand_out(study, [*after, *starved], processes)


def _untuned(job: Training) -> bool:
    """Whether a job does not depend on the hyper-parameter search."""
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
    state = (for_workers(study.dataset.folder), study.folder, study.options)
    with study.progress("searches, trainings, evaluations", total=len(jobs)) as advance:
        for said in map_shards(_one, state, jobs, processes=processes, in_order=False):
            for line in said:
                study.tell(line)
            advance(1)


def _one(state: tuple[Path | At, Path, dict[str, Any]], job: Job) -> list[str]:
    """Run one job in a worker process; returns its messages."""
    data, folder, options = state
    said: list[str] = []
    job.run(Study(Dataset.open(folder_of(data)), folder, tell=said.append, **options))
    return said
