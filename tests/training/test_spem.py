"""SPEM: gradients against autograd on its own equations, the sampled loss against the exact one, resuming."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from scipy.sparse import csr_matrix

from instead.lab.compared.category_tree import CategoryTree
from instead.lab.compared.relations import bought_together
from instead.lab.compared.spem import SPEM
from instead.lab.compared.spem_network import Network, encode, reconstruct
from instead.lab.compared.spem_settings import SPEMSettings
from instead.lab.compared.spem_trainer import Comparisons, SPEMTrainer, spem_memory
from instead.material import Material
from instead.models.context import Context
from instead.store.dataset import Dataset
from instead.training.train import train

SMALL = SPEMSettings(dimension=6, hidden=9, batch=8, rounds=2, round_epochs=2, pairs=2, zeros=6, seed=4)
TREE = CategoryTree.of([["toys", f"shelf {item // 5}", f"box {item // 2}"] for item in range(20)])


def plain_loss(
    trainer: SPEMTrainer, p: dict[str, torch.Tensor], items: Any, compared: Comparisons, zeros: Any
) -> torch.Tensor:
    """Eq. M1-M8 literally, on dense rows."""
    s, count = trainer.settings, trainer.material.items
    inputs = torch.tensor(trainer.inputs.toarray(), dtype=torch.float64)
    seen = torch.tensor(trainer.seen.toarray(), dtype=torch.float64)
    y = torch.tanh(torch.relu(inputs @ p["w1"] + p["b1"]) @ p["w2"].T + p["b2"])
    made = torch.relu(y @ p["w3"].T + p["b3"]) @ p["w4"].T + p["b4"]
    total = torch.zeros((), dtype=torch.float64)
    for i in items.tolist():
        known = seen[i] > 0
        drawn = torch.zeros(count, dtype=torch.bool)
        drawn[zeros] = True
        absent = drawn & ~known
        size = int(known.sum())
        error = s.seen_weight * ((made[i] - 1)[known] ** 2).sum()
        error = error + (count - size) / max(int(absent.sum()), 1) * (made[i][absent] ** 2).sum()
        total = total + s.reconstruction_weight * error / (s.seen_weight * size) / len(items)
    u = y / y.norm(dim=1, keepdim=True)
    distance = [((u[compared.item] - u[other]) ** 2).sum(1) for other in (compared.near, compared.far)]
    hinge = torch.relu(torch.tensor(compared.margin) + distance[0] - distance[1])
    return total + (torch.tensor(compared.weight) * hinge).sum()


def test_gradients_are_those_of_autograd(shop: Dataset) -> None:
    settings = SPEMSettings.checked(SMALL.model_dump() | {"spread": 0.7, "reconstruction_weight": 0.6})
    trainer = SPEMTrainer(Material.of(shop), settings)
    trainer.tree = TREE
    rng = np.random.default_rng(2)
    for bias in (trainer.net.b1, trainer.net.b2, trainer.net.b3, trainer.net.b4):
        bias[:] = 0.3 * rng.random(bias.shape)
    items = rng.permutation(20)[:8]
    compared, zeros = trainer.comparisons(items, rng), trainer.zeros(rng)
    assert len(set(compared.margin.tolist())) > 2  # margins of substitutes, and several of categories
    parameters = {
        name: torch.tensor(array, dtype=torch.float64, requires_grad=True)
        for name, array in trainer.net.arrays().items()
    }
    expected = plain_loss(trainer, parameters, items, compared, zeros)
    expected.backward()  # type: ignore[no-untyped-call]
    loss, touched, whole = trainer.gradients(items, compared, zeros)
    assert loss == pytest.approx(float(expected.detach()), rel=1e-5)
    for name, array in trainer.net.arrays().items():
        found = np.zeros_like(array)
        if name in touched:
            rows, gradient = touched[name]
            assert len(np.unique(rows)) == len(rows)
            found[rows] = gradient
        else:
            found = whole[name]
        gradient_there = parameters[name].grad
        assert gradient_there is not None
        np.testing.assert_allclose(found, gradient_there.numpy(), rtol=2e-3, atol=2e-5, err_msg=name)


def test_the_sampled_reconstruction_is_unbiased() -> None:
    """The mean of 2,000 sampled losses is the exact loss within three standard errors."""
    rng = np.random.default_rng(3)
    items = 60
    links = rng.random((items, items)) < 0.1
    graph = csr_matrix((links | links.T).astype(np.float32))
    net = Network.drawn(rng, items, 8, 5, 0.8)
    vectors = encode(net, graph).vectors
    place_of = np.full(items, -1, np.int32)

    def losses(zeros: Any) -> Any:
        return reconstruct(net, vectors, graph, zeros, 10.0, 1.0, place_of).loss

    exact = losses(np.arange(items))
    hidden = np.maximum(vectors @ net.w3.T + net.b3, 0)
    made, seen = hidden @ net.w4.T + net.b4, graph.toarray()
    dense = (np.where(seen > 0, 10.0, 1.0) * (made - seen) ** 2).sum(1) / (10 * seen.sum(1))
    np.testing.assert_allclose(exact, dense, rtol=1e-5)
    sampled = np.array([losses(rng.choice(items, 12, replace=False)) for _ in range(2000)])
    total, error = sampled.sum(axis=1), sampled.sum(axis=1).std() / np.sqrt(2000)
    assert abs(total.mean() - exact.sum()) < 3 * error
    assert (np.abs(sampled.mean(axis=0) - exact) < 5 * sampled.std(axis=0) / np.sqrt(2000) + 1e-6 * exact).all()


def test_what_is_bought_together(shop: Dataset) -> None:
    material = Material.of(shop)
    graph = bought_together(material, most_bought=100, most_kept=100).toarray()
    visits = np.zeros((material.users, material.items))
    visits[np.repeat(np.arange(material.users), np.diff(material.visited_start)), material.visited] = 1
    together = visits.T @ visits
    np.fill_diagonal(together, 0)
    np.testing.assert_array_equal(graph, together > 0)
    few = bought_together(material, most_bought=100, most_kept=2).toarray()
    near = together / np.sqrt(np.outer(visits.sum(0), visits.sum(0)))
    best = np.argsort(-near, axis=1, kind="stable")[:, :2]
    expected = np.zeros_like(together)
    np.put_along_axis(expected, best, 1, axis=1)
    np.testing.assert_array_equal(few, np.maximum(expected, expected.T))
    assert bought_together(material, most_bought=2, most_kept=9).nnz == 0


def test_comparisons_are_what_the_equations_say(shop: Dataset) -> None:
    settings = SPEMSettings.checked(SMALL.model_dump() | {"pairs": 3, "category_weight": 0.0})
    trainer = SPEMTrainer(Material.of(shop), settings)
    found = trainer.comparisons(np.arange(20), np.random.default_rng(0))
    together = trainer.seen.toarray() > 0
    half = len(found.item) - 20 * 3  # against co-purchases first; then against strangers, which every item has
    assert half > 0
    for place, (item, near, far) in enumerate(zip(found.item, found.near, found.far, strict=True)):
        substitutes = trainer.substitutes.of(int(item))
        assert near in substitutes
        assert far not in substitutes
        assert far != item
        assert place >= half or together[item, far]


def test_categories_are_compared_by_similarity(shop: Dataset) -> None:
    only = {"contrast_weight": 0.0, "stranger_weight": 0.0, "pairs": 9}
    trainer = SPEMTrainer(Material.of(shop), SPEMSettings.checked(SMALL.model_dump() | only))
    trainer.tree = TREE
    found = trainer.comparisons(np.arange(20), np.random.default_rng(0))
    more = TREE.similarity(found.item, found.near) - TREE.similarity(found.item, found.far)
    assert len(more) > 20
    assert (more > 0).all()
    np.testing.assert_allclose(found.margin, trainer.settings.category_margin * more, rtol=1e-6)


def test_no_co_purchases_no_categories_no_harm(shop: Dataset) -> None:
    """Nothing but substitutes to learn from; without a loop of its own an item without co-purchases stands nowhere."""
    material = dataclasses.replace(Material.of(shop), source=None)
    lone = SPEMSettings.checked(SMALL.model_dump() | {"buyers": 2})
    trainer = SPEMTrainer(material, lone)
    assert [text.split(" (")[0] for text in trainer.switched_off] == ["co-purchases", "category similarity"]
    assert np.isfinite(list(trainer.epoch("embedding", 0, first=True))).all()
    linked = material.graph.degree > 0
    np.testing.assert_allclose((trainer.model().vectors ** 2).sum(axis=1), linked, rtol=1e-5)
    nowhere = SPEMTrainer(material, SPEMSettings.checked(lone.model_dump() | {"self_loop": False}))
    list(nowhere.epoch("embedding", 0, first=True))
    assert not nowhere.model().vectors.any()
    assert sum(spem_memory(material, SMALL).values()) > 0


def test_resuming_gives_the_same_bits(shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train(shop, out=tmp_path / "whole", model="spem", settings=SMALL)
    epoch = SPEMTrainer.epoch

    def breaking(self: SPEMTrainer, stage: str, number: int, **named: Any) -> Any:
        if number == 3:
            raise KeyboardInterrupt
        return epoch(self, stage, number, **named)

    monkeypatch.setattr(SPEMTrainer, "epoch", breaking)
    with pytest.raises(KeyboardInterrupt):
        train(shop, out=tmp_path / "broken", model="spem", settings=SMALL)
    monkeypatch.undo()
    broken = train(shop, out=tmp_path / "broken", model="spem", settings=SMALL, resume=True)
    one, other = ((made.folder / "weights.safetensors").read_bytes() for made in (whole, broken))
    assert one == other
    assert isinstance(whole.model, SPEM)


def test_the_score_is_minus_the_squared_distance() -> None:
    vectors = np.random.default_rng(1).standard_normal((7, 5), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found = SPEM.from_arrays(SMALL, {"vectors": vectors}).score_all(Context.of_strangers(np.arange(7)))
    np.testing.assert_allclose(found, -((vectors[:, None] - vectors[None]) ** 2).sum(axis=2), atol=1e-5)
