"""What a model that is computed in one go takes: the dataset's tables, its own arrays, and scores on the way."""

from __future__ import annotations

from instead.material import Material

_RUNTIME = 300 << 20
_SCORES = 1024 * 1001 * 12  # validation: scores and candidates of a batch


def fit_memory(material: Material, own: int) -> dict[str, int]:
    """Bytes by part; `own` is what the model's arrays take while they are made."""
    return {"runtime and data": _RUNTIME, "the model": own, "validation": _SCORES}
