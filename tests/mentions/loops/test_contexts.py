"""What stands around a phrase: the compiled hashes and plain ones of words."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from instead.mentions.loops.contexts import MOST_CONTEXTS, phrase_contexts
from instead.mentions.tags import JJ, NN, PUNCT, VB, VBN
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import run
from tests.shops import seeds

TAGS = {"clear": JJ, "sound": NN, "is": VB, ".": PUNCT, "broken": VBN, "great": NN}
JUDGING = {"great"}  # marked as an opinion


def plain(words: list[str], first: int, end: int) -> list[int]:
    """Hashes of the contexts of words[first:end], the sentence being all of `words`."""
    before, behind = words[:first][::-1], words[end:]
    found = []
    if before and TAGS[before[0]] != PUNCT:
        found.append(fold(1, fnv(before[0])))
    if behind and TAGS[behind[0]] != PUNCT:
        found.append(fold(2, fnv(behind[0])))
        if len(behind) > 1 and TAGS[behind[1]] != PUNCT:
            found.append(fold(3, fnv(behind[0]), fnv(behind[1])))
    for gap in range(6):
        for side in (before, behind):
            if gap < len(side) and (TAGS[side[gap]] in (JJ, VBN) or side[gap] in JUDGING):
                found.append(fold(4, fnv(side[gap])))
    return (found[:MOST_CONTEXTS] + [0] * MOST_CONTEXTS)[:MOST_CONTEXTS]


@given(seeds)
@settings(max_examples=80, deadline=None)
def test_contexts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = [rng.choice(list(TAGS), int(rng.integers(2, 15))).tolist() for _ in range(3)]
    starts = np.cumsum([0, *map(len, sentences)])
    phrases, expected = [], []
    for at, words in zip(starts.tolist(), sentences, strict=False):
        first = int(rng.integers(0, len(words)))
        end = min(len(words), first + int(rng.integers(1, 3)))
        phrases.append((at + first, at + end, at + end - 1))
        expected.append(plain(words, first, end))
    text = [word for words in sentences for word in words]
    out = np.empty((len(phrases), MOST_CONTEXTS), np.uint64)
    run(
        phrase_contexts, np.array(phrases), np.array([fnv(word) for word in text], np.uint64),
        np.array([TAGS[word] for word in text], np.uint8), np.array([word in JUDGING for word in text], np.int8),
        starts, out,
    )  # fmt: skip
    assert out.tolist() == expected
