"""A small network that reads a sentence once and says of each attribute phrase in it: blamed, not judged, praised.

    x_k = form + kin + marks of word k                                  (d numbers: `see_words`)
    h_k = x_k + relu(x_{k-1} A_0 + x_k A_1 + x_{k+1} A_2 + a)           a convolution of width three
    z_k = h_{k-1} B_0 + h_k B_1 + h_{k+1} B_2 + b + mean(h) C           another, and the sentence as a whole
    p_m = sum_k softmax_k(g_mk look) g_mk,  g_mk = relu(z_k + relation_mk)   as phrase m looks at it (`look_around`)
    q_m = the same with other tables and relu(z_k + again_mk + p_m Q + q)    a second look, at what the first one asks
    scores_m = relu([p_m, q_m, features_m] H + h) O + features_m F + o

Grammar's marks (what is done to each word, in whose voice it is said, what the lexicon says of it) are part of what it
sees of a word, what the clause says in sum is among the features of a phrase. Learned by scripts/train_network.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.attributes import Clauses
from instead.mentions.known_words import known_words
from instead.mentions.loops.judging import (
    FEATURES,
    ROLE,
    VOICE,
    far_words,
    lay_out,
    look_around,
    mark_phrases,
    near_words,
    phrase_features,
    see_words,
    times,
)
from instead.mentions.opinions import Reading, trust_steps
from instead.mentions.tags import POLARITIES
from instead.mentions.weights import Weights

Array = npt.NDArray[Any]
_AT_ONCE = 4096
"""Rows of a matrix product: what fits the cache."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Sums that are made once: of known words' vectors, and of the bits of a byte of roles or voices."""

    known: npt.NDArray[np.float32]  # (W, d)
    voice: npt.NDArray[np.float32]  # (256, d)
    roles: npt.NDArray[np.float32]  # (4, 256, d)


@lru_cache(maxsize=4)
def tables(weights: Weights) -> Tables:
    bits = (np.arange(256)[:, None] >> np.arange(8)) & 1  # (256, 8)
    marks = weights.net_marks
    roles = marks[ROLE : ROLE + 32].reshape(4, 8, -1)
    return Tables(
        (known_words().vectors @ weights.net_known).astype(np.float32),
        (bits @ marks[VOICE : VOICE + 8]).astype(np.float32),
        np.ascontiguousarray(np.einsum("ib,rbd->rid", bits, roles), np.float32),
    )


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases (m, 3) of a page as the network takes them: with their opinions (`pairs`, their `fit`) and what grammar
    says."""

    phrases: npt.NDArray[np.int64]
    worth: npt.NDArray[np.float32]
    pairs: npt.NDArray[np.int64]
    fit: npt.NDArray[np.float32]
    verdict: npt.NDArray[np.uint8]
    felt: npt.NDArray[np.float32]


def product(x: Array, kernel: Array) -> npt.NDArray[np.float32]:
    """(n, c) of x (n, d) and kernel (d, c)."""
    out = np.empty((len(x), kernel.shape[1]), np.float32)
    times(x, kernel, out)
    return out


def read_sentences(x: Array, rows: Array, weights: Weights, z: Array) -> None:
    """Fill z (n, d) from what is seen of words, x (n, d); sentences begin at `rows`, with an empty row behind each."""
    h = np.empty_like(x)
    mean = np.empty((rows.size - 1, x.shape[1]), np.float32)
    near_words(product(x, weights.net_near), x, weights.net_near_bias, rows, h, mean)
    far_words(product(h, weights.net_far), weights.net_far_bias, product(mean, weights.net_whole), rows, z)


def network_scores(reading: Reading, marks: Clauses, given: Phrases, weights: Weights) -> npt.NDArray[np.float32]:
    """(m, POLARITIES) scores of blame, nothing and praise of each phrase."""
    phrases, page, made = given.phrases, reading.page, tables(weights)
    if not len(phrases):
        return np.zeros((0, POLARITIES), np.float32)
    chosen, rows, place = lay_out(phrases, page.starts)
    marked = np.zeros(page.tags.size, np.uint8)
    mark_phrases(phrases, marked)
    known, trust = known_words().rows(page.words.stem), trust_steps(reading)
    z = np.empty((int(rows[-1]), weights.net_form.shape[1]), np.float32)
    first = 0
    while first < chosen.size:
        last = max(int(np.searchsorted(rows, rows[first] + _AT_ONCE, side="right")) - 1, first + 1)
        here = rows[first : last + 1] - rows[first] + 1
        x = np.empty((int(here[-1]), z.shape[1]), np.float32)
        see_words(
            chosen[first:last], here, page.starts, page.words.form, known, page.tags, marks.turn, reading.valence,
            reading.opinion, trust, marked, marks.voice, reading.roles, weights.net_form, made.known,
            weights.net_marks, made.voice, made.roles, x,
        )  # fmt: skip
        read_sentences(x, here, weights, z[rows[first] - 1 : rows[last]])
        first = last
    features = np.empty((len(phrases), FEATURES), np.float32)
    phrase_features(
        phrases, given.worth, given.pairs, given.fit, given.verdict, given.felt, place, chosen, page.starts, page.tags,
        features,
    )  # fmt: skip
    first_look = np.empty((len(phrases), weights.net_look.size), np.float32)
    second_look = np.empty_like(first_look)
    nothing = np.zeros((len(phrases), z.shape[1]), np.float32)
    around = (phrases, given.pairs, place, chosen, rows, page.starts, marks.number, z)
    look_around(*around, nothing, weights.net_relation, weights.net_look, weights.net_look_bias, first_look)
    asked = product(first_look, weights.net_ask) + weights.net_ask_bias
    look_around(*around, asked, weights.net_again, weights.net_look_again, weights.net_look_again_bias, second_look)
    seen = np.concatenate([first_look, second_look, features], axis=1)
    hidden = product(seen, weights.net_hidden) + weights.net_hidden_bias
    np.maximum(hidden, 0, out=hidden)
    scores: npt.NDArray[np.float32] = product(hidden, weights.net_out) + product(features, weights.net_first)
    scores += weights.net_out_bias
    return scores
