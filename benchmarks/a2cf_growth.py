"""How the three costs of A2CF grow with the shop: a step of the ranking, filling a row, scoring the whole catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import matplotlib as mpl

from array_shop import Sizes, make_trainer
from instead.models.a2cf.trainer import RANKING, A2CFTrainer
from instead.models.context import Context
from measure import in_turn

BASE = Sizes(users=40_000, items=4_000, attributes=600)
VARIED: dict[str, tuple[int, ...]] = {
    "users": (10_000, 40_000, 160_000, 640_000),
    "items": (1_000, 4_000, 16_000, 64_000),
    "attributes": (300, 600, 1_200, 2_400, 4_800),
    "depth": (1, 2, 3, 4, 5),
}
COSTS = {
    "step": "one step of BPR-S, 256 triples with 5 negatives, with its optimiser",
    "filling": "filling one row of X~",
    "scoring": "one user and query against the whole catalogue",
}


@dataclass(frozen=True)
class Costs:
    """Milliseconds."""

    step: float
    filling: float
    scoring: float


def costs_of(trainer: A2CFTrainer) -> Costs:
    model, users, query = trainer.model(), trainer.material.user[:64], trainer.material.query[:1]
    context = Context.of_users(users[:1], query)
    model.score_all(context)  # makes Y~, which is no cost of a score
    _ = model.filled_quality  # made once a round, and no part of any of the three
    steps = (loss for number in range(1000) for loss in trainer.epoch(RANKING, number, first=False))
    costs = in_turn(
        {
            "filling": lambda: model.care.rows(users),
            "scoring": lambda: model.score_all(context),
            "step": lambda: next(steps),
        },
        budget=0.4,
    )
    step, filling, scoring = (1e3 * costs[name].seconds for name in COSTS)
    return Costs(step, filling / len(users), scoring)


def growth(scale: float, plots: Path | None) -> None:
    """Tables of how each cost grows; pictures of them if a folder is given."""
    base = BASE.scaled(scale)
    print(f"\nHow costs grow, around {base.users:,} users, {base.items:,} items, {base.attributes:,} attributes, l = 1")
    found: dict[str, list[tuple[int, Costs]]] = {}
    for what, values in VARIED.items():
        wanted = values if what == "depth" else [max(64, round(value * scale)) for value in values]
        found[what] = [(value, costs_of(make_trainer(replace(base, **{what: value})))) for value in wanted]
        print(f"\n  {what:<12}{'step ms':>12}{'row filled ms':>16}{'catalogue ms':>16}")
        for value, one in found[what]:
            print(f"  {value:<12,}{one.step:12.2f}{one.filling:16.4f}{one.scoring:16.3f}")
    if plots:
        for cost in COSTS:
            draw(cost, found, plots / f"speed_{cost}.png")


def draw(cost: str, found: dict[str, list[tuple[int, Costs]]], path: Path) -> None:
    """One picture: four panels on the same vertical scale."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - the backend comes first

    figure, panels = plt.subplots(1, len(found), figsize=(12, 3.2), sharey=True, layout="constrained")
    for panel, (what, points) in zip(panels, found.items(), strict=True):
        values: Sequence[int] = [value for value, _ in points]
        panel.plot(values, [getattr(one, cost) for _, one in points], marker="o")
        panel.set_yscale("log")
        panel.set_xlabel("layers l" if what == "depth" else what)
        if what != "depth":
            panel.set_xscale("log")
            panel.minorticks_off()
        panel.set_xticks(values, [f"{value:,}" for value in values], rotation=30)
        panel.grid(visible=True, which="both", alpha=0.3)
    panels[0].set_ylabel("milliseconds")
    figure.suptitle(COSTS[cost])
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)
