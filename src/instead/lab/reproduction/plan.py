"""The lines of the paper's tables and figures: models, ablations, sensitivity grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from instead.lab.reproduction.study import Entry

_BARE = {"item_attributes": False, "user_attributes": False, "attribute_epochs": 0, "later_attribute_epochs": 0}

A2CF = Entry("A2CF", "a2cf", {}, keep=True, full=True)
PUBLISHED = Entry("A2CF, trained as published", "a2cf", {}, preset="paper", full=True)
OWN_TUNED = "A2CF, tuned"
RANKER = Entry("Ranker", "ranker", {}, full=True)
"""The default model: not the paper's, and beside it in every table."""
LVA = "LVA"
COMPARED = {"sceptre": "Sceptre", "pmsc": "PMSC (reconstruction)", "spem": "SPEM (reconstruction)", "clva": "CLVA"}
EXPLAINERS = ("sceptre", "clva")
"""Compared systems with a list of attributes of their own: those of the paper's Table 3."""

TUNED = (*COMPARED, "a2cf")
"""Models whose hyper-parameters are searched, with the same number of trials each."""

BPR = (
    Entry("BPR, user only", "a2cf", {**_BARE, "substitution": False}, full=True),
    Entry("BPR, query only", "a2cf", {**_BARE, "personalisation": False}, full=True),
)
"""One of the two terms of A2CF's score."""

CHOICES = ("choice", "choice_matched")
"""Splits of the choice protocol: which of ten true substitutes a user takes."""
ABLATIONS = {
    "default": A2CF,
    "no substitution": Entry("A2CF without substitution", "a2cf", {"substitution": False}),
    "no personalisation": Entry("A2CF without personalisation", "a2cf", {"personalisation": False}),
    "no item attributes": Entry("A2CF without item attributes", "a2cf", {"item_attributes": False}),
    "no user attributes": Entry("A2CF without user attributes", "a2cf", {"user_attributes": False}),
    "no attributes": Entry("A2CF without attributes", "a2cf", {"item_attributes": False, "user_attributes": False}),
    "no attributes, free item bias": Entry(
        "A2CF with an item bias for attributes", "a2cf",
        {"item_attributes": False, "user_attributes": False, "item_bias": True},
    ),
}  # fmt: skip
"""Ablations of Table 4, and the control with a free bias per item instead of attributes."""

_POWERS = {0.0: "1", 0.25: "d^0.25", 0.5: "d^0.5", 0.75: "d^0.75", 1.0: "d"}

SENSITIVITY: dict[str, dict[str, Entry]] = {
    "depth": {str(depth): Entry(f"A2CF depth {depth}", "a2cf", {"depth": depth}) for depth in range(1, 6)},
    "gamma": {
        str(gamma): Entry(f"A2CF gamma {gamma}", "a2cf", {"gamma": gamma}) for gamma in (0.1, 0.3, 0.5, 0.7, 0.9)
    },
    "beta": {name: Entry(f"A2CF beta {64**power:.4g}", "a2cf", {"beta": 64**power}) for power, name in _POWERS.items()},
    "epsilon": {
        name: Entry(f"A2CF epsilon {64**power:.4g}", "a2cf", {"epsilon": 64**power}) for power, name in _POWERS.items()
    },
}
"""The paper's four plots: one setting at a time, d = 64."""

DEFAULTS = {"depth": "1", "gamma": "0.7", "beta": "d^0.5", "epsilon": "d^0.5"}
"""Values of `SENSITIVITY` that are A2CF itself."""


def table_two(tuned: dict[str, dict[str, Any]]) -> list[Entry]:
    """Trained models: compared systems, BPR with one term of A2CF's score, A2CF. `tuned` has settings by model."""
    systems = [
        Entry(label, name, tuned.get(name, {}), keep=name in EXPLAINERS, full=True) for name, label in COMPARED.items()
    ]
    alone = Entry(LVA, "clva", tuned.get("clva", {}), preset="lva", keep=True, full=True)
    own = [Entry(OWN_TUNED, "a2cf", tuned["a2cf"], full=True)] if tuned.get("a2cf") else []
    return [*systems, alone, *BPR, PUBLISHED, *own, A2CF, RANKER]


def choosers(table: Sequence[Entry]) -> list[Entry]:
    """The lines of Table 2 that use the user, for the choice protocol."""
    return [entry for entry in table if entry.label in {COMPARED["clva"], BPR[0].label, A2CF.label, RANKER.label}]


def triples_only(tuned: dict[str, dict[str, Any]]) -> list[Entry]:
    """The compared systems trained on the pairs of the training triples only, as A2CF is."""
    return [
        Entry(f"{label} (triples only)", name, {**tuned.get(name, {}), "supervision": "triples"})
        for name, label in COMPARED.items()
    ]


def sensitivity_entry(setting: str, value: str) -> Entry:
    """The entry of a value; the default value is A2CF itself, trained once."""
    return A2CF if DEFAULTS[setting] == value else SENSITIVITY[setting][value]
