"""Stated care moves the list, as far as reviews support it, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from instead.models.context import Askers
from instead.ranking.askers import Asker
from instead.ranking.wishes import Wishes
from instead.settings import RecommendSettings
from instead.shop import Shop
from tests.explanation.test_reasons import A, evidence
from tests.open_shop import open_shop


def somebody(**care: float) -> Asker:
    """Cares given as a0=5 ..."""
    row = np.full(A, 3.0, np.float32)
    stated = np.array([int(name[1:]) for name in care], np.int64)
    row[stated] = list(care.values())
    return Asker("care given", Askers.strangers(1), row, np.zeros(A, np.bool_), (), stated)


SAID = evidence({0: (9, 0)}, {0: (0, 9)}, {1: (9, 0)}, {0: (1, 0)})
ITEMS, SCORES = np.arange(4), np.array([1.0, 2.0, 3.0, 4.0], np.float32)


def test_by_hand() -> None:
    """Item 0 is praised 9 times for a0. All reviews of a0: 10 praise, 9 blame; the usual share is drawn a little to
    the whole shop's 19 of 28: usual = (10 + 4 * 20/30) / 23; its share with 5 imaginary ones (9 + 5 usual) / 14."""
    usual = (10 + 4 * 20 / 30) / 23
    lean = SAID.lean(ITEMS, np.array([0]), 5.0)[:, 0]
    assert lean.tolist() == pytest.approx(
        [(9 + 5 * usual) / 14 - usual, 5 * usual / 14 - usual, 0.0, (1 + 5 * usual) / 6 - usual], abs=1e-6
    )
    worth = Wishes(SAID, 5.0, 2.0, 5.0).worth(somebody(a0=4.0), ITEMS, SCORES)
    expected = (SCORES - 2.5) / SCORES.std() + 2.0 * 0.5 * lean  # care 4 is half way from the middle to the top
    assert worth.tolist() == pytest.approx(expected.tolist(), abs=1e-6)


def test_what_belongs_to_an_attribute_counts_for_it() -> None:
    """a1 is a kind of a0: item 2 is praised for a1 alone, which a wish for a0 hears."""
    lean = SAID.lean(ITEMS, [np.array([0, 1]), np.array([1])], 5.0)
    share = [(10 + 4 * 20 / 30) / 23, (9 + 4 * 20 / 30) / 13]  # usual praise of a0 (19 reviews) and a1 (9)
    usual = (19 * share[0] + 9 * share[1]) / 28
    assert lean[:, 0].tolist() == pytest.approx(
        [
            (9 + 5 * usual) / 14 - usual,
            5 * usual / 14 - usual,
            (9 + 5 * usual) / 14 - usual,
            (1 + 5 * usual) / 6 - usual,
        ],
        abs=1e-6,
    )
    assert lean[:, 1].tolist() == pytest.approx(SAID.lean(ITEMS, np.array([1]), 5.0)[:, 0].tolist())
    alone = Wishes(SAID, 5.0, 2.0, 5.0).worth(somebody(a0=5.0), ITEMS, SCORES)
    family = Wishes(SAID, 5.0, 2.0, 5.0, lambda one: (0, 1) if one == 0 else (one,)).worth(
        somebody(a0=5.0), ITEMS, SCORES
    )
    assert family[2] > alone[2]


def test_a_stronger_wish_moves_further_and_a_weak_one_not_at_all() -> None:
    wishes = Wishes(SAID, 5.0, 8.0, 5.0)
    gap = [
        float(worth[0] - worth[1])
        for care in (1.0, 3.0, 4.0, 5.0)
        for worth in [wishes.worth(somebody(a0=care), ITEMS, SCORES)]
    ]
    assert gap[0] == gap[1] == pytest.approx(-1.0)  # the scores themselves
    assert -1.0 < gap[2] < gap[3]


def test_what_nobody_spoke_of_gains_nothing() -> None:
    assert not SAID.lean(ITEMS, np.array([5]), 5.0).any()
    assert Wishes(SAID, 5.0, 0.0, 5.0).worth(somebody(a0=5.0), ITEMS, SCORES) is SCORES
    assert Wishes(SAID, 5.0, 8.0, 5.0).worth(somebody(), ITEMS, SCORES) is SCORES


def test_a_shop_listens(tmp_path: Path) -> None:
    """With a heavy weight the first item is the one that reviews praise most for what was asked for."""
    shop = open_shop(tmp_path)
    shop.choices = RecommendSettings(wish_weight=1e6, near=0)
    name = shop.attributes["attribute"][0]
    query = shop.items["item"][5]
    found = shop.recommend(None, query, 3, care={name: 5})
    lean = shop.evidence.lean(np.arange(shop.items.height), np.array([0]), shop.choices.reasons.prior)[:, 0]
    best = max(lean[n] for n in range(shop.items.height) if shop.items["item"][n] != query)
    assert lean[shop.catalogue.number(found[0].item)] == pytest.approx(best)
    assert [one.item for one in Shop.open(shop.folder).recommend(None, query, 3)] != []
