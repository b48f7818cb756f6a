"""Events of a store as what `prepare` reads: reviews and orders, a log of looks, and choices among what was shown.

What people do with offers is no look of their own: a click on an offer, or a view of it in the same visit, is an answer
to what was shown and counts as a choice (`live/choices.py`), never as a link between items. Otherwise the shop's own
lists would come back as evidence for themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from instead.live.choices import arrivals, as_of, gathered, shown_choices, shown_pieces
from instead.live.forgetting import mark_of
from instead.live.store import Cursor, LiveStore
from instead.reviews.read_reviews import LeftOut

_REVIEWS = ("purchase", "review")


@dataclass(frozen=True)
class Snapshot:
    """What a store held up to a number: the same number gives the same snapshot, but for people forgotten since."""

    events: pl.DataFrame
    """By number, with `known`: by when each had come in."""
    shown: pl.DataFrame
    cursor: Cursor
    forgotten: dict[str, float]
    """Marks of forgotten people -> until when."""

    @classmethod
    def of(cls, store: LiveStore, cursor: Cursor | None = None) -> Snapshot:
        """Everything up to a cursor; up to now by default."""
        until = store.newest() if cursor is None else cursor
        pieces = list(store.events(until=until.events))
        events = arrivals(gathered(pieces))
        marks = {name: float(one["until"]) for name, one in store.documents("forgotten").items()}
        return cls(events, shown_pieces(store), until, marks)

    @classmethod
    def nothing(cls) -> Snapshot:
        """Of a shop without a store."""
        return cls(arrivals(gathered([])), pl.DataFrame(), Cursor(), {})

    @property
    def newest(self) -> float:
        """When the newest event came in; 0 without any."""
        return float(self.events["known"][-1]) if self.events.height else 0.0

    def before(self, time: float) -> Snapshot:
        """What was known before a time."""
        lists = self.shown.filter(pl.col("time") < time) if self.shown.height else self.shown
        return Snapshot(as_of(self.events, time), lists, self.cursor, self.forgotten)

    def choices(self) -> pl.DataFrame:
        """Choices among what was shown."""
        return shown_choices(self.events, self.shown)

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
        rows = self.events.filter(pl.col("kind").is_in(["view", "purchase"])).drop_nulls("item")
        rows = rows.filter(
            pl.col("recommendation_id").is_null() & (pl.col("user").is_not_null() | pl.col("session").is_not_null())
        )
        if self.shown.height:
            offered = (
                self.shown.select(
                    "session", "user", pl.col("offers").list.eval(pl.element().struct.field("item")).alias("item")
                )
                .explode("item")
                .drop_nulls("item")
            )
            for who in ("session", "user"):
                rows = rows.join(
                    offered.drop_nulls(who).select(who, "item").unique(), on=[who, "item"], how="anti",
                    maintain_order="left",
                )  # fmt: skip
        if rows.is_empty():
            return None
        return rows.select("user", "session", "item", pl.col("time").cast(pl.Int64), pl.col("kind").alias("action"))
