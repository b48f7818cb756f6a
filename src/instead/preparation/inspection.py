"""`inspect`: dry run of reading a file: detected format, columns, counts, relations, rejected rows."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import polars as pl

from instead.files.columns import ColumnMap, Given
from instead.files.notations import Notation
from instead.files.rejects import RejectLog
from instead.files.shape import checked_frames, text_frames
from instead.files.understood import Kind, Understood
from instead.mentions.languages import TextSample, counted, mostly_foreign
from instead.mentions.languages import languages as languages_of
from instead.mentions.mention_formats import CORNAC, LEXICON, MTER, PROFILE
from instead.mentions.mter import read_mter
from instead.mentions.read_mentions import read_cornac, read_table
from instead.mentions.sentires import read_lexicon, read_profile
from instead.preparation.first_rows import FirstRows
from instead.preparation.joined_ids import join_ids
from instead.preparation.sources import Input, is_told_by_names, listed, other_readings, understand
from instead.progress import Advance, Progress, quiet
from instead.records import Rejected
from instead.reviews.by_row import read_names, read_rows
from instead.reviews.items import Described, read_items
from instead.reviews.read_reviews import ReviewCheck, finish, times_of
from instead.reviews.row_formats import TRIPLES
from instead.settings import ReadSettings
from instead.substitutes.link_formats import relation_of
from instead.substitutes.read_links import read_links
from instead.substitutes.views import count_links_of_views, links_from_views, read_views


@dataclass(frozen=True)
class Inspected:
    """Result of inspecting one file, read to its end."""

    file: str
    kind: Kind
    format: str
    compression: str
    columns: Mapping[str, str]
    rows: int
    counts: dict[str, int]
    relations: dict[str, int]
    """Directed links per relation, as written."""
    rejected: int
    first_rejected: list[Rejected] = field(default_factory=list)
    repaired: dict[str, int] = field(default_factory=dict)
    unused: dict[str, int] = field(default_factory=dict)
    """Sound rows that nothing is made of, by cause."""
    damage: str | None = None
    notes: tuple[str, ...] = ()
    notations: dict[str, Notation] = field(default_factory=dict)
    """How columns of numbers and times are written, by our name."""
    languages: dict[str, int] = field(default_factory=dict)
    """Of a sample of the review texts: reviews by code of their language, too short to tell, or without words."""
    first_rows: list[dict[str, Any]] = field(default_factory=list)
    """Three rows as they were understood: by our names, with parsed values."""
    others: tuple[str, ...] = ()
    """What else the file could have been, by its content."""
    sure: bool = True
    """Whether names of columns, the format or the user say what it is; otherwise it is a guess by its content."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def inspect_file(
    path: Input,
    *,
    kind: Kind | None = None,
    columns: Given | ColumnMap | None = None,
    settings: ReadSettings | None = None,
    progress: Progress = quiet,
) -> Inspected:
    """Read one file, or a data frame, to its end and report its format and counts. Writes nothing."""
    return inspect_files([path], kind=kind, columns=columns, settings=settings, progress=progress)[0]


def _inspected(
    source: Understood, others: tuple[str, ...] | None, settings: ReadSettings, progress: Progress
) -> Inspected:
    """`others` is what else the file could be; None where the user said what it is."""
    # No limit on rejected rows here: inspecting is for finding out what is wrong.
    reading = settings.model_copy(update={"max_rejected": 1.0, "keep_truncated": True})
    with (
        RejectLog() as log,
        progress(f"reading {source.name}", total=source.shape.file.size, unit="bytes") as advance,
    ):
        texts, rows = TextSample(), FirstRows()
        counts, relations = _count(source, log, reading, advance, texts, rows)
    languages = counted(languages_of(texts.texts))
    tally = log.tally(source.name)
    notes = list(source.notes)
    if source.kind == "items" and not relations and not notes:
        notes.append("carries no relation between items; bring links (--links) or a view log (--views)")
    if (scale := tally.ratings.other_scale()) is not None:
        notes.append(scale)
    if (foreign := mostly_foreign(languages)) is not None:
        notes.append(foreign)
    return Inspected(
        source.name,
        source.kind,
        source.format,
        source.shape.file.compression,
        dict(source.columns),
        tally.rows,
        counts,
        relations,
        tally.rejected,
        tally.first,
        dict(tally.repaired),
        dict(tally.unused),
        source.shape.file.damage,
        tuple(notes),
        dict(tally.notations),
        languages,
        rows.rows,
        others or (),
        others is None or is_told_by_names(source),
    )


def inspect_files(
    paths: Sequence[Input],
    *,
    kind: Kind | None = None,
    columns: Given | ColumnMap | None = None,
    settings: ReadSettings | None = None,
    progress: Progress = quiet,
) -> list[Inspected]:
    """Inspect several files with one column map, of which each file uses the entries that fit it. Files of items say
    which ids the others mean, as in `prepare`."""
    given = ColumnMap.of(columns)
    sources = [understand(path, given, kind) for path in listed(paths, "data")]
    given.check({source.name: source.shape.columns for source in sources})
    reading = settings or ReadSettings()
    others = [None if kind is not None else other_readings(one, given.of_file(one.name)) for one in sources]
    joined = join_ids(sources, given, variants=reading.variants)
    return [_inspected(source, other, reading, progress) for source, other in zip(joined, others, strict=True)]


def _count(
    source: Understood, log: RejectLog, settings: ReadSettings, advance: Advance, texts: TextSample, rows: FirstRows
) -> tuple[dict[str, int], dict[str, int]]:
    if source.kind == "reviews":
        return _count_reviews(_review_frames(source, log, settings, advance, texts, rows)), {}
    if source.kind == "items":
        described = Described()
        read_items(source, described, log, settings, advance=advance)
        rows.add(described.rows.values())
        counts = {"items": len(described.rows), "items described again": described.repeated}
        return counts, dict(described.directed)
    if source.kind == "links":
        links = read_links(source, log, settings, relation=relation_of(source.name), advance=advance)
        rows.add(links)
        return _count_links(links)
    if source.kind == "views":
        views = read_views(source, log, settings, advance=advance)
        rows.add(views.rows)
        counts = {"users": views.rows["user"].n_unique(), "items": views.rows["item"].n_unique()}
        if views.rows["session"].count():
            counts["sessions"] = views.rows["session"].n_unique()
        done = views.rows.group_by("action").len().sort("len", "action", descending=[True, False])
        counts |= {f"of {action}": count for action, count in done.iter_rows()}
        if views.shown.height:
            counts["lists shown"] = views.shown.height
        made = links_from_views(views.rows, settings)
        count_links_of_views(made, views.rows, settings, log.tally(source.name))
        return counts, _count_links(made)[1]
    if source.kind in ("names", "rows", "triples"):
        return _count_catalogue(source, log, settings, advance), {}
    return _count_mentions(source, log, settings, advance, rows), {}


def _count_catalogue(source: Understood, log: RejectLog, settings: ReadSettings, advance: Advance) -> dict[str, int]:
    if source.kind == "names":
        names = read_names(source, log, settings, advance=advance)
        return {"names": len(set(names) - {None}), "lines without a name": names.count(None)}
    if source.kind == "rows":
        rows = read_rows(source, log, settings, advance=advance)
        largest = max((row for own in rows for row in own), default=0)
        return {
            "lines with row numbers": sum(map(bool, rows)),
            "row numbers": sum(map(len, rows)),
            "is the largest": largest,
        }
    parts = list(text_frames(source.shape, list(source.columns.values()), log, advance))
    finish(source, log, settings)
    table = pl.concat(parts)
    if source.format != TRIPLES:
        return {name: table[source.columns[name]].n_unique() for name in source.columns}
    relations = table.group_by(pl.col(source.columns["relation"]).alias("relation")).len().sort("relation")
    counts = {"heads": table[source.columns["head"]].n_unique(), "tails": table[source.columns["tail"]].n_unique()}
    return counts | {f"of relation {name}": count for name, count in relations.iter_rows()}


def _review_frames(
    source: Understood, log: RejectLog, settings: ReadSettings, advance: Advance, texts: TextSample, rows: FirstRows
) -> Iterator[pl.DataFrame]:
    columns = dict(source.columns)
    times = times_of(source, log, settings)
    check = ReviewCheck(source.name, columns, settings, int(clock.time()), times, source.other_ids)
    for checked in checked_frames(source.shape, list(columns.values()), check, log, advance):
        texts.add(checked["text"])
        rows.add(checked)
        yield checked.with_columns((pl.col("text") != "").alias("text"))


def _count_reviews(frames: Iterator[pl.DataFrame]) -> dict[str, int]:
    parts = list(frames)
    if not parts:
        return {}
    found = pl.concat(parts)
    return {
        "users": found["user"].n_unique(),
        "items": found["item"].n_unique(),
        "with rating": found.height - found["rating"].null_count(),
        "with time": found.height - found["time"].null_count(),
        "with text": int(found["text"].sum()),
        "repeated (user, item)": found.height - found.select("user", "item").n_unique(),
    }


def _count_links(links: pl.DataFrame) -> tuple[dict[str, int], dict[str, int]]:
    ends = pl.concat([links["source"], links["target"]])
    counts = {
        "items": ends.n_unique(),
        "starting items": links["source"].n_unique(),
        "links to the item itself": int((links["source"] == links["target"]).sum()),
    }
    return counts, dict(links.group_by("relation").len().sort("relation").iter_rows())


def _count_mentions(
    source: Understood, log: RejectLog, settings: ReadSettings, advance: Advance, rows: FirstRows
) -> dict[str, int]:
    if source.format == LEXICON:
        lexicon = read_lexicon(source, log, settings)
        return {"features": len(lexicon.polarity), "pairs": sum(map(len, lexicon.polarity.values()))}
    if source.format == PROFILE:
        profile = read_profile(source, log, settings)
        return {"items": len(profile), "sentences": sum(map(len, profile.values()))}
    if source.format == MTER:
        mentions = read_mter(source, log, settings, advance=advance).mentions
    elif source.format == CORNAC:
        mentions = read_cornac(source, log, settings, advance=advance)
    else:
        mentions = read_table(source, log, settings, advance=advance)
    rows.add(mentions)
    return {
        "reviews": mentions.select("user", "item").n_unique(),
        "users": mentions["user"].n_unique(),
        "items": mentions["item"].n_unique(),
        "attributes": mentions["attribute"].n_unique(),
        "mentions": mentions.height,
        "positive": int((mentions["sentiment"] > 0).sum()),
        "negative": int((mentions["sentiment"] < 0).sum()),
        "neutral": int((mentions["sentiment"] == 0).sum()),
    }


def check_whole(source: Understood, settings: ReadSettings) -> None:
    """Raise the error of `prepare` if a file is truncated or has too many unusable rows."""
    with RejectLog() as log, quiet("counting") as advance:
        _count(source, log, settings, advance, TextSample(), FirstRows())
