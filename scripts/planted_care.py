"""How well planted care is found after so many choices, and whether it orders held-out choices: part of
`results_choices.py`.

Users of the demo shop have a known care. Its own choice model makes them choose once more, among items that are known;
each request tells these choices. Shops are as they are served: everything is known but the new choices and the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import spearmanr

from choices_from_triples import Seen, from_triples
from instead.lab.world import build_world
from instead.lab.world.users import make_users
from instead.lab.world.world_catalogue import catalogue
from instead.lab.world.world_choices import Shoppers, choose
from instead.lab.world.world_items import make_items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import make_vocabulary
from instead.mentions.stage import extract
from instead.models.choices.care_table import CareTable, lean_of
from instead.models.choices.written import Written
from instead.models.evidence import Evidence
from instead.preparation.prepare import prepare
from instead.prices import Prices
from instead.ranking.cares import Cares
from instead.request import Request
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.shop import Shop
from instead.store.dataset import Dataset
from instead.training.train import Refit, train

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Care = Callable[[int, list[list[str]]], Doubles]
"""User number and choices -> (A,) care."""

SEEDS = (1, 2, 3)
AFTER = (0, 1, 3, 5, 10, 20)
PEOPLE = 300  # of each shop
LEAST = 3  # attributes that a user must care about to be ranked
DRAWS = 2000
SHIPPED = ("counting mentions (Eq. 1)", "written where they could have", "**written, and choices**")


@dataclass(frozen=True, eq=False)
class Planted:
    """A demo shop, what was planted in it, and what its users would choose next."""

    place: Path
    seed: int
    one_kind: bool
    """Whether they choose within their favourite kind of product only."""

    @cached_property
    def data(self) -> Dataset:
        raw, data = self.place / "shop", self.place / "data"
        if not data.is_dir():
            build_world(WorldSettings.of_preset("demo", seed=self.seed), raw, replace=True)
            files = [raw / name for name in ("reviews.jsonl", "meta.json", "views.csv")]
            extract(prepare(files, out=data, settings=PrepareSettings.as_published(seed=self.seed), replace=True))
        return Dataset.open(data)

    @cached_property
    def shop(self) -> Shop:
        """Popularity for scores: care of askers does not depend on the model, unless that estimates care itself."""
        folder = self.place / "served"
        if not folder.is_dir():
            train(self.data, out=folder, model="popularity", refit=Refit(1))
        return Shop.open(folder)

    @cached_property
    def shoppers(self) -> Shoppers:
        settings = WorldSettings.of_preset("demo", seed=self.seed)
        vocabulary = make_vocabulary(catalogue("demo"), settings.items, settings.attributes, self.seed)
        items = make_items(settings, vocabulary)
        return Shoppers(vocabulary, items, make_users(settings, vocabulary, items))

    @cached_property
    def care(self) -> Doubles:
        """(users, A) as planted."""
        users = {user: number for number, user in enumerate(self.shop.users["user"].to_list())}
        names = {name: number for number, name in enumerate(self.shop.attributes["attribute"].to_list())}
        found = np.zeros((len(users), len(names)))
        for user, name, care in pl.read_parquet(self.place / "shop/truth/care.parquet").iter_rows():
            if user in users and name in names:
                found[users[user], names[name]] = care
        return found

    @cached_property
    def users(self) -> list[int]:
        return [int(user) for user in np.flatnonzero((self.care > 0).sum(axis=1) >= LEAST)[:PEOPLE]]

    @cached_property
    def choices(self) -> dict[int, list[list[str]]]:
        """Of each user: ids of the items of every choice, the one taken first; repeated and unknown ones left out."""
        shoppers, known = self.shoppers, set(self.shop.catalogue.ids)
        numbers = {user: number for number, user in enumerate(shoppers.users.ids)}
        names = self.shop.users["user"].to_list()
        who = np.repeat(np.array([numbers[names[user]] for user in self.users], np.int32), max(AFTER))
        rng = stage_rng(self.seed, "planted care", int(self.one_kind))
        settings = WorldSettings.of_preset("demo", seed=self.seed, **({"favourites": 1} if self.one_kind else {}))
        taken, considered = choose(settings, shoppers, who, 0.0 if self.one_kind else 0.1, rng)
        ids = shoppers.items.ids
        found: dict[int, list[list[str]]] = {user: [] for user in self.users}
        for place, user in enumerate(np.repeat(self.users, max(AFTER)).tolist()):
            sets = dict.fromkeys([int(taken[place]), *considered[place].tolist()])
            kept = [ids[item] for item in sets if ids[item] in known]
            found[user].append(kept if ids[int(taken[place])] in known and len(kept) > 1 else [])
        return found

    def judged(self, user: int, care: Doubles) -> tuple[float, float]:
        """Rank correlation with the planted care over what the user cares about, and how many of the three heaviest of
        their favourite kind are among the three heaviest found there."""
        truth = self.care[user]
        if self.one_kind:
            truth = np.where(self._kind(user), truth, 0.0)
        cared = truth > 0
        alike = spearmanr(care[cared], truth[cared]).statistic if cared.sum() >= LEAST and np.ptp(care[cared]) else 0.0
        here = np.flatnonzero(self._kind(user))
        heaviest = [one for one in here[np.argsort(-self.care[user, here], kind="stable")[:3]] if self.care[user, one]]
        found = set(here[np.argsort(-care[here], kind="stable")[:3]].tolist())
        return float(alike), len(found & set(heaviest)) / max(len(heaviest), 1)

    def _kind(self, user: int) -> NDArray[np.bool_]:
        """(A,) attributes of the user's favourite kind of product."""
        number = self._number[self._names[user]]
        return self._kinds[int(self.shoppers.users.favourite[number, 0])]

    @cached_property
    def _kinds(self) -> list[NDArray[np.bool_]]:
        vocabulary, names = self.shoppers.vocabulary, self.shop.attributes["attribute"].to_list()
        own = [{vocabulary.names[one] for one in kind.tolist()} for kind in vocabulary.attribute]
        return [np.array([name in some for name in names]) for some in own]

    @cached_property
    def _names(self) -> list[str]:
        return self.shop.users["user"].to_list()

    @cached_property
    def _number(self) -> dict[str, int]:
        return {user: number for number, user in enumerate(self.shoppers.users.ids)}


def ways(planted: Planted) -> dict[str, Care]:
    """Ways to get at somebody's care."""
    shop = planted.shop
    names, query = shop.users["user"].to_list(), shop.catalogue.ids[0]
    counting = Cares(shop.evidence, None, shop.catalogue.priced, len(names), shop.scale)
    table = shop.care_table
    if table is None:
        raise TypeError("a demo shop has mentions")

    def asked(user: str | None, choices: list[list[str]]) -> Doubles:
        asker = shop.askers.asker(Request(user=user, query=query, chosen=tuple(map(tuple, choices))))
        return asker.care.astype(np.float64)

    def counted(user: int) -> Doubles:
        return counting.of(user, Counter(), 0, [])[0].astype(np.float64)

    def moved(table: CareTable, share: Doubles, choices: list[list[str]], before: Sequence[Ints] = ()) -> Doubles:
        numbers = [*before, *(shop.catalogue.numbers(one)[0] for one in choices)]
        return table.after(share, numbers, shop.evidence, shop.catalogue.priced)[0] if numbers else share

    triples = dict(Seen(planted.data, shop.evidence, table.written, True).people(len(names)))
    learned = from_triples(planted.data, shop.evidence, table.written, everything=True)
    return {
        "counting mentions (Eq. 1)": lambda user, _: counted(user),
        "counting, and choices": lambda user, choices: moved(
            table, (counted(user) - 1.0) / (shop.scale - 1.0), choices
        ),
        "choices alone": lambda user, choices: asked(None, choices),
        "written where they could have": lambda user, _: asked(names[user], []),
        "**written, and choices**": lambda user, choices: asked(names[user], choices),
        "the same, triples of theirs before": lambda user, choices: moved(
            table, table.written.share(*table.written.of_user(user)), choices, triples.get(user, [])
        ),
        "the same, weights learned from triples": lambda user, choices: moved(
            learned, table.written.share(*table.written.of_user(user)), choices
        ),
    }


def planted_tables(scratch: Path) -> Iterator[str]:
    yield (
        "\n## Planted users\n\nThe demo shop with seeds 1, 2 and 3, as served; of each the first 300 users who care "
        "about three attributes at least. Rank correlation of care with the planted care, over the attributes that "
        "somebody cares about, mean over users. The request tells so many choices, each among up to six items, made by "
        "the shop's own choice model (care times quality, and noise).\n"
    )
    for one_kind in (False, True):
        worlds = [Planted(scratch / f"demo-{seed}", seed, one_kind) for seed in SEEDS]
        where = (
            "in their favourite kind of product, over the attributes of that kind"
            if one_kind
            else ("in the kinds of product that they buy, over everything they care about")
        )
        yield f"\nChoices {where}:\n\n| choices told | " + " | ".join(map(str, AFTER)) + " |\n"
        yield "|---" * (len(AFTER) + 1) + "|\n"
        told = [ways(world) for world in worlds]
        heavy: list[str] = []
        for name in SHIPPED if one_kind else told[0]:
            cells = {count: _after(worlds, [one[name] for one in told], count) for count in AFTER}
            yield f"| {name} | " + " | ".join(cell for cell, _ in cells.values()) + " |\n"
            heavy.append(f"| {name} | " + " | ".join(f"{share:.3f}" for _, share in cells.values()) + " |\n")
        yield "\nOf the three heaviest attributes of their favourite kind, the share among the three found there:\n\n"
        yield "| choices told | " + " | ".join(map(str, AFTER)) + " |\n" + "|---" * (len(AFTER) + 1) + "|\n"
        yield from heavy


def _after(worlds: list[Planted], cares: list[Care], count: int) -> tuple[str, float]:
    """Correlation with its interval over users, and the share of the heaviest found."""
    rows = []
    for world, care in zip(worlds, cares, strict=True):
        for user in world.users:
            told = [choice for choice in world.choices[user][:count] if choice]
            rows.append(world.judged(user, care(user, told)))
    alike, heavy = np.array(rows).T
    drawn = np.random.default_rng(0).integers(0, alike.size, (DRAWS, alike.size))
    low, high = np.quantile(alike[drawn].mean(axis=1), (0.025, 0.975))
    return f"{alike.mean():.3f} ({low:.3f} - {high:.3f})", float(heavy.mean())


def held_out(shops: dict[str, list[tuple[Dataset, Path]]]) -> Iterator[str]:
    """Does care order held-out choices? Everything from the training part alone; a model folder beside each dataset."""
    yield (
        "\n## Held-out choices among true substitutes\n\nTest triples of the split `choice`: ten true substitutes of "
        "the query, the chosen one among them, ordered by the sum of care times smoothed share of praise alone "
        "(chance 0.1). Care and praise from training reviews.\n\n"
        "| shop | choices | care | HR@1 | HR@3 |\n|---|---|---|---|---|\n"
    )
    for shop, datasets in shops.items():
        ranks: dict[str, list[float]] = {}
        users: list[tuple[int, int]] = []
        for number, (data, folder) in enumerate(datasets):
            if not folder.is_dir():
                train(data, out=folder, model="popularity", split="choice")
            users += [(number, user) for user in _ordered(data, Shop.open(folder).evidence, ranks)]
        _, person = np.unique(users, axis=0, return_inverse=True)
        for name, places in ranks.items():
            cells = " | ".join(_hits(np.array(places), person.ravel(), k) for k in (1, 3))
            yield f"| {shop} | {len(places):,} | {name} | {cells} |\n"


def _ordered(data: Dataset, evidence: Evidence, ranks: dict[str, list[float]]) -> list[int]:
    """Adds the number of items above the chosen one (ties: half of them) by each kind of care; users of the choices."""
    written = Written.of_dataset(data)
    counting = Cares(evidence, None, Prices.plain(np.empty(0)), data.users.height, 5.0)
    split = data.split("choice")
    triples = split.triples("test")
    for user, chosen, others in zip(triples["user"], triples["chosen"], split.candidates("test"), strict=True):
        lean = lean_of(evidence, np.append(chosen, others).astype(np.int64))
        cares = {
            "the same for everything": np.ones(lean.shape[1]),
            "counting mentions (Eq. 1)": counting.of(user, Counter(), 0, [])[0] - 1.0,
            "**written where they could have**": written.share(*written.of_user(user)),
        }
        for name, care in cares.items():
            worth = lean @ care
            above, equal = (worth[1:] > worth[0]).sum(), (worth[1:] == worth[0]).sum()
            ranks.setdefault(name, []).append(float(above + equal / 2.0))
    return triples["user"].to_list()


def _hits(places: Doubles, person: Ints, k: int) -> str:
    """Share of choices among the first k, with its interval over users."""
    hit, count = np.bincount(person, weights=places < k), np.bincount(person)
    drawn = np.random.default_rng(0).integers(0, count.size, (DRAWS, count.size))
    low, high = np.quantile(hit[drawn].sum(axis=1) / count[drawn].sum(axis=1), (0.025, 0.975))
    return f"{hit.sum() / count.sum():.3f} ({low:.3f} - {high:.3f})"
