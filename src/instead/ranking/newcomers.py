"""Items that came after the training: placed by what their reviews say, without training again.

Their observed qualities are Eq. 2; their vectors come from the ridge regression of `folding.py`, fitted on the trained
items; the cells nobody mentions are filled from these. Everything else of the model stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from instead.matrices import quality as quality_of
from instead.models.a2cf.model import A2CF, Frozen, Ranking
from instead.models.a2cf.shortlist import Shortlist
from instead.models.evidence import Evidence
from instead.ranking.descriptions import Description, Pairs
from instead.ranking.folding import Folding, quality_features
from instead.settings import FoldSettings

Floats = NDArray[np.float32]
Said = Sequence[Pairs]
"""What each review of one item mentions."""

ReadReviews = Callable[[Sequence[str]], Sequence[Pairs]]
"""Texts of reviews -> what each of them mentions."""

ATTRIBUTES, NOTHING = "attributes", "average"


def basis_of(said: Said) -> str:
    """How such an item is scored; of one that nobody says anything about, only the average is known."""
    return ATTRIBUTES if any(said) else NOTHING


def said_of(described: Sequence[Description], read: ReadReviews) -> list[list[Pairs]]:
    """What each review of each item mentions. Texts of all of them are read at once."""
    texts = [review for one in described for review in one.reviews if isinstance(review, str)]
    understood = iter(read(texts) if texts else ())
    return [[next(understood) if isinstance(review, str) else review for review in one.reviews] for one in described]


def quality_rows(said: Sequence[Said], attributes: int, scale: float) -> csr_matrix:
    """Y (n, A) of the newcomers, Eq. 2."""
    rows = [(item, *mention) for item, reviews in enumerate(said) for review in reviews for mention in review]
    item, attribute, sentiment = np.array(rows, np.int64).reshape(-1, 3).T
    return quality_of(item, attribute, sentiment, items=len(said), attributes=attributes, scale=scale)


def extended_model(model: A2CF, rows: csr_matrix, settings: FoldSettings) -> A2CF:
    """The model with items for rows of Y (n, A) at its end."""
    ranking, frozen, d = model.ranking, model.frozen, model.ranking.items.shape[1]
    both = np.concatenate([ranking.items, frozen.items], axis=1)
    folding = Folding(quality_features(model.quality.observed, model.settings.scale), both, settings.ridge)
    placed = folding.vectors(quality_features(rows, model.settings.scale))
    mean_bias = np.full(len(placed) if ranking.bias.size else 0, ranking.bias.mean() if ranking.bias.size else 0)
    bigger = Ranking(
        ranking.users,
        np.concatenate([ranking.items, placed[:, :d]]),
        ranking.attributes,
        ranking.substitution,
        ranking.personalisation,
        np.concatenate([ranking.bias, mean_bias]).astype(np.float32),
    )
    vectors = np.concatenate([frozen.items, placed[:, d:]])
    kept = Frozen(frozen.users, vectors, frozen.attributes, frozen.user_net, frozen.item_net)
    quality = csr_matrix(vstack([model.quality.observed, rows], format="csr"), dtype=np.float32)
    made = A2CF(model.settings, bigger, kept, model.care.observed, quality)
    new = made.quality.rows(np.arange(model.items, made.items))
    made.stored_quality = np.concatenate([model.filled_quality, new])
    return made


def extended_shortlist(shortlist: Shortlist | None, count: int) -> Shortlist | None:
    """Newcomers have no estimate: they are within anybody's reach and so always scored exactly."""
    if shortlist is None:
        return None
    basis = np.concatenate([shortlist.basis, np.zeros((count, shortlist.basis.shape[1]), np.float32)])
    return replace(shortlist, basis=basis, error=np.append(shortlist.error, np.full(count, np.inf, np.float32)))


def extended_evidence(evidence: Evidence, said: Sequence[Said], rows: csr_matrix) -> Evidence:
    """The evidence with the newcomers' counts, of which none is quoted.

    A review counts once for an attribute, as for trained items: as praise if it praises more often than it blames.
    """
    praised, blamed = [], []
    for item, reviews in enumerate(said):
        good, bad = _leaning(reviews)
        for attribute in rows.indices[rows.indptr[item] : rows.indptr[item + 1]].tolist():
            praised.append(good[attribute])
            blamed.append(bad[attribute])
    old = evidence.arrays
    more = {
        "item.attribute": rows.indices,
        "item.praised": np.array(praised, np.int32),
        "item.blamed": np.array(blamed, np.int32),
        "item.quality": rows.data,
        "item.reviews": np.array([len(reviews) for reviews in said], np.int32),
    }
    arrays = dict(old) | {name: np.concatenate([old[name], new]).astype(old[name].dtype) for name, new in more.items()}
    arrays["item.start"] = np.append(old["item.start"], old["item.start"][-1] + rows.indptr[1:]).astype(np.int64)
    quotes = old["quote.start"]
    arrays["quote.start"] = np.append(quotes, np.full(rows.nnz, quotes[-1])).astype(np.int64)
    return Evidence(arrays, evidence.attributes)


def _leaning(reviews: Said) -> tuple[Counter[int], Counter[int]]:
    """How many reviews praise, and how many blame, each attribute more often than the contrary."""
    good: Counter[int] = Counter()
    bad: Counter[int] = Counter()
    for review in reviews:
        total: Counter[int] = Counter()
        for attribute, sentiment in review:
            total[attribute] += sentiment
        good.update(attribute for attribute, sum_ in total.items() if sum_ > 0)
        bad.update(attribute for attribute, sum_ in total.items() if sum_ < 0)
    return good, bad
