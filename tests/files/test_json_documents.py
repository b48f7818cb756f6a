"""Objects of a document come one on a line, with the line they begin on, however the bytes arrive."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.errors import InputError
from instead.files import json_documents
from instead.files.json_documents import Document, as_json_lines, document_of
from tests.small_shop import few

FILE = Path("a.json")
values = st.recursive(
    st.none() | st.integers() | st.text(st.sampled_from('ab{}[]",\\\n é'), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
objects = st.lists(st.dictionaries(st.text(max_size=3), values, min_size=1, max_size=3), min_size=2, max_size=5)

WRITTEN: dict[str, tuple[Callable[[Any], str], Document]] = {
    "array": (lambda rows: json.dumps(rows, indent=1), Document()),
    "one line": (json.dumps, Document()),
    "inside": (lambda rows: json.dumps({"n": 1, "meta": {"x": "[{"}, "rows": rows}, indent=2), Document(("rows",))),
    "deeper": (lambda rows: json.dumps({"data": {"rows": rows}}), Document(("data", "rows"))),
    "one by one": (lambda rows: "\n".join(json.dumps(row, indent=1) for row in rows), Document((), array=False)),
}


def lines(data: bytes, document: Document, step: int) -> list[bytes]:
    pieces = (data[at : at + step] for at in range(0, len(data), step))
    return b"".join(as_json_lines(pieces, document, FILE)).split(b"\n")


@given(rows=objects, how=st.sampled_from(sorted(WRITTEN)), step=st.sampled_from([1, 3, 50, 10_000]))
@few
def test_what_is_written_is_cut_out(rows: list[dict[str, Any]], how: str, step: int) -> None:
    write, place = WRITTEN[how]
    data = write(rows).encode()
    found = lines(data, place, step)
    assert [json.loads(line) for line in found if line.strip()] == rows


def test_lines_are_those_of_the_file() -> None:
    rows = [{"a": 1, "b": [1, 2]}, {"a": 2}, {"a": 3, "c": {"d": []}}]
    text = json.dumps(rows, indent=2)
    found = {
        number: json.loads(line) for number, line in enumerate(lines(text.encode(), Document(), 7)) if line.strip()
    }
    begins = [number for number, line in enumerate(text.split("\n")) if line == "  {"]
    assert list(found) == begins
    assert list(found.values()) == rows


@pytest.mark.parametrize("how", sorted(WRITTEN))
def test_where_the_objects_stand_is_told_by_the_beginning(how: str) -> None:
    write, place = WRITTEN[how]
    assert document_of(write([{"a": 1}, {"a": 2}]).encode(), FILE) == place


def test_several_lists_are_refused_by_name() -> None:
    data = json.dumps({"one": [{"a": 1}], "two": [{"b": 2}]}).encode()
    with pytest.raises(InputError, match=r"several lists \(one and two\)"):
        document_of(data, FILE)
    with pytest.raises(InputError, match=r"several lists \(one and two\)"):
        lines(data, Document(("one",)), 5)


def test_an_object_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_documents, "LONGEST_OBJECT", 100)
    with pytest.raises(InputError, match="a JSON value of more than"):
        lines(b'[{"a": "' + b"x" * 500, Document(), 10)


def test_what_is_cut_off_comes_as_it_is() -> None:
    assert lines(b'[\n{"a": 1},\n{"a": ', Document(), 4)[-1] == b'{"a": '
