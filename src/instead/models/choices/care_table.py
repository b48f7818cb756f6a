"""What the users of a shop care about, for requests: what they wrote (C5), moved by what a request says they chose.

One file of a model folder, `care.safetensors`, memory-mapped when read:

said.start column count     reviews of each user that mention each attribute
visits.start column count   reviews of each user about each kind of product
possible expected           (kinds, attributes) where an attribute can be mentioned, (attributes,) r of (C6)

Somebody's worth of an item x, before any choice that a request tells:

    worth(u, x) = sum over attributes a of w(u, a) lean(x, a) - price(u) log(price of x) + fame(u) log(1 + reviews of x)
    w(u, a) ~ N(g s(u, a), (g/2 (0.1 + s(u, a)))^2)        price(u), fame(u) ~ N(0, 1/4)                          (C7)

lean is the smoothed share of praise less the shop's share (`Evidence.lean`). What somebody hardly mentions where they
could is known to weigh little, so choices are explained first by what they write about. Each choice moves the weights
(C2); w / g then takes the place of s. g = 6 was chosen on the demo shop with seed 0, where 3 to 8 do about as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.choices.personal import Belief
from instead.models.choices.written import Written
from instead.models.evidence import Evidence
from instead.prices import Prices
from instead.store.tensors import map_tensors, write_tensors

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

FILE = "care.safetensors"
PRIOR = 4.0  # pseudo-reviews of lean
_GAIN, _SPREAD, _LEAST, _CONTROL = 6.0, 3.0, 0.1, 0.5  # of (C7)
_LATEST = 50  # choices of one request that count


@dataclass(frozen=True, eq=False)
class CareTable:
    """Care of users, and what choices make of it."""

    written: Written
    gain: float = _GAIN
    spread: float = _SPREAD

    @classmethod
    def open(cls, folder: Path) -> CareTable | None:
        """The table of a model folder; None where the dataset had no mentions, or an earlier version trained."""
        path = folder / FILE
        return cls(Written.of_arrays(map_tensors(path))) if path.is_file() else None

    def write(self, folder: Path) -> None:
        write_tensors(folder / FILE, self.written.arrays())

    def after(
        self, share: Doubles, choices: Sequence[Ints], evidence: Evidence, prices: Prices
    ) -> tuple[Doubles, Ints]:
        """(A,) s after some choices, and (A,) how many of them speak for each attribute: what was taken is better in it
        than what was left was on average. A choice is item numbers, the one taken first."""
        latest = list(choices)[-_LATEST:]
        items, place = np.unique(np.concatenate(latest), return_inverse=True)
        lean = lean_of(evidence, items)
        speaking = np.zeros(share.size, np.int64)
        active = np.flatnonzero(lean.any(axis=0))
        features = np.column_stack([lean[:, active], controls(evidence, prices, items)])
        belief = self.prior(share[active])
        begin = 0
        for choice in latest:
            rows = features[place[begin : begin + len(choice)]].copy()
            rows[~prices.alike(int(choice[0]), choice), active.size] = rows[0, active.size]  # no word on the price
            begin += len(choice)
            belief = belief.after(rows, 0)
            better = rows[0, : active.size] > rows[1:, : active.size].mean(axis=0)
            speaking[active[better]] += 1
        moved = share.copy()
        moved[active] = np.clip(belief.mean[: active.size] / self.gain, 0.0, 1.0)
        return moved, speaking

    def prior(self, share: Doubles) -> Belief:
        """(C7) of attributes with these s (p,), then of price and popularity."""
        mean = np.append(self.gain * share, [0.0, 0.0])
        spread = np.append(self.spread * (_LEAST + share), [_CONTROL, _CONTROL])
        return Belief(mean, np.diag(spread**2))


def lean_of(evidence: Evidence, items: Ints) -> Doubles:
    """(n, A) `Evidence.lean` of every attribute."""
    usual = evidence.praise
    found = np.zeros((len(items), evidence.attributes))
    for row, item in zip(found, items.tolist(), strict=True):
        span = evidence.cells(item)
        what, good, bad = evidence.attribute[span], evidence.praised[span], evidence.blamed[span]
        row[what] = leaning(good, bad, usual[what])
    return found


def leaning(good: NDArray[Any], bad: NDArray[Any], usual: Doubles) -> Doubles:
    """Smoothed share of praise less the usual share; 0 where nothing is said."""
    said = good + bad
    return np.where(said > 0, (good + PRIOR * usual) / (said + PRIOR) - usual, 0.0)


def controls(evidence: Evidence, prices: Prices, items: Ints) -> Doubles:
    """(n, 2) minus the log price, against the mean of those that are known, and the log number of reviews."""
    price = np.log(np.maximum(prices.amount[items], 1e-2))
    known = np.isfinite(price)
    middle = price[known].mean() if known.any() else 0.0
    return np.column_stack([np.where(known, middle - price, 0.0), np.log1p(evidence.reviews[items])])
