"""Text of any usual encoding comes as UTF-8 lines, however it is cut into pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.files.encodings import Encoding, as_lines, encoding_of
from tests.small_shop import few

TEXT = "user;item;größe\nu1;i1;schön – „gut“\nu2;i2;naïve café\n" * 20


def read(data: bytes, step: int) -> tuple[str, Encoding]:
    told: list[Encoding] = []
    pieces = (data[at : at + step] for at in range(0, len(data), step))
    return b"".join(as_lines(pieces, told.append)).decode(), told[0]


@given(
    codec=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    step=st.integers(1, 200),
)
@few
def test_every_encoding_and_line_end(codec: str, end: str, step: int) -> None:
    found, encoding = read(TEXT.replace("\n", end).encode(codec), step)
    assert found == TEXT
    assert bool(encoding.notes) == (codec[:5] != "utf-8" or end == "\r")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"plain letters\n", "UTF-8"),
        ("größe\n".encode(), "UTF-8"),
        ("größe\n".encode() + b"gr\xf6\xdfe\n", "UTF-8"),  # broken UTF-8, whose bytes are replaced and counted
        ("größe\n".encode("latin-1"), "Windows-1252"),
        (b"\x81\x8d\x8f\x90\x9d\n", "UTF-8"),  # no letters of any encoding
        (b"", "UTF-8"),
    ],
)
def test_what_is_told_by_bytes_alone(data: bytes, name: str) -> None:
    assert encoding_of(data).name == name


def test_a_return_inside_of_lines_stays() -> None:
    assert read(b"a\rb\nc\n", 2)[0] == "a\rb\nc\n"
