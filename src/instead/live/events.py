"""Events: what people did in the shop, each with an id of its own, so that sending it twice counts once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from instead.errors import WrongEvent
from instead.request import LONGEST_TEXT, Id, Name, Seconds

AHEAD = 300.0
"""Seconds that a sender's clock may be ahead of ours; what lies further in the future is refused."""

Kind = Literal["view", "seen", "click", "cart", "purchase", "review", "verdict"]
"""`seen`: an answer came into somebody's sight. `click`: on an offer of an answer."""
KINDS: tuple[Kind, ...] = ("view", "seen", "click", "cart", "purchase", "review", "verdict")
Verdict = Literal["accepted", "rejected"]
TOOK: tuple[Kind, ...] = ("purchase", "review")
"""Kinds that make an item one that somebody had."""


def _without_nul(value: object) -> object:
    """PostgreSQL keeps no NUL in a text, and nobody misses one."""
    return value.replace("\x00", "") if isinstance(value, str) else value


Words = Annotated[Name, BeforeValidator(_without_nul)]
Reasons = Annotated[tuple[Words, ...], Field(max_length=20)]


class Event(BaseModel):
    """One event. `id` is the sender's; the same id with the same content is the same event."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        allow_inf_nan=False,
        json_schema_extra={
            "examples": [
                {"id": "e-1", "kind": "view", "session": "visit-7", "item": "i03"},
                {
                    "id": "e-2",
                    "kind": "review",
                    "user": "u01",
                    "item": "i03",
                    "text": "The battery lasts.",
                    "rating": 5,
                },
            ]
        },
    )

    id: Id
    """Yours; sent twice it counts once, so that a retry is safe."""
    kind: Kind
    """What happened."""
    item: Id | None = None
    """The item it happened to: viewed, bought, reviewed, or offered and judged. `seen` needs none."""
    time: Seconds | None = None
    """When, in seconds since 1970; default: when it came in. Times to come are refused."""
    user: Id | None = None
    """Who, if that is known."""
    session: Id | None = None
    """The visit it belongs to."""
    recommendation_id: Id | None = None
    """The answer that showed the item, if it followed one."""
    query: Id | None = None
    """The item that was looked at when the item was offered."""
    position: Annotated[int, Field(strict=True, ge=1, le=1_000)] | None = None
    """Place of the item in the list, from 1."""
    verdict: Verdict | None = None
    """Of a verdict: accepted or rejected."""
    attributes: Reasons = ()
    """Of a verdict: the reasons that were shown."""
    wrong: Reasons = ()
    """Of a verdict: reasons that were wrong; may be said later, by the same verdict with the same id."""
    comment: Annotated[str, Field(max_length=2_000), BeforeValidator(_without_nul)] = ""
    """Of a verdict: words of theirs."""
    text: Annotated[str, Field(max_length=LONGEST_TEXT), BeforeValidator(_without_nul)] = ""
    """Of a review: its text."""
    rating: Annotated[float, Field(ge=1, le=5)] | None = None
    """Of a review: stars, 1 to 5."""
    price: Annotated[float, Field(ge=0)] | None = None
    """Of a purchase: what was paid for one."""
    quantity: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = 1
    """Of a purchase: how many."""
    model: Id | None = None
    """The version of the model that offered the item, where no recommendation_id says it."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """What each kind needs."""
        if self.kind == "seen":
            if self.recommendation_id is None:
                raise ValueError("something seen names the answer that was seen: recommendation_id")
        elif self.item is None:
            raise ValueError(f"a {self.kind} names its item")
        if self.kind == "verdict" and (self.verdict is None or self.query is None):
            raise ValueError(
                "a verdict says accepted or rejected (verdict) and names the item that was looked at (query)"
            )
        if self.kind != "verdict" and (self.verdict is not None or self.wrong):
            raise ValueError(f"a {self.kind} has no verdict; send an event of kind verdict")
        if self.kind == "review" and not self.text.strip() and self.rating is None:
            raise ValueError("a review has a text or a rating")
        return self

    def says(self) -> dict[str, Any]:
        """What must be equal in a repeated event: all but the time and the model it may have been given, and but what
        may be said later of a verdict: what was wrong, and words."""
        return self.model_dump(mode="json", exclude_defaults=True, exclude={"time", "model", "wrong", "comment"})


def refuse_the_future(events: Sequence[Event], now: float) -> None:
    """Raise an error that names the first event whose time is still to come."""
    for place, one in enumerate(events):
        if one.time is not None and one.time > now + AHEAD:
            said = f"event {one.id!r} has the time {one.time}, which is still to come; times are seconds since 1970"
            raise WrongEvent(said, place)
