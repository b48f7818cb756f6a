"""Numbers by which the extractor names things: part-of-speech tags, BIO labels, roles of words, classes of polarity.

Compiled loops read them as constants. The shipped weights were learned with these numbers, so they never change.
Functions take one tag or an array of tags, in compiled code and outside it.
"""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

TAGS = (
    "NN", "NNS", "NNP", "JJ", "JJR", "JJS", "RB", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "IN", "DT",
    "PRP", "PRP$", "CC", "TO", "CD", "RP", "W", "EX", "UH", "POS", "PUNCT", "SYM",
)  # fmt: skip
"""Penn Treebank tags, some of them merged: W is any wh-word, PUNCT any mark, SYM whatever is left."""

(
    NN, NNS, NNP, JJ, JJR, JJS, RB, VB, VBD, VBG, VBN, VBP, VBZ, MD, IN, DT,
    PRP, PRPS, CC, TO, CD, RP, WH, EX, UH, POS, PUNCT, SYM,
) = range(28)  # fmt: skip
"""Number of each tag: its place in TAGS."""

MERGED = {"NNPS": "NNP", "RBR": "RB", "RBS": "RB", "PDT": "DT", "WDT": "W", "WP": "W", "WRB": "W", "WP$": "W"}
"""Tags of the Penn Treebank that go into another one."""

OUTSIDE, BEGIN, INSIDE = 0, 1, 2
"""BIO labels of words: of no span, first word of a span, further word of it."""
LABELS = 3

NEGATIVE, NEUTRAL, POSITIVE = 0, 1, 2
"""Classes of the polarity model."""
POLARITIES = 3

NEGATOR, BE, CONTRAST, INTENSIFIER, WISH, COMPARED, EXCESS = 1, 2, 4, 8, 16, 32, 64
"""Bits of the role column: not, is, but, very, wish or if, than, too. `mentions.lexicon` fills it."""
PLAIN_ROLES = 127
"""The roles above, which single words have."""
(
    DOWNTONER, ENOUGH, UNREAL, CONDITION, HEARSAY, DESIRE, OTHER, THAN, LESS, EXCEPT, LACK, SUBORDINATE, TURNED,
    SHIFTING, INNER, EXPRESSION, SURELY, ABSOLUTE, EVERY, VAGUE, COMPARATIVE, EASILY, EXCLAIMED, ELSEWHERE, AROUND,
) = (1 << bit for bit in range(7, 32))  # fmt: skip
"""More bits: a bit, enough, I wish, if, they say, looking for, my old one, than, less, except, lacks, although, not
too; a word whose sign depends on what it describes ("high"); a word of an expression that is not its last; its
last; a wish that surely complains; "could not be", "never had", behind which a comparative is a superlative;
"every", which wishes more were like it; "thing", "wife", whose absence says nothing and which nobody judges, and
"has", behind which stands what is judged; "better", "sturdier", "more"; "easily", which is bad behind something
bad; "why", which asks no question; "I have had", which speaks of another product where a comparative follows;
"in", "onto", behind which stands what is not judged."""

UNTURNED, NEGATED, EXCESSIVE, NOT_EXCESSIVE, SUFFICIENT, NOT_ENOUGH, DOWNTONED, LESSENED, ABSENT, UNBEATEN = range(10)
"""What is done to the meaning of a word: nothing, "not", "too", "not too", "enough", "not ... enough", "a bit", "less",
"no" before a noun, "never had a <better>"."""
WISHED, ASKED, IFFY, HEARD, WANTED, OF_OTHERS, AFTER_THAN, EXCEPTED = (1 << bit for bit in range(8))
"""Bits of the voice of a word: in a wish, in a question, under an "if", as somebody says, as somebody wants, of another
product, behind "than", behind "except"."""


@register_jitable
def is_noun(tag: Any) -> Any:
    """Common or proper noun."""
    return tag <= NNP


@register_jitable
def is_adjective(tag: Any) -> Any:
    """Adjective in any degree."""
    return (tag >= JJ) & (tag <= JJS)


@register_jitable
def is_participle(tag: Any) -> Any:
    """Verb form that can stand where an adjective does: "charging cable", "fried rice"."""
    return (tag == VBG) | (tag == VBN)


@register_jitable
def is_verb(tag: Any) -> Any:
    """Verb in any form; modals are no verbs here."""
    return (tag >= VB) & (tag <= VBZ)


@register_jitable
def may_modify(tag: Any) -> Any:
    """Word that can stand before a noun as part of its phrase."""
    return is_noun(tag) | is_adjective(tag) | is_participle(tag)
