"""Item cold start: quality rows and evidence of items that are new since the training, from their reviews.

How a model scores them is up to the model (`models/interface.py`, `PlacesItems`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.matrices import quality as quality_of
from instead.models.evidence import Evidence
from instead.models.interface import Newcomers
from instead.ranking.descriptions import Description, Pairs

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Said = Sequence[Pairs]
"""What each review of one item mentions."""

ReadReviews = Callable[[Sequence[str]], Sequence[Pairs]]
"""Texts of reviews -> what each of them mentions."""

ATTRIBUTES, NOTHING = "attributes", "average"


def basis_of(said: Said) -> str:
    """What a cold-start item's score rests on: its mentions, or the average where it has none."""
    return ATTRIBUTES if any(said) else NOTHING


def said_of(described: Sequence[Description], read: ReadReviews) -> list[list[Pairs]]:
    """Mentions of each review of each item. All texts are extracted in one call."""
    texts = [review for one in described for review in one.reviews if isinstance(review, str)]
    understood = iter(read(texts) if texts else ())
    return [[next(understood) if isinstance(review, str) else review for review in one.reviews] for one in described]


def newcomers_of(said: Sequence[Said], attributes: int, scale: float) -> Newcomers:
    """Y (n, A) of the new items, Eq. 2, and mention counts (n, A)."""
    rows = [(item, *mention) for item, reviews in enumerate(said) for review in reviews for mention in review]
    item, attribute, sentiment = np.array(rows, np.int64).reshape(-1, 3).T
    quality = quality_of(item, attribute, sentiment, items=len(said), attributes=attributes, scale=scale)
    return Newcomers(quality, csr_matrix((np.ones(len(rows)), (item, attribute)), shape=quality.shape))


def extended_evidence(evidence: Evidence, said: Sequence[Said], rows: csr_matrix, heads: Ints) -> Evidence:
    """The evidence with the counts of the new items appended; they have no quotes. `heads` (A,) of the attributes'
    families.

    A review counts once for an attribute, as for trained items: as praise if it praises more often than it blames.
    """
    praised, blamed, mentions = [], [], []
    for item, reviews in enumerate(said):
        good, bad = _leaning(reviews)
        counts = Counter(attribute for review in reviews for attribute, _ in review)
        for attribute in rows.indices[rows.indptr[item] : rows.indptr[item + 1]].tolist():
            praised.append(good[attribute])
            blamed.append(bad[attribute])
            mentions.append(counts[attribute])
    old = evidence.arrays
    more = {
        "item.attribute": rows.indices,
        "item.praised": np.array(praised, np.int32),
        "item.blamed": np.array(blamed, np.int32),
        "item.quality": rows.data,
        "item.reviews": np.array([len(reviews) for reviews in said], np.int32),
    }
    if "item.for" in old:  # what a request tells counts as sure
        more |= {"item.for": more["item.praised"], "item.against": more["item.blamed"]}
    if "item.mentions" in old:
        more["item.mentions"] = np.array(mentions, np.int32)
    arrays = dict(old) | {name: np.concatenate([old[name], new]).astype(old[name].dtype) for name, new in more.items()}
    arrays["item.start"] = np.append(old["item.start"], old["item.start"][-1] + rows.indptr[1:]).astype(np.int64)
    quotes = old["quote.start"]
    arrays["quote.start"] = np.append(quotes, np.full(rows.nnz, quotes[-1])).astype(np.int64)
    if "family.start" in old:
        arrays |= _families(old, said, heads)
    return Evidence(arrays, evidence.attributes)


def _families(old: Mapping[str, Any], said: Sequence[Said], heads: Ints) -> dict[str, Any]:
    """The counts of families, with those of the new items appended."""
    rows = []
    for reviews in said:
        good, bad = _leaning([tuple((int(heads[one]), sign) for one, sign in review) for review in reviews])
        rows.append([(head, good[head], bad[head]) for head in sorted({*good, *bad})])
    flat = np.array([cell for row in rows for cell in row], np.int64).reshape(-1, 3)
    arrays = {
        f"family.{name}": np.concatenate([old[f"family.{name}"], flat[:, place]]).astype(old[f"family.{name}"].dtype)
        for name, place in (("head", 0), ("praised", 1), ("blamed", 2), ("for", 1), ("against", 2))
        if f"family.{name}" in old
    }
    ends = old["family.start"][-1] + np.cumsum([len(row) for row in rows])
    return arrays | {"family.start": np.append(old["family.start"], ends).astype(np.int64)}


def _leaning(reviews: Said) -> tuple[Counter[int], Counter[int]]:
    """Number of reviews that mostly praise, and that mostly blame, each attribute."""
    good: Counter[int] = Counter()
    bad: Counter[int] = Counter()
    for review in reviews:
        total: Counter[int] = Counter()
        for attribute, sentiment in review:
            total[attribute] += sentiment
        good.update(attribute for attribute, sum_ in total.items() if sum_ > 0)
        bad.update(attribute for attribute, sum_ in total.items() if sum_ < 0)
    return good, bad
