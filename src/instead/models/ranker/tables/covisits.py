"""Co-visits: which items the same people had, as a sparse table of item-based collaborative filtering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags_array

from instead.models.ranker.known import Known

Array = NDArray[Any]


@dataclass(frozen=True)
class CoVisits:
    """Row h: items x that somebody had together with h, and C(h, x) / sqrt((n_h + s) (n_x + s))."""

    start: NDArray[np.int64]
    item: NDArray[np.int32]
    value: NDArray[np.float32]

    @classmethod
    def of(cls, known: Known, shrink: float) -> CoVisits:
        """C counts the people v who had both, each with weight 1 / log(|H_v| + 1.5): who had everything says little."""
        visits, many = known.visits, np.diff(known.visits.indptr)
        weight = np.sqrt(1.0 / np.log(many + 1.5))
        weighted = csr_matrix((np.repeat(weight, many), visits.indices, visits.indptr), shape=visits.shape)
        both = csr_matrix(weighted.T @ weighted)
        both.setdiag(0)
        both.eliminate_zeros()
        norm = diags_array(1.0 / np.sqrt(known.popularity + shrink))
        table = csr_matrix(norm @ both @ norm)
        table.sort_indices()
        return cls(table.indptr.astype(np.int64), table.indices.astype(np.int32), table.data.astype(np.float32))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> CoVisits:
        return cls(arrays["covisits.start"], arrays["covisits.item"], arrays["covisits.value"])

    def arrays(self) -> dict[str, Array]:
        return {"covisits.start": self.start, "covisits.item": self.item, "covisits.value": self.value}

    def with_empty(self, count: int) -> Self:
        return type(self)(np.concatenate([self.start, np.full(count, self.start[-1])]), self.item, self.value)
