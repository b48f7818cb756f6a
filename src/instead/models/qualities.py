"""Posterior qualities of a shop: counts of its evidence, families of its attributes, and the groups of its items."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from instead.mentions.attribute_tree import AttributeTree
from instead.models.evidence import Evidence
from instead.models.posteriors import Cells, Ints, Posteriors, Strengths, pooled_columns
from instead.models.strengths import learned_strengths

CATEGORY, BRAND = "category", "brand"
STRENGTHS = "posterior.strengths"
_STEPS = 4  # of a category path at most, the deepest ones


def posteriors_of(evidence: Evidence, tree: AttributeTree, items: pl.DataFrame) -> Posteriors:
    """The posteriors of a shop, with the strengths that were learned when its model was trained.

    A folder without them (of an earlier version) has those of before: the shop's share of praise, worth five reviews.
    """
    columns, pooled = pooled_columns(evidence.attributes, tree.heads.tolist())
    groups = groups_of(items)
    stored = evidence.arrays.get(STRENGTHS)
    fits = stored is not None and stored.size == Strengths(levels=(1.0,) * len(groups)).array().size
    strengths = Strengths.of_array(stored) if stored is not None and fits else None
    return Posteriors(_cells(evidence, tree, pooled), columns, groups, strengths)


def strengths_of(evidence: Evidence, tree: AttributeTree, items: pl.DataFrame) -> Strengths:
    """The strengths of a shop, learned from its counts."""
    return learned_strengths(posteriors_of(evidence, tree, items))


def groups_of(items: pl.DataFrame) -> dict[str, Ints]:
    """Codes (items,) of category paths cut at ever deeper steps, then of brands; -1 where unknown. Steps that all items
    share say nothing and are left out."""
    paths: list[Sequence[str]] = [path or [] for path in items["category"].to_list()]
    found = {}
    for depth in range(1, max(map(len, paths), default=0) + 1):
        codes = _coded([" > ".join(path[:depth]).lower() if len(path) >= depth else None for path in paths])
        if np.unique(codes).size > 1:
            found[f"{CATEGORY} {depth}"] = codes
    kept = dict(list(found.items())[-_STEPS:])
    brands = _coded([brand.strip().lower() if brand else None for brand in items["brand"].to_list()])
    return kept | ({BRAND: brands} if (brands >= 0).any() else {})


def _coded(names: list[str | None]) -> Ints:
    known: dict[str, int] = {}
    return np.array([-1 if name is None else known.setdefault(name, len(known)) for name in names], np.int64)


def _cells(evidence: Evidence, tree: AttributeTree, pooled: dict[int, int]) -> Cells:
    """Cells of attributes, and those of pooled families behind them in the row of each item."""
    row = np.repeat(np.arange(evidence.start.size - 1), np.diff(evidence.start))
    whole = [np.stack([row, evidence.attribute, evidence.praised, evidence.blamed]).astype(np.int64)]  # (4, n)
    weights = [np.stack(evidence.weights).astype(np.float64)]  # (2, n)
    if pooled:
        families = np.stack(evidence.family_cells(tree.heads))
        several = np.isin(families[1], list(pooled))
        inside = families[:, several]
        weights.append(np.stack(evidence.family_weights(tree.heads)).astype(np.float64)[:, several])
        inside[1] = [pooled[one] for one in inside[1].tolist()]
        whole.append(inside)
    found = np.concatenate(whole, axis=1)
    order = np.lexsort((found[1], found[0]))
    row, column, good, bad = found[:, order]
    praise, blame = np.concatenate(weights, axis=1)[:, order]
    start = np.searchsorted(row, np.arange(evidence.start.size)).astype(np.int64)
    numbers, praised, blamed = (part.astype(np.int32) for part in (column, good, bad))
    return Cells(start, numbers, praised, blamed, (praise, blame))
