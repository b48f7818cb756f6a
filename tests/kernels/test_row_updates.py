"""Steps on the rows of a table: what the twins give, and what PyTorch's dense optimisers give where they should."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.kernels.row_updates import (
    adagrad_rows,
    adagrad_rows_plainly,
    adam_rows,
    adam_rows_plainly,
    sum_by_row,
    sum_by_row_plainly,
)
from tests.shops import seeds
from tests.small_model import assert_close, call

Floats = NDArray[np.float32]
ADAM = (1e-2, 0.9, 0.999, 1e-8)


def drawn(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


@given(seed=seeds, count=st.integers(0, 40), table=st.integers(1, 12), width=st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_gradients_of_equal_rows_are_added(seed: int, count: int, table: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    rows, gradients = rng.integers(table, size=count), drawn(rng, count, width)
    place_of = np.full(table, -1, np.int32)
    touched, sums = np.empty_like(rows), np.empty_like(gradients)
    found = sum_by_row(rows, gradients, place_of, touched, sums)
    expected = sum_by_row_plainly(rows, gradients)
    assert touched[:found].tolist() == list(expected)  # each once, in the order of its first gradient
    for place, row in enumerate(touched[:found].tolist()):
        np.testing.assert_array_equal(sums[place], expected[row])  # added in the order given: the same bits
    assert (place_of == -1).all()


@given(seed=seeds, width=st.integers(1, 9), decay=st.sampled_from([0.0, 0.01]), steps=st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_adam_is_that_of_its_twin(seed: int, width: int, decay: float, steps: int) -> None:
    rng = np.random.default_rng(seed)
    ours = [drawn(rng, 8, width), *np.zeros((2, 8, width), np.float32), np.zeros(8, np.int32)]
    plain = [array.astype(np.float64) if array.dtype == np.float32 else array.copy() for array in ours]
    for _ in range(steps):
        rows = rng.permutation(8)[: rng.integers(1, 9)]
        gradients = drawn(rng, len(rows), width)
        call(adam_rows, *ours, rows, gradients, *ADAM, decay)
        call(adam_rows_plainly, *plain, rows, gradients, *ADAM, decay)
    for mine, its in zip(ours, plain, strict=True):
        assert_close(mine, its, 1e-6)


@given(seed=seeds, width=st.integers(1, 9), decay=st.sampled_from([0.0, 0.01]), steps=st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_adagrad_is_that_of_its_twin(seed: int, width: int, decay: float, steps: int) -> None:
    rng = np.random.default_rng(seed)
    ours = [drawn(rng, 8, width), np.zeros((8, width), np.float32)]
    plain = [array.astype(np.float64) for array in ours]
    for _ in range(steps):
        rows = rng.permutation(8)[: rng.integers(1, 9)]
        gradients = drawn(rng, len(rows), width)
        call(adagrad_rows, *ours, rows, gradients, 0.05, 1e-8, decay)
        call(adagrad_rows_plainly, *plain, rows, gradients, 0.05, 1e-8, decay)
    for mine, its in zip(ours, plain, strict=True):
        assert_close(mine, its, 1e-6)


@pytest.mark.parametrize("decay", [0.0, 0.02])
def test_adam_on_every_row_is_the_dense_one(decay: float) -> None:
    rng = np.random.default_rng(4)
    state = [drawn(rng, 5, 3), *np.zeros((2, 5, 3), np.float32), np.zeros(5, np.int32)]
    parameter = torch.nn.Parameter(torch.from_numpy(state[0].astype(np.float64)))
    dense = torch.optim.Adam([parameter], lr=ADAM[0], weight_decay=decay)
    for _ in range(20):
        gradient = drawn(rng, 5, 3)
        call(adam_rows, *state, np.arange(5), gradient, *ADAM, decay)
        parameter.grad = torch.from_numpy(gradient.astype(np.float64))
        dense.step()
    assert_close(state[0], parameter)


def test_adagrad_is_the_dense_one_even_on_some_rows() -> None:
    rng = np.random.default_rng(4)
    table, square = drawn(rng, 6, 3), np.zeros((6, 3), np.float32)
    parameter = torch.nn.Parameter(torch.from_numpy(table.astype(np.float64)))
    dense = torch.optim.Adagrad([parameter], lr=0.05, eps=1e-8)
    for _ in range(20):
        rows = rng.permutation(6)[:3]
        gradient = drawn(rng, 3, 3)
        adagrad_rows(table, square, rows, gradient, 0.05, 1e-8, 0.0)
        parameter.grad = torch.zeros(6, 3, dtype=torch.float64)
        parameter.grad[torch.from_numpy(rows)] = torch.from_numpy(gradient.astype(np.float64))
        dense.step()
    assert_close(table, parameter)


@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_lazy_adam_is_dense_adam_of_each_row_in_a_time_of_its_own(seed: int) -> None:
    """A row without a gradient stands still, and so do its moments and its count; dense Adam would go on moving it."""
    rng = np.random.default_rng(seed)
    state = [drawn(rng, 6, 2), *np.zeros((2, 6, 2), np.float32), np.zeros(6, np.int32)]
    alone = [torch.nn.Parameter(torch.from_numpy(row.astype(np.float64))) for row in state[0]]
    steppers = [torch.optim.Adam([row], lr=ADAM[0]) for row in alone]
    for _ in range(12):
        rows = rng.permutation(6)[: rng.integers(1, 5)]
        gradients = drawn(rng, len(rows), 2)
        before = [array.copy() for array in state]
        call(adam_rows, *state, rows, gradients, *ADAM, 0.0)
        still = np.setdiff1d(np.arange(6), rows)
        for now, then in zip(state, before, strict=True):
            np.testing.assert_array_equal(now[still], then[still])
        for row, gradient in zip(rows.tolist(), gradients, strict=True):
            alone[row].grad = torch.from_numpy(gradient.astype(np.float64))
            steppers[row].step()
    assert_close(state[0], torch.stack(list(alone)))


def test_dense_adam_differs_on_untouched_rows_by_its_old_momentum() -> None:
    """Row 0 has a gradient in the first of two steps. Dense Adam moves it in the second too, by what momentum is left:

    m = 0.9 * 0.1 g, v = 0.999 * 0.001 g^2, corrected by 1 - 0.81 and 1 - 0.998001: 0.09 / 0.19 over
    sqrt(0.000999 / 0.001999), times the rate and the sign of g.
    """
    rng = np.random.default_rng(0)
    gradient = np.abs(drawn(rng, 2, 3)) + 1
    state = [np.zeros((2, 3), np.float32), *np.zeros((2, 2, 3), np.float32), np.zeros(2, np.int32)]
    parameter = torch.nn.Parameter(torch.zeros(2, 3))
    dense = torch.optim.Adam([parameter], lr=ADAM[0])
    for rows in (np.array([0, 1]), np.array([1])):
        call(adam_rows, *state, rows, gradient[rows], *ADAM, 0.0)
        parameter.grad = torch.zeros(2, 3)
        parameter.grad[torch.from_numpy(rows)] = torch.from_numpy(gradient[rows])
        dense.step()
    more = ADAM[0] * (0.09 / 0.19) / np.sqrt(0.000999 / 0.001999)
    np.testing.assert_allclose(state[0][0] - parameter.detach().numpy()[0], more, rtol=1e-4)
    assert_close(state[0][1], parameter[1])  # touched both times: the same
