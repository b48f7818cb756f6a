"""Turns ranked items into explained substitutes: reasons and a line of text, in the honest or the paper's style."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.explanation.reasons import Reasons, Tally
from instead.explanation.score_sums import Parts, ScoreSums
from instead.models.interface import FillsMatrices, Model
from instead.ranking.askers import Asker
from instead.ranking.catalogue import Catalogue
from instead.records import Reason, Substitute
from instead.wording import BETTER, COMPARABLE

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

HONEST, PAPER = "honest", "paper"
STYLES = (HONEST, PAPER)


@dataclass(frozen=True)
class Offers:
    """Explains ranked items of one shop."""

    model: Model
    catalogue: Catalogue
    reasons: Reasons

    # abilities are asked for once: asking takes longer than a small shop's scores

    @cached_property
    def _fills(self) -> FillsMatrices | None:
        return self.model if isinstance(self.model, FillsMatrices) else None

    @cached_property
    def sums(self) -> ScoreSums:
        """Takes scores apart."""
        return ScoreSums(self.model, self.reasons.names.attributes, self.reasons.wording)

    def quality(self, items: Ints) -> Floats:
        """(n, A) y~ of items where the model estimates it; otherwise the observed y, else the attribute's mean."""
        if self._fills is not None:
            return self._fills.qualities(items)
        evidence = self.reasons.evidence
        rows = np.tile(evidence.usual_quality, (len(items), 1))
        for row, item in zip(rows, items.tolist(), strict=True):
            span = evidence.cells(item)
            row[evidence.attribute[span]] = evidence.quality[span]
        return rows

    def substitutes(
        self, asker: Asker, query: int, items: Ints, scores: list[float], z: int, style: str, quotes: int,
        parts: bool = False, among: Ints | None = None,
    ) -> tuple[Substitute, ...]:  # fmt: skip
        """Items in their order, each with at most z reasons and, if asked for, with the parts of the score that it has
        `among` others (see `ScoreSums.of`)."""
        if not len(items):
            return ()
        rows = self.quality(np.append(items, query))
        quality, of_query, made = rows[:-1], rows[-1], self.reasons
        if style == HONEST:
            why, tally = made.honest(query, items, asker.care, asker.observed, quality, of_query, z, quotes)
        else:
            tally = [(0, 0, 0)] * len(items)  # the paper's style has no counts
            why = [
                made.by_gain(
                    query, item, asker.care, asker.observed, row, of_query, self._known(query, item), z, quotes
                )
                for item, row in zip(items.tolist(), quality, strict=True)
            ]
        sums = self.sums.of(asker.looking_at(query), items, among) if parts else [()] * len(items)
        return tuple(
            self._substitute(query, item, score, reasons, counts, style, of_score)
            for item, score, reasons, counts, of_score in zip(items.tolist(), scores, why, tally, sums, strict=True)
        )

    def by_the_paper(self, asker: Asker, query: int, items: Ints, z: int) -> list[tuple[str, list[tuple[str, str]]]]:
        """The paper's text of each substitute and (attribute, verdict) of its reasons, without the records."""
        names = self.reasons.names.attributes
        rows = self.quality(np.append(items, query))
        briefs = []
        for item, row in zip(items.tolist(), rows[:-1], strict=True):
            top = self.reasons.largest(asker.care * (row - rows[-1]), self._known(query, item), z)
            gains = [(names[attribute], gain) for attribute, gain in top]
            said = [(name, BETTER if gain > 0 else COMPARABLE) for name, gain in gains]
            briefs.append((self._by_the_paper(query, item, gains) if gains else self.summary(query, []), said))
        return briefs

    def _substitute(
        self, query: int, item: int, score: float, reasons: tuple[Reason, ...], counts: Tally, style: str,
        score_parts: Parts,
    ) -> Substitute:  # fmt: skip
        if style == PAPER and reasons:
            text = self._by_the_paper(query, item, [(reason.attribute, reason.gain) for reason in reasons])
        else:
            text = self.summary(query, [(reason.attribute, reason.verdict) for reason in reasons], counts)
        about = self.catalogue.item(item)
        return Substitute(
            about.id, about.title, score, text, reasons, about.brand, about.category, about.price, about.image,
            about.basis, *counts, score_parts=score_parts, basis_text=self.reasons.wording.item_bases[about.basis],
        )  # fmt: skip

    def summary(self, query: int, said: list[tuple[str, str]], counts: Tally = (0, 0, 0)) -> str:
        """One line from (attribute, verdict) of the reasons and the counts of everything."""
        wording = self.reasons.wording
        if self.reasons.evidence.has_counts and self.catalogue.basis_of(query) == "average":
            otherwise = wording.unplaced
        else:
            template = wording.nothing if self.reasons.evidence.has_counts else wording.without_reviews
            otherwise = wording.without_reason(self.model.name, template)
        return wording.summary(said, (counts[0], counts[2]), otherwise)

    def _by_the_paper(self, query: int, item: int, gains: list[tuple[str, float]]) -> str:
        titles = self.catalogue.titles
        return self.reasons.wording.by_the_paper(titles[query], titles[item], gains)

    def _known(self, query: int, item: int) -> Bools | None:
        """(A,) attributes that reviews of both items mention, for models that estimate nothing; None: all count."""
        if self._fills is not None:
            return None
        evidence = self.reasons.evidence
        both = np.zeros((2, evidence.attributes), np.bool_)
        for row, one in zip(both, (query, item), strict=True):
            row[evidence.attribute[evidence.cells(one)]] = True
        return np.asarray(both.all(axis=0))
