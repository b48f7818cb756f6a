"""Evaluation protocols: which held-out triples are ranked among which candidates. The same for every model, by seed.

paper          the chosen item among the stored negatives: 1,000 uniform ones (section 5.2 of the paper)
filtered       the same without negatives that are known substitutes of the query in the training graph
popular        as many popularity-sampled negatives, so that popularity alone gains nothing
thin           the same as paper of choices outside the k-core, among all items: thin and new items and users
choice         the chosen item among nine other true substitutes of the query (the `choice` splits)
observed       what somebody took who looked at the query, among the whole catalogue (the split `observed`)
observed_choice  the same among the list that was shown, or what was looked at of the kind before
links          the other end of a held-out link among stored negatives: without people (the split `links`)
full           the chosen item among the whole catalogue, without what the user touched in any part
full_filtered  the same without known substitutes of the query
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import EmptyResult, InputError
from instead.kernels.neighbours import find_entries
from instead.metrics import CUTOFFS
from instead.models.context import Context, Times
from instead.models.ragged_lists import present
from instead.rng import stage_rng
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import (
    as_times,
    substitute_pairs,
    training_graph,
    training_popularity,
    training_visits,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

STORED = ("paper", "filtered", "choice", "links")
OBSERVED_CHOICE = "observed_choice"
RAGGED = (OBSERVED_CHOICE,)
OBSERVED = "observed"
THIN = ("thin",)
DRAWN = ("popular",)
FULL = ("full", "full_filtered", OBSERVED)
CUTS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("paper", "filtered", "popular", "thin", "links"), CUTOFFS),
    **dict.fromkeys(FULL, (*CUTOFFS, 100)),
    **dict.fromkeys(("choice", *RAGGED), (1, 3)),
}
FULL_CASES = 5000
"""Default sample of triples for `popular` and the full protocols, which use the whole catalogue."""


def known_protocols(split: str) -> tuple[str, ...]:
    """Protocols of a split. A model is evaluated on the split it was trained on, because reserved pairs differ."""
    if split.startswith("choice"):
        return ("choice",)
    if split == OBSERVED:
        return (OBSERVED, *RAGGED)
    whole = ("full", "full_filtered")
    return ("links", "filtered", *whole) if split == "links" else ("paper", "filtered", *THIN, *DRAWN, *whole)


def wanted_protocols(split: str, protocols: tuple[str, ...] | None, *, thin: bool = False) -> tuple[str, ...]:
    """The requested protocols, by default those with stored candidates; `thin`: whether there are thin triples."""
    known = known_protocols(split)
    if protocols is None and split == OBSERVED:
        return known
    if protocols is None:
        return tuple(name for name in known if name in STORED or (thin and name in THIN))
    for name in protocols:
        if name not in known:
            raise InputError(f"no protocol {name!r} for split {split!r}: choose among {', '.join(known)}")
    return tuple(dict.fromkeys(protocols))


@dataclass(frozen=True)
class HeldOutTriples:
    """Held-out triples; columns of equal length."""

    interaction: Ints
    user: Ints
    query: Ints
    chosen: Ints
    case: Ints  # row of the stored candidates

    @classmethod
    def of(
        cls, dataset: Dataset, split: str, part: str, sample: int | None, seed: int, *, thin: bool = False
    ) -> HeldOutTriples:
        """All triples that have stored candidates, or `sample` of them, in the order of the dataset; those outside the
        k-core if `thin`."""
        triples = dataset.split(split).triples(part).filter(pl.col("case") >= 0)
        if "thin" in triples.columns:
            triples = triples.filter(pl.col("thin") == thin)
        elif thin:
            triples = triples.clear()
        if triples.is_empty():
            what = "thin " if thin else ""
            raise EmptyResult(f"{dataset.folder}: no {what}{part} triples in split {split!r}; nothing to evaluate")
        columns = {field.name: triples[field.name].to_numpy().astype(np.int64) for field in fields(cls)}
        return cls(**columns).sampled(sample, seed, split, part)

    def sampled(self, sample: int | None, seed: int, *stream: str) -> HeldOutTriples:
        """At most `sample` of them; a smaller sample of the same seed is a subset of a larger one."""
        if sample is None or sample >= len(self):
            return self
        return self[np.sort(stage_rng(seed, "evaluation", *stream).permutation(len(self))[:sample])]

    def __len__(self) -> int:
        return int(self.user.size)

    def __getitem__(self, which: slice | Ints) -> HeldOutTriples:
        return HeldOutTriples(*(getattr(self, field.name)[which] for field in fields(self)))

    def batches(self, size: int) -> Iterator[HeldOutTriples]:
        for first in range(0, len(self), size):
            yield self[first : first + size]

    def context(self, visits: csr_matrix) -> Context:
        """User and query of each triple as model input; `visits` (users, items) are the training interactions."""
        return Context.of_users(self.user, self.query, visits)

    def columns(self) -> dict[str, Ints]:
        return {name: getattr(self, name) for name in ("interaction", "user", "query", "chosen")}


class Pools:
    """Candidate pools of a split, and the graphs that filters need. Models never see any of it."""

    def __init__(self, dataset: Dataset, split: str, part: str, *, tell_time: bool = False) -> None:
        """`tell_time`: whether contexts say when the held-out interaction was."""
        self.dataset, self.split, self.part = dataset, split, part
        self.items, self._tell_time = dataset.items.height, tell_time

    def context(self, cases: HeldOutTriples) -> Context:
        """User and query of each triple as model input, and the time of the held-out interaction if it is told."""
        context = cases.context(self.visits)
        if not self._tell_time:
            return context
        return Context(replace(context.askers, time=self.told(cases)), context.query)

    def told(self, cases: HeldOutTriples) -> Times:
        """When each of the triples was; NaT where unknown, and where nobody made it."""
        if self.split == OBSERVED:
            triples = self.dataset.split(self.split).triples(self.part).sort("case")
            return as_times(triples["time"])[cases.case]
        known = np.where(cases.interaction >= 0, cases.interaction, 0)
        times = self.times[known] if self.times.size else np.full(len(cases), np.datetime64("NaT"), "datetime64[s]")
        return np.where(cases.interaction >= 0, times, np.datetime64("NaT"))

    def listed(self, cases: HeldOutTriples) -> tuple[Ints, Bools]:
        """(n, c) what was left of each true choice, and where there is any."""
        stored = np.asarray(self._stored[cases.case])
        return stored.astype(np.int64), present(stored)

    def places(self, cases: HeldOutTriples) -> Ints:
        """How many of what was left stand before the chosen item, in the list or by the first look."""
        return (
            self.dataset.split(self.split)
            .triples(self.part)
            .sort("case")["place"]
            .to_numpy()[cases.case]
            .astype(np.int64)
        )

    @cached_property
    def times(self) -> Times:
        """When each interaction of the dataset was, in seconds; NaT where unknown."""
        return as_times(self.dataset.times)

    @cached_property
    def popularity(self) -> Ints:
        """(items,) training interactions."""
        return training_popularity(self.dataset)

    @cached_property
    def graph(self) -> Graph:
        """The training graph: substitute pairs without reserved ones."""
        return training_graph(self.dataset, self.split)

    @cached_property
    def visits(self) -> csr_matrix:
        """(users, items) training interactions."""
        return training_visits(self.dataset)

    @cached_property
    def truth(self) -> Graph:
        """Every substitute pair."""
        return Graph.from_pairs(substitute_pairs(self.dataset), self.items)

    @cached_property
    def _stored(self) -> NDArray[Any]:
        return self.dataset.split(self.split).candidates(self.part)

    @cached_property
    def _touched(self) -> tuple[Ints, Ints]:
        """Rows of items each user touched in any part (decision D3)."""
        rows = self.dataset.interactions.sort("user")
        counts = np.bincount(rows["user"].to_numpy(), minlength=self.dataset.users.height)
        return np.concatenate([[0], np.cumsum(counts)]), rows["item"].to_numpy().astype(np.int64)

    def stored(self, cases: HeldOutTriples) -> Ints:
        """(n, c) stored negatives or decoys."""
        return np.asarray(self._stored[cases.case]).astype(np.int64)

    def popular(self, cases: HeldOutTriples, seed: int) -> Ints:
        """(n, c) popularity-biased negatives: sampled without replacement with P ~ training popularity.

        Gumbel top-k trick: the largest of log P + Gumbel noise are such a sample. As many as are stored. Every triple
        has its own random stream, so batch boundaries do not matter.
        """
        count, among = self._stored.shape[1], self.catalogue(cases)
        with np.errstate(divide="ignore"):
            weight = np.log(self.popularity.astype(np.float64))
        drawn = np.empty((len(cases), count), np.int64)
        for row, case in enumerate(cases.case.tolist()):
            noise = stage_rng(seed, "popular", self.split, self.part, case).gumbel(size=self.items)
            keys = np.where(among[row], np.maximum(weight, -1e6) + noise, -np.inf)
            drawn[row] = np.argpartition(-keys, count - 1)[:count]
        return drawn

    def unknown(self, cases: HeldOutTriples, candidates: Ints) -> Bools:
        """(n, c) True where a candidate is not a known substitute of the query."""
        query = np.repeat(cases.query, candidates.shape[1])
        found = find_entries(self.graph.start, self.graph.neighbours, query, candidates.ravel())
        return (found < 0).reshape(candidates.shape)

    def catalogue(self, cases: HeldOutTriples) -> Bools:
        """(n, items) True for the items that compete with the chosen one: not itself, the query, or touched before."""
        start, touched = self._touched
        among = np.ones((len(cases), self.items), np.bool_)
        for row, (user, query) in enumerate(zip(cases.user, cases.query, strict=True)):
            if user >= 0:
                among[row, touched[start[user] : start[user + 1]]] = False
            among[row, [query, cases.chosen[row]]] = False
        return among

    def without_known(self, cases: HeldOutTriples, among: Bools) -> Bools:
        """The same mask without known substitutes of the query."""
        return _marked(self.graph, cases, among.copy(), False)

    def substitutes(self, cases: HeldOutTriples) -> Bools:
        """(n, items) True for true substitutes of the query, reserved ones included."""
        return _marked(self.truth, cases, np.zeros((len(cases), self.items), np.bool_), True)


def _marked(graph: Graph, cases: HeldOutTriples, mask: Bools, value: bool) -> Bools:
    for row, query in enumerate(cases.query.tolist()):
        mask[row, graph.of(query)] = value
    return mask
