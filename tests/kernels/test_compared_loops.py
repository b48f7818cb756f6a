"""Loops of the compared systems give what their plain twins give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import random as random_sparse

from instead.lab.compared.connector_loops import (
    class_logits,
    class_logits_plainly,
    connector_gradients_plainly,
    last_layer_gradient,
    side_gradient,
)
from instead.lab.compared.document_loops import (
    rows_times_table,
    rows_times_table_plainly,
    table_gradient,
    table_gradient_plainly,
)
from instead.lab.compared.dot_loops import pair_dots, pair_dots_plainly
from instead.lab.compared.gram_loops import add_grams, add_grams_plainly
from instead.lab.compared.row_groups import grouped, grouped_plainly
from instead.lab.compared.stranger_loops import draw_strangers, draw_strangers_plainly
from instead.lab.compared.topic_loops import (
    leanings,
    link_pulls,
    shared_sums,
    softmax_rows,
    spread,
    through_softmax,
    topic_pulls,
    word_chances,
    word_pulls,
)
from instead.lab.compared.topic_tree import TopicTree
from tests.shops import make_shop

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@pytest.mark.parametrize("seed", range(3))
def test_strangers(seed: int) -> None:
    graph = make_shop(seed).graph
    rng = np.random.default_rng(seed)
    item, pool = rng.integers(graph.items, size=60), rng.permutation(graph.items)
    friends = [set(graph.of(i).tolist()) for i in range(graph.items)]
    fast = draw_strangers(item, graph.start, graph.neighbours, pool, 3, np.uint64(seed))
    np.testing.assert_array_equal(fast, draw_strangers_plainly(item, friends, pool, 3, seed))
    possible = np.array([len(friends[i]) < graph.items - 1 for i in item.tolist()])
    for mine, others in zip(item[possible].tolist(), fast[possible].tolist(), strict=True):
        assert not friends[mine] & set(others)
        assert mine not in others


def test_groups() -> None:
    keys = np.random.default_rng(0).integers(9, size=50)
    for fast, plain in zip(grouped(keys, 12), grouped_plainly(keys, 12), strict=True):
        np.testing.assert_array_equal(fast, plain)


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


def test_documents_times_a_table() -> None:
    rng = np.random.default_rng(2)
    documents = random_sparse(20, 9, 0.3, format="csr", dtype=np.float32, random_state=1)
    start, word, value = documents.indptr.astype(np.int64), documents.indices.astype(np.int64), documents.data
    rows, table = rng.permutation(20)[:12], rng.standard_normal((9, 5)).astype(np.float32)
    out = np.zeros((12, 5), np.float32)
    rows_times_table(0, 12, rows, start, word, value, table, out)
    np.testing.assert_allclose(out, rows_times_table_plainly(documents, rows, table), rtol=1e-5, atol=1e-6)
    gradient, found = rng.standard_normal((20, 5)).astype(np.float32), np.zeros((9, 5), np.float32)
    place = np.repeat(np.arange(20), np.diff(start))
    table_gradient(0, 9, *grouped(word, 9), place, value, gradient, found)
    np.testing.assert_allclose(found, table_gradient_plainly(documents, gradient), rtol=1e-5, atol=1e-6)


def test_the_connector() -> None:
    rng = np.random.default_rng(3)
    of_left, of_right = rng.standard_normal((2, 15, 7)).astype(np.float32)
    layer, bias = rng.standard_normal((3, 7)).astype(np.float32), rng.standard_normal(3).astype(np.float32)
    left, right = rng.integers(15, size=(2, 33))
    logits = np.empty((33, 3), np.float32)
    class_logits(of_left, of_right, layer, bias, left, right, logits)
    plain = class_logits_plainly(of_left, of_right, layer, bias, left, right)
    np.testing.assert_allclose(logits, plain, rtol=1e-4, atol=1e-5)
    g = rng.standard_normal((33, 3)).astype(np.float32)
    d_left, d_right, d_layer = (
        np.zeros((15, 7), np.float32), np.zeros((15, 7), np.float32), np.zeros((4, 3, 7), np.float32)
    )  # fmt: skip
    side_gradient(0, 15, *grouped(left, 15), of_left, of_right, right, layer, g, d_left)
    side_gradient(0, 15, *grouped(right, 15), of_right, of_left, left, layer, g, d_right)
    last_layer_gradient(0, 33, 9, of_left, of_right, left, right, g, d_layer)
    expected = connector_gradients_plainly(of_left, of_right, layer, left, right, g)
    for found, wanted in zip((d_left, d_right, d_layer.sum(axis=0)), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def test_normal_equations() -> None:
    rng = np.random.default_rng(5)
    start, column = np.array([0, 3, 3, 7, 12]), rng.integers(6, size=12)
    table = rng.standard_normal((6, 4)).astype(np.float32)
    out, sums = np.zeros((3, 4, 4)), np.zeros((3, 4))
    add_grams(1, 4, start, column, table, 0.7, 1.3, out, sums)
    plain = add_grams_plainly(1, 4, start, column, table, 0.7, 1.3)
    np.testing.assert_allclose(out, plain[0], rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(sums, plain[1], rtol=1e-6, atol=1e-7)


def test_dots() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.standard_normal((4, 5)).astype(np.float32), rng.standard_normal((9, 5)).astype(np.float32)
    left, right, out = rng.integers(4, size=20), rng.integers(9, size=20), np.empty(20, np.float32)
    pair_dots(a, b, left, right, out)
    np.testing.assert_allclose(out, pair_dots_plainly(a, b, left, right), rtol=1e-5, atol=1e-6)
