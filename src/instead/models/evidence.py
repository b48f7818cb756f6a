"""Evidence for explanations: counts of praise and blame per (item, attribute) and sentences to quote, for fast look-up.

One file of a model folder, `evidence.safetensors`, memory-mapped when read:

item.start attribute praised blamed quality   a row per item: its attributes in ascending order, how many reviews
     mentions                                 praise and blame each, y of Eq. 2, and all mentions of it
     for against                              the same counts with each review weighed by how surely it was read
item.reviews                                  training reviews of each item
family.start head praised blamed for against  the same of whole families of attributes, by the head of each: a review
                                              counts once for a family, whatever it says of its members
user.start attribute mentions                 a row per user: how often each attribute was mentioned
quote.start sentence sentiment                a few sentences of each (item, attribute) cell, the surest first
sentence.start text                           the sentences, each once, in UTF-8

A review counts once for an attribute: as praise if it praises more often than it blames, as blame if it blames more
often, and not at all where both are equal. It weighs |sum of sentiment (2 c - 1)|, at most 1, of the calibrated
confidence c of its mentions, in units of what reviews weigh on average: a sentence that was surely understood tells
more of an item than a doubtful one, and all of them together as much as their number. Only training reviews are
included, because held-out reviews judge the explanations in the evaluation; a final model, which is not evaluated,
includes all reviews.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries
from instead.matrices import quality_of_sums, training_mentions
from instead.mentions.attribute_tree import AttributeTree
from instead.store.dataset import PARTS, Dataset
from instead.store.tensors import map_tensors

Array = NDArray[Any]
Ints = NDArray[np.int64]

FILE = "evidence.safetensors"
KEPT = 3
"""Sentences kept of each cell and sentiment."""
_TRIED = 4 * KEPT  # candidate sentences of each that are scored
_MIDDLE = 3.0  # stars
_SURE = 0.85  # calibrated confidence of a mention that may be quoted
_TURNING = r"\b(?:not|no|never|hardly|barely|without|nothing|cannot|less|\w+n't)\b"
_AT_A_TIME, _SLICES = 1 << 15, 32  # mentions whose sentences are cut at a time at least, and at most in so many slices
_READABLE = 200  # characters: longer sentences are quoted only where there is no shorter one


class Evidence:
    """Look-up of counts and quotes by item number and attribute number."""

    def __init__(self, arrays: Mapping[str, Array], attributes: int) -> None:
        self.arrays = arrays
        self.attributes = attributes
        self.start: Ints = arrays["item.start"]
        self.attribute: NDArray[np.int32] = arrays["item.attribute"]
        self.praised: NDArray[np.int32] = arrays["item.praised"]
        self.blamed: NDArray[np.int32] = arrays["item.blamed"]
        self.quality: NDArray[np.float32] = arrays["item.quality"]
        self.reviews: NDArray[np.int32] = arrays["item.reviews"]

    @classmethod
    def open(cls, folder: Path, attributes: int) -> Evidence | None:
        """The evidence of a model folder; None where the dataset had no mentions."""
        path = folder / FILE
        return cls(map_tensors(path), attributes) if path.is_file() else None

    @classmethod
    def none(cls, items: int, users: int, attributes: int) -> Evidence:
        """Empty evidence, for a shop without mentions."""
        nothing = np.empty(0, np.int32)
        arrays: dict[str, Array] = {
            "item.start": np.zeros(items + 1, np.int64),
            "item.attribute": nothing,
            "item.praised": nothing,
            "item.blamed": nothing,
            "item.quality": np.empty(0, np.float32),
            "item.mentions": nothing,
            "item.reviews": np.zeros(items, np.int32),
            "user.start": np.zeros(users + 1, np.int64),
            "user.attribute": nothing,
            "user.mentions": nothing,
            **_no_quotes(0),
        }
        return cls(arrays, attributes)

    @cached_property
    def praise(self) -> NDArray[np.float64]:
        """(A,) share of praise of each attribute over all reviews, smoothed towards 1/2 where there are few."""
        good = np.bincount(self.attribute, weights=self.praised, minlength=self.attributes)
        bad = np.bincount(self.attribute, weights=self.blamed, minlength=self.attributes)
        whole = (good.sum() + 1.0) / (good.sum() + bad.sum() + 2.0)
        share: NDArray[np.float64] = (good + 4.0 * whole) / (good + bad + 4.0)
        return share

    @cached_property
    def usual_quality(self) -> NDArray[np.float32]:
        """(A,) mean y over the items with mentions of the attribute."""
        total = np.bincount(self.attribute, weights=self.quality, minlength=self.attributes)
        count = np.bincount(self.attribute, minlength=self.attributes)
        whole = total.sum() / max(count.sum(), 1)
        usual: NDArray[np.float32] = np.where(count > 0, total / np.maximum(count, 1), whole).astype(np.float32)
        return usual

    @property
    def mentions(self) -> NDArray[np.int32]:
        """Mentions of each cell; in a folder of an earlier version the reviews that praise or blame."""
        found: NDArray[np.int32] | None = self.arrays.get("item.mentions")
        return self.praised + self.blamed if found is None else found

    @property
    def weights(self) -> tuple[Array, Array]:
        """Reviews that praise, and that blame, each weighed by how surely it was read; in a folder of an earlier
        version each counts as one."""
        return self.arrays.get("item.for", self.praised), self.arrays.get("item.against", self.blamed)

    @property
    def has_quotes(self) -> bool:
        return bool(self.arrays["quote.sentence"].size)

    @cached_property
    def has_counts(self) -> bool:
        return bool(self.reviews.any())

    def cells(self, item: int) -> slice:
        """The slice of cells of an item."""
        return slice(int(self.start[item]), int(self.start[item + 1]))

    def place(self, item: int, attribute: int) -> int:
        """Index of the (item, attribute) cell, -1 if it has no mention."""
        span = self.cells(item)
        found = span.start + int(np.searchsorted(self.attribute[span], attribute))
        return found if found < span.stop and self.attribute[found] == attribute else -1

    def family_cells(self, heads: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Item, head of the family, praise and blame of every (item, family), by item; `heads` (A,) of the attributes.

        In a folder of an earlier version they are sums over members: a review that speaks of two counts twice.
        """
        if "family.start" in self.arrays:
            start = self.arrays["family.start"]
            row = np.repeat(np.arange(start.size - 1), np.diff(start))
            head, good, bad = (self.arrays[f"family.{name}"].astype(np.int64) for name in ("head", "praised", "blamed"))
            return row.astype(np.int64), head, good, bad
        row = np.repeat(np.arange(self.start.size - 1), np.diff(self.start))
        key, place = np.unique(row * max(self.attributes, 1) + heads[self.attribute], return_inverse=True)
        good, bad = (
            np.bincount(place, weights=counts, minlength=key.size).astype(np.int64)
            for counts in (self.praised, self.blamed)
        )
        return key // max(self.attributes, 1), key % max(self.attributes, 1), good, bad

    def family_weights(self, heads: Ints) -> tuple[Array, Array]:
        """The same as `weights` of every (item, family), in the order of `family_cells`."""
        if "family.for" in self.arrays:
            return self.arrays["family.for"], self.arrays["family.against"]
        _, _, good, bad = self.family_cells(heads)
        return good, bad

    @cached_property
    def _said(self) -> NDArray[np.float64]:
        """(A,) mentions of each attribute, the weights of `praise` where several are taken together."""
        said = np.bincount(self.attribute, weights=self.praised + self.blamed, minlength=self.attributes)
        return np.asarray(said, np.float64) + 1e-9

    def lean(self, items: Ints, attributes: Ints | Sequence[Ints], prior: float) -> NDArray[np.float32]:
        """(n, a) smoothed share of praise of items minus the shop's mean share (shrinkage towards the mean): `prior`
        pseudo-reviews have the mean share, so the result is 0 where an item has no mention.

        Several attributes in one place are a family: what is said of any of them counts.
        """
        families = [np.atleast_1d(one) for one in attributes]
        wanted = np.concatenate([*families, np.empty(0, np.int64)]).astype(np.int64)
        begin = np.cumsum([0, *map(len, families)])[:-1]
        rows = np.repeat(items, len(wanted))
        place = find_entries(self.start, self.attribute, rows, np.tile(wanted, len(items)))
        good, bad = (
            np.add.reduceat(np.where(place >= 0, counts[place], 0).reshape(len(items), -1), begin, axis=1)
            for counts in (np.append(self.praised, 0), np.append(self.blamed, 0))
        )
        weight = self._said[wanted]
        usual = np.add.reduceat(self.praise[wanted] * weight, begin) / np.add.reduceat(weight, begin)
        said = good + bad
        found = (good + prior * usual) / np.maximum(said + prior, 1e-12) - usual
        return np.where(said > 0, found, 0.0).astype(np.float32)

    def mentions_of(self, user: int) -> tuple[Array, Array]:
        """Attributes that the user mentioned, and their counts."""
        span = slice(int(self.arrays["user.start"][user]), int(self.arrays["user.start"][user + 1]))
        return self.arrays["user.attribute"][span], self.arrays["user.mentions"][span]

    def quotes(self, place: int, sentiment: int) -> Iterator[str]:
        """Sentences of a cell that praise (1) or blame (-1), the clearest first."""
        if place < 0:
            return
        start = self.arrays["quote.start"]
        first, last = int(start[place]), int(start[place + 1])
        ends, text = self.arrays["sentence.start"], self.arrays["sentence.text"]
        for at in range(first, last):
            if self.arrays["quote.sentiment"][at] == sentiment:
                sentence = int(self.arrays["quote.sentence"][at])
                yield bytes(text[int(ends[sentence]) : int(ends[sentence + 1])]).decode("utf-8")


def _no_quotes(cells: int) -> dict[str, Array]:
    return {
        "quote.start": np.zeros(cells + 1, np.int64),
        "quote.sentence": np.empty(0, np.int64),
        "quote.sentiment": np.empty(0, np.int8),
        "sentence.start": np.zeros(1, np.int64),
        "sentence.text": np.empty(0, np.uint8),
    }


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
        "item.for": cells["for"].to_numpy().astype(np.float32),
        "item.against": cells["against"].to_numpy().astype(np.float32),
        "item.reviews": reviews.astype(np.int32),
        "user.start": _starts(users["user"], dataset.users.height),
        "user.attribute": users["attribute"].to_numpy().astype(np.int32),
        "user.mentions": users["mentions"].to_numpy().astype(np.int32),
        **_family_cells(said, AttributeTree.of(dataset.attributes).heads, dataset.items.height, usual),
        **_quotes(said, cells, dataset),
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
        return _no_quotes(cells.height)
    if "confidence" not in said.columns:
        said = said.with_columns(pl.lit(1.0).alias("confidence"))
    spoken = said.drop_nulls(["start", "end"]).filter(
        (pl.col("end") > pl.col("start")) & (pl.col("confidence") >= _SURE)
    )
    cell = ["item", "attribute", "sentiment"]
    stars = dataset.reviews().select("rating").with_row_index("interaction").cast({"interaction": pl.Int64}).collect()
    likely = (
        spoken.join(stars, on="interaction", how="left", maintain_order="left")
        .with_columns(
            long=(pl.col("end") - pl.col("start")) > _READABLE,
            against=(pl.col("sentiment") * (pl.col("rating") - _MIDDLE) < 0).fill_null(False),
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
        .with_columns(turned=pl.col("sentence").str.to_lowercase().str.contains(_TURNING))
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
