"""The input of a model's score: user or visitor (history, session, stated care, time) and query item, as columns.

n requests are n rows; one request is n = 1. No number has a special meaning: a known user has an entry in `known`, an
unknown one has none. A visitor without an account is an unknown user with items in `viewed`: a session. An unknown time
is `NaT`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Times = NDArray[np.datetime64]
Which = slice | Ints

Aspect = Literal["user", "history", "viewed", "care", "time"]
"""Features of an asker that a model may use; models list theirs in `looks_at`."""


@dataclass(frozen=True, eq=False)
class SparseRows:
    """n rows with a few entries each: entries of row i are `column[start[i]:start[i + 1]]` and their values."""

    start: Ints  # (n + 1,)
    column: Ints
    value: Floats

    @classmethod
    def empty(cls, rows: int) -> SparseRows:
        return cls(np.zeros(rows + 1, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))

    @classmethod
    def of_lists(cls, lists: Sequence[Sequence[int] | Ints]) -> SparseRows:
        """Every entry has the value 1."""
        start = np.concatenate([[0], np.cumsum([len(row) for row in lists])]).astype(np.int64)
        column = np.concatenate([np.empty(0, np.int64), *(np.asarray(row, np.int64) for row in lists)])
        return cls(start, column, np.ones(column.size, np.float32))

    @classmethod
    def stacked(cls, parts: Sequence[SparseRows]) -> SparseRows:
        """One after the other."""
        sizes = np.concatenate([np.diff(one.start) for one in parts])
        start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        columns, values = (np.concatenate([getattr(one, name) for one in parts]) for name in ("column", "value"))
        return cls(start, columns, values)

    @classmethod
    def of_csr(cls, matrix: csr_matrix) -> SparseRows:
        return cls(
            np.asarray(matrix.indptr, np.int64),
            np.asarray(matrix.indices, np.int64),
            np.asarray(matrix.data, np.float32),
        )

    def __len__(self) -> int:
        return self.start.size - 1

    def __getitem__(self, which: Which) -> SparseRows:
        rows = np.arange(len(self))[which]
        if not self.column.size:  # most tell nothing of themselves
            return SparseRows(np.zeros(rows.size + 1, np.int64), self.column, self.value)
        count = self.start[rows + 1] - self.start[rows]
        start = np.concatenate([[0], np.cumsum(count)]).astype(np.int64)
        place = np.repeat(self.start[rows] - start[:-1], count) + np.arange(start[-1])
        return SparseRows(start, self.column[place], self.value[place])

    def columns_of(self, row: int) -> Ints:
        """Columns of one row."""
        return self.column[self.start[row] : self.start[row + 1]]

    def matrix(self, columns: int) -> csr_matrix:
        """(n, columns) the same as a SciPy matrix; duplicate entries are summed."""
        return csr_matrix((self.value, self.column, self.start), shape=(len(self), columns), copy=False)


@dataclass(frozen=True, eq=False)
class KnownUsers:
    """Which of the askers were users in training: request `place[i]` comes from user number `user[i]`."""

    place: Ints  # (m,) ascending
    user: Ints  # (m,) rows of `users.parquet`

    @classmethod
    def nobody(cls) -> KnownUsers:
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))


@dataclass(frozen=True, eq=False)
class Askers:
    """n users or visitors. Compared by identity, so that a model may cache what it computes for one of them."""

    known: KnownUsers
    had: SparseRows  # (n) items they bought or reviewed, value 1
    viewed: SparseRows  # (n) items they have looked at in this visit, value 1
    observed: SparseRows  # (n) care, 1 to N by attribute, that reviews in the request show (Eq. 1)
    stated: SparseRows  # (n) care, 1 to N by attribute, that the request states; it wins over everything else
    time: Times  # (n,) seconds; NaT where unknown

    @classmethod
    def strangers(cls, count: int) -> Askers:
        """Anonymous visitors without history (cold-start users)."""
        nothing = SparseRows.empty(count)
        return cls(KnownUsers.nobody(), nothing, nothing, nothing, nothing, no_times(count))

    @classmethod
    def users(cls, user: Ints, visits: csr_matrix | None) -> Askers:
        """Known users by number, strangers below 0. `visits` (users, items) are their interactions; None for models
        that ignore them."""
        count, user = len(user), np.asarray(user, np.int64)
        nothing = SparseRows.empty(count)
        known = np.flatnonzero(user >= 0)
        had = nothing
        if visits is not None and known.size == count:
            had = SparseRows.of_csr(visits[user])
        elif visits is not None and known.size:
            had = SparseRows.of_lists([visits[one].indices if one >= 0 else () for one in user.tolist()])
        return cls(KnownUsers(known, user[known]), had, nothing, nothing, nothing, no_times(count))

    @classmethod
    def stacked(cls, parts: Sequence[Askers]) -> Askers:
        """One after the other."""
        ends = np.cumsum([0, *(len(one) for one in parts)])[:-1].tolist()
        known = KnownUsers(
            np.concatenate([first + one.known.place for first, one in zip(ends, parts, strict=True)]),
            np.concatenate([one.known.user for one in parts]),
        )
        had, viewed, observed, stated = (
            SparseRows.stacked([getattr(one, name) for one in parts])
            for name in ("had", "viewed", "observed", "stated")
        )
        return cls(known, had, viewed, observed, stated, np.concatenate([one.time for one in parts]))

    def __len__(self) -> int:
        return self.time.size

    def __getitem__(self, which: Which) -> Askers:
        rows = np.arange(len(self))[which]
        user = np.full(len(self), 0, np.int64)
        user[self.known.place] = self.known.user
        kept = np.flatnonzero(self.are_known[rows])
        known = KnownUsers(kept, user[rows[kept]])
        had, viewed, observed, stated = (one[which] for one in (self.had, self.viewed, self.observed, self.stated))
        return Askers(known, had, viewed, observed, stated, self.time[which])

    @cached_property
    def are_known(self) -> Bools:
        """(n,) True for users of the training data."""
        mask = np.zeros(len(self), np.bool_)
        mask[self.known.place] = True
        return mask

    def rows_of(self, table: NDArray[np.floating], otherwise: NDArray[np.floating] | float) -> Floats:
        """(n, d) rows of `table` (users, d) for known users; `otherwise`, a row or a number, for unknown ones."""
        rows = np.empty((len(self), table.shape[1]), np.float32)
        rows[...] = otherwise
        rows[self.known.place] = table[self.known.user]
        return rows

    @cached_property
    def touched(self) -> SparseRows:
        """(n) union of history and session: items had or viewed, each once."""
        if not self.viewed.column.size:
            return self.had
        if not self.had.column.size:
            return self.viewed
        return SparseRows.of_lists(
            [np.union1d(self.had.columns_of(row), self.viewed.columns_of(row)) for row in range(len(self))]
        )


@dataclass(frozen=True, eq=False)
class Context:
    """n requests: askers and the query item of each."""

    askers: Askers
    query: Ints  # (n,)

    @classmethod
    def of_users(cls, user: Ints, query: Ints, visits: csr_matrix | None = None) -> Context:
        """Requests of known users, of strangers below 0; `visits` (users, items) are their interactions."""
        return cls(Askers.users(user, visits), np.asarray(query, np.int64))

    @classmethod
    def of_strangers(cls, query: Ints) -> Context:
        """Requests of anonymous visitors."""
        return cls(Askers.strangers(len(query)), np.asarray(query, np.int64))

    def __len__(self) -> int:
        return self.query.size

    def __getitem__(self, which: Which) -> Context:
        return Context(self.askers[which], self.query[which])


def no_times(count: int) -> Times:
    """(n,) unknown times."""
    return np.full(count, np.datetime64("NaT"), "datetime64[s]")
