"""PMSC (Wang et al., WSDM 2018), reconstructed: one general embedding per item, mapped into one space per relation.

    e_i^s   = tanh(W_s x_i + b_s)                        substitutes: symmetric                              Eq. P1
    e_i^out = tanh(W_o x_i + b_o)                        complements have a direction: what one is added to,
    e_j^in  = tanh(W_i x_j + b_i)                        and what is added
    z_s(i, j) = <e_i^s, e_j^s> + c_s,   z_c(i, j) = <e_i^out, e_j^in> + c_c,   p_r = sigmoid(z_r)            Eq. P2
    score(q, j) = z_s(q, j) - kappa z_c(q, j)                                                                Eq. P3

Neither equations nor code of the original could be had; docs/compared_systems.md says what is known and what is ours.
Training is `pmsc_trainer.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.lab.compared.pmsc_settings import PMSCSettings
from instead.lab.compared.vectors import VectorModel

Floats = NDArray[np.float32]

SUBSTITUTE, OUT, IN = range(3)
"""Maps: of substitutes, and the two sides of complements."""

_ROWS = 1024  # mapped at a time; fixed, because the size of a matrix product may change its last bits


@dataclass
class Spaces:
    """Parameters of PMSC."""

    general: Floats  # X (items, d)
    weight: Floats  # W_s, W_o, W_i (3, d, d)
    bias: Floats  # (3, d)
    offset: Floats  # c_s, c_c (2,)

    def arrays(self) -> dict[str, Floats]:
        """Parameters by name; the arrays themselves, not copies."""
        return dict(vars(self))

    def mapped(self, side: int, general: Floats) -> Floats:
        """(n, d) vectors of one relation from general vectors (n, d), Eq. P1."""
        out = np.empty_like(general)

        def work(first: int, last: int) -> None:
            for left in range(first, last, _ROWS):
                part = slice(left, min(left + _ROWS, last))
                active = general[part] @ self.weight[side].T
                active += self.bias[side]
                np.tanh(active, out=out[part])

        in_pieces(work, len(general), _ROWS)
        return out


class PMSC(VectorModel):
    """A trained model. Scores do not depend on the user."""

    name = "pmsc"

    def __init__(self, settings: PMSCSettings, spaces: Spaces) -> None:
        self.settings = settings
        self.spaces = spaces
        share, general = settings.complement_share, np.asarray(spaces.general)
        self.offset = float(spaces.offset[0] - share * spaces.offset[1])
        near = spaces.mapped(SUBSTITUTE, general)
        self.of_query, self.of_candidate = near, near  # (items, d)
        if share:  # (items, 2d): -kappa e^out and e^in stand beside e^s
            self.of_query = np.concatenate([near, np.float32(-share) * spaces.mapped(OUT, general)], axis=1)
            self.of_candidate = np.concatenate([near, spaces.mapped(IN, general)], axis=1)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All parameters, by name."""
        return dict(self.spaces.arrays())

    @classmethod
    def from_arrays(cls, settings: PMSCSettings, arrays: Mapping[str, NDArray[Any]]) -> PMSC:
        """The model from stored arrays, which may be memory-mapped."""
        return cls(settings, Spaces(**{name: arrays[name] for name in ("general", "weight", "bias", "offset")}))
