"""Greedy tagging of sentences as lists of strings."""

from __future__ import annotations

from instead.mentions.loops.words import CAPITAL, NUMERIC, SHOUTED, SYMBOL
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import Array

BEYOND = 0xABCDEF12345


def tail(word: str, letters: int = 4) -> int:
    """The last letters, 16 bits each, the last one lowest."""
    return sum((ord(letter) % 2**16) << 16 * place for place, letter in enumerate(reversed(word[-letters:])))


def shape(written: str) -> int:
    """Flags of a word as it is written."""
    low = written.lower()
    return (
        CAPITAL * (written[0] != low[0])
        + SHOUTED * (len(written) > 1 and all(a != b for a, b in zip(written, low, strict=True)))
        + NUMERIC * any(letter.isdigit() for letter in written)
        + SYMBOL * (not any(letter.isalnum() for letter in written))
    )


def templates(sentence: list[str], place: int, history: list[int]) -> list[tuple[int, ...]]:
    """What the tagger looks at; `history` are the tags of the words before, -1 before the first."""
    low = [word.lower() for word in sentence]
    words = {k: fnv(word) for k, word in enumerate(low)}
    tails = {k: tail(word, 3) for k, word in enumerate(low)}
    here, tail3 = words[place], tails[place]
    left, right = words.get(place - 1, BEYOND), words.get(place + 1, BEYOND)
    look = shape(sentence[place]) * 2 + (place == 0)
    before = history[-1] + 1
    return [
        (1, here), (2, tail3), (3, look), (4, left), (5, right), (6, words.get(place + 2, BEYOND)),
        (7, words.get(place - 2, BEYOND)), (8, tails.get(place + 1, BEYOND)), (9, tails.get(place - 1, BEYOND)),
        (10, before), (11, before * 64 + history[-2] + 1), (12, before, here), (13, before, right),
        (14, tail3, look), (15, before, tail3), (16, tail(low[place], 2)), (17, tail(low[place])), (18, here, right),
        (19, here, left),
    ]  # fmt: skip


def tag_plainly(sentence: list[str], weights: Array, known: dict[str, int]) -> list[int]:
    """Tag by tag from left to right; of equal scores the first tag wins."""
    history = [-1, -1]
    for place, word in enumerate(sentence):
        tag = known.get(word.lower())
        if tag is None:
            rows = [fold(*template) % len(weights) for template in templates(sentence, place, history)]
            scores = [sum(column) for column in zip(*weights[rows].tolist(), strict=True)]
            tag = scores.index(max(scores))
        history.append(tag)
    return history[2:]
