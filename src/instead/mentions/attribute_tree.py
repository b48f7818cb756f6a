"""Attributes of a shop as a tree: which names they go by, and what is a part or a kind of what.

Read from the attributes table of a mentions layer; a table without families (ready-made mentions) gives a tree in which
every attribute stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class AttributeTree:
    """Numbers of attributes by name or variant, and the members of each."""

    def __init__(
        self, names: Sequence[str], parents: Sequence[str | None] = (), variants: Sequence[Sequence[str] | None] = ()
    ) -> None:
        self.names = names
        self._parents, self._variants = parents, variants

    @classmethod
    def of(cls, attributes: pl.DataFrame) -> AttributeTree:
        """The tree of an attributes table, with or without the columns `parent` and `variants`."""
        parents = attributes["parent"].to_list() if "parent" in attributes.columns else ()
        variants = attributes["variants"].to_list() if "variants" in attributes.columns else ()
        return cls(attributes["attribute"].to_list(), parents, variants)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def _other_names(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, variants in enumerate(self._variants):
            for name in variants or ():
                found.setdefault(name, number)
        return found

    def number(self, name: str) -> int | None:
        """The attribute of that name, else the one that it is a variant of: "cost" is price."""
        known = self.numbers.get(name)
        return self._other_names.get(name) if known is None else known

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, parent in enumerate(self._parents):
            if parent is not None and (above := self.numbers.get(parent)) is not None and above != number:
                found.setdefault(above, []).append(number)
        return found

    @cached_property
    def heads(self) -> Ints:
        """(A,) the head of the family of each attribute: itself where it stands alone."""
        found = np.arange(len(self.names))
        for number in range(len(self.names)):
            seen = [number]
            while (above := self._above(seen[-1])) is not None and above not in seen:
                seen.append(above)
            found[number] = seen[-1]
        return found

    def _above(self, number: int) -> int | None:
        parent = self._parents[number] if number < len(self._parents) else None
        return None if parent is None else self.numbers.get(parent)

    def members(self, number: int) -> list[int]:
        """The attribute and everything under it: a care for straps is one for shoulder straps."""
        found = [number]
        for one in found:  # grows while it is read
            found += [child for child in self._children.get(one, ()) if child not in found]
        return found
