"""Linear-chain labelling: rows of feature weights per word, one matrix of transitions, best path by Viterbi.

Shapes: rows (n, F) index weights (R, L); transitions (L + 1, L), the last row for the start of a sentence.
Twin: `best_path_plain`.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Array = npt.NDArray[Any]


@njit(cache=True)
def node_scores(rows, weights, out):  # type: ignore[no-untyped-def]
    """out (n, L) = sum of the weight rows of each word."""
    labels = weights.shape[1]
    for i in range(rows.shape[0]):
        for label in range(labels):
            out[i, label] = 0
        for f in range(rows.shape[1]):
            row = weights[rows[i, f]]
            for label in range(labels):
                out[i, label] += row[label]


@njit(cache=True)
def best_path(scores, transitions, starts, out):  # type: ignore[no-untyped-def]
    """Labels of the best path of every sentence; scores (n, L), starts (sentences + 1)."""
    labels = scores.shape[1]
    back = np.empty((scores.shape[0], labels), np.int8)
    now = np.empty(labels, np.float32)
    then = np.empty(labels, np.float32)
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        if first == last:
            continue
        for b in range(labels):
            then[b] = transitions[labels, b] + scores[first, b]
        for i in range(first + 1, last):
            for b in range(labels):
                best = then[0] + transitions[0, b]
                arg = 0
                for a in range(1, labels):
                    value = then[a] + transitions[a, b]
                    if value > best:
                        best = value
                        arg = a
                back[i, b] = arg
                now[b] = best + scores[i, b]
            for b in range(labels):
                then[b] = now[b]
        label = 0
        for b in range(1, labels):
            if then[b] > then[label]:
                label = b
        for i in range(last - 1, first - 1, -1):
            out[i] = label
            if i > first:
                label = back[i, label]


def best_path_plain(scores: Array, transitions: Array, starts: Array) -> list[int]:
    """Twin of `best_path`: tries every path, so for very short sentences only."""
    labels = scores.shape[1]
    out: list[int] = []
    for first, last in pairwise(starts.tolist()):
        best = -np.inf
        winner: tuple[int, ...] = ()
        for path in product(range(labels), repeat=last - first):
            total = sum(float(scores[first + k, label]) for k, label in enumerate(path))
            total += sum(float(transitions[a, b]) for a, b in pairwise((labels, *path)))
            if total > best:
                best, winner = total, path
        out += winner
    return out


@njit(cache=True)
def chain_epoch(  # type: ignore[no-untyped-def]
    order, rows, gold, weight_of, starts, weights, squares, transitions, transition_squares, rate, decay
):
    """One pass of AdaGrad on the log-likelihood; `weight_of` (sentences) scales a sentence's gradient."""
    labels = weights.shape[1]
    longest = 0
    for s in range(starts.size - 1):
        longest = max(longest, starts[s + 1] - starts[s])
    alpha = np.empty((longest, labels))
    beta = np.empty((longest, labels))
    node = np.empty((longest, labels))
    part = np.empty(labels)
    edge = np.empty((labels, labels))
    loss = 0.0
    for s in order:
        first, last = starts[s], starts[s + 1]
        size = last - first
        if size == 0 or weight_of[s] == 0:
            continue
        for i in range(size):
            for b in range(labels):
                node[i, b] = 0.0
            for f in range(rows.shape[1]):
                for b in range(labels):
                    node[i, b] += weights[rows[first + i, f], b]
        for b in range(labels):
            alpha[0, b] = transitions[labels, b] + node[0, b]
            beta[size - 1, b] = 0.0
        for i in range(1, size):
            for b in range(labels):
                top = -1e30
                for a in range(labels):
                    part[a] = alpha[i - 1, a] + transitions[a, b]
                    top = max(top, part[a])
                total = 0.0
                for a in range(labels):
                    total += np.exp(part[a] - top)
                alpha[i, b] = top + np.log(total) + node[i, b]
        for i in range(size - 2, -1, -1):
            for a in range(labels):
                top = -1e30
                for b in range(labels):
                    part[b] = transitions[a, b] + node[i + 1, b] + beta[i + 1, b]
                    top = max(top, part[b])
                total = 0.0
                for b in range(labels):
                    total += np.exp(part[b] - top)
                beta[i, a] = top + np.log(total)
        top = -1e30
        for b in range(labels):
            top = max(top, alpha[size - 1, b])
        total = 0.0
        for b in range(labels):
            total += np.exp(alpha[size - 1, b] - top)
        logz = top + np.log(total)
        loss += logz
        scale = weight_of[s]
        edge[:] = 0.0
        for i in range(1, size):
            for a in range(labels):
                for b in range(labels):
                    edge[a, b] -= np.exp(alpha[i - 1, a] + transitions[a, b] + node[i, b] + beta[i, b] - logz)
            edge[gold[first + i - 1], gold[first + i]] += 1.0
        for i in range(size):
            for b in range(labels):
                g = -np.exp(alpha[i, b] + beta[i, b] - logz)
                if gold[first + i] == b:
                    g += 1.0
                    loss -= node[i, b]
                if i == 0:
                    transition_squares[labels, b] += g * g
                    transitions[labels, b] += rate * g / np.sqrt(transition_squares[labels, b] + 1e-6)
                if abs(g) < 1e-4:
                    continue
                for f in range(rows.shape[1]):
                    row = rows[first + i, f]
                    step = scale * g - decay * weights[row, b]
                    squares[row, b] += step * step
                    weights[row, b] += rate * step / np.sqrt(squares[row, b] + 1e-6)
        for a in range(labels):
            for b in range(labels):
                step = scale * edge[a, b]
                transition_squares[a, b] += step * step
                transitions[a, b] += rate * step / np.sqrt(transition_squares[a, b] + 1e-6)
    return loss
