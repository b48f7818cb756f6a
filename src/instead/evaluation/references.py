"""Every reference model of a dataset, by name, from its training part alone."""

from __future__ import annotations

from typing import get_args

import numpy as np

from instead.errors import InputError
from instead.matrices import training_counts
from instead.models.graph_references import (
    CommonNeighbours,
    Propagation,
    adamic_adar,
    resource_allocation,
    triples_graph,
)
from instead.models.interface import Model
from instead.models.references import AttributeTfIdf, CategoryPopularity, ItemKNN, Popularity, Random
from instead.settings import Supervision
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import training_graph, training_popularity, training_visits


def supervision_of(word: str) -> Supervision:
    """A regime by its name."""
    known: tuple[Supervision, ...] = get_args(Supervision)
    for one in known:
        if one == word:
            return one
    raise InputError(f"unknown supervision {word!r}: choose one of {', '.join(known)}")


def supervision_graph(dataset: Dataset, split: str = "paper", supervision: Supervision = "graph") -> Graph:
    """The graph of one regime."""
    if supervision_of(supervision) == "graph":
        return training_graph(dataset, split)
    triples = dataset.split(split).triples("train")
    query, chosen = (triples[name].to_numpy().astype(np.int64) for name in ("query", "chosen"))
    return triples_graph(query, chosen, dataset.items.height)


def shown_name(model: Model, supervision: Supervision) -> str:
    """The name of a reference model in a table: one that knows a graph says which, unless it is all of it."""
    starved = supervision == "triples" and isinstance(model, (CommonNeighbours, Propagation))
    return f"{model.name} (triples)" if starved else model.name


def reference_models(
    dataset: Dataset, split: str = "paper", *, supervision: Supervision = "graph", seed: int = 0
) -> dict[str, Model]:
    """All of them, the plainest first. A split has reserved pairs of its own: its models serve it alone.

    Those that would have nothing to go by are left out: without categories, or without attributes.
    """
    graph, popularity = supervision_graph(dataset, split, supervision), training_popularity(dataset)
    models: list[Model] = [Random(dataset.items.height, seed), Popularity(popularity)]
    paths = [list(path or []) for path in dataset.items["category"].to_list()]
    if any(paths):
        models.append(CategoryPopularity(popularity, paths))
    models.append(ItemKNN(training_visits(dataset)))
    if not dataset.attributes.is_empty():
        models.append(AttributeTfIdf(training_counts(dataset)[1]))
    models += [
        adamic_adar(graph),
        resource_allocation(graph),
        Propagation(graph, 2),
        Propagation(graph, 3),
        Propagation(graph, 3, direct=False),
    ]
    return {model.name: model for model in models}
