"""The residual network forwards and backwards: what the literal network and autograd give."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from instead.models.a2cf.residual import Pass, Residual, backward, forward
from plain_a2cf import Network, tanh_between
from tests.small_model import Floats, assert_close, random_net

DEPTHS = [1, 2, 3, 4, 5]
SCALE = 5.0


def case(depth: int, d: int = 6, batch: int = 20) -> tuple[Residual, Floats, Floats, Network]:
    """A network, inputs (B, 2d), dL/dx^ (B), and the literal network."""
    rng = np.random.default_rng(depth)
    net = random_net(rng, d, depth)
    literal = Network(d, depth, SCALE)
    literal.take(net)
    h = rng.standard_normal((batch, 2 * d)).astype(np.float32)
    return net, h, rng.standard_normal(batch).astype(np.float32), literal.double()


@pytest.mark.parametrize("depth", DEPTHS)
def test_values_and_gradients_are_those_of_autograd(depth: int) -> None:
    net, h, d_value, literal = case(depth)
    done = forward(net, h, SCALE)
    start = torch.from_numpy(h).double().requires_grad_()
    value = literal(*torch.tensor_split(start, 2, dim=1))
    assert_close(done.value, value)
    torch.autograd.backward((value * torch.from_numpy(d_value)).sum())
    d_h, d_net = backward(net, done, d_value, SCALE)
    assert_close(d_h, start.grad)
    for layer in range(depth):
        linear = literal.layers[layer]
        assert isinstance(linear, torch.nn.Linear)
        assert_close(d_net.weight[layer], linear.weight.grad)
        assert_close(d_net.bias[layer], linear.bias.grad)
    assert literal.out.weight.grad is not None
    assert_close(d_net.out, literal.out.weight.grad[0])
    assert_close(d_net.offset, literal.out.bias.grad)


@pytest.mark.parametrize("depth", DEPTHS)
def test_gradients_under_dropout(depth: int) -> None:
    """With the mask that struck, taken from the slopes it left: 0, or 1 / (1 - 0.4) for a survivor."""
    net, h, d_value, literal = case(depth)
    done = forward(net, h, SCALE, 0.4, np.random.default_rng(7))
    start = torch.from_numpy(h).double().requires_grad_()
    hidden = start
    for linear, slope in zip(literal.layers, done.slope, strict=True):
        active = torch.relu(linear(hidden))
        struck = torch.from_numpy((slope == 0) & (active.detach().numpy() > 0))
        hidden = hidden + active.masked_fill(struck, 0.0) / 0.6
    value = tanh_between(literal.out(hidden).squeeze(1), SCALE)
    assert_close(done.value, value)
    torch.autograd.backward((value * torch.from_numpy(d_value)).sum())
    d_h, d_net = backward(net, done, d_value, SCALE)
    assert_close(d_h, start.grad)
    gradients = [p.grad for p in literal.layers.parameters()]
    for layer in range(depth):
        assert_close(d_net.weight[layer], gradients[2 * layer])
        assert_close(d_net.bias[layer], gradients[2 * layer + 1])


def test_dropout_strikes_as_often_as_asked_and_leaves_the_mean() -> None:
    rng = np.random.default_rng(0)
    net = random_net(rng, 20, 1)
    net.bias[:] = 5  # every unit is active
    h = 0.1 * rng.standard_normal((2000, 40)).astype(np.float32)
    slope = forward(net, h, SCALE, 0.4, rng).slope[0]
    assert (slope == 0).mean() == pytest.approx(0.4, abs=0.01)
    assert slope.mean() == pytest.approx(1.0, abs=0.02)
    assert set(np.unique(slope)) == {np.float32(0), np.float32(1) / np.float32(0.6)}


def test_without_a_generator_or_a_rate_nothing_is_dropped() -> None:
    net, h, _, _ = case(3)

    def values(done: Pass) -> Floats:
        return done.value

    plain = values(forward(net, h, SCALE))
    np.testing.assert_array_equal(values(forward(net, h, SCALE, 0.4, None)), plain)
    np.testing.assert_array_equal(values(forward(net, h, SCALE, 0.0, np.random.default_rng(0))), plain)


@pytest.mark.parametrize("r", [-40.0, -1.0, 0.0, 0.3, 40.0])
def test_tanh_between_is_both_lines_of_the_paper(r: float) -> None:
    """(N - 1) / 2 tanh(r) + (N + 1) / 2 = (N exp(2r) + 1) / (exp(2r) + 1), Eq. 7."""
    second = (SCALE * np.exp(2 * r) + 1) / (np.exp(2 * r) + 1)
    assert float(tanh_between(torch.tensor(r, dtype=torch.float64), SCALE)) == pytest.approx(second, rel=1e-12)
