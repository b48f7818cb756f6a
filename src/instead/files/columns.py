"""Which column of a file has which meaning: by the user's map, for all files or for one, or by known names."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from instead.errors import InputError
from instead.files.known_names import KNOWN_NAMES, ranked, refused
from instead.files.plain_names import plain_name
from instead.settings.base import read_toml

FIELD = "field."
"""Before the name of a structured field in a map: `field.power=Watt`."""

Given = Mapping[str, str | Mapping[str, str]]
"""Our name -> column, for all files; or a file's name -> such a map, for that file alone."""


@dataclass(frozen=True)
class ColumnMap:
    """The user's map of columns."""

    everywhere: dict[str, str] = field(default_factory=dict)
    by_file: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Given | ColumnMap | None, where: Path | None = None) -> ColumnMap:
        """A map as it is given in Python, or in the tables of a TOML file (`where`)."""
        if isinstance(given, ColumnMap):
            return given
        made = cls()
        for name, column in (given or {}).items():
            if isinstance(column, Mapping):
                made.by_file[name] = {one: _text(one, of, where) for one, of in column.items()}
            else:
                made.everywhere[name] = _text(name, column, where)
        for names in (made.everywhere, *made.by_file.values()):
            unknown = sorted(one for one in names if one not in KNOWN_NAMES and not is_field(one))
            if unknown:
                may = f"it may name {', '.join(KNOWN_NAMES)}, or {FIELD}NAME for a structured field of items"
                raise InputError(f"the column map names {', '.join(unknown)}; {may}", path=where)
        return made

    def __bool__(self) -> bool:
        return bool(self.everywhere or self.by_file)

    def of_file(self, file: str) -> dict[str, str]:
        """What holds for one file: its own entries before those for all."""
        own = [names for key, names in self.by_file.items() if _is_named(file, key)]
        return self.everywhere | {name: column for names in own for name, column in names.items()}

    def check(self, files: Mapping[str, Sequence[str]]) -> None:
        """Raise an error unless every column of the map is in the file it is said of, or in any (name -> columns)."""
        for key, names in self.by_file.items():
            mine = [name for name in files if _is_named(name, key)]
            if not mine:
                near = _near(key, [PurePath(name).name for name in files])
                have = ", ".join(PurePath(name).name for name in files)
                raise InputError(f"the column map is for {key!r}, and there is no such file{near}; there are {have}")
            for name, column in names.items():
                if column not in files[mine[0]]:
                    raise _no_column(name, column, {mine[0]: files[mine[0]]})
        for name, column in self.everywhere.items():
            if not any(column in columns for columns in files.values()):
                raise _no_column(name, column, files)


def is_field(name: str) -> bool:
    """Whether a name of the map is that of a structured field."""
    return name.startswith(FIELD) and len(name) > len(FIELD)


def _text(name: str, column: object, where: Path | None) -> str:
    if not isinstance(column, str):
        raise InputError(f"the column for {name!r} must be a text", path=where)
    return column


def _is_named(file: str, key: str) -> bool:
    """Whether a key of the map means this file: by its name, or by its path as given."""
    return key in (file, PurePath(file).name) or PurePath(file) == PurePath(key)


def _near(name: str, known: Iterable[str]) -> str:
    by_form = {plain_name(one): one for one in known}
    found = difflib.get_close_matches(plain_name(name), list(by_form), 3, 0.6)
    return f" (did you mean {' or '.join(by_form[one] for one in found)}?)" if found else ""


def _no_column(name: str, column: str, files: Mapping[str, Sequence[str]]) -> InputError:
    known = list(dict.fromkeys(one for columns in files.values() for one in columns))
    have = "files have" if len(files) > 1 else "file has"
    return InputError(
        f"there is no column {column!r} for {name}{_near(column, known)}; the {have} {', '.join(known)}",
        path=next(iter(files)) if len(files) == 1 else None,
    )


_ALL_NAMES = frozenset(plain_name(name) for names in KNOWN_NAMES.values() for name in names)


def is_known_name(cell: str) -> bool:
    """Whether a cell is a known name of some column."""
    return any(form in _ALL_NAMES for form in _forms(cell))


def resolve(
    columns: Sequence[str],
    wanted: Sequence[str],
    given: Mapping[str, str],
    *,
    file: str | Path,
    table: str | None = None,
) -> dict[str, str]:
    """Our name -> column of the file, for each wanted name that can be found. One map serves several files: an entry
    that does not fit this file is ignored here, and `ColumnMap.check` checks that it fits any file. `table` is the kind
    of table that the file may be: some names mean something in one kind only."""
    mine = {name: column for name, column in given.items() if name in wanted and column in columns}
    for column, times in Counter(mine.values()).items():
        if times > 1:
            names = " and ".join(name for name in mine if mine[name] == column)
            raise InputError(f"column {column!r} cannot be {names} at once", path=file)
    # a column that the map takes for something else is not free, wanted here or not
    taken = {column for column in given.values() if column in columns}
    found: dict[str, str] = {}
    for name in wanted:
        if name in mine:
            found[name] = mine[name]
            continue
        for column in fitting(columns, name, table):
            if column not in taken and column not in found.values():
                found[name] = column
                break
    return found


def fitting(columns: Sequence[str], name: str, table: str | None = None) -> list[str]:
    """The columns whose names are known for a meaning, the one to take first in front."""
    places, never = ranked(name, table), refused(name)
    known = []
    for column in dict.fromkeys(columns):
        forms = _forms(column)
        # What stands in brackets counts where it is known: a `Preis (netto)` is not a `Preis` among others.
        place = next((places[form] for form in forms if form in places), None)
        if place is not None and forms[0] not in never:
            known.append((place, column))
    return [column for _, column in sorted(known, key=lambda one: one[0])]


def _forms(column: str) -> tuple[str, ...]:
    """A name with and without what stands behind it in brackets: `Preis (EUR)`, `Bewertung [1-5]`."""
    short = re.sub(r"\s*[(\[][^)\]]*[)\]]\s*$", "", column)
    return (plain_name(column),) if short in ("", column) else (plain_name(column), plain_name(short))


def others(columns: Sequence[str], found: Mapping[str, str], table: str | None = None) -> list[str]:
    """Sentences about columns that would have fitted a meaning as well, and were not taken for anything."""
    said = []
    for name, column in found.items():
        if name not in KNOWN_NAMES:
            continue
        left = [one for one in fitting(columns, name, table) if one not in found.values()]
        if left:
            said.append(f"{name} is column {column}, not {' or '.join(left)} (--map {name}=COLUMN changes that)")
    return said


def parse_map(entries: Sequence[str], toml: Path | None = None) -> dict[str, str | dict[str, str]]:
    """A column map from `--map user=uid` and `--map FILE:user=uid` flags, and a TOML file with a `[columns]` table, in
    which a table may stand for one file; flags take precedence."""
    given: dict[str, str | dict[str, str]] = {}
    if toml is not None:
        table = read_toml(toml, "column map")
        given = dict(table.get("columns", table))
        ColumnMap.of(given, toml)  # what is wrong in the file is said with its name
    for entry in entries:
        left, separator, column = entry.partition("=")
        file, colon, name = left.rpartition(":")
        if not separator or not name or not column or (colon and not file):
            raise InputError(
                "--map wants NAME=COLUMN or FILE:NAME=COLUMN, for example --map user=customer_id or "
                f"--map reviews.csv:user=customer_id, not {entry!r}"
            )
        if file:
            own = given.get(file)
            given[file] = {**(own if isinstance(own, dict) else {}), name: column}
        else:
            given[name] = column
    ColumnMap.of(given)
    return given
