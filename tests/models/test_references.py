"""Reference models against numbers worked by hand on a graph of six items and three users."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.kernels.streams import GOLDEN
from instead.models.graph_references import Propagation, adamic_adar, resource_allocation, triples_graph
from instead.models.references import AttributeTfIdf, CategoryPopularity, ItemKNN, Popularity, Random
from instead.rng import stage_seed
from instead.substitutes.graph import Graph

# 0 - 1, 0 - 2, 1 - 3, 2 - 3, 3 - 4; item 5 stands alone. Degrees 2 2 2 3 1 0.
GRAPH = Graph.from_pairs(np.array([[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]]), 6)
NOBODY, QUERY = np.array([0]), np.array([0])


def test_common_neighbours() -> None:
    """Of items 0 and 3 the common neighbours are 1 and 2, both of degree 2."""
    shared = adamic_adar(GRAPH).score_all(NOBODY, QUERY)[0]
    assert shared[1:].tolist() == pytest.approx([0, 0, 2 / math.log(2), 0, 0])
    allocated = resource_allocation(GRAPH).score_all(NOBODY, np.array([1]))[0]
    # Item 1 meets item 2 in 0 (degree 2) and in 3 (degree 3), item 4 in 3.
    assert allocated[[0, 2, 3, 4, 5]].tolist() == pytest.approx([0, 1 / 2 + 1 / 3, 0, 1 / 3, 0])


def test_propagation() -> None:
    """S has 1/2 on 0-1 and 0-2, 1/sqrt 6 on 1-3 and 2-3, 1/sqrt 3 on 3-4."""
    one, two, three = 1 / 2, 2 * 1 / 2 / math.sqrt(6), 2 * 1 / 2 / math.sqrt(6) / math.sqrt(3)
    back = 1 / 2 * (1 / 2 * 1 / 2 * 2) + 2 * (1 / 2 / math.sqrt(6) / math.sqrt(6))  # 0-1-0-1 and such, 0-2-3-1 and such
    near = Propagation(GRAPH, 2).score_all(NOBODY, QUERY)[0]
    assert near[1:].tolist() == pytest.approx([one, one, two, 0, 0])
    far = Propagation(GRAPH, 3).score_all(NOBODY, QUERY)[0]
    assert far[1:].tolist() == pytest.approx([one + back, one + back, two, three, 0])
    indirect = Propagation(GRAPH, 3, direct=False).score_all(NOBODY, QUERY)[0]
    assert indirect[1:].tolist() == pytest.approx([back, back, two, three, 0])


def test_item_knn() -> None:
    """User 0 has item 0, user 1 items 0 and 1, user 2 items 1 and 2; item counts 2 2 1 0."""
    visits = csr_matrix(np.array([[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0]]))
    scores = ItemKNN(visits, shrink=0.0).score_all(np.array([0, 1]), np.array([3, 3]))
    near = 1 / math.sqrt(2 * 2), 1 / math.sqrt(2 * 1)  # items 0 and 1, items 1 and 2
    np.testing.assert_allclose(scores, [[0, near[0], 0, 0], [near[0], near[0], near[1], 0]], atol=1e-7)
    shrunk = ItemKNN(visits, shrink=2.0).score_all(np.array([0]), np.array([3]))
    np.testing.assert_allclose(shrunk, [[0, 1 / 4, 0, 0]], atol=1e-7)


def test_attributes() -> None:
    """Three items; attribute 0 belongs to all and says nothing, attribute 1 to items 0 and 1, attribute 2 to item 2."""
    model = AttributeTfIdf(csr_matrix(np.array([[4, 2, 0], [1, 5, 0], [3, 0, 1]])))
    scores = model.score_all(np.array([0, 0]), np.array([0, 2]))
    np.testing.assert_allclose(scores, [[1, 1, 0], [0, 0, 1]], atol=1e-7)


def test_popularity_is_the_same_for_everybody() -> None:
    model = Popularity(np.array([3, 1, 2]))
    assert model.score(np.array([0, 1]), np.array([0, 0]), np.array([[1, 2], [2, 1]])).tolist() == [[1, 2], [2, 1]]


def test_the_shared_category_comes_before_popularity() -> None:
    paths = [
        ["shop", "toys", "cars"],
        ["shop", "toys"],
        ["shop", "toys", "cars"],
        ["shop", "cars"],
        [],
        ["toys", "cars"],
    ]
    popularity = np.array([1, 90, 2, 1_000_000, 1_000_001, 5])
    model = CategoryPopularity(popularity, paths)
    scores = model.score_all(np.zeros(2, np.int64), np.array([0, 4]))
    assert np.argsort(-scores[0]).tolist() == [2, 0, 1, 3, 4, 5]  # three levels in common, two, one, none
    assert np.argsort(-scores[1]).tolist() == np.argsort(-popularity).tolist()  # a query without a category
    assert np.floor(scores[0]).tolist() == [3, 2, 3, 1, 0, 0]
    flat = CategoryPopularity(popularity, [[]] * 6).score_all(NOBODY, QUERY)[0]
    assert np.argsort(-flat).tolist() == np.argsort(-popularity).tolist()


def test_chance_is_flat() -> None:
    model = Random(1000, seed=3)
    scores = model.score_all(np.arange(50), np.arange(50))
    assert scores.min() >= 0.0
    assert scores.max() < 1.0
    assert abs(scores.mean() - 0.5) < 0.005
    assert abs(np.corrcoef(scores[0], scores[1])[0, 1]) < 0.15
    assert not np.array_equal(scores, Random(1000, seed=4).score_all(np.arange(50), np.arange(50)))


def test_a_graph_of_training_triples() -> None:
    graph = triples_graph(np.array([0, 1, 1, 2]), np.array([1, 0, 3, 3]), 5)
    assert graph.pairs().tolist() == [[0, 1], [1, 3], [2, 3]]


def test_chance_is_a_hash_of_seed_user_query_and_item() -> None:
    """splitmix64 on whole numbers of Python: the same score whatever stands beside it."""
    word, golden = 2**64, int(GOLDEN)

    def mixed(state: int) -> int:
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % word
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB % word
        return state ^ (state >> 31)

    user, query, items = [0, 3, 70_000], [5, 0, 1], [[0, 1], [2, 9], [4, 4]]
    found = Random(10, seed=4).score(np.array(user), np.array(query), np.array(items))
    for row, (u, q) in enumerate(zip(user, query, strict=True)):
        state = mixed(mixed(u * golden % word ^ stage_seed(4, "random model")) ^ q * golden % word)
        drawn = [mixed(state ^ (item + 1) * golden % word) >> 40 for item in items[row]]
        assert found[row].tolist() == [number / 2**24 for number in drawn]
