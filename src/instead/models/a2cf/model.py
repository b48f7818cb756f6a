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

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import in_pieces
from instead.kernels.exponential import LOG2E
from instead.models.a2cf.attention import score_items
from instead.models.a2cf.filled import Filled
from instead.models.a2cf.residual import Residual
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

    def numbers(self, settings: A2CFSettings) -> tuple[Floats, Floats]:
        """c = A w_s2 of Eq. 14 and 16, and A w_p2 of Eq. 17 and 19, (A,) each; empty where an ablation removes it."""
        d, none = self.attributes.shape[1], np.empty(0, np.float32)
        by_query = self.attributes @ self.substitution[d:] if settings.uses_item_attributes else none
        by_user = self.attributes @ self.personalisation[d:] if settings.uses_user_attributes else none
        return by_query, by_user


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
        self.stored_quality: Floats | None = None
        """Y~ as mapped from disk."""

    @property
    def items(self) -> int:
        return len(self.ranking.items)

    @cached_property
    def filled_quality(self) -> Floats:
        """Y~ (items, attributes): small enough to hold, and every score needs it. A model folder has it on disk."""
        return self.quality.all() if self.stored_quality is None else self.stored_quality

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        """(n, c) scores f(u, q, j), Eq. 13."""
        scores = np.empty(candidates.shape, np.float32)
        for left in range(0, len(user), _CASES):
            part = slice(left, left + _CASES)
            context, items, out = self._context(user[part], query[part]), candidates[part], scores[part]

            def work(first: int, last: int, context: Context = context, items: Ints = items, out: Floats = out) -> None:
                for case in range(first, last):
                    self.score_case(context, case, np.ascontiguousarray(items[case], np.int64), out[case])

            in_pieces(work, len(items), 1)
        return scores

    def score_all(self, user: Ints, query: Ints) -> Floats:
        """(n, items) scores of the whole catalogue."""
        scores = np.empty((len(user), self.items), np.float32)
        everything = np.arange(self.items)
        context = self._context(user, query)
        for case in range(len(user)):

            def work(first: int, last: int, case: int = case) -> None:
                self.score_case(context, case, everything[first:last], scores[case, first:last])

            in_pieces(work, self.items, _PIECE)
        return scores

    def _context(self, user: Ints, query: Ints) -> Context:
        care = self.care.rows(user) if self.settings.uses_user_attributes else np.empty((len(user), 0), np.float32)
        return self.context(self.ranking.users[user], care, query)

    def context(
        self, users: Floats, care: Floats, query: Ints, numbers: tuple[Floats, Floats] | None = None
    ) -> Context:
        """For vectors (n, d) and care rows x~ (n, A) of users, known or not, and numbers of queries.

        `numbers` are those of `Ranking.numbers`, for whoever has them at hand.
        """
        ranking, settings, d = self.ranking, self.settings, self.ranking.items.shape[1]
        substitution, personalisation = settings.shares
        latent = np.float32(substitution) * ranking.substitution[:d] * ranking.items[query]
        latent += np.float32(personalisation) * ranking.personalisation[:d] * users
        none = np.empty((len(query), 0), np.float32)
        by_query, by_user = ranking.numbers(settings) if numbers is None else numbers
        return Context(
            latent,
            self.filled_quality[query] * np.float32(LOG2E / settings.beta) if by_query.size else none,
            care * np.float32(LOG2E / settings.epsilon) if by_user.size else none,
            by_query,
            by_user,
            self.filled_quality if by_query.size or by_user.size else none,
        )

    def score_case(self, context: Context, case: int, items: Ints, out: Floats, *, bias: bool = True) -> None:
        """Scores of `items` for one user and query of a context."""
        free = self.ranking.bias if bias else self.ranking.bias[:0]
        score_items(
            items, context.of_query[case], context.of_user[case], context.latent[case], context.quality,
            self.ranking.items, free, context.by_query, context.by_user, *self.settings.shares, out,
        )  # fmt: skip

    def gains(self, user: Ints, query: Ints, chosen: Ints) -> Floats:
        """(n, A) Delta = x~_i * (y~_j - y~_q), Eq. 20: what the user would win on each attribute."""
        return self.care.rows(user) * (self.filled_quality[chosen] - self.filled_quality[query])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything the model is made of, by name."""
        found: dict[str, NDArray[Any]] = {f"ranking.{name}": array for name, array in self.ranking.arrays().items()}
        found |= {f"frozen.{name}": array for name, array in self.frozen.arrays().items()}
        for name, matrix in (("care", self.care.observed), ("quality", self.quality.observed)):
            found |= {
                f"{name}.start": np.asarray(matrix.indptr, np.int64),
                f"{name}.attribute": np.asarray(matrix.indices, np.int32),
                f"{name}.value": np.asarray(matrix.data, np.float32),
            }
        return found

    @classmethod
    def from_arrays(cls, settings: A2CFSettings, arrays: Mapping[str, NDArray[Any]]) -> A2CF:
        """The model of stored arrays, which may be mapped from disk."""

        def group(prefix: str) -> dict[str, NDArray[Any]]:
            return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}

        def matrix(name: str, rows: int) -> csr_matrix:
            parts = group(f"{name}.")
            shape = (rows, len(arrays["frozen.attributes"]))
            return csr_matrix((parts["value"], parts["attribute"], parts["start"]), shape=shape, copy=False)

        frozen = Frozen(
            arrays["frozen.users"],
            arrays["frozen.items"],
            arrays["frozen.attributes"],
            Residual(**group("frozen.user_net.")),
            Residual(**group("frozen.item_net.")),
        )
        care, quality = matrix("care", len(frozen.users)), matrix("quality", len(frozen.items))
        return cls(settings, Ranking(**group("ranking.")), frozen, care, quality)


@dataclass(frozen=True)
class Context:
    """What users and queries bring to every score: n of them, one row each."""

    latent: Floats  # (n, d) gamma w_s1 * v_q + (1 - gamma) w_p1 * u
    of_query: Floats  # (n, A) y~_q log2(e) / beta
    of_user: Floats  # (n, A) x~_i log2(e) / epsilon
    by_query: Floats  # (A,) the number of each attribute, for queries
    by_user: Floats  # (A,) and for users
    quality: Floats  # (items, A) Y~, or nothing if no attribute counts
