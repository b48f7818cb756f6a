"""Format recognition of catalogues in pieces: lists of names by row with files of row numbers, and triples of a graph.

Two shapes that knowledge graphs of shops are published in:

names and rows   `brand.txt` has a brand on each line, `product.txt` an item, and `brand_p_b.txt`, line by line as
                 `product.txt`, the row numbers of the item's brands (from 0, separated by blanks; a blank line: none)
triples          `head relation tail`, by name or by number into tables `entity id` and `relation id`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

from instead.files.columns import resolve
from instead.files.known_names import ranked
from instead.files.plain_names import plain_name
from instead.files.shape import Shape
from instead.files.understood import Kind, Understood
from instead.reviews.review_formats import ITEM_COLUMNS

NAMES, ROWS = "names by row", "row numbers"
TRIPLES, ENTITIES, RELATIONS = "triples", "entities by number", "relations by number"
LINE, NUMBERS = "the line", "row numbers"
_NUMBERS = re.compile(r"\d+(?:\s+\d+)*")
_SHORT = {"cate": "category", "cat": "category"}


def column_of(word: str) -> str | None:
    """The column of items that a word means, in the singular or the plural."""
    form = plain_name(word)
    found = (name for name in ITEM_COLUMNS if form in ranked(name) or form.removesuffix("s") in ranked(name))
    return next(found, _SHORT.get(form))


def recognise_rows(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """A list of names, or row numbers into one, if both the lines and the file's name say so."""
    stem = PurePath(shape.file.name).name.split(".")[0]
    first, _, more = stem.replace("-", "_").partition("_")
    whole, begun = column_of(stem), column_of(first)
    if whole is not None and shape.container == "lines":
        return _noted(shape, "names", whole, f"a list of names by row, taken as {whole} by the name of the file")
    if begun not in (None, "item") and more and only_numbers(shape):
        return _noted(shape, "rows", begun, f"row numbers, taken as those of {begun} by the name of the file")
    return None


def _noted(shape: Shape, kind: Kind, column: str | None, what: str) -> Understood:
    said = as_rows(shape, kind, column)
    note = f"{what}: not sure; say --{kind} COLUMN=FILE if it is another ({', '.join(ITEM_COLUMNS[:4])})"
    return Understood(shape, kind, said.format, said.columns, notes=(note,))


def as_rows(shape: Shape, kind: Kind, column: str | None) -> Understood:
    """A file that the user declares as names or as row numbers; None where the column is not known yet."""
    form, what = (NAMES, LINE) if kind == "names" else (ROWS, NUMBERS)
    return Understood(shape, kind, form, {} if column is None else {column: what})


def only_numbers(shape: Shape) -> bool:
    """Whether every line is blank or has whole numbers separated by blanks."""
    return all(_NUMBERS.fullmatch(line.strip()) for line in shape.lines if line.strip())


def recognise_triples(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Triples of a knowledge graph, or the table of its entities or of its relations, by the names of the columns."""
    if shape.container == "lines" or not shape.has_header:
        return None
    for form, wanted in (
        (TRIPLES, ("head", "tail", "relation")),
        (ENTITIES, ("entity", "id")),
        (RELATIONS, ("relation", "id")),
    ):
        names = resolve(shape.columns, wanted, given, file=shape.file.name)
        if names.keys() == set(wanted) and names.get("relation", "relation").lower() == "relation":
            return Understood(shape, "triples", form, names)
    return None


def column_of_relation(name: str) -> str | None:
    """The column of items that a relation fills: `item-brand`, `has_brand` and `brand` fill the brand."""
    column = column_of(re.split(r"[^A-Za-z]+", name.strip())[-1])
    return None if column == "item" else column
