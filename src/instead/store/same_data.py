"""Checks that a model, run or evaluation belongs to a dataset: compares the content hashes of the layers."""

from __future__ import annotations

from collections.abc import Mapping

from instead.errors import InputError
from instead.store.dataset import Dataset
from instead.store.layers import KINDS, SPLIT


def same_data(recorded: Mapping[str, str], dataset: Dataset, *, what: str, remedy: str) -> None:
    """Refuse a dataset whose layers are not those that `what` recorded (`Dataset.hashes`); `remedy` says what to do.

    A layer that was not recorded counts as different.
    """
    if other := differing(recorded, dataset.hashes):
        raise InputError(f"{what} belongs to {other} than {dataset.folder} has now; {remedy}")


def differing(recorded: Mapping[str, str], found: Mapping[str, str]) -> str:
    """The layers that differ, in words, with the first of their hashes; empty if none does."""
    words = {kind: f"{'another' if kind == SPLIT else 'other'} {KINDS[kind]}" for kind in KINDS}
    return " and ".join(
        f"{words[kind]} ({_short(recorded, kind)} against {_short(found, kind)})"
        for kind in KINDS
        if recorded.get(kind) != found.get(kind)
    )


def _short(hashes: Mapping[str, str], kind: str) -> str:
    return hashes[kind][:12] if kind in hashes else "unknown"
