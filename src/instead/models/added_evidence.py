"""Evidence with more reviews: counts, families, quotes and weights of the items they are about, all else as it was.

A new review counts as one of training does (`counted_evidence.py`). Its sentences are quoted before older ones, unless
its stars speak against them. What was learned when the model was trained stays: the unit of weights among it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from instead.matrices import quality_of_sums
from instead.models.evidence import USUAL, Evidence
from instead.models.row_changes import RowChanges

Array = NDArray[Any]
Ints = NDArray[np.int64]

KEPT = 3
"""Sentences kept of each cell and sentiment."""
SURE = 0.85
"""Calibrated confidence of a mention that may be quoted."""
READABLE = 200
"""Characters: longer sentences are quoted only where there is no shorter one."""
MIDDLE = 3.0
"""Stars that neither praise nor blame."""
SENTENCES = 200_000
"""Sentences of new reviews that are kept at most, until the next training."""
TURNING = r"\b(?:not|no|never|hardly|barely|without|nothing|cannot|less|\w+n't)\b"
"""Words that turn a sentence round: what has one may be misread."""
_TURNING = re.compile(TURNING)
_CERTAIN = 13.0  # sums of sentiments that can be read from a quality in 32 bits


class Said(NamedTuple):
    """A mention of an attribute, by number: +1 or -1, how surely it was read, and the sentence, if it may be quoted."""

    attribute: int
    sentiment: int
    confidence: float = 1.0
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class AddedReview:
    """A review that came after the training: of which item (its number), what it says, and its stars."""

    item: int
    mentions: tuple[Said, ...] = ()
    rating: float | None = None


class _Counts:
    """Counts of one cell."""

    __slots__ = ("against", "blamed", "good", "mentions", "praised", "total")

    def __init__(
        self, praised: int = 0, blamed: int = 0, total: int = 0, mentions: int = 0, good: float = 0.0,
        against: float = 0.0,
    ) -> None:  # fmt: skip
        self.praised, self.blamed, self.total, self.mentions = praised, blamed, total, mentions
        self.good, self.against = good, against


Cells = dict[int, _Counts]
Quotes = dict[int, list[tuple[int, int]]]
"""Numbers of sentences and their sentiments, by attribute."""


def added_evidence(
    evidence: Evidence, reviews: Sequence[AddedReview], heads: Ints, scale: float, more: int = 0
) -> Evidence:
    """The evidence with these reviews, and with `more` items behind the last; `heads` (A,) of the attributes' families,
    `scale` is N of Eq. 2."""
    old, before = evidence.arrays, evidence.start.size - 1
    by_item: dict[int, list[AddedReview]] = {item: [] for item in range(before, before + more)}
    for review in reviews:
        by_item.setdefault(review.item, []).append(review)
    rows = np.array(sorted(by_item), np.int64)
    usual = float(old[USUAL][0]) if USUAL in old else None
    cells, families, quotes = [], [], []
    for item in rows.tolist():
        mine = _cells(evidence, item, scale) if item < before else {}
        kin = _families(evidence, item) if item < before else {}
        said = _quotes(evidence, item) if item < before else {}
        for review in by_item[item]:
            _count(mine, review.mentions, usual)
            _count(kin, [one._replace(attribute=int(heads[one.attribute])) for one in review.mentions], usual)
        _quote(said, by_item[item], evidence)
        cells.append(mine)
        families.append(kin)
        quotes.append(said)
    arrays = dict(old) | _cell_columns(old, rows, cells, scale) | _quote_columns(old, rows, cells, quotes)
    counts = np.concatenate([old["item.reviews"], np.zeros(more, old["item.reviews"].dtype)])
    counts[rows] += np.array([len(by_item[item]) for item in rows.tolist()], counts.dtype)
    arrays["item.reviews"] = counts
    if "family.start" in old:
        arrays |= _family_columns(old, rows, families)
    return Evidence(arrays, evidence.attributes, evidence.added)


def _count(cells: Cells, said: Sequence[Said], usual: float | None) -> None:
    """Count one review: once for each attribute, as praise, as blame, or as neither."""
    totals: dict[int, list[float]] = {}
    for one in said:
        total = totals.setdefault(one.attribute, [0, 0, 0.0])
        total[0] += one.sentiment
        total[1] += 1
        total[2] += one.sentiment * (2.0 * one.confidence - 1.0)
    for attribute, (lean, mentions, weight) in totals.items():
        cell = cells.setdefault(attribute, _Counts())
        cell.total += int(lean)
        cell.mentions += int(mentions)
        weighs = 1.0 if usual is None else min(abs(weight), 1.0) / usual
        if lean > 0:
            cell.praised, cell.good = cell.praised + 1, cell.good + weighs
        elif lean < 0:
            cell.blamed, cell.against = cell.blamed + 1, cell.against + weighs


def _cells(evidence: Evidence, item: int, scale: float) -> Cells:
    """The cells of an item by attribute."""
    span = evidence.cells(item)
    good, bad = evidence.weights
    columns = (
        evidence.attribute[span], evidence.praised[span], evidence.blamed[span], totals_of(evidence, span, scale),
        evidence.mentions[span], good[span], bad[span],
    )  # fmt: skip
    return {
        attribute: _Counts(*counts) for attribute, *counts in zip(*(column.tolist() for column in columns), strict=True)
    }


def totals_of(evidence: Evidence, span: slice | Ints, scale: float) -> Ints:
    """Sums of the sentiments of cells. A folder of an earlier version has them in its qualities only (Eq. 2), which are
    too coarse for large sums: there reviews that praise and that blame stand for mentions."""
    if "item.total" in evidence.arrays:
        return np.asarray(evidence.arrays["item.total"][span], np.int64)
    share = (evidence.quality[span].astype(np.float64) - 1.0) / (scale - 1.0)
    with np.errstate(divide="ignore"):
        told = np.log(share) - np.log1p(-share)
    counted = evidence.praised[span].astype(np.int64) - evidence.blamed[span]
    sure = np.abs(told) < _CERTAIN
    return np.where(sure, np.rint(np.where(sure, told, 0.0)).astype(np.int64), counted)


def _families(evidence: Evidence, item: int) -> Cells:
    old = evidence.arrays
    if "family.start" not in old:
        return {}
    span = slice(int(old["family.start"][item]), int(old["family.start"][item + 1]))
    head, praised, blamed = (old[f"family.{name}"][span].tolist() for name in ("head", "praised", "blamed"))
    good, against = (old.get(f"family.{name}", old[f"family.{said}"])[span].tolist() for name, said in _WEIGHED)
    return {
        one: _Counts(yes, no, 0, 0, strong, weak)
        for one, yes, no, strong, weak in zip(head, praised, blamed, good, against, strict=True)
    }


_WEIGHED = (("for", "praised"), ("against", "blamed"))


def _cell_columns(old: Mapping[str, Array], rows: Ints, cells: Sequence[Cells], scale: float) -> dict[str, Array]:
    changes = RowChanges(old["item.start"], rows, np.array([len(mine) for mine in cells], np.int64))
    flat = [(attribute, mine[attribute]) for mine in cells for attribute in sorted(mine)]
    total = np.array([cell.total for _, cell in flat], np.int64)
    new: dict[str, Any] = {
        "attribute": [attribute for attribute, _ in flat],
        "praised": [cell.praised for _, cell in flat],
        "blamed": [cell.blamed for _, cell in flat],
        "quality": quality_of_sums(total, scale),
        "mentions": [cell.mentions for _, cell in flat],
        "total": total,
        "for": [cell.good for _, cell in flat],
        "against": [cell.against for _, cell in flat],
    }
    found = {
        f"item.{name}": changes.column(old[f"item.{name}"], np.array(column, old[f"item.{name}"].dtype))
        for name, column in new.items()
        if f"item.{name}" in old
    }
    return found | {"item.start": changes.starts}


def _family_columns(old: Mapping[str, Array], rows: Ints, families: Sequence[Cells]) -> dict[str, Array]:
    changes = RowChanges(old["family.start"], rows, np.array([len(kin) for kin in families], np.int64))
    flat = [(head, kin[head]) for kin in families for head in sorted(kin)]
    new: dict[str, Any] = {
        "head": [head for head, _ in flat],
        "praised": [cell.praised for _, cell in flat],
        "blamed": [cell.blamed for _, cell in flat],
        "for": [cell.good for _, cell in flat],
        "against": [cell.against for _, cell in flat],
    }
    found = {
        f"family.{name}": changes.column(old[f"family.{name}"], np.array(column, old[f"family.{name}"].dtype))
        for name, column in new.items()
        if f"family.{name}" in old
    }
    return found | {"family.start": changes.starts}


# --- quotes ----------------------------------------------------------------------------------------------------------


def _quotes(evidence: Evidence, item: int) -> Quotes:
    """Sentences of each cell of an item, the clearest first."""
    old, span = evidence.arrays, evidence.cells(item)
    starts = old["quote.start"][span.start : span.stop + 1].tolist()
    first, last = starts[0], starts[-1]
    sentences, signs = (old[f"quote.{name}"][first:last].tolist() for name in ("sentence", "sentiment"))
    told, found = list(zip(sentences, signs, strict=True)), Quotes()
    for attribute, begin, end in zip(evidence.attribute[span].tolist(), starts[:-1], starts[1:], strict=True):
        if end > begin:
            found[attribute] = told[begin - first : end - first]
    return found


def _quote(quotes: Quotes, reviews: Sequence[AddedReview], evidence: Evidence) -> None:
    """Put sentences of new reviews before those that are there; those that their stars speak against behind them. Where
    there are very many new ones, those that came first stay: memory is bounded."""
    if len(evidence.added) >= SENTENCES:
        return
    new: dict[tuple[int, int], list[tuple[tuple[Any, ...], str]]] = {}
    for place, review in enumerate(reviews):
        crowd = [one.sentence for one in review.mentions]
        best: dict[tuple[int, int], tuple[tuple[Any, ...], str]] = {}
        for one in review.mentions:
            if not one.sentence or one.confidence < SURE:
                continue
            against = review.rating is not None and one.sentiment * (review.rating - MIDDLE) < 0
            turned = _TURNING.search(one.sentence.lower()) is not None
            if against and turned:
                continue
            crowded = crowd.count(one.sentence) > 1
            order = against, turned, len(one.sentence) > READABLE, crowded, -one.confidence, -place
            key = one.attribute, one.sentiment
            if key not in best or order < best[key][0]:
                best[key] = order, one.sentence
        for key, candidate in best.items():
            new.setdefault(key, []).append(candidate)
    for (attribute, sentiment), candidates in new.items():
        chosen = sorted(candidates)[:KEPT]
        there = quotes.get(attribute, [])
        mine, others = ([one for one in there if (one[1] == sentiment) == same] for same in (True, False))
        numbers = [(against, (evidence.add_sentence(text), sentiment)) for (against, *_), text in chosen]
        first, last = ([one for against, one in numbers if against == behind] for behind in (False, True))
        quotes[attribute] = [*[*first, *mine, *last][:KEPT], *others]


def _quote_columns(
    old: Mapping[str, Array], rows: Ints, cells: Sequence[Cells], quotes: Sequence[Quotes]
) -> dict[str, Array]:
    by_cell = RowChanges(old["item.start"], rows, np.array([len(mine) for mine in cells], np.int64))
    told = [said.get(attribute, []) for mine, said in zip(cells, quotes, strict=True) for attribute in sorted(mine)]
    sizes = np.array([len(one) for one in told], np.int64)
    every = by_cell.column(np.diff(old["quote.start"]), sizes)
    of_item = [sum(len(one) for one in said.values()) for said in quotes]
    by_item = RowChanges(np.asarray(old["quote.start"])[old["item.start"]], rows, np.array(of_item, np.int64))
    flat = np.array([one for several in told for one in several], np.int64).reshape(-1, 2)
    return {
        "quote.start": np.concatenate([[0], np.cumsum(every)]).astype(np.int64),
        "quote.sentence": by_item.column(old["quote.sentence"], flat[:, 0]),
        "quote.sentiment": by_item.column(old["quote.sentiment"], flat[:, 1]),
    }
