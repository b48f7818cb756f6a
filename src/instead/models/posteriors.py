"""Posterior quality: how likely a review praises an attribute of an item, also where reviews are few (hierarchical Beta
model, empirical Bayes).

The share of praise theta of (item j, column c) has the posterior

    theta  ~  Beta(s m + praised, s (1 - m) + blamed),                                                              (P1)

whose prior mean m comes down a chain of ever smaller groups, each a Beta-binomial shrinkage of its counts, without
those of the item itself, towards the mean of the group above:

    shop -> family -> attribute -> category, step by step -> brand:
    m_g = (praised_g + s_g m_above) / (said_g + s_g),                                                               (P2)

and last by how the item's other attributes fare, because an item that is blamed for most things is likely blamed for
this one, too:

    m = m_brand + sum over other families of (praised - said m_brand) / (said + s_other).                           (P3)

`praised`, `blamed` and `said` are numbers of reviews, each weighed by how surely it was read (`evidence.py`).
Strengths s are numbers of imaginary reviews. They are learned for each shop (`strengths.py`).

A *column* is an attribute, or a family of attributes pooled: what reviews say of any member. Columns of pooled families
follow those of attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries
from instead.models.evidence import Evidence
from instead.models.posterior_loops import column_sums, group_sums, silent_others, silent_step, step_down, with_others

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

LEAST, MOST = 0.02, 0.98
"""Prior means stay within, so that no share is impossible before anything is said."""
NOTHING = 1e6
"""The strength of a level that says nothing: whatever is above it stays as it is."""


@dataclass(frozen=True)
class Cells:
    """Counts of praise and blame of (item, column) in compressed rows, columns ascending."""

    start: Ints  # (items + 1,)
    column: NDArray[np.int32]  # (n,)
    praised: NDArray[np.int32]  # (n,)
    blamed: NDArray[np.int32]  # (n,)
    weights: tuple[Doubles, Doubles] | None = None
    """(n,) praise and blame with reviews weighed by how surely they were read; None: each counts as one."""

    @cached_property
    def good(self) -> Doubles:
        """(n,) weight of praise."""
        return np.asarray(self.praised if self.weights is None else self.weights[0], np.float64)

    @cached_property
    def bad(self) -> Doubles:
        """(n,) weight of blame."""
        return np.asarray(self.blamed if self.weights is None else self.weights[1], np.float64)

    @property
    def items(self) -> int:
        return self.start.size - 1

    @cached_property
    def row(self) -> Ints:
        """(n,) item of each cell."""
        return np.repeat(np.arange(self.items), np.diff(self.start))

    def places(self, items: Ints, columns: Ints) -> Ints:
        """(n,) place of each (item, column), -1 where nothing is said."""
        return find_entries(self.start, self.column, items, columns)


Room = tuple[NDArray[np.int32], Doubles, Doubles]
"""Columns, praise and all that is said of as many sums as there can be."""


@dataclass(frozen=True)
class Groups:
    """Sums over the groups of one level, in compressed rows by group, columns ascending."""

    code: Ints  # (items,) group of each item; -1 for none
    order: Ints  # items by group
    first: Ints  # (groups + 1,) where the items of each begin
    start: Ints  # (groups + 1,)
    column: NDArray[np.int32]
    good: Doubles
    said: Doubles

    @classmethod
    def of(cls, code: Ints, cells: Cells, said: Doubles, width: int, room: Room) -> Groups:
        """`room` is used for the sums while they are made, and free again."""
        inside = np.flatnonzero(code >= 0)
        order = inside[np.argsort(code[inside], kind="stable")].astype(np.int64)
        first = np.searchsorted(code[order], np.arange(int(code.max(initial=-1)) + 2)).astype(np.int64)
        start, (column, good, everything) = np.empty(first.size, np.int64), room
        count = group_sums(
            order, first, cells.start, cells.column, cells.good, said, width, start, column, good, everything
        )
        return cls(code, order, first, start, column[:count].copy(), good[:count].copy(), everything[:count].copy())

    @property
    def sums(self) -> tuple[Ints, NDArray[np.int32], Doubles, Doubles]:
        """As the loops take them."""
        return self.start, self.column, self.good, self.said


@dataclass(frozen=True)
class Strengths:
    """Imaginary reviews of each step: of attributes and `levels` in (P2), `other` in (P3), `item` in (P1)."""

    attribute: float = 4.0
    levels: tuple[float, ...] = ()
    other: float = NOTHING
    item: float = 5.0

    def array(self) -> Doubles:
        return np.array([self.attribute, self.item, self.other, *self.levels])

    @classmethod
    def of_array(cls, values: NDArray[np.floating]) -> Strengths:
        attribute, item, other, *levels = (float(value) for value in values)
        return cls(attribute, tuple(levels), other, item)


@dataclass(frozen=True)
class Columns:
    """What the columns are: `family` (columns,) of each, a number; those from `attributes` on are pooled families."""

    family: Ints
    attributes: int

    @cached_property
    def attribute(self) -> Ints:
        """(columns,) the attribute that names each column: itself, of a family its head."""
        own = np.arange(self.family.size)
        return np.where(own < self.attributes, own, self.family)


class Posteriors:
    """Beta posteriors of all cells of a shop, and priors of those without a review."""

    def __init__(
        self, cells: Cells, columns: Columns, groups: Mapping[str, Ints], strengths: Strengths | None = None
    ) -> None:
        """`groups`: codes (items,) of ever smaller categories, then of brands, by name; -1 for none. Without
        `strengths` the prior is the shop's share of praise of the column, worth five reviews."""
        self.cells, self.columns, self.levels = cells, columns, tuple(groups)
        self.strengths = strengths or Strengths(levels=(NOTHING,) * len(groups))
        self._said, width = cells.good + cells.bad, columns.family.size
        size = cells.column.size
        room = np.empty(size, np.int32), np.empty(size), np.empty(size)
        self._groups = [Groups.of(codes, cells, self._said, width, room) for codes in groups.values()]
        self._by_column = np.zeros(width), np.zeros(width)
        column_sums(cells.column, cells.good, self._said, *self._by_column)
        self._usual = self._column_means(self.strengths.attribute)
        self._above = self._chained(self.strengths)
        self.mean = self._clipped(self._above, self.strengths)
        """(n,) prior mean m of each cell."""
        self.alpha: Doubles = cells.good + self.strengths.item * self.mean
        self.beta: Doubles = cells.bad + self.strengths.item * (1.0 - self.mean)

    @property
    def codes(self) -> dict[str, Ints]:
        """Codes (items,) of the groups of each level, by its name."""
        return {name: one.code for name, one in zip(self.levels, self._groups, strict=True)}

    @cached_property
    def single(self) -> Bools:
        """(n,) cells of attributes, not of pooled families."""
        return np.asarray(self.cells.column < self.columns.attributes)

    def means(self, strengths: Strengths) -> Doubles:
        """(n,) prior mean of each cell with these strengths, (P2) and (P3)."""
        return self._clipped(self._chained(strengths), strengths)

    def _chained(self, strengths: Strengths) -> Doubles:
        """(n,) means down the chain, (P2)."""
        cells = self.cells
        above: Doubles = self._column_means(strengths.attribute)[cells.column]
        for one, strength in zip(self._groups, strengths.levels, strict=True):
            step_down(
                one.order, one.first, cells.start, cells.column, cells.good, self._said, *one.sums, strength,
                self.columns.family.size, above,
            )  # fmt: skip
        return above

    def _clipped(self, above: Doubles, strengths: Strengths) -> Doubles:
        """(n,) the same with how the item's other attributes fare, (P3), within bounds."""
        if strengths.other >= NOTHING:
            return np.clip(above, LEAST, MOST)
        cells, out = self.cells, np.empty(above.size)
        with_others(
            cells.start, cells.column, cells.good, self._said, above, self.columns.family, self.columns.attributes,
            strengths.other, out,
        )  # fmt: skip
        return np.clip(out, LEAST, MOST, out=out)

    def prior(self, items: Ints, columns: Ints) -> tuple[Doubles, Doubles]:
        """Beta parameters (n,) of cells that no review speaks of: (P1) with nothing praised and nothing blamed."""
        cells, strengths = self.cells, self.strengths
        mean, known = self._usual[columns], np.empty(columns.size, np.bool_)
        for one, strength in zip(self._groups, strengths.levels, strict=True):
            silent_step(one.code[items], columns, *one.sums, strength, mean, known)
        if strengths.other < NOTHING:
            silent_others(
                items, columns, cells.start, cells.column, cells.good, self._said, self._above, self.columns.family,
                self.columns.attributes, strengths.other, mean,
            )  # fmt: skip
        mean = np.clip(mean, LEAST, MOST)
        return strengths.item * mean, strengths.item * (1.0 - mean)

    def source(self, items: Ints, columns: Ints) -> Ints:
        """(n,) of cells without a review: the last level whose group speaks of the column; -1: the shop alone."""
        found = np.full(items.size, -1, np.int64)
        mean, known = np.zeros(columns.size), np.empty(columns.size, np.bool_)
        for level, one in enumerate(self._groups):
            if self.strengths.levels[level] < NOTHING:
                silent_step(one.code[items], columns, *one.sums, 1.0, mean, known)
                found[known] = level
        return found

    def _column_means(self, strength: float) -> Doubles:
        """(columns,) share of praise over the shop: attributes shrunk towards their family, families to the whole."""
        family, size, single = self.columns.family, self.columns.family.size, self.single_columns
        praised, said = self._by_column
        whole = (praised[single].sum() + 1.0) / (said[single].sum() + 2.0)
        of_family, all_of_family = (
            np.bincount(family[single], weights=one[single], minlength=size) for one in (praised, said)
        )
        above = (of_family + strength * whole) / (all_of_family + strength)
        usual: Doubles = (praised + strength * above[family]) / (said + strength)
        return usual

    @property
    def single_columns(self) -> slice:
        return slice(0, self.columns.attributes)


def pooled_columns(attributes: int, heads: Sequence[int]) -> tuple[Columns, dict[int, int]]:
    """Columns of attributes and, behind them, of families with several members: `heads` (attributes,) is the head of
    the family of each. Also the column of each such head."""
    family = np.asarray(heads, np.int64)
    several = np.flatnonzero(np.bincount(family, minlength=attributes) > 1)
    columns = Columns(np.concatenate([family, several]), attributes)
    return columns, {int(head): attributes + place for place, head in enumerate(several)}


def plain_posteriors(evidence: Evidence, prior: float) -> Posteriors:
    """Posteriors of every attribute by itself around the shop's share of praise."""
    cells = Cells(
        np.asarray(evidence.start), np.asarray(evidence.attribute), np.asarray(evidence.praised),
        np.asarray(evidence.blamed),
    )  # fmt: skip
    return Posteriors(cells, Columns(np.arange(evidence.attributes), evidence.attributes), {}, Strengths(item=prior))
