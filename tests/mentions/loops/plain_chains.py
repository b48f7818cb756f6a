"""Linear-chain labelling by trying every path: for very short sentences and few labels only."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, log, sqrt
from typing import NamedTuple

from tests.mentions.loops.tokens import Array

Path = tuple[int, ...]
Numbers = list[list[float]]


class Tables(NamedTuple):
    """What is learned, and AdaGrad's sums of squares."""

    weights: Array  # (R, L)
    squares: Array
    transitions: Array  # (L + 1, L)
    transition_squares: Array


def paths(size: int, labels: int) -> list[Path]:
    return list(product(range(labels), repeat=size))


def path_score(path: Path, scores: Numbers, transitions: Numbers) -> float:
    """Node scores and transitions along a path; the last row of `transitions` leads into the first word."""
    steps = pairwise((len(transitions) - 1, *path))
    return sum(row[label] for row, label in zip(scores, path, strict=True)) + sum(transitions[a][b] for a, b in steps)


def best_path_plainly(scores: Numbers, transitions: Numbers) -> list[int]:
    """The best path of a sentence; of equal ones the one with the smaller label at the last word where they differ."""
    ranked = [(-path_score(path, scores, transitions), path[::-1]) for path in paths(len(scores), len(transitions) - 1)]
    return list(min(ranked)[1][::-1])


def node_scores_plainly(rows: list[int], weights: Array) -> list[float]:
    return [sum(float(weights[row, label]) for row in rows) for label in range(weights.shape[1])]


def sentence_step(
    rows: list[list[int]],
    gold: list[int],
    weight: float,
    tables: Tables,
    rate: float,
    decay: float,
) -> float:
    """AdaGrad on the log-likelihood of one sentence, its marginals summed over all paths; the negative log-likelihood.

    `tables` are changed.
    """
    weights, squares, transitions, transition_squares = tables
    labels = weights.shape[1]
    nodes = [node_scores_plainly(one, weights) for one in rows]
    steps = transitions.tolist()
    every = paths(len(rows), labels)
    total = log(sum(exp(path_score(path, nodes, steps)) for path in every))
    chance = {path: exp(path_score(path, nodes, steps) - total) for path in every}
    loss = total - path_score(tuple(gold), nodes, steps)
    edges = {
        (a, b): sum(pair == (a, b) for pair in pairwise(gold))
        - sum(share * sum(pair == (a, b) for pair in pairwise(path)) for path, share in chance.items())
        for a, b in product(range(labels), repeat=2)
    }

    def climb(table: Array, table_squares: Array, cell: tuple[int, int], step: float) -> None:
        table_squares[cell] += step * step
        table[cell] += rate * step / sqrt(table_squares[cell] + 1e-6)

    for place, features in enumerate(rows):
        for label in range(labels):
            slope = (gold[place] == label) - sum(share for path, share in chance.items() if path[place] == label)
            if place == 0:  # the start of a sentence learns at full weight
                climb(transitions, transition_squares, (labels, label), slope)
            if abs(slope) >= 1e-4:
                for row in features:
                    climb(weights, squares, (row, label), weight * slope - decay * float(weights[row, label]))
    for cell, slope in edges.items():
        climb(transitions, transition_squares, cell, weight * slope)
    return weight * loss
