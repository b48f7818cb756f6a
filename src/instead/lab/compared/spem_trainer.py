"""Training of SPEM: an auto-encoder of the co-purchase graph with margin (hinge) losses on its codes.

    u_i    = y_i / |y_i|,   y_i, L_2nd: Eq. M1-M3 of `spem_network.py`                                        Eq. M4
    L_neg  = sum_{j in E_s(i), k in PC(i) \\ E_s(i)} [ m1 + |u_i - u_j|^2 - |u_i - u_k|^2 ]_+                 Eq. M5
    L_far  = the same with k from all items that are not in E_s(i)                                           Eq. M6
    L_sem  = sum_{sim_ij > sim_ik} [ m2 (sim_ij - sim_ik) + |u_i - u_j|^2 - |u_i - u_k|^2 ]_+                Eq. M7
    L      = L_2nd + alpha L_neg + delta L_far + gamma L_sem + nu |W|^2                                      Eq. M8

An epoch is one pass over the items. Each contributes the reconstruction of its row and `pairs` draws of each kind of
comparison, so the three sums are means over an item's comparisons, and the cost of an epoch does not grow with links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags_array, eye_array

from instead.kernels.negative_sampling import UNVISITED, draw_training_negatives
from instead.lab.compared.category_tree import CategoryTree
from instead.lab.compared.hop_loops import NOWHERE, draw_neighbours
from instead.lab.compared.product_loops import pair_products, renumbered, weighted_rows
from instead.lab.compared.relations import bought_together
from instead.lab.compared.spem import SPEM
from instead.lab.compared.spem_network import Network, Touched, encode, encode_back, reconstruct
from instead.lab.compared.spem_settings import SPEM_GRID, SPEMSettings
from instead.lab.compared.steps import Steps
from instead.material import Material
from instead.models.registry import Entry
from instead.models.training_memory import PATH, training_memory
from instead.rng import stage_rng
from instead.substitutes.graph import adjacency

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

EMBEDDING = "embedding"
_TINY = np.float32(1e-12)
_ENCODED = 8192  # items encoded at a time when all are


@dataclass
class Comparisons:
    """`near` should be closer to `item` than `far` by `margin`."""

    item: Ints
    near: Ints
    far: Ints
    margin: Floats
    weight: Floats

    @classmethod
    def joined(cls, parts: list[Comparisons]) -> Comparisons:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


class SPEMTrainer:
    """Trainer of SPEM. Deterministic for a seed: every epoch draws from a random stream named after it."""

    def __init__(self, material: Material, settings: SPEMSettings) -> None:
        self.material, self.settings = material, settings
        self.substitutes = material.substitutes(settings.supervision)
        together = bought_together(material, settings.buyers, settings.neighbours)
        apart = csr_matrix(together - together.multiply(adjacency(self.substitutes).astype(np.float32)))
        apart.eliminate_zeros()
        apart.sort_indices()
        self._apart = apart.indptr.astype(np.int64), apart.indices.astype(np.int64)  # PC(i) \ E_s(i)
        alone = np.diff(together.indptr) == 0
        self.known = ~alone | (self.substitutes.degree > 0) if settings.self_loop else ~alone
        own = eye_array(material.items, dtype=np.float32) if settings.self_loop else csr_matrix(together.shape)
        self.seen = csr_matrix(together + own, dtype=np.float32)  # (items, items) 1 for a neighbour
        self.seen.sort_indices()
        # Rows of length 1, so that sums do not grow with the neighbours, and the item itself counts as all of them.
        length = (1 / np.sqrt(np.maximum(np.diff(together.indptr), 1))).astype(np.float32)
        self.inputs = csr_matrix(diags_array(length) @ together + own, dtype=np.float32)
        paths = material.categories if material.source is not None else None
        self.tree = CategoryTree.of(paths) if paths is not None else None
        self.switched_off: list[str] = []
        if not together.nnz:
            self.switched_off.append("co-purchases (no two items share a buyer)")
        if self.tree is None:
            self.switched_off.append("category similarity (no item has a category)")
        rng = stage_rng(settings.seed, "spem", "initial")
        self.net = Network.drawn(rng, material.items, settings.hidden, settings.dimension, settings.spread)
        tables = {"w1", "w4", "b4"}
        decay = dict.fromkeys(("w1", "w2", "w3", "w4"), settings.weight_decay)
        self.steps_of = Steps(self.net.arrays(), tables, settings.optimiser, settings.learning_rate, decay)
        self._place_of = np.full(material.items, -1, np.int32)

    def epochs(self, number: int) -> list[str]:
        return [EMBEDDING] * self.settings.round_epochs

    def steps(self, stage: str) -> int:
        return -(-self.material.items // self.settings.batch)

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """One pass over all items; yields the mean loss of each batch."""
        rng = stage_rng(self.settings.seed, "spem", EMBEDDING, number)
        order = rng.permutation(self.material.items)
        for left in range(0, len(order), self.settings.batch):
            items = order[left : left + self.settings.batch]
            loss, rows, whole = self.gradients(items, self.comparisons(items, rng), self.zeros(rng))
            for name, (touched, gradient) in rows.items():
                self.steps_of.rows(name, touched, gradient, unique=True)
            for name, gradient in whole.items():
                self.steps_of.whole(name, gradient)
            yield loss

    def probe(self, stage: str) -> None:
        """Compute one step's gradients and discard them, to be timed."""
        rng = np.random.default_rng(0)
        items = rng.permutation(self.material.items)[: self.settings.batch]
        self.gradients(items, self.comparisons(items, rng), self.zeros(rng))

    # --- sampling of a step ----------------------------------------------------------------------------------------

    def zeros(self, rng: np.random.Generator) -> Ints:
        """Q of Eq. M3: distinct random items, or all of them in a small shop."""
        count, items = self.settings.zeros, self.material.items
        if count >= items:
            return np.arange(items)
        return rng.choice(items, count, replace=False, shuffle=False)

    def comparisons(self, items: Ints, rng: np.random.Generator) -> Comparisons:
        """Sampled comparisons for Eq. M5-M7. An item has fewer where there is nothing to draw."""
        s, g = self.settings, self.substitutes
        item = np.repeat(items, s.pairs)
        near = self._hop(item, g.start, g.neighbours, rng)
        parts = []
        if s.contrast_weight:
            far = self._hop(item, *self._apart, rng)
            parts.append(self._compared(item, near, far, s.contrast_weight, len(items)))
        if s.stranger_weight:
            far = draw_training_negatives(
                item, item, item, g.start, g.neighbours, g.start, g.neighbours, g.items, 1, UNVISITED,
                np.uint64(rng.integers(1 << 62)),
            )[:, 0]  # fmt: skip
            parts.append(self._compared(item, near, far, s.stranger_weight, len(items)))
        if s.category_weight and self.tree is not None:
            parts.append(self._by_category(self.tree, item, rng, len(items)))
        return Comparisons.joined(parts) if parts else self._compared(item[:0], near[:0], near[:0], 0.0, 1)

    def _hop(self, item: Ints, start: Ints, neighbours: Ints, rng: np.random.Generator) -> Ints:
        return draw_neighbours(item, item, start, neighbours, np.uint64(rng.integers(1 << 62)))

    def _compared(self, item: Ints, near: Ints, far: Ints, weight: float, batch: int) -> Comparisons:
        found = (near != NOWHERE) & (far != NOWHERE)
        count = int(found.sum())
        margin = np.full(count, self.settings.margin, np.float32)
        each = np.full(count, weight / (batch * self.settings.pairs), np.float32)
        return Comparisons(item[found], near[found], far[found], margin, each)

    def _by_category(self, tree: CategoryTree, item: Ints, rng: np.random.Generator, batch: int) -> Comparisons:
        """A random item below a node of the item's path against one of the catalogue; the more similar one is near."""
        one, other = tree.relatives(item, rng), rng.integers(self.material.items, size=len(item))
        alike, less = tree.similarity(item, one), tree.similarity(item, other)
        near, far = np.where(alike >= less, one, other), np.where(alike >= less, other, one)
        found = (alike != less) & (item != one) & (item != other)
        margin = np.float32(self.settings.category_margin) * np.abs(alike - less)[found]
        each = np.full(len(margin), self.settings.category_weight / (batch * self.settings.pairs), np.float32)
        return Comparisons(item[found], near[found], far[found], margin, each)

    # --- the step ---------------------------------------------------------------------------------------------------

    def gradients(
        self, items: Ints, compared: Comparisons, zeros: Ints
    ) -> tuple[float, dict[str, Touched], dict[str, Floats]]:
        """Mean loss per item of a batch; gradients of tables (touched rows) and of whole parameters, by name."""
        size, net = len(items), self.net
        rows, local = renumbered(np.concatenate([items, compared.item, compared.near, compared.far]), self._place_of)
        item, near, far = np.split(local[size:], 3)
        done = encode(net, self.inputs[rows])
        hinge, d_vectors = _pulled(done.vectors, item, near, far, compared)
        touched: dict[str, Touched] = {}
        whole: dict[str, Floats] = {}
        loss = hinge
        weight = self.settings.reconstruction_weight
        if weight:
            made = reconstruct(
                net, done.vectors[:size], self.seen[items], zeros, self.settings.seen_weight, weight / size,
                self._place_of,
            )  # fmt: skip
            loss += weight * float(made.loss.sum()) / size
            d_vectors[:size] += made.d_vectors
            touched |= {"w4": made.outer, "b4": made.outer_bias}
            whole |= made.inner
        touched["w1"], rest = encode_back(net, done, d_vectors, self._place_of)
        return loss, touched, whole | rest

    # --- model and checkpoints -------------------------------------------------------------------------------------

    def model(self) -> SPEM:
        """The model with the current parameters; its vectors do not change with further training.

        An item without data (cold start) gets the mean vector of its category, or 0.
        """
        vectors = np.empty((self.material.items, self.settings.dimension), np.float32)
        for left in range(0, len(vectors), _ENCODED):
            vectors[left : left + _ENCODED] = unit(encode(self.net, self.inputs[left : left + _ENCODED]).vectors)[0]
        unknown = ~self.known
        if unknown.any():
            mean = np.zeros_like(vectors) if self.tree is None else self.tree.siblings_mean(vectors, self.known)
            vectors[unknown] = unit(mean[unknown])[0]
        return SPEM(self.settings, vectors)

    def state(self) -> dict[str, NDArray[Any]]:
        return self.steps_of.state()

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        self.steps_of.restore(state)


def unit(vectors: Floats) -> tuple[Floats, Floats]:
    """(n, d) vectors scaled to norm 1 (0 stays 0), and the scaling factors (n, 1), Eq. M4."""
    length = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    factor = np.where(length > _TINY, 1 / np.maximum(length, _TINY), np.float32(0)).astype(np.float32)
    return vectors * factor, factor


def _pulled(vectors: Floats, item: Ints, near: Ints, far: Ints, compared: Comparisons) -> tuple[float, Floats]:
    """Weighted hinge losses over the vectors y (n, d) of a batch, and their gradient with respect to y.

    For unit vectors |u_i - u_j|^2 - |u_i - u_k|^2 = 2 <u_i, u_k> - 2 <u_i, u_j>.
    """
    u, factor = unit(vectors)
    hinge = compared.margin + 2 * (pair_products(u, u, item, far) - pair_products(u, u, item, near))
    active = hinge > 0
    slope = 2 * compared.weight * active
    matrix = csr_matrix(
        (np.concatenate([slope, -slope]), (np.tile(item, 2), np.concatenate([far, near]))), shape=(len(u), len(u))
    )
    matrix = csr_matrix(matrix + matrix.T)
    d_u = weighted_rows(matrix.indptr, matrix.indices, matrix.data, u)
    d_vectors = (d_u - (d_u * u).sum(axis=1, keepdims=True) * u) * factor
    return float((compared.weight * hinge)[active].sum(dtype=np.float64)), d_vectors


def spem_memory(material: Material, settings: SPEMSettings) -> dict[str, int]:
    """Bytes by part, before anything is allocated."""
    number, m = 4, material
    bought = np.diff(m.visited_start)
    bought = bought[bought <= settings.buyers]
    edges = int(min((bought * (bought - 1)).sum(), 2 * m.items * settings.neighbours)) + m.items
    table = m.items * settings.hidden * number
    moments = 2 if settings.optimiser == "adam" else 1
    encoded = min(m.items, settings.batch * (1 + 6 * settings.pairs))
    rows = min(m.items, encoded * (1 + edges // max(m.items, 1)))  # of both tables, touched by a step
    return training_memory(
        material,
        settings,
        model={
            "weights": 2 * table,
            "optimisers": moments * 2 * table + 16 * m.items,
            "graphs": 40 * edges,
            "categories": 0 if m.source is None else PATH * m.items,
        },
        working={
            "a step's gradients": 3 * rows * settings.hidden * number,
            "a step": encoded * (4 * settings.hidden + 4 * settings.dimension) * number,
        },
        judged=3 * m.items * settings.dimension * number,
        scored=24,
        weights=m.items * settings.dimension * number,
    )


ENTRY = Entry(
    "spem",
    SPEMSettings,
    lambda settings, arrays, parts: SPEM.from_arrays(settings, arrays),
    spem_memory,
    trainer=lambda material, settings, parts: SPEMTrainer(material, settings),
    grid=SPEM_GRID,
    needs=("triples",),
    about="co-purchases and categories in one space (IJCAI 2019, reconstructed)",
)
