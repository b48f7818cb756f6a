"""`Request`: user, query item, stated care, history, session, filters and options of one recommendation request. The
same object in Python, on the command line, over HTTP, in a batch and in the client.

    Request(user="A2TMX", query="B00", care={"battery": 5}, k=3)
    Request(session="visit-7", query="B00", viewed=["B01", "B02"], filters={"not_dearer": True})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from numbers import Integral, Real
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypedDict

import numpy as np
from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from instead.errors import InputError
from instead.records import Mention, Review
from instead.settings import CURRENCY, SHORT_ID, Filters, Flag, Settings, Style

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

LONGEST_ID, LONGEST_TEXT, MOST_MENTIONS = 200, 20_000, 200
MOST_REASONS, MOST_QUOTES, MOST_ROWS = 20, 5, 50  # of an answer to somebody else, over HTTP or to an assistant
MOST_FOUND, LAST_OFFSET, LONGEST_WORDS = 100, 1_000_000, 200  # of a search: items, where a page may begin, letters
MOST_CHOICES, MOST_LEFT = 200, 100
LATEST = 253_402_300_799  # the last second of the year 9999
_SHOWN = 60  # characters of a wrong value in its sentence


def several(value: object) -> list[Any] | None:
    """The values of a list, a tuple, a NumPy array, a Polars or pandas Series; None for a single value."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (str, bytes, Mapping, Set)) or not isinstance(value, Iterable):
        return None
    return list(value)


def is_number(value: object) -> bool:
    """Whether a value is a number, NumPy's included; booleans are not."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def whole(value: object, what: str, least: int) -> int:
    """The value as an integer of at least `least`; raises an error otherwise."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise InputError(f"{what} is {value!r}; it must be a whole number")
    if value < least:
        raise InputError(f"{what} is {value}; it must be {least} or more")
    return int(value)


def _an_id(value: object) -> object:
    if isinstance(value, Integral) and not isinstance(value, bool):
        raise ValueError(f"ids are texts: write it as {str(value)!r}")
    return value


def _a_number(value: object) -> object:
    """NumPy's numbers as Python's; other values are returned unchanged and refused by validation."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def _a_time(value: object) -> object:
    """Whole seconds since 1970; milliseconds, fractions and written dates are refused with what a time is."""
    value = _a_number(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LATEST:
        raise ValueError("times are whole seconds since 1970")
    return value


def _ids(value: object) -> object:
    if value is None:
        return ()
    return value if (values := several(value)) is None else values


def _cares(value: object) -> object:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError("give a mapping such as {'battery': 5}")
    return {name: _a_number(care) for name, care in value.items()}


def _filters(value: object) -> object:
    """Filters with lists in place of arrays and Series."""
    if value is None:
        return Filters()
    if isinstance(value, Filters):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("give a mapping such as {'not_dearer': True}, or Filters")
    return {name: part if (values := several(part)) is None else values for name, part in value.items()}


Id = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_ID, pattern=r"^[^\x00-\x1f\x7f]+$"),
    BeforeValidator(_an_id),
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ID)]
# limits come before the conversion of numbers, so that the OpenAPI schema shows them
Positive = Annotated[int, Field(strict=True, ge=1), BeforeValidator(_a_number)]
Count = Annotated[int, Field(strict=True, ge=0), BeforeValidator(_a_number)]
Seconds = Annotated[int, Field(strict=True, ge=0, le=LATEST), BeforeValidator(_a_time)]
Share = Annotated[float, Field(strict=True, ge=0, le=1), BeforeValidator(_a_number)]
Care = Annotated[float, Field(strict=True, ge=1, le=100), BeforeValidator(_a_number)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_ids)]
Choice = Annotated[tuple[Id, ...], BeforeValidator(_ids), Field(min_length=2, max_length=MOST_LEFT)]


class GivenMention(Settings):
    """A mention of one attribute in a given review."""

    attribute: Name
    """Name of the attribute."""
    sentiment: Literal[-1, 1] = 1
    """1 for praise, -1 for blame."""


class GivenReview(Settings):
    """A review in a request, used for this request only: its text, its mentions, or both."""

    text: str = Field(default="", max_length=LONGEST_TEXT)
    """Text of the review."""
    mentions: tuple[GivenMention, ...] = Field(default=(), max_length=MOST_MENTIONS)
    """Mentions of attributes, where they are known."""


def _reviews(value: object) -> object:
    """Texts, `Review`s, `Mention`s, (attribute, sentiment) pairs and given reviews; a text alone is one review."""
    if value is None:
        return ()
    given = [value] if isinstance(value, str) else several(value)
    if given is None:
        raise ValueError("give a list of texts, Mentions or (attribute, sentiment) pairs")
    found: list[object] = []
    loose: list[object] = []  # mentions without a known review
    for one in given:
        if isinstance(one, str):
            found.append({"text": one})
        elif isinstance(one, Review):
            found.append({"text": one.text})
        elif isinstance(one, Mention):
            loose.append({"attribute": one.attribute, "sentiment": _sign(one.sentiment)})
        elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
            loose.append({"attribute": one[0], "sentiment": _sign(one[1]) if len(one) > 1 else 1})
        elif isinstance(one, (GivenReview, Mapping)):
            found.append(one)
        else:
            raise ValueError(f"a review is a text, a Mention or an (attribute, sentiment) pair, not {one!r}")
    return found + [{"mentions": loose[at : at + MOST_MENTIONS]} for at in range(0, len(loose), MOST_MENTIONS)]


def _sign(value: object) -> Literal[-1, 1]:
    if not isinstance(value, Real) or not is_number(value) or float(value) == 0.0:
        raise ValueError(f"a sentiment is 1 for praise or -1 for blame, not {value!r}")
    return 1 if float(value) > 0 else -1


class Request(Settings):
    """A request for substitutes. Only `query` is required."""

    model_config = ConfigDict(
        allow_inf_nan=False,
        json_schema_extra={
            "examples": [{"query": "i03", "user": "u01", "k": 3}, {"query": "i03", "care": {"price": 5}}]
        },
    )

    query: Id
    """The item being looked at."""
    user: Id | None = None
    """Id of a known user."""
    session: Id | None = None
    """Your id of a visit; it is returned in the answer. A service knows by it what the visit has looked at."""
    care: Annotated[dict[Name, Care], BeforeValidator(_cares)] = Field(default={}, max_length=200)
    """How much each attribute matters, from 1 (not at all) to the model's scale, usually 5."""
    reviews: Annotated[tuple[GivenReview, ...], BeforeValidator(_reviews)] = ()
    """Reviews by the user beyond the training data: fold-in."""
    history: Ids = ()
    """Items the user had, beyond the training data."""
    viewed: Ids = ()
    """Items viewed in this session, the latest last."""
    chosen: Annotated[tuple[Choice, ...], BeforeValidator(_ids)] = Field(default=(), max_length=MOST_CHOICES)
    """Earlier choices, the latest last: for each the item taken, then those it was taken from."""
    time: Seconds | None = None
    """Time of the request, in seconds since 1970; default: now, for models that look at the time."""
    filters: Annotated[Filters, BeforeValidator(_filters)] = Filters()
    """Which items may be recommended."""
    than: Annotated[tuple[Name, ...], BeforeValidator(_ids)] = Field(default=(), max_length=20)
    """What offers must be better in than the query: attributes, or `price` for cheaper."""
    k: Positive = 10
    """How many substitutes."""
    z: Count = 3
    """Reasons for each."""
    style: Style = "honest"
    """`honest`, or `paper`: the paper's sentence."""
    diversity: Share = 0.0
    """Diversity of the list, 0 to 1 (maximal marginal relevance)."""
    quotes: Count = 1
    """Sentences of reviews behind each side of a reason."""
    parts: Flag = False
    """Whether to say what each score is the sum of, which takes time; `why` and `explain` always do."""

    @classmethod
    def of(cls, **wishes: Any) -> Self:
        """From keyword arguments; raises an error of one sentence if a value is wrong."""
        try:
            return cls.model_validate(wishes)
        except ValidationError as error:
            raise InputError(sentence_of(error.errors()[0])) from None

    def as_json(self) -> dict[str, Any]:
        """Fields that differ from their defaults, as plain values: what a client sends."""
        return self.model_dump(mode="json", exclude_defaults=True)


def sentence_of(wrong: ErrorDetails, within: int = 0) -> str:
    """What is wrong with a field, in one sentence; the first `within` parts of its path are not named."""
    place, kind, value = wrong["loc"][within:], wrong["type"], wrong["input"]
    if place == ("query",) and (kind == "missing" or value is None or value == ""):
        return "no query: name the item somebody is looking at"
    if kind == "json_invalid":
        return f"this is no JSON: {wrong.get('ctx', {}).get('error', 'it cannot be read')} at character {place[-1]}"
    name = ".".join(str(part) for part in place if part != "[key]")
    if kind == "missing":
        return f"{name} is missing"
    if kind == "extra_forbidden":
        return f"there is no field {name}"
    shown = repr(value)
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
    return f"{name} is {shown}; {_rule(wrong)}" if name else _rule(wrong)


def _rule(wrong: ErrorDetails) -> str:
    """What a value must be; pydantic's own message for errors that are not listed."""
    kind, limits = wrong["type"], wrong.get("ctx", {})
    if kind == "value_error":
        return str(limits["error"])
    said = {name: f"{limit:g}" if isinstance(limit, float) else limit for name, limit in limits.items()}
    rule = _PATTERNS.get(said.get("pattern", "")) or _RULES.get(kind)
    return f"it must be {rule.format(**said)}" if rule else str(wrong["msg"])


_LIST = "a list"
_RULES = {
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "a text",
    "string_too_short": "a text that is not empty",
    "string_too_long": "a text of {max_length} characters at most",
    "string_pattern_mismatch": "a text without control characters",
    "literal_error": "{expected}",
    "tuple_type": _LIST,
    "list_type": _LIST,
    "frozen_set_type": _LIST,
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "too_long": "no longer than {max_length}",
    "too_short": "no shorter than {min_length}",
}
"""By pydantic's error types."""
_PATTERNS = {
    CURRENCY: "three capital letters, such as EUR",
    SHORT_ID: "1 to 100 letters, digits or . _ : -",
}
"""What texts of a pattern of their own are."""


class Wishes(TypedDict, total=False):
    """Keyword arguments of `recommend` and `explain`: the fields of a `Request` beside user, query and k."""

    session: str | None
    care: Mapping[str, float] | None
    reviews: Any
    history: Any
    viewed: Any
    chosen: Any
    time: int | None
    filters: Filters | Mapping[str, Any] | None
    than: Any
    z: int
    style: str
    diversity: float
    quotes: int
    parts: bool


def requests_of(user: object, query: object, **wishes: Any) -> Request | list[Request]:
    """One request, or a list of them where `query` is a sequence; then `user` is one for all, or as many."""
    users, queries = several(user), several(query)
    for name in ("reviews", "history", "viewed", "chosen", "than"):  # an iterator would be exhausted after the first
        if name in wishes and (values := several(wishes[name])) is not None:
            wishes[name] = values
    if queries is None:
        if users is not None:
            raise InputError("several users and one query: give as many queries as users")
        return Request.of(user=user, query=query, **wishes)
    users = [user] * len(queries) if users is None else users
    if len(users) != len(queries):
        raise InputError(f"{len(users)} users and {len(queries)} queries: give as many of one as of the other")
    if not queries:
        return []
    first = Request.of(user=users[0], query=queries[0], **wishes)  # shared fields are validated once
    rest = [first.model_copy(update=_asked(one, item)) for one, item in zip(users[1:], queries[1:], strict=True)]
    return [first, *rest]


def _asked(user: object, query: object) -> dict[str, object]:
    """User and query of one of many, checked."""
    known = Request.of(user=user, query=query)
    return {"user": known.user, "query": known.query}
