"""A model folder: written once, whole or not at all; opened without torch, its arrays mapped from disk.

manifest.json        what was trained on what: dataset and split hashes, seed, versions, validation figures;
                     size and checksum of every file of arrays, for `verify`
settings.json        the model's settings
weights.safetensors  every array
users.parquet        ids by number        items.parquet  descriptions by number     attributes.parquet  names
links.parquet        as the shop gave them                interactions.parquet  who had what, by number
serving.safetensors  A2CF: Y~, which takes seconds to fill, and the shortlist of a large catalogue (`shortlist.py`)
reader.safetensors   the shop's own vocabulary, if its mentions were extracted here: reads a review in a request
evidence.safetensors what training reviews said, and sentences to quote (`evidence.py`)
log.jsonl, curves.png, README.md  how the training went, and a model card for people
"""

from __future__ import annotations

import json
import shutil
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import polars as pl
from numpy.typing import NDArray

from instead.errors import FolderError
from instead.lab.compared.clva import CLVA
from instead.lab.compared.clva_settings import CLVASettings
from instead.lab.compared.pmsc import PMSC
from instead.lab.compared.pmsc_settings import PMSCSettings
from instead.lab.compared.sceptre import Sceptre
from instead.lab.compared.sceptre_settings import SceptreSettings
from instead.lab.compared.spem import SPEM
from instead.lab.compared.spem_settings import SPEMSettings
from instead.models.a2cf.model import A2CF
from instead.models.a2cf.shortlist import Shortlist
from instead.models.evidence import FILE as EVIDENCE
from instead.models.evidence import write_evidence
from instead.models.interface import Model
from instead.settings import A2CFSettings
from instead.store.dataset import READER, Dataset
from instead.store.digests import checksum
from instead.store.manifest import read_manifest, write_manifest
from instead.store.tensors import map_tensors, write_tensors

KIND = "model"
WEIGHTS = "weights.safetensors"
SERVING = "serving.safetensors"
SETTINGS = "settings.json"
TABLES = ("users", "items", "attributes", "links")
ARRAYS = (WEIGHTS, SERVING, EVIDENCE, READER)
"""Files of bare numbers, which cannot say themselves that they are damaged; tables can, and a shop may edit them."""


class ModelFolder:
    """`ModelFolder.open(folder)`: the manifest at once, tables and arrays when they are asked for."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest

    @classmethod
    def open(cls, folder: Path | str) -> Self:
        """Open a folder written by `instead train`."""
        folder = Path(folder)
        manifest = read_manifest(folder, KIND)
        if manifest["model"] not in MODELS:
            raise FolderError(f"{folder}: a model {manifest['model']!r}, which this version does not know; upgrade")
        return cls(folder, manifest)

    def __repr__(self) -> str:
        return f"ModelFolder({str(self.folder)!r}, {self.manifest['model']})"

    @cached_property
    def settings(self) -> Any:
        """Settings the model was trained with."""
        path = self.folder / SETTINGS
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise FolderError(f"{path}: missing or damaged; train the model again") from None
        return MODELS[self.manifest["model"]][0].checked(values, path=path)

    @cached_property
    def model(self) -> Model:
        """The model itself, over mapped arrays."""
        made: Model = MODELS[self.manifest["model"]][1](self.settings, map_tensors(self.folder / WEIGHTS))
        if isinstance(made, A2CF):
            made.stored_quality = self._serving.get("quality")
        return made

    @cached_property
    def shortlist(self) -> Shortlist | None:
        """What makes scoring a large catalogue quick; None for a small one, and for folders written without."""
        return Shortlist.from_arrays(self._serving)

    @cached_property
    def _serving(self) -> dict[str, NDArray[Any]]:
        path = self.folder / SERVING
        return map_tensors(path) if path.is_file() else {}

    @cached_property
    def users(self) -> pl.DataFrame:
        return self._table("users", "user")

    @cached_property
    def items(self) -> pl.DataFrame:
        return self._table("items", "item", "title")

    @cached_property
    def attributes(self) -> pl.DataFrame:
        return self._table("attributes", "attribute")

    @cached_property
    def links(self) -> pl.DataFrame:
        return self._table("links", "source", "target")

    @cached_property
    def interactions(self) -> pl.DataFrame:
        return self._table("interactions", "user", "item")

    def _table(self, name: str, *columns: str) -> pl.DataFrame:
        path = self.folder / f"{name}.parquet"
        try:
            found = pl.read_parquet(path)
        except FileNotFoundError:
            raise FolderError(f"{path}: missing; copy the model folder whole, or train the model again") from None
        except (OSError, pl.exceptions.PolarsError):  # what is inside them speaks of footers and magic numbers
            raise FolderError(f"{path}: damaged; copy the model folder again, or train the model again") from None
        if lacking := [column for column in columns if column not in found.columns]:
            raise FolderError(f"{path}: no column {lacking[0]!r}, so this is not the table of a model folder")
        return found

    def verify(self) -> None:
        """Hold every file of arrays against what the manifest says of it. Reads them all, a second per gigabyte or
        less: for a service before it swaps, not for every opening. Older folders say nothing and pass."""
        for name, about in self.manifest.get("files", {}).items():
            path = self.folder / name
            if not path.is_file():
                raise FolderError(f"{path}: missing; copy the model folder whole, or train the model again")
            if path.stat().st_size != about["bytes"] or checksum(path) != about["crc32"]:
                raise FolderError(f"{path}: damaged, it is not what was written; copy the model folder again")


def load(folder: Path | str) -> ModelFolder:
    """A trained model. Needs neither torch nor the dataset it was trained on."""
    return ModelFolder.open(folder)


MODELS: dict[str, tuple[Any, Any]] = {
    "a2cf": (A2CFSettings, A2CF.from_arrays),
    "pmsc": (PMSCSettings, PMSC.from_arrays),
    "spem": (SPEMSettings, SPEM.from_arrays),
    "sceptre": (SceptreSettings, Sceptre.from_arrays),
    "clva": (CLVASettings, CLVA.from_arrays),
}
"""Name -> settings, and how a model is made of settings and arrays."""


def write_model(
    folder: Path, dataset: Dataset, name: str, settings: Any, arrays: dict[str, NDArray[Any]], about: dict[str, Any]
) -> None:
    """Write everything but log and curves into a folder that is still aside; the manifest comes last."""
    write_tensors(folder / WEIGHTS, arrays)
    if name == "a2cf":
        write_serving(folder, A2CF.from_arrays(settings, arrays))
    (folder / SETTINGS).write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")
    for table in TABLES:
        getattr(dataset, table).write_parquet(folder / f"{table}.parquet")
    dataset.interactions.write_parquet(folder / "interactions.parquet")
    if not dataset.attributes.is_empty():
        write_evidence(folder, dataset, settings.scale)
    if dataset.reader is not None:
        shutil.copyfile(dataset.reader, folder / READER)
    content = {
        "model": name,
        "dataset": {
            "folder": str(dataset.folder),
            "split_hash": dataset.split_hash,
            "layers": dataset.hashes,
            "counts": dataset.counts,
        },
        "seed": settings.seed,
        **about,
        "files": _files(folder),
    }
    manifest = write_manifest(folder, KIND, content)
    (folder / "README.md").write_text(model_card(manifest, settings), encoding="utf-8")


def _files(folder: Path) -> dict[str, dict[str, Any]]:
    """What `verify` compares with. A checksum finds damage; it is no seal against those who mean harm."""
    there = [folder / name for name in ARRAYS if (folder / name).is_file()]
    return {path.name: {"bytes": path.stat().st_size, "crc32": checksum(path)} for path in there}


def write_serving(folder: Path, model: A2CF) -> None:
    """What a folder needs to be quick from the first request on."""
    shortlist = Shortlist.of(model, model.settings.seed)
    found = {} if shortlist is None else shortlist.arrays()
    write_tensors(folder / SERVING, {"quality": model.filled_quality, **found})


def model_card(manifest: dict[str, Any], settings: Any) -> str:
    """What a person needs to know before using the model."""
    counts, data = manifest["dataset"]["counts"], manifest["dataset"]
    figures = "".join(f"| {name} | {value:.4f} |\n" for name, value in manifest["validation"].items())
    chosen = "".join(f"| {name} | {value} |\n" for name, value in settings.model_dump().items())
    off = manifest.get("switched_off", [])
    lines = [
        f"# Model card: {manifest['model']}",
        "Ranks substitutes for a user who looks at an item (see docs/model.md of the project).",
        "## Data",
        f"{counts['users']:,} users, {counts['items']:,} items, {counts['reviews']:,} reviews, "
        f"{counts['attributes']:,} attributes; dataset `{data['folder']}`, split `{manifest['split']}`, split hash "
        f"`{data['split_hash']}`. Validation and test reviews and pairs were not seen in training.",
        "## Figures on validation triples",
        f"| figure | value |\n|---|---|\n{figures}" if figures else "No validation triples were at hand.\n",
        f"Of {manifest['cases']:,} triples, each with the stored uniform negatives; they chose the round, so they are "
        "a little too good. `instead evaluate` gives test figures with intervals.",
        "## Training",
        f"Best round {manifest['best_round']} of {manifest['rounds']}, {manifest['seconds']:.0f} s, seed "
        f"{manifest['seed']}. `log.jsonl` has every epoch, `curves.png` shows them."
        + "".join(f" Not part of it, because the data offer nothing for it: {part}." for part in off),
        f"| setting | value |\n|---|---|\n{chosen}",
        "## Limits",
        "Scores of one user and query are comparable with each other only. A user or item that was not in the training "
        "data has no vector here."
        + (" Filled cells of X and Y are estimates, not evidence." if manifest["model"] == "a2cf" else ""),
    ]
    return "\n\n".join(lines) + "\n"
