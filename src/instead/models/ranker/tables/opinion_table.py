"""What reviews say of items: posterior quality of each attribute, and what each user cares about.

quality(x, a) = (praise + k p_a) / (mentions + k) - p_a, the posterior mean of a Beta prior around the shop's share of
praise p_a of the attribute, as its difference from that share: 0 where nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.kernels.transposing import transposed
from instead.models.cell_changes import CellChange
from instead.models.interface import Newcomers
from instead.models.ranker.known import Known
from instead.models.row_changes import RowChanges

Array = NDArray[Any]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PRIOR = 4.0  # k: mentions that the prior counts as
_USUAL = 3.0  # mentions of the average user that every user is given


@dataclass(frozen=True)
class Opinions:
    """`quality` (items, attributes), sparse; `care` (users, attributes), mentions; `usual` (attributes,) sums to 1."""

    quality: csr_matrix
    care: csr_matrix
    usual: Floats
    praised: Floats  # (attributes,) p_a

    @classmethod
    def of(cls, known: Known) -> Opinions:
        shape = (known.items, known.attributes)
        told = known.sentiment != 0
        count = csr_matrix((np.ones(int(told.sum())), (known.said_of[told], known.attribute[told])), shape=shape)
        good = csr_matrix(
            ((known.sentiment[told] > 0).astype(np.float64), (known.said_of[told], known.attribute[told])), shape=shape
        )
        whole = (good.sum() + 1.0) / (count.sum() + 2.0)
        mentions = np.asarray(count.sum(axis=0)).ravel()
        praised = (np.asarray(good.sum(axis=0)).ravel() + _PRIOR * whole) / (mentions + _PRIOR)
        care = csr_matrix(
            (np.ones(known.said_by.size), (known.said_by, known.attribute)), shape=(known.users, known.attributes)
        )
        usual = np.bincount(known.attribute, minlength=known.attributes).astype(np.float64)
        return cls(
            posterior(count, good, praised),
            care.astype(np.float32),
            (usual / max(usual.sum(), 1.0)).astype(np.float32),
            praised.astype(np.float32),
        )

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Opinions:
        usual, praised = arrays["opinions.usual"], arrays["opinions.praised"]
        quality, care = (
            csr_matrix(
                tuple(arrays[f"opinions.{name}.{part}"] for part in ("value", "attribute", "start")),
                shape=(arrays[f"opinions.{name}.start"].size - 1, usual.size),
                copy=False,
            )
            for name in ("quality", "care")
        )
        return cls(quality, care, usual, praised)

    def arrays(self) -> dict[str, Array]:
        found: dict[str, Array] = {"opinions.usual": self.usual, "opinions.praised": self.praised}
        for name, table in (("quality", self.quality), ("care", self.care)):
            found[f"opinions.{name}.start"] = table.indptr.astype(np.int64)
            found[f"opinions.{name}.attribute"] = table.indices.astype(np.int32)
            found[f"opinions.{name}.value"] = table.data.astype(np.float32)
        return found

    def with_rows(self, rows: Ints, count: csr_matrix, good: csr_matrix) -> Opinions:
        """The same with other mentions of some items, or of new ones (`rows`, ascending, new ones last); the shop's
        shares of praise stay those of the training."""
        old, new = self.quality, posterior(count, good, self.praised)
        changes = RowChanges(np.asarray(old.indptr, np.int64), rows, np.diff(new.indptr).astype(np.int64))
        start = changes.starts
        table = csr_matrix(
            (changes.column(old.data, new.data), changes.column(old.indices, new.indices), start),
            shape=(start.size - 1, old.shape[1]), copy=False,
        )  # fmt: skip
        return replace(self, quality=table)

    def changed(self, change: CellChange) -> Opinions:
        """The same with other mentions of two items."""
        return replace(self, quality=change.matrix(self.quality))

    @cached_property
    def across(self) -> tuple[Ints, NDArray[np.int32], Floats]:
        """The inverted index of quality: start, item, value of each attribute."""
        table = self.quality
        return transposed(table.indptr, table.indices, table.data, int(table.shape[1]))

    @cached_property
    def rows(self) -> tuple[Ints, NDArray[np.int32], Floats]:
        """Quality as rows of items: start, attribute (ascending), value."""
        table = self.quality.sorted_indices() if not self.quality.has_sorted_indices else self.quality
        return np.asarray(table.indptr, np.int64), np.asarray(table.indices, np.int32), np.asarray(table.data)

    def care_of(self, user: int | None) -> tuple[Ints, Floats]:
        """Attributes a user wrote about, and their share of what they and three average mentions say."""
        if user is None:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        row = slice(int(self.care.indptr[user]), int(self.care.indptr[user + 1]))
        counts = self.care.data[row]
        return self.care.indices[row].astype(np.int64), counts / np.float32(counts.sum() + _USUAL)

    @cached_property
    def usual_gain(self) -> Floats:
        """(items,) sum over attributes of the average user's care times quality."""
        return np.asarray(self.quality @ self.usual, np.float32)

    def usual_share(self, mentions: float) -> float:
        """How much of somebody's care is the average user's, given how much they said themselves."""
        return _USUAL / (mentions + _USUAL)


def posterior(count: csr_matrix, good: csr_matrix, praised: Array) -> csr_matrix:
    """(items, attributes) posterior mean of praise minus the shop's share, where there are mentions.

    `good` has an entry, maybe 0, wherever `count` has one.
    """
    count.sort_indices()
    good.sort_indices()
    usual = np.asarray(praised, np.float64)[count.indices]
    value = (good.data + _PRIOR * usual) / (count.data + _PRIOR) - usual
    return csr_matrix((value.astype(np.float32), count.indices, count.indptr), shape=count.shape)


def praise_of(newcomers: Newcomers, scale: float) -> tuple[csr_matrix, csr_matrix]:
    """Mentions and praise of new items; where praise is not told, Eq. 2 solved for the sum of sentiments, which is
    praise minus blame."""
    count = csr_matrix(newcomers.mentions, dtype=np.float64)
    if newcomers.praise is not None:
        return count, csr_matrix(newcomers.praise, dtype=np.float64)
    quality = csr_matrix(newcomers.quality, dtype=np.float64)
    for table in (count, quality):
        table.sort_indices()
    share = np.clip((quality.data - 1.0) / (scale - 1.0), 1e-9, 1.0 - 1e-9)
    praise = np.clip((count.data + np.log(share / (1.0 - share))) / 2.0, 0.0, count.data)
    return count, csr_matrix((praise, count.indices, count.indptr), shape=count.shape)
