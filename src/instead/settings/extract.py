"""Settings of extraction."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from instead.settings.base import Settings


class ExtractSettings(Settings):
    """From the text of reviews to mentions (docs/extraction.md)."""

    least_worth: float = -2.0
    """Score a noun of the shop must pass to be an attribute; lower finds more and rarer ones."""
    least_pair: float = -1.0
    """Score a pair of attribute and opinion must pass."""
    neutral: float = Field(default=0.4, ge=0.0, le=1.0)
    """A phrase is judged when the chance that it is neither praised nor blamed is below this."""
    min_mentions: int = Field(default=2, ge=1)
    """Training mentions an attribute must have."""
    min_compound: int = Field(default=3, ge=1)
    """Occurrences a compound ("battery life") must have to stand beside its head word."""
    families: bool = True
    """Join names of one thing and hang parts and kinds under it ("strap > shoulder strap")."""
    implied: bool = True
    """Count judgements that name no attribute ("too expensive" is about the price); needs `families`."""
    keep_category: bool = False
    """Keep the name of the thing itself ("this guitar") as an attribute."""
    mined_reviews: int = Field(default=40_000, ge=1)
    """Training reviews, drawn at random, that vocabulary and polarity are learned from."""
    ratings: bool = True
    """Let the stars correct the polarity of (attribute, opinion) pairs."""
    least_english: float = Field(default=0.5, ge=0.0, le=1.0)
    """Share of English among sampled reviews whose language can be told, below which nothing is extracted."""
    weights: Literal["all", "without-laptops", "without-restaurants", "without-hu-liu"] = "all"
    """Set of learned weights; the others leave one labelled domain out, for honest scores on it."""
    spacy_model: str | None = None
    """Name of an installed spaCy model whose tags replace those of our tagger (slower)."""
    shard: int = Field(default=2_000, ge=1)
    """Reviews read at a time: bounds the memory."""
    processes: int = Field(default=1, ge=1)
    """Processes to work with."""
    seed: int = Field(default=0, ge=0)
    """Seed of the sample that is learned from."""
