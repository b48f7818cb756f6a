"""Estimates the peak memory of a training before it begins.

Libraries, dataset and model stay in memory to the end. On top of them come three stages, one after the other; the
largest of the three is the fourth part of the estimate:

reading    joins of mentions and links; finished when the estimate is made, but its peak counts
learning   a step or the scoring of validation triples, and pages of the reading that polars has not yet returned
writing    the model mapped from its checkpoint, Y~ once more, and the sentences that are quoted as evidence

Table sizes are measured. The bytes per row of the stages were fitted to measured peaks on random datasets of twelve
shapes and do not depend on the model; `benchmarks/memory_peaks.py` compares estimates with peaks. The current resident
size is not used: after the reading it varies by a third from run to run with the pages that polars has kept and the
writing uses again, while the peak of the whole run does not.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from instead.material import Material
from instead.store.dataset import PARTS, Dataset
from instead.store.memory import RUNTIME

_READ_MENTION, _READ_REVIEW, _READ_LINK = 225, 190, 70
"""Bytes while X, Y and the graph are built: rows with the names of users and items, joined to numbers."""
_KEPT = 0.5
"""Share of it that polars has not returned while the model is learned."""
_COUNTED_MENTION = 400
"""Bytes of a mention while reviews are counted as evidence."""
_QUOTED_CELL, _QUOTED_LETTER = 260, 1.6
"""Bytes on top of it while sentences are chosen: of a cell that has any, and of each letter of the texts."""
_SAMPLE = 2000  # reviews whose texts are measured

LINK = 100
"""Bytes of a link where a model asks for links with their relation: the table, and what its joins leave behind."""
PATH = 400
"""Bytes of an item's category path as lists of strings."""
SCORED = 1024
"""Validation triples scored at a time."""


def training_memory(
    material: Material,
    settings: object,
    *,
    model: dict[str, int],
    working: dict[str, int],
    judged: int,
    scored: int,
    weights: int,
    serving: int = 0,
) -> dict[str, int]:
    """Bytes by part, which add up to the peak.

    `model` is held from the first step to the end, `working` (a step, an epoch's lists) only during training. A
    validation takes `judged` bytes for a copy of the model, and `scored` for each triple and candidate. `weights` are
    the stored arrays, mapped when the model is written, and `serving` the arrays precomputed then.
    """
    dataset = material.source
    found = {"runtime": RUNTIME, "dataset": _arrays(material), **model}
    each, cases = _validation(material, int(getattr(settings, "validation_cases", 0)))
    read = wrote = 0
    if dataset is not None:
        found["dataset"] += _tables(dataset)
        trained = 1.0 if material.everything else _trained(dataset)
        read, wrote = _reading(dataset, trained), _writing(dataset, material, trained)
    judging = judged + scored * min(cases, SCORED) * (1 + each)
    learning = {"left by reading": int(_KEPT * read), "validation triples": 8 * cases * (1 + each)}
    # a step and a validation never run at the same time
    learning |= working if sum(working.values()) >= judging else {"validation": judging}
    stages = [
        {"reading": max(0, read - sum(model.values()))},
        learning,
        {"model on disk": weights, "evidence and serving": max(serving, wrote)},
    ]
    return found | max(stages, key=lambda parts: sum(parts.values()))


def _arrays(material: Material) -> int:
    """Bytes of everything a `Material` holds."""
    m = material
    arrays = [m.user, m.query, m.chosen, m.visited_start, m.visited, m.graph.start, m.graph.neighbours, m.popularity]
    for matrix in (m.care, m.quality):
        arrays += [matrix.data, matrix.indices, matrix.indptr]
    return sum(int(array.nbytes) for array in arrays)


def _tables(dataset: Dataset) -> int:
    """Bytes of the tables that `Material.of` has read, which stay open."""
    tables = (dataset.users, dataset.items, dataset.attributes, dataset.mentions, dataset.links, dataset.interactions)
    return sum(int(table.estimated_size()) for table in tables)


def _reading(dataset: Dataset, trained: float) -> int:
    reviews = dataset.interactions.height
    mentions = dataset.mentions.height * trained
    return int(_READ_MENTION * mentions + _READ_REVIEW * reviews + _READ_LINK * dataset.links.height)


def _writing(dataset: Dataset, material: Material, trained: float) -> int:
    """Bytes of the evidence of training reviews; sentences only where mentions have positions in the text."""
    needed = _COUNTED_MENTION * dataset.mentions.height * trained
    if "start" in dataset.mentions.columns and dataset.mentions["start"].null_count() < dataset.mentions.height:
        letters = dataset.reviews().head(_SAMPLE).select(pl.col("text").str.len_bytes().mean()).collect().item() or 0.0
        texts = letters * dataset.interactions.height * trained
        needed += _QUOTED_CELL * material.quality.nnz + _QUOTED_LETTER * texts
    return int(needed)


def _trained(dataset: Dataset) -> float:
    """Share of the reviews in the training part."""
    part = dataset.interactions["part"].to_numpy()
    return float(np.mean(part == PARTS["train"])) if part.size else 0.0


def _validation(material: Material, wanted: int) -> tuple[int, int]:
    """Candidates per validation triple, and number of triples scored; both 0 where there are none."""
    if material.source is None or not material.source.splits or material.everything:
        return 0, 0
    about = material.source.split(material.split).about.get("candidates", {}).get("validation")
    if not about:
        return 0, 0
    return int(about["each"]), min(wanted, int(about["cases"]))
