"""Evidence for explanations: counts of praise and blame per (item, attribute) and sentences to quote, for fast look-up.

One file of a model folder, `evidence.safetensors`, memory-mapped when read:

item.start attribute praised blamed quality   a row per item: its attributes in ascending order, how many reviews
     mentions total                           praise and blame each, y of Eq. 2, all mentions of it, sum of sentiments
     for against                              the same counts with each review weighed by how surely it was read
item.reviews                                  training reviews of each item
family.start head praised blamed for against  the same of whole families of attributes, by the head of each: a review
                                              counts once for a family, whatever it says of its members
user.start attribute mentions                 a row per user: how often each attribute was mentioned
quote.start sentence sentiment                a few sentences of each (item, attribute) cell, the surest first
sentence.start text                           the sentences, each once, in UTF-8
review.weight                                 what reviews weigh on average, the unit of `for` and `against`

A review counts once for an attribute: as praise if it praises more often than it blames, as blame if it blames more
often, and not at all where both are equal. It weighs |sum of sentiment (2 c - 1)|, at most 1, of the calibrated
confidence c of its mentions, in units of what reviews weigh on average: a sentence that was surely understood tells
more of an item than a doubtful one, and all of them together as much as their number. Only training reviews are
included, because held-out reviews judge the explanations in the evaluation; a final model, which is not evaluated,
includes all reviews.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries
from instead.models.row_changes import spans
from instead.store.tensors import map_tensors

Array = NDArray[Any]
Ints = NDArray[np.int64]

FILE = "evidence.safetensors"
USUAL = "review.weight"
"""Name of the unit of weights among the arrays."""


class Evidence:
    """Look-up of counts and quotes by item number and attribute number."""

    def __init__(self, arrays: Mapping[str, Array], attributes: int, added: list[str] | None = None) -> None:
        """`added` are sentences that came after the training, numbered behind those of the arrays."""
        self.arrays = arrays
        self.attributes = attributes
        self.added: list[str] = [] if added is None else added
        self.start: Ints = arrays["item.start"]
        self.attribute: NDArray[np.int32] = arrays["item.attribute"]
        self.praised: NDArray[np.int32] = arrays["item.praised"]
        self.blamed: NDArray[np.int32] = arrays["item.blamed"]
        self.quality: NDArray[np.float32] = arrays["item.quality"]
        self.reviews: NDArray[np.int32] = arrays["item.reviews"]

    @classmethod
    def open(cls, folder: Path, attributes: int) -> Evidence | None:
        """The evidence of a model folder; None where the dataset had no mentions."""
        path = folder / FILE
        return cls(map_tensors(path), attributes) if path.is_file() else None

    @classmethod
    def none(cls, items: int, users: int, attributes: int) -> Evidence:
        """Empty evidence, for a shop without mentions."""
        nothing = np.empty(0, np.int32)
        arrays: dict[str, Array] = {
            "item.start": np.zeros(items + 1, np.int64),
            "item.attribute": nothing,
            "item.praised": nothing,
            "item.blamed": nothing,
            "item.quality": np.empty(0, np.float32),
            "item.mentions": nothing,
            "item.reviews": np.zeros(items, np.int32),
            "user.start": np.zeros(users + 1, np.int64),
            "user.attribute": nothing,
            "user.mentions": nothing,
            **no_quotes(0),
        }
        return cls(arrays, attributes)

    @cached_property
    def praise(self) -> NDArray[np.float64]:
        """(A,) share of praise of each attribute over all reviews, smoothed towards 1/2 where there are few."""
        good = np.bincount(self.attribute, weights=self.praised, minlength=self.attributes)
        bad = np.bincount(self.attribute, weights=self.blamed, minlength=self.attributes)
        whole = (good.sum() + 1.0) / (good.sum() + bad.sum() + 2.0)
        share: NDArray[np.float64] = (good + 4.0 * whole) / (good + bad + 4.0)
        return share

    @cached_property
    def usual_quality(self) -> NDArray[np.float32]:
        """(A,) mean y over the items with mentions of the attribute."""
        total = np.bincount(self.attribute, weights=self.quality, minlength=self.attributes)
        count = np.bincount(self.attribute, minlength=self.attributes)
        whole = total.sum() / max(count.sum(), 1)
        usual: NDArray[np.float32] = np.where(count > 0, total / np.maximum(count, 1), whole).astype(np.float32)
        return usual

    @property
    def mentions(self) -> NDArray[np.int32]:
        """Mentions of each cell; in a folder of an earlier version the reviews that praise or blame."""
        found: NDArray[np.int32] | None = self.arrays.get("item.mentions")
        return self.praised + self.blamed if found is None else found

    @property
    def weights(self) -> tuple[Array, Array]:
        """Reviews that praise, and that blame, each weighed by how surely it was read; in a folder of an earlier
        version each counts as one."""
        return self.arrays.get("item.for", self.praised), self.arrays.get("item.against", self.blamed)

    @property
    def has_quotes(self) -> bool:
        return bool(self.arrays["quote.sentence"].size)

    @cached_property
    def has_counts(self) -> bool:
        return bool(self.reviews.any())

    def cells(self, item: int) -> slice:
        """The slice of cells of an item."""
        return slice(int(self.start[item]), int(self.start[item + 1]))

    def place(self, item: int, attribute: int) -> int:
        """Index of the (item, attribute) cell, -1 if it has no mention."""
        span = self.cells(item)
        found = span.start + int(np.searchsorted(self.attribute[span], attribute))
        return found if found < span.stop and self.attribute[found] == attribute else -1

    def only(self, items: Ints) -> Evidence:
        """The counts of some items alone, in their order; without quotes and users."""
        arrays = {name: self.arrays[name] for name in (USUAL,) if name in self.arrays}
        for kind in ("item", "family"):
            if f"{kind}.start" not in self.arrays:
                continue
            start = self.arrays[f"{kind}.start"]
            places = spans(start, items)
            arrays[f"{kind}.start"] = np.concatenate([[0], np.cumsum(start[items + 1] - start[items])])
            for name, column in self.arrays.items():
                if name.startswith(f"{kind}.") and name not in ("item.start", "family.start", "item.reviews"):
                    arrays[name] = column[places]
        return Evidence(arrays | {"item.reviews": self.reviews[items]}, self.attributes)

    def family_cells(self, heads: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Item, head of the family, praise and blame of every (item, family), by item; `heads` (A,) of the attributes.

        In a folder of an earlier version they are sums over members: a review that speaks of two counts twice.
        """
        start, head, good, bad = self.family_rows(heads)
        row = np.repeat(np.arange(start.size - 1), np.diff(start))
        return row, head.astype(np.int64), good.astype(np.int64), bad.astype(np.int64)

    def family_rows(self, heads: Ints) -> tuple[Ints, Array, Array, Array]:
        """The same with where the families of each item begin."""
        if "family.start" in self.arrays:
            start, *found = (self.arrays[f"family.{name}"] for name in ("start", "head", "praised", "blamed"))
            return start, found[0], found[1], found[2]
        row = np.repeat(np.arange(self.start.size - 1), np.diff(self.start))
        key, place = np.unique(row * max(self.attributes, 1) + heads[self.attribute], return_inverse=True)
        good, bad = (
            np.bincount(place, weights=counts, minlength=key.size).astype(np.int64)
            for counts in (self.praised, self.blamed)
        )
        item, head = key // max(self.attributes, 1), key % max(self.attributes, 1)
        start = np.concatenate([[0], np.cumsum(np.bincount(item, minlength=self.start.size - 1))])
        return start, head, good, bad

    def family_weights(self, heads: Ints) -> tuple[Array, Array]:
        """The same as `weights` of every (item, family), in the order of `family_cells`."""
        if "family.for" in self.arrays:
            return self.arrays["family.for"], self.arrays["family.against"]
        _, _, good, bad = self.family_cells(heads)
        return good, bad

    @cached_property
    def _said(self) -> NDArray[np.float64]:
        """(A,) mentions of each attribute, the weights of `praise` where several are taken together."""
        said = np.bincount(self.attribute, weights=self.praised + self.blamed, minlength=self.attributes)
        return np.asarray(said, np.float64) + 1e-9

    def lean(self, items: Ints, attributes: Ints | Sequence[Ints], prior: float) -> NDArray[np.float32]:
        """(n, a) smoothed share of praise of items minus the shop's mean share (shrinkage towards the mean): `prior`
        pseudo-reviews have the mean share, so the result is 0 where an item has no mention.

        Several attributes in one place are a family: what is said of any of them counts.
        """
        families = [np.atleast_1d(one) for one in attributes]
        wanted = np.concatenate([*families, np.empty(0, np.int64)]).astype(np.int64)
        begin = np.cumsum([0, *map(len, families)])[:-1]
        rows = np.repeat(items, len(wanted))
        place = find_entries(self.start, self.attribute, rows, np.tile(wanted, len(items)))
        good, bad = (
            np.add.reduceat(np.where(place >= 0, counts[place], 0).reshape(len(items), -1), begin, axis=1)
            for counts in (np.append(self.praised, 0), np.append(self.blamed, 0))
        )
        weight = self._said[wanted]
        usual = np.add.reduceat(self.praise[wanted] * weight, begin) / np.add.reduceat(weight, begin)
        said = good + bad
        found = (good + prior * usual) / np.maximum(said + prior, 1e-12) - usual
        return np.where(said > 0, found, 0.0).astype(np.float32)

    def mentions_of(self, user: int) -> tuple[Array, Array]:
        """Attributes that the user mentioned, and their counts."""
        span = slice(int(self.arrays["user.start"][user]), int(self.arrays["user.start"][user + 1]))
        return self.arrays["user.attribute"][span], self.arrays["user.mentions"][span]

    def quotes(self, place: int, sentiment: int) -> Iterator[str]:
        """Sentences of a cell that praise (1) or blame (-1), the clearest first."""
        if place < 0:
            return
        start = self.arrays["quote.start"]
        first, last = int(start[place]), int(start[place + 1])
        ends, text = self.arrays["sentence.start"], self.arrays["sentence.text"]
        for at in range(first, last):
            if self.arrays["quote.sentiment"][at] == sentiment:
                sentence = int(self.arrays["quote.sentence"][at])
                if sentence >= ends.size - 1:
                    yield self.added[sentence - ends.size + 1]
                else:
                    yield bytes(text[int(ends[sentence]) : int(ends[sentence + 1])]).decode("utf-8")

    def add_sentence(self, text: str) -> int:
        """The number of one more sentence. They are shared with all evidence that is made of this one: the list only
        grows, and whoever does not quote a number never looks at it."""
        self.added.append(text)
        return int(self.arrays["sentence.start"].size) - 2 + len(self.added)


def no_quotes(cells: int) -> dict[str, Array]:
    return {
        "quote.start": np.zeros(cells + 1, np.int64),
        "quote.sentence": np.empty(0, np.int64),
        "quote.sentiment": np.empty(0, np.int8),
        "sentence.start": np.zeros(1, np.int64),
        "sentence.text": np.empty(0, np.uint8),
    }
