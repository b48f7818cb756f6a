"""Training of linear models on hashed features: softmax (multinomial logistic) regression with AdaGrad."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import mix


@njit(cache=True)
def softmax_epoch(  # type: ignore[no-untyped-def]
    order, rows, bounds, label, weight, weights, squares, rate, decay, hide, shown, salt
):
    """One epoch of stochastic gradient steps over the examples in `order`; the weighted loss they had.

    rows (features of all examples,) are rows of weights (R, C), rows[bounds[i]:bounds[i + 1]] those of example i;
    label, weight (examples,); squares (R, C) AdaGrad's sums; `decay` the L2 penalty of the rows an example uses.
    A share `hide` of the features is left out at random (feature dropout), never the last `shown` of an example;
    `salt` changes which.
    """
    limit = np.uint64(hide * 2.0**32)
    seen = np.empty(4096, np.int64)
    classes = weights.shape[1]
    score = np.empty(classes)
    loss = 0.0
    for i in order:
        score[:] = 0
        count = 0
        for k in range(bounds[i], bounds[i + 1]):
            if k < bounds[i + 1] - shown and (mix(np.uint64(k), salt) >> np.uint64(32)) < limit:
                continue
            seen[count] = rows[k]
            count += 1
        for j in range(count):
            for c in range(classes):
                score[c] += weights[seen[j], c]
        top = score.max()
        total = 0.0
        for c in range(classes):
            score[c] = np.exp(score[c] - top)
            total += score[c]
        loss -= np.log(score[label[i]] / total + 1e-12) * weight[i]
        for c in range(classes):
            g = -score[c] / total
            if c == label[i]:
                g += 1.0
            g *= weight[i]
            if abs(g) < 1e-4:
                continue
            for j in range(count):
                row = seen[j]
                step = g - decay * weights[row, c]
                squares[row, c] += step * step
                weights[row, c] += rate * step / np.sqrt(squares[row, c] + 1e-3)
    return loss
