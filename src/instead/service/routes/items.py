"""`GET /v1/items`, `/v1/items/{id}`, `/v1/attributes`, `/v1/about`: the catalogue, and the limits."""

from __future__ import annotations

import difflib
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.responses import Response

from instead import __version__
from instead.records import Item
from instead.request import LAST_OFFSET, LONGEST_WORDS, MOST_FOUND
from instead.service.bodies import About, AttributePage, ItemPage
from instead.service.state import Here, Now, answer, problems


class AnyId(StringConvertor):
    """Path converter for ids, which may contain slashes: servers decode %2F before routing."""

    regex = r"[\s\S]+"


register_url_convertor("id", AnyId())
router = APIRouter(prefix="/v1", tags=["shop"])

CATEGORIES = 5  # beside the items of a search
NEAR = 20  # names that look like a given one, at most
Limit = Annotated[int, Query(ge=1, le=MOST_FOUND)]
Offset = Annotated[int, Query(ge=0, le=LAST_OFFSET)]
Text = Annotated[str, Query(max_length=LONGEST_WORDS)]
Named = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/items", response_model=ItemPage, responses=problems(), summary="Search by title, or browse")
def items(
    now: Now,
    text: Text = "",
    limit: Limit = 20,
    offset: Offset = 0,
    category: Annotated[str, Query(max_length=200, description="Only what is in a category of this name.")] = "",
) -> Response:
    """Items whose title, brand, id or category has the words, best first; without words the most reviewed ones. Typing
    errors are forgiven where little else is found. The first page has categories with such a name, too."""
    found = now.shop.search(text, limit=limit + 1, offset=offset, category=category or None)
    lines = [
        {
            name: getattr(one, name)
            for name in (
                "id",
                "title",
                "brand",
                "category",
                "price",
                "currency",
                "image",
                "reviews",
                "basis",
                "available",
            )
        }
        for one in found[:limit]
    ]
    return answer(
        {
            "items": lines,
            "next": offset + limit if len(found) > limit else None,
            "categories": now.shop.categories(text, limit=CATEGORIES)
            if text.strip() and not (offset or category)
            else (),
            "near": bool(lines) and now.shop.catalogue.near_only(text, category or None),
        }
    )


@router.get("/items/{item:id}", response_model=Item, responses=problems(404), summary="One item and how it stands")
def item(now: Now, item: Named) -> Response:
    """An item with its quality on the attributes its reviews speak of."""
    return answer(now.shop.item(item))


@router.get("/attributes", response_model=AttributePage, responses=problems(), summary="What reviews speak of")
def attributes(
    now: Now,
    text: Text = "",
    like: Annotated[str, Query(max_length=200, description="Names that look like this one, the nearest first.")] = "",
    limit: Annotated[int, Query(ge=1, le=1_000)] = 100,
) -> Response:
    """Attributes that begin with `text`, the most mentioned first; or those that look like `like`, itself included."""
    table = now.shop.attributes
    if like:
        names = {name.lower(): name for name in table["attribute"].to_list() if name.startswith(text)}
        near = difflib.get_close_matches(like.strip().lower(), names, min(limit, NEAR))
        return answer({"attributes": [names[name] for name in near]})
    fitting = table.filter(table["attribute"].str.starts_with(text))
    if "mentions" in table.columns:  # models of other packages may come without counts
        fitting = fitting.sort("mentions", descending=True)
    return answer({"attributes": fitting["attribute"].head(limit).to_list()})


@router.get("/about", response_model=About, responses=problems(), summary="What is served here")
def about(now: Now, here: Here) -> Response:
    """Sizes and limits, for clients and the page."""
    shop, settings = now.shop, here.settings
    return answer(
        {
            "version": __version__,
            "model": now.version,
            "kind": str(shop.manifest["model"]),
            "users": shop.users.height,
            "items": shop.items.height,
            "attributes": shop.attributes.height,
            "scale": shop.scale,
            "currency": settings.currency,
            "picture_hosts": settings.picture_hosts,
            "max_k": settings.max_k,
            "max_batch": settings.max_batch,
            "max_answers": settings.max_answers,
            "max_events": settings.max_events,
            "looks_at": sorted(shop.model.looks_at),
            "language": shop.wording.language,
            "languages": {tag: one.wording.language_name for tag, one in now.shops.items()},
            "words": shop.wording.words.model_dump(),
        }
    )
