"""The protocol keeps its promises on any shop: nothing reserved is seen, nothing touched is asked about."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

from instead.reviews.split import TEST, TRAIN
from instead.settings import PrepareSettings
from instead.substitutes.choice import choice_split
from instead.substitutes.graph import Graph, Pairs, difference, unordered
from instead.substitutes.stored_negatives import negatives_per_triple, stored_negatives
from instead.substitutes.triples import Interactions, QuerySampler, Triples, no_pairs, paper_triples
from tests.shops import SmallShop, make_shop, seeds


def sampler(shop: SmallShop) -> QuerySampler:
    return QuerySampler(shop.interactions, shop.graph, shop.settings.popularity_power, shop.settings.seed)


def as_set(pairs: Pairs) -> set[tuple[int, int]]:
    return {(int(a), int(b)) for a, b in pairs}


def check_sound(shop: SmallShop, triples: Triples, reserved: Pairs) -> None:
    """What every split must satisfy."""
    it, graph = shop.interactions, shop.graph
    edges, kept_out = as_set(graph.pairs()), as_set(reserved)
    touched: dict[int, set[int]] = {}
    for u, v in zip(it.user.tolist(), it.item.tolist(), strict=True):
        touched.setdefault(u, set()).add(v)
    for row in range(len(triples)):
        u, q, j = int(triples.user[row]), int(triples.query[row]), int(triples.chosen[row])
        source = int(triples.interaction[row])
        assert (it.user[source], it.item[source], it.part[source]) == (u, j, triples.part[row])
        assert q not in touched[u]
        pair = (min(q, j), max(q, j))
        assert pair in edges
        assert (pair in kept_out) == (triples.part[row] != TRAIN)
    assert kept_out <= edges
    left = as_set(graph.without(reserved).pairs())
    assert left == edges - kept_out


@given(seed=seeds)
@settings(max_examples=25, deadline=None)
def test_paper_split_is_sound(seed: int) -> None:
    shop = make_shop(seed)
    triples, reserved = paper_triples(sampler(shop))
    check_sound(shop, triples, reserved)
    assert len(set(triples.interaction.tolist())) == len(triples)  # one query per interaction
    again, _ = paper_triples(sampler(shop))
    np.testing.assert_array_equal(triples.query, again.query)


@given(seed=seeds)
@settings(max_examples=25, deadline=None)
def test_choice_split_reserves_all_ten(seed: int) -> None:
    shop = make_shop(seed)
    paper, _ = paper_triples(sampler(shop))
    for kind in ("uniform", "matched"):
        choice = choice_split(paper, sampler(shop), shop.settings, kind)
        check_sound(shop, choice.triples, choice.reserved)
        held_out = choice.triples.rows(choice.triples.part != TRAIN)
        assert choice.decoys.shape == (len(held_out), shop.settings.choice_decoys)
        kept_out = as_set(choice.reserved)
        it = shop.interactions
        for row, decoys in enumerate(choice.decoys.tolist()):
            q, j, u = int(held_out.query[row]), int(held_out.chosen[row]), int(held_out.user[row])
            assert len({*decoys, j, q}) == len(decoys) + 2
            assert set(decoys) <= set(shop.graph.of(q).tolist())
            assert not set(decoys) & set(it.item[it.user == u].tolist())
            assert {(min(q, d), max(q, d)) for d in [*decoys, j]} <= kept_out


def test_training_queries_are_drawn_again_not_dropped() -> None:
    """A training interaction loses its query only if all its eligible pairs are reserved."""
    shop = make_shop(11, edges=60)
    drawn = sampler(shop)
    triples, reserved = paper_triples(drawn)
    it, graph, kept_out = shop.interactions, shop.graph, as_set(reserved)
    with_query = set(triples.interaction.tolist())
    lost = [row for row in np.flatnonzero(it.part == TRAIN).tolist() if row not in with_query]
    assert lost  # else this shop shows nothing
    for row in lost:
        j, mine = int(it.item[row]), set(it.item[it.user == it.user[row]].tolist())
        open_pairs = [q for q in graph.of(j).tolist() if q not in mine and (min(q, j), max(q, j)) not in kept_out]
        assert not open_pairs


def test_query_frequencies_follow_popularity() -> None:
    """P(q) is proportional to training popularity to the power 0.75: chi-square against the formula."""
    items = 8
    popularity = np.array([0, 1, 2, 4, 8, 16, 32, 5])  # item 0 is chosen, 7 is touched by everyone
    user = np.arange(popularity.sum())
    item = np.repeat(np.arange(items), popularity)
    asked = 20_000
    user = np.concatenate([user, np.repeat(user.size + np.arange(asked), 2)])
    item = np.concatenate([item, np.tile([0, 7], asked)])
    part = np.full(user.size, TRAIN, dtype=np.uint8)
    part[-2 * asked :] = TEST
    it = Interactions.build(user.astype(np.int64), item.astype(np.int64), part, int(user.max()) + 1, items)
    graph = Graph.from_pairs(np.array([[0, q] for q in range(1, items)]), items)
    triples = QuerySampler(it, graph, 0.75, 5).draw(TEST)
    chosen_zero = triples.rows(triples.chosen == 0)
    seen = np.bincount(chosen_zero.query, minlength=items)
    assert seen[0] == seen[7] == 0
    weight = popularity[1:7] ** 0.75
    assert stats.chisquare(seen[1:7], weight / weight.sum() * asked).pvalue > 1e-4
    # and the test is sharp enough to tell 0.75 from 1:
    assert stats.chisquare(seen[1:7], popularity[1:7] / popularity[1:7].sum() * asked).pvalue < 1e-6


def test_drawing_again_is_drawing_from_the_rest() -> None:
    """Redrawn training queries follow popularity among what is not reserved: the first draw leaves no trace."""
    items, asked = 6, 20_000
    popularity = np.array([0, 3, 5, 9, 14, 20])
    spare = np.arange(popularity.sum())
    user = np.concatenate([spare, spare.size + np.arange(asked)])
    item = np.concatenate([np.repeat(np.arange(items), popularity), np.zeros(asked, dtype=np.int64)])
    it = Interactions.build(user, item, np.full(user.size, TRAIN, dtype=np.uint8), int(user.max()) + 1, items)
    graph = Graph.from_pairs(np.array([[0, q] for q in range(1, items)]), items)
    reserved = np.array([[0, 4], [0, 5]])
    triples = QuerySampler(it, graph, 0.75, 5).training(reserved)
    seen = np.bincount(triples.query[triples.chosen == 0], minlength=items)
    assert seen[4] == seen[5] == 0
    weight = popularity[1:4] ** 0.75
    assert stats.chisquare(seen[1:4], weight / weight.sum() * asked).pvalue > 1e-4


def test_popularity_counts_training_only() -> None:
    shop = make_shop(2)
    it = shop.interactions
    expected = [int(((it.item == v) & (it.part == TRAIN)).sum()) for v in range(it.items)]
    assert it.popularity().tolist() == expected


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_stored_negatives_leave_out_what_the_user_touched(seed: int) -> None:
    shop = make_shop(seed)
    it = shop.interactions
    triples = paper_triples(sampler(shop))[0].of(TEST)
    count = negatives_per_triple(it, triples, 10)
    table = np.concatenate([*stored_negatives(it, triples, count, seed)]) if len(triples) else np.empty((0, count))
    assert table.shape == (len(triples), count)
    for row, negatives in enumerate(table.tolist()):
        out = {*it.item[it.user == triples.user[row]].tolist(), int(triples.query[row])}
        assert int(triples.chosen[row]) in out
        assert len(set(negatives)) == count
        assert not out & set(negatives)


def test_small_catalogues_get_as_many_negatives_as_there_are() -> None:
    shop = make_shop(4, items=12, users=20, count=60)
    triples = paper_triples(sampler(shop))[0].of(TEST)
    touched = np.bincount(shop.interactions.user)[triples.user].max()
    assert negatives_per_triple(shop.interactions, triples, 1000) == 12 - touched - 1


def test_choice_split_shrinks_in_a_small_shop() -> None:
    shop = make_shop(8, choice_share=0.1)
    paper, _ = paper_triples(sampler(shop))
    choice = choice_split(paper, sampler(shop), shop.settings, "uniform")
    assert len(choice.reserved) <= 0.1 * shop.graph.edges + shop.settings.choice_decoys + 1


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_graph_is_symmetric_and_loses_only_what_is_taken(seed: int) -> None:
    rng = np.random.default_rng(seed)
    items = 15
    source, target = rng.integers(items, size=40), rng.integers(items, size=40)
    pairs = unordered(source, target, items)
    plain = {(min(a, b), max(a, b)) for a, b in zip(source.tolist(), target.tolist(), strict=True) if a != b}
    assert as_set(pairs) == plain
    graph = Graph.from_pairs(pairs, items)
    assert as_set(graph.pairs()) == plain
    for a in range(items):
        assert graph.of(a).tolist() == sorted({*(y for x, y in plain if x == a), *(x for x, y in plain if y == a)})
    taken = pairs[rng.random(len(pairs)) < 0.5]
    assert as_set(difference(pairs, taken, items)) == plain - as_set(taken)


@pytest.mark.parametrize("kind", ["random", "time"])
def test_other_seeds_give_other_splits(kind: str) -> None:
    one, two = make_shop(1, split=kind), make_shop(1, split=kind)
    assert (one.interactions.part == two.interactions.part).all()
    other = PrepareSettings.checked({**one.settings.model_dump(), "seed": 99})
    moved = QuerySampler(one.interactions, one.graph, 0.75, other.seed)
    assert not np.array_equal(moved.training(no_pairs()).query, sampler(one).training(no_pairs()).query)
