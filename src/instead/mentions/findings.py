"""All that is found on one page: attribute phrases, their opinions, and how they are judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.attributes import Clauses, attribute_phrases, clauses, grammar_says, opinion_pairs
from instead.mentions.loops.polarity import SILENT
from instead.mentions.network import Phrases, network_scores
from instead.mentions.opinions import Reading
from instead.mentions.shopwords import ShopWords
from instead.mentions.tags import DT, NEGATIVE, NEUTRAL, POSITIVE, PRPS, PUNCT
from instead.mentions.weights import Weights

Array = npt.NDArray[Any]

UNSAID = 0.4
"""Share of the bar on "not judged" that holds for what nobody says as a fact. Chosen on the development half of the
challenge suite and on files of the training text that the weights had not learned from."""
MUTE = 5.0  # score of "not judged" that a sentence gets which says nothing beside the name of an attribute
LEAST = 1e-4  # chance below which praise or blame are taken for impossible
SURE = 2.0  # worth of a phrase that is known to be an attribute


def log_odds(chance: Array) -> npt.NDArray[np.float32]:
    """(n,) log-odds of praise against blame, from chances (n, 3)."""
    odds: npt.NDArray[np.float32] = np.log((chance[:, POSITIVE] + LEAST) / (chance[:, NEGATIVE] + LEAST))
    return odds


def calibrated(odds: Array, calibration: Array) -> npt.NDArray[np.float32]:
    """(n,) log-odds of praise that are as large as their signs are right (`Weights.calibration`)."""
    size = np.maximum(calibration[0] + calibration[1] * np.abs(odds), 0.0)
    signed: npt.NDArray[np.float32] = (np.sign(odds) * size).astype(np.float32)
    return signed


def confidence(odds: Array) -> npt.NDArray[np.float32]:
    """(n,) chance that the sign of calibrated log-odds is right, at least one half."""
    return (1.0 / (1.0 + np.exp(-np.abs(odds)))).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Findings:
    """`phrases` (n, 3) first, end, head; `pairs` (m, 3) phrase, opinion first, end; `chance` (n, 3) of - 0 +;
    `verdict` (n,) of grammar on each (`loops.polarity`), `felt` (n,) the sum of what its clause says of it;
    `clauses` of the page."""

    phrases: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    chance: npt.NDArray[np.float32]
    verdict: npt.NDArray[np.uint8]
    felt: npt.NDArray[np.float32]
    clauses: Clauses

    @property
    def has_opinion(self) -> npt.NDArray[np.bool_]:
        out = np.zeros(len(self.phrases), bool)
        out[self.pairs[:, 0]] = True
        return out

    @property
    def sign(self) -> npt.NDArray[np.int8]:
        return np.where(self.chance[:, POSITIVE] >= self.chance[:, NEGATIVE], 1, -1).astype(np.int8)

    def opinionated(self, neutral: float) -> npt.NDArray[np.bool_]:
        """Phrases someone judges: those whose chance of being neither praised nor blamed is below `neutral`.

        Where grammar hears a question, a condition or hearsay the bar is higher: `UNSAID` of `neutral`.
        """
        bar = np.where(self.verdict == SILENT, UNSAID * neutral, neutral)
        judged: npt.NDArray[np.bool_] = self.chance[:, NEUTRAL] < bar
        return judged


def _nothing_said(reading: Reading, phrases: Array) -> npt.NDArray[np.bool_]:
    """(phrases,) whether the sentence has no other word than the phrase and what goes with any noun: "The battery." """
    page = reading.page
    more = np.cumsum(np.append(0, (page.tags != DT) & (page.tags != PRPS) & (page.tags != PUNCT)))
    sentence = np.searchsorted(page.starts, phrases[:, 0], side="right") - 1
    whole = more[page.starts[sentence + 1]] - more[page.starts[sentence]]
    mute: npt.NDArray[np.bool_] = whole == more[phrases[:, 1]] - more[phrases[:, 0]]
    return mute


def judge_phrases(
    reading: Reading, phrases: Array, worth: Array | None, weights: Weights, least_pair: float = 0.0
) -> Findings:
    """Opinions and polarity of given phrases; without `worth` they are taken for attributes beyond doubt."""
    marks = clauses(reading)
    if worth is None:
        worth = np.full(len(phrases), SURE, np.float32)
    pairs, fit = opinion_pairs(reading, marks, phrases, worth, weights, least_pair)
    verdicts, felt = grammar_says(reading, marks, phrases)
    scores = network_scores(reading, marks, Phrases(phrases, worth, pairs, fit, verdicts, felt), weights)
    scores[_nothing_said(reading, phrases) & (felt == 0), NEUTRAL] += MUTE
    scores -= scores.max(axis=1, keepdims=True) if len(scores) else 0
    chance = np.exp(scores)
    chance /= chance.sum(axis=1, keepdims=True)
    return Findings(phrases, pairs, chance.astype(np.float32), verdicts, felt, marks)


def find(reading: Reading, words: ShopWords, weights: Weights, least: float, least_pair: float = 0.0) -> Findings:
    """Attribute phrases of a page with their opinions and polarity."""
    return judge_phrases(reading, *attribute_phrases(reading, words, weights, least), weights, least_pair)
