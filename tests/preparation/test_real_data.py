"""The counts that the README of the real data states, found again by reading the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.errors import TruncatedFile
from instead.preparation.inspection import Inspected, inspect_file
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings

# The protocol is not what is counted here: as little of it as possible.
SMALL: dict[str, Any] = {"negatives": 1, "choice_test": 0, "choice_validation": 0}


def counts(found: Inspected, *names: str) -> tuple[int, ...]:
    return tuple(found.counts[name] for name in names)


def test_toys(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "toys_and_games"
    files = [folder / name for name in ("rating.zip", "sentiment.zip", "also_viewed.txt.gz")]
    mentions = inspect_file(files[1])
    assert counts(mentions, "mentions", "reviews", "attributes") == (462_613, 149_877, 429)
    data = prepare(files, out=tmp_path / "data", settings=PrepareSettings.as_published(**SMALL))
    assert (data.counts["reviews"], data.counts["users"], data.counts["items"]) == (167_597, 19_412, 11_924)
    assert data.manifest["funnel"]["mentions_read"] == 462_613
    assert data.manifest["relations"] == {"also_viewed": 234_121}
    graph = data.manifest["graph"]
    assert (graph["edges"], graph["covered_items"]) == (162_030, 11_614)
    assert round(graph["mean_degree"]) in (27, 28)


def test_cell_phones(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "cell_phones"
    settings = PrepareSettings.as_published(**SMALL, min_user=1, min_item=1)
    data = prepare([folder / "mter.entry.gz", folder / "also_viewed.txt.gz"], out=tmp_path / "data", settings=settings)
    entries, funnel = data.manifest["sources"][0], data.manifest["funnel"]
    assert (entries["format"], entries["rows"], entries["rejected"]) == ("MTER entries", 75_407, 0)
    assert (funnel["read"], data.counts["users"], data.counts["items"]) == (75_407, 10_561, 13_428)
    assert (funnel["mentions_read"], funnel["attributes_read"]) == (555_083, 101)
    assert data.manifest["relations"] == {"also_viewed": 9_667}


def test_the_catalogue_of_cell_phones(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "cell_phones"
    names = ("product", "brand", "brand_p_b", "category", "category_p_c", "bought_together")
    files = [folder / f"{name}.txt.gz" for name in names]
    found = [inspect_file(path) for path in files]
    assert [one.kind for one in found] == ["names", "names", "rows", "names", "rows", "links"]
    assert [one.rows for one in found[:5]] == [10_429, 955, 10_429, 206, 10_429]
    settings = PrepareSettings.as_published(**SMALL, min_user=1, min_item=1)
    data = prepare([folder / "mter.entry.gz", *files], out=tmp_path / "data", settings=settings, without_links=True)
    assert found[5].relations == {"bought_together": 8_444}
    # As a plain loop over the files finds them; brands that are "Unknown" or blank do not count.
    described = data.manifest["described"]
    assert (described["title"], described["brand"], described["category"]) == (13_084, 4_426, 8_728)
    case = data.items.row(by_predicate=pl.col("item") == "B00AAJM81A", named=True)
    assert case["category"] == ["Cell Phones & Accessories", "Accessories", "Batteries", "Internal Batteries"]


def test_the_graph_of_jd(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "view_logs"
    files = [folder / f"jd_{name}.tsv.gz" for name in ("entity2id", "kg2id", "relation2id")]
    assert [inspect_file(path).format for path in files] == [
        "entities by number", "triples", "relations by number",
    ]  # fmt: skip
    data = prepare(
        reviews=folder / "jd_train.csv.gz", triples=files, out=tmp_path / "data", without_links=True,
        columns={"item": "sku_id", "time": "action_time"},
        settings=PrepareSettings.as_published(**SMALL, min_user=1, min_item=1),
    )  # fmt: skip
    assert data.counts["items"] == data.manifest["described"]["brand"] == data.manifest["described"]["category"]


def test_the_excerpt_of_cell_phones(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "cell_phones"
    excerpt = inspect_file(folder / "reviews_excerpt_5.json.gz")
    assert (excerpt.format, excerpt.rows, excerpt.rejected) == ("Amazon 2014 reviews", 4_777, 1)
    assert excerpt.first_rejected[0].cause.startswith("not JSON")
    settings = PrepareSettings.as_published(**SMALL, min_user=1, min_item=1)
    files = [folder / "reviews_excerpt_5.json.gz", folder / "mter.entry.gz"]
    data = prepare(files, out=tmp_path / "data", settings=settings, without_links=True)
    assert data.manifest["funnel"]["read"] == 4_776 + 75_407
    assert data.counts["reviews"] == 4_776 + 75_407 - data.manifest["funnel"]["duplicates"]
    # The texts of the excerpt meet the entries of the same review.
    with_text = data.reviews().filter(pl.col("text") != "").select("user", "item").collect()
    both = with_text.join(data.mentions.select("user", "item").unique(), on=["user", "item"], how="semi")
    assert both.height == 1_780


@pytest.mark.parametrize(
    ("folder", "name", "reviews", "links"),
    [("gift_cards", "Gift_Cards", 2_972, 1_497), ("magazine_subscriptions", "Magazine_Subscriptions", 2_375, 296)],
)
def test_raw_categories_of_2018(
    shared_data: Path, tmp_path: Path, folder: str, name: str, reviews: int, links: int
) -> None:
    files = [shared_data / folder / f"{name}_5.json.gz", shared_data / folder / f"meta_{name}.json.gz"]
    found, described = (inspect_file(path) for path in files)
    assert (found.format, found.rows, found.rejected) == ("Amazon 2018 reviews", reviews, 0)
    assert (described.format, described.rejected) == ("Amazon 2018 metadata", 0)
    settings = PrepareSettings.as_published(**SMALL, min_user=1, min_item=1)
    data = prepare(files, out=tmp_path / "data", settings=settings)
    assert data.manifest["relations"]["also_viewed"] == links
    titles = data.items["title"].drop_nulls()
    assert not titles.str.contains(r"<span|&amp;|\n").any()
    assert data.items["price"].drop_nulls().is_between(0, 100_000, closed="right").all()


def test_musical_instruments(shared_data: Path) -> None:
    found = inspect_file(shared_data / "musical_instruments" / "reviews_Musical_Instruments_5.json.gz")
    assert (found.format, found.rows, found.rejected) == ("Amazon 2014 reviews", 10_261, 0)
    assert counts(found, "users", "items") == (1_429, 900)
    assert found.counts["with text"] > 10_000


def test_office_products(shared_data: Path) -> None:
    folder = shared_data / "office_products"
    ratings = inspect_file(folder / "rating.zip")
    assert (ratings.kind, ratings.rows, *counts(ratings, "users", "items")) == ("reviews", 53_282, 3_703, 6_523)
    context = inspect_file(folder / "context.zip")
    assert (context.kind, context.relations) == ("links", {"substitute": 108_466})


def test_digital_music_is_cut_off(shared_data: Path, tmp_path: Path) -> None:
    path = shared_data / "digital_music" / "meta_Digital_Music.json.gz"
    found = inspect_file(path)
    assert (found.kind, found.format) == ("items", "Amazon 2014 metadata")
    # The README says 10,369 and 273; a plain loop over the readable lines finds these, as the reader does.
    assert (found.rows, found.relations["buy_after_viewing"], found.relations["also_viewed"]) == (7_419, 21_179, 5_093)
    assert found.damage == "the gzip stream is cut off"
    assert found.rejected == 0
    with pytest.raises(TruncatedFile, match=f"{found.rows:,} rows before that place are readable.*--keep-truncated"):
        prepare([path], out=tmp_path / "data")
    assert not (tmp_path / "data").exists()
