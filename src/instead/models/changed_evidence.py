"""Evidence as if reviews of two items had said something else (`cell_changes.py`): counts, families and quotes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.cell_changes import CellChange
from instead.models.evidence import Evidence

Array = NDArray[Any]
Ints = NDArray[np.int64]
Counts = tuple[float, ...]
"""Reviews that praise, and that blame; then the same weighed by how surely they were read, where that is known."""

_SAID = ("praised", "blamed", "for", "against")
_BY_CELL = ("item.attribute", *(f"item.{name}" for name in _SAID), "item.quality", "item.mentions", "item.total")


def changed_evidence(evidence: Evidence, change: CellChange, heads: Ints) -> Evidence:
    """The same evidence with cells of two items changed, and with them their quotes and what is said of families;
    `heads` (A,) is the head of the family of each attribute."""
    old = evidence.arrays
    start, places = change.cells(evidence.start, evidence.attribute)
    arrays = dict(old) | {"item.start": start} | {name: old[name][places] for name in _BY_CELL if name in old}
    begin, end = old["quote.start"][:-1][places], old["quote.start"][1:][places]
    arrays["quote.start"] = np.concatenate([[0], np.cumsum(end - begin)]).astype(np.int64)
    quotes = np.repeat(begin - arrays["quote.start"][:-1], end - begin) + np.arange(arrays["quote.start"][-1])
    for name in old:
        if name.startswith("quote.") and name != "quote.start":
            arrays[name] = old[name][quotes]
    found = Evidence(arrays, evidence.attributes, evidence.added)
    if "family.start" in old:
        arrays |= _families(evidence, found, change, heads)
    return found


def _families(before: Evidence, after: Evidence, change: CellChange, heads: Ints) -> dict[str, Array]:
    """The table of families with the rows of both items made anew.

    A family whose cells stayed, or went over to the other item together, keeps its counts. Where only some members
    changed, its counts are the sums over members: a review that speaks of two of them then counts twice.
    """
    old = before.arrays
    start = old["family.start"]
    columns = {name: old[f"family.{name}"] for name in ("head", *_SAID) if f"family.{name}" in old}
    both = sorted((change.one, change.other))
    cells = {item: _by_family(before, item, heads) for item in both}
    known = {item: _rows(columns, slice(int(start[item]), int(start[item + 1]))) for item in both}
    rows: dict[int, dict[int, Counts]] = {}
    for item, other in (both, both[::-1]):
        rows[item] = {}
        for head, mine in _by_family(after, item, heads).items():
            same = next((one for one in (item, other) if cells[one].get(head) == mine and head in known[one]), None)
            _, *counts = zip(*mine, strict=True)
            rows[item][head] = tuple(map(sum, counts)) if same is None else known[same][head]
    first, last = both
    pieces = (
        slice(0, int(start[first])),
        slice(int(start[first + 1]), int(start[last])),
        slice(int(start[last + 1]), None),
    )
    made: dict[str, Array] = {}
    for place, (name, column) in enumerate(columns.items()):
        new = [
            np.array([(head, *counts)[place] for head, counts in sorted(rows[item].items())], column.dtype)
            for item in both
        ]
        left, middle, right = (column[piece] for piece in pieces)
        made[f"family.{name}"] = np.concatenate([left, new[0], middle, new[1], right])
    sizes = np.diff(start)
    for item in both:
        sizes[item] = len(rows[item])
    return made | {"family.start": np.concatenate([[0], np.cumsum(sizes)]).astype(start.dtype)}


def _by_family(evidence: Evidence, item: int, heads: Ints) -> dict[int, list[Any]]:
    """Cells (attribute, then its counts) of an item by the head of their family."""
    span, arrays = evidence.cells(item), evidence.arrays
    found: dict[int, list[Any]] = {}
    counts = [arrays[f"item.{name}"] for name in _SAID if f"item.{name}" in arrays]
    for cell in zip(*(one[span].tolist() for one in (evidence.attribute, *counts)), strict=True):
        found.setdefault(int(heads[cell[0]]), []).append(cell)
    return found


def _rows(columns: dict[str, Array], span: slice) -> dict[int, Counts]:
    return {
        one: tuple(counts) for one, *counts in zip(*(each[span].tolist() for each in columns.values()), strict=True)
    }
