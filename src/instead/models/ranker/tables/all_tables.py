"""All tables of a ranker: fitted together, stored together; a table is None where the shop has no data for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.cell_changes import CellChange
from instead.models.interface import Heard, LiveVisits, Newcomers, Redescribed
from instead.models.ranker.known import Known
from instead.models.ranker.tables.activity import Activity
from instead.models.ranker.tables.covisits import CoVisits
from instead.models.ranker.tables.factors import Factors
from instead.models.ranker.tables.link_table import Links
from instead.models.ranker.tables.live_activity import LiveActivity, trained
from instead.models.ranker.tables.opinion_table import Opinions, praise_of
from instead.models.ranker.tables.standing import Standing
from instead.models.ranker.tables.word_table import (
    Words,
    category_words,
    title_words,
    words_of_path,
    words_of_title,
)
from instead.settings import RankerSettings

Array = NDArray[Any]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Tables:
    """What signals are computed from."""

    items: int
    standing: Standing
    substitutes: Links | None = None
    listed_by: Links | None = None
    complements: Links | None = None
    covisits: CoVisits | None = None
    factors: Factors | None = None
    activity: Activity | None = None
    attributes: Words | None = None
    titles: Words | None = None
    categories: Words | None = None
    opinions: Opinions | None = None

    @classmethod
    def of(cls, known: Known, settings: RankerSettings, titles: Words | None, categories: Words | None) -> Tables:
        """`titles` and `categories` do not depend on visits: see `described`."""
        said = (np.ones(known.attribute.size), (known.said_of, known.attribute))
        shape = (known.items, known.attributes)
        return cls(
            known.items,
            Standing.of(known),
            Links.of_graph(known.graph) if known.graph.edges else None,
            Links.listed_by(known) if known.source.size else None,
            Links.of_graph(known.complements) if known.complements.edges else None,
            CoVisits.of(known, settings.shrink) if known.item.size else None,
            Factors.of(known, settings) if known.item.size else None,
            Activity.of(known) if known.has_times else None,
            Words.of(csr_matrix(said, shape=shape)) if known.attribute.size else None,
            titles,
            categories,
            Opinions.of(known) if known.attribute.size else None,
        )

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Tables:
        def links(name: str) -> Links | None:
            return Links.of_arrays(arrays, name) if f"{name}.start" in arrays else None

        def words(name: str) -> Words | None:
            return Words.of_arrays(arrays, name) if f"{name}.start" in arrays else None

        standing = Standing.of_arrays(arrays)
        return cls(
            standing.visits.size,
            standing,
            links("substitutes"),
            links("listed_by"),
            links("complements"),
            CoVisits.of_arrays(arrays) if "covisits.start" in arrays else None,
            Factors.of_arrays(arrays) if "factors.item" in arrays else None,
            Activity.of_arrays(arrays) if "activity.start" in arrays else None,
            words("attributes"),
            words("titles"),
            words("categories"),
            Opinions.of_arrays(arrays) if "opinions.usual" in arrays else None,
        )

    @cached_property
    def vectors(self) -> NDArray[np.float32]:
        """(items, d) of length 1, or 0 where nothing is known: factors, else words of titles, else of categories."""
        if self.factors is not None:
            return self.factors.unit
        words = self.titles or self.categories
        return np.zeros((self.items, 1), np.float32) if words is None else words.sketch

    def arrays(self) -> dict[str, Array]:
        found = self.standing.arrays()
        for name in ("substitutes", "listed_by", "complements", "attributes", "titles", "categories"):
            table = getattr(self, name)
            if table is not None:
                found |= table.arrays(name)
        for table in (self.covisits, self.factors, self.activity, self.opinions):
            if table is not None:
                found |= table.arrays()
        return found

    def with_items(self, newcomers: Newcomers, scale: float) -> Tables:
        """Item cold start: the same with items of which nothing but reviews is known; `scale` is N of Eq. 2."""
        more = int(newcomers.mentions.shape[0])
        new = np.arange(self.items, self.items + more)
        return Tables(
            self.items + more,
            self.standing.with_empty(more),
            _grown(self.substitutes, more),
            _grown(self.listed_by, more),
            _grown(self.complements, more),
            _grown(self.covisits, more),
            _grown(self.factors, more),
            _grown(self.activity, more),
            None if self.attributes is None else self.attributes.with_rows(new, newcomers.mentions),
            _grown(self.titles, more),
            _grown(self.categories, more),
            None if self.opinions is None else self.opinions.with_rows(new, *praise_of(newcomers, scale)),
        )

    def with_reviews(self, heard: Heard) -> Tables:
        """The same with all mentions of some items."""
        return replace(
            self,
            attributes=None if self.attributes is None else self.attributes.with_rows(heard.rows, heard.mentions),
            opinions=None
            if self.opinions is None
            else self.opinions.with_rows(heard.rows, heard.mentions.copy(), heard.praise.copy()),
        )

    def with_descriptions(self, told: Redescribed) -> Tables:
        """The same with other titles, categories and brands of some items."""
        titles, categories = self.titles, self.categories
        if titles is not None:
            titles = titles.with_rows(told.rows, titles.counts([words_of_title(one) for one in told.titles]))
        if categories is not None:
            counts = categories.counts([words_of_path(path) for path in told.paths])
            categories = categories.with_rows(told.rows, counts)
        standing = self.standing.with_brands(told.rows, told.brands)
        return replace(self, standing=standing, titles=titles, categories=categories)

    def with_visits(self, visits: LiveVisits, before: Floats) -> Tables:
        """The same with visits since the training beside `before` (items,), those of the training."""
        activity = self.activity
        return replace(
            self,
            standing=replace(self.standing, visits=before + visits.total),
            activity=None if activity is None else LiveActivity.over(trained(activity), visits),
        )

    def reread(self, change: CellChange) -> Tables:
        """The same with other mentions of two items. An exchange changes who is praised, not what reviews speak of:
        the words in common stay."""
        words = self.attributes
        return replace(
            self,
            attributes=words if words is None or change.how == "exchanged" else words.changed(change),
            opinions=None if self.opinions is None else self.opinions.changed(change),
        )


class _Grows(Protocol):
    def with_empty(self, count: int) -> Self: ...


_Table = TypeVar("_Table", bound=_Grows)
_Any = TypeVar("_Any")


def _grown(table: _Table | None, more: int) -> _Table | None:
    """The table with `more` items of which it knows nothing."""
    return None if table is None else table.with_empty(more)


def present(table: _Any | None) -> _Any:
    """A table that a signal has made sure of (`Signal.ready`)."""
    if table is None:
        raise LookupError("this signal has no table here: it was not asked whether it is ready")
    return table


def described(known: Known) -> tuple[Words | None, Words | None]:
    """Words of titles and of categories: the same whatever visits are taken out."""
    return title_words(known.described.titles), category_words(known.described.categories)
