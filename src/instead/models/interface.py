"""What every model can do, and what some models can do beyond that.

A model scores candidates in a context. Everything else is an ability of its own, a small protocol that code asks for:
`isinstance(model, FillsMatrices)`. Nothing outside a model's own room asks for its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.context import Askers, Aspect, Context

Arrays = dict[str, NDArray[Any]]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Model(Protocol):
    """Scores candidates for people who look at a query item; higher is better.

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
        """What of an asker can change a score; nothing: the query alone decides."""
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
        """Everything it is made of, by name."""
        ...


@runtime_checkable
class FillsMatrices(Protocol):
    """Has a number for every cell of X and Y, observed or estimated."""

    def cares(self, askers: Askers) -> Floats:
        """(n, A) x~ of askers: what they said, else an estimate."""
        ...

    def qualities(self, items: Ints) -> Floats:
        """(n, A) y~ of items."""
        ...


@dataclass(frozen=True)
class Newcomers:
    """Items that came after the training, and what their reviews say."""

    quality: csr_matrix  # Y (n, A), Eq. 2
    mentions: csr_matrix  # (n, A) how often each attribute is mentioned


@runtime_checkable
class PlacesItems(Protocol):
    """Cold start: can score items it was not trained on, by what is said about them."""

    def with_items(self, newcomers: Newcomers) -> StoredModel:
        """The same model with these items at the end of its catalogue."""
        ...


@runtime_checkable
class ExplainsScore(Protocol):
    """Can say what its score is the sum of."""

    def parts(self, context: Context, candidates: Ints) -> dict[str, Floats]:
        """(n, c) of each part, by name; their sum is the score, up to rounding."""
        ...


@runtime_checkable
class GivesShortlist(Protocol):
    """Knows quickly which items of a large catalogue can be among the best."""

    def shortlist(self, context: Context, items: Ints, k: int) -> Ints:
        """Those of `items` among which the k best are, for a context of one request."""
        ...


@runtime_checkable
class HasItemVectors(Protocol):
    """Has a vector per item, for lists of items that differ."""

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
        """(n, A) a number per attribute of the chosen items (n,), the highest being the first to be shown."""
        ...


@runtime_checkable
class KeepsServing(Protocol):
    """Has arrays that a folder keeps beside the weights so that the first request is quick."""

    def serving(self) -> Arrays:
        """What takes long to compute, by name."""
        ...

    def serve_from(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Use stored arrays instead of computing them."""
        ...


def one_by_one(model: Model, context: Context) -> Floats:
    """`score_all` of a model whose `score` works through many candidates as fast as through few."""
    scores = np.empty((len(context), model.items), np.float32)
    everything = np.arange(model.items)[None, :]
    for case in range(len(context)):
        scores[case] = model.score(context[case : case + 1], everything)[0]
    return scores
