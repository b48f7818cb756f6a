"""The shortlist of a large catalogue never loses what scoring everything would find."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from array_model import array_model
from array_shop import Sizes
from instead.models.a2cf import shortlist as made
from instead.models.a2cf.model import A2CF, Inputs
from instead.models.a2cf.shortlist import Shortlist
from instead.models.context import Askers, Context, KnownUsers, SparseRows, no_times
from instead.ranking.askers import Asker
from instead.ranking.rank import Ranker
from instead.store.tensors import map_tensors, write_tensors

USERS, ATTRIBUTES = 200, 60


@pytest.fixture(scope="module")
def model() -> A2CF:
    made = array_model(Sizes(users=USERS, items=4500, attributes=ATTRIBUTES))
    made.serve_from(made.serving())
    return made


@pytest.fixture(scope="module")
def shortlist(model: A2CF) -> Shortlist:
    assert model.stored_shortlist is not None
    return model.stored_shortlist


def asker(number: int, care: np.ndarray | None = None) -> Asker:
    """A known user, perhaps with care for everything stated anew."""
    known = KnownUsers(np.zeros(1, np.int64), np.array([number]))
    stated = SparseRows.empty(1)
    if care is not None:
        stated = SparseRows(np.array([0, ATTRIBUTES]), np.arange(ATTRIBUTES), care)
    nothing = SparseRows.empty(1)
    who = Askers(known, nothing, nothing, nothing, stated, no_times(1))
    return Asker("trained", who, np.ones(ATTRIBUTES, np.float32), np.zeros(ATTRIBUTES, np.bool_))


def test_the_same_items_as_without(model: A2CF, shortlist: Shortlist) -> None:
    quick, plain = Ranker(model, 50), Ranker(model, 50, exhaustive=True)
    rng, allowed = np.random.default_rng(3), np.ones(model.items, np.bool_)
    looked_at = []
    for case in range(40):
        wild = rng.uniform(1, 5, ATTRIBUTES).astype(np.float32) if case % 2 else None  # nobody like this was sampled
        who, query = asker(int(rng.integers(USERS)), wild), int(rng.integers(model.items))
        ours, all_scored = quick.top(who, query, allowed, 10), plain.top(who, query, allowed, 10)
        assert ours.items.tolist() == all_scored.items.tolist()
        assert ours.scores.tolist() == all_scored.scores.tolist()
        looked_at.append(len(model.shortlist(who.looking_at(query), np.arange(model.items), 10)))
    assert np.median(looked_at) < model.items / 4  # it is worth having


def test_few_allowed_items_are_all_scored(model: A2CF) -> None:
    few = np.arange(0, model.items, 9)
    assert model.shortlist(asker(0).looking_at(0), few, 10) is few


def test_filters_hold_in_the_shortlist(model: A2CF) -> None:
    allowed = np.arange(model.items) % 2 == 0
    for exhaustive in (False, True):
        found = Ranker(model, 50, exhaustive).top(asker(5), 7, allowed, 10)
        assert (found.items % 2 == 0).all()


def test_stored_and_read_again(model: A2CF, shortlist: Shortlist, tmp_path: Path) -> None:
    write_tensors(tmp_path / "x.safetensors", shortlist.arrays())
    again = Shortlist.from_arrays(map_tensors(tmp_path / "x.safetensors"))
    assert again is not None
    np.testing.assert_array_equal(again.error, shortlist.error)
    assert Shortlist.from_arrays({}) is None


def test_estimates_are_near_the_truth(model: A2CF, shortlist: Shortlist) -> None:
    everything = np.arange(model.items)
    for user, query in ((11, 40), (12, 4000)):
        context = Context.of_users(np.array([user]), np.array([query]))
        inputs = model.inputs(context)

        def exact_part(items: np.ndarray, out: np.ndarray, inputs: Inputs = inputs) -> None:
            model.score_case(inputs.without_latent(), 0, items, out, bias=False)

        truth = np.empty(model.items, np.float32)
        exact_part(everything, truth)
        latent = inputs.latent[0]
        estimate, strange = shortlist.estimates(exact_part, model.item_vectors, latent, model.ranking.bias)
        exact = truth + model.item_vectors @ latent
        np.testing.assert_allclose(exact, model.score_all(context)[0], atol=1e-4)
        assert np.abs(estimate - exact).mean() < 0.3 * truth.std()
        assert strange < 3


def test_small_catalogues_have_none(model: A2CF, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "LEAST", 5000)
    assert set(model.serving()) == {"quality"}
