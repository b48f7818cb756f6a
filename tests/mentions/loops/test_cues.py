"""Cues: the compiled search and weighing of hashes, and plain ones on lists of words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.loops.cues import FREE, JUDGING, NAMED, find_cues, weigh_cues
from instead.mentions.loops.hashing import table
from instead.mentions.tags import CC, JJ, NEGATOR, NN, NNP, PRP, PUNCT, RB, VB
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import run
from tests.shops import seeds

Cue = tuple[str, ...]
WORDS = ("worth", "the", "money", "it", "broke", "not")
CUES: tuple[Cue, ...] = (("worth", "it"), ("worth", "the", "money"), ("broke",), ("the",), ("worth",))


def find_plainly(sentences: list[list[str]], known: dict[Cue, int]) -> list[tuple[int, int, int]]:
    """Left to right the longest cue that begins here, then on behind it."""
    found, base = [], 0
    for words in sentences:
        at = 0
        while at < len(words):
            fits = [cue for cue in known if tuple(words[at : at + len(cue)]) == cue]
            if fits:
                best = max(fits, key=len)
                found.append((base + at, base + at + len(best), known[best]))
            at += len(max(fits, key=len)) if fits else 1
        base += len(words)
    return found


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_the_longest_cue_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = [rng.choice(WORDS, int(rng.integers(1, 9))).tolist() for _ in range(4)]
    kept = [cue for cue in CUES if rng.random() < 0.7]
    known = {cue: row for row, cue in enumerate(kept)}
    form = np.array([fnv(word) for words in sentences for word in words], np.uint64)
    starts = np.cumsum([0, *map(len, sentences)])
    firsts = table(np.array(sorted({fnv(cue[0]) for cue in known}), np.uint64))
    slots = table(np.array([fold(0x5EED, *map(fnv, cue)) for cue in known], np.uint64))
    found = run(find_cues, form, starts, *firsts, *slots, 3)
    assert [tuple(row) for row in found.tolist()] == find_plainly(sentences, known)


@dataclass
class Word:
    text: str
    tag: int
    role: int = 0
    thing: bool = False
    use: int = FREE
    clause: int = 0
    wished: bool = False


LEXICON = (
    Word("comfortable", JJ), Word("sturdy", JJ), Word("it", PRP), Word("i", PRP), Word("chair", NN, thing=True),
    Word("sofa", NN), Word("Acme", NNP), Word("not", RB, NEGATOR), Word("less", RB), Word("very", RB), Word("than", RB),
    Word("and", CC), Word("or", CC), Word("my", VB), Word(",", PUNCT), Word("?", PUNCT), Word("is", VB),
)  # fmt: skip


def weigh_plainly(words: list[Word], at: int, end: int, *, single: bool, event: bool, price: bool) -> int:  # noqa: PLR0912
    """What `weigh_cues` says of the cue [at, end) of one sentence."""
    others, persons = {"than"}, {"i"}
    if words[at].wished or words[-1].text == "?" or any(word.use == JUDGING for word in words[at:end]):
        return 0
    behind = list(words[end:])
    while behind and behind[0].tag == JJ:
        behind.pop(0)
    if single and behind and behind[0].tag in (NN, NNP):
        compared = at > 0 and words[at - 1].text in others
        if price or compared or not behind[0].thing:
            return 0
    before = words[:at][::-1]
    same = []
    for word in before:
        if word.clause != words[at].clause:
            break
        same.append(word)
    if any(word.text in others for word in same):
        return 0
    for place, word in enumerate(same[:9]):
        if word.tag == PRP:
            if not event and word.text in persons:
                return 0
            break
        if word.tag in (NN, NNP):
            owned = place + 1 < len(before) and before[place + 1].text == "my"
            if word.use == NAMED or (not word.thing and (not event or owned or word.tag == NNP)):
                return 0
            break
    for word in before[:5]:
        if word.tag in (PUNCT, NN, NNP) or word.text == "and":
            return 1
        if word.role & NEGATOR or word.text == "less":
            return -1
    return 1


@given(seeds)
@settings(max_examples=200, deadline=None)
def test_weighed_as_on_paper(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 13))
    words = [Word(**vars(LEXICON[k])) for k in rng.integers(len(LEXICON), size=size)]
    for word in words:
        word.use = int(rng.choice((FREE, FREE, FREE, JUDGING, NAMED))) if word.tag in (NN, JJ) else FREE
        word.wished = bool(rng.random() < 0.05)
    cut = int(rng.integers(0, size))
    for word in words[cut:]:
        word.clause = int(rng.random() < 0.9)
    for word in words[cut:]:
        word.clause = words[cut].clause
    at = int(rng.integers(0, size))
    end = min(size, at + int(rng.integers(1, 3)))
    single, event, price = end - at == 1, bool(rng.random() < 0.5), bool(rng.random() < 0.3)

    def column(name: str, kind: type) -> np.ndarray:
        return np.array([getattr(word, name) for word in words], kind)

    out = np.empty(1, np.int8)
    run(
        weigh_cues, np.array([[at, end, 0]]), np.array([single]), np.array([event]), np.array([price]),
        column("tag", np.uint8), np.array([fnv(word.text) for word in words], np.uint64), column("role", np.uint8),
        column("thing", bool), column("use", np.int64), column("clause", np.uint8), column("wished", np.uint8),
        np.array([0, size]), np.uint64(fnv("?")), np.array([fnv("than")], np.uint64), np.array([fnv("i")], np.uint64),
        np.uint64(fnv("less")), np.uint64(fnv("or")), np.uint64(fnv("my")), out,
    )  # fmt: skip
    assert out[0] == weigh_plainly(words, at, end, single=single, event=event, price=price)


@pytest.mark.parametrize("count", [0, 1])
def test_no_words_no_cues(count: int) -> None:
    form = np.full(count, fnv("nothing"), np.uint64)
    slots = table(np.array([fnv("broke")], np.uint64))
    assert len(run(find_cues, form, np.array([0, count]), *slots, *slots, 1)) == 0
