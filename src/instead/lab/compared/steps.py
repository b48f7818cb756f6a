"""The optimisers of all parameters of a model: steps, and their state for checkpoints."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from instead.models.optimiser import RowOptimiser, row_optimiser

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_WHOLE = np.zeros(1, np.int64)  # a weight is a table of one row


class Steps:
    """Parameters by name, each with an optimiser; `tables` are updated row by row, all others as a whole."""

    def __init__(
        self,
        parameters: dict[str, Floats],
        tables: set[str],
        kind: Literal["adam", "adagrad"],
        rate: float,
        decay: dict[str, float],
    ) -> None:
        self.parameters = parameters
        self._steps: dict[str, RowOptimiser] = {
            name: row_optimiser(kind, array if name in tables else array.reshape(1, -1), rate, decay.get(name, 0.0))
            for name, array in parameters.items()
        }

    def rows(self, name: str, rows: Ints, gradients: Floats, *, unique: bool = False) -> None:
        """One step on some rows of a table; `unique` if no row occurs twice."""
        if len(rows):
            self._steps[name].step(rows, gradients, unique=unique)

    def whole(self, name: str, gradient: Floats) -> None:
        """One step on a whole parameter."""
        self._steps[name].step(_WHOLE, gradient.reshape(1, -1), unique=True)

    def state(self) -> dict[str, NDArray[Any]]:
        """Parameters and optimiser moments, for a checkpoint; the arrays themselves, not copies."""
        found: dict[str, NDArray[Any]] = dict(self.parameters)
        for name, step in self._steps.items():
            found |= {f"steps.{name}.{part}": array for part, array in step.state().items()}
        return found

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Restore the state of a checkpoint, in place."""
        for name, array in self.state().items():
            array[...] = state[name]
