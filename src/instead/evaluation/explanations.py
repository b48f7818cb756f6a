"""ATC, the paper's measure of explanations (section 5.2), and the parts it is made of.

For a test triple (u, q, j) the attributes are ranked by gain and compared with those that u's real review of j
mentions: average precision (AP) of the list cut at 500, joined by a harmonic mean with the NDCG of j's place among the
candidates. ATC mixes two skills, so both are reported alone, beside precision@3, which is what a user sees.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import InputError
from instead.evaluation.lists import Explainer
from instead.evaluation.result import Evaluation
from instead.evaluation.significance import intervals
from instead.matrices import part_mentions
from instead.metrics import CUT, average_precision, harmonic, precision_at
from instead.models.context import Context
from instead.progress import Progress, quiet
from instead.store.dataset import Dataset
from instead.store.same_data import same_data
from instead.substitutes.training import training_visits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CELLS = 1 << 21
AGAIN = "evaluate the model again"


@dataclass(frozen=True)
class Mentioned:
    """Attributes of held-out reviews, a row per triple."""

    any: csr_matrix  # (n, A), mentioned with either sentiment (decision E2)
    positive: csr_matrix  # (n, A), praised at least once

    @classmethod
    def of(cls, dataset: Dataset, part: str, interaction: NDArray[np.integer]) -> Mentioned:
        """Attributes of the reviews that belong to these interactions."""
        rows = pl.DataFrame({"interaction": interaction.astype(np.int64)}).with_row_index("row")
        found = part_mentions(dataset, part).join(rows, on="interaction")
        shape = (len(interaction), dataset.attributes.height)
        return cls(_cells(found, shape), _cells(found.filter(pl.col("sentiment") > 0), shape))


def _cells(frame: pl.DataFrame, shape: tuple[int, int]) -> csr_matrix:
    places = (frame["row"].to_numpy(), frame["attribute"].to_numpy())
    return csr_matrix((np.ones(frame.height, np.bool_), places), shape=shape, dtype=np.bool_)


@dataclass(frozen=True)
class Explanations:
    """Measures of every triple whose review mentions an attribute; the others cannot be measured (decision E3)."""

    explainer: str
    model: str
    """The model whose NDCG enters ATC."""
    coverage: float
    """Share of triples whose review mentions an attribute."""
    cases: pl.DataFrame
    """`interaction user query chosen` and a column per measure; `AP positive` is null where nothing is praised."""

    MEASURES = ("AP", "AP positive", "precision@3", "NDCG", "ATC", "ATC@10")

    def figures(self) -> dict[str, float]:
        """Means by name, and the coverage."""
        known = {name: self.cases[name].drop_nulls().to_numpy() for name in self.MEASURES}
        means = {name: float(values.mean()) for name, values in known.items() if values.size}
        return means | {"coverage": self.coverage}

    def table(self, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
        """`measure value low high triples`; 95 % intervals, resampling users."""
        rows = []
        for name in self.MEASURES:
            known = self.cases.drop_nulls(name)
            if known.is_empty():
                continue
            values = known[name].to_numpy()[:, None]
            ends = (float(end[0]) for end in intervals(values, known["user"].to_numpy(), draws=draws, seed=seed))
            rows.append((name, *ends, known.height))
        return pl.DataFrame(rows, schema=["measure", "value", "low", "high", "triples"], orient="row")


def evaluate_explanations(
    explainer: Explainer,
    dataset: Dataset,
    evaluation: Evaluation,
    *,
    protocol: str = "paper",
    cut: int = CUT,
    progress: Progress = quiet,
) -> Explanations:
    """Measure the explainer's lists on the triples of an evaluation; ATC takes the NDCG of that evaluation's model.

    NDCG is that of the whole list of candidates, as the paper's formula has no K; `ATC@10` cuts it at ten (E4).
    """
    if evaluation.about["split_hash"] != dataset.split(evaluation.about["split"]).about["hash"]:
        raise InputError(f"{dataset.folder}: the evaluation of {evaluation.model} was made on another split")
    same_data(evaluation.about.get("layers", {}), dataset, what=f"the evaluation of {evaluation.model}", remedy=AGAIN)
    frame, ranks = evaluation.of(protocol), evaluation.ranks(protocol)
    if (frame["interaction"] < 0).any():
        raise InputError(
            f"{dataset.folder}: explanations are judged by the review of a held-out choice, and those of split "
            f"{evaluation.about['split']!r} have none"
        )
    mentioned = Mentioned.of(dataset, evaluation.about["part"], frame["interaction"].to_numpy())
    covered = np.flatnonzero(np.diff(mentioned.any.indptr))
    user, query, chosen = (frame[name].to_numpy().astype(np.int64) for name in ("user", "query", "chosen"))
    ap, positive, top = (np.zeros(covered.size) for _ in range(3))
    visits = training_visits(dataset)
    step = max(1, _CELLS // max(dataset.attributes.height, 1))
    with progress("measuring explanations", total=covered.size) as advance:
        for first in range(0, covered.size, step):
            rows, part = covered[first : first + step], slice(first, first + step)
            scores = explainer.gains(Context.of_users(user[rows], query[rows], visits), chosen[rows])
            relevant = mentioned.any[rows].toarray()
            ap[part] = average_precision(scores, relevant, cut)
            top[part] = precision_at(scores, relevant, 3)
            positive[part] = average_precision(scores, mentioned.positive[rows].toarray(), cut)
            advance(rows.size)
    gains, gains_at_ten = ranks.gains()[covered], ranks.gains(10)[covered]
    praised = np.diff(mentioned.positive.indptr)[covered] > 0
    cases = frame[covered.tolist()].select("interaction", "user", "query", "chosen")
    cases = cases.with_columns(
        pl.Series("AP", ap),
        pl.Series("AP positive", [value if known else None for value, known in zip(positive, praised, strict=True)]),
        pl.Series("precision@3", top),
        pl.Series("NDCG", gains),
        pl.Series("ATC", harmonic(ap, gains)),
        pl.Series("ATC@10", harmonic(ap, gains_at_ten)),
    )
    return Explanations(explainer.name, evaluation.model, covered.size / max(frame.height, 1), cases)
