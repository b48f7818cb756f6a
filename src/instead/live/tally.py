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

from instead.live.events import Kind
from instead.live.store import LiveStore

FOLLOWED: tuple[Kind, ...] = ("click", "verdict", "purchase", "cart")
CLICKED, ACCEPTED, REJECTED, BOUGHT = "clicked", "accepted", "rejected", "bought"
OUTCOMES = (CLICKED, ACCEPTED, REJECTED, BOUGHT)
FOR = "better"
"""The verdict of reasons and facts that speak for an offer."""
_PAIRS = {"id": pl.String, "about": pl.String, "outcome": pl.String}

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
    known: set[tuple[str, str]] = set()
    for piece in _followed(store, since, until):
        _add_followed(found, piece, shelf, known)
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
    spoke = _spoke_for(offers)
    for reason, count in spoke["name"].value_counts().iter_rows():
        found.by_reason.setdefault(reason, Outcomes()).shown += count
    found.placed += offers.filter(pl.col("rule") != "").height
    good = spoke["id"].unique()
    bare = piece.filter(~pl.col("id").is_in(good.implode()))
    for query, count in bare["query"].value_counts().iter_rows():
        found.without[query] += count


def _add_followed(found: Tally, piece: pl.DataFrame, shelf: Shelf, known: set[tuple[str, str]]) -> None:
    """`piece`: what was shown, each with an `outcome` and the item it is `about`; `known`: answers and outcomes that
    are counted already."""
    for name, query, experiment, variant, outcome in piece.select(
        "id", "query", "experiment", "variant", "outcome"
    ).iter_rows():
        if (name, outcome) in known:
            continue
        known.add((name, outcome))
        found.answers.became[outcome] += 1
        found.by_category.setdefault(shelf(query), Outcomes()).became[outcome] += 1
        if experiment:
            found.by_variant.setdefault((experiment, variant), Outcomes()).became[outcome] += 1
    offers = _offers(piece).filter(pl.col("item") == pl.col("about"))
    for place, outcome in offers.select("place", "outcome").iter_rows():
        found.by_place.setdefault(place, Outcomes()).became[outcome] += 1
    for reason, outcome in _spoke_for(offers).select("name", "outcome").iter_rows():
        found.by_reason.setdefault(reason, Outcomes()).became[outcome] += 1


def _followed(store: LiveStore, since: float, until: float) -> Iterator[pl.DataFrame]:
    """Answers of a period that something followed, a row for each outcome and item (`about`), each once."""
    counted: set[tuple[str, str, str]] = set()
    for events in store.events(kinds=FOLLOWED, since=since):
        named = events.with_columns(outcome=_outcome()).drop_nulls(["recommendation_id", "item", "outcome"])
        rows = dict.fromkeys(named.select("recommendation_id", "item", "outcome").iter_rows())
        fresh = [row for row in rows if row not in counted]
        counted.update(fresh)
        pairs = pl.DataFrame(fresh, _PAIRS, orient="row")
        for shown in store.shown(since=since, until=until, ids=[row[0] for row in fresh]) if fresh else ():
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
    return reasons.unnest("reasons").filter(pl.col("verdict") == FOR)
