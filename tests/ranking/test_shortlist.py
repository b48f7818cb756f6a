"""The shortlist of a large catalogue never loses what scoring everything would find."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from array_model import array_model
from array_shop import Sizes
from instead.models.a2cf import shortlist as made
from instead.models.a2cf.model import A2CF
from instead.models.a2cf.shortlist import Shortlist, attribute_parts
from instead.ranking.people import Person
from instead.ranking.rank import Ranker
from instead.ranking.scores import AttributeScores
from instead.store.tensors import map_tensors, write_tensors


@pytest.fixture(scope="module")
def model() -> A2CF:
    return array_model(Sizes(users=200, items=4500, attributes=60))


@pytest.fixture(scope="module")
def shortlist(model: A2CF) -> Shortlist:
    found = Shortlist.of(model, 0)
    assert found is not None
    return found


def person(model: A2CF, number: int, care: np.ndarray | None = None) -> Person:
    row = model.care.rows(np.array([number]))[0] if care is None else care
    return Person(None, "trained", number, model.ranking.users[number], row, np.zeros(row.size, np.bool_))


def test_the_same_items_as_without(model: A2CF, shortlist: Shortlist) -> None:
    quick = Ranker(AttributeScores(model, shortlist), 50)
    plain = Ranker(AttributeScores(model, shortlist), 50, exhaustive=True)
    rng, allowed = np.random.default_rng(3), np.ones(model.items, np.bool_)
    looked_at = []
    for case in range(40):
        wild = rng.uniform(1, 5, 60).astype(np.float32) if case % 2 else None  # nobody like this was sampled
        who, query = person(model, int(rng.integers(200)), wild), int(rng.integers(model.items))
        ours, all_scored = quick.top(who, query, allowed, 10), plain.top(who, query, allowed, 10)
        assert ours.items.tolist() == all_scored.items.tolist()
        assert ours.scores.tolist() == all_scored.scores.tolist()
        looked_at.append(len(quick.scores.shortened(who, query, np.arange(model.items), 10)))
    assert np.median(looked_at) < model.items / 4  # it is worth having


def test_few_allowed_items_are_all_scored(model: A2CF, shortlist: Shortlist) -> None:
    scores = AttributeScores(model, shortlist)
    few = np.arange(0, model.items, 9)
    assert scores.shortened(person(model, 0), 0, few, 10) is few


def test_filters_hold_in_the_shortlist(model: A2CF, shortlist: Shortlist) -> None:
    allowed = np.arange(model.items) % 2 == 0
    for exhaustive in (False, True):
        found = Ranker(AttributeScores(model, shortlist), 50, exhaustive).top(person(model, 5), 7, allowed, 10)
        assert (found.items % 2 == 0).all()


def test_stored_and_read_again(model: A2CF, shortlist: Shortlist, tmp_path: Path) -> None:
    write_tensors(tmp_path / "x.safetensors", shortlist.arrays())
    again = Shortlist.from_arrays(map_tensors(tmp_path / "x.safetensors"))
    assert again is not None
    np.testing.assert_array_equal(again.error, shortlist.error)
    assert Shortlist.from_arrays({}) is None


def test_estimates_are_near_the_truth(model: A2CF, shortlist: Shortlist) -> None:
    users, queries = np.array([11, 12]), np.array([40, 4000])
    truth = attribute_parts(model, users, queries)
    spread = truth.std(axis=1).mean()
    for case in range(2):
        context = model.context(
            model.ranking.users[users[case : case + 1]],
            model.care.rows(users[case : case + 1]),
            queries[case : case + 1],
        )
        estimate, strange = shortlist.estimates(model, context)
        exact = truth[case] + model.ranking.items @ context.latent[0]
        assert np.abs(estimate - exact).mean() < 0.3 * spread
        assert strange < 3


def test_small_catalogues_have_none(model: A2CF, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "LEAST", 5000)
    assert Shortlist.of(model, 0) is None
