"""People of a synthetic shop who click on what they are shown: known cares, true utilities, and eyes that tire.

A visitor looks at an item and is shown a list. They see place k with the probability k^-tires, and of what they see and
the item they look at they take the best by

    utility(u, i) = sum over a of care(u, a) (quality(i, a) - 3)  +  Gumbel noise

A click is certain then. Some buy, at once or days later (a late label); some say what they think of the offer; some
write a review of what they bought, days later. A part of all orders does not say which answer it came of.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from instead.lab.world.raw import DAY, DAYS, FIRST_DAY, Calendar
from instead.lab.world.scribe import Scribe
from instead.lab.world.users import make_users
from instead.lab.world.world_catalogue import catalogue
from instead.lab.world.world_choices import FAVOURITE_CHANCE, Choices, Shoppers, make_choices
from instead.lab.world.world_items import make_items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import make_vocabulary
from instead.live.events import Event
from instead.rng import stage_rng
from instead.settings.base import Settings

Floats = NDArray[np.float64]
BEGIN = (FIRST_DAY + DAYS + 1) * DAY
"""The first second of the first live day: the day after the last review of the files."""
_ELSEWHERE = -4.0
"""Utility that an item of another category loses: it does not replace what somebody looks at."""


class VisitorSettings(Settings):
    """How people behave."""

    visits: int = Field(default=120, ge=1)
    """Visits of a day."""
    shown: int = Field(default=6, ge=2)
    """Offers of an answer."""
    tires: float = Field(default=1.0, ge=0.0)
    """Place k is seen with the probability k to the power of minus this."""
    noise: float = Field(default=0.7, ge=0.0)
    """Scale of the Gumbel noise of a choice."""
    buys: float = Field(default=0.5, ge=0.0, le=1.0)
    """Share of clicks that are followed by an order ..."""
    late: float = Field(default=0.3, ge=0.0, le=1.0)
    """... and of those, the share that comes one to three days later."""
    silent: float = Field(default=0.2, ge=0.0, le=1.0)
    """Share of orders that do not name the answer they came of."""
    verdicts: float = Field(default=0.15, ge=0.0, le=1.0)
    """Share of visits that say what they think of an offer."""
    reviews: float = Field(default=0.5, ge=0.0, le=1.0)
    """Share of orders that are followed by a review, one to three days later."""


@dataclass(frozen=True)
class Visit:
    """Somebody looks at an item."""

    day: int
    number: int
    user: int
    query: int
    time: int

    @property
    def session(self) -> str:
        return f"v{self.day}-{self.number}"


@dataclass(frozen=True)
class Due:
    """An event that happens on a later day."""

    day: int
    event: Event


class Visitors:
    """The people of one world. The same settings give the same people, visits and moods, whatever they are shown."""

    def __init__(self, world: WorldSettings, settings: VisitorSettings) -> None:
        vocabulary = make_vocabulary(catalogue(world.preset), world.items, world.attributes, world.seed)
        items = make_items(world, vocabulary)
        users = make_users(world, vocabulary, items)
        self.world, self.settings = world, settings
        self.shoppers = Shoppers(vocabulary, items, users)
        self.items, self.users = items, users
        self.number = {name: number for number, name in enumerate(items.ids)}
        owned = make_choices(world, self.shoppers)
        self.had: dict[int, set[int]] = {}
        for user, item in zip(owned.user.tolist(), owned.item.tolist(), strict=True):
            self.had.setdefault(user, set()).add(item)

    def visits(self, day: int) -> list[Visit]:
        """Who comes on a day, and what they look at: something popular of a category they like."""
        rng = stage_rng(self.world.seed, "visits", day)
        count = self.settings.visits
        user = rng.integers(len(self.users), size=count)
        chance = np.cumsum(FAVOURITE_CHANCE[: self.world.favourites])
        which = np.searchsorted(chance / chance[-1], rng.random(count), side="right")
        category = self.users.favourite[user, np.minimum(which, self.world.favourites - 1)].astype(np.int64)
        query = self.items.draw(category, rng.random(count))
        seconds = np.sort(rng.integers(6 * 3600, 22 * 3600, count))
        rows = zip(user.tolist(), query.tolist(), seconds.tolist(), strict=True)
        return [Visit(day, n, u, q, BEGIN + day * DAY + s) for n, (u, q, s) in enumerate(rows)]

    def utilities(self, user: int, query: int, items: Sequence[int]) -> Floats:
        """What items are worth to somebody in place of the query."""
        some = np.array(items, np.int32)[:, None]
        worth = self.shoppers.utility(np.full(len(some), user, np.int32), some)[:, 0].astype(np.float64)
        other = self.items.category[some[:, 0]] != self.items.category[query]
        return np.where(other, worth + _ELSEWHERE, worth)

    def best(self, user: int, query: int) -> float:
        """The utility of the best item of the query's category that somebody does not have."""
        first, last = self.items.first[self.items.category[query]], self.items.first[self.items.category[query] + 1]
        free = [item for item in range(int(first), int(last)) if item != query and item not in self.had.get(user, ())]
        return float(self.utilities(user, query, free).max()) if free else 0.0

    def respond(self, visit: Visit, shown: Sequence[str], answer: str) -> tuple[list[Event], list[Due], int | None]:
        """What a visitor does with an answer: events of the visit, those of later days, and the place they took."""
        settings = self.settings
        rng = stage_rng(self.world.seed, "mood", visit.day, visit.number)
        items = [self.number[item] for item in shown]
        noise = settings.noise * rng.gumbel(size=1 + settings.shown)
        seen = rng.random(settings.shown) < np.arange(1, settings.shown + 1) ** -settings.tires
        draws = rng.random(6)
        wait = rng.integers(1, 4, 2).tolist()
        who: dict[str, Any] = {"user": self.users.ids[visit.user], "session": visit.session}
        looked_at = self.items.ids[visit.query]
        events = [Event(id=f"{visit.session}-view", kind="view", item=looked_at, time=visit.time, **who)]
        if not items:
            return events, [], None
        worth = self.utilities(visit.user, visit.query, items)
        felt = np.where(seen[: len(items)], worth + noise[1 : 1 + len(items)], -np.inf)
        place = int(felt.argmax())
        stays = float(self.utilities(visit.user, visit.query, [visit.query])[0] + noise[0])
        named: dict[str, Any] = {"recommendation_id": answer, "query": looked_at}
        due: list[Due] = []
        if not seen[: len(items)].any() or felt[place] <= stays:
            if draws[0] < settings.verdicts and seen[: len(items)].any():
                worst = int(np.where(seen[: len(items)], felt, np.inf).argmin())
                events.append(Event(id=f"{visit.session}-no", kind="verdict", verdict="rejected", item=shown[worst],
                                    time=visit.time + 40, **who, **named))  # fmt: skip
            return events, due, None
        taken = shown[place]
        events.append(Event(id=f"{visit.session}-click", kind="click", item=taken, time=visit.time + 30,
                            position=place + 1, **who, **named))  # fmt: skip
        if draws[0] < settings.verdicts:
            events.append(Event(id=f"{visit.session}-yes", kind="verdict", verdict="accepted", item=taken,
                                time=visit.time + 60, **who, **named))  # fmt: skip
        if draws[1] < settings.buys:
            later = wait[0] if draws[2] < settings.late else 0
            order = Event(id=f"{visit.session}-order", kind="purchase", item=taken, price=None,
                          time=visit.time + 300 + later * DAY, **who,
                          **({} if draws[3] < settings.silent else named))  # fmt: skip
            self.had.setdefault(visit.user, set()).add(items[place])
            if later:
                due.append(Due(visit.day + later, order))
            else:
                events.append(order)
            if draws[4] < settings.reviews:
                due.append(Due(visit.day + later + wait[1], self._review(visit, items[place], later + wait[1])))
        return events, due, place

    def _review(self, visit: Visit, item: int, later: int) -> Event:
        """What the buyer writes."""
        own = self.world.model_copy(update={"seed": self.world.seed * 1_000_003 + visit.day * 1_009 + visit.number})
        one = Choices(np.array([visit.user], np.int32), np.array([item], np.int32), np.array([[item]], np.int32),
                      np.zeros(1, np.bool_))  # fmt: skip
        (line,) = Scribe(own, self.shoppers, one, Calendar(own, 1), duties={}).lines(np.zeros(1, np.int64))
        row = json.loads(line)
        return Event(
            id=f"{visit.session}-review", kind="review", user=self.users.ids[visit.user], item=self.items.ids[item],
            time=visit.time + later * DAY, text=row["reviewText"], rating=row["overall"],
        )  # fmt: skip
