"""`evaluate`: ranks the held-out item of each triple among its candidates, protocol by protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import InputError
from instead.evaluation.checks import ENDS, check_catalogue, check_ends, check_others
from instead.evaluation.controls import CONTROLLED, controls, positions
from instead.evaluation.protocols import (
    CUTS,
    DRAWN,
    FULL,
    FULL_CASES,
    OBSERVED,
    RAGGED,
    STORED,
    THIN,
    HeldOutTriples,
    Pools,
    wanted_protocols,
)
from instead.evaluation.rank_loops import HIGHER, UNKNOWN_HIGHER, counted
from instead.evaluation.result import Evaluation
from instead.metrics import Ranks, check_identities, precision_at
from instead.models.interface import Model
from instead.models.model_folder import ModelFolder, load_folder
from instead.progress import Advance, Progress, quiet
from instead.store.dataset import Dataset
from instead.store.same_data import same_data

Ints = NDArray[np.int64]

_CELLS = 1 << 21  # scores held at a time

Piece = tuple[int, int]
"""(k, n): the k-th of n pieces of the triples."""
WHOLE: Piece = (0, 1)
PLACE = "place"
"""The column that says where a row belongs, until they are put together."""


def evaluate(
    model: Model | ModelFolder | Path | str,
    dataset: Dataset | Path | str,
    *,
    split: str | None = None,
    part: str = "test",
    protocols: Sequence[str] | None = None,
    sample: int | None = None,
    seed: int = 0,
    tell_time: bool = False,
    progress: Progress = quiet,
    piece: Piece = WHOLE,
) -> Evaluation:
    """Rank the held-out choices of one part. The model must have been trained on the same split.

    A model folder records its split, and no other is accepted; for a bare model it is the main one by default.
    `protocols`: by default those with stored candidates (`paper`, `filtered` and, in a whole catalogue, `thin`; or
    `choice`; or `links` and `filtered` in a shop that knows no people); `popular`, `full` and
    `full_filtered` use the whole catalogue. `sample` bounds the triples of every protocol (5,000 for those three if
    not given); the same seed gives every model the same triples and the same candidates. With `tell_time` a model is
    told when the held-out interaction was, as a shop would know it; by default it is not. `piece` (k, n) ranks the k-th
    of n pieces alone, with a column for the places of its rows; `evaluated_apart.py` puts them together.
    """
    dataset = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    if isinstance(model, (str, Path)):
        model = load_folder(model)
    if isinstance(model, ModelFolder):
        split = split or str(model.manifest["split"])
        check_same(model, dataset, split)
        model.verify()  # damaged arrays would give figures that look like any others
        model = model.model
    if not dataset.splits:
        raise InputError(
            f"{dataset.folder}: nothing to judge by, because no links say which items replace which; give `instead "
            "prepare` links or a view log"
        )
    split = split or dataset.main_split
    if model.items != dataset.items.height:
        raise InputError(
            f"{model.name}: this model knows {model.items:,} items and {dataset.folder} has {dataset.items.height:,}; "
            "evaluate it on the dataset it was trained on"
        )
    thin = part == "test" and bool(dataset.split(split).about.get("thin"))
    wanted = wanted_protocols(split, None if protocols is None else tuple(protocols), thin=thin)
    cases = HeldOutTriples.of(dataset, split, part, sample, seed)
    pools = Pools(dataset, split, part, tell_time=tell_time)
    if tell_time and np.isnat(pools.told(cases)).all():
        raise InputError(
            f"{dataset.folder}: no {part} triple of split {split!r} has a time, so models cannot be told when they are "
            "asked; evaluate without telling the time"
        )
    beside: dict[str, Any] = {"controls": controls(cases, pools)} if split == CONTROLLED else {}
    if split == OBSERVED:
        beside = {"positions": positions(cases, pools)}
    some = cases if sample is not None else cases.sampled(FULL_CASES, seed, split, part)
    outside = HeldOutTriples.of(dataset, split, part, sample, seed, thin=True) if set(THIN) & set(wanted) else cases
    among = cases[np.flatnonzero(pools.listed(cases)[1].any(axis=1))] if split == OBSERVED else cases
    frames: list[pl.DataFrame] = []
    for stage, kind, rows in (
        ("ranking stored candidates", STORED, cases),
        ("ranking thin items", THIN, outside),
        ("ranking what was left", RAGGED, among),
        ("ranking popular candidates", DRAWN, some),
        ("ranking the whole catalogue", FULL, some),
    ):
        names = [name for name in wanted if name in kind]
        if names:
            with progress(stage, total=len(rows)) as advance:
                if kind == RAGGED:
                    frames += [_listed(model, rows, pools, names[0], advance)] if piece[0] == 0 else []
                elif kind == FULL:
                    frames += _full(model, rows, pools, names, advance, piece)
                else:
                    frames += _few(model, rows, pools, names, seed, advance, piece)
    about: dict[str, Any] = {
        "dataset": str(dataset.folder),
        "split": split,
        "part": part,
        "seed": seed,
        "sample": sample,
        "tell_time": tell_time,
        "split_hash": dataset.split(split).about["hash"],
        "layers": dataset.hashes,
        "graph": {"edges": pools.graph.edges, "mean_degree": 2.0 * pools.graph.edges / max(pools.items, 1)},
        **beside,
    }
    if piece == WHOLE:
        frames = [in_place(frame) for frame in frames]
    return Evaluation(model.name, about, pl.concat(frames) if frames else pl.DataFrame())


def in_place(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of one protocol in the order of the triples."""
    return frame.sort(PLACE, maintain_order=True).drop(PLACE)


def check_same(made: ModelFolder, dataset: Dataset, split: str) -> None:
    """Refuse a model that was trained on other data: test pairs of another split may be in its training part (leakage),
    and attributes of other mentions have other numbers."""
    if made.final:
        twin = made.manifest.get("twin")
        where = f"; its held-out figures are those of {twin['folder']}" if twin else ""
        raise InputError(
            f"{made.folder} was trained on everything, test triples included, so it cannot be judged{where}"
        )
    known = made.manifest["dataset"]
    if "layers" not in known:
        raise InputError(
            f"{made.folder} was trained by an earlier version, which did not record what it saw of the data; "
            "train it again"
        )
    remedy = "judge it on those it was trained on, or train it again"
    same_data(known["layers"], dataset, what=str(made.folder), remedy=remedy)
    if made.manifest["split"] != split:
        raise InputError(
            f"{made.folder} was trained on split {made.manifest['split']!r}, not {split!r}: its training may hold "
            "these test pairs; train on that split first"
        )


def _share(rows: Ints, size: int, piece: Piece) -> list[Ints]:
    """Batches of one piece: whole ones, the same for any number of pieces, so that scores have the same bits."""
    batches, (k, n) = [rows[first : first + size] for first in range(0, rows.size, size)], piece
    return batches[len(batches) * k // n : len(batches) * (k + 1) // n]


def _few(
    model: Model, cases: HeldOutTriples, pools: Pools, names: list[str], seed: int, advance: Advance, piece: Piece
) -> list[pl.DataFrame]:
    """Ranks of the protocols with a list of candidates per triple; those of one call share the list, and triples of one
    query come one after the other, because models have work in common for them."""
    found: list[list[pl.DataFrame]] = []
    width = pools.stored(cases[:1]).shape[1] + 1
    order = np.argsort(cases.query, kind="stable")
    for rows in _share(order, max(1, _CELLS // (pools.items if names == ["popular"] else width)), piece):
        batch = cases[rows]
        others = pools.popular(batch, seed) if names == ["popular"] else pools.stored(batch)
        check_others(batch, others)
        if not found:
            some = batch[:ENDS]
            check_ends(some, pools.items, partial(_among, cases=some, others=others[:ENDS], pools=pools, names=names))
        found.append([_placed(frame, rows) for frame in _among(model, batch, others, pools, names)])
        advance(len(batch))
    return [pl.concat(frames) for frames in zip(*found, strict=True)]


def _among(model: Model, cases: HeldOutTriples, others: Ints, pools: Pools, names: list[str]) -> list[pl.DataFrame]:
    """Ranks among the `others` (n, c), a frame for each protocol."""
    # The chosen item comes last, so that a model gains nothing from the order of candidates.
    scores = model.score(pools.context(cases), np.concatenate([others, cases.chosen[:, None]], axis=1))
    counts = counted(scores, others, cases.query, pools.graph)
    frames = []
    for name in names:
        first = UNKNOWN_HIGHER if name == "filtered" else HIGHER
        higher, equal, beside = counts.found[first : first + 3]
        ranks = Ranks(higher, equal)
        if counts.not_a_number:  # of a candidate that counts: then it says so
            among = pools.unknown(cases, others) if name == "filtered" else None
            ranks = Ranks.of(scores[:, -1], scores[:, :-1], among)
        frames.append(_frame(name, cases, ranks, beside + 1))
    return frames


def _listed(model: Model, cases: HeldOutTriples, pools: Pools, name: str, advance: Advance) -> pl.DataFrame:
    """Ranks among lists of different lengths, those of one length together, in the order of the triples."""
    others, there = pools.listed(cases)
    length = there.sum(axis=1)
    found, rows = [], []
    for size in np.unique(length).tolist():
        mine = np.flatnonzero(length == size)
        for first in range(0, mine.size, max(1, _CELLS // (size + 1))):
            some = mine[first : first + max(1, _CELLS // (size + 1))]
            batch, left = cases[some], others[some, :size]
            check_others(batch, left)
            if not first:
                ends = partial(_among, cases=batch[:ENDS], others=left[:ENDS], pools=pools, names=[name])
                check_ends(batch[:ENDS], pools.items, ends)
            found += _among(model, batch, left, pools, [name])
            rows.append(some)
            advance(some.size)
    order = np.argsort(np.concatenate(rows)) if rows else np.empty(0, np.int64)
    return _placed(pl.concat(found)[order], np.arange(order.size))


def _full(
    model: Model, cases: HeldOutTriples, pools: Pools, names: list[str], advance: Advance, piece: Piece
) -> list[pl.DataFrame]:
    found: list[list[pl.DataFrame]] = []
    for rows in _share(np.arange(len(cases)), max(1, _CELLS // pools.items), piece):
        batch = cases[rows]
        if not found:
            some = batch[:ENDS]
            check_ends(some, pools.items, partial(_everywhere, cases=some, pools=pools, names=names))
        found.append([_placed(frame, rows) for frame in _everywhere(model, batch, pools, names)])
        advance(len(batch))
    return [pl.concat(frames) for frames in zip(*found, strict=True)]


def _everywhere(model: Model, cases: HeldOutTriples, pools: Pools, names: list[str]) -> list[pl.DataFrame]:
    """Ranks in the whole catalogue, a frame for each protocol."""
    scores = model.score_all(pools.context(cases))
    right = scores[np.arange(len(cases)), cases.chosen]
    everything, substitutes = pools.catalogue(cases), pools.substitutes(cases)
    check_catalogue(cases, everything)
    frames = []
    for name in names:
        among = pools.without_known(cases, everything) if name == "full_filtered" else everything
        ranks = Ranks.of(right, scores, among)
        offered = among.copy()
        offered[np.arange(len(cases)), cases.chosen] = True
        shown = np.where(offered, scores, -np.inf)
        precision = precision_at(shown, substitutes & offered, k=10)
        frames.append(_frame(name, cases, ranks, among.sum(axis=1) + 1, precision))
    return frames


def _placed(frame: pl.DataFrame, rows: Ints) -> pl.DataFrame:
    return frame.with_columns(pl.Series(PLACE, rows, pl.Int64))


def _frame(
    name: str, cases: HeldOutTriples, ranks: Ranks, candidates: Ints, substitutes: NDArray[np.float64] | None = None
) -> pl.DataFrame:
    check_identities(ranks, candidates, CUTS[name])
    columns: dict[str, Any] = {
        column: values if (values < 0).any() else values.astype(np.uint32) for column, values in cases.columns().items()
    }
    columns |= {
        "candidates": candidates.astype(np.uint32),
        "higher": ranks.higher.astype(np.uint32),
        "equal": ranks.equal.astype(np.uint32),
    }
    frame = pl.DataFrame(columns).with_columns(
        pl.lit(name).alias("protocol"),
        pl.lit(None, pl.Float64).alias("substitutes") if substitutes is None else pl.Series("substitutes", substitutes),
    )
    return frame.select("protocol", pl.exclude("protocol"))
