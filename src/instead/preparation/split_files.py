"""Writes the split layer: parts, triples, reserved pairs and candidates of every protocol, and one hash over all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.engine.beside import beside
from instead.errors import EmptyResult
from instead.progress import Progress
from instead.reviews.split import TEST, TRAIN, VALIDATION
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.store.arrays import smallest_unsigned, write_rows
from instead.store.dataset import interactions_digest, split_digest
from instead.substitutes.choice import Choice, Decoys, choice_split
from instead.substitutes.graph import Graph, Pairs
from instead.substitutes.link_triples import NOBODY, link_triples, nobodys
from instead.substitutes.stored_negatives import negatives_per_triple, stored_negatives
from instead.substitutes.triples import Interactions, QuerySampler, Triples, paper_triples

Bools = NDArray[np.bool_]

LINKS = "links"
"""The split of a shop without personal triples."""
_NEITHER = 3  # of no part: held out, and judged elsewhere
HELD_OUT = {"test": TEST, "validation": VALIDATION}


def write_interactions(folder: Path, interactions: Interactions) -> str:
    """`interactions.parquet`, row by row as in `reviews.parquet`; returns its hash."""
    frame = pl.DataFrame(
        {
            "user": interactions.user.astype(np.uint32),
            "item": interactions.item.astype(np.uint32),
            "part": interactions.part,
        }
    )
    frame.write_parquet(folder / "interactions.parquet")
    return interactions_digest(frame)


def write_splits(
    folder: Path,
    interactions: Interactions,
    graph: Graph,
    settings: PrepareSettings,
    progress: Progress,
    core: Bools | None = None,
) -> dict[str, dict[str, Any]]:
    """All protocols of a dataset; what `manifest.json` says about each. `core` (default: all) are the interactions that
    the k-core has. Without personal triples the links themselves are held out."""
    inside = np.ones(interactions.user.size, np.bool_) if core is None else core
    sampler = QuerySampler(interactions, graph, settings.popularity_power, settings.seed)
    triples, reserved = paper_triples(sampler)
    judged = triples.rows(inside[triples.interaction] | (triples.part == TRAIN))
    if not len(judged.of(TEST)) or not len(triples.of(TRAIN)):
        return _links_alone(folder / LINKS, graph, settings, progress)
    if not inside.all():  # choices are made inside the core alone
        parts = np.where(inside | (interactions.part == TRAIN), interactions.part, _NEITHER).astype(np.uint8)
        core_alone = replace(interactions, part=parts)
        sampler = QuerySampler(core_alone, graph, settings.popularity_power, settings.seed)
    # negatives are drawn by compiled loops and leave the interpreter free
    with beside(_choice_splits, folder, judged, sampler, settings) as choices:
        paper = _write_paper(folder / "paper", interactions, triples, reserved, settings, progress, inside)
        return {"paper": paper, **choices()}


def _links_alone(
    folder: Path, graph: Graph, settings: PrepareSettings, progress: Progress
) -> dict[str, dict[str, Any]]:
    """The split of a shop that knows no people; none where there are too few links to hold one out."""
    triples, reserved = link_triples(graph, settings)
    nobody = nobodys(graph.items)
    asked = Triples(triples.interaction, np.zeros(len(triples), np.int64), triples.query, triples.chosen, triples.part)
    linked = np.flatnonzero(graph.degree)
    # neither the query nor what was taken is a negative: the pool holds both, the person has neither
    count = min(settings.negatives, linked.size - 2)
    if not len(triples.of(TEST)) or count < 1:
        return {}
    folder.mkdir(parents=True)
    case = np.full(len(triples), -1, dtype=np.int64)
    hashes: dict[str, str] = {}
    for name, part in HELD_OUT.items():
        rows = np.flatnonzero(triples.part == part)
        case[rows] = np.arange(rows.size)
        with progress(f"drawing negatives ({name})", total=rows.size) as advance:
            spare = stored_negatives(nobody, asked.rows(rows), count + 1, settings.seed, advance, linked)
            pieces = _without(spare, triples.chosen[rows])
            dtype = smallest_unsigned(graph.items)
            hashes[name] = write_rows(folder / f"candidates_{name}.npy", rows.size, count, dtype, pieces)
    return {LINKS: _finish(folder, nobody, triples, reserved, case, count, hashes)}


def _without(pieces: Iterator[NDArray[np.uint32]], chosen: NDArray[np.int64]) -> Iterator[NDArray[np.uint32]]:
    """Rows with one negative less: the chosen item where it is among them, else the last."""
    first = 0
    for piece in pieces:
        mine = piece == chosen[first : first + len(piece), None]
        mine[~mine.any(axis=1), -1] = True
        first += len(piece)
        yield piece[~mine].reshape(len(piece), -1)


def _choice_splits(
    folder: Path, triples: Triples, sampler: QuerySampler, settings: PrepareSettings
) -> dict[str, dict[str, Any]]:
    """Those of the choice splits that have test and training triples."""
    kinds: dict[str, Decoys] = {"choice": "uniform", "choice_matched": "matched"}
    made = {name: choice_split(triples, sampler, settings, kind) for name, kind in kinds.items()}
    return {
        name: _write_choice(folder / name, sampler.interactions, choice)
        for name, choice in made.items()
        if len(choice.triples.of(TEST)) and len(choice.triples.of(TRAIN))
    }


def _write_paper(
    folder: Path,
    interactions: Interactions,
    triples: Triples,
    reserved: Pairs,
    settings: PrepareSettings,
    progress: Progress,
    core: Bools,
) -> dict[str, Any]:
    """Triples of the core are ranked among items of the core, the others (`thin`) among all items."""
    folder.mkdir(parents=True)
    case = np.full(len(triples), -1, dtype=np.int64)
    thin = ~core[triples.interaction] & (triples.part != TRAIN)
    inside = np.unique(interactions.item[core])
    held_out = triples.rows((triples.part != TRAIN) & ~thin)
    count = negatives_per_triple(interactions, held_out, settings.negatives, inside)
    count = min(count, negatives_per_triple(interactions, triples.rows(thin), settings.negatives))
    if count == 0:
        raise EmptyResult("a user has touched every item: there is nothing left to draw negatives from")
    dtype = smallest_unsigned(interactions.items)
    hashes: dict[str, str] = {}
    for name, part in HELD_OUT.items():
        rows = np.flatnonzero((triples.part == part) & ~thin)
        if part == VALIDATION and rows.size > settings.validation_cases:
            chosen = stage_rng(settings.seed, "validation cases").permutation(rows)[: settings.validation_cases]
            rows = np.sort(chosen)
        beyond = np.flatnonzero((triples.part == part) & thin)
        whole = np.concatenate([rows, beyond])
        case[whole] = np.arange(whole.size)
        with progress(f"drawing negatives ({name})", total=whole.size) as advance:
            pieces = chain(
                stored_negatives(interactions, triples.rows(rows), count, settings.seed, advance, inside),
                stored_negatives(interactions, triples.rows(beyond), count, settings.seed, advance, begin=rows.size),
            )
            hashes[name] = write_rows(folder / f"candidates_{name}.npy", whole.size, count, dtype, pieces)
    about = _finish(folder, interactions, triples, reserved, case, count, hashes, thin)
    held = (interactions.part != TRAIN).sum() - (triples.part != TRAIN).sum()
    return {**about, "held_out_without_query": int(held)}


def _write_choice(folder: Path, interactions: Interactions, choice: Choice) -> dict[str, Any]:
    folder.mkdir(parents=True)
    part = choice.triples.part
    case = np.full(len(choice.triples), -1, dtype=np.int64)
    held_out = part[part != TRAIN]
    hashes: dict[str, str] = {}
    for name, number in HELD_OUT.items():
        decoys: NDArray[np.int64] = choice.decoys[held_out == number]
        case[part == number] = np.arange(decoys.shape[0])
        dtype = smallest_unsigned(interactions.items)
        path = folder / f"candidates_{name}.npy"
        hashes[name] = write_rows(path, decoys.shape[0], decoys.shape[1], dtype, _once(decoys))
    about = _finish(folder, interactions, choice.triples, choice.reserved, case, choice.decoys.shape[1], hashes)
    return {**about, "left_out": choice.left_out} if choice.left_out else about


def _once(table: NDArray[Any]) -> Iterator[NDArray[Any]]:
    yield table


def _finish(
    folder: Path,
    interactions: Interactions,
    triples: Triples,
    reserved: Pairs,
    case: NDArray[np.int64],
    each: int,
    hashes: Mapping[str, str],
    thin: Bools | None = None,
) -> dict[str, Any]:
    people = np.uint32 if not (triples.user == NOBODY).any() else np.int64
    table = pl.DataFrame(
        {
            "interaction": triples.interaction.astype(people),
            "user": triples.user.astype(people),
            "query": triples.query.astype(np.uint32),
            "chosen": triples.chosen.astype(np.uint32),
            "part": triples.part,
            "case": case.astype(np.int32),
        }
    )
    if thin is not None and thin.any():
        table = table.with_columns(pl.Series("thin", thin))
    table.write_parquet(folder / "triples.parquet")
    ends = {"low": reserved[:, 0].astype(np.uint32), "high": reserved[:, 1].astype(np.uint32)}
    pl.DataFrame(ends).write_parquet(folder / "reserved.parquet")
    cases = {name: int((case[triples.part == part] >= 0).sum()) for name, part in HELD_OUT.items()}
    return {
        "triples": _per_part(triples.part),
        "training_without_query": max(0, int((interactions.part == TRAIN).sum() - (triples.part == TRAIN).sum())),
        "reserved_pairs": int(reserved.shape[0]),
        "candidates": {name: {"cases": count, "each": each} for name, count in cases.items()},
        **({"thin": int(thin.sum())} if thin is not None and thin.any() else {}),
        "hash": split_digest(table, reserved, hashes),
    }


def _per_part(part: NDArray[np.uint8]) -> dict[str, int]:
    counts = np.bincount(part, minlength=3)
    return {"train": int(counts[TRAIN]), "validation": int(counts[VALIDATION]), "test": int(counts[TEST])}
