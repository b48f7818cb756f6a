"""What tests of compared systems share."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from instead.models.context import Context
from instead.models.interface import Model
from instead.store.dataset import Dataset
from instead.training.train import train
from instead.training.validation import ValidationTriples, figures
from tests.shelves import NEGATIVES, Shelves

CHANCE = 10 / (NEGATIVES + 1)


def after(trainer: Any, rounds: int) -> Any:
    """The model after some rounds."""
    done: Counter[str] = Counter()
    for number in range(rounds):
        for stage in trainer.epochs(number):
            assert len(list(trainer.epoch(stage, done[stage], first=False))) == trainer.steps(stage)
            done[stage] += 1
    return trainer.model()


def hit_rate(model: Model, cases: ValidationTriples) -> float:
    """HR@10."""
    return figures(cases.ranks(model))["HR@10"]


def average_precision(model: Any, shop: Shelves) -> float:
    """Mean average precision of an item's list of attributes against those of its shelf."""
    items = np.arange(shop.material.items)
    order = np.argsort(-model.gains(Context.of_strangers(items), items), axis=1, kind="stable")
    found = []
    for item, attributes in enumerate(order.tolist()):
        wanted = shop.attributes_of(int(shop.shelf[item]))
        ranks = [rank for rank, attribute in enumerate(attributes, 1) if attribute in wanted]
        found.append(np.mean([place / rank for place, rank in enumerate(ranks, 1)]))
    return float(np.mean(found))


def interrupted_and_resumed(
    data: Dataset, name: str, settings: Any, trainer: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that fails in the middle of its fourth epoch of every round and goes on ends in the same bits."""
    train(data, out=folder / "whole", model=name, settings=settings)
    whole, begun = trainer.epoch, 0

    def breaking(self: Any, *words: Any, **named: Any) -> Any:
        nonlocal begun
        begun += 1
        for loss in whole(self, *words, **named):
            yield loss
            if begun % 4 == 0:
                raise KeyboardInterrupt

    monkeypatch.setattr(trainer, "epoch", breaking)
    monkeypatch.setattr("instead.training.loop.OFTEN", 0.0)  # else a round longer than three epochs never ends
    times = 0
    while not (folder / "broken").exists():
        try:
            train(data, out=folder / "broken", model=name, settings=settings, resume=times > 0)
        except KeyboardInterrupt:
            times += 1
    monkeypatch.undo()
    assert times >= 2
    weights = [(folder / run / "weights.safetensors").read_bytes() for run in ("whole", "broken")]
    assert weights[0] == weights[1]
