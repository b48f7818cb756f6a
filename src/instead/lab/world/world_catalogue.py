"""Definitions of a synthetic shop: attributes with their wording, categories, catalogues.

Attributes are written one a line, so that a whole category is read at a glance:

    battery life, battery, batteries* : long, solid / short, weak / short

Names first (the first is the attribute's own, the others are what people also write, `*` marks a plural),
then words that praise it, words that blame it, and words that blame it after "too". The same word may
praise one attribute and blame another: a long battery life is good, a long delivery is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from instead.errors import InputError

GOOD = ("good", "great", "excellent", "nice", "fantastic", "amazing", "superb", "perfect", "decent", "lovely")
BAD = ("bad", "poor", "terrible", "disappointing", "awful", "mediocre", "horrible", "lousy")


class Variant(NamedTuple):
    """A way to write an attribute."""

    text: str
    plural: bool


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute and the words people use for and about it within one category."""

    name: str
    variants: tuple[Variant, ...]
    good: tuple[str, ...]
    bad: tuple[str, ...]
    too: tuple[str, ...] = ()

    @property
    def misspelling(self) -> Variant | None:
        """The name with two inner letters swapped, as a typing error."""
        text, plural = self.variants[0]
        middle = len(text) // 2
        if len(text) < 5 or " " in text[middle - 1 : middle + 1] or text[middle - 1] == text[middle]:
            return None
        swapped = text[: middle - 1] + text[middle] + text[middle - 1] + text[middle + 1 :]
        return Variant(swapped, plural)


@dataclass(frozen=True, slots=True)
class Category:
    """A leaf of the category tree. `noun` is what reviewers call one of its items."""

    code: str
    path: tuple[str, ...]
    noun: str
    plural: bool
    price: tuple[float, float]
    kinds: tuple[str, ...]
    uses: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    parts: tuple[str, ...] = ()
    goes_with: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    series: tuple[str, ...] = ()
    finishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All categories of a shop. Shared attributes belong to every category."""

    name: str
    shared: tuple[Attribute, ...]
    categories: tuple[Category, ...]


def words(text: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def attribute(line: str) -> Attribute:
    """One attribute from its line."""
    names, _, opinions = line.partition(":")
    good, bad, *too = (words(part) for part in opinions.split("/"))
    variants = tuple(Variant(name.rstrip("*"), name.endswith("*")) for name in words(names))
    return Attribute(variants[0].text, variants, good, bad, too[0] if too else ())


def attributes(text: str) -> tuple[Attribute, ...]:
    """Attributes from lines, the most talked about first."""
    return tuple(attribute(line) for line in text.strip().splitlines() if line.strip())


def category(
    code: str,
    path: str,
    noun: str,
    price: tuple[float, float],
    *,
    kinds: str,
    uses: str,
    about: str,
    parts: str = "",
    goes_with: str = "",
    brands: str = "",
    series: str = "",
    finishes: str = "",
) -> Category:
    """A category from plain text: lists are separated by commas, the path by `>`, `*` marks a plural noun."""
    return Category(
        code=code,
        path=tuple(step.strip() for step in path.split(">")),
        noun=noun.rstrip("*"),
        plural=noun.endswith("*"),
        price=price,
        kinds=words(kinds),
        uses=words(uses),
        attributes=attributes(about),
        parts=words(parts),
        goes_with=words(goes_with),
        brands=words(brands),
        series=words(series),
        finishes=words(finishes),
    )


def catalogue(name: str) -> Catalogue:
    """The hand-written catalogue of a preset; loaded on demand, each is a few hundred lines of words."""
    from instead.lab.world.stock import automotive, cellphone, demo, office  # noqa: PLC0415 - they import this file

    known = {c.name: c for c in (demo.SHOP, cellphone.SHOP, automotive.SHOP, office.SHOP)}
    if name not in known:
        raise InputError(f"unknown catalogue {name!r}: choose one of {', '.join(known)}")
    return known[name]
