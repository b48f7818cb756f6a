"""Wishes in words, as fields of a `Request`: "quieter, under 100, not Sony" is care and `than` for noise, a price of
100 at most, and a brand left out. Always the same fields for the same words; no model of language is asked.

Clauses are read from left to right by the longest phrase that fits: bounds on the price, brands, fixed phrases, phrases
of `wish_table.py`, attributes with a word before or behind them. Whatever is left over is told, and where it holds a
word that turns a meaning around ("not", "without"), nothing of its clause is applied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from instead.ranking.wish_amounts import bound_at
from instead.ranking.wish_clauses import Clause
from instead.ranking.wish_meanings import Meanings
from instead.ranking.wish_names import Heard, ShopNames
from instead.ranking.wish_table import SEPARATORS
from instead.ranking.wish_tokens import Token, tokens_of
from instead.wording import ENGLISH, Wording

_LISTED = frozenset(["and", "or", "nor", ",", "&", "/"])
_ALL = frozenset(["anything", "everything", "nothing", "all", "any", "brand", "brands"])
_GOES_ON = frozenset(["and", "or", "&", "+", "/"])


@dataclass(frozen=True)
class Understood:
    """What wishes in words mean: fields of a `Request`, a sentence on each part that counts, and one on each part that
    does not."""

    care: dict[str, float] = field(default_factory=dict)
    than: tuple[str, ...] = ()
    filters: dict[str, Any] = field(default_factory=dict)
    understood: tuple[str, ...] = ()
    not_applied: tuple[str, ...] = ()
    words: dict[str, str] = field(default_factory=dict)
    """Filters by name, and the words that ask for each."""


class WishReader:
    """Reads wishes in words for one shop."""

    def __init__(
        self, names: ShopNames, heard: Callable[[int], Heard], scale: float, wording: Wording = ENGLISH
    ) -> None:
        """`heard`: number of an item -> how often reviews of its kind mention an attribute; `scale`: the most care."""
        self._names, self._heard, self._scale, self._wording = names, heard, scale, wording

    def read(self, text: str, query: int) -> Understood:
        """What the words mean for somebody who looks at an item, by its number."""
        texts = self._wording.spoken
        told = Meanings(self._names, self._heard(query), query, self._scale, self._wording)
        tokens = []
        for token in _without_marks(tokens_of(text)):
            meant = self._names.corrected(token.low)
            if meant is not None:
                told.understood.append(texts.taken_for.format(words=text[token.start : token.end], meant=meant))
            tokens.append(token if meant is None else Token(meant, token.start, token.end, token.capital))
        carried = ""
        for clause, before in self._clauses(tokens):
            read = Clause(text, clause, told, carried if before in _GOES_ON else "")
            read.read()
            carried = read.tone
        return Understood(
            told.care, tuple(dict.fromkeys(told.than)), told.filters, tuple(told.understood), tuple(told.not_applied),
            told.words,
        )  # fmt: skip

    def _clauses(self, tokens: list[Token]) -> list[tuple[list[Token], str]]:
        """Tokens between separators, each with the separator before it; none is cut in a name, a list of brands or a
        bound on the price."""
        words = [token.low for token in tokens]
        whole: set[int] = set()
        for at in range(len(words)):
            for found in (self._names.brand_at(words, at), self._names.category_at(words, at)):
                if found is not None:
                    whole.update(range(at, at + found[0]))
            if (brand := self._names.brand_at(words, at)) is not None:
                behind = at + brand[0]
                if behind < len(words) and words[behind] in _LISTED and self._names.brand_at(words, behind + 1):
                    whole.add(behind)
            if words[at] == "but" and at and words[at - 1] in _ALL:  # "anything but Sony"
                whole.add(at)
            if (bound := bound_at(words, at)) is not None:
                whole.update(range(at, at + bound.length))
        found_clauses: list[tuple[list[Token], str]] = []
        clause: list[Token] = []
        before = ""
        for at, token in enumerate(tokens):
            if token.low in SEPARATORS and at not in whole:
                if clause:
                    found_clauses.append((clause, before))
                clause, before = [], token.low
            else:
                clause.append(token)
        return [*found_clauses, (clause, before)] if clause else found_clauses


def _without_marks(tokens: list[Token]) -> list[Token]:
    """Tokens without marks that end nothing: "price: under 100", "max. 75"."""
    before = ["", *(token.low for token in tokens)]
    return [
        token
        for token, last in zip(tokens, before, strict=False)
        if token.low != ":" and not (token.low == "." and last in {"max", "min"})
    ]
