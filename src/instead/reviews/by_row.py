"""Reads descriptions of items from lists of names by row, and row numbers into them for each item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from instead.errors import InputError
from instead.files.lines import every_line
from instead.files.rejects import FileTally, RejectLog
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.items import Described
from instead.reviews.read_reviews import finish
from instead.reviews.written_prices import WrittenPrices
from instead.settings import ReadSettings

_NO_NAME = ("", "unknown")
"""Names that say nothing, in small letters."""


def read_names(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> list[str | None]:
    """The name on every line; None where a line has none."""
    found = [None if is_no_name(line) else line for _, line in every_line(source.shape.file, log, advance)]
    finish(source, log, settings)
    return found


def is_no_name(name: str) -> bool:
    """Whether a name says nothing: an item must not share the brand "Unknown" with another."""
    return name.strip().lower() in _NO_NAME


def read_rows(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> list[list[int]]:
    """The row numbers on every line, empty for a blank line."""
    found = []
    for number, line in every_line(source.shape.file, log, advance):
        words = line.split()
        if not all(word.isdecimal() for word in words):
            raise InputError(
                f"expected row numbers separated by blanks, found {line[:60]!r}", path=source.name, line=number
            )
        found.append([int(word) for word in words])
    finish(source, log, settings)
    return found


def read_by_row(
    names: Mapping[str, Understood],
    rows: Mapping[str, Understood],
    described: Described,
    log: RejectLog,
    settings: ReadSettings,
    *,
    known: Collection[str] | None = None,
    advance: Advance | None = None,
) -> None:
    """Fill the columns of `rows` (column -> file) from the lists in `names`, of which `item` lists the items.

    What an earlier file said of an item stays. `known` keeps only these items.
    """
    if not names and not rows:
        return
    check_complete(names, rows)
    items = read_names(names["item"], log, settings, advance=advance)
    if known is None:
        for item in items:
            if item is not None:
                described.name(item)
    for column, source in rows.items():
        listed = read_names(names[column], log, settings, advance=advance)
        asked = read_rows(source, log, settings, advance=advance)
        _check_fit(source, names["item"], names[column], asked, len(items), len(listed), settings)
        lost = sum(listed[row] is None for own in asked for row in own)
        if lost:
            log.tally(source.name).repaired[f"row numbers of lines without a name of {column} left out"] += lost
        values = (
            (item, [str(listed[row]) for row in own if listed[row] is not None])
            for item, own in zip(items, asked, strict=False)
            if item is not None
        )
        fill_named(described, column, list(values), settings, log.tally(source.name), known)


def fill_named(
    described: Described,
    column: str,
    values: Sequence[tuple[str, Sequence[str]]],
    settings: ReadSettings,
    tally: FileTally,
    known: Collection[str] | None = None,
) -> None:
    """Fill one column from (item, names): the first name, or for categories all of them, the commonest first.

    Categories that come as a set have no order of their own. A wider category holds more items than one inside it, so
    the commonest first is the path from the root down wherever the set is one path.
    """
    if column == "price":
        prices = WrittenPrices()
        for item, own in values:
            for price in own[:1]:
                prices.see(price)
                if known is None or item in known:
                    prices.keep(item, price)
        described.fill_prices(prices.settled(None, None, settings, tally))
        return
    times = Counter(name for _, own in values for name in dict.fromkeys(own))
    first = {name: place for place, name in enumerate(times)}
    for item, own in values:
        if own and (known is None or item in known):
            ordered = sorted(dict.fromkeys(own), key=lambda name: (-times[name], first[name]))
            described.fill(item, column, ordered if column == "category" else own[0])


def check_complete(names: Mapping[str, Understood], rows: Mapping[str, Understood]) -> None:
    """Raise an error for a file of row numbers without its lists, or a list that nothing refers to."""
    for column, source in rows.items():
        for needed, what in (("item", "the items"), (column, f"the names of {column}")):
            if needed not in names:
                raise InputError(
                    f"row numbers of {column} need a list of {what}, one on each line: --names {needed}=FILE",
                    path=source.name,
                )
    for column, source in names.items():
        if (column == "item" and not rows) or (column != "item" and column not in rows):
            wanted = "COLUMN" if column == "item" else column
            raise InputError(
                f"a list of {column} names by row, but no file says which row belongs to which item: "
                f"--rows {wanted}=FILE",
                path=source.name,
            )


def _check_fit(
    source: Understood, items: Understood, names: Understood, asked: list[list[int]], lines: int, count: int,
    settings: ReadSettings,
) -> None:  # fmt: skip
    for line, row in _numbered(asked):
        if row >= count:
            raise InputError(
                f"row {row} is not in {names.name}, which has the rows 0 to {count - 1}; does that list belong to "
                "this file?",
                path=source.name,
                line=line,
            )
    cut_off = settings.keep_truncated and (source.shape.file.damage or items.shape.file.damage)
    if len(asked) != lines and not cut_off:
        raise InputError(
            f"{len(asked):,} lines of row numbers for {lines:,} lines of {items.name}; there must be one for each, "
            "a blank one where an item has none",
            path=source.name,
            line=min(len(asked), lines) + 1,
        )


def _numbered(asked: list[list[int]]) -> Iterator[tuple[int, int]]:
    return ((line, row) for line, own in enumerate(asked, start=1) for row in own)
