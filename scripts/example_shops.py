"""Writes examples/: three small made-up shops in the raw files that their owners would have.

The shops are cut out of a synthetic one (`instead world`), whose people have cares and whose products have qualities,
so that there is something to find in their files. Same bytes on every run: `python scripts/example_shops.py`.

examples/german_webshop    semicolon tables of a German shop system: articles (Windows-1252), reviews, click log
examples/shopify_shop      Shopify's product and order exports, and the export of a reviews app
examples/google_feed_ga4   a Google Merchant feed and the events of Google Analytics 4; no text anywhere
"""

from __future__ import annotations

import ast
import csv
import json
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import polars as pl

from german_shop import CATEGORIES, FINISHES, KINDS, opinion
from instead.lab.world import build_world
from instead.lab.world.raw import opened
from instead.lab.world.world_settings import WorldSettings
from instead.rng import stage_rng

OUT = Path(__file__).resolve().parents[1] / "examples"
DAY = 86_400
FIRST_DAY, DAYS = 13_879, 2_390  # of the synthetic shop
OPENED, OPEN_DAYS = 19_723, 650  # 1 January 2024, and almost two years of selling
NEW = 12
"""One article in so many is new: nobody has looked at it, taken it or written about it."""


@dataclass(frozen=True)
class Shop:
    """The part of a synthetic shop that sells a few kinds of things."""

    items: list[dict[str, Any]]
    reviews: list[dict[str, Any]]
    views: list[tuple[str, str, int, bool]]
    """Who, what, when, bought; in the order of time."""


def made(seed: int, departments: Sequence[str], *, users: int, items: int, reviews: int) -> Shop:
    """Departments of a world, moved into the years 2024 and 2025."""
    settings = WorldSettings.of_preset("demo", seed=seed, users=users, items=items, reviews=reviews)
    with tempfile.TemporaryDirectory() as folder:
        world = build_world(settings, Path(folder) / "world")
        catalogue = [ast.literal_eval(line) for line in world.meta_file.read_text().splitlines()]
        said = [json.loads(line) for line in world.reviews_file.read_text().splitlines()]
        seen = pl.read_csv(world.folder / "views.csv")
    catalogue = [row for row in catalogue if row["asin"][:4] in departments]
    old = {row["asin"] for place, row in enumerate(catalogue) if place % NEW != NEW - 1}  # the others came in today
    views = [(user, item, moved(time), bool(bought)) for user, item, time, bought in seen.iter_rows() if item in old]
    said = [{**row, "time": moved(row["unixReviewTime"] + DAY // 2)} for row in said if row["asin"] in old]
    return Shop(
        catalogue,
        sorted(said, key=lambda row: (row["time"], row["reviewerID"], row["asin"])),
        sorted(views, key=lambda row: (row[2], row[0], row[1])),
    )


def moved(time: int) -> int:
    """A moment of the synthetic shop in the years of the examples; what happens on one day stays together."""
    day, rest = divmod(time, DAY)
    return (OPENED + (day - FIRST_DAY) * OPEN_DAYS // DAYS) * DAY + rest


def at(time: int, hours: int = 0) -> datetime:
    return datetime.fromtimestamp(time, UTC).astimezone(timezone(timedelta(hours=hours)))


def write_table(
    path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]], *, encoding: str = "utf-8", before: str = "",
    separator: str = ",", line_end: str = "\n",
) -> None:  # fmt: skip
    with path.open("w", encoding=encoding, newline="") as file:
        file.write(before)
        writer = csv.writer(file, delimiter=separator, lineterminator=line_end)
        writer.writerow(header)
        writer.writerows(rows)


def german_number(value: float, digits: int = 2) -> str:
    """1371.92 as 1.371,92"""
    return f"{value:,.{digits}f}".translate(str.maketrans(",.", ".,"))


def german_title(title: str) -> str:
    """Kind and colour in German; names of brands and series stay."""
    for english, german in KINDS.items():
        title = title.replace(english, german)
    name, _, finish = title.rpartition(", ")
    return f"{name}, {FINISHES[finish]}" if finish in FINISHES else title


def german_webshop(folder: Path) -> None:
    """Semicolons, decimal commas, `sep=;` and Windows-1252 of a spreadsheet, visitors who never log in."""
    shop = made(5, ("BREW", "CHAI", "LAMP"), users=320, items=300, reviews=2600)
    rng = stage_rng(5, "examples", "german")
    number = {row["asin"]: f"{100_100 + 7 * place}" for place, row in enumerate(shop.items)}
    customer = {user: f"K-{20_000 + 13 * n}" for n, user in enumerate(sorted({user for user, *_ in shop.views}))}
    articles = [
        (number[row["asin"]], german_title(row["title"]), row["brand"], CATEGORIES[row["categories"][0][-1]],
         f"{german_number(row['price'] * 3.1)} €", int(rng.integers(0, 40)) * int(rng.random() > 0.08),
         f"https://bilder.example/{number[row['asin']]}.jpg")
        for row in shop.items
    ]  # fmt: skip
    write_table(
        folder / "artikel.csv",
        ("Artikelnr.", "Bezeichnung", "Hersteller", "Warengruppe", "Preis (brutto)", "Lagerbestand", "Bild"),
        articles, encoding="cp1252", before="sep=;\r\n", separator=";", line_end="\r\n",
    )  # fmt: skip
    kind = {row["asin"]: row["asin"][:4] for row in shop.items}
    reviews = []
    for place, row in enumerate(shop.reviews):
        half = 0.5 * int(rng.integers(-1, 2)) if 1 < row["overall"] < 5 else 0.0
        text = row["reviewText"] if rng.random() < 0.04 else opinion(kind[row["asin"]], int(row["overall"]), rng)
        day, stars = f"{at(row['time'], 1):%d.%m.%Y %H:%M}", german_number(row["overall"] + half, 1)
        reviews.append((1 + place, customer[row["reviewerID"]], number[row["asin"]], stars, day, text))
    write_table(
        folder / "bewertungen.csv", ("Lfd. Nr.", "Kundennr.", "Artikelnr.", "Bewertung", "Datum", "Kommentar"),
        reviews, encoding="utf-8-sig", separator=";", line_end="\r\n",
    )  # fmt: skip
    clicks = []
    session, last = dict[str, int](), dict[str, int]()
    for user, item, time, bought in shop.views:
        if time - last.get(user, 0) > 1800:
            session[user] = session.get(user, 0) + 1
        last[user] = time
        visit = f"s{customer[user][2:]}x{session[user]}"
        known = customer[user] if bought or (hash_of(visit) % 3 == 0) else ""  # who buys logs in at the end
        event = "Kauf" if bought else "Ansicht"
        clicks.append((f"{at(time, 1):%d.%m.%Y %H:%M:%S}", visit, known, number[item], event))
    write_table(
        folder / "klicks.csv", ("Zeitpunkt", "Sitzung", "Kundennr.", "Artikelnr.", "Ereignis"), clicks,
        separator=";", line_end="\r\n",
    )  # fmt: skip


def hash_of(text: str) -> int:
    """A number that is the same on every machine."""
    return zlib.crc32(text.encode()) % 1_000_003


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


SHOPIFY = (
    "Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Tags", "Published", "Option1 Name",
    "Option1 Value", "Option2 Name", "Option2 Value", "Option3 Name", "Option3 Value", "Variant SKU", "Variant Grams",
    "Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy", "Variant Fulfillment Service",
    "Variant Price", "Variant Compare At Price", "Variant Requires Shipping", "Variant Taxable", "Variant Barcode",
    "Image Src", "Image Position", "Image Alt Text", "Gift Card", "SEO Title", "SEO Description", "Variant Image",
    "Variant Weight Unit", "Variant Tax Code", "Cost per item", "Status",
)  # fmt: skip
JUDGE_ME = (
    "title", "body", "rating", "review_date", "source", "curated", "reviewer_name", "reviewer_email", "product_id",
    "product_handle", "reply", "reply_date", "picture_urls", "ip_address", "location",
)  # fmt: skip
ORDERS = (
    "Name", "Email", "Financial Status", "Paid at", "Fulfillment Status", "Currency", "Subtotal", "Shipping", "Taxes",
    "Total", "Created at", "Lineitem quantity", "Lineitem name", "Lineitem price", "Lineitem sku", "Billing Country",
    "Payment Method", "Id",
)  # fmt: skip


def shopify_shop(folder: Path) -> None:
    """Products with variants, reviews that name the product's handle, orders that name the variant's SKU."""
    shop = made(6, ("PACK", "SHOE", "TENT"), users=360, items=300, reviews=3000)
    rng = stage_rng(6, "examples", "shopify")
    finishes: dict[str, list[str]] = {}
    for row in shop.items:
        finishes.setdefault(row["asin"][:4], []).append(row["title"].rpartition(", ")[2])
    handle, skus, name = dict[str, str](), dict[str, list[str]](), dict[str, str]()
    taken = set[str]()
    products: list[tuple[Any, ...]] = []
    for place, row in enumerate(shop.items):
        title, _, finish = row["title"].rpartition(", ")
        own = slug(title)
        while own in taken:
            own += "-2"
        taken.add(own)
        handle[row["asin"]], name[row["asin"]] = own, title
        others = sorted({one for one in finishes[row["asin"][:4]] if one != finish})
        chosen = [finish, *rng.choice(others, int(rng.integers(0, 3)), replace=False).tolist()]
        skus[row["asin"]] = [f"{row['asin']}-{slug(one)[:3].upper()}" for one in chosen]
        for nth, (one, sku) in enumerate(zip(chosen, skus[row["asin"]], strict=True)):
            first = nth == 0
            stock = 0 if rng.random() < 0.07 else int(rng.integers(1, 60))
            price = f"{row['price'] + 2 * nth:.2f}"
            cells = {
                "Handle": own, "Option1 Name": "Color" if first else "", "Option1 Value": one, "Variant SKU": sku,
                "Variant Grams": int(rng.integers(200, 4000)), "Variant Inventory Tracker": "shopify",
                "Variant Inventory Qty": stock, "Variant Inventory Policy": "deny",
                "Variant Fulfillment Service": "manual", "Variant Price": price, "Variant Requires Shipping": "true",
                "Variant Taxable": "true", "Image Src": f"https://cdn.example/{own}-{nth}.jpg",
                "Image Position": nth + 1, "Variant Weight Unit": "g",
            }  # fmt: skip
            if first:
                cells |= {
                    "Title": title, "Vendor": row["brand"], "Type": row["categories"][0][-1],
                    "Product Category": " > ".join(row["categories"][0]), "Tags": "outdoor, new" if place % 4 else "",
                    "Body (HTML)": f"<p>{title} by <b>{row['brand'].replace('&', '&amp;')}</b>.</p>",
                    "Published": "true", "Gift Card": "false", "Status": "draft" if place % 37 == 36 else "active",
                }  # fmt: skip
            products.append(tuple(cells.get(column, "") for column in SHOPIFY))
    write_table(folder / "products_export.csv", SHOPIFY, products)
    mail = {user: f"{slug(user)}@mail.example" for user, *_ in shop.views}
    reviews = []
    for row in shop.reviews:
        cells = {
            "title": row["summary"], "body": row["reviewText"], "rating": int(row["overall"]),
            "review_date": f"{at(row['time']):%Y-%m-%d %H:%M:%S} UTC", "source": "email", "curated": "ok",
            "reviewer_name": row["reviewerName"], "reviewer_email": mail[row["reviewerID"]],
            "product_id": 7_000_000 + hash_of(handle[row["asin"]]), "product_handle": handle[row["asin"]],
        }  # fmt: skip
        reviews.append(tuple(cells.get(column, "") for column in JUDGE_ME))
    write_table(folder / "judgeme_reviews.csv", JUDGE_ME, reviews)
    orders = []
    for place, (user, item, time, _) in enumerate(row for row in shop.views if row[3]):
        sku = str(rng.choice(skus[item]))
        price = next(row["price"] for row in shop.items if row["asin"] == item)
        moment = f"{at(time, -5):%Y-%m-%d %H:%M:%S %z}"
        cells = {
            "Name": f"#{1001 + place}", "Email": mail[user], "Financial Status": "paid", "Paid at": moment,
            "Fulfillment Status": "fulfilled", "Currency": "USD", "Subtotal": f"{price:.2f}", "Shipping": "0.00",
            "Taxes": "0.00", "Total": f"{price:.2f}", "Created at": moment, "Lineitem quantity": 1,
            "Lineitem name": name[item], "Lineitem price": f"{price:.2f}", "Lineitem sku": sku, "Billing Country": "US",
            "Payment Method": "Shopify Payments", "Id": 5_500_000_000 + place,
        }  # fmt: skip
        orders.append(tuple(cells.get(column, "") for column in ORDERS))
    write_table(folder / "orders_export.csv", ORDERS, orders)


GOOGLE_CATEGORY = {"HEAD": "543626", "SPKR": "249", "KNIF": "665"}


def google_feed_ga4(folder: Path) -> None:
    """A product feed with variants, sale prices and sold-out items; views, carts and purchases; nobody wrote a word."""
    shop = made(7, ("HEAD", "SPKR", "KNIF"), users=420, items=300, reviews=2600)
    rng = stage_rng(7, "examples", "google")
    entries = []
    for row in shop.items:
        title, _, finish = row["title"].rpartition(", ")
        fields = {
            "id": row["asin"], "title": row["title"], "description": f"{title} in {finish}.",
            "link": f"https://shop.example/p/{row['asin'].lower()}",
            "image_link": f"https://shop.example/i/{row['asin'].lower()}.jpg", "brand": row["brand"],
            "price": f"{row['price']:.2f} EUR", "condition": "new",
            "availability": "out_of_stock" if rng.random() < 0.06 else "in_stock",
            "product_type": " > ".join(row["categories"][0]),
            "google_product_category": GOOGLE_CATEGORY[row["asin"][:4]], "item_group_id": slug(title), "color": finish,
        }  # fmt: skip
        if row["asin"].startswith("KNIF"):
            del fields["color"]
            fields["size" if "inch" in finish else "material"] = finish
        if rng.random() < 0.15:
            fields["sale_price"] = f"{row['price'] * 0.85:.2f} EUR"
        entries.append(
            "    <item>\n"
            + "".join(f"      <g:{key}>{escape(value)}</g:{key}>\n" for key, value in fields.items())
            + "    </item>\n"
        )
    (folder / "feed.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n'
        "  <channel>\n    <title>Sound &amp; Steel</title>\n    <link>https://shop.example</link>\n"
        "    <description>All products</description>\n" + "".join(entries) + "  </channel>\n</rss>\n",
        encoding="utf-8",
    )
    about = {row["asin"]: row for row in shop.items}
    people = {user: f"{400_000_000 + 977 * n}.{1_704_000_000 + 31 * n}" for n, user in
              enumerate(sorted({user for user, *_ in shop.views}))}  # fmt: skip
    visit, last = dict[str, int](), dict[str, int]()
    with opened(folder / "ga4_events.jsonl.gz", packed=True) as file:
        for user, item, time, bought in shop.views:
            if time - last.get(user, 0) > 1800:
                visit[user] = time
            last[user] = time
            names = ["view_item", "add_to_cart", "purchase"] if bought else ["view_item"]
            for step, event in enumerate(names):
                micros = (time + 20 * step) * 1_000_000 + int(rng.integers(0, 1_000_000))
                line = {
                    "event_date": f"{at(time):%Y%m%d}", "event_timestamp": str(micros), "event_name": event,
                    "event_params": [
                        {"key": "ga_session_id", "value": {"int_value": str(visit[user])}},
                        {"key": "currency", "value": {"string_value": "EUR"}},
                    ],
                    "user_pseudo_id": people[user],
                    "items": [{
                        "item_id": item, "item_name": about[item]["title"], "item_brand": about[item]["brand"],
                        "item_category": about[item]["categories"][0][-1], "price": about[item]["price"],
                        "quantity": 1,
                    }],
                }  # fmt: skip
                file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def main() -> None:
    for write in (german_webshop, shopify_shop, google_feed_ga4):
        folder = OUT / write.__name__
        for old in folder.glob("*"):
            if old.name != "README.md":
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        write(folder)


if __name__ == "__main__":
    main()
