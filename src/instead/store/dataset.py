"""A prepared dataset folder, opened for reading. Tables load when asked for; large arrays are mapped."""

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
from instead.store.manifest import read_manifest

KIND = "dataset"
READER = "reader.safetensors"
"""The extractor that found the mentions, where they were found here."""
PARTS = {"train": 0, "validation": 1, "test": 2}


class Dataset:
    """`Dataset.open(folder)`; see docs/data.md for every file in it."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest

    @classmethod
    def open(cls, folder: Path | str) -> Dataset:
        """Open a folder written by `instead prepare`."""
        folder = Path(folder)
        return cls(folder, read_manifest(folder, KIND))

    def __repr__(self) -> str:
        counts = self.counts
        return f"Dataset({str(self.folder)!r}, {counts['users']} users, {counts['items']} items)"

    @property
    def counts(self) -> dict[str, int]:
        """What is in the folder: users, items, reviews, attributes, mentions, links, ..."""
        return dict(self.manifest["counts"])

    @property
    def has_text(self) -> bool:
        """Whether any review that was read has a text; a list of purchases has none."""
        return bool(self.manifest["funnel"].get("with text"))

    def reviews(self) -> pl.LazyFrame:
        """`user item rating time text`, one row per interaction."""
        return pl.scan_parquet(self.folder / "reviews.parquet")

    def _table(self, name: str) -> pl.DataFrame:
        path = self.folder / f"{name}.parquet"
        if not path.is_file():
            raise FolderError(f"{path}: missing; prepare the dataset again")
        return pl.read_parquet(path)

    @cached_property
    def users(self) -> pl.DataFrame:
        """`user`; the row number is the user's number everywhere in `split/`."""
        return self._table("users")

    @cached_property
    def items(self) -> pl.DataFrame:
        """`item title brand category price image`; the row number is the item's number."""
        return self._table("items")

    @cached_property
    def attributes(self) -> pl.DataFrame:
        """`attribute mentions positive`, counted over training reviews; the row number is the attribute's number."""
        return self._table("attributes")

    @cached_property
    def mentions(self) -> pl.DataFrame:
        """`user item attribute opinion sentiment start end`."""
        return self._table("mentions")

    @cached_property
    def links(self) -> pl.DataFrame:
        """`source target relation`, directed as given."""
        return self._table("links")

    @cached_property
    def interactions(self) -> pl.DataFrame:
        """`user item part` by number, row by row as in `reviews()`; parts as in `PARTS`."""
        return self._table("split/interactions")

    @property
    def substitute_relations(self) -> list[str]:
        """Relations that count as substitutes in this dataset."""
        return list(self.manifest["settings"]["substitutes"])

    @property
    def splits(self) -> list[str]:
        """Names of the splits: `paper`, and `choice`, `choice_matched` where they could be made."""
        return list(self.manifest["splits"])

    def split(self, name: str = "paper") -> Split:
        """One split of this dataset."""
        if name not in self.manifest["splits"]:
            known = ", ".join(self.splits) or "none, because it has no substitute links"
            raise FolderError(f"{self.folder}: no split {name!r}; this dataset has {known}")
        return Split(self.folder / "split" / name, dict(self.manifest["splits"][name]))

    @property
    def split_hash(self) -> str:
        """One hash over all parts, triples, reserved pairs and negatives: equal hashes, equal protocol."""
        return str(self.manifest["split_hash"])


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
        """Negatives (or decoys) of the triples of `validation` or `test`, a row per case, mapped from disk."""
        path = self.folder / f"candidates_{part}.npy"
        if not path.is_file():
            raise FolderError(f"{path}: this split has no candidates for {part!r}")
        return map_rows(path)

    def digest(self) -> str:
        """The hash of what is on disk now; equals `about["hash"]` unless a file was changed."""
        contents = {part: content_digest([self.candidates(part)]) for part in self.about["candidates"]}
        return split_digest(self._triples, self.reserved, contents)


def split_digest(triples: pl.DataFrame, reserved: NDArray[np.int64], candidates: Mapping[str, str]) -> str:
    """One hash over triples, reserved pairs and the hashes of the candidates, test first."""
    columns = [triples[name].to_numpy() for name in sorted(triples.columns)]
    return joint_digest([array_digest(*columns), array_digest(reserved), *(candidates[p] for p in sorted(candidates))])
