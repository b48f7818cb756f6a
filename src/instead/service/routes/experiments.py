"""`/admin/experiments`: start, stop, and what experiments say so far."""

from __future__ import annotations

import math
import time
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from instead.errors import InputError
from instead.live.experiment_report import Report, report
from instead.live.experiments import Experiment, Run, runs
from instead.live.outcomes import DAY
from instead.service.logs import event
from instead.service.problems import Refusal
from instead.service.state import Here, Now, State, answer, problems
from instead.service.steering_bodies import ExperimentLine, ExperimentsPage, StartedExperiment
from instead.wording import Wording

REST = 9.0
"""How many times longer than it took to make a report it is shown again."""
router = APIRouter(prefix="/admin/experiments", tags=["staff"])
Name = Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9._:-]+$", description="Id of the experiment.")]


@router.get("", response_model=ExperimentsPage, responses=problems(), summary="Experiments and their verdicts")
def experiments(here: Here, now: Now) -> Response:
    """Every experiment with rates by variant, differences that hold at every look, and a verdict in words."""
    running = here.variants.running
    return answer(
        {
            "experiments": [_line(here, run, now.shop.wording) for run in runs(here.store).values()],
            "running": None if running is None else running.run.experiment.id,
            "loaded": here.variants.loaded(),
            "problem": here.variants.problem,
        }
    )


@router.get("/{name}", response_model=ExperimentLine, responses=problems(404), summary="One experiment")
def experiment(name: Name, here: Here, now: Now) -> Response:
    """One experiment with its verdict."""
    return answer(_line(here, _known(here, name), now.shop.wording))


@router.put("/{name}", response_model=StartedExperiment, responses=problems(409, 507), summary="Start an experiment")
def put(name: Name, wanted: Experiment, here: Here) -> Response:
    """Load what its variants need and start it, or let the shares of a running one grow. Other services of the same
    store follow within seconds."""
    if wanted.id != name:
        raise InputError(f"the experiment is called {wanted.id!r}, the address says {name!r}")
    running = here.variants.start(wanted)
    event("experiment started", id=name)
    return answer(
        {
            "experiment": running.run.experiment.model_dump(mode="json"),
            "started": running.run.started,
            "loaded": here.variants.loaded(),
        }
    )


@router.post("/{name}/stop", response_model=ExperimentLine, responses=problems(404, 507), summary="End an experiment")
def stop(name: Name, here: Here, now: Now) -> Response:
    """Everybody gets the served model again; outcomes of those who saw a variant are still counted."""
    _known(here, name)
    run = here.variants.stop(name)
    event("experiment stopped", id=name)
    return answer(_line(here, run, now.shop.wording))


def _known(here: State, name: str) -> Run:
    run = runs(here.store).get(name)
    if run is None:
        raise Refusal(404, "unknown-experiment", f"there is no experiment {name!r}")
    return run


def _line(here: State, run: Run, wording: Wording) -> dict[str, Any]:
    return {"experiment": run.experiment.model_dump(mode="json"), "report": _report(here, run, wording)}


def _report(here: State, run: Run, wording: Wording) -> Report:
    """The report of a run. One in which nothing can change any more is kept, any other shown again for a while: making
    reports takes a tenth of one thread's time at most."""
    now, wanted = time.time(), run.experiment
    key = wanted.id, run.stopped, wording.language
    until, found = here.reports.get(key, (0.0, None))
    if found is None or now >= until:
        begin = time.perf_counter()
        found = report(here.store, run, now, wording)
        settled = run.stopped is not None and now > run.stopped + (wanted.window_days + wanted.late_days) * DAY
        rest = math.inf if settled else REST * (time.perf_counter() - begin)
        here.reports[key] = (now + rest, found)
    return found
