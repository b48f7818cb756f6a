"""Recognises the kind of every input file: reviews, items, links, mentions, views, or a catalogue in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from instead.errors import InputError
from instead.files.columns import ColumnMap, Given, others, resolve
from instead.files.frames import ArrowTable, NamedFrame, is_frame
from instead.files.shape import Shape, look
from instead.files.understood import KINDS, Kind, Understood
from instead.mentions.mention_formats import recognise_mentions
from instead.preparation.joined_ids import join_ids
from instead.preparation.two_columns import recognise_two_columns
from instead.reviews.by_row import check_complete
from instead.reviews.feed_formats import recognise_feed
from instead.reviews.interaction_formats import interactions_by_position, recognise_interactions, recognise_orders
from instead.reviews.product_exports import recognise_export
from instead.reviews.review_formats import (
    ITEM_COLUMNS,
    by_position,
    no_fit,
    recognise_items,
    recognise_reviews,
    recognise_unsigned,
)
from instead.reviews.row_formats import as_rows, recognise_rows, recognise_triples
from instead.substitutes.link_formats import LINK_COLUMNS, recognise_links, relation_of
from instead.substitutes.view_formats import recognise_events, recognise_views

Recogniser = Callable[[Shape, Mapping[str, str]], Understood | None]

# Tried in this order when the kind is not given: the most specific format first.
_RECOGNISERS: tuple[tuple[tuple[Kind, ...], Recogniser], ...] = (
    (("mentions",), recognise_mentions),
    (("items",), recognise_export),
    (("items",), recognise_feed),
    (("reviews",), recognise_reviews),
    (("views",), recognise_events),
    (("reviews",), recognise_orders),
    (("reviews",), recognise_unsigned),
    (("items",), recognise_items),
    (("views",), recognise_views),
    ((), recognise_two_columns),  # decides between two kinds: not needed where the kind is given
    (("links",), recognise_links),
    (("reviews",), recognise_interactions),
    # by the name of a file or of its columns alone: only where no other reading fits
    (("triples",), recognise_triples),
    (("names", "rows"), recognise_rows),
)
_LABELLED = ("links", "names", "rows")
"""Kinds whose files may be given as LABEL=FILE: a relation, or a column of items."""

Input = str | Path | ArrowTable | pl.LazyFrame
"""A file, or a data frame."""
Paths = Input | Sequence[Input] | None
Labelled = Paths | Mapping[str, Input]
"""Paths, with a relation or a column of items: `{"also_viewed": path}` or, as text, `"also_viewed=path"`."""


@dataclass(frozen=True)
class Source:
    """A recognised file, and for links their relation."""

    understood: Understood
    relation: str
    told: bool = False
    """Whether the user named the kind of the file."""

    @property
    def kind(self) -> Kind:
        return self.understood.kind


@dataclass
class Sources:
    """All files of one preparation."""

    files: list[Source] = field(default_factory=list)

    def of(self, kind: Kind) -> list[Source]:
        return [source for source in self.files if source.kind == kind]

    def by_column(self, kind: Kind) -> dict[str, Understood]:
        """Lists of names, or files of row numbers, by the column of items that they describe."""
        found: dict[str, Understood] = {}
        for source in self.of(kind):
            column = next(iter(source.understood.columns), None)
            if column is None:
                raise InputError(
                    f"say which column of items it is, for example --{kind} brand=FILE", path=source.understood.name
                )
            if column in found:
                raise InputError(
                    f"is {kind} of {column}, and so is {found[column].name}; name one of them",
                    path=source.understood.name,
                )
            found[column] = source.understood
        return found


def understand(path: str | Path | NamedFrame, given: Given | ColumnMap, kind: Kind | None = None) -> Understood:
    """Recognise a file. With `kind`, raise an error if it cannot be read as that."""
    shape = look(path)
    own = ColumnMap.of(given).of_file(shape.file.name)
    for kinds, recognise in _RECOGNISERS:
        if kind is None or kind in kinds:
            found = recognise(shape, own)
            if found is not None and kind in (None, found.kind):
                return _with_notes(found)
    found = _as_said(shape, own, kind)
    if found is None:
        ColumnMap.of(own).check({shape.file.name: shape.columns})
        raise no_fit(shape, kind or "reviews, items, mentions, links, views, names, rows or triples")
    return _with_notes(found)


def _with_notes(found: Understood) -> Understood:
    """With what its syntax has to say before what its content has, and with a note about columns that could have been
    taken as well, unless the format itself says which it is."""
    notes = (*found.shape.notes, *found.notes)
    if found.shape.has_header and "(" in found.format:
        notes = (*notes, *others(found.shape.columns, found.columns, found.kind))
    return replace(found, notes=notes)


def is_told_by_names(source: Understood) -> bool:
    """Whether names of columns, or a format that looks like no other, say what a file is; not places, not guesses."""
    return source.shape.has_header and source.kind not in ("names", "rows") and source.format != "adjacency lines"


def other_readings(source: Understood, given: Mapping[str, str]) -> tuple[str, ...]:
    """What else a file could be by its content: kinds and formats of recognisers that would take it, too."""
    found = [
        one
        for _, recognise in _RECOGNISERS
        if recognise is not recognise_two_columns  # reads the whole file
        and (one := recognise(source.shape, given)) is not None
        and one.kind != source.kind
    ]
    if source.kind == "links" and (said := interactions_by_position(source.shape, "")) is not None:
        found.append(said)
    by_place = source.format == "interactions (table without header)"
    if by_place and (links := _as_links(source.shape, given)) is not None:
        found.append(links)
    return tuple(dict.fromkeys(f"{one.kind}: {one.format}" for one in found))


def _as_said(shape: Shape, given: Mapping[str, str], kind: Kind | None) -> Understood | None:
    """Interpretation of an ambiguous file whose kind the user named."""
    if kind == "reviews":
        return by_position(shape, given, sure=True) or interactions_by_position(shape, "because you said reviews")
    if kind in ("names", "rows"):
        return as_rows(shape, kind, None) if shape.container in ("lines", "table") else None
    return _as_links(shape, given) if kind == "links" else None


def could_be_reviews(source: Source) -> bool:
    """Whether a file recognised as another kind may be a list of (user, item) interactions."""
    if source.told or source.kind not in ("links", "views"):
        return False
    shape = source.understood.shape
    return bool(recognise_interactions(shape, {}) or interactions_by_position(shape, ""))


def _as_links(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """A file that the user declares as links: the first two columns of a table without header are source and target,
    and lines with commas are adjacency lines whatever their ids look like."""
    if shape.container == "lines" and any("," in line for line in shape.lines):
        return Understood(shape, "links", "adjacency lines", {}, (relation_of(shape.file.name),))
    if shape.container != "table" or shape.has_header or len(shape.columns) < 2:
        return None
    names = {
        "source": "c1",
        "target": "c2",
        **resolve(shape.columns, LINK_COLUMNS, given, file=shape.file.name),
    }
    return Understood(shape, "links", "edges (table without header)", names, (relation_of(shape.file.name),))


def collect(
    files: Iterable[Input] = (),
    *,
    reviews: Paths = None,
    items: Paths = None,
    mentions: Paths = None,
    links: Labelled = None,
    views: Paths = None,
    names: Labelled = None,
    rows: Labelled = None,
    triples: Paths = None,
    columns: Given | ColumnMap | None = None,
    variants: bool = False,
) -> Sources:
    """Recognise all files before any of them is read. Files without a kind are recognised by their content. A data
    frame may stand in the place of a file. `variants`: items of shop exports are variants, not products.

    `links` may name the relation: `{"also_viewed": path}` or, as text, `"also_viewed=path"`; `names` and `rows` name a
    column of items in the same way.
    """
    given = ColumnMap.of(columns)
    found = Sources()
    seen: set[Path | int] = set()

    def add(path: str | Path | NamedFrame, kind: Kind | None, label: str | None = None) -> None:
        real = id(path.rows) if isinstance(path, NamedFrame) else Path(path).resolve()
        if real in seen:
            raise InputError("named twice; every file is read once", path=_name(path))
        understood = understand(path, given, kind)
        seen.add(real)
        if kind in ("names", "rows") and label is not None:
            if label not in ITEM_COLUMNS:
                raise InputError(
                    f"--{kind} {label}=FILE: the column may be {', '.join(ITEM_COLUMNS)}", path=_name(path)
                )
            understood = as_rows(understood.shape, kind, label)
            label = None
        found.files.append(Source(understood, label or relation_of(_name(path)), told=kind is not None))

    for path in listed(files if is_frame(files) else list(files), "files"):  # type: ignore[arg-type]
        add(path, None)
    for kind, paths in zip(KINDS, (reviews, items, mentions, links, views, names, rows, triples), strict=True):
        if isinstance(paths, Mapping):
            for label, one in paths.items():
                add(listed(one, label)[0], kind, label)
            continue
        for path in listed(paths, kind):
            label, separator, rest = _name(path).partition("=")
            if isinstance(path, NamedFrame):
                add(path, kind)
            elif kind in _LABELLED and separator and not Path(path).exists():
                add(rest, kind, label)
            else:
                add(path, kind)
    check_complete(found.by_column("names"), found.by_column("rows"))
    if found.files:
        given.check({source.understood.name: source.understood.shape.columns for source in found.files})
    found.files = [
        replace(source, understood=understood)
        for source, understood in zip(
            found.files, join_ids([source.understood for source in found.files], given, variants=variants), strict=True
        )
    ]
    return found


def listed(paths: Paths, argument: str) -> list[str | Path | NamedFrame]:
    """Files as they are, and data frames with the name of the argument they came in."""
    if paths is None:
        return []
    if isinstance(paths, (str, Path)):
        return [paths]
    if is_frame(paths):
        return [NamedFrame(argument, paths)]
    several: Sequence[Input] = paths  # type: ignore[assignment]
    return [
        one if isinstance(one, (str, Path)) else NamedFrame(f"{argument}[{place}]", one)
        for place, one in enumerate(several)
    ]


def _name(path: str | Path | NamedFrame) -> str:
    return path.name if isinstance(path, NamedFrame) else str(path)
