"""What the stars teach."""

from __future__ import annotations

import numpy as np

from instead.mentions.stars import StarLessons, star_level


def test_levels() -> None:
    assert star_level(np.array([1.0, 2.4, 5.0, np.nan])).tolist() == [0, 1, 4, -1]


def test_a_pair_the_text_cannot_read_takes_the_sign_of_its_stars() -> None:
    """200 clear mentions show what stars mean; a neutral word that stands in bad reviews only becomes blame."""
    clear = np.repeat([3.0, -3.0], 100)
    clear_level = np.repeat([4, 0], 100)
    odds = np.concatenate([clear, np.zeros(20), np.zeros(20)])
    level = np.concatenate([clear_level, np.zeros(20, int), np.full(20, 4)]).astype(np.int8)
    key = np.concatenate([np.full(200, 1), np.full(20, 2), np.full(20, 3)]).astype(np.uint64)
    lessons = StarLessons.learn(odds, level, key)
    assert lessons.by_level[0] < 0 < lessons.by_level[4]
    unknown = np.full(2, -1, np.int8)
    corrected = lessons.correct(np.zeros(2), unknown, np.array([2, 3], np.uint64))
    assert corrected[0] < -0.5
    assert corrected[1] > 0.5


def test_without_different_stars_nothing_is_learned() -> None:
    lessons = StarLessons.learn(np.zeros(5), np.full(5, 4, np.int8), np.arange(1, 6, dtype=np.uint64))
    assert not lessons.by_level.any()
    assert lessons.correct(np.ones(1), np.array([4], np.int8), np.array([1], np.uint64)).tolist() == [1.0]
