"""Content-based baseline: TF-IDF similarity of the attributes that reviews of two items mention."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from instead.material import Material
from instead.models.context import Context
from instead.models.interface import Arrays, Newcomers
from instead.models.ranker.tables.word_table import unit_rows
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.models.sparse_scores import SparseScores
from instead.settings import FitSettings


class AttributeTfIdf(SparseScores):
    """score(q, j) = cosine of the TF-IDF rows of q and j over attributes that training reviews mention."""

    name = "attribute-tf-idf"

    def __init__(self, rows: csr_matrix, rarity: NDArray[np.float64]) -> None:
        """`rows` (items, attributes) of norm 1, or 0 without mentions; `rarity` (attributes,) is the IDF."""
        super().__init__(int(rows.shape[0]))
        self._rows, self._rarity = rows, rarity
        self._across = csr_matrix(rows.T)

    @classmethod
    def of(cls, counts: csr_matrix) -> AttributeTfIdf:
        """`counts` (items, attributes): training mentions."""
        known = np.bincount(counts.indices, minlength=counts.shape[1])
        rarity = np.log(counts.shape[0] / np.maximum(known, 1))
        return cls(unit_rows(counts, rarity), rarity)

    def rows(self, context: Context) -> csr_matrix:
        return self._rows[context.query] @ self._across

    def with_items(self, newcomers: Newcomers) -> AttributeTfIdf:
        """Item cold start: a new item gets the TF-IDF row of its own mentions; the IDF stays that of the training."""
        new = unit_rows(newcomers.mentions, self._rarity)
        return AttributeTfIdf(csr_matrix(vstack([self._rows, new], format="csr")), self._rarity)

    def arrays(self) -> Arrays:
        return {
            "start": np.asarray(self._rows.indptr, np.int64),
            "attribute": np.asarray(self._rows.indices, np.int32),
            "value": np.asarray(self._rows.data, np.float64),
            "rarity": self._rarity,
        }


def _load(settings: FitSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> AttributeTfIdf:
    shape = (len(arrays["start"]) - 1, len(arrays["rarity"]))
    rows = csr_matrix((arrays["value"], arrays["attribute"], arrays["start"]), shape=shape, copy=False)
    return AttributeTfIdf(rows, arrays["rarity"])


def _fit(material: Material, settings: FitSettings) -> AttributeTfIdf:
    return AttributeTfIdf.of(material.mention_counts)


ENTRY = Entry(
    "attribute-tf-idf", FitSettings, _load,
    lambda material, settings: fit_memory(material, settings, 80 * material.quality.nnz), _fit, needs=("mentions",),
    reference=True, about="items of which reviews say the same",
)  # fmt: skip
