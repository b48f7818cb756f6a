"""The registry entry of A2CF: settings, trainer, loading, default grid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from instead.material import Material
from instead.models.a2cf.model import A2CF
from instead.models.learning import Trainer
from instead.models.registry import Entry
from instead.settings import A2CF_GRID, A2CFSettings


def _load(settings: A2CFSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> A2CF:
    return A2CF.from_arrays(settings, arrays)


def _trainer(material: Material, settings: A2CFSettings, parts: object) -> Trainer:
    from instead.models.a2cf.trainer import A2CFTrainer  # noqa: PLC0415 - serving never needs it

    return A2CFTrainer(material, settings)


def _memory(material: Material, settings: A2CFSettings) -> dict[str, int]:
    from instead.models.a2cf.trainer import a2cf_memory  # noqa: PLC0415

    return a2cf_memory(material, settings)


ENTRY = Entry(
    "a2cf",
    A2CFSettings,
    _load,
    _memory,
    trainer=_trainer,
    grid=A2CF_GRID,
    needs=("triples", "mentions"),
    about="links, users and attributes of reviews, learned together (SIGIR 2020)",
)
