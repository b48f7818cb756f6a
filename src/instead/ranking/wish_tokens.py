"""Words of what shoppers say, with their places: numbers with their marks, signs of currencies, marks of clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?|[^\W\d_]+(?:['’][^\W\d_]+|-[^\W\d_]+)*|<=|>=|\S|\n"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word in small letters, and where it stands in the text."""

    low: str
    start: int
    end: int
    capital: bool


def tokens_of(text: str) -> list[Token]:
    """The words and marks of a text."""
    return [
        Token(found.group().lower().replace("’", "'"), found.start(), found.end(), found.group()[:1].isupper())
        for found in _TOKEN.finditer(text)
    ]
