"""Matched decoys once more, word by word: the independent twin of `instead.substitutes.matched_decoys`."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from tests.shops import SmallShop


class PlainMatching:
    """Rates as a dictionary, sums by recursion."""

    def __init__(self, shop: SmallShop, part: int) -> None:
        self.settings = shop.settings
        it, graph = shop.interactions, shop.graph
        self.popularity = it.popularity().tolist()
        self.histories = [set(it.item[it.user == user].tolist()) for user in range(it.users)]
        self.degree = [len(graph.of(item)) - 1 for item in range(it.items)]
        weight = [count**shop.settings.popularity_power for count in self.popularity]
        self.rates: dict[tuple[int, int], float] = {}
        """(query, chosen) -> expected number of triples, but for the weight of the query."""
        for row in np.flatnonzero(it.part == part).tolist():
            chosen, touched = int(it.item[row]), set(it.item[it.user == it.user[row]].tolist())
            queries = [int(query) for query in graph.of(chosen) if int(query) not in touched]
            whole = sum(weight[query] for query in queries)
            for query in queries if whole > 0 else []:
                self.rates[query, chosen] = self.rates.get((query, chosen), 0.0) + 1 / whole

    def draw(self, query: int, chosen: int, others: list[int], rng: np.random.Generator) -> list[int]:
        """Decoys among `others`, which the user never touched; none where the triple is left out."""
        count, width = self.settings.choice_decoys, math.log(self.settings.choice_caliper)
        known = [item for item in others if (query, item) in self.rates]
        if len(known) < count:
            return []
        shift = rng.random(2)

        def cell(item: int) -> tuple[int, ...]:
            measures = (self.popularity[item], self.degree[item])
            return tuple(math.floor(math.log(max(m, 1)) / width + s) for m, s in zip(measures, shift, strict=True))

        near = [item for item in known if cell(item) == cell(chosen)]
        if len(near) < count:
            return []
        answers = sorted(item for asked, item in self.rates if asked == query)
        whole = {item: self.rates[query, item] for item in answers if cell(item) == cell(chosen)}
        lowest = min(whole, key=lambda item: whole[item])  # what the user touched is among them
        most = total([rate for item, rate in whole.items() if item != lowest], count)
        rates = [whole[item] for item in near]
        if rng.random() >= total(rates, count) / most:
            return []
        taken: list[int] = []
        for at, item in enumerate(near):
            missing = count - len(taken)
            if missing:
                chance = rates[at] * total(rates[at + 1 :], missing - 1) / total(rates[at:], missing)
                if rng.random() < chance:
                    taken.append(item)
        decoys: list[int] = rng.permutation(taken).tolist()
        free = self.free([chosen, *decoys])
        return decoys if rng.random() < min(free) / free[0] else []

    def free(self, items: list[int]) -> list[float]:
        """Of those who took each, the share that touched none of the others."""
        found = []
        for item in items:
            takers = [mine for mine in self.histories if item in mine]
            found.append(sum(not mine & (set(items) - {item}) for mine in takers) / len(takers))
        return found


def total(rates: list[float], count: int) -> float:
    """The sum of the products of all subsets of this size."""

    @cache
    def below(at: int, missing: int) -> float:
        if not missing:
            return 1.0
        if at == len(rates):
            return 0.0
        return below(at + 1, missing) + rates[at] * below(at + 1, missing - 1)

    return below(0, count)
