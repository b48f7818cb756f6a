"""`/embed/*`: offers inside pages of the shop itself. The script, what it asks for, and what it tells.

What leaves here is what any visitor of the shop's page may see: no care, no history, no ids of anybody.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field, ValidationError
from starlette.responses import FileResponse, Response

from instead.live.events import Event
from instead.records import Substitute
from instead.request import Id, Name, Request, sentence_of
from instead.service.bodies import Body
from instead.service.embedding import known_user
from instead.service.keeping import keep
from instead.service.problems import Refusal
from instead.service.recommending import answered
from instead.service.state import Here, Now, answer, problems

router = APIRouter(prefix="/embed", tags=["embed"])
SCRIPT = Path(__file__).parent.parent / "embed" / "offers.js"
MOST_OFFERS, MOST_EVENTS = 12, 50
REASONS, QUOTES = 3, 1


class Visitor(Body):
    """Who looks at the page."""

    user: Id | None = None
    signature: str | None = Field(default=None, max_length=128, description="Of the user, made by the shop's server.")
    session: Id | None = None


class Wanted(Visitor):
    """What to try instead of an item."""

    item: Id
    k: Annotated[int, Field(strict=True, ge=1, le=MOST_OFFERS)] = 4


class Told(Body):
    """Something that happened in the page."""

    id: Id
    kind: Literal["view", "seen", "click", "cart", "verdict"]
    item: Id | None = None
    query: Id | None = None
    recommendation_id: Id | None = None
    position: int | None = Field(default=None, ge=1, le=1_000)
    verdict: Literal["accepted", "rejected"] | None = None
    attributes: list[Name] = Field(default=[], max_length=20)


class Telling(Visitor):
    events: list[Told] = Field(min_length=1, max_length=MOST_EVENTS)


class EmbedReason(BaseModel):
    attribute: str
    verdict: str
    verdict_text: str
    said: str


class EmbedText(BaseModel):
    text: str
    favours: int = 0


class EmbedOffer(BaseModel):
    """An offer as a visitor sees it."""

    item: str
    title: str
    headline: str
    price_text: str
    image: str | None
    link: str | None
    placed_text: str
    reasons: list[EmbedReason]
    facts: list[EmbedText]
    quotes: list[EmbedText]


class EmbedAnswer(BaseModel):
    recommendation_id: str | None
    heading: str
    keep_text: str
    language: str
    words: dict[str, str]
    offers: list[EmbedOffer]


class Taken(BaseModel):
    kept: int


@router.get("/offers.js", response_class=FileResponse, include_in_schema=False)
async def script() -> FileResponse:
    """The element; browsers revalidate their copy before using it."""
    return FileResponse(SCRIPT, media_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@router.post("/offers", response_model=EmbedAnswer, responses=problems(404), summary="Offers for a page of the shop")
def offers(asked: Wanted, now: Now, here: Here) -> Response:
    """What `<instead-offers>` shows."""
    user = known_user(here.settings, asked.user, asked.signature)
    wish = Request(query=asked.item, user=user, session=asked.session, k=asked.k, z=REASONS, quotes=QUOTES)
    found, now = answered(now, wish, here)
    words = now.shop.wording.words
    return answer(
        {
            "recommendation_id": found.recommendation_id,
            "heading": words.embed_keep_heading if found.keep else words.embed_heading,
            "keep_text": found.keep_text,
            "language": now.shop.wording.language,
            "words": {"evidence": words.evidence, "not_for_me": words.not_for_me},
            "offers": [_offer(one) for one in found],
        }
    )


@router.post(
    "/events", status_code=202, response_model=Taken, responses=problems(409, 507), summary="What happened there"
)
def events(told: Telling, here: Here) -> Response:
    """Seen, clicked, refused: kept as events of this visit before it is answered. What was seen of an answer that was
    not recorded is left out: there is nothing it could be tied to, and the others must not fail for it."""
    user = known_user(here.settings, told.user, told.signature)
    try:
        several = [
            Event(user=user, session=told.session, **one.model_dump(exclude_defaults=True))
            for one in told.events
            if one.kind != "seen" or one.recommendation_id is not None
        ]
    except ValidationError as error:
        raise Refusal(422, "wrong-input", sentence_of(error.errors()[0])) from None
    return answer({"kept": len(keep(several, here))}, 202)


def _offer(one: Substitute) -> dict[str, object]:
    quotes = [quote for reason in one.reasons for quote in reason.substitute.quotes][:QUOTES]
    return {
        "item": one.item,
        "title": one.title,
        "headline": one.headline or one.text,
        "price_text": one.price_text,
        "image": one.image,
        "link": one.link,
        "placed_text": one.placed_text,
        "reasons": [
            {"attribute": r.attribute, "verdict": r.verdict, "verdict_text": r.verdict_text, "said": r.said}
            for r in one.reasons
        ],
        "facts": [{"text": fact.text, "favours": fact.favours} for fact in one.facts],
        "quotes": [{"text": quote.text, "favours": quote.sentiment} for quote in quotes],
    }
