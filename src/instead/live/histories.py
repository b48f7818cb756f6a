"""What users had and wrote since the training, of those who were asked for last; others are looked up in the store.

A user's history is loaded once and kept up by events; every event has a number, so none counts twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from instead.errors import InsteadError
from instead.live.bounded import Bounded
from instead.live.events import TOOK
from instead.live.store import LiveStore
from instead.request import GivenReview

USERS = 50_000
"""Users whose histories are kept in memory."""
ITEMS, REVIEWS = 500, 20
"""The newest items and reviews of a user that count."""

Read = Callable[[Sequence[str]], Sequence[GivenReview]]
"""Texts of reviews -> what they mention."""


@dataclass(slots=True)
class History:
    """Of one user: items in the order in which they were had, and texts of reviews."""

    seq: int = 0
    items: dict[str, None] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    given: tuple[GivenReview, ...] | None = ()
    """The reviews, read; None where one came in since."""

    def add(self, seq: int, item: str, text: str) -> None:
        """Something that the user had, and what they wrote of it."""
        self.seq = max(self.seq, seq)
        self.items.pop(item, None)
        self.items[item] = None
        while len(self.items) > ITEMS:
            del self.items[next(iter(self.items))]
        if text.strip():
            self.texts, self.given = [*self.texts, text][-REVIEWS:], None


class Histories:
    """Histories by user. Safe to use from several threads; none waits while the store is asked or a review is read."""

    def __init__(self, store: LiveStore, after: int, read: Read, most: int = USERS) -> None:
        """Only events after this number count: the model has learned from those before."""
        self._store, self._after, self._read = store, after, read
        self._kept: Bounded[str, History] = Bounded(most)
        self._loading: dict[str, int] = {}
        """Users whose history is being loaded, and how often something of theirs came in meanwhile."""
        self._lock = threading.Lock()

    def of(self, user: str) -> tuple[tuple[str, ...], tuple[GivenReview, ...]]:
        """What a user had and what their reviews mention; nothing where the store cannot be asked just now."""
        with self._lock:
            found = self._kept.get(user)
        if found is None:
            try:
                found = self._loaded(user)
            except InsteadError:
                return (), ()
        with self._lock:
            items, texts, given = tuple(found.items), found.texts, found.given
        if given is None:
            given = tuple(self._read(texts))
            with self._lock:
                if found.texts is texts:
                    found.given = given
        return items, given

    def note(self, seq: int, user: str, item: str, text: str) -> None:
        """Something that a user had; only where their history is in memory, for it is in the store."""
        with self._lock:
            if user in self._loading:
                self._loading[user] += 1
            if (found := self._kept.get(user)) is not None and seq > found.seq:
                found.add(seq, item, text)

    def _loaded(self, user: str) -> History:
        """From the store; once more where something came in while it was asked."""
        while True:
            with self._lock:
                came = self._loading[user] = self._loading.get(user, 0)
            made = History()
            for part in self._store.events(after=self._after, kinds=TOOK, user=user):
                for seq, item, text in part.select("seq", "item", "text").iter_rows():
                    made.add(seq, item, text or "")
            with self._lock:
                if self._loading.get(user, came) == came:
                    self._loading.pop(user, None)
                    self._kept.put(user, made)
                    return made

    def __len__(self) -> int:
        return len(self._kept)
