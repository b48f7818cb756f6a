"""Whether an item can be had, its page, and its structured fields (colour, size, material ...)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from instead.files.jsonlines import as_text
from instead.files.plain_names import plain_name

FIELD = pl.Struct({"name": pl.String, "value": pl.String})
"""One structured field as it stands in `items.parquet`."""
Fields = list[tuple[str, str]]

_LONGEST_VALUE = 200  # a longer text is a description, not a value to compare
_AMOUNT = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
# What can be ordered now counts as available, also where it is sent later.
_YES = (
    "in stock", "instock", "available", "available for order", "yes", "y", "true", "t", "on", "preorder", "pre order",
    "backorder", "back order", "onbackorder", "limited availability", "online only", "active", "low stock",
    "ja", "verfugbar", "lieferbar", "auf lager", "vorratig", "sofort lieferbar", "vorbestellbar",
    "oui", "en stock", "disponible", "dispo", "precommande",
    "si", "disponibile", "en existencia", "hay stock", "reservar", "preordine", "in magazzino",
    "op voorraad", "voorradig", "leverbaar", "beschikbaar",
    "sim", "em estoque", "em stock", "disponivel",
    "tak", "dostepny", "dostepna", "w magazynie",
)  # fmt: skip
_NO = (
    "out of stock", "outofstock", "sold out", "soldout", "unavailable", "not available", "no", "n", "false", "f", "off",
    "discontinued", "none", "archived", "draft", "in store only",
    "nein", "ausverkauft", "nicht verfugbar", "nicht lieferbar", "nicht auf lager", "nicht vorratig", "vergriffen",
    "non", "epuise", "epuisee", "rupture", "en rupture", "rupture de stock", "en rupture de stock", "rupture stock",
    "indisponible", "non disponible", "indispo", "hors stock",
    "agotado", "agotada", "sin existencias", "sin stock", "no disponible", "esaurito", "esaurita", "non disponibile",
    "niet op voorraad", "uitverkocht", "niet leverbaar",
    "nao", "esgotado", "sem estoque", "indisponivel",
    "nie", "niedostepny", "niedostepna", "brak", "brak w magazynie",
)  # fmt: skip
_KNOWN = {plain_name(word): True for word in _YES} | {plain_name(word): False for word in _NO}


def availability(value: Any) -> bool | None:
    """Whether an item can be ordered: from a word (`in stock`, `ausverkauft`), a number of pieces or a yes and no; None
    where nothing is said or the word is not known."""
    if isinstance(value, bool) or value is None:
        return value
    text = "" if isinstance(value, (Mapping, list)) else (as_text(value) or "").strip()
    if _AMOUNT.fullmatch(text):
        return float(text.replace(",", ".")) > 0
    return _KNOWN.get(plain_name(text.rsplit("/", 1)[-1]))  # also https://schema.org/InStock


def web_address(value: Any) -> str | None:
    """An address of a page, absolute or within the shop; anything else is none."""
    text = value.strip() if isinstance(value, str) else ""
    return text if text.startswith(("http://", "https://", "/")) else None


def structured(value: Any) -> Fields | None:
    """Fields with a name and a value, each name once and the first value of it; None where there is none.

    Takes a mapping, or pairs, or objects with `name` and `value` as they stand in `items.parquet`.
    """
    pairs: Iterable[Any] = value.items() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    found: dict[str, str] = {}
    for pair in pairs:
        name, said = (pair.get("name"), pair.get("value")) if isinstance(pair, Mapping) else pair
        text = "" if isinstance(said, (Mapping, list)) else " ".join((as_text(said) or "").split())
        if name and text and len(text) <= _LONGEST_VALUE:
            found.setdefault(" ".join(str(name).split()), text)
    return list(found.items()) or None


def field_column(rows: Iterable[Fields | None]) -> pl.Series:
    """The column `fields` of `items.parquet`."""
    listed = [None if row is None else [{"name": name, "value": value} for name, value in row] for row in rows]
    return pl.Series("fields", listed, dtype=pl.List(FIELD))
