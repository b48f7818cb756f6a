"""A table of bounded size: what was not asked for longest goes first."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Bounded(Generic[_Key, _Value]):
    """At most `most` values by key (least recently used). Not safe for several threads by itself."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[_Key, _Value] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def get(self, key: _Key) -> _Value | None:
        """The value of a key, which is now the last to go."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: _Key, value: _Value) -> None:
        """Keep a value, and let go of the oldest where there are too many."""
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
