"""Training of CLVA and LVA: content first, then content and links, alternating with matrix factorisation of users.

content   0.3 mean over items of  [- sum_n share_jn log pi_jn + w_kl KL_j]                                  Eq. C7
links     the same, + 0.9 mean over links of [- log link(i, j)[class] - mean over strangers log link(i, k)[none]]
          + lambda_cf lambda_v mean over items of |v_j - mu_j|^2                                            Eq. C8
tastes    Eq. C6 with z = mu fixed, solved exactly for users, then for items (`tastes.py`); not in LVA

A round is some epochs of links and one of tastes. Strangers (negative samples) of a step come from one draw of items,
as many as the step has links, so that an item is encoded once however many pairs it is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.products import product
from instead.engine.threads import in_pieces, processors
from instead.lab.compared.clva import CLVA
from instead.lab.compared.clva_settings import CLVA_GRID, CLVASettings
from instead.lab.compared.connector_loops import class_logits, last_layer_gradient, side_gradient
from instead.lab.compared.link_pairs import complement_links, strangers, substitute_links
from instead.lab.compared.row_groups import grouped
from instead.lab.compared.tastes import GROUP, solve_rows
from instead.lab.compared.variational import (
    CLASSES,
    COMPLEMENT,
    NONE,
    SUBSTITUTE,
    Documents,
    Encoded,
    Networks,
    encode,
    encoder_gradients,
    reconstruction,
)
from instead.material import Material
from instead.models.optimiser import RowAdam
from instead.models.registry import Entry
from instead.models.training_memory import LINK, training_memory
from instead.rng import stage_rng, stage_seed
from instead.substitutes.graph import Graph

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Gradients = dict[str, Floats]

CONTENT, LINKS, TASTES = "content", "links", "tastes"
_PAIRS, _ITEMS = 2048, 128  # of one piece of work
_POOL = 256  # items at least from which negatives are sampled
_ENCODED = 4096  # items encoded at a time where no gradient is wanted


@dataclass(frozen=True)
class Drawn:
    """Batch of a step: pairs, and items for the content loss."""

    left: Ints  # (p,)
    right: Ints  # (p,)
    label: Ints  # (p,) class
    weight: Floats  # (p,)
    items: Ints  # (n,)


def documents_of(material: Material) -> Documents:
    """Mentions of training reviews."""
    counts = material.mention_counts.tocsr()
    start, count = counts.indptr.astype(np.int64), counts.data.astype(np.float64)
    row = np.repeat(np.arange(counts.shape[0]), np.diff(start))
    value = np.log1p(count)
    length = np.sqrt(np.bincount(row, value * value, counts.shape[0]))
    total = np.bincount(row, count, counts.shape[0])
    return Documents(
        start, counts.indices.astype(np.int64), (value / length[row]).astype(np.float32),
        (count / total[row]).astype(np.float32), counts.shape[1],
    )  # fmt: skip


class CLVATrainer:
    """Trainer of CLVA and LVA. Deterministic for a seed: every epoch draws from a random stream named after it."""

    def __init__(self, material: Material, settings: CLVASettings) -> None:
        self.material, self.settings = material, settings
        self.switched_off: list[str] = []
        self.documents = documents_of(material)
        self._read_links()
        size = settings.dimension
        self.nets = Networks.drawn(
            stage_rng(settings.seed, "clva", "initial"), material.attributes, settings.hidden, size
        )
        together = settings.collaborative
        self.users = np.zeros((material.users if together else 0, size), np.float32)
        self.tastes = np.zeros((material.items if together else 0, size), np.float32)
        self.tasted = np.zeros(1, np.int64)  # passes over tastes so far
        self._steps = {
            name: RowAdam(array.reshape(1, -1), settings.learning_rate) for name, array in self.nets.arrays().items()
        }
        self._buyer_start, visit = grouped(material.visited, material.items)
        self._buyer = np.repeat(np.arange(material.users), np.diff(material.visited_start))[visit]

    def _read_links(self) -> None:
        m, s = self.material, self.settings
        substitutes = substitute_links(m, s.supervision)
        left, right = [substitutes.left], [substitutes.right]
        pairs = [substitutes.graph.pairs()]
        self.substitutes = len(substitutes)
        if s.complements:
            complements = complement_links(m, s.supervision, without=substitutes.graph)
            if not len(complements):
                self.switched_off.append("complements: there are none to learn from; their class stays empty")
            left.append(complements.left)
            right.append(complements.right)
            pairs.append(complements.graph.pairs())
        if not self.documents.word.size:
            self.switched_off.append("content: no mentions in training reviews, so all items look alike")
        self.left, self.right = np.concatenate(left), np.concatenate(right)
        self.known = Graph.from_pairs(np.concatenate(pairs), m.items)  # pairs of both classes, each in one of them

    # --- the loop ---------------------------------------------------------------------------------------------------

    def epochs(self, number: int) -> list[str]:
        """Stages of a round (0, 1, ...), one name per epoch."""
        s = self.settings
        before = [CONTENT] * s.content_epochs if number == 0 else []
        return before + [LINKS] * s.epochs + ([TASTES] if s.collaborative else [])

    def steps(self, stage: str) -> int:
        """Batches of one epoch."""
        if stage == TASTES:
            return 2
        count, size = (
            (self.material.items, self.settings.items_batch)
            if stage == CONTENT
            else (len(self.left), self.settings.batch)
        )
        return max(1, -(-count // size))

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """One epoch: yields the loss of each batch."""
        if stage == TASTES:
            yield from self._taste_epoch()
            return
        rng = stage_rng(self.settings.seed, "clva", stage, number)
        before = number if stage == CONTENT else self.settings.content_epochs + number
        kl_weight = self.settings.kl_weight * min(1.0, (before + 1) / self.settings.warm_up)
        for drawn in self._batches(stage, rng, number):
            loss, gradients = self.gradients(drawn, kl_weight, rng)
            self._apply(gradients)
            yield loss

    def probe(self, stage: str) -> None:
        """Compute one step's gradients and discard them, to be timed."""
        if stage == TASTES:
            m, s = self.material, self.settings
            few = m.visited_start[: m.users // 20 + 2]  # a twentieth of the users is enough for an estimate
            solve_rows(few, m.visited, self.means(), s.positive, s.absent, s.user_decay, None)
            return
        rng = np.random.default_rng(0)
        self.gradients(next(self._batches(stage, rng, 0)), self.settings.kl_weight, rng)

    def model(self) -> CLVA:
        """The model with the current parameters, as copies."""
        return CLVA(self.settings, self.nets.copy(), self.means(), self.users.copy(), self.tastes.copy())

    def means(self) -> Floats:
        """(items, k) mu."""
        parts = (np.arange(first, min(first + _ENCODED, self.material.items))
                 for first in range(0, self.material.items, _ENCODED))  # fmt: skip
        return np.concatenate([encode(self.nets, self.documents, rows, None).mean for rows in parts])

    def divergence(self) -> float:
        """Mean KL divergence of the items, Eq. C3; near 0 after posterior collapse."""
        return float(encode(self.nets, self.documents, np.arange(self.material.items), None).divergence().mean())

    # --- content and links -------------------------------------------------------------------------------------------

    def _batches(self, stage: str, rng: np.random.Generator, number: int) -> Iterator[Drawn]:
        """Every item once, and every link once if it is an epoch of links."""
        s, m, steps = self.settings, self.material, self.steps(stage)
        items, nothing = rng.permutation(m.items), np.empty(0, np.int64)
        order = rng.permutation(len(self.left)) if stage == LINKS else nothing
        for step in range(steps):
            some = items[step * m.items // steps : (step + 1) * m.items // steps]
            part = order[step * len(order) // steps : (step + 1) * len(order) // steps]
            if not part.size:
                yield Drawn(nothing, nothing, nothing, np.empty(0, np.float32), some)
                continue
            turned = rng.random(part.size) < 0.5
            left = np.where(turned, self.right[part], self.left[part])
            right = np.where(turned, self.left[part], self.right[part])
            label = np.where(part < self.substitutes, SUBSTITUTE, COMPLEMENT)
            pool = rng.integers(m.items, size=max(part.size, _POOL))
            seed = stage_seed(s.seed, "clva", "strangers", number, step)
            begin, other = strangers(np.repeat(left, s.negatives), self.known, pool, seed)
            yield Drawn(
                np.concatenate([left, begin]),
                np.concatenate([right, other]),
                np.concatenate([label, np.full(begin.size, NONE)]),
                np.repeat(np.array([1, 1 / s.negatives], np.float32) / part.size, [part.size, begin.size]),
                some,
            )

    def gradients(self, drawn: Drawn, kl_weight: float, rng: np.random.Generator) -> tuple[float, Gradients]:
        """Loss of a step, Eq. C7 or C8, and its gradients by weight."""
        s, nets = self.settings, self.nets
        rows, place = np.unique(np.concatenate([drawn.left, drawn.right, drawn.items]), return_inverse=True)
        left, right, items = np.split(place, np.cumsum([len(drawn.left), len(drawn.right)]))
        made = encode(nets, self.documents, rows, rng)
        d_mean, d_v = np.zeros_like(made.mean), np.zeros_like(made.mean)
        weight = s.content_weight / max(len(items), 1)
        loss, d_some, found = reconstruction(nets, self.documents, drawn.items, made.z[items], weight)
        d_z = np.zeros_like(made.z)
        d_z[items] = d_some  # an item is there once
        loss += weight * kl_weight * float(made.divergence(items).sum())
        d_mean[items] = np.float32(weight * kl_weight) * made.mean[items]
        d_v[items] = np.float32(weight * kl_weight / 2) * (np.exp(made.log_variance[items]) - 1)
        if drawn.left.size:
            of_links, gradients = self._link_gradients(made, left, right, drawn, d_z)
            loss, found = loss + of_links, found | gradients
            if s.collaborative and self.tasted[0]:
                away = made.mean[items] - self.tastes[drawn.items]
                pull = s.collaborative_weight * s.item_pull / max(len(items), 1)
                loss += pull * float((away * away).sum())
                d_mean[items] += np.float32(2 * pull) * away
        return loss, found | encoder_gradients(nets, self.documents, made, d_z, d_mean, d_v)

    def _link_gradients(
        self, made: Encoded, left: Ints, right: Ints, drawn: Drawn, d_z: Floats
    ) -> tuple[float, Gradients]:
        """Loss and gradients of the link classes of pairs (Eq. C4); adds to d_z."""
        nets, count = self.nets, left.size
        of_left, of_right = product(made.z, nets.v_a) + nets.b, product(made.z, nets.v_b)  # (n, h)
        logits = np.empty((count, len(CLASSES)), np.float32)
        pieces = np.zeros((-(-count // _PAIRS), *nets.v_2.shape), np.float32)
        d_left, d_right = np.zeros_like(of_left), np.zeros_like(of_right)

        def classes(first: int, last: int) -> None:
            class_logits(of_left, of_right, nets.v_2, nets.d, left[first:last], right[first:last], logits[first:last])

        in_pieces(classes, count, _PAIRS)
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        rate = drawn.weight * np.float32(self.settings.link_weight)
        every = np.arange(count)
        loss = -float(rate @ logits[every, drawn.label])
        g = np.exp(logits)
        g[every, drawn.label] -= 1
        g *= rate[:, None]

        def last_layer(first: int, last: int) -> None:
            last_layer_gradient(first, last, _PAIRS, of_left, of_right, left, right, g, pieces)

        in_pieces(last_layer, count, _PAIRS)
        for mine, theirs, own, other, out in (
            (of_left, of_right, left, right, d_left),
            (of_right, of_left, right, left, d_right),
        ):
            start, order = grouped(own, len(made.z))

            def side(
                first: int, last: int, start: Ints = start, order: Ints = order, mine: Floats = mine,
                theirs: Floats = theirs, other: Ints = other, out: Floats = out,
            ) -> None:  # fmt: skip
                side_gradient(first, last, start, order, mine, theirs, other, nets.v_2, g, out)

            in_pieces(side, len(made.z), _ITEMS)
        d_z += product(d_left, nets.v_a.T) + product(d_right, nets.v_b.T)
        return loss, {
            "v_a": product(made.z.T, d_left), "v_b": product(made.z.T, d_right), "b": d_left.sum(axis=0),
            "v_2": pieces.sum(axis=0), "d": g.sum(axis=0),
        }  # fmt: skip

    def _apply(self, gradients: Gradients) -> None:
        for name, gradient in gradients.items():
            self._steps[name].step(_WHOLE, gradient.reshape(1, -1), unique=True)

    # --- tastes ------------------------------------------------------------------------------------------------------

    def _taste_epoch(self) -> Iterator[float]:
        """Alternating least squares: users given items, then items given users; yields the mean squared error of
        observed interactions."""
        m, s = self.material, self.settings
        mean = self.means()
        if not self.tasted[0]:
            self.tastes[:] = mean
        self.users[:] = solve_rows(m.visited_start, m.visited, self.tastes, s.positive, s.absent, s.user_decay, None)
        yield self._miss()
        self.tastes[:] = solve_rows(self._buyer_start, self._buyer, self.users, s.positive, s.absent, s.item_pull, mean)
        self.tasted[0] += 1
        yield self._miss()

    def _miss(self) -> float:
        m = self.material
        owner = np.repeat(np.arange(m.users), np.diff(m.visited_start))[:100_000]
        liked = np.einsum("nk,nk->n", self.users[owner], self.tastes[m.visited[:100_000]])
        return float(np.square(1.0 - liked).mean()) if len(owner) else 0.0

    # --- checkpoints -------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, NDArray[Any]]:
        """Every array that the rest of the training depends on, by name; the arrays themselves, not copies."""
        found: dict[str, NDArray[Any]] = {f"nets.{name}": array for name, array in self.nets.arrays().items()}
        for name, optimiser in self._steps.items():
            found |= {f"steps.{name}.{part}": array for part, array in optimiser.state().items()}
        return found | {"users": self.users, "tastes": self.tastes, "tasted": self.tasted}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Restore the state of a checkpoint, in place."""
        for name, array in self.state().items():
            array[...] = state[name]


def clva_memory(material: Material, settings: CLVASettings) -> dict[str, int]:
    """Bytes by part."""
    m, s, number = material, settings, np.dtype(np.float32).itemsize
    h, k = s.hidden, s.dimension
    weights = (2 * m.attributes * h + 6 * h * k) * number
    links = 0 if m.source is None or s.supervision == "triples" else m.source.links.height
    pairs = (m.graph.edges if s.supervision == "graph" else len(m.user)) + (links if s.complements else 0)
    touched = min(m.items, 3 * s.batch + s.items_batch)
    codes, tastes = m.items * k * number, (m.users + m.items) * k * number if s.collaborative else 0
    step = (touched * (6 * h + 8 * k) + s.items_batch * m.attributes * 3) * number + weights
    equations = processors() * GROUP * 3 * (k * k + k) * 8 + 3 * tastes if s.collaborative else 0
    return training_memory(
        material,
        settings,
        model={
            "networks and optimisers": 3 * weights,
            "users and tastes": tastes + 16 * len(m.visited),
            "links": LINK * links,
            "pairs": 49 * pairs,  # both ends of each class, as graphs, and as one graph
            "mentions": 24 * m.quality.nnz + 12 * m.quality.nnz,  # the trainer's, and counts as they were read
        },
        working={
            "an epoch": 8 * (pairs + m.items),
            "a step": max(step + s.batch * (1 + s.negatives) * 64, equations),
        },
        judged=weights + codes + 2 * tastes + 2 * m.items * h * number,  # with both sides of the connector
        scored=64,
        weights=weights + codes + tastes,
    )


_WHOLE = np.zeros(1, np.int64)  # a weight is a table of one row


ENTRY = Entry(
    "clva",
    CLVASettings,
    lambda settings, arrays, parts: CLVA.from_arrays(settings, arrays),
    clva_memory,
    trainer=lambda material, settings, parts: CLVATrainer(material, settings),
    grid=CLVA_GRID,
    needs=("triples", "mentions"),
    about="an auto-encoder of reviews that predicts links (WSDM 2019)",
)
