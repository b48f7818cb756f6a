"""A user's last word on the vocabulary: a TOML file with keep, drop, split, merge, rename and move.

keep = ["sustain"]                    # an attribute whatever the statistics say
drop = ["thing", "gig"]
split = ["brew time"]                 # an attribute of its own again, not a variant of another
[merge]                               # the first becomes the name of all
price = ["cost", "pricing"]
[rename]
tune = "tuning"
[move]                                # what it is a part or a kind of; "" for nothing
bass = "sound"
"chest strap" = ""

They are applied in the order split, merge and rename, drop, move.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from instead.errors import InputError
from instead.mentions.vocabulary import Attribute, Vocabulary, key_of, rename
from instead.settings.base import read_toml

_KINDS = {"keep": list, "drop": list, "split": list, "merge": dict, "rename": dict, "move": dict}


@dataclass(frozen=True, slots=True)
class Overrides:
    keep: frozenset[str] = frozenset()
    drop: frozenset[str] = frozenset()
    names: dict[str, str] = field(default_factory=dict)
    split: tuple[str, ...] = ()
    moves: dict[str, str] = field(default_factory=dict)
    path: Path | None = None
    """Where they were read from, for errors."""

    @classmethod
    def read(cls, path: Path) -> Overrides:
        """Read and check the file."""
        values = read_toml(path, "overrides")
        for name, value in values.items():
            if name not in _KINDS:
                raise InputError(f"unknown entry {name!r}; the file may hold {', '.join(_KINDS)}", path=path)
            if not isinstance(value, _KINDS[name]):
                raise InputError(f"{name} must be a {'list' if _KINDS[name] is list else 'table'}", path=path)
        names = {str(old).lower(): str(new).lower() for old, new in values.get("rename", {}).items()}
        for name, others in values.get("merge", {}).items():
            for other in [others] if isinstance(others, str) else others:
                names[str(other).lower()] = str(name).lower()
        return cls(
            frozenset(str(word).lower() for word in values.get("keep", [])),
            frozenset(str(word).lower() for word in values.get("drop", [])),
            names,
            tuple(str(word).lower() for word in values.get("split", [])),
            {str(name).lower(): str(above).lower() for name, above in values.get("move", {}).items()},
            path,
        )

    def apply(self, vocabulary: Vocabulary) -> Vocabulary:
        """Split, then rename and merge, then drop, then move."""
        for name in self.split:
            vocabulary = self._split(vocabulary, name)
        if self.names:
            vocabulary = rename(vocabulary, self.names)
        gone = [number for number, one in enumerate(vocabulary.attributes) if one.name in self.drop]
        if gone:
            vocabulary = vocabulary.without(gone, "dropped by the user")
        return self._moved(vocabulary) if self.moves else vocabulary

    def _split(self, vocabulary: Vocabulary, name: str) -> Vocabulary:
        """The variant as an attribute beside the one it was joined to, under the same attribute as that one."""
        if name in vocabulary.names:
            return vocabulary
        key = key_of(name)
        owner = next((one for one in vocabulary.attributes if name in one.variants or key in one.keys), None)
        if owner is None:
            known = [variant for one in vocabulary.attributes for variant in one.variants]
            raise self._unknown("split", name, "a variant of an attribute", known)
        count = owner.variants.get(name, 0)
        rest = replace(
            owner, count=owner.count - count, variants={form: n for form, n in owner.variants.items() if form != name},
            keys=tuple(one for one in owner.keys if one != key),
        )  # fmt: skip
        kept = [rest if one is owner else one for one in vocabulary.attributes]
        kept.append(Attribute(name, count, {}, (key,), owner.parent))
        return Vocabulary.of(sorted(kept, key=lambda one: (-one.count, one.name)), vocabulary.pruned)

    def _moved(self, vocabulary: Vocabulary) -> Vocabulary:
        names = vocabulary.names
        for name, above in self.moves.items():
            for one in (name, *([above] if above else [])):
                if one not in names:
                    raise self._unknown("move", one, "an attribute", names)
        made = Vocabulary.of(
            [replace(one, parent=self.moves.get(one.name, one.parent)) for one in vocabulary.attributes],
            vocabulary.pruned,
        )
        for name in self.moves:
            if (circle := _circle(made, name)) is not None:
                raise InputError(f"move makes a circle: {' > '.join(circle)}", path=self.path)
        return made

    def _unknown(self, entry: str, name: str, what: str, known: Iterable[str]) -> InputError:
        near = difflib.get_close_matches(name, list(known), 3)
        hint = f"did you mean {', '.join(map(repr, near))}?" if near else "see vocabulary.parquet or extraction.html"
        return InputError(f"{entry} names {name!r}, which is not {what} here; {hint}", path=self.path)


def _circle(vocabulary: Vocabulary, name: str) -> list[str] | None:
    """The way up from an attribute back to itself; None where it ends."""
    parent = {one.name: one.parent for one in vocabulary.attributes}
    way = [name]
    while at := parent.get(way[-1], ""):
        way.append(at)
        if at in way[:-1]:
            return way[::-1]
    return None
