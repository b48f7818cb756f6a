"""The collaborative part of CLVA: weighted matrix factorisation of implicit feedback, with content codes as item prior.

    sum_ij w_ij (r_ij - u_i . v_j)^2 + lambda_u sum_i |u_i|^2 + lambda_v sum_j |v_j - mu_j|^2             Eq. C6

r_ij = 1 and w_ij = a where i bought j, else r_ij = 0 and w_ij = b. With one side fixed the other has an exact
solution row by row (alternating least squares): all absent pairs count, none is sampled, and there is no step size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.lab.compared.gram_loops import add_grams

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

GROUP = 256  # rows whose normal equations a thread holds at a time


def solve_rows(
    start: Ints, column: Ints, table: Floats, present: float, absent: float, decay: float, prior: Floats | None
) -> Floats:
    """(rows, k) least squares solution of Eq. C6 for one side, given the other side `table` (columns, k).

    `column[start[i]:start[i + 1]]` are the interactions of row i; `prior` (rows, k) is mu, or None for 0.
    """
    wide = table.astype(np.float64)
    size = table.shape[1]
    common = absent * wide.T @ wide + decay * np.eye(size)
    out = np.empty((start.size - 1, size), np.float32)

    def work(first: int, last: int) -> None:
        for left in range(first, last, GROUP):
            right = min(left + GROUP, last)
            matrices = np.repeat(common[None], right - left, axis=0)
            sums = np.zeros((right - left, size)) if prior is None else decay * prior[left:right].astype(np.float64)
            add_grams(left, right, start, column, table, present - absent, present, matrices, sums)
            out[left:right] = np.linalg.solve(matrices, sums[:, :, None])[:, :, 0]

    in_pieces(work, start.size - 1, GROUP)
    return out
