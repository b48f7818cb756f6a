"""Tables: the fast way says what the plain way says, whatever stands in the fields."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from instead.files.blocks import Block
from instead.files.delimited import SEPARATORS, Dialect, line_by_line, sniff, text_columns
from instead.files.rejects import RejectLog
from tests.small_shop import rejected_lines, some

FILE = "table.csv"
NAMES = ("user", "item", "text")
cells = st.text(st.sampled_from("ab1 ,;\t|'\"\né😀"), max_size=6)
plain_cells = st.text(st.sampled_from("ab1 .'é😀"), max_size=5)


def written(rows: list[list[str]], separator: str = ",", end: str = "\n") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator=end).writerows(rows)
    return out.getvalue().encode()


@some
@given(
    rows=st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=8),
    separator=st.sampled_from(",\t;|"),
    end=st.sampled_from(["\n", "\r\n"]),
    first=st.integers(2, 1000),
)
def test_fast_equals_plain_on_quoted_tables(rows: list[list[str]], separator: str, end: str, first: int) -> None:
    block = Block(first, written(rows, separator, end))
    dialect = Dialect(separator, True, NAMES, True)
    fast, slow = RejectLog(), RejectLog()
    one = text_columns(block, dialect, NAMES, FILE, fast)
    other = line_by_line(block, dialect, NAMES, FILE, slow)
    assert_frame_equal(one, other)
    assert fast.tally(FILE) == slow.tally(FILE)
    told = [[cell or None for cell in row] for row in rows if any(cell.strip() for cell in row)]
    assert [list(row) for row in one.select(NAMES).iter_rows()] == told


@some
@given(
    rows=st.lists(st.lists(plain_cells, min_size=1, max_size=4), min_size=1, max_size=8),
    separator=st.sampled_from(",\t;|"),
    quoted=st.booleans(),
)
def test_fast_equals_plain_on_ragged_rows(rows: list[list[str]], separator: str, quoted: bool) -> None:
    """Rows of the wrong width are rejected with their line, rows without content are skipped, on both ways."""
    block = Block(5, "".join(separator.join(row) + "\n" for row in rows).encode())
    dialect = Dialect(separator, True, NAMES, quoted)
    fast, slow = RejectLog(), RejectLog()
    one = text_columns(block, dialect, NAMES, FILE, fast)
    other = line_by_line(block, dialect, NAMES, FILE, slow)
    assert_frame_equal(one, other)
    assert fast.tally(FILE) == slow.tally(FILE)
    filled = [(line, row) for line, row in enumerate(rows, 5) if any(cell.strip() for cell in row)]
    assert one["line"].to_list() == [line for line, row in filled if len(row) == 3]
    assert rejected_lines(fast, FILE) == [line for line, row in filled if len(row) != 3][:5]


@pytest.mark.parametrize("bad", ["u2,i2", "u2", "u2,i2,3,4,5"])
def test_a_ragged_row_is_rejected_and_its_neighbours_stay(bad: str) -> None:
    data = f"user,item,text\nu1,i1,x\n{bad}\nu3,i3,y\n".encode()
    log = RejectLog()
    frame = text_columns(Block(1, data), Dialect(",", True, NAMES, False), NAMES, FILE, log)
    assert frame["user"].to_list() == ["u1", "u3"]
    assert rejected_lines(log, FILE) == [3]
    assert "fields where 3 are expected" in log.tally(FILE).first[0].cause
    assert log.tally(FILE).rows == 3


def test_blank_lines_and_rows_of_separators_are_no_rows() -> None:
    log = RejectLog()
    data = b"user,item,text\n\nu1,i1,\n,,\n   \nu2,i2,x\n\n"
    frame = text_columns(Block(1, data), Dialect(",", True, NAMES, False), NAMES, FILE, log)
    assert frame.rows() == [("u1", "i1", None, 3), ("u2", "i2", "x", 6)]
    assert (log.tally(FILE).rows, log.rejected) == (2, 0)


def test_line_numbers_count_line_ends_inside_quotes() -> None:
    data = b'u1,i1,"two\nlines"\nu2,i2,x\nbroken\n'
    log = RejectLog()
    frame = text_columns(Block(10, data), Dialect(",", True, NAMES, True), NAMES, FILE, log)
    assert frame["line"].to_list() == [10, 12]
    assert rejected_lines(log, FILE) == [13]


def test_bytes_that_are_no_utf8_are_replaced_and_counted() -> None:
    log = RejectLog()
    frame = text_columns(Block(2, b"u\xff,i,x\nu2,i,y\n"), Dialect(",", True, NAMES, False), NAMES, FILE, log)
    assert frame["user"].to_list() == ["u\ufffd", "u2"]
    assert log.tally(FILE).repaired == {"bytes that are not UTF-8 replaced": 1}


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("header", [True, False])
def test_separator_and_header_are_seen(separator: str, header: bool) -> None:
    rows = [["user", "item", "rating"]] * header + [["u1", "i1", "5"], ["u2", "i2", "4"], ["u3", "i1", "1"]]
    dialect = sniff([separator.join(row) for row in rows])
    assert dialect is not None
    assert (dialect.separator, dialect.header) == (separator, header)
    assert dialect.columns == (("user", "item", "rating") if header else ("c1", "c2", "c3"))


def test_words_above_words_are_a_header_when_they_are_words_only() -> None:
    dialect = sniff(["source,target", "B00A1,B00A2", "B00A3,B00A4"])
    assert dialect is not None
    assert dialect.header


def test_a_first_row_with_a_number_is_no_header() -> None:
    dialect = sniff(["u1,5", "u2,4"])
    assert dialect is not None
    assert not dialect.header


def test_a_first_row_alone_is_a_header_if_its_names_are_known() -> None:
    for line, header in (("user,item", True), ("B01,B02", False), ("apple,pear", False)):
        dialect = sniff([line])
        assert dialect is not None
        assert dialect.header == header


def test_quotes_are_seen_and_separators_inside_them_are_not() -> None:
    dialect = sniff(["user;text", 'u1;"a;b;c"', 'u2;"d"', 'u3;"e;f"'])
    assert dialect is not None
    assert (dialect.separator, dialect.quoted, dialect.columns) == (";", True, ("user", "text"))


def test_lines_without_a_common_separator_are_no_table() -> None:
    assert sniff(["a,b", "c", "d,e,f", "g,h,i,j"]) is None
    assert sniff(["", "  "]) is None


def test_ids_with_commas_and_quotes_survive() -> None:
    rows = [["u,1", 'i"1', "x"], ["u2", "i,2", ""], ['"', ",", "y"]]
    frame = text_columns(Block(2, written(rows)), Dialect(",", True, NAMES, True), NAMES, FILE, RejectLog())
    assert frame["user"].to_list() == ["u,1", "u2", '"']
    assert frame["item"].to_list() == ['i"1', "i,2", ","]


def test_quotes_count_wherever_more_rows_fit_with_them() -> None:
    torn = [
        "sku,name,price",
        '1,"Pot, red",12.50',
        '2,"Pot, blue",13.50',
        '3,"Pot, green",14,50',
        '4,"Pot, gray",15.50',
    ]
    found = sniff(torn)
    assert found is not None
    assert (found.quoted, found.header, found.columns) == (True, True, ("sku", "name", "price"))
    letters = ["sku\tname\tprice", *['1\tPot\t"12', '"2\tPan\t13'] * 4, "3\tCup\t15"]
    found = sniff(letters)
    assert found is not None
    assert not found.quoted
