"""Simulates choices (discrete choice model): users consider a few popular items of a category and take the best.

    utility(u, i) = sum over a of care(u, a) * (quality(i, a) - 3)  +  Gumbel noise

Afterwards two constraints are enforced with minimal changes: no user buys an item twice (such choices are
redrawn), and every item has a minimum of sales (the choices that lose least utility are moved to it; they are
marked as pushed, since they do not follow from the user's cares).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.errors import InputError
from instead.lab.world.users import Users
from instead.lab.world.world_items import Items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import Vocabulary
from instead.progress import Progress, quiet
from instead.rng import stage_rng

CHUNK = 50_000
CURIOSITY = 0.1  # share of choices outside the favourite categories
FAVOURITE_CHANCE = np.array([0.60, 0.28, 0.15, 0.10])
REDRAWS = 12
PROPOSALS = 12  # choices looked at when an item needs one more


@dataclass
class Choices:
    """All choices, in the order of users. `considered[n]` are the items looked at, repeats included."""

    user: NDArray[np.int32]
    item: NDArray[np.int32]
    considered: NDArray[np.int32]
    pushed: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.user)


class Shoppers:
    """Utility of items for users, in chunks of arrays."""

    def __init__(self, vocabulary: Vocabulary, items: Items, users: Users) -> None:
        self.vocabulary, self.items, self.users = vocabulary, items, users

    def cared_places(
        self, user: NDArray[np.int32], category: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Places of what each user cares about, and the care: 0 where the category has no such place."""
        place = self.vocabulary.place[category[:, None], self.users.attribute[user]]
        care = np.where(place >= 0, self.users.care[user], np.float32(0))
        return np.maximum(place, 0), care

    def utility(self, user: NDArray[np.int32], item: NDArray[np.int32]) -> NDArray[np.float32]:
        """Planted utility without noise; `item` is (n, candidates) of one category in each row."""
        place, care = self.cared_places(user, self.items.category[item[:, 0]])
        total = np.zeros(item.shape, dtype=np.float32)
        for k in range(place.shape[1]):
            total += care[:, k : k + 1] * (self.items.quality[item, place[:, k : k + 1]] - 3)
        return total

    def satisfaction(self, user: NDArray[np.int32], item: NDArray[np.int32]) -> NDArray[np.float32]:
        """Care-weighted quality of one item each, in [1, 5]; the middle where nothing is cared about."""
        place, care = self.cared_places(user, self.items.category[item])
        quality = self.items.quality[item[:, None], place]
        result: NDArray[np.float32] = ((care * quality).sum(axis=1) + 0.9) / (care.sum(axis=1) + 0.3)
        return result


def choose(
    settings: WorldSettings,
    shoppers: Shoppers,
    user: NDArray[np.int32],
    curiosity: float,
    rng: np.random.Generator,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """One choice per entry of `user`: the item taken and those considered."""
    items, users = shoppers.items, shoppers.users
    count = len(user)
    chance = np.cumsum(FAVOURITE_CHANCE[: settings.favourites])
    which = np.searchsorted(chance / chance[-1], rng.random(count), side="right")
    category = users.favourite[user, np.minimum(which, settings.favourites - 1)].astype(np.int64)
    anywhere = np.searchsorted(items.cumulated, rng.random(count) * items.cumulated[-1], side="right") - 1
    curious = rng.random(count) < curiosity
    category[curious] = items.category[np.minimum(anywhere[curious], len(items) - 1)]
    shape = (count, settings.considered)
    considered = items.draw(np.broadcast_to(category[:, None], shape), rng.random(shape)).astype(np.int32)
    noise = settings.choice_noise * rng.gumbel(size=shape)
    best = np.argmax(shoppers.utility(user, considered) + noise, axis=1)
    return considered[np.arange(count), best], considered


def _keys(choices: Choices, items: int) -> NDArray[np.int64]:
    return choices.user.astype(np.int64) * items + choices.item


def _repeats(choices: Choices, items: int) -> NDArray[np.int64]:
    """Choices of an item the same user has already taken."""
    keys = _keys(choices, items)
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero(np.diff(keys[order]) == 0) + 1
    return np.sort(order[again])


def make_choices(settings: WorldSettings, shoppers: Shoppers, *, progress: Progress = quiet) -> Choices:
    """All choices of the shop: exactly the wanted number, no pair twice, every item often enough."""
    users, items = shoppers.users, shoppers.items
    user = np.repeat(np.arange(len(users), dtype=np.int32), users.reviews)
    choices = Choices(
        user,
        np.empty(len(user), dtype=np.int32),
        np.empty((len(user), settings.considered), dtype=np.int32),
        np.zeros(len(user), dtype=np.bool_),
    )
    with progress("choosing", total=len(user), unit="reviews") as advance:
        for start in range(0, len(user), CHUNK):
            part = slice(start, start + CHUNK)
            rng = stage_rng(settings.seed, "world", "choose", start)
            choices.item[part], choices.considered[part] = choose(settings, shoppers, user[part], CURIOSITY, rng)
            advance(len(user[part]))
    for turn in range(REDRAWS):
        repeats = _repeats(choices, len(items))
        if not len(repeats):
            break
        rng = stage_rng(settings.seed, "world", "again", turn)
        curiosity = CURIOSITY + (1 - CURIOSITY) * turn / REDRAWS
        choices.item[repeats], choices.considered[repeats] = choose(settings, shoppers, user[repeats], curiosity, rng)
    _settle_repeats(settings, choices, len(items))
    _push_unsold(settings, shoppers, choices)
    return choices


def _settle_repeats(settings: WorldSettings, choices: Choices, items: int) -> None:
    """The few repeats left (users who own much of a small shop) get any item they do not own yet."""
    rng = stage_rng(settings.seed, "world", "settle")
    for n in _repeats(choices, items).tolist():
        mine = slice(*np.searchsorted(choices.user, [choices.user[n], choices.user[n] + 1]))
        free = np.setdiff1d(np.arange(items), choices.item[mine])
        choices.item[n] = free[rng.integers(len(free))]
        choices.pushed[n] = True


def _push_unsold(settings: WorldSettings, shoppers: Shoppers, choices: Choices) -> None:
    """Move choices from items sold more than enough to items sold too rarely, where that costs least."""
    items, least = shoppers.items, settings.item_minimum
    rng = stage_rng(settings.seed, "world", "push")
    for turn in range(400):
        sold = np.bincount(choices.item, minlength=len(items))
        short = np.repeat(np.arange(len(items), dtype=np.int32), np.maximum(least - sold, 0))
        if not len(short):
            return
        # Proposals come from the item's own category first; a small shop may have nothing to spare there.
        giving = np.flatnonzero(sold[choices.item] > least)
        place = _proposals(items, choices, giving, short, rng, anywhere=turn >= 20)
        taker = np.broadcast_to(short[:, None], place.shape)
        known = np.sort(_keys(choices, len(items)))
        wanted = choices.user[place].astype(np.int64) * len(items) + taker
        found = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        gain = np.stack(
            [
                shoppers.utility(choices.user[place[:, k]], short[:, None])[:, 0]
                - shoppers.utility(choices.user[place[:, k]], choices.item[place[:, k], None])[:, 0]
                for k in range(place.shape[1])
            ],
            axis=1,
        )
        gain[known[found] == wanted] = -np.inf
        best = np.argmax(gain, axis=1)
        rows = np.flatnonzero(gain[np.arange(len(short)), best] > -np.inf)
        slot = place[rows, best[rows]]
        _, once = np.unique(slot, return_index=True)  # one choice can be moved to one item only
        rows, slot = rows[once], slot[once]
        _, once = np.unique(choices.user[slot].astype(np.int64) * len(items) + short[rows], return_index=True)
        rows, slot = rows[once], slot[once]
        rows, slot = _spared(choices.item[slot], sold - least, rows, slot)
        choices.item[slot] = short[rows]
        choices.pushed[slot] = True
    raise InputError(
        f"{settings.reviews:,} reviews could not be spread so that each of {len(items):,} items "
        f"has {least}: ask for more reviews or more users"
    )


def _proposals(
    items: Items,
    choices: Choices,
    giving: NDArray[np.int64],
    short: NDArray[np.int32],
    rng: np.random.Generator,
    *,
    anywhere: bool,
) -> NDArray[np.int64]:
    """Choices that could be moved to each short item, (short, PROPOSALS)."""
    uniform = rng.random((len(short), PROPOSALS))
    if anywhere:
        return np.take(giving, (uniform * len(giving)).astype(np.int64))
    category = items.category[choices.item[giving]]
    giving = giving[np.argsort(category, kind="stable")]
    bounds = np.concatenate([[0], np.cumsum(np.bincount(category, minlength=len(items.first) - 1))])
    mine = items.category[short]
    low, high = bounds[mine][:, None], bounds[mine + 1][:, None]
    empty = (high == low)[:, 0]
    place = low + (uniform * (high - low)).astype(np.int64)
    place[empty] = (uniform[empty] * len(giving)).astype(np.int64)
    return np.asarray(giving[place], dtype=np.int64)


def _spared(
    giver: NDArray[np.int32], spare: NDArray[np.int64], rows: NDArray[np.int64], slot: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Keep only as many moves away from an item as it can spare."""
    order = np.argsort(giver, kind="stable")
    sorted_giver = giver[order]
    start = np.searchsorted(sorted_giver, sorted_giver, side="left")
    nth = np.arange(len(order)) - start
    kept = order[nth < spare[sorted_giver]]
    return rows[kept], slot[kept]
