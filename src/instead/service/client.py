"""`instead.Client`: the service from Python, with the same records and errors as the shop itself.

What only asks is tried again when the connection fails or the service is too busy. Feedback carries an id of its own,
so that trying again cannot count it twice. A reload is never tried again: nobody knows how far the first one came.
How the requests travel is `transport.py`, which stands on the extra `client`.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, overload
from urllib.parse import SplitResult, quote, urlencode, urlsplit

import orjson
from pydantic import TypeAdapter

from instead.errors import InputError, InsteadError, ServiceError, UnknownItem, Unreachable
from instead.records import Care, Group, Item, Mention, Reason, Recommendation, Review, Substitute
from instead.settings import Filters

if TYPE_CHECKING:
    from instead.service.transport import Transport

_RECOMMENDATION, _SUBSTITUTE, _ITEM = TypeAdapter(Recommendation), TypeAdapter(Substitute), TypeAdapter(Item)
_REASONS, _ITEMS, _CARES = TypeAdapter(tuple[Reason, ...]), TypeAdapter(tuple[Item, ...]), TypeAdapter(tuple[Care, ...])
BUSY = 503
PAGE = 100  # items of one answer to a search
MENTIONED = 200  # mentions of one review in a request

AnyFilters = Filters | Mapping[str, Any] | None
Reviews = Sequence[Any] | None
Cares = Mapping[str, float] | None


class Client:
    """`Client("http://127.0.0.1:8000").recommend(query=...)`. Safe to share between threads."""

    def __init__(
        self, address: str = "http://127.0.0.1:8000", *, key: str | None = None, timeout: float = 10.0, retries: int = 2
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname or not _has_sound_port(parts):
            raise InputError(f"an address like http://127.0.0.1:8000 is wanted, not {address!r}")
        self.address = address.rstrip("/")
        self._base, self._retries = parts.path.rstrip("/"), retries
        headers = {"Accept": "application/json"} | ({"X-API-Key": key} if key else {})
        self._transport = _connect(f"{parts.scheme}://{parts.netloc}", headers, timeout)

    @overload
    def recommend(
        self, user: str | None = None, query: str = "", k: int = 10, *, care: Cares = None,
        reviews: Reviews = None, filters: AnyFilters = None, z: int = 3, style: str = "honest",
        diversity: float = 0.0, quotes: int = 1,
    ) -> Recommendation: ...  # fmt: skip

    @overload
    def recommend(
        self, user: Sequence[str | None] | None, query: list[str] | tuple[str, ...], k: int = 10, *,
        care: Cares = None, reviews: Reviews = None, filters: AnyFilters = None, z: int = 3, style: str = "honest",
        diversity: float = 0.0, quotes: int = 1,
    ) -> list[Recommendation]: ...  # fmt: skip

    def recommend(
        self, user: str | Sequence[str | None] | None = None, query: str | Sequence[str] = "", k: int = 10, *,
        care: Cares = None, reviews: Reviews = None, filters: AnyFilters = None, z: int = 3, style: str = "honest",
        diversity: float = 0.0, quotes: int = 1,
    ) -> Recommendation | list[Recommendation]:  # fmt: skip
        """As `Shop.recommend`; sequences travel in as many batches as the service's limits make necessary."""
        wishes = _wishes(k, care, reviews, filters, z, style, diversity, quotes)
        if isinstance(query, str):
            if user is not None and not isinstance(user, str):
                raise InputError("several users and one query: give as many queries as users")
            return _RECOMMENDATION.validate_python(
                self._call("POST", "/v1/recommend", {**wishes, "user": user, "query": query})
            )
        users = [user] * len(query) if user is None or isinstance(user, str) else list(user)
        if len(users) != len(query):
            raise InputError(f"{len(users)} users and {len(query)} queries: give as many of one as of the other")
        asked = [{**wishes, "user": one, "query": item} for one, item in zip(users, query, strict=True)]
        found: list[Recommendation] = []
        for one in self.recommend_many(asked):
            if isinstance(one, InsteadError):
                raise one
            found.append(one)
        return found

    def grouped(
        self, user: str | None = None, query: str = "", k: int = 10, *, care: Cares = None, reviews: Reviews = None,
        filters: AnyFilters = None, z: int = 3, style: str = "honest", diversity: float = 0.0, quotes: int = 1,
    ) -> tuple[Group, ...]:  # fmt: skip
        """As `instead.grouped(shop.recommend(...))`: substitutes under the attribute that speaks for them."""
        wishes = _wishes(k, care, reviews, filters, z, style, diversity, quotes)
        found = self._call("POST", "/v1/recommend", {**wishes, "user": user, "query": query, "grouped": True})
        by_id = {one.item: one for one in _RECOMMENDATION.validate_python(found)}
        return tuple(
            Group(one["attribute"], one["text"], tuple(by_id[item] for item in one["items"])) for one in found["groups"]
        )

    def recommend_many(self, requests: Sequence[Mapping[str, Any]]) -> tuple[Recommendation | InsteadError, ...]:
        """Many questions, each as the body of `POST /v1/recommend`; a failed one gives its error in its place."""
        found: list[Recommendation | InsteadError] = []
        for part in self._batches(requests):
            answer = self._call("POST", "/v1/recommend/batch", {"requests": part})
            for one in answer["results"]:
                wrong = one["problem"]
                found.append(
                    _RECOMMENDATION.validate_python(one["recommendation"])
                    if wrong is None
                    else _error(wrong["status"], wrong)
                )
        return tuple(found)

    def _batches(self, requests: Sequence[Mapping[str, Any]]) -> Iterator[list[dict[str, Any]]]:
        """Cut to what the service takes at once."""
        if not requests:
            return
        about = self.about()
        part: list[dict[str, Any]] = []
        answers = 0
        for one in requests:
            k = one.get("k", 10) if isinstance(one.get("k", 10), int) else 0
            if part and (len(part) == about["max_batch"] or answers + k > about["max_answers"]):
                yield part
                part, answers = [], 0
            part.append({name: value for name, value in one.items() if value is not None})
            answers += k
        yield part

    def explain(
        self,
        user: str | None,
        query: str,
        substitute: str,
        *,
        care: Cares = None,
        reviews: Reviews = None,
        z: int = 3,
        style: str = "honest",
        quotes: int = 1,
    ) -> Substitute:
        """As `Shop.explain`."""
        body = {"query": query, "substitute": substitute, "z": z, "style": style, "quotes": quotes, "rows": 0}
        found = self._call("POST", "/v1/explain", {**body, "user": user, **_person(care, reviews)})
        return _SUBSTITUTE.validate_python(found["substitute"])

    def compare(
        self,
        user: str | None,
        query: str,
        substitute: str,
        *,
        care: Cares = None,
        reviews: Reviews = None,
        n: int = 8,
        quotes: int = 1,
    ) -> tuple[Reason, ...]:
        """As `Shop.compare`."""
        body = {"query": query, "substitute": substitute, "rows": n, "quotes": quotes}
        found = self._call("POST", "/v1/explain", {**body, "user": user, **_person(care, reviews)})
        return _REASONS.validate_python(found["comparison"])

    def cares(self, user: str | None = None, *, n: int = 20) -> tuple[Care, ...]:
        """As `Shop.cares`."""
        path = f"/v1/users/{quote(user or 'average', safe='')}/cares"
        return _CARES.validate_python(self._call("GET", path, n=n)["cares"])

    def search(self, text: str = "", *, limit: int = 20, offset: int = 0) -> tuple[Item, ...]:
        """As `Shop.search`."""
        found: list[Item] = []
        while len(found) < limit:
            count = min(PAGE, limit - len(found))
            page = self._call("GET", "/v1/items", text=text, limit=count, offset=offset + len(found))
            found += _ITEMS.validate_python(page["items"])
            if page["next"] is None:
                break
        return tuple(found)

    def item(self, item: str) -> Item:
        """As `Shop.item`."""
        return _ITEM.validate_python(self._call("GET", f"/v1/items/{quote(item, safe='')}"))

    def attributes(self, text: str = "", *, limit: int = 1_000) -> tuple[str, ...]:
        """Attributes that begin with `text`, the most mentioned first: what `care` and `reviews` may name."""
        return tuple(self._call("GET", "/v1/attributes", text=text, limit=limit)["attributes"])

    def users(self, text: str = "", *, limit: int = 20, offset: int = 0) -> tuple[str, ...]:
        """Users the model knows whose id begins with `text`, in order of the alphabet."""
        return tuple(self._call("GET", "/v1/users", text=text, limit=limit, offset=offset)["users"])

    def about(self) -> dict[str, Any]:
        """Sizes of the model, the scale of care and quality, and the limits of the service."""
        return dict(self._call("GET", "/v1/about"))

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
        """Close the connections of all threads; a later call opens new ones."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _call(self, method: str, path: str, body: Any = None, *, again: bool = True, **words: Any) -> Any:
        target = self._base + path + ("?" + urlencode(words) if words else "")
        sent = None if body is None else orjson.dumps({n: v for n, v in body.items() if v is not None})
        for left in range(self._retries if again else 0, -1, -1):
            try:
                status, content = self._once(method, target, sent, again=again)
            except ConnectionError as error:
                if not left:
                    raise Unreachable(f"no service answers at {self.address} ({error})") from None
            else:
                if status != BUSY or not left:
                    return _opened(status, content)
            time.sleep(0.1 * 2 ** (self._retries - left))
        raise AssertionError("the last attempt returns or raises")

    def _once(self, method: str, target: str, sent: bytes | None, *, again: bool = True) -> tuple[int, bytes]:
        return self._transport.ask(method, target, sent, repeatable=again)


def _connect(origin: str, headers: Mapping[str, str], timeout: float) -> Transport:
    try:
        from instead.service.transport import Transport  # noqa: PLC0415 - stands on an extra
    except ImportError:
        raise InputError("httpx2 is not installed, which the client needs: `pip install 'instead[client]'`") from None
    return Transport(origin, headers, timeout)


def _has_sound_port(parts: SplitResult) -> bool:
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def _wishes(
    k: int, care: Cares, reviews: Reviews, filters: AnyFilters, z: int, style: str, diversity: float, quotes: int
) -> dict[str, Any]:
    wanted = filters if isinstance(filters, Filters) else Filters.checked(dict(filters or {}))
    kept = wanted.model_dump(mode="json", exclude_defaults=True)
    how = {"k": k, "z": z, "style": style, "diversity": diversity, "quotes": quotes}
    return {**_person(care, reviews), **how, "filters": kept or None}


def _person(care: Cares, reviews: Reviews) -> dict[str, Any]:
    """What a shop takes as care and reviews, as a request carries it."""
    given: list[dict[str, Any]] = []
    mentions: list[dict[str, Any]] = []
    for one in reviews or ():
        if isinstance(one, str):
            given.append({"text": one})
        elif isinstance(one, Review):
            given.append({"text": one.text})
        elif isinstance(one, Mention):
            mentions.append({"attribute": one.attribute, "sentiment": one.sentiment})
        elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
            mentions.append({"attribute": one[0], "sentiment": -1 if len(one) > 1 and one[1] < 0 else 1})
        else:
            raise InputError(f"a review is a text, a Mention or an (attribute, sentiment) pair, not {one!r}")
    given += [{"mentions": mentions[at : at + MENTIONED]} for at in range(0, len(mentions), MENTIONED)]
    return {"care": dict(care) if care else None, "reviews": given or None}


def _opened(status: int, content: bytes) -> Any:
    """The answer, or its problem as an error of ours."""
    try:
        value = orjson.loads(content)
    except ValueError:
        raise ServiceError(f"status {status} and no JSON: is this our service?", status=status) from None
    if status < 400:
        return value
    raise _error(status, value if isinstance(value, dict) else {})


def _error(status: int, problem: Mapping[str, Any]) -> InsteadError:
    """A problem document as the error that the shop itself would have raised."""
    kind, detail = str(problem.get("type", "")), str(problem.get("detail", "")) or f"status {status} without a word"
    if kind == "urn:instead:unknown-item":
        return UnknownItem(str(problem.get("item") or ""), problem.get("near") or [])
    if kind == "urn:instead:wrong-input":
        return InputError(detail)
    return ServiceError(detail, status=status, request_id=problem.get("request_id"), kind=kind)
