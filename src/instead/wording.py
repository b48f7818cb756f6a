"""Reasons and notes in words: templates (`wording_texts.py`) filled with names and numbers as readers write them.

Another language is another `Wording`: texts with named placeholders, and how a list is joined; from Python, or from a
TOML file (`Wording.from_toml`) with the texts that differ; complete ones are in `languages/`. No other module writes
reasons and notes: records carry the finished texts, and labels of page and terminal are in `Words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any

from instead.money import SIGNS, decimals_of
from instead.records import Standing
from instead.wording_texts import BETTER, COMPARABLE, NOTHING, UNKNOWN, WORSE, Templates, Words

__all__ = [
    "BETTER", "COMPARABLE", "ENGLISH", "NOTHING", "UNKNOWN", "WORSE", "Named", "Wording", "Words", "sentence",
    "shortened",
]  # fmt: skip


class _LocalFormatter(Formatter):
    """Writes numbers that have a format in the template with the marks of a language."""

    def __init__(self, local: Callable[[str], str]) -> None:
        self._local = local

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(super().format_field(value, format_spec))
        return self._local(text) if format_spec and isinstance(value, (int, float)) else text


class Wording(Templates):
    """Texts of one language, and how they are filled."""

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as readers of this language write it."""
        return _written(value, decimals, self.decimal_mark, self.group_mark)

    def money(self, amount: float, currency: str | None) -> str:
        """An amount of money as readers of this language write it; a plain number where the currency is not known."""
        text = self.number(amount, decimals_of(currency))
        if currency is None:
            return text
        template = self.money_sign if currency in SIGNS else self.money_code
        return template.format(amount=text, sign=SIGNS.get(currency, ""), code=currency)

    def filled(self, template: str, **values: object) -> str:
        """A text with its gaps filled; numbers in gaps with a format of their own are written as readers expect."""
        return _LocalFormatter(self._local).vformat(template, (), values)

    def _local(self, text: str) -> str:
        return _localised(text, self.decimal_mark, self.group_mark)

    def verdict(self, name: str) -> str:
        return self.verdicts[name]

    def joined(self, parts: Sequence[str], last: str | None = None) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.comma.join(parts[:-1]) + (self.last if last is None else last) + parts[-1]

    def by_the_paper(self, query: str, substitute: str, gains: Sequence[tuple[str, float]]) -> str:
        """Eq. 21 and 22: every attribute is better or comparable."""
        reasons = [
            self.paper_reason.format(adjective=self.verdict(BETTER if gain > 0 else COMPARABLE), attribute=attribute)
            for attribute, gain in gains
        ]
        return self.paper.format(query=query, substitute=substitute, reasons=self.joined(reasons, self.paper_last))

    def standing(self, praised: int, blamed: int, observed: bool, quality: float, scale: float) -> str:
        """The sentence about one item: counts of its reviews, or the estimate where there are none."""
        if not observed:
            return self.filled(self.estimated, quality=quality, scale=scale)
        if praised + blamed == 0:
            return self.mixed
        if praised + blamed == 1:
            return self.one_praised if praised else self.one_blamed
        if {praised, blamed} == {0, 2}:
            return self.both_praised if praised else self.both_blamed
        template = self.none_praised if not praised else self.praised if blamed else self.all_praised
        return template.format(praised=self.number(praised), reviews=self.number(praised + blamed))

    def one_reason(
        self, verdict: str, attribute: str, mine: Standing, theirs: Standing, source: str = "own", said: str = ""
    ) -> str:
        """The whole sentence of a reason; `source` as in `Reason`, `said` what `both` gives, where that is at hand."""
        if source == "none":
            return self.reason_unspoken.format(attribute=attribute)
        if verdict == UNKNOWN:
            return self.unknown.format(attribute=attribute, of_substitute=mine.text, of_query=theirs.text)
        told = said or self.both(verdict, mine, theirs, source)
        return self.reason.format(verdict=self.verdict(verdict), attribute=attribute, said=told)

    def both(self, verdict: str, mine: Standing, theirs: Standing, source: str = "own") -> str:
        """Counts of reviews of both items in one short line, the substitute first."""
        if source == "none":
            return self.unspoken
        if verdict == UNKNOWN:
            return self.too_few
        reviews, other = mine.praised + mine.blamed, theirs.praised + theirs.blamed
        if source in self.usual and bool(reviews) != bool(other):
            template = self.this_alone if reviews else self.other_alone
        elif not reviews or not other:
            return self.either_side.format(of_substitute=mine.text, of_query=theirs.text)
        else:
            template = self.both_sides
        return template.format(
            praised=self.number(mine.praised), reviews=self.number(reviews), other_praised=self.number(theirs.praised),
            other_reviews=self.number(other), usual=self.usual.get(source, ""),
        )  # fmt: skip

    def score_part(self, name: str) -> str:
        """The name of a part of a score; a name that no text is known for is shown as it is."""
        return self.score_parts.get(name, name)

    def gain_part(self, attribute: str, points: float) -> str:
        """The name of what one attribute adds to a score."""
        return (self.gain_better if points > 0 else self.gain_worse).format(attribute=attribute)

    def sum_of(self, parts: Sequence[tuple[str, float]], score: float) -> str:
        """A score and its named parts in one line: "closeness +2.13, start -3.02: -0.89 in all"."""
        said = [self.filled(self.part_points, part=name, points=points) for name, points in parts]
        return self.filled(self.score_sum, parts=self.comma.join(said), score=score)

    def unknown_item(self, query: str, near: Sequence[str], titles: Sequence[str]) -> str:
        """An id that is not known, and items that may be meant."""
        template = self.near_queries if near else self.unknown_query
        named = [one if one == title else f"{one} ({title})" for one, title in zip(near, titles, strict=True)]
        return template.format(query=query, near=self.comma.join(named))

    def without_reason(self, model: str, template: str) -> str:
        """What is said of an offer of a model where reviews give no reason; `template` is one of those with grounds."""
        return template.format(grounds=self.grounds.get(model, self.grounds["any"]))

    def summary(
        self, reasons: Sequence[tuple[str, str]], tally: tuple[int, int] = (0, 0), otherwise: str | None = None
    ) -> str:
        """(attribute, verdict) of each reason as one line: "Better battery and screen; but worse price".

        Wishes that reviews do not decide have the verdict UNKNOWN, those no review speaks of NOTHING. `tally` counts
        all better and worse attributes, also those not among the reasons; `otherwise` is the text
        without any reason.
        """
        by_verdict: dict[str, list[str]] = {BETTER: [], COMPARABLE: [], WORSE: [], UNKNOWN: [], NOTHING: []}
        for attribute, verdict in reasons:
            by_verdict[verdict].append(attribute)
        return self.named(*by_verdict.values()).text(self.counted(tally), tally, otherwise or "")

    def named(
        self, better: Sequence[str], comparable: Sequence[str], worse: Sequence[str], unclear: Sequence[str] = (),
        unspoken: Sequence[str] = (),
    ) -> Named:  # fmt: skip
        """What a summary says of the attributes that it names."""
        templates = self.better, self.comparable, self.worse if better or comparable else self.only_worse
        decided = self._all_of(zip(templates, (better, comparable, worse), strict=True))
        undecided = self._all_of(((self.not_clear, unclear), (self.all_unspoken, unspoken)))
        return Named(decided, undecided, len(better), len(worse), self.stop, self._nothing)

    def _all_of(self, parts: Iterable[tuple[str, Sequence[str]]]) -> str:
        return self.stop.join([text.format(attributes=self.joined(names)) for text, names in parts if names])

    @cached_property
    def _nothing(self) -> str:
        return self.without_reason("any", self.nothing)

    def counted(self, tally: tuple[int, int]) -> str:
        """All better and worse attributes, in numbers."""
        both = zip((self.all_better, self.all_worse), tally, strict=True)
        return self.all_told.format(counts=self.joined([text.format(count=count) for text, count in both if count]))


@dataclass(frozen=True, slots=True)
class Named:
    """The parts of a summary that depend on nothing but the attributes it names: few of them are named again and again
    while counts differ."""

    decided: str
    undecided: str
    better: int
    worse: int
    stop: str
    nothing: str

    def text(self, counted: str, tally: tuple[int, int], otherwise: str = "") -> str:
        """The summary of an item: `counted` is told where more speaks for or against it than is named, `otherwise`
        where nothing is."""
        found = self.decided
        if self.better < tally[0] or self.worse < tally[1]:
            found = found + self.stop + counted if found else counted
        found = found or otherwise or self.nothing
        return sentence(found + self.stop + self.undecided if self.undecided else found)


def _localised(text: str, decimal_mark: str, group_mark: str) -> str:
    return text.translate({ord("."): decimal_mark, ord(","): group_mark})


@lru_cache(maxsize=1 << 14)  # a request writes hundreds of small numbers
def _written(value: float, decimals: int, decimal_mark: str, group_mark: str) -> str:
    return _localised(f"{value:,.{decimals}f}", decimal_mark, group_mark)


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + "."


ENGLISH = Wording()


def shortened(sentence: str, longest: int) -> str:
    """A quote that ends at a word, with an ellipsis where something is left out."""
    if len(sentence) <= longest:
        return sentence
    return sentence[: longest - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
