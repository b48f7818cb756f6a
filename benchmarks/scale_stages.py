"""The stages of `make scale`: which verb of the command line each one is, what it needs, and what folder it writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

SHOPS = ("cellphone", "automotive", "office")
SIZES = tuple(Fraction(size) for size in ("1/8", "1/4", "1/2", "1", "2"))
MODELS: dict[str, tuple[str, ...]] = {
    "ranker": ("--model", "ranker"),
    "a2cf": ("--model", "a2cf"),
    "a2cf-1-round": ("--model", "a2cf", "--set", "rounds=1"),
}
"""Names of what is trained, and how. The last is a part of a training: it says what one round of A2CF takes."""
PAIRS = "pairs.parquet"
"""Users and queries of all test triples: what `recommend --batch` is asked."""


@dataclass(frozen=True)
class Part:
    """A shop of one size."""

    shop: str
    size: Fraction

    @property
    def folder(self) -> str:
        """Its name below the work folder."""
        return f"{self.shop}-{str(self.size).replace('/', '_')}"

    def __str__(self) -> str:
        return f"{self.shop} x {self.size}"


@dataclass(frozen=True)
class Stage:
    """A verb with its settings. Paths are relative to the folder of a part, so that a record holds at any place."""

    name: str
    needs: tuple[str, ...]
    words: Callable[[Part], list[str]]
    writes: tuple[str, ...] = ()
    """Files, folders and layers of the dataset whose bytes are counted."""
    model: str | None = None

    @property
    def verb(self) -> str:
        return self.name.partition("-")[0]

    @property
    def default(self) -> bool:
        """Whether it runs without being named: shortened trainings do not."""
        return self.model != "a2cf-1-round"


def _world(part: Part) -> list[str]:
    return ["world", "--preset", part.shop, "--scale", str(float(part.size)), "--out", "world", "--replace", "--json"]


def _prepare(_: Part) -> list[str]:
    # --min-user 1, --min-item 1: every user and item is of the core and has test triples, as in the paper's table
    files = ["world/reviews.jsonl", "world/meta.json"]
    return ["prepare", *files, "--out", "data", "--min-user", "1", "--min-item", "1", "--replace", "--json"]


def _extract(_: Part) -> list[str]:
    return ["extract", "data", "--processes", "2", "--json"]


def _of_model(name: str) -> Iterator[Stage]:
    how, trained = MODELS[name], f"train-{name}"

    def train(_: Part) -> list[str]:
        return ["train", "data", *how, "--out", name, "--replace", "--json"]

    def evaluate(_: Part) -> list[str]:
        return ["evaluate", name, "data", "--out", f"{name}-evaluation", "--replace", "--json"]

    def recommend(_: Part) -> list[str]:
        return ["recommend", name, "--batch", PAIRS, "--out", f"{name}-batch.parquet", "--json"]

    def serve(_: Part) -> list[str]:
        return ["serve", name, "--log", "json", "--set", "log_level=warning"]

    yield Stage(trained, ("extract",), train, (name,), name)
    yield Stage(f"evaluate-{name}", (trained,), evaluate, (f"{name}-evaluation",), name)
    yield Stage(f"recommend-{name}", (trained,), recommend, (f"{name}-batch.parquet",), name)
    yield Stage(f"serve-{name}", (trained,), serve, (), name)


STAGES: dict[str, Stage] = {
    stage.name: stage
    for stage in (
        Stage("world", (), _world, ("world",)),
        Stage("prepare", ("world",), _prepare, ("data/manifest.json", "layer base", "layer split")),
        Stage("extract", ("prepare",), _extract, ("layer mentions",)),
        *(stage for name in MODELS for stage in _of_model(name)),
    )
}


def chosen_stages(names: list[str] | None) -> list[Stage]:
    """By name, by verb (`train`: of both models) or by model (`ranker`: all its stages), in the order of the work."""
    if not names:
        return [stage for stage in STAGES.values() if stage.default]
    for name in names:
        if not any(named(stage, name) for stage in STAGES.values()):
            raise SystemExit(f"no stage {name!r}: choose among {', '.join(STAGES)}, or a verb or a model of them")
    return [stage for stage in STAGES.values() if any(named(stage, name) for name in names)]


def named(stage: Stage, name: str) -> bool:
    return name in (stage.name, stage.model) or (name == stage.verb and stage.default)


def bytes_of(folder: Path, places: tuple[str, ...]) -> int:
    """Bytes of all files of these places that are there; of layers those in use, as older ones may still lie by."""
    files: list[Path] = []
    for place in places:
        path = _layer(folder / "data", place.removeprefix("layer ")) if place.startswith("layer ") else folder / place
        files += path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _layer(data: Path, kind: str) -> Path:
    manifest = data / "manifest.json"
    if not manifest.is_file():
        return manifest
    digest = json.loads(manifest.read_text(encoding="utf-8"))["layers"][kind]
    return data / "layers" / f"{kind}-{digest[:12]}"
