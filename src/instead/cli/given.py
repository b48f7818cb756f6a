"""Parses command-line input: files of ids, texts and new items, and NAME=VALUE options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from instead.shop import Shop

Made = TypeVar("Made")


def lines(path: Path) -> list[str]:
    """The non-blank lines of a text file."""
    return [text for _, text in numbered_lines(path)]


def numbered_lines(path: Path) -> list[tuple[int, str]]:
    """The non-blank lines with their line numbers."""
    from instead.errors import InputError

    try:
        whole = path.read_text(encoding="utf-8-sig").split("\n")  # a form feed inside a text begins no line
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read ({error})", path=path) from None
    return [(number, text.strip()) for number, text in enumerate(whole, start=1) if text.strip()]


def with_new_items(path: Path | None, use: Callable[[list[dict[str, Any]]], Made]) -> Made:
    """`use(items)` for the JSON lines of a file; an error of an item names its line."""
    import json

    from instead.errors import InputError, WrongItem

    found, at = [], []
    for line, text in [] if path is None else numbered_lines(path):
        try:
            one = json.loads(text)
        except ValueError:
            one = None
        if not isinstance(one, dict):
            raise InputError("not a JSON object", path=path, line=line)
        found.append(one)
        at.append(line)
    try:
        return use(found)
    except WrongItem as error:
        raise InputError(str(error), path=path, line=at[error.place]) from None


def opened(model: Path, new_items: Path | None, wording: str | None) -> Shop:
    """The shop of a model folder, with new items from a file, in a language or in the words of a file."""
    from instead.cli.addresses import here
    from instead.languages import wording_of
    from instead.shop import load

    shop = load(here(model), wording=wording_of(wording))
    shop.verify()  # damaged numbers would give an answer, too
    return shop if new_items is None else with_new_items(new_items, shop.with_items)


def ids(given: list[str]) -> list[str]:
    """Ids as typed; `@FILE` is replaced by the lines of the file."""
    return [one for word in given for one in (lines(Path(word[1:])) if word.startswith("@") else [word])]


def choices(given: list[str]) -> list[list[str]]:
    """`TAKEN;LEFT;LEFT` and the like; `@FILE` is replaced by the lines of the file."""
    from instead.errors import InputError

    found = [[one.strip() for one in text.split(";") if one.strip()] for text in ids(given)]
    for text, choice in zip(ids(given), found, strict=True):
        if len(choice) < 2:
            raise InputError(f"--chosen {text!r}: write TAKEN;LEFT, the item taken and at least one that was left")
    return found


def cares(pairs: list[str]) -> dict[str, float]:
    """`battery=5` and the like."""
    from instead.errors import InputError

    found = {}
    for pair in pairs:
        name, _, value = pair.rpartition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            name = ""
        if not name.strip():
            raise InputError(f"--care {pair!r}: write ATTRIBUTE=NUMBER, e.g. --care battery=5")
    return found
