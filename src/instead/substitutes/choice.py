"""The choice protocol: rank the chosen item among other true substitutes of the query (hard negatives).

For each held-out triple, decoys are drawn from the query's other substitutes that the user never touched, and the
pairs of the query with *all ten* are reserved (held out of the training graph). If only the chosen item's pair were
reserved, a model that uses direct edges could recognise the answer by its missing edge (decisions, section 0.2).

`uniform` decoys are any such substitutes; `matched` ones are such that an item's popularity and degree tell nothing
about whether it was taken (`matched_decoys`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from instead.reviews.split import TEST, VALIDATION
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.substitutes.graph import Graph, Pairs, unordered
from instead.substitutes.matched_decoys import MatchedDecoys
from instead.substitutes.triples import Interactions, QuerySampler, Triples, stacked

Decoys = Literal["uniform", "matched"]


@dataclass(frozen=True)
class Choice:
    """A choice split: held-out triples with decoys, training triples, reserved pairs."""

    triples: Triples
    decoys: NDArray[np.int64]
    """(held-out triples, decoys): rows in the order of the held-out triples, test first."""
    reserved: Pairs
    left_out: dict[str, int] = field(default_factory=dict)
    """Held-out triples that were looked at and have no matching decoys, by cause."""


Draw = Callable[[int, np.random.Generator], NDArray[np.int64] | None]
"""Decoys of the triple in this row, or None if it cannot have any."""


def choice_split(paper: Triples, sampler: QuerySampler, settings: PrepareSettings, kind: Decoys) -> Choice:
    """Sample held-out triples whose query has enough other substitutes, draw decoys, then redraw training triples."""
    interactions, graph = sampler.interactions, sampler.graph
    picked: list[Triples] = []
    decoys: list[NDArray[np.int64]] = [np.empty((0, settings.choice_decoys), dtype=np.int64)]
    left_out: Counter[str] = Counter()
    both = settings.choice_test + settings.choice_validation
    fits = settings.choice_share * graph.edges / (settings.choice_decoys + 1) / max(both, 1)
    for part, most in ((TEST, settings.choice_test), (VALIDATION, settings.choice_validation)):
        wanted = int(most * min(1.0, fits))
        rng = stage_rng(settings.seed, "choice", kind, part)
        triples = paper.of(part)
        matched = MatchedDecoys(sampler, part, settings.choice_decoys, settings.choice_caliper)
        draw = _matched(matched, triples) if kind == "matched" else _uniform(sampler, triples, settings.choice_decoys)
        rows: list[int] = []
        for row in rng.permutation(len(triples)).tolist():
            if len(rows) == wanted:
                break
            drawn = draw(row, rng)
            if drawn is not None:
                rows.append(row)
                decoys.append(drawn[None, :])
        picked.append(triples.rows(np.array(rows, dtype=np.int64)))
        left_out.update(matched.left_out)
    held_out, table = stacked(picked), np.concatenate(decoys)
    query = np.concatenate([held_out.query, np.repeat(held_out.query, settings.choice_decoys)])
    other = np.concatenate([held_out.chosen, table.ravel()])
    reserved = unordered(query, other, interactions.items)
    triples = stacked([held_out, sampler.training(reserved, "choice", kind)])
    return Choice(triples, table, reserved, dict(left_out) if kind == "matched" else {})


def _uniform(sampler: QuerySampler, triples: Triples, count: int) -> Draw:
    def draw(row: int, rng: np.random.Generator) -> NDArray[np.int64] | None:
        others = other_substitutes(sampler.interactions, sampler.graph, triples, row)
        return None if others.size < count else rng.permutation(others)[:count]

    return draw


def _matched(matched: MatchedDecoys, triples: Triples) -> Draw:
    return lambda row, rng: matched.draw(int(triples.user[row]), int(triples.query[row]), int(triples.chosen[row]), rng)


def other_substitutes(interactions: Interactions, graph: Graph, triples: Triples, row: int) -> NDArray[np.int64]:
    """Substitutes of the query, without the chosen item, that the user never touched."""
    user = triples.user[row]
    touched = interactions.history[interactions.history_start[user] : interactions.history_start[user + 1]]
    return np.setdiff1d(graph.of(int(triples.query[row])), touched, assume_unique=True)
