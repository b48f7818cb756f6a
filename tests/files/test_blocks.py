"""Blocks hold whole lines, know their line numbers and lose no byte."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.errors import InputError
from instead.files import opening
from instead.files.blocks import Block, blocks
from instead.files.delimited import cut_outside_quotes
from instead.files.opening import open_raw
from tests.small_shop import packed, some


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of a few bytes are to arrive in several pieces."""
    monkeypatch.setattr(opening, "RAW_CHUNK", 5)


def blocks_of(data: bytes, size: int, how: str = "plain", quoted: bool = False) -> list[Block]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(packed(data, how))
        if quoted:
            return list(blocks(open_raw(path), size=size, cut=cut_outside_quotes))
        return list(blocks(open_raw(path), size=size))


@some
@given(
    data=st.lists(st.text(st.sampled_from('ab, é😀"'), max_size=9), min_size=1, max_size=20)
    .map(lambda lines: "\n".join(lines).encode())
    .filter(len),
    size=st.integers(1, 40),
    how=st.sampled_from(["plain", "gzip", "zip"]),
)
def test_no_byte_is_lost_and_line_numbers_are_right(data: bytes, size: int, how: str) -> None:
    made = blocks_of(data, size, how)
    assert b"".join(block.data for block in made) == data
    for place, block in enumerate(made):
        before = b"".join(earlier.data for earlier in made[:place])
        assert block.first_line == 1 + before.count(b"\n")
        assert place == len(made) - 1 or block.data.endswith(b"\n")
        assert block.lines == len(block.data.removesuffix(b"\n").split(b"\n"))


cell = st.text(st.sampled_from('ab",\n;'), max_size=6)


@some
@given(rows=st.lists(st.lists(cell, min_size=2, max_size=2), min_size=1, max_size=12), size=st.integers(1, 30))
def test_tables_are_cut_outside_quotes_only(rows: list[list[str]], size: int) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    made = blocks_of(written.getvalue().encode(), size, quoted=True)
    read = [row for block in made for row in csv.reader(io.StringIO(block.data.decode(), newline=""))]
    assert read == rows
    starts = [block.first_line for block in made]
    assert starts == sorted(set(starts))


def test_the_mark_of_utf8_is_no_content(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfuser,item\n")
    assert [block.data for block in blocks(open_raw(path))] == [b"user,item\n"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_utf16_is_read(tmp_path: Path, encoding: str, mark: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(f"{mark}user,item\r\nGrün,😀\r\n".encode(encoding))
    file = open_raw(path)
    assert b"".join(block.data for block in blocks(file)).decode() == "user,item\nGrün,😀\n"
    assert "text in UTF-16" in file.encoding.notes[0]


def test_a_line_without_end_is_refused_with_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("instead.files.blocks.LONGEST_LINE", 50)
    path = tmp_path / "a"
    path.write_bytes(b"short\n" + b"x" * 200)
    with pytest.raises(InputError, match=r"a:2: a line of more than"):
        list(blocks(open_raw(path), size=10))


@pytest.mark.parametrize("cut", range(60, 20, -1))
def test_a_cut_off_table_never_hands_out_half_a_quoted_row(tmp_path: Path, cut: int) -> None:
    rows = [["u1", "i1", "good\nphone"], ["u2", "i2", "bad\n\nphone"], ["u3", "i3", "fine"]] * 3
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    path = tmp_path / "a.csv.gz"
    path.write_bytes(packed(written.getvalue().encode(), "gzip")[:cut])
    file = open_raw(path)
    data = b"".join(block.data for block in blocks(file, cut=cut_outside_quotes)).decode()
    read = list(csv.reader(io.StringIO(data, newline="")))
    assert read == rows[: len(read)]
