"""Verdicts counted for the staff's view: in all, by day, and by the reasons that were shown."""

from __future__ import annotations

import time
from typing import Any

from instead.live import sql_texts as sql
from instead.live.database import Database
from instead.live.event_rows import frame_of
from instead.live.sql_reading import Reader
from instead.live.store import VerdictCounts

DAY = 86_400
MOST_REASONS = 8


def counted(reader: Reader, base: Database, days: int, now: float, latest: int) -> VerdictCounts:
    """Counts over all time, by day for the last `days`, by reason; and the latest verdicts, newest first."""
    first = int(now // DAY) - days + 1
    total = dict(reader.all(sql.VERDICTS))
    daily: dict[tuple[int, str], int] = {
        (day, verdict): count
        for day, verdict, count in reader.all(sql.VERDICTS_BY_DAY.format(day=base.one_day), (first * DAY,))
    }
    reasons = reader.all(sql.REASONS.format(each=base.each("attributes")), (MOST_REASONS,))
    wrong = dict(reader.all(sql.WRONG.format(each=base.each("wrong"))))
    rows: list[dict[str, Any]] = frame_of(reader.all(sql.LATEST_EVENTS, (latest,))).to_dicts()
    return VerdictCounts(
        accepted=total.get("accepted", 0),
        rejected=total.get("rejected", 0),
        days=tuple(
            {
                "day": time.strftime("%Y-%m-%d", time.gmtime(day * DAY)),
                "accepted": daily.get((day, "accepted"), 0),
                "rejected": daily.get((day, "rejected"), 0),
            }
            for day in range(first, first + days)
        ),
        attributes=tuple(
            {"attribute": name, "accepted": yes, "rejected": no, "wrong": wrong.get(name, 0)}
            for name, yes, no in reasons
        ),
        latest=tuple(rows),
    )
