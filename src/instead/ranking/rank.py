"""Top-k ranking for a user and a query: shortlist, exact scores, then re-ranking by stated care or for diversity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.models.context import Context
from instead.models.interface import GivesShortlist, HasItemVectors, JudgesLists, Model, RanksTogether
from instead.ranking.askers import Asker
from instead.ranking.crowds import Crowd
from instead.ranking.top import best, diverse, likeness
from instead.ranking.wishes import Wishes

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Ranked:
    """Ranked item numbers and their scores."""

    items: Ints
    scores: Floats
    worth: Floats | None = None
    """What they are in order by, where that is not the score: stated care, diversity."""
    among: Ints | None = None
    """All items that were scored, where that can matter: where the model judges a list as a whole."""


class Ranker:
    """Ranks the allowed items for a request."""

    def __init__(self, model: Model, pool: int, exhaustive: bool = False, wishes: Wishes | None = None) -> None:
        """Re-ranking (stated care, diversity) chooses among at least `pool` top items; `exhaustive` scores every item
        exactly, without a shortlist."""
        self.model, self._wishes, self._pool = model, wishes, pool
        # abilities are asked for once: asking takes longer than a small shop's scores
        self._shortlist = model.shortlist if isinstance(model, GivesShortlist) and not exhaustive else None
        self._judges_lists = isinstance(model, JudgesLists) and model.judges_lists
        self._near_best = model.near_best if isinstance(model, RanksTogether) and not exhaustive else None
        self._vectors = model if isinstance(model, HasItemVectors) else None

    def top(self, asker: Asker, query: int, allowed: Bools, k: int, diversity: float = 0.0) -> Ranked:
        """The k best of the allowed items, re-ranked by stated care and for diversity where requested."""
        found = self._best(asker.looking_at(query), allowed, self._wanted(bool(asker.stated.size), k, diversity))
        return self._finished(asker, found, k, diversity)

    def together(
        self, crowd: Crowd, places: Ints, query: int, allowed: Bools, without: Sequence[Ints], k: int,
        diversity: float = 0.0,
    ) -> list[Ranked]:  # fmt: skip
        """`top` of some of a crowd: of the allowed items except `without` of each, which are allowed ones."""
        wanted = self._wanted(crowd.stated, k, diversity)
        if self._near_best is not None and allowed.any():
            near = self._near_best(crowd.together(query, places), allowed, without, wanted)
            picked = [(items, scores, best(scores, wanted)) for items, scores in near]
            found = [Ranked(items[chosen], scores[chosen]) for items, scores, chosen in picked]
        else:
            found = []
            for place, out in zip(places.tolist(), without, strict=True):
                mine = allowed.copy()
                mine[out] = False
                found.append(self._best(crowd.looking_at(query, place), mine, wanted))
        if wanted == k:
            return found
        return [
            self._finished(crowd.one(place), one, k, diversity)
            for place, one in zip(places.tolist(), found, strict=True)
        ]

    def _wanted(self, stated: bool, k: int, diversity: float) -> int:
        """How many of the model's best are looked at for a list of k."""
        return k if diversity == 0.0 and not (stated and self._wishes is not None) else max(5 * k, self._pool)

    def _finished(self, asker: Asker, found: Ranked, k: int, diversity: float) -> Ranked:
        """The model's best, re-ranked where that is requested."""
        wishes = self._wishes if asker.stated.size else None
        plain = diversity == 0.0 and wishes is None
        if plain or len(found.items) < 2:
            return Ranked(found.items[:k], found.scores[:k], among=found.among)
        worth = found.scores if wishes is None else wishes.worth(asker, found.items, found.scores)
        order = np.argsort(-worth, kind="stable")
        if diversity > 0.0:
            alike = np.eye(len(order), dtype=np.float32)
            if self._vectors is not None:
                alike = likeness(np.asarray(self._vectors.item_vectors[found.items[order]], np.float32))
            order = order[diverse(worth[order], alike, k, diversity)]
        best = order[:k]
        return Ranked(found.items[best], found.scores[best], worth[best], found.among)

    def one(self, asker: Asker, query: int, item: int, allowed: Bools) -> Ranked:
        """An item with the score that it has, or would have, among the allowed ones."""
        context, items = asker.looking_at(query), np.array([item])
        if not self._judges_lists:
            return Ranked(items, self.scores(context, items))
        among = np.union1d(np.flatnonzero(allowed), items)
        return Ranked(items, self.scores(context, among)[np.searchsorted(among, items)], among=among)

    def scores(self, context: Context, items: Ints) -> Floats:
        """(c,) exact scores of some items for one request."""
        scores: Floats = self.model.score(context, items[None])[0]
        return scores

    def _best(self, context: Context, allowed: Bools, k: int) -> Ranked:
        items = np.flatnonzero(allowed)
        if not items.size:
            return Ranked(items, np.empty(0, np.float32))
        if self._shortlist is not None:
            items = self._shortlist(context, items, k)
        scores = self.scores(context, items)
        chosen = best(scores, k)
        return Ranked(items[chosen], scores[chosen], among=items if self._judges_lists else None)
