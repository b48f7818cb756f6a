"""Linear-chain conditional random field: BIO tagging of words with hashed features.

A label's score at a word is the sum of the weights of the word's features; transitions score neighbouring labels.
Decoding is Viterbi's algorithm, training is AdaGrad on the log-likelihood with forward-backward sums.

Shapes: n words, F features each, R rows of weights, L labels.
    rows (n, F)                 rows of `weights` that a word's features are hashed to
    weights (R, L)              score of each label
    transitions (L + 1, L)      score of a label after another; the last row is for the start of a sentence
    starts (sentences + 1,)     first word of each sentence, and the number of words
"""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.tags import BEGIN, INSIDE, OUTSIDE


@njit(cache=True)
def node_scores(rows, weights, out):  # type: ignore[no-untyped-def]
    """Fill out (n, LABELS) with the score of every label at every word: the sum of its rows of weights."""
    for i in range(rows.shape[0]):
        outside = begin = inside = np.float32(0)
        for f in range(rows.shape[1]):
            row = rows[i, f]
            outside += weights[row, OUTSIDE]
            begin += weights[row, BEGIN]
            inside += weights[row, INSIDE]
        out[i, OUTSIDE], out[i, BEGIN], out[i, INSIDE] = outside, begin, inside


@njit(cache=True)
def best_path(scores, transitions, starts, out):  # type: ignore[no-untyped-def]
    """Viterbi decoding: fill out (n,) with the labels of the best path of each sentence; scores (n, L).

    Of equally good paths, the one with the smaller label at the last word where they differ.
    """
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


@njit(cache=True)
def chain_epoch(  # type: ignore[no-untyped-def]
    order, rows, gold, weight_of, starts, weights, squares, transitions, transition_squares, rate, decay
):
    """One epoch of AdaGrad over the sentences in `order`; the weighted negative log-likelihood they had.

    gold (n,) are the labels, weight_of (sentences,) how much a sentence counts; those of weight 0 are passed over.
    `squares` and `transition_squares` hold AdaGrad's sums. `decay` is the L2 penalty of the rows a sentence uses. The
    transitions from the start of a sentence learn at full weight: the shipped weights were learned that way.
    """
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
        scale = weight_of[s]
        right = transitions[labels, gold[first]] + node[0, gold[first]]  # score of the gold path
        for i in range(1, size):
            right += transitions[gold[first + i - 1], gold[first + i]] + node[i, gold[first + i]]
        loss += scale * (logz - right)
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
