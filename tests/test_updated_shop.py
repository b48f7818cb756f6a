"""A shop with changes is the shop that is made from scratch of the changed data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.sparse import csr_matrix

from instead.errors import InputError, WrongItem
from instead.languages import wording_of
from instead.models.added_evidence import AddedReview, Said, added_evidence
from instead.models.counted_evidence import evidence_arrays
from instead.models.evidence import Evidence
from instead.models.interface import LiveVisits
from instead.models.qualities import groups_of, posteriors_of
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.tables.activity import Activity
from instead.models.ranker.tables.word_table import title_words
from instead.prices import Prices
from instead.ranking.catalogue import Catalogue
from instead.ranking.filters import Allowance
from instead.serving.changes import LateReview, Looks, ShopChanges
from instead.settings import Filters, RankerSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.layers import with_tables
from tests.open_shop import quoted_shop

QUICK = RankerSettings(dimension=4, factor_rounds=2, lists=60, pools=40, uniform=8, hard=8, decoys=2, bends=1)


def described(data: Dataset) -> Dataset:
    """The quoted shop with categories, brands, prices and surenesses of its mentions."""
    rng = np.random.default_rng(0)
    count = data.items.height
    items = data.items.with_columns(
        pl.Series("category", [["Shop", f"Kind {n % 3}"] for n in range(count)]),
        pl.Series("brand", [f"Brand {n % 4}" for n in range(count)]),
        pl.Series("price", rng.uniform(5, 50, count)),
    )
    mentions = data.mentions.with_columns(pl.Series("confidence", rng.uniform(0.7, 1.0, data.mentions.height)))
    return with_tables(data, {"items": items.select(data.items.columns), "mentions": mentions})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return described(quoted_shop(tmp_path_factory.mktemp("updated")))


@pytest.fixture(scope="module")
def shop(data: Dataset) -> Shop:
    return load(train(data, out=data.folder.parent / "ranker", model="ranker", settings=QUICK).folder)


# --- evidence and posteriors -----------------------------------------------------------------------------------------


def without(data: Dataset, few: pl.DataFrame) -> Dataset:
    """The dataset without the mentions of some reviews (user, item)."""
    return with_tables(
        data, {"mentions": data.mentions.join(few, on=["user", "item"], how="anti")}, data.folder.parent / "fewer"
    )


def test_evidence_with_more_reviews_is_that_of_all_reviews(data: Dataset) -> None:
    names = data.attributes["attribute"].to_list()
    item_number = {item: n for n, item in enumerate(data.items["item"].to_list())}
    last = data.mentions.select("user", "item").unique(maintain_order=True).tail(40)
    fewer = without(data, last)
    heads = np.arange(len(names)) // 2 * 2  # families of two
    whole = evidence_arrays(data, 5.0, everything=True)
    some = evidence_arrays(fewer, 5.0, everything=True)
    some["review.weight"] = whole["review.weight"]  # the unit is that of the training
    ratio = evidence_arrays(fewer, 5.0, everything=True)["review.weight"] / whole["review.weight"]
    for name in ("item.for", "item.against"):
        some[name] = (some[name] * ratio).astype(np.float32)
    for name in [one for one in (*some, *whole) if one.startswith("family.")]:
        some.pop(name, None)
        whole.pop(name, None)
    reviews = [
        AddedReview(
            item_number[item],
            tuple(
                Said(names.index(a), s, c)
                for a, s, c in data.mentions.filter(pl.col("user") == user, pl.col("item") == item)
                .select("attribute", "sentiment", "confidence")
                .iter_rows()
            ),
        )
        for user, item in last.iter_rows()
    ]
    found = added_evidence(Evidence(some, len(names)), reviews, heads, 5.0).arrays
    for name in ("start", "attribute", "praised", "blamed", "mentions", "total"):
        assert found[f"item.{name}"].tolist() == whole[f"item.{name}"].tolist(), name
    for name in ("quality", "for", "against"):
        assert found[f"item.{name}"] == pytest.approx(whole[f"item.{name}"], rel=1e-5), name
    assert found["item.reviews"].sum() == some["item.reviews"].sum() + len(reviews)


def reviewed(shop: Shop) -> tuple[list[LateReview], Shop]:
    names = shop.attributes["attribute"].to_list()
    said = [
        LateReview("i03", mentions=(Said(names.index("battery"), 1, 0.95, "The battery is a joy."),), rating=5.0),
        LateReview("i03", mentions=(Said(names.index("price"), -1, 0.9, "Too dear."), Said(1, 1)), rating=1.0),
        LateReview("i07", mentions=(Said(names.index("screen"), 1, 0.99, "What a screen!"),), rating=4.0, time=99),
        LateReview("nobody's", mentions=(Said(0, 1),), rating=4.0),
    ]
    return said, shop.updated(ShopChanges(reviews=said))


def test_posteriors_after_new_reviews_are_those_from_scratch(shop: Shop) -> None:
    _, made = reviewed(shop)
    plain = posteriors_of(made.evidence, shop.tree, made.items)
    for name in ("start", "column", "praised", "blamed"):
        assert getattr(made.posteriors.cells, name).tolist() == getattr(plain.cells, name).tolist()
    for name in ("alpha", "beta", "mean"):
        assert getattr(made.posteriors, name) == pytest.approx(getattr(plain, name), abs=1e-12)
    assert made.posteriors.alpha.tolist() != shop.posteriors.alpha.tolist()


def test_a_new_review_is_counted_quoted_and_rated(shop: Shop) -> None:
    before, (_, made) = shop.item("i03"), reviewed(shop)
    after = made.item("i03")
    assert after.reviews == before.reviews + 2
    cell = made.evidence.place(made.catalogue.number("i03"), shop.askers.attribute("battery"))
    assert next(iter(made.evidence.quotes(cell, 1))) == "The battery is a joy."
    number = shop.catalogue.number("i03")
    n, mean = int(shop.fact_table.ratings[number]), float(shop.fact_table.stars[number])
    assert made.fact_table.stars[number] == pytest.approx((n * mean + 6.0) / (n + 2))
    assert shop.item("i03") == before  # the shop itself stays as it is


def test_the_ranker_hears_new_reviews(shop: Shop) -> None:
    _, made = reviewed(shop)
    old, new = shop.model, made.model
    assert isinstance(old, Ranker) and isinstance(new, Ranker)
    assert new.tables.opinions is not None and old.tables.opinions is not None and new.tables.attributes is not None
    evidence, praised = made.evidence, np.asarray(old.tables.opinions.praised, np.float64)
    for item in range(len(made.catalogue)):
        span = evidence.cells(item)
        attribute, count = evidence.attribute[span], evidence.mentions[span].astype(float)
        good = (count + evidence.arrays["item.total"][span]) / 2
        row = new.tables.opinions.quality[item]
        usual = praised[attribute]
        assert row.indices.tolist() == attribute.tolist()
        assert row.data == pytest.approx((good + 4 * usual) / (count + 4) - usual, abs=1e-6)
        weighted = count * new.tables.attributes.rarity[attribute]
        assert new.tables.attributes.rows[item].data == pytest.approx(weighted / np.linalg.norm(weighted), abs=1e-6)
    across = csr_matrix(new.tables.opinions.quality.T)
    start, who, value = new.tables.opinions.across
    assert start.tolist() == across.indptr.tolist() and who.tolist() == across.indices.tolist()
    assert value.tolist() == across.data.tolist()
    assert new.tables.substitutes is old.tables.substitutes and new.tables.factors is old.tables.factors


def test_reviews_one_by_one_are_reviews_at_once(shop: Shop) -> None:
    said, at_once = reviewed(shop)
    made = shop
    for one in said:
        made = made.updated(ShopChanges(reviews=[one]))
    assert made.posteriors.alpha == pytest.approx(at_once.posteriors.alpha, abs=1e-6)
    assert ranked(made) == ranked(at_once)


def ranked(shop: Shop, query: str = "i03", **more: Any) -> list[tuple[str, Any]]:
    found = shop.recommend(None, query, 20, time=1_400_000_000, filters={"any_kind": True}, **more)
    return [(one.item, pytest.approx(one.score, abs=1e-4)) for one in found]


# --- the catalogue ---------------------------------------------------------------------------------------------------


def from_scratch(shop: Shop, items: pl.DataFrame) -> Shop:
    """The same model folder as if the table of items had been this one."""
    made = load(shop.folder)
    made.__dict__["items"] = items
    model = made.model
    assert isinstance(model, Ranker)
    tables = replace(model.tables, standing=model.tables.standing.with_prices(Prices.of(items)))
    made.__dict__["model"] = Ranker(model.settings, tables, model.weights, model.trees)
    return made


def test_prices_and_stock_are_those_of_a_shop_made_with_them(shop: Shop) -> None:
    rng = np.random.default_rng(1)
    price = rng.uniform(1, 99, shop.items.height)
    available = [n % 4 != 0 for n in range(shop.items.height)]
    changes = {item: {"price": float(price[n]), "available": available[n]} for n, item in enumerate(shop.catalogue.ids)}
    made = shop.updated(ShopChanges(changes))
    columns = pl.Series("price", price), pl.Series("available", available)
    plain = from_scratch(shop, shop.items.with_columns(*columns))
    for query in shop.catalogue.ids:
        assert ranked(made, query) == ranked(plain, query)
        mine, theirs = made.recommend(None, query), plain.recommend(None, query)
        assert [(one.item, one.facts, one.price) for one in mine] == [
            (one.item, one.facts, one.price) for one in theirs
        ]
        cheap = Filters(max_price=50.0)
        assert [one.item for one in made.recommend(None, query, filters=cheap)] == [
            one.item for one in plain.recommend(None, query, filters=cheap)
        ]
    assert made.posteriors is shop.posteriors and made.evidence is shop.evidence  # what is heavy is shared


def test_other_words_are_found_and_old_ones_are_not(shop: Shop) -> None:
    shop.search("item")  # makes the index
    made = shop.updated(ShopChanges({"i03": {"title": "Zebra crossing", "brand": "Acme", "category": ["Shop", "Zoo"]}}))
    plain = Catalogue(made.items, made.catalogue.popularity, made.catalogue.basis)
    for text in ("zebra", "zebar", "acme", "item", "i03", "zoo", "brand 3", ""):
        assert made.catalogue.search(text) == plain.search(text), text
    assert [one.name for one in made.categories("zoo")] == ["Zoo"]
    again = made.updated(ShopChanges({"i04": {"title": "Zebra two"}}))
    assert {one.id for one in again.search("zebra")} == {"i03", "i04"}
    assert [one.id for one in shop.search("zebra")] == []
    allowed, plainly = made._allowance, Allowance(plain)
    for filters in ({"category": "Zoo"}, {"category": "Kind 0"}, {"brands": ["acme"]}, {"same_category": True}):
        chosen = Filters.checked(filters)
        for query in (2, 3, 4):
            none = np.empty(0, np.int64)
            assert allowed.mask(chosen, query, none)[0].tolist() == plainly.mask(chosen, query, none)[0].tolist()
    for level, codes in groups_of(made.items).codes.items():
        mine = made.groups.codes[level]
        assert [(mine == one).tolist() for one in mine] == [(codes == one).tolist() for one in codes]


def test_hidden_items_are_neither_offered_nor_found(shop: Shop) -> None:
    made = shop.updated(ShopChanges({"i05": {"hidden": True}}))
    assert "i05" in [item for item, _ in ranked(shop)]
    assert "i05" not in [item for item, _ in ranked(made)]
    assert "i05" not in [one.id for one in made.search("", limit=100)]
    assert made.recommend(None, "i05")
    stocked = made.recommend(None, "i03", filters={"in_stock": ["i05", "i06"], "any_kind": True})
    assert [one.item for one in stocked] == ["i06"]
    back = made.updated(ShopChanges({"i05": {"hidden": False}}))
    assert ranked(back) == ranked(shop)


def test_a_new_item_is_placed_by_what_the_shop_says_of_it(shop: Shop) -> None:
    like = shop.item("i03")
    told = {"title": like.title + " new", "category": ["Shop", "Kind 0"], "brand": like.brand, "price": 9.0}
    made = shop.updated(ShopChanges({"NEW": told}))
    assert made.item("NEW").basis == "new"
    model = made.model
    assert isinstance(model, Ranker) and model.tables.titles is not None and model.tables.categories is not None
    number = made.catalogue.number("NEW")
    known = title_words([*shop.items["title"].to_list()])
    assert known is not None and known.rarity.tolist() == pytest.approx(model.tables.titles.rarity.tolist())
    assert model.tables.titles.rows[number].nnz and model.tables.categories.rows[number].nnz
    assert model.tables.standing.brand[number] == model.tables.standing.brand[shop.catalogue.number("i03")]
    assert model.tables.standing.price[number] == pytest.approx(np.log(9.0))
    assert "NEW" in [item for item, _ in ranked(made)] and made.recommend(None, "NEW")
    bare = shop.updated(ShopChanges({"BARE": {}}))
    assert bare.item("BARE").basis == "average" and "BARE" not in [item for item, _ in ranked(bare)]
    heard = bare.updated(ShopChanges(reviews=[LateReview("BARE", mentions=(Said(0, 1),))]))
    assert heard.item("BARE").basis == "few" and heard.item("BARE").reviews == 1


def test_wrong_changes_are_refused_by_name(shop: Shop) -> None:
    with pytest.raises(WrongItem, match=r"i03.*price"):
        shop.updated(ShopChanges({"i03": {"price": "dear"}}))
    with pytest.raises(InputError, match="colour"):
        shop.updated(ShopChanges({"i03": {"colour": "red"}}))


# --- visits and looks ------------------------------------------------------------------------------------------------


def test_visits_by_day_are_visits(shop: Shop) -> None:
    model, rng = shop.model, np.random.default_rng(3)
    assert isinstance(model, Ranker) and model.tables.activity is not None
    base, items = model.tables.activity, model.items
    days = np.floor(base.newest) + np.arange(1, 5) + 0.5
    counts = rng.poisson(0.7, (4, items)).astype(np.float32)
    live = LiveVisits(days, counts, float(days[-1]))
    made = shop.updated(ShopChanges(visits=live)).model
    assert isinstance(made, Ranker) and made.tables.activity is not None
    item = np.repeat(np.arange(items), np.diff(base.start))
    item = np.concatenate([item, np.repeat(np.tile(np.arange(items), 4), counts.astype(int).ravel())])
    day = np.concatenate([base.day, np.repeat(np.repeat(days, items), counts.astype(int).ravel())])
    order = np.lexsort((day, item))
    start = np.concatenate([[0], np.cumsum(np.bincount(item, minlength=items))])
    plain = Activity(start, day[order].astype(np.float32), base.user_start, base.user_day)
    mine, everything = made.tables.activity, np.arange(items)
    for tau, past in ((30.0, False), (365.0, True)):
        for now in (base.newest, float(days[1]), float(days[-1])):
            found = mine.density(tau, now, everything, past_only=past)
            assert found == pytest.approx(plain.density(tau, now, everything, past_only=past), rel=1e-4)
    assert mine.newest == plain.newest and mine.first == pytest.approx(plain.first)
    assert made.tables.standing.visits.tolist() == (model.tables.standing.visits + counts.sum(axis=0)).tolist()
    again = made.with_visits(live)
    assert again.tables.standing.visits.tolist() == made.tables.standing.visits.tolist()  # all since the training


def test_what_is_visited_now_rises(shop: Shop) -> None:
    newest = int(86_400 * shop.model.tables.activity.newest)  # type: ignore[attr-defined]
    before = [one.item for one in shop.recommend(None, "i03", 20, time=newest, filters={"any_kind": True})]
    last = shop.catalogue.number(before[-1])
    counts = np.zeros((1, len(shop.catalogue)), np.float32)
    counts[0, last] = 500.0
    made = shop.updated(ShopChanges(visits=LiveVisits(np.array([newest / 86_400 + 1.5]), counts, newest / 86_400 + 2)))
    later = newest + 2 * 86_400
    scores = {
        s: {one.item: one.score for one in s.recommend(None, "i03", 20, time=later, filters={"any_kind": True})}
        for s in (shop, made)
    }
    assert scores[made][before[-1]] != scores[shop][before[-1]]


def test_looks_are_facts_and_links(shop: Shop) -> None:
    one, other = shop.catalogue.number("i03"), shop.catalogue.number("i14")
    looks = Looks(np.array([one]), np.array([other]), np.array([4]))
    made = shop.updated(ShopChanges(looks=looks))
    known, visits, _ = made.fact_table.links("viewed", one, np.array([other]))
    before = shop.fact_table.links("viewed", one, np.array([other]))[1]
    assert known.all() and visits[0] == before[0] + 4
    model = made.model
    assert isinstance(model, Ranker) and model.tables.substitutes is not None
    assert model.tables.substitutes.has(one, np.array([other])).all()
    assert model.tables.substitutes.has(other, np.array([one])).all()
    twice = made.updated(ShopChanges(looks=looks))
    assert twice.fact_table.links("viewed", one, np.array([other]))[1][0] == visits[0]


def test_a_snapshot_speaks_other_languages(shop: Shop) -> None:
    _, made = reviewed(shop)
    german = made.in_words(wording_of("de"))
    assert [one.item for one in german.recommend(None, "i03")] == [one.item for one in made.recommend(None, "i03")]
    assert german.offers.written is made.offers.written
