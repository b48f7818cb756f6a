"""Small models with random weights, and the literal model made of the same arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.models.a2cf.model import A2CF, Frozen, Ranking
from instead.models.a2cf.residual import Residual
from instead.models.a2cf.trainer import A2CFTrainer, Gradients
from instead.settings import A2CFSettings
from instead.substitutes.graph import Graph, unordered
from plain_a2cf import PlainA2CF

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SWITCHES: tuple[dict[str, bool], ...] = (
    {},
    {"substitution": False},
    {"personalisation": False},
    {"item_attributes": False},
    {"user_attributes": False},
    {"item_attributes": False, "user_attributes": False},
    {"substitution": False, "user_attributes": False},
    {"personalisation": False, "item_attributes": False},
    {"item_bias": True},
    {"item_attributes": False, "user_attributes": False, "item_bias": True},
)
"""The paper's four ablations, what they leave when taken together, and the control with a free item bias."""


def smoothnesses(dimension: int) -> list[float]:
    """The paper's grid of beta and epsilon: 1, d^.25, d^.5, d^.75, d."""
    return [dimension**power for power in (0.0, 0.25, 0.5, 0.75, 1.0)]


def observed(rng: np.random.Generator, rows: int, attributes: int, share: float = 0.3) -> csr_matrix:
    """A matrix of scores in [1, 5] with some cells missing; the first row has none at all."""
    seen = rng.random((rows, attributes)) < share
    seen[0] = False
    return csr_matrix(np.where(seen, rng.uniform(1, 5, seen.shape), 0).astype(np.float32))


def random_net(rng: np.random.Generator, dimension: int, depth: int, *, offset: bool = True) -> Residual:
    """A network whose biases are not 0."""
    net = Residual.drawn(rng, dimension, depth)
    net.bias[:] = rng.normal(0, 0.3, net.bias.shape)
    net.offset[:] = rng.normal() if offset else 0.0
    return net


def random_model(
    seed: int, settings: A2CFSettings, *, users: int = 7, items: int = 11, attributes: int = 13, spread: float = 0.5
) -> A2CF:
    """A model that was trained on since its cells were filled: `ranking` and `frozen` differ."""
    rng = np.random.default_rng(seed)
    d = settings.dimension

    def drawn(*shape: int) -> Floats:
        return (spread * rng.standard_normal(shape)).astype(np.float32)

    tables = (drawn(users, d), drawn(items, d), drawn(attributes, d))
    bias = drawn(items) if settings.item_bias else drawn(0)
    ranking = Ranking(drawn(users, d), drawn(items, d), drawn(attributes, d), drawn(2 * d), drawn(2 * d), bias)
    nets = [random_net(rng, d, settings.depth) for _ in range(2)]
    return A2CF(
        settings, ranking, Frozen(*tables, *nets), observed(rng, users, attributes), observed(rng, items, attributes)
    )


def literal(model: A2CF) -> tuple[PlainA2CF, torch.Tensor, torch.Tensor]:
    """The literal model of the same arrays in double precision, with its X~ and Y~."""
    plain = PlainA2CF.at_filling(model.settings, model.frozen).double()
    x_filled = plain.care_rows(np.arange(len(model.frozen.users)), model.care.observed)
    y_filled = plain.quality_rows(np.arange(model.items), model.quality.observed)
    plain.take_tables(model.ranking)
    return plain, x_filled, y_filled


def literal_scores(
    filled: tuple[PlainA2CF, torch.Tensor, torch.Tensor], user: Ints, query: Ints, items: Ints
) -> torch.Tensor:
    """(n, c) scores of the literal model, which know their gradients."""
    plain, x_filled, y_filled = filled
    u, q, j = torch.from_numpy(user), torch.from_numpy(query), torch.from_numpy(items)
    return plain.f(u, q, j, x_filled[u], y_filled[q], y_filled[j])


def call(loop: Callable[..., Any], *arguments: Any) -> Any:
    """A compiled loop or its twin with arguments that are kept in lists, in any precision."""
    return loop(*arguments)


def assert_close(ours: NDArray[Any], plain: Any, tolerance: float = 1e-5, least: float = 1e-30) -> None:
    """Equal within float32: differences are measured against the largest value, or `least` if that is larger."""
    expected = np.asarray(plain.detach() if isinstance(plain, torch.Tensor) else plain, np.float64)
    assert ours.shape == expected.shape
    size = float(np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(ours, expected, rtol=0, atol=tolerance * max(size, least))


def small_material(
    seed: int, *, users: int = 6, items: int = 9, attributes: int = 7, triples: int = 40, edges: int = 30
) -> Material:
    """Random training material: every user and every item is in a triple if there are enough triples."""
    rng = np.random.default_rng(seed)
    user, chosen = np.arange(triples) % users, np.arange(triples) % items
    query = (chosen + rng.integers(1, items, triples)) % items
    visits = csr_matrix((np.ones(triples, np.int8), (user, chosen)), shape=(users, items))
    visits.sum_duplicates()
    pairs = np.concatenate([[query, chosen], rng.integers(items, size=(2, edges))], axis=1)
    return Material(
        users=users,
        items=items,
        user=user,
        query=query,
        chosen=chosen,
        visited_start=visits.indptr.astype(np.int64),
        visited=visits.indices.astype(np.int64),
        graph=Graph.from_pairs(unordered(pairs[0], pairs[1], items), items),
        popularity=np.bincount(chosen, minlength=items),
        care=observed(rng, users, attributes),
        quality=observed(rng, items, attributes),
        query_power=0.75,
    )


def random_trainer(seed: int, settings: A2CFSettings, **sizes: int) -> A2CFTrainer:
    """A trainer in the middle of its work: no weight is at its first value, and the filling lies some steps back."""
    trainer = A2CFTrainer(small_material(seed, **sizes), settings)
    rng = np.random.default_rng(seed + 1)
    nets = (trainer.user_net.arrays(), trainer.item_net.arrays())
    for size, arrays in ((0.3, trainer.ranking.arrays()), *((0.1, net) for net in nets)):  # no tanh at its very end
        for name, array in arrays.items():
            if name != "offset":
                array[...] += rng.normal(0, size, array.shape).astype(np.float32)
    return trainer


def watched_batches(trainer: A2CFTrainer, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Ints, Ints, Ints]]:
    """A list that fills with the batches (user, query, items) whose gradients the trainer takes from now on."""
    batches: list[tuple[Ints, Ints, Ints]] = []
    original = trainer.ranking_gradients

    def watched(user: Ints, query: Ints, items: Ints) -> tuple[float, Gradients]:
        batches.append((user, query, items))
        return original(user, query, items)

    monkeypatch.setattr(trainer, "ranking_gradients", watched)
    return batches
