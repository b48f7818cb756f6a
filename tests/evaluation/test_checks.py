"""An evaluation that is broken in one place says so instead of printing figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from instead.errors import ImpossibleFigures
from instead.evaluation import checks
from instead.evaluation.evaluate import evaluate
from instead.evaluation.protocols import HeldOutTriples, Pools
from instead.evaluation.rank_loops import HIGHER, UNKNOWN_HIGHER, counted
from instead.metrics import Ranks
from instead.models.reference.random_scores import RandomScores
from instead.store.dataset import Dataset
from tests.planted import ITEMS

MODEL = RandomScores(ITEMS)
EVERY = ["paper", "filtered", "popular", "full", "full_filtered"]


@pytest.mark.parametrize(("end", "what"), [("chosen", "chosen item"), ("query", "query")])
@pytest.mark.parametrize(("protocol", "pool"), [("paper", "stored"), ("popular", "popular")])
def test_an_answer_or_a_query_among_the_others(
    protocol: str, pool: str, end: str, what: str, shop: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = getattr(Pools, pool)

    def careless(self: Pools, cases: HeldOutTriples, *words: Any) -> NDArray[np.int64]:
        drawn: NDArray[np.int64] = whole(self, cases, *words).copy()
        if len(cases) > 7:
            drawn[7, 3] = getattr(cases, end)[7]
        return drawn

    monkeypatch.setattr(Pools, pool, careless)
    triples = shop.split().triples("test").filter(pl.col("case") >= 0)
    case = triples.sort("query", maintain_order=True).row(7, named=True)  # those of one query are ranked together
    with pytest.raises(ImpossibleFigures) as refused:
        evaluate(MODEL, shop, protocols=[protocol])
    said = str(refused.value)
    triple = f"interaction {case['interaction']} (user {case['user']}, query {case['query']}, chosen {case['chosen']})"
    assert triple in said
    assert f"the {what} is among the other candidates, as in 1 of" in said


@pytest.mark.parametrize(("end", "what"), [("chosen", "chosen item"), ("query", "query")])
def test_an_answer_or_a_query_in_the_catalogue(
    end: str, what: str, shop: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Pools.catalogue

    def careless(self: Pools, cases: HeldOutTriples) -> NDArray[np.bool_]:
        among = whole(self, cases)
        among[0, getattr(cases, end)[0]] = True
        return among

    monkeypatch.setattr(Pools, "catalogue", careless)
    with pytest.raises(ImpossibleFigures, match=f"the {what} is among the other candidates"):
        evaluate(MODEL, shop, protocols=["full"])


def broken_ranks(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Every rank of the evaluation goes through `change(right, others, plain)`."""
    plain = Ranks.of

    def ranks(right: Any, others: Any, among: Any = None) -> Ranks:
        found: Ranks = change(right, others, lambda a, b: plain(a, b, among))
        return found

    def counts(scores: Any, others: Any, query: Any, graph: Any) -> Any:
        """Ranks among lists are counted in one pass, here with the same fault."""
        made = counted(scores, others, query, graph)
        strangers = ~np.stack([np.isin(row, graph.of(one)) for row, one in zip(others, query.tolist(), strict=True)])
        for first, among in ((HIGHER, None), (UNKNOWN_HIGHER, strangers)):

            def some(a: Any, b: Any, among: Any = among) -> Ranks:
                return plain(a, b, None if among is None or among.shape != b.shape else among)

            found = change(scores[:, -1], scores[:, :-1], some)
            made.found[first], made.found[first + 1] = found.higher, found.equal
        return made

    monkeypatch.setattr("instead.evaluation.evaluate.Ranks.of", ranks)
    monkeypatch.setattr("instead.evaluation.evaluate.counted", counts)


@pytest.mark.parametrize("protocol", EVERY)
def test_ties_that_are_won_are_no_chance(protocol: str, shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_ranks(monkeypatch, lambda right, others, plain: plain(np.nextafter(right, np.float32(np.inf)), others))
    with pytest.raises(
        ImpossibleFigures, match=rf"{protocol}: a constant model has HR@5 = 1.0000, and chance is 0\.\d+"
    ):
        evaluate(MODEL, shop, protocols=[protocol])


@pytest.mark.parametrize("protocol", EVERY)
def test_a_ranking_upside_down_fails_the_oracle(protocol: str, shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_ranks(monkeypatch, lambda right, others, plain: plain(-right, -others))
    with pytest.raises(
        ImpossibleFigures, match=rf"{protocol}: a model that knows the answers puts that of interaction"
    ):
        evaluate(MODEL, shop, protocols=[protocol])


def test_a_candidate_that_is_not_counted_is_no_chance(shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_ranks(monkeypatch, lambda right, others, plain: plain(right, others[:, 1:]))
    with pytest.raises(ImpossibleFigures, match="counts ties or candidates wrongly"):
        evaluate(MODEL, shop, protocols=["paper"])


def test_choices_are_checked_too(shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate(MODEL, shop, split="choice")
    broken_ranks(monkeypatch, lambda right, others, plain: plain(-right, -others))
    with pytest.raises(ImpossibleFigures, match="choice: a model that knows"):
        evaluate(MODEL, shop, split="choice")


def test_the_first_triples_are_enough_to_look_at(shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ends cost next to nothing, however many triples there are."""
    seen: list[int] = []
    score = checks.Constant.score

    def seeing(self: checks.Constant, context: Any, candidates: Any) -> Any:
        seen.append(len(context))
        return score(self, context, candidates)

    monkeypatch.setattr(checks.Constant, "score", seeing)
    monkeypatch.setattr("instead.evaluation.evaluate._CELLS", 1000)  # many batches
    evaluate(MODEL, shop)
    assert len(seen) == 1
    assert seen[0] <= checks.ENDS
