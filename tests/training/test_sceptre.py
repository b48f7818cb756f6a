"""Sceptre: its gradient, what it finds in a planted shop, and that an interruption changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.lab.compared.sceptre import Sceptre
from instead.lab.compared.sceptre_settings import SceptreSettings
from instead.lab.compared.sceptre_trainer import Drawn, SceptreTrainer
from instead.lab.compared.topic_loops import spread
from instead.lab.compared.topic_tree import TopicTree
from instead.models.context import Context
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.compared import CHANCE, after, average_precision, hit_rate, interrupted_and_resumed
from tests.shelves import Shelves, shelves, shuffled

Doubles = NDArray[np.float64]

SETTINGS = SceptreSettings(topics=20, root_topics=4, node_topics=3, node_items=40, batch=512, cells=512)
SMALL = SceptreSettings(topics=4, topic_epochs=2, epochs=2, rounds=3, patience=3, batch=16, cells=16)


@pytest.fixture(scope="module")
def shop() -> Shelves:
    return shelves()


def plain_loss(trainer: SceptreTrainer, drawn: list[Drawn], cells: Any, values: dict[str, Doubles]) -> float:
    """Eq. S6 written down as it stands, in double precision over a table of all topics."""
    tree, mu = trainer.tree, trainer.settings.text_weight
    places = tree.places()[tree.path]
    wide = spread(values["theta_logits"], tree.path, tree.bases, tree.root, tree.each, tree.topics)
    allowed = spread(np.ones(places.shape), tree.path, tree.bases, tree.root, tree.each, tree.topics)
    theta = np.exp(wide) * allowed
    theta /= theta.sum(axis=1, keepdims=True)
    phi = np.exp(values["phi_logits"])
    phi /= phi.sum(axis=0)
    total = 0.0
    for which, pairs in enumerate(drawn):
        i, j = theta[pairs.left], theta[pairs.right]
        rel = 1 / (1 + np.exp(-(values["intercept"][which] + (i * j) @ values["beta"][which])))
        total -= np.where(pairs.label > 0, np.log(rel), np.log(1 - rel)).mean()
        ahead = 1 / (1 + np.exp(-(j - i) @ values["eta"][which]))
        back = 1 / (1 + np.exp(-(i - j) @ values["eta"][which]))
        total -= (pairs.one_way * (np.log(ahead) + np.log(1 - back))).mean()
    chance = (theta[trainer.item[cells]] * phi[trainer.word[cells]]).sum(axis=1)
    return float(total - mu * np.log(chance).mean())


@pytest.mark.parametrize("categories", [False, True])
def test_the_gradient_agrees_with_finite_differences(categories: bool) -> None:
    shop = shelves(5, 12, categories=categories)
    settings = SETTINGS.model_copy(update={"text_weight": 0.5, "node_items": 10, "topics": 6, "batch": 200})
    trainer = SceptreTrainer(shop.material, settings)
    rng = np.random.default_rng(0)
    for name in ("theta_logits", "beta", "eta", "intercept"):
        values = getattr(trainer, name)
        values[:] = rng.standard_normal(values.shape)
    drawn, cells = next(trainer._batches(rng, 0))
    loss, gradients = trainer.joint_gradients(drawn, cells)
    at = {name: getattr(trainer, name).astype(np.float64) for name in trainer._steps}
    assert loss == pytest.approx(plain_loss(trainer, drawn, cells, at), rel=1e-5)
    for name, found in gradients.items():
        whole = np.zeros(at[name].shape)
        if isinstance(found, tuple):
            whole[found[0]] = found[1]
        else:
            whole[:] = found
        for place in rng.permutation(whole.size)[:25]:
            ends = []
            for step in (-1e-5, 1e-5):
                moved = at | {name: at[name].copy()}
                moved[name].flat[place] += step
                ends.append(plain_loss(trainer, drawn, cells, moved))
            assert whole.flat[place] == pytest.approx((ends[1] - ends[0]) / 2e-5, rel=2e-3, abs=2e-6), name


def test_expectation_and_maximisation_never_lose(shop: Shelves) -> None:
    trainer = SceptreTrainer(shop.material, SETTINGS.model_copy(update={"smoothing": 1e-3}))
    losses = [trainer.maximise() for _ in range(8)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0] - 0.3


@pytest.mark.parametrize("supervision", ["graph", "triples"])
def test_it_finds_the_shelves(shop: Shelves, supervision: str) -> None:
    trainer = SceptreTrainer(shop.material, SETTINGS.model_copy(update={"supervision": supervision}))
    model = after(trainer, 3)
    assert hit_rate(model, shop.cases) > 3 * CHANCE
    assert average_precision(model, shop) > 0.5


def test_shuffled_links_and_reviews_are_chance(shop: Shelves) -> None:
    model = after(SceptreTrainer(shuffled(shop, reviews=False), SETTINGS), 3)
    assert abs(hit_rate(model, shop.cases) - CHANCE) < 0.06


def test_reviews_alone_rank(shop: Shelves) -> None:
    """Links that tell nothing are not enough to bring it to chance: it starts from the topics of reviews, and items of
    the same topics count as related from the start."""
    before = after(SceptreTrainer(shuffled(shop), SETTINGS.model_copy(update={"epochs": 1})), 1)
    model = after(SceptreTrainer(shuffled(shop), SETTINGS), 3)
    assert hit_rate(before, shop.cases) > hit_rate(model, shop.cases) > 3 * CHANCE


def test_categories_own_topics() -> None:
    shop = shelves(10, 40, categories=True)
    trainer = SceptreTrainer(shop.material, SETTINGS)
    assert trainer.tree.nodes == 1 + 2 + 10
    assert trainer.switched_off == []
    model = after(trainer, 2)
    assert hit_rate(model, shop.cases) > 3 * CHANCE
    np.testing.assert_allclose(model.theta.sum(axis=1), 1.0, atol=1e-5)
    # items of two aisles share nothing but the root's topics
    far = model.related(np.array([0, 0]), np.array([1, 399]))
    shared = model.theta[0, :4] * model.theta[399, :4] @ model.beta[:4] + model.intercept[0]
    assert far[1] == pytest.approx(float(shared), abs=1e-5)
    assert far[0] > far[1]


def test_what_is_missing_is_said() -> None:
    bare = shelves(4, 10, complements=False)
    bare.material.links = bare.material.links.clear()
    trainer = SceptreTrainer(bare.material, SETTINGS)
    said = " ".join(trainer.switched_off)
    assert "complements" in said
    assert "direction" in said
    assert "categories: there are none" in said
    assert len(trainer.links) == 1
    few = SceptreTrainer(shelves(4, 10, categories=True).material, SETTINGS)
    assert "40 or more" in " ".join(few.switched_off)


def test_an_item_of_which_nothing_is_known_is_like_its_shelf() -> None:
    shop = shelves(5, 12, categories=True)
    m = shop.material
    counts = m.mention_counts.tolil()
    counts[3] = 0
    m.mention_counts = counts.tocsr()
    m.graph = m.graph.without(np.array([[min(3, j), max(3, j)] for j in m.graph.of(3).tolist()]))
    m.links = m.links.filter((m.links["source"] != 3) & (m.links["target"] != 3))
    trainer = SceptreTrainer(m, SETTINGS.model_copy(update={"node_items": 10}))
    model = after(trainer, 1)
    others = [i for i in range(12) if i != 3]
    typical = np.exp(trainer.theta_logits[others].mean(axis=0))
    np.testing.assert_allclose(model.theta[3], typical / typical.sum(), rtol=1e-4)


def test_the_direction_of_links_can_be_learned_and_asked() -> None:
    """All links lead from low to high numbers; with delta the score knows."""
    shop = shelves(4, 30, complements=False)
    m = shop.material
    pairs = m.graph.pairs()
    m.links = m.links.clear().vstack(type(m.links)({"source": pairs[:, 0], "target": pairs[:, 1],
                                     "relation": ["also_viewed"] * len(pairs)}))  # fmt: skip
    model = after(SceptreTrainer(m, SETTINGS.model_copy(update={"delta": 1.0, "topics": 8, "batch": 32})), 4)
    forth = model.score(Context.of_strangers(pairs[:, 0]), pairs[:, 1:])
    back = model.score(Context.of_strangers(pairs[:, 1]), pairs[:, :1])
    assert (forth > back).mean() > 0.8


def test_a_stored_model_is_the_same(shop: Shelves) -> None:
    model = after(SceptreTrainer(shelves(5, 12, categories=True).material, SETTINGS), 1)
    again = Sceptre.from_arrays(model.settings, model.arrays())
    context, candidates = Context.of_strangers(np.arange(3)), np.arange(24).reshape(3, 8)
    np.testing.assert_array_equal(model.score(context, candidates), again.score(context, candidates))
    gains = again.gains(context, np.arange(3) + 5)
    np.testing.assert_allclose(gains.sum(axis=1), 1.0, rtol=1e-5)


def test_tree_of_nothing() -> None:
    assert TopicTree.of([["all"], ["all"]], 3, 2, 1) is None
    assert TopicTree.of([[], []], 3, 2, 1) is None


def test_a_failure_and_resume_give_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.talking_shop import talking_shop

    data: Dataset = talking_shop(tmp_path / "shop")
    interrupted_and_resumed(data, "sceptre", SMALL, SceptreTrainer, tmp_path, monkeypatch)
    made = train(
        data, out=tmp_path / "t", model="sceptre", settings=SMALL.model_copy(update={"supervision": "triples"})
    )
    assert made.manifest["model"] == "sceptre"
    assert made.model.items == data.items.height
