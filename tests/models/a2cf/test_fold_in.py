"""Vectors of strangers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.models.a2cf.fold_in import FoldIn, care_features, quality_features


def test_a_linear_world_is_found_again() -> None:
    rng = np.random.default_rng(0)
    rows = csr_matrix((rng.random((400, 12)) < 0.3) * rng.random((400, 12)))
    weight = rng.normal(size=(12, 5))
    vectors = (rows @ weight + rng.normal(size=5)).astype(np.float32)
    folding = FoldIn(rows, vectors, ridge=1e-6)
    spoken = np.diff(rows.indptr) > 0
    np.testing.assert_allclose(folding.vectors(rows)[spoken], vectors[spoken], atol=1e-2)
    assert folding.vectors(rows)[~spoken][0] == pytest.approx(vectors.mean(axis=0), abs=1e-5)


def test_nothing_said_is_the_mean_and_a_strong_ridge_stays_near_it() -> None:
    rng = np.random.default_rng(1)
    rows = csr_matrix(rng.random((50, 4)))
    vectors = rng.normal(size=(50, 3)).astype(np.float32)
    mean = vectors.mean(axis=0)
    assert FoldIn(rows, vectors, 1.0).vectors(csr_matrix((1, 4)))[0] == pytest.approx(mean, abs=1e-6)
    far = FoldIn(rows, vectors, 1e9).vectors(rows[:5])
    np.testing.assert_allclose(far, np.tile(mean, (5, 1)), atol=1e-4)


def test_features_have_their_range() -> None:
    cells = csr_matrix(np.array([[1.0, 5.0, 0.0], [3.0, 0.0, 0.0]]))
    assert care_features(cells, 5.0).toarray().tolist() == [[0.0, 1.0, 0.0], [0.5, 0.0, 0.0]]
    assert quality_features(cells, 5.0).toarray().tolist() == [[1, 1, 0, -1, 1, 0], [1, 0, 0, 0, 0, 0]]
