"""The page: files of the package, served as they are. One page; the address after # says which view."""

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
    """The storefront. Asked anew each time, so that a new version of the package is seen at once."""
    return FileResponse(FOLDER / "index.html", headers={"Cache-Control": "no-cache"})


class PageFiles(StaticFiles):
    """Scripts and styles of the page; a browser asks whether they changed before it uses its copy."""

    def file_response(self, *arguments: object, **named: object):  # type: ignore[no-untyped-def]
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


files = PageFiles(directory=FOLDER)
