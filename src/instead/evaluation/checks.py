"""Sanity checks that every evaluation runs, because one wrong index gives a plausible table of wrong figures.

The chosen item must not be among the other candidates (it would tie with itself), nor the query (most models rank it
first). The same pipeline must give a constant model chance level and an oracle 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import ImpossibleFigures
from instead.evaluation.protocols import CUTS, HeldOutTriples
from instead.metrics import Ranks
from instead.models.context import Aspect, Context
from instead.models.interface import Model

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

ENDS = 64
"""Triples of the first batch that are ranked by a constant model and an oracle."""


class Constant:
    """A model that gives every candidate the same score."""

    name = "constant"
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(self, items: int) -> None:
        self.items = items

    def score(self, context: Context, candidates: Ints) -> Floats:
        return np.zeros(candidates.shape, np.float32)

    def score_all(self, context: Context) -> Floats:
        return np.zeros((len(context), self.items), np.float32)


class Oracle:
    """A model that scores the chosen item of each triple highest."""

    name = "oracle"
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(self, items: int, chosen: Ints) -> None:
        self.items, self._chosen = items, chosen

    def score(self, context: Context, candidates: Ints) -> Floats:
        right: Floats = (candidates == self._chosen[:, None]).astype(np.float32)
        return right

    def score_all(self, context: Context) -> Floats:
        return self.score(context, np.broadcast_to(np.arange(self.items), (len(context), self.items)))


def check_others(cases: HeldOutTriples, others: Ints) -> None:
    """Raise an error if the chosen item or the query is among the other candidates (n, c)."""
    for what, item in (("chosen item", cases.chosen), ("query", cases.query)):
        _refuse(cases, (others == item[:, None]).any(axis=1), what)


def check_catalogue(cases: HeldOutTriples, among: Bools) -> None:
    """The same for a mask (n, items) of the items that compete with the chosen one."""
    for what, item in (("chosen item", cases.chosen), ("query", cases.query)):
        _refuse(cases, among[np.arange(len(cases)), item], what)


def check_ends(cases: HeldOutTriples, items: int, rank: Callable[[Model], Sequence[pl.DataFrame]]) -> None:
    """`rank` gives the frames of some triples under a model: a constant one must be at chance, an oracle at the top."""
    for frame in rank(Constant(items)):
        protocol, candidates = str(frame["protocol"][0]), frame["candidates"].to_numpy().astype(np.float64)
        ranks = _ranks(frame)
        for k in CUTS[protocol]:
            if not np.array_equal(ranks.hits(k), np.minimum(k / candidates, 1.0)):
                raise ImpossibleFigures(
                    f"protocol {protocol}: a constant model has HR@{k} = {ranks.hits(k).mean():.4f}, and chance is "
                    f"{np.minimum(k / candidates, 1.0).mean():.4f}; this evaluation counts ties or candidates wrongly"
                )
    for frame in rank(Oracle(items, cases.chosen)):
        ranks = _ranks(frame)
        if ranks.higher.any() or ranks.equal.any():
            worst = int(np.argmax(ranks.higher + ranks.equal))
            raise ImpossibleFigures(
                f"protocol {frame['protocol'][0]}: a model that knows the answers puts that of {_words(cases, worst)} "
                f"on rank {ranks.expected[worst]:g}; this evaluation does not rank what it says"
            )


def _ranks(frame: pl.DataFrame) -> Ranks:
    return Ranks(*(frame[name].to_numpy().astype(np.int64) for name in ("higher", "equal")))


def _refuse(cases: HeldOutTriples, wrong: Bools, what: str) -> None:
    if wrong.any():
        raise ImpossibleFigures(
            f"{_words(cases, int(np.argmax(wrong)))}: the {what} is among the other candidates, as in "
            f"{int(wrong.sum())} of {len(cases)} triples; prepare the dataset again"
        )


def _words(cases: HeldOutTriples, row: int) -> str:
    numbers = (int(column[row]) for column in (cases.interaction, cases.user, cases.query, cases.chosen))
    return "interaction {} (user {}, query {}, chosen {})".format(*numbers)
