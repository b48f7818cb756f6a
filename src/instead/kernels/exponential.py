"""exp of attention logits, written so that compilers turn the loop around it into vector instructions.

`np.exp` inside a compiled loop is a call per number and keeps the loop scalar. Attention logits of A2CF lie in
[1 / beta, N^2 / beta] (Eq. 15, 18: scores are in [1, N]), so they are never negative: the whole part of
x / ln 2 is a truncation, and the rest is a short polynomial.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

LOG2E = 1.4426950408889634
"""Put this factor into the logits once per row: `power_of_two(x * LOG2E)` is exp(x)."""

LARGEST = 90.0
"""Logits (times LOG2E) end here. 2^90 leaves room for 2^37 in float32: sums over attributes, each times a number."""

# 2^f on [0, 1): degree 5, interpolated at Chebyshev nodes, relative error 1e-7.
_NODES = (1 + np.cos((np.arange(6) + 0.5) * np.pi / 6)) / 2
_POLY = np.polynomial.polynomial.polyfit(_NODES, 2.0**_NODES, 5).astype(np.float32)
_C0, _C1, _C2, _C3, _C4, _C5 = (np.float32(value) for value in _POLY)
_MANTISSA = np.int32(23)


@intrinsic
def bits_as_float(typing: Any, bits: Any) -> Any:
    """The float32 with the bits of an int32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.FloatType())

    return types.float32(types.int32), generate


@intrinsic
def float_as_bits(typing: Any, number: Any) -> Any:
    """The int32 with the bits of a float32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(32))

    return types.int32(types.float32), generate


@intrinsic
def wide_vectors(typing: Any) -> Any:
    """Ask for 512-bit instructions in the function that calls this, where the processor has them.

    LLVM prefers 256 bits by default, for programs that use wide instructions only occasionally; loops that do nothing
    else run a fifth faster with 512.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        # a set of words that are printed behind the function; llvmlite's own `add` knows only some of them
        set.add(builder.function.attributes, '"prefer-vector-width"="512"')
        return context.get_dummy_value()

    return types.void(), generate


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def power_of_two(x: np.float32) -> np.float32:
    """2^x for 0 <= x <= LARGEST, to float32 accuracy: the whole part of x is added to the exponent of 2^f."""
    whole = np.int32(x)
    f = x - np.float32(whole)
    value = _C0 + f * (_C1 + f * (_C2 + f * (_C3 + f * (_C4 + f * _C5))))
    bits = np.int32(float_as_bits(value) + np.int32(whole << _MANTISSA))  # type: ignore[call-arg]
    power: np.float32 = bits_as_float(bits)
    return power
