"""What became of what was shown: impressions, clicks, accepts and purchases of a day, by reason, by category, by item.

An impression is an answer that was given. It was clicked, accepted, bought or refused if an event names it
(`recommendation_id`); however often, it counts once. A reason counts where it spoke for an offer: what was said against
an offer that somebody took anyway did not convince them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import polars as pl

from instead.live.store import LiveStore

FOLLOWED = ("click", "verdict", "purchase", "cart")
CLICKED, ACCEPTED, REJECTED, BOUGHT = "clicked", "accepted", "rejected", "bought"
OUTCOMES = (CLICKED, ACCEPTED, REJECTED, BOUGHT)
FOR = ("better", "for")
"""Verdicts of reasons, and of facts, that speak for an offer."""
_AT_ONCE = 400  # answers that are looked up together

Shelf = Callable[[str], str]
"""Item id -> the name of its category; empty where it has none."""


@dataclass
class Outcomes:
    """How often something was shown, and what became of it."""

    shown: int = 0
    became: Counter[str] = field(default_factory=Counter)


@dataclass
class Tally:
    """Counts of a period."""

    answers: Outcomes = field(default_factory=Outcomes)
    by_reason: dict[str, Outcomes] = field(default_factory=dict)
    """Offers by the reasons that spoke for them."""
    by_category: dict[str, Outcomes] = field(default_factory=dict)
    """Answers by the category of the item that was looked at."""
    by_place: dict[int, Outcomes] = field(default_factory=dict)
    """Offers by their place in the list, from 1."""
    by_variant: dict[tuple[str, str], Outcomes] = field(default_factory=dict)
    """Answers by experiment and variant."""
    asked: Counter[str] = field(default_factory=Counter)
    """Answers by the item that was looked at."""
    without: Counter[str] = field(default_factory=Counter)
    """Of those, the ones without any offer that something speaks for."""
    placed: int = 0
    """Offers that a rule of the shop placed."""


def tally(store: LiveStore, since: float, until: float, shelf: Shelf) -> Tally:
    """The counts of answers given between two times, with what has followed until now."""
    found = Tally()
    for piece in store.shown(since=since, until=until):
        _add_shown(found, piece, shelf)
    for piece in _followed(store, since, until):
        _add_followed(found, piece, shelf)
    return found


def _add_shown(found: Tally, piece: pl.DataFrame, shelf: Shelf) -> None:
    found.answers.shown += piece.height
    for query, count in piece["query"].value_counts().iter_rows():
        found.asked[query] += count
        found.by_category.setdefault(shelf(query), Outcomes()).shown += count
    variants = piece.filter(pl.col("experiment") != "").group_by("experiment", "variant").len()
    for experiment, variant, count in variants.iter_rows():
        found.by_variant.setdefault((experiment, variant), Outcomes()).shown += count
    offers = _offers(piece)
    for place, count in offers["place"].value_counts().iter_rows():
        found.by_place.setdefault(place, Outcomes()).shown += count
    for reason, count in _spoke_for(offers)["attribute"].value_counts().iter_rows():
        found.by_reason.setdefault(reason, Outcomes()).shown += count
    found.placed += offers.filter(pl.col("rule") != "").height
    good = _spoke_for(offers)["id"].unique()
    bare = piece.filter(~pl.col("id").is_in(good.implode()))
    for query, count in bare["query"].value_counts().iter_rows():
        found.without[query] += count


def _add_followed(found: Tally, piece: pl.DataFrame, shelf: Shelf) -> None:
    """`piece`: what was shown, each with an `outcome` and the `item` it is about; every one at most once."""
    for outcome, rows in piece.select("id", "query", "experiment", "variant", "outcome").unique().group_by("outcome"):
        name = str(outcome[0])
        found.answers.became[name] += rows.height
        for query in rows["query"]:
            found.by_category.setdefault(shelf(query), Outcomes()).became[name] += 1
        for experiment, variant in rows.filter(pl.col("experiment") != "").select("experiment", "variant").iter_rows():
            found.by_variant.setdefault((experiment, variant), Outcomes()).became[name] += 1
    offers = _offers(piece).filter(pl.col("item") == pl.col("about"))
    for place, name in offers.select("place", "outcome").iter_rows():
        found.by_place.setdefault(place, Outcomes()).became[name] += 1
    for reason, name in _spoke_for(offers).select("attribute", "outcome").iter_rows():
        found.by_reason.setdefault(reason, Outcomes()).became[name] += 1


def _followed(store: LiveStore, since: float, until: float) -> Iterator[pl.DataFrame]:
    """Answers of a period that something followed, a row for each outcome and item (`about`)."""
    for events in store.events(kinds=FOLLOWED):
        told = events.filter(pl.col("recommendation_id").is_not_null() & (pl.col("time") >= since))
        named = told.with_columns(outcome=_outcome()).filter(pl.col("outcome").is_not_null())
        pairs = named.select(id="recommendation_id", about="item", outcome="outcome").unique(maintain_order=True)
        ids = pairs["id"].unique(maintain_order=True).to_list()
        for first in range(0, len(ids), _AT_ONCE):
            for shown in store.shown(since=since, until=until, ids=ids[first : first + _AT_ONCE]):
                yield shown.join(pairs, on="id", how="inner")


def _outcome() -> pl.Expr:
    kind = pl.col("kind")
    return (
        pl.when(kind == "click").then(pl.lit(CLICKED))
        .when(kind == "purchase").then(pl.lit(BOUGHT))
        .when((kind == "verdict") & (pl.col("verdict") == "accepted")).then(pl.lit(ACCEPTED))
        .when((kind == "verdict") & (pl.col("verdict") == "rejected")).then(pl.lit(REJECTED))
    )  # fmt: skip


def _offers(piece: pl.DataFrame) -> pl.DataFrame:
    """A row for each offer, with its place from 1."""
    rows = piece.filter(pl.col("offers").list.len() > 0)
    places = rows.with_columns(place=pl.int_ranges(1, pl.col("offers").list.len() + 1)).explode("offers", "place")
    return places.unnest("offers")


def _spoke_for(offers: pl.DataFrame) -> pl.DataFrame:
    """A row for each reason that spoke for an offer."""
    reasons = offers.filter(pl.col("reasons").list.len() > 0).explode("reasons")
    return reasons.unnest("reasons").filter(pl.col("verdict").is_in(FOR))
