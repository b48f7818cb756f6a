"""Training of the polarity model: praise, blame or neither, of terms labelled by hand and, more weakly, by stars."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, vstack

from instead.mentions import shopwords
from instead.mentions.attributes import attribute_phrases, clauses, opinion_pairs
from instead.mentions.company import second_look
from instead.mentions.findings import SURE
from instead.mentions.leanings import harms, leanings
from instead.mentions.loops.polarity import (
    POLARITY_BITS,
    POLARITY_SUMMARY,
    SILENT,
    TOLD,
    VERDICT_ROWS,
    VERDICT_SHARE,
    polarity_examples,
    word_share,
)
from instead.mentions.opinions import Reading, read, understand
from instead.mentions.weights import Weights
from labelled import REVIEWS, Domain, make_domain, starred_reviews
from phrasebook import phrasebook

Array = npt.NDArray[Any]
PRAISE = 2.5
"""Praise to blame, to which every labelled domain is brought: reviews at large are kinder than test sentences."""
MADE_UP = 0.3
"""Weight of a sentence of the phrasebook beside one of a labelled corpus."""
FOLDS = 4
"""Parts of the sentences; what is learned from the others reads or judges each, as it will be in use."""
RIDGE = 10.0
STAR_TRUST, STAR_RIDGE = 0.3, 30.0
"""What a star says of one term beside a label made by hand, and how far such terms may lead."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Terms as a sparse matrix of feature rows, their sign (-1, 0, 1), weight, and a number for their sentence."""

    rows: Any  # scipy.sparse.csr_matrix
    sign: Array
    weight: Array
    sentence: Array


def judged(reading: Reading, phrases: Array, pairs: Array, sign: Array, weight: Array) -> Judged:
    page, marks = reading.page, clauses(reading)
    rows, cuts, verdicts = polarity_examples(
        phrases, pairs, page.starts, page.tags, reading.roles, page.words.form, page.words.stem,
        reading.valence, marks.number, marks.turn, marks.voice, reading.opinion, *leanings(), harms(),
    )  # fmt: skip
    size = np.diff(cuts)
    value = np.repeat(
        [word_share(count, one) for count, one in zip(size.tolist(), verdicts.tolist(), strict=True)], size
    )
    value[(cuts[1:, None] - 1 - np.arange(POLARITY_SUMMARY)).ravel()] = 1.0
    value[(cuts[1:, None][(verdicts == TOLD) | (verdicts == SILENT)] - 1 - np.arange(VERDICT_ROWS)).ravel()] = (
        VERDICT_SHARE
    )
    table = csr_matrix((value, rows.astype(np.int32), cuts), shape=(sign.size, 1 << POLARITY_BITS))
    table.sum_duplicates()
    return Judged(table, sign, weight, np.searchsorted(page.starts, phrases[:, 0], side="right"))


def joined(parts: list[Judged]) -> Judged:
    sentence = np.concatenate([part.sentence + 1_000_000 * n for n, part in enumerate(parts)])
    return Judged(
        vstack([part.rows for part in parts]).tocsr(), np.concatenate([part.sign for part in parts]),
        np.concatenate([part.weight for part in parts]), sentence,
    )  # fmt: skip


def star_examples(data: Path, weights: Weights) -> Judged | None:
    """Attribute phrases of reviews with one, two or five stars, labelled by the stars; both sides weigh the same."""
    if not (data / REVIEWS[0]).is_file():
        return None
    texts, stars = starred_reviews(data)
    low = [t for t, s in zip(texts, stars, strict=True) if s <= 2]
    high = [t for t, s in zip(texts, stars, strict=True) if s == 5][: 3 * len(low)]
    reading = read([t[:2000] for t in low + high], weights)
    uses = shopwords.add_uses([shopwords.count_uses(reading)])
    words = second_look([reading], shopwords.ShopWords.judge(uses, weights), weights)
    phrases, worth = attribute_phrases(reading, words, weights, -1.5)
    pairs, _ = opinion_pairs(reading, clauses(reading), phrases, worth, weights)
    review = np.searchsorted(reading.page.offsets, reading.page.words.start[phrases[:, 0]], side="right") - 1
    sign = np.where(review < len(low), -1, 1)
    weight = STAR_TRUST * np.where(sign < 0, 0.5 / np.mean(sign < 0), 0.5 / np.mean(sign > 0))
    return judged(reading, phrases, pairs, sign, weight)


def term_examples(domain: Domain, reading: Reading, weights: Weights) -> Judged:
    """Gold terms of a domain; praise and blame weigh as if they stood PRAISE to one."""
    terms: dict[tuple[int, int], int] = {}
    for row, sentence in enumerate(domain.gold):
        for span, gold in sentence.terms:
            first, stop = domain.page.words_in(row, *span)
            if gold is not None and stop > first:
                terms[first, stop] = gold
    phrases = np.array([(a, e, e - 1) for a, e in sorted(terms)], np.int64)
    pairs, _ = opinion_pairs(reading, clauses(reading), phrases, np.full(len(phrases), SURE, np.float32), weights)
    sign = np.array([terms[a, e] for a, e, _ in phrases.tolist()])
    praise, blame = np.mean(sign > 0), np.mean(sign < 0)
    up, down = np.sqrt(blame * PRAISE / praise), np.sqrt(praise / blame / PRAISE)
    return judged(reading, phrases, pairs, sign, np.choose(sign + 1, [down, 1.0, up]))


def fit_rows(rows: Any, truth: Array, weight: Array, ridge: float, start: Array | None, offset: Array | float) -> Array:
    """Logistic regression on sparse rows by L-BFGS, shrunk towards `start`; `offset` is added to the log-odds."""
    middle = np.zeros(rows.shape[1]) if start is None else start
    columns = rows.T.tocsr()

    def cost(beta: Array) -> tuple[float, Array]:
        odds = rows @ beta + offset
        away = beta - middle
        slope = columns @ (weight * (1.0 / (1.0 + np.exp(-odds)) - truth)) + ridge * away
        loss = float(weight @ np.logaddexp(0, np.where(truth > 0, -odds, odds)))
        return loss + 0.5 * ridge * float(away @ away), slope

    return np.asarray(minimize(cost, middle, jac=True, method="L-BFGS-B", options={"maxiter": 60}).x)


def drop_rows(rows: Any, rare: Array) -> None:
    rows.data[rare[rows.indices]] = 0.0
    rows.eliminate_zeros()


def fit_sign(terms: Judged, chosen: Array, start: Array | None) -> Array:
    """Praise against blame, learned from terms that are either: neutral ones would pull both towards the middle."""
    chosen = chosen & (terms.sign != 0)
    return fit_rows(terms.rows[chosen], terms.sign[chosen] > 0, terms.weight[chosen], RIDGE, start, 0.0)


def train_polarity(domains: list[tuple[Domain, Reading]], weights: Weights, data: Path) -> Array:
    """Two heads in one table: log-odds of praise, halved to either side, and between them what speaks for neutral."""
    made_up = make_domain("phrasebook", phrasebook())
    taught = term_examples(made_up, understand(made_up.page, weights), weights)
    terms = joined(
        [term_examples(domain, reading, weights) for domain, reading in domains]
        + [replace(taught, weight=MADE_UP * taught.weight)]
    )
    plain_weight = np.where(terms.sentence >= 1_000_000 * len(domains), MADE_UP, 1.0)
    stars = star_examples(data.parent, weights)
    # Rows seen once teach nothing that lasts and take the places of others in the table.
    often = np.bincount(terms.rows.indices, minlength=1 << POLARITY_BITS)
    if stars is not None:
        often += np.bincount(stars.rows.indices, minlength=1 << POLARITY_BITS)
        drop_rows(stars.rows, often < 2)
    drop_rows(terms.rows, often < 2)
    start = None if stars is None else fit_rows(stars.rows, stars.sign > 0, stars.weight, STAR_RIDGE, None, 0.0)
    sign = fit_sign(terms, np.ones(terms.sign.size, bool), start)
    # The neutral head sees how clear the sign is on sentences the sign was not learned from, as it will in use.
    odds = np.zeros(terms.sign.size)
    fold = terms.sentence * 2654435761 % 2**32 * FOLDS >> 32
    for part in range(FOLDS):
        odds[fold == part] = terms.rows[fold == part] @ fit_sign(terms, fold != part, start)
    offset = -np.logaddexp(odds / 2, -odds / 2)
    neutral = fit_rows(terms.rows, terms.sign == 0, plain_weight, RIDGE, None, offset)
    return np.stack([-sign / 2, neutral, sign / 2], axis=1).astype(np.float32)
