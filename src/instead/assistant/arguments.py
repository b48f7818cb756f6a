"""What a tool may be asked: fields of a `Request` under plain names, with the limits that HTTP has.

Descriptions are read by assistants, which choose tools and fill fields by them.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from instead.errors import InputError
from instead.request import (
    LAST_OFFSET,
    LONGEST_WORDS,
    MOST_FOUND,
    MOST_QUOTES,
    MOST_REASONS,
    MOST_ROWS,
    Care,
    Id,
    Ids,
    Name,
    sentence_of,
)
from instead.settings import Flag

LONGEST_WISH = 500
Price = Annotated[float, Field(ge=0.0)]
Words = Annotated[str, Field(max_length=LONGEST_WORDS)]
Quotes = Annotated[int, Field(strict=True, ge=0, le=MOST_QUOTES)]
Names = Annotated[list[Name], Field(max_length=20)]


class Arguments(BaseModel):
    """Base of all: an unknown field is an error, and null is as good as a field that is left out."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        return {name: value for name, value in given.items() if value is not None} if isinstance(given, dict) else given


Made = TypeVar("Made", bound=Arguments)


def checked(kind: type[Made], given: dict[str, Any] | None) -> Made:
    """Arguments of a call; raises an error of one sentence where a field is wrong."""
    try:
        return kind.model_validate(given or {})
    except ValidationError as error:
        raise InputError(sentence_of(error.errors()[0])) from None


class FindItems(Arguments):
    """Words of an item somebody names."""

    words: Words = ""
    """Words of its title, brand, id or category; typing errors are forgiven. Empty: the most reviewed items."""
    category: Words = ""
    """Only items in the category of this name."""
    limit: Annotated[int, Field(strict=True, ge=1, le=MOST_FOUND)] = 10
    """How many items at most."""
    offset: Annotated[int, Field(strict=True, ge=0, le=LAST_OFFSET)] = 0
    """Where to go on in a longer list."""


class FindSubstitutes(Arguments):
    """What somebody looks at, and what they wish, in words or in fields; fields win over words."""

    item: Id
    """Id of the item they look at, as find_items gives it."""
    wishes: Annotated[str, Field(max_length=LONGEST_WISH)] = ""
    """What they wish in short English phrases with commas between them: "quieter, under 100, better battery, not Sony,
    same brand, in stock, comfort matters". What is not understood is told in the answer."""
    care: Annotated[dict[Name, Care], Field(max_length=200)] = {}
    """How much attributes matter to them, 1 (not at all) to 5 (most): {"battery": 5}."""
    than: Names = []
    """What offers must be better in than the item: attributes, or "price" for cheaper."""
    max_price: Price | None = None
    """The most they pay, in the currency of the shop."""
    min_price: Price | None = None
    """The least it should cost."""
    not_dearer: Flag = False
    """Nothing dearer than the item."""
    brands: Names = []
    """Nothing but these brands."""
    exclude_brands: Names = []
    """None of these brands."""
    category: Words = ""
    """Nothing but items of this category."""
    same_category: Flag = False
    """Nothing but the item's own category."""
    any_kind: Flag = False
    """Other kinds of things, too."""
    sold_out: Flag = False
    """What is sold out, too."""
    exclude: Annotated[Ids, Field(max_length=200)] = ()
    """Ids of items they have already turned down."""
    viewed: Annotated[Ids, Field(max_length=200)] = ()
    """Ids of items they have looked at in this conversation, the latest last."""
    k: Annotated[int, Field(strict=True, ge=1)] = 5
    """How many substitutes."""
    z: Annotated[int, Field(strict=True, ge=0, le=MOST_REASONS)] = 3
    """Reasons for each."""
    quotes: Quotes = 1
    """Sentences of reviews behind each side of a reason."""


class CompareItems(Arguments):
    """Two items, and what to compare them in."""

    item: Id
    """Id of the item they look at."""
    other: Id
    """Id of the item to hold against it."""
    about: Names = []
    """What they want to know of both, in their words: "noise", "battery", "comfort"."""
    rows: Annotated[int, Field(strict=True, ge=1, le=MOST_ROWS)] = 8
    """Rows of the table."""
    quotes: Quotes = 1
    """Sentences of reviews behind each side of a row."""


class ItemDetails(Arguments):
    """One item."""

    item: Id
    """Id of the item, as find_items gives it."""


class AboutShop(Arguments):
    """What to look for among the attributes."""

    words: Words = ""
    """What somebody cares about, in their words: "quiet", "battery". Empty: what reviews speak of most."""
    limit: Annotated[int, Field(strict=True, ge=1, le=MOST_FOUND)] = 20
    """How many attributes at most."""
