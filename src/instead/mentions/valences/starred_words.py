"""Words whose valence was learned from the stars of reviews (scripts/train_lexicon.py)."""

from __future__ import annotations

from importlib.resources import files

STARRED = files("instead.mentions").joinpath("data/starred_words.txt")


def starred_valences() -> dict[str, float]:
    """Word and value of each line."""
    lines = STARRED.read_text(encoding="utf-8").splitlines()
    return {word: float(value) for word, value in (line.split() for line in lines)}
