"""Reads all files once: reviews (deduplicated, k-core) first, then items, links and mentions of what is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.engine.beside import in_order
from instead.errors import EmptyResult
from instead.files.rejects import RejectLog
from instead.files.understood import Kind
from instead.mentions.mention_formats import CORNAC, LEXICON, MTER, PROFILE
from instead.mentions.mter import read_mter
from instead.mentions.read_mentions import read_cornac, read_table
from instead.mentions.sentires import apply_lexicon, apply_profile, read_lexicon, read_profile
from instead.mentions.table import SCHEMA as MENTION_SCHEMA
from instead.mentions.table import without_neutral
from instead.preparation.sources import Source, Sources
from instead.progress import Advance, Progress
from instead.reviews.by_row import read_by_row
from instead.reviews.clean import Core, codes, find_duplicates, k_core, pooled_reviews, protocol_core
from instead.reviews.items import ChangedItem, Described, read_items
from instead.reviews.knowledge_graph import read_triples
from instead.reviews.read_reviews import NOTHING_LEFT_OUT, LeftOut, StagedReviews, read_reviews
from instead.settings import PrepareSettings
from instead.store.memory import collection_paused
from instead.substitutes.actions import PURCHASE
from instead.substitutes.read_links import empty_links, from_lists, read_links
from instead.substitutes.views import ViewLog, count_links_of_views, links_from_views, read_views

Ints = NDArray[np.int64]
_CATALOGUE: tuple[Kind, ...] = ("items", "names", "rows", "triples", "links", "views")


@dataclass
class Gathered:
    """Tables read from the files, with the interactions that are kept by number."""

    users: pl.Series
    items: pl.Series
    """Ids in sorted order: the index is the number."""
    user: Ints
    item: Ints
    time: Ints
    """Per interaction that is kept, in the order of the files; -1 where the time is unknown."""
    core: Core
    """Which of the interactions a protocol may judge by."""
    funnel: Counter[str]
    mentions: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=MENTION_SCHEMA))
    described: Described = field(default_factory=Described)
    titles: dict[str, str] = field(default_factory=dict)
    """Titles that came with mentions, for items that no file gives a title."""
    links: pl.DataFrame = field(default_factory=empty_links)
    """`source target relation`, ends by number."""
    logs: list[ViewLog] = field(default_factory=list)
    """Logs of looks and orders, of a whole catalogue."""
    from_log: bool = False
    """Whether the interactions are the orders of the logs, because no file has any other."""
    given: pl.DataFrame = field(default_factory=empty_links)
    """Links as files give them, without those that were counted from logs; ends by id."""

    def links_without(self, rows: Sequence[pl.DataFrame], settings: PrepareSettings) -> pl.DataFrame:
        """`source target relation` by number, as `links`, counted from these rows of the logs alone."""
        counted = [links_from_views(one, settings.read) for one in rows if one.height]
        return _clean_links(pl.concat([self.given, *counted], how="diagonal"), self.items, Counter())


def gather_reviews(
    sources: Sources,
    target: Path,
    stage: Path,
    log: RejectLog,
    settings: PrepareSettings,
    now: int,
    progress: Progress,
    left_out: LeftOut = NOTHING_LEFT_OUT,
) -> tuple[Gathered, Callable[[], None]]:
    """Read all reviews, keep the latest of each pair (and of these the k-core, if nothing else is wanted). The second
    result writes them when called."""
    reading = settings.read
    staged = StagedReviews(stage, left_out)
    mentions: list[pl.DataFrame] = []
    titles: dict[str, str] = {}
    entries = [source for source in sources.of("mentions") if source.understood.format == MTER]
    review_files = sources.of("reviews")
    total = sum(source.understood.shape.file.size for source in (*review_files, *entries))
    with progress("reading reviews", total=total, unit="bytes") as advance:
        for source in review_files:
            read_reviews(source.understood, staged, log, reading, now=now, advance=advance)
        for source in entries:
            entry = read_mter(source.understood, log, reading, advance=advance)
            staged.add(entry.reviews)
            mentions.append(entry.mentions)
            titles.update(entry.titles)
        logs = []
        if not (review_files or entries or settings.catalogue != "whole"):
            logs = _read_logs(sources, log, settings, left_out)
        for one in logs:
            staged.add(_orders(one))
    keys = staged.table()
    if keys.is_empty() and (review_files or entries):
        raise EmptyResult("the files hold no usable review", path=(review_files or entries)[0].understood.name)
    with progress("cleaning", total=None):
        gathered, write = _clean(keys, staged, target, settings)
    gathered.funnel["with text"] = staged.texts
    if mentions:
        gathered.mentions = pl.concat(mentions)
    gathered.titles = titles
    gathered.logs, gathered.from_log = logs, bool(logs) and not keys.is_empty()
    return gathered, write


def _read_logs(
    sources: Sources, log: RejectLog, settings: PrepareSettings, left_out: LeftOut, advance: Advance | None = None
) -> list[ViewLog]:
    logs = [read_views(source.understood, log, settings.read, advance=advance) for source in sources.of("views")]
    return [ViewLog(left_out.filter(one.rows), left_out.filter(one.shown)) for one in logs]


def _orders(log: ViewLog) -> pl.DataFrame:
    """The orders of a log as interactions: who took what is known, and nothing was said of it."""
    nothing = (pl.lit(None, pl.Float32).alias("rating"), pl.lit("").alias("text"))
    return log.rows.filter(pl.col("action") == PURCHASE).select("user", "item", "time", *nothing)


def _clean(
    keys: pl.DataFrame, staged: StagedReviews, target: Path, settings: PrepareSettings
) -> tuple[Gathered, Callable[[], None]]:
    (user, user_names), (item, item_names) = in_order(codes, (keys["user"], keys["item"]))
    time = keys["time"].fill_null(-1).to_numpy()
    duplicates = find_duplicates(user * len(item_names) + item, time)
    whole, cut = settings.catalogue == "whole", (settings.min_user, settings.min_item)
    if whole:
        core = protocol_core(user, item, duplicates.latest, *cut)
    else:
        core = Core(k_core(user, item, duplicates.latest, *cut), *cut)
    kept = duplicates.latest if whole else core.rows
    inside = int(core.rows.sum())
    outside = int(duplicates.latest.sum()) - inside
    funnel = Counter(
        read=keys.height,
        users_read=len(user_names),
        items_read=len(item_names),
        duplicates=int((~duplicates.latest).sum()),
        k_core=0 if whole else outside,
        outside_core=outside if whole else 0,
        timeless=int((time[kept] < 0).sum()),
    )
    if keys.height and not kept.any():
        raise EmptyResult(
            f"nothing is left of {keys.height:,} reviews when every user must have {settings.min_user} and every "
            f"item {settings.min_item} of them; lower --min-user or --min-item, or keep the whole catalogue"
        )
    groups = duplicates.groups[kept[duplicates.groups[:, 1]]]
    pooled = pl.DataFrame(schema={"row": pl.UInt32, "text": pl.String, "rating": pl.Float32})
    if groups.size:
        wanted = np.zeros(keys.height, dtype=np.bool_)
        wanted[groups[:, 0]] = True
        pooled = pooled_reviews(staged.rows(wanted), groups)
    users, user = _by_name(user_names, user[kept])
    items, item = _by_name(item_names, item[kept])
    core = replace(core, rows=core.rows[kept])
    gathered = Gathered(users, items, user, item, time[kept].astype(np.int64), core, funnel)
    return gathered, partial(staged.write, target, kept, pooled)


def _by_name(names: pl.Series, number: Ints) -> tuple[pl.Series, Ints]:
    """Ids that are still in use, sorted, and the numbers they now have."""
    used = np.flatnonzero(np.bincount(number))
    left = names.gather(used)
    order = left.arg_sort().to_numpy()
    new = np.empty(len(names), dtype=np.int64)
    new[used[order]] = np.arange(used.size)
    return left.gather(order), new[number]


def gather_items_and_links(
    gathered: Gathered, sources: Sources, log: RejectLog, settings: PrepareSettings, progress: Progress,
    left_out: LeftOut = NOTHING_LEFT_OUT, changed: Mapping[str, ChangedItem] | None = None,
) -> None:  # fmt: skip
    """Read descriptions of items and every source of links: of all items, or of those in the core alone. `changed` is
    what was said of items since the files were written."""
    reading = settings.read
    whole = settings.catalogue == "whole"
    known = None if whole else frozenset(gathered.items.to_list())
    parts = [empty_links()]
    files = [source for kind in _CATALOGUE for source in sources.of(kind)]
    total = sum(source.understood.shape.file.size for source in files)
    with collection_paused(), progress("reading items and links", total=total, unit="bytes") as advance:
        for source in sources.of("items"):
            read_items(source.understood, gathered.described, log, reading, known=known, advance=advance)
        read_by_row(
            sources.by_column("names"), sources.by_column("rows"), gathered.described, log, reading,
            known=known, advance=advance,
        )  # fmt: skip
        graph = [source.understood for source in sources.of("triples")]
        read_triples(graph, gathered.described, log, reading, known=known, advance=advance)
        for source in sources.of("links"):
            parts.append(read_links(source.understood, log, reading, relation=source.relation, advance=advance))
        logs = gathered.logs or _read_logs(sources, log, settings, left_out, advance)
    for item in sorted(gathered.titles.keys() if known is None else known & gathered.titles.keys()):
        gathered.described.fill(item, "title", gathered.titles[item])
    for relation, lists in gathered.described.links.items():
        parts.append(from_lists(relation, lists))
    gathered.described.links.clear()
    gathered.given = pl.concat(parts, how="diagonal")
    gathered.funnel["views"] = sum(one.rows.height for one in logs)
    counted = [links_from_views(one.rows, reading) for one in logs]
    for source, one, links_of_log in zip(sources.of("views"), logs, counted, strict=True):
        count_links_of_views(links_of_log, one.rows, reading, log.tally(source.understood.name))
    links = pl.concat([gathered.given, *counted], how="diagonal")
    if whole:
        gathered.logs = logs
        _widen(gathered, links)
    _take_changes(gathered, changed or {}, new_too=whole)
    gathered.links = _clean_links(links, gathered.items, gathered.funnel)


def _widen(gathered: Gathered, links: pl.DataFrame) -> None:
    """Number every item of the shop: those of reviews, those that a file describes, and those that links start from.

    An item that is merely the target of links may be of another shop; it counts only where no file describes items,
    and so does one that a log shows once. Links that share no item with reviews and descriptions name none at all:
    their ids are of another kind.
    """
    described = pl.Series("item", list(gathered.described.rows), dtype=pl.String)
    named = pl.concat([gathered.items.alias("item"), described]).unique()
    ends = [links["source"]] if len(described) else [links["source"], links["target"]]
    if not len(described):
        ends += [one.rows["item"] for one in gathered.logs]
        ends += [one.shown["shown"].explode().drop_nulls() for one in gathered.logs if one.shown.height]
    linked = pl.concat([end.unique().alias("item") for end in ends]).unique()
    if len(named) and not linked.is_in(named.implode()).any():
        linked = linked.clear()
    items = pl.concat([named, linked]).unique().sort()
    gathered.item = items.search_sorted(gathered.items).to_numpy().astype(np.int64)[gathered.item]
    gathered.funnel["items_without_reviews"] = len(items) - len(gathered.items)
    gathered.funnel["items_only_linked"] = len(items) - len(named)
    gathered.items = items


def _take_changes(gathered: Gathered, changed: Mapping[str, ChangedItem], *, new_too: bool) -> None:
    """Descriptions as they are today, and items that no file has. Last: links are of the files' items, as ever."""
    here = set(gathered.items.to_list())
    new = [item for item, one in changed.items() if new_too and one.whole and not one.hidden and item not in here]
    if new:
        items = pl.concat([gathered.items.alias("item"), pl.Series("item", new, dtype=pl.String)]).sort()
        gathered.item = items.search_sorted(gathered.items).to_numpy().astype(np.int64)[gathered.item]
        gathered.items = items
    for item in changed.keys() & here.union(new):
        gathered.described.change(item, changed[item])


def _clean_links(links: pl.DataFrame, items: pl.Series, funnel: Counter[str]) -> pl.DataFrame:
    """Links between different items by number, each once per direction and relation; counts the others.

    Those of a view log keep how many visits show them (`visits`, `of`); there are no such columns without one.
    """
    funnel["links_read"] = links.height
    itself = links["source"] == links["target"]
    funnel["links_to_itself"] = int(itself.sum())
    numbers = pl.DataFrame({"item": items}).with_row_index("number")
    source, target = (
        links.select(pl.col(end).alias("item")).join(numbers, on="item", how="left", maintain_order="left")["number"]
        for end in ("source", "target")
    )
    known = source.is_not_null() & target.is_not_null()
    funnel["links_to_absent"] = int((~known & ~itself).sum())
    kept = (known & ~itself).to_numpy()
    relations = sorted(links["relation"].unique().to_list())
    relation, names = codes(links["relation"].filter(pl.Series(kept)))
    rank = np.array([relations.index(name) for name in names], dtype=np.int64)
    count = len(items)
    ends = [end.filter(pl.Series(kept)).to_numpy().astype(np.int64) for end in (source, target)]
    each = (rank[relation] * count + ends[0]) * count + ends[1]  # items are numbered in the order of their ids
    keys = np.sort(each)
    keys = keys[np.diff(keys, prepend=-1) > 0]
    funnel["links_repeated"] = int(kept.sum()) - keys.size
    rest, to = np.divmod(keys, count)
    kind, begin = np.divmod(rest, count)
    found = pl.DataFrame(
        {"source": begin, "target": to, "relation": pl.Series(relations, dtype=pl.String).gather(kind)}
    )
    if "visits" not in links.columns:
        return found
    seen = links.filter(pl.Series(kept)).select("visits", "of").with_columns(pl.Series("key", each)).drop_nulls()
    return (
        found.with_columns(pl.Series("key", keys))
        .join(seen.group_by("key").max(), on="key", how="left", maintain_order="left")
        .drop("key")
    )


def gather_mentions(
    gathered: Gathered,
    sources: Sources,
    reviews: Path,
    log: RejectLog,
    settings: PrepareSettings,
    progress: Progress,
) -> None:
    """Read given mentions and keep those of interactions that are kept. Mentions of duplicate reviews are pooled."""
    reading = settings.read
    parts = [gathered.mentions]
    with progress("reading mentions", total=None) as advance:
        for source in sources.of("mentions"):
            part = _mentions_of(source, gathered, reviews, log, settings)
            parts.append(part)
            advance(part.height)
    mentions = pl.concat(parts)
    funnel = gathered.funnel
    funnel["mentions_read"] = mentions.height
    funnel["attributes_read"] = mentions["attribute"].n_unique()
    if mentions.is_empty():
        return
    mentions, funnel["mentions_neutral"] = without_neutral(mentions, reading)
    if funnel["mentions_read"] and mentions.is_empty():
        raise EmptyResult("all mentions are neutral; give them a sign with --neutral positive or --neutral negative")
    pairs = pl.DataFrame({"user": gathered.users.gather(gathered.user), "item": gathered.items.gather(gathered.item)})
    inside = mentions.join(pairs, on=["user", "item"], how="semi", maintain_order="left")
    funnel["mentions_of_dropped_reviews"] = mentions.height - inside.height
    if inside.is_empty():
        raise EmptyResult("none of the mentions belongs to a review that was kept; do the ids of the files agree?")
    gathered.mentions = inside


def _mentions_of(
    source: Source, gathered: Gathered, reviews: Path, log: RejectLog, settings: PrepareSettings
) -> pl.DataFrame:
    understood, reading = source.understood, settings.read
    texts = pl.scan_parquet(reviews).select("user", "item", "text").filter(pl.col("text") != "")
    if understood.format == MTER:
        return pl.DataFrame(schema=MENTION_SCHEMA)  # read together with its ratings
    if understood.format == CORNAC:
        return read_cornac(understood, log, reading)
    if understood.format == LEXICON:
        lexicon = read_lexicon(understood, log, reading)
        return _some(apply_lexicon(lexicon, texts.collect().iter_rows()), understood.name)
    if understood.format == PROFILE:
        made, lost = apply_profile(read_profile(understood, log, reading), texts.collect().iter_rows())
        gathered.funnel["profile_sentences_in_no_review"] += lost
        return _some(made, understood.name)
    return read_table(understood, log, reading)


def _some(mentions: pl.DataFrame, name: str) -> pl.DataFrame:
    if mentions.is_empty():
        raise EmptyResult(
            "Sentires' output fits none of the review texts; were the same reviews given, with text?",
            path=name,
        )
    return mentions
