"""The web page: static files of the package. A single page; the fragment after # selects the view."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).parent.parent / "page"
router = APIRouter(include_in_schema=False)


@router.head("/")
@router.get("/", response_class=FileResponse)
async def index() -> FileResponse:
    """The storefront page. Never cached, so that a new version of the package is seen at once."""
    return FileResponse(FOLDER / "index.html", headers={"Cache-Control": "no-cache"})


class PageFiles(StaticFiles):
    """Scripts and styles of the page; browsers revalidate their copy before using it."""

    def file_response(self, *arguments: object, **named: object):  # type: ignore[no-untyped-def]
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


files = PageFiles(directory=FOLDER)
