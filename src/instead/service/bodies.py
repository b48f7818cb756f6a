"""What requests carry and answers hold, as the OpenAPI description shows it.

Answers are the package's records, written by orjson as they are. The classes here describe them; a fuzz test holds
every answer against the description.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from instead.records import Care, Reason, Recommendation, Substitute
from instead.service.problems import Problem
from instead.settings import Filters

Id = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Weight = Annotated[float, Field(ge=1, le=100)]


class Body(BaseModel):
    """An unknown name is an error, not a silently ignored wish."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class GivenMention(Body):
    """What somebody said about one attribute."""

    attribute: Name
    sentiment: Literal[-1, 1] = 1


class GivenReview(Body):
    """A review of somebody the model has not met, for this request alone: its text, or what is in it, or both."""

    text: str = Field(default="", max_length=20_000)
    mentions: list[GivenMention] = Field(default=[], max_length=200)


class Person(Body):
    """Who asks: somebody the model knows, or what matters to him, or some reviews of his; or nobody in particular."""

    user: Id | None = None
    care: dict[Name, Weight] | None = Field(
        default=None,
        max_length=200,
        description="How much each attribute matters, from 1 (not at all) to the model's scale, usually 5.",
    )
    reviews: list[GivenReview] | None = None


class Asked(Person):
    """One question."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"query": "i03", "user": "u01", "k": 3}, {"query": "i03", "care": {"price": 5}}]
        }
    )

    query: Id = Field(description="The item being looked at.")
    k: int = Field(default=10, ge=1, description="How many substitutes; the service has a limit.")
    z: int = Field(default=3, ge=1, le=20, description="Reasons for each.")
    style: Literal["honest", "paper"] = "honest"
    diversity: float = Field(default=0.0, ge=0, le=1)
    quotes: int = Field(default=1, ge=0, le=5, description="Sentences of reviews behind each side of a reason.")
    filters: Filters | None = Field(default=None, description="What may be offered at all.")
    grouped: bool = Field(default=False, description="Say also which substitutes the same attribute speaks for.")


class AskedMany(Body):
    """Several questions at once."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"requests": [{"query": "i03", "k": 2}, {"query": "i04"}]}]}
    )

    requests: list[Asked] = Field(min_length=1)


class AskedWhy(Person):
    """Why this one instead of that one?"""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "i03", "substitute": "i04", "user": "u01", "rows": 5}]}
    )

    query: Id
    substitute: Id
    z: int = Field(default=3, ge=1, le=20)
    style: Literal["honest", "paper"] = "honest"
    quotes: int = Field(default=1, ge=0, le=5)
    rows: int = Field(default=8, ge=0, le=50, description="Rows of the comparison table.")


class GivenFeedback(Body):
    """What became of a suggestion."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"query": "i03", "substitute": "i04", "verdict": "accepted", "attributes": ["battery"]}]
        }
    )

    query: Id
    substitute: Id
    verdict: Literal["accepted", "rejected"]
    user: Id | None = None
    position: int | None = Field(default=None, ge=1, le=1_000, description="Place in the list, from 1.")
    attributes: list[Name] = Field(default=[], max_length=20, description="The reasons that were shown.")
    comment: str = Field(default="", max_length=2_000)
    id: Id | None = Field(default=None, description="Yours; sent twice it counts once, so a retry is safe.")


class Kept(Body):
    """Feedback that is on disk."""

    id: str
    time: float = Field(description="Seconds since 1970.")


@dataclass(frozen=True, slots=True)
class GroupLine:
    """Substitutes, by id, that are better on the same attribute; null for those without a supported advantage."""

    attribute: str | None
    text: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recommended(Recommendation):
    """A recommendation; with its groups if they were asked for."""

    groups: tuple[GroupLine, ...] | None = None


class One(BaseModel):
    """Answer to one question of several: a recommendation or a problem."""

    recommendation: Recommended | None = None
    problem: Problem | None = None


class Many(BaseModel):
    results: list[One]


class Why(BaseModel):
    """A substitute with its reasons, and both items side by side on what this user cares about."""

    substitute: Substitute
    comparison: list[Reason]


class ItemLine(BaseModel):
    """An item of a list."""

    id: str
    title: str
    brand: str | None
    category: str | None
    price: float | None
    image: str | None
    reviews: int
    basis: str


class ItemPage(BaseModel):
    items: list[ItemLine]
    next: int | None = Field(description="Offset of the next page; null on the last one.")


class AttributePage(BaseModel):
    attributes: list[str]


class UserPage(BaseModel):
    users: list[str]
    next: int | None


class Cares(BaseModel):
    """What matters to a user, most first. For a user the model does not know: the average, and `known` is false."""

    user: str
    known: bool
    cares: list[Care]


class About(BaseModel):
    """What the page and a client want to know first."""

    version: str
    model: str
    kind: str
    users: int
    items: int
    attributes: int
    scale: float = Field(description="Care and quality go from 1 to this.")
    currency: str
    picture_hosts: list[str]
    max_k: int
    max_batch: int
    max_answers: int


class Reload(Body):
    """Which model to swap to; left out: the one that now stands in the same folder."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})

    folder: str | None = Field(default=None, min_length=1, max_length=4_096, pattern=r"^[^\x00]+$")


class Reloaded(BaseModel):
    folder: str
    model: str
    seconds: float
