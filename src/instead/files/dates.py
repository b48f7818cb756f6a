"""Dates in words and figures, with or without a time of day and an offset, as seconds since 1970."""

from __future__ import annotations

import polars as pl

_FAST = (
    "%Y-%m-%d", "%m %d, %Y", "%Y-%m-%dT%H:%M:%S%.fZ", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M:%S%.f UTC", "%Y-%m-%dT%H:%M:%S%.f%z", "%Y-%m-%d %H:%M:%S%.f%z", "%Y-%m-%d %H:%M",
    "%Y-%m-%dT%H:%M", "%d.%m.%Y", "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S",
)  # fmt: skip
_FAST_ORDERED = {True: "%d/%m/%Y", False: "%m/%d/%Y"}
_OF_DAY = ("hour", "minute", "second")
_TRIED = 50
_FIRST = -62_135_596_800 + 31_536_000 * 1000
"""About the year 1000 in seconds: before it, two digits were taken for a year."""

ORDERED = r"^(\d{1,2})([./-])(\d{1,2})[./-](?:\d{4}|\d{2})(?:\D|$)"
"""Dates that begin with day or month: the first number, the mark, the second number."""

_CLOCK = (
    r"(?:[T\s,:]+(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d+)?)?"
    r"\s*(?P<half>[AaPp]\.?[Mm]\.?)?(?:\s*Uhr)?\s*(?P<zone>[A-Za-z]{1,5}|(?:UTC|GMT)?[+-−]\d{2}:?(?:\d{2})?)?"
    r"(?:\s*\([^)]*\))?)?"
)
_YEAR_FIRST = rf"^(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}}){_CLOCK}$"
_BASIC = (
    r"^(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})T(?P<hour>\d{2})(?P<minute>\d{2})(?:(?P<second>\d{2})(?:\.\d+)?)?"
    r"(?P<half>[AaPp][Mm])?(?P<zone>Z|[+-]\d{2}:?(?:\d{2})?)?$"
)
_YEAR_LAST = rf"^(?P<one>\d{{1,2}})[./-](?P<two>\d{{1,2}})[./-](?P<year>\d{{4}}|\d{{2}}){_CLOCK}$"
_WEEKDAY = r"^(?:\p{L}{2,10}\.?,?\s+)?"
_DAY_MONTH = (
    rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)?[\s/-]*(?:de\s+)?(?P<name>\p{{L}}{{3,10}})\.?[\s/,-]*(?:de\s+)?"
    rf"(?P<year>\d{{4}}|\d{{2}}){_CLOCK}$"
)
_MONTH_DAY = (
    rf"{_WEEKDAY}(?P<name>\p{{L}}{{3,10}})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}}){_CLOCK}$"
)
# As `date` prints it: the year stands behind the clock.
_YEAR_BEHIND = (
    rf"{_WEEKDAY}(?P<name>\p{{L}}{{3,10}})\.?\s+(?P<day>\d{{1,2}})\s+(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}}):"
    r"(?P<second>\d{2})\s*(?P<half>[AaPp][Mm])?\s*(?P<zone>[A-Z]{1,5})?\s+(?P<year>\d{4})$"
)

_MONTHS = (
    "jan january januar jänner janv janvier ene enero gennaio gen januari",
    "feb february februar févr février fevrier fev febrero febbraio februari",
    "mar march märz mär mrz maerz mars marzo maart mrt",
    "apr april avr avril abr abril aprile",
    "may mai mayo maggio mag mei",
    "jun june juni juin junio giugno giu",
    "jul july juli juil juillet julio luglio lug",
    "aug august août aout ago agosto augustus",
    "sep sept september septembre septiembre settembre set",
    "oct october okt oktober octobre octubre ottobre ott",
    "nov november novembre noviembre",
    "dec december dez dezember déc décembre decembre dic diciembre dicembre",
)
MONTHS = {name: str(number) for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
"""Names of months in English, German, French, Spanish, Italian and Dutch."""

# Minutes that a named zone is ahead of UTC; others are not understood.
_ZONES = {
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "EET": 120,
    "EEST": 180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    "JST": 540,
}  # fmt: skip


def is_ordered(text: pl.Series) -> pl.Series:
    """Whether the order of day and month is open until the whole column is looked at; points stand behind the day."""
    return text.str.contains(r"^\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})(?:\D|$)")


def written_seconds(text: pl.Series, *, day_first: bool) -> pl.Series:
    """Seconds since 1970 of dates; null where a text is none. `day_first` decides dates that end with the year and have
    no point; one of whose numbers is above 12 decides itself."""
    known = pl.Series([None], dtype=pl.Int64).new_from_index(0, text.len())
    ordered = _FAST_ORDERED[day_first]
    for form in (*_FAST, ordered, f"{ordered} %H:%M", f"{ordered} %H:%M:%S"):
        rest = text.filter(known.is_null()).drop_nulls()
        if rest.is_empty():
            return known
        if _fast(rest.head(_TRIED), form).null_count() < min(_TRIED, rest.len()):
            known = known.fill_null(_fast(text, form))
    return known.fill_null(_patterned(text, known, day_first))


def _fast(text: pl.Series, form: str) -> pl.Series:
    """By polars itself, which is many times as fast as the patterns."""
    if "%H" in form:
        found = text.str.to_datetime(form, strict=False, time_unit="ms").dt.epoch("s")
    else:
        found = text.str.to_date(form, strict=False).cast(pl.Datetime("ms")).dt.epoch("s")
    return found.set(found < _FIRST, None)


def _patterned(text: pl.Series, known: pl.Series, day_first: bool) -> pl.Series:
    """Texts that no fast form fits, each different one once."""
    rest = pl.DataFrame({"text": text.filter(known.is_null()).drop_nulls().unique()})
    read = [pl.DataFrame(schema={"text": pl.String, "seconds": pl.Int64})]
    for form in (_YEAR_FIRST, _BASIC, _DAY_MONTH, _MONTH_DAY, _YEAR_BEHIND, _YEAR_LAST):
        fitting = rest.filter(pl.col("text").str.contains(form))
        if fitting.height:
            parts = fitting.with_columns(pl.col("text").str.extract_groups(form).alias("part")).unnest("part")
            read.append(parts.select("text", _composed(*_date(form, day_first)).cast(pl.Int64).alias("seconds")))
            rest = rest.join(fitting, on="text", how="anti")
    found = pl.concat(read).drop_nulls().unique("text", keep="first")
    return pl.DataFrame({"text": text}).join(found, on="text", how="left", maintain_order="left")["seconds"]


def _date(form: str, day_first: bool) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """Year as text, month and day as numbers, from the groups of a pattern."""
    year = pl.col("year")
    if form == _YEAR_LAST:
        one, two = (pl.col(name).cast(pl.Int64) for name in ("one", "two"))
        day_is_first = pl.col("text").str.contains(r"^\d{1,2}\.") | (one > 12) | ((two <= 12) & pl.lit(day_first))
        return year, pl.when(day_is_first).then(two).otherwise(one), pl.when(day_is_first).then(one).otherwise(two)
    if "?P<name>" in form:
        month = pl.col("name").str.to_lowercase().replace_strict(MONTHS, default=None, return_dtype=pl.String)
    else:
        month = pl.col("month")
    return year, month.cast(pl.Int64, strict=False), pl.col("day").cast(pl.Int64)


def _composed(year: pl.Expr, month: pl.Expr, day: pl.Expr) -> pl.Expr:
    short = year.cast(pl.Int64, strict=False)
    full = pl.when(year.str.len_bytes() > 2).then(short).when(short < 70).then(short + 2000).otherwise(short + 1900)
    hour, minute, second = (pl.col(name).cast(pl.Int64, strict=False).fill_null(0) for name in _OF_DAY)
    half = pl.col("half").str.to_lowercase().str.slice(0, 1)
    of_day = pl.when(half == "p").then(hour % 12 + 12).when(half == "a").then(hour % 12).otherwise(hour)
    padded = [
        full.cast(pl.String).str.zfill(4),
        *(part.cast(pl.String).str.zfill(2) for part in (month, day, of_day, minute, second.clip(0, 59))),
    ]
    moment = pl.concat_str(padded).str.to_datetime("%Y%m%d%H%M%S", strict=False, time_unit="ms").dt.epoch("s")
    return moment - 60 * _ahead(pl.col("zone"))


def _ahead(zone: pl.Expr) -> pl.Expr:
    """Minutes ahead of UTC, 0 without a zone, null for one that is not known."""
    named = zone.str.to_uppercase().replace_strict(_ZONES, default=None, return_dtype=pl.Int64)
    offset = zone.str.replace("−", "-", literal=True).str.extract_groups(r"([+-])(\d{2}):?(\d{2})?$")
    hours, minutes = (offset.struct.field(name).cast(pl.Int64, strict=False) for name in ("2", "3"))
    size = hours * 60 + minutes.fill_null(0)
    signed = pl.when(offset.struct.field("1") == "-").then(-size).otherwise(size)
    blank = zone.is_null() | (zone == "")
    return pl.when(blank).then(pl.lit(0, dtype=pl.Int64)).otherwise(pl.coalesce(named, signed))
