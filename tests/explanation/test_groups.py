"""Lists of many askers at once: the order of each is that of `Ordering.of`."""

from __future__ import annotations

import numpy as np
import pytest

from instead.explanation.group_loops import gains, orders
from instead.explanation.groups import Crowd, Groups
from instead.explanation.ordering import Ordering, dominates
from instead.ranking.rank import Ranked
from tests.explanation.test_ordering import ordering
from tests.explanation.test_reasons import A, Cells, person


def shop(seed: int, **changes: float) -> Ordering:
    """A query and a dozen items of which reviews say many things, in two currencies."""
    rng = np.random.default_rng(seed)
    items: list[Cells] = [
        {int(a): (int(rng.integers(30)), int(rng.integers(30))) for a in rng.permutation(A)[: rng.integers(0, 5)]}
        for _ in range(13)
    ]
    prices = np.where(rng.random(13) < 0.2, np.nan, rng.integers(5, 9, 13)).tolist()
    currencies: list[str | None] = [str(one) for one in rng.choice(["EUR", "USD"], 13)]
    return ordering(*items, prices=prices, sure=0.7, currencies=currencies, **changes)


@pytest.mark.parametrize("hold_back", [False, True])
@pytest.mark.parametrize("k", [1, 4, 12])
def test_every_list_has_the_order_that_it_has_alone(k: int, hold_back: bool) -> None:
    kept = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        made = shop(seed, gain_weight=2.0, fact_weight=0.3, hold_back=hold_back)
        made.near = int(rng.integers(1, 14))
        groups = Groups(made, None, None)  # type: ignore[arg-type]
        width = int(rng.integers(1, 13))
        items = np.stack([1 + rng.permutation(12)[:width] for _ in range(6)])
        scores = -np.sort(-rng.integers(6, size=(6, width)).astype(np.float32), axis=1)
        care = rng.uniform(1, 5, (6, A)).astype(np.float32)
        queries = rng.integers(2, size=6) * 13 // 2  # some look at another one
        lists = groups.ordered(Crowd(care, np.full(6, -1)), queries, items, scores, k)
        for row in range(6):
            one = made.of(person(care[row]), int(queries[row]), Ranked(items[row], scores[row]), k)
            count = int((lists.items[row] >= 0).sum())
            assert lists.items[row, :count].tolist() == one.items.tolist()
            assert lists.scores[row, :count].tolist() == one.scores.tolist()
            assert (lists.held_back[row], bool(lists.keep[row])) == (one.held_back, one.keep)
            kept += one.keep
    assert kept or k < 12 or not hold_back


def test_orders_and_gains_as_loops_of_numpy() -> None:
    rng = np.random.default_rng(0)
    for _ in range(60):
        worth, level, fit = rng.integers(4, size=(3, 1, 8))
        values = rng.integers(-1, 2, (8, 3)).astype(np.int8)
        stars = np.where(rng.random(8) < 0.3, np.nan, rng.integers(1, 4, 8))
        amount, code = rng.integers(1, 4, 8).astype(np.float64), rng.integers(2, size=8)
        at, out = np.arange(8)[None], np.empty((1, 8), np.int64)
        orders(worth.astype(np.float64), level, fit, at, values, stars, amount, code, 5, out)
        assert sorted(out[0].tolist()) == list(range(8))
        shown = out[0, :5]
        prices = [np.where(code == one, -amount, np.nan) for one in (0, 1)]
        beats = dominates(np.column_stack([values, stars, *prices])[shown])
        assert not np.tril(beats).any(), "nothing stands before what beats it"
    start, attribute = np.array([0, 2, 3]), np.array([0, 1, 1])
    found = np.empty((2, 2))
    care = np.array([[1, 2], [3, 4]], np.float32)
    gains(np.array([[0, 1], [1, 0]]), start, attribute, np.array([0.5, 0.25, 1.0]), np.ones(3), care, 2.0, found)
    assert found.tolist() == [[0.5, 1.0], [2.0, 1.25]]
