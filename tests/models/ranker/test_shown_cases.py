"""Cases of what was shown: they are asked with what was known then, and nothing of later days is in them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from instead.models.ranker.features import Features
from instead.models.ranker.known import DAY, Known
from instead.models.ranker.shown_cases import ShownCases, make_shown_cases
from instead.models.ranker.tables.all_tables import Tables, described
from instead.substitutes.taken_of_shown import NONE, ShownChoices
from tests.models.ranker.known_shop import SMALL, known_shop

SHOWN = 16_350.0
"""The day on which the lists were shown; visits go on until 16,500."""


@pytest.fixture(scope="module")
def known() -> Known:
    return known_shop(2)


def shown(days: tuple[float, ...] = (SHOWN,) * 6) -> ShownChoices:
    rng = np.random.default_rng(4)
    count = len(days)
    items = np.stack([rng.permutation(18)[:4] for _ in range(count)]).astype(np.int64)
    items[1, 3] = NONE
    rejected = np.zeros(items.shape, np.bool_)
    rejected[2, 0] = True
    chosen = np.array([0, 1, NONE, 3, 2, 0][:count], np.int64)
    user = np.array([3, 5, 7, NONE, 11, 3][:count], np.int64)
    query = np.array([(int(row[0]) + 1) % 18 for row in items], np.int64)
    viewed = [np.array([8], np.int64), *(np.empty(0, np.int64) for _ in range(count - 1))]
    return ShownChoices(user, query, np.array(days) * DAY, items, chosen, rejected, viewed)


def cases_of(choices: ShownChoices, known: Known, blocks: int = 1) -> ShownCases:
    words = described(known)
    columns = Features(Tables.of(known, SMALL, *words)).columns
    found = make_shown_cases(choices, known, SMALL.model_copy(update={"shown_blocks": blocks}), words, columns)
    assert found is not None
    return found


def test_what_is_right(known: Known) -> None:
    found = cases_of(shown(), known)
    assert found.there[1].tolist() == [True, True, True, False]
    assert found.right[0].tolist() == [True, False, False, False]
    assert found.right[2].tolist() == [False, True, True, True], "anything but what was rejected"


def test_nothing_of_later_days_is_in_them(known: Known) -> None:
    """Later visits are really taken away, with what their reviews said; or replaced by lies."""
    later = known.day >= SHOWN
    assert 20 < later.sum() < later.size - 20
    whole, without = cases_of(shown(), known), cases_of(shown(), known.without(later))
    np.testing.assert_array_equal(whole.values, without.values)
    lies = replace(known, stars=np.where(later, 1.0, known.stars))
    np.testing.assert_array_equal(whole.values, cases_of(shown(), lies).values)
    earlier = replace(known, stars=np.where(~later, 1.0, known.stars))
    assert not np.array_equal(whole.values, cases_of(shown(), earlier).values)


def test_a_later_block_knows_what_an_earlier_one_does_not(known: Known) -> None:
    days = (SHOWN - 100, SHOWN - 100, SHOWN - 100, SHOWN, SHOWN, SHOWN)
    two = cases_of(shown(days), known, blocks=2)
    between = (known.day >= SHOWN - 100) & (known.day < SHOWN)
    assert between.any()
    without = cases_of(shown(days), known.without(between), blocks=2)
    np.testing.assert_array_equal(two.values[:3], without.values[:3])
    assert not np.array_equal(two.values[3:], without.values[3:])


def test_without_times_no_visit_tells_what_was_taken(known: Known) -> None:
    timeless = replace(known, day=np.full(known.day.size, np.nan))
    choices = shown()
    pairs = {(int(u), int(i)) for u, row in zip(choices.user, choices.items, strict=True) for i in row}
    shown_to = np.array([(int(u), int(i)) in pairs for u, i in zip(known.user, known.item, strict=True)])
    assert shown_to.any()
    whole, without = cases_of(choices, timeless), cases_of(choices, timeless.without(shown_to))
    np.testing.assert_array_equal(whole.values, without.values)


def test_none_where_there_are_none_or_they_are_not_wanted(known: Known) -> None:
    words = described(known)
    assert make_shown_cases(None, known, SMALL, words, []) is None
    assert make_shown_cases(shown(), known, SMALL.model_copy(update={"feedback": 0.0}), words, []) is None


def test_only_the_newest_are_learned_from(known: Known) -> None:
    words = described(known)
    columns = Features(Tables.of(known, SMALL, *words)).columns
    days = (SHOWN - 5, SHOWN - 4, SHOWN - 3, SHOWN - 2, SHOWN - 1, SHOWN)
    few = make_shown_cases(shown(days), known, SMALL.model_copy(update={"shown": 2}), words, columns)
    assert few is not None
    assert few.right.tolist() == cases_of(shown(days), known).right[-2:].tolist()
