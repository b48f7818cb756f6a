"""Events of a store as what `prepare` reads: reviews and orders, a log of looks, and choices among what was shown.

What people do with offers is no look of their own: a click on an offer, or a view of it in the same visit, is an answer
to what was shown and counts as a choice (`live/choices.py`), never as a link between items. Otherwise the shop's own
lists would come back as evidence for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from instead.live.catalogue_documents import PUT
from instead.live.choices import DAY, LISTS, arrivals, as_of, gathered, shown_choices, slim, touched_lists
from instead.live.forgetting import mark_of
from instead.live.store import Cursor, Document, LiveStore
from instead.ranking.item_changes import HIDDEN
from instead.reviews.items import SCHEMA, ChangedItem
from instead.reviews.read_reviews import LeftOut

_REVIEWS = ("purchase", "review")


@dataclass(frozen=True)
class Snapshot:
    """What a store held up to a number: the same number gives the same snapshot, but for people forgotten since."""

    events: pl.DataFrame
    """By number, with `known`: by when each had come in."""
    shown: pl.DataFrame
    """Lists that somebody may have chosen from."""
    followed: pl.DataFrame
    """`seq time`: looks and orders of what a list had shown to the same visit or user, and when that was shown."""
    cursor: Cursor
    forgotten: dict[str, float]
    """Marks of forgotten people -> until when."""
    items: Mapping[str, Document] = field(default_factory=dict)
    """Changes of the catalogue and new items, as the store has them."""

    @classmethod
    def of(
        cls, store: LiveStore, cursor: Cursor | None = None, days: float = np.inf,
        items: Mapping[str, Document] | None = None,
    ) -> Snapshot:  # fmt: skip
        """Everything up to a cursor (up to now by default), and lists of the newest days. `items` as they were then:
        the store has them as they are now."""
        until = store.newest() if cursor is None else cursor
        events = arrivals(gathered(list(store.events(until=until.events))))
        newest = float(events["known"][-1]) if events.height else 0.0
        since = max(newest - days * DAY, 0.0)
        marks = {name: float(one["until"]) for name, one in store.documents("forgotten").items()}
        lists = touched_lists(store, events, since=since)
        followed = _followed(store, _looked(events), since)
        return cls(events, lists, followed, until, marks, store.documents("item") if items is None else items)

    @classmethod
    def nothing(cls) -> Snapshot:
        """Of a shop without a store."""
        return cls(arrivals(gathered([])), LISTS.to_frame(), _FOLLOWED.to_frame(), Cursor(), {})

    @property
    def newest(self) -> float:
        """When the newest event came in; 0 without any."""
        return float(self.events["known"][-1]) if self.events.height else 0.0

    def before(self, time: float) -> Snapshot:
        """What was known before a time."""
        lists, followed = (one.filter(pl.col("time") < time) for one in (self.shown, self.followed))
        return Snapshot(as_of(self.events, time), lists, followed, self.cursor, self.forgotten, self.items)

    def choices(self) -> pl.DataFrame:
        """Choices among what was shown."""
        return shown_choices(self.events, self.shown)

    def changed(self) -> dict[str, ChangedItem]:
        """What was said of items since the shop's files were written. It has no times: like the files, it is of now."""
        return {
            item: ChangedItem({name: told[name] for name in SCHEMA if name in told}, bool(told.get(PUT)),
                              bool(told.get(HIDDEN)))
            for item, told in self.items.items()
        }  # fmt: skip

    def left_out(self, until: float | None = None) -> LeftOut:
        """What of the shop's files must not be known."""
        marks = self.forgotten
        return LeftOut(until, (lambda user: marks.get(mark_of(user))) if marks else lambda user: None)

    def reviews(self) -> pl.DataFrame | None:
        """`user item time rating text` of reviews and of orders, which have neither rating nor text."""
        rows = self.events.filter(pl.col("kind").is_in(list(_REVIEWS))).drop_nulls(["user", "item"])
        if rows.is_empty():
            return None
        return rows.select(
            "user", "item", pl.col("time").cast(pl.Int64), pl.col("rating").cast(pl.Float32),
            pl.when(pl.col("kind") == "review").then(pl.col("text")).otherwise(pl.lit("")).fill_null("").alias("text"),
        )  # fmt: skip

    def looks(self) -> pl.DataFrame | None:
        """`user session item time action`: views and orders that no offer stands behind."""
        rows = _looked(self.events).join(self.followed, on="seq", how="anti", maintain_order="left")
        if rows.is_empty():
            return None
        return rows.select("user", "session", "item", pl.col("time").cast(pl.Int64), pl.col("kind").alias("action"))


_FOLLOWED = pl.Schema({"seq": pl.Int64(), "time": pl.Float64()})


def _looked(events: pl.DataFrame) -> pl.DataFrame:
    """Views and orders of somebody that name no answer."""
    somebody = pl.col("user").is_not_null() | pl.col("session").is_not_null()
    rows = events.filter(pl.col("kind").is_in(["view", "purchase"]) & pl.col("recommendation_id").is_null() & somebody)
    return rows.drop_nulls("item")


def _followed(store: LiveStore, looks: pl.DataFrame, since: float) -> pl.DataFrame:
    """Which of these rows are of an item that a list had shown before; lists are read piece by piece."""
    found = [_FOLLOWED.to_frame()]
    for piece in store.shown(since=since) if looks.height else ():
        offered = slim(piece).select("session", "user", pl.col("time").alias("shown"), pl.col("items").alias("item"))
        offered = offered.explode("item").drop_nulls("item")
        for who in ("session", "user"):
            pairs = offered.drop_nulls(who).group_by(who, "item").agg(pl.col("shown").min())
            both = looks.drop_nulls(who).join(pairs, on=[who, "item"], how="inner")
            both = both.filter(pl.col("time") >= pl.col("shown"))
            found.append(both.select("seq", pl.col("shown").alias("time")))
    return pl.concat(found).group_by("seq").agg(pl.col("time").min())
