"""Ranking quality on validation triples, for early stopping: the paper's protocol with stored sampled negatives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.metrics import Ranks, measures
from instead.models.context import Context
from instead.models.interface import Model
from instead.models.ragged_lists import present, score_ragged
from instead.rng import stage_rng
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits

Ints = NDArray[np.int64]

_TRIPLES = 1024  # scored at a time: bounds the memory


@dataclass
class ValidationTriples:
    """Held-out triples of one part with their candidates; the first candidate is the chosen item."""

    user: Ints  # (n,)
    query: Ints  # (n,)
    candidates: Ints  # (n, 1 + negatives)
    visits: csr_matrix  # (users, items) training interactions
    there: NDArray[np.bool_] | None = None  # (n, 1 + negatives) where lists are of different lengths

    @classmethod
    def of(cls, dataset: Dataset, split: str, part: str, count: int | None, seed: int = 0) -> ValidationTriples:
        """All triples that have stored negatives, or `count` of them drawn at random."""
        triples = dataset.split(split).triples(part).filter(pl.col("case") >= 0)
        if count is not None and count < triples.height:
            chosen = stage_rng(seed, "cases", split, part).permutation(triples.height)[:count]
            triples = triples[np.sort(chosen)]
        user, query, right = (triples[name].to_numpy().astype(np.int64) for name in ("user", "query", "chosen"))
        others = dataset.split(split).candidates(part)[triples["case"].to_numpy()]
        lists = np.concatenate([right[:, None], others.astype(np.int64)], axis=1)
        if not dataset.split(split).about.get("ragged"):
            return cls(user, query, lists, training_visits(dataset))
        there = np.concatenate([np.ones((len(right), 1), np.bool_), present(others)], axis=1)
        some = there.sum(axis=1) > 1  # a choice among one is none
        return cls(user[some], query[some], lists[some], training_visits(dataset), there[some])

    def __len__(self) -> int:
        return len(self.user)

    def ranks(self, model: Model) -> Ranks:
        """Ranks of the chosen items among their candidates."""
        found: list[Ranks] = []
        for first in range(0, len(self), _TRIPLES):
            part = slice(first, first + _TRIPLES)
            context = Context.of_users(self.user[part], self.query[part], self.visits)
            if self.there is None:
                scores = model.score(context, self.candidates[part])
                found.append(Ranks.of(scores[:, 0], scores[:, 1:]))
                continue
            there = self.there[part]
            scores = score_ragged(model, context, self.candidates[part], there)
            found.append(Ranks.of(scores[:, 0], scores[:, 1:], there[:, 1:]))
        return Ranks(np.concatenate([one.higher for one in found]), np.concatenate([one.equal for one in found]))


def figures(ranks: Ranks) -> dict[str, float]:
    """HR@K, NDCG@K and MRR: means over triples."""
    return {name: float(values.mean()) for name, values in measures(ranks).items()}
