"""The network over pairs of items: logits and gradients of the compiled loops and of NumPy."""

from __future__ import annotations

import numpy as np

from instead.lab.compared.connector_loops import (
    class_logits,
    class_logits_plainly,
    connector_gradients_plainly,
    last_layer_gradient,
    side_gradient,
)
from instead.lab.compared.row_groups import grouped


def test_the_connector() -> None:
    rng = np.random.default_rng(3)
    of_left, of_right = rng.standard_normal((2, 15, 7)).astype(np.float32)
    layer, bias = rng.standard_normal((3, 7)).astype(np.float32), rng.standard_normal(3).astype(np.float32)
    left, right = rng.integers(15, size=(2, 33))
    logits = np.empty((33, 3), np.float32)
    class_logits(of_left, of_right, layer, bias, left, right, logits)
    plain = class_logits_plainly(of_left, of_right, layer, bias, left, right)
    np.testing.assert_allclose(logits, plain, rtol=1e-4, atol=1e-5)
    g = rng.standard_normal((33, 3)).astype(np.float32)
    d_left, d_right, d_layer = (
        np.zeros((15, 7), np.float32), np.zeros((15, 7), np.float32), np.zeros((4, 3, 7), np.float32)
    )  # fmt: skip
    side_gradient(0, 15, *grouped(left, 15), of_left, of_right, right, layer, g, d_left)
    side_gradient(0, 15, *grouped(right, 15), of_right, of_left, left, layer, g, d_right)
    last_layer_gradient(0, 33, 9, of_left, of_right, left, right, g, d_layer)
    expected = connector_gradients_plainly(of_left, of_right, layer, left, right, g)
    for found, wanted in zip((d_left, d_right, d_layer.sum(axis=0)), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
