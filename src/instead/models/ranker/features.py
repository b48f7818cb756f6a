"""Features: all columns of all signals that the shop has data for, for lists of candidates or the whole catalogue."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.models.context import Aspect, Context
from instead.models.ranker.asked import Asked, asked_of
from instead.models.ranker.signals.common import Common
from instead.models.ranker.signals.complement_steps import ComplementSteps
from instead.models.ranker.signals.exposure import Exposure
from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.signals.knn import ItemNeighbours
from instead.models.ranker.signals.listed import Listed
from instead.models.ranker.signals.owned import GoesWith, Owned
from instead.models.ranker.signals.popular import Popular, Stars
from instead.models.ranker.signals.price import Price
from instead.models.ranker.signals.same_brand import SameBrand
from instead.models.ranker.signals.signal import Column, Here, Signal, Some
from instead.models.ranker.signals.taste import Taste
from instead.models.ranker.signals.timely import InYourTime, Lately, Now
from instead.models.ranker.signals.unlinked import Unlinked
from instead.models.ranker.signals.walks import Walks
from instead.models.ranker.signals.words_in_common import Attributes, Categories, Titles
from instead.models.ranker.tables.all_tables import Tables

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SIGNALS: tuple[type[Signal], ...] = (
    Common,
    Walks,
    Listed,
    ComplementSteps,
    Unlinked,
    Attributes,
    Titles,
    Categories,
    SameBrand,
    Price,
    Exposure,
    ItemNeighbours,
    Taste,
    Owned,
    GoesWith,
    Gain,
    Popular,
    Stars,
    Now,
    Lately,
    InYourTime,
)
"""All signals, those of "can it replace q" first."""

_ROWS = 16  # lists of one piece of learning
_FEW = 8  # requests of one piece of scoring


def score_rows(context: Context, width: int, score: Callable[[int, Asked], Floats]) -> Floats:
    """(n, width) of the requests of a context, one by one on all processors: `score` of the row and its request."""
    asked = list(asked_of(context))
    out = np.empty((len(asked), width), np.float32)

    def piece(first: int, last: int) -> None:
        for row in range(first, last):
            out[row] = score(row, asked[row])

    in_pieces(piece, len(asked), _FEW)
    return out


class Features:
    """The signals over the tables of one shop. Columns are numbered in the order of `columns`."""

    def __init__(self, tables: Tables, signals: Sequence[type[Signal]] = SIGNALS) -> None:
        self.items = tables.items
        self.signals = [signal(tables) for signal in signals if signal.ready(tables)]
        self.columns: list[Column] = [column for signal in self.signals for column in signal.columns]
        self._spans: list[slice] = []
        first = 0
        for signal in self.signals:
            self._spans.append(slice(first, first + len(signal.columns)))
            first += len(signal.columns)
        self._widest = max((len(signal.columns) for signal in self.signals), default=0)
        self._kept = threading.local()

    def over(self, tables: Tables) -> Features:
        """The same signals over tables of which some are others."""
        made = copy.copy(self)
        made.items = tables.items
        made.signals = [signal.over(tables) for signal in self.signals]
        if tables.items != self.items:
            made._kept = threading.local()
        return made

    def narrowed(self, here: Here) -> Features:
        """The same for one list of items alone: `listed` is asked for no other."""
        made = copy.copy(self)
        made.signals = [signal.narrowed(here) for signal in self.signals]
        return made

    @property
    def entries(self) -> int:
        """Of all tables that can be narrower."""
        return sum(signal.entries for signal in self.signals)

    @property
    def looks_at(self) -> frozenset[Aspect]:
        return frozenset().union(*(signal.looks_at for signal in self.signals))

    def number(self, name: str) -> int:
        """The number of a column."""
        return [column.name for column in self.columns].index(name)

    def signals_of(self, columns: Iterable[int]) -> list[int]:
        """Numbers of the signals that fill these columns."""
        wanted = set(columns)
        return [number for number, span in enumerate(self._spans) if wanted & set(range(span.start, span.stop))]

    def catalogue(self, asked: Asked, signals: Iterable[int] | None = None) -> Floats:
        """(columns, items) of one request; of some signals alone, if given, and other rows hold anything.

        The array is used again by the next call of the same thread.
        """
        rows = self._scratch("catalogue", len(self.columns))
        for number in range(len(self.signals)) if signals is None else signals:
            self.signals[number].fill(asked, rows[self._spans[number]])
        return rows

    def listed(self, asked: Asked, items: Ints, signals: Iterable[int] | None = None) -> Floats:
        """(columns, n) of one request for some items; of some signals alone, if given."""
        out = np.empty((len(self.columns), items.size), np.float32)
        if not hasattr(self._kept, "rows"):
            self._kept.rows = {}
        some = Some(items, self._scratch("list", self._widest), self._kept.rows)
        for number in range(len(self.signals)) if signals is None else signals:
            self.signals[number].at(asked, some, out[self._spans[number]])
        return out

    def lists(self, asked: Sequence[Asked], candidates: Ints) -> Floats:
        """(n, c, columns) of n requests for candidates (n, c)."""
        out = np.empty((*candidates.shape, len(self.columns)), np.float32)

        def piece(first: int, last: int) -> None:
            for row in range(first, last):
                out[row] = self.listed(asked[row], candidates[row]).T

        in_pieces(piece, len(asked), _ROWS)
        return out

    def _scratch(self, name: str, rows: int) -> Floats:
        """(rows, items) of this thread."""
        held: Floats | None = getattr(self._kept, name, None)
        if held is None or held.shape[0] < rows:
            held = np.empty((rows, self.items), np.float32)
            setattr(self._kept, name, held)
        return held[:rows]
