"""Hot reload: the model in use. A new one is loaded and smoke-tested beside the old one, then swapped atomically.

A request fetches the shop once and keeps it to its end, so it never mixes two models; the old shop's memory maps are
closed by Python when the last request that uses it is done.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from instead.errors import FolderError, InsteadError
from instead.settings import Filters
from instead.shop import Shop, load
from instead.wording import ENGLISH, Wording

TRIED = 5
"""Query items of the smoke test of a loaded model."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded shop; `version` identifies the trained model, `card` is its model card."""

    shop: Shop
    version: str
    card: str | None
    seconds: float
    since: float


class LiveShop:
    """Holds the shop in use. `current` is thread-safe."""

    def __init__(self, folder: Path, wording: Wording = ENGLISH) -> None:
        """`wording` applies to every model that is swapped in later, too."""
        self._loading, self._wording = threading.Lock(), wording
        self.current = open_shop(folder, wording)
        self.reloads = 0
        self.failures = 0

    def reload(self, folder: Path | None = None) -> Loaded:
        """Swap to the model in `folder` (default: the current folder, read again). On any error the old one stays."""
        if not self._loading.acquire(blocking=False):
            raise FolderError("another model is being loaded just now; ask again when it is done")
        try:
            fresh = open_shop(folder or self.current.shop.folder, self._wording)
        except BaseException:
            self.failures += 1
            raise
        else:
            self.current = fresh
            self.reloads += 1
            return fresh
        finally:
            self._loading.release()


def open_shop(folder: Path, wording: Wording = ENGLISH) -> Loaded:
    """Load a model, verify it and smoke-test it. A damaged one is refused, caches are warm for the first request, and
    nothing is left to be read later, when the folder may hold the next model."""
    start = time.perf_counter()
    shop = load(folder, wording=wording)
    shop.verify()
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
    return Loaded(shop, version, text, time.perf_counter() - start, time.time())


def _try_out(shop: Shop) -> None:
    """Smoke test: requests for a few items all over the catalogue, as an anonymous and as a known user."""
    ids = shop.catalogue.ids
    if not ids:
        raise FolderError(f"{shop.folder}: a model of a shop without items")
    people = (None, *shop.users["user"].head(1))
    everything = Filters(bought=True)  # then nothing but the query itself is left out
    wanted = min(3, len(ids) - 1)
    for item in dict.fromkeys((shop.search("", limit=1)[0].id, *ids[:: max(1, len(ids) // TRIED)][:TRIED])):
        for user in people:
            found = shop.recommend(user, item, 3, filters=everything)
            if len(found) < wanted or not all(math.isfinite(one.score) for one in found):
                raise FolderError(f"{shop.folder}: scores that are no numbers; the model is damaged, train it again")
        shop.item(item)
