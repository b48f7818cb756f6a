"""Is confidence honest? Claims in bands of their confidence: in each the share that is right has to equal the mean."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.evaluation.significance import intervals

Floats = NDArray[np.float64]

WIDTH = 0.05
LEAST = 200
"""Claims that a band needs: with fewer, two hundredths are within what chance does."""


def confidence_bands(
    confidence: Floats, right: Floats, cluster: NDArray[np.integer], *, width: float = WIDTH, least: int = LEAST,
    draws: int = 1000, seed: int = 0,
) -> pl.DataFrame:  # fmt: skip
    """`from to claims confidence right low high apart` of each band, ascending; 95 % intervals, resampling clusters.

    Confidence (n,) is a probability, right (n,) 0 or 1. Bands are [0.5, 0.5 + width), ...; the last one includes 1.
    A band with fewer than `least` claims is joined with the next one, at the top with the one below.
    """
    top = round(0.5 / width) - 1
    band = np.clip(np.floor((confidence - 0.5) / width + 1e-9).astype(np.int64), 0, top)
    rows = []
    for first, last in _joined(np.bincount(band, minlength=top + 1), least):
        inside = (band >= first) & (band <= last)
        values, groups = right[inside].astype(np.float64)[:, None], cluster[inside]
        share, low, high = (float(end[0]) for end in intervals(values, groups, draws=draws, seed=seed))
        mean = float(confidence[inside].mean())
        edges = 0.5 + first * width, 0.5 + (last + 1) * width
        rows.append((*edges, int(inside.sum()), mean, share, low, high, share - mean))
    names = ["from", "to", "claims", "confidence", "right", "low", "high", "apart"]
    return pl.DataFrame(
        rows, schema={name: pl.Int64 if name == "claims" else pl.Float64 for name in names}, orient="row"
    )


def _joined(counts: NDArray[np.int64], least: int) -> list[tuple[int, int]]:
    """First and last of the bands that are taken together, so that each has enough."""
    spans: list[tuple[int, int]] = []
    first, total = int(np.argmax(counts > 0)), 0
    for place, count in enumerate(counts.tolist()):
        total += count
        if total >= least:
            spans.append((first, place))
            first, total = place + 1, 0
    if total:
        begin = spans.pop()[0] if spans else first
        spans.append((begin, len(counts) - 1))
    return spans
