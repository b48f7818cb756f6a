"""The triples that decide when to stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.metrics import Ranks
from instead.preparation.prepare import prepare
from instead.rng import stage_rng
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from instead.training.validation import ValidationTriples, figures
from tests.small_shop import small_settings, small_shop


def test_triples_without_stored_negatives_are_left_out(tmp_path: Path) -> None:
    settings = small_settings().model_copy(update={"validation_cases": 2})
    data = prepare(small_shop(tmp_path), out=tmp_path / "data", settings=settings)
    triples = data.split("paper").triples("validation")
    assert (triples["case"] < 0).any()  # a large shop stores negatives of some triples only
    cases = ValidationTriples.of(data, "paper", "validation", None)
    assert len(cases) == 2
    stored = triples.filter(triples["case"] >= 0)
    np.testing.assert_array_equal(cases.candidates[:, 0], stored["chosen"].to_numpy())
    np.testing.assert_array_equal(cases.candidates[:, 1:], data.split("paper").candidates("validation"))


def test_a_draw_of_the_triples(shop: Dataset) -> None:
    """Drawn by a stream of its own, in their order; one seed, one draw."""
    triples = shop.split("paper").triples("validation")
    stored = triples.filter(triples["case"] >= 0)
    for count in (1, 3, stored.height, stored.height + 1, None):
        cases = ValidationTriples.of(shop, "paper", "validation", count)
        places = np.arange(stored.height)
        if count in (1, 3):
            places = np.sort(stage_rng(0, "cases", "paper", "validation").permutation(stored.height)[:count])
        drawn = stored[places]
        np.testing.assert_array_equal(cases.user, drawn["user"].to_numpy())
        np.testing.assert_array_equal(cases.query, drawn["query"].to_numpy())
        np.testing.assert_array_equal(cases.candidates[:, 0], drawn["chosen"].to_numpy())
        negatives = shop.split("paper").candidates("validation")
        np.testing.assert_array_equal(cases.candidates[:, 1:], negatives[drawn["case"].to_numpy()])
    assert (cases.visits != training_visits(shop)).nnz == 0


def test_ranks_in_pieces_are_those_of_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    visits = csr_matrix((rng.random((4, 9)) < 0.5).astype(np.float32))
    cases = ValidationTriples(
        rng.integers(0, 4, 11), rng.integers(0, 9, 11), np.argsort(rng.random((11, 9)), axis=1)[:, :5], visits
    )
    table = rng.integers(0, 4, (4, 9, 9)).astype(np.float32)  # few values, so that some tie
    asked: list[int] = []

    class Known:
        def score(self, context: Any, candidates: Any) -> Any:
            asked.append(len(context))
            had = visits[context.askers.known.user]
            np.testing.assert_array_equal(context.askers.had.matrix(9).toarray(), had.toarray())
            user = context.askers.known.user
            return table[user[:, None], context.query[:, None], candidates]

    scores = table[cases.user[:, None], cases.query[:, None], cases.candidates]
    monkeypatch.setattr("instead.training.validation._TRIPLES", 4)
    found = cases.ranks(Known())  # type: ignore[arg-type]
    assert asked == [4, 4, 3]
    np.testing.assert_array_equal(found.higher, (scores[:, 1:] > scores[:, :1]).sum(axis=1))
    np.testing.assert_array_equal(found.equal, (scores[:, 1:] == scores[:, :1]).sum(axis=1))
    assert figures(Ranks(np.array([0, 20]), np.array([0, 0])))["HR@10"] == 0.5
