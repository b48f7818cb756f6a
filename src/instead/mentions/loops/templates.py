"""Feature templates over channels: a channel is a column of numbers per word, a template up to three of them.

A template is a row (channel, offset, channel, offset, channel, offset); channel -1 ends it. The row of weights of
a feature is the hash of the template's number and the values it looks at (the hashing trick).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import mix

MOST_PARTS = 3  # channels a template can look at
_BEYOND = np.uint64(1 << 40)  # seen in every channel beyond the sentence
_SALT = np.uint64(7)  # keeps a value of 0 from hashing like no value


@njit(cache=True)
def fill_rows(channels, templates, starts, bits, rows):  # type: ignore[no-untyped-def]
    """Fill rows (n, F) uint32 from channels (C, n) uint64 by templates (F, 2 * MOST_PARTS).

    starts (sentences + 1); a row is `bits` wide. Beyond the sentence every channel holds the same number.
    """
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
