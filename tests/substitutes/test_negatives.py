"""Triples, stored negatives and choices against plain loops over the same random streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from instead.reviews.split import TEST, TRAIN, VALIDATION
from instead.rng import stage_rng, stage_seed
from instead.substitutes import stored_negatives as module
from instead.substitutes.choice import Decoys, choice_split, other_substitutes
from instead.substitutes.graph import Graph, Pairs
from instead.substitutes.negative_loops import draw_negatives_plainly
from instead.substitutes.query_sampling import NONE, draw_queries_plainly
from instead.substitutes.stored_negatives import negatives_per_triple, stored_negatives
from instead.substitutes.triples import Interactions, QuerySampler, Triples, no_pairs, paper_triples, stacked
from tests.shops import SmallShop, make_shop, seeds
from tests.substitutes.plain_matching import PlainMatching


def sampler(shop: SmallShop, power: float | None = None, seed: int | None = None) -> QuerySampler:
    chosen = shop.settings
    return QuerySampler(
        shop.interactions,
        shop.graph,
        chosen.popularity_power if power is None else power,
        chosen.seed if seed is None else seed,
    )


def queries_plainly(
    shop: SmallShop, rows: list[int], reserved: set[tuple[int, int]], power: float, seed: int
) -> dict[int, int]:
    """Interaction -> query, drawn one by one; reserved pairs weigh nothing."""
    it, graph = shop.interactions, shop.graph
    popularity = [
        sum(1 for v, p in zip(it.item, it.part, strict=True) if v == i and p == TRAIN) for i in range(it.items)
    ]
    gathered = [0.0]
    for item in range(it.items):
        for other in graph.of(item).tolist():
            out = (min(item, other), max(item, other)) in reserved
            gathered.append(gathered[-1] + (0.0 if out else float(popularity[other]) ** power))
    some = np.array(rows, np.int64)
    drawn = draw_queries_plainly(
        some, it.user[some], it.item[some], it.history_start, it.history, graph.start, graph.neighbours,
        np.array(gathered), np.uint64(seed),
    )  # fmt: skip
    return {row: query for row, query in zip(rows, drawn.tolist(), strict=True) if query != NONE}


def told(triples: Triples) -> dict[int, int]:
    return dict(zip(triples.interaction.tolist(), triples.query.tolist(), strict=True))


@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_history_is_everything_a_user_touched_in_order(seed: int) -> None:
    it = make_shop(seed).interactions
    assert it.history_start.size == it.users + 1
    for user in range(it.users):
        mine = it.history[it.history_start[user] : it.history_start[user + 1]].tolist()
        assert mine == sorted(it.item[it.user == user].tolist())


def test_a_user_and_an_item_without_interactions_have_their_places() -> None:
    one = np.array([1], np.int64)
    it = Interactions.build(one, one, np.array([TRAIN], np.uint8), users=4, items=5)
    assert it.history_start.tolist() == [0, 0, 1, 1, 1]
    assert it.popularity().tolist() == [0, 1, 0, 0, 0]


@pytest.mark.parametrize("power", [0.0, 0.75, 2.0])
@pytest.mark.parametrize("part", [TEST, VALIDATION, TRAIN])
def test_queries_are_those_of_a_plain_draw(part: int, power: float) -> None:
    shop = make_shop(3)
    rows = np.flatnonzero(shop.interactions.part == part).tolist()
    triples = sampler(shop, power).draw(part)
    assert told(triples) == queries_plainly(shop, rows, set(), power, stage_seed(3, "queries", part))
    assert (triples.part == part).all()


def test_only_what_hit_a_reserved_pair_is_drawn_again_from_a_stream_of_its_own() -> None:
    shop = make_shop(11, edges=60)
    first = told(sampler(shop).training(no_pairs()))
    assert first == told(sampler(shop).draw(TRAIN))
    _, reserved = paper_triples(sampler(shop))
    kept_out = {(int(a), int(b)) for a, b in reserved}
    it = shop.interactions
    hit = [r for r, q in first.items() if (min(q, int(it.item[r])), max(q, int(it.item[r]))) in kept_out]
    assert 10 < len(hit) < len(first)
    found = []
    for stream in ((), ("choice", "uniform")):
        seed = stage_seed(shop.settings.seed, "queries", TRAIN, "again", *stream)
        again = queries_plainly(shop, hit, kept_out, shop.settings.popularity_power, seed)
        expected = {r: q for r, q in first.items() if r not in hit} | again
        found.append(told(sampler(shop).training(reserved, *stream)))
        assert found[-1] == expected
    assert found[0] != found[1]


def test_triples_stand_in_the_order_test_validation_training() -> None:
    shop = make_shop(5)
    triples, reserved = paper_triples(sampler(shop))
    parts = [sampler(shop).draw(TEST), sampler(shop).draw(VALIDATION), sampler(shop).training(reserved)]
    for name in ("interaction", "user", "query", "chosen", "part"):
        column = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(getattr(triples, name), column)
        np.testing.assert_array_equal(getattr(stacked(parts), name), column)
    held_out = triples.rows(triples.part != TRAIN)
    plain = {(min(q, j), max(q, j)) for q, j in zip(held_out.query.tolist(), held_out.chosen.tolist(), strict=True)}
    assert [tuple(pair) for pair in reserved.tolist()] == sorted(plain)
    assert len(triples) == sum(map(len, parts)) == sum(len(triples.of(part)) for part in (TEST, VALIDATION, TRAIN))


# --- graph ----------------------------------------------------------------------------------------------------------


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_marks_of_pairs_stand_at_both_ends(seed: int) -> None:
    graph = make_shop(seed).graph
    rng = np.random.default_rng(seed)
    some = graph.pairs()[rng.random(graph.edges) < 0.3]
    absent = np.array([[0, 0], [graph.items - 1, graph.items - 1]])
    wanted = {(int(a), int(b)) for a, b in some}
    marks = iter(graph.marked(np.concatenate([some, absent])).tolist())
    for item in range(graph.items):
        for other in graph.of(item).tolist():
            assert next(marks) == ((min(item, other), max(item, other)) in wanted)
    assert next(marks, None) is None


def test_sizes_of_a_graph_by_hand() -> None:
    """0 - 2, 2 - 3 among five items; 1 and 4 stand alone."""
    graph = Graph.from_pairs(np.array([[0, 2], [2, 3]]), 5)
    assert (graph.items, graph.edges, graph.degree.tolist()) == (5, 2, [1, 0, 2, 1, 0])
    assert graph.neighbours.tolist() == [2, 0, 3, 2]
    assert graph.pairs().tolist() == [[0, 2], [2, 3]]
    left = graph.without(np.array([[2, 3]]))
    assert (left.items, left.pairs().tolist()) == (5, [[0, 2]])
    assert Graph.from_pairs(no_pairs(), 3).start.tolist() == [0, 0, 0, 0]
    assert (no_pairs().dtype, no_pairs().shape) == (graph.pairs().dtype, (0, 2))


# --- stored negatives -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 7, 4096])
@pytest.mark.parametrize("part", [TEST, VALIDATION])
def test_stored_negatives_are_those_of_a_plain_draw(part: int, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", chunk)
    shop = make_shop(6, items=60)
    it, triples = shop.interactions, paper_triples(sampler(shop))[0].of(part)
    done: list[int] = []

    def advance(count: int, note: str = "", /) -> None:
        done.append(count)

    pieces = list(stored_negatives(it, triples, 9, 17, advance))
    assert done == [len(piece) for piece in pieces] == [*sizes(len(triples), chunk)]
    expected = draw_negatives_plainly(
        0, triples.user, triples.query, it.history_start, it.history, it.items, np.arange(it.items), 9,
        np.uint64(stage_seed(17, "negatives", part)),
    )  # fmt: skip
    np.testing.assert_array_equal(np.concatenate(pieces), expected)


def sizes(count: int, chunk: int) -> Iterator[int]:
    for first in range(0, count, chunk):
        yield min(chunk, count - first)


def test_no_triples_have_no_negatives() -> None:
    shop = make_shop(6)
    none = paper_triples(sampler(shop))[0].rows(np.empty(0, np.int64))
    assert list(stored_negatives(shop.interactions, none, 5, 0)) == []
    assert negatives_per_triple(shop.interactions, none, 5) == 5


@pytest.mark.parametrize(("wanted", "count"), [(1, 1), (3, 3), (4, 3)])
def test_a_small_catalogue_bounds_the_negatives(wanted: int, count: int) -> None:
    """Eight items; the busiest user of the triples touched four, and the query is one more: three are left."""
    user = np.array([0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2])
    item = np.array([0, 1, 2, 3, 0, 0, 1, 2, 3, 4, 5])
    it = Interactions.build(user, item, np.full(11, TEST, np.uint8), 3, 8)
    asked = np.array([1, 0])  # user 2, who touched more, asks nothing
    triples = Triples(np.array([4, 0]), asked, np.array([7, 7]), np.array([0, 0]), np.full(2, TEST, np.uint8))
    assert negatives_per_triple(it, triples, wanted) == count


def test_whoever_touched_everything_leaves_no_negatives() -> None:
    it = Interactions.build(np.zeros(3, np.int64), np.arange(3), np.full(3, TEST, np.uint8), 1, 3)
    one = np.zeros(1, np.int64)
    assert negatives_per_triple(it, Triples(one, one, one + 1, one, np.full(1, TEST, np.uint8)), 5) == 0


# --- choices --------------------------------------------------------------------------------------------------------


def choices_plainly(shop: SmallShop, paper: Triples, kind: Decoys) -> tuple[list[int], list[list[int]]]:
    """Interactions picked and their decoys, test first."""
    it, chosen = shop.interactions, shop.settings
    share = chosen.choice_share * shop.graph.edges / (chosen.choice_decoys + 1)
    share /= max(chosen.choice_test + chosen.choice_validation, 1)
    picked: list[int] = []
    decoys: list[list[int]] = []
    for part, most in ((TEST, chosen.choice_test), (VALIDATION, chosen.choice_validation)):
        rng = stage_rng(chosen.seed, "choice", kind, part)
        triples = paper.of(part)
        wanted, found = int(most * min(1.0, share)), 0
        matched = PlainMatching(shop, part)
        for row in rng.permutation(len(triples)).tolist():
            if found == wanted:
                break
            mine = set(it.item[it.user == triples.user[row]].tolist())
            others = [int(v) for v in shop.graph.of(int(triples.query[row])) if int(v) not in mine]
            if kind == "matched":
                order = matched.draw(int(triples.query[row]), int(triples.chosen[row]), others, rng)
            else:
                order = rng.permutation(others).tolist() if len(others) >= chosen.choice_decoys else []
            if order:
                found += 1
                picked.append(int(triples.interaction[row]))
                decoys.append(order[: chosen.choice_decoys])
    return picked, decoys


SHOPS: dict[str, dict[str, Any]] = {
    "enough": {},
    "few triples wanted": {"choice_test": 2, "choice_validation": 3},
    "few edges may be reserved": {"choice_share": 0.2},
    "many decoys": {"choice_decoys": 7},
    "none wanted": {"choice_test": 0, "choice_validation": 0},
    "one wanted and barely allowed": {"choice_validation": 0, "choice_test": 1, "choice_share": 0.04},
    "no validation": {"choice_validation": 0, "choice_test": 1},
}


@pytest.mark.parametrize("kind", ["uniform", "matched"])
@pytest.mark.parametrize("changes", SHOPS.values(), ids=SHOPS)
def test_choices_are_those_of_a_plain_loop(changes: dict[str, Any], kind: Decoys) -> None:
    shop = make_shop(8, users=60, count=500, edges=250, **changes)
    paper, _ = paper_triples(sampler(shop))
    choice = choice_split(paper, sampler(shop), shop.settings, kind)
    picked, decoys = choices_plainly(shop, paper, kind)
    held_out = choice.triples.rows(choice.triples.part != TRAIN)
    assert held_out.interaction.tolist() == picked
    assert choice.decoys.tolist() == decoys
    pairs = {(q, j) for q, row in zip(held_out.query.tolist(), decoys, strict=True) for j in row}
    pairs |= set(zip(held_out.query.tolist(), held_out.chosen.tolist(), strict=True))
    assert [tuple(p) for p in choice.reserved.tolist()] == sorted({(min(p), max(p)) for p in pairs})
    training = sampler(shop).training(choice.reserved, "choice", kind)
    assert told(choice.triples.of(TRAIN)) == told(training)


def test_other_substitutes_are_untouched_neighbours_of_the_query() -> None:
    shop = make_shop(9)
    paper: Triples
    paper, _ = paper_triples(sampler(shop))
    it = shop.interactions
    for row in range(len(paper)):
        found = other_substitutes(it, shop.graph, paper, row).tolist()
        mine = set(it.item[it.user == paper.user[row]].tolist())
        assert found == [v for v in shop.graph.of(int(paper.query[row])).tolist() if v not in mine]


def as_pairs(pairs: Pairs) -> set[tuple[int, int]]:
    return {(int(a), int(b)) for a, b in pairs}


def test_the_two_kinds_of_choice_draw_from_streams_of_their_own() -> None:
    shop = make_shop(8, edges=200)
    paper, _ = paper_triples(sampler(shop))
    uniform, matched = (choice_split(paper, sampler(shop), shop.settings, kind) for kind in ("uniform", "matched"))
    assert uniform.triples.interaction.tolist() != matched.triples.interaction.tolist()
    assert as_pairs(uniform.reserved) != as_pairs(matched.reserved)


def test_a_single_triple_has_its_negatives() -> None:
    shop = make_shop(6, items=60)
    it, many = shop.interactions, paper_triples(sampler(shop))[0].of(TEST)
    alone = many.rows(np.array([0]))
    whole, one = (np.concatenate([*stored_negatives(it, triples, 9, 17)]) for triples in (many, alone))
    np.testing.assert_array_equal(one, whole[:1])
