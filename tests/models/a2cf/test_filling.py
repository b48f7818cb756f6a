"""Filled rows: the compiled loop gives what its twin gives, and leaves observed cells alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.models.a2cf.filling import fill_deep_rows, fill_deep_rows_plainly, fill_rows, fill_rows_plainly
from tests.shops import seeds
from tests.small_model import assert_close, call, observed


def random_case(seed: int, rows: int, attributes: int, width: int, size: float) -> tuple[Any, ...]:
    """Arguments of the loop without `out`: every third row of a table, some twice, in no order."""
    rng = np.random.default_rng(seed)
    cells = observed(rng, 3 * rows, attributes)

    def drawn(*shape: int) -> NDArray[np.float32]:
        return (size * rng.standard_normal(shape)).astype(np.float32)

    return (
        rng.integers(3 * rows, size=rows), drawn(rows, width), drawn(width, attributes), drawn(rows),
        drawn(attributes), drawn(width), 5.0, cells.indptr.astype(np.int64), cells.indices.astype(np.int32), cells.data,
    )  # fmt: skip


def filled(case: tuple[Any, ...], fill: Any, kind: type[np.floating[Any]] = np.float32) -> NDArray[Any]:
    out = np.full((len(case[0]), len(case[4])), np.nan, kind)
    fill(*case, out)
    return out


@given(
    seed=seeds,
    rows=st.integers(1, 10),
    attributes=st.integers(1, 23),
    width=st.integers(1, 20).map(lambda d: 2 * d),
    size=st.sampled_from([0.01, 0.3, 1.0, 20.0]),
)
@settings(max_examples=120, deadline=None)
def test_rows_are_those_of_the_twin(seed: int, rows: int, attributes: int, width: int, size: float) -> None:
    case = random_case(seed, rows, attributes, width, size)
    doubled = [a.astype(np.float64) if isinstance(a, np.ndarray) and a.dtype == np.float32 else a for a in case]
    ours, plain = filled(case, fill_rows), filled(tuple(doubled), fill_rows_plainly, np.float64)
    # r is a sum of 2d products: what float32 loses there grows with its terms, and tanh' <= 1
    assert_close(ours, plain, 1e-6 * max(1.0, size**2 * width))
    assert ours.min() >= 1 and ours.max() <= 5
    start, column, value = case[7], case[8], case[9]
    for place, row in enumerate(case[0].tolist()):
        seen = slice(start[row], start[row + 1])
        np.testing.assert_array_equal(ours[place, column[seen]], value[seen])


def test_a_row_without_observed_cells_is_all_estimates() -> None:
    case = random_case(1, 4, 10, 8, 0.3)
    nothing = (np.zeros(4, np.int64), *case[1:])  # row 0 of the table has no cell
    assert case[7][1] == 0
    everything_missing = (*nothing[:7], np.zeros_like(case[7]), *case[8:])
    np.testing.assert_array_equal(filled(nothing, fill_rows), filled(everything_missing, fill_rows))


@given(seed=seeds, rows=st.integers(1, 5), dimension=st.integers(1, 9), layers=st.integers(1, 4))
@settings(max_examples=40, deadline=None)
@pytest.mark.parametrize("attributes", [1, 5, 255, 256, 257])
def test_deeper_rows_are_those_of_the_twin(seed: int, rows: int, attributes: int, dimension: int, layers: int) -> None:
    """`layers` after the first."""
    rng = np.random.default_rng(seed)
    cells, width = observed(rng, 3 * rows, attributes), 2 * dimension

    def drawn(*shape: int) -> NDArray[np.float32]:
        made: NDArray[np.float32] = (rng.standard_normal(shape) / np.sqrt(width)).astype(np.float32)
        return made

    case = (
        rng.integers(3 * rows, size=rows), drawn(rows, dimension), drawn(attributes, dimension), drawn(rows, width),
        drawn(attributes, width), drawn(layers, width, width), drawn(layers, width), drawn(width), drawn(1), 5.0,
        cells.indptr.astype(np.int64), cells.indices.astype(np.int32), cells.data,
    )  # fmt: skip
    ours, plain = np.full((rows, attributes), np.nan, np.float32), np.full((rows, attributes), np.nan)
    call(fill_deep_rows, *case, ours)
    doubled = [a.astype(np.float64) if isinstance(a, np.ndarray) and a.dtype == np.float32 else a for a in case]
    call(fill_deep_rows_plainly, *doubled, plain)
    assert_close(ours, plain, 5e-6)
    for place, row in enumerate(case[0].tolist()):
        seen = slice(cells.indptr[row], cells.indptr[row + 1])
        np.testing.assert_array_equal(ours[place, cells.indices[seen]], cells.data[seen])


@pytest.mark.parametrize("attributes", [1, 7, 8, 1023, 1024, 1025, 2178])
def test_a_row_has_the_same_bits_alone_and_beside_others(attributes: int) -> None:
    case = random_case(2, 11, attributes, 12, 0.3)
    together = filled(case, fill_rows)
    for row in range(11):
        one = slice(row, row + 1)
        alone = filled((case[0][one], case[1][one], case[2], case[3][one], *case[4:]), fill_rows)
        np.testing.assert_array_equal(alone[0], together[row])


def test_no_rows_are_no_work() -> None:
    case = random_case(1, 4, 10, 8, 0.3)
    none = (case[0][:0], case[1][:0], case[2], case[3][:0], *case[4:])
    assert filled(none, fill_rows).shape == (0, 10)


@pytest.mark.parametrize("r", [-1e6, -90.0, -44.0, -1.0, -1e-4, 0.0, 1e-4, 1.0, 9.0, 44.0, 90.0, 1e6])
def test_tanh_holds_far_from_zero_and_near_it(r: float) -> None:
    """A network of nothing but its residual path: the estimate is tanh_[1,N] of one number."""
    zero, start = np.zeros((2, 1), np.float32), np.zeros(2, np.int64)
    out = np.empty((1, 1), np.float32)
    fill_rows(
        np.zeros(1, np.int64), zero.T, zero, np.array([r], np.float32), zero[0], zero[:, 0], 5.0,
        start, np.empty(0, np.int32), np.empty(0, np.float32), out,
    )  # fmt: skip
    assert out[0, 0] == pytest.approx(3 + 2 * np.tanh(np.float64(np.float32(r))), abs=5e-7)


@given(seed=seeds, dimension=st.integers(1, 6), attributes=st.integers(1, 9))
@settings(max_examples=25, deadline=None)
def test_a_cell_is_what_the_network_says(seed: int, dimension: int, attributes: int) -> None:
    """Eq. 4 to 8 cell by cell: h = [u; a], r = w . (ReLU(W h + b) + h), 1 + 2 (1 + tanh r) for N = 5."""
    rng = np.random.default_rng(seed)
    users, attribute = rng.normal(size=(3, dimension)), rng.normal(size=(attributes, dimension))
    matrix, bias = rng.normal(size=(2 * dimension, 2 * dimension)), rng.normal(size=2 * dimension)
    weight = rng.normal(size=2 * dimension)
    expected = np.empty((3, attributes))
    for row, u in enumerate(users):
        for column, a in enumerate(attribute):
            h = np.array([*u, *a])
            layer = [max(float(line @ h) + shift, 0.0) for line, shift in zip(matrix, bias, strict=True)]
            expected[row, column] = 3 + 2 * math.tanh(float(weight @ (np.array(layer) + h)))
    of_row, of_attribute = users @ matrix[:, :dimension].T + bias, attribute @ matrix[:, dimension:].T
    parts = (
        of_row, -of_attribute.T, users @ weight[:dimension],
        attribute @ weight[dimension:] + of_attribute @ weight, weight,
    )  # fmt: skip
    nothing = (np.zeros(4, np.int64), np.empty(0, np.int32), np.empty(0, np.float32))
    out = np.empty((3, attributes), np.float32)
    call(fill_rows, np.arange(3), *(np.ascontiguousarray(part, np.float32) for part in parts), 5.0, *nothing, out)
    np.testing.assert_allclose(out, expected, atol=2e-5)
