"""Events replayed in time: every choice among what was shown is predicted before it is learned from.

A day is predicted with what was known when it began. Labels that came late are learned from when they came: the
choices behind a prediction are made of events that had come in by then, and of nothing else. What is popular just now
is counted up to the moment at which a list was shown. A model that learned from events is judged by later lists alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import EmptyResult
from instead.evaluation.among_shown import (
    Lists,
    figures_of,
    learned,
    lists_of,
    model_scores,
    person,
    seen_until,
    unlearned,
    usable,
)
from instead.evaluation.significance import intervals
from instead.live.choices import DAY, arrivals, as_of, shown_choices
from instead.metrics import Ranks
from instead.models.model_folder import ModelFolder

Floats = NDArray[np.float64]

MODEL, WITH_PLACE, ADAPTED = "the model alone", "the model, and the place", "the model, what is popular, and the place"
PLACE, POPULAR = "the place alone", "what is popular now, and the place"
MEASURES = ("HR@1", "MRR", "NDCG", "log-loss")
_COUNTS = {"click": 1.0, "cart": 2.0, "purchase": 4.0, "review": 4.0}
"""What tells that an item is popular just now, and how much."""
_FADES = 7 * DAY
"""A week later it counts 1/e of that."""


@dataclass(frozen=True)
class Method:
    """One way to predict: which signals it looks at, whether it knows places, and whether it learns."""

    name: str
    signals: tuple[str, ...]
    places: bool = True
    learns: bool = True


METHODS = (
    Method(MODEL, ("score",), places=False, learns=False),
    Method(WITH_PLACE, ("score",)),
    Method(ADAPTED, ("score", "popular")),
    Method(PLACE, ()),
    Method(POPULAR, ("popular",)),
)


@dataclass
class Replayed:
    """What every choice of every day was given before it was known."""

    days: list[int]
    """Day of each choice, since 1970."""
    people: list[str]
    figures: dict[str, Floats]
    """Method -> (n, measures)."""
    lists: dict[tuple[str, int], Floats] = field(default_factory=dict)
    """Method and day -> scores (lists, places) of the lists of the day, in the order in which they were shown."""
    seen: int = 0
    """Choices that the model had learned from, which are left out."""

    def table(self, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
        """`day method measure value low high choices`, by day and (day null) over all; people are resampled."""
        cluster = np.unique(np.array(self.people), return_inverse=True)[1]
        number = np.array(self.days)
        rows: list[dict[str, Any]] = []
        for day in (*sorted(set(self.days)), None):
            mine = np.flatnonzero(number == day) if day is not None else np.arange(number.size)
            for method, values in self.figures.items():
                means, low, high = intervals(values[mine], cluster[mine], draws=draws, seed=seed)
                for at, measure in enumerate(MEASURES):
                    rows.append({
                        "day": None if day is None else datetime.fromtimestamp(day * DAY, UTC).strftime("%Y-%m-%d"),
                        "method": method, "measure": measure, "value": float(means[at]), "low": float(low[at]),
                        "high": float(high[at]), "choices": int(mine.size),
                    })  # fmt: skip
        return pl.DataFrame(rows)


def replay(folder: ModelFolder, events: pl.DataFrame, shown: pl.DataFrame, *, since: float | None = None) -> Replayed:
    """Replay events (as the store has them) and lists that were shown (`live.choices.LISTS`) past a model.

    `since`: lists shown before it are learned from and not judged; by default the end of what the model has seen.
    """
    begin = seen_until(folder) if since is None else since
    events = arrivals(events)
    every = shown_choices(events, shown)
    judged = every.filter((pl.col("time") >= begin) & pl.col("chosen").is_not_null())
    if judged.is_empty():
        left = f"; the model has learned from all {every.height:,} that there are" if every.height else ""
        raise EmptyResult(f"no choice among what was shown to replay{left}")
    found: dict[str, list[Floats]] = {method.name: [] for method in METHODS}
    made = Replayed([], [], {}, seen=every.filter(pl.col("time") < begin).height)
    told = _Signals(folder, events)
    for day, rows in _by_day(judged):
        before = as_of(events, day * DAY)
        known = _choices_since(before, shown.filter(pl.col("time") < day * DAY), begin)
        kept = np.flatnonzero(usable(told.lists(rows, ("score",))))
        for method in METHODS:
            lists = told.lists(rows, method.signals)
            preference = unlearned(len(method.signals))
            if method.learns and known.height:
                preference = learned(told.lists(known, method.signals), places=method.places)
            scores = preference.scores(lists, places=method.places)
            made.lists[method.name, day] = scores
            found[method.name].append(_figures(scores[kept], lists[kept]))
        made.days += [day] * kept.size
        made.people += person(rows)[kept].tolist()
    if not made.days:
        raise EmptyResult("the model knows none of the items that were shown and taken; is it of the same shop?")
    made.figures = {name: np.concatenate(parts) for name, parts in found.items()}
    return made


def _by_day(choices: pl.DataFrame) -> Iterator[tuple[int, pl.DataFrame]]:
    days = choices.with_columns((pl.col("time") // DAY).cast(pl.Int64).alias("day"))
    for (day,), rows in days.sort("time", "id").group_by("day", maintain_order=True):
        yield int(str(day)), rows.drop("day")


def _choices_since(events: pl.DataFrame, shown: pl.DataFrame, begin: float) -> pl.DataFrame:
    """Choices that these events tell, of lists that the model itself has not learned from."""
    return shown_choices(events, shown).filter(pl.col("time") >= begin)


class _Signals:
    """Signals of lists, each computed once: they rest on what was known when the list was shown, whoever asks later."""

    def __init__(self, folder: ModelFolder, events: pl.DataFrame) -> None:
        self.folder, self.events = folder, events
        self._kept: dict[str, dict[str, Floats]] = {}

    def lists(self, choices: pl.DataFrame, names: tuple[str, ...]) -> Lists:
        """The lists of choices with these signals."""
        new = choices.filter(~pl.col("id").is_in(list(self._kept)))
        if new.height:
            scores, popular = model_scores(self.folder, new, self.events).lists, popular_now(new, self.events)
            for one, score, count in zip(new["id"].to_list(), scores, popular, strict=True):
                self._kept[one] = {"score": score, "popular": count}
        return lists_of(choices, *([self._kept[one][name] for one in choices["id"].to_list()] for name in names))


def popular_now(choices: pl.DataFrame, events: pl.DataFrame) -> list[Floats]:
    """(items,) per list: log of 1 + what was done with an item before the list was shown, fading by the week. An event
    counts from when it had come in."""
    done = events.filter(pl.col("kind").is_in(list(_COUNTS))).drop_nulls("item").sort("known", "seq")
    queue = list(done.select("known", "item", "kind").iter_rows())
    kept: dict[str, tuple[float, float]] = {}
    found: list[Floats] = [np.zeros(0)] * choices.height
    order = np.argsort(choices["time"].to_numpy(), kind="stable").tolist()
    times, items = choices["time"].to_list(), choices["items"].to_list()
    at = 0
    for row in order:
        now = times[row]
        while at < len(queue) and queue[at][0] < now:
            known, item, kind = queue[at]
            count, last = kept.get(item, (0.0, known))
            kept[item] = (count * np.exp((last - known) / _FADES) + _COUNTS[kind], known)
            at += 1
        found[row] = np.array(
            [np.log1p(kept[one][0] * np.exp((kept[one][1] - now) / _FADES)) if one in kept else 0.0
             for one in items[row]]
        )  # fmt: skip
    return found


def _figures(scores: Floats, lists: Lists) -> Floats:
    """(n, measures)."""
    hit, reciprocal, loss = figures_of(scores, lists).T if len(lists) else np.empty((3, 0))
    rows = np.arange(len(lists))
    right = lists.right.argmax(axis=1)
    others = lists.there.copy()
    others[rows, right] = False
    gains = Ranks.of(scores[rows, right], np.where(others, scores, 0.0), others).gains()
    return np.column_stack([hit, reciprocal, gains, loss])
