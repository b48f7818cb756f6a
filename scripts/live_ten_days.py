"""The section "Ten days" of docs/results/live.md: a simulated shop, refreshed nightly or not, over several seeds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from instead.evaluation.significance import intervals
from instead.lab.world.live_days import ARMS, FEEDBACK, NEVER, PLAIN, UNCORRECTED, DayFigures, LiveWorld, variety
from instead.lab.world.live_learning import WAYS, ways_to_learn
from instead.lab.world.visitors import VisitorSettings
from instead.lab.world.world_settings import WorldSettings

Floats = NDArray[np.float64]
DAYS, VISITS = 10, 200
SIZES = {"users": 400, "items": 150, "reviews": 2000}
TRAINING = {"lists": 800, "pools": 800, "uniform": 30, "hard": 30, "dimension": 16}
"""Of the ranker; small, because it is trained 81 times."""


def section(work: Path, seeds: Sequence[int]) -> str:
    """Run the days of every arm, and the ways to learn from the same days; the text of the section."""
    found: list[DayFigures] = []
    learned: list[dict[str, list[float]]] = []
    for seed in seeds:
        kept = work / f"ten-days-{seed}.json"
        if not kept.is_file():
            days, ways = run(work, seed)
            kept.write_text(json.dumps({"days": [asdict(one) for one in days], "ways": ways}), encoding="utf-8")
        stored = json.loads(kept.read_text(encoding="utf-8"))
        found += [DayFigures(**one) for one in stored["days"]]
        learned.append(stored["ways"])
    return "\n\n".join([*_introduced(len(seeds)), _by_day(found), _variety(found), _ways(learned)])


def run(work: Path, seed: int) -> tuple[list[DayFigures], dict[str, list[float]]]:
    """All arms of one seed, and the true utilities of first offers by models that learned in other ways."""
    world = WorldSettings.of_preset("demo", seed=seed, **SIZES)
    live = LiveWorld.build(world, VisitorSettings(visits=VISITS), work / f"world-{seed}", TRAINING)
    found = []
    for arm in ARMS:
        for day in live.days(arm, DAYS):
            found.append(day)
            sys.stderr.write(f"seed {seed}, {arm}, day {day.day + 1}: {np.mean(day.first):.3f}\n")
    return found, ways_to_learn(live, PLAIN, DAYS, 1500)


def _introduced(seeds: int) -> list[str]:
    sizes = ", ".join(f"{count:,} {name}" for name, count in SIZES.items())
    return [
        f"`python scripts/results_live.py ten-days`. A synthetic shop ({sizes}; {seeds} seeds) is served for {DAYS} "
        f"days, {VISITS} visits a day. Visitors see place k with probability 1/k, take what is best for them by true "
        "utility and noise, buy some of it, some of that days later, and write reviews; events count at once as "
        "history in every arm. Every night the model is refreshed: with reviews and orders alone, or with choices "
        "among what was shown as well, with or without effects of places (R5 of [ranker.md](../ranker.md)). Visitors, "
        "what they look at and their moods are the same in every arm.",
        "**True utility of the first offer**, minus that of the item that was looked at. 95 % intervals resample "
        "people; differences are of the same visits.",
    ]


def _matrix(found: Iterable[DayFigures], arm: str, day: int | None) -> tuple[Floats, NDArray[np.str_]]:
    """Utilities of one arm, and whose they are."""
    rows = [one for one in found if one.arm == arm and (day is None or one.day == day)]
    values = np.concatenate([np.array(one.first) for one in rows])
    people = np.concatenate([np.array([f"{one.seed}-{who}" for who in one.people], dtype=np.str_) for one in rows])
    return values, people


def _shown(value: float, low: float, high: float, sign: str = "") -> str:
    return f"{value:{sign}.3f} ({low:{sign}.3f} to {high:{sign}.3f})"


def _mean(values: Floats, people: NDArray[np.str_], sign: str = "") -> str:
    cluster = np.unique(people, return_inverse=True)[1]
    (mean,), (low,), (high,) = intervals(values[:, None], cluster)
    return _shown(mean, low, high, sign)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads), *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def _by_day(found: list[DayFigures]) -> str:
    heads = ("day", "best there is", *ARMS, f"{FEEDBACK} - {PLAIN}", f"{FEEDBACK} - {NEVER}")
    rows = []
    for day in (*range(DAYS), None):
        if day is None:  # the first day has the same model everywhere
            later = [one for one in found if one.day > 0]
            some = {arm: _matrix(later, arm, None) for arm in ARMS}
        else:
            some = {arm: _matrix(found, arm, day) for arm in ARMS}
        means = [_mean(*some[arm]) if day is None else f"{some[arm][0].mean():.3f}" for arm in ARMS]
        gained = [_mean(some[FEEDBACK][0] - some[arm][0], some[arm][1], "+") for arm in (PLAIN, NEVER)]
        days = range(1, DAYS) if day is None else (day,)
        best = [value for one in found if one.arm == NEVER and one.day in days for value in one.best]
        rows.append(["2 to 10" if day is None else str(day + 1), f"{np.mean(best):.3f}", *means, *gained])
    told = (
        "`best there is` is the best item for each visitor that they do not have: it falls as people buy, and so do "
        "all arms. Intervals are for these worlds and trainings."
    )
    last = {arm: _matrix([one for one in found if one.day > 0], arm, None) for arm in ARMS}
    corrected = _mean(last[FEEDBACK][0] - last[UNCORRECTED][0], last[FEEDBACK][1], "+")
    return f"{_table(heads, rows)}\n\n{told} With effects of places against without, days 2 to 10: {corrected}."


def _variety(found: list[DayFigures]) -> str:
    rows = []
    for arm in ARMS:
        mine = [one for one in found if one.arm == arm]
        cells = []
        for days in ((0, 1, 2), (DAYS - 3, DAYS - 2, DAYS - 1)):
            each = []
            for seed in sorted({one.seed for one in mine}):
                offered = [tuple(o) for one in mine if one.seed == seed and one.day in days for o in one.offered]
                each.append(variety(offered, SIZES["items"]))
            cells += [
                f"{np.mean([one[name] for one in each]):.3f}" for name in ("share of catalogue", "Gini", "entropy")
            ]
        fresh = []
        for seed in sorted({one.seed for one in mine}):
            begin = {item for one in mine if one.seed == seed and one.day < 3 for o in one.offered for item in o}
            end = {item for one in mine if one.seed == seed and one.day >= DAYS - 3 for o in one.offered for item in o}
            fresh.append(len(end - begin))
        rows.append([arm, *cells, f"{np.mean(fresh):.1f}"])
    heads = ("", *(f"{name}, days {days}" for days in ("1-3", "8-10") for name in ("share offered", "Gini", "entropy")),
             "items new in days 8-10")  # fmt: skip
    said = (
        "**Variety**: the share of the catalogue that is offered to anybody, the Gini coefficient of how often items "
        "are shown (0: all alike), the entropy of it (1: all alike), and items offered in the last three days that "
        "were not in the first three."
    )
    return f"{said}\n\n{_table(heads, rows)}"


def _ways(learned: list[dict[str, list[float]]]) -> str:
    rows = []
    people = np.concatenate([np.array([f"{at}-{who}" for who in one["people"]]) for at, one in enumerate(learned)])
    plain = np.concatenate([np.array(one[WAYS[0]]) for one in learned])
    for way in WAYS:
        values = np.concatenate([np.array(one[way]) for one in learned])
        gained = "" if way == WAYS[0] else _mean(values - plain, people, "+")
        rows.append([way, _mean(values, people), gained])
    said = (
        "**The same ten days, learned from in three ways.** All learn from the store of the arm that was refreshed "
        "without feedback, and offer to the same 1,500 later visitors of each seed."
    )
    return f"{said}\n\n{_table(('', 'true utility of the first offer', 'gained'), rows)}"
