"""A2CF (Chen et al., SIGIR 2020): attribute-aware collaborative filtering for substitutes. This file is sections 3.3
and 3.4 of the paper, with its equation numbers; section 3.1-3.2 (the two networks) is `residual.py`, filling is
`filled.py`, training is `trainer.py`, fold-in of new users `fold_in.py`, item cold start `cold_start.py`.

    f(u_i, v_q, v_j) = gamma f_S(v_q, v_j) + (1 - gamma) f_P(u_i, v_j)                                  Eq. 13
    f_S(v_q, v_j)    = w_s . [v_q * v_j; v~_j],   v~_j  = sum_n phi_n a_n                                Eq. 16, 14
                                                  phi   = softmax(y~_q * y~_j / beta)                    Eq. 15
    f_P(u_i, v_j)    = w_p . [u_i * v_j; v~_j'],  v~_j' = sum_n lambda_n a_n                             Eq. 19, 17
                                                  lambda = softmax(x~_i * y~_j / epsilon)                Eq. 18

Since v~ is only ever multiplied by half of a weight vector, w . sum_n phi_n a_n = sum_n phi_n c_n with c = A w: the
attribute part of a score is a mean of one number per attribute (`attention.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from instead.engine.threads import in_pieces, one_blas_thread
from instead.kernels.exponential import LOG2E
from instead.models.a2cf.attention import score_items
from instead.models.a2cf.cold_start import placed_items
from instead.models.a2cf.filled import Filled
from instead.models.a2cf.fold_in import FoldIn, care_features
from instead.models.a2cf.residual import Residual
from instead.models.a2cf.shortlist import FEW, Shortlist, best_estimates
from instead.models.cell_changes import CellChange
from instead.models.context import Askers, Aspect, Context, SparseRows
from instead.models.interface import Arrays, Newcomers
from instead.settings import A2CFSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_CASES = 256  # requests whose rows are held at a time: threads wait for each other after each such block
_PIECE = 2048  # items of one piece of work when several requests are scored over the whole catalogue
_FEWER = 1024  # the same for a single request: smaller pieces balance better over the cores


@dataclass
class Ranking:
    """Parameters learned by BPR-S (pairwise ranking loss): embeddings and the two projections."""

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
    """Parameters behind X~ and Y~: embeddings and networks as they were when the missing cells were filled."""

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
    """A trained model. `care` X and `quality` Y are the observed matrices, 0 where there is no mention."""

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
        """Y~, memory-mapped."""
        self.stored_shortlist: Shortlist | None = None
        self._single: WeakKeyDictionary[Askers, tuple[Floats, Floats]] = WeakKeyDictionary()
        self._last: tuple[Context, Inputs] | None = None

    @property
    def items(self) -> int:
        return len(self.ranking.items)

    @property
    def looks_at(self) -> frozenset[Aspect]:
        if self.settings.shares[1] == 0:
            return frozenset()
        return frozenset(("user", "care"))  # care observed in reviews also changes a new user's embedding (fold-in)

    @property
    def item_vectors(self) -> Floats:
        return self.ranking.items

    @cached_property
    def filled_quality(self) -> Floats:
        """Y~ (items, attributes), held in memory since every score needs it. A model folder stores it precomputed."""
        return self.quality.all() if self.stored_quality is None else self.stored_quality

    # --- scores ------------------------------------------------------------------------------------------------------

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) scores f(u, q, j), Eq. 13."""
        if len(context) == 1:
            return self._score_one(context, np.ascontiguousarray(candidates[0], np.int64))[None]
        scores = np.empty(candidates.shape, np.float32)
        for left in range(0, len(context), _CASES):
            part = slice(left, left + _CASES)
            inputs, items, out = self.inputs(context[part]), candidates[part], scores[part]

            def work(first: int, last: int, inputs: Inputs = inputs, items: Ints = items, out: Floats = out) -> None:
                for case in range(first, last):
                    self.score_case(inputs, case, np.ascontiguousarray(items[case], np.int64), out[case])

            in_pieces(work, len(items), 1)
        return scores

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue."""
        scores = np.empty((len(context), self.items), np.float32)
        everything = np.arange(self.items)
        inputs = self.inputs(context)
        for case in range(len(context)):

            def work(first: int, last: int, case: int = case) -> None:
                self.score_case(inputs, case, everything[first:last], scores[case, first:last])

            in_pieces(work, self.items, _PIECE)
        return scores

    def _score_one(self, context: Context, items: Ints) -> Floats:
        """(c,) scores of many items for one request, pieces of the items in parallel."""
        inputs, scores = self._inputs_of_one(context), np.empty(len(items), np.float32)

        def work(first: int, last: int) -> None:
            self.score_case(inputs, 0, items[first:last], scores[first:last])

        in_pieces(work, len(items), _FEWER)
        return scores

    def parts(self, context: Context, candidates: Ints) -> dict[str, Floats]:
        """Eq. 13 as its terms: gamma f_S, (1 - gamma) f_P, and the free bias of the control."""
        whole, items = self._inputs_of_one(context) if len(context) == 1 else self.inputs(context), candidates
        ranking, settings, d = self.ranking, self.settings, self.ranking.items.shape[1]
        of_query = np.float32(settings.shares[0]) * ranking.substitution[:d] * ranking.items[context.query]
        none, empty = np.empty((len(context), 0), np.float32), np.empty(0, np.float32)
        sides = {
            "substitution": replace(whole, latent=of_query, of_user=none, by_user=empty),
            "personalisation": replace(whole, latent=whole.latent - of_query, of_query=none, by_query=empty),
        }
        found: dict[str, Floats] = {}
        for name, share in zip(sides, settings.shares, strict=True):
            if share:
                found[name] = np.empty(items.shape, np.float32)
                for case in range(len(context)):
                    row = np.ascontiguousarray(items[case], np.int64)
                    self.score_case(sides[name], case, row, found[name][case], bias=False)
        if ranking.bias.size:
            found["item bias"] = ranking.bias[items]
        return found

    # --- the parts of a score that do not depend on the candidate ----------------------------------------------------

    def inputs(self, context: Context) -> Inputs:
        """What askers and queries bring to every score."""
        users, care = self._asker_rows(context.askers, self.settings.uses_user_attributes)
        return self.inputs_of(users, care, context.query)

    def _inputs_of_one(self, context: Context) -> Inputs:
        """`inputs` of one request, cached: the shortlist and the exact scores of its items both need it."""
        last = self._last  # one reading and one writing: threads may come between, and then only make it again
        if last is not None and last[0] is context:
            return last[1]
        users, care = self._asker_rows(context.askers, self.settings.uses_user_attributes)
        if not self._settled:
            return self.inputs_of(users, care, context.query)
        made = self.inputs_of(users, care, context.query, self._numbers)
        self._last = (context, made)
        return made

    @cached_property
    def _settled(self) -> bool:
        """Whether the arrays are immutable (memory-mapped from a folder), so that results may be cached."""
        return not (self.ranking.users.flags.writeable or self.ranking.attributes.flags.writeable)

    @cached_property
    def _numbers(self) -> tuple[Floats, Floats]:
        with one_blas_thread():  # the same bits in a service with many threads as in a worker that has one
            return self.ranking.numbers(self.settings)

    def inputs_of(
        self, users: Floats, care: Floats, query: Ints, numbers: tuple[Floats, Floats] | None = None
    ) -> Inputs:
        """Inputs for embeddings (n, d) and care rows x~ (n, A) of users, known or not, and query items (n,).

        `numbers` is the result of `Ranking.numbers` if it was computed before.
        """
        ranking, settings, d = self.ranking, self.settings, self.ranking.items.shape[1]
        substitution, personalisation = settings.shares
        latent = np.float32(substitution) * ranking.substitution[:d] * ranking.items[query]
        latent += np.float32(personalisation) * ranking.personalisation[:d] * users
        none = np.empty((len(query), 0), np.float32)
        by_query, by_user = ranking.numbers(settings) if numbers is None else numbers
        return Inputs(
            latent,
            self.filled_quality[query] * np.float32(LOG2E / settings.beta) if by_query.size else none,
            care * np.float32(LOG2E / settings.epsilon) if by_user.size else none,
            by_query,
            by_user,
            self.filled_quality if by_query.size or by_user.size else none,
        )

    def score_case(self, inputs: Inputs, case: int, items: Ints, out: Floats, *, bias: bool = True) -> None:
        """Scores of `items` for one request."""
        free = self.ranking.bias if bias else self.ranking.bias[:0]
        score_items(
            items, inputs.of_query[case], inputs.of_user[case], inputs.latent[case], inputs.quality,
            self.ranking.items, free, inputs.by_query, inputs.by_user, *self.settings.shares, out,
        )  # fmt: skip

    # --- cares and qualities -----------------------------------------------------------------------------------------

    def cares(self, askers: Askers) -> Floats:
        """(n, A) x~: care stated in the request, else observed in its reviews, else the row of the filled matrix."""
        return self._asker_rows(askers, True)[1]

    def qualities(self, items: Ints) -> Floats:
        """(n, A) y~."""
        return np.asarray(self.filled_quality[items])

    def gains(self, context: Context, chosen: Ints) -> Floats:
        """(n, A) Delta = x~_i * (y~_j - y~_q), Eq. 20: the asker's gain on each attribute."""
        return self.cares(context.askers) * (self.filled_quality[chosen] - self.filled_quality[context.query])

    def _asker_rows(self, askers: Askers, care: bool) -> tuple[Floats, Floats]:
        """Embeddings (n, d) and, if `care`, care rows (n, A) of askers; cached for a single asker."""
        if len(askers) != 1 or not self._settled:
            return self._made_rows(askers, care)
        kept = self._single.get(askers)
        if kept is None:
            kept = self._single[askers] = self._made_rows(askers, True)
        return kept

    def _made_rows(self, askers: Askers, care: bool) -> tuple[Floats, Floats]:
        known, users = askers.known, self.ranking.users
        everybody = known.place.size == len(askers)
        vectors = users[known.user] if everybody else askers.rows_of(users, self._average[0])
        none = np.empty((len(askers), 0), np.float32)
        rows = none if not care else self.care.rows(known.user) if everybody else self._care_rows(askers)
        if askers.observed.column.size:
            for row in np.flatnonzero(np.diff(askers.observed.start)).tolist():
                if not askers.are_known[row]:
                    vectors[row], filled = self._fold_in.asker(askers.observed[row : row + 1])
                    if care:
                        rows[row] = filled
        if care:
            for cells in (askers.observed, askers.stated):  # stated care comes last and takes precedence
                rows[np.repeat(np.arange(len(askers)), np.diff(cells.start)), cells.column] = cells.value
        return vectors, rows

    def _care_rows(self, askers: Askers) -> Floats:
        rows = np.tile(self._average[1], (len(askers), 1))
        rows[askers.known.place] = self.care.rows(askers.known.user)
        return rows

    @cached_property
    def _average(self) -> tuple[Floats, Floats]:
        """Embedding (d,) and care (A,) of the average user, for user cold start.

        The mean embedding gives the mean of all users' latent scores. It is taken over evenly spaced users: all of
        them would have to be read from disk.
        """
        count = len(self.ranking.users)
        some = np.unique(np.linspace(0, count - 1, min(count, self.settings.fold_sample)).astype(np.int64))
        return self.ranking.users[some].mean(axis=0), self.care.rows(some).mean(axis=0)

    @cached_property
    def _fold_in(self) -> AskerFoldIn:
        return AskerFoldIn(self)

    # --- cold start, shortlist, serving ------------------------------------------------------------------------------

    def with_items(self, newcomers: Newcomers) -> A2CF:
        """Item cold start: the model with new items appended, their embeddings folded in from their reviews."""
        ranked, frozen, bias = placed_items(
            self.quality.observed, self.ranking.items, self.frozen.items, self.ranking.bias, newcomers.quality,
            self.settings.scale, self.settings.fold_ridge,
        )  # fmt: skip
        made = A2CF(
            self.settings,
            replace(self.ranking, items=ranked, bias=bias),
            replace(self.frozen, items=frozen),
            self.care.observed,
            stacked(self.quality.observed, newcomers.quality),
        )
        new = made.quality.rows(np.arange(self.items, made.items))
        made.stored_quality = np.concatenate([self.filled_quality, new])
        if self.stored_shortlist is not None:
            made.stored_shortlist = self.stored_shortlist.extended(len(new))
        return made

    def reread(self, change: CellChange) -> A2CF:
        """As if reviews of two items had said something else: cells without a mention are estimated, as ever. Without a
        shortlist, which was made of the old cells."""
        quality = change.matrix(self.quality.observed)
        made = A2CF(self.settings, self.ranking, self.frozen, self.care.observed, quality)
        both = np.array([change.one, change.other])
        made.stored_quality = np.array(self.filled_quality)
        made.stored_quality[both] = made.quality.rows(both)
        return made

    def shortlist(self, context: Context, items: Ints, k: int) -> Ints:
        """A subset of `items` that holds the k best. Few items are returned as they are: exact scores cost no more."""
        if self.stored_shortlist is None or len(items) <= max(FEW, 4 * k):
            return items
        inputs = self._inputs_of_one(context)

        def exact(places: Ints, out: Floats) -> None:
            self.score_case(inputs.without_latent(), 0, places, out, bias=False)

        ranking = self.ranking
        return best_estimates(self.stored_shortlist, exact, ranking.items, inputs.latent[0], ranking.bias, items, k)

    def serving(self) -> Arrays:
        """Y~, which takes seconds to fill, and the shortlist of a large catalogue."""
        settings = self.settings
        uses_attributes = settings.uses_item_attributes or settings.uses_user_attributes
        made = Shortlist.of(self._attribute_parts, len(self.ranking.users), self.items, settings.seed, uses_attributes)
        return {"quality": self.filled_quality, **({} if made is None else made.arrays())}

    def serve_from(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.stored_quality = arrays.get("quality")
        self.stored_shortlist = Shortlist.from_arrays(arrays)

    def _attribute_parts(self, users: Ints, queries: Ints) -> Floats:
        """(n, items) the attribute part of all scores, exactly."""
        rows, everything = np.empty((len(users), self.items), np.float32), np.arange(self.items)
        for case in range(len(users)):
            inputs = self.inputs(Context.of_users(users[case : case + 1], queries[case : case + 1])).without_latent()

            def work(first: int, last: int, case: int = case, inputs: Inputs = inputs) -> None:
                self.score_case(inputs, 0, everything[first:last], rows[case, first:last], bias=False)

            in_pieces(work, self.items, _PIECE)
        return rows

    # --- as arrays ---------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All parameters and observed matrices, by name."""
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
        """The model from stored arrays, which may be memory-mapped."""

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
class Inputs:
    """The parts of a score that do not depend on the candidate item: n requests, one row each."""

    latent: Floats  # (n, d) gamma w_s1 * v_q + (1 - gamma) w_p1 * u
    of_query: Floats  # (n, A) y~_q log2(e) / beta
    of_user: Floats  # (n, A) x~_i log2(e) / epsilon
    by_query: Floats  # (A,) the number of each attribute, for queries
    by_user: Floats  # (A,) and for users
    quality: Floats  # (items, A) Y~, or nothing if no attribute counts

    def without_latent(self) -> Inputs:
        """The same with nothing but its attribute part."""
        return replace(self, latent=np.zeros_like(self.latent))


class AskerFoldIn:
    """Fold-in of new users: embedding and care from the attributes that their reviews mention."""

    def __init__(self, model: A2CF) -> None:
        self._model, self._scale = model, model.settings.scale
        both = np.concatenate([model.ranking.users, model.frozen.users], axis=1)  # of ranking, and of filling
        self._fold = FoldIn(care_features(model.care.observed, self._scale), both, model.settings.fold_ridge)

    def asker(self, observed: SparseRows) -> tuple[Floats, Floats]:
        """Vector (d,) and estimated care (A,) from one row of observed care."""
        row = observed.matrix(self._model.care.shape[1])
        both, d = self._fold.vectors(care_features(row, self._scale))[0], self._model.ranking.users.shape[1]
        return both[:d], self._model.care.estimates(both[None, d:])[0]


def stacked(upper: csr_matrix, lower: csr_matrix) -> csr_matrix:
    """One matrix below the other."""
    return csr_matrix(vstack([upper, lower], format="csr"), dtype=np.float32)
