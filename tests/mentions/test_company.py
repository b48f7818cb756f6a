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
    "The sound quality is great, the design is poor and the service was slow. My husband came home that day.",
    "The food was delicious and the staff friendly. In the end it was a matter of time and of luck, people say.",
] * 10


def test_it_changes_worth_only_and_always_the_same_way() -> None:
    weights = load_weights()
    reading = read(TEXTS, weights)
    words = ShopWords.judge(add_uses([count_uses(reading)]), weights)
    one, two = second_look([reading], words, weights), second_look([reading], words, weights)
    np.testing.assert_array_equal(one.worth, two.worth)
    np.testing.assert_array_equal(one.category, words.category)
    assert np.isfinite(one.worth).all()
    assert (one.worth != words.worth).any()


def test_without_anything_sure_there_is_nothing_to_learn() -> None:
    weights = load_weights()
    reading = read(["ok"], weights)
    words = ShopWords.judge(add_uses([count_uses(reading)]), weights)
    assert second_look([reading], words, weights) is words
    assert second_look([], words, weights) is words
