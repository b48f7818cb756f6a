"""One request: who asks, what they look at, what they wish. The same object in Python, on the command line, over HTTP,
in a table of many and in the client.

    Request(user="A2TMX", query="B00", care={"battery": 5}, k=3)
    Request(session="visit-7", query="B00", viewed=["B01", "B02"], filters={"not_dearer": True})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from numbers import Integral, Real
from typing import Annotated, Any, Literal, Self, TypedDict

import numpy as np
from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from instead.errors import InputError
from instead.records import Mention, Review
from instead.settings import Filters, Settings, Style

LONGEST_ID, LONGEST_TEXT, MOST_MENTIONS = 200, 20_000, 200


def several(value: object) -> list[Any] | None:
    """The values of a list, a tuple, a NumPy array, a Polars or pandas Series; None for what is a single value."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (str, bytes, Mapping, Set)) or not isinstance(value, Iterable):
        return None
    return list(value)


def is_number(value: object) -> bool:
    """Whether something is a number as one is written, NumPy's included; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def whole(value: object, what: str, least: int) -> int:
    """A whole number that is not below `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise InputError(f"{what} is {value!r}; it must be a whole number")
    if value < least:
        raise InputError(f"{what} is {value}; it must be {least} or more")
    return int(value)


def _an_id(value: object) -> object:
    if isinstance(value, Integral) and not isinstance(value, bool):
        raise ValueError(f"ids are texts; write it as {str(value)!r}")
    return value


def _a_number(value: object) -> object:
    """NumPy's numbers as Python's; what is no number stays what it is, and is refused."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


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
    BeforeValidator(_an_id),
    StringConstraints(min_length=1, max_length=LONGEST_ID, pattern=r"^[^\x00-\x1f\x7f]+$"),
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ID)]
Care = Annotated[float, BeforeValidator(_a_number), Field(ge=1, le=100)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_ids)]


class GivenMention(Settings):
    """What somebody said about one attribute."""

    attribute: Name
    """Name of the attribute."""
    sentiment: Literal[-1, 1] = 1
    """1 for praise, -1 for blame."""


class GivenReview(Settings):
    """A review in a request, for this request alone: its text, or what is in it, or both."""

    text: str = Field(default="", max_length=LONGEST_TEXT)
    """What was written."""
    mentions: tuple[GivenMention, ...] = Field(default=(), max_length=MOST_MENTIONS)
    """What it says about which attribute, where that is known."""


def _reviews(value: object) -> object:
    """Texts, `Review`s, `Mention`s, (attribute, sentiment) pairs and given reviews; a text alone is one review."""
    if value is None:
        return ()
    given = [value] if isinstance(value, str) else several(value)
    if given is None:
        raise ValueError("give a list of texts, Mentions or (attribute, sentiment) pairs")
    found: list[object] = []
    for one in given:
        if isinstance(one, str):
            found.append(GivenReview(text=one))
        elif isinstance(one, Review):
            found.append(GivenReview(text=one.text))
        elif isinstance(one, Mention):
            found.append(GivenReview(mentions=(GivenMention(attribute=one.attribute, sentiment=_sign(one.sentiment)),)))
        elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
            sign = _sign(one[1]) if len(one) > 1 else 1
            found.append(GivenReview(mentions=(GivenMention(attribute=one[0], sentiment=sign),)))
        elif isinstance(one, (GivenReview, Mapping)):
            found.append(one)
        else:
            raise ValueError(f"a review is a text, a Mention or an (attribute, sentiment) pair, not {one!r}")
    return found


def _sign(value: object) -> Literal[-1, 1]:
    if not isinstance(value, Real) or not is_number(value) or float(value) == 0.0:
        raise ValueError(f"a sentiment is 1 for praise or -1 for blame, not {value!r}")
    return 1 if float(value) > 0 else -1


class Request(Settings):
    """What somebody asks of a shop. Nothing but `query` is needed."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"query": "i03", "user": "u01", "k": 3}, {"query": "i03", "care": {"price": 5}}]
        }
    )

    query: Id
    """The item being looked at."""
    user: Id | None = None
    """Somebody the shop knows by id."""
    session: Id | None = None
    """A visit of somebody without an account."""
    care: Annotated[dict[Name, Care], BeforeValidator(_cares)] = Field(default={}, max_length=200)
    """How much each attribute matters, from 1 (not at all) to the model's scale, usually 5."""
    reviews: Annotated[tuple[GivenReview, ...], BeforeValidator(_reviews)] = ()
    """What the asker has written, beyond what the model knows of them."""
    history: Ids = ()
    """Items they had, beyond what the model knows of them."""
    viewed: Ids = ()
    """Items they have just looked at, the latest last."""
    time: Annotated[int | None, BeforeValidator(_a_number)] = Field(default=None, ge=0)
    """When they ask, in seconds since 1970; left out: unknown."""
    filters: Annotated[Filters, BeforeValidator(_filters)] = Filters()
    """What may be offered at all."""
    k: Annotated[int, BeforeValidator(_a_number)] = Field(default=10, ge=1)
    """How many substitutes."""
    z: Annotated[int, BeforeValidator(_a_number)] = Field(default=3, ge=0)
    """Reasons for each."""
    style: Style = "honest"
    """`honest`, or `paper`: the paper's sentence."""
    diversity: Annotated[float, BeforeValidator(_a_number)] = Field(default=0.0, ge=0.0, le=1.0)
    """How unlike each other the substitutes should be, 0 to 1."""
    quotes: Annotated[int, BeforeValidator(_a_number)] = Field(default=1, ge=0)
    """Sentences of reviews behind each side of a reason."""

    @model_validator(mode="before")
    @classmethod
    def _something_to_look_at(cls, values: Any) -> Any:
        if isinstance(values, Mapping) and values.get("query") in (None, ""):
            raise ValueError("no query: name the item somebody is looking at")
        return values

    @classmethod
    def of(cls, **wishes: Any) -> Self:
        """From keyword arguments, with one sentence on what is wrong."""
        try:
            return cls.model_validate(wishes)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            what = str(first["msg"]).removeprefix("Value error, ")
            if not place:
                raise InputError(what) from None
            raise InputError(f"{place} is {first.get('input')!r}: {what}") from None


class Wishes(TypedDict, total=False):
    """Keyword arguments of `recommend` and `explain`: the fields of a `Request` beside user, query and k."""

    session: str | None
    care: Mapping[str, float] | None
    reviews: Any
    history: Any
    viewed: Any
    time: int | None
    filters: Filters | Mapping[str, Any] | None
    z: int
    style: str
    diversity: float
    quotes: int


def requests_of(user: object, query: object, **wishes: Any) -> Request | list[Request]:
    """One request, or a list of them where `query` is a sequence; then `user` is one for all, or as many."""
    users, queries = several(user), several(query)
    for name in ("reviews", "history", "viewed"):  # an iterator could be read for one query only
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
    first = Request.of(user=users[0], query=queries[0], **wishes)  # what they share is checked and made once
    rest = [first.model_copy(update=_asked(one, item)) for one, item in zip(users[1:], queries[1:], strict=True)]
    return [first, *rest]


def _asked(user: object, query: object) -> dict[str, object]:
    """User and query of one of many, checked."""
    known = Request.of(user=user, query=query)
    return {"user": known.user, "query": known.query}
