"""The web page: static files of the package. A single page; the fragment after # selects the view.

Its first file carries the texts in the visitor's language, so that even "the shop does not answer" needs no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from instead.service.state import Here
from instead.shop import Shop

HERE = Path(__file__).parent.parent
FOLDER = HERE / "page"
TEMPLATE = (HERE / "index.html").read_text(encoding="utf-8")
router = APIRouter(include_in_schema=False)


@router.head("/")
@router.get("/", response_class=HTMLResponse)
async def index(request: Request, here: Here, lang: Annotated[str, Query()] = "") -> HTMLResponse:
    """The storefront page, in the language of `?lang=`, of the browser, or the shop's own. Never cached, so that a new
    version of the package is seen at once."""
    loaded = here.live.current
    found = loaded.in_language(lang if lang in loaded.shops else request.headers.get("accept-language", ""))
    request.state.language = found.shop.wording.language
    return HTMLResponse(rendered(found.shop, loaded.shops), headers={"Cache-Control": "no-cache"})


def rendered(shop: Shop, shops: Mapping[str, Shop]) -> str:
    """The page with its texts filled in: those of the frame as text, all of them as data for the scripts."""
    words = shop.wording.words.model_dump()
    languages = {tag: one.wording.language_name for tag, one in shops.items()}
    texts = {"language": shop.wording.language, "languages": languages, "words": words,
             "price_words": shop.wording.price_words}  # fmt: skip
    # inside <script> nothing but `</script` and `<!--` can end the data: no `<` is left
    data = orjson.dumps(texts).decode().replace("<", "\\u003c")
    plain = {name: escape(text) for name, text in words.items() if isinstance(text, str)}
    return TEMPLATE.format(**plain, language=escape(shop.wording.language), texts=data)


class PageFiles(StaticFiles):
    """Scripts and styles of the page; browsers revalidate their copy before using it."""

    def file_response(self, *arguments: object, **named: object):  # type: ignore[no-untyped-def]
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


files = PageFiles(directory=FOLDER)
