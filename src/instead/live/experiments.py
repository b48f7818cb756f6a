"""Experiments: variants side by side, split by a stable hash, as documents of the store.

A unit is a user, or a session where no user is known. Its point between 0 and 1 is a hash of the experiment's id and
the unit; a variant is a set of ranges of points. A range, once given, is never taken away: shares may grow into what is
not given yet, so that a unit keeps its variant for as long as the experiment runs.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, ValidationError, model_validator

from instead.errors import InputError
from instead.live.store import LiveStore
from instead.request import sentence_of
from instead.settings import SHORT_ID, Flag, RecommendSettings, Settings

Outcome = Literal["clicked", "accepted", "purchased"]
OUTCOMES: tuple[Outcome, ...] = ("clicked", "accepted", "purchased")
"""What may follow: a click on an offer; a verdict "accepted" or a cart; a purchase."""
Short = Annotated[str, StringConstraints(pattern=SHORT_ID)]
Point = Annotated[float, Field(ge=0, le=1)]
_CLOSE = 1e-9


class Variant(Settings):
    """One side of an experiment: the model that is served, or another one, with other settings, with or without
    rules."""

    name: Short
    """What it is called: A, B ..."""
    share: Annotated[float, Field(strict=True, gt=0, le=1)]
    """The share of units that get it."""
    model: str | None = Field(default=None, min_length=1, max_length=4_096, pattern=r"^[^\x00]+$")
    """Folder of its model, as the service sees it; none: the one that is served."""
    settings: dict[str, Any] = Field(default={}, max_length=50)
    """Settings of recommending that differ (`RecommendSettings`): {"gain_weight": 1.0}."""
    rules: Flag = True
    """Whether the shop's rules count."""


class Experiment(Settings):
    """An experiment. The first variant is the control, with which all others are compared."""

    model_config = ConfigDict(
        allow_inf_nan=False,
        json_schema_extra={
            "examples": [
                {
                    "id": "gain-2026",
                    "reason": "Do gains in the order bring more clicks?",
                    "variants": [
                        {"name": "A", "share": 0.5},
                        {"name": "B", "share": 0.5, "settings": {"gain_weight": 1.0}},
                    ],
                }
            ]
        },
    )

    id: Short
    """Its name; the split is a hash of it, so that another one splits anew."""
    reason: str = Field(min_length=1, max_length=500)
    """What is to be found out."""
    variants: tuple[Variant, ...] = Field(min_length=2, max_length=10)
    """The control first."""
    outcome: Outcome = "clicked"
    """What decides; the others are reported, too."""
    window_days: Annotated[float, Field(gt=0, le=365)] = 7.0
    """Days from a unit's first answer in which an outcome counts for it."""
    late_days: Annotated[float, Field(ge=0, le=365)] = 0.0
    """Days that outcomes may take to come in: a unit is counted after both."""
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """How often the whole run may be wrong, however often it is looked at."""
    planned: Annotated[int, Field(strict=True, ge=100, le=1_000_000_000)] = 10_000
    """Units for which intervals are tightest; any number is valid."""
    least: Annotated[int, Field(strict=True, ge=10)] = 200
    """Units that each variant needs before anything is said."""
    matters: Annotated[float, Field(ge=0, lt=1)] = 0.0
    """The smallest difference of shares that matters; once all larger ones are ruled out it may be stopped."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        names = [one.name for one in self.variants]
        if len(set(names)) < len(names):
            raise ValueError("variants need names of their own")
        total = math.fsum(one.share for one in self.variants)
        if total > 1.0 + _CLOSE:
            raise ValueError(f"shares add up to {total:g}; they may be 1 at most, the rest is not in the experiment")
        for one in self.variants:
            RecommendSettings.checked(one.settings)
        alike = {(one.model, str(sorted(one.settings.items())), one.rules) for one in self.variants}
        if len(alike) < len(self.variants) and "A/A" not in self.reason:
            raise ValueError('two variants are the same; for a test of the test itself, say "A/A" in the reason')
        return self


class Run(Settings):
    """An experiment as it is kept: what it is, when it ran, and who gets what."""

    experiment: Experiment
    """What was asked for, with the shares as they are now."""
    started: float
    """When, in seconds since 1970."""
    stopped: float | None = None
    """When it ended; none: it runs."""
    ranges: dict[str, tuple[tuple[Point, Point], ...]] = Field(default={})
    """Points of each variant: from, to (exclusive)."""

    @property
    def running(self) -> bool:
        return self.stopped is None

    def variant_of(self, user: str | None, session: str | None) -> Variant | None:
        """The variant of a unit; None for nobody, and for points that are in no variant."""
        unit = unit_of(user, session)
        if unit is None:
            return None
        at = point(self.experiment.id, unit)
        for one in self.experiment.variants:
            if any(low <= at < high for low, high in self.ranges.get(one.name, ())):
                return one
        return None


def unit_of(user: str | None, session: str | None) -> str | None:
    """Whom an outcome is counted for: the user, else the session, else nobody."""
    return f"user:{user}" if user is not None else None if session is None else f"session:{session}"


def point(experiment: str, unit: str) -> float:
    """Where a unit lies between 0 and 1: the same in every process, and in every experiment somewhere else."""
    text = f"{experiment}\x00{unit}".encode(errors="surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) / 2.0**64


def started(wanted: Experiment, now: float | None = None) -> Run:
    """A run that begins now."""
    return _grown(Run(experiment=wanted, started=time.time() if now is None else now), wanted)


def changed(run: Run, wanted: Experiment) -> Run:
    """A run with other shares. Whoever has a variant keeps it: shares may grow into what is not given yet, and nothing
    else may change."""
    if not run.running:
        raise InputError(f"experiment {wanted.id!r} was stopped; start another one under another id")
    before, after = run.experiment, wanted
    for name in Experiment.model_fields:
        if name not in ("variants", "reason", "matters") and getattr(before, name) != getattr(after, name):
            raise InputError(f"experiment {wanted.id!r} runs: its {name} cannot change; stop it and start another one")
    same = [one.model_copy(update={"share": 1.0}) for one in before.variants]
    if same != [one.model_copy(update={"share": 1.0}) for one in after.variants]:
        raise InputError(f"experiment {wanted.id!r} runs: its variants cannot change, only their shares may grow")
    for one, other in zip(before.variants, after.variants, strict=True):
        if other.share < one.share - _CLOSE:
            raise InputError(
                f"experiment {wanted.id!r} runs: the share of {one.name} cannot shrink from {one.share:g} to "
                f"{other.share:g}, because units would change their variant; stop it and start another one"
            )
    return _grown(run, wanted)


def _grown(run: Run, wanted: Experiment) -> Run:
    """The run with ranges as long as the shares want them, new ones behind all that are given."""
    ranges = {one.name: list(run.ranges.get(one.name, ())) for one in wanted.variants}
    free = max((high for spans in ranges.values() for _, high in spans), default=0.0)
    last = wanted.variants[-1].name
    full = math.fsum(one.share for one in wanted.variants) > 1.0 - _CLOSE
    for one in wanted.variants:
        more = one.share - math.fsum(high - low for low, high in ranges[one.name])
        if more > _CLOSE:
            end = min(free + more, 1.0)
            ranges[one.name].append((free, end))
            free = end
    if full and ranges[last] and ranges[last][-1][1] == free:  # rounding leaves no point without a variant
        ranges[last][-1] = (ranges[last][-1][0], 1.0)
    kept = {name: tuple(spans) for name, spans in ranges.items()}
    return run.model_copy(update={"experiment": wanted, "ranges": kept})


def experiment_of(values: Mapping[str, Any]) -> Experiment:
    """An experiment from plain values; an error is one sentence."""
    try:
        return Experiment.model_validate(dict(values))
    except ValidationError as error:
        raise InputError(f"experiment {str(values.get('id', ''))!r}: {sentence_of(error.errors()[0])}") from None


# --- in the store ----------------------------------------------------------------------------------------------------


def runs(store: LiveStore) -> dict[str, Run]:
    """All experiments of a store by id, the latest first."""
    found = [_kept(name, one) for name, one in store.documents("experiment").items()]
    return {one.experiment.id: one for one in sorted(found, key=lambda run: -run.started)}


def _kept(name: str, document: Mapping[str, Any]) -> Run:
    try:
        return Run.model_validate(document)
    except ValidationError as error:
        raise InputError(f"experiment {name!r} in the store: {sentence_of(error.errors()[0])}") from None


def start(store: LiveStore, wanted: Experiment, now: float | None = None) -> Run:
    """Start an experiment, or let the shares of a running one grow. One runs at a time."""
    known = runs(store)
    if wanted.id in known:
        run = changed(known[wanted.id], wanted)
    else:
        other = next((one for one in known.values() if one.running), None)
        if other is not None:
            raise InputError(f"experiment {other.experiment.id!r} runs; stop it before another one is started")
        run = started(wanted, now)
    store.put("experiment", {wanted.id: run.model_dump(mode="json")})
    return run


def stop(store: LiveStore, name: str, now: float | None = None) -> Run:
    """End an experiment; what was counted stays."""
    run = runs(store).get(name)
    if run is None:
        raise InputError(f"there is no experiment {name!r} here")
    if not run.running:
        return run
    run = run.model_copy(update={"stopped": time.time() if now is None else now})
    store.put("experiment", {name: run.model_dump(mode="json")})
    return run
