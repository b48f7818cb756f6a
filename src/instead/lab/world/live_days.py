"""Days of a living synthetic shop: visitors ask, what they do goes to the store, and at night the model is refreshed.

Everybody who comes, what they look at and their moods are the same in every arm of a comparison; what differs is what
they are shown. What a day is worth is known: the true utility of the first offer to the one who asked.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from instead.lab.world.build import build_world
from instead.lab.world.raw import DAY
from instead.lab.world.visitors import BEGIN, Due, Visitors, VisitorSettings
from instead.lab.world.world_settings import WorldSettings
from instead.live.events import Event
from instead.live.shown import Shown, ShownOffer
from instead.live.store import LiveStore, open_store
from instead.refreshing.refresh import Refreshed, refresh
from instead.refreshing.refresh_state import CURRENT, MODELS
from instead.request import Request
from instead.shop import Shop, load

NEVER = "never refreshed"
PLAIN = "refreshed, without feedback"
UNCORRECTED = "with feedback, places ignored"
FEEDBACK = "with feedback"
ARMS: dict[str, dict[str, Any] | None] = {
    NEVER: None,
    PLAIN: {"feedback": False},
    UNCORRECTED: {"feedback": True, "training": {"place_effects": False}},
    FEEDBACK: {"feedback": True},
}
"""Arm -> what its nightly refresh is told; None: there is none."""


@dataclass
class DayFigures:
    """What one day was worth, and what was offered."""

    seed: int
    arm: str
    day: int
    first: list[float] = field(default_factory=list)
    """True utility of the first offer, by visit; what was looked at is taken off."""
    people: list[str] = field(default_factory=list)
    """Whose visits they are."""
    best: list[float] = field(default_factory=list)
    """The same of the best item there is."""
    taken: list[bool] = field(default_factory=list)
    offered: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(frozen=True)
class LiveWorld:
    """A shop to begin with: its files, and a folder with the first model."""

    world: WorldSettings
    visitors: VisitorSettings
    folder: Path

    @classmethod
    def build(
        cls, world: WorldSettings, visitors: VisitorSettings, folder: Path, training: Mapping[str, Any]
    ) -> LiveWorld:
        """Write the files and train the first model."""
        made = build_world(world, folder / "files")
        changes = {"training": dict(training), "keep": 2, "check": False}
        files = [made.reviews_file, made.meta_file, *([made.views_file] if made.views_file else [])]
        refresh(folder / "shop", files=files, changes=changes, now=float(BEGIN))
        return cls(world, visitors, folder)

    def days(self, arm: str, count: int, *, check: bool = False) -> Iterator[DayFigures]:
        """The days of one arm, one after the other."""
        own = folder_of(self.folder, arm)
        shutil.copytree(self.folder / "shop", own, symlinks=True)
        store = open_store(own / "live.sqlite")
        people = Visitors(self.world, self.visitors)
        told = ARMS[arm]
        waiting: list[Due] = []
        had: dict[str, list[str]] = {}
        shop = load(own / MODELS / CURRENT)
        try:
            for day in range(count):
                yield self._day(arm, day, people, shop, store, waiting, had)
                if told is None or day + 1 == count:
                    continue
                if self._night(own, store, told, day, check).outcome == "swapped":
                    shop = load(own / MODELS / CURRENT)
        finally:
            store.close()

    def _night(self, folder: Path, store: LiveStore, told: Mapping[str, Any], day: int, check: bool) -> Refreshed:
        changes = {**told, "check": check, "days": 0.5}
        return refresh(folder, changes=changes, store=store, now=float(BEGIN + (day + 1) * DAY))

    def _day(
        self, arm: str, day: int, people: Visitors, shop: Shop, store: LiveStore, waiting: list[Due],
        had: dict[str, list[str]],
    ) -> DayFigures:  # fmt: skip
        found = DayFigures(self.world.seed, arm, day)
        due = sorted((one for one in waiting if one.day == day), key=lambda one: one.event.time or 0)
        waiting[:] = [one for one in waiting if one.day != day]
        morning = [one.event for one in due]
        _keep(store, morning, had)
        for visit in people.visits(day):
            user, query = people.users.ids[visit.user], people.items.ids[visit.query]
            wish = Request(query=query, user=user, session=visit.session, k=self.visitors.shown, time=visit.time,
                           history=tuple(dict.fromkeys(had.get(user, ()))), quotes=0, z=1)  # fmt: skip
            (brief,) = shop.briefs([wish])  # the same offers as in an answer, without what is said of them
            answer, items = f"r{visit.session}", tuple(brief.items)
            shown = tuple(ShownOffer(*one) for one in zip(items, brief.scores, strict=True))
            store.record(Shown(answer, float(visit.time), query, user, visit.session, shop.folder.name, shown))
            best = people.best(visit.user, visit.query)
            events, later, place = people.respond(visit, items, answer)
            _keep(store, events, had)
            waiting.extend(later)
            if items:
                looked, first = people.utilities(visit.user, visit.query, [visit.query, people.number[items[0]]])
                found.first.append(float(first - looked))
                found.best.append(float(best - looked))
                found.people.append(user)
            found.taken.append(place is not None)
            found.offered.append(items)
        return found


def folder_of(folder: Path, arm: str) -> Path:
    """The folder of an arm."""
    return folder / arm.replace(" ", "_").replace(",", "")


def _keep(store: LiveStore, events: list[Event], had: dict[str, list[str]]) -> None:
    """Events count at once: what somebody bought is their history from now on."""
    if events:
        store.add(events)
    for event in events:
        if event.kind == "purchase" and event.user is not None and event.item is not None:
            had.setdefault(event.user, []).append(event.item)


def variety(offered: list[tuple[str, ...]], catalogue: int) -> dict[str, float]:
    """How much of the catalogue a day's offers show: share, Gini coefficient and entropy of what was exposed."""
    counts = np.zeros(catalogue)
    names: dict[str, int] = {}
    for items in offered:
        for item in items:
            counts[names.setdefault(item, len(names))] += 1
    ordered = np.sort(counts)
    total = max(ordered.sum(), 1.0)
    gini = float(((2 * np.arange(1, catalogue + 1) - catalogue - 1) @ ordered) / (catalogue * total))
    share = ordered[ordered > 0] / total
    entropy = float(-(share * np.log(share)).sum() / np.log(catalogue))
    return {"share of catalogue": len(names) / catalogue, "Gini": gini, "entropy": entropy}
