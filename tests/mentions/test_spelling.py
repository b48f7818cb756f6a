"""Slips of the finger join the right spelling; other words do not."""

from __future__ import annotations

import pytest

from instead.mentions.spelling import one_slip, spelling_variants


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("warranty", "warrenty"),
        ("price", "pirce"),
        ("support", "uspport"),
        ("delivery", "delivry"),
        ("sound", "soundd"),
    ],
)
def test_one_slip(right: str, wrong: str) -> None:
    assert one_slip(right, wrong)
    assert one_slip(wrong, right)


@pytest.mark.parametrize(
    ("one", "other"), [("sound", "sound"), ("sound", "round"), ("price", "pricing"), ("abcd", "acbe")]
)
def test_no_slip(one: str, other: str) -> None:
    assert not one_slip(one, other)


def test_rare_spellings_join_the_common_one() -> None:
    common = {
        "warranty": 40,
        "warrenty": 4,
        "price": 100,
        "pockets": 60,
        "battery life": 50,
        "sound hole": 9,
        "soundhole": 8,
    }
    rare = {"pirce": 1, "pokcet": 1, "batteyr life": 1, "stripe": 1}
    assert spelling_variants(common, rare) == {
        "warrenty": "warranty", "soundhole": "sound hole", "pirce": "price", "pokcet": "pockets",
        "batteyr life": "battery life",
    }  # fmt: skip


def test_two_common_spellings_are_two_words() -> None:
    assert spelling_variants({"warranty": 40, "warrenty": 30}, {}) == {}


def test_a_word_of_its_own_is_no_slip() -> None:
    assert spelling_variants({"shipping": 100, "shopping": 3, "trail": 100}, {"trial": 1}) == {}


def test_short_words_only_swap() -> None:
    assert spelling_variants({"strap": 100}, {"strat": 1, "srtap": 1}) == {"srtap": "strap"}
