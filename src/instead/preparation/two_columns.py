"""Recognises files of two ids a line without header as links or as interactions, by the ids the columns share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from instead.files.shape import Shape
from instead.files.sharing import shared_ids
from instead.files.understood import Understood
from instead.reviews.interaction_formats import has_two_id_columns, interactions_by_position
from instead.substitutes.link_formats import recognise_links


def recognise_two_columns(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Links if the columns share ids, since both are items; interactions if they share none."""
    if not has_two_id_columns(shape) or given.keys() & {"source", "target"}:
        return None
    first, second = shape.columns
    found = shared_ids(shape, first, second)
    ids = f"the {found.first:,} ids of the first column and the {found.second:,} of the second"
    if not found.of_one_kind:
        stand = f"only {found.shared:,} stand" if found.shared else "none stands"
        why = f"because of {ids} {stand} in both; if these are links between items, say --links FILE"
        return interactions_by_position(shape, why)
    links = recognise_links(shape, given)
    if links is None:
        return None
    note = (
        f"no header: taken as links because of {ids} {found.shared:,} stand in both; if they are users and items that "
        "merely are numbered alike, say --reviews FILE (`inspect --as reviews`)"
    )
    return replace(links, notes=(note,))
