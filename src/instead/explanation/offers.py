"""Ranked items as what a user sees: substitutes with a line of text and reasons, in either style."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.explanation.reasons import Reasons, Tally
from instead.models.interface import ExplainsScore, FillsMatrices, Model
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
    """Explains items of one shop."""

    model: Model
    catalogue: Catalogue
    reasons: Reasons

    # abilities are asked for once: asking takes longer than a small shop's scores

    @cached_property
    def _fills(self) -> FillsMatrices | None:
        return self.model if isinstance(self.model, FillsMatrices) else None

    @cached_property
    def _explains(self) -> ExplainsScore | None:
        return self.model if isinstance(self.model, ExplainsScore) else None

    def quality(self, items: Ints) -> Floats:
        """(n, A) y~ of items where the model fills it; of other models what was observed, else what is usual."""
        if self._fills is not None:
            return self._fills.qualities(items)
        evidence = self.reasons.evidence
        rows = np.tile(evidence.usual_quality, (len(items), 1))
        for row, item in zip(rows, items.tolist(), strict=True):
            span = evidence.cells(item)
            row[evidence.attribute[span]] = evidence.quality[span]
        return rows

    def substitutes(
        self, asker: Asker, query: int, items: Ints, scores: list[float], z: int, style: str, quotes: int
    ) -> tuple[Substitute, ...]:
        """Items in their order, each with at most z reasons."""
        if not len(items):
            return ()
        rows = self.quality(np.append(items, query))
        quality, of_query, made = rows[:-1], rows[-1], self.reasons
        if style == HONEST:
            why, tally = made.honest(query, items, asker.care, asker.observed, quality, of_query, z, quotes)
        else:
            tally = [(0, 0, 0)] * len(items)  # the paper's style counts nothing
            why = [
                made.by_gain(
                    query, item, asker.care, asker.observed, row, of_query, self._known(query, item), z, quotes
                )
                for item, row in zip(items.tolist(), quality, strict=True)
            ]
        parts = self._score_parts(asker, query, items)
        return tuple(
            self._substitute(query, item, score, reasons, counts, style, of_score)
            for item, score, reasons, counts, of_score in zip(items.tolist(), scores, why, tally, parts, strict=True)
        )

    def _score_parts(self, asker: Asker, query: int, items: Ints) -> list[tuple[tuple[str, float], ...]]:
        """What each item's score is the sum of, where the model can say."""
        if self._explains is None:
            return [()] * len(items)
        found = self._explains.parts(asker.looking_at(query), items[None])
        return [tuple((name, float(values[0, at])) for name, values in found.items()) for at in range(len(items))]

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
        score_parts: tuple[tuple[str, float], ...],
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
