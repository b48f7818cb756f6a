"""Columns of a catalogue with changes: lists and arrays of the changed ones, made of those that were there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from instead.ranking.item_changes import ItemChanges

if TYPE_CHECKING:
    from instead.ranking.catalogue import Catalogue

_LISTS = {
    "titles": "title", "brands": "brand", "paths": "category", "images": "image", "available": "available",
    "links": "link", "fields": "fields",
}  # fmt: skip
"""Lists by item number, and the columns that they are made of."""


def patched_columns(before: Catalogue, ids: Sequence[str], changes: ItemChanges) -> dict[str, Any]:
    """What a catalogue with these changes has in place of what it had, by name; `ids` are those of all items now."""
    found: dict[str, Any] = {}
    for name, column in _LISTS.items():
        if changes.touches(column):
            told = changes.values[column]
            if column == "title":
                told = {row: title or ids[row] for row, title in told.items()}
            elif column == "fields":
                told = {row: pairs_of(own) for row, own in told.items()}
            mine = ItemChanges(changes.before, changes.more, {column: told})
            found[name] = mine.patched(getattr(before, name), column)
    if changes.touches("available"):
        gone = {row: told is False for row, told in changes.values["available"].items()}
        found["sold_out"] = _set(before.sold_out, changes, gone)
    if changes.touches("price", "currency"):
        prices, currencies = (changes.values.get(name, {}) for name in ("price", "currency"))
        found["priced"] = before.priced.changed(changes.more, prices, currencies)
    for name, column in (("branded", "brand"), ("grouped", "group")):
        if changes.touches(column):
            rows = changes.rows(column)
            found[name] = getattr(before, name).changed(rows, [changes.values[column][row] for row in rows.tolist()])
    return found


def pairs_of(own: Sequence[Mapping[str, str]] | None) -> tuple[tuple[str, str], ...]:
    """Structured fields as pairs of name and value."""
    return tuple((one["name"], one["value"]) for one in own or ())


def _set(old: NDArray[np.bool_], changes: ItemChanges, values: Mapping[int, bool]) -> NDArray[np.bool_]:
    made = np.concatenate([old, np.zeros(changes.more, np.bool_)])
    made[np.array(list(values), np.int64)] = list(values.values())
    return made
