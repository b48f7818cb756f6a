"""Training pairs of link predictors, with their direction, for one regime of supervision.

`graph`     every substitute pair of training and every complement pair: what these models were made for;
`triples`   only the pairs (query, chosen) of the training triples: all that A2CF itself uses, so no complements.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries
from instead.lab.compared.stranger_loops import draw_strangers
from instead.material import Material
from instead.settings import Supervision
from instead.substitutes.graph import Graph, Pairs, difference, unordered

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Links:
    """Pairs of one relation."""

    left: Ints  # (P,) each pair once; where it was given in one direction only, from left to right
    right: Ints  # (P,)
    one_way: NDArray[np.bool_]  # (P,)
    graph: Graph  # the same pairs, to look them up

    def __len__(self) -> int:
        return len(self.left)

    @classmethod
    def of_pairs(cls, pairs: Pairs, items: int, directed: pl.DataFrame | None = None) -> Links:
        """`pairs` have the smaller number first; `directed` (`source target`) has the direction of each."""
        left, right = pairs[:, 0].copy(), pairs[:, 1].copy()
        one_way = np.zeros(len(pairs), np.bool_)
        if directed is not None:
            source, target = (directed[end].to_numpy().astype(np.int64) for end in ("source", "target"))
            given = np.unique(source * items + target)
            forth, back = np.isin(left * items + right, given), np.isin(right * items + left, given)
            one_way = forth != back
            turned = back & ~forth
            left[turned], right[turned] = pairs[turned, 1], pairs[turned, 0]
        return cls(left, right, one_way, Graph.from_pairs(pairs, items))


def strangers(item: Ints, graph: Graph, pool: Ints, seed: int) -> tuple[Ints, Ints]:
    """Negative sampling: each item with one of the pool that it is not linked with; dropped where none was found."""
    other = draw_strangers(item, graph.start, graph.neighbours, pool, 1, np.uint64(seed))[:, 0]
    kept = (other != item) & (find_entries(graph.start, graph.neighbours, item, other) < 0)
    return item[kept], other[kept]


def substitute_links(material: Material, supervision: Supervision) -> Links:
    """Substitute pairs."""
    if supervision == "triples":
        return Links.of_pairs(material.substitutes(supervision).pairs(), material.items)
    known = material.links.filter(pl.col("relation").is_in(material.substitute_relations))
    return Links.of_pairs(material.substitutes(supervision).pairs(), material.items, known)


def complement_links(material: Material, supervision: Supervision, *, without: Graph | None = None) -> Links:
    """Complement pairs, possibly none; without the pairs of the graph `without`."""
    nothing = Links.of_pairs(np.empty((0, 2), np.int64), material.items)
    if supervision == "triples":
        return nothing
    known = material.links.filter(~pl.col("relation").is_in(material.substitute_relations))
    if known.is_empty():
        return nothing
    source, target = (known[end].to_numpy().astype(np.int64) for end in ("source", "target"))
    pairs = unordered(source, target, material.items)
    if without is not None:
        pairs = difference(pairs, without.pairs(), material.items)
    return Links.of_pairs(pairs, material.items, known)
