"""What this machine can do at most, measured: bytes a second, operations a second, and rows, numbers and words that lie
anywhere in memory. `kernel_limits.py` puts the time of our loops beside the time these allow."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import power_of_two, wide_vectors

Floats = NDArray[np.float32]
Array = NDArray[Any]

_ONE = np.float32(1)
_LANES = 256  # numbers of the loop of multiplications and additions: enough vectors to hide their delay


@dataclass(frozen=True)
class Ceilings:
    """A second of one thread. Bytes for the first four, else what the name counts."""

    read: float  # a table from front to back
    write: float
    triad: float  # a = b + s c: two tables read, one written
    rows: float  # rows of a table larger than the caches, in a random order
    lookups: float  # single numbers anywhere in a table larger than the caches
    near: float  # the same in a table of 8 MiB, which the last cache holds
    adds: float  # additions to numbers anywhere in a row over the catalogue, which fits the caches
    flops: float  # float32, multiplications and additions of a compiled loop
    gemm: float  # the same of a product of large matrices, by the library
    exps: float  # 2^x in vector instructions, numbers in the nearest cache
    logs: float  # log1p in double precision, one call each
    sorted: float  # 64-bit numbers put in order by NumPy, a million at a time
    text: float  # bytes of text cut into words and hashed by a plain compiled loop


@njit(cache=True, nogil=True, fastmath=True)
def _sum(table: Floats) -> np.float32:
    wide_vectors()  # type: ignore[call-arg]
    total = np.float32(0)
    for k in range(table.size):
        total += table[k]
    return total


@njit(cache=True, nogil=True)
def _fill(table: Floats) -> None:
    for k in range(table.size):
        table[k] = _ONE


@njit(cache=True, nogil=True, fastmath=True)
def _triad(a: Floats, b: Floats, c: Floats) -> None:
    for k in range(a.size):
        a[k] = b[k] + np.float32(3) * c[k]


@njit(cache=True, nogil=True, fastmath=True)
def _row_sums(table: Floats, rows: Array) -> np.float32:
    wide_vectors()  # type: ignore[call-arg]
    total = np.float32(0)
    for row in rows:
        for k in range(table.shape[1]):
            total += table[row, k]
    return total


@njit(cache=True, nogil=True)
def _add_at(places: Array, out: Floats) -> None:
    for place in places:
        out[place] += _ONE


@njit(cache=True, nogil=True, fastmath=True)
def _multiply_and_add(times: int, x: np.float32) -> np.float32:
    wide_vectors()  # type: ignore[call-arg]
    kept = np.zeros(_LANES, np.float32)
    for _ in range(times):
        for k in range(_LANES):
            kept[k] = kept[k] * x + x
    return kept[0]


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def _powers(times: int, numbers: Floats) -> np.float32:
    wide_vectors()  # type: ignore[call-arg]
    total = np.float32(0)
    for _ in range(times):
        for k in range(numbers.size):
            total += power_of_two(numbers[k])
    return total


@njit(cache=True, nogil=True)
def _log_sum(numbers: Array) -> float:
    total = 0.0
    for number in numbers:
        total += np.log1p(number)
    return total


@njit(cache=True, nogil=True)
def _words(text: Array, seen: Array) -> None:
    """Words of letters, hashed and counted: the least that a reader of text does."""
    key = np.uint64(0)
    for letter in text:
        small = letter | np.uint8(32)
        if np.uint8(97) <= small <= np.uint8(122):
            key = (key ^ np.uint64(small)) * np.uint64(1099511628211)
        elif key:
            seen[key & np.uint64(4095)] += 1
            key = np.uint64(0)


def least(work: Callable[[], object], times: int = 5) -> float:
    """Processor seconds of this thread, the least of some runs; the first is not counted."""
    work()
    best = float("inf")
    for _ in range(times):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


def measured(mebibytes: int = 256) -> Ceilings:
    """All of them; tables of that size."""
    rng = np.random.default_rng(0)
    size = mebibytes << 18
    a, b, c = (np.ones(size, np.float32) for _ in range(3))  # zeros nobody wrote would all be one page in a cache
    wide = a[: size // 512 * 512].reshape(-1, 512)
    anywhere = rng.integers(size, size=min(size, 1 << 20))
    beside = rng.integers(min(size, 1 << 21), size=1 << 20)
    within = rng.integers(48_763, size=1 << 20)
    row, matrix = np.zeros(48_763, np.float32), rng.random((768, 768)).astype(np.float32)
    near, many = np.linspace(0, 60, 4096, dtype=np.float32), rng.random(1 << 18)
    keys = rng.integers(1 << 40, size=1 << 20)
    text = np.frombuffer(b"The battery lasts for two days, and the case fits. " * (1 << 14), np.uint8)
    seen, rows = np.zeros(4096, np.int64), rng.permutation(len(wide))
    return Ceilings(
        read=a.nbytes / least(lambda: _sum(a)),
        write=a.nbytes / least(lambda: _fill(a)),
        triad=3 * a.nbytes / least(lambda: _triad(a, b, c)),
        rows=wide.nbytes / least(lambda: _row_sums(wide, rows)),
        lookups=anywhere.size / least(lambda: _row_sums(a[:, None], anywhere)),
        near=beside.size / least(lambda: _row_sums(a[: 1 << 21, None], beside)),
        adds=within.size / least(lambda: _add_at(within, row)),
        flops=2 * _LANES * 200_000 / least(lambda: _multiply_and_add(200_000, np.float32(0.999))),
        gemm=2 * len(matrix) ** 3 / least(lambda: matrix @ matrix),
        exps=near.size * 2000 / least(lambda: _powers(2000, near)),
        logs=many.size / least(lambda: _log_sum(many)),
        sorted=keys.size / least(lambda: np.sort(keys)),
        text=text.size / least(lambda: _words(text, seen)),
    )


def of_both(mebibytes: int = 256, times: int = 5) -> dict[str, float]:
    """The same of two threads at once, by the clock: bytes read and written, and operations."""
    halves = [np.ones(mebibytes << 17, np.float32) for _ in range(6)]
    works: dict[str, tuple[float, Callable[[int], object]]] = {
        "read": (halves[0].nbytes, lambda one: _sum(halves[one])),
        "write": (halves[0].nbytes, lambda one: _fill(halves[one])),
        "triad": (3 * halves[0].nbytes, lambda one: _triad(halves[one], halves[2 + one], halves[4 + one])),
        "flops": (2 * _LANES * 200_000, lambda one: _multiply_and_add(200_000, np.float32(0.999))),
    }
    found = {}
    with ThreadPoolExecutor(2) as pool:
        for name, (each, work) in works.items():
            best = float("inf")
            for _ in range(times):
                start = time.perf_counter()
                list(pool.map(work, (0, 1)))
                best = min(best, time.perf_counter() - start)
            found[name] = 2 * each / best
    return found
