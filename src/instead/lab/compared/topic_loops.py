"""Sums over the topics of items, where an item uses only the topics of the nodes on its category path.

Topics of an item are in one row, level by level: those of the root first, then those of its node on level 1, and so on.
Two items share the topics of the nodes that their paths have in common, which are the first levels of both rows.

    bases (paths, levels)   first topic of each node of a path, -1 after its end
    root, each              topics of the root, and of every other node

Loops run over items or words, never over pairs: every sum is computed by one thread in a fixed order. `spread` expands
rows into a table of all topics; with it the twins are plain algebra.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Small = NDArray[np.int32]


@njit(cache=True, nogil=True)
def widths(bases: Small, root: int, each: int) -> Ints:
    """(paths,) how many topics a path has."""
    found = np.zeros(bases.shape[0], np.int64)
    for path in range(bases.shape[0]):
        for level in range(bases.shape[1]):
            if bases[path, level] >= 0:
                found[path] += root if level == 0 else each
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def softmax_rows(logits: Floats, width: Ints, out: Floats) -> None:
    """out (n, W) = softmax over the first `width` (n,) of each row; 0 after them."""
    for row in range(logits.shape[0]):
        count = width[row]
        top = logits[row, 0]
        for k in range(1, count):
            top = max(top, logits[row, k])
        total = np.float32(0.0)
        for k in range(count):
            value = np.exp(logits[row, k] - top)
            out[row, k] = value
            total += value
        for k in range(count):
            out[row, k] /= total
        for k in range(count, out.shape[1]):
            out[row, k] = 0.0


@njit(cache=True, nogil=True, fastmath=True)
def shared_sums(
    theta: Floats, path: Ints, bases: Small, root: int, each: int, weights: Floats, left: Ints, right: Ints, out: Floats
) -> None:
    """out (p,) = sum over shared topics k of weights_k theta_ik theta_jk, of items i = left and j = right."""
    for pair in range(left.size):
        i, j = left[pair], right[pair]
        one, other = bases[path[i]], bases[path[j]]
        mine, yours = theta[i], theta[j]
        total, place = np.float32(0.0), 0
        for level in range(one.size):
            base = one[level]
            if base < 0 or base != other[level]:
                break
            size = root if level == 0 else each
            for k in range(size):
                total += weights[base + k] * mine[place + k] * yours[place + k]
            place += size
        out[pair] = total


@njit(cache=True, nogil=True, fastmath=True)
def link_pulls(
    first: int,
    last: int,
    size: int,
    start: Ints,
    entry: Ints,
    other: Ints,
    coefficient: Floats,
    leaning: Floats,
    theta: Floats,
    path: Ints,
    bases: Small,
    root: int,
    each: int,
    beta: Floats,
    eta: Floats,
    d_theta: Floats,
    d_beta: Floats,
    d_eta: Floats,
) -> None:
    """Gradients of a loss of `shared_sums` with weights beta and of sum_k eta_k theta_ik, item by item.

    `coefficient` is the gradient of each entry's sum, each pair being an entry of both its ends; `leaning` (n,) that
    of an item's own. d_theta (n, W) is added to; d_beta and d_eta (n / size, topics) too, in the row of the piece of
    `size` items that an item belongs to. A pair is visited from both ends, so d_beta is twice too large.
    """
    pull = np.empty(theta.shape[1], np.float32)
    for i in range(first, last):
        mine, own = bases[path[i]], theta[i]
        pull[:] = 0.0
        for place in range(start[i], start[i + 1]):
            e = entry[place]
            j, g = other[e], coefficient[e]
            yours, theirs = bases[path[j]], theta[j]
            at = 0
            for level in range(mine.size):
                if mine[level] < 0 or mine[level] != yours[level]:
                    break
                count = root if level == 0 else each
                for k in range(at, at + count):
                    pull[k] += g * theirs[k]
                at += count
        row, lean, at = d_theta[i], leaning[i], 0
        sums, ways = d_beta[i // size], d_eta[i // size]
        for level in range(mine.size):
            base = mine[level]
            if base < 0:
                break
            count = root if level == 0 else each
            for k in range(count):
                row[at + k] += pull[at + k] * beta[base + k] + lean * eta[base + k]
                sums[base + k] += pull[at + k] * own[at + k]
                ways[base + k] += lean * own[at + k]
            at += count


@njit(cache=True, nogil=True, fastmath=True)
def leanings(theta: Floats, path: Ints, bases: Small, root: int, each: int, eta: Floats, out: Floats) -> None:
    """out (n,) = sum_k eta_k theta_ik."""
    for i in range(theta.shape[0]):
        nodes, place, total = bases[path[i]], 0, np.float32(0.0)
        for level in range(nodes.size):
            base = nodes[level]
            if base < 0:
                break
            size = root if level == 0 else each
            for k in range(size):
                total += eta[base + k] * theta[i, place + k]
            place += size
        out[i] = total


@njit(cache=True, nogil=True, fastmath=True)
def through_softmax(first: int, last: int, theta: Floats, gradient: Floats) -> None:
    """Softmax gradient, in place: `gradient` (n, W) for theta becomes that for its logits, theta (g - sum theta g)."""
    for i in range(first, last):
        mean = np.float32(0.0)
        for k in range(theta.shape[1]):
            mean += theta[i, k] * gradient[i, k]
        for k in range(theta.shape[1]):
            gradient[i, k] = theta[i, k] * (gradient[i, k] - mean)


@njit(cache=True, nogil=True, fastmath=True)
def word_chances(
    theta: Floats, path: Ints, bases: Small, root: int, each: int, phi: Floats, item: Ints, word: Ints, out: Floats
) -> None:
    """out (c,) = sum over topics k of theta_ik phi_kw; phi (words, topics)."""
    for cell in range(item.size):
        i = item[cell]
        nodes, mine, words = bases[path[i]], theta[i], phi[word[cell]]
        total, place = np.float32(0.0), 0
        for level in range(nodes.size):
            base = nodes[level]
            if base < 0:
                break
            size = root if level == 0 else each
            for k in range(size):
                total += mine[place + k] * words[base + k]
            place += size
        out[cell] = total


@njit(cache=True, nogil=True, fastmath=True)
def topic_pulls(
    first: int,
    last: int,
    start: Ints,
    entry: Ints,
    path: Ints,
    bases: Small,
    root: int,
    each: int,
    phi: Floats,
    word: Ints,
    coefficient: Floats,
    out: Floats,
) -> None:
    """out (n, W) += sum over cells of an item of coefficient phi_kw: the gradient of `word_chances` for theta."""
    for i in range(first, last):
        nodes, row = bases[path[i]], out[i]
        for at in range(start[i], start[i + 1]):
            cell = entry[at]
            g, words, place = coefficient[cell], phi[word[cell]], 0
            for level in range(nodes.size):
                base = nodes[level]
                if base < 0:
                    break
                size = root if level == 0 else each
                for k in range(size):
                    row[place + k] += g * words[base + k]
                place += size


@njit(cache=True, nogil=True, fastmath=True)
def word_pulls(
    first: int,
    last: int,
    start: Ints,
    entry: Ints,
    theta: Floats,
    path: Ints,
    bases: Small,
    root: int,
    each: int,
    item: Ints,
    coefficient: Floats,
    out: Floats,
) -> None:
    """out (words, topics) += sum over cells of a word of coefficient theta_ik: the gradient for phi."""
    for w in range(first, last):
        row = out[w]
        for at in range(start[w], start[w + 1]):
            cell = entry[at]
            i, g, place = item[cell], coefficient[cell], 0
            nodes, mine = bases[path[i]], theta[i]
            for level in range(nodes.size):
                base = nodes[level]
                if base < 0:
                    break
                size = root if level == 0 else each
                for k in range(size):
                    row[base + k] += g * mine[place + k]
                place += size


def topics_of(bases: Small, root: int, each: int) -> Ints:
    """(paths, W) topic of each place of a row, -1 after the end of a path."""
    sizes = [root if level == 0 else each for level in range(bases.shape[1])]
    parts = [
        np.where(bases[:, level, None] >= 0, bases[:, level, None] + np.arange(size), -1)
        for level, size in enumerate(sizes)
    ]
    return np.concatenate(parts, axis=1).astype(np.int64)


def spread(
    rows: NDArray[np.floating[Any]], path: Ints, bases: Small, root: int, each: int, topics: int
) -> NDArray[np.float64]:
    """(n, topics) the rows in a table of all topics: shared topics are those where two rows are not 0."""
    places = topics_of(bases, root, each)[path]
    wide = np.zeros((len(rows), topics))
    item, at = np.nonzero(places >= 0)
    wide[item, places[item, at]] = rows[item, at]
    return wide
