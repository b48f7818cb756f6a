"""The split `observed`: true choices of logs, the newest held out, and links counted without what is held out.

Held out are the newest choices. What training may know is what was known before the first of their visits began: links
are counted from earlier visits alone, and interactions of held-out visits leave training for every split of the
dataset. Links that files give have no time: pairs of a query with what was chosen or left are reserved among them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.preparation.gather import Gathered
from instead.reviews.split import TEST, TRAIN, VALIDATION
from instead.settings import PrepareSettings
from instead.store.arrays import array_digest, smallest_unsigned, write_rows
from instead.store.dataset import TRAINING_LINKS, split_digest
from instead.substitutes.graph import Pairs, unordered
from instead.substitutes.kind_depth import kind_depth, kinds_of
from instead.substitutes.triples import no_pairs
from instead.substitutes.true_choices import NOBODY, TrueChoice, Visits, true_choices

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

OBSERVED = "observed"
LEAST = 20
"""Choices without which there is no such split."""
_HELD_OUT = {"test": TEST, "validation": VALIDATION}


@dataclass(frozen=True)
class Observed:
    """What the logs of a shop show, and what of it is held out."""

    visits: list[Visits]
    choices: list[TrueChoice]
    """In order of time; empty where there are too few of them."""
    part: NDArray[np.uint8]
    """(choices,)"""
    begin: float
    """When the first held-out visit began, in seconds; infinite where none is held out."""
    why: Counter[str]

    @property
    def held_out(self) -> list[tuple[TrueChoice, int]]:
        return [(choice, part) for choice, part in zip(self.choices, self.part.tolist(), strict=True) if part != TRAIN]

    def later(self, gathered: Gathered) -> Bools:
        """(interactions,) those that training must not know: of users with the items of their held-out visits, and all
        orders of a log since the first of these visits began."""
        count = len(gathered.items)
        known = [
            choice.user * count + item for choice, _ in self.held_out if choice.user != NOBODY for item in choice.looked
        ]
        hidden = np.isin(gathered.user * count + gathered.item, np.array(known, np.int64))
        return hidden | (gathered.time >= self.begin) if gathered.from_log else hidden

    def training_links(self, gathered: Gathered, part: NDArray[np.uint8], settings: PrepareSettings) -> pl.DataFrame:
        """Links by number, counted from visits before the first held-out one, without those in which somebody ordered
        what is held out of them."""
        held = part != TRAIN
        pairs = pl.DataFrame(
            {"user": gathered.users.gather(gathered.user[held]), "item": gathered.items.gather(gathered.item[held])}
        ).unique()
        rows = []
        for one in self.visits:
            out = one.begin >= self.begin
            out[one.orders().join(pairs, on=["user", "item"], how="semi")["visit"].to_numpy()] = True
            rows.append(one.without(out))
        return gathered.links_without(rows, settings)


def observe(gathered: Gathered, settings: PrepareSettings) -> Observed | None:
    """The true choices of the logs, the newest held out; None without a log."""
    if not gathered.logs:
        return None
    visits = [Visits.of(log, settings.read) for log in gathered.logs]
    rows = gathered.described.rows
    paths = [rows[item]["category"] if item in rows else None for item in gathered.items.to_list()]
    ends = (gathered.links[end].to_numpy() for end in ("source", "target"))
    found = true_choices(
        gathered.logs, visits, gathered.users, gathered.items, kinds_of(paths, kind_depth(paths, *ends))
    )
    count = len(found.choices)
    if count < LEAST or not round(settings.test * count):
        count = 0
    part = np.full(count, TRAIN, np.uint8)
    tested, validated = round(settings.test * count), round(settings.validation * count)
    part[count - tested :] = TEST
    part[count - tested - validated : count - tested] = VALIDATION
    choices = found.choices[:count]
    begins = [int(visits[one.log].begin[one.visit]) for one, mine in zip(choices, part, strict=True) if mine != TRAIN]
    return Observed(visits, choices, part, min(begins, default=np.inf), found.why)


def write_training_links(folder: Path, links: pl.DataFrame, items: pl.Series) -> str:
    """`links.parquet` of the split layer, as that of the base layer; returns its hash."""
    ends = (items.gather(links[end]).alias(end) for end in ("source", "target"))
    links.with_columns(*ends).write_parquet(folder / TRAINING_LINKS)
    numbers = [links[end].to_numpy().astype(np.int64) for end in ("source", "target")]
    counts = [
        links[name].fill_null(0).to_numpy().astype(np.int64) for name in ("visits", "of") if name in links.columns
    ]
    return array_digest(*numbers, links["relation"].rank("dense").to_numpy().astype(np.int64), *counts)


def write_observed(
    folder: Path, observed: Observed, gathered: Gathered, links: pl.DataFrame, settings: PrepareSettings
) -> dict[str, Any]:
    """The files of the split; what `manifest.json` says about it."""
    folder.mkdir(parents=True)
    kept = _known_before(observed)
    order = sorted(range(len(kept)), key=lambda row: -kept[row][1])  # test, validation, training; by time within
    rows = [kept[row] for row in order]
    choices, part = [row[0] for row in rows], np.array([row[1] for row in rows], np.uint8)
    case = np.full(len(rows), -1, np.int64)
    width = max((len(choice.left) for choice, own in rows if own != TRAIN), default=0)
    dtype = smallest_unsigned(len(gathered.items) + 1)
    none = np.iinfo(dtype).max
    hashes: dict[str, str] = {}
    for name, number in _HELD_OUT.items():
        mine = np.flatnonzero(part == number)
        case[mine] = np.arange(mine.size)
        table = np.full((mine.size, width), none, dtype)
        for at, row in enumerate(mine.tolist()):
            table[at, : len(choices[row].left)] = choices[row].left
        hashes[name] = write_rows(folder / f"candidates_{name}.npy", mine.size, width, dtype, [table])
    frame = pl.DataFrame(
        {
            "interaction": np.full(len(rows), NOBODY, np.int64),
            "user": np.array([choice.user for choice in choices], np.int64),
            "query": np.array([choice.query for choice in choices], np.uint32),
            "chosen": np.array([choice.chosen for choice in choices], np.uint32),
            "part": part,
            "case": case.astype(np.int32),
            "place": np.array([choice.place for choice in choices], np.int32),
            "shown": np.array([choice.shown for choice in choices], np.bool_),
            "time": np.array([choice.time for choice in choices], np.int64),
        }
    )
    frame.write_parquet(folder / "triples.parquet")
    reserved = _reserved(observed, gathered)
    ends = {"low": reserved[:, 0].astype(np.uint32), "high": reserved[:, 1].astype(np.uint32)}
    pl.DataFrame(ends).write_parquet(folder / "reserved.parquet")
    resting = _resting([choice for choice, own in rows if own == TRAIN], links, settings)
    resting.write_parquet(folder / "resting.parquet")
    counts = np.bincount(part, minlength=3)
    return {
        "triples": {"train": int(counts[TRAIN]), "validation": int(counts[VALIDATION]), "test": int(counts[TEST])},
        "training_without_query": 0,
        "reserved_pairs": len(reserved),
        "candidates": {name: {"cases": int(counts[number]), "each": width} for name, number in _HELD_OUT.items()},
        "ragged": True,
        "begin": int(observed.begin),
        "hash": split_digest(
            frame, reserved, {**hashes, "resting": array_digest(*(resting[c].to_numpy() for c in resting.columns))}
        ),
    }


def _known_before(observed: Observed) -> list[tuple[TrueChoice, int]]:
    """Held-out choices, and those of training whose visit began before the first held-out one."""
    begin = [observed.visits[one.log].begin[one.visit] for one in observed.choices]
    return [
        (choice, part)
        for choice, part, when in zip(observed.choices, observed.part.tolist(), begin, strict=True)
        if part != TRAIN or when < observed.begin
    ]


def _reserved(observed: Observed, gathered: Gathered) -> Pairs:
    """Pairs of held-out queries with what was chosen or left, as far as links name them that files give."""
    asked = [(choice.query, item) for choice, _ in observed.held_out for item in (choice.chosen, *choice.left)]
    if not asked or gathered.given.is_empty():
        return no_pairs()
    numbers = pl.DataFrame({"item": gathered.items}).with_row_index("number")
    ends = [
        gathered.given.select(pl.col(end).alias("item")).join(numbers, on="item", how="left", maintain_order="left")[
            "number"
        ]
        for end in ("source", "target")
    ]
    known = (ends[0].is_not_null() & ends[1].is_not_null()).to_numpy()
    count = len(gathered.items)
    source, target = (end.fill_null(0).to_numpy().astype(np.int64)[known] for end in ends)
    given = unordered(source, target, count)
    query, other = np.array(asked, np.int64).T
    pairs = unordered(query, other, count)
    return pairs[np.isin(pairs[:, 0] * count + pairs[:, 1], given[:, 0] * count + given[:, 1])]


def _resting(choices: list[TrueChoice], links: pl.DataFrame, settings: PrepareSettings) -> pl.DataFrame:
    """`triple low high`: links of training that the visit of a training choice is needed for: without it, fewer than
    `min_views` visits would show them. Links of the query with what was chosen or left are among them where files give
    them, as they are reserved of held-out choices. Whoever learns from the choice has to do without them."""
    schema = {"triple": pl.UInt32, "low": pl.UInt32, "high": pl.UInt32}
    if "visits" not in links.columns:  # nothing was counted: files give all of them
        links = links.with_columns(pl.lit(None, pl.UInt32).alias("visits"))
    counted = links.with_columns(
        pl.min_horizontal("source", "target").alias("low"), pl.max_horizontal("source", "target").alias("high")
    )
    most = counted.group_by("low", "high").agg(pl.col("visits").max(), pl.col("visits").null_count().alias("given"))
    weak = most.filter((pl.col("visits") <= settings.read.min_views) & (pl.col("given") == 0))
    counted_once = set(weak.select("low", "high").iter_rows())
    given = set(most.filter(pl.col("given") > 0).select("low", "high").iter_rows())
    rows: set[tuple[int, int, int]] = set()
    for row, choice in enumerate(choices):
        rows |= {(row, *pair) for pair in combinations(sorted(choice.looked), 2) if pair in counted_once}
        asked = {(min(choice.query, item), max(choice.query, item)) for item in (choice.chosen, *choice.left)}
        rows |= {(row, *pair) for pair in asked if pair in given}
    return pl.DataFrame(sorted(rows), schema=schema, orient="row")
