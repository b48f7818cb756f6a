"""Experiments: who gets what, what followed, and what is said of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.errors import InputError
from instead.languages import wording_of
from instead.live.events import Event
from instead.live.experiment_report import Look, report, report_of
from instead.live.experiments import (
    Experiment,
    Run,
    changed,
    experiment_of,
    point,
    runs,
    start,
    started,
    stop,
    unit_of,
)
from instead.live.outcomes import DAY, UNITS, unit_outcomes
from instead.live.shown import Shown, ShownOffer
from instead.live.store import LiveStore

BEGIN = 1_700_000_000.0
PEOPLE = [f"u{n}" for n in range(4000)]


def wanted(a: float = 0.5, b: float = 0.5, **more: Any) -> Experiment:
    variants = [{"name": "A", "share": a}, {"name": "B", "share": b, "settings": {"gain_weight": 1.0}}]
    return experiment_of({"id": "gain", "reason": "Does it help?", "variants": variants, **more})


def given(run: Run) -> dict[str, str | None]:
    found = {user: run.variant_of(user, None) for user in PEOPLE}
    return {user: None if one is None else one.name for user, one in found.items()}


def test_a_unit_gets_its_share_and_keeps_its_variant() -> None:
    run = started(wanted(0.2, 0.3), BEGIN)
    found = given(run)
    shares = [sum(one == name for one in found.values()) / len(PEOPLE) for name in ("A", "B", None)]
    assert shares == pytest.approx([0.2, 0.3, 0.5], abs=0.03)
    assert found == given(Run.model_validate(run.model_dump(mode="json"))), "as another process reads it"
    assert run.variant_of(None, None) is None
    assert run.variant_of("x", "y") == run.variant_of("x", "z"), "a user is the same in every session"
    assert (unit_of("x", "y"), unit_of(None, "y"), unit_of(None, None)) == ("user:x", "session:y", None)
    assert point("gain", "user:u1") == point("gain", "user:u1") != point("other", "user:u1")


def test_points_are_even_and_those_of_two_experiments_unrelated() -> None:
    one, other = (np.array([point(name, unit) for unit in PEOPLE]) for name in ("one", "other"))
    assert np.histogram(one, 10, (0, 1))[0].min() > 320
    assert abs(np.corrcoef(one, other)[0, 1]) < 0.05


def test_shares_grow_without_moving_anybody() -> None:
    run = started(wanted(0.1, 0.1), BEGIN)
    more = changed(run, wanted(0.3, 0.7))
    before, after = given(run), given(more)
    assert all(after[user] == one for user, one in before.items() if one is not None)
    assert None not in after.values()
    assert sum(one == "B" for one in after.values()) / len(PEOPLE) == pytest.approx(0.7, abs=0.03)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (wanted(0.4, 0.5), "the share of A cannot shrink from 0.5 to 0.4, because units would change their variant"),
        (wanted(alpha=0.1), "its alpha cannot change; stop it"),
        (wanted(window_days=3), "its window_days cannot change"),
    ],
)
def test_other_changes_are_refused(other: Experiment, said: str) -> None:
    with pytest.raises(InputError, match=said):
        changed(started(wanted(), BEGIN), other)


def test_variants_cannot_change() -> None:
    variants = [{"name": "A", "share": 0.5}, {"name": "B", "share": 0.5, "settings": {"gain_weight": 2.0}}]
    other = experiment_of({"id": "gain", "reason": "Does it help?", "variants": variants})
    with pytest.raises(InputError, match="its variants cannot change"):
        changed(started(wanted(), BEGIN), other)


WRONG = [
    ({"variants": [{"name": "A", "share": 0.6}, {"name": "B", "share": 0.6, "rules": False}]}, "shares add up to 1.2"),
    ({"variants": [{"name": "A", "share": 0.5}, {"name": "A", "share": 0.5, "rules": False}]}, "names of their own"),
    ({"variants": [{"name": "A", "share": 0.5}, {"name": "B", "share": 0.5}]}, "two variants are the same"),
    ({"variants": [{"name": "A", "share": 1.0}]}, "no shorter than 2"),
    ({"variants": [{"name": "A", "share": 0.5}, {"name": "B", "share": 0.5, "settings": {"gane": 1}}]}, "there is no"),
    ({"outcome": "looked"}, "outcome is 'looked'"),
    ({"what": 1}, "there is no field what"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "said"), WRONG, ids=[said for _, said in WRONG])
def test_wrong_experiments_are_refused(values: dict[str, Any], said: str) -> None:
    usual = wanted().model_dump(mode="json")
    with pytest.raises(InputError, match=said):
        experiment_of(usual | values)


def test_the_same_twice_may_be_tested_on_purpose() -> None:
    variants = [{"name": "A", "share": 0.5}, {"name": "B", "share": 0.5}]
    assert experiment_of({"id": "aa", "reason": "A/A", "variants": variants}).id == "aa"


def test_one_runs_at_a_time(store: LiveStore) -> None:
    run = start(store, wanted(0.2, 0.2), BEGIN)
    assert runs(store) == {"gain": run}
    assert start(store, wanted(0.3, 0.3)).started == BEGIN
    other = wanted().model_copy(update={"id": "other"})
    with pytest.raises(InputError, match="experiment 'gain' runs; stop it before another one is started"):
        start(store, other)
    assert stop(store, "gain", BEGIN + 5).stopped == BEGIN + 5
    assert stop(store, "gain", BEGIN + 9).stopped == BEGIN + 5
    with pytest.raises(InputError, match="was stopped; start another one under another id"):
        start(store, wanted())
    with pytest.raises(InputError, match="there is no experiment 'none' here"):
        stop(store, "none")
    start(store, other, BEGIN + 10)
    assert [*runs(store)] == ["other", "gain"]


def test_a_document_that_is_none_is_named(store: LiveStore) -> None:
    store.put("experiment", {"strange": {"variants": 3}})
    with pytest.raises(InputError, match="experiment 'strange' in the store: experiment is missing"):
        runs(store)


# --- what followed ---------------------------------------------------------------------------------------------------


def answer(
    name: str, day: float, variant: str, *items: str, user: str | None = None, session: str | None = None
) -> Shown:
    offers = tuple(ShownOffer(item, 1.0) for item in items)
    return Shown(name, BEGIN + day * DAY, "q", user, session, "m", offers, "gain" if variant else "", variant)


def event(name: str, kind: Any, item: str, day: float, **more: Any) -> Event:
    return Event(id=name, kind=kind, item=item, time=int(BEGIN + day * DAY), **more)


def test_what_followed_is_counted_for_each_unit(store: LiveStore) -> None:
    run = start(store, wanted(window_days=7, late_days=1), BEGIN)
    for one in (
        answer("r1", 0.1, "A", "i1", "i2", user="ann"),
        answer("r2", 0.2, "A", "i3", user="ann"),
        answer("r3", 0.1, "B", "i1", session="v1"),
        answer("r4", 0.3, "B", "i1", user="bob"),
        answer("r5", 0.3, "", "i1", user="eve"),
        answer("r6", 5.0, "B", "i9", user="late"),
    ):
        store.record(one)
    store.add(
        [
            event("e1", "click", "i3", 1, user="ann", recommendation_id="r2"),
            event("e2", "click", "i3", 1.1, user="ann", recommendation_id="r2"),
            event("e3", "purchase", "i2", 7, user="ann"),
            event("e4", "purchase", "i7", 2, user="bob"),
            event("e5", "purchase", "i1", 7.5, user="bob"),
            event("e6", "verdict", "i1", 2, session="v1", recommendation_id="r3", verdict="accepted", query="q"),
            event("e7", "verdict", "i1", 2, user="bob", recommendation_id="r4", verdict="rejected", query="q"),
            event("e8", "purchase", "i1", 3, user="new", session="v1"),
            event("e9", "click", "i1", 1, user="eve", recommendation_id="r5"),
            event("e0", "click", "i1", 0.05, user="bob"),
        ]
    )
    found = unit_outcomes(store, run, BEGIN + 9 * DAY)
    assert found.schema == UNITS
    rows = {row["unit"]: row for row in found.iter_rows(named=True)}
    assert set(rows) == {"user:ann", "session:v1", "user:bob", "user:late"}
    told = {
        unit: (row["variant"], row["answers"], row["settled"], row["clicked"], row["accepted"], row["purchased"])
        for unit, row in rows.items()
    }
    assert told == {
        "user:ann": ("A", 2, True, True, False, True),
        "session:v1": ("B", 1, True, False, True, True),
        "user:bob": ("B", 1, True, False, False, False),
        "user:late": ("B", 1, False, False, False, False),
    }
    assert report(store, run, BEGIN + 9 * DAY).verdict == "early"
    assert unit_outcomes(
        store, run.model_copy(update={"experiment": wanted().model_copy(update={"id": "x"})}), BEGIN + DAY
    ).is_empty()


# --- what is said of it ----------------------------------------------------------------------------------------------


def table(rates: dict[str, float], units: int = 4000, seed: int = 0, **columns: Any) -> pl.DataFrame:
    """Units that come evenly over ten days."""
    rng = np.random.default_rng(seed)
    variant = rng.choice([*rates], units)
    clicked = rng.random(units) < np.array([rates[one] for one in variant])
    first = BEGIN + np.sort(rng.random(units)) * 10 * DAY
    values = {"unit": [f"user:{n}" for n in range(units)], "variant": variant, "first": first, "answers": 1,
              "variants": 1, "settled": True, "clicked": clicked, "accepted": False, "purchased": False}  # fmt: skip
    return pl.DataFrame(values | columns, schema=UNITS)


NOW = BEGIN + 30 * DAY


def said(rates: dict[str, float], units: int = 4000, experiment: Experiment | None = None, **columns: Any) -> Any:
    return report_of(started(experiment or wanted(), BEGIN), table(rates, units, **columns), NOW)


def test_a_better_variant_is_called_better() -> None:
    found = said({"A": 0.10, "B": 0.16})
    assert found.verdict == "better"
    assert found.stop
    assert found.text.startswith("B is better than A by ")
    (clicks,) = [one for one in found.compared if one.outcome == "clicked"]
    assert clicks.now.low is not None
    assert 0 < clicks.now.low < 0.06 < clicks.now.high
    days = clicks.days
    assert [one.units for one in days] == sorted(one.units for one in days)
    assert days[0].units < clicks.now.units == 4000
    assert [one.verdict for one in found.compared if one.outcome == "purchased"] == ["early"], "nobody bought"


def test_a_worse_variant_is_called_worse() -> None:
    found = said({"A": 0.16, "B": 0.10})
    assert (found.verdict, found.stop) == ("worse", True)
    assert found.text.startswith("B is worse than A by ")


def test_no_difference_so_far_and_none_that_matters() -> None:
    found = said({"A": 0.1, "B": 0.1})
    assert (found.verdict, found.stop) == ("open", False)
    assert found.text.startswith("No difference of B and A larger than ")
    found = said({"A": 0.1, "B": 0.1}, experiment=wanted(matters=0.06))
    assert (found.verdict, found.stop) == ("alike", True)


def test_too_early() -> None:
    found = said({"A": 0.1, "B": 0.2}, 300)
    assert (found.verdict, found.stop) == ("early", False)
    assert "200 in each variant" in found.text
    waiting = said({"A": 0.1, "B": 0.2}, settled=False)
    assert waiting.verdict == "early"
    assert [one.settled for one in waiting.variants] == [0, 0]


def test_an_assignment_that_is_off_decides_nothing() -> None:
    found = report_of(started(wanted(0.4, 0.6), BEGIN), table({"A": 0.1, "B": 0.2}), NOW)
    assert (found.verdict, found.stop) == ("off", False)
    assert found.text.startswith("The assignment is off: A 1,")
    mixed = said({"A": 0.1, "B": 0.2}, variants=2)
    assert mixed.text == "The assignment is off: 4,000 units were given more than one variant."


def test_counts_of_days_with_other_shares_are_not_doubted() -> None:
    run = changed(started(wanted(0.1, 0.1), BEGIN), wanted(0.2, 0.8))
    assert report_of(run, table({"A": 0.1, "B": 0.1}), NOW).doubt == 1.0


CLICKS = ("clicked", "B")


def _width(look: Look) -> float:
    assert look.low is not None
    assert look.high is not None
    return look.high - look.low


def test_three_variants_share_the_error() -> None:
    variants = [{"name": "A", "share": 0.3}, {"name": "B", "share": 0.3, "rules": False},
                {"name": "C", "share": 0.3, "settings": {"near": 0}}]  # fmt: skip
    three = experiment_of({"id": "gain", "reason": "?", "variants": variants})
    found = said({"A": 0.10, "B": 0.17, "C": 0.1}, 6000, three)
    assert found.verdict == "better"
    assert not found.stop, "C is still open"
    assert "B is better than A" in found.text
    assert "No difference of C and A" in found.text
    rows = table({"A": 0.10, "B": 0.17, "C": 0.1}, 6000).filter(pl.col("variant") != "C")
    two = report_of(started(wanted(0.5, 0.5), BEGIN), rows, NOW)
    width = [_width(one.now) for told in (found, two) for one in told.compared if (one.outcome, one.variant) == CLICKS]
    assert width[0] > width[1]


def test_verdicts_in_other_languages() -> None:
    run, units = started(wanted(), BEGIN), table({"A": 0.10, "B": 0.16})
    assert report_of(run, units, NOW, wording_of("de")).text.startswith("B ist um ")
    assert "meilleur que A" in report_of(run, units, NOW, wording_of("fr")).text


def test_an_old_experiment_is_looked_at_until_its_last_unit() -> None:
    run = started(wanted(), BEGIN).model_copy(update={"stopped": BEGIN + 10 * DAY})
    found = report_of(run, table({"A": 0.1, "B": 0.1}), BEGIN + 500 * DAY)
    assert max(one.time for each in found.compared for one in (*each.days, each.now)) == BEGIN + 17 * DAY


def test_many_experiments_without_a_difference_looked_at_every_day() -> None:
    """Through the whole report: how often B is called better or worse on any day, where it is neither."""
    run, wrong, many = started(wanted(), BEGIN), 0, 120
    for seed in range(many):
        found = report_of(run, table({"A": 0.1, "B": 0.1}, 2500, seed), NOW)
        (clicks,) = [one for one in found.compared if one.outcome == "clicked"]
        looks = [look for look in (*clicks.days, clicks.now) if look.low is not None and look.high is not None]
        assert len(looks) > 5
        wrong += any((look.low or 0.0) > 0 or (look.high or 0.0) < 0 for look in looks)
    assert wrong / many <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / many)
