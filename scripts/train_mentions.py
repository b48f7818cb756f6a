"""Train the extractor's small models on labelled sentences and write one file of weights per set.

    python scripts/train_mentions.py --data ../shared/data/absa [--only without-laptops]

Labels used, per set (the raw text of a shop is never needed):
  all                  SemEval-14 laptops and restaurants (train), ASTE 14lap and 14res (train), MAMS, Hu & Liu
  without-laptops      SemEval restaurants, ASTE 14res, MAMS, Hu & Liu
  without-restaurants  SemEval laptops, ASTE 14lap, Hu & Liu
  without-hu-liu       SemEval laptops and restaurants, ASTE, MAMS
All sets learn from the sentences of training_text/, which are nobody's test, from compared aspects of cameras (COQE,
train part), and from what a teacher says of raw reviews (scripts/teacher.py). No sentence of a test part, nor of the
challenge suite, is ever trained on.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from calibrate_mentions import calibrate
from instead.mentions import shopwords
from instead.mentions.attributes import attribute_phrases, clauses
from instead.mentions.company import second_look
from instead.mentions.known_words import known_words
from instead.mentions.loops.chains import chain_epoch
from instead.mentions.loops.linear import softmax_epoch
from instead.mentions.loops.pairing import PAIR_BITS, PAIR_FEATURES, score_pairs
from instead.mentions.loops.words import LONGEST_SENTENCE
from instead.mentions.opinions import (
    CHANNELS,
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
from instead.mentions.tags import LABELS, OUTSIDE
from instead.mentions.weights import SETS, Weights
from instead.rng import stage_rng
from judged_phrases import (
    Judged,
    from_comparisons,
    from_domain,
    from_stars,
    from_taught,
    from_varied,
    from_written,
    written,
)
from labelled import Domain, load_domains, load_products, make_domain
from phrasebook import leaning_sentences, phrasebook
from train_network import train_network
from train_words import train_joins, train_known, uses_at_large

Array = npt.NDArray[Any]
SEEDS = 5
FOLDS = 4
"""Parts of the sentences; what is learned from the others reads each, as it will be in use."""
LAST_ROWS = 12
"""Rows of a pair that are never hidden while it is learned."""
MADE_UP, STARRED = 0.3, 0.3
"""Weight of a sentence of the phrasebook, and of what a star says of one phrase, beside a label made by hand."""
LABELLED, COMPARED = 3.0, 4.0
"""Weight of a phrase of a labelled corpus, and of a compared aspect, beside one of the written text, which has many
times as many."""
SILENT = 0.3
"""Weight of sentences without a labelled opinion: many hold one that speaks of no attribute."""
HIDDEN_WORDS = 0.6
"""Share of words hidden from the opinion labeller in training: what stands around them travels to other shops."""
LEXICAL = [
    number for number, (channel, offset, *_) in enumerate(OPINION_TEMPLATES.tolist())
    if offset == 0 and CHANNELS[channel] in ("form", "stem", "tail")
]  # fmt: skip
"""Templates that look at the letters of the word itself."""
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
    mean, mean_steps = np.zeros((1 << OPINION_BITS, LABELS), np.float32), np.zeros((LABELS + 1, LABELS))
    even = np.ones(starts.size - 1)
    told = np.add.reduceat(gold != OUTSIDE, starts[:-1]) > 0
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
            LAST_ROWS, np.uint64(epoch + 1),
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
        words = second_look([alone], shopwords.ShopWords.judge(uses, weights), weights)
        reading = words.informed(alone)
        found, _ = attribute_phrases(reading, words, weights, -2.0)
        taken = np.zeros(page.tags.size + 1, bool)
        for first, stop, _ in phrases:
            taken[first:stop] = True
        phrases += [(a, e, h) for a, e, h in found.tolist() if not taken[a:e].any()]
        order = np.array(sorted(set(phrases)), np.int64)
        worth = words.columns(reading, weights).worth[order[:, 2]]
        rows = np.zeros((len(order) * LONGEST_SENTENCE, PAIR_FEATURES), np.uint16)
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


SOURCES = {
    "all": (["laptops", "restaurants"], ["14lap", "14res"], ["laptops", "restaurants", "mams", "hu-liu"]),
    "without-laptops": (["restaurants"], ["14res"], ["restaurants", "mams", "hu-liu"]),
    "without-restaurants": (["laptops"], ["14lap"], ["laptops", "hu-liu"]),
    "without-hu-liu": (["laptops", "restaurants"], ["14lap", "14res"], ["laptops", "restaurants", "mams"]),
}
"""Per set: domains for opinions, for pairs, and for words and polarity."""


def groups_of(told: list[str], domains: dict[str, Domain], data: Path) -> list[list[Domain]]:
    """Domains of a set, those with the same words together: both of restaurants; Hu & Liu's products one by one."""
    groups = [[domains[d] for d in told if d in pair] for pair in (("laptops",), ("restaurants", "mams"))]
    if "hu-liu" in told:
        groups += [[product] for product in load_products(data).values()]
    return [group for group in groups if group]


def read_unseen(domain: Domain, unseen: list[Weights]) -> Reading:
    """Opinions of each sentence by the labeller that was trained without it."""
    fold = np.repeat(folds_of(domain), np.diff(domain.page.starts))
    readings = [understand(domain.page, weights) for weights in unseen]
    opinion = np.choose(fold, [r.opinion for r in readings])
    return replace(readings[0], opinion=opinion, doubt=np.choose(fold, [r.doubt for r in readings]))


def train_words(weights: Weights, groups: list[list[Domain]], judged: dict[str, Reading], data: Path) -> Weights:
    """All that decides which words are attributes. `judged` holds readings by labellers that saw no label of them."""
    none = np.zeros(known_words().size, np.float32)
    weights = replace(weights, prior=np.stack([none, none], axis=1), joins=none)

    @cache
    def reading(name: str) -> Reading:
        return understand(next(d for group in groups for d in group if d.name == name).page, weights)

    at_large = uses_at_large(weights, data.parent)
    weights = train_known(groups, lambda d: reading(d.name), weights, at_large)
    return train_joins(groups, lambda d: judged.get(d.name) or reading(d.name), weights, at_large)


def unseen_readings(name: str, domains: dict[str, Domain], weights: Weights) -> dict[str, Reading]:
    """The sentences that the opinion labeller learns from, each read by one that was trained without it."""
    taught = [*SOURCES[name][0], *SOURCES[name][1]]
    parts = [train_opinions([domains[d] for d in taught], seeds=2, without=fold) for fold in range(FOLDS)]
    unseen = [replace(weights, opinion=o, opinion_steps=s) for o, s in parts]
    return {d: read_unseen(domains[d], unseen) for d in taught}


def weighing(part: Judged, times: float) -> Judged:
    return replace(part, weight=times * part.weight)


def train_judging(
    told: list[str], domains: dict[str, Domain], fresh: dict[str, Reading], weights: Weights, data: Path
) -> Weights:
    """The judging network: from the written text, the labelled domains, the phrasebook, the teacher, the stars and
    comparisons."""

    def read_domain(domain: Domain) -> Judged:
        return from_domain(domain, fresh.get(domain.name) or understand(domain.page, weights), weights)

    parts = [from_written(sentences, weights) for sentences in written().values()]
    parts += [weighing(read_domain(domains[d]), LABELLED) for d in told]
    made_up = read_domain(make_domain("phrasebook", phrasebook() + leaning_sentences()))
    parts += [weighing(made_up, MADE_UP), weighing(from_stars(data.parent, weights), STARRED)]
    parts += [from_taught(data.parent, weights), from_varied(weights)]
    parts += [weighing(from_comparisons(data.parent, weights), COMPARED)]
    return replace(weights, **train_network(parts))


def train_set(name: str, domains: dict[str, Domain], data: Path) -> Weights:
    opinions, paired, told = SOURCES[name]
    opinion, steps = train_opinions([domains[d] for d in [*opinions, *paired]])
    empty = np.zeros(1, np.float32)
    weights = replace(Weights(*[empty] * len(fields(Weights))), opinion=opinion, opinion_steps=steps)
    fresh = unseen_readings(name, domains, weights)
    weights = train_words(weights, groups_of(told, domains, data), fresh, data)
    weights = replace(weights, pair=train_pairs([(domains[d], fresh[d]) for d in paired], weights))
    return train_judging(told, domains, fresh, weights, data)


def stored_set(name: str) -> Weights:
    """The set as it is stored; what it lacks is learned by whoever asks."""
    with np.load(HOME / f"{name}.npz", allow_pickle=False) as stored:
        empty = np.zeros(1, np.float32)
        return Weights(
            **{f.name: stored[f.name].astype(np.float32) if f.name in stored else empty for f in fields(Weights)}
        )


def network_anew(name: str, domains: dict[str, Domain], data: Path) -> Weights:
    """The stored set with its judging network learned again: two minutes instead of six."""
    weights = stored_set(name)
    return train_judging(SOURCES[name][2], domains, unseen_readings(name, domains, weights), weights, data)


def words_anew(name: str, domains: dict[str, Domain], data: Path) -> Weights:
    """The stored set with its vocabulary's models learned again."""
    return train_words(stored_set(name), groups_of(SOURCES[name][2], domains, data), {}, data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/absa"))
    parser.add_argument("--only", choices=SETS)
    parser.add_argument("--words", action="store_true", help="only the vocabulary's models, to develop with")
    parser.add_argument("--network", action="store_true", help="only the judging network, as after a change of grammar")
    args = parser.parse_args()
    domains = load_domains(args.data)
    for name in [args.only] if args.only else SETS:
        train = words_anew if args.words else (network_anew if args.network else train_set)
        weights = train(name, domains, args.data)
        path = HOME / f"{name}.npz"
        weights.save(path)
        sys.stdout.write(f"{name}: {path.stat().st_size / 2**20:.2f} MiB\n")
    calibrate(args.data)


if __name__ == "__main__":
    main()
