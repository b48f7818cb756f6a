"""Product feeds by Google's rules, and exports of Shopify and WooCommerce."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from instead.errors import InputError, TruncatedFile
from instead.files.rejects import FileTally, RejectLog
from instead.preparation.inspection import inspect_files
from instead.preparation.sources import collect, understand
from instead.reviews.items import Described, read_items
from instead.settings import ReadSettings
from tests.small_shop import put

FEED = """<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
<item><g:id>A-S</g:id><g:title>Shirt, S</g:title><g:link>https://shop/a</g:link>
<g:image_link>https://shop/a.jpg</g:image_link><g:brand>Acme</g:brand><g:price>1,019.99 EUR</g:price>
<g:availability>in_stock</g:availability><g:item_group_id>A</g:item_group_id>
<g:product_type>Clothes &gt; Shirts</g:product_type><g:google_product_category>212</g:google_product_category>
<g:color>Red</g:color><g:size>S</g:size><g:gtin>4006381333931</g:gtin><g:condition>new</g:condition></item>
<item><g:id>A-M</g:id><g:title>Shirt, M</g:title><g:price>1,019.99 EUR</g:price><g:sale_price>909.50 EUR</g:sale_price>
<g:availability>out of stock</g:availability><g:item_group_id>A</g:item_group_id>
<g:google_product_category>Apparel &gt; Shirts</g:google_product_category></item>
<item><g:id>B</g:id><g:title>Cup</g:title><g:price>3.00 EUR</g:price><g:availability>perhaps</g:availability>
<g:google_product_category>2951</g:google_product_category></item>
</channel></rss>
"""


def read(path: Path, **settings: Any) -> tuple[dict[str, dict[str, Any]], FileTally]:
    made, log = Described(), RejectLog()
    read_items(understand(path, {}), made, log, ReadSettings(**settings))
    return made.rows, log.tally(str(path))


def test_a_google_feed_as_xml(tmp_path: Path) -> None:
    path = put(tmp_path / "feed.xml", FEED)
    assert understand(path, {}).format == "Google product feed as XML"
    rows, tally = read(path)
    assert rows["A-S"] == {
        "item": "A-S", "title": "Shirt, S", "brand": "Acme", "category": ["Clothes", "Shirts"], "price": 1019.99,
        "currency": "EUR", "image": "https://shop/a.jpg", "available": True, "group": "A", "link": "https://shop/a",
        "fields": [("color", "Red"), ("size", "S"), ("condition", "new")],
    }  # fmt: skip
    assert (rows["A-M"]["price"], rows["A-M"]["available"]) == (909.5, False)  # what is paid, not what is crossed out
    assert rows["A-M"]["category"] == ["Apparel", "Shirts"]
    assert rows["B"]["category"] is None  # a number says nothing to a reader
    assert tally.repaired == {"availability not understood, left out (perhaps)": 1}
    assert tally.rows == 3


def test_what_the_first_records_do_not_have_is_read_all_the_same(tmp_path: Path) -> None:
    plain = "".join(
        f"<item><g:id>i{n}</g:id><g:title>T</g:title><g:availability>in stock</g:availability>"
        "<g:condition>new</g:condition><g:price>5.00 EUR</g:price></item>\n"
        for n in range(400)
    )
    last = (
        "<item><g:id>z</g:id><g:title>T</g:title><g:price>5.00 EUR</g:price><g:sale_price>4.00 EUR</g:sale_price>"
        "<g:material>Wool</g:material></item>"
    )
    rows, _ = read(put(tmp_path / "feed.xml", f"<rss><channel>{plain}{last}</channel></rss>"))
    assert (rows["z"]["price"], rows["z"]["fields"]) == (4.0, [("material", "Wool")])
    assert rows["i0"]["price"] == 5.0


def test_a_google_feed_as_a_table(tmp_path: Path) -> None:
    header = "id\ttitle\tlink\timage link\tprice\tsale price\tavailability\tgtin\titem group id\tcolor\tcondition"
    path = put(tmp_path / "feed.txt", [
        header,
        "A1\tTea pot\thttps://x/a\thttps://x/a.jpg\t19.99 EUR\t\tin stock\t400\tA\tred\tnew",
        "A2\tTea pot\thttps://x/b\thttps://x/b.jpg\t19.99 EUR\t15 EUR\tout of stock\t401\tA\tblue\tnew",
    ])  # fmt: skip
    assert understand(path, {}).format == "Google product feed as table"
    rows, _ = read(path)
    assert list(rows) == ["A1", "A2"]  # the id, not the bar code
    assert [row["price"] for row in rows.values()] == [19.99, 15.0]
    assert [row["group"] for row in rows.values()] == ["A", "A"]
    assert rows["A2"]["fields"] == [("color", "blue"), ("condition", "new")]


def test_a_cut_off_feed_is_an_error_unless_asked_for(tmp_path: Path) -> None:
    path = put(tmp_path / "feed.xml", FEED[: FEED.index("<item><g:id>B<")])
    with pytest.raises(TruncatedFile, match="ends in the middle"):
        read(path)
    assert list(read(path, keep_truncated=True)[0]) == ["A-S", "A-M"]


def test_a_damaged_feed_names_the_line(tmp_path: Path) -> None:
    path = put(tmp_path / "feed.xml", FEED.replace("</g:brand>", "</g:brant>"))
    with pytest.raises(InputError, match="mismatched tag"):
        read(path)


def test_logs_that_name_the_product_mean_its_first_variant(tmp_path: Path) -> None:
    feed = put(tmp_path / "feed.xml", FEED)
    log = put(tmp_path / "v.csv", ["user,item,time,event", "u,A,1700000000,view", "u,B,1700000001,view"])
    sources = collect([log, feed])
    assert sources.of("views")[0].understood.other_ids == {"A": "A-S"}


def test_a_table_of_items_in_german(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", [
        "Artikelnr.;Bezeichnung;Hersteller;Preis (brutto);Angebotspreis;Lagerbestand;Farbe;Notiz",
        "1;Kanne;Acme;1.019,99 €;;5;rot;x", "2;Tasse;Acme;12,50 €;9,99 €;0;blau;y",
    ])  # fmt: skip
    rows, _ = read(path)
    assert [(row["price"], row["available"], row["fields"]) for row in rows.values()] == [
        (1019.99, True, [("color", "rot")]),
        (9.99, False, [("color", "blau")]),
    ]
    assert "not used: Notiz" in understand(path, {}).notes


@pytest.mark.parametrize("none", ["0", "0,00", "0,00 \u20ac", "", " ", "-"])
def test_a_sale_price_of_nothing_is_no_sale(tmp_path: Path, none: str) -> None:
    path = put(tmp_path / "a.csv", [
        "Article;D\u00e9signation;Prix;Prix promo;Dispo", f"1;Pot;12,50;{none};Rupture", "2;Tasse;8,50;7,05;En stock",
    ])  # fmt: skip
    rows, _ = read(path)
    assert [(row["price"], row["available"]) for row in rows.values()] == [(12.5, False), (7.05, True)]


def test_fields_of_ones_own(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", ["sku,title,Watt", "1,Lamp,40", "2,Lamp,60"])
    made = Described()
    read_items(understand(path, {"field.power": "Watt"}), made, RejectLog(), ReadSettings())
    assert made.rows["2"]["fields"] == [("power", "60")]


SHOPIFY = [
    "Handle,Variant Grams,Title,Vendor,Product Category,Type,Published,Option1 Name,Option1 Value,Option2 Name,"
    "Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,"
    "Variant Barcode,Image Src,Status",
    "tent,250,Tent,Acme,Camping > Tents,Tent,true,Color,Green,Size,S,T-1,shopify,0,deny,100.00,'4001,https://x/t.jpg,active",
    "tent,250,,,,,,,Red,,L,T-2,shopify,3,deny,120.00,,https://x/t2.jpg,",
    "tent,250,,,,,,,,,,,,,,,,https://x/t3.jpg,",
    "mat,250,Mat,Acme,,Mat,true,Title,Default Title,,,M-1,shopify,0,deny,20.00,,,active",
    "bag,250,Bag,Acme,,Bag,false,Title,Default Title,,,B-1,,,,30.00,,,active",
    "old,250,Old,Acme,,Bag,true,Title,Default Title,,,O-1,,,,30.00,,,archived",
    "cup,250,Cup,Acme,,Cup,true,Title,Default Title,,,,shopify,0,continue,5.00,,,active",
    ",250,Lost,,,,,,,,,,,,,,,,",
]


def test_products_of_shopify(tmp_path: Path) -> None:
    path = put(tmp_path / "products_export.csv", SHOPIFY)
    assert understand(path, {}).format == "Shopify products"
    rows, tally = read(path, max_rejected=1.0)
    assert rows["tent"] == {
        "item": "tent", "title": "Tent", "brand": "Acme", "category": ["Camping", "Tents"], "price": 120.0,
        "currency": None, "image": "https://x/t.jpg", "available": True, "group": None, "link": "/products/tent",
        "fields": [("color", "Green, Red"), ("size", "S, L")],
    }  # fmt: skip
    assert {item: row["available"] for item, row in rows.items()} == {
        "tent": True, "mat": False, "bag": False, "old": False, "cup": True,
    }  # fmt: skip
    assert rows["mat"]["fields"] is None
    assert rows["mat"]["category"] == ["Mat"]
    assert dict(tally.causes) == {"no Handle": 1}
    assert tally.first[0].line == 9


def test_variants_of_shopify_as_items(tmp_path: Path) -> None:
    rows, _ = read(put(tmp_path / "p.csv", SHOPIFY), max_rejected=1.0, variants=True)
    assert list(rows) == ["T-1", "T-2", "M-1", "B-1", "O-1", "cup-1"]
    assert [(rows[item]["price"], rows[item]["group"]) for item in ("T-1", "T-2")] == [(100.0, "tent"), (120.0, "tent")]
    assert rows["T-2"]["title"] == "Tent"
    assert rows["T-2"]["fields"] == [("color", "Red"), ("size", "L")]
    assert (rows["T-1"]["available"], rows["T-2"]["available"]) == (False, True)


JUDGE_ME = [
    "title,body,rating,review_date,reviewer_name,reviewer_email,product_id,product_handle",
    "Nice,Keeps dry,5,2024-01-07 12:00:00 UTC,Ann,a@x,991,tent",
    "Bad,Leaks,1,2024-01-08 12:00:00 UTC,Bob,b@x,992,mat",
]
ORDERS = [
    "Name,Email,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku",
    "#1,a@x,2024-01-06 14:05:32 -0500,1,Tent - Red,120.00,T-2",
    "#2,c@x,2024-01-06 14:05:32 -0500,2,Mat,20.00,M-1",
]


def test_reviews_by_handle_and_orders_by_sku_find_the_product(tmp_path: Path) -> None:
    products = put(tmp_path / "p.csv", SHOPIFY)
    reviews, orders = put(tmp_path / "r.csv", JUDGE_ME), put(tmp_path / "o.csv", ORDERS)
    sources = {source.understood.name: source.understood for source in collect([reviews, orders, products]).files}
    assert sources[str(reviews)].columns["item"] == "product_handle"
    assert any("100% of its first values are ids" in note for note in sources[str(reviews)].notes)
    assert sources[str(orders)].format == "orders (table)"
    found = inspect_files([reviews, orders, products])
    assert [one.counts["items"] for one in found] == [2, 2, 5]
    assert sum(found[1].repaired.values()) == 2
    alone = understand(reviews, {})
    assert alone.columns["item"] == "product_id"  # without the products nothing tells that no file knows it
    said = collect([reviews, products], columns={"r.csv": {"item": "product_id"}})
    assert said.files[0].understood.columns["item"] == "product_id"


def test_a_handle_means_the_first_variant_where_variants_are_items(tmp_path: Path) -> None:
    sources = collect([put(tmp_path / "r.csv", JUDGE_ME), put(tmp_path / "p.csv", SHOPIFY)], variants=True)
    other = sources.of("reviews")[0].understood.other_ids
    assert (other["tent"], other["mat"], other["4001"]) == ("T-1", "M-1", "T-1")
    assert "T-2" not in other


WOO = [
    "ID,Type,SKU,Name,Published,In stock?,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,"
    "Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)",
    '1,variable,H,Hoodie,1,1,,,"Clothes, Clothes > Hoodies","https://x/1.jpg, https://x/2.jpg",,'
    'Color,"Blue, Green",Brand,Acme',
    "2,variation,H-B,Hoodie - Blue,1,0,,45,,https://x/b.jpg,id:1,Color,Blue,,",
    "3,variation,H-G,Hoodie - Green,1,1,40,45,,,H,Color,Green,,",
    "4,simple,C,Cup,1,backorder,,5,Kitchen,,,,,,",
    "5,simple,,Draft,0,1,,5,Kitchen,,,,,,",
    ",simple,,Nobody,1,1,,5,Kitchen,,,,,,",
]


def test_products_of_woocommerce(tmp_path: Path) -> None:
    path = put(tmp_path / "woo.csv", WOO)
    assert understand(path, {}).format == "WooCommerce products"
    rows, tally = read(path, max_rejected=1.0)
    assert list(rows) == ["1", "4", "5"]
    assert rows["1"] == {
        "item": "1", "title": "Hoodie", "brand": "Acme", "category": ["Clothes", "Hoodies"], "price": 40.0,
        "currency": None, "image": "https://x/1.jpg", "available": True, "group": None, "link": None,
        "fields": [("color", "Blue, Green")],
    }  # fmt: skip
    assert [rows[item]["available"] for item in ("4", "5")] == [True, False]
    assert dict(tally.causes) == {"neither ID nor SKU": 1}
    other = (
        collect([path, put(tmp_path / "r.csv", ["user,item,rating", "u,H-B,5", "v,H,4"])]).files[1].understood.other_ids
    )
    assert other == {"2": "1", "3": "1", "H": "1", "H-B": "1", "H-G": "1", "C": "4"}


TRANSLATED = [
    'ID,Type,UGS,Nom,Publi\u00e9,"En stock ?",Stock,"Tarif promo","Tarif r\u00e9gulier",Cat\u00e9gories,Images,Parent,'
    "Nom de l\u2019attribut 1,Valeur(s) de l\u2019attribut 1 ,Nom de l\u2019attribut 2,Valeur(s) de l\u2019attribut 2",
    "ID,Typ,Artikelnummer,Name,Ver\u00f6ffentlicht,Vorr\u00e4tig?,Bestand,Angebotspreis,Regul\u00e4rer Preis,"
    "Kategorien,Bilder,\u00dcbergeordnetes Produkt,"
    "Attribut 1 Name,Attribut 1 Wert(e),Attribut 2 Name,Attribut 2 Wert(e)",
    "ID,Tipo,SKU,Nombre,Publicado,\u00bfExistencias?,Inventario,Precio rebajado,Precio normal,Categor\u00edas,"
    "Im\u00e1genes,Superior,Nombre del atributo 1,"
    "Valor(es) del atributo 1,Nombre del atributo 2,Valor(es) del atributo 2",
    "ID,Tipo,COD,Nome,Pubblicato,In magazzino?,Magazzino,Prezzo in offerta,Prezzo di listino,Categorie,Immagini,"
    "Genitore,Nome dell'attributo 1,Valore dell'attributo 1,Nome dell'attributo 2,Valore dell'attributo 2",
]


@pytest.mark.parametrize("header", TRANSLATED)
@pytest.mark.parametrize("variants", [False, True])
def test_woocommerce_in_other_languages_is_read_like_the_english_one(
    tmp_path: Path, header: str, variants: bool
) -> None:
    english = "ID,Type,SKU,Name,Published,In stock?,Stock,Sale price,Regular price,Categories,Images,Parent,"
    english += "Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)"
    below = [
        '1,variable,H,Hoodie,1,1,,,,"Clothes, Clothes > Hoodies",https://x/1.jpg,,Color,"Blue, Green",Brand,Acme',
        "2,variation,H-B,Hoodie - Blue,1,0,,,45,,https://x/b.jpg,id:1,Color,Blue,,",
        "3,variation,H-G,Hoodie - Green,1,1,,40,45,,,H,Color,Green,,",
        "4,simple,C,Cup,1,0,,0,5,Kitchen,,,,,,",
        "5,simple,,Draft,0,1,,,6,Kitchen,,,,,,",
    ]
    path = put(tmp_path / "other.csv", [header, *below])
    assert understand(path, {}).format == "WooCommerce products"
    rows, _ = read(path, variants=variants)
    assert rows == read(put(tmp_path / "woo.csv", [english, *below]), variants=variants)[0]
    assert (rows["4"]["price"], rows["4"]["available"], rows["5"]["available"]) == (5.0, False, False)
    assert rows["3" if variants else "1"]["price"] == 40.0


def test_a_table_with_some_headers_of_woocommerce(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", [
        "UGS,Nom,En stock ?,Stock,Tarif promo,Tarif r\u00e9gulier", "P,Pot,1,,,12.50", "T,Tasse,0,,7.05,8.50",
    ])  # fmt: skip
    rows, _ = read(path)
    assert [(row["item"], row["price"], row["available"]) for row in rows.values()] == [
        ("P", 12.5, True),
        ("T", 7.05, False),
    ]


def test_variations_of_woocommerce_as_items(tmp_path: Path) -> None:
    rows, _ = read(put(tmp_path / "woo.csv", WOO), max_rejected=1.0, variants=True)
    assert list(rows) == ["2", "3", "4", "5"]
    assert [(rows[item]["price"], rows[item]["group"]) for item in ("2", "3")] == [(45.0, "1"), (40.0, "1")]
    assert rows["2"]["fields"] == [("color", "Blue")]
