"""Words are known by the company they keep: a second look at which nouns of the shop are attributes.

Nouns that surely are attributes, and nouns that surely are not, teach a small linear model of this shop's contexts
("the ... was delicious", "for my ..."); it lifts or lowers the nouns in between. No label is used. A noun is never
judged by a model that saw it: three models, each learned without a third of the stems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.counting import look_up
from instead.mentions.loops.linear import softmax_epoch
from instead.mentions.loops.templates import fill_rows
from instead.mentions.opinions import Reading, parse_templates
from instead.mentions.shopwords import ShopWords
from instead.mentions.tags import is_noun
from instead.mentions.weights import Weights
from instead.rng import stage_rng

Array = npt.NDArray[Any]

_TEMPLATES = parse_templates(
    "form@-1 form@1 form@-2 form@2 form@-3 form@3 tag@-1 tag@1 tag@-1+tag@1 tag@-1+tag@-2 tag@1+tag@2 "
    "form@-1+form@-2 form@1+form@2",
    ("form", "tag"),
)
_BITS = 16
_SURE, _UNFIT = -0.5, -3.5  # worth above which a noun teaches as an attribute, and below which as none
_SHARE = 0.75  # how much the second look counts beside the first
_PRIOR = 4.0
_FOLDS, _ROUNDS, _RATE, _DECAY = 3, 4, 0.1, 1e-3
_MOST = 60_000  # nouns looked at: more change nothing


def second_look(readings: Sequence[Reading], words: ShopWords, weights: Weights) -> ShopWords:
    """The same words with their worth corrected by the contexts they stand in."""
    rows, stem = _contexts(readings, words)
    if stem.size == 0:
        return words
    worth = np.where(words.category, -np.inf, words.worth)[stem]
    label = np.where(worth > _SURE, 1, np.where(worth < _UNFIT, 0, -1))
    times = np.bincount(stem, minlength=words.worth.size)
    weight = 1.0 / np.sqrt(times[stem])  # a frequent noun teaches more than a rare one, but not in proportion
    fold = ((words.uses.stems[stem] >> np.uint64(17)) % np.uint64(_FOLDS)).astype(np.int64)
    lean = np.zeros(stem.size)
    for number in range(_FOLDS):
        taught = np.flatnonzero((label >= 0) & (fold != number))
        if np.unique(label[taught]).size < 2:
            return words
        model = _learn(rows[taught], label[taught], weight[taught] / weight[taught].mean(), number)
        asked = fold == number
        lean[asked] = (model[rows[asked], 1] - model[rows[asked], 0]).sum(axis=1)
    mean = lean.mean()
    total = np.bincount(stem, weights=lean, minlength=words.worth.size)
    change = (total + _PRIOR * mean) / (times + _PRIOR) - mean
    return replace(words, worth=(words.worth + _SHARE * change).astype(np.float32)).levelled(weights)


def _contexts(readings: Sequence[Reading], words: ShopWords) -> tuple[Array, Array]:
    """Feature rows and stem rows of the heads of noun phrases, so many of them."""
    rows, stems, count = [], [], 0
    for reading in readings:
        page = reading.page
        stem = np.empty(page.tags.size, np.int32)
        look_up(page.words.stem, *words.slots, stem)
        noun = is_noun(page.tags)
        head = np.flatnonzero(noun & np.append(~noun[1:], True) & (stem >= 0))
        channels = np.stack([page.words.form, page.tags.astype(np.uint64)])
        found = np.empty((page.tags.size, len(_TEMPLATES)), np.uint32)
        fill_rows(channels, _TEMPLATES, page.starts, _BITS, found)
        rows.append(found[head[: _MOST - count]])
        stems.append(stem[head[: _MOST - count]])
        count += head.size
        if count >= _MOST:
            break
    if not rows:
        return np.empty((0, len(_TEMPLATES)), np.uint32), np.empty(0, np.int64)
    return np.concatenate(rows), np.concatenate(stems).astype(np.int64)


def _learn(rows: Array, label: Array, weight: Array, number: int) -> Array:
    model = np.zeros((1 << _BITS, 2), np.float32)
    squares = np.zeros_like(model)
    bounds = np.arange(label.size + 1) * rows.shape[1]
    rng = stage_rng(0, "company", number)
    for _ in range(_ROUNDS):
        order = rng.permutation(label.size)
        softmax_epoch(order, rows.ravel(), bounds, label, weight, model, squares, _RATE, _DECAY, 0.0, 0, np.uint64(1))
    return model
