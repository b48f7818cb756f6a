"""Turns ranked items into explained substitutes: reasons and a line of text, in the honest or the paper's style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.explanation.facts import PRICE, Facts, told
from instead.explanation.ordering import Ordered
from instead.explanation.persons import person_of
from instead.explanation.reasons import NONE, Person, Reasons, Tally
from instead.explanation.score_sums import Parts, ScoreSums
from instead.models.interface import FillsMatrices, Model
from instead.models.statement_order import StatementOrder
from instead.ranking.askers import Asker
from instead.ranking.catalogue import Catalogue
from instead.records import Fact, Reason, Substitute
from instead.wording import BETTER, COMPARABLE, NOTHING, WORSE, sentence

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
    facts: Facts

    def over(self, model: Model, catalogue: Catalogue, reasons: Reasons, facts: Facts) -> Offers:
        """The same over other parts of the same shop; what people write about is counted again only where new reviews
        say something."""
        made = Offers(model, catalogue, reasons, facts)
        if "written" in self.__dict__:
            same = reasons.evidence is self.reasons.evidence
            made.__dict__["written"] = self.written if same else self.written.reread(reasons.evidence)
        return made

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
        self, asker: Asker, query: int, found: Ordered, z: int, style: str, quotes: int, parts: bool = False,
        in_stock: bool = False,
    ) -> tuple[Substitute, ...]:  # fmt: skip
        """Items in their order, each with at most z reasons, facts and, if asked for, the parts of its score."""
        items = found.items
        if not len(items):
            return ()
        rows = self.quality(np.append(items, query))
        quality, of_query, made, who = rows[:-1], rows[-1], self.reasons, self.person(asker)
        if style == HONEST:
            why, tally = made.honest(query, items, who, quality, of_query, z, quotes, found.compared)
        else:
            tally = [(0, 0, 0)] * len(items)  # the paper's style has no counts
            why = [
                made.by_gain(query, item, who, row, of_query, self._known(query, item), z, quotes)
                for item, row in zip(items.tolist(), quality, strict=True)
            ]
        sums = self.sums.of(asker.looking_at(query), items, found.among) if parts else [()] * len(items)
        facts = self.facts.of(query, items, in_stock)
        return tuple(
            self._substitute(query, item, score, reasons, counts, style, of_score, known)
            for item, score, reasons, counts, of_score, known in zip(
                items.tolist(), found.scores.tolist(), why, tally, sums, facts, strict=True
            )
        )

    def person(self, asker: Asker) -> Person:
        """What reasons need to know of whoever asks."""
        made = self.reasons
        family = made.posteriors.columns.family
        return person_of(asker, made.evidence, family, made.scale, made.wording, self.written)

    @cached_property
    def written(self) -> StatementOrder:
        """What people write about."""
        return StatementOrder.of(self.reasons.evidence)

    def by_the_paper(self, asker: Asker, query: int, items: Ints, z: int) -> list[tuple[str, list[tuple[str, str]]]]:
        """The paper's text of each substitute and (attribute, verdict) of its reasons, without the records."""
        names = self.reasons.names.attributes
        rows = self.quality(np.append(items, query))
        briefs = []
        for item, row in zip(items.tolist(), rows[:-1], strict=True):
            top = self.reasons.largest(asker.care * (row - rows[-1]), self._known(query, item), z)
            gains = [(names[attribute], gain) for attribute, gain in top]
            said = [(name, BETTER if gain > 0 else COMPARABLE) for name, gain in gains]
            text = self._by_the_paper(query, item, gains) if gains else self.summary(query, [], facts=None)
            briefs.append((text, said))
        return briefs

    def _substitute(
        self, query: int, item: int, score: float, reasons: tuple[Reason, ...], counts: Tally, style: str,
        score_parts: Parts, facts: tuple[Fact, ...],
    ) -> Substitute:  # fmt: skip
        if style == PAPER:
            gains = [(reason.attribute, reason.gain) for reason in reasons]
            text = self._by_the_paper(query, item, gains) if gains else self.summary(query, [], facts=None)
        else:
            text = self.summary(query, [said_of(reason) for reason in reasons], counts, facts)
        about, wording = self.catalogue.item(item), self.reasons.wording
        return Substitute(
            about.id, about.title, score, text, reasons, about.brand, about.category, about.price, about.image,
            about.basis, *counts, score_parts=score_parts, basis_text=wording.item_bases[about.basis], facts=facts,
            headline=self._headline(reasons, facts, text), available=about.available, link=about.link,
            currency=about.currency,
            price_text="" if about.price is None else wording.money(about.price, about.currency),
        )  # fmt: skip

    def _headline(self, reasons: tuple[Reason, ...], facts: tuple[Fact, ...], text: str) -> str:
        """The one sentence that speaks most for an offer: its first advantage, else a fact for it, else the summary."""
        better = next((reason for reason in reasons if reason.verdict == BETTER), None)
        wording = self.reasons.wording
        if better is not None:
            return sentence(wording.headline.format(attribute=better.attribute, said=better.said))
        fact = next((fact for fact in facts if fact.favours > 0), None)
        return text if fact is None else sentence(fact.text)

    def summary(
        self, query: int, said: list[tuple[str, str]], counts: Tally = (0, 0, 0), facts: Sequence[Fact] | None = ()
    ) -> str:
        """One line from (attribute, verdict) of the reasons and the counts of everything; where no opinion speaks, from
        facts. None: facts are not told."""
        wording = self.reasons.wording
        if any(verdict in (BETTER, COMPARABLE, WORSE) for _, verdict in said):
            return wording.summary(said, (counts[0], counts[2]))
        if facts:
            otherwise = wording.stop.join(told(facts))
        elif self.reasons.evidence.has_counts and self.catalogue.basis_of(query) == "average":
            otherwise = wording.unplaced
        else:
            template = wording.nothing if self.reasons.evidence.has_counts else wording.without_reviews
            otherwise = wording.without_reason(self.model.name, template)
        return wording.summary(said, (counts[0], counts[2]), otherwise)

    def gave_up(self, one: Substitute, than: Sequence[int | str]) -> str:
        """What an offer gives up for what is wanted more of: what it is worse in, shown or not, and the price."""
        wording = self.reasons.wording
        wanted = {self.reasons.names.attributes[name] for name in than if isinstance(name, int)}
        lost = [
            wording.gives_attribute.format(attribute=reason.attribute)
            for reason in one.reasons
            if reason.verdict == WORSE and reason.attribute not in wanted
        ]
        unshown = one.worse - sum(reason.verdict == WORSE for reason in one.reasons)
        if unshown > 0:
            template = wording.gives_one_unshown if unshown == 1 else wording.gives_unshown
            lost.append(template.format(count=unshown))
        price = next((fact for fact in one.facts if fact.kind == PRICE and fact.favours < 0), None)
        if price is not None:
            lost.append(wording.gives_price.format(amount=price.text))
        return wording.gave_up.format(given=wording.joined(lost)) if lost else wording.gave_up_nothing

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


def said_of(reason: Reason) -> tuple[str, str]:
    """Attribute and verdict of a reason, as a summary has them."""
    return reason.attribute, NOTHING if reason.source == NONE else reason.verdict
