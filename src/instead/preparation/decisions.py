"""What `prepare` decides by looking at the data: how much of the shop is kept, what it is judged by, and why.

The settings that are stored with a dataset are those that were decided; the same files and these settings give the same
dataset again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from instead.preparation.gather import Gathered
from instead.settings import PrepareSettings

_TIMED = 0.95
"""Share of the interactions with a time from which a split by time is honest: one without counts as the oldest."""


class Decision(NamedTuple):
    """One row of the table: about what, what was decided, and why."""

    what: str
    choice: str
    why: str


def decided(settings: PrepareSettings, gathered: Gathered) -> PrepareSettings:
    """The settings with everything decided that was left open."""
    split = settings.split
    if split == "auto":
        split = "time" if _timed(gathered) >= _TIMED else "random"
    core = gathered.core
    return settings.model_copy(update={"split": split, "min_user": core.min_user, "min_item": core.min_item})


def plan(
    wanted: PrepareSettings, done: PrepareSettings, gathered: Gathered, splits: dict[str, Any], hint: str = ""
) -> list[Decision]:
    """The table of decisions, in the order of the work; `hint`: which file may be a list of who took what."""
    if not gathered.user.size:
        people = [Decision("people", "none", f"no file says who took what: nobody is known by name{hint}")]
    elif gathered.from_log:
        why = f"no file has reviews: {gathered.user.size:,} orders of the log are the interactions{hint}"
        people = [Decision("people", "of the log", why)]
    else:
        people = []
    return [
        _catalogue(done, gathered),
        _links(done, gathered),
        *people,
        *([_cut(wanted, done, gathered), _split(wanted, done, gathered)] if gathered.user.size else []),
        _judged(splits, gathered),
    ]


def _timed(gathered: Gathered) -> float:
    return float(np.mean(gathered.time >= 0)) if gathered.time.size else 0.0


def _catalogue(done: PrepareSettings, gathered: Gathered) -> Decision:
    count, thin = len(gathered.items), gathered.funnel["items_without_reviews"]
    if done.catalogue == "core":
        return Decision("catalogue", "core", f"as set: {count:,} items with enough reviews, no others")
    only = gathered.funnel["items_only_linked"]
    beside = f", {only:,} that only links name" if only else ""
    return Decision(
        "catalogue", "whole", f"every item can be asked about: {count:,}, {thin:,} without a review{beside}"
    )


def _links(done: PrepareSettings, gathered: Gathered) -> Decision:
    found = dict(gathered.links.group_by("relation").len().sort("relation").iter_rows())
    used = {name: count for name, count in found.items() if name in done.substitutes}
    if not used:
        read = gathered.funnel["links_read"]
        why = f"none of {read:,} links is a substitute's" if read else "no file has any, and no log shows enough visits"
        return Decision("links", "none", f"{why}: items are placed by words of titles and categories, and by visits")
    source = "counted from a view log" if gathered.funnel["views"] else "as the files give them"
    return Decision("links", " + ".join(used), f"{sum(used.values()):,} links, {source}")


def _cut(wanted: PrepareSettings, done: PrepareSettings, gathered: Gathered) -> Decision:
    inside, whole = int(gathered.core.rows.sum()), gathered.user.size
    choice = f"{done.min_user} and {done.min_item}"
    what = f"{inside:,} of {whole:,} interactions are by users with {done.min_user} and of items with {done.min_item}"
    if (done.min_user, done.min_item) != (wanted.min_user, wanted.min_item):
        what += f"; with {wanted.min_user} and {wanted.min_item} there would be too few to judge by"
    return Decision("protocol cut", choice, what)


def _split(wanted: PrepareSettings, done: PrepareSettings, gathered: Gathered) -> Decision:
    share = _timed(gathered)
    if wanted.split != "auto":
        return Decision("split", done.split, "as set")
    if done.split == "time":
        return Decision("split", "time", f"{share:.0%} of the interactions have a time: the latest are held out")
    known = f"only {share:.0%} of the interactions have a time" if share else "no interaction has a time"
    return Decision("split", "random", f"{known}: held out at random")


def _judged(splits: dict[str, Any], gathered: Gathered) -> Decision:
    if not splits:
        why = "no substitute links" if gathered.links.is_empty() else "too few links or interactions to hold any out"
        return Decision("judged by", "nothing", f"{why}: the shop can be served, and no figure says how well")
    if not {"paper", "observed"} & splits.keys():
        people = "no interactions" if not gathered.user.size else "no user with two interactions and a linked item"
        return Decision("judged by", "held-out links", f"{people}: is a link found again that was not seen?")
    true = splits.get("observed")
    seen = "" if true is None else f"; {sum(true['triples'].values()):,} choices were really observed in a log"
    return Decision("judged by", "held-out choices", f"splits {', '.join(splits)}{seen}")
