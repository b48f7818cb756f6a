"""The choice protocol: rank the chosen item among other true substitutes of the query (hard negatives).

For each held-out triple, decoys are drawn from the query's other substitutes that the user never touched, and the
pairs of the query with *all ten* are reserved (held out of the training graph). If only the chosen item's pair were
reserved, a model that uses direct edges could recognise the answer by its missing edge (decisions, section 0.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from instead.reviews.split import TEST, VALIDATION
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.substitutes.graph import Graph, Pairs, unordered
from instead.substitutes.triples import Interactions, QuerySampler, Triples, stacked

Decoys = Literal["uniform", "matched"]


@dataclass(frozen=True)
class Choice:
    """A choice split: held-out triples with decoys, training triples, reserved pairs."""

    triples: Triples
    decoys: NDArray[np.int64]
    """(held-out triples, decoys): rows in the order of the held-out triples, test first."""
    reserved: Pairs


def choice_split(paper: Triples, sampler: QuerySampler, settings: PrepareSettings, kind: Decoys) -> Choice:
    """Sample held-out triples whose query has enough other substitutes, draw decoys, then redraw training triples."""
    interactions, graph = sampler.interactions, sampler.graph
    popularity = interactions.popularity()
    picked: list[Triples] = []
    decoys: list[NDArray[np.int64]] = [np.empty((0, settings.choice_decoys), dtype=np.int64)]
    both = settings.choice_test + settings.choice_validation
    fits = settings.choice_share * graph.edges / (settings.choice_decoys + 1) / max(both, 1)
    for part, most in ((TEST, settings.choice_test), (VALIDATION, settings.choice_validation)):
        wanted = int(most * min(1.0, fits))
        rng = stage_rng(settings.seed, "choice", kind, part)
        triples = paper.of(part)
        rows: list[int] = []
        for row in rng.permutation(len(triples)).tolist():
            if len(rows) == wanted:
                break
            others = other_substitutes(interactions, graph, triples, row)
            if others.size < settings.choice_decoys:
                continue
            rows.append(row)
            drawn = rng.permutation(others)
            if kind == "matched":  # those whose popularity is nearest to the chosen item's; ties stay random
                distance = np.abs(np.log(popularity[drawn]) - np.log(popularity[triples.chosen[row]]))
                drawn = drawn[np.argsort(distance, kind="stable")]
            decoys.append(drawn[None, : settings.choice_decoys])
        picked.append(triples.rows(np.array(rows, dtype=np.int64)))
    held_out, table = stacked(picked), np.concatenate(decoys)
    query = np.concatenate([held_out.query, np.repeat(held_out.query, settings.choice_decoys)])
    other = np.concatenate([held_out.chosen, table.ravel()])
    reserved = unordered(query, other, interactions.items)
    return Choice(stacked([held_out, sampler.training(reserved, "choice", kind)]), table, reserved)


def other_substitutes(interactions: Interactions, graph: Graph, triples: Triples, row: int) -> NDArray[np.int64]:
    """Substitutes of the query, without the chosen item, that the user never touched."""
    user = triples.user[row]
    touched = interactions.history[interactions.history_start[user] : interactions.history_start[user + 1]]
    return np.setdiff1d(graph.of(int(triples.query[row])), touched, assume_unique=True)
