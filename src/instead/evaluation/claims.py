"""Correctness of explanations: whether held-out reviews agree that the substitute is better on an attribute.

Two judges, both from the held-out part, which no model has seen:

praise       the user's own later review of the chosen item mentions the attribute: is it praised or blamed? A claim
             is informative if attributes called better are praised more often than those called worse. Most mentions
             are praise, so a share alone says nothing: the base rate is reported beside it.
comparison   later reviews, of any user, mention the attribute of both items. Take one mention of each at random; where
             one praises and the other blames, which item is praised? This tests the claim itself, but fewer cells can
             be judged. Guessing is right in half of them. (Comparing shares of praise instead would favour the item
             with fewer reviews: one praise of one is 100 %.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.evaluation.lists import Explainer
from instead.evaluation.protocols import HeldOutTriples
from instead.evaluation.significance import intervals
from instead.matrices import part_mentions
from instead.progress import Progress, quiet
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits

Floats = NDArray[np.float64]

_CELLS = 1 << 21
BINS = 10


@dataclass(frozen=True)
class Claims:
    """Every cell (triple, attribute) that held-out reviews can judge, with the strength of the claim."""

    explainer: str
    praise: pl.DataFrame
    """`user attribute strength shown right weight`: `right` is the share of praise in the user's own later mentions.

    `shown`: among the first three attributes of the list.
    """
    comparison: pl.DataFrame
    """The same columns: `right` is the share of differing pairs of mentions won by the chosen item, `weight` theirs."""

    def table(self, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
        """`judge claim cells share low high`: how often the judge says "better", for claims of each kind.

        `all` is the base rate, `neither` are cells without a claim. `agreement` is the area under the ROC curve: how
        often, of a cell the judge calls better and one it does not, the first has the stronger claim; 0.5 is guessing.
        """
        rows: list[tuple[Any, ...]] = []
        for judge, frame in (("praise", self.praise), ("comparison", self.comparison)):
            strength = pl.col("strength")
            for claim, which in (
                ("all", pl.lit(True)),
                ("better", strength > 0),
                ("neither", strength == 0),
                ("worse", strength < 0),
                ("shown", pl.col("shown") & (strength > 0)),
            ):
                some = frame.filter(which)
                if some.height:
                    rows.append((judge, claim, some.height, *_share(some, draws, seed)))
            if frame.height:
                found = area(*(frame[name].to_numpy() for name in ("strength", "right", "weight")))
                rows.append((judge, "agreement", frame.height, found, None, None))
        schema = {"judge": pl.String, "claim": pl.String, "cells": pl.Int64, "share": pl.Float64,
                  "low": pl.Float64, "high": pl.Float64}  # fmt: skip
        return pl.DataFrame(rows, schema=schema, orient="row")

    def calibration(self, bins: int = BINS) -> pl.DataFrame:
        """Calibration curve: bins of equal size by strength, for both judges: `judge strength share low high cells`.

        Shares should rise with strength. Where strengths are probabilities, share and strength should be equal;
        `calibration_error` is their mean distance.
        """
        return pl.concat(
            calibration(frame, bins).select(pl.lit(judge).alias("judge"), pl.all())
            for judge, frame in (("praise", self.praise), ("comparison", self.comparison))
        )


def evaluate_claims(
    explainer: Explainer,
    dataset: Dataset,
    *,
    split: str = "paper",
    part: str = "test",
    sample: int | None = None,
    seed: int = 0,
    shown: int = 3,
    progress: Progress = quiet,
) -> Claims:
    """Judge the claims of an explainer whose numbers are above 0 for "better" and below for "worse"."""
    cases = HeldOutTriples.of(dataset, split, part, sample, seed)
    later, visits = part_mentions(dataset, part), training_visits(dataset)
    count = dataset.attributes.height
    own = _shares(later, "interaction", dataset.interactions.height, count)
    about = _shares(later, "item", dataset.items.height, count)
    praise: list[pl.DataFrame] = []
    comparison: list[pl.DataFrame] = []
    with progress("judging claims", total=len(cases)) as advance:
        for batch in cases.batches(max(1, _CELLS // max(count, 1))):
            strength = np.asarray(explainer.gains(batch.context(visits), batch.chosen), np.float64)
            place = np.empty(strength.shape, np.int64)
            np.put_along_axis(place, np.argsort(-strength, axis=1, kind="stable"), np.arange(count)[None, :], axis=1)
            said, mine = _said(own, batch.interaction)
            praise.append(_cells(batch.user, strength, place < shown, said * mine, said * (1.0 - mine)))
            of_chosen, chosen = _said(about, batch.chosen)
            of_query, query = _said(about, batch.query)
            both = of_chosen * of_query
            wins, losses = both * chosen * (1.0 - query), both * query * (1.0 - chosen)
            comparison.append(_cells(batch.user, strength, place < shown, wins, losses))
            advance(len(batch))
    return Claims(explainer.name, pl.concat(praise), pl.concat(comparison))


def _shares(later: pl.DataFrame, row: str, rows: int, attributes: int) -> tuple[csr_matrix, csr_matrix]:
    """Mentions (rows, attributes), and those of them that praise."""
    places = (later[row].to_numpy(), later["attribute"].to_numpy())
    praised = (later["sentiment"].to_numpy() > 0).astype(np.float64)
    shape = (rows, attributes)
    return csr_matrix((np.ones(later.height), places), shape=shape), csr_matrix((praised, places), shape=shape)


def _said(shares: tuple[csr_matrix, csr_matrix], rows: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """(n, A) 1 where there is a mention, and the share of praise among the mentions."""
    mentions, praised = (matrix[rows].toarray() for matrix in shares)
    return (mentions > 0).astype(np.float64), praised / np.maximum(mentions, 1.0)


def _cells(
    user: NDArray[np.int64], strength: Floats, shown: NDArray[np.bool_], wins: Floats, losses: Floats
) -> pl.DataFrame:
    """Judged cells: those with at least one win or loss."""
    row, attribute = np.nonzero(wins + losses)
    won, weight = wins[row, attribute], (wins + losses)[row, attribute]
    return pl.DataFrame(
        {
            "user": user[row],
            "attribute": attribute,
            "strength": strength[row, attribute],
            "shown": shown[row, attribute],
            "right": won / weight,
            "weight": weight,
        }
    )


def _share(frame: pl.DataFrame, draws: int, seed: int) -> tuple[float, float, float]:
    right, user, weight = (frame[name].to_numpy() for name in ("right", "user", "weight"))
    value, low, high = intervals(right[:, None], user, draws=draws, seed=seed, weight=weight)
    return float(value[0]), float(low[0]), float(high[0])


def area(strength: Floats, right: Floats, weight: Floats) -> float:
    """Area under the ROC curve (AUC), ties counting half; 0.5 where there is only one class."""
    _, group = np.unique(strength, return_inverse=True)
    good = np.bincount(group, weights=weight * right)
    bad = np.bincount(group, weights=weight * (1.0 - right))
    both = good.sum() * bad.sum()
    return float((good * (np.cumsum(bad) - 0.5 * bad)).sum() / both) if both else 0.5


def calibration(frame: pl.DataFrame, bins: int = BINS, *, draws: int = 200, seed: int = 0) -> pl.DataFrame:
    """`strength share low high cells` of bins of equal size, the weakest first; `frame` as in `Claims`."""
    ordered = frame.sort("strength", maintain_order=True)
    rows = []
    for part in np.array_split(np.arange(ordered.height), bins):
        if part.size:
            some = ordered[int(part[0]) : int(part[-1]) + 1]
            rows.append((float(some["strength"].to_numpy().mean()), *_share(some, draws, seed), some.height))
    schema = {"strength": pl.Float64, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64, "cells": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def calibration_error(bins: pl.DataFrame) -> float:
    """Expected calibration error: mean distance of share and strength over cells, where strengths are probabilities."""
    apart = (bins["share"] - bins["strength"]).abs().to_numpy()
    return float(np.average(apart, weights=bins["cells"].to_numpy()))
