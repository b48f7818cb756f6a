"""Bounds on the price, as shoppers say them: "under 100", "at most 80 euros", "between $50 and $100", "50 or less".

A bound is read from words; what is counted in other units ("under 2 kg", "over 10 hours") is no price.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from instead.files.currencies import CODES, SIGNS
from instead.files.currencies import WORDS as NAMES

_MOST: tuple[str, ...] = (
    "no more than", "not more than", "less than", "lower than", "cheaper than", "at most", "at the most", "max",
    "maximum", "maximum of", "max of", "up to", "under", "below", "within", "not over", "not above", "budget",
    "budget of", "budget is", "my budget is", "a budget of", "for under", "for less than", "<", "<=", "≤", "=<",
    "until", "no dearer than", "nothing over", "nothing above", "nothing more than", "never over", "never more than",
    "not spend more than", "not cost more than", "not be more than", "not be over", "not cost over",
     "not pay more than", "don't want to spend more than", "don't want to pay more than",
    "do not want to spend more than", "can't spend more than", "cannot spend more than", "can't pay more than",
)  # fmt: skip
_LEAST: tuple[str, ...] = (
    "no less than", "not less than", "more than", "at least", "min", "minimum", "minimum of", "over", "above",
    "starting at", "not under", "not below", "from", ">", ">=", "≥", "upwards of", "dearer than",
    "nothing under", "nothing below",
)  # fmt: skip
_MOST_AFTER: tuple[str, ...] = (
    "or less",
    "or under",
    "or below",
    "or cheaper",
    "max",
    "maximum",
    "tops",
    "at most",
    "at the most",
)
_LEAST_AFTER: tuple[str, ...] = ("or more", "or over", "or above", "and up", "minimum", "at least")
_BEFORE = ("price", "priced", "prices", "costs", "cost", "costing", "price is", "price of", "pay", "spend", "to spend",
           "price range", "price range of")  # fmt: skip
_NUMBER = re.compile(r"(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?")
_DOLLARS = frozenset(["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "BBD", "JMD"])
_SAID = {
    "dollar": _DOLLARS, "dollars": _DOLLARS, "bucks": _DOLLARS, "buck": _DOLLARS, "$": _DOLLARS,
    "pound": frozenset(["GBP"]), "pounds": frozenset(["GBP"]), "quid": frozenset(["GBP"]),
    "yen": frozenset(["JPY"]), "francs": frozenset(["CHF"]), "rupees": frozenset(["INR"]),
    "¥": frozenset(["JPY", "CNY"]),
}  # fmt: skip


_UNIT_NAMES = """
    kg g gram grams kilo kilos kilogram kilograms lb lbs oz ounce ounces cm mm m meter meters metre metres inch inches
    ft feet hour hours hr hrs h minute minutes min mins second seconds day days week weeks month months year years star
    stars watt watts w v volt volts db decibel decibels % percent liter liters litre litres l ml mah gb tb mb mp hz khz
    ghz pages pieces people persons reviews review mph km miles degrees lumens cups cup
"""
_UNITS = frozenset(_UNIT_NAMES.split())


WORDS = frozenset(
    word for texts in (_MOST, _LEAST, _MOST_AFTER, _LEAST_AFTER, _BEFORE) for text in texts for word in text.split()
)
"""Every word of the above: none of them is a misspelled one."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A price from `least` to `most`. `currencies`: ISO codes that what was said may mean, None where none was named.
    `other_unit`: what the number counts, where that is no money."""

    length: int
    least: float | None = None
    most: float | None = None
    currencies: frozenset[str] | None = None
    other_unit: str | None = None


@dataclass(frozen=True, slots=True)
class _Amount:
    length: int
    value: float
    currencies: frozenset[str] | None


def bound_at(words: Sequence[str], at: int) -> Bound | None:
    """The bound that begins at a word, the longest way of reading it; None where there is none."""
    start = at + _longest(words, at, _BEFORE)
    skipped = start - at
    if start < len(words) and words[start] in {"is", "of"} and skipped:
        start, skipped = start + 1, skipped + 1
    found = _between(words, start) or _one_sided(words, start)
    if found is None:
        return None
    end = start + found.length
    unit = words[end] if end < len(words) and words[end] in _UNITS else None
    return Bound(found.length + skipped + (unit is not None), found.least, found.most, found.currencies, unit)


def _between(words: Sequence[str], at: int) -> Bound | None:
    head = 1 if at < len(words) and words[at] in {"between", "from"} else 0
    first = _amount(words, at + head)
    if first is None:
        return None
    middle = at + head + first.length
    if middle >= len(words) or words[middle] not in ({"and", "to", "-", "–"} if head else {"to", "-", "–"}):
        return None
    second = _amount(words, middle + 1)
    if second is None:
        return None
    low, high = sorted((first.value, second.value))
    return Bound(head + first.length + 1 + second.length, low, high, second.currencies or first.currencies)


def _one_sided(words: Sequence[str], at: int) -> Bound | None:
    for texts, upper in ((_MOST, True), (_LEAST, False)):
        head = _longest(words, at, texts)
        while head and at + head < len(words) and words[at + head] in {"a", "about", "of"}:
            head += 1
        if head and (found := _amount(words, at + head)) is not None:
            return _bound(head + found.length, found, upper)
    found = _amount(words, at)
    if found is not None:
        for texts, upper in ((_MOST_AFTER, True), (_LEAST_AFTER, False)):
            if tail := _longest(words, at + found.length, texts):
                return _bound(found.length + tail, found, upper)
    return None


def _bound(length: int, amount: _Amount, upper: bool) -> Bound:
    return Bound(length, None if upper else amount.value, amount.value if upper else None, amount.currencies)


def _amount(words: Sequence[str], at: int) -> _Amount | None:
    """A number, with a currency before or behind it."""
    before = _currency(words[at]) if at < len(words) else None
    place = at + (before is not None)
    if place >= len(words) or (value := number_of(words[place])) is None:
        return None
    behind = _currency(words[place + 1]) if before is None and place + 1 < len(words) else None
    return _Amount(place - at + 1 + (behind is not None), value, before or behind)


def number_of(word: str) -> float | None:
    """`1,299.00`, `1.299`, `99,95`, `80`: three digits after a mark are a group, one or two are decimals."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    whole, decimals = found.groups()
    return float(f"{whole.replace(',', '').replace('.', '')}.{decimals or 0}")


def _currency(word: str) -> frozenset[str] | None:
    if word in _SAID:
        return _SAID[word]
    code = SIGNS.get(word) or NAMES.get(word) or (word.upper() if word.upper() in CODES and len(word) == 3 else None)
    return None if code is None or word in {"all", "top", "try", "ft", "fr", "rs"} else frozenset([code])


def _longest(words: Sequence[str], at: int, texts: tuple[str, ...]) -> int:
    """Words of the longest of these texts that stands here."""
    found = 0
    for text in texts:
        parts = text.split()
        if len(parts) > found and list(words[at : at + len(parts)]) == parts:
            found = len(parts)
    return found
