"""The constants of (C7) learned from the triples of a shop, for comparison: part of `results_choices.py`.

A training triple (user, query, chosen) is a choice whose alternatives are guessed: the query, and other substitutes of
it that the user did not have. The review of the chosen item would tell the answer, so each choice is seen as if that
review did not exist: in lean, in s, in popularity.

Weights of gain, price and popularity: one conditional logit. How much people differ: the spread under which a person's
next choice is best foretold by their earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.matrices import training_mentions
from instead.models.choices.care_table import CareTable, controls, lean_of, leaning
from instead.models.choices.logit import Tasks, one_for_all
from instead.models.choices.written import Written, kinds_of
from instead.models.evidence import Evidence
from instead.prices import Prices
from instead.rng import stage_rng
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

PEOPLE, OTHERS = 600, 4  # people of the fit at most; substitutes beside query and chosen
_LEAST_GAIN = 1.0
_SPREADS = (0.25, 0.5, 1.0, 1.5, 2.0)  # in gains


def from_triples(dataset: Dataset, evidence: Evidence, written: Written, *, everything: bool = False) -> CareTable:
    """The table with gain and spread as the triples have them."""
    seen = Seen(dataset, evidence, written, everything)
    people = [seen.told(user, choices) for user, choices in seen.people()]
    gain = max(float(_shared_weights(people)[0]), _LEAST_GAIN)
    tried = [CareTable(written, gain, factor * gain) for factor in _SPREADS]
    return max(tried, key=lambda table: sum(_foretold(table, person) for person in people))


@dataclass(frozen=True, eq=False)
class _Told:
    """The choices of one person, each as if the review of what was taken did not exist; the taken one comes first."""

    share: Doubles  # (p,) s of the attributes that tell any alternatives apart, mean over choices
    rows: list[Doubles]  # (a, p + 2) lean and controls of the alternatives of each choice
    sums: list[Doubles]  # (a, 4) gain, sum of lean, controls


@dataclass(frozen=True, eq=False)
class Seen:
    """The training part, as far as choices are concerned."""

    dataset: Dataset
    evidence: Evidence
    written: Written
    everything: bool

    @cached_property
    def visits(self) -> csr_matrix:
        return training_visits(self.dataset, everything=self.everything)

    @cached_property
    def prices(self) -> Prices:
        return Prices.of(self.dataset.items)

    @cached_property
    def mentions(self) -> pl.DataFrame:
        return training_mentions(self.dataset, everything=self.everything)

    @cached_property
    def kind(self) -> NDArray[np.int32]:
        paths = [list(path or []) for path in self.dataset.items["category"].to_list()]
        return kinds_of(paths, self.visits.indices.astype(np.int64))

    @cached_property
    def own(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """(user, item) -> (attribute, sum of sentiments) of that review."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        said = self.mentions.group_by("user", "item", "attribute").agg(pl.col("sentiment").cast(pl.Int64).sum())
        for user, item, attribute, sentiment in said.sort("user", "item", "attribute").iter_rows():
            found.setdefault((user, item), []).append((attribute, sentiment))
        return found

    def people(self, most: int = PEOPLE) -> Iterator[tuple[int, list[Ints]]]:
        """Users, some of them where there are more, with the choices of each: item numbers, the one taken first."""
        material = Material.of(self.dataset, everything=self.everything)
        user, query, chosen, graph = material.user, material.query, material.chosen, material.graph
        rng = stage_rng(0, "choices from triples")
        for one in np.sort(rng.permutation(np.unique(user))[:most]).tolist():
            had = self.visits.indices[self.visits.indptr[one] : self.visits.indptr[one + 1]]
            choices = []
            for place in np.flatnonzero(user == one).tolist():
                taken, asked = int(chosen[place]), int(query[place])
                free = np.setdiff1d(graph.of(asked), np.append(had, taken))
                left = [*rng.permutation(free)[:OTHERS].tolist(), *([] if asked in had else [asked])]
                if left:
                    choices.append(np.array([taken, *left], np.int64))
            yield one, choices

    def told(self, user: int, choices: list[Ints]) -> _Told:
        seen = [self._features(user, choice) for choice in choices]
        differs = [np.abs(lean).sum(axis=0) for lean, _, _ in seen]
        active = np.flatnonzero(np.sum([np.zeros(self.evidence.attributes), *differs], axis=0))
        share = np.mean([share[active] for _, _, share in seen], axis=0) if seen else np.empty(0)
        rows = [np.column_stack([lean[:, active], beside]) for lean, beside, _ in seen]
        sums = [np.column_stack([lean @ share, lean.sum(axis=1), beside]) for lean, beside, share in seen]
        return _Told(share, rows, sums)

    def _features(self, user: int, choice: Ints) -> tuple[Doubles, Doubles, Doubles]:
        """(a, A) lean, (a, 2) controls of the alternatives and (A,) s, as if the review of the taken one were not."""
        taken = int(choice[0])
        lean, beside = lean_of(self.evidence, choice), controls(self.evidence, self.prices, choice)
        mentions, occasions = self.written.of_user(user)
        for attribute, sentiment in self.own.get((user, taken), ()):
            mentions[attribute] -= 1.0
            place = self.evidence.place(taken, attribute)
            good = self.evidence.praised[place] - (sentiment > 0)
            bad = self.evidence.blamed[place] - (sentiment < 0)
            lean[0, attribute] = leaning(good, bad, self.evidence.praise[attribute])
        occasions = np.maximum(occasions - self.written.possible[self.kind[taken]], mentions)
        beside[0, 1] = np.log1p(self.evidence.reviews[taken] - 1)
        return lean, beside, self.written.share(mentions, occasions)


def _shared_weights(people: list[_Told]) -> Doubles:
    """(4,) weights of gain, of praise for anything, of price and popularity in all choices."""
    sums = [choice for person in people for choice in person.sums]
    features = np.zeros((1, len(sums), OTHERS + 2, 4))
    there = np.zeros(features.shape[:3], np.bool_)
    for place, row in enumerate(sums):
        features[0, place, : len(row)] = row
        there[0, place, : len(row)] = True
    return one_for_all(Tasks(features, np.zeros((1, len(sums)), np.int64), there))


def _foretold(table: CareTable, person: _Told) -> float:
    """Log probability of a person's choices, each foretold from those before it."""
    belief, total = table.prior(person.share), 0.0
    for rows in person.rows:
        total += float(np.log(belief.chances(rows)[0]))
        belief = belief.after(rows, 0)
    return total
