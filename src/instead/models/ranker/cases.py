"""Cases that the weights are learned on: held-out tenths of the training visits, as test visits will be.

The visits of a tenth are taken out with the links between their queries and chosen items, as the pairs of validation
and test are, all tables are fitted on the rest, and the questions are asked again:

lists   the chosen item in the catalogue: some uniform and some hard negatives, as exact strata with their log weights
pools   the chosen item among other substitutes of the query, half of them matched on popularity and degree
edges   known substitutes of a query against items that are none
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import in_pieces
from instead.material import Material
from instead.models.ranker.asked import Asked
from instead.models.ranker.features import Features
from instead.models.ranker.known import Known
from instead.models.ranker.signals.signal import Column
from instead.models.ranker.tables.all_tables import Tables
from instead.models.ranker.tables.word_table import Words
from instead.rng import stage_rng
from instead.settings import RankerSettings
from instead.substitutes.graph import unordered

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_NEIGHBOURS = 10  # known substitutes drawn for each query of `edges`
_TOPS = 60  # items of each signal among which hard negatives are drawn
_HARD = ("common neighbours", "walks of three steps", "attributes", "titles", "categories", "people like you")
_ROWS = 16


@dataclass(frozen=True)
class Cases:
    """Features of one held-out tenth; the first candidate of a list or pool is the chosen item."""

    columns: list[Column]
    lists: Floats  # (n, 1 + negatives, columns)
    weight: Floats  # (n, 1 + negatives) log of how many items of the catalogue each negative stands for
    linked: Bools  # (n, 1 + negatives) whether a candidate is a known substitute of the query
    pools: Floats  # (m, 1 + decoys, columns)
    edges: Floats  # (k, neighbours, columns) known substitutes of the queries of the first k lists
    degree: Floats  # (k,) how many substitutes these queries have


@dataclass(frozen=True)
class Choices:
    """Held-out (user, query, chosen) with the day; a user below 0 is nobody."""

    user: Ints
    query: Ints
    chosen: Ints
    day: NDArray[np.float64]
    row: Ints
    """Of the training triples."""

    def __len__(self) -> int:
        return int(self.user.size)

    def __getitem__(self, which: slice | Ints) -> Choices:
        return Choices(*(getattr(self, name)[which] for name in ("user", "query", "chosen", "day", "row")))


def held_out(known: Known, number: int, settings: RankerSettings, *, by_time: bool) -> Bools:
    """(V,) the visits of one tenth: of the newest, the tenths before it, or drawn at random."""
    count = known.item.size
    if by_time:
        order = np.argsort(known.day, kind="stable")[::-1]
    else:
        order = stage_rng(settings.seed, "tenths").permutation(count)
    mask = np.zeros(count, np.bool_)
    mask[order[count * number // 10 : count * (number + 1) // 10]] = True
    return mask


def choices_of(material: Material, known: Known, mask: Bools, rng: np.random.Generator) -> Choices:
    """Training triples whose visit is held out, in random order: triples are stored in the order of items.

    A triple whose visit is not known at all, as newer ones are not by time, is none of them. Triples that nobody made
    have no visits: a tenth of them is drawn.
    """
    nobody = material.user < 0
    if nobody.any():
        drawn = rng.permutation(np.flatnonzero(nobody))[: -(-int(nobody.sum()) // 10)]
        known_day = np.full(material.user.size, np.nan)
        some = _with_visits(material, known, mask, rng) if not nobody.all() else (np.empty(0, np.int64), known_day[:0])
        rows = np.concatenate([drawn, some[0]])
        day = np.concatenate([known_day[drawn], some[1]])
        mixed = rng.permutation(rows.size)
        rows, day = rows[mixed], day[mixed]
        return Choices(material.user[rows], material.query[rows], material.chosen[rows], day, rows)
    rows, day = _with_visits(material, known, mask, rng)
    return Choices(material.user[rows], material.query[rows], material.chosen[rows], day, rows)


def _with_visits(
    material: Material, known: Known, mask: Bools, rng: np.random.Generator
) -> tuple[Ints, NDArray[np.float64]]:
    """Rows of the triples whose visit is held out, in random order, and its day."""
    keys, wanted = known.user * known.items + known.item, material.user * known.items + material.chosen
    place = np.minimum(np.searchsorted(keys, wanted), max(keys.size - 1, 0))
    rows = rng.permutation(np.flatnonzero(mask[place] & (keys[place] == wanted))) if keys.size else np.empty(0, int)
    return rows, known.day[place[rows]]


def make_cases(
    material: Material,
    known: Known,
    mask: Bools,
    settings: RankerSettings,
    words: tuple[Words | None, Words | None],
    number: int,
) -> Cases | None:
    """The cases of one tenth; None if no training triple is in it."""
    rng = stage_rng(settings.seed, "cases", number)
    choices = choices_of(material, known, mask, rng)
    if not len(choices):
        return None
    resting = material.resting(choices.row)  # what is observed may well have been known before
    pairs = unordered(choices.query, choices.chosen, known.items) if resting is None else resting
    rest = known.without(mask, pairs)
    features = Features(Tables.of(rest, settings, *words))
    some = choices[: -(-settings.lists // settings.tenths)]
    some = some[np.argsort(known.graph.degree[some.query] == 0, kind="stable")]  # known substitutes come first
    asked = _asked(some, rest.visits)
    candidates, weight = _lists(some, asked, features, known.visits, settings)
    pooled, pool = _pools(choices, known, rest, settings, rng)
    linked = some[: int((known.graph.degree[some.query] > 0).sum())]
    near, degree = (
        _neighbours(linked, known, rng) if len(linked) else (np.empty((0, 0), np.int64), np.empty(0, np.float32))
    )
    return Cases(
        features.columns,
        features.lists(asked, candidates),
        weight,
        _linked(known, some.query, candidates),
        features.lists(_asked(pooled, rest.visits), pool),
        features.lists(asked[: len(near)], near),
        degree,
    )


def _asked(choices: Choices, visits: csr_matrix) -> list[Asked]:
    """The questions of choices, by people who had what is in `visits`."""
    nothing = np.empty(0, np.int64), np.empty(0, np.float32)
    made = []
    for row in range(len(choices)):
        user, query, day = int(choices.user[row]), int(choices.query[row]), float(choices.day[row])
        history = _of_user(visits, user).astype(np.int64)
        asker = user if user >= 0 else None
        made.append(Asked(query, history[history != query], asker, None if np.isnan(day) else day, *nothing))
    return made


def _of_user(visits: csr_matrix, user: int) -> NDArray[np.integer]:
    """What a user has visited; nothing where it is nobody."""
    span = slice(visits.indptr[user], visits.indptr[user + 1]) if user >= 0 else slice(0)
    return np.asarray(visits.indices[span])


def _lists(
    choices: Choices, asked: Sequence[Asked], features: Features, touched: csr_matrix, settings: RankerSettings
) -> tuple[Ints, Floats]:
    """(n, 1 + negatives) candidates, the chosen item first, and log weights.

    Two strata: items that some signal ranks high, and all others. A negative stands for all items of its stratum.
    """
    top = [features.number(name) for name in _HARD if name in {column.name for column in features.columns}]
    wanted = min(settings.uniform + settings.hard, max(features.items - 2, 1))
    candidates = np.empty((len(choices), 1 + wanted), np.int64)
    weight = np.zeros(candidates.shape, np.float32)

    def piece(first: int, last: int) -> None:
        for row in range(first, last):
            user = int(choices.user[row])
            asker = (user,) if user >= 0 else ("nobody", int(choices.query[row]))
            rng = stage_rng(settings.seed, "negatives", *asker, int(choices.chosen[row]))
            among = np.ones(features.items, np.bool_)
            among[_of_user(touched, user)] = False
            among[[choices.query[row], choices.chosen[row]]] = False
            values = features.catalogue(asked[row])
            high = np.zeros(features.items, np.bool_)
            for number in top:
                reached = np.flatnonzero(values[number] > 0)
                if reached.size > _TOPS:
                    reached = reached[np.argpartition(-values[number, reached], _TOPS)[:_TOPS]]
                high[reached] = True
            hard, others = np.flatnonzero(high & among), np.flatnonzero(~high & among)
            count = max(min(settings.hard, hard.size), wanted - others.size)
            drawn = (rng.permutation(hard)[:count], rng.choice(others, min(wanted - count, others.size), replace=False))
            sizes = np.repeat(
                [hard.size / max(count, 1), others.size / max(wanted - count, 1)], [len(d) for d in drawn]
            )
            mine = np.concatenate(drawn)
            candidates[row, 0] = choices.chosen[row]
            candidates[row, 1 : 1 + mine.size] = mine
            weight[row, 1 : 1 + mine.size] = np.log(sizes)
            if mine.size < wanted:  # somebody who touched nearly everything
                candidates[row, 1 + mine.size :] = choices.query[row]
                weight[row, 1 + mine.size :] = -60.0

    in_pieces(piece, len(choices), _ROWS)
    return candidates, weight


def _pools(
    choices: Choices, known: Known, rest: Known, settings: RankerSettings, rng: np.random.Generator
) -> tuple[Choices, Ints]:
    """Choices among other substitutes of the query that the user never touched: decoys of every second one are those
    nearest in popularity and degree, so that neither alone decides."""
    touched, degree = known.visits, known.graph.degree
    size = np.log1p(rest.popularity), np.log1p(degree)
    rows: list[int] = []
    pools: list[Ints] = []
    for row in range(len(choices)):
        if len(rows) >= settings.pools / settings.tenths:
            break
        user, chosen = int(choices.user[row]), int(choices.chosen[row])
        others = np.setdiff1d(known.graph.of(int(choices.query[row])), _of_user(touched, user), assume_unique=True)
        if others.size < settings.decoys:
            continue
        drawn = rng.permutation(others)
        if len(rows) % 2:
            distance = sum(np.abs(one[drawn] - one[chosen]) for one in size)
            drawn = drawn[np.argsort(distance, kind="stable")]
        rows.append(row)
        pools.append(np.concatenate([[chosen], drawn[: settings.decoys]]))
    table = np.array(pools, np.int64).reshape(len(rows), 1 + settings.decoys)
    return choices[np.array(rows, np.int64)], table


def _neighbours(choices: Choices, known: Known, rng: np.random.Generator) -> tuple[Ints, Floats]:
    """(k, neighbours) known substitutes of each query, drawn with replacement, and how many there are."""
    near = np.stack([rng.choice(known.graph.of(int(query)), _NEIGHBOURS) for query in choices.query])
    return near, known.graph.degree[choices.query].astype(np.float32)


def _linked(known: Known, query: Ints, candidates: Ints) -> Bools:
    graph, items = known.graph, known.items
    keys = np.repeat(np.arange(items), graph.degree) * items + graph.neighbours
    wanted = query[:, None] * items + candidates
    place = np.minimum(np.searchsorted(keys, wanted), max(keys.size - 1, 0))
    return keys[place] == wanted if keys.size else np.zeros(candidates.shape, np.bool_)
