"""Datasets with other content, made of real layers: what a test changes gets a hash of its own, as everything has."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl

from instead.store.arrays import joint_digest
from instead.store.dataset import Dataset, Split, interactions_digest, use_layer
from instead.store.layers import BASE, MENTIONS, SPLIT, content_hash, new_layer, seal

MADE_FROM = {BASE: (), SPLIT: (BASE,), MENTIONS: (BASE, SPLIT)}
TABLES = {BASE: ("users", "items", "links", "reviews"), MENTIONS: ("mentions", "attributes", "vocabulary")}


def with_tables(data: Dataset, tables: dict[str, pl.DataFrame], folder: Path | None = None) -> Dataset:
    """The dataset with some tables changed: in a copy at `folder`, or in its own place if there is none.

    Tables by name: `reviews`, `mentions`, `interactions`, `paper/triples`, ...
    """
    if folder is not None:
        shutil.copytree(data.folder, folder)
        data = Dataset.open(folder)
    for kind in MADE_FROM:  # what others are made from comes first
        changed = {name: table for name, table in tables.items() if kind_of(name) == kind}
        if changed:
            data = _with_layer(data, kind, changed)
    return data


def with_mentions(data: Dataset, mentions: pl.DataFrame) -> Dataset:
    """The dataset in its own place with other mentions."""
    return with_tables(data, {"mentions": mentions})


def kind_of(table: str) -> str:
    return next((kind for kind, names in TABLES.items() if table in names), SPLIT)


def _with_layer(data: Dataset, kind: str, tables: dict[str, pl.DataFrame]) -> Dataset:
    with new_layer(data.folder, kind) as aside:
        shutil.copytree(data.layers[kind].folder, aside, dirs_exist_ok=True)
        (aside / "layer.json").unlink()
        for name, table in tables.items():
            table.write_parquet(aside / f"{name}.parquet")
        digest = split_hash(data, aside) if kind == SPLIT else content_hash(aside)
        layer = seal(aside, kind, digest, {name: data.layers[name] for name in MADE_FROM[kind]})
    return use_layer(data, layer, {})


def split_hash(data: Dataset, layer: Path) -> str:
    """The hash of a split layer, worked out from its files."""
    digests = [Split(layer / name, dict(data.manifest["splits"][name])).digest() for name in data.splits]
    return joint_digest([interactions_digest(pl.read_parquet(layer / "interactions.parquet")), *digests])
