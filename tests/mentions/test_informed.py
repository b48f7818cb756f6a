"""What a word is elsewhere in the shop tells whether it is an opinion here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from instead.mentions.opinions import read, trust_steps, wide_opinions
from instead.mentions.shopwords import ShopWords, add_uses, count_uses
from instead.mentions.weights import load_weights

TEXTS = ["The soup was very spicy.", "Spicy and fresh noodles!", "The soup is spicy but good.", "A fried rice dish."]


def shop(texts: list[str]) -> ShopWords:
    weights = load_weights()
    return ShopWords.judge(add_uses([count_uses(read(texts, weights))]), weights)


def test_a_word_is_drawn_towards_its_use_in_the_shop() -> None:
    weights = load_weights()
    words = shop(TEXTS * 5)
    reading = read(["Spicy soup."], weights)
    unsure = replace(reading, doubt=np.zeros_like(reading.doubt), opinion=np.zeros_like(reading.opinion))
    informed = words.informed(unsure)
    assert informed.doubt[0] > 0.5 > informed.doubt[1]
    assert informed.opinion.tolist()[:2] == [1, 0]
    assert trust_steps(informed)[0] > trust_steps(unsure)[0]


def test_labelled_opinions_stay_candidates() -> None:
    reading = read(TEXTS, load_weights())
    wide = wide_opinions(reading)
    assert (wide[reading.opinion > 0] == reading.opinion[reading.opinion > 0]).all()


def test_adjectives_that_judge_are_told_from_those_that_sort() -> None:
    reading = read(TEXTS * 5, load_weights())
    columns = shop(TEXTS * 5).columns(reading, load_weights())
    text, words = reading.page.text.lower(), reading.page.words
    forms = [text[a:b] for a, b in zip(words.start.tolist(), words.end.tolist(), strict=True)]
    assert columns.judges[forms.index("spicy")] > columns.judges[forms.index("fried")]


def test_nothing_to_read() -> None:
    weights = load_weights()
    empty = read([""], weights)
    assert shop(TEXTS).informed(empty).doubt.size == 0
    assert ShopWords.judge(add_uses([count_uses(empty)]), weights).informed(read(TEXTS, weights)).doubt.size > 0
