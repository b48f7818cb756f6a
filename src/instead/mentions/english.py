"""Reviews to readings, with those in other languages left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from instead.mentions.languages import languages_in
from instead.mentions.opinions import Reading, understand
from instead.mentions.sentences import split_texts, tag_split
from instead.mentions.spacy_tags import spacy_tags
from instead.mentions.weights import Weights


@dataclass(frozen=True, slots=True)
class EnglishReading:
    """A reading in which reviews in other languages are empty, so that no later step meets them."""

    reading: Reading
    languages: list[str]
    """Per review: code of its language, or that there are too few words or none."""


def read_english(
    texts: Sequence[str], weights: Weights, spacy_model: str | None = None, *, learning: bool = False
) -> EnglishReading:
    """Read reviews but those in other languages; for `learning`, also leave out short ones that do not look English."""
    split = split_texts(texts)
    told = languages_in(texts, split)
    left_out = told.teaches_nothing() if learning else told.foreign()
    if left_out.any():
        texts = ["" if out else text for text, out in zip(texts, left_out.tolist(), strict=True)]
        split = split_texts(texts)
    page = tag_split(split)
    if spacy_model is not None:
        page = replace(page, tags=spacy_tags(texts, page, spacy_model))
    return EnglishReading(understand(page, weights), told.codes)
