"""Errors as RFC 9457 problem details: every error response has the same schema."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from instead.errors import DiskFull, FolderError, InputError, InsteadError, StoreAway, UnknownItem, WrongEvent

MEDIA_TYPE = "application/problem+json"


class Problem(BaseModel):
    """RFC 9457 problem details."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:instead:unknown-item",
                    "title": "Unknown item",
                    "status": 404,
                    "detail": "unknown item 'i9'. Did you mean i09 (Item 9)?",
                    "request_id": "3f6c1a52",
                    "item": "i9",
                    "near": ["i09"],
                    "titles": ["Item 9"],
                }
            ]
        }
    )

    type: str = Field(description="What kind of problem, as a stable name; about:blank when the status says it all.")
    title: str
    status: int
    detail: str = Field(description="One sentence for a person.")
    request_id: str | None = Field(default=None, description="The same as in the X-Request-ID header and in the log.")
    item: str | None = Field(default=None, description="The id that is unknown.")
    near: list[str] | None = Field(default=None, description="Ids of items that may be meant by an unknown one.")
    titles: list[str] | None = Field(default=None, description="Their titles, in the same order.")
    index: int | None = Field(default=None, description="Which of several events is wrong, from 0.")
    errors: list[dict[str, str]] | None = Field(default=None, description="Which fields are wrong, and how.")


class Refusal(Exception):
    """An error response, raised anywhere in a handler."""

    def __init__(
        self, status: int, kind: str, detail: str, *, headers: dict[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.more = status, kind, detail, more
        self.headers = headers or {}


def problem(status: int, kind: str | None, detail: str, **more: Any) -> dict[str, Any]:
    """The content of a problem document; without a kind its type is left to the status."""
    if kind is None:
        named, title = "about:blank", HTTPStatus(status).phrase
    else:
        named, title = f"urn:instead:{kind}", kind.replace("-", " ").capitalize()
    return {"type": named, "title": title, "status": status, "detail": detail, **more}


def respond(content: dict[str, Any], request_id: str | None, headers: dict[str, str] | None = None) -> Response:
    """A problem document as an answer."""
    if request_id is not None:
        content = {**content, "request_id": request_id}
    return Response(orjson.dumps(content), content["status"], headers, MEDIA_TYPE)


def of_error(error: InsteadError | Refusal) -> dict[str, Any]:
    """An error of the package as a problem: wrong input is a 4xx, everything else a 5xx."""
    if isinstance(error, Refusal):
        return problem(error.status, error.kind, error.detail, **error.more)
    if isinstance(error, UnknownItem):
        return problem(404, "unknown-item", str(error), item=error.item, near=error.near, titles=error.titles)
    if isinstance(error, FolderError):
        return problem(409, "unusable-folder", str(error))
    if isinstance(error, DiskFull):
        return problem(507, "disk-full", "there is no space left to keep this; nothing was kept, try again later")
    if isinstance(error, StoreAway):
        return problem(503, "store-away", "the store does not answer at the moment; send this again in a while")
    if isinstance(error, WrongEvent):
        return problem(422, "wrong-input", str(error), index=error.place)
    if isinstance(error, InputError):
        return problem(422, "wrong-input", str(error))
    return problem(500, "failed", str(error))
