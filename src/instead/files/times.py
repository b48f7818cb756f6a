"""Times as files write them, as seconds since 1970: dates and times of day in many notations, and numbers.

Most notations tell themselves. Two do not, and the whole column decides: whether `03/04/2025` begins with the month or
the day, and whether a number counts seconds, is a date without separators (20250314) or a day of a spreadsheet.
A time without an offset is taken as UTC.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from instead.files.dates import ORDERED, is_ordered, written_seconds

Order = Literal["day first", "month first"]
Numbers = Literal["epoch", "compact", "serial"]

DAY = 86_400
_UNITS = {"seconds": 1.0, "milliseconds": 1e3, "microseconds": 1e6, "nanoseconds": 1e9}
_MAGNITUDES = (1e11, 1e14, 1e17)  # below: seconds until the year 5138; then milliseconds, microseconds, nanoseconds
_COMPACT = r"^(?:19[7-9]\d|20\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$"
_SERIAL = (36_526.0, 54_789.0)
"""Days of a spreadsheet from 2000 to 2049; as seconds they would all be the first of January 1970."""
_SERIAL_1970 = 25_569
_NO_COUNT = 100_000_000
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_DATED = re.compile(r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T\s,]|$)")


@dataclass(frozen=True)
class TimeNotation:
    """How the times of a column are written."""

    numbers: Numbers = "epoch"
    order: Order = "month first"
    """Of dates that end with the year and have no names of months."""
    forms: tuple[str, ...] = ()
    """Notations that occur, the commonest first."""
    sure: bool = True
    why: str = ""
    """What decided, where the times alone do not."""

    @property
    def text(self) -> str:
        """In words: "day/month/year, as UTC where no offset is given"."""
        said = " and ".join(self.forms) or "no times"
        return f"{said}; {self.why}" if self.why else said


@dataclass
class TimeEvidence:
    """What the times of a column tell of its notation, added up over any number of pieces."""

    units: Counter[str] = field(default_factory=Counter)
    compact: int = 0
    serial: int = 0
    numbers: int = 0
    forms: Counter[str] = field(default_factory=Counter)
    day_first: int = 0
    month_first: int = 0
    open: int = 0
    """Dates like 03/04/2025, of which neither number can only be a day."""
    ones: Counter[int] = field(default_factory=Counter)
    """Of the open ones: how often the first (0) and the second (1) number is 1."""
    halves: int = 0
    """Open ones with AM or PM, which are written where the month comes first."""
    example: str = ""

    def add(self, column: pl.Series) -> None:
        """Count what the texts of a piece of the column tell."""
        text = column.cast(pl.String).str.strip_chars()
        text = text.filter(text.str.len_bytes() > 0)
        number = text.cast(pl.Float64, strict=False)
        amount = number.filter(number.is_finite())
        if amount.len():
            self._add_numbers(text.filter(number.is_not_null()), amount)
        words = text.filter(number.is_null())
        if words.len():
            self._add_words(words)

    def _add_numbers(self, text: pl.Series, amount: pl.Series) -> None:
        self.numbers += amount.len()
        self.compact += int(text.str.contains(_COMPACT).sum())
        self.serial += int(amount.is_between(*_SERIAL).sum())
        size, below = amount.abs(), 0.0
        for name, top in zip(_UNITS, (*_MAGNITUDES, float("inf")), strict=True):
            found = int(((size >= below) & (size < top)).sum())
            if found:
                self.units[name] += found
            below = top

    def _add_words(self, words: pl.Series) -> None:
        frame = pl.DataFrame({"text": words}).with_columns(
            pl.col("text").str.extract_groups(ORDERED).struct.rename_fields(["first", "mark", "second"]).alias("part")
        ).unnest("part")  # fmt: skip
        pairs = frame.drop_nulls("first").with_columns(pl.col("first", "second").cast(pl.Int64))
        unlike = words.len() - pairs.height
        if unlike:
            self.forms["dates" if not words.str.contains(":").any() else "dates with times of day"] += unlike
        if pairs.is_empty():
            return
        self.forms[f"dates that end with the year ({pairs['text'][0]})"] += pairs.height
        # With points the day comes first wherever dates are written so.
        pointed = pairs["mark"] == "."
        first, second = pairs["first"], pairs["second"]
        self.day_first += int((pointed | (first > 12)).sum())
        self.month_first += int((~pointed & (second > 12)).sum())
        unclear = pairs.filter(~pointed & (first <= 12) & (second <= 12) & (first != second))
        self.open += unclear.height
        self.ones[0] += int((unclear["first"] == 1).sum())
        self.ones[1] += int((unclear["second"] == 1).sum())
        self.halves += int(unclear["text"].str.contains(r"(?i)[ap]\.?m").sum())
        if not self.example and unclear.height:
            self.example = str(unclear["text"][0])

    def notation(self, hint: Order | None = None, *, told: Order | None = None) -> TimeNotation:
        """The notation of the whole column. `told`: what the user said of the order; `hint`: what else speaks for an
        order where the dates do not tell."""
        numbers, why_number = self._numbers()
        order, sure, why_order = self._order(hint, told)
        forms = Counter(self.forms)
        if numbers == "epoch":
            forms.update({f"{name} since 1970": count for name, count in self.units.items()})
        elif self.numbers:
            forms["dates without separators" if numbers == "compact" else "days of a spreadsheet"] += self.numbers
        named = tuple(name for name, _ in forms.most_common())
        why = "; ".join(part for part in (why_number, why_order) if part)
        return TimeNotation(numbers, order, named, sure and numbers != "serial", why)

    def _numbers(self) -> tuple[Numbers, str]:
        if self.numbers and self.compact == self.numbers:
            return "compact", ""
        if self.numbers and self.serial == self.numbers:
            return "serial", "all numbers are days from 2000 to 2049 as spreadsheets count them; seconds would be 1970"
        return "epoch", "numbers of different magnitude, each taken by its own" if len(self.units) > 1 else ""

    def _order(self, hint: Order | None, told: Order | None) -> tuple[Order, bool, str]:
        if told is not None:
            return told, True, f"{told} because you said so" if self.open or self.day_first or self.month_first else ""
        if self.day_first and self.month_first:
            more: Order = "day first" if self.day_first >= self.month_first else "month first"
            both = f"{self.day_first:,} dates begin with the day and {self.month_first:,} with the month"
            return (
                more,
                not self.open,
                both + (f"; {self.open:,} like {self.example} are taken {more}" if self.open else ""),
            )
        if self.day_first or self.month_first:
            sole: Order = "day first" if self.day_first else "month first"
            return sole, True, sole
        if not self.open:
            return hint or "month first", True, ""
        return self._guessed(hint)

    def _guessed(self, hint: Order | None) -> tuple[Order, bool, str]:
        """Where no date of the column has a number above 12."""
        unclear = f"{self.example} may begin with the day or the month (--dates)"
        if self.halves:
            return "month first", False, f"{unclear}: taken month first, as dates with AM and PM are"
        for place, order in ((0, "day first"), (1, "month first")):
            if self.ones[place] == self.open and self.open > 1 and self.ones[1 - place] < self.open:
                return (
                    ("day first" if order == "day first" else "month first"),
                    False,
                    (f"{unclear}: taken {order}, because that number is 1 in every row, the first of a month"),
                )
        if hint is not None:
            return hint, False, f"{unclear}: taken {hint}, as numbers in this file are written where that is usual"
        return "month first", False, f"{unclear}: taken month first; no date of the file tells"


def read_times(
    column: pl.Series, notation: TimeNotation | None = None, *, hint: Order | None = None, told: Order | None = None
) -> tuple[pl.Series, TimeNotation]:
    """Seconds since 1970 of a column of texts, null where it is no time, by its notation or that of the column."""
    if notation is None:
        evidence = TimeEvidence()
        evidence.add(column)
        notation = evidence.notation(hint, told=told)
    text = column.cast(pl.String).str.strip_chars()
    number = text.cast(pl.Float64, strict=False)
    frame = pl.DataFrame({"text": text, "number": number.set(~number.is_finite(), None)})
    frame = frame.with_columns(_of_number(notation.numbers).alias("seconds"))
    missing = text.null_count() + int((text == "").sum())
    if frame["seconds"].null_count() > missing:  # dates are tried only where there are any
        words = text.filter(frame["seconds"].is_null())
        said = written_seconds(words, day_first=notation.order == "day first")
        frame = frame.with_columns(frame["seconds"].scatter(frame["seconds"].is_null().arg_true(), said))
    return frame["seconds"], notation


def _of_number(numbers: Numbers) -> pl.Expr:
    number, text = pl.col("number"), pl.col("text")
    if numbers == "serial":
        return ((number - _SERIAL_1970) * DAY).round().cast(pl.Int64, strict=False)
    scaled = number
    for top, factor in zip(_MAGNITUDES, list(_UNITS.values())[1:], strict=True):
        scaled = pl.when(number.abs() >= top).then(number / factor).otherwise(scaled)
    if numbers == "epoch":
        return scaled.floor().cast(pl.Int64, strict=False)
    whole = text.str.pad_end(14, "0")
    return whole.str.to_datetime("%Y%m%d%H%M%S", strict=False, time_unit="ms").dt.epoch("s")


def tells_itself(values: list[str]) -> bool:
    """Whether times of a sample need no look at the rest of the column: epochs, and dates that begin with the year."""
    column = pl.Series(values, dtype=pl.String).str.strip_chars()
    column = column.filter(column.str.len_bytes() > 0)
    if column.is_empty():
        return False
    number = column.cast(pl.Float64, strict=False)
    plain = (number.abs() >= 1e8) & ~column.str.contains(_COMPACT)
    worded = number.is_null() & ~is_ordered(column)
    return bool((plain.fill_null(False) | worded).all())


def is_time(value: object) -> bool:
    """Whether a value can hardly be anything but a time: a date, or a number since 1970 that is too large to count."""
    text = str(value).strip()
    return _DATED.match(text) is not None or (_DIGITS.fullmatch(text) is not None and float(text) > _NO_COUNT)


def by_decimal(mark: str | None) -> Order | None:
    """The order of dates that is usual where decimals have this mark."""
    orders: Mapping[str, Order] = {",": "day first", ".": "month first"}
    return orders.get(mark or "")
