"""`instead.load(folder)`: a trained model for serving. Recommendations with reasons, for one request or many.

    shop = instead.load("models/phones")
    for substitute in shop.recommend("A2TMX...", "B00...", k=10):
        print(substitute.item, substitute.text)

A `Request` passes two stages: `ranking` looks up or folds in the user, filters and ranks items; `explanation` adds the
reasons. docs/recommending.md explains every number.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack, overload

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import InputError
from instead.explanation.grouping import grouped
from instead.languages import wording_of
from instead.models.cell_changes import CellChange
from instead.models.changed_evidence import changed_evidence
from instead.models.interface import RereadsItems
from instead.ranking.descriptions import read_descriptions
from instead.ranking.rule_checks import checked, refuse
from instead.ranking.rule_files import RuleSource, rules_of
from instead.ranking.steering import RuleBook
from instead.ranking.wish_reader import Understood
from instead.records import Care, Category, Comparison, Group, Item, Recommendation, Standing, Substitute
from instead.request import Request, requests_of, whole
from instead.request import Wishes as Asked
from instead.serving.changes import ShopChanges
from instead.serving.updating import Updating
from instead.settings import RecommendSettings
from instead.wording import ENGLISH, Wording

_SHOWN = 8  # attributes of an item's record
_SAID_ELSEWHERE = (
    *("items", "users", "attributes", "interactions", "tree", "catalogue", "fact_table", "kinds", "groups"),
    *("_user_names", "_visits"),
)
"""What does not rest on what reviews say of attributes."""
__all__ = ["Shop", "grouped", "load"]

Many = list[str] | tuple[str, ...] | NDArray[Any] | pl.Series


class Shop(Updating):
    """A model folder that recommends. Safe to use from several threads."""

    # --- the same shop with something else -------------------------------------------------------------------------

    def with_items(self, items: Sequence[Mapping[str, Any]]) -> Shop:
        """Item cold start: the same shop with items that are new since the training, scored from their reviews.

        Each has an `item` id, may have title, brand, category (a list), price, image, available, group, link and fields
        (texts by name), and `reviews` (texts, or lists of the (attribute, sentiment) pairs each mentions) or `mentions`
        (pairs, each counted as a review of its own).
        An item without mentions is placed by its title and category where the model can do that; otherwise it may be a
        query, for which the average item is used, but is never recommended. An invalid description raises `WrongItem`,
        with the item and the field.
        """
        read_descriptions(items, self.catalogue, self.askers.attribute)  # ids that are there, or twice, are refused
        return self.updated(ShopChanges({str(one["item"]): one for one in items}))

    def in_words(self, wording: Wording) -> Shop:
        """The same shop in other words: tables, model and evidence are shared, and what holds texts is made anew."""
        made = copy.copy(self.prepared())
        for name in ("_ordering", "weights", "_briefs", "_groups", "wish_reader"):
            made.__dict__.pop(name, None)
        made.wording = wording
        made.askers, made._allowance = self.askers.in_words(wording), self._allowance.in_words(wording)
        made._reasons = self._reasons.in_words(wording)
        made.offers = self.offers.over(self.model, self.catalogue, made._reasons, self.offers.facts.in_words(wording))
        return made

    def with_choices(self, choices: RecommendSettings) -> Shop:
        """The same shop with other settings of reasons and re-ranking: model, tables and evidence are shared."""
        made = copy.copy(self)
        for name in ("_ranker", "_reasons", "offers", "_ordering", "weights", "_briefs", "_groups"):
            made.__dict__.pop(name, None)
        made.choices = choices
        return made

    def steered(self, rules: RuleSource) -> Shop:
        """The same shop with rules of its owners: a TOML file, `Rule`s or mappings; None for none. A rule that does not
        fit the catalogue, or contradicts another one, raises `InputError` (docs/live.md)."""
        wanted = rules_of(rules)
        refuse(checked(wanted, self.catalogue, self.clock())[1])
        made = copy.copy(self)
        made.book = RuleBook(wanted)
        return made

    def as_if(self, change: CellChange) -> Shop:
        """The same shop as if reviews of two items had said something else: evidence, model and all that rests on them
        read the changed cells. Nothing is learned again."""
        model = self.model
        if not isinstance(model, RereadsItems):
            raise InputError(f"a {self.manifest['model']} model cannot tell what it would score with other reviews")
        made = Shop(self.folder, self.manifest)
        made.choices, made.wording, made.clock, made.book = self.choices, self.wording, self.clock, self.book
        for name in _SAID_ELSEWHERE:
            made.__dict__[name] = getattr(self, name)
        made.evidence = changed_evidence(self.evidence, change, self.tree.heads)
        made.model = model.reread(change)
        return made

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

    def understand(self, query: str, words: str) -> Understood:
        """Wishes in words ("quieter, under 100, not Sony") as fields of a request for that item, with a sentence on
        each part that was understood and on each that was not."""
        return self.wish_reader.read(words, self.catalogue.number(query))

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


_ITEM = Item.__dataclass_fields__


def load(
    folder: Path | str, *, choices: RecommendSettings | None = None, wording: Wording | str | Path = ENGLISH,
    rules: RuleSource = None,
) -> Shop:  # fmt: skip
    """Load a trained model for serving. Needs neither torch nor the dataset it was trained on.

    `choices` are the settings of reasons and re-ranking; `wording` has the texts of reasons and notes: a language of
    the package ("de", "fr"), a TOML file, or a `Wording`; `rules` are those of the shop's owners, as of `Shop.steered`.
    """
    shop = Shop.open(folder)
    shop.choices, shop.wording = choices or RecommendSettings(), wording_of(wording)
    return shop if rules is None else shop.steered(rules)
