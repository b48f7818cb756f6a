"""Batches of PMSC: lists of pairs, each with a label and a weight (Eq. P4-P6 of `pmsc_trainer.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from instead.kernels.negative_sampling import UNVISITED, draw_training_negatives
from instead.kernels.neighbours import find_entries
from instead.lab.compared.hop_loops import NOWHERE, draw_neighbours
from instead.lab.compared.pmsc_settings import PMSCSettings
from instead.substitutes.graph import Graph

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SUBSTITUTES, COMPLEMENTS = range(2)
"""Relations."""

RULES = ((SUBSTITUTES, SUBSTITUTES, SUBSTITUTES), (SUBSTITUTES, COMPLEMENTS, COMPLEMENTS),
         (COMPLEMENTS, SUBSTITUTES, COMPLEMENTS))  # fmt: skip
"""First hop, second hop, conclusion. Two complements in a row imply nothing: phone, case, another phone or a strap."""


@dataclass
class Pairs:
    """Pairs of one relation in a batch."""

    source: Ints
    target: Ints
    label: Floats  # 1 or 0
    weight: Floats


@dataclass
class Paths:
    """Paths with the same conclusion: indices of their two hops and of their ends among the pairs."""

    first: int
    first_places: Ints
    second: int
    second_places: Ints
    conclusion: int
    ends: Ints


@dataclass
class Batch:
    """All pairs of a step."""

    pairs: tuple[Pairs, Pairs]
    paths: list[Paths]
    links: int
    path_weight: float
    hinge: bool
    truth: list[Floats] = field(default_factory=list)
    """t of every path, set by `close`."""

    def close(self, z: list[Floats]) -> tuple[float, list[Floats]]:
        """Mean loss per link, and gradients dL/dz, given z of every pair. Paths are weighted by their probability t."""
        probability = [np.float32(1) / (np.float32(1) + np.exp(-np.clip(values, -80, 80))) for values in z]
        spare = 0.0
        for path in self.paths:
            truth = probability[path.first][path.first_places] * probability[path.second][path.second_places]
            self.truth.append(truth)
            if self.hinge:  # max(0, log t - log p)
                active = truth > probability[path.conclusion][path.ends]
                spare += self.path_weight * float(np.log(np.maximum(truth[active], 1e-30)).sum())
                truth = active.astype(np.float32)
            self.pairs[path.conclusion].weight[path.ends] = np.float32(self.path_weight) * truth
        loss, slopes = spare, []
        for values, p, pairs in zip(z, probability, self.pairs, strict=True):
            surprise = np.logaddexp(0, values) - pairs.label * values  # -y log p - (1 - y) log(1 - p)
            loss += float((pairs.weight * surprise).sum(dtype=np.float64))
            slopes.append((pairs.weight * (p - pairs.label) / np.float32(self.links)).astype(np.float32))
        return loss / self.links, slopes


class _Lists:
    """Pairs of one relation while they are collected."""

    def __init__(self) -> None:
        self.count = 0
        self.parts: list[tuple[Ints, Ints, float, float]] = []

    def add(self, source: Ints, target: Ints, label: float, weight: float) -> Ints:
        """Append pairs; returns their indices."""
        self.parts.append((source, target, label, weight))
        self.count += len(source)
        return np.arange(self.count - len(source), self.count)

    def pairs(self) -> Pairs:
        def filled(value: int) -> Floats:
            parts = [np.full(len(part[0]), part[value], np.float32) for part in self.parts]
            return np.concatenate(parts) if parts else np.empty(0, np.float32)

        none = np.empty(0, np.int64)
        source, target = (np.concatenate([none, *(part[end] for part in self.parts)]) for end in (0, 1))
        return Pairs(source, target, filled(2), filled(3))


class Batches:
    """Draws the batches of an epoch."""

    def __init__(self, substitutes: Graph, complements: Graph, settings: PMSCSettings) -> None:
        self.substitutes, self.complements, self.settings = substitutes, complements, settings
        self.graphs = (substitutes, complements)
        self._pairs = substitutes.pairs()
        source = np.repeat(np.arange(complements.items), complements.degree)
        self._links = np.column_stack([source, complements.neighbours])

    @property
    def links(self) -> int:
        """Pairs and links of an epoch."""
        return len(self._pairs) + len(self._links)

    def epoch(self, rng: np.random.Generator) -> Iterator[Batch]:
        order = rng.permutation(self.links)
        turned = rng.random(len(self._pairs)) < 0.5  # substitute pairs are undirected: negatives replace either end
        ends = np.where(turned[:, None], self._pairs[:, ::-1], self._pairs)
        for first in range(0, len(order), self.settings.batch):
            some = order[first : first + self.settings.batch]
            of_pairs = some < len(ends)
            yield self.batch(ends[some[of_pairs]], self._links[some[~of_pairs] - len(ends)], rng)

    def sample(self, rng: np.random.Generator) -> Batch:
        """A batch like those of an epoch, without shuffling all links for it."""
        some = rng.integers(self.links, size=self.settings.batch)
        of_pairs = some < len(self._pairs)
        return self.batch(self._pairs[some[of_pairs]], self._links[some[~of_pairs] - len(self._pairs)], rng)

    def batch(self, pairs: Ints, links: Ints, rng: np.random.Generator) -> Batch:
        """The batch of some substitute pairs (n, 2) and complement links (m, 2), with negatives and paths."""
        s = self.settings
        lists = (_Lists(), _Lists())
        places: list[Ints] = []
        for relation, edges in enumerate((pairs, links)):
            source, target = edges[:, 0], edges[:, 1]
            places.append(lists[relation].add(source, target, 1.0, 1.0))
            strangers = self._strangers(relation, source, target, s.negatives, rng)
            lists[relation].add(np.repeat(source, s.negatives), strangers.ravel(), 0.0, 1.0)
            other = 1 - relation
            if s.contrast_weight and self.graphs[other].neighbours.size:
                apart = ~self._linked(other, source, target)
                lists[other].add(source[apart], target[apart], 0.0, s.contrast_weight)
        paths = []
        if s.path_weight:
            for first, second, conclusion in RULES:
                edges = (pairs, links)[first]
                if len(edges) and self.graphs[second].neighbours.size:
                    paths.append(self._paths(lists, edges, places[first], first, second, conclusion, rng))
        made = (lists[0].pairs(), lists[1].pairs())
        return Batch(made, paths, len(pairs) + len(links), s.path_weight, s.path_loss == "hinge")

    def _paths(
        self, lists: tuple[_Lists, _Lists], edges: Ints, places: Ints, first: int, second: int, conclusion: int,
        rng: np.random.Generator,
    ) -> Paths:  # fmt: skip
        """One random second hop from each edge, where there is one that does not lead back."""
        begin, middle = edges[:, 0], edges[:, 1]
        end = self.second_hops(begin, middle, second, rng)
        found = end != NOWHERE
        begin, middle, end = begin[found], middle[found], end[found]
        hop = lists[second].add(middle, end, 0.0, 0.0)  # weight 0: needed for its probability only
        ends = lists[conclusion].add(begin, end, 1.0, 0.0)  # weighted by the path's probability in `close`
        strangers = self._strangers(conclusion, begin, end, 1, rng)
        lists[conclusion].add(begin, strangers.ravel(), 0.0, self.settings.path_weight)
        return Paths(first, places[found], second, hop, conclusion, ends)

    def second_hops(self, begin: Ints, middle: Ints, relation: int, rng: np.random.Generator) -> Ints:
        """A neighbour of each `middle` other than `begin`, or NOWHERE."""
        graph = self.graphs[relation]
        return draw_neighbours(middle, begin, graph.start, graph.neighbours, np.uint64(rng.integers(1 << 62)))

    def _strangers(self, relation: int, source: Ints, target: Ints, count: int, rng: np.random.Generator) -> Ints:
        """(n, count) negative samples: items that are neither the source nor linked from it. The sampler treats the
        source as a user who visited its neighbours."""
        graph = self.graphs[relation]
        return draw_training_negatives(
            source, source, target, graph.start, graph.neighbours, graph.start, graph.neighbours, graph.items,
            count, UNVISITED, np.uint64(rng.integers(1 << 62)),
        )  # fmt: skip

    def _linked(self, relation: int, source: Ints, target: Ints) -> NDArray[np.bool_]:
        """Whether there is a link in either direction."""
        graph = self.graphs[relation]
        there = find_entries(graph.start, graph.neighbours, source, target) >= 0
        back: NDArray[np.bool_] = find_entries(graph.start, graph.neighbours, target, source) >= 0
        return there | back
