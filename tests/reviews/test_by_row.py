"""Catalogues in pieces: lists of names by row, and row numbers into them."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import InputError, TruncatedFile
from instead.files.rejects import FileTally, RejectLog
from instead.preparation.inspection import inspect_file
from instead.preparation.prepare import prepare
from instead.preparation.sources import collect, understand
from instead.reviews.by_row import fill_named, read_by_row, read_rows
from instead.reviews.items import Described
from instead.settings import ReadSettings
from instead.store.dataset import Dataset
from tests.small_shop import few, packed, put, put_json, shop_meta, shop_rows, small_settings

READ = ReadSettings()


def pieces(folder: Path, **files: list[str]) -> dict[str, Path]:
    """The files of a catalogue of four items, of which some may be other than usual."""
    usual = {
        "product": ["a", "b", "c", "d"],
        "brand": ["Unknown", "Acme", "", "Zork & Co"],
        "brand_p_b": ["1", "", "3", "0"],
        "category": ["Shop", "Kettles", "Kitchen"],
        "category_p_c": ["1 0 2", "0 2", "0", ""],
    }
    return {name: put(folder / f"{name}.txt", lines) for name, lines in (usual | files).items()}


def read(paths: dict[str, Path], *, known: set[str] | None = None, settings: ReadSettings = READ) -> Described:
    sources = collect(paths.values())
    described = Described()
    by = (sources.by_column("names"), sources.by_column("rows"))
    with RejectLog() as log:
        read_by_row(*by, described, log, settings, known=known)
    return described


def column(described: Described, name: str) -> dict[str, Any]:
    return {item: row[name] for item, row in described.rows.items() if row[name] is not None}


def test_brands_and_categories_are_found_by_row(tmp_path: Path) -> None:
    described = read(pieces(tmp_path))
    assert column(described, "brand") == {"a": "Acme", "c": "Zork & Co"}  # "Unknown" is no brand that d has
    assert column(described, "category") == {
        "a": ["Shop", "Kitchen", "Kettles"],
        "b": ["Shop", "Kitchen"],
        "c": ["Shop"],
    }


def test_rows_without_a_name_are_counted(tmp_path: Path) -> None:
    paths = pieces(tmp_path, brand_p_b=["2", "0", "1 2", "3"])
    sources = collect(paths.values())
    with RejectLog() as log:
        read_by_row(sources.by_column("names"), sources.by_column("rows"), Described(), log, READ)
    repaired = log.tally(str(paths["brand_p_b"])).repaired
    assert repaired == {"row numbers of lines without a name of brand left out": 3}


def test_only_known_items_are_described(tmp_path: Path) -> None:
    assert set(read(pieces(tmp_path), known={"b", "c", "other"}).rows) == {"b", "c"}


def test_what_was_said_before_stays(tmp_path: Path) -> None:
    described = Described()
    described.fill("a", "brand", "Nadir")
    described.fill("a", "title", "A kettle")
    fill_named(described, "brand", [("a", ["Acme"]), ("b", ["Acme"])], READ, FileTally())
    assert column(described, "brand") == {"a": "Nadir", "b": "Acme"}
    assert {name: count for name, count in described.counts().items() if count} == {"title": 1, "brand": 2}


TREE = {"shop": None, "home": "shop", "garden": "shop", "kitchen": "home", "kettles": "kitchen", "spades": "garden"}
"""Category -> the wider one; every one of them has items of its own below."""


def path_of(leaf: str) -> list[str]:
    wider = TREE[leaf]
    return [leaf] if wider is None else [*path_of(wider), leaf]


@given(st.lists(st.sampled_from(sorted(TREE)), min_size=1, max_size=30), st.randoms(use_true_random=False))
@few
def test_a_set_of_categories_that_is_one_path_comes_out_as_the_path(leaves: list[str], chance: Any) -> None:
    """Wherever a category has an item that the one inside it has not: the order of the file says nothing."""
    leaves = [*leaves, *TREE]  # one item that ends at each category: wider ones hold strictly more
    values = [(f"i{place}", path_of(leaf)) for place, leaf in enumerate(leaves)]
    shuffled = [(item, chance.sample(path, len(path))) for item, path in values]
    described = Described()
    fill_named(described, "category", shuffled, READ, FileTally())
    assert column(described, "category") == dict(values)


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=20), st.sampled_from(["plain", "gzip"]))
@few
def test_blank_lines_keep_their_place(rows: list[list[int]], how: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = put(Path(folder) / "x", [" ".join(map(str, own)) for own in [[7], *rows]], how)
        with RejectLog() as log:
            assert read_rows(understand(path, {}, "rows"), log, READ) == [[7], *rows]
            assert log.tally(str(path)).rows == len(rows) + 1


def test_a_last_line_without_line_end_is_a_row(tmp_path: Path) -> None:
    with RejectLog() as log:
        assert read_rows(understand(put(tmp_path / "x", "1\n\n2"), {}, "rows"), log, READ) == [[1], [], [2]]
        assert read_rows(understand(put(tmp_path / "y", "1\r\n\r\n2\r\n"), {}, "rows"), log, READ) == [[1], [], [2]]


WRONG: dict[str, tuple[dict[str, list[str]], str]] = {
    "row out of range": (
        {"brand_p_b": ["1", "", "4", "0"]},
        r"brand_p_b.txt:3: row 4 is not in .*brand.txt, which has the rows 0 to 3",
    ),
    "too few rows": (
        {"brand_p_b": ["1", "", "3"]},
        r"brand_p_b.txt:4: 3 lines of row numbers for 4 lines of .*product.txt",
    ),
    "too many rows": (
        {"category_p_c": ["1", "0", "0", "", "2"]},
        r"category_p_c.txt:5: 5 lines of row numbers for 4 lines of .*product.txt",
    ),
    "no numbers further down": (
        {"brand_p_b": ["1"] * 300 + ["Acme"], "product": ["a"] * 301},
        r"brand_p_b.txt:301: expected row numbers separated by blanks, found 'Acme'",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_files_that_do_not_fit_are_one_sentence_with_file_and_line(tmp_path: Path, case: str) -> None:
    files, message = WRONG[case]
    with pytest.raises(InputError, match=message):
        read(pieces(tmp_path, **files))


@pytest.mark.parametrize(
    ("left_out", "message"),
    [
        ("product", "brand_p_b.txt: row numbers of brand need a list of the items, .* --names item=FILE"),
        ("brand", "brand_p_b.txt: row numbers of brand need a list of the names of brand, .* --names brand=FILE"),
        ("brand_p_b", "brand.txt: a list of brand names by row, but no file says .* --rows brand=FILE"),
    ],
)
def test_a_missing_file_is_named_before_anything_is_read(tmp_path: Path, left_out: str, message: str) -> None:
    paths = pieces(tmp_path)
    del paths[left_out]
    with pytest.raises(InputError, match=message):
        collect(paths.values())


def test_a_list_of_items_alone_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"product.txt: a list of item names by row.*--rows COLUMN=FILE"):
        collect([pieces(tmp_path)["product"]])


def test_a_list_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    paths, chance = pieces(tmp_path), random.Random(0)
    rows = put(tmp_path / "rows", [str(chance.randrange(4)) for _ in range(4000)], "gzip")
    whole = put(tmp_path / "product.txt", [f"i{place}" for place in range(4000)])
    rows.write_bytes(rows.read_bytes()[:-200])
    given: dict[str, Any] = {
        "names": {"item": whole, "brand": paths["brand"]},
        "rows": {"brand": rows},
    }
    sources = collect(**given)
    by = (sources.by_column("names"), sources.by_column("rows"))
    with RejectLog() as log, pytest.raises(TruncatedFile, match="--keep-truncated"):
        read_by_row(*by, Described(), log, READ)
    described = Described()
    with RejectLog() as log:
        read_by_row(*by, described, log, ReadSettings(keep_truncated=True))
    assert 0 < sum(row["brand"] is not None for row in described.rows.values()) < 4000


@pytest.mark.parametrize(
    ("name", "lines", "kind", "column_"),
    [
        ("product.txt", ["a", "b"], "names", "item"),
        ("Brands.txt.gz", ["Acme", "Zork & Co"], "names", "brand"),
        ("categories.txt", ["Shop", "Kettles and more"], "names", "category"),
        ("brand.txt", ["17", "4"], "names", "brand"),  # names may be numbers: the name of the file tells them apart
        ("brand_of_product.txt", ["17", "", "4 5 6"], "rows", "brand"),
        ("category-rows.txt", ["17 1", "4", "1 2 3"], "rows", "category"),
    ],
)
def test_they_are_told_by_lines_and_name_together(
    tmp_path: Path, name: str, lines: list[str], kind: str, column_: str
) -> None:
    found = inspect_file(put(tmp_path / name, lines))
    assert (found.kind, list(found.columns)) == (kind, [column_])
    assert f"--{kind} COLUMN=FILE" in found.notes[0]
    assert found.rows == len(lines)


@pytest.mark.parametrize(
    ("name", "lines", "kind"),
    [
        ("brand_p_b.txt", ["1 2", "2 1", "3 1"], "links"),  # two ids on each line may as well be links
        ("brand.txt", ["a,b,c", "b,a", "c,a,b,d"], "links"),
        ("product.csv", ["sku,name,price", "a,Phone,9", "b,Case,1"], "items"),
    ],
)
def test_another_reading_that_fits_goes_first(tmp_path: Path, name: str, lines: list[str], kind: str) -> None:
    assert understand(put(tmp_path / name, lines), {}).kind == kind


@pytest.mark.parametrize("name", ["shelf.txt", "rows.txt", "brandy_p_b.txt", "product_p_b.txt"])
def test_a_name_that_says_nothing_is_not_guessed_at(tmp_path: Path, name: str) -> None:
    path = put(tmp_path / name, ["1", "", "2 3"])
    with pytest.raises(InputError, match="cannot be read as"):
        understand(path, {})
    assert understand(path, {}, "rows").columns == {}
    with pytest.raises(InputError, match="say which column of items it is, for example --rows brand=FILE"):
        collect(rows=path)


def test_a_word_overrules_name_and_look(tmp_path: Path) -> None:
    """Two row numbers on each line look like links, and `makers.txt` like nothing."""
    items = put(tmp_path / "brand.txt", ["a", "b", "c"])
    makers, rows = put(tmp_path / "makers.txt", ["Acme", "Zork"]), put(tmp_path / "links.txt", ["0 1", "1 0", "1 0"])
    for sources in (
        collect(names={"item": items, "brand": makers}, rows={"brand": rows}),
        collect(names=[f"item={items}", f"brand={makers}"], rows=f"brand={rows}"),
    ):
        described = Described()
        with RejectLog() as log:
            read_by_row(sources.by_column("names"), sources.by_column("rows"), described, log, READ)
        assert column(described, "brand") == {"a": "Acme", "b": "Zork", "c": "Zork"}


def test_columns_that_items_do_not_have_are_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "x.txt", ["red", "blue"])
    with pytest.raises(InputError, match="--names colour=FILE: the column may be item, title, brand"):
        collect(names={"colour": path})


def test_two_lists_of_one_column_are_refused(tmp_path: Path) -> None:
    paths = pieces(tmp_path)
    other = put(tmp_path / "brands.txt", ["Acme"])
    with pytest.raises(InputError, match=r"brands.txt: is names of brand, and so is .*brand.txt"):
        collect([*paths.values(), other])


def test_parquet_is_no_list_of_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read as names"):
        understand(put_json(tmp_path / "x", [{"a": 1}]), {}, "names")


def test_prepare_fills_what_metadata_leave_open(tmp_path: Path) -> None:
    bare = [{key: row[key] for key in ("asin", "title", "price", "also_view")} for row in shop_meta()]
    bare[3]["brand"] = "Own"
    items = [f"i{place:02d}" for place in range(20)]
    paths = pieces(
        tmp_path, product=[*reversed(items), "gone"], brand_p_b=["1"] * 10 + ["3"] * 10 + ["1"],
        category_p_c=["2 0", "0 2 0"] * 10 + ["0"],
    )  # fmt: skip
    files = [put_json(tmp_path / "r.json", shop_rows()), put_json(tmp_path / "m.json", bare), *paths.values()]
    data = prepare(files, out=tmp_path / "data", settings=small_settings())
    told = {name: count for name, count in data.manifest["described"].items() if count}
    assert told == {"title": 20, "brand": 20, "category": 20, "price": 20, "currency": 20}
    brands = dict(zip(data.items["item"], data.items["brand"], strict=True))
    assert brands == {item: "Zork & Co" if place < 10 else "Acme" for place, item in enumerate(items)} | {"i03": "Own"}
    assert data.items["category"].to_list() == [["Shop", "Kitchen"]] * 20
    kinds = {source["file"]: source["kind"] for source in data.manifest["sources"]}
    assert (kinds["product.txt"], kinds["brand_p_b.txt"]) == ("names", "rows")


def test_packed_and_plain_are_the_same(tmp_path: Path) -> None:
    plain = read(pieces(tmp_path))
    for path in tmp_path.glob("*.txt"):
        path.write_bytes(packed(path.read_bytes(), "xz"))
    again = read({path.stem: path for path in sorted(tmp_path.glob("*.txt"))})
    assert plain.rows == again.rows


def test_the_command_line_takes_them_by_column(tmp_path: Path) -> None:
    reviews = put_json(tmp_path / "r.json", shop_rows())
    items = put(tmp_path / "skus.txt", [f"i{place:02d}" for place in range(20)])
    makers, rows = put(tmp_path / "makers.txt", ["Acme", "Zork"]), put(tmp_path / "made.txt", ["0", "1"] * 10)
    words = ["--names", f"item={items}", "--names", f"brand={makers}", "--rows", f"brand={rows}", "--without-links"]
    made = CliRunner().invoke(app, ["prepare", str(reviews), *words, "--out", str(tmp_path / "data")])
    assert made.exit_code == 0, made.output
    assert "20 with brand" in made.output
    assert Dataset.open(tmp_path / "data").items["brand"].to_list() == ["Acme", "Zork"] * 10
