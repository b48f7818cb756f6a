"""Words whose sign depends on what they describe: what is listed and how it is looked up."""

from __future__ import annotations

import numpy as np
import pytest

from instead.mentions import leanings as lists
from instead.mentions.leanings import harms, leanings, shifting_words
from instead.mentions.lexicon import lexicon
from instead.mentions.loops.hashing import find
from instead.mentions.loops.words import stem_plain
from instead.mentions.tags import SHIFTING
from tests.mentions.loops.plain_hash import fnv, fold


def leaning(word: str, attribute: str) -> float | None:
    """As the polarity model asks: the last two words of the attribute, then its last."""
    slot_key, slot_row, value = leanings()
    stems = [fnv(stem_plain(part)) for part in attribute.split()]
    keys = [fold(0, fnv(word), fold(0, *stems[-2:]))] * (len(stems) > 1) + [fold(0, fnv(word), stems[-1])]
    for key in keys:
        row = int(find(slot_key, slot_row, np.uint64(key)))
        if row >= 0:
            return float(value[row])
    return None


@pytest.mark.parametrize(
    ("word", "attribute", "sign"),
    [
        ("high", "price", -1), ("high", "quality", 1), ("low", "prices", 1), ("low", "resolution", -1),
        ("long", "battery life", 1), ("long", "loading time", -1), ("long", "playing time", 1), ("short", "cord", -1),
        ("cheap", "price", 1), ("cheap", "plastic", -1), ("loud", "fan", -1), ("loud", "speakers", 1),
        ("hot", "coffee", 1), ("hot", "charger", -1), ("much", "noise", -1), ("more", "storage", 1),
    ],
)  # fmt: skip
def test_by_what_is_described(word: str, attribute: str, sign: int) -> None:
    found = leaning(word, attribute)
    assert found is not None
    assert np.sign(found) == sign
    assert abs(found) >= 1  # it judges


def test_what_is_not_listed_leans_on_nothing() -> None:
    assert leaning("high", "zipper") is None
    assert leaning("long", "time") is None  # which time?
    assert leaning("great", "price") is None


def test_no_pair_is_listed_with_both_signs() -> None:
    signs: dict[tuple[int, int], set[float]] = {}
    for word, attribute, value in lists._pairs():
        signs.setdefault((word, attribute), set()).add(float(np.sign(value)))
    assert not [pair for pair, found in signs.items() if len(found) > 1]


def test_the_lexicon_knows_which_words_shift() -> None:
    known = lexicon()
    rows = {word: int(find(known.slot_key, known.slot_row, np.uint64(fnv(word)))) for word in shifting_words()}
    assert min(rows.values()) >= 0
    assert all(known.roles[row] & SHIFTING for row in rows.values())
    assert {word for word, _, _ in lists._pairs()} == {fnv(word) for word in shifting_words()}


def test_of_harms_less_is_better() -> None:
    assert (np.diff(harms().astype(object)) > 0).all()  # sorted, each once: the loop looks them up by halves
    for word in ("noise", "smells", "price"):
        assert fnv(stem_plain(word)) in harms()
    assert fnv(stem_plain("quality")) not in harms()
