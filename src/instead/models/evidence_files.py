"""Writes the evidence of a model folder, with what is learned from it: strengths of priors (`qualities.py`), and what
makes somebody mention an attribute (`statement_weights.py`)."""

from __future__ import annotations

from pathlib import Path

from instead.mentions.attribute_tree import AttributeTree
from instead.models.counted_evidence import evidence_arrays
from instead.models.evidence import FILE, Evidence
from instead.models.qualities import STRENGTHS, strengths_of
from instead.models.statement_order import WEIGHTS
from instead.models.statement_weights import learned_weights
from instead.store.dataset import Dataset
from instead.store.tensors import write_tensors


def write_evidence(folder: Path, dataset: Dataset, scale: float, *, everything: bool = False) -> None:
    """Write the evidence of the training reviews (of all reviews for a final model) into a model folder."""
    arrays = evidence_arrays(dataset, scale, everything=everything)
    evidence = Evidence(arrays, dataset.attributes.height)
    arrays[STRENGTHS] = strengths_of(evidence, AttributeTree.of(dataset.attributes), dataset.items).array()
    arrays[WEIGHTS] = learned_weights(evidence, dataset, everything=everything).array
    write_tensors(folder / FILE, arrays)
