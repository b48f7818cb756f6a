"""What is a file of links and what is a view log, at the edges where one could be taken for the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.files.shape import Shape, look
from instead.files.times import is_time
from instead.files.understood import Understood
from instead.reviews.interaction_formats import is_id
from instead.substitutes.link_formats import recognise_links, relation_of
from instead.substitutes.view_formats import recognise_views
from tests.small_shop import put, put_json


def shape(folder: Path, *lines: str, name: str = "file.txt") -> Shape:
    return look(put(folder / name, lines))


def links(folder: Path, *lines: str, name: str = "file.txt") -> Understood | None:
    return recognise_links(shape(folder, *lines, name=name), {})


def views(folder: Path, *lines: str) -> Understood | None:
    return recognise_views(shape(folder, *lines), {})


@pytest.mark.parametrize(
    ("cell", "is_one"),
    [("a", True), ("", False), ("  ", False), (" B01 ", True), ("x" * 40, True), ("x" * 41, False), ("a b", False),
     ("a:b", False), ("a|b", False), ("[a]", False)],
)  # fmt: skip
def test_ids_are_short_words(cell: str, is_one: bool) -> None:
    assert is_id(cell) is is_one


@pytest.mark.parametrize(
    ("value", "is_one"),
    [("100000000", False), ("100000001", True), (1_400_000_000, True), ("12.5", False), ("", False)],
)
def test_times_are_seconds_since_1970_of_some_years(value: object, is_one: bool) -> None:
    assert is_time(value) is is_one


@pytest.mark.parametrize(
    ("name", "relation"),
    [("Also-Viewed.txt.gz", "also_viewed"), ("also viewed.csv", "also_viewed"), ("my_complement.csv", "complement"),
     ("also_bought/links.csv", "substitute"), ("links.csv", "substitute")],
)  # fmt: skip
def test_a_name_names_a_relation(name: str, relation: str) -> None:
    assert relation_of(name) == relation


def test_edges_carry_the_relation_of_their_name_unless_they_have_a_column(tmp_path: Path) -> None:
    plain = links(tmp_path, "source,target", "a,b", "b,c", name="also_viewed.csv")
    own = links(tmp_path, "source,target,relation", "a,b,x", "b,c,x", name="also_bought.csv")
    assert plain is not None
    assert own is not None
    assert (plain.format, plain.relations, dict(plain.columns)) == (
        "edges (table)", ("also_viewed",), {"source": "source", "target": "target"},
    )  # fmt: skip
    assert own.relations == ()
    assert links(tmp_path, "user,item", "a,b", "b,c") is None


def test_two_ids_and_a_one_are_edges_and_other_numbers_are_not(tmp_path: Path) -> None:
    found = links(tmp_path, "2 1 1", "24 1 1")
    assert found is not None
    assert (found.format, dict(found.columns)) == ("edges (table without header)", {"source": "c1", "target": "c2"})
    assert found.relations == ("substitute",)
    assert "constant weight by position" in found.notes[0]
    assert links(tmp_path, "2 1 5", "24 1 3", "7 3 1") is None


def test_pairs_by_tabs_are_edges(tmp_path: Path) -> None:
    found = links(tmp_path, "B001\tB002", "B002\tB003", name="also_viewed.tsv")
    assert found is not None
    assert (found.format, found.relations) == ("edges (table without header)", ("also_viewed",))
    assert "source and target by position" in found.notes[0]


def test_ids_by_commas_are_adjacency_lines(tmp_path: Path) -> None:
    found = links(tmp_path, "B001,B002,B003", "B002", "B003,B001", name="also_viewed.txt")
    assert found is not None
    assert (found.format, dict(found.columns), found.relations) == ("adjacency lines", {}, ("also_viewed",))


def test_a_list_of_lonely_ids_is_no_file_of_links(tmp_path: Path) -> None:
    assert links(tmp_path, "B001", "B002", "B003", "B004") is None
    assert links(tmp_path, "B001,B002", "B002", "B003", "B004") is None  # a quarter with neighbours is too few


def test_lines_of_numbers_and_times_are_no_links(tmp_path: Path) -> None:
    assert links(tmp_path, "u1,i1,4.5,1400000000", "u2,i2,3.5,1400000001", "u3,i1,1.0,1400000002") is None


def test_a_view_log_without_header_says_what_was_assumed(tmp_path: Path) -> None:
    found = views(tmp_path, "u,a,1400000000", "u,b,1400000001", "v,a,1400000002")
    assert found is not None
    assert dict(found.columns) == {"user": "c1", "item": "c2", "time": "c3"}
    assert (found.kind, found.relations) == ("views", ("also_viewed",))
    assert found.notes == ("no header: columns taken as user, item, time by position (--map changes that)",)


def test_a_view_log_that_tells_purchases_carries_two_relations(tmp_path: Path) -> None:
    for lines in (["user,item,time,bought", "u,a,1400000000,1", "u,b,1400000001,0"],
                  ["u,a,1400000000,1", "u,b,1400000001,0", "v,b,1400000001,0"]):  # fmt: skip
        found = views(tmp_path, *lines)
        assert found is not None
        assert found.relations == ("also_viewed", "buy_after_viewing")


@pytest.mark.parametrize(
    "lines",
    [
        ["u,a", "u,b", "v,a"],
        ["u,a,1400000000,1,x", "u,b,1400000001,0,x", "v,b,1400000001,0,x"],
        ["u,a,5", "u,b,4", "v,a,3"],
        ["user,item", "u,a", "u,b"],
    ],
    ids=["no time", "five columns", "ratings", "a header without time"],
)
def test_what_is_no_view_log(tmp_path: Path, lines: list[str]) -> None:
    assert views(tmp_path, *lines) is None


def test_views_come_as_json_but_not_as_python(tmp_path: Path) -> None:
    rows = [{"user": "u", "item": "a", "time": 1_400_000_000}] * 3
    found = recognise_views(look(put_json(tmp_path / "v.json", rows)), {})
    assert found is not None
    assert found.format == "view log (JSON lines)"
    python = look(put(tmp_path / "v.txt", [repr(row) for row in rows]))
    assert python.container == "Python literals"
    assert recognise_views(python, {}) is None
