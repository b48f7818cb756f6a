"""Tagged words with what is known of them: lexicon columns and which words are opinions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.expressions.expression_table import expression_table
from instead.mentions.lexicon import lexicon
from instead.mentions.loops.chains import best_path, node_scores
from instead.mentions.loops.counting import look_up
from instead.mentions.loops.hashing import word_hash, word_hashes
from instead.mentions.loops.multiword import mark_expressions
from instead.mentions.loops.templates import MOST_PARTS, fill_rows
from instead.mentions.loops.words import SHAPE, SYMBOL
from instead.mentions.misspelled import meant_forms
from instead.mentions.sentences import Page, hyphens, read_page
from instead.mentions.spacy_tags import spacy_tags
from instead.mentions.tags import (
    BEGIN,
    DT,
    EXPRESSION,
    INNER,
    INSIDE,
    LABELS,
    MD,
    OUTSIDE,
    PLAIN_ROLES,
    UH,
    VBZ,
    is_noun,
    is_verb,
)  # fmt: skip
from instead.mentions.weights import Weights

Array = npt.NDArray[Any]

CHANNELS = ("form", "stem", "tag", "tail", "shape", "valence", "role", "seen")
"""`seen` is the word where it is common English and its tag otherwise: context without the shop's own words."""

_TEMPLATES = """
form@0 tag@0 valence@0 tail@0 form@-1 form@1 tag@-1 tag@1 tag@0+tag@-1 tag@0+tag@1 tag@-1+tag@0+tag@1
valence@0+tag@0 valence@-1 valence@1 seen@-2 seen@2 form@0+seen@-1 form@0+seen@1 tag@-2+tag@-1 tag@1+tag@2 shape@0
tag@0+seen@-1 tag@0+seen@1 role@-1 role@1 tag@0+valence@0+seen@-1 tag@0+role@-1+role@-2 stem@0
"""
OPINION_BITS = 17
_OPENING = 5  # words before a mark that may name what is judged behind it
_COMMON = 20  # occurrences in the background text from which a word is common English
_BY_TAG = np.uint64(1000)  # what `seen` holds of other words: this plus their tag
_THREE_LETTERS = np.uint64(0xFFFFFFFFFFFF)  # of a tail, 16 bits each
_LEVELS = np.array([-1.9, -1e-6, 1e-6, 1.9], np.float32)  # valence: strong blame, blame, none, praise, strong praise
_O_BIAS = np.float32(0.8)  # an opinion missed costs more than one too many: pairing drops what it cannot use


@dataclass(frozen=True, slots=True)
class Reading:
    """A page and, per word: valence, roles, background count, opinion label (BIO), doubt."""

    page: Page
    valence: npt.NDArray[np.float32]
    roles: npt.NDArray[np.uint32]
    common: npt.NDArray[np.int32]
    opinion: npt.NDArray[np.int8]
    doubt: npt.NDArray[np.float32]  # probability of being an opinion, from the word's own scores


def parse_templates(text: str, channels: tuple[str, ...]) -> npt.NDArray[np.int8]:
    """Feature templates, `form@-1+tag@0` per word of `text`, as rows (templates, 2 * MOST_PARTS) for `fill_rows`."""
    rows = []
    for template in text.split():
        row = [-1] * (2 * MOST_PARTS)
        for part, one in enumerate(template.split("+")):
            name, _, offset = one.partition("@")
            row[2 * part] = channels.index(name)
            row[2 * part + 1] = int(offset)
        rows.append(row)
    return np.array(rows, np.int8)


OPINION_TEMPLATES = parse_templates(_TEMPLATES, CHANNELS)


def lexicon_columns(page: Page) -> tuple[Array, Array, Array]:
    known = lexicon()
    row = np.empty(page.words.form.size, np.int32)
    look_up(page.words.form, known.slot_key, known.slot_row, row)
    slips, forms = meant_forms(page, np.flatnonzero(row < 0))
    if slips.size:
        right = np.empty(slips.size, np.int32)
        look_up(forms, known.slot_key, known.slot_row, right)
        row[slips] = right
    # Row -1 reads the last element, which `lexicon` keeps empty for this purpose.
    valence, roles = known.valence[row], known.roles[row]
    acts = is_verb(page.tags) & (valence == 0)
    valence[acts] = known.acting[row[acts]]
    mark_expressions(page.words.form, page.starts, *expression_table(), valence, roles)
    joined = joints(page)
    roles[joined & ((roles & EXPRESSION) == 0)] |= INNER
    return valence, roles, known.common[row]


def joints(page: Page) -> npt.NDArray[np.bool_]:
    """Marks that part no clauses: hyphens inside words ("Wi-Fi"), and colons, dashes and dots behind a short opening
    without a verb, which name what is judged next ("Sound: superb", "The blade? A disaster")."""
    words, tags, starts = page.words, page.tags, page.starts
    letters = (words.flags & SYMBOL) == 0
    glued = hyphens(words)
    glued[1:] &= letters[:-1]
    glued[:-1] &= letters[1:]
    marks = np.flatnonzero(np.isin(words.form, _openers()))
    first = starts[np.searchsorted(starts, marks, side="right") - 1]
    verbs = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_verb(tags) | (tags == MD))])
    nouns = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_noun(tags))])
    short = (marks - first <= _OPENING) & (verbs[marks] == verbs[first]) & (nouns[marks] > nouns[first])
    glued[marks[short]] = True
    glued |= words.form == _PICTURE
    return glued


@lru_cache(maxsize=1)
def _openers() -> npt.NDArray[np.uint64]:
    return word_hashes([":", "=", "-", "--", "...", "..", "?", "??", "???", "/"])


_PICTURE = np.uint64(word_hash("\ufe0f"))  # says that the character before it is a picture


def opinion_rows(page: Page, valence: Array, roles: Array, common: Array) -> npt.NDArray[np.uint32]:
    """Feature rows of every word for the opinion labeller, (n, templates)."""
    words = page.words
    tag = page.tags.astype(np.uint64)
    level = np.searchsorted(_LEVELS, valence).astype(np.uint64)
    seen = np.where((common >= _COMMON) | ((roles & PLAIN_ROLES) > 0), words.form, _BY_TAG + tag)
    channels = np.stack(
        [
            words.form,
            words.stem,
            tag,
            words.tail & _THREE_LETTERS,
            (words.flags & SHAPE).astype(np.uint64),
            level,
            (roles & PLAIN_ROLES).astype(np.uint64),
            seen,
        ]
    )
    rows = np.empty((words.form.size, len(OPINION_TEMPLATES)), np.uint32)
    fill_rows(channels, OPINION_TEMPLATES, page.starts, OPINION_BITS, rows)
    return rows


def read(texts: Sequence[str], weights: Weights, spacy_model: str | None = None) -> Reading:
    """Split, tag (with a spaCy model if one is named) and mark the opinions of reviews."""
    page = read_page(texts)
    if spacy_model is not None:
        page = replace(page, tags=spacy_tags(texts, page, spacy_model))
    return understand(page, weights)


def understand(page: Page, weights: Weights) -> Reading:
    """Mark the opinion words of a page."""
    valence, roles, common = lexicon_columns(page)
    rows = opinion_rows(page, valence, roles, common)
    scores = np.empty((len(rows), LABELS), np.float32)
    node_scores(rows, weights.opinion, scores)
    scores[:, OUTSIDE] -= _O_BIAS
    label = np.zeros(len(rows), np.int8)
    best_path(scores, weights.opinion_steps, page.starts, label)
    other = np.maximum(scores[:, BEGIN], scores[:, INSIDE]) - scores[:, OUTSIDE]
    doubt = (1.0 / (1.0 + np.exp(-other))).astype(np.float32)
    return Reading(page, valence, roles, common, label, doubt)


_STEPS = 1.0 / (1.0 + np.exp(-np.arange(-3.0, 5.0))).astype(np.float32)
_LEAST_DOUBT, _LEAST_KNOWN = 0.4, 0.1  # chance of an opinion from which a word, or one of the lexicon, is a candidate


def trust_steps(reading: Reading) -> npt.NDArray[np.uint8]:
    """How much each word looks like an opinion, in even steps of the log odds."""
    return np.searchsorted(_STEPS, reading.doubt).astype(np.uint8)


def wide_opinions(reading: Reading) -> npt.NDArray[np.int8]:
    """The labelled opinions, and single words beside them that may be one: the pairing model has the last word.

    A labeller from another domain misses opinions it has not met, while an attribute near by gives them away.
    """
    chance = np.where(reading.valence != 0, reading.doubt + (_LEAST_DOUBT - _LEAST_KNOWN), reading.doubt)
    tags = reading.page.tags
    content = (tags <= VBZ) | (tags == DT) | (tags == UH)  # nouns to verbs, "all", "wow"
    more = (reading.opinion == OUTSIDE) & (chance > _LEAST_DOUBT) & content
    return np.where(more, np.int8(BEGIN), reading.opinion)
