"""Graphs other than substitutes: directed complements, and the co-purchase graph."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.settings import Supervision
from instead.substitutes.graph import Graph

Ints = NDArray[np.int64]


def complements(material: Material, regime: Supervision) -> Graph:
    """Directed graph of the links that are not substitutes: row i has the complements of i. Empty if there are none.

    Under `triples` there are none: a model of that regime uses what A2CF uses. The graph is not symmetric, so only
    rows and degrees of the `Graph` are meaningful.
    """
    if material.source is None or regime == "triples":
        return directed(np.empty(0, np.int64), np.empty(0, np.int64), material.items)
    links = material.links.filter(~pl.col("relation").is_in(material.substitute_relations))
    source, target = (links[end].to_numpy().astype(np.int64) for end in ("source", "target"))
    return directed(source, target, material.items)


def directed(source: Ints, target: Ints, items: int) -> Graph:
    """Compressed rows of distinct targets, sorted, without self-links."""
    keys = np.sort((source * items + target)[source != target])  # several times faster here than np.unique
    keys = keys[np.diff(keys, prepend=-1) > 0]
    start = np.zeros(items + 1, np.int64)
    np.cumsum(np.bincount(keys // items, minlength=items), out=start[1:])
    return Graph(start, keys % items)


def bought_together(material: Material, most_bought: int, most_kept: int) -> csr_matrix:
    """(items, items) 1 where training users bought both items: the product co-purchase graph, symmetric, no diagonal.

    Users with more than `most_bought` items are left out as uninformative. Of each item the `most_kept` neighbours with
    the largest cosine W_ij / sqrt(n_i n_j) are kept, and an edge is kept if either end keeps it. It is computed in
    blocks of rows, since R^T R as a whole may not fit into memory.
    """
    bought = np.diff(material.visited_start)
    user = np.repeat(np.arange(material.users), bought)
    few = bought[user] <= most_bought
    ones = np.ones(int(few.sum()), np.float32)
    visits = csr_matrix((ones, (user[few], material.visited[few])), shape=(material.users, material.items))
    by_item = visits.T.tocsr()  # (items, users)
    times = np.maximum(np.diff(by_item.indptr), 1)
    sources, targets = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for first in range(0, material.items, _BLOCK):
        block = by_item[first : first + _BLOCK] @ visits  # W of these rows
        row = np.repeat(np.arange(block.shape[0]), np.diff(block.indptr))
        column = block.indices.astype(np.int64)
        other = row + first != column
        row, column, weight = row[other], column[other], block.data[other]
        near = weight / np.sqrt(times[row + first] * times[column])
        order = np.lexsort((column, -near, row))  # ties go to the smaller number, on every machine
        row, column = row[order], column[order]
        begins = np.searchsorted(row, np.arange(block.shape[0]))
        kept = np.arange(len(row)) - begins[row] < most_kept
        sources.append(row[kept] + first)
        targets.append(column[kept])
    source, target = np.concatenate(sources), np.concatenate(targets)
    graph = directed(np.concatenate([source, target]), np.concatenate([target, source]), material.items)
    shape = (material.items, material.items)
    return csr_matrix((np.ones(graph.neighbours.size, np.float32), graph.neighbours, graph.start), shape=shape)


_BLOCK = 4096
