"""A table of files as shops have them, unusual or malformed, with what each must give."""

from __future__ import annotations

import gzip
import json
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

USERS, ITEMS, ROWS = 5, 4, 20


def told(place: int) -> dict[str, Any]:
    return {"user": f"u{place % USERS}", "item": f"i{place % ITEMS}", "rating": 1 + place % 5, "text": "all fine"}


def table(separator: str = ",", header: str | None = "user,item,rating,text", rows: int = ROWS, **columns: Any) -> str:
    """Reviews as a table; `columns` replaces values by a function of the row's place."""
    lines = [] if header is None else [header.replace(",", separator)]
    for place in range(rows):
        row = told(place) | {name: value(place) for name, value in columns.items()}
        lines.append(separator.join(str(value) for value in row.values()))
    return "\n".join(lines) + "\n"


def items(*prices: str, header: str = "sku;name;price") -> str:
    return "\n".join([header, *(f"i{place};Thing {place};{price}" for place, price in enumerate(prices))]) + "\n"


def priced(**expected: Any) -> dict[str, Any]:
    return {"kind": "items", "rows": None, **expected}


def log(*times: object) -> str:
    return "\n".join(["user,item,time", *(f"u{n},i{n},{time}" for n, time in enumerate(times))]) + "\n"


def zipped(*names: str, content: str = "") -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, content or table())
    return out.getvalue()


@dataclass(frozen=True)
class Case:
    """A file, and what it must give: a part of what `inspect --json` says, or a part of the sentence."""

    name: str
    content: bytes | str
    gives: dict[str, Any] | str
    words: tuple[str, ...] = ()
    """Further words for the command."""
    file: str = "file.csv"
    said: tuple[str, ...] = field(default=())
    """Parts of what is noted, repaired or rejected."""


def read_at(*times: str, **notation: Any) -> dict[str, Any]:
    """What a log with these times gives."""
    return {"kind": "views", "first_rows": [{"time": time} for time in times], "notations": notation}


OBJECTS = [told(place) for place in range(ROWS)]
REVIEWS = {"kind": "reviews", "rows": ROWS, "rejected": 0}
NOON, PI_DAY = "2025-03-14T18:22:00Z", "2025-03-14T00:00:00Z"
RATINGS = (
    ("number and top", lambda n: f"{1 + n % 5}/5"),
    ("number and top", lambda n: f"{1 + n % 5} / 5"),
    ("number and top", lambda n: f"{1 + n % 5}.0 out of 5 stars"),
    ("number and top", lambda n: f"{1 + n % 5},0 von 5 Sternen"),
    ("drawn stars", lambda n: "★" * (1 + n % 5) + "☆" * (4 - n % 5)),
    ("drawn stars", lambda n: "⭐" * (1 + n % 5)),
    ("number and word", lambda n: f"{1 + n % 5} étoiles"),
    ("number and word", lambda n: f"{1 + n % 5} Sterne"),
    ("number and word", lambda n: f"{1 + n % 5} stars"),
)
SENTENCE = "this is a text without rows\nthat nobody could take\nfor a table of anything at all\n"

CASES = [
    # text: encodings and line ends
    Case("byte order mark", b"\xef\xbb\xbf" + table().encode(), REVIEWS),
    Case("UTF-16 with a mark", table().encode("utf-16"), REVIEWS, said=("text in UTF-16",)),
    Case("UTF-16 without a mark", table().encode("utf-16-le"), REVIEWS, said=("text in UTF-16 (told by",)),
    Case("UTF-16, big end first", b"\xfe\xff" + table().encode("utf-16-be"), REVIEWS),
    Case("UTF-32", table().encode("utf-32"), REVIEWS, said=("text in UTF-32",)),
    Case("Windows-1252", table(text=lambda n: "schön größer").encode("cp1252"),
         {**REVIEWS, "first_rows": [{"text": "schön größer"}]}, said=("text in Windows-1252",)),
    Case("Latin-1 names", "Kundennr;Artikelnr;Bewertung;Größe\nA;X;5;M\nB;Y;4;L\n".encode("latin-1"),
         {"kind": "reviews", "rows": 2}, said=("Windows-1252",)),
    Case("a few broken bytes in UTF-8", table(text=lambda n: "schön").encode() + b"u1,i1,5,sch\xfcn \xc3\xbc\n",
         {"rows": ROWS + 1, "rejected": 0}, said=("bytes that are not UTF-8 replaced",)),
    Case("carriage returns alone", table().replace("\n", "\r"), REVIEWS, said=("carriage return alone",)),
    Case("Windows line ends", table().replace("\n", "\r\n"), REVIEWS),
    Case("no line end at the end", table().rstrip("\n"), REVIEWS),
    Case("blank lines everywhere", "\n\n" + table().replace("\n", "\n\n"), REVIEWS),
    Case("an empty file", b"", "the file is empty"),
    Case("only blank lines", b"\n \n\n", "only blank lines"),
    Case("binary data", bytes(range(256)) * 8, "binary data"),
    Case("prose", SENTENCE, "cannot be read as"),
    # tables
    Case("semicolons and decimal commas", table(";", rating=lambda n: f"{1 + n % 4},5"),
         {**REVIEWS, "first_rows": [{"rating": 1.5}], "notations": {"rating": "decimal comma"}}),
    Case("the same without a header", table(";", None, rating=lambda n: f"{1 + n % 4},5"),
         {**REVIEWS, "sure": False, "first_rows": [{"rating": 1.5}]}, said=("no header",)),
    Case("tabs", table("\t"), REVIEWS),
    Case("bars", table("|"), REVIEWS),
    Case("Excel's line that names the separator", "sep=;\n" + table(";"), REVIEWS),
    Case("the same for a comma in quotes", '"sep=,"\n' + table(), REVIEWS),
    Case("names with dots, blanks, digits and umlauts",
         "Kunden-Nr.;Artikel Nr.;Bewertung (1-5);Größe 2\n"
         + "".join(f"K{n};A{n % 4};{1 + n % 5};x{n}\n" for n in range(9)),
         {"kind": "reviews", "rows": 9, "columns": {"user": "Kunden-Nr.", "rating": "Bewertung (1-5)"}}),
    Case("names in capitals", table(header="USER ID,SKU,STARS,REVIEW TEXT"), REVIEWS),
    Case("a comma in a field without quotes", table() + "u1,i1,5,fine, really\n", {"rows": ROWS + 1, "rejected": 1},
         said=("5 fields where 4 are expected",)),
    Case("commas in most fields without quotes", table(text=lambda n: "fine, really" + ", yes" * (n % 3)),
         {"kind": "reviews", "rejected": ROWS}, said=("is there a , in a field without quotes?",)),
    Case("a doubled column", "user,item,rating,text,rating\nu1,i1,5,a,1\nu2,i2,4,b,2\n",
         {"kind": "reviews", "first_rows": [{"rating": 5.0}]}, said=("'rating' stands there 2 times",)),
    Case("a column without a name", ",user,item,rating\n0,u1,i1,5\n1,u2,i2,4\n", {"kind": "reviews", "rows": 2}),
    Case("only a header", "user,item,rating\n", "has a header (user, item, rating) and no row below it"),
    Case("only a German header", "Kundennr;Artikelnr;Bewertung\n", "no row below it"),
    Case("a quote that is not closed", 'user,item,rating,text\nu1,i1,5,"great\n' + table(header=None),
         {"rows": ROWS + 1, "rejected": 0}, said=("a quote that is not closed",)),
    Case("one that the next quote closes", table() + 'u1,i1,5,"great\nu2,i2,4,"fine"\nu3,i3,3,"good"\n',
         {"rows": ROWS + 3, "rejected": 0}, said=("a quote that is not closed",)),
    Case("line ends and quotes inside of quotes", table() + 'u1,i1,5,"two\nlines, ""quoted"""\n',
         {"rows": ROWS + 1, "rejected": 0}),
    Case("inches", table(text=lambda n: '5" screen'), {**REVIEWS, "first_rows": [{"text": '5" screen'}]}),
    Case("rows that are too short", table() + "u1\n" * 3, {"rows": ROWS + 3, "rejected": 3},
         said=("1 fields where 4 are expected",)),
    Case("a separator at the end of each line", table(header="user,item,rating,text,", text=lambda n: "x,"), REVIEWS),
    Case("ratings that are none", table(rating=lambda n: "good"), REVIEWS, said=("has words and no numbers",)),
    Case("ratings of which some are none", table(rating=lambda n: "?" if n % 2 else 5), {"rejected": ROWS // 2},
         said=("rating is not a number",)),
    Case("ratings of another scale", table(rating=lambda n: 80 + n % 20),
         {"rejected": ROWS, "notes": ["ratings go up to 99: say --scale 0:100"]}, said=("outside 1 to 5",)),
    Case("ratings from 1 to 10", table(rating=lambda n: 1 + n % 10), {"rejected": ROWS // 2},
         said=("ratings go up to 10: say --scale 0:10",)),
    Case("ratings of 10 with a stroke", table(rating=lambda n: f"{1 + n % 5}/10"), {"rejected": ROWS},
         said=("ratings go up to 10: say --scale 0:10",)),
    *(Case(f"ratings like {written(3)}", table(";", rating=written),
           {**REVIEWS, "first_rows": [{"rating": 1.0}, {"rating": 2.0}], "notations": {"rating": notation}})
      for notation, written in RATINGS),
    Case("ratings like 4,5/5", table(";", rating=lambda n: f"{1 + n % 4},5/5"),
         {**REVIEWS, "first_rows": [{"rating": 1.5}], "notations": {"rating": "decimal comma"}}),
    Case("ratings like 4/5 without a header", table(";", None, rating=lambda n: f"{1 + n % 5}/5"),
         {**REVIEWS, "sure": False, "first_rows": [{"rating": 1.0}, {"rating": 2.0}]}),
    Case("one number that is torn among quoted names",
         "sku,name,price\n" + "".join(f'{n},"Pot, no {n}",{12 + n}{"," if n == 3 else "."}50\n' for n in range(6)),
         priced(rejected=1, counts={"items": 5}, first_rows=[{"title": "Pot, no 0", "price": 12.5}]),
         said=("4 fields where 3 are expected",)),
    Case("reviews without users", "item,rating,text\ni1,5,a\ni2,4,b\n", {"kind": "reviews", "rows": 2, "rejected": 0},
         said=("no column of users",)),
    # links that are none
    Case("pairs of ids", "a1,a2\na2,a3\na3,a1\n", {"kind": "links", "sure": False, "others": ["reviews: "]}),
    Case("users and items", "".join(f"u{n},i{n % 4}\n" for n in range(9)),
         {"kind": "reviews", "sure": False, "others": ["links: "]}),
    Case("lists of ids", "a1,a2,a3\na2,a1\na3\n", {"kind": "links", "format": "adjacency lines", "sure": False}),
    Case("torn rows are no lists of ids", "".join(f"u{n},i{n},{1 + n % 5},{'good,' * (n % 4)}x\n" for n in range(20)),
         "cannot be read as"),
    # JSON
    Case("a JSON array over many lines", json.dumps(OBJECTS, indent=2), REVIEWS,
         said=("a JSON array over several lines",)),
    Case("a JSON array on one line", json.dumps(OBJECTS), REVIEWS),
    Case("one object with the rows in it", json.dumps({"count": ROWS, "reviews": OBJECTS}, indent=2), REVIEWS,
         said=("in the list reviews",)),
    Case("the same on one line", json.dumps({"data": {"reviews": OBJECTS}}), REVIEWS,
         said=("in the list data.reviews",)),
    Case("one object with two lists", json.dumps({"reviews": OBJECTS, "products": OBJECTS}),
         "holds several lists (reviews and products)"),
    Case("objects over many lines", "\n".join(json.dumps(row, indent=1) for row in OBJECTS), REVIEWS,
         said=("JSON objects over several lines",)),
    Case("a broken line among JSON lines", "\n".join([*map(json.dumps, OBJECTS), '{"user": "u1",']),
         {"rows": ROWS + 1, "rejected": 1}, said=("not JSON",)),
    Case("an object that is cut off", json.dumps(OBJECTS, indent=1)[:-20], {"rejected": 1, "rows": ROWS},
         said=("not JSON",)),
    Case("braces of something else", "{ this is no JSON\n{ nor that\n", "neither JSON objects nor Python literals"),
    # packed
    Case("gzip", gzip.compress(table().encode()), {**REVIEWS, "compression": "gzip"}, file="file.csv.gz"),
    Case("gzip that is cut off", gzip.compress(table(rows=20_000).encode())[:-600],
         {"damage": "the gzip stream is cut off"}),
    Case("an Excel workbook", zipped("[Content_Types].xml", "xl/workbook.xml"), "this is an Excel workbook",
         file="a.xlsx"),
    Case("an old Excel workbook", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99, "an old Excel workbook",
         file="a.xls"),
    Case("a PDF", b"%PDF-1.7\n", "this is a PDF"),
    Case("a zip of two files", zipped("a.csv", "b.csv"), "the zip holds 2 files"),
    # prices
    Case("German prices", items("1.371,92 €", "627,54 €", "1.299 €"),
         priced(first_rows=[{"price": 1371.92, "currency": "EUR"}, {"price": 627.54}, {"price": 1299.0}],
                notations={"price": "decimal comma, groups by point, EUR"})),
    Case("French prices", items("1 299,00 €", "1\u202f299,00\u00a0€"), priced(first_rows=[{"price": 1299.0}] * 2)),
    Case("Swiss prices", items("CHF 1'299.–", "CHF 12.50"), priced(first_rows=[{"price": 1299.0, "currency": "CHF"}])),
    Case("Indian prices", items("₹1,29,999", "₹999"), priced(first_rows=[{"price": 129999.0, "currency": "INR"}])),
    Case("Japanese prices", items("¥12800", "¥1,280"), priced(first_rows=[{"price": 12800.0}, {"price": 1280.0}])),
    Case("ranges", items("$5 - $9", "$1,299.00"), priced(first_rows=[{"price": 5.0, "currency": "USD"}])),
    Case("American habits among German ones", items("1.299 €", "$1,299", "2.499 €", "12,50 €"),
         priced(first_rows=[{"price": 1299.0, "currency": "EUR"}, {"price": 1299.0, "currency": "USD"}],
                notations={"price": "amounts of USD like 1,299 are taken as thousands", "sure": False})),
    Case("the same without decimals", items("1.299 €", "$1,299", "2.499 €"),
         priced(first_rows=[{"price": 1299.0}, {"price": 1299.0}, {"price": 2499.0}])),
    Case("prices that tell nothing", items("1.299", "2.499"),
         priced(first_rows=[{"price": 1299.0}], notations={"price": "1.299 may be a thousand", "sure": False})),
    Case("the user's word for them", items("1.299", "2.499"), priced(first_rows=[{"price": 1.299}]),
         ("--decimal", "point")),
    Case("a word that is none", items("1.299"), "decimal", ("--decimal", "dot")),
    Case("two currencies", items("5,00 €", "6,00 $"), priced(first_rows=[{"currency": "EUR"}, {"currency": "USD"}])),
    Case("a currency in the header", items("5,00", "6,00", header="sku;name;Preis (EUR)"),
         priced(first_rows=[{"price": 5.0, "currency": "EUR"}])),
    Case("a column of currencies", items("5.00;GBP", "6.00;USD", header="sku;name;price;currency"),
         priced(first_rows=[{"currency": "GBP"}, {"currency": "USD"}])),
    Case("prices that are none", items("on request", "5,00 €"), priced(first_rows=[{"title": "Thing 0"}]),
         said=("price not understood",)),
    # times
    Case("ISO with an offset", log("2025-03-14T19:22:00.5+01:00"), read_at(NOON, time="dates with times of day")),
    Case("minutes only, UTC", log("2025-03-14 18:22 UTC"), read_at(NOON)),
    Case("German times", log("14.03.2025 18:22"), read_at(NOON, time="day first")),
    Case("American dates", log("03/14/2025", "03/04/2025"),
         read_at(PI_DAY, "2025-03-04T00:00:00Z", time="month first")),
    Case("British dates", log("14/03/2025", "03/04/2025"), read_at(PI_DAY, "2025-04-03T00:00:00Z", time="day first")),
    Case("dates that tell nothing", log("03/04/2025", "05/06/2025"),
         read_at("2025-03-04T00:00:00Z", time="may begin with the day or the month", sure=False)),
    Case("the user's word for dates", log("03/04/2025"), read_at("2025-04-03T00:00:00Z"), ("--dates", "day")),
    Case("names of months", log("14 Mar 2025 18:22", "March 14 2025 6:22 PM"), read_at(NOON, NOON)),
    Case("milliseconds", log("1741976520123"), read_at(NOON, time="milliseconds")),
    Case("microseconds", log("1741976520123456"), read_at(NOON, time="microseconds")),
    Case("nanoseconds", log("1741976520123456789"), read_at(NOON, time="nanoseconds")),
    Case("dates without separators", log("20250314", "20250315"), read_at(PI_DAY)),
    Case("days of a spreadsheet", log("45730.765278", "45731"),
         read_at(NOON, time="days of a spreadsheet", sure=False)),
    Case("times that are none", log("soon", "2025-03-14 18:22"), {"kind": "views", "rejected": 1}),
]  # fmt: skip
