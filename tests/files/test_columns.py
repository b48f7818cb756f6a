"""Which column means what: usual names, a map by flags, a map by TOML."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from instead.errors import InputError
from instead.files.columns import parse_map, resolve
from instead.files.field_names import FIELD_NAMES, field_name
from instead.files.known_names import KNOWN_NAMES, LAST, ONLY_IN
from instead.preparation.sources import collect, understand
from instead.reviews.review_formats import UNSIGNED
from tests.small_shop import put


def written_as(name: str) -> list[str]:
    """A name as others write it."""
    return [name, name.upper(), name.capitalize(), name.replace("_", " "), name.replace(" ", "_"), f" {name}.",
            name.replace("_", "-"), unicodedata.normalize("NFD", name)]  # fmt: skip


@pytest.mark.parametrize("name", KNOWN_NAMES)
def test_every_known_name_is_known_however_it_is_written(name: str) -> None:
    for known in (*KNOWN_NAMES[name], *LAST.get(name, ())):
        for written in written_as(known):
            assert resolve(["unrelated", written], [name], {}, file="f") == {name: written}


@pytest.mark.parametrize("table", ONLY_IN)
def test_some_names_are_known_in_one_kind_of_table_only(table: str) -> None:
    for name, known in ONLY_IN[table].items():
        for written in known:
            assert resolve([written], [name], {}, file="f", table=table) == {name: written}
            if written not in (*KNOWN_NAMES[name], *LAST.get(name, ())):
                assert resolve([written], [name], {}, file="f", table="links") == {}


def test_an_id_is_that_of_an_item_in_a_table_of_items_only() -> None:
    assert resolve(["id"], ["item"], {}, file="f", table="items") == {"item": "id"}
    assert resolve(["id"], ["item"], {}, file="f", table="reviews") == {}
    assert resolve(["id", "sku"], ["item"], {}, file="f", table="items") == {"item": "sku"}
    assert resolve(["ean", "id"], ["item"], {}, file="f", table="items") == {"item": "id"}
    assert resolve(["product", "id"], ["item", "title"], {}, file="f", table="items") == {
        "item": "id",
        "title": "product",
    }


@pytest.mark.parametrize(
    ("columns", "meant"),
    [
        (["Kundennr.", "Art.-Nr.", "Bewertung", "Datum"], {"user", "item", "rating", "time"}),
        (["N\u00b0 client", "R\u00e9f\u00e9rence", "Note", "Avis"], {"user", "item", "rating", "text"}),
        (["ID cliente", "C\u00f3digo producto", "Valoraci\u00f3n", "Fecha"], {"user", "item", "rating", "time"}),
        (["Usuario", "Producto", "Rese\u00f1a"], {"user", "item", "text"}),
        (["Codice cliente", "Codice articolo", "Voto", "Recensione"], {"user", "item", "rating", "text"}),
        (["Klantnummer", "Artikelnummer", "Beoordeling", "Datum"], {"user", "item", "rating", "time"}),
        (["ID do cliente", "C\u00f3digo do produto", "Avalia\u00e7\u00e3o"], {"item", "rating"}),
        (["Nr klienta", "Kod produktu", "Ocena", "Opinia"], {"user", "item", "rating", "text"}),
        (["KUNDEN_NR", "ArtikelNummer", "Sterne"], {"user", "item", "rating"}),
        (["Kaeufer", "Artikel-Nr", "Wertung"], {"user", "item", "rating"}),
    ],
)  # fmt: skip
def test_headers_of_other_languages(columns: list[str], meant: set[str]) -> None:
    assert set(resolve(columns, ["user", "item", "rating", "text", "time"], {}, file="f")) == meant


@pytest.mark.parametrize(
    ("columns", "taken"),
    [
        (["Preis exkl. MwSt", "EK-Preis", "Preis inkl. MwSt"], "Preis inkl. MwSt"),
        (["Preis (exkl. MwSt.)", "Preis (EK)", "Preis (inkl. MwSt.)"], "Preis (inkl. MwSt.)"),
        (["Preis (netto)", "Preis"], "Preis"),
        (["Preis (EUR)", "Preis (netto)"], "Preis (EUR)"),
        (["PU HT", "PU TTC"], "PU TTC"),
        (["Prix HT", "Prix d'achat", "Prix public"], "Prix public"),
        (["Prix", "Prix TTC"], "Prix TTC"),
        (["Tarif"], "Tarif"),
        (["Prix HT"], "Prix HT"),
        (["EK-Preis"], None),
        (["Preis (EK)"], None),
        (["Einkaufspreis", "Price (cost)"], None),
    ],
)
def test_the_price_is_what_a_customer_pays(columns: list[str], taken: str | None) -> None:
    assert resolve(columns, ["price"], {}, file="f", table="items").get("price") == taken


@pytest.mark.parametrize("column", ["Pseudo", "Pr\u00e9nom", "Vorname", "Nickname", "Auteur", "Autor"])
def test_names_that_people_sign_reviews_with(tmp_path: Path, column: str) -> None:
    path = put(tmp_path / "r.csv", [f"Article;{column};Note;Avis", "1;Ann;5;Tr\u00e8s bien", "1;Bob;4;Pas mal"])
    assert understand(path, {}).columns["user"] == column


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_structured_fields_by_name(name: str) -> None:
    for known in FIELD_NAMES[name]:
        assert {field_name(written) for written in written_as(known)} == {name}


def test_no_known_name_of_a_field_is_a_column_of_items() -> None:
    for known in (one for names in FIELD_NAMES.values() for one in names):
        found = resolve([known], ["item", "title", "brand", "category", "price", "image", "available"], {}, file="f")
        assert found == {}, known


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


@pytest.mark.parametrize("entry", ["user", "user=", "=column", "", ":user=c", "r.csv:=c"])
def test_a_malformed_flag_is_explained(entry: str) -> None:
    with pytest.raises(InputError, match="--map wants NAME=COLUMN or FILE:NAME=COLUMN"):
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


def shop(folder: Path) -> list[Path]:
    """Two files with a column of the same name that means different things."""
    reviews = put(folder / "reviews.csv", ["Nr,Wer,Was,Wert", "1,u1,i1,5", "2,u2,i2,4"])
    items = put(folder / "items.csv", ["Nr,Was,Wert", "i1,Phone,9", "i2,Case,1"])
    return [reviews, items]


PER_FILE = {
    "reviews.csv": {"user": "Wer", "item": "Was", "rating": "Wert"},
    "items.csv": {"item": "Nr", "title": "Was", "price": "Wert"},
}


def test_a_map_for_each_file(tmp_path: Path) -> None:
    found = collect(shop(tmp_path), columns=PER_FILE)
    assert [source.kind for source in found.files] == ["reviews", "items"]
    for source, expected in zip(found.files, PER_FILE.values(), strict=True):
        assert dict(source.understood.columns) == expected


def test_a_map_for_each_file_by_flags_and_by_toml(tmp_path: Path) -> None:
    lines = []
    for file, own in PER_FILE.items():
        lines += [f'[columns."{file}"]', *(f'{name} = "{column}"' for name, column in own.items())]
    toml = put(tmp_path / "map.toml", lines)
    flags = [f"{file}:{name}={column}" for file, own in PER_FILE.items() for name, column in own.items()]
    assert parse_map([], toml) == parse_map(flags) == PER_FILE
    changed = parse_map(["reviews.csv:user=Nr"], toml)["reviews.csv"]
    assert changed == {**PER_FILE["reviews.csv"], "user": "Nr"}
    assert parse_map(["C:/data/r.csv:user=Kunden:Nr"]) == {"C:/data/r.csv": {"user": "Kunden:Nr"}}


def test_what_is_said_of_one_file_wins_over_what_is_said_of_all(tmp_path: Path) -> None:
    files = shop(tmp_path)
    given: dict[str, str | dict[str, str]] = {
        "item": "Was", "user": "Wer", "rating": "Wert", str(files[1]): {"item": "Nr", "title": "Was"}
    }  # fmt: skip
    found = collect(files, columns=given)
    assert found.files[0].understood.columns["item"] == "Was"
    assert found.files[1].understood.columns["item"] == "Nr"


def test_a_map_for_a_file_that_is_not_there_names_near_ones(tmp_path: Path) -> None:
    wrong = {"review.csv": PER_FILE["reviews.csv"], **PER_FILE}
    with pytest.raises(InputError, match=r"for 'review\.csv', and there is no such file \(did you mean reviews\.csv"):
        collect(shop(tmp_path), columns=wrong)


def test_a_column_that_is_not_in_that_file_names_near_ones(tmp_path: Path) -> None:
    wrong = {**PER_FILE, "reviews.csv": {**PER_FILE["reviews.csv"], "user": "Were"}}
    with pytest.raises(InputError, match=r"no column 'Were' for user \(did you mean Wer") as caught:
        collect(shop(tmp_path), columns=wrong)
    assert "reviews.csv" in str(caught.value)


def test_a_column_that_would_have_fitted_too_is_named(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", ["Kundennr.,email,sku,ean,Sterne", "1,a@b,s1,400,5", "2,c@d,s2,401,4"])
    notes = understand(path, {}).notes
    assert "user is column Kundennr., not email (--map user=COLUMN changes that)" in notes
    assert "item is column sku, not ean (--map item=COLUMN changes that)" in notes


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["user,item,rating,Ville,Taille", "a,1,5,Paris,M", "b,1,4,Lyon,L"], ["not used: Ville, Taille"]),
        (["Article;Signature;Note;Avis", "1;Ann;5;Bien", "1;Bob;4;Pas mal"], [UNSIGNED, "not used: Signature"]),
        (["user,item,rating", "a,1,5", "b,1,4"], []),
    ],
)
def test_columns_of_reviews_that_are_not_used_are_named(tmp_path: Path, lines: list[str], said: list[str]) -> None:
    assert list(understand(put(tmp_path / "r.csv", lines), {}).notes) == said


def test_an_empty_column_stands_behind_one_with_values(tmp_path: Path) -> None:
    path = put(tmp_path / "i.csv", ["sku,name,in_stock,Lagerbestand,brand", "a,Red,,0,", "b,Blue,,3,"])
    found = understand(path, {}).columns
    assert (found["available"], found["brand"]) == ("Lagerbestand", "brand")
    assert understand(path, {"available": "in_stock"}).columns["available"] == "in_stock"


def test_a_column_that_the_map_takes_is_not_taken_again(tmp_path: Path) -> None:
    path = put(tmp_path / "i.csv", ["sku,name,price", "a,Red,1", "b,Blue,2"])
    assert understand(path, {"brand": "name"}, "items").columns == {"item": "sku", "brand": "name", "price": "price"}
