"""A recognised file: which of the kinds of input it is, and its column mapping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from instead.files.shape import Shape

Kind = Literal["reviews", "items", "mentions", "links", "views", "names", "rows", "triples"]
KINDS: tuple[Kind, ...] = ("reviews", "items", "mentions", "links", "views", "names", "rows", "triples")


@dataclass(frozen=True)
class Understood:
    """A file with its kind and column mapping."""

    shape: Shape
    kind: Kind
    format: str
    """Name of the format in docs/data.md."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Our name -> the file's column or key."""
    relations: tuple[str, ...] = ()
    """Relations between items that the file carries."""
    notes: tuple[str, ...] = ()
    """Notes for the user about this file."""
    other_ids: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Other ids that the file may have for items -> the items' own: SKUs of variants, say."""

    @property
    def name(self) -> str:
        return self.shape.file.name
