"""The user of a request: a training user, a new one folded in from reviews, stated care or a session, or the average.

This is where user cold start is handled.
"""

from __future__ import annotations

import copy
import difflib
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from instead.errors import InputError
from instead.matrices import care_of_counts
from instead.mentions.attribute_tree import AttributeTree
from instead.models.choices.care_table import CareTable
from instead.models.context import Askers, Context, KnownUsers, SparseRows, no_times
from instead.models.evidence import Evidence
from instead.models.interface import FillsMatrices, LastSaw, Model
from instead.ranking.cares import Cares, Ground, Known
from instead.ranking.catalogue import Catalogue
from instead.request import GivenReview, Request
from instead.wording import ENGLISH, Wording

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

ReadTexts = Callable[[Sequence[str]], Sequence[str]]
"""Texts of reviews -> the attribute of every mention in them."""

Notes = tuple[str, ...]

Clock = Callable[[], float]
"""Seconds since 1970."""

TRAINED, FOLDED, GIVEN, CHOSEN = "trained", "folded in", "care given", "choices given"
SESSION, AVERAGE = "session", "average"


@dataclass(frozen=True, eq=False)
class Asker:
    """The user of one request, as ranking and reasons need it."""

    basis: str
    """What the user's vector and care rest on: "trained", "folded in", "care given", "choices given", "session" or
    "average"."""
    askers: Askers  # of length 1
    care: Floats  # x~ (A,), 1 to N
    observed: Bools  # (A,) True where care was observed rather than estimated
    notes: tuple[str, ...] = ()
    stated: Ints = field(default_factory=lambda: np.empty(0, np.int64))  # attributes whose care the request names
    known: Known = field(default_factory=Known)
    _last: dict[int, Context] = field(default_factory=dict, repr=False)

    @property
    def had(self) -> Ints:
        """Items of the user's history."""
        return self.askers.had.column

    def ground(self, attribute: int) -> Ground:
        """Why they are thought to care about an attribute as they do."""
        return self.known.ground(attribute, attribute in self.askers.stated.column)

    def looking_at(self, query: int) -> Context:
        """The input of a model's score for this user and a query item."""
        found = self._last.get(query)
        if found is None:
            found = Context(self.askers, np.array([query]))
            self._last.clear()
            self._last[query] = found
        return found


class AskerLookup:
    """Makes an `Asker` from the fields of a request."""

    def __init__(
        self,
        users: Sequence[str],
        tree: AttributeTree,
        catalogue: Catalogue,
        visits: tuple[Ints, Ints],
        model: Model,
        evidence: Evidence,
        scale: float,
        read: ReadTexts,
        wording: Wording = ENGLISH,
        clock: Clock = time.time,
        table: CareTable | None = None,
        *,
        ordered: bool = False,
    ) -> None:
        """`visits`: where each user's items begin, and the items; `clock` tells the time of requests without one;
        `ordered`: the users are in ascending order."""
        self._users, self._ordered, self._tree, self._attributes, self._catalogue = (
            users,
            ordered,
            tree,
            tree.names,
            catalogue,
        )
        self._visits, self._model, self._evidence = visits, model, evidence
        self._scale, self._read, self._wording, self._clock = scale, read, wording, clock
        self._cares = Cares(evidence, table, catalogue.priced, len(users), scale)

    def in_words(self, wording: Wording) -> AskerLookup:
        """The same lookup, with notes in other words."""
        made = copy.copy(self)
        made._wording = wording
        return made

    def updated(self, catalogue: Catalogue, model: Model, evidence: Evidence) -> AskerLookup:
        """The same users over another catalogue, model and evidence of the same shop."""
        made = copy.copy(self)
        made._catalogue, made._model, made._evidence = catalogue, model, evidence
        made.__dict__.pop("_fills", None)
        made._cares = replace(self._cares, evidence=evidence, prices=catalogue.priced)
        if "usual" in self._cares.__dict__:  # rests on what users wrote, which is that of the training
            made._cares.__dict__["usual"] = self._cares.usual
        return made

    @cached_property
    def _fills(self) -> FillsMatrices | None:
        return self._model if isinstance(self._model, FillsMatrices) else None

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {user: number for number, user in enumerate(self._users)}

    def number(self, user: str | None) -> int | None:
        """The number of a user of the training data; None for others. One of several millions is found by bisection in
        two microseconds, so a service need not make a dictionary of them all before it starts."""
        if user is None:
            return None
        if not self._ordered:
            return self._numbers.get(user)
        place = bisect_right(self._users, user) - 1
        return place if place >= 0 and self._users[place] == user else None

    def attribute(self, name: str) -> int:
        """The number of an attribute, by its name or a variant of it; raises an error that suggests similar names."""
        if not isinstance(name, str):
            raise InputError(f"an attribute is a text, not {name!r}")
        found = self._tree.number(name.strip().lower())
        found = self._tree.number(name) if found is None else found
        if found is None:
            near = difflib.get_close_matches(name.lower(), self._attributes, 3)
            hint = f"did you mean {', '.join(map(repr, near))}?" if near else "no review of this shop speaks of it"
            raise InputError(f"unknown attribute {name!r}: {hint}")
        return found

    def asker(self, request: Request) -> Asker:
        """The asker from id, reviews, stated care, history and session of a request."""
        said, notes = self._mentions(request.reviews)
        number = self.number(request.user)
        stated = self._stated(request.care)
        observed = self._observed(number, said)
        had, viewed = self._history(number, request.history), self._known_items(request.viewed)
        notes.extend(self._strange(dict.fromkeys((*request.history, *request.viewed, *chain(*request.chosen)))))
        choices = self._choices(request.chosen)
        askers = Askers(
            KnownUsers.nobody() if number is None else KnownUsers(np.zeros(1, np.int64), np.array([number])),
            SparseRows.of_lists([had]),
            SparseRows.of_lists([viewed]),
            self._cells(observed),
            self._cells(self._covered(stated)),
            no_times(1) if (moment := self.moment(request.time)) is None else np.array([moment], "datetime64[s]"),
        )
        looks_at = self._model.looks_at  # a session counts only where the model uses it
        visit = any(ids.size and aspect in looks_at for ids, aspect in ((had, "history"), (viewed, "viewed")))
        basis = self._basis(number, said, stated, choices, visit)
        if request.user is not None and basis == AVERAGE:
            notes.append(self._wording.unknown_user.format(user=request.user))
        for asked, aspect, note in (
            (request.viewed, "viewed", self._wording.viewed_ignored),
            (request.history, "history", self._wording.history_ignored),
        ):
            if asked and aspect not in looks_at:
                notes.append(note)
        if request.chosen and not self._weighs_choices:
            notes.append(self._wording.chosen_ignored)
        if self._fills is not None:
            care, raised = self._fills.cares(askers)[0], dict[int, int]()
        else:
            care, raised = self._cares.of(number, said, len(request.reviews), choices)
            care[askers.stated.column] = askers.stated.value
        known = Known(self._cares.written_by(number, said, len(request.reviews)), raised)
        seen = np.zeros(len(self._attributes), np.bool_)
        seen[[*known.written, *raised, *askers.stated.column]] = True
        return Asker(basis, askers, care, seen, tuple(notes), np.array([*stated], np.int64), known)

    @property
    def takes_rows(self) -> bool:
        """Whether care of several askers is the same as of one: a model that fills it in may round otherwise."""
        return self._fills is None

    def rows(self, users: Sequence[str | None], told: int | None) -> tuple[list[str], Askers, Floats, list[Notes]]:
        """Basis, askers, care (n, A) and notes of users of whom a request says nothing else, as `asker` has them."""
        number = self._numbers  # of many users: a dictionary is made once and asked in no time
        numbers = [None if user is None else number.get(user) for user in users]
        start, items = self._visits
        none = np.empty(0, np.int64)
        had = [none if one is None else items[start[one] : start[one + 1]] for one in numbers]
        known = np.array([place for place, one in enumerate(numbers) if one is not None], np.int64)
        moment, count = self.moment(told), len(users)
        nothing = SparseRows.empty(count)
        askers = Askers(
            KnownUsers(known, np.array([one for one in numbers if one is not None], np.int64)),
            SparseRows.of_lists(had), nothing, nothing, nothing,
            no_times(count) if moment is None else np.full(count, moment, "datetime64[s]"),
        )  # fmt: skip
        basis = [AVERAGE if one is None else TRAINED for one in numbers]
        notes: list[Notes] = [
            (self._wording.unknown_user.format(user=user),) if one is None and user is not None else ()
            for user, one in zip(users, numbers, strict=True)
        ]
        return basis, askers, self._cares.rows(numbers), notes

    def moment(self, told: int | None) -> int | None:
        """When a request is made, in seconds since 1970: when it says, else now; None for models that do not look."""
        if told is not None or "time" not in self._model.looks_at:
            return told
        now = int(self._clock())
        seen = self._model.newest if isinstance(self._model, LastSaw) else None
        return now if seen is None else min(now, seen)

    def _basis(
        self, number: int | None, said: Counter[int], stated: Mapping[int, float], choices: Sequence[Ints], visit: bool
    ) -> str:
        if number is not None:
            return TRAINED
        return FOLDED if said else GIVEN if stated else CHOSEN if choices else SESSION if visit else AVERAGE

    @cached_property
    def _weighs_choices(self) -> bool:
        """Whether choices in a request change care: a model with an estimate of its own keeps that."""
        return self._cares.table is not None and self._fills is None

    def _choices(self, chosen: Sequence[Sequence[str]]) -> list[Ints]:
        """Item numbers of each choice, the one taken first; choices without it, or without anything left, are none."""
        if not self._weighs_choices:
            return []
        taken = [one for one in chosen if self._catalogue.numbers([one[0]])[0].size]
        found = [np.array([*dict.fromkeys(self._catalogue.numbers(one)[0].tolist())], np.int64) for one in taken]
        return [one for one in found if one.size > 1]

    # --- care --------------------------------------------------------------------------------------------------------

    def _stated(self, care: Mapping[str, float]) -> dict[int, float]:
        """Stated care by number of the attribute."""
        found = {}
        for name, value in care.items():
            if not 1.0 <= value <= self._scale:
                raise InputError(f"care for {name!r} is {value:g}; it goes from 1 (none) to {self._scale:g} (most)")
            found[self.attribute(name)] = float(value)
        return found

    def _covered(self, stated: Mapping[int, float]) -> dict[int, float]:
        """Stated care, also for what belongs to an attribute; what is stated nearest to a member counts for it."""
        found: dict[int, float] = {}
        for attribute in sorted(stated, key=lambda one: -len(self._tree.members(one))):
            found.update(dict.fromkeys(self._tree.members(attribute), stated[attribute]))
        return found

    def _observed(self, number: int | None, said: Counter[int]) -> dict[int, float]:
        """Care (Eq. 1) of the attributes that reviews in the request mention, added to earlier mentions."""
        before = Counter[int]()
        if number is not None and said:
            before = Counter(dict(zip(*(part.tolist() for part in self._evidence.mentions_of(number)), strict=True)))
        counts = np.array([before[attribute] + count for attribute, count in said.items()], np.float64)
        return dict(zip(said, care_of_counts(counts, self._scale).tolist(), strict=True))

    def _cells(self, care: Mapping[int, float]) -> SparseRows:
        column = np.array(list(care), np.int64)
        return SparseRows(np.array([0, column.size]), column, np.array(list(care.values()), np.float32))

    def _mentions(self, reviews: Sequence[GivenReview]) -> tuple[Counter[int], list[str]]:
        """Mentions of each attribute in the given reviews, and notes about them."""
        said = Counter(self.attribute(mention.attribute) for review in reviews for mention in review.mentions)
        if texts := [review.text for review in reviews if review.text]:
            known = self._tree.numbers
            said.update(known[name] for name in self._read(texts) if name in known)
        return said, [self._wording.reviews_without_attributes] if reviews and not said else []

    # --- history -----------------------------------------------------------------------------------------------------

    def _history(self, number: int | None, history: Sequence[str]) -> Ints:
        had = self._known_items(history)
        if number is None:
            return had
        start, items = self._visits
        before = items[start[number] : start[number + 1]]
        return np.union1d(before, had) if had.size else before

    def _strange(self, ids: Collection[str]) -> list[str]:
        """How many of the items they had or looked at the catalogue does not have, said once."""
        strange = self._catalogue.numbers([*ids])[1] if ids else 0
        return [self._wording.filled(self._wording.unknown_items, strange=strange, count=len(ids))] if strange else []

    def _known_items(self, ids: Sequence[str]) -> Ints:
        if not ids:
            return np.empty(0, np.int64)
        found = self._catalogue.numbers(ids)[0]
        latest_first = dict.fromkeys(found[::-1].tolist())  # what is looked at twice counts where it was the last time
        return np.array([*latest_first][::-1], np.int64)
