"""The interface of models: scoring, which every model has, and optional capabilities as small protocols.

Callers test for a capability, `isinstance(model, FillsMatrices)`, never for a model's class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.cell_changes import CellChange
from instead.models.context import Askers, Aspect, Context
from instead.prices import Prices

Arrays = dict[str, NDArray[Any]]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

START = "start"
"""Name of the part of a score that is there before anything is known of an item."""
GAIN = "gain"
"""Name of the part of a score that `ExplainsGain` splits by attribute."""


class Model(Protocol):
    """Scores candidate items for a user and a query item; higher is better.

    Users and items are numbers: rows of `users.parquet` and `items.parquet`. Scores of one request are comparable with
    each other, not with those of another request.
    """

    @property
    def name(self) -> str:
        """What it is called in the registry and in tables."""
        ...

    @property
    def items(self) -> int:
        """How many items there are."""
        ...

    @property
    def looks_at(self) -> frozenset[Aspect]:
        """Features of an asker that can change a score; empty: scores depend on the query alone."""
        ...

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) scores of `candidates` (n, c), row by row."""
        ...

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue."""
        ...


class StoredModel(Model, Protocol):
    """A model that can be written to a folder."""

    def arrays(self) -> Arrays:
        """All parameters, by name."""
        ...


@runtime_checkable
class FillsMatrices(Protocol):
    """Matrix completion: has a number for every cell of X (care) and Y (quality), observed or estimated."""

    def cares(self, askers: Askers) -> Floats:
        """(n, A) x~ of askers: observed care, else an estimate."""
        ...

    def qualities(self, items: Ints) -> Floats:
        """(n, A) y~ of items."""
        ...


@dataclass(frozen=True)
class Newcomers:
    """Cold-start items: new since the training, described by the mentions of their reviews."""

    quality: csr_matrix  # Y (n, A), Eq. 2
    mentions: csr_matrix  # (n, A) how often each attribute is mentioned
    praise: csr_matrix | None = None  # (n, A) how often with praise, an entry for each of `mentions`


@runtime_checkable
class PlacesItems(Protocol):
    """Item cold start: can score items it was not trained on, from the mentions of their reviews and, where it
    `SeesDescriptions`, from what the shop says of them."""

    def with_items(self, newcomers: Newcomers) -> StoredModel:
        """The same model with these items appended to its catalogue."""
        ...


@dataclass(frozen=True)
class Redescribed:
    """What a shop says of some items now (`rows`, ascending); columns of equal length."""

    rows: Ints
    titles: Sequence[str | None]
    paths: Sequence[Sequence[str] | None]
    brands: Ints
    """Numbers of the brands in the order in which they first occur in the catalogue; -1 for none."""


@runtime_checkable
class SeesDescriptions(Protocol):
    """Scores by titles, categories or brands, and can take other ones without a training."""

    def with_descriptions(self, told: Redescribed) -> StoredModel:
        """The same model with these descriptions; everything learned stays as it is."""
        ...


@runtime_checkable
class SeesPrices(Protocol):
    """Scores by prices, and can take those of today."""

    def with_prices(self, prices: Prices) -> StoredModel:
        """The same model with the prices of the whole catalogue."""
        ...


@dataclass(frozen=True, eq=False)
class LiveVisits:
    """Visits since the training: how many of each item on each of some days."""

    days: NDArray[np.float64]
    """(D,) ascending, in days since 1970: the middle of each."""
    counts: Floats
    """(D, items)"""
    newest: float
    """The newest visit, in days since 1970."""

    @cached_property
    def total(self) -> Floats:
        """(items,) visits of all days."""
        return np.asarray(self.counts.sum(axis=0), np.float32)

    def with_items(self, more: int) -> LiveVisits:
        """The same with more items, which nobody visited."""
        return replace(self, counts=np.pad(self.counts, ((0, 0), (0, more)))) if more else self


@runtime_checkable
class SeesVisits(Protocol):
    """Scores by how much items are visited, and can count visits since the training."""

    def with_visits(self, visits: LiveVisits) -> StoredModel:
        """The model as it was trained, with these visits beside those of the training; visits that were given to it
        before are replaced."""
        ...


@runtime_checkable
class SeesStars(Protocol):
    """Scores by mean ratings, and can take those of today."""

    def with_stars(self, rows: Ints, stars: Floats) -> StoredModel:
        """The same model with the stars (n,) of some items: mean rating minus the shop's, shrunk by five ratings."""
        ...


@dataclass(frozen=True)
class Heard:
    """All mentions of some items (`rows`, ascending) as they are now."""

    rows: Ints
    mentions: csr_matrix  # (n, A) how often each attribute is mentioned
    praise: csr_matrix  # (n, A) how often with praise, an entry for each of `mentions`


@runtime_checkable
class HearsReviews(Protocol):
    """Scores by what reviews mention, and can take new reviews without a training."""

    def with_reviews(self, heard: Heard) -> StoredModel:
        """The same model with these mentions of some items; everything learned stays as it is."""
        ...


@runtime_checkable
class SeesLinks(Protocol):
    """Scores by links between items, and can take more of them."""

    def with_links(self, pairs: Ints) -> StoredModel:
        """The model as it was trained, with these pairs (n, 2) as substitutes, too; pairs that were given to it before
        are replaced."""
        ...


@runtime_checkable
class RereadsItems(Protocol):
    """Can score as if reviews of two items had said something else, which is how faithfulness is measured."""

    def reread(self, change: CellChange) -> StoredModel:
        """The same model with the changed cells; everything learned stays as it is."""
        ...


@runtime_checkable
class ExplainsScore(Protocol):
    """Can decompose its score into a sum of named parts."""

    def parts(self, context: Context, candidates: Ints) -> dict[str, Floats]:
        """(n, c) of each part, by name; their sum is the score, up to rounding."""
        ...


@runtime_checkable
class ExplainsGain(Protocol):
    """Can split the part `GAIN` of its score by attribute."""

    def gains_by_attribute(self, context: Context, items: Ints) -> list[dict[int, float]]:
        """Of one item (n,) per request: points by attribute number. They add up to that part, up to rounding."""
        ...


@runtime_checkable
class HasWeights(Protocol):
    """Is a sum of named signals, whose weights can be read as a table."""

    def weight_rows(self) -> list[dict[str, Any]]:
        """A row per weight: `question` it helps to answer, kind of `asker` it holds for, `part` of the score it adds
        to, `signal`, what that `says`, `points` between a low and a high value of it, and their standard `error`."""
        ...


@runtime_checkable
class JudgesLists(Protocol):
    """Judges a list as a whole: what else is on it can change the score of an item."""

    @property
    def judges_lists(self) -> bool:
        """True, unless this one does not."""
        ...


@runtime_checkable
class LastSaw(Protocol):
    """Looks at the time, and has nothing to say of times long after the newest visit it has learned from."""

    @property
    def newest(self) -> int | None:
        """Time of that visit in seconds since 1970; None where it makes no difference."""
        ...


@runtime_checkable
class GivesShortlist(Protocol):
    """Candidate generation: quickly narrows a large catalogue to the items that can be among the k best."""

    def shortlist(self, context: Context, items: Ints, k: int) -> Ints:
        """A subset of `items` that holds the k best, for a context of one request."""
        ...


@runtime_checkable
class RanksTogether(Protocol):
    """Ranks for several askers of one query at once."""

    def near_best(self, context: Context, allowed: Bools, without: Sequence[Ints], k: int) -> list[tuple[Ints, Floats]]:
        """Items of each request, ascending, and the scores that `score` gives them among all that may be offered:
        `allowed` (items,) except `without` of each, which are allowed ones. The k best are among them, with all that
        have the same score. All requests have one query."""
        ...


@runtime_checkable
class HasItemVectors(Protocol):
    """Has an embedding per item, for diversity re-ranking."""

    @property
    def item_vectors(self) -> Floats:
        """(items, d)"""
        ...


@runtime_checkable
class ListsAttributes(Protocol):
    """Ranks attributes for an explanation."""

    @property
    def name(self) -> str: ...

    def gains(self, context: Context, chosen: Ints) -> NDArray[np.floating[Any]]:
        """(n, A) gain of each attribute of the chosen items (n,); explanations show the highest first."""
        ...


@runtime_checkable
class KeepsServing(Protocol):
    """Has precomputed arrays that are stored beside the weights, so that the first request is fast."""

    def serving(self) -> Arrays:
        """The precomputed arrays, by name."""
        ...

    def serve_from(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Use stored arrays instead of computing them."""
        ...


def one_by_one(model: Model, context: Context) -> Floats:
    """`score_all` by `score` with the whole catalogue as candidates, for models without a faster way."""
    scores = np.empty((len(context), model.items), np.float32)
    everything = np.arange(model.items)[None, :]
    for case in range(len(context)):
        scores[case] = model.score(context[case : case + 1], everything)[0]
    return scores
