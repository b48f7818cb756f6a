"""Training of A2CF (section 3.5): two alternating stages, each with an optimiser of its own (decisions C9, C10).

attributes   L' = L_UA + L_IA                      Eq. 3, 9    over observed cells of X and Y
filling      X~, Y~                                Eq. 11      rows of X~ are computed when they are needed
ranking      L_BPR-S (pairwise ranking loss)       Eq. 12      over triples, with negative sampling in every epoch
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.kernels.exponential import LOG2E
from instead.kernels.negative_sampling import EITHER, UNVISITED, draw_training_negatives
from instead.material import Material
from instead.models.a2cf.attention import ranking_gradient
from instead.models.a2cf.model import A2CF, Frozen, Ranking
from instead.models.a2cf.residual import Residual, backward, forward
from instead.models.a2cf.shortlist import LEAST
from instead.models.optimiser import RowOptimiser, row_optimiser
from instead.models.training_memory import training_memory
from instead.rng import stage_rng, stage_seed
from instead.settings import A2CFSettings
from instead.substitutes.query_sampling import NONE, draw_queries

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

Gradients = dict[str, tuple[Ints, Floats] | Floats]
"""By parameter: rows and their gradients where a batch touches few rows, else one array."""

ATTRIBUTES, RANKING = "attributes", "ranking"
HELD = 256 << 20  # bytes of X~ up to which its rows are computed once a round instead of once a triple
SHORTLISTED = 1500  # bytes per item while the shortlist is built
_TRIPLES = 32  # of one piece of work; fixed, because sums are taken piece by piece


@dataclass
class Cells:
    """Observed cells of X, then those of Y, as one list: L' is a sum over both."""

    row: Ints
    attribute: Ints
    value: Floats
    of_users: int
    """How many of them are cells of X."""

    @classmethod
    def of(cls, material: Material) -> Cells:
        x, y = material.care.tocoo(), material.quality.tocoo()
        return cls(
            np.concatenate([x.row, y.row]).astype(np.int64),
            np.concatenate([x.col, y.col]).astype(np.int64),
            np.concatenate([x.data, y.data]).astype(np.float32),
            x.nnz,
        )


class A2CFTrainer:
    """Trainer of A2CF. Deterministic for a seed: every epoch draws from a random stream named after it."""

    switched_off: list[str] = []  # noqa: RUF012 - A2CF needs no more than every dataset has

    def __init__(self, material: Material, settings: A2CFSettings) -> None:
        self.material, self.settings = material, settings
        self.cells = Cells.of(material)
        d, rng = settings.dimension, stage_rng(settings.seed, "a2cf", "initial")

        def fresh(rows: int) -> Floats:
            return settings.spread * rng.standard_normal((rows, d), np.float32)

        first = 1.0 if settings.projection == "ones" else 1.0 / np.sqrt(d)
        self.ranking = Ranking(
            users=fresh(material.users),
            items=fresh(material.items),
            attributes=fresh(material.attributes),
            substitution=np.full(2 * d, first, np.float32),
            personalisation=np.full(2 * d, first, np.float32),
            bias=np.zeros(material.items if settings.item_bias else 0, np.float32),
        )
        self.user_net = Residual.drawn(rng, d, settings.depth)
        self.item_net = Residual.drawn(rng, d, settings.depth)
        self.frozen = self._freeze()
        self._attribute_steps = self._attribute_optimisers()
        self._ranking_steps = self._ranking_optimisers()
        self._model: A2CF | None = None

    # --- optimisers -------------------------------------------------------------------------------------------------

    def _attribute_optimisers(self) -> dict[str, RowOptimiser]:
        rate, r = self.settings.learning_rate, self.ranking
        tables = {"users": r.users, "items": r.items, "attributes": r.attributes}
        for side, net in (("user_net", self.user_net), ("item_net", self.item_net)):
            tables |= {f"{side}.{name}": array.reshape(1, -1) for name, array in net.arrays().items()}
        return {name: row_optimiser("adam", table, rate) for name, table in tables.items()}

    def _ranking_optimisers(self) -> dict[str, RowOptimiser]:
        s, r = self.settings, self.ranking
        made = {
            name: row_optimiser(s.optimiser, table, s.ranking_rate, s.weight_decay)
            for name, table in (("users", r.users), ("items", r.items), ("attributes", r.attributes.reshape(1, -1)))
        }
        for name, weight in (("substitution", r.substitution), ("personalisation", r.personalisation)):
            made[name] = row_optimiser(s.optimiser, weight.reshape(1, -1), s.ranking_rate)
        if s.item_bias:
            made["bias"] = row_optimiser(s.optimiser, r.bias, s.ranking_rate)
        return made

    # --- the alternation --------------------------------------------------------------------------------------------

    def epochs(self, number: int) -> list[str]:
        """Stages of a round (0, 1, ...), one name per epoch: T1 times attributes, T2 times ranking."""
        s = self.settings
        return [ATTRIBUTES] * (s.later_attribute_epochs if number else s.attribute_epochs) + [
            RANKING
        ] * s.ranking_epochs

    def steps(self, stage: str) -> int:
        """Batches of one epoch."""
        count = len(self.cells.value) if stage == ATTRIBUTES else len(self.material.user)
        return -(-count // self.settings.batch)

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """One epoch: yields the mean loss of each batch. `number` counts the epochs of this stage over all rounds.

        Before the first ranking epoch of a round the missing cells are estimated anew.
        """
        if first and stage == RANKING:
            self.frozen, self._model = self._freeze(), None
        yield from self._attribute_epoch(number) if stage == ATTRIBUTES else self._ranking_epoch(number)

    def _freeze(self) -> Frozen:
        r = self.ranking
        return Frozen(r.users.copy(), r.items.copy(), r.attributes.copy(), self.user_net.copy(), self.item_net.copy())

    def probe(self, stage: str) -> None:
        """Compute one step's gradients and discard them, to be timed."""
        m, s, rng = self.material, self.settings, np.random.default_rng(0)
        if stage == ATTRIBUTES:
            self.attribute_gradients(rng.integers(len(self.cells.value), size=s.batch), rng)
            return
        some = rng.integers(len(m.user), size=s.batch)
        items = np.concatenate([m.chosen[some, None], rng.integers(m.items, size=(s.batch, s.negatives))], axis=1)
        self.ranking_gradients(m.user[some], m.query[some], items)

    def model(self) -> A2CF:
        """The model with the current parameters. It shares its arrays with the trainer and changes with them."""
        if self._model is None:
            self._model = A2CF(self.settings, self.ranking, self.frozen, self.material.care, self.material.quality)
            if self.settings.uses_user_attributes and self._model.care.nbytes <= HELD:
                self._model.care.hold()
        return self._model

    # --- stage 1: user-attribute and item-attribute filtering ---------------------------------------------------------

    def _attribute_epoch(self, number: int) -> Iterator[float]:
        cells, size = self.cells, self.settings.batch
        rng = stage_rng(self.settings.seed, "a2cf", ATTRIBUTES, number)
        order = rng.permutation(len(cells.value))
        for first in range(0, len(order), size):
            loss, gradients = self.attribute_gradients(order[first : first + size], rng)
            _apply(self._attribute_steps, gradients)
            yield loss

    def attribute_gradients(self, batch: Ints, rng: np.random.Generator) -> tuple[float, Gradients]:
        """Mean squared error of a batch of cells, some of X and some of Y, and its gradients by name."""
        cells, r, scale = self.cells, self.ranking, self.settings.scale
        of_users = batch < cells.of_users
        total, d = 0.0, self.settings.dimension
        attributes: list[tuple[Ints, Floats]] = []
        gradients: Gradients = {}
        for mask, side, table, net in (
            (of_users, "user", r.users, self.user_net),
            (~of_users, "item", r.items, self.item_net),
        ):
            part = batch[mask]
            if not len(part):
                continue
            row, attribute = cells.row[part], cells.attribute[part]
            h = np.concatenate([table[row], r.attributes[attribute]], axis=1)  # (B, 2d), Eq. 5
            done = forward(net, h, scale, self.settings.dropout, rng)
            error = done.value - cells.value[part]
            total += float(error @ error)
            d_h, d_net = backward(net, done, error * np.float32(2.0 / len(batch)), scale)
            gradients[f"{side}s"] = (row, d_h[:, :d])
            attributes.append((attribute, d_h[:, d:]))
            for name, gradient in d_net.arrays().items():
                if name != "offset" or self.settings.output_bias:
                    gradients[f"{side}_net.{name}"] = gradient
        gradients["attributes"] = (
            np.concatenate([row for row, _ in attributes]),
            np.concatenate([gradient for _, gradient in attributes]),
        )
        return total / len(batch), gradients

    # --- stage 2: BPR-S ----------------------------------------------------------------------------------------------

    def _ranking_epoch(self, number: int) -> Iterator[float]:
        m, s = self.material, self.settings
        query = self._queries(number)
        rule = EITHER if s.negative_rule == "either" else UNVISITED
        negatives = draw_training_negatives(
            m.user, query, m.chosen, m.visited_start, m.visited, m.graph.start, m.graph.neighbours, m.items,
            s.negatives, rule, np.uint64(stage_seed(s.seed, "a2cf", "negatives", number)),
        )  # fmt: skip
        order = stage_rng(s.seed, "a2cf", RANKING, number).permutation(len(m.user))
        for first in range(0, len(order), s.batch):
            batch = order[first : first + s.batch]
            items = np.concatenate([m.chosen[batch, None], negatives[batch]], axis=1)
            loss, gradients = self.ranking_gradients(m.user[batch], query[batch], items)
            _apply(self._ranking_steps, gradients)
            yield loss

    def _queries(self, number: int) -> Ints:
        """One query per triple for all epochs (decision B7), or another draw for each."""
        m = self.material
        if not self.settings.resample_queries:
            return m.query
        drawn = draw_queries(
            np.arange(len(m.user)), m.user, m.chosen, m.visited_start, m.visited, m.graph.start, m.graph.neighbours,
            m.query_weights, np.uint64(stage_seed(self.settings.seed, "a2cf", "queries", number)),
        )  # fmt: skip
        return np.where(drawn == NONE, m.query, drawn)

    def ranking_gradients(self, user: Ints, query: Ints, items: Ints) -> tuple[float, Gradients]:
        """Mean loss of a batch, and gradients by name: `users`, `items`, ... as (rows, gradients), weights as arrays.

        `user` (B), `query` (B), `items` (B, 1 + J) with the chosen item first.
        """
        s, r = self.settings, self.ranking
        model = self.model()
        count, width = items.shape
        d = r.items.shape[1]
        by_query, by_user = r.numbers(s)
        care = model.care.rows(user) if by_user.size else np.empty((count, 0), np.float32)
        quality = model.filled_quality if by_query.size or by_user.size else np.empty((0, 0), np.float32)
        vectors = r.users[user]
        d_user, d_query = np.empty((count, d), np.float32), np.empty((count, d), np.float32)
        d_item, d_score = np.empty((count, width, d), np.float32), np.empty((count, width), np.float32)
        pieces = -(-count // _TRIPLES)
        sums = [np.zeros((pieces, size), np.float32) for size in (d, d, by_query.size, by_user.size)]
        loss = np.zeros(pieces)

        def work(first: int, last: int) -> None:
            for left in range(first, last, _TRIPLES):
                piece, part = left // _TRIPLES, slice(left, min(left + _TRIPLES, last))
                loss[piece] = ranking_gradient(
                    vectors[part], query[part], items[part], care[part], quality, r.items, r.bias,
                    r.substitution[:d], r.personalisation[:d], by_query, by_user, *s.shares,
                    LOG2E / s.beta, LOG2E / s.epsilon, count * (width - 1),
                    d_user[part], d_query[part], d_item[part], d_score[part], *(table[piece] for table in sums),
                )  # fmt: skip

        in_pieces(work, count, _TRIPLES)
        d_w_s, d_w_p, d_by_query, d_by_user = (table.sum(axis=0) for table in sums)
        gradients: Gradients = {
            "users": (user, d_user),
            "items": (np.concatenate([query, items.ravel()]), np.concatenate([d_query, d_item.reshape(-1, d)])),
        }
        d_attributes = np.zeros_like(r.attributes)
        # c = A w_2, so dA = dc w_2^T and dw_2 = A^T dc
        for name, weight, d_latent, d_by in (
            ("substitution", r.substitution, d_w_s, d_by_query),
            ("personalisation", r.personalisation, d_w_p, d_by_user),
        ):
            if d_by.size:
                d_attributes += np.outer(d_by, weight[d:])
            d_rest = d_by @ r.attributes if d_by.size else np.zeros(d, np.float32)
            gradients[name] = np.concatenate([d_latent, d_rest])
        if by_query.size or by_user.size:
            gradients["attributes"] = d_attributes
        if r.bias.size:
            gradients["bias"] = (items.ravel(), d_score.reshape(-1, 1))
        return float(loss.sum()) / (count * (width - 1)), gradients

    # --- checkpoints -------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, NDArray[Any]]:
        """Every array that the rest of the training depends on, by name; the arrays themselves, not copies."""
        found: dict[str, NDArray[Any]] = {}
        for group, arrays in (
            ("ranking", self.ranking.arrays()),
            ("user_net", self.user_net.arrays()),
            ("item_net", self.item_net.arrays()),
            ("frozen", self.frozen.arrays()),
        ):
            found |= {f"{group}.{name}": array for name, array in arrays.items()}
        for group, optimisers in (("attribute_steps", self._attribute_steps), ("ranking_steps", self._ranking_steps)):
            for name, optimiser in optimisers.items():
                found |= {f"{group}.{name}.{part}": array for part, array in optimiser.state().items()}
        return found

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Restore the state of a checkpoint, in place."""
        for name, array in self.state().items():
            array[...] = state[name]
        self._model = None


def a2cf_memory(material: Material, settings: A2CFSettings) -> dict[str, int]:
    """Bytes by part. The filled user matrix X~ is included only where it is small; otherwise it is never held."""
    m, s, number = material, settings, np.dtype(np.float32).itemsize
    rows, cells, triples = m.users + m.items + m.attributes, m.care.nnz + m.quality.nnz, len(m.user)
    table, net = rows * s.dimension * number, s.depth * (2 * s.dimension) ** 2 * number
    moments = 2 + (2 if s.optimiser == "adam" else 1)  # of both stages
    qualities = m.items * m.attributes * number if s.uses_item_attributes or s.uses_user_attributes else 0
    cares = m.users * m.attributes * number if s.uses_user_attributes else 0
    held = cares if cares <= HELD else 0
    filling = 3 * max(m.items, m.users if held else 0) * s.dimension * number  # vectors and their products, all rows
    vectors = s.batch * (2 + s.negatives) * s.dimension * number
    step = max(6 * vectors, (4 + 3 * s.depth) * s.batch * 2 * s.dimension * number)
    return training_memory(
        material,
        settings,
        model={
            "embeddings": 2 * table,  # current ones, and the copy used for filling
            "networks": 8 * net,  # the same of both sides, and their optimisers
            "optimisers": moments * table + 4 * rows * number,
            "filled qualities": qualities,
            "filled cares": held,
            "observed cells": 20 * cells,  # row, attribute and value
        },
        working={
            "an epoch": max(8 * cells, 8 * triples * (s.negatives + 2)),  # the order of cells, or triples and negatives
            "a step or filling": max(filling, step)
            + (s.batch * m.attributes + 3 * m.attributes * s.dimension) * number,
        },
        judged=0,  # it shares its arrays with the training
        scored=12,
        weights=2 * (table + 2 * net) + 8 * cells + 8 * rows,
        serving=qualities + max(filling, SHORTLISTED * m.items if m.items >= LEAST else 0),
    )


def _apply(optimisers: dict[str, RowOptimiser], gradients: Gradients) -> None:
    for name, gradient in gradients.items():
        if isinstance(gradient, tuple):
            optimisers[name].step(*gradient)
        else:
            optimisers[name].step(_WHOLE, gradient.reshape(1, -1), unique=True)


_WHOLE = np.zeros(1, np.int64)  # a weight is a table of one row
