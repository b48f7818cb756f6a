"""Feature templates over channels: a channel is a column of numbers per word, a template up to three of them.

A template is a row (channel, offset, channel, offset, channel, offset); channel -1 ends it. The row of weights of
a feature is the hash of the template's number and the values it looks at. Twin: `fill_rows_plain`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from instead.mentions.loops.hashing import mix

Array = npt.NDArray[Any]

MOST_PARTS = 3  # channels a template can look at
_BEYOND = np.uint64(1 << 40)  # seen in every channel beyond the sentence
_SALT = np.uint64(7)  # keeps a value of 0 from hashing like no value


@njit(cache=True)
def fill_rows(channels, templates, starts, bits, rows):  # type: ignore[no-untyped-def]
    """rows (n, F) uint32 from channels (C, n) uint64; words beyond the sentence count as 2^40."""
    mask = np.uint64((1 << bits) - 1)
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        for i in range(first, last):
            for f in range(templates.shape[0]):
                value = np.uint64(f + 1)
                for part in range(MOST_PARTS):
                    channel = templates[f, 2 * part]
                    if channel < 0:
                        break
                    at = i + templates[f, 2 * part + 1]
                    seen = channels[channel, at] if first <= at < last else _BEYOND
                    value = mix(value, seen + _SALT)
                rows[i, f] = np.uint32(value & mask)


def fill_rows_plain(channels: Array, templates: Array, starts: Array, bits: int) -> list[list[int]]:
    """Twin of `fill_rows`."""
    rows = []
    for first, last in pairwise(starts.tolist()):
        for i in range(first, last):
            row = []
            for number, template in enumerate(templates.tolist()):
                value = np.uint64(number + 1)
                for channel, offset in zip(template[::2], template[1::2], strict=True):
                    if channel < 0:
                        break
                    inside = first <= i + offset < last
                    seen = int(channels[channel, i + offset]) if inside else 1 << 40
                    value = mix(value, np.uint64((seen + 7) % (1 << 64)))
                row.append(int(value) & ((1 << bits) - 1))
            rows.append(row)
    return rows
