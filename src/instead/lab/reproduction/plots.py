"""Plots of a report as PNG bytes: sensitivity, calibration, bars."""

from __future__ import annotations

import io
from collections.abc import Sequence

import polars as pl
from matplotlib.figure import Figure

_BLUE, _GREY = "#2f5fa7", "#8a93a3"


def _png(figure: Figure) -> bytes:
    made = io.BytesIO()
    figure.savefig(made, format="png", dpi=110)
    return made.getvalue()


def sensitivity(curves: dict[str, list[tuple[str, float, float, float]]], measure: str) -> bytes:
    """One panel per setting: (value, figure, low, high) for each point."""
    figure = Figure(figsize=(3.3 * len(curves), 3.0), layout="constrained")
    axes = figure.subplots(1, len(curves), sharey=True, squeeze=False)[0]
    for axis, (name, points) in zip(axes, curves.items(), strict=True):
        places = range(len(points))
        values = [point[1] for point in points]
        below = [point[1] - point[2] for point in points]
        above = [point[3] - point[1] for point in points]
        axis.errorbar(places, values, yerr=[below, above], marker="o", color=_BLUE, capsize=3)
        axis.set_xticks(places, [point[0] for point in points])
        axis.set(title=name)
        axis.grid(axis="y", alpha=0.3)
    axes[0].set_ylabel(measure)
    return _png(figure)


def calibration(frames: dict[str, pl.DataFrame]) -> bytes:
    """Calibration curves: share that later reviews call better, by strength of the claim; two panels in a row."""
    rows = -(-len(frames) // 2)
    figure = Figure(figsize=(8.4, 3.0 * rows), layout="constrained")
    axes = figure.subplots(rows, 2, squeeze=False).ravel()
    for axis in axes[len(frames) :]:
        axis.set_axis_off()
    for axis, (title, frame) in zip(axes, frames.items(), strict=False):
        share = frame["share"].to_numpy()
        error = [share - frame["low"].to_numpy(), frame["high"].to_numpy() - share]
        axis.errorbar(range(1, frame.height + 1), share, yerr=error, marker="o", color=_BLUE, capsize=3)
        axis.axhline(float(share.mean()), color=_GREY, linewidth=1)
        axis.set(title=title, xlabel="tenth of the claims, weakest first", ylabel="later reviews say better")
    return _png(figure)


def bars(
    labels: Sequence[str], values: Sequence[float], low: Sequence[float], high: Sequence[float], name: str
) -> bytes:
    """Horizontal bars with intervals."""
    figure = Figure(figsize=(7.0, 0.32 * len(labels) + 0.9), layout="constrained")
    axis = figure.subplots()
    places = range(len(labels))
    error = [
        [v - a for v, a in zip(values, low, strict=True)],
        [b - v for v, b in zip(values, high, strict=True)],
    ]
    axis.barh(places, values, xerr=error, color=_BLUE, alpha=0.85, error_kw={"ecolor": _GREY})
    axis.set_yticks(places, labels)
    axis.invert_yaxis()
    axis.set_xlabel(name)
    return _png(figure)
