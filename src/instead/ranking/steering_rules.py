"""One rule compiled for a catalogue: the offers and the queries that it means, and what about it does not fit."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from instead.ranking.catalogue import Catalogue
from instead.ranking.selections import Shelves, Some
from instead.settings.rules import Rule

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_NAMED = 3  # strange ids that a sentence names


@dataclass(frozen=True)
class Problem:
    """What does not fit, in a sentence; `rules` are the ids it is about."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class CompiledRule:
    """A rule with numbers of items in the place of names."""

    rule: Rule
    offers: Some
    queries: Some
    shelves: Shelves
    named: tuple[int, ...] = ()
    """Of a pin: its items in their order."""
    margins: Mapping[int, float] = field(default_factory=dict)
    problems: int = 0

    def counts(self, moment: float) -> bool:
        begins, ends = self.rule.period
        return begins <= moment < ends

    def narrow(self, query: int, allowed: Bools, catalogue: Catalogue) -> None:
        """Take out what `only` and `never` forbid to offer instead of a query."""
        rule = self.rule
        if rule.kind == "never":
            allowed[self.offers.numbers] = False
            return
        if not self.offers.everything:
            allowed &= self.offers.mask
        if rule.same_category and (like := self.shelves.like(query)) is not None:
            allowed &= like
        if rule.same_brand and (brand := self.shelves.brand(query)) >= 0:
            allowed &= self.shelves.of_brand(brand)
        own = float(catalogue.prices[query])
        if not np.isnan(own) and (rule.dearer_percent is not None or rule.cheaper_percent is not None):
            prices = catalogue.priced  # what is priced otherwise, or not at all, is not within
            allowed &= prices.code == prices.code[query]
            with np.errstate(invalid="ignore"):
                if rule.dearer_percent is not None:
                    allowed &= prices.amount <= own * (1.0 + rule.dearer_percent / 100.0)
                if rule.cheaper_percent is not None:
                    allowed &= prices.amount >= own * (1.0 - rule.cheaper_percent / 100.0)


def compiled(
    rules: Sequence[Rule], catalogue: Catalogue, before: Sequence[CompiledRule] = ()
) -> tuple[list[CompiledRule], list[Problem]]:
    """Rules for a catalogue, and what about them does not fit it. A rule that matches nothing is left out. `before`:
    rules as they were compiled before the catalogue changed; those that its changes do not touch are kept."""
    shelves = before[0].shelves.over(catalogue) if before else Shelves(catalogue)
    kept = {id(one.rule): one for one in before if _untouched(one, catalogue)}
    found, problems = list[CompiledRule](), list[Problem]()
    for rule in rules:
        if id(rule) in kept:
            found.append(kept[id(rule)])
            continue
        offers, queries, named, margins, wrong = _looked_up(rule, shelves)
        problems += [Problem(f"rule {rule.id!r}: {text}", (rule.id,)) for text in wrong]
        if rule.kind == "margin" and not margins:
            problems.append(Problem(f"rule {rule.id!r}: no item has one of its margins", (rule.id,)))
            continue
        if not len(offers) or not len(queries):
            what = "offer" if not len(offers) else "query"
            if not wrong:
                problems.append(Problem(f"rule {rule.id!r}: it matches no {what}", (rule.id,)))
            continue
        found.append(CompiledRule(rule, offers, queries, shelves, named, margins, len(wrong)))
    return found, problems


def _untouched(one: CompiledRule, catalogue: Catalogue) -> bool:
    """Whether a rule means the same in a catalogue, and had no problem."""
    priced = one.rule.min_price is not None or one.rule.max_price is not None
    same = one.shelves.names_all_of(catalogue) and not one.problems
    return same and (not priced or one.shelves.catalogue.priced is catalogue.priced)


def _looked_up(rule: Rule, shelves: Shelves) -> tuple[Some, Some, tuple[int, ...], dict[int, float], list[str]]:
    catalogue, wrong = shelves.catalogue, list[str]()
    priced = None
    if rule.min_price is not None or rule.max_price is not None:
        priced = shelves.priced(rule.min_price, rule.max_price, rule.currency)
        if not priced.any():
            wrong.append("no item has such a price")
    offers = _chosen(shelves, rule.items, rule.brands, rule.categories, priced, wrong)
    queries = _chosen(shelves, rule.for_items, rule.for_brands, rule.for_categories, None, wrong)
    named = tuple(dict.fromkeys(catalogue.numbers(rule.items)[0].tolist())) if rule.kind == "pin" else ()
    margins: dict[int, float] = {}
    if rule.kind == "margin":
        ids = [one for one in rule.margins if one in catalogue]
        margins = dict(zip(catalogue.numbers(ids)[0].tolist(), (rule.margins[one] for one in ids), strict=True))
        if rule.margins_file is None:  # a table may be that of a larger catalogue
            wrong += _strange(catalogue, [one for one in rule.margins if one not in catalogue])
    return offers, queries, named, margins, wrong


def _chosen(
    shelves: Shelves, items: Sequence[str], brands: Sequence[str], categories: Sequence[str], priced: Bools | None,
    wrong: list[str],
) -> Some:  # fmt: skip
    """What is named together must hold together."""
    catalogue = shelves.catalogue
    parts: list[Ints] = []
    if items:
        parts.append(catalogue.numbers(items)[0])
        wrong += _strange(catalogue, [one for one in items if one not in catalogue])
    for names, look_up, what in (
        (brands, shelves.brands, "no item is of the brand"),
        (categories, shelves.categories, "no item is in a category"),
    ):
        if names:
            numbers, strange = look_up(names)
            parts.append(numbers)
            wrong += [f"{what} {name!r}" for name in strange]
    if priced is not None:
        parts.append(np.flatnonzero(priced))
    if not parts:
        return Some.all(len(catalogue))
    return Some.of(reduce(np.intersect1d, parts).astype(np.int64), len(catalogue))


def _strange(catalogue: Catalogue, ids: Sequence[str]) -> list[str]:
    """A sentence about ids that no item has."""
    if not ids:
        return []
    near = difflib.get_close_matches(ids[0], catalogue.ids, 1) if len(catalogue) <= 20_000 else []
    hint = f"; did you mean {near[0]}?" if near and len(ids) == 1 else ""
    named = ", ".join(map(repr, ids[:_NAMED])) + (f" and {len(ids) - _NAMED} others" if len(ids) > _NAMED else "")
    return [f"no item has the id {named}{hint}"]
