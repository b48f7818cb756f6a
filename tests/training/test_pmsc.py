"""PMSC: gradients against autograd on its own equations, paths against the adjacency matrix, resuming."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.functional import logsigmoid

from instead.errors import InputError
from instead.lab.compared.hop_loops import NOWHERE
from instead.lab.compared.pmsc import PMSC
from instead.lab.compared.pmsc_batch import COMPLEMENTS, SUBSTITUTES, Batch, Batches
from instead.lab.compared.pmsc_settings import PMSCSettings
from instead.lab.compared.pmsc_trainer import PMSCTrainer, pmsc_memory
from instead.lab.compared.relations import directed
from instead.material import Material
from instead.models.context import Context
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph, adjacency
from instead.training.train import train

SMALL = PMSCSettings(dimension=6, batch=16, rounds=2, round_epochs=2, negatives=2, seed=4)
GRAPH = Graph.from_pairs(np.array([[0, 1], [0, 2], [1, 3], [2, 3], [3, 4], [5, 6]]), 9)
ADDED = directed(np.array([0, 1, 4, 5, 5, 7]), np.array([5, 6, 5, 7, 0, 7]), 9)


def with_complements(trainer: PMSCTrainer, settings: PMSCSettings) -> PMSCTrainer:
    """The trainer of a small shop made by hand instead."""
    trainer.batches = Batches(GRAPH, ADDED, settings)
    return trainer


def plain_loss(batch: Batch, parameters: dict[str, torch.Tensor], settings: PMSCSettings) -> torch.Tensor:
    """Eq. P1-P7 literally, over the drawn pairs."""
    general, weight, bias, offset = (parameters[name] for name in ("general", "weight", "bias", "offset"))
    e = [torch.tanh(general @ weight[side].T + bias[side]) for side in range(3)]
    z = []
    for relation, (left, right) in ((SUBSTITUTES, (e[0], e[0])), (COMPLEMENTS, (e[1], e[2]))):
        pairs = batch.pairs[relation]
        products = left[torch.as_tensor(pairs.source)] * right[torch.as_tensor(pairs.target)]
        z.append(products.sum(1) + offset[relation])
    total = torch.zeros((), dtype=torch.float64)
    ends = [np.zeros(len(pairs.source), bool) for pairs in batch.pairs]
    for path in batch.paths:
        ends[path.conclusion][path.ends] = True
        hops = logsigmoid(z[path.first][path.first_places]) + logsigmoid(z[path.second][path.second_places])
        conclusion = logsigmoid(z[path.conclusion][path.ends])
        if settings.path_loss == "hinge":
            total = total + settings.path_weight * torch.relu(hops.detach() - conclusion).sum()
        else:
            total = total - settings.path_weight * (hops.exp().detach() * conclusion).sum()
    for relation, pairs in enumerate(batch.pairs):
        label, weights = torch.as_tensor(pairs.label), torch.as_tensor(np.where(ends[relation], 0, pairs.weight))
        total = total - (weights * (label * logsigmoid(z[relation]) + (1 - label) * logsigmoid(-z[relation]))).sum()
    return total / batch.links


@pytest.mark.parametrize("path_loss", ["soft", "hinge"])
def test_gradients_are_those_of_autograd(shop: Dataset, path_loss: str) -> None:
    settings = PMSCSettings.checked(
        {"dimension": 6, "negatives": 2, "spread": 0.8, "path_weight": 0.7, "contrast_weight": 0.3, "batch": 9,
         "path_loss": path_loss}
    )  # fmt: skip
    trainer = with_complements(PMSCTrainer(Material.of(shop), settings), settings)
    trainer.spaces.offset[:] = 0.3, -0.2
    trainer.spaces.bias[:] = 0.1
    batch = next(trainer.batches.epoch(np.random.default_rng(0)))
    assert {path.conclusion for path in batch.paths} == {SUBSTITUTES, COMPLEMENTS}
    parameters = {
        name: torch.tensor(array, dtype=torch.float64, requires_grad=True)
        for name, array in trainer.spaces.arrays().items()
    }
    expected = plain_loss(batch, parameters, settings)
    expected.backward()  # type: ignore[no-untyped-call]
    loss, (rows, *whole) = trainer.gradients(batch)
    assert loss == pytest.approx(float(expected.detach()), rel=1e-5)
    general = np.zeros_like(trainer.spaces.general)
    np.add.at(general, rows[0], rows[1])
    for name, found in zip(("general", "weight", "bias", "offset"), (general, *whole), strict=True):
        gradient = parameters[name].grad
        assert gradient is not None
        np.testing.assert_allclose(found, gradient.numpy(), rtol=2e-4, atol=2e-6, err_msg=name)


def test_a_batch_has_what_the_equations_say(shop: Dataset) -> None:
    settings = PMSCSettings(negatives=3, contrast_weight=0.5, path_weight=0.25, batch=100)
    batches = Batches(GRAPH, ADDED, settings)
    assert batches.links == 6 + 5  # a link of an item with itself is none
    batch = next(batches.epoch(np.random.default_rng(1)))
    near, added = batch.pairs
    assert sorted(map(sorted, zip(near.source[:6].tolist(), near.target[:6].tolist(), strict=True))) == [
        sorted(pair) for pair in GRAPH.pairs().tolist()
    ]
    for source, target in zip(near.source[6:24].tolist(), near.target[6:24].tolist(), strict=True):
        assert target != source
        assert target not in GRAPH.of(source)
    # No pair is both, so every complement is an example of no substitute, and the other way round.
    assert (near.weight[near.label == 0] == 0.5).sum() == 5
    assert (added.weight[added.label == 0] == 0.5).sum() == 6


@pytest.mark.parametrize("regular", [True, False])
def test_paths_are_drawn_as_often_as_the_squared_adjacency_matrix_says(regular: bool) -> None:
    """Edges, then a way on but not back, uniformly: A (D - I)^-1 A off its diagonal, A^2 if all degrees are equal."""
    ring = [[i, (i + step) % 10] for i in range(10) for step in (1, 2)]
    pairs = np.sort(np.array(ring if regular else [*ring[:9], [0, 5], [0, 7], [3, 9]]), axis=1)
    graph = Graph.from_pairs(np.unique(pairs, axis=0), 10)
    batches = Batches(graph, directed(np.empty(0, np.int64), np.empty(0, np.int64), 10), PMSCSettings())
    rng, counts = np.random.default_rng(5), np.zeros((10, 10))
    source = np.repeat(np.arange(10), graph.degree)
    for _ in range(2000):
        end = batches.second_hops(source, graph.neighbours, SUBSTITUTES, rng)
        found = end != NOWHERE
        np.add.at(counts, (source[found], end[found]), 1)
    edges = adjacency(graph).toarray()
    ways = edges @ np.diag(1 / np.maximum(graph.degree - 1, 1)) @ edges  # not back: one way less
    np.fill_diagonal(ways, 0)
    if regular:
        square = edges @ edges
        np.fill_diagonal(square, 0)
        np.testing.assert_allclose(ways / ways.sum(), square / square.sum())
    expected = 2000 * ways
    np.testing.assert_array_less(np.abs(counts - expected), 5 * np.sqrt(expected) + 1e-9)


def test_both_regimes_and_a_graph_without_complements(shop: Dataset) -> None:
    material = Material.of(shop)
    everything, triples = (
        PMSCTrainer(material, PMSCSettings.checked(SMALL.model_dump() | {"supervision": name}))
        for name in ("graph", "triples")
    )
    assert everything.switched_off == triples.switched_off != []
    pairs = {tuple(sorted(pair)) for pair in zip(material.query.tolist(), material.chosen.tolist(), strict=True)}
    assert {tuple(pair) for pair in triples.batches.substitutes.pairs().tolist()} == pairs
    assert everything.batches.substitutes.edges == material.graph.edges >= len(pairs)
    assert sum(pmsc_memory(material, SMALL).values()) > 0


def test_resuming_gives_the_same_bits(shop: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train(shop, out=tmp_path / "whole", model="pmsc", settings=SMALL)
    epoch = PMSCTrainer.epoch

    def breaking(self: PMSCTrainer, stage: str, number: int, **named: Any) -> Any:
        if number == 3:
            raise KeyboardInterrupt
        return epoch(self, stage, number, **named)

    monkeypatch.setattr(PMSCTrainer, "epoch", breaking)
    with pytest.raises(KeyboardInterrupt):
        train(shop, out=tmp_path / "broken", model="pmsc", settings=SMALL)
    monkeypatch.undo()
    broken = train(shop, out=tmp_path / "broken", model="pmsc", settings=SMALL, resume=True)
    one, other = ((made.folder / "weights.safetensors").read_bytes() for made in (whole, broken))
    assert one == other
    loaded = whole.model
    assert isinstance(loaded, PMSC)
    trained = PMSC.from_arrays(SMALL, loaded.arrays())
    context = Context.of_strangers(np.arange(3))
    np.testing.assert_array_equal(loaded.score_all(context), trained.score_all(context))


def test_complements_take_from_the_score() -> None:
    settings = PMSCSettings(complement_share=0.5, dimension=4)
    rng = np.random.default_rng(0)
    arrays = {
        "general": rng.standard_normal((5, 4), np.float32), "weight": rng.standard_normal((3, 4, 4), np.float32),
        "bias": rng.standard_normal((3, 4), np.float32), "offset": np.array([0.5, 0.2], np.float32),
    }  # fmt: skip
    model = PMSC.from_arrays(settings, arrays)
    e = [np.tanh(arrays["general"] @ arrays["weight"][side].T + arrays["bias"][side]) for side in range(3)]
    expected = e[0] @ e[0].T + 0.5 - 0.5 * (e[1] @ e[2].T + 0.2)
    found = model.score_all(Context.of_strangers(np.arange(5)))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_there_is_one_preset() -> None:
    assert PMSCSettings.of_preset("default", seed=None, dimension=8).dimension == 8
    with pytest.raises(InputError, match="unknown preset 'paper'"):
        PMSCSettings.of_preset("paper")
