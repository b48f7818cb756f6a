"""Answers to many requests, for tables: those of one query together, without records, counts and quotes.

What depends on the query alone is done once: what may be offered, what the model says of it, comparisons of the query
with items, texts. Every answer is the same as that to the single request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import UnknownItem
from instead.explanation.briefs import Told
from instead.explanation.groups import Crowd as Readers
from instead.explanation.groups import Groups
from instead.ranking.askers import Asker
from instead.ranking.crowds import Crowd
from instead.ranking.rank import Ranked
from instead.ranking.steering import Active
from instead.request import Request
from instead.serving.answering import Answering

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Notes = tuple[str, ...]

MOST = 128
"""Askers of one query that are answered at once: their care is held as rows."""


@dataclass(frozen=True)
class Brief:
    """A short recommendation for tables. For an unknown query it has a note and `user_basis` None."""

    user_basis: str | None
    notes: Notes
    items: list[str]
    scores: list[float]
    told: list[Told]
    basis: list[str]
    placed: list[str]
    """Ids of the shop's rules that moved the items, empty where none did."""


@dataclass(frozen=True)
class Answers:
    """Answers to n requests of one query, as columns; offers stand one after the other."""

    user_basis: Sequence[str | None]
    notes: Sequence[Notes]
    count: Ints  # (n,) offers of each
    items: Ints  # (m,)
    scores: Floats  # (m,)
    told: Sequence[Told]  # (m,)
    placed: Sequence[str]  # (m,)

    @classmethod
    def nothing(cls, count: int, note: str) -> Answers:
        """No offers, for the same cause."""
        none = np.empty(0, np.int64)
        return cls([None] * count, [(note,)] * count, np.zeros(count, np.int64), none, np.empty(0, np.float32), [], [])


@dataclass
class _One:
    """The answer to one request while it is put together."""

    notes: Notes
    items: Ints
    scores: Floats
    told: Sequence[Told]
    placed: Sequence[str]


class AnswersByQuery(Answering):
    """Answers requests also by the table."""

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self._ordering, self._briefs, self.offers.written)

    def briefs(self, requests: Sequence[Request]) -> list[Brief]:
        """Short answers to many requests. An unknown query gets a note instead of items."""
        groups: dict[Any, list[int]] = {}
        for place, one in enumerate(requests):
            # `requests` keeps all objects alive, so an `id` cannot be reused for another object
            same = (one.query, one.k, one.z, one.style, one.diversity, one.than, one.time, id(one.filters))
            groups.setdefault((*same, id(one.care), id(one.reviews)), []).append(place)
        askers: dict[Any, Asker] = {}
        found: dict[int, Brief] = {}
        for places in groups.values():
            for first in range(0, len(places), MOST):
                some = places[first : first + MOST]
                asked = [requests[place] for place in some]
                answers = self.answers(asked[0], lambda asked=asked: self._crowd(asked, askers), len(some))  # type: ignore[misc]
                found |= zip(some, self._as_briefs(answers), strict=True)
        return [found[place] for place in range(len(requests))]

    def answers(self, request: Request, crowd: Callable[[], Crowd], count: int) -> Answers:
        """The answers to a request that several askers make; all its other fields are the same for them."""
        try:
            query = self.catalogue.number(request.query)
        except UnknownItem as error:
            return Answers.nothing(count, self.wording.unknown_item(error.item, error.near, error.titles))
        return self._answers(request, query, crowd())

    def crowd(self, request: Request, users: Sequence[str | None]) -> Crowd:
        """Users of whom the request says nothing but who they are; a request of one of them may say more of all."""

        def one(place: int) -> Asker:
            return self.askers.asker(request.model_copy(update={"user": users[place]}))

        says = request.reviews, request.care, request.history, request.viewed, request.chosen
        if any(says) or not self.askers.takes_rows:
            return Crowd.of([one(place) for place in range(len(users))])
        return Crowd(*self.askers.rows(users, request.time), one)

    def _crowd(self, requests: Sequence[Request], askers: dict[Any, Asker]) -> Crowd:
        """The askers of requests that differ in nothing else."""
        visits = any(one.history or one.viewed or one.chosen for one in requests)
        if not visits and not requests[0].reviews and not requests[0].care and self.askers.takes_rows:
            return self.crowd(requests[0], [one.user for one in requests])
        made = []
        for one in requests:
            said = id(one.care), id(one.reviews)
            who = (one.user, one.history, one.viewed, one.chosen, one.time, *said)
            asker = askers.get(who)
            if asker is None:
                asker = askers[who] = self.askers.asker(one)
            made.append(asker)
        return Crowd.of(made)

    def _as_briefs(self, answers: Answers) -> Iterator[Brief]:
        names, basis, items = self.catalogue.ids, self.catalogue.basis_of, answers.items.tolist()
        scores, last = answers.scores.tolist(), 0
        for of_user, notes, count in zip(answers.user_basis, answers.notes, answers.count.tolist(), strict=True):
            first, last = last, last + count
            mine = items[first:last]
            yield Brief(
                of_user, notes, [names[item] for item in mine], scores[first:last], list(answers.told[first:last]),
                [basis(item) for item in mine], list(answers.placed[first:last]),
            )  # fmt: skip

    # --- one query ------------------------------------------------------------------------------------------------

    def _answers(self, request: Request, q: int, crowd: Crowd) -> Answers:
        rules = self.book.at(self.catalogue, self.clock)
        found: list[_One | None] = [None] * len(crowd)
        for places, allowed, without, notes in self._offerable(request, q, crowd, rules):
            ranked = self._ranker.together(
                crowd, places, q, allowed, without, self._pool(request, q, rules), request.diversity
            )
            own = crowd.stated or request.than or self._by_score(request) or self._moved(request, q, rules) is not None
            made = (
                self._one_by_one(request, q, crowd, places, ranked, allowed, without, notes, rules)
                if own
                else self._at_once(request, q, crowd, places, ranked, notes)
            )
            for place, one in zip(places.tolist(), made, strict=True):
                found[place] = one
        every = [one for one in found if one is not None]
        return Answers(
            crowd.basis, [one.notes for one in every], np.array([len(one.items) for one in every], np.int64),
            np.concatenate([one.items for one in every]), np.concatenate([one.scores for one in every]),
            [told for one in every for told in one.told], [name for one in every for name in one.placed],
        )  # fmt: skip

    def _offerable(
        self, request: Request, q: int, crowd: Crowd, rules: Active | None
    ) -> Iterator[tuple[Ints, Bools, list[Ints], list[str]]]:
        """Places of askers, what all of them may be offered, what each of them may not, and notes.

        A history takes items out of what the query and the filters leave. Where so many are left that no note can
        depend on that, the mask is made once; the others have one of their own.
        """
        none = np.empty(0, np.int64)
        allowed, notes = self._allowed(request, q, none, rules)
        left, filters = int(allowed.sum()), request.filters
        priced = filters.max_price is not None or filters.min_price is not None  # tells how many were left out
        plain, without, others = list[int](), list[Ints](), list[int]()
        for place in range(len(crowd)):
            had = none if filters.bought else crowd.had(place)
            mine = np.unique(had[allowed[had]]) if had.size else none
            if had.size and (priced or left - mine.size < max(request.k, 1)):
                others.append(place)
            else:
                plain.append(place)
                without.append(mine)
        if plain:
            yield np.array(plain, np.int64), allowed, without, notes
        for place in others:
            allowed, notes = self._allowed(request, q, crowd.had(place), rules)
            yield np.array([place]), allowed, [none], notes

    def _one_by_one(
        self, request: Request, q: int, crowd: Crowd, places: Ints, ranked: Sequence[Ranked], allowed: Bools,
        without: Sequence[Ints], notes: Sequence[str], rules: Active | None,
    ) -> Iterator[_One]:  # fmt: skip
        """Lists that depend on more of an asker than care and history."""
        stocked = request.filters.in_stock is not None
        for place, one, out in zip(places.tolist(), ranked, without, strict=True):
            asker, mine = crowd.one(place), allowed.copy()
            mine[out] = False
            ordered, told = self._put_in_order(asker, request, q, one, mine, list(notes), rules)
            if ordered.keep:
                told = (self._keep_text(ordered), *told)
            said = self._briefs.of(asker, q, ordered, request.z, request.style, stocked)
            placed = [ordered.placed.get(item, "") for item in ordered.items.tolist()]
            yield _One(told, ordered.items, ordered.scores, said, placed)

    def _at_once(
        self, request: Request, q: int, crowd: Crowd, places: Ints, ranked: Sequence[Ranked], notes: Sequence[str]
    ) -> list[_One]:
        """Lists that reasons put in order, all of one length at once."""
        stocked, users, found = request.filters.in_stock is not None, crowd.users, dict[int, _One]()
        lengths = np.array([len(one.items) for one in ranked])
        for length in np.unique(lengths).tolist():
            rows = np.flatnonzero(lengths == length)
            items, scores = (
                np.stack([getattr(ranked[row], name) for row in rows.tolist()]) for name in ("items", "scores")
            )
            who = Readers(crowd.care[places[rows]], users[places[rows]])
            lists = self._groups.ordered(who, q, items, scores, request.k)
            told, last = self._groups.told(who, lists, request.z, stocked), 0
            alike = (scores.min(axis=1) == scores.max(axis=1)).tolist() if length > 1 else [False] * rows.size
            counts = (lists.items >= 0).sum(axis=1).tolist()
            for at, (row, count) in enumerate(zip(rows.tolist(), counts, strict=True)):
                first, last = last, last + count
                said = [*crowd.notes[places[row]], *notes]
                if alike[at]:
                    said.append(self.wording.all_alike)
                if lists.held_back[at] and count < request.k:
                    held = self.wording.number(int(lists.held_back[at]))
                    said.append(self.wording.held_back.format(count=held))
                if lists.keep[at]:
                    said.insert(0, self.wording.keep if count else self.wording.keep_alone)
                found[row] = _One(
                    tuple(said), lists.items[at, :count], lists.scores[at, :count], told[first:last], [""] * count
                )
        return [found[row] for row in range(len(ranked))]
