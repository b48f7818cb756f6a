"""True choices of a log: somebody looked at one item and took another of the same kind in the same visit.

A visit is a run of one user's actions in one session without a pause of `session_gap` seconds. An order of a visit is a
choice where nothing else of its kind was ordered in the visit, and something of the kind was looked at before it and
not ordered: the first such item is the query. The alternatives that were left are the list that the log says was shown
with the order, or else what was looked at of the kind before it. Nothing is simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.settings import ReadSettings
from instead.substitutes.actions import LOOKS, PURCHASE
from instead.substitutes.kind_depth import UNKNOWN
from instead.substitutes.views import LONGEST_VISIT, ViewLog, visits

Ints = NDArray[np.int64]
NOBODY = -1
"""A user whom the interactions do not name."""


@dataclass(frozen=True)
class TrueChoice:
    """One order and what was left for it; items and users by number."""

    log: int
    visit: int
    user: int
    time: int
    """Of the order, in seconds."""
    query: int
    chosen: int
    left: tuple[int, ...]
    """Alternatives in the order of the list that was shown, or of the first look."""
    place: int
    """How many of them stand before the chosen item."""
    shown: bool
    """Whether they are a list that was shown."""
    looked: tuple[int, ...]
    """Every item of the visit."""


@dataclass
class Visits:
    """The visits of one log: rows of looks by number, in order of user, session and time."""

    rows: pl.DataFrame
    """`user session item time action` as read, looks alone, with `visit`."""
    begin: Ints
    """(visits,) when each began, in seconds."""

    @classmethod
    def of(cls, log: ViewLog, settings: ReadSettings) -> Visits:
        looks = log.rows.filter(pl.col("action").is_in(LOOKS))
        rows = looks.sort("user", "session", "time", maintain_order=True)
        visit = visits(rows, settings.session_gap)
        begin = rows["time"].to_numpy()[np.flatnonzero(np.diff(visit, prepend=-1))]
        return cls(rows.with_columns(pl.Series("visit", visit)), begin)

    def orders(self) -> pl.DataFrame:
        """`user item visit` of every order."""
        return self.rows.filter(pl.col("action") == PURCHASE).select("user", "item", "visit")

    def without(self, held_out: NDArray[np.bool_]) -> pl.DataFrame:
        """Rows of the visits that are not held out."""
        return self.rows.filter(pl.Series(~held_out[self.rows["visit"].to_numpy()])).drop("visit")


@dataclass
class Found:
    """The choices of all logs, in order of time, and why other orders make none."""

    choices: list[TrueChoice] = field(default_factory=list)
    why: Counter[str] = field(default_factory=Counter)


_Row = tuple[int, str, int]
"""Item, action, time."""
_Shown = dict[tuple[str, str | None, int, str], list[int]]
"""The list shown with an order: user, session, time, item -> items by number."""


def true_choices(
    logs: Sequence[ViewLog], of_logs: Sequence[Visits], users: pl.Series, items: pl.Series, kinds: Ints
) -> Found:
    """The choices of all logs. `kinds` (items,) are of one kind where equal; unknown ones may be of any.

    Items that are not in the catalogue are left out, as if nobody had looked at them.
    """
    found = Found()
    numbers = {name: number for number, name in enumerate(items.to_list())}
    people = {name: number for number, name in enumerate(users.to_list())}
    for place, (log, of_log) in enumerate(zip(logs, of_logs, strict=True)):
        lists = _lists(log, numbers)
        taken = of_log.rows.filter(pl.col("action") == PURCHASE)["visit"].unique()
        found.why["visits"] += of_log.begin.size
        found.why["visits with an order"] += len(taken)
        some = of_log.rows.filter(pl.col("visit").is_in(taken.implode()))
        for own in some.partition_by("visit", maintain_order=True):
            user, session, visit = own["user"][0], own["session"][0], int(own["visit"][0])
            columns = (own[name].head(LONGEST_VISIT).to_list() for name in ("item", "action", "time"))
            named = list(zip(*columns, strict=True))
            rows = [(numbers[item], action, time) for item, action, time in named if item in numbers]
            for chosen, at in _orders(rows, kinds, found.why):
                item = items[chosen]
                shown = lists.get((user, session, rows[at][2], item))
                choice = _choice(rows, chosen, at, kinds, shown)
                if choice is None:
                    found.why["nothing else of the kind looked at before the order"] += 1
                    continue
                query, left, before = choice
                looked = tuple(dict.fromkeys(row[0] for row in rows))
                found.choices.append(
                    TrueChoice(place, visit, people.get(user, NOBODY), rows[at][2], query, chosen, left, before,
                               shown is not None, looked)
                )  # fmt: skip
    found.choices.sort(key=lambda choice: choice.time)
    found.why["choices"] = len(found.choices)
    found.why["among a list that was shown"] = sum(choice.shown for choice in found.choices)
    return found


def _lists(log: ViewLog, numbers: dict[str, int]) -> _Shown:
    rows = log.shown.filter(pl.col("item").is_not_null()).select("user", "session", "time", "item", "shown")
    return {
        (user, session, time, item): [numbers[one] for one in shown if one in numbers]
        for user, session, time, item, shown in rows.iter_rows()
        if item in shown and item in numbers
    }


def _alike(one: int, other: int, kinds: Ints) -> bool:
    return bool(kinds[one] == kinds[other] or UNKNOWN in (kinds[one], kinds[other]))


def _orders(rows: Sequence[_Row], kinds: Ints, why: Counter[str]) -> list[tuple[int, int]]:
    """The items that are the only ones ordered of their kind in a visit, with the place of the order."""
    first: dict[int, int] = {}
    for place, (item, action, _) in enumerate(rows):
        if action == PURCHASE:
            first.setdefault(item, place)
    others = {item: [one for one in first if one != item] for item in first}
    alone = {item: at for item, at in first.items() if not any(_alike(item, one, kinds) for one in others[item])}
    why["orders beside another of the kind"] += len(first) - len(alone)
    return list(alone.items())


def _choice(
    rows: Sequence[_Row], chosen: int, at: int, kinds: Ints, shown: Sequence[int] | None
) -> tuple[int, tuple[int, ...], int] | None:
    """The query, the alternatives that were left in their order, and how many of them stand before the chosen item."""
    bought = {item for item, action, _ in rows if action == PURCHASE}
    order = list(dict.fromkeys(item for item, _, _ in rows[:at] if _alike(item, chosen, kinds)))
    looks = [item for item in order if item not in bought]
    if not looks:
        return None
    query = looks[0]
    among = order if chosen in order else [*order, chosen]
    if shown is not None:
        among = list(dict.fromkeys(shown))
    kept = [item for item in among if item == chosen or (item != query and item not in bought)]
    place = kept.index(chosen)
    return query, tuple(item for item in kept if item != chosen), place
