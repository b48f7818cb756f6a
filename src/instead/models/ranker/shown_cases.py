"""Choices among what was shown, as cases to learn from: every list with the signals of the time at which it was shown.

Choices are divided into blocks by time. Visits since the beginning of a block are taken out with everything that came
in with them, all tables are fitted on the rest, and the lists of the block are asked again: so no table has seen what
somebody took of a list, or did later. What the asker had before the list was shown is their history, as it was then.
Links have no time. No signal uses the link between query and item, and what people do with offers makes no links
(`refreshing/live_sources.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.features import Features
from instead.models.ranker.known import DAY, Known
from instead.models.ranker.signals.signal import Column
from instead.models.ranker.tables.all_tables import Tables
from instead.models.ranker.tables.word_table import Words
from instead.settings import RankerSettings
from instead.substitutes.taken_of_shown import NONE, ShownChoices

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class ShownCases:
    """Features of n lists, a row per place; places that a list does not have are not `there`."""

    values: Floats  # (n, places, columns)
    there: Bools  # (n, places)
    right: Bools  # (n, places) the place that was taken; where nothing was, all that was not rejected

    def __len__(self) -> int:
        return len(self.values)

    @property
    def places(self) -> int:
        return int(self.there.shape[1])


def make_shown_cases(
    feedback: ShownChoices | None,
    known: Known,
    settings: RankerSettings,
    words: tuple[Words | None, Words | None],
    columns: Sequence[Column],
) -> ShownCases | None:
    """The cases of the newest choices, with these columns; None where there are none or they are not wanted."""
    if feedback is None or not len(feedback) or settings.feedback == 0.0:
        return None
    newest = np.sort(np.argsort(-feedback.time, kind="stable")[: settings.shown])
    chosen = feedback[newest[np.argsort(feedback.time[newest], kind="stable")]]
    wanted = [column.name for column in columns]
    values = []
    for rows in np.array_split(np.arange(len(chosen)), min(settings.shown_blocks, len(chosen))):
        block = chosen[rows]
        rest = known.without(_later(block, known))
        features = Features(Tables.of(rest, settings, *words))
        made = features.lists(
            [_asked(block, row, known, rest) for row in range(len(block))], np.maximum(block.items, 0)
        )
        values.append(_in_order(made, [column.name for column in features.columns], wanted))
    there = chosen.items != NONE
    right = there & ~chosen.rejected
    taken = np.flatnonzero(chosen.chosen != NONE)
    right[taken] = False
    right[taken, chosen.chosen[taken]] = True
    return ShownCases(np.concatenate(values), there, right)


def _in_order(values: Floats, own: list[str], wanted: list[str]) -> Floats:
    """Columns by name; one that the tables of a block did not have says nothing."""
    if own == wanted:
        return values
    out = np.zeros((*values.shape[:2], len(wanted)), np.float32)
    for place, name in enumerate(wanted):
        if name in own:
            out[..., place] = values[..., own.index(name)]
    return out


def _later(block: ShownChoices, known: Known) -> Bools:
    """(V,) visits since a block began; where no time is known, those of people with what their lists showed them."""
    shown = (block.user[:, None] * known.items + block.items)[(block.user[:, None] != NONE) & (block.items != NONE)]
    timeless = np.isnan(known.day) & np.isin(known.user * known.items + known.item, shown)
    found: Bools = (known.day >= block.time[0] / DAY) | timeless
    return found


def _asked(choices: ShownChoices, row: int, known: Known, rest: Known) -> Asked:
    """The question that was answered with a list, with what the asker had by then. Visits without a time are taken from
    the rest, which has none of what the lists showed."""
    user, query, day = int(choices.user[row]), int(choices.query[row]), float(choices.time[row]) / DAY
    history = choices.viewed[row]
    if user != NONE:
        for visits, dated in ((known, True), (rest, False)):
            mine = slice(*np.searchsorted(visits.user, [user, user + 1]))
            then = visits.day[mine] < day if dated else np.isnan(visits.day[mine])
            history = np.union1d(history, visits.item[mine][then])
    nothing = np.empty(0, np.int64), np.empty(0, np.float32)
    return Asked(query, history[history != query], user if user != NONE else None, day, *nothing)
