"""The fit of growth, and what a stage is said to be bound by."""

from __future__ import annotations

import pytest

from scale_arithmetic import BASE, largest_of, projected
from scale_fit import bound_by, fitted


@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0, 2.0])
def test_a_power_is_found_again(exponent: float) -> None:
    growth = fitted([(size, 3.0 * size**exponent) for size in (100.0, 200.0, 400.0, 1600.0)])
    assert growth is not None
    assert growth.exponent == pytest.approx(exponent)
    assert growth.last == pytest.approx(exponent)
    assert growth.at(10_000) == pytest.approx(3.0 * 10_000**exponent)
    assert growth.worst == pytest.approx(1.0)


def test_a_fixed_cost_hides_growth_less_at_the_end() -> None:
    growth = fitted([(size, 1000.0 + size) for size in (10.0, 1000.0, 100_000.0)])
    assert growth is not None and growth.last is not None
    assert growth.exponent < growth.last < 1.0
    assert growth.worst > 1.5


def test_one_size_tells_nothing() -> None:
    assert fitted([(100.0, 3.0)]) is None
    assert fitted([(100.0, 3.0), (100.0, 4.0)]) is None
    assert fitted([(100.0, 0.0), (200.0, 0.0)]) is None


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.8, 0.2, 0.0), "both processors 80% (one processor 20%)"),
        ((0.1, 0.7, 0.1), "one processor 70% (both processors 10%, the disk 10%, waiting 10%)"),
        ((0.0, 0.1, 0.9), "the disk 90% (one processor 10%)"),
        ((0.4, 0.35, 0.25), "nothing alone: both processors 40%, one processor 35%, the disk 25%"),
    ],
)
def test_bound_by_what_most_looks_saw(shares: tuple[float, float, float], said: str) -> None:
    assert bound_by(dict(zip(("parallel", "serial", "disk"), shares, strict=True))) == said


def test_beyond_the_largest_size_the_steeper_end_goes_on_unless_it_is_a_step() -> None:
    growth = {"factor": 2.0, "exponent": 1.0, "last": 1.5}
    assert projected(growth, 50.0, 100.0) == pytest.approx(100.0)
    assert projected(growth, 400.0, 100.0) == pytest.approx(200.0 * 4**1.5)
    assert projected(growth, 400.0, 100.0, steps=True) == pytest.approx(800.0)
    assert projected(growth | {"last": 0.5}, 400.0, 100.0) == pytest.approx(800.0)
    flat = {"factor": 2.0, "exponent": 0.5, "last": 0.4}
    assert projected(flat, 400.0, 100.0, least=1.0) == pytest.approx(80.0), "in proportion, beyond what was measured"


def test_the_largest_size_is_that_of_the_shop_whose_growth_it_is() -> None:
    sizes = [("cellphone", "1/2", "extract"), ("cellphone", "2", "extract"), ("office", "4", "extract")]
    records = [{"shop": shop, "size": size, "stage": stage} for shop, size, stage in sizes]
    assert largest_of(records) == 2 * BASE
    assert largest_of([]) == BASE
