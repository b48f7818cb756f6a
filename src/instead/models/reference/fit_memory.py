"""What a model that is computed in one go takes: the dataset, its own arrays, and scores on the way."""

from __future__ import annotations

from instead.material import Material
from instead.models.training_memory import training_memory
from instead.settings import ModelSettings

_SCORED = 16  # bytes of a score and its candidate, and of the dense rows they are looked up in


def fit_memory(material: Material, settings: ModelSettings, own: int) -> dict[str, int]:
    """Bytes by part; `own` is what the model's arrays take while they are made."""
    return training_memory(
        material, settings, model={"model": own}, working={}, judged=16 << 20, scored=_SCORED, weights=own
    )
