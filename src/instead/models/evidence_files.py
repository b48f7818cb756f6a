"""Writes the evidence of a model folder, with the strengths of the priors that belong to it (`qualities.py`)."""

from __future__ import annotations

from pathlib import Path

from instead.mentions.attribute_tree import AttributeTree
from instead.models.evidence import FILE, Evidence, evidence_arrays
from instead.models.qualities import STRENGTHS, strengths_of
from instead.store.dataset import Dataset
from instead.store.tensors import write_tensors


def write_evidence(folder: Path, dataset: Dataset, scale: float, *, everything: bool = False) -> None:
    """Write the evidence of the training reviews (of all reviews for a final model) into a model folder."""
    arrays = evidence_arrays(dataset, scale, everything=everything)
    evidence = Evidence(arrays, dataset.attributes.height)
    arrays[STRENGTHS] = strengths_of(evidence, AttributeTree.of(dataset.attributes), dataset.items).array()
    write_tensors(folder / FILE, arrays)
