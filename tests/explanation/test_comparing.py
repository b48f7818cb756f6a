"""A claim rests on what reviews of the two items say, and on a difference that is worth saying."""

from __future__ import annotations

import numpy as np
import pytest

from instead.explanation.choosing import BETTER, WORSE
from instead.explanation.comparing import Comparer
from instead.models.posteriors import Cells, Columns, Posteriors, Strengths
from instead.prices import Prices
from instead.settings import ReasonSettings

ONE = Columns(np.zeros(1, np.int64), 1)  # a single attribute
Counts = tuple[int, int]


def comparer(counts: list[Counts], brands: list[int], settings: ReasonSettings, item: float = 20.0) -> Comparer:
    """Items with reviews of one attribute; brands differ as much as their reviews say."""
    praised, blamed = (np.array(one, np.int32) for one in zip(*counts, strict=True))
    size = len(counts)
    cells = Cells(np.arange(size + 1), np.zeros(size, np.int32), praised, blamed)
    strengths = Strengths(levels=(1.0,), item=item)
    posteriors = Posteriors(cells, ONE, {"brand": np.array(brands)}, strengths)
    return Comparer(posteriors, settings, Prices.plain(np.full(size, np.nan)), [False])


def verdict(made: Comparer, query: int, item: int) -> int:
    return int(made.compare(query, np.array([item])).verdict[0])


BRANDS = [(1, 1), (2, 0), *[(1, 19)] * 5, *[(19, 1)] * 5]
"""A query of a blamed brand, an item of a praised one, a review or two of each, and what else the brands have."""
OF = [0, 1, *[0] * 5, *[1] * 5]


def test_a_brand_alone_makes_no_claim() -> None:
    """Two reviews each lean the right way and the brands are far apart: sure, but not by reviews of the two."""
    loose, settings = ReasonSettings(own=0.5), ReasonSettings()
    assert verdict(comparer(BRANDS, OF, loose), 0, 1) == BETTER
    assert verdict(comparer(BRANDS, OF, settings), 0, 1) not in (BETTER, WORSE)


def test_a_claim_that_rests_on_reviews_turns_with_them() -> None:
    """What is said of both changes places: better becomes worse, whatever the brands."""
    said = [(2, 18), (18, 2)]
    for first, verdicts in ((said, BETTER), (said[::-1], WORSE)):
        assert verdict(comparer([*first, *BRANDS[2:]], OF, ReasonSettings(), item=8.0), 0, 1) == verdicts


@pytest.mark.parametrize(("apart", "claimed"), [(0.0, True), (0.05, True), (0.2, False)])
def test_a_small_difference_is_not_worth_saying_however_sure(apart: float, claimed: bool) -> None:
    counts = [(8000, 2000), (9000, 1000)]
    assert comparer(counts, [-1, -1], ReasonSettings(apart=0.0)).compare(0, np.array([1])).confidence[0] > 0.99
    made = comparer(counts, [-1, -1], ReasonSettings(apart=apart))
    assert (verdict(made, 0, 1) == BETTER) is claimed
    assert (verdict(made, 1, 0) == WORSE) is claimed


def test_the_only_item_with_reviews_is_held_against_what_is_usual() -> None:
    """Nobody speaks of the query: ten reviews of the item decide, seven do not."""
    others = [(1, 1)] * 30
    for said, claimed in (((10, 0), True), ((7, 0), False)):
        praised, blamed = (np.array(one, np.int32) for one in zip(said, *others, strict=True))
        start = np.array([0, 0, *range(1, len(others) + 2)])  # the first item has no cell
        cells = Cells(start, np.zeros(len(others) + 1, np.int32), praised, blamed)
        posteriors = Posteriors(cells, ONE, {}, Strengths(item=5.0))
        made = Comparer(posteriors, ReasonSettings(), Prices.plain(np.full(start.size - 1, np.nan)), [False])
        found = made.compare(0, np.array([1]))
        assert ([BETTER] if claimed else []) == found.verdict.tolist()
