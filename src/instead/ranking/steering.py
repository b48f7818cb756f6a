"""The shop's rules at work: compiled for a catalogue into selections of items, and applied around a ranking.

Before the ranking, `hide`, `only` and `never` take items out of what may be offered. After it, in this order:

boost    w_j + points, or w_last + factor (w_j - w_last): the offer goes where that worth belongs, but by no more than
         `places` places
margin   going down the list, the next is the offer of the largest margin among those whose worth is within `limit` of
         the highest that is left: nothing is passed that is worth more than that
pin      its items go to their places, if they may be offered at all

w is the worth that the list is in order by, in deviations of the scores of the best (`explanation/ordering.py`, O1),
made to fall along the list where something else than worth decided a place. An offer that a rule moved in the
direction it means carries the rule's id; what others pass is not moved by a rule.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from instead.ranking.catalogue import Catalogue
from instead.ranking.selections import Some
from instead.ranking.steering_rules import CompiledRule, Problem, compiled
from instead.settings.rules import Rule

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Moved:
    """A list in its new order: item numbers, and which rule placed which of them."""

    items: list[int]
    placed: Mapping[int, str] = field(default_factory=dict)


class Active:
    """The rules that count at one time, for one catalogue."""

    def __init__(self, rules: Sequence[CompiledRule], catalogue: Catalogue) -> None:
        self.rules, self._catalogue = tuple(rules), catalogue
        self._hidden = self._merged([one for one in rules if one.rule.kind == "hide"])
        self._narrows = [one for one in rules if one.rule.kind in ("only", "never")]
        self._boosts = [one for one in rules if one.rule.kind == "boost"]
        self._margins = [one for one in rules if one.rule.kind == "margin"]
        self.pins = sorted((one for one in rules if one.rule.kind == "pin"), key=lambda one: one.rule.place)

    def _merged(self, rules: Sequence[CompiledRule]) -> Ints:
        hidden = np.zeros(len(self._catalogue), np.bool_)
        for one in rules:
            hidden[one.offers.numbers] = True
        return np.flatnonzero(hidden)

    def narrow(self, query: int, allowed: Bools) -> bool:
        """Take out what rules forbid to offer instead of a query, in place; whether any rule has a say in it."""
        allowed[self._hidden] = False
        mine = [one for one in self._narrows if one.queries.has(query)]
        for one in mine:
            one.narrow(query, allowed, self._catalogue)
        return bool(self._hidden.size or mine)

    def reach(self, query: int, k: int) -> int:
        """How many places beyond the list rules may reach for an offer."""
        boosts = max((one.rule.places for one in self._boosts if one.queries.has(query)), default=0)
        return boosts + (k if any(one.queries.has(query) for one in self._margins) else 0)

    def moves(self, query: int) -> bool:
        """Whether any rule may move an offer of this query."""
        return any(one.queries.has(query) for one in (*self._boosts, *self._margins, *self.pins))

    def moved(self, query: int, items: Sequence[int], worth: Sequence[float], allowed: Bools, k: int) -> Moved:
        """The first k of a ranked list as rules want it. Pinned items may be new in it."""
        order, placed = list(items), dict[int, str]()
        value = np.minimum.accumulate(np.asarray(worth, np.float64))
        boosts = [one for one in self._boosts if one.queries.has(query)]
        if boosts and order:
            order, value = self._boosted(boosts, order, value, placed)
        for one in self._margins:
            if one.queries.has(query) and order:
                order = by_margin(order, value, one, placed)
        pins = [one for one in self.pins if one.queries.has(query)]
        return Moved(self._pinned(pins, order, allowed, placed, k)[:k], placed)

    def _boosted(
        self, boosts: Sequence[CompiledRule], order: list[int], worth: Doubles, placed: dict[int, str]
    ) -> tuple[list[int], Doubles]:
        size, last = len(order), float(worth[-1])
        wanted, bound = worth.copy(), np.zeros(size, np.int64)
        strongest: dict[int, tuple[float, str]] = {}
        for at, item in enumerate(order):
            for one in boosts:
                if not one.offers.has(item):
                    continue
                rule = one.rule
                gained = rule.points if rule.points is not None else (wanted[at] - last) * ((rule.factor or 1.0) - 1.0)
                wanted[at] += gained
                bound[at] = max(bound[at], rule.places)
                if abs(gained) >= strongest.get(at, (0.0, ""))[0]:
                    strongest[at] = (abs(gained), rule.id)
        by_worth = np.argsort(-wanted, kind="stable")
        place = np.empty(size, np.int64)
        place[by_worth] = np.arange(size)
        new = slots(place, bound, [at for at in by_worth.tolist() if bound[at]])
        for to, at in enumerate(new):
            toward = np.sign(wanted[at] - worth[at])
            if bound[at] and np.sign(at - to) == toward != 0:
                placed[order[at]] = strongest[at][1]
        return [order[at] for at in new], np.minimum.accumulate(wanted[new])

    def _pinned(
        self, pins: Sequence[CompiledRule], order: list[int], allowed: Bools, placed: dict[int, str], k: int
    ) -> list[int]:
        wanted: dict[int, tuple[int, str]] = {}
        for one in pins:
            free = [item for item in one.named if allowed[item] and item not in wanted]
            for step, item in enumerate(free):
                wanted[item] = (one.rule.place - 1 + step, one.rule.id)
        before = {item: at for at, item in enumerate(order)}
        rest = [item for item in order if item not in wanted]
        for item, (at, name) in sorted(wanted.items(), key=lambda pair: pair[1][0]):
            if at >= k:
                continue
            rest.insert(at, item)
            if before.get(item) != rest.index(item):
                placed[item] = name
        return rest


def slots(place: Ints, bound: Ints, boosted: Sequence[int]) -> list[int]:
    """Old places in their new order: boosted ones go where they belong within their bounds, the best first; all others
    fill the gaps in their order."""
    size = place.size
    taken: list[int | None] = [None] * size
    for at in boosted:
        target = int(np.clip(place[at], max(0, at - int(bound[at])), min(size - 1, at + int(bound[at]))))
        later = [to for to in range(target, size) if taken[to] is None]
        sooner = [to for to in range(target, -1, -1) if taken[to] is None]
        choices = later + sooner if target <= at else sooner + later
        taken[choices[0]] = at
    others = iter(at for at in range(size) if not bound[at])
    return [next(others) if at is None else at for at in taken]


def by_margin(order: list[int], worth: Doubles, one: CompiledRule, placed: dict[int, str]) -> list[int]:
    """The list with margins as tie-breakers. An item without a margin passes nothing."""
    limit, margin = float(one.rule.limit or 0.0), one.margins
    left, made = list(range(len(order))), list[int]()
    while left:
        top = worth[left[0]]  # worth falls along the list
        near = [at for at in left if top - worth[at] <= limit and order[at] in margin]
        own = margin.get(order[left[0]], -np.inf)
        best = max(near, key=lambda at: (margin[order[at]], -at), default=left[0])
        if margin.get(order[best], -np.inf) <= own:
            best = left[0]
        if best != left[0]:
            placed[order[best]] = one.rule.id
        made.append(order[best])
        left.remove(best)
    return made


class Steering:
    """Rules compiled for one catalogue; `problems` are those that do not fit it, in sentences."""

    def __init__(self, rules: Sequence[Rule], catalogue: Catalogue, before: Steering | None = None) -> None:
        """`before`: the same rules for the catalogue before its last changes."""
        self._catalogue = catalogue
        earlier: Sequence[CompiledRule] = () if before is None else before.rules
        self.rules: list[CompiledRule]
        self.problems: list[Problem]
        self.rules, self.problems = compiled([rule for rule in rules if rule.on], catalogue, earlier)
        self._edges = sorted({edge for one in self.rules for edge in one.rule.period if np.isfinite(edge)})
        self._now: tuple[float, float, Active | None] = (0.0, -1.0, None)

    def at(self, moment: float) -> Active | None:
        """What counts at a time, in seconds since 1970; None where no rule does."""
        since, until, found = self._now  # one read and one write: a race between threads only makes it again
        if not since <= moment < until:
            counting = [one for one in self.rules if one.counts(moment)]
            found = Active(counting, self._catalogue) if counting else None
            place = int(np.searchsorted(self._edges, moment, side="right"))
            since = self._edges[place - 1] if place else -np.inf
            until = self._edges[place] if place < len(self._edges) else np.inf
            self._now = (since, until, found)
        return found


class RuleBook:
    """The rules in use, shared by shops that differ in language or state; `rules` may be replaced at any time.

    What is compiled for a catalogue is kept by the catalogue and goes with it: it refers to it, so that a table here
    would keep every catalogue of a living shop in memory.
    """

    def __init__(self, rules: Sequence[Rule] = ()) -> None:
        self._alone = threading.Lock()
        self._rules = tuple(rules)
        self._seen: weakref.WeakSet[Catalogue] = weakref.WeakSet()
        self._last: Steering | None = None

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self._rules

    @rules.setter
    def rules(self, rules: Sequence[Rule]) -> None:
        wanted = tuple(rules)
        with self._alone:
            seen = list(self._seen)
        made = {catalogue: Steering(wanted, catalogue) for catalogue in seen}  # before anybody waits for it
        with self._alone:
            for catalogue in self._seen:
                catalogue.made_of_it.pop(self, None)
            for catalogue, steering in made.items():
                catalogue.made_of_it[self] = steering
            self._rules, self._last = wanted, None

    def steering(self, catalogue: Catalogue) -> Steering:
        """The rules compiled for a catalogue, once."""
        with self._alone:
            found: Steering | None = catalogue.made_of_it.get(self)
            if found is None:
                found = catalogue.made_of_it[self] = Steering(self._rules, catalogue, self._last)
                self._seen.add(catalogue)
                self._last = found
            return found

    def at(self, catalogue: Catalogue, clock: Callable[[], float]) -> Active | None:
        """What counts now; None where no rule does."""
        return self.steering(catalogue).at(clock()) if self._rules else None


__all__ = ["Active", "Moved", "Problem", "RuleBook", "Some", "Steering", "by_margin", "slots"]
