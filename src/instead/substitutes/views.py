"""Reads logs of looks and orders, and makes links of them: "viewed v also viewed v'" and "viewed v, bought v'".

A visit is a run of one user's actions in one session without a pause of `session_gap` seconds. A pair of items becomes
a link when at least `min_views` visits show it; each item keeps its `max_links` strongest links of a relation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.engine.spread import spread
from instead.errors import EmptyResult
from instead.files.other_ids import with_own_ids
from instead.files.rejects import FileTally, RejectLog
from instead.files.shape import checked_frames
from instead.files.times import TimeNotation, read_times
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.clean import codes
from instead.reviews.read_reviews import finish, times_of
from instead.settings import ReadSettings
from instead.substitutes.actions import FLAGS, IGNORE, JD, LOOKS, PURCHASE, SHOWN, actions, told_actions
from instead.substitutes.ga4 import flat
from instead.substitutes.read_links import empty_links
from instead.substitutes.shown_lists import SHOWN_SCHEMA, shown_lists
from instead.substitutes.view_formats import GA4, JD_LOG, VIEW_COLUMNS

LOG_SCHEMA = {
    "user": pl.String, "session": pl.String, "item": pl.String, "time": pl.Int64, "action": pl.String,
}  # fmt: skip
LONGEST_VISIT = 200
"""Items of a visit that are used at most; longer visits are assumed to be robots."""
PIECE_ROWS = 1 << 20
"""Looks of one piece of counting, about; smaller logs are one piece."""
_AT_ONCE = 2  # pieces counted at the same time: each holds a matrix of pairs
OF_VISITOR, OF_SESSION = "visitor:", "session:"
"""Before the id of a visitor or session that stands for an unknown user: it must not be taken for a user of that id."""
SIGNED_IN = "without a user, taken for the user of their session"
UNKNOWN = "without a user, taken as those of somebody unknown, by visitor or session"
NO_VIEW = "a view needs an item and a time"
NOBODYS = "without a user, a visitor or a session: nobody can tell whose they are"
_UNSET = ("", "null", "undefined", "(not set)")
_NOBODY = (*_UNSET, "none", "nan", "n/a", "na", "-", "anonymous", "anonym", "guest", "gast", "invité")
_NO_ITEM = "about no item"


@dataclass(frozen=True)
class ViewLog:
    """A log as it was read: `rows` as in `LOG_SCHEMA`, and what was shown (`SHOWN_SCHEMA`), no row where it tells none.

    `session` is null where the log has none. `action` is one of `actions.ACTIONS`, but `shown`.
    """

    rows: pl.DataFrame
    shown: pl.DataFrame


@dataclass(frozen=True)
class ViewCheck:
    """What is made of one block of a log: its usable rows, and those that say what was shown."""

    file: str
    format: str
    columns: Mapping[str, str]
    own: Mapping[str, str]
    """The user's words for actions."""
    times: TimeNotation | None

    def __call__(self, frame: pl.DataFrame, log: RejectLog) -> tuple[pl.DataFrame, pl.DataFrame]:
        tally = log.tally(self.file)
        written = flat(frame, self.columns, self.own) if self.format == GA4 else _named(frame, self.columns)
        made = _meant(written, self.own, self.times)
        _count_unused(made, tally)
        lists = made.filter(pl.col("shown").is_not_null() & pl.col("time").is_not_null())
        asked = made.filter(pl.col("action").is_not_null() & ~pl.col("action").is_in([IGNORE, SHOWN, _NO_ITEM]))
        # looks of people who cannot be told apart link nothing; a log may well have them: counted, not rejected
        someone = pl.any_horizontal(pl.col("user", "visitor", "session").is_not_null())
        if nobodys := asked.filter(~someone).height:
            tally.unused[NOBODYS] += nobodys
        asked = asked.filter(someone)
        sound = pl.all_horizontal(pl.col("item", "time").is_not_null())
        for row in asked.filter(~sound).iter_rows(named=True):
            content = {name: row[name] for name in ("user", "session", "item", "time", "action")}
            log.reject(self.file, row["line"], NO_VIEW, str(content), kind="no view")
        return asked.filter(sound), lists


def read_views(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> ViewLog:
    """All usable rows of a log. Rows of other events are counted as not used."""
    own = told_actions(settings.actions)
    if source.format == JD_LOG:
        own = JD | own
    tally, times = log.tally(source.name), times_of(source, log, settings)
    parts, lists = [], []
    check = ViewCheck(source.name, source.format, source.columns, own, times)
    for asked, shown in checked_frames(source.shape, list(dict.fromkeys(source.columns.values())), check, log, advance):
        parts.append(asked)
        lists.append(shown)
    finish(source, log, settings)
    if not any(part.height for part in parts):
        raise EmptyResult(f"the view log has no usable row{_why(tally)}", path=source.name)
    rows, lists_shown = (with_own_ids(pl.concat(some), source.other_ids, tally) for some in (parts, lists))
    sole = _sole_users(rows)
    listed = shown_lists(_with_users(lists_shown, sole)) if lists_shown.height else pl.DataFrame(schema=SHOWN_SCHEMA)
    return ViewLog(_with_users(rows, sole, tally).select(list(LOG_SCHEMA)), listed)


def _named(frame: pl.DataFrame, columns: Mapping[str, str]) -> pl.DataFrame:
    """The columns of a log under our names; null where the log has no such column."""
    nothing = pl.lit(None, dtype=pl.String)
    found = ((pl.col(columns[name]) if name in columns else nothing).alias(name) for name in VIEW_COLUMNS)
    return frame.select(*found, "line")


def _meant(written: pl.DataFrame, own: Mapping[str, str], times: TimeNotation | None) -> pl.DataFrame:
    """Ids without blanks, times in seconds, and what was done. A row that is about no item says so as its action."""
    nothing = pl.lit(None, dtype=pl.String)
    have = written.with_columns(*(nothing.alias(name) for name in VIEW_COLUMNS if name not in written.columns))
    word = have.select(pl.coalesce("action", "bought")).to_series().str.strip_chars()
    action = actions(word, own)
    made = have.select(
        *(_id(name) for name in ("user", "session", "visitor", "item")),
        read_times(have["time"], times)[0].alias("time"),
        action.alias("action"),
        word.alias("word"),
        pl.col("shown"),
        pl.col("shown_prices").alias("prices"),
        "line",
    )
    # An event such as a search or a page without a product tells nothing about any item: it is counted, not rejected.
    bare = (
        pl.all_horizontal(pl.col("item", "shown").is_null())
        & (pl.col("word").fill_null("") != "")
        & ~pl.col("word").is_in(list(FLAGS))
    )
    return made.with_columns(pl.when(bare).then(pl.lit(_NO_ITEM)).otherwise("action").alias("action"))


def _id(name: str) -> pl.Expr:
    stripped = pl.col(name).str.strip_chars()
    unset = _NOBODY if name in ("user", "visitor") else _UNSET
    return pl.when(~stripped.str.to_lowercase().is_in(unset)).then(stripped).alias(name)


def _count_unused(made: pl.DataFrame, tally: FileTally) -> None:
    """Rows of events that are no look, by their word."""
    idle = made.filter(pl.col("action").is_null() | pl.col("action").is_in([IGNORE, SHOWN, _NO_ITEM]))
    idle = idle.filter(pl.col("shown").is_null())
    counts = idle.group_by("word", "action").len().sort("len", "word", descending=[True, False])
    for word, action, count in counts.iter_rows():
        if action is None:
            tally.unused[f"{word}: an action that is not known (--action {word}=view says what it is)"] += count
        else:
            tally.unused[f"{word}: {'shown, not looked at' if action == SHOWN else _NO_ITEM}"] += count


def _why(tally: FileTally) -> str:
    if not tally.unused:
        return ""
    causes = "; ".join(f"{count:,} rows {cause}" for cause, count in tally.unused.most_common(3))
    return f": {causes}"


def _sole_users(rows: pl.DataFrame) -> pl.DataFrame:
    """`session sole`: the user of every session that has one user alone."""
    known = rows.filter(pl.col("user").is_not_null() & pl.col("session").is_not_null())
    found = known.group_by("session").agg(
        pl.col("user").first().alias("sole"), pl.col("user").n_unique().alias("users")
    )
    return found.filter(pl.col("users") == 1).drop("users")


def _with_users(rows: pl.DataFrame, sole: pl.DataFrame, tally: FileTally | None = None) -> pl.DataFrame:
    """Rows without a user belong to the one user of their session, where it has one (who signed in later), otherwise to
    the visitor, otherwise to the session itself."""
    anonymous = rows["user"].is_null()
    if not anonymous.any():
        return rows
    if anonymous.all() and sole.is_empty():  # no user in the whole log: visitors and sessions cannot be taken for one
        return rows.with_columns(pl.coalesce("visitor", pl.lit(OF_SESSION) + pl.col("session")).alias("user"))
    joined = rows.join(sole, on="session", how="left", maintain_order="left")
    stand_in = pl.coalesce(pl.lit(OF_VISITOR) + pl.col("visitor"), pl.lit(OF_SESSION) + pl.col("session"))
    if tally is not None:
        signed_in = int((anonymous & joined["sole"].is_not_null()).sum())
        counts = {SIGNED_IN: signed_in, UNKNOWN: int(anonymous.sum()) - signed_in}
        tally.repaired.update({cause: count for cause, count in counts.items() if count})
    return joined.with_columns(pl.coalesce("user", "sole", stand_in).alias("user"))


def visits(views: pl.DataFrame, gap: int) -> NDArray[np.int64]:
    """The visit of each row of `views`, which must be sorted by user, session and time."""
    user, session, time = codes(views["user"])[0], codes(views["session"].fill_null(""))[0], views["time"].to_numpy()
    new = np.ones(views.height, dtype=np.bool_)
    new[1:] = (user[1:] != user[:-1]) | (session[1:] != session[:-1]) | (time[1:] - time[:-1] > gap)
    return np.cumsum(new) - 1


@dataclass(frozen=True)
class VisitCounts:
    """How many visits of some users show each pair of items, by number, and in what order items come."""

    pairs: dict[str, Any]
    """Relation -> sparse matrix (items, items), from the viewed item to the one viewed or bought."""
    of: dict[str, NDArray[np.int64]]
    """Relation -> (items,) visits that show an item as the source."""
    first: pl.DataFrame
    """`item user`: items in the order they come, and the user they come with."""


def counts_of_visits(state: tuple[int, int, int], looks: pl.DataFrame) -> VisitCounts:
    """Counts of the looks of some users, with all looks of each; `item` is a number in the order of ids. `state`: the
    gap between visits, the longest visit, and the number of items."""
    from scipy import sparse  # noqa: PLC0415 - takes a fifth of a second and only view logs need it

    gap, longest, items = state
    looks = looks.sort("user", "session", "time", "item", maintain_order=True)
    looks = looks.with_columns(pl.Series("visit", visits(looks, gap)))
    once = looks.group_by("visit", "item", maintain_order=True).agg(pl.col("bought").any(), pl.col("user").first())
    once = once.filter(pl.int_range(pl.len()).over("visit") < longest)
    row, item, bought = (once[name].to_numpy() for name in ("visit", "item", "bought"))
    size = (int(row.max()) + 1 if row.size else 0, items)

    def table(which: NDArray[np.bool_]) -> Any:
        return sparse.csr_matrix((np.ones(int(which.sum()), np.int32), (row[which], item[which])), shape=size)

    seen, taken, only_seen = table(np.ones(row.size, np.bool_)), table(bought), table(~bought)
    ends = {"also_viewed": (seen, seen), "buy_after_viewing": (only_seen, taken)}
    return VisitCounts(
        {relation: (first.T @ second).tocsr() for relation, (first, second) in ends.items()},
        {relation: np.asarray(first.sum(axis=0)).ravel() for relation, (first, _) in ends.items()},
        once.unique("item", keep="first", maintain_order=True).select("item", "user"),
    )


def _looks(views: pl.DataFrame) -> pl.DataFrame:
    bought = (pl.col("action") == PURCHASE).alias("bought")
    return views.filter(pl.col("action").is_in(LOOKS)).select("user", "session", "time", "item", bought)


def _by_users(looks: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """The looks in pieces, all of a user in one of them. How many depends on the size of the log alone."""
    pieces = -(-looks.height // PIECE_ROWS)
    if pieces <= 1:
        yield looks
        return
    piece = looks["user"].hash(seed=0) % pieces
    for number in range(pieces):
        yield looks.filter(piece == number)


def links_from_views(views: pl.DataFrame, settings: ReadSettings) -> pl.DataFrame:
    """`source target relation visits of` of the rows of a log, by co-occurrence counts, directed from the viewed item
    to the one viewed or bought: `visits` show the pair, `of` all that show the source (those that did not buy it, for
    what was bought).

    A visit is of one user, so that users are counted in pieces and counts added up.
    """
    looks = _looks(views)
    names = looks["item"].unique().sort()
    numbers = names.to_frame("item").with_row_index("number")
    looks = looks.join(numbers, on="item", how="left", maintain_order="left").drop("item").rename({"number": "item"})
    state = (settings.session_gap, LONGEST_VISIT, len(names))
    whole: VisitCounts | None = None
    for part in spread(counts_of_visits, state, _by_users(looks), most=_AT_ONCE):
        whole = part if whole is None else _added(whole, part)
    if whole is None:
        return empty_links()
    # Ties go to the item that comes first in the log by user, whatever piece that user was in.
    order = whole.first.sort("user", maintain_order=True)["item"].unique(maintain_order=True).to_numpy()
    named = names.gather(order)
    parts = [empty_links()]
    for relation, counts in whole.pairs.items():
        source, target, times = _strongest(counts[order][:, order], settings)
        of = whole.of[relation][order][source]
        ends = pl.DataFrame({"source": named.gather(source), "target": named.gather(target)})
        counted = (pl.Series("visits", times, pl.UInt32), pl.Series("of", of, pl.UInt32))
        parts.append(ends.with_columns(pl.lit(relation).alias("relation"), *counted))
    return pl.concat(parts, how="diagonal")


def _added(one: VisitCounts, other: VisitCounts) -> VisitCounts:
    return VisitCounts(
        {relation: counts + other.pairs[relation] for relation, counts in one.pairs.items()},
        {relation: of + other.of[relation] for relation, of in one.of.items()},
        pl.concat([one.first, other.first]),
    )


def count_links_of_views(links: pl.DataFrame, views: pl.DataFrame, settings: ReadSettings, tally: FileTally) -> None:
    """Tell the log of a file why it gives no link, where it gives none."""
    if links.height or not views.height:
        return
    told = spread(sizes_of_visits, settings.session_gap, _by_users(_looks(views)), most=_AT_ONCE)
    every, several = np.sum(list(told), axis=0).tolist()
    tally.unused[
        f"no link is made of them: {every:,} visits, {several:,} of them with two items and more, "
        f"and no two items stand together in {settings.min_views} visits (read.min_views, read.session_gap)"
    ] += views.height


def sizes_of_visits(gap: int, looks: pl.DataFrame) -> tuple[int, int]:
    """How many visits the looks of some users make, and how many of these have two items and more."""
    looks = looks.sort("user", "session", "time", "item", maintain_order=True)
    once = looks.with_columns(pl.Series("visit", visits(looks, gap))).unique(["visit", "item"])
    sizes = once.group_by("visit").len()["len"]
    return sizes.len(), int((sizes > 1).sum())


def _strongest(counts: Any, settings: ReadSettings) -> tuple[NDArray[np.int64], ...]:
    """Pairs with at least `min_views` visits, and these, the strongest per source; ties go by item number."""
    counts.setdiag(0)
    coo = counts.tocoo()
    enough = coo.data >= settings.min_views
    source, target, times = (
        coo.row[enough].astype(np.int64),
        coo.col[enough].astype(np.int64),
        coo.data[enough],
    )
    order = np.lexsort((target, -times, source))
    source, target, times = source[order], target[order], times[order].astype(np.int64)
    start = np.searchsorted(source, source)  # first place of each source
    kept = np.arange(source.size) - start < settings.max_links
    return source[kept], target[kept], times[kept]
