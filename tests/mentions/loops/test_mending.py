"""Tags mended in short sentences: the compiled loop, a plain one by rules, and real sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings

from instead.mentions.loops.mending import mend_tags
from instead.mentions.sentences import read_page
from instead.mentions.tags import TAGS
from tests.mentions.loops.tokens import NOUNS, Columns, Sentence, Token, random_sentences, run
from tests.shops import seeds

FINITE = ("VBZ", "VBD", "VBP", "MD")
EDGE = Token("", "PUNCT")


def is_the(token: Token) -> bool:
    return token.tag in ("DT", "PRP$")


def judges(token: Token) -> bool:
    return bool(abs(token.valence) > np.float32(0.9))


def misread(token: Token, before: Token, following: Token) -> str:
    """What a word is that was taken for a number, a pronoun or a participle, or "ought"."""
    noun = token.tag == "CD" and is_the(before) and token.noun_share >= 0.4
    noun |= token.tag == "PRP" and token.noun_share >= 0.4 and len(token.word) >= 4
    noun |= (
        token.tag == "VBN" and is_the(before) and following.tag in FINITE
        and token.valence == 0 and token.noun_share >= 0.3
    )  # fmt: skip
    if noun and not token.roles:
        return "NN"
    ought = token.tag in NOUNS and "wish" in token.roles and following.tag in ("TO", "IN")
    return "MD" if ought else token.tag


def subject_first(part: Sentence) -> int:
    """Place of the first word that may be the subject, behind the determiner and the adjectives of a noun."""
    place = 1
    while place + 1 < len(part) and part[place].tag in ("JJ", "VBG") and part[place + 1].tag in NOUNS:
        token, behind = part[place], part[place + 1]
        taken = token.noun_share >= 0.4 and token.valence == 0
        if taken and behind.tag == "NNS" and behind.noun_share < 0.65:
            break
        place += 1
    return place


def acts(subject: Token, token: Token, rest: Sentence) -> bool:
    """Is the word behind a subject its verb?"""
    if token.roles & {"around", "negator", "contrast", "intensifier", "excess"}:
        return False
    if subject.tag not in NOUNS and not (subject.tag in ("JJ", "JJS") and subject.noun_share >= 0.4):
        return False
    many, share = subject.tag == "NNS", token.noun_share
    if token.word.endswith("s"):
        has_object = rest[:1] and rest[0].tag in ("DT", "PRP$", "PRP")
        return token.tag in ("NNS", "NN", "JJ") and not many and share < (0.995 if has_object else 0.65)
    if token.word.endswith("ed"):
        return token.tag in ("VBN", "JJ") and share < 0.4 and bool(rest)
    if token.tag == "IN":
        return judges(token)
    grew = token.tag == "NN" and not many and share < 0.3 and bool(rest) and rest[0].tag not in NOUNS
    return grew or (many and token.tag in ("VB", "NN") and share < 0.65 and bool(rest))


def with_verb(part: Sentence) -> Sentence:
    """The part with the verb of its subject, if it opens with "the" and has none."""
    if len(part) < 3 or not is_the(part[0]) or any(token.tag in FINITE for token in part):
        return part
    first = subject_first(part)
    for place in range(first, len(part) - 1):
        subject, token = part[place], part[place + 1]
        if place > first and subject.tag not in NOUNS:  # behind the first word only nouns go on
            break
        if acts(subject, token, part[place + 2 :]):
            noun = subject.tag if subject.tag in NOUNS else "NN"
            verb = "VBZ" if token.word.endswith("s") else "VBD"
            return [
                *part[:place], replace(subject, tag=noun), replace(token, tag=verb), *part[place + 2 :]
            ]  # fmt: skip
        if subject.tag not in NOUNS:
            break
    return part


def is_gerund_noun(part: Sentence, place: int, following: Token) -> bool:
    token, before = part[place], part[place - 1] if place else EDGE
    if token.tag != "VBG":
        return False
    often, noun_behind = token.noun_share >= 0.3, following.tag in NOUNS
    if place == 0 and often and not noun_behind and any(one.tag in FINITE for one in part[1:]):
        return True
    if noun_behind and often and token.valence == 0 and (place == 0 or before.tag == "DT"):
        return True
    described = before.tag in ("DT", "PRP$", "JJ") or (judges(before) and before.tag != "RB")
    return described and following.tag in ("PUNCT", "CC", "IN", *FINITE)


def mended(earlier: Token, before: Token, token: Token, following: Token, *, place: int, verb: bool) -> tuple[str, str]:
    """Tags of the word and of the one before it, by the first rule that fits; `place` is counted in the part."""
    tag, first = token.tag, place == 0
    strong = judges(token)
    noun = tag in NOUNS
    if "negator" in token.roles and (noun or tag == "JJ") and token.word.endswith("t"):
        return "VBZ", before.tag
    blank = tag in ("JJ", "RB", "VB") and not token.roles and token.valence == 0
    the = is_the(before)
    closed = following.tag in ("PUNCT", "CC", *FINITE) or following.roles & {"intensifier", "negator"}
    if blank and the and closed and not before.roles & {"intensifier", "excess"}:
        return "NN", before.tag
    if blank and first and "be" in following.roles and following.tag in FINITE:
        return "NN", before.tag
    named = is_the(earlier) and before.tag in ("JJ", *NOUNS) and before.noun_share >= 0.4 and before.valence == 0
    said = (strong or "shifting" in token.roles) and tag in ("NN", "JJ") and token.noun_share < 0.65
    if named and said and following.tag not in NOUNS:
        return "JJ", "NN"
    thing = before.tag in NOUNS or (before.tag in ("JJ", "VB", "VBG") and before.valence == 0)
    goes_on = following.tag in ("DT", "PRP$", "PRP")
    goes_on |= not verb and following.tag in ("PUNCT", "RB", "IN", "CC", "TO", "W")
    if noun and strong and not first and thing and goes_on and (place > 1 or following.tag == "PUNCT"):
        return "VBZ" if token.word.endswith("s") else "VBD", before.tag if before.tag in NOUNS else "NN"
    rare = tag == "NN" and token.noun_share < 0.3 and token.valence == 0 and not token.roles
    if rare and before.tag in ("PRP", "MD", "TO", "VBP") and following.tag not in NOUNS:
        return "VBN" if before.tag == "VBP" else "VB", before.tag
    if "comparative" in token.roles and (token.tag == "JJ" or (noun and (not the or following.tag in NOUNS))):
        return "JJR", before.tag
    linked = before.tag == "RB" or ("be" in before.roles and before.tag not in NOUNS)
    if noun and strong and not first and linked and following.tag not in (*NOUNS, "POS"):
        return "JJ", before.tag
    if noun and strong and token.word.endswith("y") and following.tag in NOUNS:
        return "JJ", before.tag
    if not first and "excess" in before.roles and tag in ("VB", "NN", "VBP"):
        return "JJ", before.tag
    return tag, before.tag


def parts_of(sentence: Sentence) -> list[range]:
    """Places between marks and conjunctions."""
    cuts = [-1, *(at for at, token in enumerate(sentence) if token.tag in ("PUNCT", "CC")), len(sentence)]
    return [range(cut + 1, end) for cut, end in pairwise(cuts)]


def mend_part(part: Sentence, beyond: Token) -> Sentence:
    """The words between two marks or conjunctions; `beyond` is what follows them."""
    out = list(part)
    for place in range(1, len(out)):
        following = out[place + 1] if place + 1 < len(out) else Token("", "")
        out[place] = replace(out[place], tag=misread(out[place], out[place - 1], following))
    out = with_verb(out)
    for place in range(len(out)):
        following = out[place + 1] if place + 1 < len(out) else beyond
        if is_gerund_noun(out, place, following):
            out[place] = replace(out[place], tag="NN")
    verb = any(token.tag in FINITE for token in out)
    for place in range(len(out)):
        earlier, before = (out[place - k] if place >= k else EDGE for k in (2, 1))
        following = out[place + 1] if place + 1 < len(out) else beyond
        tag, changed = mended(earlier, before, out[place], following, place=place, verb=verb)
        acted = tag in ("VBZ", "VBD") and out[place].tag != tag
        verb |= acted
        out[place] = replace(out[place], tag=tag)
        if place:
            out[place - 1] = replace(before, tag=changed)
    return out


def mend_plainly(sentence: Sentence) -> list[str]:
    out = list(sentence)
    for part in parts_of(sentence):
        beyond = sentence[part.stop] if part.stop < len(sentence) else EDGE
        out[part.start : part.stop] = mend_part(sentence[part.start : part.stop], beyond)
    return [token.tag for token in out]


def few_roles(sentences: list[Sentence], rng: np.random.Generator) -> list[Sentence]:
    """Most words have no role, and some end as verbs and adjectives do, so that the rules are met."""
    words = ("leaks", "shoddy", "creak", "noisy", "cracked", "isnt", "stays")
    return [
        [
            replace(
                token,
                word=str(rng.choice(words)) if rng.random() < 0.5 else token.word,
                roles=frozenset(
                    role
                    for role in ("be", "excess", "comparative", "intensifier", "negator", "around", "wish", "shifting")
                    if rng.random() < 0.07
                ),
                noun_share=float(np.float32(rng.choice([0.1, 0.3, 0.35, 0.4, 0.5, 0.6, 0.65, 0.9, 0.997]))),
                tag="JJ" if token.tag in FINITE and rng.random() < 0.7 else token.tag,
            )
            for token in sentence
        ]
        for sentence in sentences
    ]  # fmt: skip


@given(seeds)
@example(4135)  # an adjective behind the nouns of the subject, before a word that could be a verb
@settings(max_examples=200, deadline=None)
def test_tags_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    columns = Columns(few_roles(random_sentences(rng, longest=7), rng))
    tags = columns.tags
    tail = np.array([sum(ord(letter) << 16 * k for k, letter in enumerate(t.word[:-5:-1])) for t in columns.tokens])
    run(
        mend_tags, tags, columns.roles, columns.number("valence", np.float32), tail.astype(np.uint64),
        columns.number("noun_share", np.float32), columns.starts,
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
        ("The latch clicks shut.", "clicks", "VBZ"),
        ("The lid stays cool.", "lid", "NN"),
        ("The shelf cracked under it.", "shelf", "NN"),
        ("The blade ought to last longer.", "ought", "MD"),
        ("Pairing with my laptop was painless.", "Pairing", "NN"),
        ("Not only is the fabric soft, it is cheap.", "soft", "JJ"),
        ("the lid isnt tight", "isnt", "VBZ"),
    ],
)
def test_tags_of_real_sentences(text: str, word: str, tag: str) -> None:
    page = read_page([text])
    at = page.words_in(0, text.index(word), text.index(word) + len(word))[0]
    assert TAGS[page.tags[at]] == tag
