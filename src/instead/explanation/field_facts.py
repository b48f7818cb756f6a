"""Facts from structured fields of two items: what is the same and what differs ("material: cotton instead of wool").

Only what both items state is compared. Two numbers are larger and smaller where their unit is the same, however it is
spelled; otherwise two values are the same text or another one. What every item of the shop has says nothing and is not
said; nor are names that every item has for itself (article numbers).
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from instead.files.plain_names import plain_name
from instead.records import Fact
from instead.wording import Wording

Pairs = tuple[tuple[str, str], ...]
"""Names and values of the fields of an item."""

MOST = 4
"""Fields of an offer that are told, differences first."""
_FEW = 5  # items with a field from which on values that are all different are taken for names
_NUMBER = re.compile(r"([+-]?\d+(?:[.,]\d+)?)\s*([^\d\s]{0,12})")
_UNCERTAIN = re.compile(r"[+-]?\d{1,3}[.,]\d{3}")  # 1,500 is fifteen hundred or one and a half
_SPELLINGS = (
    ("in", "inch", "inches", "zoll", "pouce", "pouces", '"', "″", "”"),
    ("cm", "centimeter", "centimeters", "centimetre", "centimetres", "zentimeter"),
    ("mm", "millimeter", "millimeters", "millimetre", "millimetres"),
    ("m", "meter", "meters", "metre", "metres"),
    ("g", "gram", "grams", "gramm", "gramme", "grammes"),
    ("kg", "kilogram", "kilograms", "kilogramm", "kilo", "kilos"),
    ("lb", "lbs", "pound", "pounds"),
    ("oz", "ounce", "ounces"),
    ("l", "liter", "liters", "litre", "litres"),
    ("ml", "milliliter", "milliliters", "millilitre", "millilitres"),
    ("w", "watt", "watts"),
    ("v", "volt", "volts"),
    ("gb", "go"),
    ("tb", "to"),
    ("h", "hour", "hours", "stunde", "stunden", "heure", "heures"),
)
_UNITS = {spelling: names[0] for names in _SPELLINGS for spelling in names}


@dataclass(frozen=True, slots=True)
class Field:
    """A field as it is compared."""

    name: str
    value: str
    plain: str
    number: float | None
    unit: str


def field_of(name: str, value: str) -> Field:
    """A field with its number and unit, where its value is one and can be read in one way only."""
    text = " ".join(value.split())
    found = _NUMBER.fullmatch(text)
    number, unit = None, ""
    if found is not None and not _UNCERTAIN.fullmatch(found[1]):
        number = float(found[1].replace(",", "."))
        spelled = found[2].casefold().rstrip(".")
        unit = _UNITS.get(spelled, spelled)
    return Field(" ".join(name.replace("_", " ").split()), text, text.casefold(), number, unit)


def _read(own: Pairs) -> dict[str, Field]:
    return {plain_name(name): field_of(name, value) for name, value in own}


class FieldFacts:
    """Compares structured fields of the items of one shop."""

    def __init__(self, fields: Sequence[Pairs], wording: Wording) -> None:
        """`fields` of all items."""
        self._wording = wording
        self._fields = [_read(own) for own in fields]
        self._values: dict[str, Counter[str]] = {}
        self._measured: Counter[str] = Counter()
        for own in self._fields:
            for name, one in own.items():
                self._values.setdefault(name, Counter())[one.plain] += 1
                self._measured[name] += bool(one.unit)
        self._say_nothing()

    def _say_nothing(self) -> None:
        """Fields that all items share, and names that every item has for itself, where there is no unit."""
        counts = self._values
        self._shared = {name for name, values in counts.items() if len(values) == 1}
        self._names = {
            name
            for name, values in counts.items()
            if not self._measured[name] and values.total() >= _FEW and len(values) == values.total()
        }

    def in_words(self, wording: Wording) -> FieldFacts:
        """The same in other words."""
        made = copy.copy(self)
        made._wording = wording
        return made

    def changed(self, more: int, fields: Mapping[int, Pairs]) -> FieldFacts:
        """The same with other fields of some items, and `more` items."""
        made = copy.copy(self)
        made._fields = [*self._fields, *({} for _ in range(more))]
        made._values, made._measured = dict(self._values), Counter(self._measured)
        fresh: set[str] = set()  # counts that are this one's own by now
        for row, own in fields.items():
            new = _read(own)
            for sign, told in ((-1, made._fields[row]), (1, new)):
                for name, one in told.items():
                    if name not in fresh:
                        made._values[name] = Counter(made._values.get(name, ()))
                        fresh.add(name)
                    made._values[name][one.plain] += sign
                    made._measured[name] += sign * bool(one.unit)
            made._fields[row] = new
        for name in fresh:
            made._values[name] = +made._values[name]
        made._say_nothing()
        return made

    def of(self, query: int, item: int) -> list[Fact]:
        """What differs, numbers first, then what is the same; at most `MOST`."""
        mine, theirs = self._fields[item], self._fields[query]
        if not mine or not theirs:
            return []
        known = [name for name in mine if name in theirs and name not in self._names and name not in self._shared]
        found = [self._fact(mine[name], theirs[name]) for name in known]
        found.sort(key=lambda each: each[0])
        return [fact for _, fact in found[:MOST]]

    def _fact(self, mine: Field, theirs: Field) -> tuple[int, Fact]:
        """A fact, and its place: numbers that differ, texts that differ, what is the same."""
        wording = self._wording
        gaps = {"name": mine.name, "value": mine.value, "other": theirs.value}
        if mine.number is not None and theirs.number is not None and mine.unit == theirs.unit:
            apart = mine.number - theirs.number
            texts = wording.field_smaller, wording.field_same, wording.field_larger
            text = texts[(apart > 0) - (apart < 0) + 1].format(**gaps)
            return (0 if apart else 2), Fact(mine.name, text, mine.number, theirs.number, "catalogue", 0)
        same = mine.plain == theirs.plain
        text = (wording.field_same if same else wording.field_other).format(**gaps)
        return (2 if same else 1), Fact(mine.name, text, mine.value, theirs.value, "catalogue", 0)
