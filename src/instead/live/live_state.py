"""A served shop's state: a model plus everything that happened since it was trained, in bounded memory.

Events and changes are read from the store by number, so that several services on one store see each other's, and each
counts once. What a person did counts with their next request. What it means for others (reviews, popularity, looks)
and changes of the catalogue become part of the shop in snapshots (`Shop.updated`): a change of the catalogue at once,
the rest as soon as the last snapshot is long enough ago that making them takes no more than a fifth of the time.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from instead.errors import InputError, WrongItem
from instead.live.bounded import Bounded
from instead.live.catalogue_documents import PUT, change_of
from instead.live.events import TOOK, Event
from instead.live.forgetting import FORGOTTEN
from instead.live.histories import Histories
from instead.live.sessions import CoViews, Sessions
from instead.live.store import Changes, Cursor, Document, DocumentKind, LiveStore
from instead.live.visit_days import VisitDays
from instead.ranking.descriptions import read_descriptions
from instead.request import GivenMention, GivenReview
from instead.serving.changes import LateReview, Looks, ShopChanges
from instead.shop import Shop

EVERY = 1.0
"""Seconds between snapshots for what others did, at least."""
SHARE = 4.0
"""How many times longer than it took to make a snapshot nothing is made."""
PAIRS = 200_000
"""Pairs of user and item that are remembered, so that a purchase and its review are one visit."""
TOLD = 10_000
"""Changes of the store that are read at a time."""

Clock = Callable[[], float]


class LiveState:
    """The state of one loaded model. Safe to use from several threads."""

    def __init__(self, shop: Shop, store: LiveStore, *, every: float = EVERY, clock: Clock = time.monotonic) -> None:
        """`shop` as it was trained. `follow` brings the state up to date with the store."""
        until = dict(shop.manifest.get("live_until") or {})
        self.base, self.shop, self.store = shop, shop, store
        self._lock = threading.Lock()
        """Held while the state is changed or read: never while the store is asked, or a snapshot is made."""
        self._reading, self._making = threading.Lock(), threading.Lock()
        self._every, self._clock, self._rested = every, clock, 0.0
        self._begin, self._age = int(until.get("events", 0)), 0
        self._clear()

    def _clear(self) -> None:
        self._age += 1  # a snapshot of before is of no use
        self.cursor = Cursor(self._begin, 0)
        self.sessions, self.coviews, self.days = Sessions(), CoViews(), VisitDays()
        self.histories = Histories(self.store, self._begin, self._given)
        self.documents: dict[str, Document] = {}
        self.faults: dict[str, str] = {}
        """Items whose document could not be used, and why."""
        self._had: Bounded[tuple[str, str], bool] = Bounded(PAIRS)
        self._reviews: list[LateReview] = []
        self._spoken: set[str] = set()
        """Items that the model knows without any review, of which their description has told some."""
        self._items: dict[str, None] = {}
        self._visited = self._looked = self._stale = False
        self._early: deque[tuple[float, Event]] = deque(maxlen=TOLD)
        """What happened to items that are not part of the shop yet."""
        self._unplaced: deque[LateReview] = deque(maxlen=TOLD)
        """Reviews of such items."""
        self._since = self.store.newest().documents
        """Documents up to this number take nothing back: what they took is no longer in the store."""

    # --- up to date with the store -----------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Read on in the store, to its end. What people did counts when this returns."""
        with self._reading:
            more = True
            while more:
                found = self.store.since(self.cursor, TOLD)
                with self._lock:
                    more = self._read(found)

    def _read(self, found: Changes) -> bool:
        """Count what came after the cursor; returns whether there is more to be read."""
        if any(number > self._since and _takes_back(kind, told) for number, kind, _, told in found.documents):
            self._clear()  # somebody is gone, or a change is taken back: begin again
            self.shop, self._stale = self.base, True
            return True
        for number, kind, name, content in found.documents:
            if kind == "item" and content is not None and number > self.cursor.documents:
                self.documents[name] = content
                self._items[name] = None
        for number, moment, event in found.events:
            if number > self.cursor.events:
                self._happened(number, moment, event)
        self.cursor = found.cursor
        return found.more

    def viewed(self, session: str | None, user: str | None, now: float) -> tuple[str, ...]:
        """What a visit has looked at so far, the latest last."""
        with self._lock:
            return self.sessions.viewed(session, user, now)

    def _happened(self, number: int, moment: float, event: Event) -> None:
        """Count one event."""
        if event.item is None:
            return
        if event.kind in ("view", "click"):
            before = self.sessions.look(event.session, event.user, event.item, moment)
            if event.item in self.shop.catalogue:
                mine = self.shop.catalogue.number(event.item)
                for other in before:
                    if other in self.shop.catalogue:
                        self.coviews.add(mine, self.shop.catalogue.number(other))
                        self._looked = True
        elif event.kind in TOOK:
            if event.user is not None:
                self.histories.note(number, event.user, event.item, event.text)
            if event.kind == "review":
                self._reviews.append(LateReview(event.item, event.text, rating=event.rating, time=int(moment)))
            self._visit(moment, event)

    def _visit(self, moment: float, event: Event) -> None:
        """Count a visit; later, where its item is still to come."""
        catalogue, item = self.shop.catalogue, str(event.item)
        if item not in catalogue:
            self._early.append((moment, event))
        elif self._is_a_visit(event.user, item):
            self.days.add(catalogue.number(item), moment, len(catalogue))
            self._visited = True

    def _is_a_visit(self, user: str | None, item: str) -> bool:
        """Whether somebody had an item for the first time: a purchase and its review are one visit, as in training."""
        if user is None:
            return True
        if (user, item) in self._had:
            return False
        self._had.put((user, item), True)
        return self.shop.catalogue.number(item) not in self.shop.visited(user)

    def _given(self, texts: Sequence[str]) -> list[GivenReview]:
        """Reviews of a user as requests carry them, read by the model's own reader."""
        if not self.base.reads:
            return []
        names = self.base.attributes["attribute"].to_list()
        return [
            GivenReview(mentions=tuple(_mention(names[one.attribute], one.sentiment) for one in said))
            for said in self.base.read_reviews(texts)
            if said
        ]

    # --- snapshots ---------------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether something happened that is not part of the shop yet."""
        return bool(self._items or self._reviews or self._visited or self._looked or self._stale)

    def follow(self, use: Callable[[Shop], None], *, now: bool = False, wait: bool = True) -> bool:
        """Catch up, and make a snapshot of what waits, where it is time for one or something in the catalogue changed;
        `now` makes it in any case. `use` is called with it before another can be made. While another thread makes one,
        this waits until it is in use, unless `wait` is False."""
        self.catch_up()
        if not self._making.acquire(blocking=wait):
            return False
        try:
            return self._made(use, now)
        finally:
            self._making.release()

    def _made(self, use: Callable[[Shop], None], now: bool) -> bool:
        """Make a snapshot, if there is something to be made and it is time; held by one thread at a time."""
        if not (self._items or self._stale or now) and self._clock() < self._rested:
            return False
        with self._lock:
            if not self.waiting:
                return False
            shop, age, begun = self.shop, self._age, self._clock()
            changes = self._changes(shop)
        made = self._updated(shop, changes)
        with self._lock:
            current = self._age == age
            if current:
                self.shop = made
            if current and len(made.catalogue) > len(shop.catalogue):
                early, self._early = self._early, deque(maxlen=TOLD)
                for moment, event in early:
                    self._visit(moment, event)
                told, self._unplaced = self._unplaced, deque(maxlen=TOLD)
                self._reviews += told
        if not current:  # begun again meanwhile: what it was made of counts no longer
            return self._made(use, now=True)
        use(made)
        done = self._clock()
        self._rested = done + max(self._every, SHARE * (done - begun))
        return True

    def _changes(self, shop: Shop) -> ShopChanges:
        """What waits, taken out."""
        items: dict[str, dict[str, Any]] = {}
        for item in self._items:
            self.faults.pop(item, None)
            if (change := change_of(self.documents[item], item, shop.catalogue)) is not None:
                items[item] = change
            self._reviews += self._said_with(item)
        reviews, looks, visits = list[LateReview](), None, None
        for one in self._reviews:
            (reviews if one.item in shop.catalogue or one.item in items else self._unplaced).append(one)
        if self._visited:
            visits = self.days.visits(len(shop.catalogue))
        if self._looked and (often := self.coviews.often()):
            looks = Looks(*np.array(often, np.int64).T)
        self._items, self._reviews = {}, []
        self._visited = self._looked = self._stale = False
        return ShopChanges(items, reviews, visits, looks)

    def _said_with(self, item: str) -> list[LateReview]:
        """Reviews that came with the description of an item, once. A refresh takes new items into the model, and not
        what was said of them: nobody is known to have said it. Those of items that are new here are told with them."""
        document, known = self.documents[item], self.base.catalogue
        told = document.get("reviews") or document.get("mentions")
        if not (told and document.get(PUT)) or item not in known or item in self._spoken:
            return []
        if self.base.evidence.reviews[known.number(item)]:
            return []
        try:
            (read,) = read_descriptions([{**document, "item": item}], (), self.base.askers.attribute)
        except WrongItem as error:
            self.faults[item] = str(error)
            return []
        self._spoken.add(item)
        return [
            LateReview(item, one) if isinstance(one, str) else LateReview(item, mentions=one) for one in read.reviews
        ]

    def _updated(self, shop: Shop, changes: ShopChanges) -> Shop:
        """The shop with what waited. Visits and looks come last: new items must be there. A document that is wrong for
        this model is left out and named."""
        items = dict(changes.items)
        while items:
            try:
                shop = shop.updated(ShopChanges(items))
                break
            except WrongItem as error:
                wrong = next(name for name in items if f"item {name!r}" in str(error))
                self.faults[wrong] = str(error)
                del items[wrong]
            except InputError as error:  # the model cannot place new items
                for name in [one for one in items if one not in shop.catalogue]:
                    self.faults[name] = str(error)
                    del items[name]
        rest = ShopChanges({}, changes.reviews, changes.visits, changes.looks)
        return (shop if rest.nothing else shop.updated(rest)).warm()


def _mention(name: str, sentiment: int) -> GivenMention:
    return GivenMention(attribute=name, sentiment=1 if sentiment > 0 else -1)


def _takes_back(kind: DocumentKind, content: Document | None) -> bool:
    """Whether a document means that something counts no longer."""
    return kind == FORGOTTEN or (kind == "item" and content is None)
