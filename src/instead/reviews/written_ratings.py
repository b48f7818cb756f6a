"""Ratings as shops write them: `4`, `4,5`, `4/5`, `4.0 out of 5 stars`, `4 étoiles`, `★★★★☆`.

A rating has no thousands: a comma in it stands before decimals. `8/10` names the top of its scale; one that is not the
top of the scale that is asked for is a rating of another scale and not a small number of stars.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from instead.files.notations import Notation

_NUMBER = r"\d+(?:[.,]\d+)?"
_OF = r"/|out of|of|von|sur|de|di|su|van|av|z|na"
_UNIT = (
    r"stars?|stern(?:en?)?|[ée]toiles?|estrellas?|estrelas?|stell[ae]|ster(?:ren)?|gwiazd(?:k[aię]|ek|y)?|"
    r"stj[äa]rn(?:a|or)|stjerner?|points?|punkte?n?|puntos?|punti|pontos?|★|⭐\ufe0f?"
)
_WRITTEN = rf"(?i)^({_NUMBER})\s*(?:(?:{_OF})\s*({_NUMBER}))?\s*(?:{_UNIT})?$"
_STARS = r"^([★⭐✭✮🌟\ufe0f]*)(½?)([☆✩]*)$"


@dataclass(frozen=True)
class Ratings:
    """A column of ratings: numbers, and the top of the scale where a rating names it; null where unknown."""

    value: pl.Series
    top: pl.Series
    notation: Notation | None = None
    """How they are written, where that is not as plain numbers."""


def read_ratings(column: pl.Series) -> Ratings:
    """Ratings of a column of texts."""
    text = column.cast(pl.String).str.strip_chars()
    plain = text.cast(pl.Float32, strict=False)
    unread = text.is_not_null() & plain.is_null()
    if not unread.any():
        return Ratings(plain.alias("rating"), pl.Series("top", [None], dtype=pl.Float32).new_from_index(0, len(text)))
    different = text.filter(unread).unique(maintain_order=True)
    made = _parsed(different)
    found = pl.DataFrame({"text": text, "plain": plain}).join(made, on="text", how="left", maintain_order="left")
    value = found["plain"].fill_null(found["value"])
    return Ratings(value.alias("rating"), found["top"], _notation(made))


def _parsed(texts: pl.Series) -> pl.DataFrame:
    """`text value top how` of texts that are no plain numbers."""
    clean = pl.col("text").str.replace_all("[\u00a0\u202f]", " ")
    words = clean.str.extract_groups(_WRITTEN).struct.rename_fields(["number", "of"])
    stars = clean.str.replace_all(r"[\s\ufe0f]", "").str.extract_groups(_STARS)
    found = pl.DataFrame({"text": texts}).with_columns(
        words.alias("words"), stars.struct.rename_fields(["full", "half", "empty"]).alias("stars")
    )
    full, half, empty = (
        pl.col("stars").struct.field(name).str.len_chars().cast(pl.Float32) for name in ("full", "half", "empty")
    )
    number = _number(pl.col("words").struct.field("number"))
    drawn = pl.when(full + half + empty > 0).then(full + half / 2)
    comma = pl.col("words").struct.field("number").str.contains(",", literal=True)
    return found.select(
        "text",
        pl.coalesce(number, drawn).alias("value"),
        pl.coalesce(
            _number(pl.col("words").struct.field("of")), pl.when(empty > 0).then(full + half + empty)
        ).alias("top"),
        pl.when(drawn.is_not_null()).then(pl.lit("drawn stars"))
        .when(pl.col("words").struct.field("of").is_not_null()).then(pl.lit("number and top of the scale"))
        .when(number.is_not_null() & ~pl.col("text").str.contains(rf"^{_NUMBER}$")).then(pl.lit("number and word"))
        .alias("how"),
        comma.fill_null(False).alias("comma"),
    )  # fmt: skip


def _number(text: pl.Expr) -> pl.Expr:
    return text.str.replace(",", ".", literal=True).cast(pl.Float32, strict=False)


def _notation(made: pl.DataFrame) -> Notation | None:
    parts = made["how"].drop_nulls().unique(maintain_order=True).to_list()
    if made["comma"].any():
        parts.append("decimal comma")
    return Notation(", ".join(parts)) if parts else None
