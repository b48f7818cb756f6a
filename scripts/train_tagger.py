"""Train the part-of-speech tagger on UD English EWT and write its weights into the package.

    python scripts/train_tagger.py --data ../shared/data/ud_ewt

General English has few sentences like "Better lid than I expected" or "Texture wonderful, smell less so". What the
sentences of training_text/ judge is a noun, so their labels teach the tagger too; the other words of these sentences
teach it nothing. Prints tokens, accuracy on the dev and test parts, and the size of the file.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import table, word_hash
from instead.mentions.loops.tagging import FEATURES, NO_TAG, aligned, tag_features, tag_words
from instead.mentions.loops.words import BREAK, CAPITAL, NUMERIC, SHOUTED, SYMBOL, TAIL, stem_plain
from instead.mentions.opinions import lexicon_columns
from instead.mentions.sentences import Page, read_page
from instead.mentions.tags import (
    CD,
    DT,
    EX,
    IN,
    JJ,
    MD,
    MERGED,
    NN,
    NNS,
    PRP,
    PUNCT,
    RP,
    SYM,
    TAGS,
    TO,
    VB,
    VBD,
    VBP,
    VBZ,
    is_noun,
)
from instead.rng import stage_rng
from judged_phrases import written

HOME = Path(__file__).parent.parent / "src" / "instead" / "mentions" / "data"
OURS = {
    **MERGED,
    ",": "PUNCT", ".": "PUNCT", ":": "PUNCT", "``": "PUNCT", "''": "PUNCT", "-LRB-": "PUNCT", "-RRB-": "PUNCT",
    "HYPH": "PUNCT", "NFP": "PUNCT", "$": "SYM", "ADD": "SYM", "FW": "SYM", "LS": "SYM", "GW": "SYM", "XX": "SYM",
    "AFX": "SYM",
}  # fmt: skip
UNTOLD = 255
"""Tag of a word that teaches nothing."""
NO_NOUNS = frozenset((PUNCT, SYM, CD, PRP, DT, RP, IN, EX))
"""Tags of words that a label may end in without being a noun: "this one"."""
FINITE = frozenset((VBZ, VBD, VBP, MD))


def sentences(path: Path) -> list[list[tuple[str, str]]]:
    """Words with their merged tag, sentence by sentence."""
    out: list[list[tuple[str, str]]] = []
    here: list[tuple[str, str]] = []
    for line in lzma.decompress(path.read_bytes()).decode("utf-8").splitlines():
        cells = line.rstrip("\n").split("\t")
        if len(cells) == 10 and cells[0].isdigit():
            tag = OURS.get(cells[4], cells[4])
            here.append((cells[1], tag if tag in TAGS else "SYM"))
        elif not line.strip() and here:
            out.append(here)
            here = []
    return out


def packed_tail(word: str) -> int:
    value = 0
    for letter in word[-TAIL:]:
        value = value << 16 | (ord(letter) & 0xFFFF)
    return value


def columns(sents: list[list[tuple[str, str]]]) -> tuple[np.ndarray, ...]:
    """form, tail, flags and tag of every word, as the tokeniser would give them."""
    form, tail, flags, tags = [], [], [], []
    for sent in sents:
        for place, (word, tag) in enumerate(sent):
            low = word.lower().replace("’", "'")
            form.append(word_hash(low))
            tail.append(packed_tail(low))
            flag = 0
            if word[0] != low[0]:
                flag |= CAPITAL
            if len(word) > 1 and all(a != b for a, b in zip(word, low, strict=False)):
                flag |= SHOUTED
            if any(c.isdigit() for c in word):
                flag |= NUMERIC
            if not any(c.isalnum() for c in word):
                flag |= SYMBOL
            if place == len(sent) - 1:
                flag |= BREAK
            flags.append(flag)
            tags.append(TAGS.index(tag))
    return (
        np.array(form, np.uint64),
        np.array(tail, np.uint64),
        np.array(flags, np.uint8),
        np.array(tags, np.uint8),
    )


def named_nouns() -> tuple[np.ndarray, ...]:
    """The same columns of training_text/: nouns where a label that must be found ends, UNTOLD elsewhere.

    The stored tagger says which kind of noun where it sees one; else the last letter does. A label holds the whole
    noun, so what the tagger takes for one more noun behind it is the verb, if it ends like one: "the bass mumbles".
    Adjectives that judge, and the verb behind a label, stay what they are, so that nouns do not spread.
    """
    gold = [sentence for part in written().values() for sentence in part]
    page = read_page([sentence.text for sentence in gold])
    words, tags = page.words, np.full(page.tags.size, UNTOLD, np.uint8)
    valence, _, _ = lexicon_columns(page)
    judging = (page.tags == JJ) & (valence != 0)
    tags[judging] = JJ
    behind = []
    for row, sentence in enumerate(gold):
        surely = [label for label in sentence.labels if not label.optional]
        for place in (place for label in surely for place in label.places(sentence.text)):
            first, end = page.words_in(row, *place)
            k = end - 1
            if end <= first or page.tags[k] in NO_NOUNS or (page.tags[k] == VB and page.tags[k - 1] == TO):
                continue
            tags[k] = page.tags[k] if is_noun(page.tags[k]) else (NNS if _ends(page, k, "s") else NN)
            if end not in page.starts and end < tags.size:
                behind.append(end)
    for k in behind:
        if tags[k] != UNTOLD:
            continue
        if page.tags[k] in FINITE:
            tags[k] = page.tags[k]
        elif is_noun(page.tags[k]) and (_ends(page, k, "s") or _ends(page, k, "ed")):
            tags[k] = VBZ if _ends(page, k, "s") else VBD
    return words.form, words.tail, words.flags, tags


def _ends(page: Page, word: int, letters: str) -> bool:
    """Whether a word ends so, and not in "ss"."""
    own = page.text[page.words.start[word] : page.words.end[word]].lower()
    return own.endswith(letters) and not own.endswith("ss")


@njit
def epoch(order, starts, form, tail, flags, gold, weights, total, stamp, clock):  # type: ignore[no-untyped-def]
    """One pass of the averaged perceptron; `total` and `stamp` average lazily. Words of no tag are read past."""
    rows = np.empty(FEATURES, np.uint64)
    mask = np.uint64(weights.shape[0] - 1)
    tags = weights.shape[1]
    score = np.empty(tags, np.float32)
    wrong = 0
    for s in order:
        first, last = starts[s], starts[s + 1]
        before, before2 = np.int64(NO_TAG), np.int64(NO_TAG)
        for i in range(first, last):
            tag_features(i, first, last, form, tail, flags, before, before2, rows, mask)
            score[:] = 0
            for f in range(FEATURES):
                for t in range(tags):
                    score[t] += weights[rows[f], t]
            best = np.int64(0)
            for t in range(1, tags):
                if score[t] > score[best]:
                    best = np.int64(t)
            clock += 1
            if best != gold[i] and gold[i] != UNTOLD:
                wrong += 1
                for f in range(FEATURES):
                    for tag, step in ((np.int64(gold[i]), 1.0), (best, -1.0)):
                        total[rows[f], tag] += (clock - stamp[rows[f], tag]) * weights[rows[f], tag]
                        stamp[rows[f], tag] = clock
                        weights[rows[f], tag] += step
            before2, before = before, best
    return wrong, clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/ud_ewt"))
    parser.add_argument("--bits", type=int, default=18)
    parser.add_argument("--epochs", type=int, default=10)
    args = parser.parse_args()
    parts = {name: sentences(args.data / f"en_ewt-ud-{name}.conllu.xz") for name in ("train", "dev", "test")}
    general = columns(parts["train"])
    form, tail, flags, gold = (np.concatenate(both) for both in zip(general, named_nouns(), strict=True))
    starts = np.concatenate([[0], np.flatnonzero(flags & BREAK) + 1])
    size = 1 << args.bits
    weights = np.zeros((size, len(TAGS)), np.float32)
    total = np.zeros_like(weights, dtype=np.float64)
    stamp = np.zeros_like(weights, dtype=np.int64)
    rng = stage_rng(7, "tagger")
    clock = 0
    for _ in range(args.epochs):
        _, clock = epoch(
            rng.permutation(len(starts) - 1), starts, form, tail, flags, gold, weights, total, stamp, clock
        )
    total += (clock - stamp) * weights
    mean = total / clock
    packed = np.clip(np.rint(mean * 200), -32000, 32000).astype(np.int16)
    packed[np.abs(packed) < 4] = 0

    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for sent in parts["train"]:
        for word, tag in sent:
            seen[word.lower().replace("’", "'")][tag] += 1
    sure = {
        word: tags.most_common(1)[0][0]
        for word, tags in seen.items()
        if tags.total() >= 15 and tags.most_common(1)[0][1] >= 0.99 * tags.total()
    }
    words = sorted(sure)
    known_form = np.array([word_hash(word) for word in words], np.uint64)
    known_tag = np.array([TAGS.index(sure[word]) for word in words], np.uint8)
    common = sorted(word for word, tags in seen.items() if tags.total() >= 2 and word.isalpha())
    background = np.array([sum(seen[word].values()) for word in common], np.int32)
    by_stem: Counter[str] = Counter()
    for word in common:
        by_stem[stem_plain(word)] += seen[word].total()
    stems = sorted(by_stem)
    HOME.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        HOME / "tagger.npz",
        weights=packed,
        known_form=known_form,
        known_tag=known_tag,
        english=np.array([word_hash(word) for word in common], np.uint64),
        english_count=background,
        english_stem=np.array([word_hash(stem) for stem in stems], np.uint64),
        english_stem_count=np.array([by_stem[stem] for stem in stems], np.int32),
        english_total=np.array(len(general[0])),
    )
    slot_key, slot_row = table(known_form)
    for name in ("dev", "test"):
        form, tail, flags, gold = columns(parts[name])
        found = tag_words(form, tail, flags, aligned(packed), slot_key, slot_row, known_tag)
        sys.stdout.write(f"{name}: {gold.size} tokens, accuracy {np.mean(found == gold):.4f}\n")
    sys.stdout.write(f"{len(words)} unambiguous words, {(HOME / 'tagger.npz').stat().st_size / 2**20:.2f} MiB\n")


if __name__ == "__main__":
    main()
