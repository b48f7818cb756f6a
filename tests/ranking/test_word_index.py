"""Search that forgives typing errors: edit distances against a plain twin, words, categories, and what is unknown."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import polars as pl
import pytest

from instead.errors import UnknownItem
from instead.ranking.catalogue import Catalogue
from instead.ranking.categories import Categories
from instead.ranking.word_index import FAR, LONGEST, WordIndex, distances, edits_allowed
from instead.records import Category


def plain_distance(one: str, other: str) -> int:
    """Optimal string alignment by its definition."""

    @cache
    def d(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        best = min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (one[i - 1] != other[j - 1]))
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            best = min(best, d(i - 2, j - 2) + 1)
        return best

    return d(len(one), len(other))


def letters_of(words: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    return np.array(words, f"U{LONGEST}").view(np.uint32).reshape(len(words), LONGEST)


def test_distances_are_those_of_the_definition() -> None:
    chance = random.Random(0)
    words = ["".join(chance.choices("abcé", k=chance.randint(1, 9))) for _ in range(300)]
    for word in words[:40]:
        found = distances(word, letters_of(words), np.array([len(one) for one in words]))
        assert found.tolist() == [plain_distance(word, other) for other in words]


def test_what_is_near_is_what_a_plain_search_finds() -> None:
    chance = random.Random(1)
    words = sorted(
        {"".join(chance.choices("abcdefgh", k=chance.randint(2, 11))) for _ in range(3_000)} | {"abcd1", "é" * 5}
    )
    index = WordIndex(pl.Series(words))
    assert index.vocabulary == words
    for word in [*words[::60], "abcdefgh", "hgfedcba"]:
        most = edits_allowed(word)
        wanted = {
            at: plain_distance(word, other)
            for at, other in enumerate(words)
            if most and edits_allowed(other) and plain_distance(word, other) <= most
        }
        assert index.near(word) == wanted
    assert WordIndex(pl.Series([], dtype=pl.String)).near("batery") == {}


def test_what_may_be_misspelled() -> None:
    assert [edits_allowed(word) for word in ("cas", "case", "cases", "kettle", "x200", "a" * 25)] == [0, 1, 1, 2, 0, 0]


def test_words_and_their_parts() -> None:
    index = WordIndex(pl.Series(["Drip-free\t(NEW), drip", None, ""]), pl.Series(["A-1", "B", "C"]))
    assert index.vocabulary == ["(new),", "a-1", "b", "c", "drip", "drip-free", "free", "new"]
    assert [index.has(word).tolist() for word in ("fre", "(n", "a-", "1", "c")] == [
        [True, False, False], [True, False, False], [True, False, False], [False] * 3, [False, False, True],
    ]  # fmt: skip


def test_edits_of_rows() -> None:
    index = WordIndex(pl.Series(["coffee maker", "coffee grinder", "tea maker", "Kettle"]))
    assert index.edits("coffe").tolist() == [0, 0, FAR, FAR]  # it begins so
    assert index.edits("makr").tolist() == [1, FAR, 1, FAR]
    assert index.edits("cofeee").tolist() == [1, 1, FAR, FAR]
    assert index.edits("tee").tolist() == [FAR] * 4


ITEMS = pl.DataFrame(
    {
        "item": ["c1", "c2", "t1", "k1", "e1"],
        "title": ["Daily Drip", "Harbour Espresso", "Sunrise", "Steel Kettle", "Esprit Cup"],
        "brand": ["Caldero", "Caldero", "Osterly", None, None],
        "category": [["Home", "Coffee Makers"], ["Home", "Coffee Makers"], ["Home", "Tea Makers"], None, ["Cups"]],
        "price": [1.0] * 5,
        "image": [None] * 5,
    },
    schema_overrides={"image": pl.String},
)
CATALOGUE = Catalogue(ITEMS, np.array([1, 2, 3, 4, 5]))


@pytest.mark.parametrize(
    ("text", "found", "near"),
    [
        ("coffee", [1, 0], False),  # a word of the category finds, too
        ("caldero drip", [0], False),
        ("coffe drp", [], False),  # three letters are not guessed at
        ("drip maker", [0], False),
        ("espreso", [1], True),
        ("Kettel", [3], True),
        ("cladero espresso", [1], True),
        ("osterley", [2], True),
        ("zebra", [], True),
        ("esprit", [4], False),
    ],
)
def test_searching(text: str, found: list[int], near: bool) -> None:
    assert CATALOGUE.search(text) == found
    assert not found or CATALOGUE.near_only(text) == near


def test_exact_finds_come_before_forgiven_ones() -> None:
    items = ITEMS.with_columns(pl.Series("title", ["Kettla", "Kettle Blue", "Settle", "Kettle", "Kettlo"]))
    catalogue = Catalogue(items, np.array([5, 1, 9, 2, 7]))
    assert catalogue.search("kettle") == [3, 1, 2, 4, 0]  # two as typed, then those a letter away
    assert [catalogue.search("kettle", 2, offset) for offset in (0, 2, 4)] == [[3, 1], [2, 4], [0]]
    assert not catalogue.near_only("kettle")
    many = items.with_columns(title=pl.lit("Kettle"))
    assert len(Catalogue(many, np.arange(5)).search("kettle", 10)) == 5


def test_a_category_lists_its_items() -> None:
    assert CATALOGUE.search("", category="coffee makers") == [1, 0]
    assert CATALOGUE.search("drip", category="Home") == [0]
    assert CATALOGUE.search("kettle", category="Home") == []
    assert CATALOGUE.search("c1", category="Cups") == []
    assert CATALOGUE.search("", category="Nowhere") == []


def test_categories_by_name() -> None:
    categories = CATALOGUE.categories
    assert categories.search("") == (Category("Home", 3), Category("Coffee Makers", 2), Category("Cups", 1),
                                     Category("Tea Makers", 1))  # fmt: skip
    assert categories.search("make") == (Category("Coffee Makers", 2), Category("Tea Makers", 1))
    assert categories.search("coffe makr") == (Category("Coffee Makers", 2),)
    assert categories.search("cofee", 1) == (Category("Coffee Makers", 2),)
    assert categories.search("zebra") == ()
    assert Categories(pl.Series([None, None], dtype=pl.List(pl.String))).search("x") == ()


def test_an_unknown_item_is_answered_with_titles() -> None:
    with pytest.raises(UnknownItem) as caught:
        CATALOGUE.number("espreso")
    assert (caught.value.near, caught.value.titles) == (["c2"], ["Harbour Espresso"])
    assert str(caught.value) == "unknown item 'espreso'. Did you mean c2 (Harbour Espresso)?"
