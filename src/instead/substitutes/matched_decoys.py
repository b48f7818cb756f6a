"""Decoys of the split `choice_matched`: nothing but the user may tell which of the ten was taken.

A held-out visit of x gives a triple with query q with a probability that is known, because queries are simulated:
P(q) over what its user could have come from. Summed over the held-out visits of x, that is the *rate* of (q, x): how
often x is the answer where q is the query, whoever asks. Decoys are drawn by the same rates as the answers are, so
that of a set of ten each is the answer equally often; with that, no property of an item can tell the answer, whether
its popularity, its degree, its price or its age. Four things make it so:

cell   decoys come from the cell of a grid over log popularity and log degree that holds the chosen item. The grid is
       shifted at random for every triple, so the chosen item lies anywhere in its cell. Nearest neighbours would put it
       in the middle, which is as good as a mark.
draw   the set of decoys D has the probability prod of rate(d), d in D.
even   sum over D of that product is smaller for a chosen item of high rate, which would make it the answer too often
       if its decoys were simply drawn: the triple is kept with the probability sum / largest sum of the cell.
free   decoys must not be what the user touched. Those who took one item have touched the others of a list more often
       than those who took another; triples are kept with the probability that makes up for it.

Training popularity has no held-out visit in it, of the chosen item as of the decoys; the edge to the query, which is
reserved for all ten, is in none of the degrees. What is counted instead over all parts, less the one visit, fits the
chosen item but not the decoys' own held-out visits (docs/decisions.md has the figures).
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries
from instead.substitutes.triples import QuerySampler

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NOTHING = 1e-9  # what is left of a sum, relative to it, when everything has been taken away again

CAUSES = TOO_FEW, UNMATCHED, UNEVEN = "too_few_substitutes", "no_match", "evened_out"
"""Why a triple is left out; `prepare` counts them in the manifest."""


class MatchedDecoys:
    """Draws decoys for the held-out triples of one part."""

    def __init__(self, sampler: QuerySampler, part: int, count: int, caliper: float) -> None:
        """`count` decoys each; popularity and degree of the ten differ by the factor `caliper` at most."""
        self.interactions, self.graph = sampler.interactions, sampler.graph
        self.count, self.left_out = count, Counter(dict.fromkeys(CAUSES, 0))
        self._weight, self._part, self._width = sampler.weight, part, float(np.log(caliper))

    @cached_property
    def places(self) -> Floats:
        """(items, 2) log popularity and log degree, in calipers."""
        degree = self.graph.degree - 1  # the edge to the query is reserved
        measures = np.column_stack([self.interactions.popularity(), degree])
        return np.asarray(np.log(np.maximum(measures, 1)) / self._width)

    @cached_property
    def rates(self) -> Floats:
        """For each entry x of row q in `graph.neighbours`: the rate at which held-out visits make (q, x) a triple.

        Up to the weight of q, which all x of a row share. A visit of x by u counts 1 / (weight of the substitutes of x
        that u never touched), or nothing if u touched q.
        """
        it, graph = self.interactions, self.graph
        rows = np.flatnonzero(it.part == self._part)
        user, item = it.user[rows], it.item[rows]
        first, length = it.history_start[user], np.diff(it.history_start)[user]
        visit = np.repeat(np.arange(rows.size), length)
        touched = it.history[np.arange(visit.size) + np.repeat(first - np.cumsum(length) + length, length)]
        entry = find_entries(graph.start, graph.neighbours, touched, item[visit])
        visit, touched, entry = (column[entry >= 0] for column in (visit, touched, entry))
        source = np.repeat(np.arange(graph.items), graph.degree)
        whole = np.bincount(source, self._weight[graph.neighbours], graph.items)[item]
        left = whole - np.bincount(visit, self._weight[touched], rows.size)
        each = np.divide(1.0, left, out=np.zeros_like(left), where=left > _NOTHING * whole)
        total = np.bincount(item, each, graph.items)[graph.neighbours]
        rates = total - np.bincount(entry, each[visit], graph.neighbours.size)
        return np.where(rates > _NOTHING * total, rates, 0.0)

    def draw(self, user: int, query: int, chosen: int, rng: np.random.Generator) -> Ints | None:
        """(count,) decoys of one triple; None where it has to be left out."""
        row = slice(self.graph.start[query], self.graph.start[query + 1])
        items, rates = self.graph.neighbours[row], self.rates[row]
        it = self.interactions
        mine = int(np.searchsorted(items, chosen))
        touched = np.isin(items, it.history[it.history_start[user] : it.history_start[user + 1]])
        touched[mine] = True
        if np.sum((rates > 0) & ~touched) < self.count:
            self.left_out[TOO_FEW] += 1
            return None
        cells = np.floor(self.places[items] + rng.random(2))
        inside = (rates > 0) & (cells == cells[mine]).all(axis=1)
        others = inside & ~touched
        if others.sum() < self.count:
            self.left_out[UNMATCHED] += 1
            return None
        rates = rates * (self.count / rates[inside].sum())  # so that products neither vanish nor overflow
        largest = inside.copy()
        largest[np.argmin(np.where(inside, rates, np.inf))] = False
        table = subset_sums(rates[others], self.count)
        if rng.random() * subset_sums(rates[largest], self.count)[0, -1] >= table[0, -1]:
            self.left_out[UNEVEN] += 1
            return None
        decoys: Ints = items[others][draw_subset(rates[others], table, rng)]
        free = self.free(np.concatenate([[chosen], decoys]))
        if rng.random() * free[0] >= free.min():
            self.left_out[UNEVEN] += 1
            return None
        return decoys

    def free(self, items: Ints) -> Floats:
        """For each item of a list, the share of those who took it, in any part, that touched no other of the list."""
        start, users = self._takers
        takers = [users[start[item] : start[item + 1]] for item in items.tolist()]
        someone, times = np.unique(np.concatenate(takers), return_counts=True)
        once = someone[times == 1]
        return np.array([np.isin(some, once, assume_unique=True).mean() for some in takers])

    @cached_property
    def _takers(self) -> tuple[Ints, Ints]:
        """Users of each item in any part, row by row."""
        it = self.interactions
        start = np.concatenate([[0], np.cumsum(np.bincount(it.item, minlength=it.items))])
        return start, it.user[np.argsort(it.item, kind="stable")]


def subset_sums(rates: Floats, count: int) -> Floats:
    """(n + 1, count + 1): entry (i, k) is the sum over the k-subsets of `rates[i:]` of the product of their rates."""
    sums = np.zeros((rates.size + 1, count + 1))
    sums[-1, 0] = 1.0
    for at in range(rates.size - 1, -1, -1):
        sums[at] = sums[at + 1]
        sums[at, 1:] += rates[at] * sums[at + 1, :-1]
    return sums


def draw_subset(rates: Floats, sums: Floats, rng: np.random.Generator) -> Ints:
    """Places of a random subset, as large as `sums` has columns less one; P is proportional to the product of its
    rates (conditional Poisson sampling), in random order."""
    places: list[int] = []
    missing = sums.shape[1] - 1
    for at in range(rates.size):
        if missing and rng.random() * sums[at, missing] < rates[at] * sums[at + 1, missing - 1]:
            places.append(at)
            missing -= 1
    return rng.permutation(np.array(places, np.int64))
