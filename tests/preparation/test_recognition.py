"""Each format is told by its content, plain or packed, and none is taken for another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.errors import InputError, UnknownFormat
from instead.preparation.inspection import inspect_file
from instead.preparation.sources import collect, understand
from instead.reviews.review_formats import NO_RELATION_2023
from tests.small_shop import packed, put, put_json

REVIEWS_2014 = [
    {"reviewerID": f"A{n}", "asin": f"B{n % 3}", "reviewerName": "N", "helpful": [0, 1], "reviewText": "fine, really",
     "overall": 5.0, "summary": "s", "unixReviewTime": 1_400_000_000 + n, "reviewTime": "05 13, 2014"}
    for n in range(6)
]  # fmt: skip
REVIEWS_2018 = [{**row, "verified": True, "style": {"Size:": "L"}} for row in REVIEWS_2014]
REVIEWS_2023 = [
    {"rating": 4.0, "title": "t", "text": "good", "images": [], "asin": f"B{n}", "parent_asin": f"P{n % 3}",
     "user_id": f"A{n}", "timestamp": 1_588_687_728_923, "helpful_vote": 0, "verified_purchase": True}
    for n in range(6)
]  # fmt: skip
META_2014 = [
    {"asin": f"B{n}", "title": "It's", "price": 9.5, "categories": [["X", "Y"]],
     "related": {"also_viewed": ["B1", "B2"], "also_bought": ["B9"]}}
    for n in range(3)
]  # fmt: skip
META_2018 = [
    {"asin": f"B{n}", "title": "T", "brand": "b", "category": ["X"], "price": "$5", "also_view": ["B1"], "also_buy": []}
    for n in range(3)
]
META_2023 = [
    {"main_category": "All", "title": "T", "average_rating": 4.1, "rating_number": 3, "features": [], "price": 9.99,
     "images": [{"thumb": "https://t", "large": "https://l"}], "store": "S", "categories": ["X", "Y"],
     "parent_asin": f"P{n}", "bought_together": None}
    for n in range(3)
]  # fmt: skip


def json_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def table(*rows: str) -> str:
    return "".join(row + "\n" for row in rows)


SAMPLES: dict[str, tuple[str, str, str]] = {
    # name: content, kind, format
    "reviews 2014": (json_lines(REVIEWS_2014), "reviews", "Amazon 2014 reviews"),
    "reviews 2018": (json_lines(REVIEWS_2018), "reviews", "Amazon 2018 reviews"),
    "reviews 2023": (json_lines(REVIEWS_2023), "reviews", "Amazon 2023 reviews"),
    "reviews as an array": (json.dumps(REVIEWS_2014), "reviews", "Amazon 2014 reviews"),
    "metadata 2014": (table(*map(repr, META_2014)), "items", "Amazon 2014 metadata"),
    "metadata 2018": (json_lines(META_2018), "items", "Amazon 2018 metadata"),
    "metadata 2023": (json_lines(META_2023), "items", "Amazon 2023 metadata"),
    "reviews csv": (
        table("user,item,rating,time", "u1,i1,5,1400000000", "u2,i1,4,1400000001"),
        "reviews",
        "reviews (table)",
    ),
    "reviews tsv": (
        table("user_id\tproduct_id\tstars\treview", "u1\ti1\t5\tgood", "u2\ti1\t4\tbad"),
        "reviews",
        "reviews (table)",
    ),
    "reviews without header": (
        table("u1,i1,5,1400000000", "u2,i1,4,1400000001"),
        "reviews",
        "reviews (table without header)",
    ),
    "ratings by spaces": (table("200 1 5", "1234 1 5", "7 2 3"), "reviews", "reviews (table without header)"),
    "ratings that are all the same": (
        table("u1,i1,5,1400000000", "u2,i1,5,1400000001"),
        "reviews",
        "reviews (table without header)",
    ),
    "reviews json": (json_lines([{"user": "u", "item": "i", "stars": 3}] * 2), "reviews", "reviews (JSON lines)"),
    "items csv": (table("sku,name,price", "a,Phone,9", "b,Case,1"), "items", "items (table)"),
    "cornac": (table("u1,i1,paint:great:1", "u1,i2,game:great:1,money:worth:-1"), "mentions", "Cornac mentions"),
    "mter": (table("0,0,5.0,0:1 0:1", "1,0,4.0,1:1 2:-1"), "mentions", "MTER entries"),
    "lexicon": (table("[1]\tbattery|good\t10\t2", "[-1]\tscreen|dim\t3\t1"), "mentions", "Sentires lexicon"),
    "profile": (
        table("e\tx\ti1", "f\tbattery", "o\tgood\t1", "s\tThe battery is good. (1)"),
        "mentions",
        "Sentires profile",
    ),
    "mentions csv": (
        table("user,item,aspect,polarity", "u,i,battery,1", "u,j,screen,-1"),
        "mentions",
        "mentions (table)",
    ),
    "adjacency": (table("B001,B002,B003", "B002,B001", "B003,B001,B002,B004"), "links", "adjacency lines"),
    "adjacency with a lonely item": (table("B001,B002,B003", "B002", "B003,B001"), "links", "adjacency lines"),
    "pairs": (table("B001,B002", "B002,B003", "B003,B001"), "links", "adjacency lines"),
    "edges with header": (
        table("source,target,relation", "B1,B2,also_viewed", "B2,B1,substitute"),
        "links",
        "edges (table)",
    ),
    "edges with weights": (table("source,target,weight", "B1,B2,0.5", "B2,B1,7"), "links", "edges (table)"),
    "edges json": (json_lines([{"source": "a", "target": "b"}] * 2), "links", "edges (JSON lines)"),
    "weighted edges without header": (table("2 1 1", "24 1 1", "3494 1 1"), "links", "edges (table without header)"),
    "edges by tabs": (table("B001\tB002", "B002\tB003", "B003\tB001"), "links", "edges (table without header)"),
    "view log": (table("user,item,time,bought", "u,a,1400000000,0", "u,b,1400000001,1"), "views", "view log (table)"),
    "view log without purchases": (
        table("session_id,item_id,timestamp", "s,a,1400000000", "s,b,1400000001"),
        "views",
        "view log (table)",
    ),
    "view log without header": (
        table("u,a,1400000000,0", "u,b,1400000001,1"),
        "views",
        "view log (table without header)",
    ),
    "view log of three columns": (
        table("u,a,1400000000", "u,b,1400000001"),
        "views",
        "view log (table without header)",
    ),
    "view log in milliseconds": (
        table("u,a,1400000000000", "u,b,1400000001000"),
        "views",
        "view log (table without header)",
    ),
}


@pytest.mark.parametrize("how", ["plain", "gzip", "xz", "zip"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_each_format_is_recognised(tmp_path: Path, sample: str, how: str) -> None:
    content, kind, name = SAMPLES[sample]
    path = tmp_path / "file.dat"
    path.write_bytes(packed(content.encode(), how))
    found = understand(path, {})
    assert (found.kind, found.format) == (kind, name)


@pytest.mark.parametrize("sample", [name for name in SAMPLES if name not in ("mter", "profile")])
def test_each_format_is_read_whole(tmp_path: Path, sample: str) -> None:
    content, kind, _ = SAMPLES[sample]
    found = inspect_file(put(tmp_path / "file.dat", content))
    assert found.kind == kind
    assert found.rejected == 0
    assert found.rows >= 2


@pytest.mark.parametrize(
    "sample", [name for name in SAMPLES if "array" not in name and name not in ("mter", "profile")]
)
def test_a_broken_line_among_twenty_does_not_change_what_a_file_is(tmp_path: Path, sample: str) -> None:
    content, kind, name = SAMPLES[sample]
    lines = content.splitlines()
    longer = lines + lines[1:] * 20
    longer.insert(7, "{ this line; is broken")
    found = understand(put(tmp_path / "file.dat", longer), {})
    assert (found.kind, found.format) == (kind, name)


@pytest.mark.parametrize(
    ("sample", "relations"),
    [
        ("metadata 2014", ("also_viewed", "also_bought")),
        ("metadata 2018", ("also_viewed", "also_bought")),
        ("metadata 2023", ()),
        ("view log", ("also_viewed", "buy_after_viewing")),
        ("view log without purchases", ("also_viewed",)),
        ("edges with header", ()),
    ],
)
def test_relations_that_a_file_carries(tmp_path: Path, sample: str, relations: tuple[str, ...]) -> None:
    assert understand(put(tmp_path / "file.dat", SAMPLES[sample][0]), {}).relations == relations


@pytest.mark.parametrize("name", ["also_viewed", "buy_after_viewing", "bought_together", "also_bought"])
def test_the_name_of_a_link_file_names_its_relation(tmp_path: Path, name: str) -> None:
    path = put(tmp_path / f"{name.replace('_', '-').upper()}.txt.gz", SAMPLES["adjacency"][0])
    assert understand(path, {}).relations == (name,)


def test_the_name_of_a_folder_names_no_relation(tmp_path: Path) -> None:
    folder = tmp_path / "also_viewed"
    folder.mkdir()
    assert understand(put(folder / "links.txt", SAMPLES["adjacency"][0]), {}).relations == ("substitute",)


@pytest.mark.parametrize("sample", ["reviews 2023", "metadata 2023"])
def test_2023_says_that_it_has_no_relation(tmp_path: Path, sample: str) -> None:
    notes = inspect_file(put(tmp_path / "file.dat", SAMPLES[sample][0])).notes
    assert notes == (NO_RELATION_2023,)
    assert "--links" in notes[0]
    assert "--views" in notes[0]


def test_2023_reviews_go_by_the_parent_and_are_read(tmp_path: Path) -> None:
    found = inspect_file(put_json(tmp_path / "r.jsonl", REVIEWS_2023))
    assert found.columns["item"] == "parent_asin"
    assert found.counts["items"] == 3
    assert found.counts["with time"] == 6


def test_parquet_with_and_without_a_map(tmp_path: Path) -> None:
    frame = pl.DataFrame({"user": ["u", "v"], "item": [1, 2], "rating": [5, 4], "time": [None, 1_400_000_000]})
    frame.write_parquet(tmp_path / "r.parquet")
    found = inspect_file(tmp_path / "r.parquet")
    assert (found.kind, found.format, found.rows) == ("reviews", "reviews (Parquet)", 2)
    frame.rename({"user": "kunde", "item": "ware"}).write_parquet(tmp_path / "odd.parquet")
    with pytest.raises(UnknownFormat, match="kunde, ware"):
        understand(tmp_path / "odd.parquet", {})
    found = inspect_file(tmp_path / "odd.parquet", columns={"user": "kunde", "item": "ware"})
    assert (found.kind, found.counts["users"], found.counts["items"]) == ("reviews", 2, 2)


def test_parquet_of_items_views_links_and_mentions(tmp_path: Path) -> None:
    made = {
        "items": pl.DataFrame({"asin": ["a"], "title": ["t"], "category": [["X", "Y"]]}),
        "views": pl.DataFrame({"user": ["a"], "item": ["t"], "time": [1_400_000_000]}),
        "links": pl.DataFrame({"source": ["a"], "target": ["t"]}),
        "mentions": pl.DataFrame({"user": ["a"], "item": ["t"], "attribute": ["x"], "sentiment": [1]}),
    }
    for kind, frame in made.items():
        frame.write_parquet(tmp_path / kind)
        assert inspect_file(tmp_path / kind).kind == kind


def test_parquet_dates_bytes_and_lists(tmp_path: Path) -> None:
    frame = pl.DataFrame({"user": [b"u", b"v\xff"], "item": ["a", "b"], "text": [["x", "y"], None]})
    frame = frame.with_columns(pl.Series("time", ["2014-05-13", None]).str.to_date())
    frame.write_parquet(tmp_path / "r.parquet")
    found = inspect_file(tmp_path / "r.parquet")
    assert (found.rows, found.rejected, found.counts["with time"], found.counts["with text"]) == (2, 0, 1, 1)


def test_damaged_parquet_is_an_error_in_words(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    pl.DataFrame({"user": [f"u{n}" for n in range(5000)], "item": "i", "rating": 5}).write_parquet(path)
    whole = path.read_bytes()
    for broken in (whole[:-30], whole[: len(whole) // 2], whole[:4] + bytes(2000) + whole[2004:], b"PAR1"):
        path.write_bytes(broken)
        with pytest.raises(InputError, match="Parquet"):
            inspect_file(path)


def test_csv_and_json_with_a_map(tmp_path: Path) -> None:
    given = {"user": "wer", "item": "was", "rating": "wie"}
    for path in (
        put(tmp_path / "r.csv", ["wer;was;wie", "u;i;5", "v;i;4"]),
        put_json(tmp_path / "r.jsonl", [{"wer": "u", "was": "i", "wie": 5}, {"wer": "v", "was": "i", "wie": 4}]),
    ):
        with pytest.raises(UnknownFormat):
            understand(path, {})
        found = inspect_file(path, columns=given)
        assert (found.kind, found.columns, found.counts["users"]) == ("reviews", given, 2)


def test_the_kind_can_be_said(tmp_path: Path) -> None:
    """`user,item,rating` without a header and `source,target,weight` look alike: then the user's word counts."""
    path = put(tmp_path / "x.csv", ["a,b,0.5", "b,c,0.75", "c,a,3.5"])
    assert understand(path, {}).kind == "reviews"
    links = understand(path, {}, "links")
    assert (links.kind, links.columns) == ("links", {"source": "c1", "target": "c2"})
    same = put(tmp_path / "same.csv", ["u1,i1,5", "u2,i1,5", "u3,i2,5"])
    assert understand(same, {}, "reviews").columns == {"user": "c1", "item": "c2", "rating": "c3"}


@pytest.mark.parametrize("kind", ["items", "mentions", "views"])
def test_a_file_that_cannot_be_what_was_said_is_refused(tmp_path: Path, kind: Any) -> None:
    path = put(tmp_path / "x.txt", SAMPLES["adjacency"][0])
    with pytest.raises(UnknownFormat, match=f"cannot be read as {kind}"):
        understand(path, {}, kind)


@pytest.mark.parametrize(
    "content",
    [
        b"just some prose\nwithout any structure at all\n",
        b"{ neither json\n{ nor a literal\n",
        b"\x00\x01\x02binary\n",
        b"\x89PNG\r\n\x1a\n\0\0",
    ],
)
def test_what_is_none_of_the_formats_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(UnknownFormat) as caught:
        understand(path, {})
    assert str(path) in str(caught.value)


def test_only_blank_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="only blank lines"):
        understand(put(tmp_path / "x", "\n  \n\n"), {})


def test_nothing_readable_in_a_packed_file(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(packed(b"", "gzip"))
    with pytest.raises(InputError, match="nothing readable inside: the file is empty"):
        understand(path, {})
    path.write_bytes(packed(b"text\n" * 9, "gzip")[:12])
    with pytest.raises(InputError, match="nothing readable inside: the gzip stream is cut off"):
        understand(path, {})


def test_blank_lines_above_a_header_do_not_make_it_a_row(tmp_path: Path) -> None:
    found = inspect_file(put(tmp_path / "x.csv", ["", "user,item,rating", "u,i,5", "v,i,4"]))
    assert (found.rows, found.rejected, found.counts["users"]) == (2, 0, 2)


def test_a_file_named_twice_is_refused(tmp_path: Path) -> None:
    path = put_json(tmp_path / "r.json", REVIEWS_2014)
    with pytest.raises(InputError, match="named twice"):
        collect([path], reviews=tmp_path / "." / "r.json")


def test_links_may_be_given_with_their_relation(tmp_path: Path) -> None:
    one, other = put(tmp_path / "a.txt", SAMPLES["adjacency"][0]), put(tmp_path / "b.txt", SAMPLES["pairs"][0])
    by_name = collect(links={"also_viewed": one, "substitute": other})
    by_text = collect(links=[f"also_viewed={one}", str(other)])
    assert [source.relation for source in by_name.files] == ["also_viewed", "substitute"]
    assert [source.relation for source in by_text.files] == ["also_viewed", "substitute"]
