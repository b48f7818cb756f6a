"""Gradients by hand are those of autograd through the literal losses, and those of finite differences."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from instead.engine import threads
from instead.models.a2cf.trainer import A2CFTrainer, Gradients
from instead.settings import A2CFSettings
from plain_a2cf import PlainA2CF
from tests.small_model import SWITCHES, assert_close, literal, literal_scores, random_trainer, smoothnesses

D = 4
Ints = NDArray[np.int64]


def batch_of(trainer: A2CFTrainer, negatives: int = 3, seed: int = 0) -> tuple[Ints, Ints, Ints]:
    """All triples with random negatives, the query and the chosen item among them now and then."""
    m, rng = trainer.material, np.random.default_rng(seed)
    drawn = rng.integers(m.items, size=(len(m.user), negatives))
    return m.user, m.query, np.concatenate([m.chosen[:, None], drawn], axis=1)


def dense(gradients: Gradients, name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """A gradient as an array of its parameter's shape; rows that were hit several times are added."""
    found, whole = gradients.get(name), np.zeros(shape, np.float32)
    if isinstance(found, tuple):
        np.add.at(whole, found[0], found[1].reshape(len(found[0]), *shape[1:]))
    elif found is not None:
        whole += found
    return whole


def check_ranking(trainer: A2CFTrainer) -> None:
    batch = batch_of(trainer)
    loss, gradients = trainer.ranking_gradients(*batch)
    filled = literal(trainer.model())
    plain_loss = filled[0].bpr_s(literal_scores(filled, *batch))
    torch.autograd.backward(plain_loss)
    assert loss == pytest.approx(float(plain_loss.detach()), rel=1e-6)
    for name, expected in filled[0].gradients().items():
        assert_close(dense(gradients, name, expected.shape), expected)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("beta", "epsilon"), list(product(smoothnesses(D), repeat=2)))
def test_ranking_for_every_depth_and_smoothness(depth: int, beta: float, epsilon: float) -> None:
    check_ranking(random_trainer(depth, A2CFSettings(dimension=D, depth=depth, beta=beta, epsilon=epsilon)))


@pytest.mark.parametrize("gamma", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_ranking_for_every_switch(switches: dict[str, bool], gamma: float) -> None:
    check_ranking(random_trainer(2, A2CFSettings.checked({"dimension": D, "gamma": gamma, **switches})))


@pytest.mark.parametrize(("attributes", "dimension"), [(2, 1), (3, 2), (5, 3), (18, 6)])
def test_ranking_for_awkward_sizes(attributes: int, dimension: int) -> None:
    check_ranking(random_trainer(3, A2CFSettings(dimension=dimension), attributes=attributes, triples=71))


def test_a_single_attribute_can_win_nothing() -> None:
    """Its weight is 1 for every item: scores move together, and the gradient is 0 but for rounding."""
    trainer = random_trainer(3, A2CFSettings(dimension=1), attributes=1)
    loss, gradients = trainer.ranking_gradients(*batch_of(trainer))
    assert loss > 0.1
    np.testing.assert_allclose(dense(gradients, "attributes", (1, 1)), 0, atol=1e-7)


def test_what_an_ablation_removes_gets_no_gradient() -> None:
    trainer = random_trainer(1, A2CFSettings(dimension=D, item_attributes=False, user_attributes=False))
    _, gradients = trainer.ranking_gradients(*batch_of(trainer))
    assert "attributes" not in gradients
    for name in ("substitution", "personalisation"):
        gradient = gradients[name]
        assert not isinstance(gradient, tuple)
        assert not gradient[D:].any()
        assert gradient[:D].all()


def test_very_wrong_and_very_right_scores_do_not_overflow() -> None:
    """log(1 + exp(x)) of x = +-1000: the loss is x or 0, and gradients are finite."""
    trainer = random_trainer(1, A2CFSettings(dimension=D, item_bias=True))
    user, query = np.array([0]), np.array([2])
    for better, expected in ((3, 0.0), (4, 1000.0)):
        trainer.ranking.bias[:] = 0
        trainer.ranking.bias[better] = 1000
        loss, gradients = trainer.ranking_gradients(user, query, np.array([[3, 4]]))
        assert loss == pytest.approx(expected, rel=0.01, abs=1e-6)
        assert all(np.isfinite(dense(gradients, name, a.shape)).all() for name, a in trainer.ranking.arrays().items())


def test_any_number_of_processors_gives_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[float, Gradients]] = []
    for processors in (1, 2, 3, 7):
        monkeypatch.setattr(threads, "processors", lambda number=processors: number)
        trainer = random_trainer(1, A2CFSettings(dimension=D), triples=230)
        made.append(trainer.ranking_gradients(*batch_of(trainer)))
    for loss, gradients in made[1:]:
        assert loss == made[0][0]
        for name, array in trainer.ranking.arrays().items():
            one, other = dense(gradients, name, array.shape), dense(made[0][1], name, array.shape)
            np.testing.assert_array_equal(one, other)


# --- attributes ------------------------------------------------------------------------------------------------------


def plain_now(trainer: A2CFTrainer) -> PlainA2CF:
    """The literal model of a trainer's present weights."""
    plain = PlainA2CF(trainer.settings, *(len(trainer.ranking.arrays()[n]) for n in ("users", "items", "attributes")))
    plain.take_tables(trainer.ranking)
    plain.user_net.take(trainer.user_net)
    plain.item_net.take(trainer.item_net)
    return plain.double()


@pytest.mark.parametrize("output_bias", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_attributes(depth: int, output_bias: bool) -> None:
    settings = A2CFSettings(dimension=D, depth=depth, dropout=0.0, output_bias=output_bias)
    trainer = random_trainer(depth, settings)
    everything = np.random.default_rng(0).permutation(len(trainer.cells.value))
    loss, gradients = trainer.attribute_gradients(everything, np.random.default_rng(0))
    plain = plain_now(trainer)
    plain_loss = plain.attribute_loss(trainer.material.care, trainer.material.quality)
    torch.autograd.backward(plain_loss)
    assert loss == pytest.approx(float(plain_loss.detach()), rel=1e-6)
    for name in ("users", "items", "attributes"):
        expected = plain.gradients()[name]
        assert_close(dense(gradients, name, expected.shape), expected)
    for side, net in (("user_net", plain.user_net), ("item_net", plain.item_net)):
        layers = list(net.layers.parameters())
        assert_close(dense(gradients, f"{side}.weight", (depth, 2 * D, 2 * D)), _stacked(layers[::2]))
        assert_close(dense(gradients, f"{side}.bias", (depth, 2 * D)), _stacked(layers[1::2]))
        assert net.out.weight.grad is not None
        assert_close(dense(gradients, f"{side}.out", (2 * D,)), net.out.weight.grad[0])
        assert (f"{side}.offset" in gradients) is output_bias
        if output_bias:
            assert_close(dense(gradients, f"{side}.offset", (1,)), net.out.bias.grad)


def _stacked(parameters: list[Any]) -> torch.Tensor:
    return torch.stack([parameter.grad for parameter in parameters])


def test_a_batch_of_one_matrix_alone_leaves_the_other_in_peace() -> None:
    trainer = random_trainer(1, A2CFSettings(dimension=D, dropout=0.0))
    of_users = trainer.cells.of_users
    for cells, other in ((np.arange(of_users), "item"), (np.arange(of_users, len(trainer.cells.value)), "user")):
        _, gradients = trainer.attribute_gradients(cells, np.random.default_rng(0))
        assert not [name for name in gradients if name.startswith(other)]


# --- one case by finite differences, without torch -------------------------------------------------------------------


def literal_loss(arrays: dict[str, NDArray[np.float64]], x: Any, y: Any, batch: Any, settings: A2CFSettings) -> float:
    """Equations 12 to 19 once more, with loops: L_BPR-S of a batch, given X~ and Y~."""

    def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
        e: NDArray[np.float64] = np.exp(logits - logits.max())
        shares: NDArray[np.float64] = e / e.sum()
        return shares

    def f(u: int, q: int, j: int) -> float:
        items, attributes = arrays["items"], arrays["attributes"]
        phi, weights = softmax(y[q] * y[j] / settings.beta), softmax(x[u] * y[j] / settings.epsilon)
        f_s = arrays["substitution"] @ np.concatenate([items[q] * items[j], phi @ attributes])
        f_p = arrays["personalisation"] @ np.concatenate([arrays["users"][u] * items[j], weights @ attributes])
        return float(settings.gamma * f_s + (1 - settings.gamma) * f_p + arrays["bias"][j])

    losses = [
        np.log1p(np.exp(f(u, q, other) - f(u, q, chosen)))
        for u, q, (chosen, *others) in zip(*(part.tolist() for part in batch), strict=True)
        for other in others
    ]
    return float(np.mean(losses))


def test_ranking_by_finite_differences() -> None:
    settings = A2CFSettings(dimension=2, beta=2.0, epsilon=3.0, item_bias=True)
    trainer = random_trainer(9, settings, users=2, items=4, attributes=3, triples=5)
    batch = batch_of(trainer, negatives=2)
    model = trainer.model()
    x, y = model.care.all().astype(np.float64), model.filled_quality.astype(np.float64)
    loss, gradients = trainer.ranking_gradients(*batch)
    arrays = {name: array.astype(np.float64) for name, array in trainer.ranking.arrays().items()}
    assert loss == pytest.approx(literal_loss(arrays, x, y, batch, settings), rel=1e-6)
    step = 1e-5
    for name, array in arrays.items():
        differences = np.empty_like(array)
        for place in np.ndindex(array.shape):
            value, sides = array[place], []
            for moved in (value + step, value - step):
                array[place] = moved
                sides.append(literal_loss(arrays, x, y, batch, settings))
            array[place] = value
            differences[place] = (sides[0] - sides[1]) / (2 * step)
        assert_close(dense(gradients, name, array.shape), differences)
