"""The category tree as arrays, on one drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest

from instead.lab.compared.category_tree import CategoryTree

PATHS = [["toys", "games", "chess"], ["toys", "games", "chess"], ["toys", "games"], ["toys", "dolls"], ["tools"], []]
TREE = CategoryTree.of(PATHS)


def similarity(one: int, other: int) -> float:
    return float(TREE.similarity(np.array([one]), np.array([other]))[0])


def test_similarity_is_that_of_wu_and_palmer() -> None:
    assert similarity(0, 1) == 1
    assert similarity(0, 2) == pytest.approx(2 * 2 / 5)
    assert similarity(2, 0) == similarity(0, 2)
    assert similarity(0, 3) == pytest.approx(2 * 1 / 5)
    assert similarity(0, 4) == 0
    assert similarity(5, 5) == 0


def test_relatives_come_from_under_a_node_of_the_path() -> None:
    rng = np.random.default_rng(0)
    for item, allowed in ((0, {0, 1, 2, 3}), (3, {0, 1, 2, 3}), (4, {4}), (5, {5})):
        assert set(TREE.relatives(np.full(300, item), rng).tolist()) == allowed
    counts = np.bincount(TREE.relatives(np.zeros(30_000, np.int64), rng), minlength=6) / 30_000
    # chess: 0 and 1; games: 0, 1 and 2; toys: 0 to 3
    np.testing.assert_allclose(counts[:4], [(1 / 2 + 1 / 3 + 1 / 4) / 3] * 2 + [(1 / 3 + 1 / 4) / 3, 1 / 12], atol=0.02)


def test_the_mean_of_siblings() -> None:
    vectors = np.arange(12, dtype=np.float32).reshape(6, 2)
    mean = TREE.siblings_mean(vectors, np.array([True, True, True, False, True, True]))
    np.testing.assert_array_equal(mean[0], vectors[:2].mean(axis=0))
    np.testing.assert_array_equal(mean[2], vectors[2])
    np.testing.assert_array_equal(mean[3], [0, 0])  # the only doll, and nothing is known of it
    np.testing.assert_array_equal(mean[5], [0, 0])


def test_a_shop_of_items_without_paths_has_no_tree_to_fall_from() -> None:
    bare = CategoryTree.of([[], []])
    assert bare.similarity(np.array([0]), np.array([1])).tolist() == [0]
    assert bare.relatives(np.array([0, 1]), np.random.default_rng(0)).tolist() == [0, 1]
