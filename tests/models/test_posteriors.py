"""Posterior qualities: shrinkage along the chain, what is left out, and strengths that planted shops give back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from instead.models.posteriors import NOTHING, Cells, Columns, Posteriors, Strengths, pooled_columns
from instead.models.strengths import learned_strengths


def cells(*rows: dict[int, tuple[int, int]]) -> Cells:
    flat = [(item, column, *said) for item, row in enumerate(rows) for column, said in sorted(row.items())]
    table = np.array(flat, np.int64).reshape(-1, 4)
    start = np.searchsorted(table[:, 0], np.arange(len(rows) + 1)).astype(np.int64)
    column, praised, blamed = (table[:, place].astype(np.int32) for place in (1, 2, 3))
    return Cells(start, column, praised, blamed)


def alone(attributes: int) -> Columns:
    return Columns(np.arange(attributes), attributes)


def test_without_groups_the_prior_is_the_shops_share() -> None:
    made = Posteriors(cells({0: (9, 1)}, {0: (1, 3)}), alone(1), {}, Strengths(attribute=4.0, item=5.0))
    whole = (10 + 1) / (14 + 2)
    family = (10 + 4 * whole) / (14 + 4)
    usual = (10 + 4 * family) / (14 + 4)
    assert made.mean == pytest.approx([usual, usual])
    assert made.alpha == pytest.approx([9 + 5 * usual, 1 + 5 * usual])
    assert made.beta == pytest.approx([1 + 5 * (1 - usual), 3 + 5 * (1 - usual)])


def test_a_group_speaks_without_the_item_itself() -> None:
    said = cells({0: (0, 8)}, {0: (10, 0)}, {0: (10, 0)}, {0: (5, 5)})
    groups = {"category 1": np.array([0, 0, 1, -1])}
    made = Posteriors(said, alone(1), groups, Strengths(attribute=4.0, levels=(2.0,), item=5.0))
    plain = Posteriors(said, alone(1), {}, Strengths(attribute=4.0, item=5.0)).mean[0]
    assert made.mean == pytest.approx(
        [(10 + 2 * plain) / 12, 2 * plain / 10, plain, plain]
    )  # the third is alone in its own


def test_other_attributes_count_and_the_own_family_does_not() -> None:
    said = cells({0: (0, 9), 1: (2, 2), 2: (0, 5)}, {0: (9, 1), 1: (2, 2), 2: (5, 0)})
    columns = Columns(np.array([0, 1, 1]), 3)  # 2 belongs to the family of 1
    with_others = Posteriors(said, columns, {}, Strengths(other=10.0))
    without = Posteriors(said, columns, {}, Strengths())
    excess = 0 - 9 * without.mean[0]
    assert with_others.mean[1] == pytest.approx(np.clip(without.mean[1] + excess / (9 + 10), 0.02, 0.98))
    assert with_others.mean[1] < without.mean[1] < with_others.mean[4]


def test_the_prior_of_a_silent_cell_is_that_of_its_groups() -> None:
    said = cells({0: (10, 0), 1: (1, 1)}, {1: (1, 1)}, {0: (0, 10)})
    groups = {"category 1": np.array([0, 0, 1]), "brand": np.array([-1, 0, 0])}
    made = Posteriors(said, alone(2), groups, Strengths(levels=(2.0, NOTHING)))
    alpha, beta = made.prior(np.array([1]), np.array([0]))
    assert alpha / (alpha + beta) > 0.75  # its category praises it
    assert alpha + beta == pytest.approx(made.strengths.item)
    assert made.source(np.array([1, 2]), np.array([0, 1])).tolist() == [0, -1]
    everyone = Posteriors(said, alone(2), groups, Strengths(levels=(NOTHING, 1.0)))
    alpha, beta = everyone.prior(np.array([1]), np.array([0]))
    assert alpha / (alpha + beta) < 0.3  # its brand is blamed for it
    assert everyone.source(np.array([1]), np.array([0])).tolist() == [1]


def test_pooled_families_are_columns_behind_the_attributes() -> None:
    columns, pooled = pooled_columns(5, [0, 0, 2, 2, 4])
    assert pooled == {0: 5, 2: 6}
    assert columns.family.tolist() == [0, 0, 2, 2, 4, 0, 2]
    assert columns.attribute.tolist() == [0, 1, 2, 3, 4, 0, 2]


def planted(strength: float, seed: int, brands: float = 0.0) -> tuple[Cells, dict[str, Any]]:
    """Shares of 200 items on 10 attributes around attribute means, with brands that differ by `brands`."""
    rng = np.random.default_rng(seed)
    brand = rng.integers(0, 10, 200)
    shift = brands * rng.normal(size=(10, 10))
    usual = rng.uniform(0.4, 0.8, 10)
    rows = []
    for item in range(200):
        mean = np.clip(usual + shift[brand[item]], 0.05, 0.95)
        share = rng.beta(strength * mean, strength * (1 - mean))
        praised = rng.binomial(15, share)
        rows.append({column: (int(praised[column]), int(15 - praised[column])) for column in range(10)})
    return cells(*rows), {"brand": brand.astype(np.int64)}


@pytest.mark.parametrize(("strength", "low", "high"), [(3.0, 2.0, 4.0), (35.0, 20.0, 60.0)])
def test_the_strength_of_a_planted_shop_is_found(strength: float, low: float, high: float) -> None:
    said, _ = planted(strength, 3)
    assert low <= learned_strengths(Posteriors(said, alone(10), {})).item <= high


def test_brands_that_differ_are_believed_and_others_are_not() -> None:
    for differ, believed in ((0.2, True), (0.0, False)):
        said, groups = planted(20.0, 5, differ)
        (strength,) = learned_strengths(Posteriors(said, alone(10), groups)).levels
        assert (strength < 60.0) == believed


def test_confidence_of_a_planted_shop_is_honest() -> None:
    """Shares drawn from the prior, counts from the shares: 90 % intervals hold nine of ten."""
    rng = np.random.default_rng(7)
    share = rng.beta(6.0, 4.0, (300, 4))
    praised = rng.binomial(5, share)
    rows = [{c: (int(praised[i, c]), int(5 - praised[i, c])) for c in range(4)} for i in range(300)]
    plain = Posteriors(cells(*rows), alone(4), {})
    made = Posteriors(cells(*rows), alone(4), {}, learned_strengths(plain))
    low, high = (stats.beta.ppf(at, made.alpha, made.beta) for at in (0.05, 0.95))
    inside = (low < share.ravel()) & (share.ravel() < high)
    assert inside.mean() == pytest.approx(0.9, abs=0.03)


def test_strengths_are_stored_and_read() -> None:
    one = Strengths(2.0, (3.0, NOTHING), 60.0, 8.0)
    assert Strengths.of_array(one.array()) == one
    assert replace(one, item=9.0) != one
