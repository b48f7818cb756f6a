"""The first k, and diverse lists."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from instead.ranking.top import best, diverse, likeness
from tests.small_shop import few


@few
@given(arrays(np.float32, st.integers(1, 40), elements=st.integers(0, 9).map(float)), st.integers(1, 50))
def test_best_is_a_stable_sort(scores: np.ndarray, k: int) -> None:
    assert best(scores, k).tolist() == np.argsort(-scores, kind="stable")[:k].tolist()


def test_without_diversity_the_order_is_that_of_the_scores() -> None:
    scores = np.array([5.0, 4.0, 3.0, 2.0], np.float32)
    alike = np.ones((4, 4), np.float32)
    assert diverse(scores, alike, 3, 0.0).tolist() == [0, 1, 2]


def test_a_twin_of_the_best_makes_way() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1], [-1, 0]], np.float32)
    scores = np.array([3.0, 2.9, 2.0, 1.0], np.float32)
    alike = likeness(vectors)
    assert alike[0].tolist() == [1.0, 1.0, 0.5, 0.0]
    assert diverse(scores, alike, 2, 0.5).tolist() == [0, 2]
    assert diverse(scores, alike, 2, 1.0).tolist() == [0, 3]
    assert sorted(diverse(scores, alike, 9, 0.5).tolist()) == [0, 1, 2, 3]
