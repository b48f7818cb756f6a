"""Names of a shop in what shoppers say: attributes by name, variant or a word of it, brands, categories.

Of several attributes that a word may mean, the one that reviews of this kind of thing speak of most is meant:
"lasts longer" is battery life of headphones, and durability of chairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

import polars as pl

from instead.mentions.attribute_tree import AttributeTree
from instead.mentions.general_families import general_families
from instead.ranking.catalogue import Catalogue
from instead.ranking.wish_amounts import WORDS as AMOUNT_WORDS
from instead.ranking.wish_table import SMALL_WORDS, Phrase, known_words, sense_phrases
from instead.ranking.wish_tokens import tokens_of
from instead.ranking.word_index import WordIndex

Heard = Callable[[int], int]
"""Number of an attribute -> how often reviews of this kind of thing mention it."""

LONGEST = 5  # words of a name
_LEAST_CORRECTED = 5  # letters of a word that may be misspelled
_NO_NAMES = frozenset(["use", "work", "works", "setting", "one", "thing", "item", "product", "alone", "time", "same"])
"""Words that some shop may have as an attribute, and that say something else when they stand alone."""


class ShopNames:
    """What a shop calls things."""

    def __init__(self, tree: AttributeTree, catalogue: Catalogue) -> None:
        self.tree, self._catalogue = tree, catalogue

    # --- attributes ------------------------------------------------------------------------------------------------

    def attribute(self, name: str, heard: Heard, alone: bool = False) -> int | None:
        """The attribute of this name or a form of it, else the most heard one that is usually meant by it or has it as
        a word. `alone`: nothing says that it is one ("for my back"), so that what has it as a word must be heard."""
        found = self._exact(name)
        if found is not None:
            return found
        others = {found for noun in _family(name) if (found := self.tree.number(noun)) is not None}
        parts = {number for form in _forms(name) for number in self._by_word.get(form, ())}
        return most_heard(others | {number for number in parts if not alone or heard(number)}, heard)

    def meant(self, words: str, heard: Heard) -> int | None:
        """The attribute that a name or a phrase of the table means: "battery", "quieter"."""
        found = self.attribute(words, heard) if words not in _NO_NAMES else self.tree.number(words)
        if found is None and (sense := sense_phrases().get(tuple(words.split()))) is not None:
            found = self.attribute_of(sense[0].nouns, heard)
        return found

    def attribute_of(self, nouns: Iterable[str], heard: Heard) -> int | None:
        """Of several names the attribute that is heard most; the first where none is."""
        found = [number for noun in nouns if (number := self._exact(noun)) is not None]
        if found and any(heard(one) for one in found):
            return most_heard(found, heard)
        if found:
            return found[0]
        return most_heard({one for noun in nouns for one in self._by_word.get(noun, ())}, heard)

    def attribute_at(self, words: Sequence[str], at: int, heard: Heard, alone: bool = False) -> tuple[int, int] | None:
        """Words and number of the attribute that is named here, by the longest name that fits."""
        for length in range(min(LONGEST, len(words) - at), 0, -1):
            name = " ".join(words[at : at + length])
            if name in _NO_NAMES:
                continue
            exact = length > 1 or name in SMALL_WORDS
            found = self._exact(name) if exact else self.attribute(name, heard, alone)
            if found is not None:
                return length, found
        return None

    def _exact(self, name: str) -> int | None:
        return next((found for form in _forms(name) if (found := self.tree.number(form)) is not None), None)

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        """Attributes of several words by each of them."""
        found: dict[str, list[int]] = {}
        for number, name in enumerate(self.tree.names):
            parts = name.split()
            for part in parts if len(parts) > 1 else ():
                if part not in _NO_NAMES and len(part) > 2:
                    found.setdefault(part, []).append(number)
        return found

    # --- brands and categories -------------------------------------------------------------------------------------

    def brand_at(self, words: Sequence[str], at: int) -> tuple[int, str] | None:
        """Words and name of the brand that stands here."""
        return _named_at(self._brands, words, at)

    def category_at(self, words: Sequence[str], at: int) -> tuple[int, str] | None:
        """Words and name of the category that stands here, in the singular or the plural."""
        return _named_at(self._categories, words, at)

    def brand_of(self, query: int) -> str | None:
        return self._catalogue.brands[query]

    def within(self, category: str, query: int) -> bool:
        """Whether an item is in a category."""
        return category.lower() in {step.lower() for step in self._catalogue.paths[query] or ()}

    @cached_property
    def _brands(self) -> dict[Phrase, str]:
        return {split(name): name for name in sorted({one.strip() for one in self._catalogue.brands if one})}

    @cached_property
    def _categories(self) -> dict[Phrase, str]:
        found: dict[Phrase, str] = {}
        for name in self._catalogue.categories.names:
            words = split(name)
            for form in _forms(" ".join(words)):
                found.setdefault(tuple(form.split()), name)
        return found

    # --- prices and stock ------------------------------------------------------------------------------------------

    def currency(self, query: int) -> str | None:
        """Of the query's price, or of most prices where it has none."""
        priced = self._catalogue.priced
        code = int(priced.code[query]) if self.price(query) is not None else priced.usual
        return priced.currencies[code] if code >= 0 else None

    def price(self, query: int) -> float | None:
        amount = float(self._catalogue.prices[query])
        return None if math.isnan(amount) else amount

    @cached_property
    def tells_stock(self) -> bool:
        """Whether the shop says of any item that it is in stock or sold out."""
        return any(one is not None for one in self._catalogue.available)

    # --- misspelled words ------------------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex(pl.Series(sorted(self.known), dtype=pl.String))

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word of the table and of the shop's names."""
        named = {word for name in self.tree.names for word in name.split()}
        named |= {word for phrase in (*self._brands, *self._categories) for word in phrase}
        return known_words() | AMOUNT_WORDS | named

    def corrected(self, word: str) -> str | None:
        """The one known word that is one edit away, neither at the beginning nor at the end; else None."""
        if word in self.known or len(word) < _LEAST_CORRECTED or self._exact(word) is not None:
            return None
        words = self._words.vocabulary
        near = [words[place] for place, edits in self._words.near(word).items() if edits == 1]
        alike = [one for one in near if one[0] == word[0] and len(one) >= _LEAST_CORRECTED and not _ends(word, one)]
        return alike[0] if len(alike) == 1 else None


def most_heard(numbers: Iterable[int], heard: Heard) -> int | None:
    """The attribute that is mentioned most, the first of the table where several are; None of nothing."""
    found = sorted(numbers) if isinstance(numbers, set) else list(numbers)
    return max(found, key=lambda one: (heard(one), -found.index(one))) if found else None


def split(text: str) -> Phrase:
    """A name as the words that what is said is made of."""
    return tuple(one.low for one in tokens_of(text))


def _named_at(names: dict[Phrase, str], words: Sequence[str], at: int) -> tuple[int, str] | None:
    for length in range(min(LONGEST + 1, len(words) - at), 0, -1):
        found = names.get(tuple(words[at : at + length]))
        if found is not None:
            return length, found
    return None


def _forms(name: str) -> list[str]:
    """The name, its singular and its plural."""
    forms = [name]
    if name.endswith("ies"):
        forms.append(name[:-3] + "y")
    if name.endswith("es"):
        forms.append(name[:-2])
    if name.endswith("s") and not name.endswith("ss"):
        forms.append(name[:-1])
    else:
        forms.append(name + "s")
    return forms


@lru_cache(maxsize=1)
def _families() -> dict[str, tuple[str, ...]]:
    return {noun: family.names for family in general_families() for noun in (*family.names, *family.nouns)}


def _family(name: str) -> tuple[str, ...]:
    """Names of the general family that a noun is said of: "audio" of sound."""
    return _families().get(name, ())


def _ends(word: str, other: str) -> bool:
    """Whether two words differ in their last letter alone: "times" and "timer" are two words, no typing error."""
    short = min(len(word), len(other))
    return word[: short - (len(word) == len(other))] == other[: short - (len(word) == len(other))]
