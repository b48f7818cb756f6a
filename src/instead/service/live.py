"""The model in use, with its state: everything that happened since it was trained. Both are swapped atomically.

Hot reload: a new model is loaded and smoke-tested beside the old one, told what happened, then swapped. A snapshot with
what is new (`live/live_state.py`) is made beside requests and swapped, too. A request fetches the shop once and keeps
it to its end, so it never mixes two models or two states; the old shop's memory is freed by Python when the last
request that uses it is done.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import json
import logging
import math
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from instead.engine.beside import beside
from instead.errors import FolderError, InsteadError
from instead.languages import chosen, offered
from instead.live.live_state import EVERY, LiveState
from instead.live.store import LiveStore
from instead.ranking.steering import RuleBook
from instead.service.logs import event
from instead.settings import Filters
from instead.shop import Shop, load
from instead.store.fetching import folder_of, pinned
from instead.store.tensors import read_into_memory
from instead.wording import ENGLISH, Wording

TRIED = 5
"""Query items of the smoke test of a loaded model."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded shop; `version` identifies the trained model, `card` is its model card. `shops` is the same shop in
    every language that it offers, by tag, its own first."""

    shop: Shop
    version: str
    card: str | None
    seconds: float
    since: float
    shops: Mapping[str, Shop]
    state: LiveState | None = None
    """What happened since the training; None without a store."""

    def in_language(self, wanted: str) -> Loaded:
        """The shop in the language that fits an Accept-Language header; in its own, where none fits."""
        tag = chosen(wanted, self.shops)
        return self if tag is None else replace(self, shop=self.shops[tag])


class LiveShop:
    """Holds the shop in use. `current` is thread-safe."""

    def __init__(
        self,
        folder: Path,
        wording: Wording = ENGLISH,
        languages: Iterable[str] | None = None,
        *,
        private: bool = True,
    ) -> None:
        """`wording` is the shop's own, `languages` are offered beside it (default: all of the package). `private`: no
        file of the folder is needed once it is loaded. All of it applies to every model that is swapped in later."""
        self._loading, self._wordings, self._private = threading.Lock(), offered(wording, languages), private
        self.book = RuleBook()
        """The rules of the shop's owners: of every model that is served here, in every language."""
        self._swapping = threading.Lock()
        self._store: LiveStore | None = None
        self._every = EVERY
        self.changing = threading.Lock()
        """Held while a change of the catalogue is put together from what is there."""
        self._named = folder
        self.current = self._base = self._open(folder)
        self.reloads = 0
        self.failures = 0

    def attach(self, store: LiveStore, every: float = EVERY) -> None:
        """Follow a store from now on: its events and changes are part of the shop when this returns. `every`: seconds
        between snapshots for what others did."""
        self._store, self._every = store, every
        self.current = self._living(self._base)

    def detach(self, store: LiveStore) -> None:
        """Follow a store no longer; the shop is as it was trained."""
        if self._store is store:
            self._store, self.current = None, self._base

    def follow(self, *, now: bool = False, wait: bool = True) -> bool:
        """Make what is new in the store part of the shop, where it is time for that; `now`: in any case. `wait`: for a
        snapshot that another thread is making, which may have it."""
        loaded = self.current
        if loaded.state is None:
            return False
        state = loaded.state
        return state.follow(lambda shop: self._use(state, shop), now=now, wait=wait)

    def _use(self, state: LiveState, shop: Shop) -> None:
        """Swap to a snapshot, unless another model has come in meanwhile."""
        shops = self._worded(shop)
        with self._swapping:
            if self.current.state is state:
                self.current = replace(self.current, shop=shop, shops=shops)

    def _worded(self, shop: Shop) -> dict[str, Shop]:
        own, *others = self._wordings.items()
        return {own[0]: shop} | {tag: shop.in_words(words) for tag, words in others}

    def _living(self, loaded: Loaded) -> Loaded:
        """A model with everything that happened since it was trained."""
        if self._store is None:
            return loaded
        state = LiveState(loaded.shop, self._store, every=self._every)
        try:
            state.follow(lambda shop: None, now=True)
            if state.waiting:  # visits of items that came in with the first snapshot
                state.follow(lambda shop: None, now=True)
        except InsteadError:
            raise
        except Exception as error:  # one event that nobody foresaw must not keep the shop closed
            event("state not applied", logging.ERROR, reason=repr(error))
        shop = state.shop
        shops = loaded.shops if shop is loaded.shop else self._worded(shop)
        return replace(loaded, shop=shop, shops=shops, state=state)

    def reload(self, folder: Path | None = None) -> Loaded:
        """Swap to the model in `folder` (default: the current folder, read again, or what is at its address by now).
        On any error the old one stays."""
        if not self._loading.acquire(blocking=False):
            raise FolderError("another model is being loaded just now; ask again when it is done")
        try:
            base = self._open(folder or self._named)
            fresh = self._living(base)
        except BaseException:
            self.failures += 1
            raise
        else:
            with self._swapping:
                self.current, self._base = fresh, base
            self._named = folder or self._named
            self.reloads += 1
            return fresh
        finally:
            self._loading.release()

    def _open(self, folder: Path) -> Loaded:
        with read_into_memory(self._private):
            loaded = open_shop(folder_of(pinned(folder)), self._wordings)
        for shop in loaded.shops.values():
            shop.book = self.book
        if self.book.rules:  # compiled before anybody waits for it
            self.book.steering(loaded.shop.catalogue)
        return loaded

    def beside(self, folder: Path) -> LiveShop:
        """Another model, loaded beside this one in the same languages, with the same rules and a state of its own."""
        made = copy.copy(self)
        made._loading, made._swapping, made.changing = threading.Lock(), threading.Lock(), threading.Lock()
        made.reloads = made.failures = 0
        made._named, made._base = folder, made._open(folder)
        made.current = made._living(made._base)
        return made


def open_shop(folder: Path, wordings: Mapping[str, Wording] = MappingProxyType({ENGLISH.language: ENGLISH})) -> Loaded:
    """Load a model in the first of these wordings, by tag, verify it and smoke-test it.

    A damaged one is refused, caches are warm for the first request, and nothing is left to be read later, when the
    folder may hold the next model.
    """
    start = time.perf_counter()
    own, *others = wordings.items()
    shop = load(folder, wording=own[1])
    with beside(shop.verify) as verified:
        with contextlib.suppress(Exception):  # what cannot be read, checksums complain of, or else the smoke test
            shop.read()
        verified()  # before anything is computed: a compiled loop that goes by damaged arrays ends the process
    version = hashlib.blake2b(json.dumps(shop.manifest, sort_keys=True).encode(), digest_size=6).hexdigest()
    try:
        _try_out(shop)
    except FolderError:
        raise
    except Exception as error:  # tables and arrays that do not fit each other can make anything go wrong
        said = str(error) if isinstance(error, InsteadError) else repr(error)
        raise FolderError(f"{folder}: the model cannot recommend ({said})") from error
    card = shop.folder / "README.md"
    text = card.read_text(encoding="utf-8", errors="replace") if card.is_file() else None
    shops = {own[0]: shop} | {tag: shop.in_words(words) for tag, words in others}
    return Loaded(shop, version, text, time.perf_counter() - start, time.time(), shops)


def _try_out(shop: Shop) -> None:
    """Smoke test: requests for a few items all over the catalogue, as an anonymous and as a known user."""
    ids = shop.catalogue.ids
    if not ids:
        raise FolderError(f"{shop.folder}: a model of a shop without items")
    people = (None, *shop.users["user"].head(1))
    everything = Filters(bought=True, any_kind=True)  # then nothing but the query itself is left out
    wanted = min(3, len(ids) - 1)
    tried = dict.fromkeys((shop.search("", limit=1)[0].id, *ids[:: max(1, len(ids) // TRIED)][:TRIED]))
    with beside(shop.search, "a word"):  # makes the index of words
        for item in tried:
            for user in people:
                found = shop.recommend(user, item, 3, filters=everything)
                if len(found) < wanted or not all(math.isfinite(one.score) for one in found):
                    raise FolderError(
                        f"{shop.folder}: scores that are no numbers; the model is damaged, train it again"
                    )
            shop.item(item)
