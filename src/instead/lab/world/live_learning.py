"""The same recorded days, learned from in several ways: what is each worth to later visitors?"""

from __future__ import annotations

from typing import Any

from instead.lab.world.live_days import LiveWorld, folder_of
from instead.lab.world.visitors import Visitors
from instead.live.store import open_store
from instead.models.model_folder import load_folder
from instead.progress import quiet
from instead.refreshing.live_sources import Snapshot
from instead.refreshing.making import Making
from instead.refreshing.refresh_state import CURRENT, MODELS, SETTINGS
from instead.request import Request
from instead.settings import RefreshSettings
from instead.shop import Shop, load

_LATER = 50
"""A day that no arm reaches: its visitors are nobody's yet."""
_CHANGES: dict[str, dict[str, Any]] = {
    "without feedback": {"feedback": 0.0},
    "feedback without effects of places": {"place_effects": False},
    "feedback": {},
}
WAYS = tuple(_CHANGES)


def ways_to_learn(live: LiveWorld, arm: str, day: int, visits: int) -> dict[str, list[Any]]:
    """True utility of the first offer to visitors of a later day, by way of learning from what an arm recorded; and
    `people`, whose visits they are."""
    folder = folder_of(live.folder, arm)
    settings = RefreshSettings.from_toml(folder / SETTINGS).model_copy(update={"feedback": True})
    store = open_store(folder / "live.sqlite", create=False)
    try:
        snapshot = Snapshot.of(store)
    finally:
        store.close()
    people = Visitors(live.world, live.visitors.model_copy(update={"visits": visits}))
    serving = load_folder(folder / MODELS / CURRENT)
    found: dict[str, list[Any]] = {}
    for number, (way, changes) in enumerate(_CHANGES.items()):
        own = settings.model_copy(update={"training": {**settings.training, **changes}})
        out = live.folder / f"learned-{number}"
        Making(live.folder / "learning", own, serving, quiet).final(snapshot, out, None)
        found[way], found["people"] = _worth(load(out), people, max(day, _LATER))
    return found


def _worth(shop: Shop, people: Visitors, day: int) -> tuple[list[float], list[str]]:
    worth, who = [], []
    for visit in people.visits(day):
        user, query = people.users.ids[visit.user], people.items.ids[visit.query]
        (found,) = shop.briefs([Request(query=query, user=user, k=1, time=visit.time, z=1)])
        if found.items:
            looked, first = people.utilities(visit.user, visit.query, [visit.query, people.number[found.items[0]]])
            worth.append(float(first - looked))
            who.append(user)
    return worth, who
