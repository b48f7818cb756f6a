"""Rules of the shop's owners: what is pinned, boosted, hidden, left out, and how margins break ties (docs/live.md)."""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import (
    AliasChoices,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from instead.settings.base import CURRENCY, SHORT_ID, Flag, Settings

RuleKind = Literal["pin", "boost", "hide", "only", "never", "margin"]
MOST_NAMES, MOST_MARGINS = 10_000, 1_000_000
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _moment(value: object) -> date:
    """A day or a moment, as TOML has it or as ISO 8601 writes it."""
    if isinstance(value, date):
        return value
    if isinstance(value, str):
        try:
            return date.fromisoformat(value) if _DAY.fullmatch(value) else datetime.fromisoformat(value)
        except ValueError:
            pass
    raise ValueError("write a day (2026-06-01) or a moment (2026-06-01T08:00:00+02:00)")


def _zone(value: object) -> object:
    try:
        ZoneInfo(str(value))
    except (ValueError, OSError, LookupError):
        raise ValueError("write the name of a time zone, such as Europe/Berlin or UTC") from None
    return value


Moment = Annotated[
    date,
    PlainValidator(_moment),
    PlainSerializer(lambda value: value.isoformat(), return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "examples": ["2026-06-01", "2026-06-01T08:00:00+02:00"]}),
]
"""A day, or a moment."""
RuleId = Annotated[str, StringConstraints(pattern=SHORT_ID)]
_Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Names = Annotated[tuple[_Name, ...], Field(max_length=MOST_NAMES)]
_Number = Annotated[float, Field(strict=True)]
_Amount = Annotated[float, Field(strict=True, ge=0)]
OFFERS = ("items", "brands", "categories", "min_price", "max_price", "currency")
QUERIES = ("for_items", "for_brands", "for_categories")
WITHIN = ("same_category", "same_brand", "dearer_percent", "cheaper_percent")
FIELDS: dict[RuleKind, tuple[str, ...]] = {
    "pin": ("items", "place", *QUERIES),
    "boost": (*OFFERS, *QUERIES, "points", "factor", "places"),
    "hide": OFFERS,
    "only": (*OFFERS, *QUERIES, *WITHIN),
    "never": (*OFFERS, *QUERIES),
    "margin": (*QUERIES, "margins", "margins_file", "margins_column", "limit"),
}
"""What each kind of rule may say beside id, kind, reason, period and on."""


class Rule(Settings):
    """One rule. Which offers: `items`, `brands`, `categories`, prices; for which queries: `for_...`, none for all. What
    is named together must hold together."""

    model_config = ConfigDict(
        allow_inf_nan=False,
        json_schema_extra={
            "examples": [{"id": "no-refurbished", "kind": "hide", "reason": "Recalled.", "items": ["i03"]}]
        },
    )

    id: RuleId
    """Its name: letters, digits and `._:-`."""
    kind: RuleKind
    """`pin`, `boost`, `hide`, `only`, `never` or `margin`."""
    reason: str = Field(min_length=1, max_length=500)
    """Why, for whoever reads it later."""
    on: Flag = True
    """Whether it counts at all."""
    start: Moment | None = Field(
        default=None, validation_alias=AliasChoices("from", "start"), serialization_alias="from"
    )
    """Written `from`: the day or moment from which it counts."""
    until: Moment | None = None
    """The day to whose end, or the moment until which, it counts."""
    zone: Annotated[str, BeforeValidator(_zone)] = "UTC"
    """Time zone of days and of moments that name none."""
    items: Names = ()
    """Offers: these items, by id; of a pin, in this order."""
    brands: Names = ()
    """Offers of these brands."""
    categories: Names = ()
    """Offers in these categories, at any step of their paths."""
    min_price: _Amount | None = None
    """Offers at this price or more."""
    max_price: _Amount | None = None
    """Offers at this price or less."""
    currency: Annotated[str, StringConstraints(pattern=CURRENCY)] | None = None
    """Of these prices; none: that of most items. Other prices do not match."""
    for_items: Names = ()
    """When one of these is looked at."""
    for_brands: Names = ()
    """When something of these brands is looked at."""
    for_categories: Names = ()
    """When something in these categories is looked at."""
    place: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    """Of a pin: the place of its first item, from 1."""
    points: Annotated[float, Field(strict=True, ge=-10, le=10)] | None = None
    """Of a boost: what is added to the worth, in deviations of the scores of the best; below 0 it moves down ..."""
    factor: Annotated[float, Field(strict=True, gt=0, le=10)] | None = None
    """... or what the worth above that of the last candidate is multiplied by."""
    places: Annotated[int, Field(strict=True, ge=1, le=100)] = 3
    """Of a boost: by how many places it moves an offer at most."""
    same_category: Flag = False
    """Of `only`: offers of the query's own category, the last step of its path."""
    same_brand: Flag = False
    """Of `only`: offers of the query's own brand."""
    dearer_percent: _Amount | None = None
    """Of `only`: offers at most so much dearer than the query."""
    cheaper_percent: Annotated[float, Field(strict=True, ge=0, le=100)] | None = None
    """Of `only`: offers at most so much cheaper than the query."""
    margins: dict[_Name, _Number] = Field(default={}, max_length=MOST_MARGINS)
    """Of `margin`: what is earned, by item, in any unit ..."""
    margins_file: str | None = Field(default=None, min_length=1, max_length=4_096)
    """... or a table (CSV, Parquet) with the columns `item` and `margins_column`, beside the file of the rules."""
    margins_column: _Name = "margin"
    """The column of `margins_file`."""
    limit: Annotated[float, Field(strict=True, ge=0, le=10)] | None = None
    """Of `margin`: an offer passes only offers whose worth is at most so much higher, in deviations of the scores."""

    @model_validator(mode="before")
    @classmethod
    def _one_start(cls, values: Any) -> Any:
        if isinstance(values, dict) and "from" in values and "start" in values:
            raise ValueError("from is given twice, as from and as start")
        return values

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """What each kind needs, and nothing of another."""
        allowed = FIELDS[self.kind]
        strange = [
            name
            for name in type(self).model_fields
            if name in _OF_A_KIND and name not in allowed and name in self.model_fields_set
        ]
        if strange:
            raise ValueError(f"a rule of kind {self.kind} has no {strange[0]}; it may have {', '.join(allowed)}")
        if self.kind == "pin" and not self.items:
            raise ValueError("a pin names its items")
        if self.kind in ("boost", "hide", "never") and not self.picks:
            raise ValueError(f"a rule of kind {self.kind} says which offers it means: {', '.join(OFFERS[:-1])}")
        if self.kind == "only" and not self.picks and not any(getattr(self, name) for name in WITHIN) and (
            self.dearer_percent is None and self.cheaper_percent is None
        ):  # fmt: skip
            raise ValueError(f"a rule of kind only says what offers are within: {', '.join((*OFFERS[:-1], *WITHIN))}")
        if self.kind == "never" and not self.asks:
            raise ValueError(f"a rule of kind never says for which queries: {', '.join(QUERIES)}; for all, use hide")
        if self.kind == "boost" and (self.points is None) == (self.factor is None):
            raise ValueError("a boost has either points or a factor")
        if self.kind == "margin" and (self.limit is None or bool(self.margins) == (self.margins_file is not None)):
            raise ValueError("a rule of kind margin has a limit, and either margins or a margins_file")
        if self.min_price is not None and self.max_price is not None and self.min_price > self.max_price:
            raise ValueError(f"min_price {self.min_price:g} is above max_price {self.max_price:g}")
        begins, ends = self.period
        if begins >= ends:
            raise ValueError(f"its period is empty: from {self.start} until {self.until}")
        return self

    @property
    def picks(self) -> bool:
        """Whether it names offers."""
        named = self.items or self.brands or self.categories
        return bool(named) or self.min_price is not None or self.max_price is not None

    @property
    def asks(self) -> bool:
        """Whether it names queries."""
        return bool(self.for_items or self.for_brands or self.for_categories)

    @property
    def period(self) -> tuple[float, float]:
        """From when until before when it counts, in seconds since 1970; infinite where nothing is said."""
        begins = -math.inf if self.start is None else _seconds(self.start, self.zone, 0)
        return begins, math.inf if self.until is None else _seconds(self.until, self.zone, 1)

    def as_json(self) -> dict[str, Any]:
        """Fields that were given, as plain values: a document."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


_OF_A_KIND = {name for names in FIELDS.values() for name in names}


def _seconds(moment: date, zone: str, after: int) -> float:
    """A moment in seconds since 1970; a day is its beginning, `after` days later."""
    try:
        if not isinstance(moment, datetime):
            day = moment + timedelta(days=after)
            moment = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
        elif moment.tzinfo is None:
            moment = moment.replace(tzinfo=ZoneInfo(zone))
        return (moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
    except OverflowError:
        raise ValueError(f"{moment} is out of reach; leave it out for no end") from None
