"""Sentences, letter by letter."""

from __future__ import annotations

import pytest

from instead.errors import UnknownItem
from instead.records import Standing
from instead.wording import ENGLISH, Wording, shortened


def test_the_papers_template_word_for_word() -> None:
    said = ENGLISH.by_the_paper("Phone A", "Phone B", [("battery", 2.0), ("screen", 0.1), ("price", 0.0)])
    assert said == (
        "Based on the item Phone A you are currently browsing, we recommend you to try Phone B instead because it "
        "comes with: better battery, better screen, and comparable price."
    )
    assert ENGLISH.by_the_paper("A", "B", [("battery", 1.0)]).endswith("comes with: better battery.")


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ([("battery", "better")], "Better battery."),
        (
            [("battery", "better"), ("screen", "better"), ("price", "comparable"), ("weight", "worse")],
            "Better battery and screen; comparable price; but worse weight.",
        ),
        ([("weight", "worse")], "Worse weight."),
        ([("a", "better"), ("b", "better"), ("c", "better")], "Better a, b and c."),
    ],
)
def test_summaries(reasons: list[tuple[str, str]], said: str) -> None:
    assert ENGLISH.summary(reasons) == said


def test_without_support_nothing_is_called_better() -> None:
    assert ENGLISH.summary([]).startswith("Close to what you are looking at as a whole;")
    assert ENGLISH.summary([], otherwise=ENGLISH.unplaced).startswith("Nothing is known yet of the item")


def test_what_is_not_shown_is_counted() -> None:
    shown = [("battery", "better"), ("weight", "worse")]
    assert ENGLISH.summary(shown, (1, 1)) == "Better battery; but worse weight."
    assert ENGLISH.summary(shown, (5, 9)).endswith("of all that reviews compare, it is better in 5 and worse in 9.")
    assert ENGLISH.summary([], (0, 2)) == "Of all that reviews compare, it is worse in 2."


def test_standings() -> None:
    assert ENGLISH.standing(9, 1, True, 4.9, 5.0) == "praised in 9 of 10 reviews that mention it"
    assert ENGLISH.standing(9, 0, True, 4.9, 5.0) == "praised in all 9 reviews that mention it"
    assert ENGLISH.standing(0, 9, True, 1.1, 5.0) == "blamed in all 9 reviews that mention it"
    assert ENGLISH.standing(2, 0, True, 4.2, 5.0) == "praised in both reviews that mention it"
    assert ENGLISH.standing(0, 2, True, 1.8, 5.0) == "blamed in both reviews that mention it"
    assert ENGLISH.standing(1, 1, True, 3.0, 5.0) == "praised in 1 of 2 reviews that mention it"
    assert ENGLISH.standing(1, 0, True, 3.9, 5.0) == "praised in the one review that mentions it"
    assert ENGLISH.standing(0, 1, True, 2.1, 5.0) == "blamed in the one review that mentions it"
    assert ENGLISH.standing(0, 0, True, 3.0, 5.0) == "praised and blamed alike"
    assert ENGLISH.standing(0, 0, False, 3.24, 5.0) == "estimated at 3.2 of 5, not mentioned in reviews"


def test_one_reason() -> None:
    mine, theirs = Standing(3.0, True, 9, 1, text="x"), Standing(3.0, True, 0, 1, text="y")
    said = ENGLISH.one_reason("better", "battery", mine, theirs)
    assert said == "better battery: 9 of 10 who mention it are happy; the other 0 of 1"
    assert ENGLISH.one_reason("unknown", "battery", mine, theirs).startswith("battery: too little is said to compare;")
    assert ENGLISH.one_reason("unknown", "battery", mine, theirs, "none") == "battery: no reviews speak of it"


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        (
            (2, 7),
            (0, 0),
            "2 of 9 who mention it are happy; nobody says of the other, so it is taken as usual for its kind",
        ),
        ((0, 0), (8, 1), "nobody says of this one, so it is taken as usual for its kind; the other 8 of 9 happy"),
    ],
)
def test_what_stands_in_is_said(mine: tuple[int, int], theirs: tuple[int, int], said: str) -> None:
    first, second = (Standing(3.0, any(one), *one) for one in (mine, theirs))
    usual = "so it is taken as usual for its kind"
    assert ENGLISH.both("worse", first, second, "category") == said.format(usual=usual)


def test_what_is_named_can_be_kept_while_counts_differ() -> None:
    sides = ["battery", "zip"], ["price"], ["weight"], ["strap"], ["fit"]
    named = ENGLISH.named(*sides)
    shown = [
        (name, verdict)
        for verdict, names in zip(("better", "comparable", "worse", "unknown", "nothing"), sides, strict=True)
        for name in names
    ]
    for tally in ((2, 1), (3, 1), (2, 4), (0, 0)):
        assert named.text(ENGLISH.counted(tally), tally) == ENGLISH.summary(shown, tally)
    assert named.text("", (2, 1)).count(ENGLISH.stop.strip()) == ENGLISH.summary(shown).count(ENGLISH.stop.strip())
    assert ENGLISH.named((), (), ()).text("", (0, 0), "nothing") == "Nothing."


def test_wishes_without_an_answer_stand_in_the_summary() -> None:
    said = ENGLISH.summary([("strap", "nothing"), ("zip", "unknown"), ("price", "better")])
    assert said == "Better price; reviews do not decide zip; no reviews speak of strap."


def test_another_language_is_another_wording() -> None:
    german = Wording(better="besser: {attributes}", worse="schlechter: {attributes}", last=" und ")
    assert german.summary([("Akku", "better"), ("Bild", "better")]) == "Besser: Akku und Bild."


def test_quotes_end_at_a_word() -> None:
    assert shortened("It is good.", 20) == "It is good."
    assert shortened("The battery lasts, all day and night", 20) == "The battery lasts…"


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ((9, 1), (2, 6), "9 of 10 who mention it are happy; the other 2 of 8"),
        ((1_200, 34), (0, 1), "1,200 of 1,234 who mention it are happy; the other 0 of 1"),
        ((1, 0), (3, 1), "1 of 1 who mention it are happy; the other 3 of 4"),
        ((0, 0), (3, 1), "praised and blamed alike; the other: praised in 3 of 4 reviews that mention it"),
    ],
)
def test_both_sides_in_one_line(mine: tuple[int, int], theirs: tuple[int, int], said: str) -> None:
    first, second = (Standing(3.0, True, *one, text=ENGLISH.standing(*one, True, 3.0, 5.0)) for one in (mine, theirs))
    assert ENGLISH.both("better", first, second) == said
    assert ENGLISH.both("unknown", first, second) == "too few reviews to say"


def test_an_unknown_item_is_said_as_its_error_says_it() -> None:
    for near, titles in (([], []), (["i05"], ["i05"]), (["i05", "i06"], ["Item 5", "i06"])):
        assert ENGLISH.unknown_item("it's", near, titles) == str(UnknownItem("it's", near, titles))
