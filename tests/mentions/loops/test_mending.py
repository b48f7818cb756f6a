"""Tags mended in short sentences: the compiled loop, a plain one by rules, and real sentences."""

from __future__ import annotations

from dataclasses import replace

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


def mended(before: Token, token: Token, following: Token, *, place: int, last: bool, verb: bool) -> tuple[str, str]:
    """Tags of the word and of the one before it, by the first rule that fits."""
    tag, first = token.tag, place == 0
    judges = tag in NOUNS and abs(token.valence) > np.float32(0.9)
    blank = tag in ("JJ", "RB", "VB") and not token.roles and token.valence == 0
    after_the = before.tag in ("DT", "PRP$") and not before.roles & {"intensifier", "excess"}
    if blank and after_the and following.tag in ("PUNCT", "CC", *FINITE):
        return "NN", before.tag
    if blank and first and not last and "be" in following.roles and following.tag in ("VBZ", "VBD"):
        return "NN", before.tag
    thing = before.tag in NOUNS or (before.tag in ("JJ", "VB", "VBG") and before.valence == 0)
    short = following.tag == "PUNCT" or (place > 1 and following.tag in ("RB", "IN", "CC", "DT", "TO", "W"))
    if judges and not verb and not first and thing and short:
        return "VBZ" if token.word.endswith("s") else "VBD", before.tag if before.tag in NOUNS else "NN"
    described = not first and ("be" in before.roles or before.tag == "RB") and before.tag not in ("DT", "PRP$", "JJ")
    if judges and described and following.tag not in (*NOUNS, "POS"):
        return "JJR" if "comparative" in token.roles else "JJ", before.tag
    if judges and token.word.endswith("y") and following.tag in NOUNS:
        return "JJ", before.tag
    if not first and "excess" in before.roles and tag in ("VB", "NN", "VBP"):
        return "JJ", before.tag
    return tag, before.tag


def mend_plainly(sentence: Sentence) -> list[str]:
    out = list(sentence)
    for place, token in enumerate(sentence):
        before = out[place - 1] if place else EDGE
        last = place + 1 == len(sentence)
        following = EDGE if last else sentence[place + 1]
        verb = any(one.tag in FINITE for one in (*sentence, *out[:place]))
        tag, earlier = mended(before, token, following, place=place, last=last, verb=verb)
        out[place] = replace(token, tag=tag)
        if place:
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
                    role for role in ("be", "excess", "comparative", "intensifier") if rng.random() < 0.1
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
    ],
)
def test_tags_of_real_sentences(text: str, word: str, tag: str) -> None:
    page = read_page([text])
    at = page.words_in(0, text.index(word), text.index(word) + len(word))[0]
    assert TAGS[page.tags[at]] == tag
