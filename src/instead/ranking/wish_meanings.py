"""What parts of wishes in words mean for a request, added up: care, `than`, filters, and a sentence on each part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from instead.ranking.wish_amounts import Bound
from instead.ranking.wish_names import Heard, ShopNames
from instead.wording import Wording

PRICE = "price"
BETTER, GOOD = "better", "good"
_SWITCHES = frozenset(["not_dearer", "sold_out", "variants", "same_category", "any_kind"])


@dataclass
class Meanings:
    """What was understood so far, and what was not. `words`: what was said for each filter."""

    names: ShopNames
    heard: Heard
    query: int
    scale: float
    wording: Wording
    care: dict[str, float] = field(default_factory=dict)
    than: list[str] = field(default_factory=list)
    filters: dict[str, Any] = field(default_factory=dict)
    understood: list[str] = field(default_factory=list)
    not_applied: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)

    def _means(self, said: str, meaning: str) -> None:
        self.understood.append(self.wording.spoken.heard.format(words=said, meaning=meaning))

    def fails(self, template: str, said: str, **gaps: str) -> None:
        """A part that is not applied, and why."""
        self.not_applied.append(template.format(words=said, **gaps))

    def _filter(self, name: str, value: Any, said: str) -> None:
        """A filter with a value; lists grow, bounds become narrower."""
        before = self.filters.get(name)
        if isinstance(value, list):
            value = [*dict.fromkeys([*(before or []), *value])]
        elif before is not None and name in {"max_price", "min_price"}:
            value = min(before, value) if name == "max_price" else max(before, value)
        self.filters[name], self.words[name] = value, said

    def price(self, bound: Bound, said: str) -> None:
        """A bound on the price, in the currency of the query; none is converted."""
        texts, currency = self.wording.spoken, self.names.currency(self.query)
        if bound.other_unit is not None:
            self.fails(texts.not_money, said, unit=bound.other_unit)
            return
        if bound.currencies is not None and currency is not None and currency not in bound.currencies:
            self.fails(texts.other_money, said, currency=currency)
            return
        low, high = (None if one is None else self.wording.money(one, currency) for one in (bound.least, bound.most))
        if bound.least is not None:
            self._filter("min_price", bound.least, said)
        if bound.most is not None:
            self._filter("max_price", bound.most, said)
        if low is not None and high is not None:
            self._means(said, texts.between.format(least=low, most=high))
        else:
            self._means(said, texts.at_least.format(amount=low) if high is None else texts.at_most.format(amount=high))
        if bound.currencies is not None and currency is None:
            self.understood.append(texts.unnamed_money.format(words=said))

    def brand(self, name: str, brands: list[str], said: str) -> None:
        """Brands of the filter `brands` or `exclude_brands`."""
        texts = self.wording.spoken
        template = texts.only_brands if name == "brands" else texts.not_brands
        self._filter(name, brands, said)
        self._means(said, template.format(brands=self.wording.joined(brands)))

    def category(self, category: str, said: str) -> None:
        self._filter("category", category, said)
        self._means(said, self.wording.spoken.in_category.format(category=category))

    def fixed(self, name: str, said: str) -> None:
        """A phrase that always means the same, by its name in the table."""
        texts = self.wording.spoken
        if name in {"same_brand", "other_brand"}:
            brand = self.names.brand_of(self.query)
            if brand is None:
                self.fails(texts.no_brand, said)
            else:
                self.brand("brands" if name == "same_brand" else "exclude_brands", [brand], said)
        elif name == "rated":
            self.fails(texts.rated, said)
        elif name == "in_stock" and not self.names.tells_stock:
            self.understood.append(texts.stock_untold.format(words=said))
        elif name == "cheap":
            number = self.names.attribute_of(self.wording.price_words, self.heard)
            if number is None:
                self._cheaper(said)
            else:
                self.wish(number, said, GOOD)
        elif name == "cheaper":
            self._cheaper(said)
        else:
            if name in _SWITCHES:
                self._filter(name, True, said)
            self._means(said, getattr(texts, name))

    def _cheaper(self, said: str) -> None:
        self.than.append(PRICE)
        self._filter("not_dearer", True, said)
        self._means(said, self.wording.spoken.cheaper)

    def wish(self, number: int, said: str, tone: str) -> None:
        """More of an attribute than the query has, or that it matters."""
        name, texts = self.names.tree.names[number], self.wording.spoken
        if tone == BETTER and name in self.wording.price_words:
            self._cheaper(said)
            return
        self.care[name] = self.scale
        if tone == BETTER:
            self.than.append(name)
        self._means(said, (texts.better if tone == BETTER else texts.matters).format(attribute=name))
        if not self.heard(number):
            self.understood.append(texts.unheard.format(attribute=name, words=said))
