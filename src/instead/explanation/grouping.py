"""Groups substitutes under headings: those better on the same attribute, then those that a fact speaks for."""

from __future__ import annotations

from collections.abc import Iterable

from instead.explanation.facts import PRICE, STARS
from instead.records import Group, Substitute
from instead.wording import BETTER, ENGLISH, Wording


def grouped(recommendation: Iterable[Substitute], wording: Wording = ENGLISH) -> tuple[Group, ...]:
    """Groups of substitutes that are better on the same attribute, the largest first; each substitute is in one.

    Greedy set cover: the attribute that covers most of the remaining substitutes makes the next group, ties going to
    the first met. Of substitutes without a supported advantage the cheaper ones come next ("about as good" where
    reviews call none of it worse), then those with better stars; the rest form the last group.
    """
    left = list(recommendation)
    groups: list[Group] = []
    while True:
        better: dict[str, list[Substitute]] = {}
        for substitute in left:
            for reason in substitute.reasons:
                if reason.verdict == BETTER:
                    better.setdefault(reason.attribute, []).append(substitute)
        if not better:
            break
        attribute = max(better, key=lambda name: len(better[name]))
        heading = wording.comparatives.get(attribute) or wording.group.format(attribute=attribute)
        groups.append(Group(attribute, heading, tuple(better[attribute])))
        left = [substitute for substitute in left if substitute not in better[attribute]]
    rest: dict[str, list[Substitute]] = {}
    for substitute in left:
        rest.setdefault(_heading(substitute, wording), []).append(substitute)
    order = (wording.group_cheaper, wording.group_cheaper_only, wording.group_stars, wording.ungrouped)
    groups += [Group(None, heading, tuple(rest[heading])) for heading in order if heading in rest]
    return tuple(groups)


def _heading(one: Substitute, wording: Wording) -> str:
    """The heading of a substitute that reviews call better in nothing."""
    favoured = {fact.kind for fact in one.facts if fact.favours > 0}
    if PRICE in favoured:
        return wording.group_cheaper_only if one.worse else wording.group_cheaper
    return wording.group_stars if STARS in favoured else wording.ungrouped
