"""Schemas of request and response bodies, as the OpenAPI description shows them.

Requests are the package's `Request` with HTTP fields added. Responses are the package's records, serialised by orjson;
the classes here describe them, and a fuzz test checks every response against the description.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

from instead.live.events import Event, Reasons, Verdict
from instead.models.context import Aspect
from instead.records import Care, Category, Reason, Recommendation, Substitute
from instead.request import LONGEST_TEXT, MOST_QUOTES, MOST_REASONS, MOST_ROWS, GivenMention, Id, Request
from instead.service.problems import Problem
from instead.settings import CURRENCY, Flag
from instead.wording import Words


class Body(BaseModel):
    """Base of request bodies: an unknown field is an error, not silently ignored."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class RecommendBody(Request):
    """One question: a request, and whether groups are wanted."""

    z: Annotated[int, Field(strict=True, ge=0, le=MOST_REASONS)] = 3
    """Reasons for each."""
    quotes: Annotated[int, Field(strict=True, ge=0, le=MOST_QUOTES)] = 1
    """Sentences of reviews behind each side of a reason."""
    grouped: Flag = False
    """Say also which substitutes the same attribute speaks for."""


class BatchBody(Body):
    """Several questions at once."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"requests": [{"query": "i03", "k": 2}, {"query": "i04"}]}]}
    )

    requests: list[RecommendBody] = Field(min_length=1)


class ExplainBody(Request):
    """Why this one instead of that one? Fields that choose a list (`k`, `diversity`) mean nothing here, and `filters`
    count for models that judge a list as a whole alone. What the score is the sum of is said without `parts`."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "i03", "substitute": "i04", "user": "u01", "rows": 5}]}
    )

    z: Annotated[int, Field(strict=True, ge=0, le=MOST_REASONS)] = 3
    """Reasons for the substitute."""
    quotes: Annotated[int, Field(strict=True, ge=0, le=MOST_QUOTES)] = 1
    """Sentences of reviews behind each side of a reason."""
    substitute: Id
    """The item to try instead."""
    rows: int = Field(default=8, ge=0, le=MOST_ROWS)
    """Rows of the comparison table."""


def _clean(value: object) -> object:
    """Texts that every database keeps: without NUL and halves of characters."""
    return value.replace("\x00", "").encode(errors="replace").decode() if isinstance(value, str) else value


Plain = Annotated[str, Field(max_length=2_000), BeforeValidator(_clean)]
Step = Annotated[str, Field(min_length=1, max_length=200), BeforeValidator(_clean)]


class ItemColumns(Body):
    """What a shop says of an item. Null takes a value away."""

    title: Plain | None = None
    brand: Plain | None = None
    category: list[Step] | None = Field(default=None, max_length=50, description="From the widest to the narrowest.")
    price: Annotated[float, Field(ge=0, le=1e12)] | None = None
    currency: Annotated[str, Field(pattern=CURRENCY)] | None = None
    image: Plain | None = None
    available: Annotated[bool, Field(strict=True)] | None = Field(
        default=None, description="Whether it can be ordered; what cannot is never offered."
    )
    hidden: Annotated[bool, Field(strict=True)] = Field(
        default=False, description="Whether the shop keeps it to itself: it is neither offered nor found."
    )
    group: Step | None = Field(default=None, description="The product that it is a variant of.")
    link: Plain | None = None
    fields: dict[Step, Plain] | None = Field(default=None, max_length=200)


class ChangedItem(ItemColumns):
    """Columns of an item that change; those that are left out stay."""

    item: Id


class ChangeItems(Body):
    """Changes of several items."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"items": [{"item": "i03", "price": 9.5}, {"item": "i04", "available": False}]}]
        }
    )

    items: list[ChangedItem] = Field(min_length=1)


class ItemsChanged(BaseModel):
    """What a change did. Items that the shop does not know are named; the others are changed."""

    changed: int
    unchanged: int
    unknown: list[str]


class PutItem(ItemColumns):
    """The whole description of an item: what is left out is not known. Reviews count where the item is new."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"title": "Compact kettle", "category": ["Kettles"], "price": 19.9}]}
    )

    reviews: list[Annotated[str, Field(max_length=LONGEST_TEXT), BeforeValidator(_clean)]] = Field(
        default=[], max_length=200, description="Texts of reviews, read by the model's own reader."
    )
    mentions: list[GivenMention] = Field(default=[], max_length=1_000)


class FeedRead(ItemsChanged):
    """What reading the shop's product files again did."""

    items: int
    added: int


class GivenFeedback(Body):
    """Feedback on a suggestion: accepted or rejected."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"query": "i03", "substitute": "i04", "verdict": "accepted", "attributes": ["battery"]}]
        }
    )

    query: Id
    substitute: Id
    verdict: Verdict
    user: Id | None = None
    session: Id | None = None
    recommendation_id: Id | None = Field(default=None, description="The answer that offered it.")
    position: int | None = Field(default=None, ge=1, le=1_000, description="Place in the list, from 1.")
    attributes: Reasons = Field(default=(), description="The reasons that were shown.")
    wrong: Reasons = Field(default=(), description="Reasons that were wrong: attributes, `price`, `other`.")
    comment: str = Field(default="", max_length=2_000)
    id: Id | None = Field(default=None, description="Yours; sent twice it counts once, so a retry is safe.")


class Kept(BaseModel):
    """Feedback that is on disk."""

    id: str
    time: float = Field(description="When it came in, in seconds since 1970.")


class EventsBody(Body):
    """Several events: all of them are kept, or none."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "events": [
                        {"id": "e-1", "kind": "view", "item": "i03", "session": "visit-7"},
                        {"id": "e-2", "kind": "purchase", "item": "i04", "user": "u01", "price": 29.9},
                    ]
                }
            ]
        }
    )

    events: list[Event] = Field(min_length=1)


def _how_many(given: Any) -> str:
    several = isinstance(given, EventsBody) or (isinstance(given, dict) and "events" in given)
    return TAGS[1] if several else TAGS[0]


TAGS = ("(one)", "(several)")
"""How pydantic names the two forms of a body; errors leave them out."""
GivenEvents = Annotated[Annotated[Event, Tag(TAGS[0])] | Annotated[EventsBody, Tag(TAGS[1])], Discriminator(_how_many)]


class KeptLine(Kept):
    """An event that is on disk."""

    seq: int = Field(description="Its number: events are counted in the order in which they became visible.")
    repeated: bool = Field(description="Whether it was there before, so that it was not counted again.")


class KeptEvents(BaseModel):
    events: list[KeptLine] = Field(description="In the order in which they were sent.")


class ForgottenUser(BaseModel):
    """What was taken out."""

    rows: dict[str, int] = Field(description="Rows that were taken out, by table.")


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
    heads: list[str] = Field(description="Words over the columns of the comparison: attribute, substitute, query.")


class ItemLine(BaseModel):
    """An item of a list."""

    id: str
    title: str
    brand: str | None
    category: str | None
    price: float | None
    currency: str | None = Field(description="ISO code of the currency of the price; null where it is not known.")
    image: str | None
    reviews: int
    basis: str
    available: bool | None


class ItemPage(BaseModel):
    items: list[ItemLine]
    next: int | None = Field(description="Offset of the next page; null on the last one.")
    categories: list[Category] = Field(description="On the first page: categories with such a name.")
    near: bool = Field(description="Whether nothing has these words, so that typing errors were forgiven.")


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
    """Sizes of the model and limits of the service, for page and client."""

    version: str
    model: str
    kind: str
    users: int
    items: int
    attributes: int
    scale: float = Field(description="Care and quality go from 1 to this.")
    currency: str | None
    picture_hosts: list[str]
    max_k: int
    max_batch: int
    max_answers: int
    max_events: int
    looks_at: list[Aspect] = Field(description="What of an asker can change this model's list, beside stated wishes.")
    language: str = Field(description="Of this answer, as a tag: en, de ...")
    languages: dict[str, str] = Field(description="What else can be asked for with Accept-Language, tag and name.")
    words: Words = Field(description="What stands around reasons: heads, captions, marks; texts with gaps to fill.")


class Reload(Body):
    """Folder of the model to swap to; default: the current folder, read again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})

    folder: str | None = Field(default=None, min_length=1, max_length=4_096, pattern=r"^[^\x00]+$")


class Reloaded(BaseModel):
    folder: str
    model: str
    seconds: float
