"""Who asks: a trained user, somebody with a handful of reviews or stated wishes, or nobody in particular."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import InputError
from instead.matrices import care as care_of
from instead.models.a2cf.model import A2CF
from instead.models.evidence import Evidence
from instead.models.interface import Model
from instead.ranking.asked import an_id, several
from instead.ranking.asked import number as a_number
from instead.ranking.folding import Folding, care_features
from instead.records import Mention, Review
from instead.settings import FoldSettings

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

ReadTexts = Callable[[Sequence[str]], Sequence[str]]
"""Texts of reviews -> the attribute of every mention in them."""

TRAINED, FOLDED, GIVEN, AVERAGE = "trained", "folded in", "care given", "average"


@dataclass(frozen=True)
class Person:
    """What scoring and reasons need to know of somebody."""

    name: str | None
    basis: str
    number: int  # row of users.parquet, -1 for a stranger
    vector: Floats  # u (d,); empty for models that have none
    care: Floats  # x~ (A,), 1 to N
    observed: Bools  # (A,) where care was said rather than estimated
    notes: tuple[str, ...] = ()
    stated: Ints = field(default_factory=lambda: np.empty(0, np.int64))  # attributes whose care the request names


class People:
    """Turns what a request says about its user into a `Person`."""

    def __init__(
        self,
        users: Sequence[str],
        attributes: Sequence[str],
        model: Model,
        evidence: Evidence,
        scale: float,
        settings: FoldSettings,
        read: ReadTexts,
    ) -> None:
        self._users, self._attributes, self._model = users, attributes, model
        self._evidence, self._scale, self._settings, self._read = evidence, scale, settings, read

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {user: number for number, user in enumerate(self._users)}

    @cached_property
    def _attribute_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._attributes)}

    def number(self, user: str | None) -> int:
        """The number of a trained user, -1 for anybody else."""
        return -1 if user is None else self._numbers.get(an_id(user, "a user"), -1)

    def attribute(self, name: str) -> int:
        """The number of an attribute, or an error that names near ones."""
        if not isinstance(name, str):
            raise InputError(f"an attribute is a text, not {name!r}")
        found = self._attribute_numbers.get(name.strip().lower(), self._attribute_numbers.get(name))
        if found is None:
            near = difflib.get_close_matches(name.lower(), self._attributes, 3)
            hint = f"did you mean {', '.join(map(repr, near))}?" if near else "no review of this shop speaks of it"
            raise InputError(f"unknown attribute {name!r}: {hint}")
        return found

    def person(
        self,
        user: str | None = None,
        care: Mapping[str, float] | None = None,
        reviews: Iterable[Any] | None = None,
    ) -> Person:
        """Somebody, from an id, reviews and stated care. Stated care wins over everything else."""
        said, notes = self._mentions(reviews)
        number = self.number(user)
        if number >= 0:
            found = self._known(user, number, said)
        elif said:
            found = self._folded(user, said)
        else:
            found = replace(self.average, name=user)
        if user is not None and number < 0 and not said:
            notes.append(f"User {user!r} is not known to this model: the average care of all users stands in.")
        if care is not None:
            found = self._stated(found, care)
        return replace(found, notes=tuple(notes)) if notes else found

    # --- known users ---------------------------------------------------------------------------------------------

    def _known(self, user: str | None, number: int, said: Counter[int]) -> Person:
        if isinstance(self._model, A2CF):
            row = self._model.care.rows(np.array([number]))[0]
            observed = np.zeros(row.size, np.bool_)
            matrix = self._model.care.observed
            observed[matrix.indices[matrix.indptr[number] : matrix.indptr[number + 1]]] = True
            vector: Floats = np.asarray(self._model.ranking.users[number])
        else:
            row, observed, vector = self.average.care.copy(), np.zeros(len(self._attributes), np.bool_), _NOTHING
        # the model's own row already has what the user said before; only what is new, or what it lacks, is put in
        if said or not isinstance(self._model, A2CF):
            before = Counter(dict(zip(*(part.tolist() for part in self._evidence.mentions_of(number)), strict=True)))
            new = Counter({attribute: before[attribute] + said[attribute] for attribute in said})
            self._put(row, observed, new if isinstance(self._model, A2CF) else before + said)
        return Person(user, TRAINED, number, vector, row, observed)

    # --- strangers -----------------------------------------------------------------------------------------------

    def _folded(self, user: str | None, said: Counter[int]) -> Person:
        """The vector by ridge regression from what was said; what was said stays, the rest is estimated from it."""
        observed = np.zeros(len(self._attributes), np.bool_)
        model = self._model
        if isinstance(model, A2CF):
            row = self._sparse(said)
            d = model.ranking.users.shape[1]
            both = self._folding.vectors(care_features(row, self._scale))[0]
            vector, filled = both[:d], model.care.estimates(both[None, d:])[0]
        else:
            vector, filled = _NOTHING, self.average.care.copy()
        self._put(filled, observed, said)
        return Person(user, FOLDED, -1, vector, filled, observed)

    @cached_property
    def _folding(self) -> Folding:
        """From X to both vectors of a user: that of the ranking, and that of the moment of filling."""
        model = self._model
        if not isinstance(model, A2CF):
            raise TypeError("only A2CF has users' vectors")
        both = np.concatenate([model.ranking.users, model.frozen.users], axis=1)
        return Folding(care_features(model.care.observed, self._scale), both, self._settings.ridge)

    @cached_property
    def average(self) -> Person:
        """Nobody in particular: the mean vector, which gives the mean of everybody's latent scores, and mean care."""
        model, nobody = self._model, np.zeros(len(self._attributes), np.bool_)
        if isinstance(model, A2CF):
            count = len(model.ranking.users)
            some = np.unique(np.linspace(0, count - 1, min(count, self._settings.sample)).astype(np.int64))
            care = model.care.rows(some).mean(axis=0)
            return Person(None, AVERAGE, -1, model.ranking.users[some].mean(axis=0), care, nobody)
        users = max(len(self._users), 1)
        attribute, mentions = self._evidence.arrays["user.attribute"], self._evidence.arrays["user.mentions"]
        above = (self._scale - 1.0) * np.tanh(mentions / 2.0)  # Eq. 1; whoever never mentions it adds 0
        care = 1.0 + np.bincount(attribute, weights=above, minlength=len(self._attributes)) / users
        return Person(None, AVERAGE, -1, _NOTHING, care.astype(np.float32), nobody)

    # --- what was said -------------------------------------------------------------------------------------------

    def _stated(self, person: Person, care: Mapping[str, float]) -> Person:
        if not isinstance(care, Mapping):
            raise InputError(f"care is {care!r}; give a mapping such as {{'battery': 5}}")
        if not care:
            return person
        row, observed = person.care.copy(), person.observed.copy()
        stated: list[int] = []
        for name, value in care.items():
            if not 1.0 <= a_number(value, f"care for {name!r}") <= self._scale:
                raise InputError(f"care for {name!r} is {value:g}; it goes from 1 (none) to {self._scale:g} (most)")
            number = self.attribute(name)
            row[number], observed[number] = value, True
            stated.append(number)
        basis = GIVEN if person.basis == AVERAGE else person.basis
        return replace(person, care=row, observed=observed, basis=basis, stated=np.array(stated, np.int64))

    def _mentions(self, reviews: object) -> tuple[Counter[int], list[str]]:
        """How often each attribute is mentioned by texts, reviews, mentions or (attribute, sentiment) pairs.

        A text that stands alone is one review.
        """
        texts: list[str] = []
        names: list[str] = []
        given = [] if reviews is None else [reviews] if isinstance(reviews, str) else several(reviews)
        if given is None:
            raise InputError(f"reviews are {reviews!r}; give a list of texts, Mentions or (attribute, sentiment) pairs")
        for one in given:
            if isinstance(one, str):
                texts.append(one)
            elif isinstance(one, Review):
                texts.append(one.text)
            elif isinstance(one, Mention):
                names.append(one.attribute)
            elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
                names.append(one[0])
            else:
                raise InputError(f"a review is a text, a Mention or an (attribute, sentiment) pair, not {one!r}")
        said = Counter(self.attribute(name) for name in names)
        if texts:
            known = self._attribute_numbers
            said.update(known[name] for name in self._read(texts) if name in known)
        notes = []
        if given and not said:
            notes.append("The reviews given mention no attribute that this shop knows.")
        return said, notes

    def _sparse(self, said: Counter[int]) -> csr_matrix:
        """One row of X, Eq. 1."""
        attribute = np.array(list(said.elements()), np.int64)
        return care_of(
            np.zeros_like(attribute), attribute, users=1, attributes=len(self._attributes), scale=self._scale
        )

    def _put(self, row: Floats, observed: Bools, said: Counter[int]) -> None:
        if said:
            cells = self._sparse(said)
            row[cells.indices] = cells.data
            observed[cells.indices] = True


_NOTHING: Floats = np.empty(0, np.float32)
