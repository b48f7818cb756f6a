"""Rules that contradict each other, and what each rule matches: said before any of it goes live."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from instead.errors import InputError
from instead.ranking.catalogue import Catalogue
from instead.ranking.steering_rules import CompiledRule, Problem, compiled
from instead.settings.rules import Rule


@dataclass(frozen=True)
class Matched:
    """How many offers and queries a rule means; `state`: "active", "waiting" for its period, "over" or "off"."""

    rule: Rule
    offers: int
    queries: int
    state: str


def checked(rules: Sequence[Rule], catalogue: Catalogue, moment: float) -> tuple[list[Matched], list[Problem]]:
    """What rules match in a catalogue, and all that is wrong with them. Rules that are off are looked up, but
    contradict nothing."""
    found, problems = compiled(rules, catalogue)
    known = {one.rule.id: one for one in found}
    matched = [
        Matched(
            rule,
            0 if (one := known.get(rule.id)) is None else len(one.margins) if one.margins else len(one.offers),
            0 if one is None else len(one.queries),
            state_of(rule, moment),
        )
        for rule in rules
    ]
    return matched, problems + contradictions([one for one in found if one.rule.on], catalogue)


def refuse(problems: Sequence[Problem]) -> None:
    """Raise the first problem, and say how many more there are."""
    if problems:
        more = f" ({len(problems) - 1} more problems)" if len(problems) > 1 else ""
        raise InputError(problems[0].text + more)


def state_of(rule: Rule, moment: float) -> str:
    begins, ends = rule.period
    if not rule.on:
        return "off"
    return "waiting" if moment < begins else "over" if moment >= ends else "active"


def contradictions(rules: Sequence[CompiledRule], catalogue: Catalogue) -> list[Problem]:
    """Pins of what other rules forbid, and pins of one place, for the same queries at the same time."""
    pins = [one for one in rules if one.rule.kind == "pin"]
    found = []
    for pin in pins:
        for other in rules:
            if other.rule.kind in ("hide", "only", "never") and _together(pin, other):
                item = next((item for item in pin.named if not _may(other, item)), None)
                if item is not None:
                    said = {"hide": "hides", "only": "does not let in", "never": "never offers there"}[other.rule.kind]
                    found.append(
                        Problem(
                            f"rule {pin.rule.id!r} pins {catalogue.ids[item]}, which rule {other.rule.id!r} {said}; "
                            "take one of them out or give them other periods",
                            (pin.rule.id, other.rule.id),
                        )
                    )
    for one, other in combinations(pins, 2):
        if _together(one, other):
            places = {one.rule.place + at for at in range(len(one.named))}
            same = places & {other.rule.place + at for at in range(len(other.named))}
            twice = set(one.named) & set(other.named)
            names = (one.rule.id, other.rule.id)
            if twice:
                text = f"rules {names[0]!r} and {names[1]!r} both pin {catalogue.ids[min(twice)]} for the same queries"
                found.append(Problem(text, names))
            elif same:
                text = f"rules {names[0]!r} and {names[1]!r} both pin to place {min(same)} for the same queries"
                found.append(Problem(text, names))
    return found


def _together(one: CompiledRule, other: CompiledRule) -> bool:
    """Whether two rules count for a query at the same time."""
    (begins, ends), (since, until) = one.rule.period, other.rule.period
    return begins < until and since < ends and one.queries.meets(other.queries)


def _may(rule: CompiledRule, item: int) -> bool:
    """Whether a rule lets an item be offered, as far as that does not depend on the query."""
    return rule.offers.has(item) == (rule.rule.kind == "only")


def pins_left_out(
    pin: CompiledRule, catalogue: Catalogue, allowed: np.ndarray, query: int, others: Sequence[CompiledRule]
) -> list[tuple[int, str]]:
    """Pinned items that are not offered instead of a query, each with why."""
    found = []
    for item in pin.named:
        if allowed[item]:
            continue
        group = catalogue.groups[query]
        forbidding = next((o for o in others if o.queries.has(query) and not _may(o, item)), None)
        if item == query:
            why = "it is what is looked at"
        elif catalogue.sold_out[item]:
            why = "it is sold out"
        elif catalogue.hidden[item]:
            why = "it is hidden"
        elif forbidding is not None:
            why = f"rule {forbidding.rule.id!r} leaves it out"
        elif group >= 0 and catalogue.groups[item] == group:
            why = "it is a variant of what is looked at"
        else:
            why = "it is another kind of thing, or out of a price band"
        found.append((item, why))
    return found
