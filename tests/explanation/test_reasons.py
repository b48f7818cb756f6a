"""Reasons rest on reviews of both items."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.explanation.grouping import grouped
from instead.explanation.reasons import VERDICTS, Names, Person, Reasons
from instead.models.evidence import Evidence
from instead.prices import Prices
from instead.records import Reason, Standing, Substitute
from instead.settings import ReasonSettings
from instead.wording import ENGLISH
from tests.small_shop import few

A = 6
NAMES = Names([f"i{n}" for n in range(9)], ["u0"], [f"a{n}" for n in range(A)])
Cells = dict[int, tuple[int, int]]  # attribute -> praised, blamed


def evidence(*items: Cells) -> Evidence:
    cells = [(item, attribute, *said) for item, row in enumerate(items) for attribute, said in sorted(row.items())]
    columns = np.array(cells, np.int64).reshape(-1, 4).T
    size = len(cells)
    start = np.concatenate([[0], np.cumsum(np.bincount(columns[0], minlength=len(items)))]).astype(np.int64)
    quality = 1 + 4 / (1 + np.exp(-(columns[2] - columns[3]).astype(np.float64)))
    return Evidence(
        {
            "item.start": start,
            "item.attribute": columns[1].astype(np.int32),
            "item.praised": columns[2].astype(np.int32),
            "item.blamed": columns[3].astype(np.int32),
            "item.quality": quality.astype(np.float32),
            "item.reviews": np.ones(len(items), np.int32),
            "user.start": np.zeros(2, np.int64),  # one user, who has written nothing
            "user.attribute": np.empty(0, np.int32),
            "user.mentions": np.empty(0, np.int32),
            "quote.start": np.zeros(size + 1, np.int64),
            "quote.sentence": np.empty(0, np.int64),
            "quote.sentiment": np.empty(0, np.int8),
        },
        A,
    )


def person(care: np.ndarray, *wishes: int) -> Person:
    return Person(care, np.zeros(A, np.bool_), wishes)


def reasons(*items: Cells, z: int = 3, care: float = 3.0, **changes: object) -> list[tuple[Reason, ...]]:
    """Of all items but the first, which is the query."""
    made = Reasons(evidence(*items), NAMES, 5.0, ReasonSettings.checked(dict(changes)))
    count, row = len(items) - 1, np.full(A, care, np.float32)
    flat = np.full((count, A), 3.0, np.float32)
    found, _ = made.honest(0, np.arange(1, count + 1), person(row), flat, flat[0], z, 0)
    return found


def test_clear_reviews_give_clear_verdicts() -> None:
    query = {0: (1, 8), 1: (9, 1), 2: (9, 1)}
    (found,) = reasons(query, {0: (9, 0), 1: (9, 1), 2: (1, 9)})
    assert [(one.attribute, one.verdict) for one in found] == [("a0", "better"), ("a1", "comparable"), ("a2", "worse")]
    assert found[0].confidence > 0.99
    mine, theirs = found[0].substitute, found[0].query
    assert (mine.observed, mine.praised, mine.blamed) == (True, 9, 0)
    assert (theirs.observed, theirs.praised, theirs.blamed) == (True, 1, 8)
    assert mine.share is not None and theirs.share is not None
    assert theirs.share < 0.5 < mine.share < 1.0  # drawn a little towards what is usual


def test_a_place_is_kept_for_what_is_worse() -> None:
    query = dict.fromkeys(range(4), (1, 8)) | {4: (9, 0)}
    other = dict.fromkeys(range(4), (9, 0)) | {4: (0, 9)}
    (found,) = reasons(query, other)
    assert [one.verdict for one in found] == ["better", "better", "worse"]
    (found,) = reasons(query, other, trade_offs=0)
    assert [one.verdict for one in found] == ["better"] * 3
    (found,) = reasons(query, other, z=1)
    assert [one.verdict for one in found] == ["better"]


def test_both_sides_have_places_by_what_they_weigh() -> None:
    """Two advantages do not hide four drawbacks, and with one place the heavier side is told."""
    query = dict.fromkeys(range(2), (1, 8)) | dict.fromkeys(range(2, 6), (9, 0))
    other = dict.fromkeys(range(2), (9, 0)) | dict.fromkeys(range(2, 6), (0, 9))
    for z, verdicts in ((1, ["worse"]), (2, ["better", "worse"]), (3, ["better", "worse", "worse"])):
        (found,) = reasons(query, other, z=z)
        assert [one.verdict for one in found] == verdicts
    (found,) = reasons(query, other, z=A)
    assert Counter(one.verdict for one in found) == {"better": 2, "worse": 4}


def test_everything_is_counted_also_what_is_not_shown() -> None:
    query = dict.fromkeys(range(2), (1, 8)) | dict.fromkeys(range(2, 5), (9, 0)) | {5: (9, 1)}
    other = dict.fromkeys(range(2), (9, 0)) | dict.fromkeys(range(2, 5), (0, 9)) | {5: (9, 1)}
    made = Reasons(evidence(query, other), NAMES, 5.0, ReasonSettings())
    row = np.full(A, 3.0, np.float32)
    _, counts = made.honest(0, np.array([1]), person(row), row[None], row, 1, 0)
    assert counts == [(2, 1, 3)]


@pytest.mark.parametrize(
    ("prices", "verdict"),
    [((50.0, 40.0), "better"), ((50.0, 50.0), "better"), ((50.0, 60.0), None), ((np.nan, 60.0), "better")],
)
def test_reviews_of_a_price_yield_to_the_price(prices: tuple[float, float], verdict: str | None) -> None:
    names = Names(["q", "j"], ["u0"], ["price", *(f"a{n}" for n in range(1, A))])
    made = Reasons(
        evidence({0: (0, 9)}, {0: (9, 0)}), names, 5.0, ReasonSettings(), prices=Prices.plain(np.array(prices))
    )
    row = np.full(A, 3.0, np.float32)
    (found,), _ = made.honest(0, np.array([1]), person(row), row[None], row, 3, 0)
    assert [one.verdict for one in found] == ([verdict] if verdict else [])


@pytest.mark.parametrize(("price", "verdict"), [(52.0, "comparable"), (48.0, "comparable"), (80.0, None), (20.0, None)])
def test_comparable_prices_are_near_in_proportion(price: float, verdict: str | None) -> None:
    """As near as shares of praise have to be, measured by the query's price."""
    names = Names(["q", "j"], ["u0"], ["price", *(f"a{n}" for n in range(1, A))])
    alike = {0: (400, 100)}
    made = Reasons(
        evidence(alike, alike), names, 5.0, ReasonSettings(alike=0.1), prices=Prices.plain(np.array([50.0, price]))
    )
    compared = made.compare(0, np.array([1]))
    assert [VERDICTS[code] for code in compared.verdict] == [verdict or "unknown"]


def test_a_probability_that_is_just_reached_is_enough() -> None:
    """Better and worse are mirror images, also at the edge."""
    query, items = {0: (12, 14)}, np.array([1])
    plain = ReasonSettings(sure=0.51, own=0.5, apart=0.0)
    for other, verdict in (({0: (14, 9)}, "better"), ({0: (9, 14)}, "worse")):
        told = evidence(query, other)
        sure = Reasons(told, NAMES, 5.0, plain).compare(0, items).confidence[0]
        for asked, expected in ((sure, verdict), (np.nextafter(sure, 1.0), "unknown")):
            settings = ReasonSettings(sure=float(asked), own=0.5, apart=0.0, sure_alike=0.999)
            compared = Reasons(told, NAMES, 5.0, settings).compare(0, items)
            assert [VERDICTS[code] for code in compared.verdict] == [expected]


def test_standings_say_what_reviews_of_their_own_item_say() -> None:
    told = evidence({0: (1, 8), 1: (2, 3)}, {0: (9, 3)})
    text = "dies at noonlasts"
    told.arrays = {
        **told.arrays,
        "quote.start": np.array([0, 1, 1, 2]),
        "quote.sentence": np.array([0, 1]),
        "quote.sentiment": np.array([-1, 1], np.int8),
        "sentence.start": np.array([0, 12, len(text)]),
        "sentence.text": np.frombuffer(text.encode(), np.uint8),
    }
    made = Reasons(told, NAMES, 5.0, ReasonSettings())
    row = np.full(A, 3.0, np.float32)
    (found,), _ = made.honest(0, np.array([1]), person(row), row[None], row, 3, 1)
    assert found[0].substitute.text == ENGLISH.standing(9, 3, True, 3.0, 5.0)
    assert found[0].query.text == ENGLISH.standing(1, 8, True, 3.0, 5.0)
    assert (found[0].substitute.praised, found[0].substitute.blamed) == (9, 3)
    (mine,), (theirs,) = found[0].substitute.quotes, found[0].query.quotes
    assert (mine.text, mine.item, mine.about) == ("lasts", "i1", "A customer on the a0 of this one")
    assert (theirs.text, theirs.item) == ("dies at noon", "i0")
    assert theirs.about == "A customer on the a0 of what you are looking at"


def test_few_reviews_give_no_reason() -> None:
    assert reasons({0: (0, 0)}, {0: (9, 0)}) == [()]  # mentioned, but praised as often as blamed in each review
    assert reasons({0: (0, 1)}, {0: (9, 0)}, least_reviews=2) == [()]
    assert reasons({0: (0, 2)}, {0: (9, 0)}, least_reviews=2) != [()]


def test_reviews_of_one_item_alone_speak_where_they_are_many_and_clear() -> None:
    usual = [{0: (9, 1)}] * 4  # what others of the shop are
    (found, *_) = reasons({1: (9, 0)}, {0: (0, 9)}, *usual)
    assert [(one.attribute, one.verdict, one.source) for one in found] == [("a0", "worse", "shop")]
    assert "nobody says of the other, so it is taken as usual here" in found[0].said
    (found, *_) = reasons({1: (9, 0)}, {0: (0, 9)}, *usual, least_alone=10)
    assert found == ()


def test_wishes_come_first_and_are_always_answered() -> None:
    query, other = {0: (1, 8), 1: (1, 8), 2: (5, 5)}, {0: (9, 0), 1: (9, 0), 2: (6, 5)}
    made = Reasons(evidence(query, other), NAMES, 5.0, ReasonSettings(sure_alike=0.99))
    row = np.full(A, 3.0, np.float32)
    (found,), _ = made.honest(0, np.array([1]), person(row, 5, 2, 1), row[None], row, 3, 0)
    said = [(one.attribute, one.verdict, one.source, one.stated) for one in found]
    assert said == [("a5", "unknown", "none", True), ("a2", "unknown", "own", True), ("a1", "better", "own", True)]
    assert found[0].text == "a5: no reviews speak of it"


def test_no_quote_twice_in_an_answer() -> None:
    told = evidence({0: (1, 8)}, {0: (9, 0)}, {0: (9, 0)})
    text = "lasts"
    told.arrays = {
        **told.arrays,
        "quote.start": np.array([0, 0, 1, 2]),
        "quote.sentence": np.array([0, 0]),
        "quote.sentiment": np.array([1, 1], np.int8),
        "sentence.start": np.array([0, len(text)]),
        "sentence.text": np.frombuffer(text.encode(), np.uint8),
    }
    row = np.full(A, 3.0, np.float32)
    made = Reasons(told, NAMES, 5.0, ReasonSettings())
    found, _ = made.honest(0, np.array([1, 2]), person(row), np.array([row, row]), row, 3, 1)
    assert [len(one[0].substitute.quotes) for one in found] == [1, 0]


cells = st.dictionaries(st.integers(0, A - 1), st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=A)


@few
@given(cells, cells, st.floats(0.55, 0.95))
def test_never_better_without_support_in_reviews(query: Cells, other: Cells, sure: float) -> None:
    settings = ReasonSettings(sure=sure, trade_offs=0)
    (found,) = reasons(query, other, z=A, sure=sure, trade_offs=0)
    for one in found:
        said = sorted(side.praised + side.blamed for side in (one.substitute, one.query))
        assert said[0] >= settings.least_reviews or said[1] >= settings.least_alone
        if one.verdict == "better" and said[0]:
            mine, theirs = one.substitute, one.query
            assert one.confidence >= sure
            assert mine.praised * (theirs.praised + theirs.blamed) > theirs.praised * (mine.praised + mine.blamed)


@few
@given(cells, cells)
def test_what_is_better_one_way_is_worse_the_other(query: Cells, other: Cells) -> None:
    def verdicts(first: Cells, second: Cells) -> Counter[tuple[str, str]]:
        made = Reasons(evidence(first, second), NAMES, 5.0, ReasonSettings())
        found = made.compare(0, np.array([1]))
        return Counter((NAMES.attributes[n], VERDICTS[v]) for n, v in zip(found.attribute, found.verdict, strict=True))

    turned = {"better": "worse", "worse": "better"}
    # at the very threshold the two directions may round differently
    apart = verdicts(query, other) - Counter(
        {(name, turned.get(verdict, verdict)): count for (name, verdict), count in verdicts(other, query).items()}
    )
    assert apart.total() == 0


def test_by_gain_is_the_papers_choice() -> None:
    made = Reasons(evidence({0: (1, 0)}, {0: (1, 0)}), NAMES, 5.0, ReasonSettings())
    care = np.array([1, 5, 3, 1, 1, 1], np.float32)
    mine, theirs = np.array([5, 3, 4, 1, 1, 1], np.float32), np.array([1, 2, 2, 1, 2, 3], np.float32)
    found = made.by_gain(0, 1, person(care), mine, theirs, None, 4, 0)
    assert [(one.attribute, one.gain, one.verdict) for one in found] == [
        ("a2", 6.0, "better"), ("a1", 5.0, "better"), ("a0", 4.0, "better"), ("a3", 0.0, "comparable"),
    ]  # fmt: skip
    assert [one.substitute.observed for one in found] == [False, False, True, False]
    assert found[0].confidence == 0.0
    alone = Reasons(evidence({0: (9, 0)}, {1: (9, 0)}), NAMES, 5.0, ReasonSettings())
    one_sided = alone.by_gain(0, 1, person(care), mine, theirs, None, 3, 0)
    assert [one.confidence for one in one_sided] == [0.0, 0.0, 0.0]  # neither reviews of one nor of the other decide
    assert found[2].confidence == pytest.approx(0.5, abs=1e-3)
    both = np.array([True, False, False, False, False, False])
    assert [one.attribute for one in made.by_gain(0, 1, person(care), mine, theirs, both, 4, 0)] == ["a0"]


def test_the_table_begins_with_the_reasons() -> None:
    query, other = {0: (1, 8), 3: (90, 90), 4: (9, 0)}, {0: (9, 0), 3: (30, 90), 4: (0, 9)}
    made = Reasons(evidence(query, other), NAMES, 5.0, ReasonSettings(trade_offs=1))
    row = np.array([1, 1, 1, 5, 1, 1], np.float32)
    (said,), _ = made.honest(0, np.array([1]), person(row), row[None], row, 2, 0)
    table = made.table(0, 1, person(row), row, row, 3, 0, z=2)
    assert [one.attribute for one in table][:2] == [one.attribute for one in said]
    assert len(table) == 3


def test_what_somebody_would_write_about_is_chosen_and_comes_first() -> None:
    """Three attributes are better by the same counts; a1 and then a2 are what this person writes about of item 1."""
    counts = {0: (1, 8), 1: (1, 8), 2: (1, 8), 3: (5, 5)}, {0: (9, 0), 1: (9, 0), 2: (9, 0), 3: (5, 5)}
    made = Reasons(evidence(*counts), NAMES, 5.0, ReasonSettings(pooled=False))
    row = np.full(A, 3.0, np.float32)

    def likely(items: NDArray[np.int64], attributes: NDArray[np.int64]) -> NDArray[np.float64]:
        assert set(items.tolist()) == {1}
        found: NDArray[np.float64] = np.log(np.array([0.1, 0.5, 0.2, 0.15, 0.05, 0.05])[attributes])
        return found

    who = replace(person(row), likely=likely)
    (said,), _ = made.honest(0, np.array([1]), who, row[None], row, 2, 0)
    assert [one.attribute for one in said] == ["a1", "a2"]
    table = made.table(0, 1, who, row, row, 8, 0, z=1)
    assert [one.attribute for one in table] == ["a1", "a2", "a3", "a0"]
    (plain,), _ = made.honest(0, np.array([1]), person(row), row[None], row, 2, 0)
    assert [one.attribute for one in plain] == ["a0", "a1"]
    cares = replace(who, care=np.array([5, 1, 1, 1, 1, 1], np.float32))  # a0: 5 times 0.1 is as much as a1: 1 times 0.5
    (said,), _ = made.honest(0, np.array([1]), cares, row[None], row, 1, 0)
    assert [one.attribute for one in said] == ["a0"]


@pytest.mark.parametrize(("trade_offs", "chosen"), [(1, ["a4", "a5", "a0", "a3"]), (0, ["a4", "a5", "a0", "a1"])])
def test_answers_to_wishes_leave_the_places_for_drawbacks(trade_offs: int, chosen: list[str]) -> None:
    """Three attributes are better, one is worse, and two are wished for: one of the two places is for the worse."""
    query = {0: (1, 8), 1: (1, 8), 2: (1, 8), 3: (9, 0), 4: (5, 5), 5: (5, 5)}
    other = {0: (9, 0), 1: (9, 0), 2: (9, 0), 3: (0, 9), 4: (5, 5), 5: (5, 5)}
    made = Reasons(evidence(query, other), NAMES, 5.0, ReasonSettings(pooled=False, trade_offs=trade_offs))
    row = np.full(A, 3.0, np.float32)
    (said,), _ = made.honest(0, np.array([1]), person(row, 4, 5), row[None], row, 4, 0)
    assert [one.attribute for one in said] == chosen
    (few_places,), _ = made.honest(0, np.array([1]), person(row, 4, 5), row[None], row, 2, 0)
    assert [one.attribute for one in few_places] == ["a4", "a5"]


def test_the_table_puts_shared_attributes_first() -> None:
    made = Reasons(evidence({0: (1, 1), 1: (9, 9)}, {0: (1, 0), 2: (1, 0)}), NAMES, 5.0, ReasonSettings())
    row = np.full(A, 3.0, np.float32)
    found = made.table(0, 1, person(row), row, row, 8, 0)
    assert [one.attribute for one in found] == ["a0", "a1", "a2"]
    assert [one.verdict for one in found][1:] == ["unknown", "unknown"]
    said = "estimated at 3.0 of 5, not mentioned in reviews"
    assert found[1].substitute == Standing(3.0, False, 0, 0, text=said)
    assert "not mentioned in reviews" in found[1].text


def substitute(item: str, *better: str) -> Substitute:
    flat = Standing(3.0, True, 1, 1)
    why = tuple(Reason(name, 3.0, True, flat, flat, 0.0, "better", 0.9, "") for name in better)
    return Substitute(item, item, 0.0, "", why)


def test_groups_by_the_attribute_that_speaks_for_most() -> None:
    found = grouped([substitute("x", "price"), substitute("y", "battery", "price"), substitute("z"),
                     substitute("w", "battery")])  # fmt: skip
    assert [(group.attribute, [one.item for one in group.substitutes]) for group in found] == [
        ("price", ["x", "y"]), ("battery", ["w"]), (None, ["z"]),
    ]  # fmt: skip
    assert found[0].text == "Better price"
    small_first = grouped([substitute("x", "price"), substitute("y", "battery"), substitute("z", "battery")])
    assert [group.attribute for group in small_first] == ["battery", "price"]  # by size, not by name
    tied = grouped([substitute("x", "battery"), substitute("y", "price")])
    assert [group.attribute for group in tied] == ["battery", "price"]  # met first
    assert grouped([]) == ()
