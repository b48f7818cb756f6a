"""What rules would change, before they go live: lists with them beside lists without, for a sample of queries."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from instead.ranking.rule_checks import Matched, checked, pins_left_out
from instead.ranking.rule_files import Rules
from instead.ranking.steering import RuleBook
from instead.ranking.steering_rules import Problem
from instead.request import Request
from instead.settings.rules import Rule
from instead.shop import Shop

SHOWN = 10
"""Items that gain or lose most, and examples, at most."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """In how many lists of the sample an item stands, and in how many it is the first, before and after."""

    item: str
    title: str
    lists: tuple[int, int]
    first: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Example:
    """The list of one query before and after; `placed` names the rule that moved an item."""

    query: str
    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    placed: dict[str, str]


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """What one rule matches, how often it moved an offer of the sample, and pins that were not offered: an item, why,
    and in how many lists."""

    id: str
    kind: str
    state: str
    offers: int
    queries: int
    moved: int
    not_offered: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """Of `queries` looked at, so many lists and first offers differ, and so many lists become `empty`; `problems` are
    all that is wrong with the rules."""

    queries: int
    lists: int
    firsts: int
    empty: int
    gaining: tuple[Exposure, ...]
    losing: tuple[Exposure, ...]
    examples: tuple[Example, ...]
    rules: tuple[RuleEffect, ...]
    problems: tuple[str, ...]


def preview(shop: Shop, rules: Rules, *, items: int = 100, k: int = 10, at: float | None = None) -> Preview:
    """What `rules` in the place of the shop's own would change for somebody unknown, at a time (default: now)."""
    moment = shop.clock() if at is None else at
    before, after = _at(shop, shop.book.rules, moment), _at(shop, rules, moment)
    matched, problems = checked(rules, shop.catalogue, moment)
    lists, placed, left_out = (
        list[tuple[str, list[str], list[str], dict[str, str]]](),
        Counter[str](),
        Counter[tuple[str, str, str]](),
    )
    for query in _sample(shop, [*shop.book.rules, *rules], items):
        request = Request(query=query, k=k)
        old, new = before.order(request)[0], after.order(request)
        lists.append((query, old, *new))
        placed.update(new[1].values())
        left_out.update(_left_out(after, request, moment))
    changed = [one for one in lists if one[1] != one[2]]
    gaining, losing = _exposures(shop, [(old, new) for _, old, new, _ in lists])
    titles, number = shop.catalogue.titles, shop.catalogue.number
    firsts = [one for one in changed if one[1][:1] != one[2][:1]]
    told = [*firsts, *(one for one in changed if one not in firsts)][:SHOWN]
    return Preview(
        len(lists), len(changed), len(firsts), sum(1 for _, old, new, _ in lists if old and not new), gaining, losing,
        tuple(Example(q, titles[number(q)], tuple(old), tuple(new), by) for q, old, new, by in told),
        tuple(_effect(one, placed, left_out) for one in matched), tuple(_texts(problems)),
    )  # fmt: skip


def _at(shop: Shop, rules: Sequence[Rule], moment: float) -> Shop:
    """The same shop with other rules, at a time."""
    made = copy.copy(shop)
    made.book, made.clock = RuleBook(rules), lambda: moment
    return made


def _sample(shop: Shop, rules: Sequence[Rule], items: int) -> list[str]:
    """Queries to look at: what rules name, then half of the most reviewed and half from all over the catalogue."""
    catalogue = shop.catalogue
    named = dict.fromkeys(one for rule in rules for one in rule.for_items if one in catalogue)
    popular = [catalogue.ids[number] for number in catalogue.by_popularity.tolist()]
    spread = [catalogue.ids[int(at)] for at in np.linspace(0, len(catalogue) - 1, min(items, len(catalogue)))]
    mixed = [one for pair in zip(popular, spread, strict=False) for one in pair]
    return [*dict.fromkeys([*list(named)[: items // 2], *mixed, *popular])][: min(items, len(catalogue))]


def _left_out(shop: Shop, request: Request, moment: float) -> list[tuple[str, str, str]]:
    """Rule, item and cause of pins that are not offered to a query."""
    active = shop.book.at(shop.catalogue, lambda: moment)
    query = shop.catalogue.number(request.query)
    mine = [] if active is None else [pin for pin in active.pins if pin.queries.has(query)]
    if active is None or not mine:
        return []
    allowed = shop.allowed(request)
    others = [one for one in active.rules if one.rule.kind in ("hide", "only", "never")]
    return [
        (pin.rule.id, shop.catalogue.ids[item], why)
        for pin in mine
        for item, why in pins_left_out(pin, shop.catalogue, allowed, query, others)
    ]


def _effect(one: Matched, placed: Counter[str], left_out: Counter[tuple[str, str, str]]) -> RuleEffect:
    missing = [(item, why, count) for (rule, item, why), count in left_out.most_common() if rule == one.rule.id]
    return RuleEffect(
        one.rule.id, one.rule.kind, one.state, one.offers, one.queries, placed[one.rule.id], tuple(missing[:SHOWN])
    )


def _exposures(shop: Shop, lists: Sequence[tuple[list[str], list[str]]]) -> tuple[tuple[Exposure, ...], ...]:
    """Items that gain, and that lose, most lists."""
    inside = [Counter(item for pair in lists for item in pair[side]) for side in (0, 1)]
    first = [Counter(item for pair in lists for item in pair[side][:1]) for side in (0, 1)]
    titles, number = shop.catalogue.titles, shop.catalogue.number
    rows = [
        Exposure(item, titles[number(item)], (inside[0][item], inside[1][item]), (first[0][item], first[1][item]))
        for item in sorted(inside[0].keys() | inside[1].keys())
    ]

    def gain(row: Exposure) -> tuple[int, int]:
        return row.lists[1] - row.lists[0], row.first[1] - row.first[0]

    up = sorted((row for row in rows if gain(row) > (0, 0)), key=gain, reverse=True)
    down = sorted((row for row in rows if gain(row) < (0, 0)), key=gain)
    return tuple(up[:SHOWN]), tuple(down[:SHOWN])


def _texts(problems: Sequence[Problem]) -> list[str]:
    return [problem.text for problem in problems]
