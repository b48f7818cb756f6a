"""Sums over the topics of a category path beside the same algebra on the full table of topics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special

from instead.lab.compared.row_groups import grouped
from instead.lab.compared.topic_loops import (
    leanings,
    link_pulls,
    shared_sums,
    softmax_rows,
    spread,
    through_softmax,
    topic_pulls,
    widths,
    word_chances,
    word_pulls,
)
from instead.lab.compared.topic_tree import TopicTree

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass
class Topical:
    """Items of a small tree: two aisles, one with two shelves; some items stand at the root or in the aisle."""

    tree: TopicTree
    theta: Floats  # (items, W)
    wide: NDArray[np.float64]  # (items, topics)
    rng: np.random.Generator

    @property
    def shape(self) -> tuple[Ints, NDArray[np.int32], int, int]:
        return self.tree.path, self.tree.bases, self.tree.root, self.tree.each


@pytest.fixture
def topical() -> Topical:
    paths = [["a", "b"], ["a", "c"], ["a"], ["d"], []] * 6
    tree = TopicTree.of(paths, root=3, each=2, least=2)
    assert tree is not None
    assert (tree.nodes, tree.topics, tree.width) == (5, 11, 7)
    rng = np.random.default_rng(4)
    logits = rng.standard_normal((30, tree.width)).astype(np.float32)
    theta = np.empty_like(logits)
    softmax_rows(logits, tree.widths()[tree.path], theta)
    return Topical(tree, theta, spread(theta, tree.path, tree.bases, tree.root, tree.each, tree.topics), rng)


def test_topics_sum_to_one_on_the_own_path(topical: Topical) -> None:
    np.testing.assert_allclose(topical.wide.sum(axis=1), 1.0, rtol=1e-6)
    assert ((topical.wide > 0).sum(axis=1) == topical.tree.widths()[topical.tree.path]).all()
    assert (topical.theta[4, 3:] == 0).all()  # no category: the root's topics alone


def test_rows_lead_to_the_topics_of_the_nodes_on_the_path(topical: Topical) -> None:
    """Nodes own topics in the order root (3), a, a/b, a/c, d (2 each); here with names in place of numbers."""
    owned = {"": [0, 1, 2], "a": [3, 4], "ab": [5, 6], "ac": [7, 8], "d": [9, 10]}
    nodes = [["", "a", "ab"], ["", "a", "ac"], ["", "a"], ["", "d"], [""]] * 6
    topics = [[topic for node in path for topic in owned[node]] for path in nodes]
    assert widths(topical.tree.bases, 3, 2)[topical.tree.path].tolist() == [len(mine) for mine in topics]
    wide = np.zeros((30, 11))
    for row, mine in enumerate(topics):
        wide[row, mine] = topical.theta[row, : len(mine)]
    np.testing.assert_array_equal(topical.wide, wide)


def test_softmax_over_the_first_places_of_a_row() -> None:
    logits = np.array([[1, 2, 3, 4], [900, -900, 900, 7], [0.5, 9, 9, 9]], np.float32)
    out = np.full((3, 4), np.nan, np.float32)
    softmax_rows(logits, np.array([4, 3, 1]), out)
    expected = [*special.softmax(logits[0]), *special.softmax(logits[1, :3]), 0, 1, 0, 0, 0]
    np.testing.assert_allclose(out.ravel(), expected, rtol=1e-6)


def test_shared_sums(topical: Topical) -> None:
    left, right = topical.rng.integers(30, size=(2, 50))
    weights = topical.rng.standard_normal(11).astype(np.float32)
    found = np.empty(50, np.float32)
    shared_sums(topical.theta, *topical.shape, weights, left, right, found)
    np.testing.assert_allclose(found, (topical.wide[left] * topical.wide[right]) @ weights, rtol=1e-5, atol=1e-6)
    lean = np.empty(30, np.float32)
    leanings(topical.theta, *topical.shape, weights, lean)
    np.testing.assert_allclose(lean, topical.wide @ weights, rtol=1e-5, atol=1e-6)


def test_link_pulls(topical: Topical) -> None:
    rng, tree, size = topical.rng, topical.tree, 8
    left, right = rng.integers(30, size=(2, 50))
    g, lean = rng.standard_normal(50).astype(np.float32), rng.standard_normal(30).astype(np.float32)
    beta, eta = rng.standard_normal((2, 11)).astype(np.float32)
    start, order = grouped(np.concatenate([left, right]), 30)
    other, twice = np.concatenate([right, left]), np.concatenate([g, g])
    d_theta, sums = np.zeros_like(topical.theta), np.zeros((2, 4, 11), np.float32)
    link_pulls(0, 30, size, start, order, other, twice, lean, topical.theta, *topical.shape, beta, eta, d_theta, *sums)
    between = np.zeros((30, 30))
    np.add.at(between, (left, right), g)
    pull = (between + between.T) @ topical.wide
    mine = spread(np.ones_like(d_theta), tree.path, tree.bases, tree.root, tree.each, tree.topics)
    expected = mine * (pull * beta + lean[:, None] * eta)
    np.testing.assert_allclose(spread(d_theta, *topical.shape, 11), expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(sums[0].sum(axis=0) / 2, ((topical.wide[left] * topical.wide[right]).T @ g),
                               rtol=1e-4, atol=1e-5)  # fmt: skip
    np.testing.assert_allclose(sums[1].sum(axis=0), lean @ topical.wide, rtol=1e-4, atol=1e-5)


def test_words(topical: Topical) -> None:
    rng = topical.rng
    phi = rng.random((6, 11)).astype(np.float32)
    item, word = rng.integers(30, size=40), rng.integers(6, size=40)
    g, chance = rng.standard_normal(40).astype(np.float32), np.empty(40, np.float32)
    word_chances(topical.theta, *topical.shape, phi, item, word, chance)
    np.testing.assert_allclose(chance, (topical.wide[item] * phi[word]).sum(axis=1), rtol=1e-5)
    amounts = np.zeros((30, 6))
    np.add.at(amounts, (item, word), g)
    d_theta, d_phi = np.zeros_like(topical.theta), np.zeros_like(phi)
    start, order = grouped(item, 30)
    topic_pulls(0, 30, start, order, *topical.shape, phi, word, g, d_theta)
    mine = topical.wide > 0
    np.testing.assert_allclose(spread(d_theta, *topical.shape, 11), mine * (amounts @ phi), rtol=1e-4, atol=1e-5)
    start, order = grouped(word, 6)
    word_pulls(0, 6, start, order, topical.theta, *topical.shape, item, g, d_phi)
    np.testing.assert_allclose(d_phi, amounts.T @ topical.wide, rtol=1e-4, atol=1e-5)


def test_through_a_softmax(topical: Topical) -> None:
    gradient = topical.rng.standard_normal(topical.theta.shape).astype(np.float32)
    mean = (topical.theta * gradient).sum(axis=1, keepdims=True)
    expected = topical.theta * (gradient - mean)
    through_softmax(0, 30, topical.theta, gradient)
    np.testing.assert_allclose(gradient, expected, rtol=1e-4, atol=1e-6)
