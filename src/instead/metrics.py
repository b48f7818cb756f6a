"""Ranking metrics: hit rate, NDCG, mean reciprocal rank, average precision, precision@k, with exact treatment of ties.

Rank 1 is the top; a case has one right answer. `Ranks` stores how many candidates score higher than the right answer
and how many equally, and every measure is the mean over all orders of the tied ones. Measures of the expected rank
would be wrong where ties are common: for a constant model among ten candidates it is 5.5, and HR@3 of that is 0,
although random order puts the right answer among the first three in 3 of 10 cases. Measures of `Ranks` give 0.3.

The lower half compares rankings of attributes with those that a review mentions: several right answers, and ties
treated the same way (exact expectations, McSherry and Najork, ECIR 2008), so that a constant ranking gets what a random
one gets on average.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import ImpossibleFigures

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CUTOFFS = (5, 10, 20, 50)
"""K of the paper's tables."""
CUT = 500
"""Cutoff of attribute rankings in the paper, because the compared systems have different numbers of attributes."""


@dataclass(frozen=True)
class Ranks:
    """Ranks of right answers with ties: case i has rank higher + 1 ... higher + 1 + equal, each equally likely."""

    higher: Ints  # (n,) candidates with a higher score
    equal: Ints  # (n,) candidates, the right answer not counted, with the same score

    @classmethod
    def of(
        cls,
        right: NDArray[np.floating],
        others: NDArray[np.floating],
        among: NDArray[np.bool_] | None = None,
    ) -> Ranks:
        """From scores (n) of right answers and (n, c) of the others; `among` (n, c) False excludes candidates.

        Raises for a score of NaN: it would be neither above nor below any other, and rank first.
        """
        if np.isnan(right).any() or np.isnan(others if among is None else others[among]).any():
            raise ImpossibleFigures("a model gave scores that are not numbers (NaN); nothing can be ranked by them")
        answer = right[:, None]
        above, beside = others > answer, others == answer
        if among is not None:
            above &= among
            beside &= among
        return cls(above.sum(axis=1, dtype=np.int64), beside.sum(axis=1, dtype=np.int64))

    @classmethod
    def exactly(cls, ranks: Sequence[int] | Ints) -> Ranks:
        """Ranks without ties."""
        known = np.asarray(ranks, np.int64)
        return cls(known - 1, np.zeros_like(known))

    def __len__(self) -> int:
        return int(self.higher.size)

    @property
    def expected(self) -> Floats:
        """(n,) the mean rank, 1 + #higher + #equal / 2."""
        return 1.0 + self.higher + 0.5 * self.equal

    def hits(self, k: int) -> Floats:
        """(n,) probability of being among the first k; the mean is HR@k."""
        found: Floats = np.clip(k - self.higher, 0, self.equal + 1) / (self.equal + 1)
        return found

    def gains(self, k: int | None = None) -> Floats:
        """(n,) expected 1 / log2(1 + rank), 0 beyond k; the mean is NDCG@k. Without k the list is not cut."""
        return self._mean(lambda rank: 1.0 / np.log2(1.0 + rank), k)

    def reciprocals(self) -> Floats:
        """(n,) expected 1 / rank; the mean is MRR."""
        return self._mean(lambda rank: 1.0 / rank, None)

    def _mean(self, worth: Any, k: int | None) -> Floats:
        """Mean of worth(rank) over the possible ranks of a case; ranks beyond k count 0."""
        last = self.higher + 1 + self.equal
        deepest = int(last.max(initial=1)) if k is None else k
        sums = np.concatenate([[0.0], np.cumsum(worth(np.arange(1.0, deepest + 1.0)))])
        mean: Floats = (sums[np.minimum(last, deepest)] - sums[np.minimum(self.higher, deepest)]) / (self.equal + 1)
        return mean


def measures(ranks: Ranks, cutoffs: Sequence[int] = CUTOFFS) -> dict[str, Floats]:
    """Every measure of every case by name: `HR@5` ..., `NDCG@5` ..., `MRR`. Means are what is reported."""
    found = {f"HR@{k}": ranks.hits(k) for k in cutoffs}
    found |= {f"NDCG@{k}": ranks.gains(k) for k in cutoffs}
    return found | {"MRR": ranks.reciprocals()}


def check_identities(ranks: Ranks, candidates: Ints | int, cutoffs: Sequence[int] = CUTOFFS) -> None:
    """Raise an error for ranks with impossible measures; run on every evaluation, to find indexing errors.

    `candidates` is how many were ranked, the right answer included, for each case or for all.
    """
    if not len(ranks):
        return
    if (ranks.higher < 0).any() or (ranks.equal < 0).any():
        raise ImpossibleFigures("ranks are negative")
    if (ranks.higher + ranks.equal >= candidates).any():
        raise ImpossibleFigures("a right answer stands below more candidates than there are")
    hr = {k: float(ranks.hits(k).mean()) for k in cutoffs}
    ndcg = {k: float(ranks.gains(k).mean()) for k in cutoffs}
    check_figures(hr, ndcg, tolerance=1e-9)


def check_figures(hr: Mapping[int, float], ndcg: Mapping[int, float], *, tolerance: float = 0.0) -> None:
    """Check identities that HR@K and NDCG@K of one right answer satisfy for every model (decisions, finding 4).

    HR grows with K; NDCG@K <= HR@K; and between two cutoffs K1 < K2 the answers that come in have ranks
    K1 + 1 ... K2, so NDCG@K2 - NDCG@K1 lies in [1 / log2(K2 + 1), 1 / log2(K1 + 2)] (HR@K2 - HR@K1).
    `tolerance` is for figures that were rounded.
    """
    known = sorted(hr)
    for k in known:
        if not -tolerance <= ndcg[k] <= hr[k] + tolerance or hr[k] > 1.0 + tolerance:
            raise ImpossibleFigures(
                f"NDCG@{k} = {ndcg[k]:.4f} and HR@{k} = {hr[k]:.4f} cannot be: 0 <= NDCG <= HR <= 1"
            )
    for small, large in pairwise([0, *known]):
        more = hr[large] - hr.get(small, 0.0)
        gained = ndcg[large] - ndcg.get(small, 0.0)
        if more < -tolerance:
            raise ImpossibleFigures(f"HR@{large} = {hr[large]:.4f} is smaller than HR@{small} = {hr[small]:.4f}")
        least, most = more / np.log2(large + 1.0), more / np.log2(small + 2.0)
        if not least - tolerance <= gained <= most + tolerance:
            raise ImpossibleFigures(
                f"from K = {small} to {large}, HR grows by {more:.4f} and NDCG by {gained:.4f}; "
                f"with one right answer it must be {least:.4f} to {most:.4f}"
            )


def average_precision(scores: NDArray[np.floating], relevant: NDArray[np.bool_], cut: int = CUT) -> Floats:
    """(n,) average precision of lists sorted by `scores` (n, A), cut after `cut` entries; 0 where nothing is relevant.

    The sum of the precisions at relevant places is divided by the number of relevant attributes, also of those beyond
    the cut (decision E1). Dividing by min(that, cut) would differ only for a review that mentions more than `cut`.

    A tied group of n entries, r of them relevant, begins after `before` entries of which R are relevant. At place k a
    relevant entry stands with probability r / n, and above it in the group are then (k - before - 1)(r - 1) / (n - 1)
    relevant ones on average.
    """
    grouped = _Grouped(scores, relevant, cut)
    place = grouped.place
    above_in_group = (place - grouped.before - 1.0) * (grouped.inside - 1.0) / np.maximum(grouped.size - 1.0, 1.0)
    precision = (grouped.relevant_before + 1.0 + above_in_group) / place
    total = (grouped.inside / grouped.size * precision).sum(axis=1)
    found: Floats = total / np.maximum(relevant.sum(axis=1), 1)
    return found


def precision_at(scores: NDArray[np.floating], relevant: NDArray[np.bool_], k: int = 3) -> Floats:
    """(n,) expected share of relevant attributes among the first k: three is what an explanation shows.

    Everything above the k-th score is in; of those that tie with it, each is in with the same probability.
    """
    last = min(k, scores.shape[1])
    edge = -np.partition(-scores, last - 1, axis=1)[:, last - 1 : last]
    above, beside = scores > edge, scores == edge
    chance = (last - above.sum(axis=1)) / beside.sum(axis=1)
    found = (above & relevant).sum(axis=1) + chance * (beside & relevant).sum(axis=1)
    share: Floats = found / k
    return share


def recall_at(scores: NDArray[np.floating], relevant: NDArray[np.bool_], k: int = 3) -> Floats:
    """(n,) expected share of the relevant attributes that are among the first k; 0 where nothing is relevant."""
    found: Floats = k * precision_at(scores, relevant, k) / np.maximum(relevant.sum(axis=1), 1)
    return found


def ndcg_at(scores: NDArray[np.floating], relevant: NDArray[np.bool_], k: int = 10) -> Floats:
    """(n,) expected NDCG@k of lists with several relevant attributes, all worth 1; 0 where nothing is relevant.

    A place within a tied group of n entries, r of them relevant, holds a relevant one with probability r / n. The best
    list has all relevant ones first.
    """
    grouped = _Grouped(scores, relevant, k)
    worth = 1.0 / np.log2(1.0 + np.arange(1.0, k + 1.0))
    gained = (grouped.inside / grouped.size * worth[: grouped.size.shape[1]]).sum(axis=1)
    best = np.concatenate([[0.0], np.cumsum(worth)])[np.minimum(relevant.sum(axis=1), k)]
    found: Floats = np.divide(gained, best, out=np.zeros_like(gained), where=best > 0)
    return found


def harmonic(a: Floats, b: Floats) -> Floats:
    """2ab / (a + b), and 0 where both are 0 (decision E5): ATC of one case from its AP and its NDCG."""
    both = a + b
    mean: Floats = np.divide(2.0 * a * b, both, out=np.zeros_like(both), where=both > 0)
    return mean


class _Grouped:
    """The first `cut` places of each list, and for each place the tied group it belongs to; all (n, cut)."""

    def __init__(self, scores: NDArray[np.floating], relevant: NDArray[np.bool_], cut: int) -> None:
        count, width = scores.shape
        order = np.argsort(-scores, axis=1, kind="stable")
        ordered = np.take_along_axis(scores, order, axis=1)
        found = np.take_along_axis(relevant, order, axis=1)
        starts = np.ones((count, width), np.bool_)
        starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        places = np.broadcast_to(np.arange(width), (count, width))
        first = np.maximum.accumulate(np.where(starts, places, 0), axis=1)
        ends = np.ones((count, width), np.bool_)
        ends[:, :-1] = starts[:, 1:]
        last = np.minimum.accumulate(np.where(ends, places, width)[:, ::-1], axis=1)[:, ::-1]
        so_far = np.concatenate([np.zeros((count, 1)), np.cumsum(found, axis=1)], axis=1)
        shown = min(cut, width)
        first, last = first[:, :shown], last[:, :shown]
        self.place = np.arange(1.0, shown + 1.0)[None, :]
        self.before = first.astype(np.float64)
        self.size = last - first + 1.0
        self.relevant_before: Floats = np.take_along_axis(so_far, first, axis=1)
        self.inside: Floats = np.take_along_axis(so_far, last + 1, axis=1) - self.relevant_before
