"""From an answer to the record of what it showed."""

from __future__ import annotations

import time
from typing import Any

from instead.live.recording import shown_of
from instead.live.shown import Shown, ShownOffer
from instead.records import Fact, Reason, Recommendation, Standing, Substitute

NOTHING = Standing(3.0, observed=False, praised=0, blamed=0)


def reason(attribute: str, verdict: str) -> Reason:
    return Reason(attribute, 3.0, True, NOTHING, NOTHING, 0.0, verdict, 0.9, "")


def fact(kind: str, favours: int) -> Fact:
    return Fact(kind, "", None, None, "catalogue", favours)


def offer(item: str, reasons: Any = (), facts: Any = (), **more: Any) -> Substitute:
    return Substitute(item, item.upper(), 1.5, "", tuple(reasons), facts=tuple(facts), **more)


ANSWER = Recommendation(
    "u1", "q", "trained", "trained",
    (
        offer("a", [reason("case", "worse"), reason("battery", "better"), reason("price", "better")],
              [fact("stars", 1)]),
        offer("b", [reason("case", "unknown")], [fact("brand", 0), fact("price", 1), fact("newer", -1)]),
        offer("c", placed_by="rule-7"),
    ),
    session="s1",
)  # fmt: skip


def test_what_the_headline_speaks_of_comes_first() -> None:
    before = time.time()
    made = shown_of(ANSWER, "m1")
    assert len(made.id) == 32
    assert before <= made.time <= time.time()
    assert made == Shown(
        made.id, made.time, "q", "u1", "s1", "m1",
        (
            ShownOffer("a", 1.5, (("battery", "better"), ("case", "worse"), ("price", "better"), ("stars", "better"))),
            ShownOffer("b", 1.5, (("price", "better"), ("case", "unknown"), ("brand", "comparable"),
                                  ("newer", "worse"))),
            ShownOffer("c", 1.5, (), "rule-7"),
        ),
    )  # fmt: skip


def test_an_answer_may_have_a_name_and_a_variant() -> None:
    named = Recommendation(None, "q", "average", "trained", (), recommendation_id="mine")
    made = shown_of(named, "m1", experiment="x", variant="b", now=5.0)
    assert made == Shown("mine", 5.0, "q", None, None, "m1", (), "x", "b")
