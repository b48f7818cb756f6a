"""Python literals: rewritten quotes say what `ast.literal_eval` says, and nothing is ever run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from instead.files.blocks import Block
from instead.files.literals import objects, parse, parse_slowly
from instead.files.rejects import RejectLog
from tests.small_shop import rejected_lines, some

FILE = "meta.json"
strings = st.text(st.characters(codec="utf-8"), max_size=8) | st.text(
    st.sampled_from("ab'\"\\{}[]:, \n\té😀"), max_size=10
)
constants = strings | st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.floats(allow_nan=False)
values = st.recursive(
    constants,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(strings | st.integers(0, 9), inner, max_size=3)
        | st.lists(inner, max_size=2).map(tuple)
    ),
    max_leaves=8,
)


@some
@given(row=st.dictionaries(strings, values, max_size=4).filter(lambda row: "inf" not in repr(row)))
@example(row={"asin": -9223372036854775809})
def test_parse_equals_the_plain_way(row: dict[str, Any]) -> None:
    body = repr(row).encode()
    assert parse(body) == row
    assert repr(parse(body)) == repr(parse_slowly(body))


@some
@given(text=st.text(st.sampled_from("{}[]()'\"\\:, a1x\n"), max_size=20))
def test_rubbish_is_refused_with_a_reason_or_read_alike(text: str) -> None:
    body = text.strip().encode()
    try:
        plain = parse_slowly(body)
    except ValueError as error:
        assert str(error)
        with pytest.raises(ValueError, match=r"."):
            parse(body)
    else:
        assert parse(body) == plain


@pytest.mark.parametrize(
    "line",
    [
        "{'asin': __import__('os').system('touch ran')}",
        "{'asin': (lambda: 1)()}",
        "{'asin': f'{1 + 1}'}",
        "{'asin': open('ran', 'w')}",
        "__import__('os').system('touch ran')",
        "{'asin': [x for x in (1, 2)]}",
        "{'a' if True else 'b': 1}",
        "{**{'a': 1}}",
        "{'asin': asin}",
        "{'a': 'b'.upper()}",
    ],
)
def test_nothing_is_ever_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    log = RejectLog()
    assert list(objects(Block(1, line.encode()), FILE, log)) == []
    assert log.tally(FILE).causes == {"not a Python literal": 1}
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "line",
    ["(" * 50_000, "[" * 50_000 + "]" * 50_000, "{'a':" * 20_000, "-" * 50_000 + "1", "1+" * 50_000 + "1j", "'" * 9999],
)
def test_hostile_nesting_is_a_rejected_row(line: str) -> None:
    log = RejectLog()
    rows = list(objects(Block(1, f"{line}\n{{'asin': 'ok'}}\n".encode()), FILE, log))
    assert rows == [(2, {"asin": "ok"})]
    assert rejected_lines(log, FILE) == [1]


def test_what_is_no_dictionary_is_rejected_with_its_kind() -> None:
    log = RejectLog()
    rows = list(objects(Block(7, b"{'a': 1}\n\n[1, 2]\n'text'\n{'a': 2}"), FILE, log))
    assert rows == [(7, {"a": 1}), (11, {"a": 2})]
    assert [(row.line, row.cause) for row in log.tally(FILE).first] == [
        (9, "not a dictionary but list"),
        (10, "not a dictionary but str"),
    ]
    assert log.tally(FILE).rows == 4


def test_bytes_that_are_no_utf8_are_replaced_and_counted() -> None:
    log = RejectLog()
    rows = list(objects(Block(1, b"{'asin': 'x\xff'}\n{'asin': 'y'}\n"), FILE, log))
    assert [row["asin"] for _, row in rows] == ["x\ufffd", "y"]
    assert log.tally(FILE).repaired == {"bytes that are not UTF-8 replaced": 1}


def test_surrogates_come_as_characters_or_replacements() -> None:
    """Python 2 wrote emoji as two halves; half a one must not reach the tables, which cannot hold it."""
    rows = list(objects(Block(1, rb"{'asin': 'x', 'title': '\ud83d\ude00 and \ud83d'}"), FILE, RejectLog()))
    assert rows[0][1]["title"] == "😀 and \ufffd"


def test_prefixed_strings_of_python_2_are_read() -> None:
    assert parse(b"{u'asin': u'it\\'s', 'price': 9.49, 'n': 1L}".replace(b", 'n': 1L", b"")) == {
        "asin": "it's",
        "price": 9.49,
    }
