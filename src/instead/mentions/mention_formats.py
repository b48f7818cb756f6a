"""Is this a file of ready-made mentions, and from which tool?"""

from __future__ import annotations

import re
from collections.abc import Mapping

from instead.files.columns import resolve
from instead.files.shape import Shape, mostly
from instead.files.understood import Understood

MENTION_COLUMNS = ("user", "item", "attribute", "opinion", "sentiment")
CORNAC, MTER = "Cornac mentions", "MTER entries"
LEXICON, PROFILE = "Sentires lexicon", "Sentires profile"

MTER_LINE = re.compile(r"(\d+),(\d+),(\d+(?:\.\d+)?),((?:\d+:-?[01](?:\s+|$))+)$")
CORNAC_TRIPLE = re.compile(r"[^:,]+:[^:,]*:[+-]?\d+(?:\.\d+)?$")
LEXICON_LINE = re.compile(r"\[([+-]?1)\]\s+(.+?)\s*\|\s*(.+?)\s+(\d+)\s+(\d+)$")
_PROFILE_LINE = re.compile(r"[efos]\t")


def recognise_mentions(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Mentions of another tool, told by the look of the first lines, or a table with an attribute column."""
    lines = [line.strip() for line in shape.lines if line.strip()]
    if lines and shape.container in ("lines", "table"):
        if mostly(bool(MTER_LINE.match(line)) for line in lines):
            note = "also carries the ratings; users, items and features are looked up in the map files beside it"
            return Understood(shape, "mentions", MTER, notes=(note,))
        if mostly(_is_cornac(line) for line in lines):
            return Understood(shape, "mentions", CORNAC)
        if mostly(bool(LEXICON_LINE.match(line)) for line in lines):
            note = "a lexicon names no users or items: it is applied to the texts of the reviews given with it"
            return Understood(shape, "mentions", LEXICON, notes=(note,))
        if lines[0].startswith("e\t") and mostly(bool(_PROFILE_LINE.match(line)) for line in lines):
            note = "names no users: each sentence is looked up in the reviews of its item"
            return Understood(shape, "mentions", PROFILE, notes=(note,))
    if shape.container == "lines" or not shape.has_header:
        return None
    names = resolve(shape.columns, MENTION_COLUMNS, given, file=shape.file.name)
    if {"user", "item", "attribute", "sentiment"} <= names.keys():
        return Understood(shape, "mentions", f"mentions ({shape.container})", names)
    return None


def _is_cornac(line: str) -> bool:
    cells = line.split(",")
    return len(cells) > 2 and bool(CORNAC_TRIPLE.match(cells[-1])) and ":" not in cells[0]
