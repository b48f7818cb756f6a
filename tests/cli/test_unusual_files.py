"""Files as shops have them, unusual or malformed: each gives the right reading or one clear sentence, never a
traceback, never silence. Driven through `instead inspect` and `instead prepare` on the command line.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.store.dataset import Dataset
from tests.cli.test_command_line import Ran, instead, one_sentence  # noqa: F401 - a fixture
from tests.cli.unusual_files import CASES, Case, table


def agrees(found: Any, wanted: Any, where: str = "") -> None:
    """Whether what was found holds what is wanted: parts of dictionaries and lists, beginnings of texts in them."""
    if isinstance(wanted, dict):
        for name, value in wanted.items():
            if where.endswith("notations") and name == "sure":
                assert [one["sure"] for one in found.values()] == [value]
            elif where.endswith("notations"):
                assert value in found[name]["text"]
            elif value is not None or name != "rows":
                assert name in found, f"{where} has no {name}: {found}"
                agrees(found[name], value, f"{where}.{name}")
    elif isinstance(wanted, list):
        assert len(found) >= len(wanted)
        for place, value in enumerate(wanted):
            agrees(found[place], value, f"{where}.{place}")
    elif isinstance(wanted, str) and where.startswith((".others", ".damage")):
        assert found.startswith(wanted)
    else:
        assert found == (pytest.approx(wanted) if isinstance(wanted, float) else wanted), where


def put(folder: Path, case: Case) -> Path:
    path = folder / case.file
    path.write_bytes(case.content if isinstance(case.content, bytes) else case.content.encode())
    return path


def test_the_table_is_long_enough_and_names_each_case_once() -> None:
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_a_file_gives(case: Case, tmp_path: Path, instead: Any) -> None:  # noqa: F811
    path = put(tmp_path, case)
    ran: Ran = instead("inspect", path, *case.words, "--json")
    if isinstance(case.gives, str):
        assert case.gives in one_sentence(ran, 2)
        return
    assert ran.code == 0, ran.err
    (found,) = json.loads(ran.out)
    agrees(found, case.gives)
    heard = json.dumps([found["notes"], found["repaired"], found["first_rejected"]], ensure_ascii=False)
    for part in case.said:
        assert part in heard
    shown: Ran = instead("inspect", path, *case.words)
    assert shown.code == 0
    assert found["format"] in shown.out


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_prepare_makes_of_it(case: Case, tmp_path: Path, instead: Any) -> None:  # noqa: F811
    """A dataset of all rows that can be used, with a count of all others, or one sentence."""
    path = put(tmp_path, case)
    words = ["prepare", path, "--out", tmp_path / "data", "--without-links", "--min-user", 1, "--min-item", 1]
    ran: Ran = instead(*words, *case.words)
    assert "Traceback" not in ran.err + ran.out
    if isinstance(case.gives, str) or ran.code:
        one_sentence(ran, 2)
        return
    data = Dataset.open(tmp_path / "data")
    (source,) = data.manifest["sources"]
    used = source["rows"] - source["rejected"]
    if source["kind"] == "reviews":
        assert data.manifest["funnel"]["read"] == used
    if source["kind"] == "items":
        assert data.items.height == used
        agrees(data.items.sort("item").to_dicts(), [known(row) for row in case.gives["first_rows"]])
    heard = json.dumps([source["notes"], source["repaired"], source["causes"]], ensure_ascii=False)
    assert all(part in heard for part in case.said if not part.endswith(("expected", "JSON")))


@pytest.mark.parametrize("top", [10, 100])
def test_ratings_of_another_scale_are_an_error_until_it_is_named(top: int, tmp_path: Path, instead: Any) -> None:  # noqa: F811
    """Also where --max-rejected would let the few small numbers through, which are no stars."""
    path = tmp_path / "reviews.csv"
    path.write_text(table(rating=lambda n: top * (1 + n % 10) // 10))
    words = ["prepare", path, "--out", tmp_path / "data", "--without-links", "--min-user", 1, "--min-item", 1]
    for more in ([], ["--max-rejected", 0.95]):
        sentence = one_sentence(instead(*words, *more), 2)
        assert f"ratings go up to {top}: say --scale 0:{top}" in sentence
        assert "--max-rejected" not in sentence
    assert instead(*words, "--scale", f"0:{top}").code == 0
    assert Dataset.open(tmp_path / "data").manifest["funnel"]["read"] == len(path.read_text().splitlines()) - 1


def test_where_no_row_is_left_it_says_what_ratings_look_like(tmp_path: Path, instead: Any) -> None:  # noqa: F811
    path = tmp_path / "reviews.csv"
    path.write_text(table(rating=lambda n: "A+"))
    sentence = one_sentence(instead("prepare", path, "--out", tmp_path / "data", "--without-links"), 2)
    assert "rating is not a number: 'A+'" in sentence
    assert "--scale" in sentence
    assert "--max-rejected" not in sentence


def known(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None}


def test_a_click_log_in_microseconds_gives_links(tmp_path: Path, instead: Any) -> None:  # noqa: F811
    rows = [(f"u{n}", f"i{(n + step) % 6}", 1_741_976_520_000_000 + n * 10**10 + step * 10**7)
            for n in range(30) for step in range(3)]  # fmt: skip
    log = tmp_path / "clicks.csv"
    pl.DataFrame(rows, schema=["user_id", "item_id", "event_timestamp"], orient="row").write_csv(log)
    reviews = tmp_path / "reviews.csv"
    reviews.write_text("user,item,rating\n" + "".join(f"u{n},i{(n + k) % 6},5\n" for n in range(30) for k in range(3)))
    words = ("--min-user", 1, "--min-item", 1)
    ran: Ran = instead("prepare", reviews, "--views", log, "--out", tmp_path / "data", *words)
    assert ran.code == 0, ran.err
    data = Dataset.open(tmp_path / "data")
    assert data.counts["links"] > 0
    assert "microseconds since 1970" in ran.out


def test_a_log_that_gives_no_link_says_why(tmp_path: Path, instead: Any) -> None:  # noqa: F811
    log = tmp_path / "clicks.csv"
    log.write_text("user,item,time\n" + "".join(f"u{n},i{n % 6},{1_741_976_520 + n}\n" for n in range(30)))
    reviews = tmp_path / "reviews.csv"
    reviews.write_text("user,item,rating\n" + "".join(f"u{n},i{(n + k) % 6},5\n" for n in range(30) for k in range(3)))
    why = "no link is made of them: 30 visits, 0 of them with two items and more"
    assert why in instead("inspect", "--as", "views", log, "--json").out
    words = ("--min-user", 1, "--min-item", 1, "--out", tmp_path / "data")
    ran: Ran = instead("prepare", reviews, "--views", log, *words)
    assert why in ran.out + ran.err
    assert "Traceback" not in ran.err


def test_a_german_shop_from_files_to_prices(tmp_path: Path, instead: Any) -> None:  # noqa: F811
    reviews = tmp_path / "bewertungen.csv"
    reviews.write_bytes(table(";", "Kundennr.;Artikelnr.;Bewertung;Kommentar", rating=lambda n: f"{1 + n % 4},5",
                              text=lambda n: "schön").encode("cp1252"))  # fmt: skip
    prices = tmp_path / "artikel.csv"
    prices.write_text("Artikelnr.;Bezeichnung;Preis\n"
                      "i0;Kanne;1.371,92 €\ni1;Tasse;627,54 €\ni2;Glas;1.299 €\ni3;Krug;auf Anfrage\n")  # fmt: skip
    words = ("--without-links", "--min-user", 1, "--min-item", 1)
    ran: Ran = instead("prepare", reviews, "--items", prices, "--map", "artikel.csv:title=Bezeichnung", "--map",
                       "artikel.csv:price=Preis", "--out", tmp_path / "data", *words)  # fmt: skip
    assert ran.code == 0, ran.err
    found = Dataset.open(tmp_path / "data").items.select("item", "price", "currency").rows()
    assert found == [("i0", 1371.92, "EUR"), ("i1", 627.54, "EUR"), ("i2", 1299.0, "EUR"), ("i3", None, None)]
    assert "price: decimal comma, groups by point, EUR" in ran.out
    assert "price not understood" in ran.out


# VmHWM and not `ru_maxrss`, which a process takes over from the one that started it
MEASURED = """
import sys
sys.argv = ["instead", "inspect", sys.argv[1]]
from instead.cli.main import run
try:
    run()
finally:
    print(next(int(line.split()[1]) // 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
LONG = 400 << 20
HEADS = {
    "line.csv": b"user,item,rating,text\nu1,i1,5,",
    "quoted.csv": b'user,item,rating,text\nu1,i1,5,"',
    "line.json": b'{"user": "u1", "text": "',
    "document.json": b'[\n {"user": "u1",\n  "text": "',
    "nothing": b"",
}


def endless(path: Path, head: bytes, how: str) -> Path:
    """A small file that becomes a line of hundreds of megabytes."""
    pieces = [head, *[b"x" * (1 << 22)] * (LONG >> 22)]
    if how == "zip":
        with (
            zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
            archive.open("a", "w") as inner,
        ):
            inner.writelines(pieces)
    else:
        packer: Any = zlib.compressobj(1, wbits=31) if how == "gzip" else lzma.LZMACompressor(preset=0)
        path.write_bytes(b"".join([*map(packer.compress, pieces), packer.flush()]))
    return path


@pytest.mark.parametrize(
    ("name", "how"), [*((name, "gzip") for name in HEADS), ("line.csv", "xz"), ("line.csv", "zip")]
)
def test_a_line_without_end_is_refused_in_bounded_memory(tmp_path: Path, name: str, how: str) -> None:
    path = endless(tmp_path / f"{name}.{how}", HEADS[name], how)
    assert path.stat().st_size < 8 << 20
    ran = subprocess.run([sys.executable, "-c", MEASURED, path], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "of more than 64 MiB" in ran.stderr
    assert int(ran.stdout.split()[-1]) < 700, "MiB at the peak"
