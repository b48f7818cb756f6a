"""Offers with models that can tell more or less: what is said of an item, and on what it rests."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.explanation.facts import Facts
from instead.explanation.offers import HONEST, PAPER, Offers
from instead.explanation.ordering import Ordered
from instead.explanation.reasons import Reasons
from instead.models.evidence import Evidence
from instead.models.fact_table import FactTable
from instead.ranking.catalogue import Catalogue
from instead.settings import ReasonSettings
from instead.wording import ENGLISH
from tests.explanation.test_reasons import NAMES, A, Cells, evidence

QUERY: Cells = {0: (1, 8), 1: (9, 1), 2: (5, 5)}
BETTER: Cells = {0: (9, 0), 1: (9, 1), 3: (4, 0)}
WORSE: Cells = {1: (1, 9), 2: (5, 5)}
CARE = np.array([3, 2, 1, 1, 1, 1], np.float32)
ASKER: Any = SimpleNamespace(
    care=CARE,
    observed=np.array([True, False, False, False, False, False]),
    looking_at=lambda query: ("looks at", query),
    stated=np.empty(0, np.int64),
    askers=SimpleNamespace(known=SimpleNamespace(user=np.empty(0, np.int64))),
)


class Filling:
    """A model with a number for every cell, that can tell what its scores are the sum of."""

    name = "filling"

    def cares(self, askers: Any) -> Any:
        raise AssertionError("the asker has been worked out before")

    def qualities(self, items: Any) -> Any:
        return np.array([[1 + (item + attribute) % 4 for attribute in range(A)] for item in items], np.float32)

    def parts(self, context: Any, candidates: Any) -> Any:
        assert context == ("looks at", 0)
        return {"substitution": candidates * 1.0, "taste": candidates * 10.0}


def offers(model: Any = None, *, told: Evidence | None = None, settings: ReasonSettings | None = None) -> Offers:
    """Of three items; the first is the query."""
    known = evidence(QUERY, BETTER, WORSE) if told is None else told
    ids = ["i0", "i1", "i2"]
    table = pl.DataFrame({
        "item": ids, "title": ["Query", "Better", None], "brand": ["A", "B", "C"], "category": [None, "x", "y"],
        "price": [1.0, 2.0, None], "image": [None, "p.png", None],
    })  # fmt: skip
    reasons = Reasons(known, NAMES, 5.0, settings or ReasonSettings(least_alone=100))
    catalogue = Catalogue(table, known.reviews)
    facts = Facts(FactTable.none(len(ids)), catalogue, ENGLISH)
    return Offers(model or SimpleNamespace(name="plain"), catalogue, reasons, facts)


def ordered(*items: int) -> Ordered:
    scores = np.array([0.5 - n for n in range(len(items))], np.float32)
    return Ordered(np.array(items, np.int64), scores)


def offered(made: Offers, style: str = HONEST, z: int = 3, items: tuple[int, ...] = (1, 2)) -> Any:
    return made.substitutes(ASKER, 0, ordered(*items), z, style, 0)


def test_quality_without_estimates_is_what_was_observed_or_what_is_usual() -> None:
    made = offers()
    told = made.reasons.evidence
    rows = made.quality(np.array([2, 1, 1]))
    assert rows.shape == (3, A)
    for row, item in zip(rows, (2, 1, 1), strict=True):
        expected = np.array(told.usual_quality, np.float32)
        for place in range(int(told.start[item]), int(told.start[item + 1])):
            expected[told.attribute[place]] = told.quality[place]
        np.testing.assert_array_equal(row, expected)
    assert not np.array_equal(rows[0], rows[1])
    np.testing.assert_array_equal(offers(Filling()).quality(np.array([2]))[0], [3, 4, 1, 2, 3, 4])


def test_substitutes_stand_in_their_order_with_scores_counts_and_what_is_known_of_them() -> None:
    better, worse = offered(offers())
    assert [(one.item, one.score) for one in (better, worse)] == [("i1", 0.5), ("i2", -0.5)]
    assert (better.title, better.brand, better.category, better.price, better.image) == (
        "Better",
        "B",
        "x",
        2.0,
        "p.png",
    )
    assert [(one.attribute, one.verdict) for one in better.reasons] == [("a0", "better"), ("a1", "comparable")]
    assert [(one.attribute, one.verdict) for one in worse.reasons] == [("a2", "comparable"), ("a1", "worse")]
    assert (better.better, better.comparable, better.worse) == (1, 1, 0)
    assert (worse.better, worse.comparable, worse.worse) == (0, 1, 1)
    assert better.text == "Better a0; comparable a1."
    assert worse.text == "Comparable a2; but worse a1."
    assert (better.basis, better.basis_text) == ("trained", ENGLISH.item_bases["trained"])
    assert better.score_parts == ()
    assert offered(offers(), items=()) == ()


def test_a_text_counts_what_it_does_not_name() -> None:
    told = evidence(dict.fromkeys(range(4), (1, 9)), dict.fromkeys(range(4), (9, 1)), {})
    (found,) = offered(offers(told=told), z=1, items=(1,))
    assert (found.better, len(found.reasons)) == (4, 1)
    assert found.text == ENGLISH.summary([("a0", "better")], (4, 0), "") != ENGLISH.summary([("a0", "better")])


def test_reasons_compare_the_item_with_the_query() -> None:
    made = offers(Filling())
    (better, _) = offered(made)
    (own, theirs) = made.quality(np.array([1])), made.quality(np.array([0]))
    assert better.reasons[0].substitute.quality == own[0, 0]
    assert better.reasons[0].query.quality == theirs[0, 0]
    assert [one.care_observed for one in better.reasons] == [True, False]
    assert [one.care for one in better.reasons] == [3.0, 2.0]


def test_parts_of_each_items_own_score() -> None:
    asked = ASKER, 0, ordered(2, 1), 3, HONEST, 0
    assert [one.score_parts for one in offers(Filling()).substitutes(*asked, parts=True)] == [
        (("taste", 20.0), ("substitution", 2.0)),  # the largest first
        (("taste", 10.0), ("substitution", 1.0)),
    ]
    assert [one.score_parts for one in offers(Filling()).substitutes(*asked)] == [(), ()]  # they take time
    assert [one.score_parts for one in offers().substitutes(*asked, parts=True)] == [(), ()]


@pytest.mark.parametrize("model", [None, Filling()])
@pytest.mark.parametrize("z", [0, 1, 3])
def test_the_papers_style_in_brief_is_that_of_the_records(model: Any, z: int) -> None:
    made = offers(model)
    records = offered(made, PAPER, z)
    assert made.by_the_paper(ASKER, 0, np.array([1, 2]), z) == [
        (one.text, [(reason.attribute, reason.verdict) for reason in one.reasons]) for one in records
    ]
    assert all((one.better, one.comparable, one.worse) == (0, 0, 0) for one in records)


def test_the_papers_style_names_both_titles_and_the_largest_gains() -> None:
    found = offered(offers(Filling()), PAPER, 2)
    gains = CARE * (np.array([2, 3, 4, 1, 2, 3]) - np.array([1, 2, 3, 4, 1, 2]))
    assert [one.gain for one in found[0].reasons] == sorted(gains.tolist(), reverse=True)[:2] == [3.0, 2.0]
    titles = ("Query", "Better")
    assert found[0].text == ENGLISH.by_the_paper(*titles, [(one.attribute, one.gain) for one in found[0].reasons])


def test_a_model_without_estimates_speaks_of_what_both_have_only() -> None:
    better, worse = offered(offers(), PAPER, A)
    assert {one.attribute for one in better.reasons} == {"a0", "a1"}
    assert {one.attribute for one in worse.reasons} == {"a1", "a2"}
    assert len(offered(offers(Filling()), PAPER, A)[0].reasons) == A
    nothing = offered(offers(told=evidence({0: (1, 1)}, {1: (1, 1)}, {})), PAPER)[0]
    assert (nothing.reasons, nothing.text) == ((), f"{ENGLISH.without_reason('any', ENGLISH.nothing)}.")


def test_what_is_said_of_nothing_says_why() -> None:
    assert offers().summary(0, []) == f"{ENGLISH.without_reason('any', ENGLISH.nothing)}."
    without = Evidence.none(3, 1, A)
    assert offers(told=without).summary(0, []) == f"{ENGLISH.without_reason('any', ENGLISH.without_reviews)}."
    unplaced = offers()
    object.__setattr__(unplaced, "catalogue", SimpleNamespace(basis_of=lambda number: "average"))
    assert unplaced.summary(0, []) == f"{ENGLISH.unplaced}."
    assert offers().summary(0, [("a0", "better")], (3, 9, 2)) == ENGLISH.summary([("a0", "better")], (3, 2), "")


def test_grounds_are_those_of_the_model() -> None:
    """A plain model claims no more than it goes by."""
    for name, said in ENGLISH.grounds.items():
        made = offers(SimpleNamespace(name=name))
        assert made.summary(0, []).startswith(said)
    assert offers(SimpleNamespace(name="of another package")).summary(0, []).startswith(ENGLISH.grounds["any"])


def test_what_is_given_up_counts_what_is_not_shown() -> None:
    made = offers()
    one = replace(offered(made)[0], reasons=(), facts=(), worse=0)
    assert made.gave_up(one, []) == "For that it gives up nothing that reviews or prices tell of."
    for worse, said in ((1, "one attribute that is"), (3, "3 attributes that are")):
        assert made.gave_up(replace(one, worse=worse), []) == f"For that it gives up something in {said} not shown."
    against = next(reason for one in offered(made) for reason in one.reasons if reason.verdict == "worse")
    shown = made.gave_up(replace(one, worse=1, reasons=(against,)), [])
    assert shown == f"For that it gives up some {against.attribute}."
