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


class Sums:
    """Sums of columns of numbers over (group, column), for look-up; a key that never occurs has zeros."""

    def __init__(self, group: Ints, column: Ints, *weights: NDArray[np.number]) -> None:
        """Columns of equal length; rows of a negative group are left out."""
        inside = group >= 0
        width = int(column.max(initial=0)) + 1
        key, place = np.unique(group[inside] * width + column[inside], return_inverse=True)
        self.sums = [
            np.append(np.bincount(place, weights=weight[inside], minlength=key.size), 0.0) for weight in weights
        ]
        self._column = (key % width).astype(np.int64)
        groups = int(group.max(initial=-1)) + 2  # the last one is empty: the group of items without one
        self._start = np.searchsorted(key // width, np.arange(groups + 1)).astype(np.int64)
        self._none = groups - 1

    def places(self, group: Ints, column: Ints) -> Ints:
        """(n,) of each key in the sums; the last place, which has zeros, for those that never occur."""
        known = np.where((group < 0) | (group > self._none), self._none, group)
        place = find_entries(self._start, self._column, known, column)
        return np.where(place < 0, self._column.size, place)

    def of(self, group: Ints, column: Ints) -> list[Doubles]:
        """The sums (n,) of each key."""
        place = self.places(group, column)
        return [one[place] for one in self.sums]


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
        self._codes = list(groups.values())
        self.strengths = strengths or Strengths(levels=(NOTHING,) * len(groups))
        column = cells.column.astype(np.int64)
        self._said = cells.good + cells.bad
        self._groups = [Sums(codes[cells.row], column, cells.good, self._said) for codes in self._codes]
        # what each cell's group says without the cell's own item
        self._apart = [
            (good - np.where(inside, cells.good, 0.0), said - np.where(inside, self._said, 0.0))
            for (good, said), inside in (
                (sums.of(codes[cells.row], column), codes[cells.row] >= 0)
                for sums, codes in zip(self._groups, self._codes, strict=True)
            )
        ]
        self.single: Bools = column < columns.attributes
        """(n,) cells of attributes, not of pooled families."""
        self._by_family = Sums(np.where(self.single, cells.row, -1), columns.family[column], self._said)
        self._own_family = self._by_family.places(cells.row, columns.family[column])  # (n,) of each cell
        self.mean = self.means(self.strengths)
        """(n,) prior mean m of each cell."""
        self.alpha: Doubles = cells.good + self.strengths.item * self.mean
        self.beta: Doubles = cells.bad + self.strengths.item * (1.0 - self.mean)

    def means(self, strengths: Strengths) -> Doubles:
        """(n,) prior mean of each cell with these strengths, (P2) and (P3)."""
        column = self.cells.column.astype(np.int64)
        self._usual = self._column_means(strengths.attribute)
        above = self._usual[column]
        for (good, said), strength in zip(self._apart, strengths.levels, strict=True):
            above = (good + strength * above) / (said + strength)
        if strengths.other >= NOTHING:
            return np.clip(above, LEAST, MOST)
        excess = np.where(self.single, self.cells.good - self._said * above, 0.0)
        size = self._by_family.sums[0].size
        self._beyond = (
            np.bincount(self.cells.row, weights=excess, minlength=self.cells.items).astype(np.float64),
            np.bincount(self._own_family, weights=excess, minlength=size).astype(np.float64),
        )  # praise beyond the prior of each item, and of each (item, family)
        return self._with_others(above, self.cells.row, self._own_family, strengths.other)

    def prior(self, items: Ints, columns: Ints) -> tuple[Doubles, Doubles]:
        """Beta parameters (n,) of cells that no review speaks of: (P1) with nothing praised and nothing blamed."""
        mean = self._usual[columns]
        for sums, codes, strength in zip(self._groups, self._codes, self.strengths.levels, strict=True):
            good, said = sums.of(codes[items], columns)
            mean = (good + strength * mean) / (said + strength)
        if self.strengths.other < NOTHING:
            family = self._by_family.places(items, self.columns.family[columns])
            mean = self._with_others(mean, items, family, self.strengths.other)
        mean = np.clip(mean, LEAST, MOST)
        return self.strengths.item * mean, self.strengths.item * (1.0 - mean)

    def source(self, items: Ints, columns: Ints) -> Ints:
        """(n,) of cells without a review: the last level whose group speaks of the column; -1: the shop alone."""
        found = np.full(items.size, -1, np.int64)
        for level, (sums, codes) in enumerate(zip(self._groups, self._codes, strict=True)):
            if self.strengths.levels[level] < NOTHING:
                found[sums.of(codes[items], columns)[1] > 0] = level
        return found

    def _column_means(self, strength: float) -> Doubles:
        """(columns,) share of praise over the shop: attributes shrunk towards their family, families to the whole."""
        family, size = self.columns.family, self.columns.family.size
        single, column = self.single_columns, self.cells.column
        praised = np.bincount(column, weights=self.cells.good, minlength=size)
        said = np.bincount(column, weights=self._said, minlength=size)
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

    @cached_property
    def _mentions(self) -> Doubles:
        """(items,) mentions of all attributes of an item."""
        said = np.where(self.single, self._said, 0.0)
        return np.asarray(np.bincount(self.cells.row, weights=said, minlength=self.cells.items), np.float64)

    def _with_others(self, above: Doubles, items: Ints, family: Ints, strength: float) -> Doubles:
        """(P3): `above` (n,) with how the items' other families fare; `family` (n,) are places of their own family."""
        total, of_family = self._beyond
        said = self._by_family.sums[0][family]
        shift = (total[items] - of_family[family]) / (self._mentions[items] - said + strength)
        return np.asarray(np.clip(above + shift, LEAST, MOST), np.float64)


def pooled_columns(attributes: int, heads: Sequence[int]) -> tuple[Columns, dict[int, int]]:
    """Columns of attributes and, behind them, of families with several members: `heads` (attributes,) is the head of
    the family of each. Also the column of each such head."""
    family = np.asarray(heads, np.int64)
    several = np.flatnonzero(np.bincount(family, minlength=attributes) > 1)
    columns = Columns(np.concatenate([family, several]), attributes)
    return columns, {int(head): attributes + place for place, head in enumerate(several)}
