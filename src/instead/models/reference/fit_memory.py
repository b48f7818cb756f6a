"""Memory estimate of a model fitted in one step: the dataset, its own arrays, and scores of validation triples."""

from __future__ import annotations

from instead.material import Material
from instead.models.training_memory import training_memory
from instead.settings import ModelSettings

_NOT_COMPILED = 70 << 20  # bytes of the runtime that only models with compiled training loops take
_SCORED = 16  # bytes of a score and its candidate, and of the dense rows they are looked up in


def fit_memory(material: Material, settings: ModelSettings, own: int, *, compiled: bool = False) -> dict[str, int]:
    """Bytes by part; `own` is the peak of the model's own arrays while it is fitted, `compiled` if it has loops."""
    parts = training_memory(
        material, settings, model={"model": own}, working={}, judged=16 << 20, scored=_SCORED, weights=own
    )
    return parts if compiled else parts | {"runtime": parts["runtime"] - _NOT_COMPILED}
