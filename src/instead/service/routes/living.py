"""`GET /admin/live`: what goes on in the shop today, for the staff's view."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

import polars as pl
from fastapi import APIRouter
from starlette.responses import Response

from instead.live.data_health import DAY, HealthLine, health_lines
from instead.live.rates import Rate, rate
from instead.live.tally import OUTCOMES, Outcomes, tally
from instead.models.interface import LastSaw
from instead.service.day_counts import EVENTS, Counted
from instead.service.live import Loaded
from instead.service.state import Here, Now, State, answer, problems

router = APIRouter(prefix="/admin", tags=["staff"])
ROWS = 12
"""Of every table, the most shown first."""
FRESH = 20.0
"""Seconds for which counts are kept: a page that is opened again does not count again."""


@dataclass(frozen=True)
class Line:
    """How often something was shown, and the rates of what became of it."""

    name: str
    shown: int
    rates: dict[str, Rate]


@dataclass(frozen=True)
class AskedFor:
    item: str
    title: str
    asked: int


@dataclass(frozen=True)
class Refreshed:
    id: str
    time: float | None
    outcome: str
    text: str


@dataclass(frozen=True)
class Living:
    """A day of the shop. Days begin at midnight, UTC."""

    day: str
    answers: Line
    by_reason: tuple[Line, ...]
    by_category: tuple[Line, ...]
    by_place: tuple[Line, ...]
    without: tuple[AskedFor, ...]
    sold_out: tuple[AskedFor, ...]
    placed: int
    refreshes: tuple[Refreshed, ...]
    health: tuple[HealthLine, ...]


@router.get("/live", response_model=Living, responses=problems(), summary="What goes on today")
def living(here: Here, now: Now) -> Response:
    """Answers of the day and what became of them, by reason, category and place; what to mend; health of the data."""
    moment = time.time()
    day = moment - moment % DAY
    counted = _counted(here, now, day, moment)
    return answer(asdict(_living(here, now, counted, day, moment)))


def _counted(here: State, now: Loaded, day: float, moment: float) -> Counted:
    kept = here.counted
    with kept.lock:  # several who look at the same time wait for one count
        if moment - kept.at > FRESH or kept.at < day:
            catalogue = now.shop.catalogue

            def shelf(item: str) -> str:
                number = catalogue.find(item)
                path = None if number is None else catalogue.paths[number]
                return path[-1] if path else ""

            kept.counts = tally(here.store, day, moment + 1.0, shelf)
            pieces = [piece.select(*EVENTS) for piece in here.store.events(since=day)]
            kept.events = pl.concat([pl.DataFrame(schema=EVENTS), *pieces])
            kept.at = moment
    return kept


def _living(here: State, now: Loaded, counted: Counted, day: float, moment: float) -> Living:
    shop, counts = now.shop, counted.counts
    looked = Counter(counts.asked)
    views = counted.events.filter(pl.col("kind") == "view")["item"].drop_nulls().value_counts()
    looked.update(dict(views.iter_rows()))
    away = shop.catalogue.sold_out
    return Living(
        day=datetime.fromtimestamp(day, UTC).date().isoformat(),
        answers=_line("", counts.answers),
        by_reason=_lines(counts.by_reason),
        by_category=_lines(counts.by_category),
        by_place=tuple(_line(str(place), one) for place, one in sorted(counts.by_place.items())[:ROWS]),
        without=_asked(now, counts.without),
        sold_out=_asked(now, Counter({item: n for item, n in looked.items() if _gone(now, item)})),
        placed=counts.placed,
        refreshes=_refreshes(here),
        health=tuple(
            health_lines(
                shop.items, shop.evidence.reviews, int(away.sum()), _learned(now), here.store.status().last,
                counted.events, moment,
            )
        ),
    )  # fmt: skip


def _gone(now: Loaded, item: str) -> bool:
    number = now.shop.catalogue.find(item)
    return number is not None and bool(now.shop.catalogue.sold_out[number])


def _line(name: str, of: Outcomes) -> Line:
    return Line(name, of.shown, {one: rate(min(of.became[one], of.shown), of.shown) for one in OUTCOMES})


def _lines(table: dict[str, Outcomes]) -> tuple[Line, ...]:
    ordered = sorted(table.items(), key=lambda pair: (-pair[1].shown, pair[0]))[:ROWS]
    return tuple(_line(name, one) for name, one in ordered)


def _asked(now: Loaded, counts: Counter[str]) -> tuple[AskedFor, ...]:
    catalogue = now.shop.catalogue
    found = []
    for item, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:ROWS]:
        number = catalogue.find(item)
        found.append(AskedFor(item, item if number is None else catalogue.titles[number], count))
    return tuple(found)


def _refreshes(here: State) -> tuple[Refreshed, ...]:
    rows = [
        Refreshed(name, _seconds(one.get("time")), str(one.get("outcome", "")), str(one.get("sentence", "")))
        for name, one in here.store.documents("refresh").items()
    ]
    return tuple(sorted(rows, key=lambda row: (-(row.time or 0.0), row.id))[:ROWS])


def _seconds(written: object) -> float | None:
    """A time as reports of refreshes write it (2026-05-01T03:00:00Z), in seconds since 1970."""
    try:
        return datetime.fromisoformat(str(written)).timestamp()
    except ValueError:
        return None


def _learned(now: Loaded) -> float | None:
    """When the newest of what the model has learned from happened, as far as that is known."""
    until = now.shop.manifest.get("live_until")
    if isinstance(until, dict) and isinstance(until.get("time"), int | float):
        return float(until["time"])
    model = now.shop.model
    return float(model.newest) if isinstance(model, LastSaw) and model.newest is not None else None
