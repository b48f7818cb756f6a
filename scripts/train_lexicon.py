"""Learn which way words lean from the stars of reviews, for words that the lists written by hand do not have.

    python scripts/train_lexicon.py --data ../shared/data [--show]

Adjectives, adverbs and verbs of reviews with one, two or five stars. A word counts once a review; after a negator it
counts for the other side. Each source is compared within itself, so that what is said of one kind of product more
often does not count as praise or blame; log odds are shrunk by a prior and pooled by their precision. Nouns are left
out: in bad reviews they name what broke, who was called and when. No gold label is read, so the result may stand
beside weights that leave any labelled domain out.

Writes src/instead/mentions/data/starred_words.txt, a word and its value a line.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.words import NUMERIC, SYMBOL
from instead.mentions.opinions import lexicon_columns
from instead.mentions.opinionwords import review_valences
from instead.mentions.sentences import Page, read_page
from instead.mentions.tags import NEGATOR, RB, is_adjective, is_verb
from instead.mentions.valences.general_valences import general_valences

SOURCES = (
    "cell_phones/reviews_excerpt_5.json.gz",
    "musical_instruments/reviews_Musical_Instruments_5.json.gz",
    "gift_cards/Gift_Cards_5.json.gz",
    "magazine_subscriptions/Magazine_Subscriptions_5.json.gz",
)
TARGET = Path(__file__).parent.parent / "src" / "instead" / "mentions" / "data" / "starred_words.txt"
REACH = 3
"""Words behind a negator that it turns."""
PRIOR = 4.0
"""Reviews that a word is thought to have been in besides."""
LEAST_REVIEWS, LEAST_Z, LEAST_ODDS = 12, 3.0, 0.6
"""Evidence a word must have, and how far it must lean."""
SCALE, MOST = 0.9, 1.7
"""Log odds to valence, and the most that stars alone can say of a word."""


def starred(path: Path) -> Iterator[tuple[str, float]]:
    """Text and stars; a file that is cut off ends where it is cut."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        try:
            for line in file:
                row = json.loads(line.strip().strip("[],"))
                yield str(row.get("reviewText") or "")[:2000], float(row["overall"])
        except (EOFError, json.JSONDecodeError):
            return


def judging_words(page: Page) -> list[set[str]]:
    """Per review: its adjectives, adverbs and verbs, but those that a negator turns."""
    words, tags = page.words, page.tags
    _, roles, _ = lexicon_columns(page)
    negator = (roles & NEGATOR) > 0
    sentence = np.searchsorted(page.starts, np.arange(tags.size), side="right")
    turned = np.zeros(tags.size, bool)
    for step in range(1, REACH + 1):
        turned[step:] |= negator[:-step] & (sentence[step:] == sentence[:-step])
    chosen = (is_adjective(tags) | (tags == RB) | is_verb(tags)) & ((words.flags & (NUMERIC | SYMBOL)) == 0)
    chosen &= (roles == 0) & ~turned
    review = np.searchsorted(page.offsets, words.start, side="right") - 1
    found: list[set[str]] = [set() for _ in range(page.offsets.size - 1)]
    for place in np.flatnonzero(chosen).tolist():
        found[review[place]].add(page.text[words.start[place] : words.end[place]].lower())
    return found


def counts(path: Path) -> tuple[Counter[str], Counter[str], int, int]:
    """Kind and unkind reviews of each word, and the sums of both over all words."""
    rows = list(starred(path))
    kind = [text for text, stars in rows if stars == 5]
    unkind = [text for text, stars in rows if stars <= 2]
    sides: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for side, texts in zip(sides, (kind, unkind), strict=True):
        for at in range(0, len(texts), 1000):
            for found in judging_words(read_page(texts[at : at + 1000])):
                side.update(found)
    return *sides, sides[0].total(), sides[1].total()


def leanings(data: Path) -> dict[str, tuple[float, float, int]]:
    """Per word: pooled log odds of praise, how many standard errors they are from none, reviews."""
    tables = [counts(data / name) for name in SOURCES if (data / name).is_file()]
    found = {}
    for word in set().union(*(good.keys() | bad.keys() for good, bad, _, _ in tables)):
        odds: list[float] = []
        precision: list[float] = []
        seen = 0
        for good, bad, kind, unkind in tables:
            up, down = good[word], bad[word]
            if up + down == 0:
                continue
            seen += up + down
            # The prior leans neither way: so many reviews, shared out as those of the source are.
            a, b = up + PRIOR * kind / (kind + unkind), down + PRIOR * unkind / (kind + unkind)
            odds.append(float(np.log(a / b) - np.log(kind / unkind)))
            precision.append(1.0 / (1.0 / a + 1.0 / b))
        weight: npt.NDArray[np.float64] = np.array(precision)
        pooled = float((weight * odds).sum() / weight.sum())
        found[word] = (pooled, pooled * float(np.sqrt(weight.sum())), seen)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--show", action="store_true", help="Print what was learned, with its evidence.")
    args = parser.parse_args()
    known = general_valences().keys() | review_valences().keys()
    lines = []
    for word, (odds, z, seen) in sorted(leanings(args.data).items()):
        if word in known or len(word) < 3 or not word.isalpha() or seen < LEAST_REVIEWS:
            continue
        if abs(z) < LEAST_Z or abs(odds) < LEAST_ODDS:
            continue
        value = float(np.clip(SCALE * odds, -MOST, MOST))
        lines.append(f"{word} {value:.1f}")
        if args.show:
            sys.stdout.write(f"{word:16s} {odds:+.2f}  z {z:+.1f}  {seen} reviews\n")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(f"{TARGET.name}: {len(lines)} words\n")


if __name__ == "__main__":
    main()
