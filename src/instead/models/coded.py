"""Names as numbers, in the order in which they first occur; some rows may get other names later."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True)
class Coded(Generic[_Name]):
    """`codes` (rows,) of each row's name, -1 for none; `known` is the code of each name."""

    known: dict[_Name, int]
    codes: Ints

    @classmethod
    def of(cls, names: Sequence[_Name | None]) -> Coded[_Name]:
        known: dict[_Name, int] = {}
        codes = [-1 if name is None else known.setdefault(name, len(known)) for name in names]
        return cls(known, np.array(codes, np.int64))

    def changed(self, rows: Ints, names: Sequence[_Name | None]) -> Coded[_Name]:
        """The same with other names of some rows; rows from the last on are new, without a gap. Codes stay."""
        known = self.known
        if any(name is not None and name not in known for name in names):
            known = dict(known)
        mine = [-1 if name is None else known.setdefault(name, len(known)) for name in names]
        codes = np.concatenate([self.codes, np.full(int((rows >= self.codes.size).sum()), -1, np.int64)])
        codes[rows] = mine
        return Coded(known, codes)
