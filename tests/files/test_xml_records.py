"""Records of feeds: RSS and Atom, damaged and hostile ones, and how much memory they may take."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest

from instead.errors import InputError, UnknownFormat
from instead.files import xml_records
from instead.files.opening import open_raw
from instead.files.shape import look
from instead.files.xml_records import records
from tests.small_shop import put

RSS = """<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>The shop itself</title>
<item>
  <title>Tea &amp; pot</title><g:id>A1</g:id><g:price>9.50 EUR</g:price>
  <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>
  <g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Volume</g:attribute_name>
    <g:attribute_value>1.2 l</g:attribute_value></g:product_detail>
  <description><![CDATA[<b>Good</b> & cheap]]></description>
</item>
<item><g:id>A2</g:id><title/></item>
</channel></rss>
"""


def found(path: Path) -> list[tuple[int, dict[str, str]]]:
    return list(records(open_raw(path)))


def test_items_of_rss(tmp_path: Path) -> None:
    first, second = found(put(tmp_path / "f.xml", RSS))
    assert first == (
        4,
        {
            "title": "Tea & pot",
            "id": "A1",
            "price": "9.50 EUR",
            "description": "<b>Good</b> & cheap",
            "Volume": "1.2 l",
        },
    )
    assert second == (11, {"id": "A2"})


def test_entries_of_atom_have_an_id_of_their_own(tmp_path: Path) -> None:
    atom = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><id>tag:shop</id>
    <entry><id>tag:shop,2024:1</id><g:id>A1</g:id><title>Tea</title><link rel="alternate" href="https://shop/a"/>
    <link rel="self" href="https://shop/feed"/></entry></feed>"""
    ((line, row),) = found(put(tmp_path / "f.xml", atom))
    assert (line, row) == (2, {"id": "A1", "title": "Tea", "link": "https://shop/a"})


def test_other_encodings_and_prefixes_nobody_declared(tmp_path: Path) -> None:
    path = tmp_path / "f.xml"
    path.write_bytes(
        '<?xml version="1.0" encoding="ISO-8859-1"?><shop><product><x:id>ä</x:id></product></shop>'.encode("latin-1")
    )
    assert found(path) == [(1, {"id": "ä"})]


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://example.org/x.dtd"> %p;]>',
    ],
)
def test_entities_are_refused(tmp_path: Path, head: str) -> None:
    path = put(tmp_path / "f.xml", f'<?xml version="1.0"?>\n{head}\n<rss><item><id>&a;</id></item></rss>')
    with pytest.raises(InputError, match="declares entities of its own, which is refused") as caught:
        found(path)
    assert "line 2" in str(caught.value) or ":2" in str(caught.value)


def test_damage_has_a_line(tmp_path: Path) -> None:
    path = put(tmp_path / "f.xml", "<rss><item>\n<id>1</id>\n</wrong></item></rss>")
    with pytest.raises(InputError, match=r"damaged XML \(mismatched tag\)") as caught:
        found(path)
    assert "3" in str(caught.value).split("f.xml", 1)[1]


def test_a_feed_that_ends_in_the_middle_keeps_what_was_read(tmp_path: Path) -> None:
    file = open_raw(put(tmp_path / "f.xml", RSS[: RSS.index("<item><g:id>A2")]))
    assert [row["id"] for _, row in records(file)] == ["A1"]
    assert file.damage is not None
    assert "ends in the middle" in file.damage


def test_a_cut_off_gzip_of_a_feed(tmp_path: Path) -> None:
    many = (
        "<rss>"
        + "".join(f"<item><id>{n}</id><title>{n * 7919 % 1009}</title></item>" for n in range(20_000))
        + "</rss>"
    )
    path = tmp_path / "f.xml.gz"
    path.write_bytes(gzip.compress(many.encode())[:-40_000])
    file = open_raw(path)
    assert 0 < len(list(records(file))) < 20_000
    assert file.damage == "the gzip stream is cut off"


def test_pages_and_other_xml_are_no_feeds(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a web page"):
        look(put(tmp_path / "a.xml", "<!DOCTYPE html>\n<html><body>Please sign in</body></html>"))
    with pytest.raises(UnknownFormat, match="XML without a record"):
        look(put(tmp_path / "b.xml", "<settings><colour>red</colour></settings>"))


def test_a_record_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_records, "LONGEST_RECORD", 1 << 20)
    path = put(tmp_path / "f.xml", "<rss><item><id>1</id></item><item><title>" + "x" * (3 << 20))
    with pytest.raises(InputError, match="a record of more than 1 MiB"):
        found(path)


def test_memory_does_not_grow_with_the_feed(tmp_path: Path) -> None:
    path = tmp_path / "f.xml"
    with path.open("wb") as handle:
        handle.write(b"<rss>")
        for n in range(30_000):
            handle.write(b"<item><id>%d</id><description>%s</description></item>" % (n, b"x" * 1000))
        handle.write(b"</rss>")
    tracemalloc.start()
    assert sum(1 for _ in records(open_raw(path))) == 30_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 15 << 20, "the feed is 30 MB"
