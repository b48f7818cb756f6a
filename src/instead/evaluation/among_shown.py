"""Models judged by choices among what was shown: which of the offers that somebody had before them did they take?

What stands first is taken more often for that alone, and the model that served put it there. So a model is not judged
by its order alone: its score s gets a slope a, places get effects b, and the choice has the probability

    P(k) = softmax over the list of (a s_k + b_k)                                                                  (E1)

a and b are learned by maximum likelihood on other choices than those they are used for, for every model by itself. A
model that merely repeats the order in which offers stood explains nothing beyond b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.optimize import minimize

from instead.evaluation.significance import Difference, intervals, paired
from instead.live.choices import DAY
from instead.live.events import TOOK
from instead.metrics import Ranks
from instead.models.context import Askers, Context, KnownUsers, SparseRows
from instead.models.model_folder import ModelFolder
from instead.models.ranker.shown_cases import ShownCases
from instead.models.ranker.shown_loss import offsets, place_count, shown_loss

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROWS = 64  # lists that are scored at a time
_RIDGE = 1.0  # choices' worth of belief that the slope is 1 and that places do nothing
MEASURES = ("HR@1", "MRR", "log-loss")
COLLAPSED = 0.5
"""A model that finds what was taken in the catalogue so much worse than the serving one is broken."""


@dataclass(frozen=True)
class Lists:
    """n lists as tables: which places are there, which were right, and the signals (n, places, m) that tell."""

    there: Bools
    right: Bools
    signals: Floats

    def __len__(self) -> int:
        return len(self.there)

    def __getitem__(self, which: Ints) -> Lists:
        return Lists(self.there[which], self.right[which], self.signals[which])


def lists_of(choices: pl.DataFrame, *signals: Sequence[Floats]) -> Lists:
    """Choices (`live.choices.SCHEMA`) with signals, each a row (items,) per list. An item whose signal is NaN is left
    out of its list: there is nothing to say of it."""
    items = choices["items"].to_list()
    places = max((len(one) for one in items), default=1)
    values = np.zeros((len(items), places, len(signals)))
    there = np.zeros((len(items), places), np.bool_)
    right = np.zeros((len(items), places), np.bool_)
    for row, one in enumerate(items):
        there[row, : len(one)] = True
        for number, signal in enumerate(signals):
            values[row, : len(one), number] = signal[row]
    there &= ~np.isnan(values).any(axis=2)
    for row, (chosen, rejected) in enumerate(zip(choices["chosen"], choices["rejected"].to_list(), strict=True)):
        if chosen is None:
            right[row] = there[row]
            right[row, rejected] = False
        else:
            right[row, chosen] = there[row, chosen]
    return Lists(there, right, np.where(there[..., None], values, 0.0))


def usable(lists: Lists) -> Bools:
    """(n,) lists with something right, and something else."""
    return np.asarray(lists.right.any(axis=1) & (lists.there.sum(axis=1) > lists.right.sum(axis=1)))


@dataclass(frozen=True)
class Preference:
    """(E1): slopes of signals, and effects of places."""

    slopes: Floats
    effects: Floats

    def scores(self, lists: Lists, *, places: bool = True) -> Floats:
        """(n, places) of lists; -inf where a list has no such place."""
        total = lists.signals @ self.slopes
        if places:
            total = total + offsets(self.effects, lists.there.shape[1])
        return np.where(lists.there, total, -np.inf)


def unlearned(signals: int) -> Preference:
    """What is believed before any choice: the first signal as it is, and nothing else."""
    return Preference(np.eye(1, signals)[0] if signals else np.zeros(0), np.zeros(0))


def learned(lists: Lists, believed: Preference | None = None, *, places: bool = True) -> Preference:
    """The preference that explains the choices best, held near what is believed where they are few."""
    count = lists.signals.shape[2]
    before = unlearned(count) if believed is None else believed
    kept = lists[np.flatnonzero(usable(lists))]
    if not len(kept):
        return before
    cases = ShownCases(np.zeros((*kept.there.shape, 0), np.float32), kept.there, kept.right)
    free = place_count(cases, places)
    flat = kept.signals.reshape(kept.there.size, count)

    def loss(theta: Floats) -> tuple[float, Floats]:
        value, slope, by_effect = shown_loss(kept.signals @ theta[:count], cases, theta[count:])
        away = theta - np.concatenate([before.slopes, np.zeros(free)])
        gradient = np.concatenate([slope.ravel().astype(np.float64) @ flat, by_effect])
        ridge = _RIDGE / len(kept)
        return value + 0.5 * ridge * float(away @ away), gradient + ridge * away

    first = np.concatenate([before.slopes, np.zeros(free)])
    bounds = [(0.0, None)] * count + [(None, None)] * free
    found = np.asarray(minimize(loss, first, jac=True, method="L-BFGS-B", bounds=bounds).x)
    return Preference(found[:count], found[count:])


def figures_of(scores: Floats, lists: Lists) -> Floats:
    """(n, measures) of lists with one right place, by (n, places) scores that are log-odds."""
    rows = np.arange(len(lists))
    right = lists.right.argmax(axis=1)
    others = lists.there.copy()
    others[rows, right] = False
    ranks = Ranks.of(scores[rows, right], np.where(others, scores, 0.0), others)
    highest = scores.max(axis=1, keepdims=True)
    total = np.log(np.exp(scores - highest).sum(axis=1)) + highest[:, 0]
    return np.column_stack([ranks.hits(1), ranks.reciprocals(), total - scores[rows, right]])


# --- two models on the same choices ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A new model beside the serving one on choices that neither has seen."""

    verdict: str
    """`better`, `equal`, `worse`, or `too few` choices to tell."""
    choices: int
    difference: Difference | None
    """Log-loss of the serving model minus that of the new one, per choice: above 0 the new one is better."""
    figures: list[dict[str, float | str]]
    """`model measure value low high`."""
    found: tuple[float, float] = (0.0, 0.0)
    """Mean reciprocal rank of what was taken in the whole catalogue, by the new model and by the serving one."""

    @property
    def collapsed(self) -> bool:
        """Whether the new model hardly finds what people took."""
        return self.found[0] < COLLAPSED * self.found[1]

    @property
    def sentence(self) -> str:
        if self.collapsed:
            return (
                f"the new model hardly finds what people took: mean reciprocal rank {self.found[0]:.3f} in the "
                f"catalogue, {self.found[1]:.3f} of the serving one, on {self.choices:,} choices"
            )
        if self.difference is None:
            return f"{self.choices:,} choices that neither model has seen are too few to tell them apart"
        one = self.difference
        return (
            f"on {self.choices:,} choices that neither model has seen the new one is {self.verdict}: {one.value:+.4f} "
            f"of log-likelihood per choice ({one.low:+.4f} to {one.high:+.4f})"
        )


def compared(choices: pl.DataFrame, new: Scored, serving: Scored, *, least: int, seed: int = 0) -> Compared:
    """Compare what two models say of the same lists, with slopes and effects learned on the other half of people.

    In the whole catalogue the serving model has the better of it, because nobody can take what it did not show: there
    only a collapse counts.
    """
    taken = np.flatnonzero(choices["chosen"].is_not_null().to_numpy())
    rows = choices[taken]
    both = [[one.lists[row] for row in taken.tolist()] for one in (new, serving)]
    ranked = (
        (float(new.reciprocal[taken].mean()), float(serving.reciprocal[taken].mean())) if taken.size else (0.0, 0.0)
    )
    # an item that one of them does not know is nothing to compare them by
    known = [a + b for a, b in zip(*both, strict=True)]
    lists = [lists_of(rows, [np.where(np.isnan(k), np.nan, v) for k, v in zip(known, one, strict=True)])
             for one in both]  # fmt: skip
    kept = np.flatnonzero(usable(lists[0]))
    if kept.size < max(least, 2):
        return Compared("too few", int(kept.size), None, [])
    people = person(rows)[kept]
    lists = [one[kept] for one in lists]
    fold = np.array([blake2b(str(one).encode(), digest_size=1).digest()[0] % 2 for one in people])
    values = []
    for one in lists:
        figures = np.empty((len(one), len(MEASURES)))
        for number in (0, 1):
            mine, others = np.flatnonzero(fold == number), np.flatnonzero(fold != number)
            if mine.size:
                figures[mine] = figures_of(learned(one[others]).scores(one[mine]), one[mine])
        values.append(figures)
    cluster = np.unique(people, return_inverse=True)[1]
    found = paired(values[1][:, 2], values[0][:, 2], cluster, seed=seed)
    verdict = "better" if found.low > 0 else "worse" if found.high < 0 else "equal"
    verdict = "worse" if ranked[0] < COLLAPSED * ranked[1] else verdict
    table: list[dict[str, float | str]] = []
    for name, figures in zip(("new", "serving"), values, strict=True):
        for measure, *of in zip(MEASURES, *intervals(figures, cluster, seed=seed), strict=True):
            value, low, high = (float(number) for number in of)
            table.append({"model": name, "measure": measure, "value": value, "low": low, "high": high})
    return Compared(verdict, int(kept.size), found, table, ranked)


def person(choices: pl.DataFrame) -> NDArray[np.str_]:
    """(n,) who chose: the user, else the visit, else the list itself."""
    return np.array(choices.select(pl.coalesce("user", "session", "id")).to_series().to_list(), dtype=np.str_)


# --- scores ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scored:
    """What a model says of lists: scores of their items, and where the taken item stands in the whole catalogue."""

    lists: list[Floats]
    """(items,) of every list; NaN for items it does not know, and for a whole list whose query it does not know."""
    reciprocal: Floats
    """(n,) one over the rank of what was taken among everything the asker does not have; 0 where it is unknown."""


def model_scores(folder: ModelFolder, choices: pl.DataFrame, events: pl.DataFrame) -> Scored:
    """What a model says of every list, as it would have answered then.

    Askers have what the model knows they had, what events say they took before the list was shown, and what their visit
    had looked at.
    """
    users = {name: number for number, name in enumerate(folder.users["user"].to_list())}
    items = {name: number for number, name in enumerate(folder.items["item"].to_list())}
    visits = _visits(folder)
    later = _taken(events, items)
    found = [np.full(len(one), np.nan) for one in choices["items"].to_list()]
    reciprocal = np.zeros(choices.height)
    rows = [row for row, query in enumerate(choices["query"]) if query in items]
    for first in range(0, len(rows), _ROWS):
        part = rows[first : first + _ROWS]
        some = choices[part].to_dicts()
        user = [users.get(one["user"]) for one in some]
        had = [
            np.union1d(
                visits.get(number, np.empty(0, np.int64)) if number is not None else np.empty(0, np.int64),
                [item for item, time in later.get(one["user"], ()) if time < one["time"]],
            ).astype(np.int64)
            for number, one in zip(user, some, strict=True)
        ]
        viewed = [[items[item] for item in one["viewed"] if item in items] for one in some]
        place = np.array([at for at, number in enumerate(user) if number is not None], np.int64)
        nothing = SparseRows.empty(len(part))
        askers = Askers(
            KnownUsers(place, np.array([number for number in user if number is not None], np.int64)),
            SparseRows.of_lists(had), SparseRows.of_lists(viewed), nothing, nothing,
            np.array([int(one["time"]) for one in some], "datetime64[s]"),
        )  # fmt: skip
        scores = folder.model.score_all(Context(askers, np.array([items[one["query"]] for one in some])))
        for row, one, score, own in zip(part, some, scores, had, strict=True):
            for at, item in enumerate(one["items"]):
                if item in items:
                    found[row][at] = score[items[item]]
            taken = None if one["chosen"] is None else items.get(one["items"][one["chosen"]])
            if taken is not None:
                free = np.delete(score, np.setdiff1d(np.append(own, items[one["query"]]), taken))
                above, beside = (free > score[taken]).sum(), (free == score[taken]).sum()
                reciprocal[row] = 1.0 / (1.0 + above + 0.5 * (beside - 1))
    return Scored(found, reciprocal)


def _visits(folder: ModelFolder) -> dict[int, Ints]:
    """What the model knows that users had, by number."""
    grouped = folder.interactions.group_by("user").agg(pl.col("item"))
    return {user: np.asarray(item, np.int64) for user, item in grouped.select("user", "item").iter_rows()}


def _taken(events: pl.DataFrame, items: dict[str, int]) -> dict[str, list[tuple[int, float]]]:
    """What users took by events: (item, when)."""
    found: dict[str, list[tuple[int, float]]] = {}
    took = events.filter(pl.col("kind").is_in(list(TOOK))).drop_nulls(["user", "item"])
    when = "known" if "known" in took.columns else "time"  # what came in late was not known before
    for user, item, time in took.select("user", "item", when).iter_rows():
        if item in items:
            found.setdefault(user, []).append((items[item], float(time)))
    return found


def seen_until(folder: ModelFolder) -> float:
    """The time up to which a model has learned from events; 0 for one that has seen none."""
    return float(folder.manifest.get("live_until", {}).get("time", 0.0))


def day_of(time: float) -> int:
    """The day of a time, since 1970."""
    return int(time // DAY)
