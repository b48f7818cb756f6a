"""SPEM (Zhang et al., IJCAI 2019), reconstructed: items whose co-purchases are alike lie near each other, substitutes
nearer than things bought together.

    score(q, j) = -|u_q - u_j|^2 = 2 <u_q, u_j> - 2,   u unit vectors                                        Eq. M9

The vectors come out of an auto-encoder (`training/spem.py`, where the other equations are), which is not needed once
they are there. docs/compared_systems.md says what is known of the original and what is ours.
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
    """A trained model. It does not look at the user."""

    name = "spem"
    offset = -2.0

    def __init__(self, settings: SPEMSettings, vectors: Floats) -> None:
        """`vectors` (items, d) of length 1, or 0 where nothing is known of an item."""
        self.settings = settings
        self.vectors = vectors
        self.of_query = np.float32(2) * vectors
        self.of_candidate = vectors

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything the model is made of, by name."""
        return {"vectors": self.vectors}

    @classmethod
    def from_arrays(cls, settings: SPEMSettings, arrays: Mapping[str, NDArray[Any]]) -> SPEM:
        """The model of stored arrays, which may be mapped from disk."""
        return cls(settings, arrays["vectors"])
