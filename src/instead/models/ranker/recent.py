"""A small table of what was computed last, which several threads may share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Recent(Generic[_Key, _Value]):
    """Keeps at most `most` values, the oldest go first. Two threads may compute the same value; none waits."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[_Key, _Value] = {}

    def get(self, key: _Key, make: Callable[[], _Value]) -> _Value:
        """The value of a key, made if it is not there."""
        found = self._kept.get(key)
        if found is None:
            found = make()
            for oldest in list(self._kept)[: 1 - self._most]:  # a copy: other threads change the table meanwhile
                self._kept.pop(oldest, None)
            self._kept[key] = found
        return found

    def __len__(self) -> int:
        return len(self._kept)
