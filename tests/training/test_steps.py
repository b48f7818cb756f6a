"""Whole steps of both stages: what PyTorch's dense Adam makes of the literal losses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from instead.models.a2cf.residual import Residual
from instead.models.a2cf.trainer import RANKING, A2CFTrainer, _apply
from instead.settings import A2CFSettings
from plain_a2cf import Network, PlainA2CF
from tests.small_model import SWITCHES, assert_close, literal, random_trainer, watched_batches
from tests.training.test_gradients import plain_now

PAPER = {"dimension": 4, "dropout": 0.0, "optimiser": "adam", "ranking_rate": 1e-3, "weight_decay": 0.0, "batch": 1000}
RATE = 1e-3
SMALL = {"users": 4, "items": 5, "attributes": 6, "triples": 40}
"""Forty triples with five negatives each, in one batch: every row is touched at every step."""


def tables_agree(trainer: A2CFTrainer, plain: PlainA2CF) -> None:
    r = trainer.ranking
    assert_close(r.users, plain.user.weight)
    assert_close(r.items, plain.item.weight)
    assert_close(r.attributes, plain.attribute.weight)
    assert_close(r.substitution, plain.w_s)
    assert_close(r.personalisation, plain.w_p)
    if plain.bias is not None:
        assert_close(r.bias, plain.bias)


def networks_agree(ours: Residual, plain: Network) -> None:
    parameters = list(plain.layers.parameters())
    assert_close(ours.weight, torch.stack([*parameters[::2]]))
    assert_close(ours.bias, torch.stack([*parameters[1::2]]))
    assert_close(ours.out, plain.out.weight[0])
    assert_close(ours.offset, plain.out.bias, least=0.1)


@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("steps", [1, 6])
def test_attribute_steps(depth: int, steps: int) -> None:
    """All observed cells in one batch: rows without any have no gradient, in which both kinds of Adam stand still."""
    trainer = random_trainer(depth, A2CFSettings.checked({**PAPER, "depth": depth, "output_bias": True}))
    plain = plain_now(trainer)
    adam = torch.optim.Adam(plain.parameters(), lr=RATE)
    for step in range(steps):
        assert len(list(trainer.epoch("attributes", step, first=False))) == 1
        adam.zero_grad()
        torch.autograd.backward(plain.attribute_loss(trainer.material.care, trainer.material.quality))
        adam.step()
    tables_agree(trainer, plain)
    networks_agree(trainer.user_net, plain.user_net)
    networks_agree(trainer.item_net, plain.item_net)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("steps", [1, 6])
def test_ranking_steps(switches: dict[str, bool], steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = random_trainer(5, A2CFSettings.checked({**PAPER, **switches}), **SMALL)
    filled = literal(trainer.model())
    plain, x_filled, y_filled = filled
    adam = torch.optim.Adam(plain.parameters(), lr=RATE)
    batches = watched_batches(trainer, monkeypatch)
    for step in range(steps):
        assert len(list(trainer.epoch(RANKING, step, first=False))) == 1
        u, q, j = (torch.from_numpy(part) for part in batches[-1])
        assert set(u.tolist()) == set(range(SMALL["users"]))
        assert set(j.ravel().tolist()) == set(range(SMALL["items"]))
        adam.zero_grad()
        torch.autograd.backward(plain.bpr_s(plain.f(u, q, j, x_filled[u], y_filled[q], y_filled[j])))
        adam.step()
    assert steps == 1 or not np.array_equal(batches[0][2], batches[1][2])  # fresh negatives
    tables_agree(trainer, plain)


def test_ranking_steps_leave_the_filling_alone() -> None:
    """X~ and Y~ stand while the ranking is learned, and are made anew from what the ranking moved."""
    trainer = random_trainer(5, A2CFSettings.checked(PAPER), **SMALL)
    list(trainer.epoch(RANKING, 0, first=True))
    x, y = trainer.model().care.all(), trainer.model().filled_quality
    list(trainer.epoch(RANKING, 1, first=False))
    np.testing.assert_array_equal(trainer.model().care.all(), x)
    np.testing.assert_array_equal(trainer.model().filled_quality, y)
    list(trainer.epoch(RANKING, 2, first=True))
    assert not np.allclose(trainer.model().care.all(), x, atol=1e-5)
    assert not np.allclose(trainer.model().filled_quality, y, atol=1e-5)


def test_weight_decay_is_that_of_dense_adam() -> None:
    """On embeddings, as L2; the projections have none."""
    trainer = random_trainer(5, A2CFSettings.checked({**PAPER, "weight_decay": 0.1}), **SMALL)
    filled = literal(trainer.model())
    plain, x_filled, y_filled = filled
    embeddings = [plain.user.weight, plain.item.weight, plain.attribute.weight]
    groups: list[dict[str, Any]] = [{"params": embeddings, "weight_decay": 0.1}, {"params": [plain.w_s, plain.w_p]}]
    adam = torch.optim.Adam(groups, lr=RATE)
    m = trainer.material
    items = np.concatenate([m.chosen[:, None], (m.chosen[:, None] + [1, 2]) % m.items], axis=1)
    _, gradients = trainer.ranking_gradients(m.user, m.query, items)
    _apply(trainer._ranking_steps, gradients)
    u, q, j = (torch.from_numpy(part) for part in (m.user, m.query, items))
    torch.autograd.backward(plain.bpr_s(plain.f(u, q, j, x_filled[u], y_filled[q], y_filled[j])))
    adam.step()
    tables_agree(trainer, plain)
