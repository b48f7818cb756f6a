"""In `choice_matched` nothing but the user tells which item was taken: calipers, rates, and every place as likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from instead.reviews.split import TEST, TRAIN, VALIDATION, split_parts
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.substitutes.choice import Choice, Decoys, choice_split
from instead.substitutes.graph import Graph, unordered
from instead.substitutes.matched_decoys import CAUSES, MatchedDecoys, draw_subset, subset_sums
from instead.substitutes.triples import Interactions, QuerySampler, paper_triples
from tests.shops import SmallShop, make_shop, seeds
from tests.substitutes.plain_matching import PlainMatching

Ints = NDArray[np.int64]
rates = st.lists(st.floats(0.1, 10.0), min_size=4, max_size=9)


def sampler(shop: SmallShop) -> QuerySampler:
    return QuerySampler(shop.interactions, shop.graph, shop.settings.popularity_power, shop.settings.seed)


def split(shop: SmallShop, kind: Decoys = "matched") -> Choice:
    return choice_split(paper_triples(sampler(shop))[0], sampler(shop), shop.settings, kind)


def lists(choice: Choice) -> Ints:
    """(held-out triples, 1 + decoys) the chosen item first."""
    held_out = choice.triples.rows(choice.triples.part != TRAIN)
    return np.concatenate([held_out.chosen[:, None], choice.decoys], axis=1)


def uneven_shop(seed: int) -> SmallShop:
    """Popularity over two orders of magnitude, and popular items with more links: what a matching must not show."""
    rng, items, users = np.random.default_rng(seed), 60, 2500
    fame = np.exp(rng.normal(0.0, 1.0, items))
    user = np.repeat(np.arange(users), 4)
    item = rng.choice(items, user.size, p=fame / fame.sum())
    keys = np.unique(user * items + item)
    user, item = keys // items, keys % items
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(items), np.arange(items)))
    near = rng.random(a.size) < 0.35 * np.minimum(1.0, (fame[a] * fame[b]) ** 0.4)
    chosen = PrepareSettings(seed=seed, choice_test=500, choice_validation=500, choice_decoys=3, choice_share=1.0)
    part = split_parts(user, item, np.full(user.size, -1, dtype=np.int64), chosen)
    graph = Graph.from_pairs(unordered(a[near], b[near], items), items)
    return SmallShop(Interactions.build(user, item, part, users, items), graph, chosen)


@given(rates=rates, count=st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_sums_over_subsets(rates: list[float], count: int) -> None:
    found = subset_sums(np.array(rates), count)
    for at in range(len(rates) + 1):
        for size in range(count + 1):
            plain = sum(prod(some) for some in combinations(rates[at:], size))
            assert found[at, size] == pytest.approx(plain)


def test_subsets_are_drawn_by_the_product_of_their_rates() -> None:
    rates, rng = np.array([0.2, 1.0, 3.0, 1.5, 0.7]), np.random.default_rng(3)
    table = subset_sums(rates, 2)
    seen = Counter(tuple(sorted(draw_subset(rates, table, rng).tolist())) for _ in range(8000))
    pairs = list(combinations(range(5), 2))
    expected = np.array([rates[a] * rates[b] for a, b in pairs])
    assert stats.chisquare([seen[pair] for pair in pairs], 8000 * expected / expected.sum()).pvalue > 1e-4
    first = sum(int(draw_subset(rates, table, rng)[0]) == 2 for _ in range(2000))
    assert 600 < first < 1000  # in four of five pairs, and first in half of those: the order tells nothing


@given(seed=seeds, part=st.sampled_from([TEST, VALIDATION]))
@settings(max_examples=25, deadline=None)
def test_rates_are_those_of_a_plain_loop(seed: int, part: int) -> None:
    shop = make_shop(seed)
    found, plain = MatchedDecoys(sampler(shop), part, 3, 3.0).rates, PlainMatching(shop, part).rates
    source = np.repeat(np.arange(shop.graph.items), shop.graph.degree).tolist()
    mine = {
        (q, x): rate for q, x, rate in zip(source, shop.graph.neighbours.tolist(), found.tolist(), strict=True) if rate
    }
    assert mine == pytest.approx(plain)


@given(seed=seeds)
@settings(max_examples=25, deadline=None)
def test_who_touched_no_other_of_a_list(seed: int) -> None:
    shop = make_shop(seed)
    matched, plain = MatchedDecoys(sampler(shop), TEST, 3, 3.0), PlainMatching(shop, TEST)
    items = np.random.default_rng(seed).permutation(shop.interactions.items)[:4]
    assert matched.free(items).tolist() == pytest.approx(plain.free(items.tolist()))


@given(seed=seeds, caliper=st.sampled_from([1.3, 2.0, 3.0]))
@settings(max_examples=25, deadline=None)
def test_decoys_are_within_the_caliper(seed: int, caliper: float) -> None:
    shop = make_shop(seed, users=60, count=500, edges=250, choice_caliper=caliper, choice_decoys=2)
    choice = split(shop)
    popularity, degree = shop.interactions.popularity(), shop.graph.degree - 1  # without the edge to the query
    for among in lists(choice).tolist():
        for measure in (popularity[among], degree[among]):
            assert measure.max() < caliper * max(measure.min(), 1) * (1 + 1e-9)


def test_what_is_left_out_is_counted() -> None:
    shop = make_shop(5, users=60, count=500, edges=250, choice_test=1000, choice_validation=1000)
    choice, paper = split(shop), paper_triples(sampler(shop))[0]
    assert list(choice.left_out) == list(CAUSES)
    assert all(choice.left_out.values())
    held_out = int((paper.part != TRAIN).sum())
    assert len(choice.decoys) + sum(choice.left_out.values()) == held_out
    assert split(shop, "uniform").left_out == {}


def test_a_wider_caliper_leaves_fewer_out() -> None:
    shop = uneven_shop(0)
    kept = []
    for caliper in (1.2, 2.0, 4.0):
        chosen = PrepareSettings.checked({**shop.settings.model_dump(), "choice_caliper": caliper})
        found = split(replace(shop, settings=chosen))
        kept.append((len(found.decoys), -found.left_out["no_match"]))
    assert kept[0] < kept[1] < kept[2]
    assert kept[0][1] < kept[1][1] < kept[2][1]


def test_each_of_a_set_is_the_answer_equally_often() -> None:
    """The whole draw for one query: answers come by their rates, and within any set they are exchangeable."""
    shop = uneven_shop(1)
    matched = MatchedDecoys(sampler(shop), TEST, 2, 1e9)  # one cell: rates alone have to even it out
    query = int(np.argsort(shop.graph.degree)[len(shop.graph.degree) // 3])
    row = slice(shop.graph.start[query], shop.graph.start[query + 1])
    items, rates = shop.graph.neighbours[row][:6], np.array([0.2, 1.0, 3.0, 1.5, 0.7, 0.4])
    matched.rates[row] = np.pad(rates, (0, shop.graph.degree[query] - 6))
    matched.free = lambda items: np.ones(items.size)  # type: ignore[method-assign]  # nobody asks for themselves here
    nobody = int(np.flatnonzero([not set(shop.graph.of(query)) & set(mine) for mine in histories(shop)])[0])
    rng, seen = stage_rng(4, "draws"), Counter[tuple[frozenset[int], int]]()
    for chosen in rng.choice(items, 12_000, p=rates / rates.sum()).tolist():
        decoys = matched.draw(nobody, query, chosen, rng)
        if decoys is not None:
            seen[frozenset([chosen, *decoys.tolist()]), chosen] += 1
    statistic, freedom = 0.0, 0
    for some in {some for some, _ in seen}:
        counts = np.array([seen[some, item] for item in some])
        statistic += float(((counts - counts.mean()) ** 2 / counts.mean()).sum())
        freedom += counts.size - 1
    assert freedom == 2 * 20  # every set of three
    assert stats.chi2.sf(statistic, freedom) > 1e-4


def histories(shop: SmallShop) -> list[list[int]]:
    it = shop.interactions
    return [it.history[a:b].tolist() for a, b in zip(it.history_start[:-1], it.history_start[1:], strict=True)]


def places(among: Ints, measure: Ints, seed: int) -> Ints:
    """How often the chosen item has each place in the order of a measure; ties are broken at random."""
    jitter = np.random.default_rng(seed).random(among.shape)
    order = np.lexsort((jitter, measure[among]), axis=1)
    return np.bincount(np.argmax(order == 0, axis=1), minlength=among.shape[1])


def test_the_place_of_the_chosen_item_tells_nothing() -> None:
    """In the order of training popularity and of degree in the training graph, of a shop where uniform decoys tell."""
    pvalues: dict[str, list[float]] = {"uniform": [], "matched": []}
    counts = {(kind, what): np.zeros(4, np.int64) for kind in pvalues for what in ("popularity", "degree")}
    for seed in range(3):
        shop = uneven_shop(seed)
        kinds: tuple[Decoys, ...] = ("uniform", "matched")
        for kind in kinds:
            choice = split(shop, kind)
            degree = shop.graph.without(choice.reserved).degree
            for what, measure in (("popularity", shop.interactions.popularity()), ("degree", degree)):
                counts[kind, what] += places(lists(choice), measure, seed)
    for (one, _), found in counts.items():
        assert found.sum() > 500
        pvalues[one].append(float(stats.chisquare(found).pvalue))
    assert min(pvalues["matched"]) > 1e-3
    assert max(pvalues["uniform"]) < 1e-6
