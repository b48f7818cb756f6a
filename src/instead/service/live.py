"""The model in use. A new one is loaded and tried out beside the old one, then takes its place between two requests.

A request asks for the shop once and keeps it to its end, so it never sees half of one and half of another; the old
shop's maps are closed by Python when the last request that holds it is done.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from instead.errors import FolderError, InsteadError
from instead.shop import Shop, load


@dataclass(frozen=True, slots=True)
class Loaded:
    """A shop that is ready to answer; `version` tells one trained model from another, `card` is for people."""

    shop: Shop
    version: str
    card: str | None
    seconds: float
    since: float


class LiveShop:
    """Holds what answers now. `current` is safe from any thread."""

    def __init__(self, folder: Path) -> None:
        self._loading = threading.Lock()
        self.current = open_shop(folder)
        self.reloads = 0
        self.failures = 0

    def reload(self, folder: Path | None = None) -> Loaded:
        """Swap to the model in `folder`, or to what now stands in the same one. On any error the old one stays."""
        if not self._loading.acquire(blocking=False):
            raise FolderError("another model is being loaded just now; ask again when it is done")
        try:
            fresh = open_shop(folder or self.current.shop.folder)
        except BaseException:
            self.failures += 1
            raise
        else:
            self.current = fresh
            self.reloads += 1
            return fresh
        finally:
            self._loading.release()


def open_shop(folder: Path) -> Loaded:
    """Load a model and ask it two questions, so that the first customer does not pay for what happens only once, and
    so that nothing is left to be read later: by then the folder may hold the next model."""
    start = time.perf_counter()
    shop = load(folder)
    version = hashlib.blake2b(json.dumps(shop.manifest, sort_keys=True).encode(), digest_size=6).hexdigest()
    found = shop.search("", limit=1)
    if not found:
        raise FolderError(f"{folder}: a model of a shop without items")
    try:
        for user in (None, *shop.users["user"].head(1)):
            shop.recommend(user, found[0].id, 3)
    except InsteadError as error:
        raise FolderError(f"{folder}: the model cannot recommend ({error})") from None
    card = shop.folder / "README.md"
    text = card.read_text(encoding="utf-8") if card.is_file() else None
    return Loaded(shop, version, text, time.perf_counter() - start, time.time())
