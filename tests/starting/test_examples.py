"""The shops of examples/, each from the files its owner has to recommendations with reasons."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

import instead
from instead.settings import Filters
from instead.starting.start import Started

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOGLE = "{http://base.google.com/ns/1.0}"


def started(name: str, folder: Path) -> Started:
    return instead.start(
        sorted(path for path in (EXAMPLES / name).iterdir() if path.suffix != ".md"), out=folder / name
    )


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Started:
    return started("german_webshop", tmp_path_factory.mktemp("german"))


@pytest.fixture(scope="module")
def shopify(tmp_path_factory: pytest.TempPathFactory) -> Started:
    return started("shopify_shop", tmp_path_factory.mktemp("shopify"))


@pytest.fixture(scope="module")
def google(tmp_path_factory: pytest.TempPathFactory) -> Started:
    return started("google_feed_ga4", tmp_path_factory.mktemp("google"))


def rows_of(name: str, *, encoding: str = "utf-8", separator: str = ",", skip: int = 0) -> list[dict[str, str]]:
    with (EXAMPLES / name).open(encoding=encoding, newline="") as file:
        for _ in range(skip):
            next(file)
        return list(csv.DictReader(file, delimiter=separator))


def google_feed() -> list[ElementTree.Element]:
    return list(ElementTree.parse(EXAMPLES / "google_feed_ga4" / "feed.xml").iter("item"))  # noqa: S314 - our own file


def test_german_prices_stars_and_times_are_read_as_written(german: Started) -> None:
    items = german.dataset.items
    articles = rows_of("german_webshop/artikel.csv", encoding="cp1252", separator=";", skip=1)
    for row in articles:
        (price,) = items.filter(pl.col("item") == row["Artikelnr."])["price"].to_list()
        assert price == pytest.approx(float(row["Preis (brutto)"][:-2].replace(".", "").replace(",", ".")))
    assert max(items["price"]) > 1000  # with a point between thousands
    assert set(items["currency"]) == {"EUR"}
    assert "Küche" in items["category"][0]
    reviews = german.dataset.reviews().collect()
    assert {4.5, 3.5} <= set(reviews["rating"].to_list())
    times = (
        reviews["time"].cast(pl.Datetime("ms"))
        if reviews["time"].dtype.is_temporal()
        else pl.from_epoch(reviews["time"])
    )
    assert set(times.dt.year().to_list()) == {2024, 2025}


def test_german_visitors_who_never_log_in_are_told_apart_by_session(german: Started) -> None:
    (log,) = [source for source in german.dataset.manifest["sources"] if source["file"] == "klicks.csv"]
    assert log["rows"] == len(rows_of("german_webshop/klicks.csv", separator=";"))
    assert log["rejected"] == 0
    assert german.dataset.manifest["graph"]["edges"] > 500
    assert "observed" in german.dataset.splits


def test_the_german_shop_speaks_german_and_reasons_from_facts(german: Started) -> None:
    assert german.language == "de"
    shop = instead.load(german.model, wording="de")
    answers = [shop.recommend(None, item.id, 5) for item in shop.search(limit=40)]
    offers = [offer for answer in answers for offer in answer]
    assert all(offer.facts for offer in offers)
    cheaper = [fact.text for offer in offers for fact in offer.facts if "billiger" in fact.text]
    assert cheaper
    assert all("€" in text and "," in text for text in cheaper)
    assert any("97 %" in one.seen or "97%" in one.seen for one in german.weak)


def test_no_shop_offers_what_is_sold_out_and_every_item_can_be_asked_about(german: Started, google: Started) -> None:
    gone = {row["Artikelnr."] for row in rows_of("german_webshop/artikel.csv", encoding="cp1252", separator=";", skip=1)
            if row["Lagerbestand"] == "0"}  # fmt: skip
    feed = google_feed()
    out = {one.findtext(f"{GOOGLE}id") for one in feed if one.findtext(f"{GOOGLE}availability") == "out_of_stock"}
    for found, sold_out in ((german, gone), (google, out)):
        assert sold_out
        shop = instead.load(found.model)
        offered = set()
        for item in shop.search(limit=1000):
            answer = shop.recommend(None, item.id, 100)
            assert len(answer) > 0
            offered |= {offer.item for offer in answer}
        assert offered == {item.id for item in shop.search(limit=1000)} - sold_out  # new ones among them


def test_shopify_reviews_and_orders_find_their_product(shopify: Started) -> None:
    handles = {row["Handle"] for row in rows_of("shopify_shop/products_export.csv")}
    items = shopify.dataset.items
    assert set(items["item"]) == handles
    assert items["title"].null_count() == 0
    assert shopify.dataset.manifest["counts"]["reviews"] == len(rows_of("shopify_shop/judgeme_reviews.csv"))
    assert not [one for one in shopify.weak if "have no title" in one.seen]


def test_shopify_offers_say_what_reviews_say(shopify: Started) -> None:
    shop = instead.load(shopify.model)
    answers = [shop.recommend(None, item.id, 5) for item in shop.search(limit=60)]
    offers = [offer for answer in answers for offer in answer]
    better = [offer for offer in offers if any(reason.verdict == "better" for reason in offer.reasons)]
    assert len(better) > 0.4 * len(offers)
    assert any("click log" in one.advice for one in shopify.weak)


def test_google_variants_are_not_offered_for_each_other_unless_asked(google: Started) -> None:
    group = dict(google.dataset.items.select("item", "group").iter_rows())
    shop = instead.load(google.model)
    twins = [item for item, own in group.items() if list(group.values()).count(own) > 1]
    for item in twins:
        assert group[item] not in {group[offer.item] for offer in shop.recommend(None, item, 20)}
    if twins:
        asked = shop.recommend(None, twins[0], 50, filters=Filters(variants=True, any_kind=True, sold_out=True))
        assert group[twins[0]] in {group[offer.item] for offer in asked}


def test_google_sale_prices_count_and_fields_are_facts(google: Started) -> None:
    feed = {one.findtext(f"{GOOGLE}id") or "": one for one in google_feed()}
    for item, price in google.dataset.items.select("item", "price").iter_rows():
        said = feed[item].findtext(f"{GOOGLE}sale_price") or feed[item].findtext(f"{GOOGLE}price") or ""
        assert price == float(said.removesuffix(" EUR"))
    shop = instead.load(google.model)
    facts = {
        fact.text
        for item in shop.search(limit=40)
        for offer in shop.recommend(None, item.id, 5)
        for fact in offer.facts
    }
    assert any(text.startswith("color") or "color" in text for text in facts)


def test_google_events_become_choices_without_a_word_of_text(google: Started) -> None:
    with gzip.open(EXAMPLES / "google_feed_ga4" / "ga4_events.jsonl.gz", "rt") as file:
        events = [json.loads(line) for line in file]
    bought = {(row["user_pseudo_id"], row["items"][0]["item_id"]) for row in events if row["event_name"] == "purchase"}
    counts = google.dataset.manifest["counts"]
    assert counts["reviews"] == len(bought)
    assert counts["mentions"] == 0
    assert "observed" in google.dataset.splits
    assert google.figures
    assert google.chosen.split == "observed"
