"""Requests of one query answered together: every answer is that to the single request, to the bit.

Shops: a trained ranker with links, visits, prices and times, once scoring all items and once by shortlists, one that is
not told the time, a ranker on another shop, A2CF, and a model that knows no users.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.batch import recommend_batch
from instead.languages import wording_of
from instead.models.added_evidence import Said
from instead.models.interface import LiveVisits, PlacesItems
from instead.models.ranker import together
from instead.models.reference.item_knn import ItemKNNSettings
from instead.request import Request
from instead.serving.changes import LateReview, Looks, ShopChanges
from instead.settings import RankerSettings, RecommendSettings
from instead.shop import Shop, load
from instead.training.train import train
from tests.layers import with_tables
from tests.open_shop import SMALL, open_shop
from tests.planted import planted_shop

QUICK = RankerSettings(dimension=6, factor_rounds=3, lists=120, pools=80, uniform=12, hard=12, decoys=3, bends=2)
SHOPS = ("ranker", "shortlists", "hardly bounded", "talking", "a2cf", "item-knn")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"k": 30, "z": 1},
    {"k": 1, "z": 0},
    {"time": 1_400_000_500},
    {"style": "paper"},
    {"diversity": 0.4},
    {"filters": {"not_dearer": True, "exclude": ["i003", "i03", "x"]}},
    {"filters": {"max_price": 5.0}},
    {"filters": {"min_price": 3.0}},
    {"filters": {"bought": True, "any_kind": True}},
    {"filters": {"in_stock": [f"i{n:03d}" for n in range(9)] + [f"i{n:02d}" for n in range(4)]}},
    {"history": ["i003", "i020", "i02"], "viewed": ["i021", "i05"]},
]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    folder = tmp_path_factory.mktemp("planted")
    data, rng = planted_shop(folder, rich=True), np.random.default_rng(0)
    items = data.items.with_columns(
        pl.Series("price", 1.0 + 9.0 * rng.random(data.items.height)),
        pl.Series("brand", [f"brand {number % 7}" for number in range(data.items.height)]),
    )
    data = with_tables(data, {"items": items.select(data.items.columns)})
    return load(train(data, out=folder / "model", model="ranker", settings=QUICK).folder)


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shop]:
    def of(name: str, settings: Any) -> Shop:
        return open_shop(Path(tmp_path_factory.mktemp(name)), name, settings)

    return {
        "talking": of("ranker", QUICK),
        "a2cf": of("a2cf", SMALL),
        "item-knn": of("item-knn", ItemKNNSettings()),
    }


@pytest.fixture(params=SHOPS)
def shop(
    request: pytest.FixtureRequest, planted: Shop, others: dict[str, Shop], monkeypatch: pytest.MonkeyPatch
) -> Shop:
    if request.param == "shortlists":
        monkeypatch.setattr(together, "_FEW", 0)
    if request.param == "hardly bounded":
        monkeypatch.setattr(together, "_FEW", 0)
        monkeypatch.setattr(together, "_SLACK", 3.0)
    return others.get(request.param, planted)


def same(shop: Shop, requests: list[Request]) -> None:
    """Every short answer is that to the single request."""
    for asked, brief in zip(requests, shop.briefs(requests), strict=True):
        found = shop.answer(asked)
        assert brief.items == [one.item for one in found]
        assert brief.scores == [one.score for one in found], "to the bit"
        assert [told.text for told in brief.told] == [one.text for one in found]
        for side in ("better", "comparable", "worse"):
            said = [tuple(reason.attribute for reason in one.reasons if reason.verdict == side) for one in found]
            assert [getattr(told, side) for told in brief.told] == said
        keep = (found.keep_text,) if found.keep else ()
        assert brief.notes == (*keep, *found.notes)
        assert brief.user_basis == found.user_basis
        assert brief.placed == [one.placed_by for one in found]
        assert brief.basis == [one.basis for one in found]


def requests(shop: Shop, options: dict[str, Any], count: int = 24) -> list[Request]:
    users, items = shop.users["user"].to_list(), shop.catalogue.ids
    base, rng = Request.of(query=items[0], **options), np.random.default_rng(3)
    who = [None, "nobody", *(users[int(n)] for n in rng.integers(len(users), size=count - 2))]
    queries = [items[int(n)] for n in rng.integers(len(items), size=3)]
    return [base.model_copy(update={"user": user, "query": queries[n % 3]}) for n, user in enumerate(who)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_answer_is_that_to_the_single_request(shop: Shop, options: dict[str, Any]) -> None:
    same(shop, requests(shop, options))


def test_with_wishes_and_what_is_wanted_more_of(shop: Shop) -> None:
    names = shop.attributes["attribute"].to_list()
    same(shop, requests(shop, {"care": {names[0]: 5.0}, "z": 2}))
    same(shop, requests(shop, {"than": [names[1]]}))
    same(shop, requests(shop, {"reviews": [{"mentions": [{"attribute": names[0], "sentiment": 1}]}]}))


def test_with_other_choices_of_the_shop(shop: Shop) -> None:
    for choices in (
        {"hold_back": True, "near": 12},
        {"near": 0},
        {"near": 3},
        {"exhaustive": True},
        {"any_kind": True},
    ):
        same(shop.with_choices(RecommendSettings.model_validate(choices)), requests(shop, {"k": 8}, 12))


def test_with_rules(shop: Shop) -> None:
    asked = requests(shop, {"k": 5}, 12)
    query, ids = asked[0].query, shop.catalogue.ids
    first = [one.item for one in shop.answer(asked[0])]
    rules: list[dict[str, Any]] = [
        {"id": "h", "kind": "hide", "items": first[:1]},
        {"id": "n", "kind": "never", "items": first[1:2], "for_items": [query]},
        {"id": "b", "kind": "boost", "items": first[3:4], "points": 3.0, "places": 2},
        {"id": "p", "kind": "pin", "items": [ids[int(ids[0] == query)]], "place": 2, "for_items": [query]},
    ]  # fmt: skip
    for some in (rules[:2], rules, [{"id": "o", "kind": "only", "items": first[:2]}]):
        same(shop.steered([one | {"reason": "a test"} for one in some]), asked)


def changes_of(shop: Shop, query: str, first: list[str]) -> dict[str, ShopChanges]:
    """One change of every sort around a query and what is offered instead of it."""
    count, said = len(shop.catalogue), (Said(0, 1, 0.9, "Fine."), Said(1, -1))
    one, other = shop.catalogue.number(query), shop.catalogue.number(first[-1])
    activity = getattr(getattr(shop.model, "tables", None), "activity", None)
    newest = 16_204.0 if activity is None else activity.newest
    visits = np.zeros((1, count), np.float32)
    visits[0, other] = 300.0
    abroad = {
        item: {"price": 3.0, "currency": "EUR"} for item in shop.catalogue.ids[::3] if item not in (query, *first)
    }
    found = {
        "currencies": ShopChanges(abroad),
        "prices": ShopChanges({query: {"price": 4.0}, first[0]: {"price": 1.5}, first[1]: {"price": 900.0}}),
        "hidden and sold out": ShopChanges({first[0]: {"hidden": True}, first[1]: {"available": False}}),
        "reviews": ShopChanges(reviews=[LateReview(item, mentions=said, rating=1.0) for item in (query, *first[:2])]),
        "visits": ShopChanges(visits=LiveVisits(np.array([newest + 0.5]), visits, newest + 1.0)),
        "looks": ShopChanges(looks=Looks(np.array([one]), np.array([other]), np.array([9]))),
        "described": ShopChanges({query: {"brand": "brand 1"}, first[2]: {"title": "Thing 7", "brand": "brand 1"}}),
    }
    if isinstance(shop.model, PlacesItems):
        path = shop.catalogue.paths[one]
        more = {"price": 3.0, "title": "Thing 3", "mentions": [(shop.tree.names[0], 1), (shop.tree.names[1], 1)]}
        found["a new item"] = ShopChanges({"new": more | ({"category": list(path)} if path else {})})
    return found


def test_with_changes(shop: Shop) -> None:
    """Every snapshot has caches of its own: each is asked before the next is made of it, and asked again after."""
    asked = [
        *requests(shop, {"k": 6}, 12),
        *requests(shop, {"k": 6, "time": 1_400_000_500}, 9),
        *requests(shop, {"k": 3, "filters": {"min_price": 2.0}}, 12),
    ]
    query = asked[0].query
    first = [one.item for one in shop.recommend(None, query, 4, filters={"any_kind": True})]
    before, now, told = shop.briefs(asked), shop, list[bool]()
    for name, changes in changes_of(shop, query, first).items():
        same(shop.updated(changes), asked)
        made = now.updated(changes)
        same(made, asked)
        told.append(made.briefs(asked) != now.briefs(asked))
        now = made
        if name == "a new item":
            new = [one.model_copy(update={"query": "new"}) for one in asked]
            same(now, new)
            assert all("new" not in one.items for one in now.briefs(new))
    assert any(told), "changes change something"
    for choices in (RecommendSettings(near=3, gain_weight=9.0), RecommendSettings(near=12, hold_back=True)):
        same(now.with_choices(choices), asked)
    same(now.in_words(wording_of("de")), asked)
    left = [one.item for one in now.recommend(None, query, 4, filters={"any_kind": True})]
    rules: list[dict[str, Any]] = [
        {"id": "h", "kind": "hide", "items": left[:1], "reason": "a test"},
        {"id": "n", "kind": "never", "items": left[1:2], "for_items": [query], "reason": "a test"},
        {"id": "b", "kind": "boost", "items": left[2:3], "points": 3.0, "places": 2, "reason": "a test"},
        {"id": "p", "kind": "pin", "items": left[3:4], "place": 1, "for_items": [query], "reason": "a test"},
    ]
    same(now.steered(rules[:2]), asked)
    same(now.steered(rules), asked)
    same(shop.steered(rules).updated(ShopChanges({left[3]: {"hidden": True}})), asked)
    assert shop.briefs(asked) == before, "the shop itself stays as it is"


def test_a_table_by_several_processes_is_the_same(
    planted: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("instead.batch.SHARD", 7)
    asked = requests(planted, {}, 40)
    table = pl.DataFrame({"user": [one.user for one in asked], "query": [one.query for one in asked]})
    table.write_parquet(tmp_path / "pairs.parquet")
    made = [
        pl.read_parquet(
            recommend_batch(
                planted.folder, tmp_path / "pairs.parquet", tmp_path / f"{n}.parquet", processes=n, time=1_400_000_500
            ).out
        )
        for n in (1, 2)
    ]
    assert made[0].equals(made[1])
    assert made[0]["row"].is_sorted()
    for row, one in enumerate(asked):
        found = planted.answer(one.model_copy(update={"time": 1_400_000_500}))
        mine = made[0].filter(pl.col("row") == row)
        assert mine["item"].to_list() == [each.item for each in found]
        assert mine["score"].to_list() == [each.score for each in found]
        assert mine["text"].to_list() == [each.text for each in found]
        assert mine["rank"].to_list() == list(range(1, len(found) + 1))
