"""Feeds: the shop's own product files read again, on a schedule or when asked to, and what differs applied.

Files are read as `instead prepare` reads them. A column that a feed does not have stays as it is; an item that it does
not name, too: a feed may be of a part of the shop. Items that the shop does not know are new, where the model can place
them and the feed says more of them than a price.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instead.files.rejects import RejectLog
from instead.live.catalogue_documents import change_of
from instead.models.interface import PlacesItems
from instead.preparation.sources import understand
from instead.reviews.items import Described, read_items
from instead.service.catalogue_changes import Changed, change_items, put_items, state_of
from instead.service.logs import event
from instead.service.problems import Refusal
from instead.service.state import State
from instead.settings import ReadSettings


@dataclass(slots=True)
class Read(Changed):
    """What reading a feed did: items that it names, how many of them are new."""

    items: int = 0
    added: int = 0


def read_feed(here: State) -> Read:
    """Read the files of the setting `feed`, once."""
    if not here.settings.feed:
        raise Refusal(409, "no-feed", "no product file is set: start the service with --set feed=FILE")
    described = Described()
    with tempfile.TemporaryDirectory() as aside, RejectLog(Path(aside) / "rejected.jsonl") as log:
        for path in here.settings.feed:
            read_items(understand(path, {}, "items"), described, log, ReadSettings())
    shop = state_of(here).shop
    told = {item: _told(row) for item, row in described.rows.items()}
    known = {item: columns for item, columns in told.items() if item in shop.catalogue}
    differ = {item: one for item, one in known.items() if change_of(one, item, shop.catalogue) is not None}
    places = isinstance(shop.model, PlacesItems)
    new = {item: one for item, one in told.items() if places and item not in known and ("title" in one)}
    done = Read(
        items=len(told), added=len(new), unknown=[item for item in told if item not in known and item not in new]
    )
    if new:
        put_items(new, here)
    if differ:
        done.changed = change_items(differ, here).changed
    done.changed += done.added
    done.unchanged = len(told) - done.changed - len(done.unknown)
    event("feed", items=done.items, changed=done.changed, added=done.added, unknown=len(done.unknown))
    return done


def _told(row: dict[str, Any]) -> dict[str, Any]:
    """Columns that a feed has of an item."""
    found = {name: value for name, value in row.items() if value is not None and name != "item"}
    if "fields" in found:
        found["fields"] = dict(found["fields"])
    return found
