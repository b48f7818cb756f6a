"""Reads rules: a TOML file of `[[rule]]` tables, documents, or rules as they are. Errors name file, line and rule."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from instead.errors import InputError, WrongRule
from instead.request import sentence_of
from instead.settings.base import read_toml
from instead.settings.rules import Rule

Rules = tuple[Rule, ...]
RuleSource = Path | str | Iterable[Rule | Mapping[str, Any]] | None
"""A TOML file, or rules."""
_HEAD = re.compile(r"\s*\[\[\s*(?:rule|\"rule\"|'rule')\s*\]\]\s*(#.*)?")


def rules_of(source: RuleSource) -> Rules:
    """Rules of a file, or of objects and mappings; ids that stand twice are an error."""
    if source is None:
        return ()
    if isinstance(source, (str, Path)):
        return read_rules(Path(source))
    found = [one if isinstance(one, Rule) else rule_of(one) for one in source]
    return _unlike([(with_margins(one, Path()), None) for one in found], None)


def read_rules(path: Path) -> Rules:
    """The rules of a TOML file."""
    tables = read_toml(path, "rules")
    strange = [name for name in tables if name != "rule"]
    rows = tables.get("rule", [])
    if strange:
        raise InputError(f"there is no {strange[0]} in a file of rules; each rule is a table [[rule]]", path=path)
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        raise InputError("each rule is a table [[rule]]", path=path)
    text = path.read_text(encoding="utf-8").splitlines()
    heads = [number for number, line in enumerate(text, start=1) if _HEAD.fullmatch(line)]
    lines: list[int | None] = [*heads] if len(heads) == len(rows) else [None] * len(rows)
    ends = [*heads[1:], len(text) + 1]
    found: list[tuple[Rule, int | None]] = []
    for place, row in enumerate(rows):
        line, own = lines[place], list[str]()
        if line is not None:
            own = text[line - 1 : ends[place] - 1]
        try:
            rule = rule_of(row)
            found.append((with_margins(rule, path.parent), line))
        except WrongRule as error:
            raise InputError(str(error), path=path, line=_line_of(error.field, own, line)) from None
        except InputError as error:
            raise InputError(f"rule {row['id']!r}: {error}", path=path, line=line) from None
    return _unlike(found, path)


def rule_of(values: Mapping[str, Any], name: str | None = None) -> Rule:
    """A rule from plain values; `name` is its id where the values have none."""
    given = dict(values) if name is None else {"id": name, **values}
    try:
        return Rule.model_validate(given)
    except ValidationError as error:
        wrong = error.errors()[0]
        field = str(wrong["loc"][0]) if wrong["loc"] else ""
        said = sentence_of(wrong)
        if wrong["type"] == "extra_forbidden":
            near = difflib.get_close_matches(field, [*Rule.model_fields, "from"], 2)
            said += f": did you mean {' or '.join(near)}?" if near else ""
        raise WrongRule(f"rule {str(given.get('id', '(without an id)'))!r}: {said}", field) from None


def with_margins(rule: Rule, folder: Path) -> Rule:
    """The rule with the margins of its file, if it names one."""
    if rule.margins_file is None or rule.margins:
        return rule
    import polars as pl  # noqa: PLC0415 - few rules have a table

    path, column = folder / rule.margins_file, rule.margins_column
    try:
        table = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema=False)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise InputError(f"cannot read the table of margins {path} ({str(error).splitlines()[0]})") from None
    missing = [name for name in ("item", column) if name not in table.columns]
    if missing:
        raise InputError(f"{path} has no column {missing[0]!r}; it has {', '.join(table.columns)}")
    number = table[column].cast(pl.Float64, strict=False)
    wrong = table.filter(number.is_null() & table[column].is_not_null())
    if wrong.height:
        raise InputError(f"{path}: the {column} of {wrong['item'][0]!r} is {wrong[column][0]!r}, which is no number")
    items = table["item"].cast(pl.String).to_list()
    known = {item: value for item, value in zip(items, number.to_list(), strict=True) if item and value is not None}
    return rule.model_copy(update={"margins": known})


def _unlike(rules: Sequence[tuple[Rule, int | None]], path: Path | None) -> Rules:
    """The rules, each with an id of its own."""
    seen: dict[str, int | None] = {}
    for rule, line in rules:
        if rule.id in seen:
            before = "" if seen[rule.id] is None else f" (line {seen[rule.id]})"
            raise InputError(
                f"rule {rule.id!r} is there twice{before}; give one of them another id", path=path, line=line
            )
        seen[rule.id] = line
    return tuple(rule for rule, _ in rules)


def _line_of(field: str, own: Sequence[str], head: int | None) -> int | None:
    """The line of a field in the table of its rule; that of the table where it is not found."""
    if head is None or not field:
        return head
    written = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*=")
    return next((head + at for at, line in enumerate(own) if written.match(line)), head)
