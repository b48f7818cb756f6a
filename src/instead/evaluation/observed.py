"""Observed choices: of the items that somebody really looked at in one session, which did they order?

The query of a triple is simulated; here nothing is. A choice comes from an action log: the first item looked at that
was not ordered is the query, and everything else looked at before the order is a candidate, the ordered item among it.
All candidates were looked at, so having been looked at tells nothing. Models are trained on what happened before the
first session of the test, and nothing of later actions reaches them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import EmptyResult, InputError
from instead.evaluation.significance import intervals
from instead.metrics import Ranks
from instead.models.context import Askers, Context, KnownUsers, SparseRows
from instead.models.interface import Model
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SCHEMA: dict[str, type[pl.DataType]] = {
    "session": pl.String, "user": pl.String, "item": pl.String, "time": pl.Int64, "action": pl.String,
}  # fmt: skip
"""An action log; `time` in seconds. Actions other than these two are neither looks nor orders."""
VIEW, ORDER = "view", "order"
MEASURES = ("HR@1", "above chance", "MRR")

Interest = Literal["actions", "orders"]
"""Which actions of the training log are interactions: all of them, or orders alone."""


@dataclass(frozen=True)
class ObservedChoice:
    """One order, and what was looked at before it in the same session."""

    session: str
    user: str
    time: int
    """Of the order, in seconds."""
    query: str
    """The first item looked at that was not ordered."""
    chosen: str
    looks: tuple[str, ...]
    """Items looked at before the order, one for each look, in order."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """Everything looked at but the query, in the order of the first look; the chosen item is one of them."""
        return tuple(item for item in dict.fromkeys(self.looks) if item != self.query)

    @property
    def viewed(self) -> tuple[str, ...]:
        """Every item looked at once, the one looked at last at the end."""
        return tuple(reversed(dict.fromkeys(reversed(self.looks))))


def checked_log(log: pl.DataFrame) -> pl.DataFrame:
    """The log with the columns of `SCHEMA`, in order of time; rows of one time stay in their order."""
    if missing := [name for name in SCHEMA if name not in log.columns]:
        raise InputError(f"an action log needs the columns {', '.join(SCHEMA)}; there is no {' and no '.join(missing)}")
    kept = log.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())
    if lacking := [name for name in SCHEMA if kept[name].null_count()]:
        raise InputError(f"the action log has rows without {' and without '.join(lacking)}")
    return kept.sort("time", maintain_order=True)


@dataclass(frozen=True)
class Window:
    """Sessions of a test, and what was known before the first of them began."""

    begin: int
    training: pl.DataFrame
    """Every action before `begin`; a session that goes on beyond it is cut there."""
    test: pl.DataFrame
    """Actions of the sessions that begin in this window, to their end."""


def windows(log: pl.DataFrame, share: float = 0.2, count: int = 1) -> list[Window]:
    """The newest `share` of all sessions as test, in `count` consecutive windows, each with everything before it."""
    log = checked_log(log)
    if not 0 < share < 1 or count < 1:
        raise InputError(f"a share between 0 and 1 in at least one window, not {share} in {count}")
    begins = log.group_by("user", "session").agg(pl.col("time").min().alias("begin"))
    times = begins["begin"].sort().to_numpy()
    places = np.rint(len(times) * (1 - share * (1 - np.arange(count) / count))).astype(int)
    cuts = [*times[np.minimum(places, len(times) - 1)].tolist(), int(times[-1]) + 1]
    found = []
    for cut, end in pairwise(cuts):
        inside = begins.filter(pl.col("begin").is_between(cut, end, closed="left"))
        test = log.join(inside, on=["user", "session"], how="semi", maintain_order="left")
        training = log.filter(pl.col("time") < cut)
        if training.is_empty() or test.is_empty():
            raise EmptyResult("a window of the action log has nothing to learn from or nothing to test; take fewer")
        found.append(Window(cut, training, test))
    return found


def training_tables(training: pl.DataFrame, interest: Interest = "actions") -> tuple[pl.DataFrame, pl.DataFrame]:
    """What `prepare` is given: interactions `user item time`, and a view log `user item time bought`."""
    taken = training if interest == "actions" else training.filter(pl.col("action") == ORDER)
    seen = training.filter(pl.col("action").is_in([VIEW, ORDER]))
    bought = (pl.col("action") == ORDER).cast(pl.Int8).alias("bought")
    return taken.select("user", "item", "time"), seen.select("user", "item", "time", bought)


def observed_choices(
    log: pl.DataFrame, known: Collection[str] | None = None
) -> tuple[list[ObservedChoice], Counter[str]]:
    """Choices of all sessions with two or more items and exactly one ordered, and why others make none.

    With `known`, looks at any other item are ignored, as if the shop did not show it.
    """
    found: list[ObservedChoice] = []
    why: Counter[str] = Counter()
    for (user, session), rows in checked_log(log).group_by("user", "session", maintain_order=True):
        why["sessions"] += 1
        actions = list(zip(rows["item"].to_list(), rows["action"].to_list(), strict=True))
        ordered = {item for item, action in actions if action == ORDER}
        if len({item for item, _ in actions}) < 2 or len(ordered) != 1:
            continue
        why["with several items and one ordered"] += 1
        (chosen,) = ordered
        at = actions.index((chosen, ORDER))
        looks = tuple(item for item, action in actions[:at] if action == VIEW and (known is None or item in known))
        others = [item for item in looks if item != chosen]
        if known is not None and chosen not in known:
            why["ordered item unknown"] += 1
        elif chosen not in looks:
            why["ordered without a look before"] += 1
        elif not others:
            why["nothing else looked at before the order"] += 1
        elif len(set(others)) < 2:
            why["no candidate but the ordered item"] += 1
        else:
            why["choices"] += 1
            when = int(rows["time"][at])
            found.append(ObservedChoice(str(session), str(user), when, others[0], chosen, looks))
    return found, why


def model_ranks(model: Model, dataset: Dataset, choices: Sequence[ObservedChoice]) -> Ranks:
    """Rank of each chosen item among the candidates, by a model trained on everything in the dataset.

    Candidates that the dataset does not know have no score and stand below all others, tied. Where it does not know the
    query, the model is not asked and all candidates are tied: the choice counts as chance.
    """
    users = {user: number for number, user in enumerate(dataset.users["user"].to_list())}
    items = {item: number for number, item in enumerate(dataset.items["item"].to_list())}
    visits = training_visits(dataset, everything=True)

    def scores(choice: ObservedChoice) -> Floats:
        found = np.full(len(choice.candidates), -np.inf)
        places = [place for place, item in enumerate(choice.candidates) if item in items]
        if choice.query in items and places:
            viewed = [items[item] for item in choice.viewed if item in items]
            user = users.get(choice.user)
            had = np.empty(0, np.int64) if user is None else np.asarray(visits[user].indices, np.int64)
            nothing = SparseRows.empty(1)
            askers = Askers(
                known=KnownUsers.nobody() if user is None else KnownUsers(np.zeros(1, np.int64), np.array([user])),
                had=SparseRows.of_lists([had]), viewed=SparseRows.of_lists([viewed]), observed=nothing, stated=nothing,
                time=np.array([choice.time], "datetime64[s]"),
            )  # fmt: skip
            numbers = np.array([[items[choice.candidates[place]] for place in places]], np.int64)
            found[places] = model.score(Context(askers, np.array([items[choice.query]])), numbers)[0]
        return found

    return ranks_by(scores, choices)


def ranks_by(scores: Callable[[ObservedChoice], Floats | Sequence[float]], choices: Sequence[ObservedChoice]) -> Ranks:
    """Rank of each chosen item by a score for each candidate of its choice."""
    parts = []
    for choice in choices:
        given = np.asarray(scores(choice), np.float64)
        right = np.array([item == choice.chosen for item in choice.candidates])
        parts.append(Ranks.of(given[right], given[~right][None, :]))
    return joined(parts)


def joined(parts: Sequence[Ranks]) -> Ranks:
    """Ranks of several lists of choices, one after the other."""
    nothing = np.empty(0, np.int64)
    return Ranks(
        np.concatenate([nothing, *(part.higher for part in parts)]),
        np.concatenate([nothing, *(part.equal for part in parts)]),
    )


def chance(choices: Sequence[ObservedChoice]) -> Ranks:
    """Ranks by drawing lots."""
    return ranks_by(lambda choice: np.zeros(len(choice.candidates)), choices)


def looked_last(choice: ObservedChoice) -> list[float]:
    """Scores by the last look: what was looked at later is better."""
    return [float(choice.viewed.index(item)) for item in choice.candidates]


def looked_often(choice: ObservedChoice) -> list[float]:
    """Scores by the number of looks."""
    return [float(choice.looks.count(item)) for item in choice.candidates]


PLAIN: Mapping[str, Callable[[ObservedChoice], list[float]]] = {
    "looked at last": looked_last,
    "looked at most often": looked_often,
}
"""Orders that need no model and nothing but the session itself."""


@dataclass(frozen=True)
class Figure:
    """The mean of a measure, and its interval by resampling users."""

    value: float
    low: float
    high: float


def figures(ranks: Ranks, choices: Sequence[ObservedChoice], *, draws: int = 1000, seed: int = 0) -> dict[str, Figure]:
    """HR@1, HR@1 above chance (the mean of 1 / candidates), and MRR, by name."""
    if not choices:
        raise EmptyResult("no session of the action log is a choice among several candidates")
    hits = ranks.hits(1)
    values = np.column_stack([hits, hits - chance(choices).hits(1), ranks.reciprocals()])
    users = np.unique([choice.user for choice in choices], return_inverse=True)[1]
    means, low, high = intervals(values, users, draws=draws, seed=seed)
    return {
        name: Figure(*one) for name, *one in zip(MEASURES, means.tolist(), low.tolist(), high.tolist(), strict=True)
    }
