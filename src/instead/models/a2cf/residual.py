"""The residual network H_l of A2CF (Eq. 4) with its output, and its gradient by hand.

    h_0  = [u_i; a_n]                                   (B, 2d)    Eq. 5
    h_l' = h_l'-1 + ReLU(W_l' h_l'-1 + b_l')            (B, 2d)    Eq. 4
    x^   = tanh_[1,N](w . h_l)                          (B)        Eq. 6-8, 10

Widths are 2d throughout: a residual connection cannot change them (decision C1). Each layer has weights of its own,
and so has each of H^UA and H^IA (C2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(slots=True)
class Residual:
    """Weights of one network. `offset` is the output's bias: 0 unless asked for, the paper has none (C4)."""

    weight: Floats  # (l, 2d, 2d)
    bias: Floats  # (l, 2d)
    out: Floats  # (2d,)
    offset: Floats  # (1,)

    @property
    def depth(self) -> int:
        return len(self.weight)

    @classmethod
    def drawn(cls, rng: np.random.Generator, dimension: int, depth: int) -> Residual:
        """Glorot's uniform weights; biases 0."""
        width = 2 * dimension
        bound = np.sqrt(6.0 / (2 * width))
        weight = rng.uniform(-bound, bound, (depth, width, width)).astype(np.float32)
        out = rng.uniform(-1.0, 1.0, width) * np.sqrt(6.0 / (width + 1))
        return cls(weight, np.zeros((depth, width), np.float32), out.astype(np.float32), np.zeros(1, np.float32))

    def arrays(self) -> dict[str, Floats]:
        """Parameters by name; the arrays themselves, not copies."""
        return {"weight": self.weight, "bias": self.bias, "out": self.out, "offset": self.offset}

    def copy(self) -> Residual:
        """A deep copy of the weights."""
        return Residual(**{name: array.copy() for name, array in self.arrays().items()})


@dataclass(slots=True)
class Pass:
    """Activations of a forward pass, for back-propagation."""

    hidden: list[Floats]  # h_0 .. h_l, each (B, 2d)
    slope: list[Floats]  # per layer (B, 2d): 0 where ReLU is flat or dropout struck, else 1 / (1 - dropout)
    tanh: Floats  # (B,)
    value: Floats  # (B,) x^


def forward(
    net: Residual, h: Floats, scale: float, dropout: float = 0.0, rng: np.random.Generator | None = None
) -> Pass:
    """x^ of a batch of h_0 (B, 2d). Inverted dropout is applied after each ReLU (C11)."""
    hidden, slopes = [h], []
    for weight, bias in zip(net.weight, net.bias, strict=True):
        active = h @ weight.T
        active += bias
        slope = (active > 0).astype(np.float32)
        if dropout > 0 and rng is not None:
            slope *= rng.random(active.shape, np.float32) >= dropout
            slope /= np.float32(1.0 - dropout)
        active *= slope
        h = h + active
        hidden.append(h)
        slopes.append(slope)
    tanh = np.tanh(h @ net.out + net.offset)
    return Pass(hidden, slopes, tanh, np.float32((scale + 1) / 2) + np.float32((scale - 1) / 2) * tanh)


def backward(net: Residual, done: Pass, d_value: Floats, scale: float) -> tuple[Floats, Residual]:
    """Gradients with respect to h_0 (B, 2d) and to the weights, given dL/dx^ (B)."""
    d_r = d_value * np.float32((scale - 1) / 2) * (1 - done.tanh**2)  # (B,)
    d_h = np.outer(d_r, net.out)
    d_weight, d_bias = np.empty_like(net.weight), np.empty_like(net.bias)
    for layer in reversed(range(net.depth)):
        d_active = d_h * done.slope[layer]
        d_weight[layer] = d_active.T @ done.hidden[layer]
        d_bias[layer] = d_active.sum(axis=0)
        d_h += d_active @ net.weight[layer]
    d_out = d_r @ done.hidden[-1]
    return d_h, Residual(d_weight, d_bias, d_out.astype(np.float32), d_r.sum(keepdims=True))
