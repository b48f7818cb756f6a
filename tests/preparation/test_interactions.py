"""A plain list of users and items: told from links by its ids, prepared to the end, honest about what it lacks."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import EmptyResult, InputError, UnknownFormat
from instead.files.shape import look
from instead.files.sharing import Sharing, shared_ids
from instead.matrices import training_mentions
from instead.mentions.stage import extract
from instead.preparation.inspection import inspect_file
from instead.preparation.prepare import prepare
from instead.preparation.sources import collect, understand
from instead.store.dataset import Dataset
from tests.small_shop import few, packed, put, put_json, shop_rows, small_settings

PAIRS = [(row["reviewerID"], row["asin"]) for row in shop_rows()]
ITEM_LINKS = [(f"i{n:02d}", f"i{(n + step) % 20:02d}") for n in range(20) for step in (1, 2, 3)]


def lines(pairs: list[tuple[str, str]], separator: str = ",", header: str | None = None) -> list[str]:
    return [*([] if header is None else [header]), *(separator.join(pair) for pair in pairs)]


@pytest.mark.parametrize("how", ["plain", "gzip", "zip"])
@pytest.mark.parametrize("separator", [",", "\t", ";", "|", " "])
def test_a_list_without_header(tmp_path: Path, separator: str, how: str) -> None:
    found = inspect_file(put(tmp_path / "orders", lines(PAIRS, separator), how))
    assert (found.kind, found.format) == ("reviews", "interactions (table without header)")
    assert found.columns == {"user": "c1", "item": "c2"}
    assert (found.rows, found.rejected, found.counts["users"], found.counts["items"]) == (300, 0, 30, 20)
    assert [found.counts[f"with {name}"] for name in ("rating", "time", "text")] == [0, 0, 0]
    assert "because of the 30 ids of the first column and the 20 of the second none stands in both" in found.notes[0]
    assert "--links FILE" in found.notes[0]


@pytest.mark.parametrize("how", ["plain", "gzip"])
@pytest.mark.parametrize("separator", [",", "\t", ";"])
@pytest.mark.parametrize("names", [("user", "item"), ("user_id", "product_id"), ("CUSTOMER_ID", "SKU")])
def test_a_list_with_header(tmp_path: Path, names: tuple[str, str], separator: str, how: str) -> None:
    found = inspect_file(put(tmp_path / "orders", lines(PAIRS, separator, separator.join(names)), how))
    assert (found.kind, found.format, found.rows) == ("reviews", "interactions (table)", 300)
    assert found.columns == {"user": names[0], "item": names[1]}


def test_numbers_under_a_header_may_be_alike(tmp_path: Path) -> None:
    """A header settles it: users 1 to 4 and items 1 to 4 are no links."""
    found = understand(put(tmp_path / "x.csv", ["user,item", "1,2", "2,3", "3,4", "4,1"]), {})
    assert (found.kind, found.format) == ("reviews", "interactions (table)")


def test_json_and_parquet(tmp_path: Path) -> None:
    rows = [{"user_id": user, "sku": item} for user, item in PAIRS]
    pl.DataFrame(rows).write_parquet(tmp_path / "orders.parquet")
    for path, container in (
        (put_json(tmp_path / "o.json", rows), "JSON lines"),
        (tmp_path / "orders.parquet", "Parquet"),
    ):
        found = inspect_file(path)
        assert (found.kind, found.format, found.counts["users"]) == ("reviews", f"interactions ({container})", 30)


def test_columns_that_are_not_used_are_named(tmp_path: Path) -> None:
    found = understand(put(tmp_path / "x.csv", ["order,user,item,quantity", "o1,u,i,2", "o2,v,i,1"]), {})
    assert found.format == "orders (table)"
    assert "not used: order, quantity" in found.notes


def test_parents_stand_for_their_variants_as_in_reviews(tmp_path: Path) -> None:
    path = put(tmp_path / "x.csv", ["user_id,asin,parent_asin", "u,B1,P1", "v,B2,P1"])
    assert understand(path, {}).columns["item"] == "parent_asin"
    assert understand(path, {"item": "asin"}).columns["item"] == "asin"


def test_columns_of_ones_own(tmp_path: Path) -> None:
    path = put(tmp_path / "x.csv", ["kunde;ware", "u;i", "v;i"])
    with pytest.raises(UnknownFormat, match=r"kunde, ware.*--reviews"):
        understand(path, {})
    found = understand(path, {"user": "kunde", "item": "ware"})
    assert (found.kind, found.columns) == ("reviews", {"user": "kunde", "item": "ware"})


def test_mentions_that_lack_their_sentiment_are_no_purchases(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat):
        understand(put(tmp_path / "x.csv", ["user,item,aspect", "u,i,battery", "v,i,screen"]), {})


def test_more_particular_formats_are_asked_first(tmp_path: Path) -> None:
    views = put(tmp_path / "v.csv", ["user,item,time", "u,a,1400000000", "u,b,1400000001"])
    links = put(tmp_path / "l.csv", ["item,substitute", "a,b", "b,a"])
    assert [understand(path, {}).kind for path in (views, links)] == ["views", "links"]


def test_names_in_the_first_row_are_no_header_when_they_come_again(tmp_path: Path) -> None:
    path = put(tmp_path / "x.csv", ["alice,phone", "bob,case", "alice,case", "bob,cable"])
    found = inspect_file(path)
    assert (found.format, found.rows) == ("interactions (table without header)", 4)


@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_columns_that_share_ids_are_links_and_say_why(tmp_path: Path, separator: str) -> None:
    path = put(tmp_path / "x", lines(ITEM_LINKS, separator))
    found = inspect_file(path)
    assert (found.kind, found.relations) == ("links", {"substitute": 60})
    assert any("20 stand in both" in note and "--reviews FILE" in note for note in found.notes)


def test_the_whole_file_decides_not_its_beginning(tmp_path: Path) -> None:
    """The first lines link one half of the shop to the other; only the rest shows that both columns are items."""
    there = [(f"a{n:03d}", f"b{n % 40:03d}") for n in range(400)]
    back = [(target, source) for source, target in there]
    assert understand(put(tmp_path / "half", lines(there)), {}).kind == "reviews"
    assert understand(put(tmp_path / "whole", lines(there + back)), {}).kind == "links"


def test_one_accident_among_hundreds_does_not_make_links(tmp_path: Path) -> None:
    pairs = [(f"u{n}", f"i{n % 200}") for n in range(400)]
    found = understand(put(tmp_path / "x", lines([*pairs, ("i7", "i8")])), {})
    assert found.kind == "reviews"
    assert "only 1 stand in both" in found.notes[0]


def test_the_users_word_overrules_both_ways(tmp_path: Path) -> None:
    alike = put(tmp_path / "numbers.csv", ["1,2", "2,3", "3,1", "1,3"])
    orders = put(tmp_path / "orders.csv", lines(PAIRS))
    assert understand(alike, {}).kind == "links"
    assert understand(alike, {}, "reviews").columns == {"user": "c1", "item": "c2"}
    assert understand(orders, {}, "links").kind == "links"
    assert [source.kind for source in collect(reviews=alike, links=orders).files] == ["reviews", "links"]
    assert understand(alike, {"user": "c2", "item": "c1"}).columns == {"user": "c2", "item": "c1"}


def test_purchases_with_a_time_are_reviews_when_said(tmp_path: Path) -> None:
    named = put(tmp_path / "named.csv", ["user,item,time", "u,a,1400000000", "v,b,1400000001"])
    bare = put(tmp_path / "bare.csv", ["u,a,1400000000", "v,b,1400000001"])
    for path in (named, bare):
        assert understand(path, {}).kind == "views"
        found = inspect_file(path, kind="reviews")
        assert (found.kind, found.counts["with time"], found.rejected) == ("reviews", 2, 0)


IDS = st.text("abc01", min_size=1, max_size=3)


@few
@given(pairs=st.lists(st.tuples(IDS, IDS), min_size=1, max_size=30))
def test_shared_ids_are_counted_as_sets_are(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    path = put(tmp_path_factory.mktemp("pairs") / "x", lines(pairs, ",", "one,other"))
    one, other = ({pair[end] for pair in pairs} for end in (0, 1))
    assert shared_ids(look(path), "one", "other") == Sharing(len(one), len(other), len(one & other))


# --- to the end, through the command line -----------------------------------------------------------------------------


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Path]:
    put(tmp_path / "orders.csv", lines(PAIRS, ",", "user_id,product_id"))
    put(tmp_path / "bare.csv.gz", lines(PAIRS), "gzip")
    put(tmp_path / "links.csv", lines(ITEM_LINKS))
    chance = random.Random(1)
    seen = [
        f"{user},{(first + step) % 20:02d},{1_400_000_000 + 100_000 * visit + step},{step}"
        for visit, (user, first) in enumerate((f"u{n % 30:02d}", chance.randrange(20)) for n in range(200))
        for step in (0, 1)
    ]
    put(tmp_path / "views.csv", ["user,item,time,bought", *(row.replace(",", ",i", 1) for row in seen)])
    yield tmp_path


def run(*words: object, code: int = 0) -> str:
    ran = CliRunner().invoke(app, [str(word) for word in words])
    assert ran.exit_code == code, ran.output
    if code and ran.exception is not None and not isinstance(ran.exception, SystemExit):
        return str(ran.exception)
    return ran.stdout


@pytest.mark.parametrize(
    ("files", "options", "edges"),
    [
        (("orders.csv",), ("--links", "links.csv"), 60),
        (("bare.csv.gz", "links.csv"), (), 60),
        (("orders.csv", "views.csv"), (), None),
        (("bare.csv.gz",), ("--without-links",), 0),
        ((), ("--reviews", "orders.csv", "--links", "links.csv"), 60),
    ],
)
def test_prepared_to_the_end(
    shop: Path, monkeypatch: pytest.MonkeyPatch, files: tuple[str, ...], options: tuple[str, ...], edges: int | None
) -> None:
    monkeypatch.chdir(shop)
    manifest = json.loads(run("prepare", *files, *options, "--out", "data", "--negatives", 5, "--json"))
    assert (manifest["counts"]["reviews"], manifest["counts"]["users"], manifest["counts"]["items"]) == (300, 30, 20)
    assert (manifest["counts"]["mentions"], manifest["funnel"]["with text"]) == (0, 0)
    if edges is None:
        assert manifest["relations"].keys() == {"also_viewed", "buy_after_viewing"}
    else:
        assert manifest["graph"]["edges"] == edges
    assert bool(manifest["splits"]) == (edges != 0)
    kept = Dataset.open(shop / "data").reviews().collect()
    assert sorted(kept.select("user", "item").iter_rows()) == sorted(PAIRS)
    assert kept["rating"].null_count() == kept["time"].null_count() == 300
    assert kept["text"].unique().to_list() == [""]


def test_the_report_says_what_was_assumed_and_what_is_missing(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    from instead.cli import terminal

    monkeypatch.setattr(terminal, "out", Console(width=300))
    printed = run("prepare", shop / "bare.csv.gz", shop / "links.csv", "--out", shop / "data", "--negatives", 5)
    for words in ("Taken as", "none stands in both", "20 stand in both", "no text to extract them from"):
        assert words in printed
    assert "run `instead extract`" not in printed
    named = run("prepare", shop / "orders.csv", "--without-links", "--out", shop / "other")
    assert "neither rating nor text" in named


def test_extract_and_train_say_that_texts_are_missing(shop: Path) -> None:
    data = prepare([shop / "orders.csv", shop / "links.csv"], out=shop / "data", settings=small_settings())
    for refused in (lambda: extract(data), lambda: training_mentions(data)):
        with pytest.raises(EmptyResult) as caught:
            refused()
        assert "no review has a text" in str(caught.value)
        assert "--mentions FILE" in str(caught.value)
        assert "instead extract" not in str(caught.value)


@pytest.mark.parametrize("name", ["numbers.csv", "views.csv"])
def test_without_reviews_the_file_that_may_be_them_is_named(shop: Path, name: str) -> None:
    put(shop / "numbers.csv", ["1,2", "2,3", "3,1", "1,3"])
    advice = f"if it lists who took which item, say --reviews {shop / name}"
    with pytest.raises(InputError, match=advice):
        prepare([shop / name], out=shop / "data", settings=small_settings())
    with pytest.raises(InputError) as caught:  # who said so needs no advice
        prepare(links=[shop / "numbers.csv"], out=shop / "data", settings=small_settings())
    assert "was taken as" not in str(caught.value)
    # a shop that can be served without people goes on, and says the same
    whole = prepare([shop / name], out=shop / "data")
    assert [row for row in whole.manifest["plan"] if row[0] == "people" and advice in row[2]]


def test_repeated_purchases_are_one_interaction(tmp_path: Path) -> None:
    path = put(tmp_path / "orders.csv", lines(PAIRS + PAIRS[:40], ",", "user,item"))
    data = prepare([path], out=tmp_path / "data", without_links=True)
    assert (data.counts["reviews"], data.manifest["funnel"]["duplicates"]) == (300, 40)


def test_a_packed_list_cut_off_is_still_recognised(tmp_path: Path) -> None:
    whole = packed("".join(line + "\n" for line in lines(PAIRS)).encode(), "gzip")
    path = tmp_path / "orders.gz"
    path.write_bytes(whole[:-20])
    found = inspect_file(path)
    assert found.kind == "reviews"
    assert found.damage is not None
