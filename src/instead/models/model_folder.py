"""A model folder on disk: written atomically (complete or absent), opened without torch, its arrays memory-mapped.

manifest.json        what was trained on what: hashes of the dataset's layers, seed, versions, validation figures;
                     size and checksum of every file
settings.json        the model's settings
weights.safetensors  every array
parts/NAME/          the models it is made of, if any: complete model folders themselves, which share the tables
users.parquet        ids by number        items.parquet  descriptions by number     attributes.parquet  names
links.parquet        as the shop gave them                interactions.parquet  who had what, by number
serving.safetensors  what takes long to compute and makes requests quick, if the model has such a thing
reader.safetensors   the shop's own vocabulary, if its mentions were extracted here: reads a review in a request
evidence.safetensors what reviews said, and sentences to quote (`evidence.py`)
facts.safetensors    stars, first reviews, what people looked at and took instead (`fact_table.py`)
care.safetensors     what users wrote about where they could have (`choices/care_table.py`)
log.jsonl, curves.png, README.md  how the training went, and a model card for people
"""

from __future__ import annotations

import io
import json
import shutil
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import polars as pl
from numpy.typing import NDArray

from instead.errors import FolderError, InputError
from instead.models.choices.care_table import CareTable
from instead.models.choices.written import Written
from instead.models.evidence_files import write_evidence
from instead.models.fact_table import write_facts
from instead.models.interface import HasWeights, KeepsServing, Model, StoredModel
from instead.models.registry import Entry, entry_of
from instead.models.weight_tables import WeightTable, in_markdown, weight_tables
from instead.settings import ModelSettings, RoundSettings
from instead.store.dataset import READER, Dataset
from instead.store.digests import checksum
from instead.store.manifest import read_manifest, write_manifest
from instead.store.tensors import map_tensors, write_tensors

KIND = "model"
WEIGHTS = "weights.safetensors"
SERVING = "serving.safetensors"
SETTINGS = "settings.json"
PARTS_FOLDER = "parts"
TABLES = ("users", "items", "attributes", "links")
_WHOLE = "../.."  # where a part finds its tables


class ModelFolder:
    """`ModelFolder.open(folder)` reads the manifest; tables and arrays are loaded lazily."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest

    @classmethod
    def open(cls, folder: Path | str) -> Self:
        """Open a folder written by `instead train`."""
        folder = Path(folder)
        made = cls(folder, read_manifest(folder, KIND))
        made.entry  # noqa: B018 - raises for a model that this version does not know
        return made

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.folder)!r}, {self.manifest['model']})"

    @cached_property
    def entry(self) -> Entry:
        """The kind of model."""
        try:
            return entry_of(self.manifest["model"])
        except InputError:
            raise FolderError(
                f"{self.folder}: a model {self.manifest['model']!r}, which this version does not know; upgrade, or "
                "install the package that it comes from"
            ) from None

    @cached_property
    def settings(self) -> Any:
        """Settings the model was trained with."""
        path = self.folder / SETTINGS
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise FolderError(f"{path}: missing or damaged; train the model again") from None
        return self.entry.settings.checked(values, path=path)

    @cached_property
    def parts(self) -> dict[str, ModelFolder]:
        """The parts of an ensemble, by name."""
        names = self.manifest.get("parts", [])
        return {name: ModelFolder.open(self.folder / PARTS_FOLDER / name) for name in names}

    @cached_property
    def weight_arrays(self) -> dict[str, NDArray[Any]]:
        """Every array of the model."""
        return map_tensors(self.folder / WEIGHTS)

    @cached_property
    def model(self) -> StoredModel:
        """The model, over memory-mapped arrays."""
        parts = {name: part.model for name, part in self.parts.items()}
        made = self.entry.load(self.settings, self.weight_arrays, parts)
        if isinstance(made, KeepsServing) and (self.folder / SERVING).is_file():
            made.serve_from(map_tensors(self.folder / SERVING))
        return made

    @property
    def final(self) -> bool:
        """Whether it was trained on everything, the parts held out for evaluation included."""
        return bool(self.manifest.get("final"))

    @property
    def held_out(self) -> dict[str, Any]:
        """Figures on what a model had not seen, and whose they are: `of`, `folder`, `figures`.

        Of a final model they are its twin's on test triples; it has none of its own. Of any other they are those on
        the validation triples that chose its round.
        """
        if self.final:
            twin = self.manifest.get("twin") or {"folder": None, "figures": []}
            return {"of": "its evaluated twin, on test triples", "folder": twin["folder"], "figures": twin["figures"]}
        figures = [
            {"protocol": "validation", "measure": name, "value": value, "low": None, "high": None}
            for name, value in self.manifest.get("validation", {}).items()
        ]
        return {"of": "this model, on validation triples", "folder": str(self.folder), "figures": figures}

    @cached_property
    def weights(self) -> list[WeightTable]:
        """The weights of a model that is a sum of named signals."""
        return weights_of(self.model)

    @property
    def scale(self) -> float:
        """N: care and quality go from 1 to it."""
        return float(self.settings.scale)

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

    @cached_property
    def whole(self) -> ModelFolder:
        """The folder that has the tables: this one, or the one it is a part of."""
        above = self.manifest.get("part_of")
        return self if above is None else ModelFolder.open(self.folder / above)

    def _table(self, name: str, *columns: str) -> pl.DataFrame:
        owner = self.whole
        path = owner.folder / f"{name}.parquet"
        try:
            content = path.read_bytes()
        except OSError:
            raise FolderError(f"{path}: missing; copy the model folder whole, or train the model again") from None
        about = owner.manifest.get("files", {}).get(path.name)
        if about is not None and (len(content) != about["bytes"] or f"{zlib.crc32(content):08x}" != about["crc32"]):
            raise FolderError(f"{path}: damaged, it is not what was written; copy the model folder again")
        try:
            found = pl.read_parquet(io.BytesIO(content))
        except (OSError, pl.exceptions.PolarsError):  # their messages speak of footers and magic numbers
            raise FolderError(f"{path}: damaged; copy the model folder again, or train the model again") from None
        if lacking := [column for column in columns if column not in found.columns]:
            raise FolderError(f"{path}: no column {lacking[0]!r}, so this is not the table of a model folder")
        return found

    def verify(self) -> None:
        """Check size and checksum of every file against the manifest. Reads all files, about a second per gigabyte: a
        service calls it before it swaps models. Folders of earlier versions record fewer files; those are checked."""
        for name, about in self.manifest.get("files", {}).items():
            path = self.folder / name
            if not path.is_file():
                raise FolderError(f"{path}: missing; copy the model folder whole, or train the model again")
            if path.stat().st_size != about["bytes"] or checksum(path) != about["crc32"]:
                raise FolderError(f"{path}: damaged, it is not what was written; copy the model folder again")
        for part in self.parts.values():
            part.verify()


def load_folder(folder: Path | str) -> ModelFolder:
    """Open a trained model. Needs neither torch nor the dataset it was trained on."""
    return ModelFolder.open(folder)


def write_model(
    folder: Path,
    dataset: Dataset,
    entry: Entry,
    settings: ModelSettings,
    arrays: Mapping[str, NDArray[Any]],
    about: dict[str, Any],
    *,
    parts: Mapping[str, Path] | None = None,
    part_of: bool = False,
) -> None:
    """Write everything but log and curves into a folder that is not yet in place; the manifest comes last.

    `parts` are finished folders, which are moved inside. A part (`part_of`) has no tables: it uses those of the whole.
    """
    write_tensors(folder / WEIGHTS, dict(arrays))
    for name, made in (parts or {}).items():
        (folder / PARTS_FOLDER).mkdir(exist_ok=True)
        shutil.copytree(made, folder / PARTS_FOLDER / name)
    inside = {name: ModelFolder.open(folder / PARTS_FOLDER / name).model for name in parts or {}}
    model = entry.load(settings, arrays, inside)
    if isinstance(model, KeepsServing):
        write_tensors(folder / SERVING, model.serving())
    (folder / SETTINGS).write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")
    if not part_of:
        _write_tables(folder, dataset, settings.scale, about["split"], everything=bool(about.get("final")))
    content = {
        "model": entry.name,
        "dataset": {
            "folder": str(dataset.folder),
            "split_hash": dataset.split_hash,
            "layers": dataset.hashes,
            "counts": dataset.counts,
        },
        "seed": settings.seed,
        **about,
        **({"parts": list(parts)} if parts else {}),
        **({"part_of": _WHOLE} if part_of else {}),
        "files": _files(folder),
    }
    manifest = write_manifest(folder, KIND, content)
    (folder / "README.md").write_text(model_card(manifest, settings, weights_of(model)), encoding="utf-8")


def _write_tables(folder: Path, dataset: Dataset, scale: float, split: str, *, everything: bool) -> None:
    for table in TABLES:
        getattr(dataset, table).write_parquet(folder / f"{table}.parquet")
    dataset.interactions.write_parquet(folder / "interactions.parquet")
    write_facts(folder, dataset, split, everything=everything)
    if not dataset.attributes.is_empty():
        write_evidence(folder, dataset, scale, everything=everything)
        CareTable(Written.of_dataset(dataset, everything=everything)).write(folder)
    if dataset.reader is not None:
        shutil.copyfile(dataset.reader, folder / READER)


def _files(folder: Path) -> dict[str, dict[str, Any]]:
    """Size and checksum of every file, for `verify`. Detects damage, not deliberate manipulation."""
    there = sorted(path for path in folder.iterdir() if path.suffix in (".safetensors", ".parquet", ".json"))
    return {path.name: {"bytes": path.stat().st_size, "crc32": checksum(path)} for path in there}


def weights_of(model: Model) -> list[WeightTable]:
    """The table of weights of a model that has one."""
    return weight_tables(model.weight_rows()) if isinstance(model, HasWeights) else []


def model_card(manifest: dict[str, Any], settings: ModelSettings, weights: Sequence[WeightTable] = ()) -> str:
    """The model card in Markdown: data, held-out figures, weights where the model can tell them, settings."""
    counts, data = manifest["dataset"]["counts"], manifest["dataset"]
    chosen = "".join(f"| {name} | {value} |\n" for name, value in settings.model_dump().items())
    off = manifest.get("switched_off", [])
    seen = (
        "Trained on all reviews and links, those held out for evaluation included; it cannot be evaluated itself."
        if manifest.get("final")
        else "Validation and test reviews and pairs were not seen in training."
    )
    lines = [
        f"# Model card: {manifest['model']}",
        "Ranks substitutes for somebody who looks at an item (see docs/model.md of the project).",
        "## Data",
        f"{counts['users']:,} users, {counts['items']:,} items, {counts['reviews']:,} reviews, "
        f"{counts['attributes']:,} attributes; dataset `{data['folder']}`, split `{manifest['split']}`, split hash "
        f"`{data['split_hash']}`. {seen}",
        *_figures(manifest, settings),
        *_weights(weights),
        "## Training",
        f"{_course(manifest, settings)}, {manifest['seconds']:.0f} s, seed {manifest['seed']}."
        + "".join(f" Not part of it, because the data offer nothing for it: {part}." for part in off),
        f"| setting | value |\n|---|---|\n{chosen}",
        "## Limits",
        "Scores of one request are comparable with each other only. What is estimated is not evidence.",
    ]
    return "\n\n".join(lines) + "\n"


def _weights(tables: Sequence[WeightTable]) -> list[str]:
    if not tables:
        return []
    return [
        "## Weights",
        "Points that a signal adds to a score between a low and a high value of it (the 10 % and the 90 % quantile of "
        "what training lists hold), by kind of asker, ± the standard error. An error as large as the points means that "
        "the data do not say. Signals of no weight are left out.",
        *in_markdown(tables),
    ]


def _course(manifest: dict[str, Any], settings: ModelSettings) -> str:
    if not isinstance(settings, RoundSettings):
        return "Computed in one go"
    return f"Best round {manifest['best_round']} of {manifest['rounds']} (`log.jsonl` has every epoch)"


def _figures(manifest: dict[str, Any], settings: ModelSettings) -> list[str]:
    """Held-out figures: those of the evaluated twin of a final model, else those on validation triples."""
    twin = manifest.get("twin")
    if manifest.get("final"):
        if twin is None:
            return ["## Figures", "None: no twin of this model was evaluated."]
        rows = "".join(
            f"| {row['protocol']} | {row['measure']} | {row['value']:.4f} | {row['low']:.4f} - {row['high']:.4f} |\n"
            for row in twin["figures"]
        )
        return [
            "## Figures of its evaluated twin",
            f"| protocol | figure | value | 95 % interval |\n|---|---|---|---|\n{rows}",
            "The twin has the same settings and was trained without the test part; these figures are its, on test "
            "triples. This model has seen those triples, so nothing can be measured on it.",
        ]
    figures = "".join(f"| {name} | {value:.4f} |\n" for name, value in manifest["validation"].items())
    chose = "; they chose the round, so they are a little too good" if isinstance(settings, RoundSettings) else ""
    return [
        "## Figures on validation triples",
        f"| figure | value |\n|---|---|\n{figures}" if figures else "No validation triples were at hand.\n",
        f"Of {manifest['cases']:,} triples, each with the stored uniform negatives{chose}. "
        "`instead evaluate` gives test figures with intervals.",
    ]
