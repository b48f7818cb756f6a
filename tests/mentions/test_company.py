"""The second look at a shop's nouns."""

from __future__ import annotations

import numpy as np

from instead.mentions.company import second_look
from instead.mentions.opinions import read
from instead.mentions.shopwords import ShopWords, add_uses, count_uses
from instead.mentions.weights import load_weights

TEXTS = [
    "The screen was bright and the keyboard was great. I bought it for my sister last week.",
    "The keyboard is comfortable, the speaker is loud. I gave it to my brother in the morning.",
    "The screen is sharp and the price is good. We waited a month for the box.",
] * 10


def test_it_changes_worth_only_and_always_the_same_way() -> None:
    weights = load_weights()
    reading = read(TEXTS, weights)
    words = ShopWords.judge(add_uses([count_uses(reading)]), weights.worth)
    one, two = second_look([reading], words), second_look([reading], words)
    np.testing.assert_array_equal(one.worth, two.worth)
    np.testing.assert_array_equal(one.category, words.category)
    assert np.isfinite(one.worth).all()
    assert (one.worth != words.worth).any()


def test_without_anything_sure_there_is_nothing_to_learn() -> None:
    weights = load_weights()
    reading = read(["ok"], weights)
    words = ShopWords.judge(add_uses([count_uses(reading)]), weights.worth)
    assert second_look([reading], words) is words
    assert second_look([], words) is words
