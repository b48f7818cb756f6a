"""From a request to its answer in the service: by which variant, with what record. One way for all who ask."""

from __future__ import annotations

from instead.records import Recommendation
from instead.request import Request
from instead.service.keeping import known, recorded
from instead.service.live import Loaded
from instead.service.problems import Refusal
from instead.service.state import State


def answered(now: Loaded, asked: Request, here: State) -> tuple[Recommendation, Loaded]:
    """The recorded answer to a request within the limits, and the shop that gave it."""
    limit = here.settings.max_k
    if asked.k > limit:
        raise Refusal(422, "too-many", f"k may be {limit} at most, not {asked.k}")
    within(asked, here)
    now, *counted = here.variants.choose(now, asked)
    return recorded(now.shop.answer(known(asked, now)), now, here, *counted), now


def within(asked: Request, here: State) -> None:
    """Refuse a request that carries too many reviews."""
    limit = here.settings.max_reviews
    if len(asked.reviews) > limit:
        raise Refusal(422, "too-many", f"a request may carry {limit} reviews, not {len(asked.reviews)}")
