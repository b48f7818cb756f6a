"""A user's last word on the vocabulary: a TOML file with keep, drop, merge and rename.

keep = ["sustain"]                    # an attribute whatever the statistics say
drop = ["thing", "gig"]
[merge]                               # the first becomes the name of all
price = ["cost", "pricing"]
[rename]
tune = "tuning"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from instead.errors import InputError
from instead.mentions.vocabulary import Vocabulary, rename
from instead.settings.base import read_toml

_KINDS = {"keep": list, "drop": list, "merge": dict, "rename": dict}


@dataclass(frozen=True, slots=True)
class Overrides:
    keep: frozenset[str] = frozenset()
    drop: frozenset[str] = frozenset()
    names: dict[str, str] = field(default_factory=dict)

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
        )

    def apply(self, vocabulary: Vocabulary) -> Vocabulary:
        """Rename and merge, then drop."""
        if self.names:
            vocabulary = rename(vocabulary, self.names)
        gone = [number for number, one in enumerate(vocabulary.attributes) if one.name in self.drop]
        return vocabulary.without(gone, "dropped by the user") if gone else vocabulary
