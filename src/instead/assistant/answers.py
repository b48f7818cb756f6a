"""Answers as records: what an assistant needs to advise somebody and to say why; nothing about who wrote reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from instead.explanation.facts import PRICE
from instead.records import Fact, Item, Reason, Standing, Substitute
from instead.wording import BETTER, Wording

Side = Literal["substitute", "item", "neither"]
_FAVOURS: dict[int, Side] = {1: "substitute", -1: "item", 0: "neither"}


class ItemLine(BaseModel):
    """An item of the shop."""

    id: str
    title: str
    brand: str | None
    category: str | None
    price: float | None
    currency: str | None = Field(description="ISO code; null where the shop's data name none.")
    price_text: str = Field(description="The price as readers write it; empty where there is none.")
    reviews: int
    available: bool | None = Field(description="Whether it can be ordered; null where the shop's data do not say.")
    link: str | None


class Opinions(BaseModel):
    """What reviews of one item say of one attribute: how many praise and blame it, in a sentence, and real quotes."""

    praised: int
    blamed: int
    text: str
    quotes: list[str]


class ReasonLine(BaseModel):
    """An attribute of two items. `substitute` is the one offered, `item` the one being looked at."""

    attribute: str
    verdict: str = Field(description="better, comparable, worse, or unknown: too little is said to compare.")
    confidence: float = Field(description="Probability that the verdict is right, by the reviews of both.")
    text: str
    why: str = Field(description="Why it matters to them; empty where that goes without saying.")
    substitute: Opinions
    item: Opinions


class FactLine(BaseModel):
    """Something the shop knows beside what reviews say."""

    kind: str
    text: str
    favours: Side
    source: str = Field(description="catalogue, reviews, links or visits.")


class Offer(ItemLine):
    """An item to take instead."""

    headline: str
    summary: str
    better: int = Field(description="Attributes that reviews of both call better, shown or not.")
    comparable: int
    worse: int
    reasons: list[ReasonLine]
    facts: list[FactLine]
    gives_up: str = Field(description="What it gives up for what was wished for; empty without such a wish.")
    basis: str = Field(description="How it was placed, where that is worth saying.")


class Met(BaseModel):
    """A wish for more of something, and the offers that are known to be better in it than the item."""

    wish: str
    items: list[str]


class Substitutes(BaseModel):
    """Substitutes, best first; what of the wishes was understood and what was not applied."""

    item: ItemLine
    understood: list[str] = Field(description="How each part of the wishes in words was taken.")
    not_applied: list[str] = Field(description="Parts of the wishes that change nothing, and why: tell them.")
    advice: str = Field(description="Says so where reviews speak for keeping the item; else empty.")
    substitutes: list[Offer]
    met: list[Met]
    notes: list[str]
    kind: str = Field(description="What kind of thing is offered, in words.")
    asker: str = Field(description="What is known of who asks, in words.")


class CategoryLine(BaseModel):
    name: str
    items: int


class Found(BaseModel):
    """Items of a search, best first."""

    items: list[ItemLine]
    categories: list[CategoryLine]
    near: bool = Field(description="Nothing has exactly these words: typing errors were forgiven.")
    next: int | None = Field(description="Offset of the next items; null where these are all.")


class Compared(BaseModel):
    """Two items side by side, as seen from `item`: `other` is better, comparable or worse."""

    item: ItemLine
    other: ItemLine
    summary: str
    rows: list[ReasonLine]
    facts: list[FactLine]
    notes: list[str]


class SaidOf(Opinions):
    """What reviews say of one attribute."""

    attribute: str
    share: float | None = Field(description="Share of praise, drawn to what is usual where reviews are few.")


class Details(ItemLine):
    """An item with its fields and what its reviews say, most mentioned first."""

    fields: dict[str, str]
    said: list[SaidOf]


class AttributeLine(BaseModel):
    """Something that reviews of the shop speak of."""

    attribute: str
    mentions: int
    praise: float = Field(description="Share of praise over the whole shop.")
    other_names: list[str]
    part_of: str | None


class ShopFacts(BaseModel):
    """What there is, and what reviews speak of."""

    items: int
    attributes: int
    currencies: list[str] = Field(description="Of prices; empty where the shop's data name none.")
    categories: list[CategoryLine] = Field(description="The largest.")
    found: list[AttributeLine]


def item_line(one: Item, wording: Wording) -> ItemLine:
    """An item without what its reviews say."""
    return ItemLine(
        id=one.id, title=one.title, brand=one.brand, category=one.category, price=one.price, currency=one.currency,
        price_text="" if one.price is None else wording.money(one.price, one.currency), reviews=one.reviews,
        available=one.available, link=one.link,
    )  # fmt: skip


def offer(one: Substitute, line: ItemLine) -> Offer:
    """A substitute; `line` is its item."""
    return Offer(
        **line.model_dump(), headline=one.headline, summary=one.text, better=one.better, comparable=one.comparable,
        worse=one.worse, reasons=reason_lines(one.reasons), facts=fact_lines(one.facts), gives_up=one.gave_up,
        basis=one.basis_text,
    )  # fmt: skip


def met_by(than: Sequence[str], offers: Sequence[Offer]) -> list[Met]:
    """Offers that are better in each of what is wanted more of, by reviews, or by price."""
    better = {
        one.id: {reason.attribute for reason in one.reasons if reason.verdict == BETTER}
        | {PRICE for fact in one.facts if fact.kind == PRICE and fact.favours == "substitute"}
        for one in offers
    }
    return [Met(wish=wish, items=[one for one, known in better.items() if wish in known]) for wish in than]


def reason_lines(reasons: Sequence[Reason]) -> list[ReasonLine]:
    return [
        ReasonLine(
            attribute=one.attribute, verdict=one.verdict, confidence=round(one.confidence, 3), text=one.text,
            why=one.why, substitute=opinions(one.substitute), item=opinions(one.query),
        )
        for one in reasons
    ]  # fmt: skip


def opinions(one: Standing) -> Opinions:
    """Counts and quotes, without estimates of a model: those are no evidence."""
    return Opinions(praised=one.praised, blamed=one.blamed, text=one.text, quotes=[quote.text for quote in one.quotes])


def fact_lines(facts: Sequence[Fact]) -> list[FactLine]:
    return [FactLine(kind=one.kind, text=one.text, favours=_FAVOURS[one.favours], source=one.source) for one in facts]
