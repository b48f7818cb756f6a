"""Which model a dataset can carry: the ranker, unless it cannot be fitted or a plain model is surely better.

Judged on the validation part, so that the test figures that are shown afterwards did not take part in the choice.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from instead.errors import InsteadError
from instead.evaluation.compare import compare
from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.material import Material
from instead.models.interface import Model
from instead.models.model_folder import ModelFolder
from instead.models.registry import DEFAULT, carried, entry_of
from instead.progress import Progress, quiet
from instead.store.dataset import Dataset

PLAIN = ("popularity", "recent-popularity", "category-popularity", "item-knn", "3-hop-indirect", "title-tf-idf")
"""The plain models that a learned one has to beat, where the data have what they need."""
MEASURE = "NDCG@10"
LEAST_CASES = 30
"""Validation choices from which a plain model may be called better."""
SPLITS = ("observed", "paper", "links")
"""Splits that a start judges by, the truest first."""


@dataclass(frozen=True)
class Chosen:
    """The model to serve and why."""

    model: str
    why: str
    split: str | None
    """The split it was judged by; None where nothing could be held out."""
    validation: list[dict[str, Any]]
    """`model value low high`, best first."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def split_of(data: Dataset) -> str | None:
    """The split a start judges by, if there is any."""
    return next((name for name in SPLITS if name in data.splits), None)


def protocol_of(split: str) -> str:
    """The protocol by which the models of a split are compared: among negatives that are no known substitutes, or,
    where people were seen choosing, in the whole catalogue."""
    return "filtered" if split in ("paper", "links") else split


def trainable(data: Dataset, split: str | None) -> tuple[str, str | None]:
    """The best model that can be fitted, and why it is not the ranker, if it is not."""
    material = Material.of(data, split)
    lacking = entry_of(DEFAULT).missing(material)
    return carried(material).name, None if lacking is None else lacking.format(folder=data.folder)


def judged(
    made: ModelFolder, data: Dataset, split: str, part: str, progress: Progress = quiet
) -> tuple[list[dict[str, Any]], int]:
    """The model beside the plain ones on one part: rows of `compare`, best first, and the number of choices."""
    protocol = protocol_of(split)
    models: dict[str, Model | ModelFolder] = {made.entry.name: made}
    references = reference_models(data, split)
    models |= {name: references[name] for name in PLAIN if name in references and name not in models}
    found = []
    for name, model in models.items():
        ranked = evaluate(model, data, split=split, part=part, protocols=(protocol,), progress=progress)
        found.append(Evaluation(name, ranked.about, ranked.cases))
    against = made.entry.name
    table = compare(found, protocol=protocol, measure=MEASURE, against=against)
    other = compare(found, protocol=protocol, measure="HR@10", against=against)
    hits = {row["model"]: row["value"] for row in other.to_dicts()}
    return [{**row, "HR@10": hits[row["model"]]} for row in table.to_dicts()], found[0].of(protocol).height


def choose(
    data: Dataset, twin: ModelFolder, split: str | None, why_not: str | None, progress: Progress = quiet
) -> Chosen:
    """The model that was trained, unless a plain one is surely better on validation choices."""
    name = twin.entry.name
    if why_not is not None:
        return Chosen(name, f"the learned ranker cannot be trained on these data: {why_not}", split, [])
    if split is None:
        return Chosen(name, "nothing could be held out, so that no model was compared with it", None, [])
    try:
        rows, cases = judged(twin, data, split, "validation", progress)
    except InsteadError as error:  # a split without a single validation choice
        return Chosen(name, f"it was not compared with plain models: {error}", split, [])
    best = rows[0]
    few = cases < LEAST_CASES  # a resampled handful is sure of anything
    surely = not few and best["model"] != name and best["p_holm"] is not None and best["p_holm"] < 0.05
    if surely:
        why = (
            f"{best['model']} is better than the ranker on {cases:,} validation choices ({MEASURE} {best['value']:.3f})"
        )
        return Chosen(best["model"], why, split, rows)
    second = next((row for row in rows if row["model"] != name), None)
    beside = "" if second is None else f", the best plain model ({second['model']}) {second['value']:.3f}"
    own = next(row for row in rows if row["model"] == name)
    why = f"{MEASURE} {own['value']:.3f} on {cases:,} validation choices{beside}"
    return Chosen(name, why, split, rows)


def stored(folder: Path) -> bool:
    """Whether a model folder is complete."""
    return (folder / "manifest.json").is_file()
