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


_AT_ONCE = 512  # words of a part: what stays in the cache


@njit(cache=True)
def _one_template(laid, template, number, mask, gap, out):  # type: ignore[no-untyped-def]
    """Fill out (m,) with the rows of one template at words that are laid out (C, gap + m + gap)."""
    m = out.size
    for at in range(m):
        out[at] = number
    for part in range(MOST_PARTS):
        channel = template[2 * part]
        if channel < 0:
            break
        first = gap + template[2 * part + 1]
        seen = laid[channel, first : first + m]
        for at in range(m):
            out[at] = mix(out[at], seen[at] + _SALT)
    for at in range(m):
        out[at] &= mask


@njit(cache=True)
def fill_rows(channels, templates, starts, bits, rows):  # type: ignore[no-untyped-def]
    """Fill rows (n, F) uint32 from channels (C, n) uint64 by templates (F, 2 * MOST_PARTS).

    starts (sentences + 1); a row is `bits` wide. Beyond the sentence every channel holds the same number. Some
    sentences at a time are laid out with gaps between them that hold it, so that a template is one loop without asking
    where a sentence ends.
    """
    mask = np.uint64((1 << bits) - 1)
    gap = 0
    for f in range(templates.shape[0]):
        for part in range(MOST_PARTS):
            if templates[f, 2 * part] < 0:
                break
            gap = max(gap, abs(int(templates[f, 2 * part + 1])))
    sentences = starts.size - 1
    s = 0
    while s < sentences:
        end = s + 1
        while end < sentences and starts[end + 1] - starts[s] <= _AT_ONCE:
            end += 1
        size = starts[end] - starts[s] + gap * (end - s + 1)
        laid = np.full((channels.shape[0], size), _BEYOND, np.uint64)
        for channel in range(channels.shape[0]):
            for one in range(s, end):
                at = starts[one] - starts[s] + gap * (one - s + 1)
                for i in range(starts[one], starts[one + 1]):
                    laid[channel, at + i - starts[one]] = channels[channel, i]
        found = np.empty((templates.shape[0], size - 2 * gap), np.uint64)
        for f in range(templates.shape[0]):
            _one_template(laid, templates[f], np.uint64(f + 1), mask, gap, found[f])
        for one in range(s, end):
            shift = gap * (one - s) - starts[s]
            for i in range(starts[one], starts[one + 1]):
                for f in range(templates.shape[0]):
                    rows[i, f] = found[f, i + shift]
        s = end
