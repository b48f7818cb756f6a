"""One clause of wishes in words: recognisers, tried at each word in turn, and what they add to the request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from instead.ranking.wish_amounts import bound_at
from instead.ranking.wish_meanings import BETTER, GOOD, Meanings
from instead.ranking.wish_table import (
    ANY_KIND,
    BETTER_WORDS,
    CARE_ABOUT,
    CHEAP,
    CHEAPER,
    FILLERS,
    GOOD_WORDS,
    IN_STOCK,
    LESS,
    LESS_IS_BETTER,
    MATTERS,
    MORE,
    NOT_DEARER,
    NOT_WORDS,
    OTHER_BRAND,
    RATED,
    SAME_BRAND,
    SAME_CATEGORY,
    SAME_KIND,
    SOLD_OUT_TOO,
    THAN_THIS,
    UNTOLD,
    VARIANTS_TOO,
    phrases,
    sense_phrases,
)
from instead.ranking.wish_tokens import Token

_FIXED = {
    phrase: name
    for name, texts in {
        "than_this": THAN_THIS, "cheaper": CHEAPER, "cheap": CHEAP, "not_dearer": NOT_DEARER, "same_brand": SAME_BRAND,
        "other_brand": OTHER_BRAND, "in_stock": IN_STOCK, "sold_out": SOLD_OUT_TOO, "variants": VARIANTS_TOO,
        "same_category": SAME_CATEGORY, "same_kind": SAME_KIND, "any_kind": ANY_KIND, "rated": RATED,
    }.items()
    for phrase in phrases(texts)
}  # fmt: skip
_NOT_BRAND = tuple(
    tuple(text.split())
    for text in ("not", "no", "without", "except", "except for", "excluding", "exclude", "avoid", "anything but",
                 "other than", "never", "nothing by", "nothing from", "but not", "isn't", "don't want", "dont want",
                 "non", "not a", "any brand but", "any brand except", "everything but", "all but", "any but",
                 "all brands but", "all brands except", "rather not")
)  # fmt: skip
_ONLY_BRAND = tuple(
    tuple(text.split())
    for text in ("only", "only from", "only by", "just", "from", "by", "made by", "brand", "of brand", "prefer",
                 "must be", "should be", "nothing but", "preferably", "stick with", "stay with")
)  # fmt: skip
_BRAND_FILLERS = frozenset(["from", "by", "a", "an", "the", "brand", "any", "made", "of", "another", "more", ":"])
_FREE_OF = frozenset(["no", "without", "zero"])
_BETWEEN = frozenset(["or", "nor", "and", ",", "&", "/"])
_LINKS = frozenset(["is", "are", "should", "must", "be", "that", "with", "the", "a", "an", "of", "much", "even", "lot"])


Effect = Callable[[], None]
Step = tuple[int, Effect | None]


class Clause:
    """Reads one clause; what it means is added to `told` once nothing in it speaks against that."""

    def __init__(self, text: str, tokens: list[Token], told: Meanings, carried: str = "") -> None:
        """`carried`: the tone of the clause before, where this one goes on from it ("better sound and comfort")."""
        self.text, self.tokens, self.told, self.tone = text, tokens, told, ""
        self._carried, self._words = carried, [token.low for token in tokens]
        self._texts = told.wording.spoken
        self._sure: list[Effect] = []
        self._bare: list[tuple[int, int, Effect]] = []  # names that stand alone: meant only if all is understood
        self._adjectives: list[tuple[int, int, Effect]] = []  # meant unless what they are said of is not understood
        self._left: list[int] = []

    def read(self) -> None:
        """Adds what the clause means, and tells what of it was not understood."""
        self._walk()
        strange = [at for at in self._left if self._says_something(at)]
        if any(self._words[at] in NOT_WORDS for at in strange):
            self.told.fails(self._texts.not_understood, self._said(0, len(self.tokens)))
            self.tone = ""
            return
        for start, length, effect in self._adjectives:
            if start + length in strange:
                strange += range(start, start + length)
            else:
                self._sure.append(effect)
        for effect in self._sure:
            effect()
        for start, length, effect in self._bare:
            if strange:
                strange += range(start, start + length)
            else:
                effect()
        for start, end in _runs(sorted(strange)):
            self.told.fails(self._texts.not_understood, self._said(start, end))

    def _walk(self) -> None:
        """Reads every word by the first recogniser that knows it; the others are left."""
        steps = (self._than_something, self._bound, self._brands, self._fixed, self._sense, self._with_attribute,
                 self._attribute_first, self._cannot, self._name)  # fmt: skip
        at = 0
        while at < len(self._words):
            for step in steps:
                found = step(at)
                if found is not None:
                    at += found[0]
                    if found[1] is not None:
                        self._sure.append(found[1])
                    break
            else:
                self._left.append(at)
                at += 1

    def _said(self, start: int, end: int) -> str:
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def _says_something(self, at: int) -> bool:
        word = self._words[at]
        return any(letter.isalnum() for letter in word) and word not in FILLERS

    def _longest(self, at: int, known: Any, most: int = 6) -> int:
        return next(
            (n for n in range(min(most, len(self._words) - at), 0, -1) if tuple(self._words[at : at + n]) in known), 0
        )

    # --- recognisers: words that are read, and what they mean --------------------------------------------------------

    def _than_something(self, at: int) -> Step | None:
        """ "than the Sony": offers are compared with the item being looked at, and with nothing else."""
        if self._words[at] != "than" or self._longest(at, _FIXED):
            return None
        said, told = self._said(at, len(self.tokens)), self.told
        return len(self.tokens) - at, lambda: told.fails(self._texts.not_understood, said)

    def _bound(self, at: int) -> Step | None:
        bound = bound_at(self._words, at)
        if bound is None:
            return None
        said = self._said(at, at + bound.length)
        return bound.length, lambda: self.told.price(bound, said)

    def _brands(self, at: int) -> Step | None:
        """Brands after "not" or "only", one or several."""
        for starts, name in ((_NOT_BRAND, "exclude_brands"), (_ONLY_BRAND, "brands")):
            for start in sorted(starts, key=len, reverse=True):
                if tuple(self._words[at : at + len(start)]) != start:
                    continue
                place = at + len(start)
                while place < len(self._words) and self._words[place] in _BRAND_FILLERS:
                    place += 1
                end, found = self._listed(place)
                if found:
                    return end - at, self._brand_effect(name, found, at, end)
                strange = self._unknown_brand(place, start)
                if strange is not None:
                    return strange - at, self._no_such_brand(at, place, strange)
        return None

    def _listed(self, at: int) -> tuple[int, list[str]]:
        """Brands from here on, with "or" and the like between them, and where they end."""
        found: list[str] = []
        end = at
        while (brand := self.told.names.brand_at(self._words, at)) is not None:
            found.append(brand[1])
            end = at + brand[0]
            at = end + 1
            if end >= len(self._words) or self._words[end] not in _BETWEEN:
                break
        return end, found

    def _unknown_brand(self, at: int, start: Sequence[str]) -> int | None:
        """Where a name ends that is no brand of this shop: written with a capital, and no word of the table."""
        if start[0] not in {"not", "no", "only", "except", "brand", "avoid", "without", "from", "by", "anything"}:
            return None
        end = at
        while end < len(self._words) and self.tokens[end].capital and self._words[end] not in self.told.names.known:
            end += 1
        return end if end > at else None

    def _no_such_brand(self, at: int, start: int, end: int) -> Effect:
        said, brand = self._said(at, end), self._said(start, end)
        return lambda: self.told.fails(self._texts.unknown_brand, said, brand=brand)

    def _brand_effect(self, name: str, brands: list[str], start: int, end: int) -> Effect:
        said = self._said(start, end)
        return lambda: self.told.brand(name, brands, said)

    def _fixed(self, at: int) -> Step | None:
        length = self._longest(at, _FIXED)
        if not length or self._longest(at, sense_phrases()) > length:
            return None
        name, said = _FIXED[tuple(self._words[at : at + length])], self._said(at, at + length)
        return length, None if name == "than_this" else lambda: self.told.fixed(name, said)

    def _sense(self, at: int) -> Step | None:
        known = sense_phrases()
        length = self._longest(at, known)
        if not length or self._longer_name(at, length):
            return None
        sense, tone = known[tuple(self._words[at : at + length])]
        if tone == BETTER and (found := self._noun(at + length)) is not None:  # "comfier straps": of the straps
            said = self._said(at, at + length + found[0])
            return length + found[0], lambda: self.told.wish(found[1], said, BETTER)
        said, names, told = self._said(at, at + length), self.told.names, self.told
        nouns = (*sense.nouns, self._words[at]) if length == 1 else sense.nouns
        number = names.attribute_of(nouns, told.heard)
        if number is None:
            return length, lambda: told.fails(self._texts.no_attribute, said, attribute=sense.nouns[0])
        if tone == GOOD:  # "light" is a wish, "light blue" is none
            self._adjectives.append((at, length, lambda: self.told.wish(number, said, tone)))
            return length, None
        return length, lambda: self.told.wish(number, said, tone)

    def _noun(self, at: int) -> tuple[int, int] | None:
        """An attribute that is named here by the whole of its name, and is no category."""
        found = self.told.names.attribute_at(self._words, at, self.told.heard, alone=True)
        return None if self.told.names.category_at(self._words, at) else found

    def _longer_name(self, at: int, length: int) -> bool:
        """Whether a name of the shop begins here that is longer than a phrase: the attribute "light color"."""
        found = self.told.names.attribute_at(self._words, at, self.told.heard)
        return found is not None and found[0] > length

    def _with_attribute(self, at: int) -> Step | None:
        """ "better battery", "less noise", "good sound", "care about comfort"."""
        word = self._words[at]
        care = self._longest(at, _CARE_ABOUT)
        if not care and word not in BETTER_WORDS | MORE | LESS | GOOD_WORDS | _FREE_OF:
            return None
        place = at + (care or 1)
        while place < len(self._words) and self._words[place] in _LINKS:
            place += 1
        found = self.told.names.attribute_at(self._words, place, self.told.heard)
        if found is None:
            return self._no_attribute(at, place) if word in BETTER_WORDS and self._is_noun(place) else None
        end, number = place + found[0], found[1]
        said = self._said(at, end)
        if care or word in GOOD_WORDS:
            self.tone = GOOD
            return end - at, lambda: self.told.wish(number, said, GOOD)
        named = {self.told.names.tree.names[number], " ".join(self._words[place:end])}
        if word in _FREE_OF:  # "no squeak" is a wish, "no armrests" is none that opinions answer
            return (end - at, lambda: self.told.wish(number, said, GOOD)) if named & LESS_IS_BETTER else None
        if word in BETTER_WORDS or (word in LESS) == bool(named & LESS_IS_BETTER):
            self.tone = BETTER
            return end - at, lambda: self.told.wish(number, said, BETTER)
        return end - at, lambda: self.told.fails(self._texts.untold, said)

    def _is_noun(self, at: int) -> bool:
        return at < len(self._words) and self._words[at].isalpha() and self._words[at] not in self.told.names.known

    def _no_attribute(self, at: int, place: int) -> Step:
        end = place
        while end < len(self._words) and self._is_noun(end):
            end += 1
        said, name = self._said(at, end), self._said(place, end)
        return end - at, lambda: self.told.fails(self._texts.no_attribute, said, attribute=name)

    def _attribute_first(self, at: int) -> Step | None:
        """ "battery matters", "the sound should be better"."""
        found = self.told.names.attribute_at(self._words, at, self.told.heard)
        if found is None:
            return None
        end = at + found[0]
        matters = self._longest(end, _MATTERS)
        if matters:
            said = self._said(at, end + matters)
            return found[0] + matters, lambda: self.told.wish(found[1], said, GOOD)
        behind = end
        while behind < len(self._words) and self._words[behind] in _LINKS:
            behind += 1
        if behind < len(self._words) and self._is_better(behind):
            said = self._said(at, behind + 1)
            return behind + 1 - at, lambda: self.told.wish(found[1], said, BETTER)
        return None

    def _is_better(self, at: int) -> bool:
        """Whether a word compares: "better", "faster"."""
        sense = sense_phrases().get((self._words[at],))
        return self._words[at] in BETTER_WORDS or (sense is not None and sense[1] == BETTER)

    def _cannot(self, at: int) -> Step | None:
        length = self._longest(at, _UNTOLD)
        if not length:
            return None
        said = self._said(at, at + length)
        return length, lambda: self.told.fails(self._texts.untold, said)

    def _name(self, at: int) -> Step | None:
        """A brand, an attribute or a category that stands alone."""
        names, told = self.told.names, self.told
        end, found = self._listed(at)
        if found:
            self._bare.append((at, end - at, self._brand_effect("brands", found, at, end)))
            return end - at, None
        attribute = names.attribute_at(self._words, at, told.heard, alone=True)
        category = names.category_at(self._words, at)
        if attribute is not None and (category is None or category[0] < attribute[0]):
            number, said, tone = attribute[1], self._said(at, at + attribute[0]), self._carried or GOOD
            self._bare.append((at, attribute[0], lambda: self.told.wish(number, said, tone)))
            self.tone = tone
            return attribute[0], None
        if category is None:
            return None
        if not names.within(category[1], told.query):  # "headphones", said of headphones, is no wish
            said = self._said(at, at + category[0])
            self._bare.append((at, category[0], lambda: told.category(category[1], said)))
        return category[0], None


_CARE_ABOUT, _MATTERS, _UNTOLD = phrases(CARE_ABOUT), phrases(MATTERS), phrases(UNTOLD)


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Places that follow each other, as start and end."""
    found: list[tuple[int, int]] = []
    for place in places:
        if found and found[-1][1] == place:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((place, place + 1))
    return found
