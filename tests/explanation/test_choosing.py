"""The compiled choice of reasons and its twin."""

from __future__ import annotations

import numpy as np
import pytest

from instead.explanation.choosing import choose_reasons, choose_reasons_plainly


@pytest.mark.parametrize("z", [0, 1, 2, 3, 8])
@pytest.mark.parametrize("trade_offs", [0, 1, 2])
def test_both_choose_the_same(z: int, trade_offs: int) -> None:
    rng = np.random.default_rng(10 * z + trade_offs)
    sizes = rng.integers(0, 9, 200)
    last = np.cumsum(sizes)
    total = int(last[-1])
    attribute = rng.integers(0, 12, total)
    verdict = rng.integers(0, 3, total).astype(np.int8)
    difference = np.round(rng.normal(size=total), 1)  # rounded, so that some are equal
    care = rng.integers(1, 4, 12).astype(np.float32)
    ours, plain = np.empty((2, 200, z), np.int64)
    for choose, out in ((choose_reasons, ours), (choose_reasons_plainly, plain)):
        choose(last - sizes, last, attribute, verdict, difference, care, trade_offs, out)
    np.testing.assert_array_equal(ours, plain)
