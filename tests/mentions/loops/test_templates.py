"""Feature templates over channels: the compiled loop and a plain one that pads sentences with what is beyond them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings

from instead.mentions.loops.templates import fill_rows
from instead.mentions.opinions import parse_templates
from tests.mentions.loops.plain_hash import WRAP, fold
from tests.mentions.loops.tokens import Array
from tests.shops import seeds

TEMPLATES = "a@0 b@-1+c@1 a@-2+b@0+c@2 c@9"


def rows_plainly(channels: dict[str, list[int]], templates: str, size: int) -> list[list[int]]:
    """Rows of one sentence: the template's number folded with what it sees, each number raised by 7."""
    out = []
    for place in range(size):
        row = []
        for number, template in enumerate(templates.split(), start=1):
            seen = []
            for name, offset in (part.split("@") for part in template.split("+")):
                at = place + int(offset)
                seen.append((channels[name][at] if at in range(size) else 2**40) + 7)
            row.append(fold(number, *(value % WRAP for value in seen)) % 2**12)
        out.append(row)
    return out


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_rows_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = np.concatenate([[0], np.cumsum(rng.integers(0, 6, rng.integers(0, 5)))]).astype(np.int64)
    channels: Array = rng.integers(0, 2**64, (3, starts[-1]), np.uint64)
    channels[rng.random(channels.shape) < 0.3] = 0
    templates = parse_templates(TEMPLATES, ("a", "b", "c"))
    rows = np.empty((starts[-1], len(templates)), np.uint32)
    fill_rows(channels, templates, starts, 12, rows)
    expected = []
    for first, last in pairwise(starts.tolist()):
        named = dict(zip("abc", channels[:, first:last].tolist(), strict=True))
        expected += rows_plainly(named, TEMPLATES, last - first)
    assert rows.tolist() == expected
