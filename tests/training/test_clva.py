"""CLVA and LVA: gradients against autograd, the divergence in closed form, what they find in a planted shop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from instead.lab.compared.clva import CLVA
from instead.lab.compared.clva_settings import CLVASettings
from instead.lab.compared.clva_trainer import LINKS, CLVATrainer
from instead.lab.compared.tastes import solve_rows
from instead.lab.compared.variational import COMPLEMENT, NONE, SUBSTITUTE, Encoded, encode
from instead.models.context import Context
from instead.models.reference.popularity import Popularity
from instead.training.train import train
from tests.compared import CHANCE, after, average_precision, hit_rate, interrupted_and_resumed
from tests.shelves import Shelves, shelves, shuffled
from tests.talking_shop import talking_shop

SETTINGS = CLVASettings(dimension=8, hidden=32, content_epochs=4, warm_up=4, epochs=4, batch=128, learning_rate=0.005)
LVA = SETTINGS.model_copy(update={"collaborative": False})
SMALL = CLVASettings(dimension=4, hidden=8, content_epochs=2, epochs=2, rounds=3, patience=3, batch=16, items_batch=8)


@pytest.fixture(scope="module")
def shop() -> Shelves:
    return shelves()


@pytest.fixture(scope="module")
def lva(shop: Shelves) -> CLVA:
    model: CLVA = after(CLVATrainer(shop.material, LVA), 3)
    return model


def encoded(mean: NDArray[np.float32], v: NDArray[np.float32]) -> Encoded:
    return Encoded(np.arange(len(mean)), mean, mean, v, np.zeros_like(mean), mean)


def test_the_divergence_is_that_of_torch_and_zero_only_at_the_prior() -> None:
    rng = np.random.default_rng(0)
    mean, v = rng.standard_normal((2, 20, 6)).astype(np.float32)
    prior = torch.distributions.Normal(torch.zeros(20, 6), torch.ones(20, 6))
    ours = torch.distributions.Normal(torch.tensor(mean), torch.tensor(v).mul(0.5).exp())
    expected = torch.distributions.kl_divergence(ours, prior).sum(dim=1)
    np.testing.assert_allclose(encoded(mean, v).divergence(), expected.numpy(), rtol=1e-4)
    nothing = np.zeros((2, 6), np.float32)
    assert encoded(nothing, nothing).divergence().tolist() == [0.0, 0.0]
    assert (encoded(nothing + 0.1, nothing).divergence() > 0).all()
    assert (encoded(nothing, nothing - 0.1).divergence() > 0).all()


def test_the_gradient_agrees_with_autograd() -> None:
    shop = shelves(5, 12)
    trainer = CLVATrainer(shop.material, SETTINGS.model_copy(update={"batch": 40}))
    after(trainer, 1)
    rng = np.random.default_rng(1)
    drawn = next(trainer._batches(LINKS, rng, 7))
    assert set(drawn.label.tolist()) == {NONE, SUBSTITUTE, COMPLEMENT}
    loss, gradients = trainer.gradients(drawn, 0.3, np.random.default_rng(2))
    rows = np.unique(np.concatenate([drawn.left, drawn.right, drawn.items]))
    noise = torch.zeros(shop.material.items, 8, dtype=torch.float64)
    noise[rows] = torch.tensor(np.random.default_rng(2).standard_normal((len(rows), 8), np.float32).astype(float))
    nets = {
        name: torch.tensor(array.astype(float), requires_grad=True) for name, array in trainer.nets.arrays().items()
    }
    expected = plain_loss(trainer, drawn, nets, noise, kl_weight=0.3)
    expected.backward()
    assert loss == pytest.approx(float(expected.detach()), rel=1e-5)
    assert set(gradients) == set(nets)
    for name, tensor in nets.items():
        assert tensor.grad is not None
        wanted = tensor.grad.numpy()
        np.testing.assert_allclose(gradients[name], wanted, rtol=1e-3, atol=1e-5 * np.abs(wanted).max(), err_msg=name)


def plain_loss(trainer: CLVATrainer, drawn: Any, nets: dict[str, Any], noise: Any, kl_weight: float) -> Any:
    """Eq. C8 written down as it stands."""
    s, n = trainer.settings, nets
    counts = torch.tensor(trainer.material.mention_counts.toarray())
    content = torch.log1p(counts)
    content = content / content.norm(dim=1, keepdim=True).clamp_min(1e-12)
    hidden = torch.relu(content @ n["w_1"] + n["b_1"])
    mean, v = hidden @ n["w_m"] + n["b_m"], hidden @ n["w_v"] + n["b_v"]
    z = mean + torch.exp(v / 2) * noise
    pi = torch.log_softmax(torch.relu(z @ n["w_3"] + n["b_3"]) @ n["w_4"] + n["b_4"], dim=1)
    share = counts / counts.sum(dim=1, keepdim=True).clamp_min(1)
    bound = -(share * pi).sum(dim=1) + kl_weight * 0.5 * (v.exp() + mean**2 - 1 - v).sum(dim=1)
    items, left, right = (torch.tensor(index) for index in (drawn.items, drawn.left, drawn.right))
    logits = torch.relu(z[left] @ n["v_a"] + z[right] @ n["v_b"] + n["b"]) @ n["v_2"].T + n["d"]
    chosen = torch.log_softmax(logits, dim=1)[torch.arange(len(left)), torch.tensor(drawn.label)]
    pull = ((mean[items] - torch.tensor(trainer.tastes)[items]) ** 2).sum(dim=1).mean()
    return (
        s.content_weight * bound[items].mean()
        - s.link_weight * (torch.tensor(drawn.weight) * chosen).sum()
        + s.collaborative_weight * s.item_pull * pull
    )


def test_lva_finds_the_shelves(shop: Shelves, lva: CLVA) -> None:
    assert lva.name == "lva"
    assert hit_rate(lva, shop.cases) > 3 * CHANCE
    assert average_precision(lva, shop) > 0.5


@pytest.mark.parametrize("supervision", ["graph", "triples"])
def test_clva_finds_the_shelves(shop: Shelves, supervision: str) -> None:
    trainer = CLVATrainer(shop.material, SETTINGS.model_copy(update={"supervision": supervision}))
    model = after(trainer, 3)
    assert model.name == "clva"
    assert hit_rate(model, shop.cases) > 3 * CHANCE
    assert average_precision(model, shop) > 0.5
    assert trainer.divergence() > 0.1  # the codes say something


def test_most_pairs_have_no_link_and_it_says_so(shop: Shelves, lva: CLVA) -> None:
    """The class that LVA's own code lacks: without it a stranger could not come behind a substitute."""
    pairs = shop.material.graph.pairs()[:500]
    linked = np.exp(lva.log_classes(pairs[:, 0], pairs[:, 1]))
    rng = np.random.default_rng(0)
    strange = np.exp(lva.log_classes(*rng.integers(shop.material.items, size=(2, 500))))
    np.testing.assert_allclose(linked.sum(axis=1), 1.0, rtol=1e-5)
    assert strange[:, NONE].mean() > 0.7
    assert linked[:, NONE].mean() < 0.5
    assert linked[:, SUBSTITUTE].mean() > 5 * strange[:, SUBSTITUTE].mean()


def test_shuffled_links_are_chance(shop: Shelves) -> None:
    """Reviews stay as they are: without links that agree with them they say nothing about who replaces whom.

    Items of a shelf have nearly the same code, so a shuffle is one draw of twenty shelves rather than of 500 cases: its
    standard deviation is 0.05, and the mean of four shuffles is what can be held to chance.
    """
    found = [hit_rate(after(CLVATrainer(shuffled(shop, seed=seed), LVA), 2), shop.cases) for seed in range(4)]
    assert abs(np.mean(found) - CHANCE) < 0.08


def test_shuffled_links_leave_users_to_clva(shop: Shelves) -> None:
    """Its links are chance as those of LVA; with its users it knows what is popular, and no more."""
    links, users = [], []
    for seed in range(4):
        trainer = CLVATrainer(shuffled(shop, seed=seed), SETTINGS)
        users.append(hit_rate(after(trainer, 2), shop.cases))
        trainer.settings = SETTINGS.model_copy(update={"kappa": 0.0})
        links.append(hit_rate(trainer.model(), shop.cases))
    assert abs(np.mean(links) - CHANCE) < 0.08
    assert np.mean(users) < hit_rate(Popularity(shop.material.popularity), shop.cases) + 0.05


def test_tastes_are_the_best_there_are() -> None:
    """Normal equations of Eq. C6: the gradient of every row is 0."""
    rng = np.random.default_rng(0)
    bought = (rng.random((7, 9)) < 0.3).astype(float)
    start, column = np.concatenate([[0], np.cumsum(bought.sum(axis=1))]).astype(np.int64), np.nonzero(bought)[1]
    table, prior = (rng.standard_normal((count, 3)).astype(np.float32) for count in (9, 7))
    for wanted in (None, prior):
        rows = solve_rows(start, column, table, 1.0, 0.05, 0.4, wanted)
        weight = np.where(bought > 0, 1.0, 0.05)
        pull = rows if wanted is None else rows - wanted
        slope = (weight * (rows @ table.T - bought)) @ table + 0.4 * pull
        np.testing.assert_allclose(slope, 0.0, atol=1e-5)


def test_users_matter_where_they_bought_something(shop: Shelves) -> None:
    m = shop.material
    trainer = CLVATrainer(m, SETTINGS)
    model = after(trainer, 1)
    user, query = np.array([0, 1]), np.array([5, 5])
    scores = model.score_all(Context.of_users(user, query))
    assert not np.allclose(scores[0], scores[1])
    model.users[1] = 0
    link = model.log_classes(np.full(m.items, 5), np.arange(m.items))[:, SUBSTITUTE]
    np.testing.assert_allclose(model.score_all(Context.of_users(user, query))[1], link, rtol=1e-5, atol=1e-6)
    liked = model.score_all(Context.of_users(user, query))[0] - link
    assert liked.mean() == pytest.approx(0.0, abs=1e-4)
    assert liked.std() == pytest.approx(SETTINGS.kappa, rel=1e-3)


def test_codes_without_noise_are_means(shop: Shelves) -> None:
    trainer = CLVATrainer(shop.material, LVA)
    made = encode(trainer.nets, trainer.documents, np.arange(4), None)
    np.testing.assert_array_equal(made.z, made.mean)
    noisy = encode(trainer.nets, trainer.documents, np.arange(4), np.random.default_rng(0))
    assert not np.allclose(noisy.z[0] - noisy.mean[0], noisy.z[1] - noisy.mean[1])  # each item has its own


def test_what_is_missing_is_said() -> None:
    trainer = CLVATrainer(shelves(4, 10, complements=False).material, SETTINGS)
    assert "complements" in trainer.switched_off[0]
    bare = shelves(4, 10).material
    bare.mention_counts = bare.mention_counts * 0
    bare.mention_counts.eliminate_zeros()
    silent = CLVATrainer(bare, SETTINGS)
    assert "content" in silent.switched_off[0]
    assert np.isfinite(after(silent, 1).score_all(Context.of_users(np.array([0]), np.array([0])))).all()


def test_presets() -> None:
    assert not CLVASettings.of_preset("lva").collaborative
    assert CLVASettings.of_preset("default", kappa=None) == CLVASettings()


def test_lva_is_trained_stored_and_loaded(tmp_path: Path) -> None:
    data = talking_shop(tmp_path / "shop")
    settings = SMALL.model_copy(update={"preset": "lva", "collaborative": False, "supervision": "triples"})
    made = train(data, out=tmp_path / "m", model="clva", settings=settings)
    everyone, query = np.arange(3), np.zeros(3, np.int64)
    scores = made.model.score_all(Context.of_users(everyone, query))
    assert scores.shape == (3, data.items.height)
    np.testing.assert_array_equal(scores[0], scores[2])  # users play no part
    assert made.model.name == "lva"


def test_a_failure_and_resume_give_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted_and_resumed(talking_shop(tmp_path / "shop"), "clva", SMALL, CLVATrainer, tmp_path, monkeypatch)
