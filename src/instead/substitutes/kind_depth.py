"""How many steps of a category path make a kind of thing: as many as most substitutes share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_OF_A_KIND = 5
"""Items of one kind that make a choice."""
UNKNOWN = -1
"""The kind of an item without a category."""


def kind_depth(paths: Sequence[Sequence[str] | None], source: Ints, target: Ints) -> int:
    """The deepest step of category paths up to which most of the linked pairs agree; 0 where they do not even agree on
    the first. Without a linked pair that has categories: the deepest at which most items still have some of their kind.
    """
    steps = [tuple(step.lower() for step in path or ()) for path in paths]
    pairs = [(steps[q], steps[j]) for q, j in zip(source.tolist(), target.tolist(), strict=True)]
    pairs = [(one, other) for one, other in pairs if one and other]
    if not pairs:
        return _depth_by_size([path for path in steps if path])
    depth = 0
    for step in range(1, max((len(one) for one, _ in pairs), default=0) + 1):
        if 2 * sum(one[:step] == other[:step] for one, other in pairs) > len(pairs):
            depth = step
    return depth


def _depth_by_size(steps: Sequence[tuple[str, ...]]) -> int:
    depth = 0
    for step in range(1, max(map(len, steps), default=0) + 1):
        sizes = Counter(path[:step] for path in steps)
        if 2 * sum(sizes[path[:step]] >= _OF_A_KIND for path in steps) > len(steps):
            depth = step
    return depth


def kinds_of(paths: Sequence[Sequence[str] | None], depth: int) -> Ints:
    """(items,) a number for the first `depth` steps of each path; `UNKNOWN` without a path."""
    known: dict[tuple[str, ...], int] = {}
    return np.array(
        [
            known.setdefault(tuple(step.lower() for step in path[:depth]), len(known)) if path else UNKNOWN
            for path in paths
        ],
        np.int64,
    )
