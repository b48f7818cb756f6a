"""How a figure grows with the size of a shop, and what a stage is bound by: both from measurements alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

MOST = 0.5
"""A stage is bound by what it does at that share of the time or more."""


@dataclass(frozen=True)
class Growth:
    """figure = factor * reviews ** exponent, by least squares of the logarithms."""

    exponent: float
    factor: float
    worst: float
    """Largest ratio between a measured figure and the fitted one, in either direction."""
    sizes: int
    last: float | None
    """Exponent between the two largest sizes alone: fixed costs hide growth in small ones."""

    def at(self, reviews: float) -> float:
        return float(self.factor * reviews**self.exponent)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def fitted(points: Sequence[tuple[float, float]]) -> Growth | None:
    """(reviews, figure) of several sizes; None of fewer than two, or where nothing was measured."""
    logs = sorted((math.log(reviews), math.log(figure)) for reviews, figure in points if figure > 0)
    if len({x for x, _ in logs}) < 2:
        return None
    middle, height = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    spread = sum((x - middle) ** 2 for x, _ in logs)
    exponent = sum((x - middle) * (y - height) for x, y in logs) / spread
    level = height - exponent * middle
    worst = max(math.exp(abs(y - level - exponent * x)) for x, y in logs)
    (x0, y0), (x1, y1) = logs[-2:]
    return Growth(exponent, math.exp(level), worst, len(logs), (y1 - y0) / (x1 - x0) if x1 > x0 else None)


def bound_by(taken: Mapping[str, Any]) -> str:
    """In words, with the shares behind it."""
    parallel, serial, disk = taken["parallel"], taken["serial"], taken["disk"]
    idle = max(1 - parallel - serial - disk, 0.0)
    shares = {"both processors": parallel, "one processor": serial, "the disk": disk, "waiting": idle}
    name, share = max(shares.items(), key=lambda one: one[1])
    rest = ", ".join(f"{what} {value:.0%}" for what, value in shares.items() if what != name and value >= 0.005)
    if share < MOST:
        return f"nothing alone: {name} {share:.0%}" + (f", {rest}" if rest else "")
    return f"{name} {share:.0%}" + (f" ({rest})" if rest else "")
