"""A request with what is known of whoever asks: what they had and wrote since the training, and their visit."""

from __future__ import annotations

from typing import TypeVar

from instead.live.live_state import LiveState
from instead.request import Request

_Asked = TypeVar("_Asked", bound=Request)


def with_what_is_known(asked: _Asked, state: LiveState, now: float) -> _Asked:
    """The request with the history of its user and what its visit looked at. What a request tells itself of its visit
    (`viewed`) stands for that; its `history` and `reviews` come on top of what is known."""
    known = state.shop.catalogue
    more: dict[str, object] = {}
    if asked.user is not None:
        items, reviews = state.histories.of(asked.user)
        had = [item for item in items if item in known and item not in asked.history]
        if had:
            more["history"] = (*had, *asked.history)
        if reviews:
            more["reviews"] = (*reviews, *asked.reviews)
    if not asked.viewed:
        viewed = state.viewed(asked.session, asked.user, now)
        if looked := tuple(item for item in viewed if item in known and item != asked.query):
            more["viewed"] = looked
    return asked.model_copy(update=more) if more else asked
