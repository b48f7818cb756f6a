"""Hashes of all labelled sentences, by domain, so that a score can tell what the weights have seen.

python scripts/known_sentences.py --data ../shared/data/absa
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from instead.mentions.gold import GoldSentence
from instead.mentions.seen import DOMAINS, Hashes, Known, sentence_hashes
from labelled import DOMAIN_OF, held_out_gold, training_gold

HOME = Path(__file__).parent.parent / "src" / "instead" / "mentions" / "data"


def hashes_of(sentences: Iterable[GoldSentence]) -> Hashes:
    return np.unique(sentence_hashes(sentence.text for sentence in sentences))


def known(data: Path) -> Known:
    """Training sentences of a domain are those of all its corpora; the rest of these corpora is held out."""
    trained = training_gold(data)
    others = held_out_gold(data)
    learned = {
        domain: hashes_of(s for name, gold in trained.items() if DOMAIN_OF[name] == domain for s in gold)
        for domain in DOMAINS
    }
    # "Highly recommended!" stands in all of them and says nothing of any: such sentences tell no domain.
    hashes, times = np.unique(np.concatenate(list(learned.values())), return_counts=True)
    common = hashes[times > 1]
    rest = {domain: hashes_of(others[domain]) for domain in DOMAINS}
    return Known(
        {domain: np.setdiff1d(learned[domain], common) for domain in DOMAINS},
        {domain: np.setdiff1d(rest[domain], np.concatenate([learned[domain], common])) for domain in DOMAINS},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/absa"))
    args = parser.parse_args()
    made = known(args.data)
    path = HOME / "sentences.npz"
    made.save(path)
    for domain in DOMAINS:
        sys.stdout.write(f"{domain}: {made.trained[domain].size:,} trained, {made.held_out[domain].size:,} held out\n")
    sys.stdout.write(f"{path.stat().st_size / 2**10:.0f} KiB\n")


if __name__ == "__main__":
    main()
