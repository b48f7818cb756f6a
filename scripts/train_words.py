"""Training of the vocabulary's models: which words are attributes, and which belong to the noun on their right.

What labels say of a word is learned per word and, through its vector and its use at large, for words like it. The
models that weigh this against the statistics of a shop must meet it as it is in a new shop: for every group of domains
it is learned from the labels of the other groups alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from instead.mentions import shopwords
from instead.mentions.known_words import known_words, worth_of_kin
from instead.mentions.loops import counting as use
from instead.mentions.loops.noun_phrases import MODIFIER_FEATURES, modifier_features
from instead.mentions.opinions import Reading, read
from instead.mentions.sentences import Page
from instead.mentions.tags import INSIDE, OUTSIDE, is_noun, may_modify
from instead.mentions.weights import Weights
from instead.rng import stage_rng
from labelled import Domain, mass_texts

Array = npt.NDArray[Any]
Read = Callable[[Domain], Reading]
TRUST = {"mams": 0.5}
"""Weight of a domain's labels: MAMS has restaurants once more."""
SHARES = (0.03, 0.03, 0.1, 0.1, 0.25, 0.25, 0.5, 0.8, 1.0)
"""Parts of a domain that serve as shops: thin ones too, because new gold and new shops are thin."""
TOLD = 5.0
"""Labelled occurrences at which what labels say of a word is believed by half."""
WIDER = 0.5
"""Added for every word to the left: in a domain without labels more words that belong to a name look strange."""
EASIER = 1.2
"""How much lower the bar is where there is no shop: in a domain without labels words are known less than here."""
OFTEN = 10.0
"""Occurrences of a word that count, at most: what it is matters, not how often it is said."""
KIN_SCALE, USE_SCALE, RIDGE, WORD_RIDGE = 0.9, 0.4, 60.0, 0.4
"""Scales of vectors and of uses at large, and penalties of both and of what is learned of single words."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Words of one domain: stems, how often each was asked for, how often the answer was yes."""

    stems: Array
    times: Array
    right: Array

    @classmethod
    def of(cls, stems: Array, right: Array) -> Counted:
        every, row = np.unique(stems, return_inverse=True)
        return cls(every, np.bincount(row).astype(float), np.bincount(row, weights=right))


def fit_logistic(x: Array, y: Array, weight: Array, ridge: float) -> npt.NDArray[np.float64]:
    """Ridge logistic regression by Newton steps; y may be a share."""
    beta = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1.0 / (1.0 + np.exp(-x @ beta))
        slope = x.T @ (weight * (y - p)) - ridge * beta
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge * np.eye(beta.size)
        beta = beta + np.linalg.solve(bend, slope)
    return beta


def uses_at_large(weights: Weights, data: Path) -> Array:
    """(W + 1, U) how each known word is used in the mass of raw reviews, in standard units; the last row is zero."""
    texts = mass_texts(data)
    parts = [shopwords.count_uses(read(texts[at : at + 3000], weights)) for at in range(0, len(texts), 3000)]
    uses = shopwords.add_uses(parts)
    stems = known_words().stems
    place, there = shopwords._in_sorted(uses.stems, stems)
    counts = np.where(there[:, None], uses.counts[place], 0.0)
    found = shopwords.word_features(stems, counts, uses.counts.sum(axis=0), np.zeros((stems.size, 2)))
    found = (found - found.mean(axis=0)) / (found.std(axis=0) + 1e-6)
    return np.append(found, np.zeros((1, found.shape[1])), axis=0)


def fit_known(parts: Sequence[Counted], at_large: Array) -> npt.NDArray[np.float32]:
    """(W + 1, 2) of each known word: the log-odds of yes by its kin and use, the level of the domains left out; and
    what labels say of the word itself, counting the more the oftener they do. Both are 0 for unknown words.

    A logistic regression on vectors and uses with a weight for every labelled word, all drawn towards zero.
    """
    known = known_words()
    rows = [known.rows(part.stems) for part in parts]
    row = np.concatenate(rows)
    group = np.repeat(np.arange(len(parts)), [part.stems.size for part in parts])
    times = np.concatenate([part.times for part in parts])
    share = np.concatenate([part.right for part in parts]) / times
    kept = row < known.stems.size
    row, group, times, share = row[kept], group[kept], np.minimum(times[kept], OFTEN), share[kept]
    own, number = np.unique(row, return_inverse=True)
    every = np.column_stack([KIN_SCALE * known.vectors, USE_SCALE * at_large])
    x = every[row]
    a, b = len(parts), len(parts) + x.shape[1]
    ridge = np.concatenate([np.full(a, 0.1), np.full(b - a, RIDGE), np.full(own.size, WORD_RIDGE)])

    def cost(beta: Array) -> tuple[float, Array]:
        odds = beta[:a][group] + x @ beta[a:b] + beta[b:][number]
        error = times * (1.0 / (1.0 + np.exp(-odds)) - share)
        slope = [
            np.bincount(group, weights=error, minlength=a), x.T @ error,
            np.bincount(number, weights=error, minlength=own.size),
        ]  # fmt: skip
        loss = float(times @ (np.logaddexp(0, odds) - share * odds)) + 0.5 * float(ridge @ beta**2)
        return loss, np.concatenate(slope) + ridge * beta

    found = minimize(cost, np.zeros(b + own.size), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    out = np.zeros((known.size, 2))
    out[:, 0] = every @ found[a:b]
    labelled = np.bincount(number, weights=times)
    out[:, 0] -= labelled @ out[own, 0] / labelled.sum()  # 0 is an average word, and one of which nothing is said
    out[own, 0] += found[b:]
    out[own, 1] = out[own, 0] * labelled / (labelled + TOLD)
    out[-1] = 0.0
    return np.asarray(out, np.float32)


def heads_of(domain: Domain) -> tuple[Array, Array]:
    """Which words end a run of nouns, and which end a gold term."""
    page = domain.page
    label = domain.labels(lambda s: [span for span, _ in s.terms])
    ends = (label != OUTSIDE) & np.append(label[1:] != INSIDE, True)
    return is_noun(page.tags) & np.append(~is_noun(page.tags[1:]), True), ends


def some_sentences(reading: Reading, chosen: Array) -> shopwords.Uses:
    """Uses counted over a choice of sentences."""
    page = reading.page
    size = np.diff(page.starts)
    words = np.repeat(chosen, size)
    starts = np.concatenate([[0], np.cumsum(size[chosen])]).astype(np.int64)
    part = Page(page.text, page.offsets, type(page.words)(*(c[words] for c in page.words)), page.tags[words], starts)
    return shopwords.count_uses(
        Reading(part, reading.valence[words], reading.roles[words], reading.common[words],
                reading.opinion[words], reading.doubt[words])
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shop:
    """One part of a domain as a shop: uses, the stems asked for, how often they head a phrase and a gold term."""

    uses: shopwords.Uses
    asked: Counted
    trust: float

    def features(self, weights: Weights, prior: Array, *, kin: bool) -> Array:
        stems, counts = self.uses.stems, self.uses.counts
        first = shopwords.word_features(stems, counts, counts.sum(axis=0), prior)
        if kin:
            times = counts[:, use.NOUN]
            first = shopwords.kin_features(
                first, worth_of_kin(known_words().rows(stems), times, first @ weights.first), times
            )
        place, _ = shopwords._in_sorted(stems, self.asked.stems)
        return first[place]


def shops_of(domain: Domain, reading: Reading) -> list[Shop]:
    rng = stage_rng(7, "worth", domain.name)
    noun, ends = heads_of(domain)
    size = np.diff(domain.page.starts)
    trust = TRUST.get(domain.name, 1.0)
    out = []
    for share in SHARES:
        chosen = rng.random(size.size) < share
        asked = noun & np.repeat(chosen, size)
        if asked.any():
            counted = Counted.of(domain.page.words.stem[asked], ends[asked])
            out.append(Shop(some_sentences(reading, chosen), counted, trust))
    return out


def train_known(groups: Sequence[Sequence[Domain]], reading: Read, weights: Weights, at_large: Array) -> Weights:
    """Prior, first look, worth and the word alone. `groups` are domains that share their labels' words."""
    heads = {d.name: Counted.of(*_noun_heads(d)) for group in groups for d in group}

    def prior_from(chosen: Sequence[Sequence[Domain]]) -> Array:
        return fit_known([heads[d.name] for group in chosen for d in group], at_large)

    unseen = [prior_from([other for other in groups if other is not group]) for group in groups]
    shops = [(n, shop) for n, group in enumerate(groups) for d in group for shop in shops_of(d, reading(d))]

    def learn(*, kin: bool) -> Array:
        xs, ys, ws = [], [], []
        for n, shop in shops:
            seen = replace(weights, prior=unseen[n])
            xs.append(shop.features(weights, shopwords.known_prior(shop.uses.stems, seen), kin=kin))
            ys.append(shop.asked.right / shop.asked.times)
            ws.append(np.sqrt(np.minimum(shop.asked.times, OFTEN)) * shop.trust / 6)
        return fit_logistic(np.concatenate(xs), np.concatenate(ys), np.concatenate(ws), 2.0).astype(np.float32)

    weights = replace(weights, first=learn(kin=False))
    weights = replace(weights, worth=learn(kin=True))
    alone, level = _train_alone(groups, heads, unseen, weights)
    return replace(weights, prior=prior_from(groups), alone=alone, usual_level=level)


def _noun_heads(domain: Domain) -> tuple[Array, Array]:
    noun, ends = heads_of(domain)
    return domain.page.words.stem[noun], ends[noun]


def _train_alone(
    groups: Sequence[Sequence[Domain]], heads: dict[str, Counted], unseen: Sequence[Array], weights: Weights
) -> tuple[Array, Array]:
    """Weights of a word without a shop, and the level that makes its F1 best on the domains, each counting the same."""
    parts, xs = [], []
    dense = sum(not domain.name.endswith(".gz") for group in groups for domain in group)  # Hu & Liu's come last
    for n, group in enumerate(groups):
        for domain in group:
            found = heads[domain.name]
            prior = shopwords.known_prior(found.stems, replace(weights, prior=unseen[n]))
            parts.append(found)
            xs.append(shopwords.alone_features(found.stems, prior))
    x, y = np.concatenate(xs), np.concatenate([p.right / p.times for p in parts])
    weight = np.concatenate([np.sqrt(np.minimum(p.times, OFTEN)) for p in parts])
    alone = fit_logistic(x, y, weight, 2.0).astype(np.float32)

    def f1(least: float) -> float:
        figures = []
        for part, one in list(zip(parts, xs, strict=True))[:dense]:
            above = one @ alone > least
            figures.append(2 * part.right[above].sum() / (part.times[above].sum() + part.right.sum()))
        return float(np.mean(figures))

    best = max(np.arange(-4.0, 1.0, 0.1).tolist(), key=f1)
    return alone, np.array([best + shopwords.BELOW - EASIER], np.float32)


def modifiers_of(domain: Domain, alone: Reading, weights: Weights) -> tuple[Array, Array, Array]:
    """Words to the left of the heads of gold terms: stem, features without `joins`, whether they belong to the term."""
    stems, xs, ys = [], [], []
    seen = np.empty(MODIFIER_FEATURES)
    words = shopwords.ShopWords.judge(shopwords.add_uses([shopwords.count_uses(alone)] * 2), weights)
    reading = words.informed(alone)
    shop = words.columns(reading, weights)
    page = domain.page
    for row, sentence in enumerate(domain.gold):
        for (start, end), _ in sentence.terms:
            first, stop = page.words_in(row, start, end)
            if first == stop or not is_noun(page.tags[stop - 1]):
                continue
            q = stop - 2
            left = page.starts[np.searchsorted(page.starts, stop - 1, side="right") - 1]
            while q >= left and may_modify(page.tags[q]):
                modifier_features(
                    q, page.tags, reading.doubt, reading.valence, reading.common, shop.follows, shop.judges,
                    np.zeros(page.tags.size, np.float32), page.words.flags, shop.noun_share, shop.general,
                    shop.category, seen,
                )  # fmt: skip
                xs.append(seen.copy())
                ys.append(float(q >= first))
                stems.append(page.words.stem[q])
                if q < first:
                    break
                q -= 1
    return np.array(stems, np.uint64), np.array(xs), np.array(ys)


def train_joins(groups: Sequence[Sequence[Domain]], reading: Read, weights: Weights, at_large: Array) -> Weights:
    """Which words to the left of a head belong to the gold term: what is known of the word, and the modifier model."""
    found = {d.name: modifiers_of(d, reading(d), weights) for group in groups for d in group}
    counted = {name: Counted.of(stems, y) for name, (stems, _, y) in found.items()}

    def joins_from(chosen: Sequence[Sequence[Domain]]) -> Array:
        return fit_known([counted[d.name] for group in chosen for d in group], at_large)

    xs, ys = [], []
    for group in groups:
        joins = joins_from([other for other in groups if other is not group])
        for domain in group:
            stems, x, y = found[domain.name]
            x[:, -1] = joins[known_words().rows(stems), 0]
            xs.append(x)
            ys.append(y)
    x, y = np.concatenate(xs), np.concatenate(ys)
    modifier = fit_logistic(x, y, np.ones(y.size), 1.0).astype(np.float32)
    modifier[0] += WIDER
    return replace(weights, joins=joins_from(groups)[:, 0], modifier=modifier)
