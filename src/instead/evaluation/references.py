"""Fits every reference baseline on the training part of a dataset."""

from __future__ import annotations

from typing import get_args

from instead.errors import InputError
from instead.material import Material
from instead.models.interface import StoredModel
from instead.models.registry import Entry, references
from instead.settings import GraphFitSettings, Supervision
from instead.store.dataset import Dataset


def supervision_of(word: str) -> Supervision:
    """A regime by its name."""
    known: tuple[Supervision, ...] = get_args(Supervision)
    for one in known:
        if one == word:
            return one
    raise InputError(f"unknown supervision {word!r}: choose one of {', '.join(known)}")


def shown_name(entry: Entry, supervision: Supervision) -> str:
    """The name of a baseline in a table; a graph-based one names its graph unless it is the whole training graph."""
    starved = supervision == "triples" and issubclass(entry.settings, GraphFitSettings)
    return f"{entry.name} (triples)" if starved else entry.name


def reference_models(
    dataset: Dataset, split: str | None = None, *, supervision: Supervision = "graph", seed: int = 0
) -> dict[str, StoredModel]:
    """All baselines, the simplest first. They are valid for this split only, since reserved pairs differ.

    Baselines whose data are missing (categories, attributes) are left out.
    """
    material = Material.of(dataset, split)
    found: dict[str, StoredModel] = {}
    for entry in references():
        if entry.fit is not None and entry.missing(material) is None:
            choice = {"supervision": supervision} if issubclass(entry.settings, GraphFitSettings) else {}
            found[entry.name] = entry.fit(material, entry.settings.of_preset("default", seed=seed, **choice))
    return found
