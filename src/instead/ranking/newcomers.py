"""Item cold start: what is known of items that are new since the training, from their descriptions and reviews.

How a model scores them is up to the model (`models/interface.py`, `PlacesItems`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.matrices import quality as quality_of
from instead.models.interface import Newcomers
from instead.ranking.descriptions import Description, Pairs

Ints = NDArray[np.int64]
Said = Sequence[Pairs]
"""What each review of one item mentions."""

ReadReviews = Callable[[Sequence[str]], Sequence[Pairs]]
"""Texts of reviews -> what each of them mentions."""

ATTRIBUTES, NOTHING = "attributes", "average"


def said_of(described: Sequence[Description], read: ReadReviews) -> list[list[Pairs]]:
    """Mentions of each review of each item. All texts are extracted in one call."""
    texts = [review for one in described for review in one.reviews if isinstance(review, str)]
    understood = iter(read(texts) if texts else ())
    return [[next(understood) if isinstance(review, str) else review for review in one.reviews] for one in described]


def newcomers_of(said: Sequence[Said], attributes: int, scale: float) -> Newcomers:
    """Y (n, A) of the new items, Eq. 2, how often each attribute is mentioned, and how often with praise."""
    rows = [
        (item, mention.attribute, mention.sentiment)
        for item, reviews in enumerate(said)
        for review in reviews
        for mention in review
    ]
    item, attribute, sentiment = np.array(rows, np.int64).reshape(-1, 3).T
    quality = quality_of(item, attribute, sentiment, items=len(said), attributes=attributes, scale=scale)
    mentions, praise = (
        csr_matrix((counts, (item, attribute)), shape=quality.shape)
        for counts in (np.ones(len(rows)), (sentiment > 0).astype(np.float64))
    )
    return Newcomers(quality, mentions, praise)
