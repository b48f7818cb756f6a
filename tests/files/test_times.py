"""Times in many notations, and columns that decide what a date or a number means."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.files.dates import MONTHS
from instead.files.times import TimeEvidence, TimeNotation, read_times, tells_itself
from tests.small_shop import few

NOON = "2025-03-14T18:22:00"


def read(*texts: str | None, **options: object) -> tuple[list[str | None], TimeNotation]:
    """As ISO texts in UTC."""
    found, notation = read_times(pl.Series(texts, dtype=pl.String), **options)  # type: ignore[arg-type]
    return [None if one is None else dt.datetime.fromtimestamp(one, dt.UTC).isoformat()[:19] for one in found], notation


@pytest.mark.parametrize(
    "text",
    [
        "2025-03-14T18:22:00Z",
        "2025-03-14T18:22Z",
        "2025-03-14 18:22",
        "2025-03-14 18:22:00 UTC",
        "2025-03-14 18:22:00.987654",
        "2025-03-14T19:22:00.123+01:00",
        "2025-03-14T10:22:00-0800",
        "2025-03-14T19:22+01",
        "2025/03/14 18:22:00",
        "20250314T182200Z",
        "14.03.2025 18:22",
        "14.3.25 18:22",
        "14.03.2025, 18:22 Uhr",
        "Mar 14, 2025 6:22 PM",
        "March 14th, 2025, 6:22:00 p.m.",
        "14 Mar 2025 18:22",
        "14. März 2025 18:22",
        "14 mars 2025 18:22",
        "14 de marzo de 2025 18:22",
        "Fri, 14 Mar 2025 19:22:00 +0100",
        "14/Mar/2025:19:22:00 +0100",
        "Fri Mar 14 19:22:00 CET 2025",
        "Fri Mar 14 2025 19:22:00 GMT+0100 (CET)",
        "14-Mar-25 18:22",
        "1741976520",
        "1741976520.75",
        "1741976520123",
        "1741976520123456",
        "1741976520123456789",
        "20250314182200",
        "202503141822",
    ],
)
def test_one_moment_in_many_notations(text: str) -> None:
    assert read(text)[0] == [NOON]
    assert read("nothing", text, None)[0] == [None, NOON, None]


@pytest.mark.parametrize(
    "text", ["soon", "2025-02-30", "2025-13-01", "32.01.2025", "13/13/2025", "25:99", "2025-03-14T18:22 XYZ", "", " "]
)
def test_what_is_no_time(text: str) -> None:
    assert read(text)[0] == [None]


@pytest.mark.parametrize(
    ("texts", "days", "sure"),
    [
        (["03/14/2025", "03/04/2025"], ["2025-03-14", "2025-03-04"], True),
        (["14/03/2025", "03/04/2025"], ["2025-03-14", "2025-04-03"], True),
        (["03/04/2025", "05/06/2025"], ["2025-03-04", "2025-05-06"], False),
        (["01/03/2025", "01/04/2025"], ["2025-03-01", "2025-04-01"], False),
        (["03/01/2025", "04/01/2025"], ["2025-03-01", "2025-04-01"], False),
        (["3/4/2025 6:22 PM"], ["2025-03-04"], False),
        (["14/03/2025", "03/14/2025"], ["2025-03-14", "2025-03-14"], True),
        (["20250314", "20250401"], ["2025-03-14", "2025-04-01"], True),
        (["45730", "45731.5"], ["2025-03-14", "2025-03-15"], False),
        (["45730", "12"], ["1970-01-01", "1970-01-01"], True),
        (["20250314", "1741976520"], ["1970-08-23", "2025-03-14"], True),
    ],
)
def test_the_column_decides(texts: list[str], days: list[str], sure: bool) -> None:
    found, notation = read(*texts)
    assert [str(one)[:10] for one in found] == days
    assert notation.sure == sure
    assert sure or notation.why


def test_the_word_of_the_user_and_a_hint() -> None:
    assert read("03/04/2025", told="day first")[0] == ["2025-04-03T00:00:00"]
    found, notation = read("03/04/2025", hint="day first")
    assert found == ["2025-04-03T00:00:00"]
    assert "03/04/2025 may begin with the day or the month (--dates): taken day first" in notation.text


def test_units_are_named() -> None:
    assert read("1741976520123456")[1].text == "microseconds since 1970"
    assert "different magnitude" in read("1741976520", "1741976520123")[1].text


def test_the_evidence_of_pieces_is_that_of_the_whole() -> None:
    texts = ["03/04/2025", "1741976520", None, "14/03/2025", "20250314", "x"]
    whole, pieces = TimeEvidence(), TimeEvidence()
    whole.add(pl.Series(texts))
    for text in texts:
        pieces.add(pl.Series([text], dtype=pl.String))
    assert whole.notation().order == pieces.notation().order == "day first"
    assert (whole.units, whole.compact, whole.open) == (pieces.units, pieces.compact, pieces.open)


@pytest.mark.parametrize(
    ("sample", "told"),
    [
        (["1741976520"], True),
        (["2025-03-14", "2025-03-15 10:00"], True),
        (["14.03.2025"], True),
        (["03/04/2025"], False),
        (["20250314"], False),
        (["45730"], False),
        ([], False),
        ([" "], False),
    ],
)
def test_samples_that_need_the_whole_column(sample: list[str], told: bool) -> None:
    assert tells_itself(sample) == told


def test_months_have_twelve_numbers() -> None:
    assert set(MONTHS.values()) == {str(number) for number in range(1, 13)}


FORMS = (
    "%Y-%m-%dT%H:%M:%SZ",
    "%d.%m.%Y %H:%M:%S",
    "%b %d, %Y %I:%M:%S %p",
    "%a, %d %b %Y %H:%M:%S +0000",
    "%Y%m%d%H%M%S",
)


@given(st.lists(st.integers(10**8, 4 * 10**9), min_size=1, max_size=8), st.sampled_from(FORMS))
@few
def test_what_is_written_in_a_form_is_read_back(seconds: list[int], form: str) -> None:
    texts = [dt.datetime.fromtimestamp(one, dt.UTC).strftime(form) for one in seconds]
    assert read_times(pl.Series(texts))[0].to_list() == seconds
