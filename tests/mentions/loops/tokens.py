"""Random tagged sentences as plain objects, for the twins, and as columns, for the compiled loops.

Words, tags, roles and labels are strings here, so that a twin shares no number with the loop it checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.mentions import tags
from instead.mentions.loops.words import CAPITAL
from tests.mentions.loops.plain_hash import fnv

Array = NDArray[Any]
Sentence = list["Token"]

ROLES = {
    "negator": tags.NEGATOR, "be": tags.BE, "contrast": tags.CONTRAST, "intensifier": tags.INTENSIFIER,
    "wish": tags.WISH, "compared": tags.COMPARED, "excess": tags.EXCESS, "downtoner": tags.DOWNTONER,
    "enough": tags.ENOUGH, "unreal": tags.UNREAL, "condition": tags.CONDITION, "hearsay": tags.HEARSAY,
    "desire": tags.DESIRE, "other": tags.OTHER, "than": tags.THAN, "less": tags.LESS, "except": tags.EXCEPT,
    "lack": tags.LACK, "subordinate": tags.SUBORDINATE, "turned": tags.TURNED, "shifting": tags.SHIFTING,
    "inner": tags.INNER, "expression": tags.EXPRESSION, "surely": tags.SURELY, "absolute": tags.ABSOLUTE,
    "every": tags.EVERY, "vague": tags.VAGUE, "comparative": tags.COMPARATIVE, "easily": tags.EASILY,
    "exclaimed": tags.EXCLAIMED, "elsewhere": tags.ELSEWHERE, "around": tags.AROUND,
}  # fmt: skip
_TOGETHER = {"lack": "negator", "absolute": "negator", "surely": "unreal"}
"""Roles that never stand without another one, and which."""
TURNS = {
    "": tags.UNTURNED, "not": tags.NEGATED, "too": tags.EXCESSIVE, "not too": tags.NOT_EXCESSIVE,
    "enough": tags.SUFFICIENT, "not enough": tags.NOT_ENOUGH, "a bit": tags.DOWNTONED, "less": tags.LESSENED,
    "no": tags.ABSENT, "unbeaten": tags.UNBEATEN,
}  # fmt: skip
VOICES = {
    "wished": tags.WISHED, "asked": tags.ASKED, "iffy": tags.IFFY, "heard": tags.HEARD, "wanted": tags.WANTED,
    "others": tags.OF_OTHERS, "than": tags.AFTER_THAN, "excepted": tags.EXCEPTED,
}  # fmt: skip
BIO = {"O": tags.OUTSIDE, "B": tags.BEGIN, "I": tags.INSIDE}
NOUNS = ("NN", "NNS", "NNP")
ADJECTIVES = ("JJ", "JJR", "JJS")
VERBS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
MODIFIERS = (*NOUNS, *ADJECTIVES, "VBG", "VBN")

_WORDS = {
    "NN": ["battery", "screen", "glass", "bottle", "wine", "price"], "NNS": ["strings", "keys"], "NNP": ["windows"],
    "DT": ["this", "these", "the", "a", "an", "all"], "PRP$": ["my", "its"], "IN": ["of", "in"],
    "CC": ["and", "or", "nor"], "RB": ["not", "only", "very"], "PUNCT": [",", ",", "-", ";", "!", "?"], "CD": ["7"],
    "PRP": ["i", "it"], "EX": ["there"],
}  # fmt: skip
_LIKELY = (
    "NN",
    "NN",
    "NNS",
    "NNP",
    "JJ",
    "VBN",
    "VBZ",
    "IN",
    "DT",
    "PRP",
    "CC",
    "CD",
    "PUNCT",
    "PUNCT",
    "RB",
    "MD",
    "VBD",
)


@dataclass(frozen=True)
class Token:
    """A word with all that any loop wants to know of it."""

    word: str
    tag: str
    capital: bool = False
    roles: frozenset[str] = frozenset()
    opinion: str = "O"
    wide: str = "O"  # BIO label of opinion candidates
    trust: int = 0
    valence: float = 0.0
    doubt: float = 0.0
    common: int = 0
    worth: float = 0.0
    general: bool = False
    category: bool = False
    noun_share: float = 0.0
    follows: float = 0.0
    judges: float = 0.0
    joins: float = 0.0
    glued: bool = False
    clause: int = 0
    turn: str = ""
    voice: frozenset[str] = frozenset()

    @property
    def stem(self) -> str:
        return self.word.removesuffix("s")


def random_roles(rng: np.random.Generator, palette: list[str]) -> frozenset[str]:
    """None, one or two roles, with those that go with them."""
    drawn = set(rng.choice(palette, int(rng.choice([0, 0, 1, 1, 2]))).tolist())
    return frozenset(drawn | {_TOGETHER[role] for role in drawn & _TOGETHER.keys()})


def random_token(rng: np.random.Generator, palette: list[str]) -> Token:
    tag = str(rng.choice(_LIKELY if rng.random() < 0.7 else tags.TAGS))
    other = str(rng.choice(tags.TAGS))
    words = _WORDS.get(tag if rng.random() < 0.95 else other, [tag.lower()])
    # Few different values, so that words are equal, sums tie and thresholds are met exactly.
    return Token(
        word=str(rng.choice(words)),
        tag=tag,
        capital=bool(rng.random() < 0.2),
        roles=random_roles(rng, palette) | ({"wish"} if tag == "MD" and rng.random() < 0.5 else set()),
        opinion=str(rng.choice(["O", "O", "O", "B", "I"])),
        wide=str(rng.choice(["O", "O", "B", "I"])),
        trust=int(rng.integers(0, 9)),
        valence=float(np.float32(rng.choice([0, 0, 0, 0.1, 0.25, 1.9, 2.1, -0.2, -1.0, -2.1]))),
        doubt=float(np.float32(rng.choice([0.0, 0.4, 0.5, 0.9]))),
        common=int(rng.choice([0, 3, 50])),
        worth=float(rng.choice([-2.5, -1.0, 0.0, 1.5])),
        general=bool(rng.random() < 0.2),
        category=bool(rng.random() < 0.2),
        noun_share=float(np.float32(rng.choice([0.1, 0.2, 0.6, 0.9]))),
        follows=float(np.float32(rng.choice([0.0, 0.04, 0.1, 0.2, 0.25, 0.5]))),
        judges=float(np.float32(rng.choice([-1.0, 0.0, 0.7]))),
        joins=float(np.float32(rng.choice([-2.0, 0.0, 1.5]))),
        glued=bool(rng.random() < 0.15),
        clause=int(rng.integers(0, 3)),
        turn=str(rng.choice(list(TURNS))) if rng.random() < 0.4 else "",
        voice=frozenset(voice for voice in VOICES if rng.random() < 0.05),
    )


def random_sentences(rng: np.random.Generator, most: int = 4, longest: int = 14) -> list[Sentence]:
    """Up to `most` sentences, some empty, some of one word, now and then a very long one.

    Their words have few different roles, so that these meet.
    """
    palette = rng.choice(list(ROLES), 7).tolist()
    sizes = [95 if rng.random() < 0.05 else int(rng.integers(0, longest + 1)) for _ in range(rng.integers(0, most + 1))]
    return [[random_token(rng, palette) for _ in range(size)] for size in sizes]


def random_phrases(rng: np.random.Generator, sentences: list[Sentence]) -> list[list[tuple[int, int]]]:
    """Spans (first, end) of each sentence in the order of their first words; now and then they overlap."""
    out = []
    for sentence in sentences:
        spans, at = [], 0
        while at < len(sentence):
            if rng.random() < 0.3:
                end = min(at + int(rng.integers(1, 4)), len(sentence))
                spans.append((at, end))
                at = end - int(rng.random() < 0.2 and end - at > 1)
            else:
                at += 1
        out.append(spans)
    return out


@dataclass(frozen=True)
class Columns:
    """The same sentences as arrays, one row per word."""

    sentences: list[Sentence]
    starts: Array = field(init=False)

    def __post_init__(self) -> None:
        sizes = [len(sentence) for sentence in self.sentences]
        object.__setattr__(self, "starts", np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))

    @property
    def tokens(self) -> list[Token]:
        return [token for sentence in self.sentences for token in sentence]

    def number(self, name: str, kind: type[Any]) -> Array:
        """A column of numbers or truth values as it stands in the tokens."""
        return np.array([getattr(token, name) for token in self.tokens], kind)

    def labels(self, name: str) -> Array:
        return np.array([BIO[getattr(token, name)] for token in self.tokens], np.int8)

    @property
    def tags(self) -> Array:
        return np.array([tags.TAGS.index(token.tag) for token in self.tokens], np.uint8)

    @property
    def roles(self) -> Array:
        return np.array([sum(ROLES[role] for role in token.roles) for token in self.tokens], np.uint32)

    @property
    def turns(self) -> Array:
        return np.array([TURNS[token.turn] for token in self.tokens], np.uint8)

    @property
    def voices(self) -> Array:
        return np.array([sum(VOICES[voice] for voice in token.voice) for token in self.tokens], np.uint8)

    @property
    def form(self) -> Array:
        return np.array([fnv(token.word) for token in self.tokens], np.uint64)

    @property
    def stem(self) -> Array:
        return np.array([fnv(token.stem) for token in self.tokens], np.uint64)

    @property
    def flags(self) -> Array:
        return np.array([CAPITAL * token.capital for token in self.tokens], np.uint8)

    def rows(self, phrases: list[list[tuple[int, int]]]) -> Array:
        """(n, 3) first, end, head of spans that count from the first word of their sentence."""
        found = [
            (first + base, end + base, end + base - 1)
            for base, spans in zip(self.starts.tolist(), phrases, strict=False)
            for first, end in spans
        ]
        return np.array(found, np.int64).reshape(-1, 3)


def run(loop: Any, *arguments: Any) -> Any:
    """Call a compiled loop with columns kept in lists."""
    return loop(*arguments)


def hashes(*words: str) -> list[np.uint64]:
    return [np.uint64(fnv(word)) for word in words]
