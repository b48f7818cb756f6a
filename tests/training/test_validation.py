"""The triples that decide when to stop."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from instead.preparation.prepare import prepare
from instead.training.validation import ValidationTriples
from tests.small_shop import small_settings, small_shop


def test_triples_without_stored_negatives_are_left_out(tmp_path: Path) -> None:
    settings = small_settings().model_copy(update={"validation_cases": 2})
    data = prepare(small_shop(tmp_path), out=tmp_path / "data", settings=settings)
    triples = data.split("paper").triples("validation")
    assert (triples["case"] < 0).any()  # a large shop stores negatives of some triples only
    cases = ValidationTriples.of(data, "paper", "validation", None)
    assert len(cases) == 2
    stored = triples.filter(triples["case"] >= 0)
    np.testing.assert_array_equal(cases.candidates[:, 0], stored["chosen"].to_numpy())
    np.testing.assert_array_equal(cases.candidates[:, 1:], data.split("paper").candidates("validation"))
