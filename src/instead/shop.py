"""`instead.load(folder)`: a trained model for serving. Recommendations with reasons, for one request or many.

    shop = instead.load("models/phones")
    for substitute in shop.recommend("A2TMX...", "B00...", k=10):
        print(substitute.item, substitute.text)

A `Request` passes two stages: `ranking` looks up or folds in the user, filters and ranks items; `explanation` adds the
reasons. docs/recommending.md explains every number.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import InputError, UnknownItem
from instead.explanation.briefs import Briefs, Told
from instead.explanation.facts import Facts
from instead.explanation.grouping import grouped
from instead.explanation.offers import HONEST, Offers
from instead.explanation.ordering import PRICE, Ordered, Ordering
from instead.explanation.reasons import Names, Reasons
from instead.explanation.shop_claims import SupportedClaims
from instead.languages import wording_of
from instead.mentions.attribute_tree import AttributeTree
from instead.models.cell_changes import CellChange
from instead.models.changed_evidence import changed_evidence
from instead.models.choices.care_table import CareTable
from instead.models.evidence import Evidence
from instead.models.fact_table import FactTable
from instead.models.interface import PlacesItems, RereadsItems
from instead.models.model_folder import ModelFolder, weights_of
from instead.models.posteriors import Posteriors
from instead.models.qualities import posteriors_of
from instead.models.weight_tables import WeightTable
from instead.ranking.askers import Asker, AskerLookup, Clock
from instead.ranking.catalogue import Catalogue
from instead.ranking.descriptions import Pairs, read_descriptions, table
from instead.ranking.filters import Allowance
from instead.ranking.kinds import Kind, Kinds
from instead.ranking.known_items import NEW, bases
from instead.ranking.newcomers import ATTRIBUTES, NOTHING, basis_of, extended_evidence, newcomers_of, said_of
from instead.ranking.rank import Ranker
from instead.ranking.wishes import Wishes
from instead.records import Care, Category, Comparison, Group, Item, Recommendation, Standing, Substitute
from instead.request import Request, requests_of, whole
from instead.request import Wishes as Asked
from instead.settings import RecommendSettings
from instead.store.dataset import READER
from instead.wording import ENGLISH, Wording

if TYPE_CHECKING:
    from instead.mentions.extractor import Extractor

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_SHOWN = 8  # attributes of an item's record
_SAID_ELSEWHERE = (
    *("items", "users", "attributes", "interactions", "tree", "catalogue", "fact_table", "kinds"),
    *("_user_names", "_visits"),
)
"""What does not rest on what reviews say of attributes."""
__all__ = ["Shop", "grouped", "load"]

Many = list[str] | tuple[str, ...] | NDArray[Any] | pl.Series


@dataclass(frozen=True)
class Brief:
    """A short recommendation for tables. For an unknown query it has a note and `user_basis` None."""

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
        self.wording = ENGLISH
        """Texts of reasons and notes; like `choices`, to be set before the first request."""
        self.clock: Clock = time.time
        """Tells the time of requests without one, where the model looks at it; to be set before the first request."""

    # --- components ----------------------------------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> Catalogue:
        """Items as columns."""
        took = np.bincount(self.interactions["item"].to_numpy(), minlength=self.items.height)
        reviewed = self.evidence.has_counts or bool(np.any(self.fact_table.ratings))
        return Catalogue(self.items, self.evidence.reviews, bases(self.items, took, self.links, reviewed=reviewed))

    @cached_property
    def evidence(self) -> Evidence:
        """Counts and quotes of reviews; empty in a shop without mentions."""
        names = self.attributes.height
        found = Evidence.open(self.whole.folder, names)
        return Evidence.none(self.items.height, self.users.height, names) if found is None else found

    @cached_property
    def care_table(self) -> CareTable | None:
        """What users wrote where they could have; None in a shop without mentions."""
        return CareTable.open(self.whole.folder)

    @cached_property
    def tree(self) -> AttributeTree:
        """Names of the attributes, and what belongs to what."""
        return AttributeTree.of(self.attributes)

    @cached_property
    def askers(self) -> AskerLookup:
        """User lookup, fold-in and user cold start."""
        return AskerLookup(
            self._user_names, self.tree, self.catalogue, self._visits, self.model, self.evidence, self.scale,
            self._read, self.wording, self.clock, self.care_table,
        )  # fmt: skip

    @cached_property
    def _user_names(self) -> list[str]:
        return self.users["user"].to_list()

    @cached_property
    def _ranker(self) -> Ranker:
        choices = self.choices
        wishes = Wishes(self.evidence, choices.reasons.prior, choices.wish_weight, self.scale, self.tree.members)
        return Ranker(self.model, choices.pool, choices.exhaustive, wishes)

    @cached_property
    def _allowance(self) -> Allowance:
        return Allowance(self.catalogue, self.wording)

    @cached_property
    def _reasons(self) -> Reasons:
        names = Names(self.catalogue.ids, self._user_names, self.attributes["attribute"].to_list())
        return Reasons(
            self.evidence, names, self.scale, self.choices.reasons, self.wording, self.catalogue.priced, self.posteriors
        )

    @cached_property
    def posteriors(self) -> Posteriors:
        """How likely reviews praise each item for each attribute."""
        return posteriors_of(self.evidence, self.tree, self.items)

    @cached_property
    def fact_table(self) -> FactTable:
        """What is known of items beside what reviews say; nothing in a folder of an earlier version."""
        found = FactTable.open(self.whole.folder)
        return FactTable.none(self.items.height) if found is None else found

    @cached_property
    def _ordering(self) -> Ordering:
        chosen = self.choices
        return Ordering(
            self._reasons, self.offers.facts, chosen.near, chosen.gain_weight, chosen.fact_weight, chosen.hold_back
        )

    @cached_property
    def kinds(self) -> Kinds:
        """Which items are of one kind."""
        return Kinds(self.catalogue, self.fact_table)

    @cached_property
    def offers(self) -> Offers:
        """The explainer of ranked items."""
        return Offers(self.model, self.catalogue, self._reasons, Facts(self.fact_table, self.catalogue, self.wording))

    @property
    def explains_scores(self) -> bool:
        """Whether the model can say what its scores are the sum of."""
        return self.offers.sums.able

    @cached_property
    def weights(self) -> list[WeightTable]:
        """The weights of a model that is a sum of named signals, with parts of the score in the shop's words."""
        part = self.wording.score_part
        return [
            replace(one, rows=tuple(replace(row, part=part(row.part)) for row in one.rows))
            for one in weights_of(self.model)
        ]

    @cached_property
    def _briefs(self) -> Briefs:
        return Briefs(self.offers)

    @property
    def claims(self) -> SupportedClaims:
        """The claims of better and worse, for `instead.evaluation.claims`."""
        names = self._user_names
        return SupportedClaims(lambda user: self.askers.asker(self._asking(names[user])).care, self._reasons)

    def _asking(self, user: str | None) -> Request:
        """A request of a user with any query, for results that do not depend on the query."""
        return Request(user=user, query=self.catalogue.ids[0])

    @cached_property
    def _has_counts(self) -> bool:
        return self.evidence.has_counts

    @cached_property
    def _visits(self) -> tuple[Ints, Ints]:
        """Interactions in compressed rows: where each user's items begin, and the items."""
        user, item = (self.interactions[name].to_numpy().astype(np.int64) for name in ("user", "item"))
        start = np.concatenate([[0], np.cumsum(np.bincount(user, minlength=self.users.height))])
        return start, item[np.argsort(user, kind="stable")]

    def warm(self) -> Shop:
        """Load and compute everything lazy now, so that the first request is as fast as later ones."""
        wish = dict.fromkeys(self.attributes["attribute"].head(1), self.scale)
        for care in ({}, wish):
            self.answer(Request(query=self.catalogue.ids[0], k=1, care=care))
        return self

    def with_items(self, items: Sequence[Mapping[str, Any]]) -> Shop:
        """Item cold start: the same shop with items that are new since the training, scored from their reviews.

        Each has an `item` id, may have title, brand, category (a list), price, image, available, group, link and fields
        (texts by name), and `reviews` (texts, or lists of the (attribute, sentiment) pairs each mentions) or `mentions`
        (pairs, each counted as a review of its own).
        An item without mentions may be a query, for which the average item is used, but is never recommended. An
        invalid description raises `WrongItem`, with the item and the field.
        """
        model = self.model
        if not isinstance(model, PlacesItems):
            raise InputError(f"a {self.manifest['model']} model cannot place items that it was not trained on")
        described = read_descriptions(items, self.catalogue, self.askers.attribute)
        said = said_of(described, self._read_reviews)
        newcomers = newcomers_of(said, self.attributes.height, self.scale)
        made = Shop(self.folder, self.manifest)
        made.choices, made.wording, made.clock = self.choices, self.wording, self.clock
        made.items = pl.concat([self.items, table(described, self.items.schema)])
        made.evidence = extended_evidence(self.evidence, said, newcomers.quality, self.tree.heads)
        made.fact_table = self.fact_table.with_items(len(described))
        made.model = model.with_items(newcomers)
        before = [self.catalogue.basis_of(number) for number in range(len(self.catalogue))]
        made.catalogue = Catalogue(made.items, made.evidence.reviews, [*before, *map(basis_of, said)])
        return made

    def in_words(self, wording: Wording) -> Shop:
        """The same shop in other words: tables, model and evidence are shared, and what holds texts is made anew."""
        askers = self.askers.in_words(wording)  # first: what it needs is then there to be shared
        made = copy.copy(self)
        for name in _WORDED:
            made.__dict__.pop(name, None)
        made.wording, made.askers = wording, askers
        return made

    def as_if(self, change: CellChange) -> Shop:
        """The same shop as if reviews of two items had said something else: evidence, model and all that rests on them
        read the changed cells. Nothing is learned again."""
        model = self.model
        if not isinstance(model, RereadsItems):
            raise InputError(f"a {self.manifest['model']} model cannot tell what it would score with other reviews")
        made = Shop(self.folder, self.manifest)
        made.choices, made.wording, made.clock = self.choices, self.wording, self.clock
        for name in _SAID_ELSEWHERE:
            made.__dict__[name] = getattr(self, name)
        made.evidence = changed_evidence(self.evidence, change, self.tree.heads)
        made.model = model.reread(change)
        return made

    # --- answering -------------------------------------------------------------------------------------------------

    def answer(self, request: Request) -> Recommendation:
        """The substitutes of a request, best first, each with its reasons. An unknown query raises `UnknownItem`."""
        asker = self.askers.asker(request)
        q, found, notes = self._ranked(asker, request)
        offered = self.offers.substitutes(
            asker, q, found, request.z, request.style, request.quotes, request.parts,
            request.filters.in_stock is not None,
        )  # fmt: skip
        if request.than:
            than = self._than(request)
            offered = tuple(replace(one, gave_up=self.offers.gave_up(one, than)) for one in offered)
        kind = self._gate(request, q)
        return Recommendation(
            request.user, request.query, asker.basis, self.catalogue.basis_of(q), offered, notes, request.session,
            self.wording.user_bases[asker.basis], None if kind is None else kind.name,
            "" if kind is None else kind.text(self.wording), found.keep, self._keep_text(found),
        )  # fmt: skip

    def _keep_text(self, found: Ordered) -> str:
        """The advice to keep to the query, where that is given."""
        if not found.keep:
            return ""
        return self.wording.keep if len(found.items) else self.wording.keep_alone

    def _than(self, request: Request) -> list[int | str]:
        """What a request wants more of: numbers of attributes, or the price."""
        return [name if name == PRICE else self.askers.attribute(name) for name in request.than]

    def _gate(self, request: Request, query: int) -> Kind | None:
        """The kind that offers have to be of; None where the gate is off or does not know."""
        asked = request.filters.any_kind
        off = self.choices.any_kind if asked is None else asked
        return None if off or request.filters.category is not None else self.kinds.of(query)

    def _ranked(self, asker: Asker, request: Request) -> tuple[int, Ordered, tuple[str, ...]]:
        q = self.catalogue.number(request.query)
        allowed, notes = self._allowance.mask(request.filters, q, asker.had)
        if (kind := self._gate(request, q)) is not None:
            others, allowed = int(allowed.sum()), allowed & kind.members
            left = int(allowed.sum())
            if left < min(request.k, others):
                notes.append(self.wording.few_of_kind.format(count=self.wording.number(left)))
        placed = {
            ATTRIBUTES: self.wording.placed_by_reviews,
            NEW: self.wording.placed_without_reviews,
            NOTHING: self.wording.placed_by_nothing,
        }
        if (basis := self.catalogue.basis_of(q)) in placed:
            notes.append(placed[basis].format(query=request.query))
        if not self._has_counts:
            notes.append(self.wording.no_reviews_kept)
        than = self._than(request)
        ordering, plain = self._ordering, request.style != HONEST or request.diversity > 0.0
        pool = max(5 * request.k, self.choices.pool) if than else max(request.k, 0 if plain else ordering.near)
        found = self._ranker.top(asker, q, allowed, pool, request.diversity)
        if len(found.scores) > 1 and found.scores.min() == found.scores.max():
            notes.append(self.wording.all_alike)
        if plain and not than:
            return q, Ordered(found.items, found.scores, found.among), (*asker.notes, *notes)
        ordered = ordering.of(self.offers.person(asker), q, found, request.k, than)
        if than:
            notes += self._better_than(q, ordered, request)
        if ordered.held_back and len(ordered.items) < request.k:
            notes.append(self.wording.held_back.format(count=self.wording.number(ordered.held_back)))
        return q, ordered, (*asker.notes, *notes)

    def _better_than(self, query: int, found: Ordered, request: Request) -> list[str]:
        """A note where not all offers are known to be better in what the request wants more of."""
        compared = self._reasons.compare(query, found.items) if found.compared is None else found.compared
        known = int((self._ordering.wanted(query, found.items, compared, self._than(request)) == 2).sum())
        if known == len(found.items):
            return []
        names = self.wording.joined(request.than)
        template = self.wording.fewer_than if known else self.wording.none_better
        return [template.format(count=known, attributes=names)]

    def briefs(self, requests: Sequence[Request]) -> list[Brief]:
        """Short answers to many requests, without evidence and records: for tables.

        Shared work is done once: user lookup, comparisons of a query with an item, filter masks. An unknown query gets
        a note instead of items.
        """
        askers: dict[Any, Asker] = {}
        found: dict[int, Brief] = {}
        # sorted by query: most requests for one query get the same items, whose comparisons are cached
        for place in sorted(range(len(requests)), key=lambda place: requests[place].query):
            request = requests[place]
            # `requests` keeps all objects alive, so an `id` cannot be reused for another object
            said = id(request.care), id(request.reviews)
            who = (request.user, request.history, request.viewed, request.chosen, request.time, *said)
            asker = askers.get(who)
            if asker is None:
                asker = askers[who] = self.askers.asker(request)
            try:
                q, ranked, notes = self._ranked(asker, request)
            except UnknownItem as error:
                found[place] = Brief(
                    None, (self.wording.unknown_item(error.item, error.near, error.titles),), [], [], [], []
                )
                continue
            stocked = request.filters.in_stock is not None
            told = self._briefs.of(asker, q, ranked, request.z, request.style, stocked)
            names, basis, items = self.catalogue.ids, self.catalogue.basis_of, ranked.items.tolist()
            if ranked.keep:
                notes = (self._keep_text(ranked), *notes)
            found[place] = Brief(
                asker.basis, notes, [names[item] for item in items], ranked.scores.tolist(), told,
                [basis(item) for item in items],
            )  # fmt: skip
        return [found[place] for place in range(len(requests))]

    def why(self, request: Request, substitute: str) -> Substitute:
        """Why one item may replace the query, whether or not it would be recommended, and what its score is the sum of.

        Its `notes` name parts of the request that could not be met, e.g. an unknown user, for whom the average is used.
        """
        q, j = self._two(request.query, substitute)
        asker = self.askers.asker(request)
        ranked = self._ranker.one(asker, q, j, self._allowance.mask(request.filters, q, asker.had)[0])
        one = Ordered(ranked.items, ranked.scores, ranked.among)
        (found,) = self.offers.substitutes(
            asker, q, one, request.z, request.style, request.quotes, True, request.filters.in_stock is not None
        )
        return replace(found, notes=asker.notes)

    def _two(self, query: str, substitute: str) -> tuple[int, int]:
        """Numbers of two different items."""
        q, j = self.catalogue.number(query), self.catalogue.number(substitute)
        if q == j:
            raise InputError(f"{substitute} is the item being looked at; name another one to compare it with")
        return q, j

    def side_by_side(self, request: Request, substitute: str, n: int = 8) -> Comparison:
        """The comparison table: the z reasons for the substitute, then the attributes of most weight, n in all."""
        whole(n, "n", 0)
        q, j = self._two(request.query, substitute)
        asker = self.askers.asker(request)
        mine, theirs = self.offers.quality(np.array([j, q]))
        rows = self._reasons.table(q, j, self.offers.person(asker), mine, theirs, n, request.quotes, request.z)
        return Comparison(rows, self.wording.words.heads)

    # --- the same from keyword arguments ---------------------------------------------------------------------------

    @overload
    def recommend(
        self, user: str | None = None, query: str = "", k: int = 10, **wishes: Unpack[Asked]
    ) -> Recommendation: ...

    @overload
    def recommend(
        self, user: Iterable[str | None] | None, query: Many, k: int = 10, **wishes: Unpack[Asked]
    ) -> list[Recommendation]: ...

    def recommend(
        self,
        user: str | Iterable[str | None] | None = None,
        query: str | Many = "",
        k: int = 10,
        **wishes: Unpack[Asked],
    ) -> Recommendation | list[Recommendation]:
        """The k best substitutes for `query`, as `answer` of a `Request` with these fields; sequences of users and
        queries (lists, tuples, NumPy arrays, Polars Series) give a list of recommendations.
        """
        asked = requests_of(user, query, k=k, **wishes)
        return [self.answer(one) for one in asked] if isinstance(asked, list) else self.answer(asked)

    def grouped(
        self, user: str | None = None, query: str = "", k: int = 10, **wishes: Unpack[Asked]
    ) -> tuple[Group, ...]:
        """The substitutes of `recommend`, grouped by the attribute on which they are better."""
        return grouped(self.answer(Request.of(user=user, query=query, k=k, **wishes)), self.wording)

    def explain(self, user: str | None, query: str, substitute: str, **wishes: Unpack[Asked]) -> Substitute:
        """Why one item may replace another, as `why` of a `Request` with these fields."""
        return self.why(Request.of(user=user, query=query, **wishes), substitute)

    def compare(self, user: str | None, query: str, substitute: str, n: int = 8, **wishes: Unpack[Asked]) -> Comparison:
        """The comparison table of two items, as `side_by_side` of a `Request` with these fields."""
        return self.side_by_side(Request.of(user=user, query=query, **wishes), substitute, n)

    # --- users and items -----------------------------------------------------------------------------------------

    def cares(self, user: str | None = None, *, n: int = 20) -> tuple[Care, ...]:
        """What a user cares about most: observed attributes first, then estimates; the average for an unknown user."""
        whole(n, "n", 0)
        asker = self.askers.asker(self._asking(user))
        names = self.attributes["attribute"].to_list()
        order = np.lexsort((np.arange(len(names)), -asker.care, ~asker.observed))[:n]
        return tuple(Care(names[at], float(asker.care[at]), bool(asker.observed[at])) for at in order.tolist())

    def search(
        self, text: str = "", *, limit: int = 20, offset: int = 0, category: str | None = None
    ) -> tuple[Item, ...]:
        """Items by words of title, brand or id, then of the category, then by parts of ids; then, where little is
        found, a typing error away. The most reviewed first; no text: all of them. `category` leaves what is in it."""
        return tuple(self.catalogue.item(number) for number in self.catalogue.search(text, limit, offset, category))

    def categories(self, text: str = "", *, limit: int = 5) -> tuple[Category, ...]:
        """Categories by words of their names, forgiving typing errors, the largest first; no text: all of them."""
        return self.catalogue.categories.search(text, limit)

    def item(self, item: str) -> Item:
        """One item, with counts and quality of the attributes that its reviews mention most."""
        number = self.catalogue.number(item)
        span, evidence = self.evidence.cells(number), self.evidence
        counts = evidence.praised[span] + evidence.blamed[span]
        order = np.argsort(-counts, kind="stable")[:_SHOWN].tolist()
        names = self._reasons.names.attributes
        standings: list[tuple[str, Standing]] = []
        for at in order:
            place = span.start + at
            sign = 1 if evidence.praised[place] >= evidence.blamed[place] else -1
            name = names[int(evidence.attribute[place])]
            about = self.wording.quote_of_item.format(attribute=name)
            attribute = evidence.attribute[place : place + 1].astype(np.int64)
            cell = int(self._reasons.posteriors.cells.places(np.array([number]), attribute)[0])
            quality = float(evidence.quality[place])
            one = self._reasons.standings.of(number, cell, int(attribute[0]), quality, 1, sign, about)
            standings.append((name, one))
        found = self.catalogue.item(number)
        return Item(**{name: getattr(found, name) for name in _ITEM if name != "standings"}, standings=tuple(standings))

    # --- extraction from texts of a request ------------------------------------------------------------------------

    @cached_property
    def _reader(self) -> Extractor:
        path = self.whole.folder / READER
        if not path.is_file():
            raise InputError(
                f"{self.folder} holds no vocabulary to read reviews with, because its mentions were not extracted from "
                "text here; pass (attribute, sentiment) pairs instead"
            )
        from instead.mentions.saved import read_extractor  # noqa: PLC0415 - takes a second and is rarely needed

        return read_extractor(path)

    def _read(self, texts: Sequence[str]) -> Sequence[str]:
        """The attribute of every mention in some texts."""
        return self._reader.mentions(texts)["attribute"].to_list()

    def _read_reviews(self, texts: Sequence[str]) -> list[Pairs]:
        """Mentions of each text, restricted to attributes of the model."""
        known = {name: number for number, name in enumerate(self.attributes["attribute"].to_list())}
        found: list[list[tuple[int, int]]] = [[] for _ in texts]
        for review, name, sentiment in self._reader.mentions(texts)["review", "attribute", "sentiment"].iter_rows():
            if name in known:
                found[review].append((known[name], sentiment))
        return [tuple(mentions) for mentions in found]


_ITEM = Item.__dataclass_fields__
_WORDED = ("_allowance", "_reasons", "offers", "_ordering", "weights", "_briefs")  # components that word something


def load(
    folder: Path | str, *, choices: RecommendSettings | None = None, wording: Wording | str | Path = ENGLISH
) -> Shop:
    """Load a trained model for serving. Needs neither torch nor the dataset it was trained on.

    `choices` are the settings of reasons and re-ranking; `wording` has the texts of reasons and notes: a language of
    the package ("de", "fr"), a TOML file, or a `Wording`.
    """
    shop = Shop.open(folder)
    shop.choices, shop.wording = choices or RecommendSettings(), wording_of(wording)
    return shop
