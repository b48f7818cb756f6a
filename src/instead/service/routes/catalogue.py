"""`PATCH /v1/items`, `PUT` and `DELETE /v1/items/{id}`, `POST /admin/feed`: the catalogue as it is today."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import Response

from instead.errors import UnknownItem
from instead.ranking.item_changes import HIDDEN
from instead.records import Item
from instead.service.bodies import ChangeItems, FeedRead, ItemsChanged, PutItem
from instead.service.catalogue_changes import change_items, put_items, state_of
from instead.service.feeds import read_feed
from instead.service.problems import Refusal
from instead.service.routes.items import Named
from instead.service.state import Here, answer, problems

router = APIRouter(tags=["catalogue"])


@router.patch(
    "/v1/items", response_model=ItemsChanged, responses=problems(507), summary="Prices, stock, what is hidden, in bulk"
)
def patch_items(given: ChangeItems, here: Here) -> Response:
    """Changes of several items, for the staff. They count when this is answered, at every service on the same store
    within a second, and after a restart. The same change again changes nothing.

    A wrong value refuses all of them (422). Items that the shop does not know are named in the answer, and the others
    are changed. What is sold out or hidden may be asked about and is never offered.
    """
    limit = here.settings.max_items
    if len(given.items) > limit:
        raise Refusal(422, "too-many", f"a request may change {limit:,} items, not {len(given.items):,}")
    changes: dict[str, dict[str, object]] = {}
    for one in given.items:  # what is said later of the same item counts
        changes.setdefault(one.item, {}).update(one.model_dump(include=one.model_fields_set - {"item"}))
    return answer(asdict(change_items(changes, here)))


@router.put(
    "/v1/items/{item:id}", response_model=Item, responses=problems(409, 507), summary="Describe an item, or a new one"
)
def put_item(given: PutItem, item: Named, here: Here) -> Response:
    """The whole description of an item, for the staff. A new one is placed at once by words of its title and category
    and by what its reviews say; it is part of the list where they are enough."""
    told = given.model_dump(exclude={"mentions"}, exclude_defaults=True)
    if given.mentions:
        told["mentions"] = [[one.attribute, one.sentiment] for one in given.mentions]
    put_items({item: told}, here)
    if (fault := state_of(here).faults.get(item)) is not None:
        raise Refusal(422, "wrong-input", fault)
    return answer(here.live.current.shop.item(item))


@router.delete(
    "/v1/items/{item:id}", response_model=ItemsChanged, responses=problems(404, 507), summary="Withdraw an item"
)
def delete_item(item: Named, here: Here) -> Response:
    """Hide an item: it is no longer offered or found, and can still be asked about. PUT, or PATCH with `hidden` false,
    brings it back."""
    done = change_items({item: {HIDDEN: True}}, here)
    if done.unknown:
        raise UnknownItem(item, [], [])
    return answer(asdict(done))


@router.post(
    "/admin/feed", response_model=FeedRead, responses=problems(409, 507), summary="Read the shop's product files again"
)
def feed(here: Here) -> Response:
    """Reads the files of the setting `feed`, and applies what differs: prices, stock, descriptions, new items."""
    return answer(asdict(read_feed(here)))
