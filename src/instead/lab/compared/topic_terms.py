"""The text likelihood of Sceptre: probability of a mention under the topics of its item, and its gradients.

`path` (n,) is the row of the tree for each row of theta (n, W); phi is (A, topics). Cells are mentions: `item` is a row
of theta and `word` a row of phi.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.lab.compared.row_groups import grouped
from instead.lab.compared.topic_loops import softmax_rows, topic_pulls, word_chances, word_pulls
from instead.lab.compared.topic_tree import TopicTree

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ITEMS, _WORDS, _CELLS = 512, 8, 2048  # of one piece of work
_TINY = np.float32(1e-30)  # lower bound of a probability


def topics_of_items(tree: TopicTree, logits: Floats, rows: Ints | None = None) -> Floats:
    """(n, W) theta of logits (n, W), which belong to all items or to `rows` of them."""
    path = tree.path if rows is None else tree.path[rows]
    width, theta = tree.widths()[path], np.empty(logits.shape, np.float32)

    def work(first: int, last: int) -> None:
        softmax_rows(logits[first:last], width[first:last], theta[first:last])

    in_pieces(work, len(path), _ITEMS)
    return theta


def chances(tree: TopicTree, path: Ints, theta: Floats, phi: Floats, item: Ints, word: Ints) -> Floats:
    """(c,) sum_k theta_ik phi_kw of each cell."""
    found = np.empty(item.size, np.float32)

    def work(first: int, last: int) -> None:
        part = slice(first, last)
        word_chances(theta, path, tree.bases, tree.root, tree.each, phi, item[part], word[part], found[part])

    in_pieces(work, item.size, _CELLS)
    return np.maximum(found, _TINY)


def add_topic_pulls(
    tree: TopicTree, path: Ints, phi: Floats, start: Ints, cells: Ints, word: Ints, coefficient: Floats, out: Floats
) -> None:
    """Adds to out (n, W) the sum over cells of a row of coefficient phi_kw; `cells[start[i]:start[i + 1]]` are its."""

    def work(first: int, last: int) -> None:
        topic_pulls(first, last, start, cells, path, tree.bases, tree.root, tree.each, phi, word, coefficient, out)

    in_pieces(work, len(out), _ITEMS)


def word_sums(
    tree: TopicTree, path: Ints, theta: Floats, phi: Floats, item: Ints, word: Ints, coefficient: Floats
) -> Floats:
    """(A, topics) sum over cells of a word of coefficient theta_ik."""
    out = np.zeros_like(phi)
    start, cells = grouped(word, len(phi))

    def work(first: int, last: int) -> None:
        word_pulls(first, last, start, cells, theta, path, tree.bases, tree.root, tree.each, item, coefficient, out)

    in_pieces(work, len(phi), _WORDS)
    return out
