"""Counts evidence (`evidence.py`): what training reviews say of every item, and the sentences that may be quoted."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.matrices import quality_of_sums, training_mentions
from instead.mentions.attribute_tree import AttributeTree
from instead.models.added_evidence import KEPT, MIDDLE, READABLE, SURE, TURNING
from instead.models.evidence import USUAL, no_quotes
from instead.store.dataset import PARTS, Dataset

Array = NDArray[Any]
Ints = NDArray[np.int64]

_TRIED = 4 * KEPT  # candidate sentences of each that are scored
_AT_A_TIME, _SLICES = 1 << 15, 32  # mentions whose sentences are cut at a time at least, and at most in so many slices


def evidence_arrays(dataset: Dataset, scale: float, *, everything: bool = False) -> dict[str, Array]:
    """The evidence of the training reviews; of all reviews for a final model."""
    known = [name for name in ("start", "end", "confidence") if name in dataset.mentions.columns]
    said = training_mentions(dataset, *known, everything=everything)
    usual = _usual_weight(said)
    cells = _cells(said, scale, usual)
    users = said.group_by("user", "attribute").agg(pl.len().alias("mentions")).sort("user", "attribute")
    trained = dataset.interactions if everything else dataset.interactions.filter(pl.col("part") == PARTS["train"])
    reviews = np.bincount(trained["item"].to_numpy(), minlength=dataset.items.height)
    arrays: dict[str, Array] = {
        "item.start": _starts(cells["item"], dataset.items.height),
        "item.attribute": cells["attribute"].to_numpy().astype(np.int32),
        "item.praised": cells["praised"].to_numpy().astype(np.int32),
        "item.blamed": cells["blamed"].to_numpy().astype(np.int32),
        "item.quality": cells["quality"].to_numpy().astype(np.float32),
        "item.mentions": cells["mentions"].to_numpy().astype(np.int32),
        "item.total": cells["total"].to_numpy().astype(np.int32),
        "item.for": cells["for"].to_numpy().astype(np.float32),
        "item.against": cells["against"].to_numpy().astype(np.float32),
        "item.reviews": reviews.astype(np.int32),
        "user.start": _starts(users["user"], dataset.users.height),
        "user.attribute": users["attribute"].to_numpy().astype(np.int32),
        "user.mentions": users["mentions"].to_numpy().astype(np.int32),
        **_family_cells(said, AttributeTree.of(dataset.attributes).heads, dataset.items.height, usual),
        **_quotes(said, cells, dataset),
        USUAL: np.array([usual]),
    }
    return arrays


def _family_cells(said: pl.DataFrame, heads: Ints, items: int, usual: float) -> dict[str, Array]:
    """Counts of families: `_cells` of what reviews say of any member."""
    cells = _cells(said.with_columns(pl.Series("attribute", heads[said["attribute"].to_numpy()])), 1.0, usual)
    return {
        "family.start": _starts(cells["item"], items),
        "family.head": cells["attribute"].to_numpy().astype(np.int32),
        "family.praised": cells["praised"].to_numpy().astype(np.int32),
        "family.blamed": cells["blamed"].to_numpy().astype(np.int32),
        "family.for": cells["for"].to_numpy().astype(np.float32),
        "family.against": cells["against"].to_numpy().astype(np.float32),
    }


def _by_review(said: pl.DataFrame) -> pl.DataFrame:
    """`interaction item attribute sentiment mentions weight`: how each review leans, and how surely that was read.
    Mentions without a confidence were not read here and count as sure."""
    sentiment = pl.col("sentiment").cast(pl.Int64)
    sure = pl.col("confidence").cast(pl.Float64).fill_null(1.0) if "confidence" in said.columns else pl.lit(1.0)
    return said.group_by("interaction", "item", "attribute").agg(
        sentiment.sum(), pl.len().alias("mentions"),
        (sentiment * (2.0 * sure - 1.0)).sum().abs().clip(upper_bound=1.0).alias("weight"),
    )  # fmt: skip


def _usual_weight(said: pl.DataFrame) -> float:
    """Mean weight of the reviews that praise or blame an attribute; 1 where there is none."""
    leaning = _by_review(said).filter(pl.col("sentiment") != 0)["weight"]
    return float(leaning.sum() / leaning.len()) if leaning.sum() > 0 else 1.0


def _cells(said: pl.DataFrame, scale: float, usual: float) -> pl.DataFrame:
    """`cell item attribute praised blamed total mentions for against quality`, a row per (item, attribute) that was
    mentioned; weights in units of the `usual` one."""
    lean, weight = pl.col("sentiment"), pl.col("weight") / usual
    # in an order of their own: sums of weights would differ by their order
    by_review = _by_review(said).sort("item", "attribute", "interaction")
    cells = by_review.group_by("item", "attribute").agg(
        (lean > 0).sum().alias("praised"), (lean < 0).sum().alias("blamed"), lean.sum().alias("total"),
        pl.col("mentions").sum(), weight.filter(lean > 0).sum().alias("for"),
        weight.filter(lean < 0).sum().alias("against"),
    )  # fmt: skip
    cells = cells.sort("item", "attribute")
    quality = pl.Series("quality", quality_of_sums(cells["total"].to_numpy(), scale))
    return cells.with_columns(quality).with_row_index("cell")


def _starts(rows: pl.Series, count: int) -> Ints:
    return np.concatenate([[0], np.cumsum(np.bincount(rows.to_numpy(), minlength=count))]).astype(np.int64)


def _quotes(said: pl.DataFrame, cells: pl.DataFrame, dataset: Dataset) -> dict[str, Array]:
    """A few sentences of every cell and sentiment, from different reviews, the least ambiguous first.

    Readers check quotes first, so preferred are sentences from reviews whose stars agree, that are short, have no
    negation ("hardly", "not") and mention one attribute only; then those with the highest confidence. What may be
    misread is not quoted at all: sentences of low confidence, and those with a negation whose stars disagree.
    """
    if "start" not in said.columns or said["start"].null_count() == said.height:
        return no_quotes(cells.height)
    if "confidence" not in said.columns:
        said = said.with_columns(pl.lit(1.0).alias("confidence"))
    spoken = said.drop_nulls(["start", "end"]).filter(
        (pl.col("end") > pl.col("start")) & (pl.col("confidence") >= SURE)
    )
    cell = ["item", "attribute", "sentiment"]
    stars = dataset.reviews().select("rating").with_row_index("interaction").cast({"interaction": pl.Int64}).collect()
    likely = (
        spoken.join(stars, on="interaction", how="left", maintain_order="left")
        .with_columns(
            long=(pl.col("end") - pl.col("start")) > READABLE,
            against=(pl.col("sentiment") * (pl.col("rating") - MIDDLE) < 0).fill_null(False),
            crowded=pl.len().over("interaction", "start", "end") > 1,
        )
        .sort("against", "long", "crowded", "confidence", "interaction", "start",
              descending=[False, False, False, True, False, False])
        .unique([*cell, "interaction"], keep="first", maintain_order=True)
        .group_by(*cell, maintain_order=True)
        .head(_TRIED)
    )  # fmt: skip
    texts = dataset.reviews().select("text").with_row_index("interaction").cast({"interaction": pl.Int64})
    wanted = likely.select("interaction").unique().lazy()
    texts_kept = texts.join(wanted, on="interaction", how="semi").collect(engine="streaming")
    best = (
        _with_sentences(likely, texts_kept)
        .filter(pl.col("sentence").str.len_chars() > 0)
        .with_columns(turned=pl.col("sentence").str.to_lowercase().str.contains(TURNING))
        .filter(~(pl.col("turned") & pl.col("against")))
        .sort("against", "turned", "long", "crowded", "confidence", "interaction",
              descending=[False, False, False, False, True, False])
        .group_by(*cell, maintain_order=True)
        .head(KEPT)
        .join(cells.select("cell", "item", "attribute"), on=["item", "attribute"], maintain_order="left")
        .sort("cell", maintain_order=True)
    )  # fmt: skip
    distinct = best["sentence"].unique(maintain_order=True)
    numbers = pl.DataFrame({"sentence": distinct}).with_row_index("number")
    which = best.join(numbers, on="sentence", maintain_order="left")["number"]
    encoded = distinct.cast(pl.Binary)
    lengths = encoded.bin.size().to_numpy()
    return {
        "quote.start": _starts(best["cell"], cells.height),
        "quote.sentence": which.to_numpy().astype(np.int64),
        "quote.sentiment": best["sentiment"].to_numpy().astype(np.int8),
        "sentence.start": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        "sentence.text": np.frombuffer(b"".join(encoded.to_list()), np.uint8),
    }


def _with_sentences(said: pl.DataFrame, texts: pl.DataFrame) -> pl.DataFrame:
    """Mentions with the `sentence` of each, joined in slices: a join copies the whole review to every mention, which
    for all mentions at once would take more memory than the rest of the training."""
    cut = pl.col("text").str.slice(pl.col("start"), pl.col("end") - pl.col("start"))
    sentence = cut.str.replace_all(r"\s+", " ").str.strip_chars().alias("sentence")
    slices = list(said.iter_slices(max(_AT_A_TIME, said.height // _SLICES + 1))) or [said]
    return pl.concat(
        some.join(texts, on="interaction", maintain_order="left").with_columns(sentence).drop("text") for some in slices
    )
