"""The judging network word by word on plain numbers: one phrase of one sentence at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.mentions.tags import TAGS
from instead.mentions.weights import Weights

Vector = NDArray[Any]
FORMS = 2**14
BOUNDS = (-2.4, -1.9, -0.9, -1e-6, 1e-6, 0.9, 1.9, 2.4)


@dataclass(frozen=True)
class Seen:
    """A word: hash of its form, vector of its stem, and its marks as plain numbers."""

    form: int
    vector: Vector
    tag: int
    turn: int
    valence: float
    opinion: int
    trust: int
    marked: int
    voice: int
    roles: int
    clause: int


@dataclass(frozen=True)
class Asked:
    """A phrase [first, end) of a sentence: places of its opinions, how well the best of them fits, how many there are,
    what grammar says, and how many phrases the sentence has."""

    first: int
    end: int
    head: int
    opinions: set[int]
    count: int
    fit: float
    worth: float
    verdict: int
    felt: float
    beside: int


def seen(word: Seen, weights: Weights) -> Vector:
    marks = [
        word.tag, 28 + word.turn, 38 + sum(word.valence > np.float32(bound) for bound in BOUNDS),
        47 + 9 * word.opinion + word.trust, 74 + word.marked,
    ]  # fmt: skip
    marks += [77 + bit for bit in range(8) if word.voice >> bit & 1]
    marks += [85 + bit for bit in range(32) if word.roles >> bit & 1]
    row = word.form * 0x9E3779B97F4A7C15 % 2**64 // (2**64 // FORMS)
    total: Vector = np.sum([weights.net_marks[mark] for mark in marks], axis=0)
    total += weights.net_form[row] + word.vector @ weights.net_known
    return total


def neighbours(rows: list[Vector], place: int, kernel: Vector) -> Vector:
    """Sum of a word and the ones beside it, each through its own third of the kernel."""
    size = kernel.shape[0]
    total = np.zeros(size)
    for third in range(3):
        if 0 <= place + third - 1 < len(rows):
            total = total + rows[place + third - 1] @ kernel[:, third * size : (third + 1) * size]
    return total


def step(words: int) -> int:
    far = abs(words)
    return next((far if n == 4 else n for n in (4, 5, 6, 7) if far <= {4: 4, 5: 6, 6: 9, 7: 14}[n]), 8)


def features(sentence: list[Seen], of: Asked) -> Vector:
    felt = min(max(of.felt, -4.0), 4.0) / 2
    return np.array(
        [
            felt, abs(felt), math.tanh(2 * of.felt), *(of.verdict == kind for kind in range(4)), of.count > 0,
            min(of.count, 3) / 2, min(max(of.fit, -2.0), 6.0) / 3, min(max(of.worth, -5.0), 4.0) / 2, of.worth > -1.9,
            min(of.first, 20) / 10, min(len(sentence), 60) / 20, of.end - of.first > 1, min(of.beside, 9) / 3,
            TAGS[sentence[of.head].tag] in ("NN", "NNS", "NNP"),
        ]
    )  # fmt: skip


def scores_plainly(sentence: list[Seen], of: Asked, weights: Weights) -> Vector:
    x = [seen(word, weights) for word in sentence]
    h = [x[k] + np.maximum(neighbours(x, k, weights.net_near) + weights.net_near_bias, 0) for k in range(len(sentence))]
    whole = np.mean(h, axis=0) @ weights.net_whole
    z, rows = [], []
    for k, word in enumerate(sentence):
        z.append(neighbours(h, k, weights.net_far) + weights.net_far_bias + whole)
        away = k - of.first if k < of.first else max(k - of.end + 1, 0)
        row = 8 + int(math.copysign(1, away)) * step(away)
        rows.append(4 * row + 2 * (word.clause == sentence[of.first].clause) + (k in of.opinions))
    first = looked([one + weights.net_relation[row] for one, row in zip(z, rows, strict=True)],
                   weights.net_look, weights.net_look_bias)  # fmt: skip
    asked = first @ weights.net_ask + weights.net_ask_bias
    second = looked([one + weights.net_again[row] + asked for one, row in zip(z, rows, strict=True)],
                    weights.net_look_again, weights.net_look_again_bias)  # fmt: skip
    own = features(sentence, of)
    hidden = np.maximum(np.concatenate([first, second, own]) @ weights.net_hidden + weights.net_hidden_bias, 0)
    out: Vector = hidden @ weights.net_out + own @ weights.net_first + weights.net_out_bias
    return out


def looked(words: list[Vector], look: Vector, look_bias: Vector) -> Vector:
    """What each head makes of the words of a sentence, one head after the other."""
    seen_words = [np.maximum(word, 0) for word in words]
    pooled: list[Vector] = []
    for head, bias in zip(look, look_bias, strict=True):
        share = np.exp([g @ head + bias for g in seen_words])
        pooled.append(sum((s * g for s, g in zip(share, seen_words, strict=True)), np.zeros(len(head))) / share.sum())
    return np.concatenate(pooled)
