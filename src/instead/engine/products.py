"""Matrix products on several threads: BLAS is limited to one thread, and rows are cut into pieces of a fixed size.

Every piece is the same call for any number of processors, so results are bit-identical.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces, one_blas_thread

Floats = NDArray[np.float32]

_ROWS = 128  # of one piece
_SMALL = 1 << 21  # multiplications below which waking a thread costs more than it saves


def product(a: Floats, b: Floats) -> Floats:
    """a (n, m) @ b (m, p)."""
    if a.shape[0] * a.shape[1] * b.shape[1] < _SMALL:
        return np.asarray(a @ b)
    out = np.empty((a.shape[0], b.shape[1]), np.float32)

    def work(first: int, last: int) -> None:
        for left in range(first, last, _ROWS):
            right = min(left + _ROWS, last)
            np.matmul(a[left:right], b, out=out[left:right])

    with one_blas_thread():
        in_pieces(work, a.shape[0], _ROWS)
    return out
