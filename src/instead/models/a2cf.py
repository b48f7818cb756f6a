"""A2CF (Chen et al., SIGIR 2020): attribute-aware collaborative filtering for substitutes. This file is sections 3.3
and 3.4 of the paper, with its equation numbers; section 3.1-3.2 (the two networks) is `residual.py`, filling is
`filled.py`, learning is `training/a2cf.py`.

    f(u_i, v_q, v_j) = gamma f_S(v_q, v_j) + (1 - gamma) f_P(u_i, v_j)                                  Eq. 13
    f_S(v_q, v_j)    = w_s . [v_q * v_j; v~_j],   v~_j  = sum_n phi_n a_n                                Eq. 16, 14
                                                  phi   = softmax(y~_q * y~_j / beta)                    Eq. 15
    f_P(u_i, v_j)    = w_p . [u_i * v_j; v~_j'],  v~_j' = sum_n lambda_n a_n                             Eq. 19, 17
                                                  lambda = softmax(x~_i * y~_j / epsilon)                Eq. 18

Since v~ is only ever multiplied by half of a weight vector, w . sum_n phi_n a_n = sum_n phi_n c_n with c = A w: the
attribute part of a score is a mean of one number per attribute (`kernels/attention.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import in_pieces
from instead.kernels.attention import score_items
from instead.kernels.exponential import LOG2E
from instead.models.filled import Filled
from instead.models.residual import Residual
from instead.settings import A2CFSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_CASES = 64  # users and queries whose rows are held at a time
_PIECE = 2048  # items of one piece of work when one user and query meet the whole catalogue


@dataclass
class Ranking:
    """What BPR-S learns: embeddings and the two projections."""

    users: Floats  # U (users, d)
    items: Floats  # V (items, d)
    attributes: Floats  # A (attributes, d), shared by users and items
    substitution: Floats  # w_s (2d,)
    personalisation: Floats  # w_p (2d,)
    bias: Floats  # (items,) of the control with a free item bias; empty otherwise

    def arrays(self) -> dict[str, Floats]:
        """Parameters by name; the arrays themselves, not copies."""
        return dict(vars(self))


@dataclass
class Frozen:
    """What X~ and Y~ are made of: embeddings and networks as they were when the missing cells were filled."""

    users: Floats  # (users, d)
    items: Floats  # (items, d)
    attributes: Floats  # (attributes, d)
    user_net: Residual  # H^UA and w_x
    item_net: Residual  # H^IA and w_y

    def arrays(self) -> dict[str, Floats]:
        """Parameters by name; the arrays themselves, not copies."""
        found = {"users": self.users, "items": self.items, "attributes": self.attributes}
        for side, net in (("user_net", self.user_net), ("item_net", self.item_net)):
            found |= {f"{side}.{name}": array for name, array in net.arrays().items()}
        return found


class A2CF:
    """A trained model. `care` X and `quality` Y are the observed matrices, 0 where nothing was said."""

    name = "a2cf"

    def __init__(
        self, settings: A2CFSettings, ranking: Ranking, frozen: Frozen, care: csr_matrix, quality: csr_matrix
    ) -> None:
        self.settings = settings
        self.ranking = ranking
        self.frozen = frozen
        scale = settings.scale
        self.care = Filled(frozen.users, frozen.attributes, frozen.user_net, care, scale)
        self.quality = Filled(frozen.items, frozen.attributes, frozen.item_net, quality, scale)

    @property
    def items(self) -> int:
        return len(self.ranking.items)

    @cached_property
    def filled_quality(self) -> Floats:
        """Y~ (items, attributes): small enough to hold, and every score needs it."""
        return self.quality.all()

    # The numbers of each attribute: c = A w_s2 for queries, A w_p2 for users; empty where an ablation removes them.

    @cached_property
    def by_query(self) -> Floats:
        """(A,) c_n of Eq. 14 and 16."""
        return attribute_numbers(self.ranking.attributes, self.ranking.substitution, self.settings.uses_item_attributes)

    @cached_property
    def by_user(self) -> Floats:
        """(A,) c_n of Eq. 17 and 19."""
        return attribute_numbers(
            self.ranking.attributes, self.ranking.personalisation, self.settings.uses_user_attributes
        )

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        """(n, c) scores f(u, q, j), Eq. 13."""
        scores = np.empty(candidates.shape, np.float32)
        for first in range(0, len(user), _CASES):
            part = slice(first, first + _CASES)
            self._score_part(user[part], query[part], candidates[part], scores[part])
        return scores

    def _score_part(self, user: Ints, query: Ints, candidates: Ints, out: Floats) -> None:
        latent, of_query, of_user = self._prepared(user, query)

        def work(first: int, last: int) -> None:
            for case in range(first, last):
                items = np.ascontiguousarray(candidates[case], np.int64)
                self._score_items(items, latent[case], of_query[case], of_user[case], out[case])

        in_pieces(work, len(user), 1)

    def score_all(self, user: Ints, query: Ints) -> Floats:
        """(n, items) scores of the whole catalogue."""
        scores = np.empty((len(user), self.items), np.float32)
        latent, of_query, of_user = self._prepared(user, query)
        everything = np.arange(self.items)
        for case in range(len(user)):

            def work(first: int, last: int, case: int = case) -> None:
                self._score_items(
                    everything[first:last], latent[case], of_query[case], of_user[case], scores[case, first:last]
                )

            in_pieces(work, self.items, _PIECE)
        return scores

    def _prepared(self, user: Ints, query: Ints) -> tuple[Floats, Floats, Floats]:
        """What a user and a query bring to every score: the latent half (n, d), and scaled rows of Y~ and X~ (n, A)."""
        ranking, settings, d = self.ranking, self.settings, self.ranking.items.shape[1]
        substitution, personalisation = settings.shares
        latent = substitution * ranking.substitution[:d] * ranking.items[query]
        latent += personalisation * ranking.personalisation[:d] * ranking.users[user]
        none = np.empty((len(user), 0), np.float32)
        of_query = self.filled_quality[query] * np.float32(LOG2E / settings.beta) if self.by_query.size else none
        of_user = self.care.rows(user) * np.float32(LOG2E / settings.epsilon) if self.by_user.size else none
        return latent.astype(np.float32), of_query, of_user

    def _score_items(self, items: Ints, latent: Floats, of_query: Floats, of_user: Floats, out: Floats) -> None:
        quality = self.filled_quality if self.by_query.size or self.by_user.size else np.empty((0, 0), np.float32)
        score_items(
            items, of_query, of_user, latent, quality, self.ranking.items, self.ranking.bias,
            self.by_query, self.by_user, *self.settings.shares, out,
        )  # fmt: skip

    def gains(self, user: Ints, query: Ints, chosen: Ints) -> Floats:
        """(n, A) Delta = x~_i * (y~_j - y~_q), Eq. 20: what the user would win on each attribute."""
        return self.care.rows(user) * (self.filled_quality[chosen] - self.filled_quality[query])


def attribute_numbers(attributes: Floats, weight: Floats, wanted: bool) -> Floats:
    """c = A w_2 (A,), w_2 the half of a projection that meets the attribute-aware vector; empty if switched off."""
    if not wanted:
        return np.empty(0, np.float32)
    numbers: Floats = attributes @ weight[attributes.shape[1] :]
    return numbers
