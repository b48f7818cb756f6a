"""Schemas of what the staff sends and gets about rules and experiments."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from instead.live.experiment_report import Report
from instead.live.experiments import Experiment
from instead.service.bodies import Body
from instead.settings.rules import Moment, Rule, RuleId

MOST_RULES, MOST_QUERIES = 1_000, 500


class RuleLine(BaseModel):
    """A rule in use: where it is from, what it matches, and what is wrong with it."""

    rule: dict[str, Any]
    source: str = Field(description="`file`, or `store`: the staff page, this interface.")
    state: str = Field(description="`active`, `waiting` for its period, `over` or `off`.")
    offers: int = Field(description="Items that it means as offers; of margins, items that have one.")
    queries: int = Field(description="Items that it means as what is looked at.")
    problems: list[str]


class RulesPage(BaseModel):
    rules: list[RuleLine]
    file: str | None = Field(description="The file of rules that the service watches.")
    time: float = Field(description="When they were read, in seconds since 1970.")
    problem: str | None = Field(description="Why what is there now could not be read; then the rules of before count.")


class PreviewBody(Body):
    """Rules that are thought of. They come beside those in use, and take the place of those with the same id."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"rules": [{"id": "h", "kind": "hide", "reason": "Recalled.", "items": ["i03"]}], "items": 20}]
        }
    )

    rules: list[Rule] = Field(default=[], max_length=MOST_RULES)
    remove: list[RuleId] = Field(default=[], max_length=MOST_RULES, description="Rules in use that are left out.")
    replace: Annotated[bool, Field(strict=True)] = False
    items: int = Field(default=100, strict=True, ge=1, le=MOST_QUERIES, description="Items to look at as queries.")
    k: int = Field(default=10, strict=True, ge=1, le=100, description="How long the lists are.")
    at: Moment | None = Field(default=None, description="As of this day or moment (UTC) instead of now.")


class ModelBeside(BaseModel):
    """A model that was loaded for a variant."""

    variant: str
    folder: str
    model: str
    seconds: float
    memory_mb: float = Field(description="By how much the process grew.")


class ExperimentLine(BaseModel):
    """An experiment: what it is and what it says so far."""

    experiment: Experiment
    report: Report


class ExperimentsPage(BaseModel):
    experiments: list[ExperimentLine] = Field(description="The latest first.")
    running: str | None = Field(description="The one that runs, if its variants are loaded here.")
    loaded: list[ModelBeside]
    problem: str | None = Field(description="Why the running one is not answered by here.")


class StartedExperiment(BaseModel):
    experiment: Experiment
    started: float
    loaded: list[ModelBeside]
