"""What a person cares about, from what they do: choice panels and planted users, to docs/results/choices.md.

    panels   people who choose again and again among known alternatives: are their next choices foretold?
    planted  users of the demo shop, whose care is known: is it found, after so many choices?
    triples  held-out choices among true substitutes: does the care order them better?

Nothing is tuned on what is reported: the ridge of the plain personal logit on three of the tasks to learn from, the
constants of shops on the demo shop with seed 0; planted figures are of seeds 1, 2 and 3.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from choice_panels import Panel, camera, catsup, margarine
from instead.models.choices.logit import Population, Tasks, fit_population, modes, one_for_all
from instead.models.choices.personal import softmax
from planted_care import SEEDS as WORLDS
from planted_care import Planted, held_out, planted_tables
from results import OUT

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
Judged = tuple[Doubles, Doubles, Doubles]

SEEDS = range(5)
LEARNED = 12
RIDGES = (0.1, 0.3, 1.0, 3.0)
DRAWS = 2000
HEAD = """# What a person cares about, from what they do

Written by `scripts/results_choices.py`. How it is done: [recommending](../recommending.md#care). `right`: the share of
choices whose alternative was foretold (chance: one over the alternatives); `log P`: mean log probability of what was
taken. In brackets 95 % intervals by resampling people.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--scratch", type=Path, help="shops of known truth are kept here")
    options = parser.parse_args()
    folder = options.data / "choice_panels"
    if not folder.is_dir():
        print(f"{folder} is not there: nothing to do")
        return 2
    with tempfile.TemporaryDirectory() as unkept:
        parts = [HEAD]
        for part in report(options.data, options.scratch or Path(unkept)):
            print(part, end="", flush=True)
            parts.append(part)
    (OUT / "choices.md").write_text("".join(parts), encoding="utf-8")
    return 0


def report(data: Path, scratch: Path) -> Iterator[str]:
    folder = data / "choice_panels"
    yield from cameras(camera(folder))
    for panel in (margarine(folder), catsup(folder)):
        yield from households(panel)
    yield from planted_tables(scratch)
    worlds = [Planted(scratch / f"demo-{seed}", seed, False) for seed in WORLDS]
    shops = {"demo, seeds 1 to 3": [(world.data, world.place / "trained") for world in worlds]}
    yield from held_out(shops)


# --- cameras ----------------------------------------------------------------------------------------------------------


def cameras(panel: Panel) -> Iterator[str]:
    """Twelve tasks of each person to learn from, four to foretell; which ones is drawn anew for each of five seeds."""
    tasks = panel.tasks
    people, each, alternatives = tasks.there.shape
    yield (
        f"\n## Cameras\n\n`{panel.name}`: {people} people, {each} tasks each of {alternatives - 1} cameras and none; "
        f"{LEARNED} to learn from, {each - LEARNED} to foretell, mean over {len(SEEDS)} draws of which.\n\n"
        "| | right | log P |\n|---|---|---|\n"
    )
    found: dict[str, list[Judged]] = {}
    for seed in SEEDS:
        learned = np.zeros((people, each), np.bool_)
        order = np.random.default_rng(seed).random((people, each)).argsort(axis=1)
        np.put_along_axis(learned, order[:, :LEARNED], True, axis=1)
        known, asked = tasks.only(learned), tasks.only(~learned)
        for name, weights in camera_weights(known).items():
            found.setdefault(name, []).append(_judged(asked, asked.worth(weights), True))
        found.setdefault("brand they took most often", []).append(_judged(asked, favourite(panel, learned), False))
    *personal, brand = found
    yield from _rows(found, [brand, *personal])


def camera_weights(known: Tasks) -> dict[str, Doubles]:
    """Weights by the tasks to learn from: for everybody (p,), or of each person (n, p)."""
    population = fit_population(known)
    return {
        "one weight for all": one_for_all(known),
        "plain personal logit": plain_personal(known),
        "**personal, shrunk to a learned population**": population.own,
        "the same, without correlations": uncorrelated(known),
        "the same, taken in choice by choice": one_by_one(population, known),
    }


def plain_personal(known: Tasks) -> Doubles:
    """A logit of each person alone, with the ridge that foretells three of their tasks best."""
    held = np.zeros(known.taken.shape, np.bool_)
    for person, row in enumerate(known.asked):
        held[person, np.flatnonzero(row)[-3:]] = True
    rest, judged = known.only(known.asked & ~held), known.only(held)
    zero, one = np.zeros(known.features.shape[3]), np.eye(known.features.shape[3])
    best = max(
        RIDGES, key=lambda ridge: _judged(judged, judged.worth(modes(rest, zero, ridge * one)[0]), True)[0].sum()
    )
    return modes(known, zero, best * one)[0]


def uncorrelated(known: Tasks) -> Doubles:
    """Shrunk to the population, as if no two weights had anything to do with each other."""
    population = fit_population(known)
    return modes(known, population.mean, np.diag(1.0 / np.diag(population.covariance)))[0]


def one_by_one(population: Population, known: Tasks) -> Doubles:
    """(n, p) the population's belief, updated by the choices of each person."""
    own = np.empty((len(known.taken), known.features.shape[3]))
    for person in range(len(own)):
        belief = population.stranger
        for task in np.flatnonzero(known.asked[person]).tolist():
            belief = belief.after(known.features[person, task], int(known.taken[person, task]))
        own[person] = belief.mean
    return own


def favourite(panel: Panel, learned: Bools) -> Doubles:
    """(n, t, a) how often each person took the brand of an alternative, in the tasks to learn from."""
    taken = np.take_along_axis(panel.brand, panel.tasks.taken[..., None], 2)[..., 0]
    counts = np.stack([((taken == one) & learned).sum(axis=1) for one in range(panel.brand.max() + 1)], axis=1)
    return np.take_along_axis(counts[:, None, :], panel.brand.reshape(len(counts), 1, -1), 2).reshape(panel.brand.shape)


# --- households -------------------------------------------------------------------------------------------------------


def households(panel: Panel) -> Iterator[str]:
    """The last quarter of each household's purchases is foretold, one after the other, each known afterwards."""
    tasks = panel.tasks
    count = tasks.asked.sum(axis=1)
    place = np.arange(tasks.taken.shape[1])
    first = np.where(count >= 3, count - np.maximum(1, np.round(count / 4)), count)[:, None]
    learned, later = tasks.asked & (place < first), tasks.asked & (place >= first)
    known, asked = tasks.only(learned), tasks.only(later)
    yield (
        f"\n## {'Margarine' if 'marg' in panel.name else 'Ketchup'}\n\n`{panel.name}`: {len(count)} households, "
        f"{int(learned.sum()):,} purchases to learn from, the last {int(later.sum()):,} (a quarter of each household's "
        "that has three, one at least) to foretell in the order of time.\n\n| | right | log P |\n|---|---|---|\n"
    )
    population = fit_population(known)
    last, most = habits(tasks)
    found = {
        "brand bought last": [_judged(asked, last, False)],
        "brand bought most often": [_judged(asked, most, False)],
        "one weight for all": [_judged(asked, asked.worth(one_for_all(known)), True)],
        "**personal, shrunk to a learned population**": [_judged(asked, asked.worth(population.own), True)],
        "the same, every purchase taken in at once": [_judged(asked, walked(population, tasks, later), True)],
    }
    yield from _rows(found, list(found))


def habits(tasks: Tasks) -> tuple[Doubles, Doubles]:
    """(n, t, a) whether an alternative was bought the last time; how often before, the last one ahead where equal."""
    last, most = np.zeros(tasks.there.shape), np.zeros(tasks.there.shape)
    for task in range(1, tasks.taken.shape[1]):
        before = tasks.taken[:, task - 1]
        people = np.flatnonzero(tasks.asked[:, task])
        most[:, task] = np.floor(most[:, task - 1])
        most[people, task, before[people]] += 1.0
        last[people, task, before[people]] = 1.0
        most[people, task, before[people]] += 0.5
    return last, most


def walked(population: Population, tasks: Tasks, later: Bools) -> Doubles:
    """(n, t, a) worth of the alternatives of later tasks, after everything that the person took before."""
    worth = np.zeros(tasks.there.shape)
    for person in range(len(worth)):
        belief = population.stranger
        for task in np.flatnonzero(tasks.asked[person]).tolist():
            if later[person, task]:
                worth[person, task] = tasks.features[person, task] @ belief.mean
            belief = belief.after(tasks.features[person, task], int(tasks.taken[person, task]))
    return worth


# --- figures ----------------------------------------------------------------------------------------------------------


def _judged(asked: Tasks, worth: Doubles, probable: bool) -> Judged:
    """By person: choices foretold (ties count as their share), sum of log P, and choices."""
    worth = np.where(asked.there, worth, -1e9)
    best = worth >= worth.max(axis=2, keepdims=True) - 1e-9
    right = np.take_along_axis(best, asked.taken[..., None], 2)[..., 0] / best.sum(axis=2)
    chance = np.take_along_axis(softmax(worth), asked.taken[..., None], 2)[..., 0]
    log = np.log(np.maximum(chance, 1e-12)) if probable else np.full(right.shape, np.nan)
    return (np.where(asked.asked, right, 0.0).sum(axis=1), np.where(asked.asked, log, 0.0).sum(axis=1),
            asked.asked.sum(axis=1).astype(np.float64))  # fmt: skip


def _rows(found: dict[str, list[Judged]], names: list[str]) -> Iterator[str]:
    """A line per way of foretelling: means over draws of the tasks, intervals over people."""
    people = len(found[names[0]][0][0])
    drawn = np.random.default_rng(0).integers(0, people, (DRAWS, people))
    for name in names:
        right, log, count = (np.mean([one[part] for one in found[name]], axis=0) for part in range(3))
        spread = np.quantile(right[drawn].sum(axis=1) / count[drawn].sum(axis=1), (0.025, 0.975))
        said = "-" if np.isnan(log.sum()) else f"{log.sum() / count.sum():.3f}"
        yield f"| {name} | {right.sum() / count.sum():.3f} ({spread[0]:.3f} - {spread[1]:.3f}) | {said} |\n"


if __name__ == "__main__":
    raise SystemExit(main())
