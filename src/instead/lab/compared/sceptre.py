"""Sceptre (McAuley, Pandey, Leskovec, KDD 2015): links between products from topics in reviews.

theta_i are the topics of item i, phi_k the attributes of topic k; both sum to 1.

    rel(i, j) = sigmoid(beta_0 + sum_k beta_k theta_ik theta_jk)        are they linked?               Eq. S1
    dir(i, j) = sigmoid(sum_k eta_k (theta_jk - theta_ik))              which way does the link go?    Eq. S2
    score(q, j) = log rel(q, j) + delta log dir(q, j)                                                  Eq. S3
    r_j(n) = sum_k theta_jk phi_kn                                      what is said about item j      Eq. S4

An item uses only the topics of categories on its path (`topic_tree.py`). Scores do not depend on the user.
docs/compared_systems.md says what is from the paper and what was decided; training is `sceptre_trainer.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import in_pieces
from instead.lab.compared.sceptre_settings import SceptreSettings
from instead.lab.compared.topic_loops import leanings, shared_sums
from instead.lab.compared.topic_tree import TopicTree
from instead.models.context import Aspect, Context
from instead.models.interface import one_by_one

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PAIRS = 8192  # of one piece of work


class Sceptre:
    """A trained topic model with logistic link prediction on the graph of substitutes."""

    name = "sceptre"
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(
        self,
        settings: SceptreSettings,
        tree: TopicTree,
        theta: Floats,
        phi: Floats,
        beta: Floats,
        intercept: Floats,
        eta: Floats,
    ) -> None:
        self.settings = settings
        self.tree = tree
        self.theta = theta  # (items, W)
        self.phi = phi  # (attributes, topics)
        self.beta = beta  # (topics,)
        self.intercept = intercept  # (1,)
        self.eta = eta  # (topics,)
        self._leaning = np.empty(len(theta), np.float32)  # (items,) sum_k eta_k theta_ik
        leanings(theta, tree.path, tree.bases, tree.root, tree.each, eta, self._leaning)

    @property
    def items(self) -> int:
        return len(self.theta)

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) Eq. S3."""
        left = np.repeat(context.query, candidates.shape[1])
        right = np.ascontiguousarray(candidates, np.int64).ravel()
        logits = self.related(left, right)
        scores = -np.logaddexp(np.float32(0.0), -logits)
        if self.settings.delta:
            way = self._leaning[right] - self._leaning[left]  # Eq. S2
            scores -= np.float32(self.settings.delta) * np.logaddexp(np.float32(0.0), -way)
        return scores.reshape(candidates.shape)

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue."""
        return one_by_one(self, context)

    def related(self, left: Ints, right: Ints) -> Floats:
        """(p,) the logit of rel, Eq. S1."""
        tree, logits = self.tree, np.empty(left.size, np.float32)

        def work(first: int, last: int) -> None:
            shared_sums(
                self.theta, tree.path, tree.bases, tree.root, tree.each, self.beta, left[first:last],
                right[first:last], logits[first:last],
            )  # fmt: skip

        in_pieces(work, left.size, _PAIRS)
        logits += self.intercept[0]
        return logits

    def gains(self, context: Context, chosen: Ints) -> Floats:
        """(n, A) probability of each attribute under the topics of the chosen item, Eq. S4; the query is not used."""
        places = self.tree.places()[self.tree.path[chosen]]  # (n, W)
        row, at = np.nonzero(places >= 0)
        shape = (len(chosen), self.tree.topics)
        topics = csr_matrix((self.theta[chosen][row, at], (row, places[row, at])), shape=shape)
        return np.asarray(topics @ self.phi.T, np.float32)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All parameters, by name."""
        return {
            "theta": self.theta,
            "phi": self.phi,
            "beta": self.beta,
            "intercept": self.intercept,
            "eta": self.eta,
            "path": self.tree.path,
            "bases": self.tree.bases,
            "sizes": np.array([self.tree.root, self.tree.each, self.tree.topics], np.int64),
        }

    @classmethod
    def from_arrays(cls, settings: SceptreSettings, arrays: Mapping[str, NDArray[Any]]) -> Sceptre:
        """The model from stored arrays, which may be memory-mapped."""
        tree = TopicTree(arrays["path"], arrays["bases"], *(int(size) for size in arrays["sizes"]))
        return cls(settings, tree, *(arrays[name] for name in ("theta", "phi", "beta", "intercept", "eta")))
