"""Cases are held-out choices: of their tenth and no other, with the day of their own visit."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.models.ranker.cases import choices_of, held_out, make_cases
from instead.models.ranker.known import Known
from instead.models.ranker.tables.all_tables import described
from instead.rng import stage_rng
from tests.models.ranker.known_shop import ITEMS, SMALL, known_shop, material_of, triples

Bools = NDArray[np.bool_]


@pytest.fixture(scope="module")
def known() -> Known:
    return known_shop(3)


def days_of(known: Known) -> dict[tuple[int, int], float]:
    return {(int(u), int(i)): float(day) for u, i, day in zip(known.user, known.item, known.day, strict=True)}


@pytest.mark.parametrize("by_time", [True, False])
def test_tenths_do_not_overlap_and_cover_everything(known: Known, by_time: bool) -> None:
    masks = np.stack([held_out(known, number, SMALL, by_time=by_time) for number in range(10)])
    assert (masks.sum(axis=0) == 1).all()
    if by_time:
        assert known.day[masks[0]].min() >= known.day[~masks[0]].max()


@pytest.mark.parametrize("by_time", [True, False])
def test_choices_are_the_triples_of_held_out_visits(known: Known, by_time: bool) -> None:
    """Also where newer visits are not known at all: a triple of an unknown visit is no choice of this tenth."""
    newer = held_out(known, 0, SMALL, by_time=by_time)
    mask = held_out(known, 1, SMALL, by_time=by_time)[~newer]
    rest = known.without(newer)
    choices = choices_of(material_of(known, each=2), rest, mask, stage_rng(0, "test"))
    days, held = days_of(known), set(zip(rest.user[mask].tolist(), rest.item[mask].tolist(), strict=True))
    expected = sorted((u, q, x) for u, q, x in zip(*(one.tolist() for one in triples(known, each=2)), strict=True)
                      if (u, x) in held)  # fmt: skip
    found = list(zip(choices.user.tolist(), choices.query.tolist(), choices.chosen.tolist(), strict=True))
    assert sorted(found) == expected
    assert choices.day.tolist() == [days[user, chosen] for user, _, chosen in found]


def test_without_takes_visits_and_what_their_reviews_said(known: Known) -> None:
    mask = held_out(known, 2, SMALL, by_time=False)
    gone = set(zip(known.user[mask].tolist(), known.item[mask].tolist(), strict=True))
    rest = known.without(mask)
    assert set(days_of(rest)) == set(days_of(known)) - gone
    assert not gone & set(zip(rest.said_by.tolist(), rest.said_of.tolist(), strict=True))
    kept = [pair not in gone for pair in zip(known.said_by.tolist(), known.said_of.tolist(), strict=True)]
    np.testing.assert_array_equal(rest.sentiment, known.sentiment[kept])


def test_lists_stand_for_the_catalogue(known: Known) -> None:
    """Negatives are never touched by the user, and their weights add up to all items that could be one."""
    mask = held_out(known, 0, SMALL, by_time=False)
    made = make_cases(material_of(known), known, mask, SMALL, described(known), 0)
    assert made is not None
    choices = choices_of(material_of(known), known, mask, stage_rng(SMALL.seed, "cases", 0))[: SMALL.lists]
    for row in range(len(made.lists)):
        touched = known.item[known.user == choices.user[row]]
        among = ITEMS - np.union1d(touched, [choices.query[row], choices.chosen[row]]).size
        assert np.exp(made.weight[row, 1:].astype(np.float64)).sum() == pytest.approx(among, rel=1e-4)
    assert made.weight[:, 0].tolist() == [0.0] * len(made.lists)


def test_pools_hold_substitutes_that_the_user_never_touched(known: Known) -> None:
    mask = held_out(known, 0, SMALL, by_time=False)
    made = make_cases(material_of(known, each=3), known, mask, SMALL, described(known), 0)
    assert made is not None
    assert made.pools.shape[1:] == (1 + SMALL.decoys, len(made.columns))
    assert len(made.pools) > 0
    none = make_cases(material_of(known), known, np.zeros(mask.size, np.bool_), SMALL, described(known), 0)
    assert none is None
