"""`/v1/users`: who the model knows, what matters to them, and forgetting somebody. With the staff's key (`gate.py`)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from instead.service.bodies import Cares, ForgottenUser, UserPage
from instead.service.logs import event
from instead.service.routes.items import Limit, Named, Offset, Text
from instead.service.state import Here, Now, answer, problems

router = APIRouter(prefix="/v1", tags=["people"])
NOBODY = "average"


@router.get("/users", response_model=UserPage, responses=problems(), summary="Users the model knows")
def users(now: Now, text: Text = "", limit: Limit = 20, offset: Offset = 0) -> Response:
    """Ids that begin with `text`, in order of the alphabet."""
    names = now.shop.users["user"]
    fitting = names.filter(names.str.starts_with(text)).sort().slice(offset, limit + 1).to_list()
    return answer({"users": fitting[:limit], "next": offset + limit if len(fitting) > limit else None})


@router.get("/users/{user:id}/cares", response_model=Cares, responses=problems(), summary="What matters to a user")
def cares(
    now: Now,
    user: Named,
    n: Annotated[int, Query(ge=1, le=1_000)] = 20,
    attribute: Annotated[list[Text], Query(max_length=100, description="Only these, if named.")] = [],  # noqa: B006
) -> Response:
    """How much a user cares about each attribute, most first, and whether that is observed or estimated.

    The user `average` is the average customer, and open to all; anybody else is the staff's matter.
    """
    shop = now.shop
    known = user != NOBODY and shop.askers.number(user) is not None
    found = shop.cares(user if known else None, n=shop.attributes.height if attribute else n)
    named = set(attribute)
    return answer(
        {"user": user, "known": known, "cares": [one for one in found if not named or one.attribute in named]}
    )


@router.delete("/users/{user:id}", response_model=ForgottenUser, responses=problems(507), summary="Forget somebody")
def forget(here: Here, user: Named) -> Response:
    """Takes everything of a person out of the store: events, what was shown to them, and documents that name them. Of
    the id a hash stays, by which the next refresh leaves them out of the training."""
    gone = here.store.forget(user)
    event("forgotten", **gone.rows)
    return answer({"rows": dict(gone.rows)})
