"""Generates chunks of review lines: random numbers are drawn as arrays, then one loop builds the strings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.lab.world.names import reviewer_name
from instead.lab.world.prose import Setting, review_text, short_text, summary
from instead.lab.world.raw import Calendar, review_line
from instead.lab.world.truth import MentionLog
from instead.lab.world.world_choices import Choices, Shoppers
from instead.lab.world.world_opinions import make_duties, make_opinions
from instead.lab.world.world_phrases import wording
from instead.lab.world.world_settings import WorldSettings
from instead.rng import stage_rng

LIMIT = 1 << 62  # of one draw; a long review needs the picks of four of them


class Scribe:
    """Turns choices into review lines and logs their mentions."""

    def __init__(
        self, settings: WorldSettings, shoppers: Shoppers, choices: Choices, calendar: Calendar,
        duties: dict[int, list[int]] | None = None,
    ) -> None:  # fmt: skip
        """`duties` are places that reviews must mention; by default each attribute gets two."""
        self.settings, self.shoppers, self.choices, self.calendar = settings, shoppers, choices, calendar
        self.log = MentionLog()
        self.duties = make_duties(settings, shoppers, choices) if duties is None else duties
        self.words = [[wording(a) for a in row] for row in shoppers.vocabulary.wording]
        self.numbers = [row.tolist() for row in shoppers.vocabulary.attribute]

    def lines(self, part: NDArray[np.int64]) -> list[bytes]:
        """The reviews `part` as lines; their mentions go to the log."""
        opinions = make_opinions(self.settings, self.shoppers, self.choices, part, self.duties)
        rng = stage_rng(self.settings.seed, "world", "prose", int(part[0]), len(part))
        drawn = rng.integers(0, LIMIT, (len(part), 5)).tolist()
        draws = rng.integers(0, LIMIT, len(opinions.place)).tolist()
        items, users = self.shoppers.items, self.shoppers.users
        categories = self.shoppers.vocabulary.categories
        item, user = self.choices.item[part].tolist(), self.choices.user[part].tolist()
        category = items.category[self.choices.item[part]].tolist()
        names, days = users.name[self.choices.user[part]].tolist(), self.calendar.day[part].tolist()
        stars, length = opinions.stars.tolist(), opinions.length.tolist()
        first, place, sentiment = (
            opinions.first.tolist(),
            opinions.place.tolist(),
            opinions.sentiment.tolist(),
        )
        opinion_number = self.log.opinion
        mentioned: list[tuple[int, ...]] = []
        lines: list[bytes] = []
        for n, review in enumerate(part.tolist()):
            i, c = item[n], category[n]
            setting = Setting(categories[c], items.brands[i])
            one, two, three, four, five = drawn[n]
            if length[n] == 2:
                low, high = first[n], first[n + 1]
                words, numbers = self.words[c], self.numbers[c]
                mentions = [(words[place[m]], sentiment[m]) for m in range(low, high)]
                rest = one | two << 62 | three << 124 | four << 186
                text, said = review_text(setting, stars[n], mentions, draws[low:high], rest)
                for number, word, start, end in said:
                    m = low + number
                    opinion = opinion_number(word)
                    mentioned.append((review, numbers[place[m]], opinion, sentiment[m], start, end))
            else:
                text = short_text(stars[n], one) if length[n] else ""
            line = review_line(
                user=users.ids[user[n]],
                item=items.ids[i],
                name=reviewer_name(names[n]),
                text=text,
                stars=stars[n],
                summary=summary(setting, stars[n], five),
                day=days[n],
                written=self.calendar.written(days[n]),
            )
            lines.append(line)
        self.log.add(mentioned)
        return lines
