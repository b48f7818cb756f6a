"""Reference models against numbers worked by hand on a graph of six items and three users."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.kernels.streams import GOLDEN
from instead.models.context import Askers, Context, SparseRows
from instead.models.reference.attribute_tfidf import AttributeTfIdf
from instead.models.reference.category_popularity import CategoryPopularity
from instead.models.reference.common_neighbours import adamic_adar, resource_allocation
from instead.models.reference.item_knn import ItemKNN
from instead.models.reference.popularity import Popularity
from instead.models.reference.propagation import Propagation
from instead.models.reference.random_scores import RandomScores
from instead.rng import stage_seed
from instead.substitutes.graph import Graph, triples_graph

# 0 - 1, 0 - 2, 1 - 3, 2 - 3, 3 - 4; item 5 stands alone. Degrees 2 2 2 3 1 0.
GRAPH = Graph.from_pairs(np.array([[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]]), 6)
STRANGER = Context.of_strangers(np.array([0]))


def test_common_neighbours() -> None:
    """Of items 0 and 3 the common neighbours are 1 and 2, both of degree 2."""
    shared = adamic_adar(GRAPH).score_all(STRANGER)[0]
    assert shared[1:].tolist() == pytest.approx([0, 0, 2 / math.log(2), 0, 0])
    allocated = resource_allocation(GRAPH).score_all(Context.of_strangers(np.array([1])))[0]
    # Item 1 meets item 2 in 0 (degree 2) and in 3 (degree 3), item 4 in 3.
    assert allocated[[0, 2, 3, 4, 5]].tolist() == pytest.approx([0, 1 / 2 + 1 / 3, 0, 1 / 3, 0])


def test_propagation() -> None:
    """S has 1/2 on 0-1 and 0-2, 1/sqrt 6 on 1-3 and 2-3, 1/sqrt 3 on 3-4."""
    one, two, three = 1 / 2, 2 * 1 / 2 / math.sqrt(6), 2 * 1 / 2 / math.sqrt(6) / math.sqrt(3)
    back = 1 / 2 * (1 / 2 * 1 / 2 * 2) + 2 * (1 / 2 / math.sqrt(6) / math.sqrt(6))  # 0-1-0-1 and such, 0-2-3-1 and such
    near = Propagation(GRAPH, 2).score_all(STRANGER)[0]
    assert near[1:].tolist() == pytest.approx([one, one, two, 0, 0])
    far = Propagation(GRAPH, 3).score_all(STRANGER)[0]
    assert far[1:].tolist() == pytest.approx([one + back, one + back, two, three, 0])
    indirect = Propagation(GRAPH, 3, direct=False).score_all(STRANGER)[0]
    assert indirect[1:].tolist() == pytest.approx([back, back, two, three, 0])


def test_item_knn() -> None:
    """User 0 has item 0, user 1 items 0 and 1, user 2 items 1 and 2; item counts 2 2 1 0."""
    visits = csr_matrix(np.array([[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0]]))
    scores = ItemKNN(visits, shrink=0.0).score_all(Context.of_users(np.array([0, 1]), np.array([3, 3]), visits))
    near = 1 / math.sqrt(2 * 2), 1 / math.sqrt(2 * 1)  # items 0 and 1, items 1 and 2
    np.testing.assert_allclose(scores, [[0, near[0], 0, 0], [near[0], near[0], near[1], 0]], atol=1e-7)
    shrunk = ItemKNN(visits, shrink=2.0).score_all(Context.of_users(np.array([0]), np.array([3]), visits))
    np.testing.assert_allclose(shrunk, [[0, 1 / 4, 0, 0]], atol=1e-7)


def test_item_knn_knows_a_visit_as_it_knows_a_user() -> None:
    """A stranger who has looked at item 0 is answered as user 0, who had it; nobody had anything with item 3."""
    visits = csr_matrix(np.array([[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0]]))
    model, query = ItemKNN(visits), np.array([3, 3])
    nothing = Askers.strangers(2)
    viewed = SparseRows.of_lists([[0], []])
    visit = Askers(nothing.known, nothing.had, viewed, nothing.observed, nothing.stated, nothing.time)
    known = model.score_all(Context.of_users(np.array([0]), np.array([3]), visits))
    np.testing.assert_array_equal(model.score_all(Context(visit, query)), np.vstack([known, np.zeros((1, 4))]))
    both = Askers(nothing.known, viewed, viewed, nothing.observed, nothing.stated, nothing.time)
    np.testing.assert_array_equal(model.score_all(Context(both, query)), model.score_all(Context(visit, query)))


def test_item_knn_takes_the_query_for_the_history_of_somebody_without_one() -> None:
    """Otherwise every item had 0, and a list would be the catalogue from its beginning."""
    visits = csr_matrix(np.array([[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0]]))
    model, query = ItemKNN(visits), np.array([2, 0, 2])
    nothing = Askers.strangers(3)
    mixed = Askers(
        nothing.known, nothing.had, SparseRows.of_lists([[], [], [1]]), nothing.observed, nothing.stated, nothing.time
    )
    first, second, third = model.score_all(Context(mixed, query))
    assert first.tolist() == [0.0, pytest.approx(1 / math.sqrt(12 * 11)), 0.0, 0.0]
    assert second.tolist() == [0.0, pytest.approx(1 / 12), 0.0, 0.0]
    assert third.tolist() == [pytest.approx(1 / 12), 0.0, pytest.approx(1 / math.sqrt(12 * 11)), 0.0]  # not the query's


def test_attributes() -> None:
    """Three items; attribute 0 belongs to all and says nothing, attribute 1 to items 0 and 1, attribute 2 to item 2."""
    model = AttributeTfIdf.of(csr_matrix(np.array([[4, 2, 0], [1, 5, 0], [3, 0, 1]])))
    scores = model.score_all(Context.of_strangers(np.array([0, 2])))
    np.testing.assert_allclose(scores, [[1, 1, 0], [0, 0, 1]], atol=1e-7)


def test_popularity_is_the_same_for_everybody() -> None:
    model = Popularity(np.array([3, 1, 2]))
    assert model.score(Context.of_strangers(np.array([0, 0])), np.array([[1, 2], [2, 1]])).tolist() == [[1, 2], [2, 1]]


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
    model = CategoryPopularity.of(popularity, paths)
    scores = model.score_all(Context.of_strangers(np.array([0, 4])))
    assert np.argsort(-scores[0]).tolist() == [2, 0, 1, 3, 4, 5]  # three levels in common, two, one, none
    assert np.argsort(-scores[1]).tolist() == np.argsort(-popularity).tolist()  # a query without a category
    assert np.floor(scores[0]).tolist() == [3, 2, 3, 1, 0, 0]
    flat = CategoryPopularity.of(popularity, [[]] * 6).score_all(STRANGER)[0]
    assert np.argsort(-flat).tolist() == np.argsort(-popularity).tolist()


def test_chance_is_flat() -> None:
    model = RandomScores(1000, seed=3)
    scores = model.score_all(Context.of_strangers(np.arange(50)))
    assert scores.min() >= 0.0
    assert scores.max() < 1.0
    assert abs(scores.mean() - 0.5) < 0.005
    assert abs(np.corrcoef(scores[0], scores[1])[0, 1]) < 0.15
    assert not np.array_equal(scores, RandomScores(1000, seed=4).score_all(Context.of_strangers(np.arange(50))))


def test_a_graph_of_training_triples() -> None:
    graph = triples_graph(np.array([0, 1, 1, 2]), np.array([1, 0, 3, 3]), 5)
    assert graph.pairs().tolist() == [[0, 1], [1, 3], [2, 3]]


def test_chance_is_a_hash_of_seed_query_and_item() -> None:
    """splitmix64 on whole numbers of Python: the same score whatever stands beside it."""
    word, golden = 2**64, int(GOLDEN)

    def mixed(state: int) -> int:
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % word
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB % word
        return state ^ (state >> 31)

    query, items = [5, 0, 70_000], [[0, 1], [2, 9], [4, 4]]
    found = RandomScores(10, seed=4).score(Context.of_strangers(np.array(query)), np.array(items))
    for row, q in enumerate(query):
        state = mixed(q * golden % word ^ stage_seed(4, "random model"))
        drawn = [mixed(state ^ (item + 1) * golden % word) >> 40 for item in items[row]]
        assert found[row].tolist() == [number / 2**24 for number in drawn]
