"""How much somebody cares about an attribute, by what they wrote: how often they mention it where they could have.

Counting mentions says how much somebody wrote, and about what kinds of product. Whoever reviews ten backpacks and one
kettle mentions straps more often than lime, whatever they care about. So mentions are held against occasions:

    s(u, a) = (m(u, a) + k r(a)) / (n(u, a) + k)                                                                 (C5)

m: reviews of u that mention a. n: occasions, reviews of u about kinds of product (categories) in which at least one
review in fifty mentions a. r: the share that is expected of somebody who has had no occasion, worth k = 1 review:

    r(a) = 2 x (mentions beyond the first) / (occasions beyond the first), of those who mention a; at most 0.8   (C6)

The average over everybody would not do: most people never mention most attributes, and who does, does it again. The 2,
the fiftieth and k were chosen on the demo shop with seed 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.matrices import training_mentions
from instead.store.dataset import Dataset
from instead.substitutes.training import training_interactions

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

WORTH = 1.0  # k
USUAL = 0.02  # share of a kind's reviews that must mention an attribute, or the others had no occasion
_TWICE, _MOST = 2.0, 0.8
_PRIOR = 10.0  # occasions that the shop's mean counts as in r(a)
_LEAST = 20  # visits of a kind of its own; smaller ones are taken together


def kinds_of(paths: list[list[str]], visited: Ints) -> NDArray[np.int32]:
    """(items,) number of each item's kind: its category path; 0 for items without one and for kinds of few visits."""
    names = ["\t".join(path) for path in paths]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(["", *names]))}
    kind = np.array([numbers[name] for name in names], np.int64)
    visits = np.bincount(kind[visited], minlength=len(numbers))
    large = visits >= _LEAST
    large[0] = False
    return np.where(large, np.cumsum(large), 0)[kind].astype(np.int32)


@dataclass(frozen=True, eq=False)
class Written:
    """Mentions and occasions of the users of the training data."""

    said: csr_matrix  # (users, attributes) m: reviews that mention it
    visits: csr_matrix  # (users, kinds) reviews about each kind of product
    possible: Bools  # (kinds, attributes) whether a review of the kind is an occasion to mention it
    expected: Floats  # (attributes,) r

    @classmethod
    def of_dataset(cls, dataset: Dataset, *, everything: bool = False) -> Written:
        """From the training reviews, or from all reviews for a final model."""
        visits = training_interactions(dataset, everything=everything)
        user, item = (visits[name].to_numpy().astype(np.int64) for name in ("user", "item"))
        kind = kinds_of([list(path or []) for path in dataset.items["category"].to_list()], item)
        shape = (dataset.users.height, dataset.attributes.height)
        return cls.of(training_mentions(dataset, everything=everything), user, item, kind, shape)

    @classmethod
    def of(
        cls, mentions: pl.DataFrame, user: Ints, item: Ints, kind: NDArray[np.int32], shape: tuple[int, int]
    ) -> Written:
        """From mentions (`interaction user item attribute`), visits (user, item) and the kind of every item; shape
        (users, attributes)."""
        users, attributes = shape
        kinds = int(kind.max(initial=0)) + 1
        once = mentions.select("interaction", "user", "item", "attribute").unique()
        by, of, what = (once[name].to_numpy().astype(np.int64) for name in ("user", "item", "attribute"))
        said = _counted(by, what, shape)
        visits = _counted(user, kind[item].astype(np.int64), (users, kinds))
        reviews = np.bincount(kind[item], minlength=kinds)
        mentioned = _counted(kind[of].astype(np.int64), what, (kinds, attributes)).toarray()
        possible = mentioned >= USUAL * np.maximum(reviews, 1)[:, None]
        return cls(said, visits, possible, _expected(said, visits, possible))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Written:
        possible, expected = arrays["possible"].astype(np.bool_), np.asarray(arrays["expected"])
        said, visits = (
            csr_matrix(
                tuple(arrays[f"{name}.{part}"] for part in ("count", "column", "start")),
                shape=(arrays[f"{name}.start"].size - 1, columns),
                copy=False,
            )
            for name, columns in (("said", expected.size), ("visits", len(possible)))
        )
        return cls(said, visits, possible, expected)

    def arrays(self) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = {"possible": self.possible.astype(np.uint8), "expected": self.expected}
        for name, table in (("said", self.said), ("visits", self.visits)):
            found[f"{name}.start"] = table.indptr.astype(np.int64)
            found[f"{name}.column"] = table.indices.astype(np.int32)
            found[f"{name}.count"] = table.data.astype(np.float32)
        return found

    def of_user(self, user: int) -> tuple[Doubles, Doubles]:
        """(A,) m and n of one user."""
        row = slice(int(self.said.indptr[user]), int(self.said.indptr[user + 1]))
        mentions = np.zeros(self.expected.size)
        mentions[self.said.indices[row]] = self.said.data[row]
        row = slice(int(self.visits.indptr[user]), int(self.visits.indptr[user + 1]))
        occasions = self.visits.data[row].astype(np.float64) @ self.possible[self.visits.indices[row]]
        return mentions, np.maximum(occasions, mentions)

    def of_users(self, users: Ints) -> tuple[Doubles, Doubles]:
        """(n, A) the same of several; sums of counts, which are whole numbers, are exact in any order."""
        mentions = self.said[users].toarray().astype(np.float64)
        occasions = self.visits[users].astype(np.float64) @ self._possible
        return mentions, np.maximum(occasions, mentions)

    @cached_property
    def _possible(self) -> Doubles:
        return self.possible.astype(np.float64)

    def share(self, mentions: Doubles, occasions: Doubles) -> Doubles:
        """s (C5), elementwise."""
        found: Doubles = (mentions + WORTH * self.expected) / (occasions + WORTH)
        return found


def _counted(row: Ints, column: Ints, shape: tuple[int, int]) -> csr_matrix:
    found = csr_matrix((np.ones(row.size, np.float32), (row, column)), shape=shape)
    found.sum_duplicates()
    return found


def _expected(said: csr_matrix, visits: csr_matrix, possible: Bools) -> Floats:
    """(A,) r of (C6)."""
    attributes = said.shape[1]
    again, more = np.zeros(attributes), np.zeros(attributes)
    counts = said.tocoo()
    for begin in range(0, counts.nnz, 1 << 16):  # occasions of everybody at once would be a dense matrix
        part = slice(begin, begin + (1 << 16))
        user, what, count = counts.row[part], counts.col[part], counts.data[part].astype(np.float64)
        rows, place = np.unique(user, return_inverse=True)
        occasions = np.asarray(visits[rows] @ possible.astype(np.float32), np.float64)[place, what]
        again += np.bincount(what, weights=count - 1.0, minlength=attributes)
        more += np.bincount(what, weights=np.maximum(occasions, count) - 1.0, minlength=attributes)
    mean = again.sum() / max(more.sum(), 1.0)
    return np.asarray(np.minimum(_TWICE * (again + _PRIOR * mean) / (more + _PRIOR), _MOST), np.float32)
