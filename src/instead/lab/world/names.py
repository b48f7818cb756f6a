"""Invented identifiers, brands, titles and people. No brand here is meant to be a real one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.lab.world.world_catalogue import Category

_ALPHABET = np.frombuffer(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", dtype=np.uint8)

_HEADS = (
    "Vor", "Tel", "Kes", "Mar", "Bran", "Ossi", "Quil", "Hal", "Nor", "Lum", "Pra", "Zan", "Dor", "Fen",
    "Gal", "Jor", "Ral", "Syl", "Tor", "Wex", "Yar", "Cal", "Ely", "Ister", "Umbra", "Ard",
)  # fmt: skip
_TAILS = (
    "lane", "vik", "mere", "tano", "ford", "line", "wick", "ora", "dale", "eth", "stead", "nova", "rin",
    "gate", "mont", "by", "sen", "quist", "tara", "holm",
)  # fmt: skip
_SERIES = (
    "Pro", "Flex", "Core", "Edge", "Prime", "Lite", "Max", "Classic", "Plus", "Swift", "Terra", "Nova",
    "Pulse", "Orbit", "Summit", "Vista", "Delta", "Rapid", "Atlas", "Comet",
)  # fmt: skip
_FINISHES = ("Black", "White", "Blue", "Red", "Silver", "Grey", "2-Pack", "Large", "Small", "Set of 3")
_FIRST = (
    "Anna", "Marcus", "Priya", "Tom", "Lena", "Carlos", "Mei", "Jonas", "Fatima", "Ruth", "Igor", "Sofia",
    "Dale", "Nadia", "Pete", "Hana", "Olu", "Greta", "Sam", "Vera", "Luis", "Joan", "Amir", "Kate", "Hugo",
    "Ines", "Walt", "Tara", "Ben", "Yuki", "Rosa", "Neil", "Ada", "Karl", "Mona", "Theo", "Lucy", "Ravi",
)  # fmt: skip
_LAST = (
    "Abbott", "Brandt", "Castillo", "Dunn", "Eriksen", "Fowler", "Grant", "Hale", "Ito", "Jansen", "Keller",
    "Lindqvist", "Moreno", "Novak", "Okafor", "Park", "Quinn", "Rossi", "Schmidt", "Tanaka", "Usman", "Vogel",
    "Walsh", "Xu", "Young", "Zimmer", "Bell", "Cole", "Diaz", "Evans", "Frost", "Gray",
)  # fmt: skip
_NICKNAMES = (
    "bookworm", "gadget fan", "DIY dad", "busy mom", "night owl", "coffee first", "retired teacher",
    "road tripper", "bargain hunter", "dog person", "weekend fixer", "plant lady",
)  # fmt: skip


def _coded(numbers: NDArray[np.int64], prefix: str, digits: int, seed: int) -> list[str]:
    """Numbers as scattered base-36 codes. Different numbers have different codes: 36 and the factor share
    no divisor, so that multiplying is a permutation of the residues."""
    space = np.uint64(36**digits)
    factor = np.uint64(26_843_545_607)
    scattered = (numbers.astype(np.uint64) * factor + np.uint64(seed % 36**digits)) % space
    powers = np.uint64(36) ** np.arange(digits - 1, -1, -1, dtype=np.uint64)
    letters = _ALPHABET[((scattered[:, None] // powers) % np.uint64(36)).astype(np.int64)]
    codes = np.ascontiguousarray(letters).view(f"S{digits}").ravel()
    return [prefix + code for code in codes.astype(f"U{digits}").tolist()]


def item_ids(count: int, seed: int) -> list[str]:
    """Ten characters in the manner of product codes."""
    return _coded(np.arange(count), "B00", 7, seed)


def user_ids(count: int, seed: int) -> list[str]:
    """Twelve characters in the manner of reviewer codes."""
    return _coded(np.arange(count), "A", 11, seed)


def readable_item_ids(codes: list[str], category: NDArray[np.int32], order: NDArray[np.int64]) -> list[str]:
    """`HEAD-0012`: the department and a number within it, counted in `order`."""
    counters = [0] * len(codes)
    ids = [""] * len(category)
    for item in order.tolist():
        c = int(category[item])
        counters[c] += 1
        ids[item] = f"{codes[c]}-{counters[c]:04d}"
    return ids


def readable_user_ids(count: int) -> list[str]:
    return [f"U{number:05d}" for number in range(1, count + 1)]


def brand_names(count: int, rng: np.random.Generator) -> list[str]:
    """Brand names from syllables, all different."""
    names = [head + tail for head in _HEADS for tail in _TAILS]
    picked = [names[i] for i in rng.permutation(len(names))]
    return [picked[i % len(picked)] + ("" if i < len(picked) else " Works") for i in range(count)]


def title(brand: str, category: Category, draws: list[int], number: int) -> str:
    """`Norvale Aria 40 Wireless Over-Ear Headphones, Slate`."""
    series = category.series or _SERIES
    finishes = category.finishes or _FINISHES
    a, b, c = (d >> 3 for d in draws)
    model = f" {number}" if number else ""
    name = f"{brand} {series[a % len(series)]}{model} {category.kinds[b % len(category.kinds)]}"
    return f"{name}, {finishes[c % len(finishes)]}"


def reviewer_name(draw: int) -> str:
    """A reviewer's name: full, shortened, or with a nickname."""
    draw, style = divmod(draw, 8)
    draw, first = divmod(draw, len(_FIRST))
    draw, last = divmod(draw, len(_LAST))
    if style < 3:
        return f"{_FIRST[first]} {_LAST[last]}"
    if style < 5:
        return f"{_FIRST[first]} {_LAST[last][0]}."
    if style < 6:
        return f"{_FIRST[first][0]}. {_LAST[last]}"
    if style < 7:
        return f'{_FIRST[first]} {_LAST[last]} "{_NICKNAMES[draw % len(_NICKNAMES)]}"'
    return f"{_FIRST[first]}{draw % 90 + 10}"
