"""What somebody would write about an item: attributes in the order of how likely a review of this user mentions them.

    log p(a | u, j) = w_u log p_u(a) + w_j log p_j(a) + w_0 log p_0(a) + const                                     (S1)

p_0 is the shop's frequency of the attribute, p_j that of the item's reviews and p_u that of the user's own, each
smoothed towards the shop's by imaginary mentions: p_j(a) = (n_ja + s_j p_0(a)) / (n_j + s_j). A list of what everybody,
this user or this item's reviewers write about is (S1) with one weight alone; together they beat each of them.

The weights are a conditional logit fitted on validation reviews (`fitted`); `WEIGHTS` are those of toys_and_games.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from instead.models.evidence import Evidence

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class StatementWeights:
    """Weights of (S1), and the imaginary mentions that a user and an item are given."""

    user: float
    item: float
    shop: float
    of_user: float = 20.0
    of_item: float = 20.0

    @property
    def array(self) -> Floats:
        return np.array([self.user, self.item, self.shop])


WEIGHTS = StatementWeights(1.0, 1.0, -1.0)


class StatementOrder:
    """Log frequencies of attributes, by user and item."""

    def __init__(self, by_user: csr_matrix, by_item: csr_matrix, weights: StatementWeights = WEIGHTS) -> None:
        """`by_user` (users, A) and `by_item` (items, A): training mentions."""
        self._by_user, self._by_item, self.weights = by_user, by_item, weights
        total = np.asarray(by_item.sum(axis=0), np.float64).ravel() + 0.5
        self._usual: Floats = total / total.sum()

    @classmethod
    def of(cls, evidence: Evidence, weights: StatementWeights = WEIGHTS) -> StatementOrder:
        """From what a shop has: reviews of each item that speak of an attribute, and mentions of each user."""
        arrays, width = evidence.arrays, evidence.attributes
        said = evidence.praised.astype(np.float64) + evidence.blamed
        by_item = csr_matrix((said, evidence.attribute, evidence.start), shape=(evidence.start.size - 1, width))
        mentions = arrays["user.mentions"].astype(np.float64)
        shape = (arrays["user.start"].size - 1, width)
        return cls(csr_matrix((mentions, arrays["user.attribute"], arrays["user.start"]), shape=shape), by_item, weights)

    def features(self, user: Ints, item: Ints) -> Floats:
        """(n, A, 3) log p_u, log p_j and log p_0 of known users; a user of -1 is a stranger, of whom p_u is p_0."""
        known = user >= 0
        mine = np.zeros((user.size, self._usual.size))
        mine[known] = self._by_user[user[known]].toarray()
        found = np.empty((*mine.shape, 3))
        for place, (counts, prior) in enumerate(
            ((mine, self.weights.of_user), (self._by_item[item].toarray(), self.weights.of_item))
        ):
            total = counts.sum(axis=1, keepdims=True)
            found[:, :, place] = np.log((counts + prior * self._usual) / (total + prior))
        found[:, :, 2] = np.log(self._usual)
        return found

    def scores(self, user: Ints, item: Ints) -> Floats:
        """(n, A) the sum of (S1) without its constant."""
        scores: Floats = self.features(user, item) @ self.weights.array
        return scores


def fitted(features: Floats, mentioned: NDArray[np.bool_]) -> Floats:
    """(3,) weights of (S1) with the largest likelihood: a softmax over the attributes (n, A, 3) of each review, of
    which the mentioned ones (n, A) were drawn. Concave, so that any start leads to the same weights."""
    some = mentioned.any(axis=1)
    features, share = features[some], mentioned[some] / mentioned[some].sum(axis=1, keepdims=True)
    wanted = np.einsum("nac,na->c", features, share)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = features @ weights
        top = scores.max(axis=1, keepdims=True)
        chance = np.exp(scores - top)
        total = chance.sum(axis=1, keepdims=True)
        value = (top + np.log(total)).sum() - weights @ wanted
        slope = np.einsum("nac,na->c", features, chance / total) - wanted
        return float(value) / len(features), slope / len(features)

    found: Floats = minimize(loss, np.array([0.5, 0.5, 0.0]), jac=True, method="L-BFGS-B").x
    return found
