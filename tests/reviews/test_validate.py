"""Every defect of a review has one defined outcome, and the rows add up."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.files.rejects import FileTally, RejectLog
from instead.reviews.validate import DAY, checked_reviews
from instead.settings import ReadSettings
from tests.small_shop import NOW, few

FILE = "r.csv"
SCHEMA: dict[str, Any] = dict.fromkeys(("user", "item", "rating", "time", "text"), pl.String) | {"line": pl.UInt64}
SOUND: dict[str, Any] = {"user": "u", "item": "i", "rating": "5", "time": "1400000000", "text": "good"}


def check(*rows: dict[str, Any], **settings: Any) -> tuple[pl.DataFrame, FileTally]:
    log = RejectLog()
    frame = pl.DataFrame([{**SOUND, **row, "line": line} for line, row in enumerate(rows, 1)], schema=SCHEMA)
    log.tally(FILE).rows += frame.height
    return checked_reviews(frame, FILE, log, ReadSettings(**settings), now=NOW), log.tally(FILE)


def test_a_sound_row_goes_through_as_it_is() -> None:
    made, tally = check({})
    assert made.row(0) == ("u", "i", 5.0, 1_400_000_000, "good", 1)
    assert made.columns == ["user", "item", "rating", "time", "text", "line"]
    assert (tally.rejected, tally.repaired) == (0, {})


@pytest.mark.parametrize(
    ("flaw", "cause"),
    [
        ({"user": None, "rating": None, "text": None}, "no user id"),
        ({"user": "  ", "rating": None, "text": ""}, "no user id"),
        ({"item": None}, "no item id"),
        ({"item": ""}, "no item id"),
        ({"user": "a\x00b"}, "control character in an id"),
        ({"item": "a\tb"}, "control character in an id"),
        ({"item": "a\nb"}, "control character in an id"),
        ({"user": "a\x7fb"}, "control character in an id"),
        ({"rating": "five"}, "rating is not a number"),
        ({"rating": "NaN"}, "rating is not a number"),
        ({"rating": "5 starfish"}, "rating is not a number"),
        ({"rating": "0"}, "rating outside 1 to 5"),
        ({"rating": "4/10"}, "rating outside 1 to 5"),
        ({"rating": "★★★★☆☆☆☆☆☆"}, "rating outside 1 to 5"),
        ({"rating": "5.01"}, "rating outside 1 to 5"),
        ({"rating": "-1"}, "rating outside 1 to 5"),
        ({"rating": "inf"}, "rating outside 1 to 5"),
        ({"rating": "-inf"}, "rating outside 1 to 5"),
    ],
)
def test_rows_that_are_rejected(flaw: dict[str, Any], cause: str) -> None:
    made, tally = check({}, flaw, {})
    assert made["line"].to_list() == [1, 3]
    assert tally.causes == {cause: 1}
    assert tally.first[0].line == 2
    assert tally.first[0].cause.startswith(cause)


def test_a_rejected_rating_is_quoted() -> None:
    _, tally = check({"rating": "five"})
    assert tally.first[0].cause == "rating is not a number: 'five'"


@pytest.mark.parametrize("rating", [None, "", "  "])
def test_a_missing_rating_stays_missing(rating: str | None) -> None:
    made, tally = check({"rating": rating})
    assert made["rating"].to_list() == [None]
    assert tally.rejected == 0


@pytest.mark.parametrize(("rating", "value"), [("4", 4.0), ("4.5", 4.5), ("1", 1.0), ("5.0", 5.0), (" 3 ", 3.0)])
def test_ratings_in_the_scale(rating: str, value: float) -> None:
    assert check({"rating": rating})[0]["rating"].to_list() == [value]


def test_another_scale_is_a_setting() -> None:
    made, tally = check({"rating": "0"}, {"rating": "10"}, {"rating": "11"}, rating_low=0.0, rating_high=10.0)
    assert made["rating"].to_list() == [0.0, 10.0]
    assert tally.causes == {"rating outside 0 to 10": 1}


@pytest.mark.parametrize(
    ("time", "value"),
    [
        ("1400000000", 1_400_000_000),
        ("1400000000.7", 1_400_000_000),
        (" 1400000000 ", 1_400_000_000),
        ("1400000000000", 1_400_000_000),
        ("1.4e9", 1_400_000_000),
        ("2014-05-13", 1_399_939_200),
        ("05 13, 2014", 1_399_939_200),
        ("5 13, 2014", 1_399_939_200),
        ("2014/05/13", 1_399_939_200),
        ("13.05.2014", 1_399_939_200),
        ("2014-05-13T16:53:20", 1_400_000_000),
        ("2014-05-13 16:53:20", 1_400_000_000),
        ("2014-05-13T16:53:20Z", 1_400_000_000),
        ("2014-05-13T16:53:20.250Z", 1_400_000_000),
    ],
)
def test_times_are_understood(time: str, value: int) -> None:
    made, tally = check({"time": time})
    assert made["time"].to_list() == [value]
    assert tally.repaired == {}


@pytest.mark.parametrize(
    ("time", "repair"),
    [
        (None, None),
        ("", None),
        ("yesterday", "time not understood, left out"),
        ("nan", "time not understood, left out"),
        ("inf", "time not understood, left out"),
        (str(NOW + DAY + 1), "time in the future, left out"),
        ("2999-01-01", "time in the future, left out"),
        ("0", "time before 1970, left out"),
        ("-5", "time before 1970, left out"),
        ("1969-12-31", "time before 1970, left out"),
    ],
)
def test_times_that_are_left_out(time: str | None, repair: str | None) -> None:
    made, tally = check({"time": time})
    assert made["time"].to_list() == [None]
    assert tally.repaired == ({repair: 1} if repair else {})
    assert tally.rejected == 0


def test_a_day_ahead_is_another_time_zone() -> None:
    assert check({"time": str(NOW + DAY)})[0]["time"].to_list() == [NOW + DAY]


def test_long_texts_are_cut_at_characters_and_counted() -> None:
    made, tally = check({"text": "é" * 11}, {"text": "é" * 10}, {"text": "short"}, longest_text=10)
    assert made["text"].to_list() == ["é" * 10, "é" * 10, "short"]
    assert tally.repaired == {"text cut at 10 characters": 1}


def test_texts_within_the_limit_are_not_counted_as_cut() -> None:
    _, tally = check({"text": "é" * 10}, longest_text=10)
    assert tally.repaired == {}


def test_a_missing_text_is_empty() -> None:
    assert check({"text": None})[0]["text"].to_list() == [""]


def test_columns_that_the_file_has_not() -> None:
    log = RejectLog()
    frame = pl.DataFrame({"user": ["u"], "item": ["i"], "line": [1]}, schema_overrides={"line": pl.UInt64})
    made = checked_reviews(frame, FILE, log, ReadSettings(), now=NOW)
    assert made.row(0) == ("u", "i", None, None, "", 1)


def test_ids_are_stripped_and_otherwise_kept() -> None:
    made, _ = check({"user": " a,b ", "item": '"x" é'})
    assert made.row(0)[:2] == ("a,b", '"x" é')


odd = st.sampled_from(["", " ", "u", "a\x01", "5", "6", "nan", "x", "1400000000", "2999-01-01"]) | st.none()


@few
@given(
    rows=st.lists(st.fixed_dictionaries(dict.fromkeys(("user", "item", "rating", "time", "text"), odd)), max_size=12)
)
def test_rows_are_kept_or_rejected_and_nothing_else(rows: list[dict[str, Any]]) -> None:
    made, tally = check(*rows)
    assert made.height + tally.rejected == len(rows) == tally.rows
    assert sum(tally.causes.values()) == tally.rejected
    assert len(tally.first) == min(5, tally.rejected)
    assert made["line"].is_sorted()
    assert made["rating"].drop_nulls().is_between(1, 5).all()
