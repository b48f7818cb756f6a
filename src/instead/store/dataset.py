"""A prepared dataset folder, opened for reading. Tables are loaded lazily; large arrays are memory-mapped.

A dataset has three layers (`layers.py`): `base`, the shop's cleaned tables; `mentions`, the attributes mentioned in its
reviews; `split`, the hold-out split with triples and negatives. The manifest names the layers in use. An open dataset
keeps the layers it was opened with, even when others replace them, until `reload`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import FolderError
from instead.store.arrays import array_digest, content_digest, joint_digest, map_rows
from instead.store.layers import BASE, KINDS, MENTIONS, SPLIT, UNHASHED, Layer, layer_folder, sweep
from instead.store.manifest import read_manifest, write_manifest

KIND = "dataset"
TRAINING_LINKS = "links.parquet"
"""Links of the split layer, where a log was counted."""
FEEDBACK = "feedback.parquet"
"""Choices among what was shown, in the base layer of a shop whose service recorded them."""
READER = "reader.safetensors"
"""The extractor that found the mentions, where they were found here."""
_AGAIN = "copy the dataset folder whole, or prepare the dataset again"
MANY = 1000
"""True choices of training that say more than simulated ones."""
PARTS = {"train": 0, "validation": 1, "test": 2}


class Dataset:
    """`Dataset.open(folder)`; see docs/data.md for every file in it."""

    def __init__(self, folder: Path, manifest: dict[str, Any], layers: dict[str, Layer]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.layers = layers

    @classmethod
    def open(cls, folder: Path | str) -> Dataset:
        """Open a folder written by `instead prepare`."""
        folder = Path(folder)
        manifest = read_manifest(folder, KIND)
        named = manifest.get("layers", {})
        return cls(folder, manifest, {kind: _layer(folder, kind, named.get(kind)) for kind in KINDS})

    def reload(self) -> None:
        """Switch to the layers that the manifest names now."""
        now = Dataset.open(self.folder)
        self.__dict__.clear()  # cached tables included
        self.__dict__.update(now.__dict__)

    def __repr__(self) -> str:
        counts = self.counts
        return f"Dataset({str(self.folder)!r}, {counts['users']} users, {counts['items']} items)"

    @property
    def counts(self) -> dict[str, int]:
        """Number of users, items, reviews, attributes, mentions, links, ..."""
        return dict(self.manifest["counts"])

    @property
    def has_text(self) -> bool:
        """Whether any review that was read has a text; a list of purchases has none."""
        return bool(self.manifest["funnel"].get("with text"))

    @property
    def hashes(self) -> dict[str, str]:
        """The content hash of each layer, `base`, `mentions` and `split`: identifies the dataset."""
        return {kind: layer.hash for kind, layer in self.layers.items()}

    def path(self, layer: str, name: str) -> Path:
        """Path of a file of a layer, whether it exists or not."""
        return self.layers[layer].folder / name

    def verify(self) -> None:
        """Check size and checksum of every file of all layers. Reads them all: about a second per gigabyte."""
        for kind, layer in self.layers.items():
            try:
                layer.verify()
            except FolderError as error:
                raise FolderError(f"{error}; {_remedy(self, kind)}") from None

    def reviews(self) -> pl.LazyFrame:
        """`user item rating time text`, one row per interaction."""
        return pl.scan_parquet(self.path(BASE, "reviews.parquet"))

    def _table(self, layer: str, name: str) -> pl.DataFrame:
        path = self.path(layer, f"{name}.parquet")
        try:
            return pl.read_parquet(path)
        except FileNotFoundError:
            raise FolderError(f"{path}: missing; {_remedy(self, layer)}") from None
        except (OSError, pl.exceptions.PolarsError):
            raise FolderError(f"{path}: damaged; {_remedy(self, layer)}") from None

    @cached_property
    def users(self) -> pl.DataFrame:
        """`user`; the row number is the user's number everywhere in the split."""
        return self._table(BASE, "users")

    @cached_property
    def items(self) -> pl.DataFrame:
        """`item title brand category price image available group link fields`; the row number is the item's number."""
        return self._table(BASE, "items")

    @cached_property
    def attributes(self) -> pl.DataFrame:
        """`attribute mentions positive`, counted over training reviews; the row number is the attribute's number."""
        return self._table(MENTIONS, "attributes")

    @cached_property
    def mentions(self) -> pl.DataFrame:
        """`user item attribute opinion sentiment start end`."""
        return self._table(MENTIONS, "mentions")

    @property
    def reader(self) -> Path | None:
        """The extractor that found the mentions, where they were found here."""
        path = self.path(MENTIONS, READER)
        return path if path.is_file() else None

    @property
    def rejected(self) -> Path | None:
        """The log of rejected rows, if there is one."""
        path = self.path(BASE, UNHASHED)
        return path if path.is_file() else None

    @cached_property
    def links(self) -> pl.DataFrame:
        """`source target relation`, directed as given."""
        return self._table(BASE, "links")

    @cached_property
    def training_links(self) -> pl.DataFrame:
        """`links`; where some were counted from a log, counted without the visits that are held out."""
        return self._table(SPLIT, "links") if self.path(SPLIT, TRAINING_LINKS).is_file() else self.links

    @cached_property
    def feedback(self) -> pl.DataFrame | None:
        """Choices among what the shop's own answers showed, a row per list; None where none were handed in."""
        return self._table(BASE, "feedback") if self.path(BASE, FEEDBACK).is_file() else None

    @cached_property
    def interactions(self) -> pl.DataFrame:
        """`user item part` by number, row by row as in `reviews()`; parts as in `PARTS`."""
        return self._table(SPLIT, "interactions")

    @cached_property
    def times(self) -> pl.Series:
        """When each interaction was, in Unix seconds, null where unknown; row by row as in `interactions`."""
        return self.reviews().select("time").collect()["time"]

    @property
    def substitute_relations(self) -> list[str]:
        """Relations that count as substitutes in this dataset."""
        return list(self.manifest["settings"]["substitutes"])

    @property
    def splits(self) -> list[str]:
        """Names of the splits: `paper`, and `choice`, `choice_matched` where the data allow them; `links` in a shop
        that knows no people."""
        return list(self.manifest["splits"])

    @property
    def main_split(self) -> str:
        """The split that models are trained on by default: `observed` where true choices are many, else `paper`, or
        what a shop without personal triples has."""
        true = self.manifest["splits"].get("observed")
        if true is not None and (true["triples"]["train"] >= MANY or len(self.splits) == 1):
            return "observed"
        return next((name for name in ("paper", "links") if name in self.splits), "paper")

    def split(self, name: str = "paper") -> Split:
        """One split of this dataset."""
        if name not in self.manifest["splits"]:
            known = ", ".join(self.splits) or "none, because it has no substitute links to hold out"
            raise FolderError(f"{self.folder}: no split {name!r}; this dataset has {known}")
        return Split(self.path(SPLIT, name), dict(self.manifest["splits"][name]))

    @property
    def split_hash(self) -> str:
        """One hash over all parts, triples, reserved pairs and negatives: equal hashes, equal protocol."""
        return self.hashes[SPLIT]


def _layer(folder: Path, kind: str, digest: Any) -> Layer:
    """Open the layer that the manifest names; raises an error that says why it cannot be opened."""
    if not isinstance(digest, str):
        raise FolderError(f"{folder}: the manifest names no {kind} layer; {_AGAIN}")
    try:
        found = Layer.open(layer_folder(folder, kind, digest))
    except FolderError as error:
        raise FolderError(f"{error}; {_AGAIN}") from None
    if found.hash != digest:
        raise FolderError(f"{found.folder}: not the layer that the manifest names; {_AGAIN}")
    return found


def _remedy(dataset: Dataset, kind: str) -> str:
    """What to do about a damaged layer: mentions that were extracted here can be extracted again."""
    extracted = kind == MENTIONS and "extraction" in dataset.manifest
    return f"run `instead extract {dataset.folder}` again" if extracted else _AGAIN


def name_layers(folder: Path, layers: Mapping[str, Layer], content: dict[str, Any]) -> None:
    """Write the manifest that puts these layers in use."""
    write_manifest(folder, KIND, {"layers": {kind: layers[kind].hash for kind in KINDS}, **content})


def use_layer(dataset: Dataset, layer: Layer, changes: Mapping[str, Any]) -> Dataset:
    """Replace the layer of one kind atomically: a reader finds either the old or the new one.

    `changes` are manifest entries that belong to it. The previous layer is kept for processes that still read it; older
    ones are removed. The caller must hold the lock of the dataset (`folder.held`).
    """
    now = Dataset.open(dataset.folder)
    for kind, digest in layer.made_from.items():
        if now.hashes[kind] != digest:
            raise FolderError(f"{dataset.folder}: its {KINDS[kind]} changed during the work; run it again")
    content = {name: value for name, value in now.manifest.items() if name not in ("kind", "format", "packages")}
    del content["layers"]
    used = {**now.layers, layer.kind: layer}
    name_layers(dataset.folder, used, {**content, **changes})
    sweep(dataset.folder, {one.folder for one in (*now.layers.values(), *used.values())})
    return Dataset.open(dataset.folder)


class Split:
    """Triples, reserved pairs and candidates of one protocol."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.folder = folder
        self.about = about

    @cached_property
    def _triples(self) -> pl.DataFrame:
        return pl.read_parquet(self.folder / "triples.parquet")

    def triples(self, part: str) -> pl.DataFrame:
        """`interaction user query chosen case` of one part. `case` is the row in `candidates(part)`, if any."""
        return self._triples.filter(pl.col("part") == PARTS[part]).drop("part")

    @cached_property
    def reserved(self) -> NDArray[np.int64]:
        """(n, 2) unordered item pairs that no training structure may hold."""
        frame = pl.read_parquet(self.folder / "reserved.parquet")
        return frame.to_numpy().astype(np.int64)

    def candidates(self, part: str) -> NDArray[Any]:
        """Negatives (or decoys) of the triples of `validation` or `test`, a row per case, mapped from disk.

        Rows of true choices are as long as what was left; the rest of a row is the largest number of its type.
        """
        path = self.folder / f"candidates_{part}.npy"
        if not path.is_file():
            raise FolderError(f"{path}: this split has no candidates for {part!r}")
        return map_rows(path)

    def digest(self) -> str:
        """The hash of the files on disk; equals `about["hash"]` unless a file was changed."""
        contents = {part: content_digest([self.candidates(part)]) for part in self.about["candidates"]}
        if self.resting is not None:
            contents["resting"] = array_digest(*(self.resting[name].to_numpy() for name in self.resting.columns))
        return split_digest(self._triples, self.reserved, contents)

    @cached_property
    def resting(self) -> pl.DataFrame | None:
        """`triple low high`: links that the visit of a training choice is needed for; None in other splits."""
        path = self.folder / "resting.parquet"
        return pl.read_parquet(path) if path.is_file() else None


def split_digest(triples: pl.DataFrame, reserved: NDArray[np.int64], candidates: Mapping[str, str]) -> str:
    """One hash over triples, reserved pairs and the hashes of the candidates, test first."""
    columns = [triples[name].to_numpy() for name in sorted(triples.columns)]
    return joint_digest([array_digest(*columns), array_digest(reserved), *(candidates[p] for p in sorted(candidates))])


def interactions_digest(table: pl.DataFrame) -> str:
    """The hash of `user item part`, row by row."""
    numbers = [table[name].to_numpy().astype(np.int64) for name in ("user", "item")]
    return array_digest(*numbers, table["part"].to_numpy())
