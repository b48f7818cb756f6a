"""A last look at a new model: does it answer what people ask, as the serving one does?"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from instead.errors import InsteadError, UnknownItem
from instead.shop import Shop, load

ASKED = 60
"""Queries that are tried: the newest that people asked about, else items all over the catalogue."""
SHARE = 0.8
"""Of the queries that the serving model answers, the new one has to answer so many."""


def answers_as_much(new: Path, serving: Path, shown: pl.DataFrame) -> str | None:
    """Why a new model must not serve, in words; None if it answers as much as the serving one."""
    before = load(serving)
    asked = shown.sort("time", descending=True)["query"].unique(maintain_order=True) if shown.height else pl.Series()
    ids = before.catalogue.ids
    queries = asked.head(ASKED).to_list() or ids[:: max(1, len(ids) // ASKED)][:ASKED]
    try:
        made = load(new)
        made.verify()
        answered = [query for query in queries if _answers(before, query)]
        still = [query for query in answered if _answers(made, query)]
    except InsteadError as error:
        return f"the new model cannot be asked ({error})"
    if len(still) < SHARE * len(answered):
        return (
            f"the new model answers {len(still)} of {len(answered)} queries that the serving one answers; are the "
            "shop's files whole?"
        )
    return None


def _answers(shop: Shop, query: str) -> bool:
    try:
        return bool(len(shop.recommend(None, query, 3)))
    except UnknownItem:
        return False
