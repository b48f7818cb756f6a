"""The paper's tables from evaluations: means over seeds, bootstrap intervals over users, significance marks (Holm)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from instead.evaluation.explanations import Explanations
from instead.evaluation.result import Evaluation
from instead.evaluation.significance import enough_draws, holm, intervals, paired_all
from instead.lab.reproduction import published
from instead.lab.reproduction.report import Table
from instead.lab.reproduction.study import over_seeds

Floats = NDArray[np.float64]
Lines = dict[str, Sequence[Evaluation]]
"""Label -> evaluations with different model seeds, on the same triples."""

DRAWS = 1000
"""Resamples behind an interval."""

LEVEL = 0.01
"""Significance level of the paper; ours is corrected for all comparisons of a table (Holm)."""


def ranking_table(
    title: str,
    lines: Lines,
    protocol: str,
    measures: Sequence[str],
    *,
    against: str | None = None,
    printed: dict[str, Sequence[float]] | None = None,
) -> Table:
    """A line per model. `*` after the first measure's value: differs from the model `against`, p < 0.01 after Holm."""
    values = {label: over_seeds(found, protocol) for label, found in lines.items()}
    user = next(iter(lines.values()))[0].of(protocol)["user"].to_numpy()
    marks = _marks({label: found[measures[0]] for label, found in values.items()}, user, against)
    rows = []
    for label, found in values.items():
        value, low, high = intervals(np.column_stack([found[name] for name in measures]), user, draws=DRAWS)
        cells = [f"{v:.4f} ({a:.4f} - {b:.4f})" for v, a, b in zip(value, low, high, strict=True)]
        cells[0] += marks.get(label, "")
        rows.append([label, _spread(lines[label], protocol, measures[0]), *cells])
    for label, figures in (printed or {}).items():
        rows.append([f"{label}, as the paper prints it", "-", *(f"{value:.4f}" for value in figures)])
    counted = f"{title}; {user.size:,} triples of {np.unique(user).size:,} users"
    return Table(counted, ["model", f"seeds: {measures[0]}", *measures], rows)


def standing_table(
    title: str, lines: Lines, systems: Mapping[str, str], references: Sequence[str], own: str, measure: str = "HR@10"
) -> Table:
    """Each compared system (name -> label) in both regimes, beside the best baseline, A2CF and the published figure."""
    value = {label: float(over_seeds(found, "paper")[measure].mean()) for label, found in lines.items()}
    best = max(references, key=lambda label: value[label])
    place = published.MEASURES.index(measure)
    rows = []
    for name, label in systems.items():
        printed = [values[name][place] for values in published.RANKING.values()]
        rows.append(
            [
                label,
                f"{value[label]:.4f}",
                f"{value[f'{label} (triples only)']:.4f}",
                f"{value[label] - value[best]:+.4f}",
                f"{value[label] - value[own]:+.4f}",
                f"{min(printed):.4f} - {max(printed):.4f}",
            ]
        )
    columns = ["system", measure, "triples only", f"against {best}", f"against {own}", "the paper's three categories"]
    return Table(title, columns, rows)


def training_table(title: str, lines: Lines) -> Table:
    """Best round of each training; if it is the last one, more rounds might have helped."""
    rows = []
    for label, found in lines.items():
        about = [one.about for one in found]
        rows.append(
            [
                label,
                ", ".join(f"{one['best_round']} of {one['rounds']}" for one in about),
                f"{np.mean([one['validation']['NDCG@10'] for one in about]):.4f}",
                f"{np.mean([one['seconds'] for one in about]) / 60:.1f}",
                "; ".join(about[0]["switched_off"]) or "-",
            ]
        )
    columns = ["model", "best round of those run", "validation NDCG@10", "minutes", "switched off by these data"]
    return Table(title, columns, rows)


def _spread(evaluations: Sequence[Evaluation], protocol: str, measure: str) -> str:
    """The first measure of each seed."""
    if len(evaluations) == 1:
        return "-"
    return " / ".join(f"{evaluation.figures(protocol)[measure]:.3f}" for evaluation in evaluations)


def _marks(values: dict[str, Floats], user: NDArray[np.integer], against: str | None) -> dict[str, str]:
    if against is None or against not in values or len(values) < 2:
        return {}
    others = [label for label in values if label != against]
    columns = np.column_stack([values[label] for label in others])
    draws = enough_draws(len(others), LEVEL)
    found = holm(np.array([one.p for one in paired_all(columns, values[against], user, draws=draws)]))
    return {label: "*" for label, p in zip(others, found, strict=True) if p < LEVEL}


def explanation_table(title: str, lines: Mapping[str, Sequence[Explanations]], printed: Mapping[str, float]) -> Table:
    """Table 3 with its parts: a line per explainer, means over seeds."""
    judged, others = ("ATC", "AP", "precision@3"), ("NDCG", "AP positive", "ATC@10")
    rows = []
    for label, found in lines.items():
        figures = {name: np.mean([one.figures()[name] for one in found]) for name in (*judged, *others, "coverage")}
        cells = [f"{figures[name]:.4f} ({low:.4f} - {high:.4f})" for name, low, high in _intervals(found, judged)]
        rows.append([label, *cells, *(f"{figures[name]:.4f}" for name in others), f"{figures['coverage']:.3f}"])
    rows += [[f"{label}, as the paper prints it", f"{value:.4f}", *["-"] * 6] for label, value in printed.items()]
    return Table(title, ["explainer", *judged, *others, "coverage"], rows)


def _intervals(found: Sequence[Explanations], names: Sequence[str]) -> list[tuple[str, float, float]]:
    """(name, low, high): bootstrap intervals over users of means over seeds."""
    values = np.mean([one.cases.select(names).to_numpy() for one in found], axis=0)
    _, low, high = intervals(values, found[0].cases["user"].to_numpy(), draws=DRAWS)
    return [(name, float(low[at]), float(high[at])) for at, name in enumerate(names)]


def frame_table(title: str, frame: object, digits: int = 4) -> Table:
    """A polars frame as a table."""
    import polars as pl  # noqa: PLC0415

    if not isinstance(frame, pl.DataFrame):
        raise TypeError("frame_table takes a polars frame")

    def word(value: object) -> str:
        if value is None:
            return "-"
        return (
            f"{value:.{digits}f}"
            if isinstance(value, float)
            else f"{value:,}"
            if isinstance(value, int)
            else str(value)
        )

    return Table(title, frame.columns, [[word(value) for value in row] for row in frame.iter_rows()])
