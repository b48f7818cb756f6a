"""JSON lines: the fast way says what the plain way says; a broken line costs itself and no neighbour."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from instead.files.blocks import Block
from instead.files.jsonlines import as_text, line_by_line, objects, text_columns
from instead.files.rejects import RejectLog
from tests.small_shop import rejected_lines, some

COLUMNS = ("user", "item", "text")
FILE = "reviews.json"

words = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(
    ["", '"', "\\", "😀", "é\u2028x", "\x00", "a\tb"]
)
numbers = (
    st.integers(-(10**25), 10**25)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([0, -0.0, 1.0, 5.0, 1e16, 1e22, 1e-7, 2**63, 2**64, 0.1])
)
scalars = words | numbers | st.booleans() | st.none()
simple = st.text("abé😀 ", max_size=5)  # inside nested values polars does not escape backslashes; nobody's id is a list
nested = scalars | st.recursive(
    simple | numbers | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(simple, inner, max_size=3),
    max_leaves=6,
)
plain_objects = st.dictionaries(st.sampled_from([*COLUMNS, "helpful"]), scalars, max_size=4)
nested_objects = st.dictionaries(st.sampled_from([*COLUMNS, "helpful"]), nested, max_size=4)


def block_of(rows: list[dict[str, Any]], *, ascii_only: bool, first_line: int = 1) -> Block:
    return Block(first_line, "".join(json.dumps(row, ensure_ascii=ascii_only) + "\n" for row in rows).encode())


def both_ways(block: Block) -> tuple[pl.DataFrame, pl.DataFrame, RejectLog, RejectLog]:
    fast, slow = RejectLog(), RejectLog()
    return text_columns(block, COLUMNS, FILE, fast), line_by_line(block, COLUMNS, FILE, slow), fast, slow


@some
@given(rows=st.lists(plain_objects, min_size=1, max_size=8), ascii_only=st.booleans(), first=st.integers(1, 10**6))
def test_fast_equals_plain_on_sound_objects(rows: list[dict[str, Any]], ascii_only: bool, first: int) -> None:
    one, other, fast, slow = both_ways(block_of(rows, ascii_only=ascii_only, first_line=first))
    assert_frame_equal(one, other)
    assert one["line"].to_list() == list(range(first, first + len(rows)))
    assert fast.tally(FILE) == slow.tally(FILE)
    assert fast.tally(FILE).rows == len(rows)


def parsed(text: str | None) -> Any:
    """What a nested value says, however it is spaced; floats of a whole number are that number."""
    if text is None or not text.startswith(("[", "{")):
        return text
    try:
        return json.loads(text, parse_int=float)
    except ValueError:
        return text


@some
@given(rows=st.lists(nested_objects, min_size=1, max_size=4), ascii_only=st.booleans())
def test_nested_values_come_as_json_either_way(rows: list[dict[str, Any]], ascii_only: bool) -> None:
    one, other, _, _ = both_ways(block_of(rows, ascii_only=ascii_only))
    for name in COLUMNS:
        assert [parsed(text) for text in one[name]] == [parsed(text) for text in other[name]]


JUNK = (
    "{",
    "}",
    "null",
    "5",
    '"text"',
    "[1, 2]",
    '{"user": }',
    "{'user': 'x'}",
    '{"user": "a"',
    "",
    "  ",
    "\r",
    "nonsense",
)


@some
@given(
    rows=st.lists(plain_objects.map(json.dumps) | st.sampled_from(JUNK), min_size=1, max_size=10),
    end=st.sampled_from(["\n", "\r\n", ""]),
)
def test_broken_lines_are_rejected_and_neighbours_survive(rows: list[str], end: str) -> None:
    separator = end or "\n"
    block = Block(1, (separator.join(rows) + end).encode())
    one, other, fast, slow = both_ways(block)
    assert_frame_equal(one, other)
    assert fast.tally(FILE) == slow.tally(FILE)
    broken = {place for place, row in enumerate(rows, 1) if row in JUNK and row.strip()}
    blank = {place for place, row in enumerate(rows, 1) if not row.strip()}
    assert set(one["line"].to_list()) == set(range(1, len(rows) + 1)) - broken - blank
    assert fast.tally(FILE).rejected == len(broken)
    assert rejected_lines(fast, FILE) == sorted(broken)[:5]
    assert fast.tally(FILE).rows == len(rows) - len(blank)


def lines_of(data: bytes) -> tuple[list[tuple[int, dict[str, Any]]], RejectLog]:
    log = RejectLog()
    return list(objects(Block(1, data), FILE, log)), log


def test_causes_name_what_is_wrong() -> None:
    _, log = lines_of(b'{"a": 1}\n{"a": 1\n[1]\n')
    first = log.tally(FILE).first
    assert [row.line for row in first] == [2, 3]
    assert first[0].cause.startswith("not JSON (")
    assert first[1].cause == "not an object but list"
    assert first[0].content == '{"a": 1'
    assert log.tally(FILE).causes == {"not JSON": 1, "not an object": 1}


@pytest.mark.parametrize(
    "data",
    [
        b'[{"a": 1},\n{"a": 2},\n{"a": 3}]\n',
        b'[\n{"a": 1},\n{"a": 2},\n{"a": 3},\n]\n',
        b'[{"a": 1}, {"a": 2}, {"a": 3}]',
        b'{"a": 1},\r\n{"a": 2},\r\n{"a": 3}\r\n',
        b'\n\n{"a": 1}\n\n{"a": 2}\n  \n{"a": 3}',
    ],
)
def test_arrays_commas_and_blank_lines(data: bytes) -> None:
    rows, log = lines_of(data)
    assert [row["a"] for _, row in rows] == [1, 2, 3]
    assert log.rejected == 0
    assert log.tally(FILE).rows == 3


def test_lists_at_the_end_of_an_object_are_kept_when_commas_are_taken_off() -> None:
    rows, _ = lines_of(b'[{"a": [1, [2]]},\n{"a": [3]}]\n')
    assert [row["a"] for _, row in rows] == [[1, [2]], [3]]


def test_objects_of_an_array_on_one_line_that_are_none_are_rejected() -> None:
    rows, log = lines_of(b'[{"a": 1}, 7, {"a": 2}]\n')
    assert [row["a"] for _, row in rows] == [1, 2]
    assert log.tally(FILE).rows == 3
    assert log.tally(FILE).causes == {"not an object": 1}


def test_bytes_that_are_no_utf8_are_replaced_and_counted() -> None:
    block = Block(1, b'{"user": "u\xff1", "item": "i"}\n{"user": "u2"}\n')
    log = RejectLog()
    frame = text_columns(block, COLUMNS, FILE, log)
    assert frame["user"].to_list() == ["u\ufffd1", "u2"]
    assert log.tally(FILE).repaired == {"bytes that are not UTF-8 replaced": 1}
    assert log.tally(FILE).rejected == 0


@pytest.mark.parametrize("half", ["\\ud83d", "\\udc00", "\\uDC00", "\\ud83d\\ud83d", "\\ude00\\ud83d"])
def test_half_a_surrogate_pair_becomes_one_replacement_each(half: str) -> None:
    body = f'{{"user": "a{half}b", "item": "\\ud83d\\ude00", "text": "t"}}\n'.encode()
    one, other, _, _ = both_ways(Block(1, body))
    assert_frame_equal(one, other)
    assert one["user"].to_list() == ["a" + "\ufffd" * half.count("\\") + "b"]
    assert one["item"].to_list() == ["😀"]


def test_ids_written_as_numbers_are_the_same_in_every_block() -> None:
    body = b'{"user": 7.0, "item": 12345678901234567890123}\n'
    sound = text_columns(Block(1, body), COLUMNS, FILE, RejectLog())
    beside_a_broken_line = text_columns(Block(1, body + b"{\n"), COLUMNS, FILE, RejectLog())
    assert_frame_equal(sound, beside_a_broken_line)
    assert sound["user"].to_list() == ["7"]
    assert sound["item"].to_list() == ["12345678901234567890123"]


@pytest.mark.parametrize("inside", [b"[", b'{"a":'])
def test_hostile_nesting_is_a_rejected_row(inside: bytes) -> None:
    data = b'{"user": "\\u0041", "text": ' + inside * 100_000 + b"\n" + b'{"user": "ok"}\n'
    rows, log = lines_of(data)
    assert [row["user"] for _, row in rows] == ["ok"]
    assert rejected_lines(log, FILE) == [1]


@pytest.mark.parametrize("value", [("a", 1), {1: 2}, [{1, 2}], [b"x"], [2**70], {"a": (1, None)}])
def test_any_literal_has_a_text(value: Any) -> None:
    assert isinstance(as_text(value), str)
