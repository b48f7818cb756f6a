"""Answers to many requests, for tables: those of one query together, without records, counts and quotes.

What depends on the query alone is done once: what may be offered, what the model says of it, comparisons of the query
with items, texts. What depends on the asker alone is looked up for many of them at once, and lists of several queries
are put in order and explained side by side. Every answer is the same as that to the single request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
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
"""Askers that are answered at once: their care is held as rows."""


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
    """Answers to n requests, as columns; offers stand one after the other."""

    user_basis: Sequence[str | None]
    notes: Sequence[Notes]
    count: Ints  # (n,) offers of each
    items: Ints  # (m,)
    scores: Floats  # (m,)
    told: Sequence[Told]  # (m,)
    placed: Sequence[str]  # (m,)


@dataclass
class _One:
    """The answer to one request while it is put together."""

    notes: Notes
    items: Ints
    scores: Floats
    told: Sequence[Told]
    placed: Sequence[str]
    known: bool = True
    """Whether the query is an item of the shop."""


@dataclass(frozen=True)
class _Ranked:
    """What was ranked for one asker of a query, before reasons put it in order."""

    place: int
    query: int
    ranked: Ranked
    notes: Sequence[str]


_NO_ITEMS, _NO_SCORES = np.empty(0, np.int64), np.empty(0, np.float32)


class AnswersByQuery(Answering):
    """Answers requests also by the table."""

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self._ordering, self._briefs, self.offers.written)

    def briefs(self, requests: Sequence[Request]) -> list[Brief]:
        """Short answers to many requests. An unknown query gets a note instead of items."""
        groups: dict[Any, list[int]] = {}
        for place, one in enumerate(requests):
            same = (one.k, one.z, one.style, one.diversity, one.than, one.time, one.filters)
            # `requests` keeps all cares alive, so an `id` cannot be reused for another one
            groups.setdefault((*same, id(one.care) if one.care else 0, one.reviews), []).append(place)
        askers: dict[Any, Asker] = {}
        found: dict[int, Brief] = {}
        for places in groups.values():
            places.sort(key=lambda place: requests[place].query)
            for first in range(0, len(places), MOST):
                some = places[first : first + MOST]
                asked = [requests[place] for place in some]
                answers = self.answers(asked[0], [one.query for one in asked], self._crowd(asked, askers))
                found |= zip(some, self._as_briefs(answers), strict=True)
        return [found[place] for place in range(len(requests))]

    def answers(self, request: Request, queries: Sequence[str | None], crowd: Crowd) -> Answers:
        """The answers to a request that several askers make, each looking at a query of their own; all its other fields
        are the same for them. Those of one query stand together."""
        found: list[_One | None] = [None] * len(crowd)
        waiting: list[_Ranked] = []
        rules, last = self.book.at(self.catalogue, self.clock), 0
        for query, some in groupby(queries):
            first, last = last, last + sum(1 for _ in some)
            note = self.wording.missing_query
            try:
                number = self.catalogue.number(query) if query else None
            except UnknownItem as error:
                number, note = None, self.wording.unknown_item(error.item, error.near, error.titles)
            if query is None or number is None:
                found[first:last] = [_One((note,), _NO_ITEMS, _NO_SCORES, (), (), known=False)] * (last - first)
                continue
            asked = request if query == request.query else request.model_copy(update={"query": query})
            waiting += self._listed(asked, number, crowd, np.arange(first, last), rules, found)
        self._at_once(request, crowd, waiting, found)
        every = [one for one in found if one is not None]
        basis = [of if one.known else None for of, one in zip(crowd.basis, every, strict=True)]
        return Answers(
            basis, [one.notes for one in every], np.array([len(one.items) for one in every], np.int64),
            np.concatenate([one.items for one in every]), np.concatenate([one.scores for one in every]),
            [told for one in every for told in one.told], [name for one in every for name in one.placed],
        )  # fmt: skip

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

    def _listed(
        self, request: Request, q: int, crowd: Crowd, whose: Ints, rules: Active | None, found: list[_One | None]
    ) -> Iterator[_Ranked]:
        """Ranked lists of the askers `whose` of one query; of those that depend on more, the answers into `found`."""
        own = crowd.stated or request.than or self._by_score(request) or self._moved(request, q, rules) is not None
        for places, allowed, without, notes in self._offerable(request, q, crowd, whose, rules):
            ranked = self._ranker.together(
                crowd, places, q, allowed, without, self._pool(request, q, rules), request.diversity
            )
            if not own:
                yield from (_Ranked(place, q, one, notes) for place, one in zip(places.tolist(), ranked, strict=True))
                continue
            made = self._one_by_one(request, q, crowd, places, ranked, allowed, without, notes, rules)
            for place, one in zip(places.tolist(), made, strict=True):
                found[place] = one

    def _offerable(
        self, request: Request, q: int, crowd: Crowd, whose: Ints, rules: Active | None
    ) -> Iterator[tuple[Ints, Bools, list[Ints], list[str]]]:
        """Places of askers, of those in `whose`, what all of them may be offered, what each of them may not, and notes.

        A history takes items out of what the query and the filters leave. Where so many are left that no note can
        depend on that, the mask is made once; the others have one of their own.
        """
        none = np.empty(0, np.int64)
        allowed, notes = self._allowed(request, q, none, rules)
        left, filters = int(allowed.sum()), request.filters
        priced = filters.max_price is not None or filters.min_price is not None  # tells how many were left out
        plain, without, others = list[int](), list[Ints](), list[int]()
        for place in whose.tolist():
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

    def _at_once(self, request: Request, crowd: Crowd, waiting: Sequence[_Ranked], found: list[_One | None]) -> None:
        """Put answers into `found`: lists that reasons put in order, all of one length at once."""
        stocked, users = request.filters.in_stock is not None, crowd.users
        lengths = np.array([len(one.ranked.items) for one in waiting], np.int64)
        for length in np.unique(lengths).tolist():
            some = [waiting[row] for row in np.flatnonzero(lengths == length).tolist()]
            items, scores = (np.stack([getattr(one.ranked, name) for one in some]) for name in ("items", "scores"))
            places, queries = (np.array([getattr(one, name) for one in some], np.int64) for name in ("place", "query"))
            who = Readers(crowd.care[places], users[places])
            lists = self._groups.ordered(who, queries, items, scores, request.k)
            told, last = self._groups.told(who, lists, request.z, stocked), 0
            alike = (scores.min(axis=1) == scores.max(axis=1)).tolist() if length > 1 else [False] * len(some)
            counts = (lists.items >= 0).sum(axis=1).tolist()
            kept, held_back = lists.keep.tolist(), lists.held_back.tolist()
            for at, (one, count) in enumerate(zip(some, counts, strict=True)):
                first, last = last, last + count
                said = [*crowd.notes[one.place], *one.notes]
                if alike[at]:
                    said.append(self.wording.all_alike)
                if held_back[at] and count < request.k:
                    said.append(self.wording.held_back.format(count=self.wording.number(held_back[at])))
                if kept[at]:
                    said.insert(0, self.wording.keep if count else self.wording.keep_alone)
                found[one.place] = _One(
                    tuple(said), lists.items[at, :count], lists.scores[at, :count], told[first:last], [""] * count
                )
