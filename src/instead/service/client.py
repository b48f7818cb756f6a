"""`instead.Client`: the service from Python, with the same records and errors as the shop itself.

Read requests are retried with exponential back-off when the connection fails or the service sheds load (503). Events
carry ids of their own, so that a retry is idempotent, and forgetting somebody twice is forgetting them. A reload is
never retried, because it is unknown how far the first one came. Connections are handled by `transport.py`, which needs
the extra `client`.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack, overload
from urllib.parse import SplitResult, quote, urlencode, urlsplit

import orjson
from pydantic import TypeAdapter, ValidationError

from instead.errors import InputError, InsteadError, ServiceError, UnknownItem, Unreachable, WrongEvent
from instead.live.events import Event
from instead.live.store import KeptEvent
from instead.records import Care, Category, Comparison, Group, Item, Reason, Recommendation, Substitute
from instead.request import Request, Wishes, requests_of, sentence_of
from instead.service.staff_client import StaffCalls

if TYPE_CHECKING:
    from instead.service.transport import Transport

_RECOMMENDATION, _SUBSTITUTE, _ITEM = TypeAdapter(Recommendation), TypeAdapter(Substitute), TypeAdapter(Item)
_REASONS, _ITEMS, _CARES = TypeAdapter(tuple[Reason, ...]), TypeAdapter(tuple[Item, ...]), TypeAdapter(tuple[Care, ...])
_CATEGORIES, _KEPT = TypeAdapter(tuple[Category, ...]), TypeAdapter(tuple[KeptEvent, ...])
BUSY = 503
PAGE = 100  # items of one answer to a search
CHANGES = 1_000  # changes of one request


class Client(StaffCalls):
    """`Client("http://127.0.0.1:8000").recommend(query=...)`. Safe to share between threads."""

    def __init__(
        self, address: str = "http://127.0.0.1:8000", *, key: str | None = None, timeout: float = 10.0,
        retries: int = 2, language: str | None = None,
    ) -> None:  # fmt: skip
        """`language`: the tag ("de") of the language to be answered in, where the service offers it."""
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname or not _has_sound_port(parts):
            raise InputError(f"an address like http://127.0.0.1:8000 is wanted, not {address!r}")
        self.address = address.rstrip("/")
        self._base, self._retries = parts.path.rstrip("/"), retries
        headers = {"Accept": "application/json"} | ({"X-API-Key": key} if key else {})
        headers |= {"Accept-Language": language} if language else {}
        self._transport = _connect(f"{parts.scheme}://{parts.netloc}", headers, timeout)

    # --- one request -------------------------------------------------------------------------------------------------

    def answer(self, request: Request) -> Recommendation:
        """As `Shop.answer`."""
        return _RECOMMENDATION.validate_python(self._call("POST", "/v1/recommend", request.as_json()))

    def why(self, request: Request, substitute: str) -> Substitute:
        """As `Shop.why`."""
        found = self._call("POST", "/v1/explain", request.as_json() | {"substitute": substitute, "rows": 0})
        return _SUBSTITUTE.validate_python(found["substitute"])

    def side_by_side(self, request: Request, substitute: str, n: int = 8) -> Comparison:
        """As `Shop.side_by_side`."""
        found = self._call("POST", "/v1/explain", request.as_json() | {"substitute": substitute, "rows": n})
        return Comparison(_REASONS.validate_python(found["comparison"]), found["heads"])

    def recommend_many(
        self, requests: Sequence[Request | Mapping[str, Any]]
    ) -> tuple[Recommendation | InsteadError, ...]:
        """Many requests, or their fields by name; a failed one gives its error in its place."""
        asked = [_request(one) for one in requests]
        answers = self._answers([one for one in asked if isinstance(one, Request)])
        return tuple(next(answers) if isinstance(one, Request) else one for one in asked)

    def _answers(self, requests: Sequence[Request]) -> Iterator[Recommendation | InsteadError]:
        for part in self._batches(requests):
            answer = self._call("POST", "/v1/recommend/batch", {"requests": [one.as_json() for one in part]})
            for one in answer["results"]:
                wrong = one["problem"]
                found = one["recommendation"]
                yield _RECOMMENDATION.validate_python(found) if wrong is None else _error(wrong["status"], wrong)

    def _batches(self, requests: Sequence[Request]) -> Iterator[list[Request]]:
        """Batches within the limits of the service."""
        if not requests:
            return
        about = self.about()
        part: list[Request] = []
        answers = 0
        for one in requests:
            if part and (len(part) == about["max_batch"] or answers + one.k > about["max_answers"]):
                yield part
                part, answers = [], 0
            part.append(one)
            answers += one.k
        yield part

    # --- the same from keyword arguments -----------------------------------------------------------------------------

    @overload
    def recommend(
        self, user: str | None = None, query: str = "", k: int = 10, **wishes: Unpack[Wishes]
    ) -> Recommendation: ...

    @overload
    def recommend(
        self, user: Iterable[str | None] | None, query: list[str] | tuple[str, ...], k: int = 10,
        **wishes: Unpack[Wishes],
    ) -> list[Recommendation]: ...  # fmt: skip

    def recommend(
        self, user: str | Iterable[str | None] | None = None, query: str | Iterable[str] = "", k: int = 10,
        **wishes: Unpack[Wishes],
    ) -> Recommendation | list[Recommendation]:  # fmt: skip
        """As `Shop.recommend`; sequences travel in as many batches as the service's limits make necessary."""
        asked = requests_of(user, query, k=k, **wishes)
        if isinstance(asked, Request):
            return self.answer(asked)
        found: list[Recommendation] = []
        for one in self.recommend_many(asked):
            if isinstance(one, InsteadError):
                raise one
            found.append(one)
        return found

    def grouped(
        self, user: str | None = None, query: str = "", k: int = 10, **wishes: Unpack[Wishes]
    ) -> tuple[Group, ...]:
        """As `Shop.grouped`: substitutes under the attribute that speaks for them."""
        request = Request.of(user=user, query=query, k=k, **wishes)
        found = self._call("POST", "/v1/recommend", request.as_json() | {"grouped": True})
        by_id = {one.item: one for one in _RECOMMENDATION.validate_python(found)}
        return tuple(
            Group(one["attribute"], one["text"], tuple(by_id[item] for item in one["items"])) for one in found["groups"]
        )

    def explain(self, user: str | None, query: str, substitute: str, **wishes: Unpack[Wishes]) -> Substitute:
        """As `Shop.explain`."""
        return self.why(Request.of(user=user, query=query, **wishes), substitute)

    def compare(
        self, user: str | None, query: str, substitute: str, n: int = 8, **wishes: Unpack[Wishes]
    ) -> Comparison:
        """As `Shop.compare`."""
        return self.side_by_side(Request.of(user=user, query=query, **wishes), substitute, n)

    # --- users and items ---------------------------------------------------------------------------------------------

    def cares(self, user: str | None = None, *, n: int = 20) -> tuple[Care, ...]:
        """As `Shop.cares`; of somebody in particular with the staff's key."""
        path = f"/v1/users/{quote(user or 'average', safe='')}/cares"
        return _CARES.validate_python(self._call("GET", path, n=n)["cares"])

    def search(
        self, text: str = "", *, limit: int = 20, offset: int = 0, category: str | None = None
    ) -> tuple[Item, ...]:
        """As `Shop.search`."""
        more: dict[str, Any] = {} if category is None else {"category": category}
        found: list[Item] = []
        while len(found) < limit:
            count = min(PAGE, limit - len(found))
            page = self._call("GET", "/v1/items", text=text, limit=count, offset=offset + len(found), **more)
            found += _ITEMS.validate_python(page["items"])
            if page["next"] is None:
                break
        return tuple(found)

    def categories(self, text: str, *, limit: int = 5) -> tuple[Category, ...]:
        """As `Shop.categories`, of a text."""
        return _CATEGORIES.validate_python(self._call("GET", "/v1/items", text=text, limit=1)["categories"])[:limit]

    def item(self, item: str) -> Item:
        """As `Shop.item`."""
        return _ITEM.validate_python(self._call("GET", f"/v1/items/{quote(item, safe='')}"))

    def attributes(self, text: str = "", *, limit: int = 1_000) -> tuple[str, ...]:
        """Attributes that begin with `text`, the most mentioned first: what `care` and `reviews` may name."""
        return tuple(self._call("GET", "/v1/attributes", text=text, limit=limit)["attributes"])

    def users(self, text: str = "", *, limit: int = 20, offset: int = 0) -> tuple[str, ...]:
        """Users the model knows whose id begins with `text`, in order of the alphabet; with the staff's key."""
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
        session: str | None = None,
        recommendation_id: str | None = None,
        position: int | None = None,
        attributes: Sequence[str] = (),
        wrong: Sequence[str] = (),
        comment: str = "",
        id: str | None = None,
    ) -> str:
        """Send feedback on a suggestion ("accepted" or "rejected"); returns its id once the service has stored it."""
        body: dict[str, Any] = {"query": query, "substitute": substitute, "verdict": verdict, "user": user}
        body |= {"session": session, "recommendation_id": recommendation_id}
        body |= {"position": position, "attributes": list(attributes), "comment": comment, "id": id or uuid.uuid4().hex}
        body |= {"wrong": list(wrong)} if wrong else {}
        return str(self._call("POST", "/v1/feedback", body)["id"])

    def events(self, events: Iterable[Event | Mapping[str, Any]]) -> tuple[KeptEvent, ...]:
        """Send what people did; returns when the service has it on disk. Each batch that fits the service's limits is
        kept as a whole. Events may be given by their fields; one without an id gets one, which its retries keep."""
        made = [_event(place, one) for place, one in enumerate(events)]
        most = self.about()["max_events"] if len(made) > 1 else 1
        kept: list[KeptEvent] = []
        for start in range(0, len(made), most):
            part = [one.model_dump(mode="json", exclude_defaults=True) for one in made[start : start + most]]
            try:
                answer = self._call("POST", "/v1/events", {"events": part})
            except WrongEvent as error:
                raise WrongEvent(str(error), start + error.place) from None
            kept += _KEPT.validate_python(answer["events"])
        return tuple(kept)

    def forget(self, user: str) -> dict[str, int]:
        """Take everything of a person out of the store (with the staff's key); how many rows went, by table."""
        return dict(self._call("DELETE", f"/v1/users/{quote(user, safe='')}")["rows"])

    def change_items(self, items: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
        """Change prices, stock, what is hidden, or other columns of items, each with its `item` id; None takes a value
        away. Returns the ids that the shop does not know, when the others count."""
        changes, unknown = list(items), list[str]()
        for start in range(0, len(changes), CHANGES):
            done = self._call("PATCH", "/v1/items", {"items": [dict(one) for one in changes[start : start + CHANGES]]})
            unknown += done["unknown"]
        return tuple(unknown)

    def put_item(self, item: str, **description: Any) -> Item:
        """Describe an item as a whole (title, brand, category, price, ...), or a new one, with its `reviews`."""
        return _ITEM.validate_python(self._call("PUT", f"/v1/items/{quote(item, safe='')}", description))

    def delete_item(self, item: str) -> None:
        """Withdraw an item: it is neither offered nor found any more."""
        self._call("DELETE", f"/v1/items/{quote(item, safe='')}")

    def read_feed(self) -> dict[str, Any]:
        """Have the service read the shop's product files again; what that changed."""
        return dict(self._call("POST", "/admin/feed", {}))

    def reload(self, folder: str | None = None) -> str:
        """Swap the service to the model in a folder of its machine (default: the same folder); returns its version."""
        return str(self._call("POST", "/admin/reload", {"folder": folder}, again=False)["model"])

    def ready(self) -> bool:
        """Whether the service is ready (readiness probe)."""
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
        from instead.service.transport import Transport  # noqa: PLC0415 - needs an extra
    except ImportError:
        raise InputError("httpx2 is not installed, which the client needs: `pip install 'instead[client]'`") from None
    return Transport(origin, headers, timeout)


def _has_sound_port(parts: SplitResult) -> bool:
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def _request(one: Request | Mapping[str, Any]) -> Request | InputError:
    """A request from its fields, or the error about them."""
    try:
        return one if isinstance(one, Request) else Request.of(**one)
    except InputError as error:
        return error


def _event(place: int, one: Event | Mapping[str, Any]) -> Event:
    """An event from its fields, with an id."""
    try:
        return one if isinstance(one, Event) else Event.model_validate({"id": uuid.uuid4().hex, **one})
    except ValidationError as error:
        raise WrongEvent(f"event {place}: {sentence_of(error.errors()[0])}", place) from None


def _opened(status: int, content: bytes) -> Any:
    """The decoded answer; raises the error of a problem document."""
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
        near = problem.get("near") or []
        return UnknownItem(str(problem.get("item") or ""), near, problem.get("titles") or near)
    if kind == "urn:instead:wrong-input":
        if isinstance(place := problem.get("index"), int):
            return WrongEvent(detail, place)
        return InputError(detail)
    return ServiceError(detail, status=status, request_id=problem.get("request_id"), kind=kind)
