"""Which column means what: usual names, a map by flags, a map by TOML."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.errors import InputError
from instead.files.columns import SYNONYMS, parse_map, resolve
from instead.preparation.sources import collect, understand
from tests.small_shop import put


@pytest.mark.parametrize("name", SYNONYMS)
def test_every_usual_name_is_known_in_any_case(name: str) -> None:
    for synonym in SYNONYMS[name]:
        for written in (synonym, synonym.upper(), synonym.capitalize()):
            assert resolve(["unrelated", written], [name], {}, file="f") == {name: written}


def test_the_more_usual_name_wins_and_a_column_serves_once() -> None:
    assert resolve(["asin", "item_id"], ["item"], {}, file="f") == {"item": "item_id"}
    assert resolve(["item", "item_id"], ["source", "item"], {}, file="f") == {"source": "item", "item": "item_id"}


def test_a_given_column_wins_over_the_usual_name() -> None:
    assert resolve(["user", "kunde"], ["user"], {"user": "kunde"}, file="f") == {"user": "kunde"}


def test_flags_win_over_toml(tmp_path: Path) -> None:
    toml = put(tmp_path / "map.toml", '[columns]\nuser = "a"\nitem = "b"\n')
    assert parse_map(["user=c=d"], toml) == {"user": "c=d", "item": "b"}
    bare = put(tmp_path / "bare.toml", 'user = "a"\n')
    assert parse_map([], bare) == {"user": "a"}


@pytest.mark.parametrize("entry", ["user", "user=", "=column", ""])
def test_a_malformed_flag_is_explained(entry: str) -> None:
    with pytest.raises(InputError, match="--map wants NAME=COLUMN"):
        parse_map([entry])


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="names colour; it may name user, item"):
        parse_map(["colour=c"])


@pytest.mark.parametrize(
    ("text", "named"), [("user = 5", "must be a text"), ("user = ", "not a TOML file"), ("\udcff", "not a TOML file")]
)
def test_a_bad_toml_map_is_explained(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "map.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=named) as caught:
        parse_map([], path)
    assert "map.toml" in str(caught.value)


def test_a_missing_toml_map_is_explained(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the column map"):
        parse_map([], tmp_path / "absent.toml")


def test_a_given_column_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", ["kunde,ware,note", "u1,i1,5", "u2,i1,4"])
    with pytest.raises(InputError, match=r"no column 'kundin' for user.*kunde, ware, note"):
        collect([path], columns={"user": "kundin", "item": "ware", "rating": "note"})


def test_one_map_serves_several_files(tmp_path: Path) -> None:
    """The map names the columns of the reviews; the items have the usual names and need none."""
    reviews = put(tmp_path / "r.csv", ["kunde,ware,note", "u1,i1,5", "u2,i1,4"])
    items = put(tmp_path / "i.csv", ["sku,title,price", "i1,Phone,9", "i2,Case,1"])
    found = collect([reviews, items], columns={"user": "kunde", "item": "ware", "rating": "note"})
    assert [source.kind for source in found.files] == ["reviews", "items"]
    assert found.files[0].understood.columns == {"user": "kunde", "item": "ware", "rating": "note"}
    assert found.files[1].understood.columns["item"] == "sku"


def test_one_column_cannot_be_two_things(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", ["id,item,rating", "u1,i1,5", "u2,i1,4"])
    with pytest.raises(InputError, match="'id'"):
        understand(path, {"user": "id", "item": "id"}, "reviews")


def test_a_file_without_the_needed_columns_says_what_it_has(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", ["who,what,how", "u1,i1,5", "u2,i1,4"])
    with pytest.raises(InputError, match=r"columns are who, what, how\. Say which is which with --map"):
        understand(path, {}, "reviews")


def test_a_map_by_position_needs_user_and_item(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", ["9,i1,u1", "8,i1,u2", "7,i2,u1"])
    found = understand(path, {"user": "c3", "item": "c2"}, "reviews")
    assert found.columns == {"user": "c3", "item": "c2"}
    with pytest.raises(InputError, match="--map"):
        understand(path, {"item": "c2"}, "reviews")
