"""SPEM (Zhang et al., IJCAI 2019), reconstructed: embeddings in which items with similar co-purchases are close, and
substitutes closer than co-purchased items.

    score(q, j) = -|u_q - u_j|^2 = 2 <u_q, u_j> - 2,   u unit vectors                                        Eq. M9

The vectors are the codes of an auto-encoder (`spem_trainer.py`, with the other equations), which is not needed for
scoring. docs/compared_systems.md says what is known of the original and what is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.lab.compared.spem_settings import SPEMSettings
from instead.lab.compared.vectors import VectorModel

Floats = NDArray[np.float32]


class SPEM(VectorModel):
    """A trained model. Scores do not depend on the user."""

    name = "spem"
    offset = -2.0

    def __init__(self, settings: SPEMSettings, vectors: Floats) -> None:
        """`vectors` (items, d) of norm 1, or 0 for an item without data."""
        self.settings = settings
        self.vectors = vectors
        self.of_query = np.float32(2) * vectors
        self.of_candidate = vectors

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All parameters, by name."""
        return {"vectors": self.vectors}

    @classmethod
    def from_arrays(cls, settings: SPEMSettings, arrays: Mapping[str, NDArray[Any]]) -> SPEM:
        """The model from stored arrays, which may be memory-mapped."""
        return cls(settings, arrays["vectors"])
