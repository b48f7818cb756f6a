"""Answers as plain text, for assistants that read no structured content, and for people who look over a shoulder."""

from __future__ import annotations

from collections.abc import Sequence

from instead.assistant.answers import Compared, Details, FactLine, Found, ItemLine, ReasonLine, ShopFacts, Substitutes
from instead.wording import BETTER, COMPARABLE, WORSE, Wording

_MARKS = {BETTER: "+", COMPARABLE: "=", WORSE: "-"}


class PlainText:
    """Writes answers in one language."""

    def __init__(self, wording: Wording) -> None:
        self._wording, self._texts = wording, wording.spoken

    def found(self, answer: Found, offset: int = 0) -> str:
        """Items of a search."""
        texts, count = self._texts, len(answer.items)
        if not count:
            head = texts.found_none
        elif answer.near:
            head = texts.found_near
        else:
            head = texts.found_one if count == 1 else texts.found.format(count=count)
        lines = [head, *(f"{offset + at}. {self.item(one)}" for at, one in enumerate(answer.items, start=1))]
        if answer.next is not None:
            lines.append(texts.more.format(offset=answer.next))
        if answer.categories:
            lines.append(texts.categories.format(names=self._categories(answer.categories)))
        return "\n".join(lines)

    def _categories(self, categories: Sequence[object]) -> str:
        named = [
            self._texts.category_size.format(name=getattr(one, "name", ""), count=getattr(one, "items", 0))
            for one in categories
        ]
        return self._wording.comma.join(named)

    def item(self, one: ItemLine) -> str:
        """Title, id, price, brand and reviews in one line."""
        texts = self._texts
        reviews = texts.no_reviews if not one.reviews else texts.one_review if one.reviews == 1 else ""
        reviews = reviews or self._wording.filled(texts.reviews, count=one.reviews)
        price = one.price_text or self._wording.words.no_price
        parts = [price, one.brand, reviews, texts.sold_out_mark if one.available is False else None]
        return f"{_flat(one.title)} [{one.id}] · " + " · ".join(part for part in parts if part)

    def substitutes(self, answer: Substitutes) -> str:
        """The list with its reasons; what was understood of the wishes comes first."""
        texts = self._texts
        named = (
            f"{_flat(answer.item.title)} [{answer.item.id}], {answer.item.price_text or self._wording.words.no_price}"
        )
        head = texts.offers if answer.substitutes else texts.no_offers
        lines = [
            *self._listed(texts.understood, answer.understood),
            *self._listed(texts.not_applied, answer.not_applied),
        ]
        lines += [head.format(item=named), *([answer.advice] if answer.advice else [])]
        for at, one in enumerate(answer.substitutes, start=1):
            lines += ["", f"{at}. {self.item(one)}", f"   {one.summary}"]
            lines += [f"   {line}" for line in self._reasons(one.reasons)]
            lines += self._facts(one.facts, "   ")
            lines += [f"   {text}" for text in (one.gives_up, one.basis, one.link) if text]
        met = [
            texts.met.format(wish=one.wish, count=len(one.items), offers=len(answer.substitutes)) for one in answer.met
        ]
        notes = [*met, *answer.notes, *([answer.kind] if answer.kind else [])]
        return "\n".join([*lines, "", *self._listed(texts.notes, notes), texts.based_on.format(basis=answer.asker)])

    def compared(self, answer: Compared) -> str:
        """Both items, then a row for each attribute."""
        words = self._wording.words
        sides = ((words.this_one_short, answer.other), (words.looked_at_short, answer.item))
        lines = [words.whose.format(whose=head, text=self.item(one)) for head, one in sides]
        lines += [answer.summary, *self._reasons(answer.rows)]
        lines += [] if answer.rows else [words.nothing_to_compare]
        return "\n".join([*lines, *self._facts(answer.facts, ""), *self._listed(self._texts.notes, answer.notes)])

    def _reasons(self, reasons: Sequence[ReasonLine]) -> list[str]:
        words, lines = self._wording.words, list[str]()
        for one in reasons:
            why = f" ({one.why})" if one.why else ""
            lines.append(f"{_MARKS.get(one.verdict, '?')} {one.text}{why}")
            for side, head in ((one.substitute, words.this_one_short), (one.item, words.looked_at_short)):
                lines += [f"    {words.whose.format(whose=head, text=f'“{_flat(quote)}”')}" for quote in side.quotes]
        return lines

    def _facts(self, facts: Sequence[FactLine], margin: str) -> list[str]:
        told = self._wording.stop.join(one.text for one in facts)
        return [f"{margin}{self._texts.facts}: {told}"] if facts else []

    def _listed(self, head: str, lines: Sequence[str]) -> list[str]:
        return [f"{head}:", *(f"- {line}" for line in lines)] if lines else []

    def details(self, answer: Details) -> str:
        """An item, its fields, and what its reviews say."""
        texts = self._texts
        lines = [self.item(answer), *([answer.category] if answer.category else [])]
        lines += [_flat(f"{name}: {value}") for name, value in answer.fields.items()]
        lines += [texts.item_said if answer.said else texts.item_unsaid]
        for one in answer.said:
            lines += [f"- {one.attribute}: {one.text}", *(f"    “{_flat(quote)}”" for quote in one.quotes)]
        return "\n".join([*lines, *([answer.link] if answer.link else [])])

    def shop(self, answer: ShopFacts, words: str) -> str:
        """Sizes, categories and attributes."""
        texts, wording = self._texts, self._wording
        lines = [wording.filled(texts.shop, items=answer.items, attributes=answer.attributes)]
        named = wording.joined(answer.currencies)
        lines.append(texts.currencies.format(currencies=named) if named else texts.no_currencies)
        if answer.categories:
            lines.append(texts.categories_most.format(names=self._categories(answer.categories)))
        if answer.found:
            lines.append(texts.attributes_found if words else texts.attributes_most)
        elif words:
            lines.append(texts.attributes_none.format(words=words))
        for one in answer.found:
            line = wording.filled(
                texts.attribute_line, attribute=one.attribute, mentions=one.mentions, praise=one.praise
            )
            names = wording.comma.join(one.other_names)
            lines.append(f"- {line}" + (f" ({texts.other_names.format(names=names)})" if names else ""))
        return "\n".join(lines)


def _flat(text: str) -> str:
    """A text in one line, so that none of its lines looks like one of ours."""
    return " ".join(text.split())
