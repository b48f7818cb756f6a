"""Wordings by name: English is the code itself, every other language one complete TOML file in this folder.

`wording_of("de")` is a packaged one, `wording_of("mine.toml")` one of yours with the texts that differ from English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from instead.errors import InputError
from instead.wording import ENGLISH, Wording

FOLDER = Path(__file__).parent


@cache
def packaged() -> Mapping[str, Wording]:
    """The languages of the package by tag, English first."""
    files = [Wording.from_toml(path) for path in sorted(FOLDER.glob("*.toml"))]
    return {one.language: one for one in (ENGLISH, *files)}


def wording_of(name: str | Path | Wording | None) -> Wording:
    """The wording of a tag ("de"), of a TOML file, or one that is made already; English for None."""
    if name is None or isinstance(name, Wording):
        return name or ENGLISH
    text = str(name)
    if text.lower() in packaged():
        return packaged()[text.lower()]
    path = Path(name)
    if not path.suffix and not path.exists():
        known = ", ".join(packaged())
        raise InputError(f"there is no language {text!r}; there are {known}, or give a TOML file")
    return Wording.from_toml(path)


def offered(own: Wording, others: Iterable[str] | None = None) -> dict[str, Wording]:
    """What a shop offers by tag: its own wording first, which stands for its language, then `others` (default: all)."""
    tags = packaged() if others is None else others
    found = {own.language: own}
    for tag in tags:
        if tag not in packaged():
            raise InputError(f"there is no language {tag!r}; there are {', '.join(packaged())}")
        found.setdefault(tag, packaged()[tag])
    return found


def chosen(wanted: str, tags: Iterable[str]) -> str | None:
    """The tag that fits an Accept-Language header best ("de-AT,de;q=0.9,en;q=0.5"); None if none of them does.

    The highest weight decides, then the order; `de-AT` is met by `de`, and weight 0 means not that one.
    """
    known = {tag.lower(): tag for tag in tags}
    asked: list[tuple[float, int, str]] = []
    for place, part in enumerate(wanted.split(",")):
        name, _, rest = part.strip().partition(";")
        weight = _weight(rest)
        if name.strip() and weight > 0:
            asked.append((-weight, place, name.strip().lower()))
    for _, _, name in sorted(asked):
        steps = name.split("-")
        for length in range(len(steps), 0, -1):
            if (shorter := "-".join(steps[:length])) in known:
                return known[shorter]
    return None


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
