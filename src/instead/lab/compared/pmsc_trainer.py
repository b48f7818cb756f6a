"""Training of PMSC. An epoch uses every substitute pair (from a random end) and every complement link once.

    L_rel  = - sum_r sum_{(i,j) in E_r} [ log p_r(i,j) + sum_{m=1..M} log(1 - p_r(i,k_m)) ]                  Eq. P4
    L_dis  = - sum_{E_s \\ E_c} log(1 - p_c(i,j)) - sum_{E_c \\ E_s} log(1 - p_s(i,j))                         Eq. P5
    L_path = - sum_{i -r1-> k -r2-> j} t log p_r(i,j) - sum_{random j'} log(1 - p_r(i,j'))                   Eq. P6
             t = p_r1(i,k) p_r2(k,j), a constant;   s.s => s,   s.c => c,   c.s => c
    L      = L_rel + lambda_d L_dis + lambda_p L_path + lambda (|X|^2 + |W|^2)                               Eq. P7

All of it is a sum over pairs of w [-y log p - (1 - y) log(1 - p)], so a step is a list of pairs per relation with a
label and a weight each (`pmsc_batch.py`), and dL/dz = w (p - y).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.lab.compared.pmsc import IN, OUT, PMSC, SUBSTITUTE, Spaces
from instead.lab.compared.pmsc_batch import COMPLEMENTS, SUBSTITUTES, Batch, Batches
from instead.lab.compared.pmsc_settings import PMSC_GRID, PMSCSettings
from instead.lab.compared.product_loops import pair_products, renumbered, weighted_rows
from instead.lab.compared.relations import complements
from instead.lab.compared.steps import Steps
from instead.material import Material
from instead.models.registry import Entry
from instead.models.training_memory import LINK, training_memory
from instead.rng import stage_rng

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

RELATIONS = "relations"

PMSCGradients = tuple[tuple[Ints, Floats], Floats, Floats, Floats]
"""Rows of X with their gradients, then the gradients of W, b and c."""


class PMSCTrainer:
    """Trainer of PMSC. Deterministic for a seed: every epoch draws from a random stream named after it."""

    def __init__(self, material: Material, settings: PMSCSettings) -> None:
        self.material, self.settings = material, settings
        self.batches = Batches(
            material.substitutes(settings.supervision), complements(material, settings.supervision), settings
        )
        self.switched_off: list[str] = []
        if not self.batches.complements.neighbours.size:
            self.switched_off.append("complements (no links but those of substitutes): one relation is learned")
        d, rng = settings.dimension, stage_rng(settings.seed, "pmsc", "initial")
        bound = np.sqrt(3.0 / d)  # Glorot's
        self.spaces = Spaces(
            general=np.float32(settings.spread) * rng.standard_normal((material.items, d), np.float32),
            weight=rng.uniform(-bound, bound, (3, d, d)).astype(np.float32),
            bias=np.zeros((3, d), np.float32),
            offset=np.zeros(2, np.float32),
        )
        decay = {"general": settings.weight_decay, "weight": settings.weight_decay}
        self.steps_of = Steps(self.spaces.arrays(), {"general"}, settings.optimiser, settings.learning_rate, decay)
        self._place_of = np.full(material.items, -1, np.int32)

    def epochs(self, number: int) -> list[str]:
        return [RELATIONS] * self.settings.round_epochs

    def steps(self, stage: str) -> int:
        return -(-self.batches.links // self.settings.batch)

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """One pass over all links; yields the mean loss of each batch."""
        rng = stage_rng(self.settings.seed, "pmsc", RELATIONS, number)
        for batch in self.batches.epoch(rng):
            loss, (rows, d_weight, d_bias, d_offset) = self.gradients(batch)
            self.steps_of.rows("general", *rows)
            self.steps_of.whole("weight", d_weight)
            self.steps_of.whole("bias", d_bias)
            self.steps_of.whole("offset", d_offset)
            yield loss

    def probe(self, stage: str) -> None:
        """Compute one step's gradients and discard them, to be timed."""
        self.gradients(self.batches.sample(np.random.default_rng(0)))

    def model(self) -> PMSC:
        """The model with the current parameters; its scores do not change with further training."""
        return PMSC(self.settings, self.spaces)

    def gradients(self, batch: Batch) -> tuple[float, PMSCGradients]:
        """Mean loss per link of a batch, and its gradients."""
        s = self.spaces
        near, out, into = (_Side(s, side, batch, self._place_of) for side in (SUBSTITUTE, OUT, IN))
        z = [
            near.products(near, s.offset[0]),
            out.products(into, s.offset[1]),
        ]
        loss, slopes = batch.close(z)
        d_offset = np.array([slope.sum() for slope in slopes], np.float32)
        near.push(near, slopes[SUBSTITUTES])
        out.push(into, slopes[COMPLEMENTS])
        d_weight, d_bias = np.zeros_like(s.weight), np.zeros_like(s.bias)
        rows, gradients = [], []
        for place, side in enumerate((near, out, into)):
            if not len(side.rows):
                continue
            d_active = side.gradient * (1 - side.vectors**2)  # (n, d)
            d_weight[place] = d_active.T @ side.general
            d_bias[place] = d_active.sum(axis=0)
            rows.append(side.rows)
            gradients.append(d_active @ s.weight[place])
        return loss, ((np.concatenate(rows), np.concatenate(gradients)), d_weight, d_bias, d_offset)

    def state(self) -> dict[str, NDArray[Any]]:
        return self.steps_of.state()

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        self.steps_of.restore(state)


class _Side:
    """Vectors of the items of a batch under one map, and their gradient."""

    def __init__(self, spaces: Spaces, side: int, batch: Batch, place_of: NDArray[np.int32]) -> None:
        pairs = batch.pairs[SUBSTITUTES if side == SUBSTITUTE else COMPLEMENTS]
        items = {
            SUBSTITUTE: np.concatenate([pairs.source, pairs.target]),
            OUT: pairs.source,
            IN: pairs.target,
        }[side]
        self.rows, local = renumbered(items, place_of)
        self.from_, self.to = (
            (local[: len(pairs.source)], local[-len(pairs.target) :]) if len(items) else (local, local)
        )
        self.general = spaces.general[self.rows]  # (n, d)
        self.vectors = spaces.mapped(side, self.general)  # (n, d)
        self.gradient = np.zeros_like(self.vectors)

    def products(self, other: _Side, offset: np.float32) -> Floats:
        return pair_products(self.vectors, other.vectors, self.from_, other.to) + offset

    def push(self, other: _Side, slope: Floats) -> None:
        """dA += G B and dB += G^T A, G the sparse matrix of dL/dz."""
        shape = (len(self.rows), len(other.rows))
        matrix = csr_matrix((slope, (self.from_, other.to)), shape=shape)
        turned = matrix.T.tocsr()
        self.gradient += weighted_rows(matrix.indptr, matrix.indices, matrix.data, other.vectors)
        other.gradient += weighted_rows(turned.indptr, turned.indices, turned.data, self.vectors)


def pmsc_memory(material: Material, settings: PMSCSettings) -> dict[str, int]:
    """Bytes by part, before anything is allocated."""
    number, d = 4, settings.dimension
    table = material.items * d * number
    moments = 2 if settings.optimiser == "adam" else 1
    links = 0 if material.source is None or settings.supervision == "triples" else material.source.links.height
    known = material.graph.edges if settings.supervision == "graph" else len(material.user)
    pairs = settings.batch * (2 * settings.negatives + 8)
    return training_memory(
        material,
        settings,
        model={
            "embeddings": table,
            "optimisers": moments * table + material.items * 12,
            "links": LINK * links,
            "graphs": 16 * known + 32 * links,
        },
        working={
            "an epoch": 40 * known + 8 * links,  # the order of links, and which end of a pair is the source
            "a step": pairs * (4 * d * number + 80) + 9 * d * d * number,
        },
        judged=(5 if settings.complement_share else 1) * table,  # vectors of each relation, and side by side
        scored=24,
        weights=table,
    )


ENTRY = Entry(
    "pmsc",
    PMSCSettings,
    lambda settings, arrays, parts: PMSC.from_arrays(settings, arrays),
    pmsc_memory,
    trainer=lambda material, settings, parts: PMSCTrainer(material, settings),
    grid=PMSC_GRID,
    needs=("triples",),
    about="substitutes and complements in two spaces (WSDM 2018, reconstructed)",
)
