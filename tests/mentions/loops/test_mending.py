"""Tags mended in short sentences: the compiled loop, a plain one by rules, and real sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.loops.mending import mend_tags
from instead.mentions.sentences import read_page
from instead.mentions.tags import TAGS
from tests.mentions.loops.tokens import NOUNS, Columns, Sentence, Token, random_sentences, run
from tests.shops import seeds

FINITE = ("VBZ", "VBD", "VBP", "MD")
EDGE = Token("", "PUNCT")


def mended(before: Token, token: Token, following: Token, *, place: int, verb: bool) -> tuple[str, str]:
    """Tags of the word and of the one before it, by the first rule that fits; `place` is counted in the part."""
    tag, first = token.tag, place == 0
    judges = tag in NOUNS and abs(token.valence) > np.float32(0.9)
    blank = tag in ("JJ", "RB", "VB") and not token.roles and token.valence == 0
    the = before.tag in ("DT", "PRP$")
    closed = following.tag in ("PUNCT", "CC", *FINITE) or following.roles & {"intensifier", "negator"}
    if blank and the and closed and not before.roles & {"intensifier", "excess"}:
        return "NN", before.tag
    if blank and first and "be" in following.roles and following.tag in FINITE:
        return "NN", before.tag
    thing = before.tag in NOUNS or (before.tag in ("JJ", "VB", "VBG") and before.valence == 0)
    goes_on = following.tag in ("DT", "PRP$", "PRP")
    goes_on |= not verb and following.tag in ("PUNCT", "RB", "IN", "CC", "TO", "W")
    if judges and not first and thing and goes_on and (place > 1 or following.tag == "PUNCT"):
        return "VBZ" if token.word.endswith("s") else "VBD", before.tag if before.tag in NOUNS else "NN"
    if tag in NOUNS and "comparative" in token.roles and (not the or following.tag in NOUNS):
        return "JJR", before.tag
    linked = before.tag == "RB" or ("be" in before.roles and before.tag not in NOUNS)
    if judges and not first and linked and following.tag not in (*NOUNS, "POS"):
        return "JJ", before.tag
    if judges and token.word.endswith("y") and following.tag in NOUNS:
        return "JJ", before.tag
    if not first and "excess" in before.roles and tag in ("VB", "NN", "VBP"):
        return "JJ", before.tag
    return tag, before.tag


def parts_of(sentence: Sentence) -> list[range]:
    """Places between marks and conjunctions."""
    cuts = [-1, *(at for at, token in enumerate(sentence) if token.tag in ("PUNCT", "CC")), len(sentence)]
    return [range(cut + 1, end) for cut, end in pairwise(cuts)]


def mend_plainly(sentence: Sentence) -> list[str]:
    out = list(sentence)
    for part in parts_of(sentence):
        for place in part:
            before = out[place - 1] if place > part.start else EDGE
            following = sentence[place + 1] if place + 1 < len(sentence) else EDGE
            verb = any(out[k].tag in FINITE or sentence[k].tag in FINITE for k in part)
            tag, earlier = mended(before, sentence[place], following, place=place - part.start, verb=verb)
            out[place] = replace(sentence[place], tag=tag)
            if place > part.start:
                out[place - 1] = replace(before, tag=earlier)
    return [token.tag for token in out]


def few_roles(sentences: list[Sentence], rng: np.random.Generator) -> list[Sentence]:
    """Most words have no role, and some end as verbs and adjectives do, so that the rules are met."""
    words = ("leaks", "shoddy", "creak", "noisy")
    return [
        [
            replace(
                token,
                word=str(rng.choice(words)) if rng.random() < 0.5 else token.word,
                roles=frozenset(
                    role for role in ("be", "excess", "comparative", "intensifier", "negator") if rng.random() < 0.1
                ),
                tag="JJ" if token.tag in FINITE and rng.random() < 0.7 else token.tag,
            )
            for token in sentence
        ]
        for sentence in sentences
    ]  # fmt: skip


@given(seeds)
@settings(max_examples=200, deadline=None)
def test_tags_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    columns = Columns(few_roles(random_sentences(rng, longest=7), rng))
    tags = columns.tags
    tail = np.array([sum(ord(letter) << 16 * k for k, letter in enumerate(t.word[:-5:-1])) for t in columns.tokens])
    run(
        mend_tags, tags, columns.roles, columns.number("valence", np.float32), tail.astype(np.uint64), columns.starts
    )  # fmt: skip
    assert [TAGS[tag] for tag in tags] == [tag for sentence in columns.sentences for tag in mend_plainly(sentence)]


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("The lid leaks.", "leaks", "VBZ"),
        ("The lid leaks.", "lid", "NN"),
        ("The manual is great.", "manual", "NN"),
        ("Assembly was easy.", "Assembly", "NN"),
        ("The toe box is too narrow.", "narrow", "JJ"),
        ("I like the shoddy lining.", "shoddy", "JJ"),
        ("The colors were brighter.", "brighter", "JJR"),
        ("The blade outlasts every other.", "outlasts", "VBZ"),
        ("It has a sturdier frame.", "sturdier", "JJR"),
    ],
)
def test_tags_of_real_sentences(text: str, word: str, tag: str) -> None:
    page = read_page([text])
    at = page.words_in(0, text.index(word), text.index(word) + len(word))[0]
    assert TAGS[page.tags[at]] == tag
