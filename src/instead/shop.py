"""`instead.load(folder)`: a trained model as a shop uses it. Recommendations with reasons, for one or for many.

    shop = instead.load("models/phones")
    for substitute in shop.recommend("A2TMX...", "B00...", k=10):
        print(substitute.item, substitute.text)

Everything below is made of rooms that do one thing each: `ranking` finds the items, `explanation` the reasons.
docs/recommending.md says what every number means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import InputError, UnknownItem
from instead.explanation.briefs import Briefs, Told
from instead.explanation.grouping import grouped
from instead.explanation.offers import HONEST, STYLES, Offers
from instead.explanation.reasons import Names, Reasons
from instead.explanation.shop_claims import SupportedClaims
from instead.explanation.wording import ENGLISH
from instead.models.a2cf.model import A2CF
from instead.models.evidence import Evidence
from instead.models.model_folder import ModelFolder
from instead.ranking import asked
from instead.ranking.catalogue import Catalogue
from instead.ranking.descriptions import Pairs, read_descriptions, table
from instead.ranking.filters import Allowance
from instead.ranking.newcomers import (
    basis_of,
    extended_evidence,
    extended_model,
    extended_shortlist,
    quality_rows,
    said_of,
)
from instead.ranking.people import People, Person
from instead.ranking.rank import Ranked, Ranker
from instead.ranking.scores import scores_of
from instead.ranking.wishes import Wishes
from instead.records import Care, Item, Reason, Recommendation, Standing, Substitute
from instead.settings import Filters, RecommendSettings
from instead.store.dataset import READER

if TYPE_CHECKING:
    from instead.mentions.extractor import Extractor

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_SHOWN = 8  # attributes of an item's record
__all__ = ["Shop", "grouped", "load"]

AnyFilters = Filters | Mapping[str, Any] | None
Reviews = Iterable[Any] | None
Cares = Mapping[str, float] | None
Many = list[str] | tuple[str, ...] | NDArray[Any] | pl.Series


@dataclass(frozen=True)
class Brief:
    """A recommendation for a table. Where the query is unknown, the notes say so and `user_basis` is None."""

    user_basis: str | None
    notes: tuple[str, ...]
    items: list[str]
    scores: list[float]
    told: list[Told]
    basis: list[str]


class Shop(ModelFolder):
    """A model folder that recommends. Safe to use from several threads."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        super().__init__(folder, manifest)
        self.choices = RecommendSettings()

    def __repr__(self) -> str:
        return f"Shop({str(self.folder)!r}, {self.manifest['model']})"

    # --- what it is made of --------------------------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> Catalogue:
        """Items as columns."""
        return Catalogue(self.items, self.evidence.reviews)

    @cached_property
    def evidence(self) -> Evidence:
        """What training reviews said. A folder written before there was evidence has none to show."""
        names = self.attributes.height
        found = Evidence.open(self.folder, names)
        if found is None:
            model = self.model
            observed = model.quality.observed if isinstance(model, A2CF) else csr_matrix((self.items.height, names))
            found = Evidence.from_quality(observed, self.users.height)
        return found

    @cached_property
    def people(self) -> People:
        """Who may ask."""
        names = self.attributes["attribute"].to_list()
        return People(self._user_names, names, self.model, self.evidence, self.scale, self.choices.folding, self._read)

    @cached_property
    def _user_names(self) -> list[str]:
        return self.users["user"].to_list()

    @property
    def scale(self) -> float:
        """N: care and quality go from 1 to it."""
        return float(self.settings.scale)

    @cached_property
    def _ranker(self) -> Ranker:
        choices = self.choices
        wishes = Wishes(self.evidence, choices.reasons.prior, choices.wish_weight, self.scale)
        return Ranker(scores_of(self.model, self.shortlist), choices.pool, choices.exhaustive, wishes)

    @cached_property
    def _allowance(self) -> Allowance:
        return Allowance(self.catalogue)

    @cached_property
    def _reasons(self) -> Reasons:
        names = Names(self.catalogue.ids, self._user_names, self.attributes["attribute"].to_list())
        return Reasons(self.evidence, names, self.scale, self.choices.reasons, ENGLISH, self.catalogue.prices)

    @cached_property
    def offers(self) -> Offers:
        """How items are explained."""
        return Offers(self.model, self.catalogue, self._reasons)

    @cached_property
    def _briefs(self) -> Briefs:
        return Briefs(self.offers)

    @property
    def claims(self) -> SupportedClaims:
        """What is called better and worse, for `instead.evaluation.claims` to judge."""
        return SupportedClaims(self.people, self._reasons)

    @cached_property
    def _has_counts(self) -> bool:
        return self.evidence.has_counts

    @cached_property
    def _visits(self) -> tuple[Ints, Ints]:
        """Where each user's items begin, and the items."""
        user, item = (self.interactions[name].to_numpy().astype(np.int64) for name in ("user", "item"))
        start = np.concatenate([[0], np.cumsum(np.bincount(user, minlength=self.users.height))])
        return start, item[np.argsort(user, kind="stable")]

    def warm(self) -> Shop:
        """Make everything that the first request would otherwise wait for."""
        wish = dict.fromkeys(self.attributes["attribute"].head(1), self.scale)
        self.recommend(None, self.catalogue.ids[0], 1)
        self.recommend(None, self.catalogue.ids[0], 1, care=wish)
        return self

    def with_items(self, items: Sequence[Mapping[str, Any]]) -> Shop:
        """The same shop with items that came after the training, scored from what is said about them.

        Each has an `item` id, may have title, brand, category (a list), price and image, and what is said of it:
        `reviews` (texts, or lists of the (attribute, sentiment) pairs each mentions) or `mentions` (pairs, each of a
        review of its own). One that nobody says anything about can be asked for as a query, where the average item
        stands in, but is not offered. What cannot be used raises `WrongItem`, with the item and the field.
        """
        model = self.model
        if not isinstance(model, A2CF):
            raise InputError(f"a {self.manifest['model']} model cannot place items that it was not trained on")
        described = read_descriptions(items, self.catalogue, self.people.attribute)
        said = said_of(described, self._read_reviews)
        rows = quality_rows(said, self.attributes.height, self.scale)
        made = Shop(self.folder, self.manifest)
        made.choices = self.choices
        made.items = pl.concat([self.items, table(described, self.items.schema)])
        made.evidence = extended_evidence(self.evidence, said, rows)
        made.model = extended_model(model, rows, self.choices.folding)
        made.shortlist = extended_shortlist(self.shortlist, len(described))
        before = self.catalogue.basis or ["trained"] * len(self.catalogue)
        made.catalogue = Catalogue(made.items, made.evidence.reviews, [*before, *map(basis_of, said)])
        return made

    # --- recommending --------------------------------------------------------------------------------------------

    @overload
    def recommend(
        self, user: str | None = None, query: str = "", k: int = 10, *, care: Cares = None,
        reviews: Reviews = None, filters: AnyFilters = None, z: int = 3, style: str = "honest",
        diversity: float = 0.0, quotes: int = 1,
    ) -> Recommendation: ...  # fmt: skip

    @overload
    def recommend(
        self, user: Iterable[str | None] | None, query: Many, k: int = 10, *,
        care: Cares = None,
        reviews: Reviews = None, filters: AnyFilters = None, z: int = 3, style: str = "honest",
        diversity: float = 0.0, quotes: int = 1,
    ) -> list[Recommendation]: ...  # fmt: skip

    def recommend(
        self, user: str | Iterable[str | None] | None = None, query: str | Many = "", k: int = 10, *,
        care: Cares = None, reviews: Reviews = None, filters: AnyFilters = None, z: int = 3, style: str = "honest",
        diversity: float = 0.0, quotes: int = 1,
    ) -> Recommendation | list[Recommendation]:  # fmt: skip
        """The k best substitutes for `query`, each with at most z reasons; sequences (lists, tuples, NumPy arrays,
        Polars Series) give a list of recommendations.

        `care` {"battery": 5} and `reviews` (texts, mentions) describe the user, alone or on top of a known one.
        `filters` say what may be offered, `diversity` (0 to 1) how unlike each other the substitutes should be,
        `quotes` how many sentences of each item a reason carries. An unknown query raises `UnknownItem`.
        """
        _check(k, z, style, diversity, quotes)
        wanted = filters if isinstance(filters, Filters) else Filters.checked(_plain(filters))
        users, queries = asked.several(user), asked.several(query)
        said = asked.several(reviews)
        reviews = reviews if said is None else said  # an iterator could be read for one query only
        if queries is None:
            if users is not None:
                raise InputError("several users and one query: give as many queries as users")
            return self._recommend(user, query, k, care, reviews, wanted, z, style, diversity, quotes)
        users = [user] * len(queries) if users is None else users
        if len(users) != len(queries):
            raise InputError(f"{len(users)} users and {len(queries)} queries: give as many of one as of the other")
        return [
            self._recommend(one, item, k, care, reviews, wanted, z, style, diversity, quotes)
            for one, item in zip(users, queries, strict=True)
        ]

    def _recommend(
        self, user: Any, query: Any, k: int, care: Cares, reviews: Reviews, filters: Filters, z: int,
        style: str, diversity: float, quotes: int,
    ) -> Recommendation:  # fmt: skip
        person = self.people.person(user, care, reviews)
        q, found, notes = self._ranked(person, query, k, filters, diversity)
        offered = self.offers.substitutes(person, q, found.items, found.scores.tolist(), z, style, quotes)
        return Recommendation(user, query, person.basis, self.catalogue.basis_of(q), offered, notes)

    def _ranked(
        self, person: Person, query: str, k: int, filters: Filters, diversity: float
    ) -> tuple[int, Ranked, tuple[str, ...]]:
        if query is None or query == "":
            raise InputError("no query: name the item somebody is looking at")
        q = self.catalogue.number(query)
        allowed, notes = self._allowance.mask(filters, q, self._had(person.number))
        if (basis := self.catalogue.basis_of(q)) != "trained":
            notes.append(f"{query} came after the training: it is placed by {_PLACED[basis]}.")
        if not self._has_counts:
            notes.append("This model folder holds no reviews to compare by; train the model again to have reasons.")
        return q, self._ranker.top(person, q, allowed, k, diversity), (*person.notes, *notes)

    def briefs(
        self, users: Sequence[str | None], queries: Sequence[str], k: int = 10, *, care: Cares = None,
        filters: Filters | None = None, z: int = 3, style: str = HONEST, diversity: float = 0.0,
    ) -> list[Brief]:  # fmt: skip
        """What `recommend` says of many pairs, without evidence and records: for tables.

        What pairs have in common is made once: whoever asks, how a query compares with an item, what filters leave. An
        unknown query has a note instead of items.
        """
        wanted = filters or Filters()
        people = dict[str | None, Person]()
        found: dict[int, Brief] = {}
        # of the pairs of one query, most are offered the same items
        for place in sorted(range(len(queries)), key=queries.__getitem__):
            user, query = users[place], queries[place]
            person = people.get(user)
            if person is None:
                person = people[user] = self.people.person(user, care)
            try:
                q, ranked, notes = self._ranked(person, query, k, wanted, diversity)
            except UnknownItem as error:
                found[place] = Brief(None, (str(error),), [], [], [], [])
                continue
            told, items = self._briefs.of(person, q, ranked.items, z, style), ranked.items.tolist()
            names, basis = self.catalogue.ids, self.catalogue.basis_of
            found[place] = Brief(
                person.basis, notes, [names[item] for item in items], ranked.scores.tolist(), told,
                [basis(item) for item in items],
            )  # fmt: skip
        return [found[place] for place in range(len(queries))]

    def explain(
        self, user: str | None, query: str, substitute: str, *, care: Cares = None, reviews: Reviews = None,
        z: int = 3, style: str = "honest", quotes: int = 1,
    ) -> Substitute:  # fmt: skip
        """Why one item may stand in for another, whether or not it would be recommended.

        Its `notes` say where the user is not known and the average stands in.
        """
        _check(1, z, style, 0.0, quotes)
        q, j = self.catalogue.number(query), self.catalogue.number(substitute)
        person = self.people.person(user, care, reviews)
        items = np.array([j])
        score = float(self._ranker.scores.of(person, q, items)[0])
        found = self.offers.substitutes(person, q, items, [score], z, style, quotes)[0]
        return replace(found, notes=person.notes)

    def compare(
        self, user: str | None, query: str, substitute: str, *, care: Cares = None, reviews: Reviews = None,
        n: int = 8, quotes: int = 1, z: int = 3,
    ) -> tuple[Reason, ...]:  # fmt: skip
        """The comparison table: the z reasons for the substitute, then what counts most for this user, n in all."""
        for count, name in ((n, "n"), (quotes, "quotes"), (z, "z")):
            asked.whole(count, name, 0)
        q, j = self.catalogue.number(query), self.catalogue.number(substitute)
        person = self.people.person(user, care, reviews)
        mine, theirs = self.offers.quality(np.array([j, q]))
        return self._reasons.table(q, j, person.care, person.observed, mine, theirs, n, quotes, z)

    # --- people and items ----------------------------------------------------------------------------------------

    def cares(self, user: str | None = None, *, n: int = 20) -> tuple[Care, ...]:
        """What a user cares about most: what they said first, then estimates; of a stranger the average."""
        asked.whole(n, "n", 0)
        person = self.people.person(user)
        names = self.attributes["attribute"].to_list()
        order = np.lexsort((np.arange(len(names)), -person.care, ~person.observed))[:n]
        return tuple(Care(names[at], float(person.care[at]), bool(person.observed[at])) for at in order.tolist())

    def search(self, text: str, *, limit: int = 20, offset: int = 0) -> tuple[Item, ...]:
        """Items by words of title, brand or id, then by parts of ids, the most reviewed first; no text: all of them."""
        return tuple(self.catalogue.item(number) for number in self.catalogue.search(text, limit, offset))

    def item(self, item: str) -> Item:
        """One item, with how it stands on the attributes that its reviews mention most."""
        number = self.catalogue.number(item)
        span, evidence = self.evidence.cells(number), self.evidence
        counts = evidence.praised[span] + evidence.blamed[span]
        order = np.argsort(-counts, kind="stable")[:_SHOWN].tolist()
        names = self._reasons.names.attributes
        standings: list[tuple[str, Standing]] = []
        for at in order:
            place = span.start + at
            sign = 1 if evidence.praised[place] >= evidence.blamed[place] else -1
            one = self._reasons.standing(number, place, float(evidence.quality[place]), 1, sign)
            standings.append((names[int(evidence.attribute[place])], one))
        found = self.catalogue.item(number)
        return Item(**{name: getattr(found, name) for name in _ITEM if name != "standings"}, standings=tuple(standings))

    # --- within --------------------------------------------------------------------------------------------------

    def _had(self, user: int) -> Ints:
        if user < 0:
            return np.empty(0, np.int64)
        start, items = self._visits
        return items[start[user] : start[user + 1]]

    @cached_property
    def _reader(self) -> Extractor:
        path = self.folder / READER
        if not path.is_file():
            raise InputError(
                f"{self.folder} holds no vocabulary to read reviews with, because its mentions were not extracted from "
                "text here; pass (attribute, sentiment) pairs instead"
            )
        from instead.mentions.saved import read_extractor  # noqa: PLC0415 - a second that most shops never need

        return read_extractor(path)

    def _read(self, texts: Sequence[str]) -> Sequence[str]:
        """The attribute of every mention in some texts."""
        return self._reader.mentions(texts)["attribute"].to_list()

    def _read_reviews(self, texts: Sequence[str]) -> list[Pairs]:
        """What each of some texts mentions, as far as the model knows it."""
        known = {name: number for number, name in enumerate(self.attributes["attribute"].to_list())}
        found: list[list[tuple[int, int]]] = [[] for _ in texts]
        for review, name, sentiment in self._reader.mentions(texts)["review", "attribute", "sentiment"].iter_rows():
            if name in known:
                found[review].append((known[name], sentiment))
        return [tuple(mentions) for mentions in found]


_ITEM = Item.__dataclass_fields__
_PLACED = {"attributes": "what its reviews say", "average": "nothing, so the average item stands in"}


def load(folder: Path | str) -> Shop:
    """A trained model, ready to recommend. Needs neither torch nor the dataset it was trained on."""
    return Shop.open(folder)


def _check(k: int, z: int, style: str, diversity: float, quotes: int) -> None:
    for value, what, least in ((k, "k", 1), (z, "z", 0), (quotes, "quotes", 0)):
        asked.whole(value, what, least)
    if style not in STYLES:
        raise InputError(f"unknown style {style!r}: choose one of {', '.join(STYLES)}")
    if not 0.0 <= asked.number(diversity, "diversity") <= 1.0:
        raise InputError(f"diversity is {diversity:g}; it goes from 0 (by score alone) to 1")


def _plain(filters: object) -> dict[str, Any]:
    """Filters with lists in place of arrays and Series, which `Filters` does not know."""
    if filters is None:
        return {}
    if not isinstance(filters, Mapping):
        raise InputError(f"filters are {filters!r}; give a mapping such as {{'not_dearer': True}}, or Filters")
    return {name: value if (values := asked.several(value)) is None else values for name, value in filters.items()}
