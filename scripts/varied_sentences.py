"""Written sentences with some words exchanged for others of their kind: more English for the teacher to judge.

A word gives way to one that the encoder takes for near it and that is the same part of speech in the written text:
"The hinge feels flimsy" becomes "The clasp feels wobbly" or "The hinge feels sturdy". Nobody knows what such a sentence
says until the teacher (scripts/teacher.py) has read it. Which words are exchanged is drawn at random, the same with
every run.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np

from instead.mentions.gold import GoldSentence
from instead.mentions.loops.words import stem_plain
from instead.mentions.sentences import read_page
from instead.mentions.tags import TAGS
from instead.rng import stage_rng
from known_words import Encoder

OPEN = ("NN", "NNS", "JJ", "JJR", "JJS", "RB", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
"""Parts of speech whose words are exchanged."""
SHARE = 0.35
"""Of such words, how many are."""
COMMONEST, RAREST = 120, 2
"""Words that hold sentences together stay, and so do those that are said but once."""
ALIKE = 0.7
"""Share of words in the same order that makes near twins."""
NEAREST, NEAR = 12, 0.3
"""So many near words are drawn from, those with at least this cosine."""


def neighbours(gold: Sequence[GoldSentence], encoder: Encoder) -> dict[tuple[str, str], list[str]]:
    """(word, tag) -> words that may take its place."""
    page = read_page([sentence.text for sentence in gold])
    spans = zip(page.words.start.tolist(), page.words.end.tolist(), page.tags.tolist(), strict=True)
    said = Counter((page.text[a:b].lower(), TAGS[tag]) for a, b, tag in spans)
    of_word: dict[str, Counter[str]] = defaultdict(Counter)
    for (word, tag), count in said.items():
        of_word[word][tag] += count
    common = {word for word, _ in Counter({w: c.total() for w, c in of_word.items()}).most_common(COMMONEST)}
    by_tag: dict[str, list[str]] = defaultdict(list)
    for word in sorted(of_word):
        tag, count = of_word[word].most_common(1)[0]
        if tag in OPEN and count >= RAREST and word not in common and re.fullmatch("[a-z]{3,}", word):
            by_tag[tag].append(word)
    out = {}
    for tag, words in by_tag.items():
        vectors = encoder.vectors(words)
        for row, word in enumerate(words):
            near = vectors @ vectors[row]
            best = np.argsort(-near, kind="stable")[: 2 * NEAREST]
            kept = [words[n] for n in best if near[n] >= NEAR and stem_plain(words[n]) != stem_plain(word)]
            if kept:
                out[word, tag] = kept[:NEAREST]
    return out


def unlike_the_suite(texts: Sequence[str], suite: Sequence[str]) -> list[str]:
    """Texts that are no near twin of a sentence of the challenge suite."""
    others = [re.findall(r"[\w']+", text.lower()) for text in suite]
    bags = [Counter(words) for words in others]
    holding: dict[str, set[int]] = defaultdict(set)
    for number, words in enumerate(others):
        for word in words:
            holding[word].add(number)
    out = []
    for text in texts:
        own = re.findall(r"[\w']+", text.lower())
        bag = Counter(own)
        met = Counter(number for word in bag for number in holding.get(word, ()))
        near = [n for n in met if 2 * (bag & bags[n]).total() >= ALIKE * (len(own) + len(others[n]))]
        if not any(SequenceMatcher(None, others[n], own, autojunk=False).ratio() >= ALIKE for n in near):
            out.append(text)
    return out


def varied_sentences(gold: Sequence[GoldSentence], encoder: Encoder) -> list[str]:
    """Each sentence once with words exchanged, where it has some that may be; none that stands in `gold`."""
    near, rng = neighbours(gold, encoder), stage_rng(7, "varied")
    page = read_page([sentence.text for sentence in gold])
    first = np.searchsorted(page.words.start, page.offsets)
    known = {sentence.text.lower() for sentence in gold}
    out: dict[str, None] = {}
    for row, sentence in enumerate(gold):
        text, base, at = "", int(page.offsets[row]), 0
        for word in range(int(first[row]), int(first[row + 1])):
            a, b = int(page.words.start[word]) - base, int(page.words.end[word]) - base
            own = sentence.text[a:b]
            choice = near.get((own.lower(), TAGS[page.tags[word]]))
            if choice and rng.random() < SHARE:
                new = choice[int(rng.integers(len(choice)))]
                new = new.upper() if own.isupper() and len(own) > 1 else (new.capitalize() if own[0].isupper() else new)
                text += sentence.text[at:a] + new
                at = b
        text += sentence.text[at:]
        if text.lower() not in known:
            out[text] = None
    return list(out)
