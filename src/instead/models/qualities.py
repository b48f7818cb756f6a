"""Posterior qualities of a shop: counts of its evidence, families of its attributes, and the groups of its items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.mentions.attribute_tree import AttributeTree
from instead.models.coded import Coded
from instead.models.evidence import Evidence
from instead.models.posterior_loops import with_families
from instead.models.posteriors import Cells, Ints, Posteriors, Strengths, pooled_columns
from instead.models.row_changes import RowChanges

Array = NDArray[Any]

CATEGORY, BRAND = "category", "brand"
STRENGTHS = "posterior.strengths"
_STEPS = 4  # of a category path at most, the deepest ones


@dataclass(frozen=True)
class ItemGroups:
    """The groups of the items of a shop, by level: category paths cut at ever deeper steps, then brands."""

    levels: Mapping[str, Coded[str]]

    @classmethod
    def of(cls, paths: Sequence[Sequence[str] | None], brands: Sequence[str | None]) -> ItemGroups:
        """Steps that all items share say nothing and are left out."""
        found: dict[str, Coded[str]] = {}
        numbers = Coded.of([tuple(path or ()) for path in paths])  # few paths, many items
        for depth in range(1, max(map(len, numbers.known), default=0) + 1):
            coded = _at_depth(numbers, depth)
            if np.unique(coded.codes).size > 1:
                found[f"{CATEGORY} {depth}"] = coded
        kept = dict(list(found.items())[-_STEPS:])
        named = Coded.of([_brand(brand) for brand in brands])
        return cls(kept | ({BRAND: named} if (named.codes >= 0).any() else {}))

    @property
    def codes(self) -> dict[str, Ints]:
        """(items,) code of the group of each item, -1 where unknown, by level."""
        return {name: coded.codes for name, coded in self.levels.items()}

    def changed(self, rows: Ints, paths: Sequence[Sequence[str] | None], brands: Sequence[str | None]) -> ItemGroups:
        """The same with other categories and brands of some items; rows from the last on are new items. The levels are
        those that strengths were learned for."""
        made = {}
        for name, coded in self.levels.items():
            told = (
                [_brand(brand) for brand in brands]
                if name == BRAND
                else [_step(path, int(name.removeprefix(CATEGORY))) for path in paths]
            )
            made[name] = coded.changed(rows, told)
        return ItemGroups(made)


def _at_depth(paths: Coded[tuple[str, ...]], depth: int) -> Coded[str]:
    """The same as `Coded.of` of the step of every item."""
    step = Coded.of([_step(path, depth) for path in paths.known])
    return Coded(step.known, step.codes[paths.codes])


def _step(path: Sequence[str] | None, depth: int) -> str | None:
    return " > ".join(path[:depth]).lower() if path and len(path) >= depth else None


def _brand(brand: str | None) -> str | None:
    return brand.strip().lower() if brand else None


def groups_of(items: pl.DataFrame) -> ItemGroups:
    """The groups of a table of items."""
    return ItemGroups.of(items["category"].to_list(), items["brand"].to_list())


def posteriors_of(evidence: Evidence, tree: AttributeTree, items: pl.DataFrame) -> Posteriors:
    """The posteriors of a shop, with the strengths that were learned when its model was trained."""
    return grouped_posteriors(evidence, tree, groups_of(items))


def grouped_posteriors(evidence: Evidence, tree: AttributeTree, groups: ItemGroups) -> Posteriors:
    """The same, of items in these groups.

    A folder without strengths (of an earlier version) has those of before: the shop's share of praise, worth five
    reviews.
    """
    columns, pooled = pooled_columns(evidence.attributes, tree.heads.tolist())
    stored = evidence.arrays.get(STRENGTHS)
    fits = stored is not None and stored.size == Strengths(levels=(1.0,) * len(groups.levels)).array().size
    strengths = Strengths.of_array(stored) if stored is not None and fits else None
    return Posteriors(_cells(evidence, tree, pooled), columns, groups.codes, strengths)


def changed_posteriors(
    before: Posteriors, evidence: Evidence, tree: AttributeTree, rows: Ints, groups: ItemGroups
) -> Posteriors:
    """The posteriors of evidence in which the cells of some items (`rows`, ascending, new ones last) are others; with
    the same strengths. The cells of all other items are taken over; group means are made anew."""
    _, pooled = pooled_columns(evidence.attributes, tree.heads.tolist())
    old, cells = before.cells, before.cells
    if rows.size:
        new = _cells(evidence.only(rows), tree, pooled)
        changes = RowChanges(old.start, rows, np.diff(new.start))
        column, praised, blamed, good, bad = (
            changes.column(getattr(old, name), getattr(new, name))
            for name in ("column", "praised", "blamed", "good", "bad")
        )
        cells = Cells(changes.starts, column, praised, blamed, (good, bad))
    return Posteriors(cells, before.columns, groups.codes, before.strengths)


def strengths_of(evidence: Evidence, tree: AttributeTree, items: pl.DataFrame) -> Strengths:
    """The strengths of a shop, learned from its counts."""
    from instead.models.strengths import learned_strengths  # noqa: PLC0415 - loads scipy.special, which no shop serves with

    return learned_strengths(posteriors_of(evidence, tree, items))


def _cells(evidence: Evidence, tree: AttributeTree, pooled: dict[int, int]) -> Cells:
    """Cells of attributes, and those of pooled families behind them in the row of each item."""
    own, (praise, blame) = np.asarray(evidence.start, np.int64), evidence.weights
    if not pooled:
        parts = [np.array(one, np.int32) for one in (evidence.attribute, evidence.praised, evidence.blamed)]
        weights = np.array(praise, np.float64), np.array(blame, np.float64)
        return Cells(own.copy(), parts[0], parts[1], parts[2], weights)
    column_of = np.full(evidence.attributes, -1, np.int32)
    column_of[list(pooled)] = list(pooled.values())
    begin, head, good, bad = evidence.family_rows(tree.heads)
    every, (good_weight, bad_weight) = column_of[head], evidence.family_weights(tree.heads)
    kept = every >= 0
    behind = np.concatenate([[0], np.cumsum(kept)])[begin]
    start = own + behind

    def joined(of_attributes: Array, of_families: Array, kind: type[np.generic]) -> Any:
        # rows of both are in order of items and columns, and those of families have the larger numbers: no sorting
        found = np.empty(start[-1], kind)
        with_families(
            _read_only(own), _read_only(of_attributes), _read_only(begin), _read_only(of_families), kept, found
        )
        return found

    numbers, praised, blamed = (
        joined(mine, theirs, np.int32)
        for mine, theirs in ((evidence.attribute, every), (evidence.praised, good), (evidence.blamed, bad))
    )
    joint = joined(praise, good_weight, np.float64), joined(blame, bad_weight, np.float64)
    return Cells(start, numbers, praised, blamed, joint)


def _read_only(array: Array) -> Array:
    """The same numbers, not to be written: loops are compiled apart for arrays that may be, and those that may not."""
    seen = np.ascontiguousarray(array).view()
    seen.flags.writeable = False
    return seen
