"""Verdicts counted for the staff's view: in all, by day, and which reasons were called wrong.

Which reasons convince is another matter (`tally.py`): a verdict names everything that was shown, also what spoke
against an offer that was accepted.
"""

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
    """Counts over all time, by day for the last `days`, reasons called wrong; and the latest verdicts, newest first."""
    first = int(now // DAY) - days + 1
    total = dict(reader.all(sql.VERDICTS))
    daily: dict[tuple[int, str], int] = {
        (day, verdict): count
        for day, verdict, count in reader.all(sql.VERDICTS_BY_DAY.format(day=base.one_day), (first * DAY,))
    }
    wrong = reader.all(sql.WRONG.format(each=base.each("wrong")), (MOST_REASONS,))
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
        wrong=tuple({"attribute": name, "wrong": count} for name, count in wrong),
        latest=tuple(rows),
    )
