"""Ask for memory before it is needed: rows of a table that are read in a random order, each known ahead of its turn.

A processor finds out by itself that a row is read from front to back, but not which row comes next. While one row is
computed with, the one after the next can be on its way. It changes no result.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

AHEAD = 2
"""Rows between the one that is computed with and the one that is asked for."""
_make_array: Any = make_array  # Numba has no types of its own
_tools: Any = cgutils
_LINE = 16  # float32 numbers of a line of 64 bytes


@intrinsic
def _ask_for(typing: Any, table: Any, row: Any, column: Any) -> Any:
    """The line that holds table[row, column], into the nearest cache."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, number = signature.args[0], ir.IntType(32)
        made = _make_array(kind)(context, builder, arguments[0])
        shape, strides = (_tools.unpack_tuple(builder, part, kind.ndim) for part in (made.shape, made.strides))
        place = _tools.get_item_pointer2(context, builder, made.data, shape, strides, kind.layout, arguments[1:])
        place = builder.bitcast(place, ir.IntType(8).as_pointer())
        form = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [place.type], form)
        builder.call(ask, [place, number(0), number(3), number(1)])  # to read, to be kept, data
        return context.get_dummy_value()

    return types.void(table, types.intp, types.intp), generate


@njit(cache=True, nogil=True, inline="always")
def ask_for_row(table: NDArray[np.float32], row: int) -> None:
    """Row `row` of a table (rows, columns), in the background."""
    for column in range(0, table.shape[1], _LINE):
        _ask_for(table, row, column)  # type: ignore[call-arg]
