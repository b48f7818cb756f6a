"""Boosted trees as plain arrays, and the compiled loops that score and read them. Nothing here needs LightGBM.

Scoring follows QuickScorer (Lucchese et al., SIGIR 2015): leaves of a tree are numbered from the left, and every item
has a word with one bit per leaf. An item that goes right at a node loses the leaves on the left of it; the lowest bit
that is left after all nodes is its leaf. There is no branch per item, so one instruction serves several items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.models.ranker.signals.gain import Gain

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Short = NDArray[np.int32]
Words = NDArray[np.uint32]

MOST_LEAVES = 32  # bits of a word
_ALL = np.uint32(0xFFFFFFFF)
_SPREAD = np.uint32(0x077CB531)  # a de Bruijn number: the top five bits of its 32 shifts all differ
_STORED = ("root", "feature", "threshold", "left", "right", "value")
_ITEMS = 512  # of one block: its words and its part of a column stay in the nearest cache


def tree_columns(names: Iterable[str]) -> list[str]:
    """Of the columns that have a curve, those that trees may split on, in the order of their names.

    Not the gain in attributes: its points are told attribute by attribute, which needs a sum.
    """
    return sorted(set(names) - {Gain.columns[0].name})


@dataclass(frozen=True)
class Trees:
    """A sum of binary trees over named columns. Nodes of a tree follow each other, parents before children and all of
    the left side before the right side."""

    names: list[str]  # columns, in the order that `feature` counts in
    root: Short  # (trees,) first node of each tree
    feature: Short  # (nodes,) column that a node splits on; -1: a leaf
    threshold: Floats  # (nodes,) x <= threshold goes left
    left: Short  # (nodes,)
    right: Short  # (nodes,)
    value: Doubles  # (nodes,) points of a leaf; of an inner node the mean over its training rows

    def __len__(self) -> int:
        return int(self.root.size)

    @property
    def used(self) -> set[str]:
        """Columns that some node splits on."""
        return {self.names[number] for number in np.unique(self.feature) if number >= 0}

    @property
    def start(self) -> float:
        """Points before anything is known of an item: the mean over the training rows."""
        return float(self.value[self.root].sum())

    def add(self, values: Floats, rows: Short, total: Floats) -> None:
        """total[x] += points of item x; `values` (columns, n), `rows` says where `names` are in it."""
        first, feature, threshold, keep, leaf = self._words
        add_trees(values, rows[feature], first, threshold, keep, leaf, total)

    def shares(self, values: Floats, rows: Short) -> dict[str, Doubles]:
        """(n,) points of each used column. With `start` they add up to the points of the trees.

        On the way from the root to a leaf every step changes the mean of the rows below; the change belongs to the
        column that the step looks at (Saabas 2014).
        """
        found = np.zeros((len(self.names), values.shape[1]))
        if self.names:
            add_shares(values, rows, self.root, self.feature, self.threshold, self.left, self.right, self.value, found)
        return {name: found[self.names.index(name)] for name in sorted(self.used)}

    @cached_property
    def _words(self) -> tuple[Short, Short, Floats, Words, Floats]:
        """What the scoring loop takes: (trees + 1,) first split of each tree, and of the splits column, threshold and
        the leaves that stay when an item goes right; (trees, 32) points of leaves, by the spread of their bit."""
        inner = np.flatnonzero(self.feature >= 0)
        ends = np.append(self.root, self.feature.size)
        first = np.searchsorted(inner, ends).astype(np.int32)
        tree = np.searchsorted(self.root, inner, side="right") - 1
        number = np.concatenate([[0], np.cumsum(self.feature < 0)])  # leaves before each node
        # Leaves on the left of a split are those between its left and its right child, counted within the tree.
        low = number[self.left[inner]] - number[self.root[tree]]
        high = number[self.right[inner]] - number[self.root[tree]]
        keep = np.array(
            [~(((1 << int(h)) - 1) ^ ((1 << int(one)) - 1)) & int(_ALL) for one, h in zip(low, high, strict=True)],
            np.uint32,
        )
        leaf = np.zeros((len(self), MOST_LEAVES), np.float32)
        for place in range(len(self)):
            here = np.arange(ends[place], ends[place + 1])
            points = self.value[here[self.feature[here] < 0]]
            leaf[place, _spread(np.arange(points.size))] = points
        return first, self.feature[inner], self.threshold[inner], keep, leaf


def arrays_of_trees(trees: Mapping[str, Trees]) -> dict[str, Array]:
    """For the folder, by kind of asker: all but the names, which are those of the curves beside them."""
    return {f"trees.{kind}.{name}": getattr(one, name) for kind, one in trees.items() for name in _STORED}


def trees_of_arrays(arrays: Mapping[str, Array], curves: Mapping[str, list[str]]) -> dict[str, Trees]:
    """From the folder; `curves` are the columns that have a curve, by kind of asker."""
    found = {}
    for kind, names in curves.items():
        if f"trees.{kind}.root" in arrays:
            stored = {name: np.ascontiguousarray(arrays[f"trees.{kind}.{name}"]) for name in _STORED}
            found[kind] = Trees(tree_columns(names), **stored)
    return found


def _spread(bit: Array) -> Array:
    """Where the points of the leaf of a bit are."""
    return ((np.uint64(_SPREAD) << bit.astype(np.uint64)) & np.uint64(_ALL)) >> np.uint64(27)


@njit(cache=True, nogil=True)
def add_trees(
    values: Floats, column: Short, first: Short, threshold: Floats, keep: Words, leaf: Floats, total: Floats
) -> None:
    """total[x] += the points of every tree. Splits `first[tree]` to `first[tree + 1]` belong to a tree."""
    count = values.shape[1]
    alive = np.empty(_ITEMS, np.uint32)
    for begin in range(0, count, _ITEMS):
        size = min(_ITEMS, count - begin)
        for tree in range(first.size - 1):
            alive[:] = _ALL
            for k in range(first[tree], first[tree + 1]):
                row = values[column[k], begin : begin + size]
                at, stay = threshold[k], keep[k]
                for x in range(size):
                    alive[x] &= stay if row[x] > at else _ALL
            points = leaf[tree]
            for x in range(size):
                lowest = np.uint32(alive[x] & np.uint32(~alive[x] + np.uint32(1)))
                total[begin + x] += points[np.uint32(lowest * _SPREAD) >> np.uint32(27)]


@njit(cache=True, nogil=True)
def add_shares(
    values: Floats, rows: Short, root: Short, feature: Short, threshold: Floats, left: Short, right: Short,
    value: Doubles, shares: Doubles,
) -> None:  # fmt: skip
    """shares[column, x] += changes of the mean along the paths of item x."""
    for x in range(values.shape[1]):
        for tree in range(root.size):
            node = root[tree]
            while feature[node] >= 0:
                split = feature[node]
                child = right[node] if values[rows[split], x] > threshold[node] else left[node]
                shares[split, x] += value[child] - value[node]
                node = child
