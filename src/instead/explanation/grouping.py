"""Groups substitutes by the attribute on which they are better."""

from __future__ import annotations

from collections.abc import Iterable

from instead.records import Group, Substitute
from instead.wording import BETTER, ENGLISH, Wording


def grouped(recommendation: Iterable[Substitute], wording: Wording = ENGLISH) -> tuple[Group, ...]:
    """Groups of substitutes that are better on the same attribute, the largest first; each substitute is in one.

    Greedy set cover: the attribute that covers most of the remaining substitutes makes the next group, ties going to
    the first met. Substitutes without a supported advantage form the last group.
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
        groups.append(Group(attribute, wording.group.format(attribute=attribute), tuple(better[attribute])))
        left = [substitute for substitute in left if substitute not in better[attribute]]
    if left:
        groups.append(Group(None, wording.ungrouped, tuple(left)))
    return tuple(groups)
