"""One verdict for each family: the loop and its twin, and never two that contradict."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.explanation.choosing import BETTER, COMPARABLE, WORSE
from instead.explanation.one_verdict import UNKNOWN, one_per_family, one_per_family_plainly
from tests.small_shop import few

VERDICTS = (BETTER, COMPARABLE, WORSE, UNKNOWN)
entry = st.tuples(st.integers(0, 2), st.integers(0, 3), st.sampled_from(VERDICTS), st.floats(0.5, 1.0))


def kept(loop: object, rows: list[tuple[int, int, int, float]], pooled: list[bool]) -> list[bool]:
    row, family, verdict, sure = (np.array(column) for column in zip(*rows, strict=True))
    found = np.empty(len(rows), np.bool_)
    loop(row.astype(np.int64), family.astype(np.int64), np.array(pooled), verdict.astype(np.int8), sure, found)  # type: ignore[operator]
    return found.tolist()


@few
@given(st.lists(entry, min_size=1, max_size=14))
def test_the_loop_and_its_twin_agree_and_nothing_contradicts(rows: list[tuple[int, int, int, float]]) -> None:
    rows = sorted(rows, key=lambda one: one[0])
    whole: set[tuple[int, int]] = set()
    pooled = []
    for item, family, *_ in rows:  # the first of some families is the pooled one
        pooled.append(family > 1 and (item, family) not in whole)
        whole.add((item, family))
    found = kept(one_per_family, rows, pooled)
    assert found == kept(one_per_family_plainly, rows, pooled)
    for key in whole:
        mine = [place for place, (item, family, *_) in enumerate(rows) if (item, family) == key]
        shown = [place for place in mine if found[place]]
        assert len(shown) <= 1
        if len(mine) == 1:
            assert shown == mine


@pytest.mark.parametrize(
    ("whole", "members", "expected"),
    [
        (UNKNOWN, [(BETTER, 0.9), (BETTER, 0.95), (UNKNOWN, 0.6)], 2),  # the surest member
        (BETTER, [(UNKNOWN, 0.6), (COMPARABLE, 0.7)], 0),  # the whole, where single members are thin
        (BETTER, [(BETTER, 0.9), (WORSE, 0.9)], 0),  # members contradict each other
        (WORSE, [(BETTER, 0.9), (UNKNOWN, 0.9)], 0),  # a member contradicts the whole
        (UNKNOWN, [(BETTER, 0.9), (WORSE, 0.9)], 0),  # nothing is said
        (COMPARABLE, [(COMPARABLE, 0.9), (UNKNOWN, 0.9)], 0),
    ],
)
def test_who_speaks_for_a_family(whole: int, members: list[tuple[int, float]], expected: int) -> None:
    rows = [(0, 1, whole, 0.9), *((0, 1, verdict, sure) for verdict, sure in members)]
    found = kept(one_per_family, rows, [True] + [False] * len(members))
    assert [place for place, shown in enumerate(found) if shown] == [expected]
