"""Ordered parallel map of a module-level function with a state: on threads here, or on the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from instead.engine.beside import in_order
from instead.engine.chosen_engine import cluster

State = TypeVar("State")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


def spread(
    function: Callable[[State, Piece], Result], state: State, pieces: Iterable[Piece], *, most: int | None = None
) -> Iterator[Result]:
    """Results of function(state, piece) in the order of the pieces: on threads here, or on the workers of the chosen
    engine, which get the state once. A single piece stays here: it would only wait for its way there and back.

    `most` bounds the pieces in progress on this machine, where they are large.
    """
    away = cluster()
    if away is None:
        yield from in_order(partial(function, state), pieces, most=most)
        return
    rest = iter(pieces)
    first = list(islice(rest, 2))
    if len(first) < 2:
        yield from (function(state, piece) for piece in first)
    else:
        yield from away.map(function, state, chain(first, rest))
