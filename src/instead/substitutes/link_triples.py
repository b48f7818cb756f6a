"""Triples without people: held-out links, for a shop that knows which items replace which but not who took what.

A link {a, b} is a question without an asker: somebody looks at a; is b among the best? Links of validation and test are
reserved pairs, as those of personal triples are. Both ends of a held-out link keep another one for training.
"""

from __future__ import annotations

import numpy as np

from instead.reviews.split import TEST, TRAIN, VALIDATION
from instead.reviews.splitting import leave_training
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.substitutes.graph import Graph, Pairs, unordered
from instead.substitutes.triples import Interactions, Triples

NOBODY = -1
"""The user of a triple that nobody is known to have made, and its interaction."""


def link_triples(graph: Graph, settings: PrepareSettings) -> tuple[Triples, Pairs]:
    """A triple for each link, held-out ones in one direction, those of training in both; and the reserved pairs."""
    pairs, rng = graph.pairs(), stage_rng(settings.seed, "links")
    wanted = [
        min(round(share * len(pairs)), settings.validation_cases) for share in (settings.test, settings.validation)
    ]
    degree = graph.degree.copy()  # counted down at both ends
    left = leave_training(rng.permutation(len(pairs)), pairs[:, 0], pairs[:, 1], degree, degree, sum(wanted))
    tested = round(left.size * wanted[0] / max(sum(wanted), 1))
    part = np.full(len(pairs), TRAIN, np.uint8)
    part[left[:tested]] = TEST
    part[left[tested:]] = VALIDATION
    turned = rng.random(len(pairs)) < 0.5  # who is asked about and who is taken is drawn by lot
    query, chosen = (np.where(turned, pairs[:, at], pairs[:, 1 - at]) for at in (0, 1))
    learned = part == TRAIN
    order = np.argsort(-part.astype(np.int64), kind="stable")  # test, validation, training, as of personal triples
    query, chosen, part = (
        np.concatenate([column[order], more[learned]])
        for column, more in ((query, chosen), (chosen, query), (part, part))
    )
    nobody = np.full(part.size, NOBODY, np.int64)
    held_out = part != TRAIN
    return Triples(nobody, nobody, query, chosen, part), unordered(query[held_out], chosen[held_out], graph.items)


def nobodys(items: int) -> Interactions:
    """Interactions of one person who has none: what negatives of triples without people are drawn with."""
    none = np.empty(0, np.int64)
    return Interactions.build(none, none, np.empty(0, np.uint8), 1, items)
