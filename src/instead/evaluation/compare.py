"""Compares several models on the same triples: differences with bootstrap intervals and Holm-corrected p-values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from instead.errors import InputError
from instead.evaluation.result import Evaluation
from instead.evaluation.significance import Difference, enough_draws, holm, intervals, paired_all
from instead.store.same_data import differing


def compare(
    evaluations: Sequence[Evaluation],
    *,
    protocol: str,
    measure: str,
    against: str | None = None,
    draws: int | None = None,
    seed: int = 0,
) -> pl.DataFrame:
    """`model value low high difference difference_low difference_high p p_holm`, the best first.

    Differences are to the model `against`, by default the best one; its own row has none. `p_holm` is corrected for
    all rows together (Holm): quote that one. `draws` is the number of bootstrap resamples, by default enough for it.
    """
    _same_triples(evaluations, protocol)
    by_name = {evaluation.model: evaluation.measures(protocol)[measure] for evaluation in evaluations}
    if len(by_name) != len(evaluations):
        raise InputError("two evaluations have the same model name; name them apart before comparing")
    user = evaluations[0].clusters(protocol)
    order = sorted(by_name, key=lambda name: -float(by_name[name].mean()))
    base = order[0] if against is None else against
    if base not in by_name:
        raise InputError(f"no evaluation of {base!r} to compare with; there are {', '.join(order)}")
    columns = np.column_stack([by_name[name] for name in order])
    others = [place for place, name in enumerate(order) if name != base]
    draws = enough_draws(len(others)) if draws is None else draws
    value, low, high = intervals(columns, user, draws=draws, seed=seed)
    differences = paired_all(columns[:, others], by_name[base], user, draws=draws, seed=seed)
    found: dict[str, Difference] = dict(zip((order[place] for place in others), differences, strict=True))
    adjusted = dict(zip(found, holm(np.array([one.p for one in differences])).tolist(), strict=True))
    rows = [
        {
            "model": name,
            "value": float(value[place]),
            "low": float(low[place]),
            "high": float(high[place]),
            "difference": found[name].value if name in found else None,
            "difference_low": found[name].low if name in found else None,
            "difference_high": found[name].high if name in found else None,
            "p": found[name].p if name in found else None,
            "p_holm": adjusted.get(name),
        }
        for place, name in enumerate(order)
    ]
    return pl.DataFrame(rows, schema_overrides=dict.fromkeys(list(rows[0])[1:], pl.Float64))


def _same_triples(evaluations: Sequence[Evaluation], protocol: str) -> None:
    if not evaluations:
        raise InputError("nothing to compare")
    first = evaluations[0]
    for other in evaluations[1:]:
        if other.about["split_hash"] != first.about["split_hash"]:
            raise InputError(f"{other.model} and {first.model} were evaluated on different splits; evaluate them again")
        if other_data := differing(first.about.get("layers", {}), other.about.get("layers", {})):
            raise InputError(
                f"{other.model} was evaluated with {other_data} than {first.model}; evaluate both on the same dataset"
            )
        if other.about.get("tell_time", False) != first.about.get("tell_time", False):
            told, not_told = (first, other) if first.about.get("tell_time", False) else (other, first)
            raise InputError(
                f"{told.model} was told the time of asking and {not_told.model} was not; evaluate both in the same way"
            )
        key = ["interaction", "query", "chosen"]
        if not other.of(protocol).select(key).equals(first.of(protocol).select(key)):
            raise InputError(f"{other.model} and {first.model} were evaluated on different samples of triples")
