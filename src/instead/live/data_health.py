"""Health of the data: is what the shop sends complete enough to be of use, and is the model young enough?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

HOUR, DAY = 3600.0, 86_400.0
BOUNDS = {
    "fresh": 24.0,
    "unknown_items": 5.0,
    "nobody": 20.0,
    "no_price": 20.0,
    "no_category": 20.0,
    "no_reviews": 50.0,
    "sold_out": 30.0,
    "model_age": 7.0,
}
"""Up to here a figure is fine: hours, percents, days."""


@dataclass(frozen=True, slots=True)
class HealthLine:
    """One figure, by name; `fine`: nothing needs to be done about it."""

    what: str
    value: float
    fine: bool


def health_lines(
    items: pl.DataFrame, reviews: NDArray[np.integer], away: int, learned: float | None,
    newest: float | None, events: pl.DataFrame, now: float,
) -> list[HealthLine]:  # fmt: skip
    """`reviews` (items,) counts of each item, `away` how many cannot be offered, `learned` when the newest
    happened that the model knows, `newest` when the last event came in, `events` those of
    today (`item`, `user`, `session`)."""
    found: dict[str, float] = {}
    if newest is None:
        return [HealthLine("no_events", 0.0, False), *_lines(_catalogue(items, reviews, away) | _age(learned, now))]
    found["fresh"] = max(0.0, now - newest) / HOUR
    if events.height:
        named = events.filter(pl.col("item").is_not_null())
        found["unknown_items"] = _percent(int((~named["item"].is_in(items["item"].implode())).sum()), named.height)
        nobody = events.filter(pl.col("user").is_null() & pl.col("session").is_null()).height
        found["nobody"] = _percent(nobody, events.height)
    return _lines(found | _catalogue(items, reviews, away) | _age(learned, now))


def _catalogue(items: pl.DataFrame, reviews: NDArray[np.integer], away: int) -> dict[str, float]:
    count = items.height
    return {
        "no_price": _percent(items["price"].null_count(), count),
        "no_category": _percent(int((items["category"].list.len().fill_null(0) == 0).sum()), count),
        "no_reviews": _percent(int((np.asarray(reviews) == 0).sum()), count),
        "sold_out": _percent(away, count),
    }


def _age(learned: float | None, now: float) -> dict[str, float]:
    return {} if learned is None else {"model_age": max(0.0, now - learned) / DAY}


def _percent(part: float, of: int) -> float:
    return 100.0 * part / max(of, 1)


def _lines(found: dict[str, float]) -> list[HealthLine]:
    return [HealthLine(name, round(value, 2), value <= BOUNDS[name]) for name, value in found.items()]
