"""Mentions without a noun: "it is too expensive" speaks of the price, "stopped working" of durability.

The cues of `general_families` are looked up in compiled tables. A cue carries its own sign, which a negation turns;
inside wishes, conditions and questions, or said of something else, it says nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from instead.mentions.findings import Findings
from instead.mentions.general_families import EVENT, PRICE, general_families
from instead.mentions.loops.cues import FREE, JUDGING, NAMED, find_cues, weigh_cues
from instead.mentions.loops.hashing import mix, table, word_hash, word_hashes
from instead.mentions.loops.matching import START
from instead.mentions.opinions import Reading
from instead.mentions.shopwords import WordColumns

Array = npt.NDArray[Any]

SURE = 2.5
"""Log-odds of praise that a cue stands for before the stars are asked."""
_OTHERS = (
    "old older previous former last other others another more than cheaper competitor competitors most unlike replaced "
    "replaces replacing usually typically normally matter however"
)
_PERSONS = "i we he she you me us him her"


@dataclass(frozen=True, slots=True)
class Cues:
    """Tables of all cues. Row by row: number of the family in `general_families`, sign, and how the cue is said."""

    firsts: tuple[Array, Array]
    slots: tuple[Array, Array]
    longest: int
    family: npt.NDArray[np.int32]
    sign: npt.NDArray[np.int8]
    single: npt.NDArray[np.bool_]
    event: npt.NDArray[np.bool_]
    price: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Said:
    """Mentions of a page as columns: words [first, end), attribute, opinion words [from, to) (equal: none),
    log-odds of praise."""

    first: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    attribute: npt.NDArray[np.int32]
    opinion: npt.NDArray[np.int64]  # (n, 2)
    odds: npt.NDArray[np.float32]

    def beside(self, other: Said) -> Said:
        """Both in reading order."""
        parts = [np.concatenate(both) for both in zip(self._columns(), other._columns(), strict=True)]
        order = np.argsort(parts[0], kind="stable")
        return Said(*(part[order] for part in parts))

    def _columns(self) -> tuple[Array, ...]:
        return self.first, self.end, self.attribute, self.opinion, self.odds


@dataclass(frozen=True, slots=True)
class Implied:
    """Words [first, end) of each cue that holds, its general family and sign; `replaces` (phrases,) marks the named
    mentions that it says better: those inside a cue ("money" in "worth the money")."""

    span: npt.NDArray[np.int64]  # (n, 2)
    family: npt.NDArray[np.int32]
    sign: npt.NDArray[np.int8]
    replaces: npt.NDArray[np.bool_]

    def said(self, attribute: Array) -> Said:
        """As mentions of these attributes; the cue is the opinion."""
        odds = (SURE * self.sign).astype(np.float32)
        first, end = self.span.T
        return Said(first, end, attribute.astype(np.int32), self.span, odds)


def _key(words: list[str]) -> int:
    value = START
    for word in words:
        value = mix(value, np.uint64(word_hash(word)))
    return int(value)


@lru_cache(maxsize=1)
def cue_tables() -> Cues:
    """Every cue once; what is praise of one family and blame of another belongs to the first."""
    rows: dict[int, tuple[int, int, bool, int]] = {}
    firsts: set[int] = set()
    longest = 1
    for number, family in enumerate(general_families()):
        for sign, texts in ((1, family.praise), (-1, family.blame)):
            for text in texts:
                words = text.split()
                rows.setdefault(_key(words), (number, sign, len(words) == 1, family.said))
                firsts.add(word_hash(words[0]))
                longest = max(longest, len(words))
    made = np.array(list(rows.values()), np.int64).reshape(-1, 4)
    single = made[:, 2] > 0
    return Cues(
        table(np.array(sorted(firsts), np.uint64)),
        table(np.array(list(rows), np.uint64)),
        longest,
        made[:, 0].astype(np.int32),
        made[:, 1].astype(np.int8),
        single,
        (made[:, 3] == EVENT) & ~single,
        made[:, 3] == PRICE,
    )


class Asked(NamedTuple):
    """Hashes of words that the loop asks for by name."""

    question: np.uint64
    others: Array
    persons: Array
    less: np.uint64
    either: np.uint64
    my: np.uint64


@lru_cache(maxsize=1)
def _asked() -> Asked:
    question, less, either, my = (np.uint64(word_hash(word)) for word in ("?", "less", "or", "my"))
    others, persons = (np.sort(word_hashes(sorted(set(text.split())))) for text in (_OTHERS, _PERSONS))
    return Asked(question, others, persons, less, either, my)


def cues_in(reading: Reading) -> npt.NDArray[np.int64]:
    """(n, 3) first word, end and row in `cue_tables` of every cue of a page, whether it holds or not."""
    known = cue_tables()
    found: npt.NDArray[np.int64] = find_cues(
        reading.page.words.form, reading.page.starts, *known.firsts, *known.slots, known.longest
    )
    return found


def count_cues(reading: Reading) -> Counter[str]:
    """Cues of each general family on a page, whether they hold or not."""
    rows = cue_tables().family[cues_in(reading)[:, 2]]
    times = np.bincount(rows, minlength=len(general_families())).tolist()
    return Counter({family.name: n for family, n in zip(general_families(), times, strict=True) if n})


def implied(reading: Reading, shop: WordColumns, found: Findings, judged: Array, attribute_of: Array) -> Implied:
    """The cues of a page that hold.

    `found` are the phrases that name attributes and `judged` (m,) whether anyone judges
    them; `attribute_of` (families,) is the number of each general family in the vocabulary, -1 for none. A cue in a
    clause that judges a named attribute speaks of that and is dropped.
    """
    known = cue_tables()
    cues = cues_in(reading)
    cues = cues[attribute_of[known.family[cues[:, 2]]] >= 0]
    row = cues[:, 2]
    marks = found.clauses
    phrases, opinions = found.phrases, found.pairs
    cue_of = _painted(reading.page.tags.size, cues[:, :2], np.arange(1, len(cues) + 1))
    holder = cue_of[phrases[:, 0]]
    inside = (holder > 0) & (cue_of[phrases[:, 1] - 1] == holder)
    free = ~inside
    near = marks.number[opinions[:, 1]] == marks.number[phrases[opinions[:, 0], 0]]  # an opinion in its clause is spent
    judging = opinions[free[opinions[:, 0]] & near]
    size = reading.page.tags.size
    use = np.where(_painted(size, judging[:, 1:], np.ones(len(judging), np.int64)) > 0, JUDGING, FREE)
    use = np.where(_painted(size, phrases[free, :2], np.ones(int(free.sum()), np.int64)) > 0, NAMED, use)
    weight = np.zeros(len(cues), np.int8)
    asked = _asked()
    weigh_cues(
        cues, known.single[row], known.event[row], known.price[row], reading.page.tags, reading.page.words.form,
        reading.roles, shop.category | shop.general, use, marks.number, (marks.voice > 0).astype(np.uint8),
        reading.page.starts,
        asked.question, asked.others, asked.persons, asked.less, asked.either, asked.my, weight,
    )  # fmt: skip
    said = free & judged
    weight[_said_already(reading, marks.number, cues, phrases[said])] = 0
    gone = inside.copy()
    gone[inside] = weight[holder[inside] - 1] != 0
    keep = weight != 0
    sign = (known.sign[row[keep]] * weight[keep]).astype(np.int8)
    return Implied(cues[keep, :2], known.family[row[keep]], sign, gone)


def _painted(size: int, spans: Array, values: Array) -> npt.NDArray[np.int64]:
    """(size,) the value of the span each word is in, 0 outside; spans do not overlap."""
    out = np.zeros(size + 1, np.int64)
    np.add.at(out, spans[:, 0], values)
    np.add.at(out, spans[:, 1], -values)
    return np.cumsum(out)[:size]


def _said_already(reading: Reading, clause: Array, cues: Array, phrases: Array) -> npt.NDArray[np.bool_]:
    """Cues whose clause judges a named attribute: "the shutter works" speaks of the shutter."""

    def key(words: Array) -> Array:
        sentence = np.searchsorted(reading.page.starts, words, side="right") - 1
        return sentence * 256 + clause[words]

    return np.isin(key(cues[:, 0]), key(phrases[:, 0]))
