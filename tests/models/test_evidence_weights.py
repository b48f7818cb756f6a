"""Reviews count by how surely they were read: weights worked out by hand, and carried wherever counts are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.mentions.attribute_tree import AttributeTree
from instead.models.cell_changes import CellChange
from instead.models.changed_evidence import changed_evidence
from instead.models.counted_evidence import _cells, _usual_weight
from instead.models.evidence import Evidence
from instead.models.posteriors import Cells, Columns, Posteriors, Strengths, pooled_columns
from instead.models.qualities import posteriors_of
from tests.open_shop import open_shop

ROWS = [  # review, item, attribute, sentiment, confidence
    (0, 0, 0, 1, 0.9), (0, 0, 0, 1, 0.95),  # 0.8 + 0.9, at most 1
    (1, 0, 0, -1, 0.7),  # 0.4
    (2, 0, 0, 1, 0.9), (2, 0, 0, -1, 0.6),  # leans to neither side
    (3, 0, 0, 1, 0.6), (3, 0, 0, 1, 0.6), (3, 0, 0, -1, 0.55),  # 0.2 + 0.2 - 0.1
    (4, 1, 0, -1, None),  # not read here: sure
]  # fmt: skip


def said() -> pl.DataFrame:
    names = ["interaction", "item", "attribute", "sentiment", "confidence"]
    return pl.DataFrame(ROWS, schema=names, orient="row")


def test_a_review_weighs_what_its_mentions_are_sure_of() -> None:
    usual = (1.0 + 0.4 + 0.3 + 1.0) / 4
    assert _usual_weight(said()) == pytest.approx(usual)
    found = _cells(said(), 5.0, usual)
    assert found.select("praised", "blamed").rows() == [(2, 1), (0, 1)]
    assert found["for"].to_list() == pytest.approx([1.3 / usual, 0.0])
    assert found["against"].to_list() == pytest.approx([0.4 / usual, 1.0 / usual])
    assert sum(found["for"]) + sum(found["against"]) == pytest.approx(4.0)  # all together as much as their number


def test_without_confidences_weights_are_counts() -> None:
    plain = said().drop("confidence")
    found = _cells(plain, 5.0, _usual_weight(plain))
    assert found["for"].to_list() == found["praised"].to_list()
    assert found["against"].to_list() == found["blamed"].to_list()


def test_posteriors_are_made_of_weights() -> None:
    """Two praised and two blamed; who praised was surely understood."""
    two = np.array([2], np.int32)
    made = Posteriors(
        Cells(np.array([0, 1]), np.zeros(1, np.int32), two, two, (np.array([3.0]), np.array([1.0]))),
        Columns(np.zeros(1, np.int64), 1), {}, Strengths(item=4.0),
    )  # fmt: skip
    assert made.alpha[0] - 4.0 * made.mean[0] == pytest.approx(3.0)
    assert made.beta[0] - 4.0 * (1.0 - made.mean[0]) == pytest.approx(1.0)


def test_weights_change_places_with_their_counts(tmp_path: Path) -> None:
    shop = open_shop(tmp_path)
    plain = shop.evidence
    arrays = dict(plain.arrays)
    heads, rng = AttributeTree.of(shop.attributes).heads, np.random.default_rng(0)
    for name in ("item", "family"):
        for side, counts in (("for", "praised"), ("against", "blamed")):
            before = plain.arrays[f"{name}.{counts}"]
            arrays[f"{name}.{side}"] = (before * rng.uniform(0.5, 1.5, before.size)).astype(np.float32)
    whole = Evidence(arrays, plain.attributes)
    everything = np.arange(plain.attributes)
    found = changed_evidence(whole, CellChange(0, 1, everything, "exchanged"), heads)
    for one, other in ((0, 1), (1, 0)):
        for mine, theirs in zip(found.weights, whole.weights, strict=True):
            assert mine[found.cells(one)].tolist() == theirs[whole.cells(other)].tolist()
    row = found.family_cells(heads)[0]
    first = whole.family_weights(heads)[0][whole.family_cells(heads)[0] == 1]
    assert found.family_weights(heads)[0][row == 0].tolist() == first.tolist()
    assert posteriors_of(found, shop.tree, shop.items).cells.good.sum() == pytest.approx(
        posteriors_of(whole, shop.tree, shop.items).cells.good.sum()
    )


def test_what_a_request_tells_of_a_new_item_counts_as_sure(tmp_path: Path) -> None:
    shop = open_shop(tmp_path)
    made = shop.with_items([{"item": "NEW", "reviews": [[("battery", 1)], [("battery", 1)], [("battery", -1)]]}])
    span = made.evidence.cells(made.catalogue.number("NEW"))
    good, bad = made.evidence.weights
    assert (good[span].tolist(), bad[span].tolist()) == ([2.0], [1.0])
    cells = made.posteriors.cells
    new = cells.row == made.catalogue.number("NEW")
    assert cells.good[new].tolist() == cells.praised[new].tolist()


def test_families_stand_behind_the_attributes_of_their_item(tmp_path: Path) -> None:
    """Cells of pooled families are put in place without sorting; a dictionary by item and column says the same."""
    shop = open_shop(tmp_path)
    names = shop.attributes["attribute"].to_list()
    tree = AttributeTree(names, [None if n % 2 == 0 else names[n - 1] for n in range(len(names))])  # families of two
    stored = {name: array for name, array in shop.evidence.arrays.items() if not name.startswith("family.")}
    evidence, heads = Evidence(stored, len(names)), tree.heads
    pooled = pooled_columns(evidence.attributes, heads.tolist())[1]
    assert pooled
    plain = dict[tuple[int, int], list[float]]()
    row = np.repeat(np.arange(evidence.start.size - 1), np.diff(evidence.start))
    for k, (item, column) in enumerate(zip(row.tolist(), evidence.attribute.tolist(), strict=True)):
        plain[item, column] = [evidence.praised[k], evidence.blamed[k], *(side[k] for side in evidence.weights)]
    for (item, column), counts in list(plain.items()):
        if (head := int(heads[column])) in pooled:
            sums = plain.setdefault((item, pooled[head]), [0.0] * 4)
            sums[:] = [one + other for one, other in zip(sums, counts, strict=True)]
    found = posteriors_of(evidence, tree, shop.items).cells
    keys = list(zip(found.row.tolist(), found.column.tolist(), strict=True))
    assert keys == sorted(plain)
    for key, *values in zip(keys, found.praised, found.blamed, found.good, found.bad, strict=True):
        assert values == pytest.approx(plain[key])
