"""Scores in one pass over the attributes: the compiled loop gives what its twin gives, whatever is switched off."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import special

from instead.kernels.exponential import LOG2E
from instead.models.a2cf.attention import score_items, score_items_plainly
from tests.shops import seeds
from tests.small_model import assert_close, call


def random_case(seed: int, attributes: int, dimension: int, beta: float, *switches: bool) -> tuple[Any, ...]:
    """Arguments of the loop without `out`; switches are those of query, user and bias."""
    by_query, by_user, with_bias = switches
    rng = np.random.default_rng(seed)
    items = 12

    def scores(*shape: int) -> NDArray[np.float32]:
        return rng.uniform(1, 5, shape).astype(np.float32)

    def drawn(*shape: int) -> NDArray[np.float32]:
        return rng.standard_normal(shape).astype(np.float32)

    factor, none = np.float32(LOG2E / beta), np.empty(0, np.float32)
    return (
        rng.integers(items, size=9),
        scores(attributes) * factor if by_query else none,
        scores(attributes) * factor if by_user else none,
        drawn(dimension),
        scores(items, attributes) if by_query or by_user else np.empty((0, 0), np.float32),
        drawn(items, dimension),
        drawn(items) if with_bias else none,
        drawn(attributes) if by_query else none,
        drawn(attributes) if by_user else none,
        0.7,
        0.3,
    )


@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize("by_user", [False, True])
@pytest.mark.parametrize("by_query", [False, True])
@given(
    seed=seeds,
    attributes=st.integers(1, 40),
    dimension=st.integers(1, 20),
    beta=st.sampled_from([25 / 60, 1.0, 2.83, 8.0, 22.6, 64.0, 1e6]),
)
@settings(max_examples=25, deadline=None)
def test_scores_are_those_of_the_twin(
    seed: int, attributes: int, dimension: int, beta: float, by_query: bool, by_user: bool, with_bias: bool
) -> None:
    case = random_case(seed, attributes, dimension, beta, by_query, by_user, with_bias)
    ours, plain = np.empty(9, np.float32), np.empty(9)
    call(score_items, *case, ours)
    doubled = [a.astype(np.float64) if isinstance(a, np.ndarray) and a.dtype == np.float32 else a for a in case]
    call(score_items_plainly, *doubled, plain)
    # exponents are rounded before they are raised: half a unit of the largest is what a term may be off
    largest = 25 / beta * LOG2E
    assert_close(ours, plain, max(1e-5, float(np.spacing(np.float32(largest)))))


def test_equal_logits_give_the_plain_mean() -> None:
    number = np.array([1.0, 2.0, 6.0], np.float32)
    none, flat = np.empty(0, np.float32), np.full((1, 3), 2.0, np.float32)
    out, vector = np.empty(1, np.float32), np.zeros((1, 1), np.float32)
    score_items(np.zeros(1, np.int64), flat[0], none, vector[0], flat, vector, none, number, none, 1.0, 0.0, out)
    assert out[0] == pytest.approx(3.0, rel=1e-6)


@given(seed=seeds, attributes=st.integers(1, 9), dimension=st.integers(1, 5), beta=st.sampled_from([0.7, 2.0, 25.0]))
@settings(max_examples=25, deadline=None)
def test_a_score_is_softmax_attention_over_attribute_vectors(
    seed: int, attributes: int, dimension: int, beta: float
) -> None:
    """Eq. 13 to 19 item by item: attribute vectors are averaged by attention first and weighed then."""
    rng = np.random.default_rng(seed)
    gamma, epsilon = 0.3, 1.7
    y, x = rng.uniform(1, 5, (4, attributes)), rng.uniform(1, 5, attributes)
    vectors, user, attribute = (
        rng.normal(size=(4, dimension)),
        rng.normal(size=dimension),
        rng.normal(size=(attributes, dimension)),
    )
    w_s, w_p = rng.normal(size=(2, 2 * dimension))
    expected = []
    for j in range(1, 4):
        of_pair = special.softmax(y[0] * y[j] / beta) @ attribute
        of_user = special.softmax(x * y[j] / epsilon) @ attribute
        substitution = w_s @ np.concatenate([vectors[0] * vectors[j], of_pair])
        personal = w_p @ np.concatenate([user * vectors[j], of_user])
        expected.append(gamma * substitution + (1 - gamma) * personal)
    latent = gamma * w_s[:dimension] * vectors[0] + (1 - gamma) * w_p[:dimension] * user
    arrays = (
        y[0] * LOG2E / beta, x * LOG2E / epsilon, latent, y, vectors, np.empty(0),
        attribute @ w_s[dimension:], attribute @ w_p[dimension:],
    )  # fmt: skip
    out = np.empty(3, np.float32)
    call(score_items, np.array([1, 2, 3]), *(array.astype(np.float32) for array in arrays), gamma, 1 - gamma, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)
