"""What each tool does: arguments in, an answer as record and as text out. Knows the shop, nothing of the protocol."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from instead.assistant.answers import (
    AttributeLine,
    CategoryLine,
    Compared,
    Details,
    Found,
    ItemLine,
    SaidOf,
    ShopFacts,
    Substitutes,
    fact_lines,
    item_line,
    met_by,
    offer,
    opinions,
    reason_lines,
)
from instead.assistant.arguments import AboutShop, CompareItems, FindItems, FindSubstitutes, ItemDetails
from instead.assistant.plain_text import PlainText
from instead.errors import InputError
from instead.explanation.ordering import PRICE
from instead.ranking.wish_names import Heard, ShopNames
from instead.ranking.wish_reader import Understood
from instead.request import MOST_REASONS, Request
from instead.settings import ServiceSettings
from instead.shop import Shop

_CATEGORIES, _LARGEST, _OTHER_NAMES = 5, 12, 4
_ALIKE = 0.75  # of two names that are forms of one word
_SWITCHES = ("not_dearer", "same_category", "any_kind", "sold_out")
_LISTS = ("brands", "exclude_brands", "exclude")


@dataclass(frozen=True)
class Desk:
    """Answers calls of tools for one shop and one person, who may be a user that the shop knows."""

    shop: Shop
    settings: ServiceSettings
    user: str | None = None

    @cached_property
    def _text(self) -> PlainText:
        return PlainText(self.shop.wording)

    @cached_property
    def _names(self) -> ShopNames:
        return ShopNames(self.shop.tree, self.shop.catalogue)

    def _line(self, item: str) -> ItemLine:
        catalogue = self.shop.catalogue
        return item_line(catalogue.item(catalogue.number(item)), self.shop.wording)

    # --- tools -------------------------------------------------------------------------------------------------------

    def find_items(self, asked: FindItems) -> tuple[Found, str]:
        """Items by words."""
        shop, category = self.shop, asked.category or None
        if category is not None and not shop.catalogue.categories.items(category).size:
            near = ", ".join(repr(one.name) for one in shop.categories(category, limit=3))
            raise InputError(f"there is no category {category!r}" + (f"; did you mean {near}?" if near else ""))
        found = shop.search(asked.words, limit=asked.limit + 1, offset=asked.offset, category=category)
        first = asked.words.strip() and not (asked.offset or asked.category)
        answer = Found(
            items=[item_line(one, shop.wording) for one in found[: asked.limit]],
            categories=[CategoryLine(name=one.name, items=one.items)
                        for one in (shop.categories(asked.words, limit=_CATEGORIES) if first else ())],
            near=bool(found) and shop.catalogue.near_only(asked.words, category),
            next=asked.offset + asked.limit if len(found) > asked.limit else None,
        )  # fmt: skip
        return answer, self._text.found(answer, asked.offset)

    def find_substitutes(self, asked: FindSubstitutes) -> tuple[Substitutes, str]:
        """Substitutes, with wishes in words and in fields."""
        if asked.k > self.settings.max_k:
            raise InputError(f"k may be {self.settings.max_k} at most, not {asked.k}")
        shop = self.shop
        heard = shop.understand(asked.item, asked.wishes)
        request, understood, aside = self._request(asked, heard)
        found = shop.answer(request)
        offers = [offer(one, self._line(one.item)) for one in found]
        answer = Substitutes(
            item=self._line(asked.item), understood=[*heard.understood, *understood],
            not_applied=[*heard.not_applied, *aside], advice=found.keep_text, substitutes=offers,
            met=met_by(request.than, offers) if offers else [], notes=list(found.notes),
            kind=found.kind_text, asker=found.basis_text,
        )  # fmt: skip
        return answer, self._text.substitutes(answer)

    def compare_items(self, asked: CompareItems) -> tuple[Compared, str]:
        """Two items side by side."""
        shop, heard = self.shop, self._heard(asked.item)
        care, known, unknown = self._attributes(dict.fromkeys(asked.about, shop.scale), heard)
        request = Request.of(query=asked.item, user=self.user, care=care, quotes=asked.quotes, z=min(asked.rows, 8))
        one = shop.why(request, asked.other)
        answer = Compared(
            item=self._line(asked.item), other=self._line(asked.other), summary=one.text,
            rows=reason_lines(shop.side_by_side(request, asked.other, asked.rows)), facts=fact_lines(one.facts),
            notes=[*known, *unknown, *one.notes],
        )  # fmt: skip
        return answer, self._text.compared(answer)

    def item_details(self, asked: ItemDetails) -> tuple[Details, str]:
        """One item."""
        one = self.shop.item(asked.item)
        answer = Details(
            **item_line(one, self.shop.wording).model_dump(), fields=dict(one.fields),
            said=[SaidOf(**opinions(standing).model_dump(), attribute=name, share=standing.share)
                  for name, standing in one.standings],
        )  # fmt: skip
        return answer, self._text.details(answer)

    def about_shop(self, asked: AboutShop) -> tuple[ShopFacts, str]:
        """What there is, and what reviews speak of."""
        shop = self.shop
        answer = ShopFacts(
            items=shop.items.height, attributes=shop.attributes.height,
            currencies=list(shop.catalogue.priced.currencies),
            categories=[CategoryLine(name=one.name, items=one.items) for one in shop.categories(limit=_LARGEST)],
            found=[self._attribute(number) for number in self._spoken_of(asked.words)[: asked.limit]],
        )  # fmt: skip
        return answer, self._text.shop(answer, asked.words.strip())

    # --- attributes --------------------------------------------------------------------------------------------------

    def _heard(self, item: str) -> Heard:
        return self.shop.mentioned(self.shop.catalogue.number(item))

    def _attributes(self, given: dict[str, float], heard: Heard) -> tuple[dict[str, float], list[str], list[str]]:
        """Values by the shop's own names of attributes, and sentences about other names and about unknown ones."""
        texts, tree = self.shop.wording.spoken, self.shop.tree
        found: dict[str, float] = {}
        known, unknown = list[str](), list[str]()
        for name, value in given.items():
            number = self._names.meant(name.strip().lower(), heard)
            if number is None:
                unknown.append(texts.about_unknown.format(name=name))
                continue
            found[tree.names[number]] = value
            if tree.names[number] != name.strip().lower():
                known.append(texts.about_known.format(name=name, attribute=tree.names[number]))
        return found, known, unknown

    def _spoken_of(self, words: str) -> list[int]:
        """Attributes that the words may mean, the one that is meant first; all of them without words."""
        table, tree = self.shop.attributes, self.shop.tree
        mentions = table["mentions"].to_list() if "mentions" in table.columns else [0] * table.height
        order = sorted(range(len(tree.names)), key=lambda number: -mentions[number])
        words = words.strip().lower()
        if not words:
            return order
        first = self._names.meant(words, lambda number: mentions[number])
        near = [number for number in order if all(word in tree.names[number] for word in words.split())]
        return [*dict.fromkeys([*([] if first is None else [first]), *near])]

    def _attribute(self, number: int) -> AttributeLine:
        row = self.shop.attributes.row(number, named=True)
        return AttributeLine(
            attribute=row["attribute"], mentions=row.get("mentions") or 0,
            praise=round(float(self.shop.evidence.praise[number]), 3),
            other_names=_unlike(row["attribute"], row.get("variants") or ())[:_OTHER_NAMES], part_of=row.get("parent"),
        )  # fmt: skip

    # --- requests ----------------------------------------------------------------------------------------------------

    def _request(self, asked: FindSubstitutes, heard: Understood) -> tuple[Request, list[str], list[str]]:
        """The request of words and fields together, and sentences about fields: what was taken, what was not."""
        texts = self.shop.wording.spoken
        mentioned = self._heard(asked.item)
        care, known, unknown = self._attributes(asked.care, mentioned)
        wanted = {name: 1.0 for name in asked.than if name.strip().lower() != PRICE}
        than, more, less = self._attributes(wanted, mentioned)
        filters, aside = dict[str, Any](heard.filters), [*unknown, *less]
        for name in ("max_price", "min_price", "category"):
            value = getattr(asked, name)
            if value is None or value == "":
                continue
            if name in filters and filters[name] != value:
                aside.append(texts.overruled.format(words=heard.words[name], field=name))
            filters[name] = value
        filters |= {name: True for name in _SWITCHES if getattr(asked, name)}
        for name in _LISTS:
            filters[name] = [*filters.get(name, ()), *getattr(asked, name)]
        wishes = len(heard.care | than)  # each is answered, whatever else is told
        cheaper = [PRICE] if len(wanted) < len(asked.than) else []
        request = Request.of(
            query=asked.item, user=self.user, care=heard.care | dict.fromkeys(than, self.shop.scale) | care,
            than=[*dict.fromkeys([*heard.than, *cheaper, *than])], viewed=asked.viewed, filters=filters, k=asked.k,
            z=min(max(asked.z, wishes + 2), MOST_REASONS) if wishes else asked.z,  # beside them what speaks against it
            quotes=asked.quotes,
        )  # fmt: skip
        return request, [*known, *more], aside


def _unlike(name: str, others: Sequence[str]) -> list[str]:
    """Other names that are no misspelling or other form of one before them."""
    kept = [name]
    for other in others:
        if all(difflib.SequenceMatcher(None, one, other).ratio() < _ALIKE for one in kept):
            kept.append(other)
    return kept[1:]
