"""From a request to its answer: who asks, what may be offered, in which order, and why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from instead.errors import InputError
from instead.explanation.offers import HONEST
from instead.explanation.ordering import PRICE, Ordered
from instead.ranking.askers import Asker
from instead.ranking.kinds import Kind
from instead.ranking.known_items import NEW
from instead.ranking.newcomers import ATTRIBUTES, NOTHING
from instead.ranking.rank import Ranked
from instead.ranking.steering import Active
from instead.records import Comparison, Recommendation, Substitute
from instead.request import Request, whole
from instead.serving.components import Components

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Answering(Components):
    """Answers requests."""

    def answer(self, request: Request) -> Recommendation:
        """The substitutes of a request, best first, each with its reasons. An unknown query raises `UnknownItem`."""
        asker = self.askers.asker(request)
        q, found, notes = self._ranked(asker, request)
        offered = self.offers.substitutes(
            asker, q, found, request.z, request.style, request.quotes, request.parts,
            request.filters.in_stock is not None,
        )  # fmt: skip
        if request.than:
            than = self._than(request)
            offered = tuple(replace(one, gave_up=self.offers.gave_up(one, than)) for one in offered)
        if found.placed:
            offered = tuple(self._placed(one, found) for one in offered)
        kind = self._gate(request, q)
        return Recommendation(
            request.user, request.query, asker.basis, self.catalogue.basis_of(q), offered, notes, request.session,
            self.wording.user_bases[asker.basis], None if kind is None else kind.name,
            "" if kind is None else kind.text(self.wording), found.keep, self._keep_text(found),
        )  # fmt: skip

    def _placed(self, one: Substitute, found: Ordered) -> Substitute:
        """An offer that says so where a rule of the shop moved it."""
        rule = found.placed.get(self.catalogue.number(one.item))
        return one if rule is None else replace(one, placed_by=rule, placed_text=self.wording.placed_by_shop)

    def _keep_text(self, found: Ordered) -> str:
        """The advice to keep to the query, where that is given."""
        if not found.keep:
            return ""
        return self.wording.keep if len(found.items) else self.wording.keep_alone

    def _than(self, request: Request) -> list[int | str]:
        """What a request wants more of: numbers of attributes, or the price."""
        return [name if name == PRICE else self.askers.attribute(name) for name in request.than]

    def _gate(self, request: Request, query: int) -> Kind | None:
        """The kind that offers have to be of; None where the gate is off or does not know."""
        asked = request.filters.any_kind
        off = self.choices.any_kind if asked is None else asked
        return None if off or request.filters.category is not None else self.kinds.of(query)

    def order(self, request: Request) -> tuple[list[str], dict[str, str]]:
        """The items of an answer in their order, without reasons, and which of them a rule of the shop moved."""
        _, found, _ = self._ranked(self.askers.asker(request), request)
        ids = self.catalogue.ids
        return [ids[item] for item in found.items.tolist()], {ids[item]: rule for item, rule in found.placed.items()}

    def allowed(self, request: Request) -> Bools:
        """(items,) what may be offered at all."""
        q, rules = self.catalogue.number(request.query), self.book.at(self.catalogue, self.clock)
        return self._allowed(request, q, self.askers.asker(request).had, rules)[0]

    def _ranked(self, asker: Asker, request: Request) -> tuple[int, Ordered, tuple[str, ...]]:
        q, rules = self.catalogue.number(request.query), self.book.at(self.catalogue, self.clock)
        allowed, notes = self._allowed(request, q, asker.had, rules)
        found = self._ranker.top(asker, q, allowed, self._pool(request, q, rules), request.diversity)
        return q, *self._put_in_order(asker, request, q, found, allowed, notes, rules)

    def _allowed(self, request: Request, q: int, had: Ints, rules: Active | None) -> tuple[Bools, list[str]]:
        """(items,) what may be offered to somebody with a history, and notes about that."""
        allowed, notes = self._allowance.mask(request.filters, q, had)
        if rules is not None and allowed.any() and rules.narrow(q, allowed) and not allowed.any():
            notes.append(self.wording.rules_leave_nothing)
        if (kind := self._gate(request, q)) is not None:
            others, allowed = int(allowed.sum()), allowed & kind.members
            left = int(allowed.sum())
            if left < min(request.k, others):
                said = self.wording.few_of_kind if left else self.wording.none_of_kind
                notes.append(said.format(count=self.wording.number(left)))
        placed = {
            ATTRIBUTES: self.wording.placed_by_reviews,
            NEW: self.wording.placed_without_reviews,
            NOTHING: self.wording.placed_by_nothing,
        }
        if (basis := self.catalogue.basis_of(q)) in placed:
            notes.append(placed[basis].format(query=request.query))
        if not self._has_counts:
            notes.append(self.wording.no_reviews_kept)
        return allowed, notes

    def _by_score(self, request: Request) -> bool:
        """Whether offers stay in the order of the ranking, whatever speaks for them."""
        return request.style != HONEST or request.diversity > 0.0

    def _moved(self, request: Request, q: int, rules: Active | None) -> int | None:
        """How many places beyond the list the shop's rules may reach; None where none moves an offer."""
        if rules is None or request.than or not rules.moves(q):  # what somebody asks for goes first
            return None
        return rules.reach(q, request.k)

    def _pool(self, request: Request, q: int, rules: Active | None) -> int:
        """How many of the best are looked at."""
        if request.than:
            return max(5 * request.k, self.choices.pool)
        near = 0 if self._by_score(request) else self._ordering.near
        return max(request.k + (self._moved(request, q, rules) or 0), near)

    def _put_in_order(
        self, asker: Asker, request: Request, q: int, found: Ranked, allowed: Bools, notes: list[str],
        rules: Active | None,
    ) -> tuple[Ordered, tuple[str, ...]]:  # fmt: skip
        """The list of what was ranked, with all notes."""
        than, more = self._than(request), self._moved(request, q, rules)
        if len(found.scores) > 1 and found.scores.min() == found.scores.max():
            notes.append(self.wording.all_alike)
        if self._by_score(request) and not than:
            ordered = Ordered(found.items, found.scores, found.among)
        else:
            ordered = self._ordering.of(self.offers.person(asker), q, found, request.k, than, more or 0)
        if rules is not None and more is not None:
            ordered = self._steered(rules, asker, q, ordered, found, allowed, request.k)
        if than:
            notes += self._better_than(q, ordered, request)
        if ordered.held_back and len(ordered.items) < request.k:
            notes.append(self.wording.held_back.format(count=self.wording.number(ordered.held_back)))
        return ordered, (*asker.notes, *notes)

    def _steered(
        self, rules: Active, asker: Asker, query: int, ordered: Ordered, found: Ranked, allowed: Bools, k: int
    ) -> Ordered:
        """The list as the shop's rules want it."""
        worth = ordered.worth
        if worth is None:  # in the model's order
            plain = np.asarray(found.scores if found.worth is None else found.worth, np.float64)[: len(ordered.items)]
            worth = (plain - plain.mean()) / max(float(plain.std()), 1e-9) if plain.size else plain
        moved = rules.moved(query, ordered.items.tolist(), worth.tolist(), allowed, k)

        def score(item: int) -> float:
            return float(self._ranker.one(asker, query, item, allowed).scores[0])

        return ordered.cut(moved.items, score, moved.placed)

    def _better_than(self, query: int, found: Ordered, request: Request) -> list[str]:
        """A note where not all offers are known to be better in what the request wants more of."""
        compared = self._reasons.compare(query, found.items) if found.compared is None else found.compared
        known = int((self._ordering.wanted(query, found.items, compared, self._than(request)) == 2).sum())
        if known == len(found.items):
            return []
        names = self.wording.joined(request.than)
        template = self.wording.fewer_than if known else self.wording.none_better
        return [template.format(count=known, attributes=names)]

    def why(self, request: Request, substitute: str) -> Substitute:
        """Why one item may replace the query, whether or not it would be recommended, and what its score is the sum of.

        Its `notes` name parts of the request that could not be met, e.g. an unknown user, for whom the average is used.
        """
        q, j = self._two(request.query, substitute)
        asker = self.askers.asker(request)
        ranked = self._ranker.one(asker, q, j, self._allowance.mask(request.filters, q, asker.had)[0])
        one = Ordered(ranked.items, ranked.scores, ranked.among)
        (found,) = self.offers.substitutes(
            asker, q, one, request.z, request.style, request.quotes, True, request.filters.in_stock is not None
        )
        return replace(found, notes=asker.notes)

    def _two(self, query: str, substitute: str) -> tuple[int, int]:
        """Numbers of two different items."""
        q, j = self.catalogue.number(query), self.catalogue.number(substitute)
        if q == j:
            raise InputError(f"{substitute} is the item being looked at; name another one to compare it with")
        return q, j

    def side_by_side(self, request: Request, substitute: str, n: int = 8) -> Comparison:
        """The comparison table: the z reasons for the substitute, then the attributes of most weight, n in all."""
        whole(n, "n", 0)
        q, j = self._two(request.query, substitute)
        asker = self.askers.asker(request)
        mine, theirs = self.offers.quality(np.array([j, q]))
        rows = self._reasons.table(q, j, self.offers.person(asker), mine, theirs, n, request.quotes, request.z)
        return Comparison(rows, self.wording.words.heads)
