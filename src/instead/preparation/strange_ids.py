"""Ids that reviews and logs name and no product table has, and whether they are known ones in another notation.

A spreadsheet turns `01001` into `1001`, a data frame with gaps turns it into `1001.0`: then a shop has every item
twice, once with a title and once with visits.
"""

from __future__ import annotations

import polars as pl

FEW = 0.2
"""Share of the items that no table describes from which it is said."""
_DESCRIBED = ("title", "brand", "category", "price")


def strange_ids(items: pl.DataFrame) -> str | None:
    """What is strange about the ids of a catalogue, in a sentence; None where nothing is, or nothing is described."""
    described = pl.any_horizontal(pl.col(*_DESCRIBED).is_not_null())
    known, strange = items.filter(described)["item"], items.filter(~described)["item"]
    if known.is_empty() or strange.len() < FEW * items.height:
        return None
    plain = dict(zip(_bare(known).to_list(), known.to_list(), strict=True))
    alike = [(one, plain[bare]) for one, bare in zip(strange.to_list(), _bare(strange).to_list(), strict=True)
             if bare in plain]  # fmt: skip
    said = f"{strange.len():,} of {items.height:,} items are named by reviews or logs and by no product table"
    if alike:
        one, other = alike[0]
        return f"{said}; {len(alike):,} of them look like known ones in another notation ({one!r} is {other!r} there)"
    return f"{said}, such as {strange[0]!r}"


def _bare(ids: pl.Series) -> pl.Series:
    """An id in small letters without leading zeros, a decimal part of zeros, and marks."""
    return (
        ids.str.to_lowercase().str.replace(r"\.0+$", "").str.replace_all(r"[^\p{L}\p{N}]", "").str.replace(r"^0+", "")
    )
