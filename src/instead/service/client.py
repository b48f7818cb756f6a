"""`instead.Client`: the service from Python, with the same records and errors as the shop itself.

What only asks is tried again when the connection fails or the service is too busy. Feedback carries an id of its own,
so that trying again cannot count it twice. A reload is never tried again: nobody knows how far the first one came.
"""

from __future__ import annotations

import http.client
import ssl
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urlencode, urlsplit

import orjson
from pydantic import TypeAdapter

from instead.errors import InputError, ServiceError, UnknownItem, Unreachable
from instead.records import Care, Item, Reason, Recommendation, Review, Substitute
from instead.settings import Filters

_RECOMMENDATION, _SUBSTITUTE, _ITEM = TypeAdapter(Recommendation), TypeAdapter(Substitute), TypeAdapter(Item)
_REASONS, _ITEMS, _CARES = TypeAdapter(tuple[Reason, ...]), TypeAdapter(tuple[Item, ...]), TypeAdapter(tuple[Care, ...])
BUSY = 503


class Client:
    """`Client("http://127.0.0.1:8000").recommend(query=...)`. Safe to share between threads; each has a connection."""

    def __init__(
        self, address: str = "http://127.0.0.1:8000", *, key: str | None = None, timeout: float = 10.0, retries: int = 2
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise InputError(f"an address like http://127.0.0.1:8000 is wanted, not {address!r}")
        self.address = address.rstrip("/")
        self._parts, self._base, self._timeout, self._retries = parts, parts.path.rstrip("/"), timeout, retries
        self._headers = {"Accept": "application/json"} | ({"X-API-Key": key} if key else {})
        self._own = threading.local()

    def recommend(
        self,
        user: str | None = None,
        query: str = "",
        k: int = 10,
        *,
        care: Mapping[str, float] | None = None,
        reviews: Sequence[Review] | None = None,
        filters: Filters | None = None,
        z: int = 3,
        style: str = "honest",
        diversity: float = 0.0,
        quotes: int = 1,
    ) -> Recommendation:
        """As `Shop.recommend`."""
        body = {
            **_person(user, care, reviews),
            "query": query,
            "k": k,
            "z": z,
            "style": style,
            "diversity": diversity,
            "quotes": quotes,
            "filters": None if filters is None else filters.model_dump(mode="json", exclude_defaults=True),
        }
        return _RECOMMENDATION.validate_python(self._call("POST", "/v1/recommend", body))

    def recommend_many(self, requests: Sequence[Mapping[str, Any]]) -> tuple[Recommendation | ServiceError, ...]:
        """Many questions in one request, each as the body of `POST /v1/recommend`; a failed one gives its error."""
        found = self._call("POST", "/v1/recommend/batch", {"requests": [dict(one) for one in requests]})
        return tuple(
            _RECOMMENDATION.validate_python(one["recommendation"])
            if one["problem"] is None
            else ServiceError(one["problem"]["detail"], status=one["problem"]["status"], kind=one["problem"]["type"])
            for one in found["results"]
        )

    def explain(
        self,
        user: str | None,
        query: str,
        substitute: str,
        *,
        care: Mapping[str, float] | None = None,
        reviews: Sequence[Review] | None = None,
        z: int = 3,
        style: str = "honest",
        quotes: int = 1,
    ) -> Substitute:
        """As `Shop.explain`."""
        body = {"query": query, "substitute": substitute, "z": z, "style": style, "quotes": quotes, "rows": 0}
        found = self._call("POST", "/v1/explain", {**body, **_person(user, care, reviews)})
        return _SUBSTITUTE.validate_python(found["substitute"])

    def compare(
        self,
        user: str | None,
        query: str,
        substitute: str,
        *,
        care: Mapping[str, float] | None = None,
        reviews: Sequence[Review] | None = None,
        n: int = 8,
        quotes: int = 1,
    ) -> tuple[Reason, ...]:
        """As `Shop.compare`."""
        body = {"query": query, "substitute": substitute, "rows": n, "quotes": quotes}
        found = self._call("POST", "/v1/explain", {**body, **_person(user, care, reviews)})
        return _REASONS.validate_python(found["comparison"])

    def cares(self, user: str | None = None, *, n: int = 20) -> tuple[Care, ...]:
        """As `Shop.cares`."""
        path = f"/v1/users/{quote(user or 'average', safe='')}/cares"
        return _CARES.validate_python(self._call("GET", path, n=n)["cares"])

    def search(self, text: str = "", *, limit: int = 20, offset: int = 0) -> tuple[Item, ...]:
        """As `Shop.search`."""
        return _ITEMS.validate_python(self._call("GET", "/v1/items", text=text, limit=limit, offset=offset)["items"])

    def item(self, item: str) -> Item:
        """As `Shop.item`."""
        return _ITEM.validate_python(self._call("GET", f"/v1/items/{quote(item, safe='')}"))

    def feedback(
        self,
        query: str,
        substitute: str,
        verdict: str,
        *,
        user: str | None = None,
        position: int | None = None,
        attributes: Sequence[str] = (),
        comment: str = "",
        id: str | None = None,
    ) -> str:
        """Say what became of a suggestion ("accepted" or "rejected"); its id. On return it is on the service's disk."""
        body: dict[str, Any] = {"query": query, "substitute": substitute, "verdict": verdict, "user": user}
        body |= {"position": position, "attributes": list(attributes), "comment": comment, "id": id or uuid.uuid4().hex}
        return str(self._call("POST", "/v1/feedback", body)["id"])

    def reload(self, folder: str | None = None) -> str:
        """Swap the service to the model in a folder of its machine (or to the new one in the same); its version."""
        return str(self._call("POST", "/admin/reload", {"folder": folder}, again=False)["model"])

    def ready(self) -> bool:
        """Whether the service answers questions now."""
        try:
            return bool(self._call("GET", "/health/ready", again=False)["status"] == "ready")
        except ServiceError:
            return False

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._own, "connection", None)
        if connection is not None:
            connection.close()
            self._own.connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _call(self, method: str, path: str, body: Any = None, *, again: bool = True, **words: Any) -> Any:
        target = self._base + path + ("?" + urlencode(words) if words else "")
        sent = None if body is None else orjson.dumps({n: v for n, v in body.items() if v is not None})
        for left in range(self._retries if again else 0, -1, -1):
            try:
                status, content = self._once(method, target, sent)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if not left:
                    raise Unreachable(
                        f"no service answers at {self.address} ({error or type(error).__name__})"
                    ) from None
            else:
                if status != BUSY or not left:
                    return _opened(status, content)
            time.sleep(0.1 * 2 ** (self._retries - left))
        raise AssertionError("the last attempt returns or raises")

    def _once(self, method: str, target: str, sent: bytes | None) -> tuple[int, bytes]:
        connection = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._connect()
        headers = self._headers | ({"Content-Type": "application/json"} if sent is not None else {})
        connection.request(method, target, sent, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=ssl.create_default_context())
        return http.client.HTTPConnection(host, port, timeout=self._timeout)


def _person(user: str | None, care: Mapping[str, float] | None, reviews: Sequence[Review] | None) -> dict[str, Any]:
    given = [{"text": one.text} for one in reviews or ()]
    return {"user": user, "care": dict(care) if care else None, "reviews": given or None}


def _opened(status: int, content: bytes) -> Any:
    """The answer, or its problem as an error of ours."""
    try:
        value = orjson.loads(content)
    except ValueError:
        raise ServiceError(f"status {status} and no JSON: is this our service?", status=status) from None
    if status < 400:
        return value
    kind, detail = str(value.get("type", "")), str(value.get("detail", ""))
    if kind == "urn:instead:unknown-item":
        raise UnknownItem(detail.partition("'")[2].partition("'")[0], value.get("near") or [])
    if kind == "urn:instead:wrong-input":
        raise InputError(detail)
    raise ServiceError(detail, status=status, request_id=value.get("request_id"), kind=kind)
