"""Format recognition of link files: edge tables and adjacency lines."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import PurePath

from instead.files.columns import is_known_name, resolve
from instead.files.shape import Shape, mostly
from instead.files.understood import Understood
from instead.reviews.interaction_formats import has_two_id_columns, is_id

RELATIONS = ("also_viewed", "buy_after_viewing", "also_bought", "bought_together", "substitute", "complement")
LINK_COLUMNS = ("source", "target", "relation")


def relation_of(name: str) -> str:
    """The relation in a file's name: `also_viewed.txt.gz` holds `also_viewed`; `substitute` by default."""
    stem = re.sub(r"[\s-]+", "_", PurePath(name).name.lower())
    return next((relation for relation in RELATIONS if relation in stem), "substitute")


def recognise_links(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """An edge table (`source,target[,relation]`) or adjacency lines (`item,item,item`)."""
    relation = relation_of(shape.file.name)
    if shape.container != "lines" and shape.has_header:
        names = resolve(shape.columns, LINK_COLUMNS, given, file=shape.file.name)
        if {"source", "target"} <= names.keys():
            relations = () if "relation" in names else (relation,)
            return Understood(shape, "links", f"edges ({shape.container})", names, relations)
        return None
    if _is_weighted_edges(shape):
        note = "no header: columns taken as source, target and a constant weight by position"
        names = {"source": "c1", "target": "c2"}
        return Understood(shape, "links", "edges (table without header)", names, (relation,), (note,))
    if _is_pairs(shape):
        note = "no header: columns taken as source and target by position"
        names = {"source": "c1", "target": "c2"}
        return Understood(shape, "links", "edges (table without header)", names, (relation,), (note,))
    if _is_adjacency(shape):
        return Understood(shape, "links", "adjacency lines", {}, (relation,))
    return None


def _is_weighted_edges(shape: Shape) -> bool:
    """`12 7 1`: two ids and the same number on every line."""
    if shape.container != "table" or len(shape.columns) != 3:
        return False
    return len(shape.rows) > 1 and {row["c3"] for row in shape.rows} == {"1"}


def _is_pairs(shape: Shape) -> bool:
    """Two ids a line, separated by anything but a comma: that would be adjacency lines."""
    return has_two_id_columns(shape) and shape.dialect is not None and shape.dialect.separator != ","


def _is_adjacency(shape: Shape) -> bool:
    """Lines of ids separated by commas: short words without blanks or colons, of varying number."""
    rows = [row for row in csv.reader(line for line in shape.lines if line.strip()) if row]
    several = [row for row in rows if len(row) > 1]  # a line with one id is an item without neighbours
    return len(several) > 0.3 * len(rows) and _mostly_ids(shape) and not _is_of_several_kinds(several)


def _is_of_several_kinds(rows: list[list[str]]) -> bool:
    """Whether places of the lines hold different kinds of things, as in a table whose rows are torn: a first line of
    known names, or a place with numbers on nearly every line while the first has words. In a list all are ids alike."""
    if sum(map(is_known_name, rows[0])) > 1:
        return True
    numbers = [[_is_plain_number(row[place]) for row in rows if len(row) > place] for place in range(6)]
    usual = [mostly(told) for told in numbers if len(told) > 1]
    return len(set(usual)) > 1


def _is_plain_number(cell: str) -> bool:
    return re.fullmatch(r"\d+(?:[.,]\d+)?", cell.strip()) is not None


def _mostly_ids(shape: Shape) -> bool:
    cells = [cell for row in csv.reader(line for line in shape.lines if line.strip()) for cell in row]
    numbers = [cell for cell in cells if re.fullmatch(r"\d+\.\d+|\d{10}", cell.strip())]
    return mostly(map(is_id, cells)) and len(numbers) < 0.3 * len(cells)
