"""What an experiment says so far: rates of its variants, differences that hold at every look, a verdict in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.live.experiments import OUTCOMES, Outcome, Run
from instead.live.outcomes import DAY, unit_outcomes
from instead.live.rates import Rate, rate
from instead.live.sequential import Arm, assignment_doubt, difference
from instead.live.store import LiveStore
from instead.wording import ENGLISH, Wording

SURE = 1_000.0
"""The doubt from which an assignment is called off: it comes up by chance once in so many experiments."""
LEAST_OUTCOMES = 10
"""Units with an outcome, and without one, that a comparison needs: fewer do not tell the variance."""


@dataclass(frozen=True, slots=True)
class Look:
    """The difference to the control at one time, as shares; None where it cannot be told yet."""

    time: float
    units: int
    difference: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Compared:
    """One variant beside the control, for one outcome: now, and at the end of each day."""

    variant: str
    outcome: Outcome
    verdict: str
    """`better`, `worse`, `alike`, `open` or `early`."""
    now: Look
    days: tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class VariantCount:
    """One variant: units that were shown something, those whose window has ended, and the rates of these."""

    name: str
    share: float
    units: int
    settled: int
    answers: int
    rates: dict[str, Rate]


@dataclass(frozen=True, slots=True)
class Report:
    """All there is to say of an experiment. `verdict`: `off`, `early`, `open`, `alike`, `better` or `worse`; `text`
    says it in words; `stop`: whether it may be stopped with an answer."""

    id: str
    reason: str
    outcome: Outcome
    running: bool
    started: float
    stopped: float | None
    time: float
    verdict: str
    text: str
    stop: bool
    doubt: float
    mixed: int
    variants: tuple[VariantCount, ...]
    compared: tuple[Compared, ...]


def report(store: LiveStore, run: Run, now: float, wording: Wording = ENGLISH) -> Report:
    """The report of a run at a time."""
    return report_of(run, unit_outcomes(store, run, now), now, wording)


def report_of(run: Run, units: pl.DataFrame, now: float, wording: Wording = ENGLISH) -> Report:
    """The report of a table of units (`outcomes.UNITS`)."""
    wanted = run.experiment
    names = [one.name for one in wanted.variants]
    final = units.filter("settled")
    counts = tuple(_count(one.name, one.share, units.filter(pl.col("variant") == one.name)) for one in wanted.variants)
    doubt = (
        assignment_doubt([one.units for one in counts], [one.share for one in wanted.variants]) if _steady(run) else 1.0
    )
    compared = tuple(_compared(run, final, names[0], name, outcome, now) for outcome in OUTCOMES for name in names[1:])
    mixed = int((units["variants"] > 1).sum())
    verdict, text, stop = _said(
        run, counts, [one for one in compared if one.outcome == wanted.outcome], doubt, mixed, wording
    )
    return Report(
        wanted.id, wanted.reason, wanted.outcome, run.running, run.started, run.stopped, now, verdict, text, stop,
        doubt, mixed, counts, compared,
    )  # fmt: skip


def _steady(run: Run) -> bool:
    """Whether shares are what they were from the beginning: otherwise counts of all days follow no single share."""
    return all(len(spans) == 1 for spans in run.ranges.values())


def _count(name: str, share: float, mine: pl.DataFrame) -> VariantCount:
    final = mine.filter("settled")
    told: dict[str, Rate] = {outcome: rate(int(final[outcome].sum()), final.height) for outcome in OUTCOMES}
    return VariantCount(name, share, mine.height, final.height, int(mine["answers"].sum()), told)


def _compared(run: Run, final: pl.DataFrame, control: str, name: str, outcome: Outcome, now: float) -> Compared:
    looks = tuple(_looks(run, final, control, name, outcome, now))
    return Compared(name, outcome, _verdict(run, looks[-1]), looks[-1], looks[:-1])


def _looks(run: Run, final: pl.DataFrame, control: str, name: str, outcome: Outcome, now: float) -> Iterator[Look]:
    """At the end of each day on which units were settled, and now."""
    wanted = run.experiment
    settled = final["first"].to_numpy() + (wanted.window_days + wanted.late_days) * DAY
    sides = [(final["variant"] == one).to_numpy() for one in (control, name)]
    value = final[outcome].to_numpy().astype(np.float64)
    wait = (wanted.window_days + wanted.late_days) * DAY
    last = now if run.stopped is None else min(now, run.stopped + wait)  # then the last unit is settled
    times = [*np.arange(run.started + wait + DAY, last, DAY).tolist(), last]
    for moment in times:
        one, other = (_arm(value[side & (settled <= moment)]) for side in sides)
        yield _look(run, one, other, moment)


def _arm(values: NDArray[np.float64]) -> Arm:
    return Arm(values.size, float(values.sum()), float((values**2).sum()))


def _look(run: Run, one: Arm, other: Arm, moment: float) -> Look:
    wanted, units = run.experiment, one.units + other.units
    happened = one.total + other.total
    rare = min(happened, units - happened) < LEAST_OUTCOMES
    if rare or min(one.units, other.units) < wanted.least:
        return Look(moment, units, None, None, None)
    # several comparisons share what may be wrong
    found = difference(one, other, wanted.alpha / (len(wanted.variants) - 1), wanted.planned)
    return Look(moment, units, found.value, found.low, found.high)


def _verdict(run: Run, look: Look) -> str:
    if look.low is None or look.high is None:
        return "early"
    if look.low > 0 or look.high < 0:
        return "better" if look.low > 0 else "worse"
    return "alike" if max(-look.low, look.high) <= run.experiment.matters else "open"


def _said(
    run: Run, counts: tuple[VariantCount, ...], compared: list[Compared], doubt: float, mixed: int, wording: Wording
) -> tuple[str, str, bool]:
    """The verdict of the whole: its name, its words, and whether it may be stopped."""
    if doubt >= SURE:
        told = wording.joined([f"{one.name} {wording.number(one.units)}" for one in counts])
        shares = wording.joined([f"{one.name} {wording.number(100 * one.share, 1)} %" for one in counts])
        return "off", wording.experiment_off.format(counts=told, shares=shares), False
    if mixed:
        return "off", wording.experiment_mixed.format(count=wording.number(mixed)), False
    texts = [_text(run, one, counts, wording) for one in compared]
    names = [one.verdict for one in compared]
    verdict = next(one for one in ("better", "worse", "open", "alike", "early") if one in names)
    if verdict == "worse" and {"open", "early"} & set(names):
        verdict = "open"
    return verdict, " ".join(texts), all(one in ("better", "worse", "alike") for one in names)


def _text(run: Run, one: Compared, counts: tuple[VariantCount, ...], wording: Wording) -> str:
    """A comparison in words, in points: hundredths of units."""
    wanted, look = run.experiment, one.now
    control, what = wanted.variants[0].name, wording.outcomes[one.outcome]
    if one.verdict == "early" or look.low is None or look.high is None:
        settled = min(count.settled for count in counts if count.name in (control, one.variant))
        waiting = {"units": wording.number(settled), "least": wording.number(wanted.least)}
        return wording.experiment_early.format(variant=one.variant, what=what, **waiting)

    def points(share: float) -> str:
        return wording.number(100.0 * share, 1)

    if one.verdict == "better":
        gap = {"low": points(look.low), "high": points(look.high)}
        return wording.experiment_better.format(variant=one.variant, control=control, what=what, **gap)
    if one.verdict == "worse":
        gap = {"low": points(-look.high), "high": points(-look.low)}
        return wording.experiment_worse.format(variant=one.variant, control=control, what=what, **gap)
    largest = points(math.ceil(1_000.0 * max(-look.low, look.high)) / 1_000.0)
    template = wording.experiment_alike if one.verdict == "alike" else wording.experiment_open
    return template.format(variant=one.variant, control=control, what=what, largest=largest)
