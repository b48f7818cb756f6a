"""The same shop with changes, as a snapshot of its own: everything heavy that does not change is shared.

A request keeps the snapshot that it began with. Nothing is learned again: weights, factors, vocabulary and strengths
are those of the training, and what is computed from a catalogue, from reviews and from visits is computed of the
changed ones. A test compares every snapshot with a shop that is made from scratch of the changed data.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from instead.errors import InputError, WrongItem
from instead.models.added_evidence import AddedReview, added_evidence, totals_of
from instead.models.evidence import Evidence
from instead.models.fact_table import FactTable
from instead.models.interface import (
    Heard,
    HearsReviews,
    PlacesItems,
    Redescribed,
    SeesDescriptions,
    SeesLinks,
    SeesPrices,
    SeesStars,
    SeesVisits,
    StoredModel,
)
from instead.models.qualities import changed_posteriors
from instead.models.row_changes import spans
from instead.ranking.catalogue import Catalogue
from instead.ranking.descriptions import Description, Pairs, read_change, read_descriptions
from instead.ranking.item_changes import HIDDEN, ItemChanges
from instead.ranking.known_items import ENOUGH, FEW, NEW, TRAINED
from instead.ranking.newcomers import ATTRIBUTES, NOTHING, Ints, newcomers_of, said_of
from instead.request import Request
from instead.reviews.items import SCHEMA
from instead.serving.answers_by_query import AnswersByQuery
from instead.serving.changes import LateReview, ShopChanges

_STARS = 5.0  # ratings with the shop's mean that every item is given, as in training
LINKED = 3
"""Visits in which two items are looked at before that makes them substitutes of each other."""

_SHARED = ("groups", "posteriors", "kinds", "askers", "_allowance", "_reasons", "offers", "_user_names", "_visits",
           "_usual_stars")  # fmt: skip


class Updating(AnswersByQuery):
    """A shop that can be had with changes."""

    def updated(self, changes: ShopChanges) -> Self:
        """The same shop with changes; this one stays as it is. A wrong description raises `WrongItem`, with the item;
        reviews of unknown items are left out."""
        self.prepared()
        rows, described = self._item_changes(changes.items)
        said = said_of(described, self.read_reviews)
        reviews = self._reviews(changes.reviews, rows, said)
        more, heard = rows.more, self.evidence
        if more or reviews:
            heard = added_evidence(self.evidence, reviews, self.tree.heads, self.scale, more)
        spoken_of = np.unique(np.array([one.item for one in reviews], np.int64))
        facts = self._facts(changes, rows, said)
        basis = self._basis(rows, described, said, heard, spoken_of)
        catalogue = self.catalogue.updated(rows, heard.reviews, basis)
        made = copy.copy(self)
        for name in ("_ordering", "_briefs", "_groups", "_ranker", "_has_counts", "wish_reader"):
            made.__dict__.pop(name, None)
        made.__dict__ |= {"items": catalogue.items, "evidence": heard, "fact_table": facts, "catalogue": catalogue}
        if rows.touches("category", "brand"):
            regrouped = rows.rows("category", "brand")
            made.groups = self.groups.changed(
                regrouped, [catalogue.paths[row] for row in regrouped], [catalogue.brands[row] for row in regrouped]
            )
        recounted = np.union1d(spoken_of, np.arange(rows.before, rows.size))
        if heard is not self.evidence or made.groups is not self.groups:
            made.posteriors = changed_posteriors(self.posteriors, heard, self.tree, recounted, made.groups)
        made.model = self._told(changes, rows, said, catalogue, heard, facts)
        made.kinds = self.kinds.updated(catalogue, facts, rows)
        made.askers = self.askers.updated(catalogue, made.model, heard)
        made._allowance = self._allowance.updated(catalogue, rows)
        made._reasons = self._reasons.updated(heard, catalogue.ids, catalogue.priced, made.posteriors)
        made.offers = self.offers.over(
            made.model, catalogue, made._reasons, self.offers.facts.updated(facts, catalogue, rows)
        )
        return made

    def prepared(self) -> Self:
        """Make all components now: what is made of this shop shares them."""
        for name in _SHARED:
            getattr(self, name)
        return self

    def warm(self) -> Self:
        """Load and compute everything lazy now, so that the first request is as fast as later ones."""
        wish, first = dict.fromkeys(self.attributes["attribute"].head(1), self.scale), self.catalogue.ids[0]
        self.evidence.usual_quality  # noqa: B018 - computed once, as the rest
        for more in ({}, {"care": wish}, {"history": self.catalogue.ids[1:2]}):
            self.answer(Request(query=first, k=1, **more))
        return self

    # --- descriptions ------------------------------------------------------------------------------------------------

    def _item_changes(self, items: Mapping[str, Mapping[str, Any]]) -> tuple[ItemChanges, list[Description]]:
        """Changed rows and columns, and the descriptions of new items."""
        known, new = (
            self.catalogue,
            [{**told, "item": item} for item, told in items.items() if item not in self.catalogue],
        )
        if new and not isinstance(self.model, PlacesItems):
            raise InputError(f"a {self.manifest['model']} model cannot place items that it was not trained on")
        described = read_descriptions(new, known, self.askers.attribute)
        values: dict[str, dict[int, Any]] = {name: {} for name in (*SCHEMA, HIDDEN)}
        for place, (item, told) in enumerate(items.items()):
            if item not in known:
                continue
            try:
                columns = read_change(told)
            except InputError as error:
                raise WrongItem(f"item {item!r}: {error}", place) from None
            row = known.number(item)
            for name, value in columns.items():
                values[name][row] = value
        for place, one in enumerate(described):
            for name in (*SCHEMA, HIDDEN):
                values[name][len(known) + place] = one.columns.get(name)
        return ItemChanges(len(known), len(described), {name: rows for name, rows in values.items() if rows}), described

    def _basis(
        self, rows: ItemChanges, described: Sequence[Description], said: Sequence[Sequence[Pairs]], heard: Evidence,
        spoken_of: Ints,
    ) -> Sequence[str] | None:  # fmt: skip
        """What the score of each item rests on."""
        before = self.catalogue.basis
        if not rows.more and not spoken_of.size:
            return before
        basis = [TRAINED] * rows.before if before is None else list(before)
        for row in spoken_of[spoken_of < rows.before].tolist():
            if basis[row] in (FEW, NEW, NOTHING):
                basis[row] = TRAINED if heard.reviews[row] >= ENOUGH else FEW
        sees = isinstance(self.model, SeesDescriptions)
        for one, reviews in zip(described, said, strict=True):
            told = sees and bool(one.columns["title"] or one.columns["category"])
            basis.append(ATTRIBUTES if any(reviews) else NEW if told else NOTHING)
        return basis

    # --- reviews and facts -------------------------------------------------------------------------------------------

    def _reviews(
        self, late: Sequence[LateReview], rows: ItemChanges, said: Sequence[Sequence[Pairs]]
    ) -> list[AddedReview]:
        """Reviews of new items, and new reviews of known ones, read."""
        found = [
            AddedReview(rows.before + place, mentions) for place, reviews in enumerate(said) for mentions in reviews
        ]
        known = [one for one in late if one.item in self.catalogue]
        unread = [one for one in known if one.text.strip() and not one.mentions]
        read = iter(self._read_late(unread))
        for one in known:
            mentions = one.mentions or (next(read) if one.text.strip() else ())
            found.append(AddedReview(self.catalogue.number(one.item), mentions, one.rating))
        return found

    def _read_late(self, reviews: Sequence[LateReview]) -> list[Pairs]:
        """What new reviews say; nothing where the folder holds no reader."""
        if not reviews or not self.reads:
            return [()] * len(reviews)
        return self.read_reviews([one.text for one in reviews], [one.rating for one in reviews])

    def _facts(self, changes: ShopChanges, rows: ItemChanges, said: Sequence[Sequence[Pairs]]) -> FactTable:
        facts = self.fact_table if not rows.more else self.fact_table.with_items(rows.more)
        known = [one for one in changes.reviews if one.item in self.catalogue]
        if known:
            facts = facts.with_ratings([(self.catalogue.number(one.item), one.rating, one.time) for one in known])
        if changes.looks is not None:
            looks = changes.looks
            both = np.concatenate([looks.one, looks.other]), np.concatenate([looks.other, looks.one])
            facts = facts.with_viewed(*both, np.tile(looks.visits, 2))
        return facts

    @cached_property
    def _usual_stars(self) -> float:
        """Mean of all ratings of the training."""
        ratings, stars = np.asarray(self.fact_table.ratings, np.float64), np.nan_to_num(self.fact_table.stars)
        return float((stars * ratings).sum() / max(ratings.sum(), 1.0))

    # --- the model ---------------------------------------------------------------------------------------------------

    def _told(
        self, changes: ShopChanges, rows: ItemChanges, said: Sequence[Sequence[Pairs]], catalogue: Catalogue,
        heard: Evidence, facts: FactTable,
    ) -> StoredModel:  # fmt: skip
        """The model, told everything that it can take."""
        model: StoredModel = self.model
        if rows.more and isinstance(model, PlacesItems):
            model = model.with_items(newcomers_of(said, self.attributes.height, self.scale))
        if rows.touches("title", "category", "brand") and isinstance(model, SeesDescriptions):
            changed = rows.rows("title", "category", "brand")
            titles = [_title(catalogue, row) for row in changed.tolist()]
            paths = [catalogue.paths[row] for row in changed.tolist()]
            model = model.with_descriptions(Redescribed(changed, titles, paths, catalogue.branded.codes[changed]))
        if rows.touches("price", "currency") and isinstance(model, SeesPrices):
            model = model.with_prices(catalogue.priced)
        late = np.unique([self.catalogue.number(one.item) for one in changes.reviews if one.item in self.catalogue])
        if late.size and isinstance(model, HearsReviews) and heard.attributes:
            model = model.with_reviews(_heard(heard, late.astype(np.int64), self.scale))
        if changes.visits is not None and isinstance(model, SeesVisits):
            model = model.with_visits(changes.visits.with_items(rows.size - changes.visits.counts.shape[1]))
        rated = {one.item for one in changes.reviews if one.rating is not None and one.item in self.catalogue}
        if rated and isinstance(model, SeesStars) and self.fact_table.ratings.any():
            starred = np.array(sorted(map(self.catalogue.number, rated)), np.int64)
            count = np.asarray(facts.ratings[starred], np.float64)
            above = count * (np.asarray(facts.stars[starred], np.float64) - self._usual_stars) / (count + _STARS)
            model = model.with_stars(starred, above.astype(np.float32))
        if changes.looks is not None and isinstance(model, SeesLinks):
            model = model.with_links(changes.looks.often(LINKED))
        return model


def _title(catalogue: Catalogue, row: int) -> str | None:
    """The title as the shop gave it."""
    found = catalogue.titles[row]
    return None if found == catalogue.ids[row] else found


def _heard(evidence: Evidence, rows: Ints, scale: float) -> Heard:
    """All mentions of some items, as models count them."""
    places = spans(evidence.start, rows)
    start = np.concatenate([[0], np.cumsum(evidence.start[rows + 1] - evidence.start[rows])]).astype(np.int64)
    attribute, count = evidence.attribute[places], evidence.mentions[places].astype(np.float64)
    praise = (count + totals_of(evidence, places, scale)) / 2.0
    shape = rows.size, evidence.attributes
    mentions, praised = (csr_matrix((one, attribute, start), shape=shape) for one in (count, praise))
    return Heard(rows, mentions, praised)
