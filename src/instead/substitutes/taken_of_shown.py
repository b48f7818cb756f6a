"""Choices among what the shop's own answers showed, by number, and which of them training may see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.store.dataset import PARTS, Dataset

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

NONE = -1
"""In place of a user who is not known, of an item where a list is shorter, and of a place where nothing was taken."""


@dataclass(frozen=True)
class ShownChoices:
    """n lists that were shown, what was taken of them and what was rejected."""

    user: Ints  # (n,)
    query: Ints  # (n,)
    time: NDArray[np.float64]  # (n,) when it was shown, in seconds
    items: Ints  # (n, places)
    chosen: Ints  # (n,) place of the item that was taken
    rejected: Bools  # (n, places)
    viewed: list[Ints]
    """What the visit had looked at before."""

    def __len__(self) -> int:
        return int(self.query.size)

    def __getitem__(self, which: Ints) -> ShownChoices:
        return ShownChoices(
            self.user[which], self.query[which], self.time[which], self.items[which], self.chosen[which],
            self.rejected[which], [self.viewed[row] for row in which.tolist()],
        )  # fmt: skip


def numbered_choices(table: pl.DataFrame, users: pl.Series, items: pl.Series) -> ShownChoices:
    """Choices by id (`Dataset.feedback`) as numbers. Items that the catalogue does not have are left out of the lists;
    a list whose query or whose taken item it does not have, or that has nothing left to choose from, is none."""
    number = {name: place for place, name in enumerate(items.to_list())}
    people = {name: place for place, name in enumerate(users.to_list())}
    kept: list[tuple[int, int, float, list[int], int, list[int], list[int]]] = []
    for row in table.iter_rows(named=True):
        known = [place for place, item in enumerate(row["items"]) if item in number]
        chosen = NONE if row["chosen"] is None else row["chosen"]
        rejected = [place for place in row["rejected"] if place in known]
        if row["query"] not in number or len(known) < 2 or (chosen == NONE and not rejected):
            continue
        if chosen != NONE and chosen not in known:
            continue
        if chosen == NONE and len(rejected) == len(known):
            continue
        listed = [number.get(item, NONE) for item in row["items"]]
        viewed = [number[item] for item in row["viewed"] if item in number]
        user = NONE if row["user"] is None else people.get(row["user"], NONE)
        kept.append((user, number[row["query"]], float(row["time"]), listed, chosen, rejected, viewed))
    places = max((len(one[3]) for one in kept), default=0)
    items_of = np.full((len(kept), places), NONE, np.int64)
    refused = np.zeros(items_of.shape, np.bool_)
    for at, one in enumerate(kept):
        items_of[at, : len(one[3])] = one[3]
        refused[at, one[5]] = True
    return ShownChoices(
        np.array([one[0] for one in kept], np.int64),
        np.array([one[1] for one in kept], np.int64),
        np.array([one[2] for one in kept], np.float64),
        items_of,
        np.array([one[4] for one in kept], np.int64),
        refused,
        [np.array(one[6], np.int64) for one in kept],
    )


def training_choices(dataset: Dataset, *, everything: bool = False) -> ShownChoices | None:
    """The choices that training may see; None in a dataset without any.

    Unless `everything` is used: none that showed somebody an item that is held out of their visits, and in a dataset
    that holds out the newest visits none that was known only after the first of them.
    """
    table = dataset.feedback
    if table is None:
        return None
    if not everything:
        table = _seen_by_training(table, dataset)
    return numbered_choices(table, dataset.users["user"], dataset.items["item"])


def _seen_by_training(table: pl.DataFrame, dataset: Dataset) -> pl.DataFrame:
    out = dataset.interactions["part"] != PARTS["train"]
    held = dataset.interactions.filter(out)
    if dataset.manifest["settings"].get("split") == "time":
        times = dataset.times.filter(out).drop_nulls()
        first = times.min()
        if first is not None:
            table = table.filter(pl.col("known") < float(first))  # type: ignore[arg-type]
    pairs = pl.DataFrame(
        {"user": dataset.users["user"].gather(held["user"]), "items": dataset.items["item"].gather(held["item"])}
    ).unique()
    leaking = table.select("id", "user", "items").explode("items").join(pairs, on=["user", "items"], how="semi")
    return table.filter(~pl.col("id").is_in(leaking["id"].implode()))
