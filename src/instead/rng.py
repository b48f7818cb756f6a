"""Random streams derived from one root seed by name, so that stages are independent and reproducible."""

from __future__ import annotations

import hashlib

import numpy as np


def stage_seed(seed: int, *names: str | int) -> int:
    """A 63-bit seed for one stage, the same on every platform and in every process."""
    text = "/".join([str(seed), *map(str, names)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1


def stage_rng(seed: int, *names: str | int) -> np.random.Generator:
    """Generator of one stage: `stage_rng(7, "split")` and `stage_rng(7, "queries")` are independent."""
    return np.random.Generator(np.random.PCG64(stage_seed(seed, *names)))
