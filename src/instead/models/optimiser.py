"""Sparse optimisers: lazy Adam and Adagrad, which update only rows that a batch used (`kernels/row_updates.py`)."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from instead.kernels.row_updates import adagrad_rows, adam_rows, sum_by_row

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # of Adam, as published


class RowOptimiser(Protocol):
    """Updates rows of one embedding table in place."""

    def step(self, rows: Ints, gradients: Floats, *, unique: bool = False) -> None: ...

    def state(self) -> dict[str, NDArray[np.generic]]: ...


class _Rows:
    """The table as rows, and summing of the gradients of rows that occur several times in a batch."""

    def __init__(self, table: Floats, rate: float, decay: float) -> None:
        self.table = table.reshape(len(table), -1) if table.ndim > 1 else table.reshape(-1, 1)
        self.rate = rate
        self.decay = decay
        self._place_of = np.full(len(self.table), -1, np.int32)

    def _summed(self, rows: Ints, gradients: Floats) -> tuple[Ints, Floats]:
        touched, sums = np.empty_like(rows), np.empty_like(gradients)
        count = sum_by_row(rows, gradients, self._place_of, touched, sums)
        return touched[:count], sums[:count]

    def _as_rows(self, rows: Ints, gradients: Floats, unique: bool) -> tuple[Ints, Floats]:
        gradients = np.ascontiguousarray(gradients, np.float32).reshape(len(rows), -1)
        return (rows, gradients) if unique else self._summed(rows, gradients)


class RowAdam(_Rows):
    """Lazy Adam: moments and step counts are kept per row, and rows without a gradient do not move."""

    def __init__(self, table: Floats, rate: float, decay: float = 0.0) -> None:
        super().__init__(table, rate, decay)
        self.mean, self.square = np.zeros_like(self.table), np.zeros_like(self.table)
        self.steps = np.zeros(len(self.table), np.int32)

    def step(self, rows: Ints, gradients: Floats, *, unique: bool = False) -> None:
        rows, gradients = self._as_rows(rows, gradients, unique)
        adam_rows(
            self.table, self.mean, self.square, self.steps, rows, gradients, self.rate, FIRST, SECOND, TINY, self.decay
        )

    def state(self) -> dict[str, NDArray[np.generic]]:
        return {"mean": self.mean, "square": self.square, "steps": self.steps}


class RowAdagrad(_Rows):
    """Adagrad: the same as the dense form, in which rows without a gradient do not move either."""

    def __init__(self, table: Floats, rate: float, decay: float = 0.0) -> None:
        super().__init__(table, rate, decay)
        self.square = np.zeros_like(self.table)

    def step(self, rows: Ints, gradients: Floats, *, unique: bool = False) -> None:
        rows, gradients = self._as_rows(rows, gradients, unique)
        adagrad_rows(self.table, self.square, rows, gradients, self.rate, TINY, self.decay)

    def state(self) -> dict[str, NDArray[np.generic]]:
        return {"square": self.square}


def row_optimiser(kind: Literal["adam", "adagrad"], table: Floats, rate: float, decay: float = 0.0) -> RowOptimiser:
    """An optimiser with learning rate `rate` and weight decay `decay` for the rows of a table, changed in place."""
    return RowAdam(table, rate, decay) if kind == "adam" else RowAdagrad(table, rate, decay)
