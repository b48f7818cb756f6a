"""What somebody would write about an item: attributes in the order of how likely a review of this user mentions them.

    log p(a | u, j) = w_u log p_u(a) + w_j log p_j(a) + w_0 log p_0(a)
                      + v_u log(1 + n_ua) + v_j log(1 + n_ja) + const                                              (S1)

n_ua are mentions by the user and n_ja those about the item. p_0 is the shop's frequency of the attribute, p_j that of
the item's reviews and p_u that of the user's own, each smoothed towards the shop's by 20 imaginary mentions:
p_j(a) = (n_ja + 20 p_0(a)) / (n_j + 20). A list of what everybody, this user or this item's reviewers write about is
(S1) with one weight alone; together they beat each of them. The weights are learned for each shop when its model is
trained (`statement_weights.py`).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.kernels.neighbours import find_entries
from instead.models.evidence import Evidence

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

WEIGHTS = "statement.weights"
"""Name of the weights among the arrays of the evidence."""
_IMAGINARY = 20.0  # mentions of the shop as a whole that every user and item is given


@dataclass(frozen=True)
class StatementWeights:
    """Weights of (S1); by default about what they are in an average shop."""

    user: float = 0.5
    item: float = 0.6
    shop: float = -0.2
    of_user: float = 0.0
    of_item: float = 0.3

    @property
    def array(self) -> Floats:
        """(5,) as it is stored."""
        return np.array(astuple(self))


class StatementOrder:
    """Log frequencies of attributes, by user and item."""

    def __init__(self, by_user: csr_matrix, by_item: csr_matrix, weights: StatementWeights | None = None) -> None:
        """`by_user` (users, A) and `by_item` (items, A): training mentions."""
        self.by_user, self.by_item, self.weights = by_user, by_item, weights or StatementWeights()
        total = np.asarray(by_item.sum(axis=0), np.float64).ravel() + 0.5
        self.usual: Floats = total / total.sum()
        self._of_item: Floats = np.asarray(by_item.sum(axis=1), np.float64).ravel()
        self._start, self._column = np.asarray(by_item.indptr, np.int64), np.asarray(by_item.indices, np.int32)

    def reread(self, evidence: Evidence) -> StatementOrder:
        """The same users and weights with what reviews mention of items now."""
        return StatementOrder(self.by_user, _by_item(evidence), self.weights)

    @classmethod
    def of(cls, evidence: Evidence) -> StatementOrder:
        """From what a shop has: mentions about each item, mentions by each user, and the weights that
        were learned from them; in a folder of an earlier version they are those of an average shop."""
        arrays, width = evidence.arrays, evidence.attributes
        by_item = _by_item(evidence)
        shape = arrays["user.start"].size - 1, width
        by_user = csr_matrix((arrays["user.mentions"], arrays["user.attribute"], arrays["user.start"]), shape=shape)
        stored = arrays.get(WEIGHTS)
        return cls(by_user, by_item, None if stored is None else StatementWeights(*stored.tolist()))

    def scores(self, user: Ints, item: Ints) -> Floats:
        """(n, A) the sum of (S1) without its constant; a user of -1 is a stranger, of whom p_u is p_0."""
        known = user >= 0
        mine = np.zeros((user.size, self.usual.size))
        mine[known] = self.by_user[user[known]].toarray()
        scores: Floats = features(mine, self.by_item[item].toarray(), self.usual) @ self.weights.array
        return scores

    def at(self, user: int, items: Ints, attributes: Ints) -> Floats:
        """(n,) the same of single cells: attributes (n,) of items (n,) for one user; -1 is a stranger."""
        crowd = self.of_crowd(np.array([user]), np.zeros(attributes.size, np.int64), attributes)
        return crowd + self.of_items(items, attributes)

    def of_crowd(self, users: Ints, place: Ints, attributes: Ints) -> Floats:
        """(n,) of (S1) what the shop and users say of attributes (n,): users[place] (n,); -1 is a stranger."""
        mine, total = np.zeros((users.size, self.usual.size)), np.zeros(users.size)
        for row, user in enumerate(users.tolist()):
            if user >= 0:
                span = slice(int(self.by_user.indptr[user]), int(self.by_user.indptr[user + 1]))
                mine[row, self.by_user.indices[span]] = self.by_user.data[span]
                total[row] = mine[row].sum()
        weights, usual = self.weights, self.usual[attributes]
        said = _said(mine[place, attributes], total[place], usual, weights.user, weights.of_user)
        return np.asarray(weights.shop * np.log(usual) + said, np.float64)

    def of_items(self, items: Ints, attributes: Ints) -> Floats:
        """(n,) of (S1) what reviews of items (n,) say of attributes (n,)."""
        place = find_entries(self._start, self._column, items, attributes)
        theirs = np.zeros(place.size)
        theirs[place >= 0] = self.by_item.data[place[place >= 0]]
        weights = self.weights
        return _said(theirs, self._of_item[items], self.usual[attributes], weights.item, weights.of_item)


def _said(counts: Floats, total: Floats, usual: Floats, share: float, count: float) -> Floats:
    """The terms of (S1) of one side."""
    found: Floats = share * np.log((counts + _IMAGINARY * usual) / (total + _IMAGINARY)) + count * np.log1p(counts)
    return found


def _by_item(evidence: Evidence) -> csr_matrix:
    """(items, A) mentions about each item."""
    shape = evidence.start.size - 1, evidence.attributes
    return csr_matrix((evidence.mentions, evidence.attribute, evidence.start), shape=shape, copy=False)


def features(by_user: Floats, by_item: Floats, usual: Floats) -> Floats:
    """(n, A, 5) the terms of (S1) in the order of the weights, from counts (n, A) of users and items and the shop's
    shares (A,)."""
    found = np.empty((*by_user.shape, 5))
    for place, counts in enumerate((by_user, by_item)):
        total = counts.sum(axis=1, keepdims=True)
        found[:, :, place] = np.log((counts + _IMAGINARY * usual) / (total + _IMAGINARY))
        found[:, :, 3 + place] = np.log1p(counts)
    found[:, :, 2] = np.log(usual)
    return found
