"""X and Y against numbers worked by hand from Eq. 1 and Eq. 2 with N = 5."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.matrices import care, quality


def test_care_by_hand() -> None:
    """User 0 mentions attribute 1 once and attribute 2 three times; user 1 says nothing; user 2 attribute 0 twice.

    t = 1: 1 + 4 (1 - e^-1) / (1 + e^-1) = 1 + 4 * 0.632121 / 1.367879 = 2.848469
    t = 2: 1 + 4 (1 - e^-2) / (1 + e^-2) = 1 + 4 * 0.864665 / 1.135335 = 4.046377
    t = 3: 1 + 4 (1 - e^-3) / (1 + e^-3) = 1 + 4 * 0.950213 / 1.049787 = 4.620593
    """
    x = care(np.array([0, 0, 2, 0, 2, 0]), np.array([1, 2, 0, 2, 0, 2]), users=3, attributes=3)
    assert x.dtype == np.float32
    assert x.nnz == 3
    expected = np.array([[0.0, 2.848469, 4.620593], [0.0, 0.0, 0.0], [4.046377, 0.0, 0.0]])
    np.testing.assert_allclose(x.toarray(), expected, atol=1e-6)


def test_quality_by_hand() -> None:
    """Item 0: attribute 0 once praised, attribute 1 twice blamed; item 1: attribute 0 praised and blamed.

    t s = 1:  1 + 4 / (1 + e^-1) = 1 + 4 / 1.367879 = 3.924234
    t s = -2: 1 + 4 / (1 + e^2)  = 1 + 4 / 8.389056 = 1.476812
    t s = 0:  1 + 4 / 2 = 3, mentioned although the sum is zero
    """
    y = quality(
        np.array([0, 0, 0, 1, 1]), np.array([0, 1, 1, 0, 0]), np.array([1, -1, -1, 1, -1]), items=2, attributes=2
    )
    assert y.dtype == np.float32
    assert y.nnz == 3
    np.testing.assert_allclose(y.toarray(), [[3.924234, 1.476812], [3.0, 0.0]], atol=1e-6)


def test_other_scale() -> None:
    assert care(np.array([0]), np.array([0]), users=1, attributes=1, scale=10.0)[0, 0] == pytest.approx(5.159054)


def test_no_mentions() -> None:
    empty = np.empty(0, np.int64)
    assert care(empty, empty, users=2, attributes=3).nnz == 0
    assert quality(empty, empty, empty, items=2, attributes=3).shape == (2, 3)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), st.sampled_from([1, -1])), max_size=200))
def test_every_cell_is_in_range_and_only_mentioned_cells_are_there(mentions: list[tuple[int, int, int]]) -> None:
    columns = np.array(mentions, np.int64).reshape(-1, 3)
    x = care(columns[:, 0], columns[:, 1], users=4, attributes=5)
    y = quality(columns[:, 0], columns[:, 1], columns[:, 2], items=4, attributes=5)
    cells = {(a, b) for a, b, _ in mentions}
    for matrix in (x, y):
        assert set(zip(*matrix.nonzero(), strict=True)) == cells
        if matrix.nnz:
            assert matrix.data.min() >= 1.0
            assert matrix.data.max() <= 5.0


def test_counts_too_large_for_an_exponential_end_at_the_scale() -> None:
    """A thousand mentions of one cell: e^1000 is no float; praise gives N, blame 1, without a warning."""
    many = np.zeros(1000, np.int64)
    assert care(many, many, users=1, attributes=1)[0, 0] == 5.0
    assert quality(many, many, many + 1, items=1, attributes=1)[0, 0] == 5.0
    assert quality(many, many, many - 1, items=1, attributes=1)[0, 0] == 1.0


def test_sentiments_of_a_small_type_do_not_overflow() -> None:
    """Two hundred times +1 as int8, which ends at 127."""
    many = np.zeros(200, np.int64)
    assert quality(many, many, np.ones(200, np.int8), items=1, attributes=1)[0, 0] == pytest.approx(5.0)
