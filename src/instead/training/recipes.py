"""How each model is learned: its settings, its trainer, and what it will take."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from instead.errors import InputError
from instead.lab.compared.clva_settings import CLVA_GRID
from instead.lab.compared.clva_trainer import CLVATrainer, clva_memory
from instead.lab.compared.pmsc_settings import PMSC_GRID
from instead.lab.compared.pmsc_trainer import PMSCTrainer, pmsc_memory
from instead.lab.compared.sceptre_settings import SCEPTRE_GRID
from instead.lab.compared.sceptre_trainer import SceptreTrainer, sceptre_memory
from instead.lab.compared.spem_settings import SPEM_GRID
from instead.lab.compared.spem_trainer import SPEMTrainer, spem_memory
from instead.material import Material
from instead.models.a2cf.trainer import A2CFTrainer, a2cf_memory
from instead.models.model_folder import MODELS
from instead.settings import A2CF_GRID
from instead.training.loop import Trainer

_LOOKS = 3  # steps that are timed
_OPTIMISER = 1.35  # a step is its gradient and, on top, about a third of that for the optimiser


@dataclass(frozen=True)
class Recipe:
    """What `instead train --model NAME` does."""

    settings: Any
    """Class of its settings; has `of_preset`, `rounds`, `patience`, `validation_cases`, `scale`, `seed`."""
    trainer: Callable[[Material, Any], Trainer]
    memory: Callable[[Material, Any], dict[str, int]]
    """Bytes by part, before anything is made."""
    grid: dict[str, list[Any]]
    """What `instead tune` tries if it is given no grid."""


RECIPES: dict[str, Recipe] = {
    "a2cf": Recipe(MODELS["a2cf"][0], A2CFTrainer, a2cf_memory, A2CF_GRID),
    "pmsc": Recipe(MODELS["pmsc"][0], PMSCTrainer, pmsc_memory, PMSC_GRID),
    "spem": Recipe(MODELS["spem"][0], SPEMTrainer, spem_memory, SPEM_GRID),
    "sceptre": Recipe(MODELS["sceptre"][0], SceptreTrainer, sceptre_memory, SCEPTRE_GRID),
    "clva": Recipe(MODELS["clva"][0], CLVATrainer, clva_memory, CLVA_GRID),
}


def recipe_of(model: str) -> Recipe:
    """The recipe of a name."""
    if model not in RECIPES:
        raise InputError(f"unknown model {model!r}: choose one of {', '.join(RECIPES)}")
    return RECIPES[model]


def expected_seconds(trainer: Trainer, rounds: int) -> float:
    """Seconds of all rounds, from a few timed steps that change nothing. Early stopping may need far fewer."""
    epochs = Counter(stage for number in range(rounds) for stage in trainer.epochs(number))
    total = 0.0
    for stage, count in epochs.items():
        trainer.probe(stage)  # compiles
        took = []
        for _ in range(_LOOKS):
            begun = time.perf_counter()
            trainer.probe(stage)
            took.append(time.perf_counter() - begun)
        total += count * trainer.steps(stage) * min(took) * _OPTIMISER
    return total
