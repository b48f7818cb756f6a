"""Train the extractor's small models on labelled sentences and write one file of weights per set.

    python scripts/train_mentions.py --data ../shared/data/absa [--only without-laptops]

Labels used, per set (the raw text of a shop is never needed):
  all                  SemEval-14 laptops and restaurants (train), ASTE 14lap and 14res (train), MAMS, Hu & Liu
  without-laptops      SemEval restaurants, ASTE 14res, MAMS, Hu & Liu
  without-restaurants  SemEval laptops, ASTE 14lap, Hu & Liu
  without-hu-liu       SemEval laptops and restaurants, ASTE, MAMS
No sentence of a test part is ever trained on.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from instead.mentions import shopwords
from instead.mentions.attributes import attribute_phrases, clauses
from instead.mentions.company import second_look
from instead.mentions.loops.chains import chain_epoch
from instead.mentions.loops.counting import USES
from instead.mentions.loops.linear import softmax_epoch
from instead.mentions.loops.noun_phrases import MODIFIER_FEATURES, modifier_features
from instead.mentions.loops.pairing import PAIR_BITS, PAIR_FEATURES, score_pairs
from instead.mentions.loops.polarity import POLARITY_SUMMARY
from instead.mentions.opinions import (
    OPINION_BITS,
    OPINION_TEMPLATES,
    Reading,
    lexicon_columns,
    opinion_rows,
    trust_steps,
    understand,
    wide_opinions,
)
from instead.mentions.seen import letters
from instead.mentions.sentences import Page
from instead.mentions.weights import SETS, Weights
from instead.rng import stage_rng
from labelled import Domain, load_domains
from train_polarity import FOLDS, train_polarity

Array = npt.NDArray[Any]
SEEDS = 5
SILENT = 0.3
"""Weight of sentences without a labelled opinion: many hold one that speaks of no attribute."""
HIDDEN_WORDS = 0.6
"""Share of words hidden from the opinion labeller in training: what stands around them travels to other shops."""
LEXICAL = [n for n, t in enumerate(OPINION_TEMPLATES.tolist()) if (t[0], t[1]) in ((0, 0), (1, 0), (3, 0))]
HOME = Path(__file__).parent.parent / "src" / "instead" / "mentions" / "data"


def join_pages(pages: list[Page]) -> Array:
    """Sentence bounds of several pages laid end to end."""
    starts = [np.zeros(1, np.int64)]
    base = 0
    for page in pages:
        starts.append(page.starts[1:] + base)
        base += page.tags.size
    return np.concatenate(starts)


def folds_of(domain: Domain) -> Array:
    """Which of FOLDS parts each sentence of the page lies in. By its letters: ASTE repeats SemEval's sentences."""
    own = [crc32(letters(s.text).encode()) % FOLDS for s in domain.gold]
    return np.array(own)[domain.page.review_of_sentence]


def train_opinions(
    domains: list[Domain], *, epochs: int = 12, seeds: int = SEEDS, without: int | None = None
) -> tuple[Array, Array]:
    """Linear-chain labeller of opinion words; the mean of the later epochs is kept. `without` leaves one fold out."""
    rows = np.concatenate([opinion_rows(d.page, *lexicon_columns(d.page)) for d in domains])
    gold = np.concatenate([d.labels(lambda s: s.opinions) for d in domains])
    starts = join_pages([d.page for d in domains])
    mean, mean_steps = np.zeros((1 << OPINION_BITS, 3), np.float32), np.zeros((4, 3))
    even = np.ones(starts.size - 1)
    told = np.add.reduceat(gold > 0, starts[:-1]) > 0
    even[~told] = SILENT
    if without is not None:
        even[np.concatenate([folds_of(d) for d in domains]) == without] = 0
    for seed, epoch in product(range(seeds), range(epochs)):
        if epoch == 0:
            rng = stage_rng(7, "opinions", seed)
            weights, squares = np.zeros_like(mean), np.zeros_like(mean)
            steps, step_squares = np.zeros_like(mean_steps), np.zeros_like(mean_steps)
        order = rng.permutation(starts.size - 1)
        # Words are hidden at random, so that what stands around them is learned as well: that travels further.
        hidden = rows.copy()
        hidden[np.flatnonzero(rng.random(len(rows)) < HIDDEN_WORDS)[:, None], LEXICAL] = 0
        chain_epoch(order, hidden, gold, even, starts, weights, squares, steps, step_squares, 0.1, 1e-4)
        if epoch >= epochs // 2:
            mean += weights / (seeds * (epochs - epochs // 2))
            mean_steps += steps / (seeds * (epochs - epochs // 2))
    mean[np.abs(mean) < 0.01] = 0
    return mean, mean_steps.astype(np.float32)


def fit_logistic(x: Array, y: Array, weight: Array, ridge: float) -> npt.NDArray[np.float64]:
    """Ridge logistic regression by Newton steps; y may be a share."""
    beta = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1.0 / (1.0 + np.exp(-x @ beta))
        slope = x.T @ (weight * (y - p)) - ridge * beta
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge * np.eye(beta.size)
        beta = beta + np.linalg.solve(bend, slope)
    return beta


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


def worth_examples(domain: Domain, reading: Reading) -> tuple[Array, Array, Array]:
    """Features of stems counted on one part of the text; how often they head a gold term on another part."""
    rng = stage_rng(7, "worth", domain.name)
    page = domain.page
    label = domain.labels(lambda s: [span for span, _ in s.terms])
    head = (label > 0) & np.append(label[1:] != 2, True)
    noun = (page.tags <= 2) & np.append(page.tags[1:] > 2, True)
    count = page.starts.size - 1
    size = np.diff(page.starts)
    found: list[tuple[Array, Array, Array]] = []
    for share in (0.25, 0.25, 0.5, 0.5, 0.8, 0.8, 1.0, 1.0):
        chosen = rng.random(count) < share
        uses = some_sentences(reading, chosen)
        asked = np.repeat(~chosen & (rng.random(count) < 0.5 / max(1 - share, 0.5)) if share < 1 else chosen, size)
        stems, row = np.unique(page.words.stem[noun & asked], return_inverse=True)
        times = np.bincount(row)
        right = np.bincount(row, weights=head[noun & asked])
        counts = np.zeros((stems.size, USES))
        place, there = shopwords._in_sorted(uses.stems, stems)
        counts[there] = uses.counts[place[there]]
        found.append((shopwords.word_features(stems, counts, uses.counts.sum(0)), right / times, times))
    return tuple(np.concatenate([part[k] for part in found]) for k in range(3))  # type: ignore[return-value]


def train_worth(domains: list[tuple[Domain, Reading]]) -> Array:
    xs, ys, ws = [], [], []
    for domain, reading in domains:
        x, y, times = worth_examples(domain, reading)
        trust = 0.6 if domain.name == "hu-liu" else 1.0  # its features stand where an opinion is, not everywhere
        xs.append(x)
        ys.append(y)
        ws.append(np.sqrt(np.minimum(times, 10)) * trust / 6)
    return fit_logistic(np.concatenate(xs), np.concatenate(ys), np.concatenate(ws), 2.0).astype(np.float32)


def train_modifier(domains: list[tuple[Domain, Reading]], worth: Array) -> Array:
    """Which words to the left of a head belong to the gold term."""
    xs, ys = [], []
    seen = np.empty(MODIFIER_FEATURES)
    for domain, alone in domains:
        words = shopwords.ShopWords.judge(shopwords.add_uses([shopwords.count_uses(alone)] * 2), worth)
        reading = words.informed(alone)
        shop = words.columns(reading)
        page = domain.page
        for row, sentence in enumerate(domain.gold):
            for (start, end), _ in sentence.terms:
                first, stop = page.words_in(row, start, end)
                if first == stop or page.tags[stop - 1] > 2:
                    continue
                q = stop - 2
                left = page.starts[np.searchsorted(page.starts, stop - 1, side="right") - 1]
                while q >= left and (page.tags[q] <= 5 or page.tags[q] in (9, 10)):
                    modifier_features(
                        q, page.tags, reading.doubt, reading.valence, reading.common, shop.follows, shop.judges,
                        page.words.flags, shop.noun_share, shop.general, shop.category, seen,
                    )  # fmt: skip
                    xs.append(seen.copy())
                    ys.append(float(q >= first))
                    if q < first:
                        break
                    q -= 1
    x, y = np.array(xs), np.array(ys)
    return fit_logistic(x, y, np.ones(y.size), 1.0).astype(np.float32)


def average_softmax(
    rows: Array, bounds: Array, label: Array, weight: Array, shape: tuple[int, int], *, name: str, epochs: int,
    rate: float, decay: float, start: Array | None = None, hide: float = 0.0,
) -> Array:  # fmt: skip
    weights = np.zeros(shape, np.float32) if start is None else start.copy()
    squares = np.zeros_like(weights)
    mean = np.zeros_like(weights)
    rng = stage_rng(7, name)
    for epoch in range(epochs):
        softmax_epoch(
            rng.permutation(label.size), rows, bounds, label, weight, weights, squares, rate, decay, hide,
            POLARITY_SUMMARY, np.uint64(epoch + 1),
        )  # fmt: skip
        if epoch >= epochs // 2:
            mean += weights / (epochs - epochs // 2)
    return mean


def train_pairs(domains: list[tuple[Domain, Reading]], weights: Weights) -> Array:
    """Gold and found terms with found opinions; a pair is right when it stands in the gold triplets.

    The readings must come from a labeller that has not seen them: as sure, and as unsure, as it is in a new shop.
    """
    all_rows, labels = [], []
    for domain, alone in domains:
        page = domain.page
        phrases, right = [], set()
        for row, sentence in enumerate(domain.gold):
            for span, _ in sentence.terms:
                first, stop = page.words_in(row, *span)
                phrases.append((first, stop, stop - 1))
            for term, said, _ in sentence.triplets:
                right.add((page.words_in(row, *term)[0], page.words_in(row, *said)[0]))
        uses = shopwords.add_uses([shopwords.count_uses(alone)])
        words = second_look([alone], shopwords.ShopWords.judge(uses, weights.worth))
        reading = words.informed(alone)
        found, _ = attribute_phrases(reading, words, weights, -2.0)
        taken = np.zeros(page.tags.size + 1, bool)
        for first, stop, _ in phrases:
            taken[first:stop] = True
        phrases += [(a, e, h) for a, e, h in found.tolist() if not taken[a:e].any()]
        order = np.array(sorted(set(phrases)), np.int64)
        worth = words.columns(reading).worth[order[:, 2]]
        rows = np.zeros((len(order) * 60, PAIR_FEATURES), np.uint16)
        pairs, _ = score_pairs(
            order, worth, page.starts, page.tags, reading.roles, page.words.form, reading.valence,
            clauses(reading).number, reading.opinion, wide_opinions(reading), trust_steps(reading),
            np.zeros(1 << PAIR_BITS, np.float32), np.float32(0), rows, True,
        )  # fmt: skip
        all_rows.append(rows[: len(pairs)])
        labels.append(np.array([(order[m, 0], o) in right for m, o, _ in pairs.tolist()], np.int64))
    rows = np.concatenate(all_rows)
    label = np.concatenate(labels)
    bounds = np.arange(label.size + 1) * PAIR_FEATURES
    two = np.zeros((1 << PAIR_BITS, 2), np.float32)
    for seed in range(SEEDS):
        two += average_softmax(
            rows.ravel(), bounds, label, np.ones(label.size), two.shape, name=f"pairs/{seed}", epochs=20, rate=0.01,
            decay=1e-2, hide=0.3,
        ) / SEEDS  # fmt: skip
    return (two[:, 1] - two[:, 0]).astype(np.float32)


LABELS = {
    "all": (["laptops", "restaurants"], ["laptops", "restaurants", "hu-liu"], ["14lap", "14res"],
            ["laptops", "restaurants", "mams", "hu-liu"]),
    "without-laptops": (["restaurants"], ["restaurants", "hu-liu"], ["14res"], ["restaurants", "mams", "hu-liu"]),
    "without-restaurants": (["laptops"], ["laptops", "hu-liu"], ["14lap"], ["laptops", "hu-liu"]),
    "without-hu-liu": (["laptops", "restaurants"], ["laptops", "restaurants"], ["14lap", "14res"],
                       ["laptops", "restaurants", "mams"]),
}  # fmt: skip
"""Per set: domains for opinions (and modifiers), for worth, for pairs, for polarity."""


def read_unseen(domain: Domain, unseen: list[Weights]) -> Reading:
    """Opinions of each sentence by the labeller that was trained without it."""
    fold = np.repeat(folds_of(domain), np.diff(domain.page.starts))
    readings = [understand(domain.page, weights) for weights in unseen]
    opinion = np.choose(fold, [r.opinion for r in readings])
    return replace(readings[0], opinion=opinion, doubt=np.choose(fold, [r.doubt for r in readings]))


def train_set(name: str, domains: dict[str, Domain], data: Path) -> Weights:
    opinions, worthy, paired, told = LABELS[name]
    opinion, steps = train_opinions([domains[d] for d in [*opinions, *paired]])
    empty = np.zeros(1, np.float32)
    weights = Weights(opinion, steps, empty, empty, empty, empty)

    @cache
    def reading(domain: str) -> Reading:
        return understand(domains[domain].page, weights)

    worth = train_worth([(domains[d], reading(d)) for d in worthy])
    weights = replace(weights, worth=worth)
    taught = [domains[d] for d in [*opinions, *paired]]
    parts = [train_opinions(taught, seeds=2, without=fold) for fold in range(FOLDS)]
    unseen = [replace(weights, opinion=o, opinion_steps=s) for o, s in parts]
    modifier = train_modifier([(domains[d], read_unseen(domains[d], unseen)) for d in opinions], worth)
    weights = replace(weights, modifier=modifier)
    pair = train_pairs([(domains[d], read_unseen(domains[d], unseen)) for d in paired], weights)
    weights = replace(weights, pair=pair)
    known = {*opinions, *paired}
    judged = [(domains[d], read_unseen(domains[d], unseen) if d in known else reading(d)) for d in told]
    polarity = train_polarity(judged, weights, data)
    polarity[np.abs(polarity) < 0.001] = 0
    return replace(weights, polarity=polarity)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/absa"))
    parser.add_argument("--only", choices=SETS)
    args = parser.parse_args()
    domains = load_domains(args.data)
    for name in [args.only] if args.only else SETS:
        weights = train_set(name, domains, args.data)
        path = HOME / f"{name}.npz"
        weights.save(path)
        sys.stdout.write(f"{name}: {path.stat().st_size / 2**20:.2f} MiB\n")


if __name__ == "__main__":
    main()
