"""Names without what people write in different ways: case, blanks, dots, underscores, hyphens, brackets, diacritics."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters that do not fall apart into a letter and a mark.
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})


@lru_cache(maxsize=1 << 14)  # the words of a column repeat
def plain_name(text: str) -> str:
    """Small letters and digits only: `Kunden-Nr.`, `kunden_nr` and `KundenNr` are one name."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(letter for letter in apart if letter.isalnum())
