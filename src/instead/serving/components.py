"""Components of a shop, made of its model folder when first needed: catalogue, askers, ranking, reasons, reader."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import InputError
from instead.explanation.briefs import Briefs
from instead.explanation.facts import Facts
from instead.explanation.offers import Offers
from instead.explanation.ordering import Ordering
from instead.explanation.reasons import Names, Reasons
from instead.explanation.shop_claims import SupportedClaims
from instead.kernels.by_number import in_rows
from instead.mentions.attribute_tree import AttributeTree
from instead.models.added_evidence import Said
from instead.models.choices.care_table import CareTable
from instead.models.evidence import Evidence
from instead.models.fact_table import FactTable
from instead.models.model_folder import ModelFolder, weights_of
from instead.models.posteriors import Posteriors
from instead.models.qualities import ItemGroups, grouped_posteriors
from instead.models.weight_tables import WeightTable
from instead.ranking.askers import AskerLookup, Clock
from instead.ranking.catalogue import Catalogue
from instead.ranking.descriptions import Pairs
from instead.ranking.filters import Allowance
from instead.ranking.kinds import Kinds
from instead.ranking.known_items import bases
from instead.ranking.rank import Ranker
from instead.ranking.steering import RuleBook
from instead.ranking.wish_names import Heard, ShopNames
from instead.ranking.wish_reader import WishReader
from instead.ranking.wishes import Wishes
from instead.request import Request
from instead.settings import RecommendSettings
from instead.store.dataset import READER
from instead.wording import ENGLISH

if TYPE_CHECKING:
    from instead.mentions.extractor import Extractor

Ints = NDArray[np.int64]

_READ = ("weight_arrays", "evidence", "care_table", "users", "items", "interactions", "fact_table", "_user_names")


class Components(ModelFolder):
    """A model folder with what serves requests."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        super().__init__(folder, manifest)
        self.choices = RecommendSettings()
        self.wording = ENGLISH
        """Texts of reasons and notes; like `choices`, to be set before the first request."""
        self.book = RuleBook()
        """The shop's rules; shared by shops that differ in words or state."""
        self.clock: Clock = time.time
        """Tells the time of requests without one, where the model looks at it; to be set before the first request."""

    def read(self) -> None:
        """Read what is large of the folder. Nothing is computed of it yet."""
        for name in _READ:
            getattr(self, name)

    # --- components ----------------------------------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> Catalogue:
        """Items as columns."""
        took = np.bincount(self.interactions["item"].to_numpy(), minlength=self.items.height)
        reviewed = self.evidence.has_counts or bool(np.any(self.fact_table.ratings))
        return Catalogue(
            self.items, self.evidence.reviews, bases(self.items, took, lambda: self.links, reviewed=reviewed)
        )

    @cached_property
    def evidence(self) -> Evidence:
        """Counts and quotes of reviews; empty in a shop without mentions."""
        names = self.attributes.height
        found = Evidence.open(self.whole.folder, names)
        return Evidence.none(self.items.height, self.users.height, names) if found is None else found

    @cached_property
    def care_table(self) -> CareTable | None:
        """What users wrote where they could have; None in a shop without mentions."""
        return CareTable.open(self.whole.folder)

    @cached_property
    def tree(self) -> AttributeTree:
        """Names of the attributes, and what belongs to what."""
        return AttributeTree.of(self.attributes)

    @cached_property
    def askers(self) -> AskerLookup:
        """User lookup, fold-in and user cold start."""
        return AskerLookup(
            self._user_names, self.tree, self.catalogue, self._visits, self.model, self.evidence, self.scale,
            self._read, self.wording, self.clock, self.care_table, ordered=self.users["user"].is_sorted(),
        )  # fmt: skip

    @cached_property
    def _user_names(self) -> list[str]:
        return self.users["user"].to_list()

    @cached_property
    def _ranker(self) -> Ranker:
        choices = self.choices
        wishes = Wishes(self.evidence, choices.reasons.prior, choices.wish_weight, self.scale, self.tree.members)
        return Ranker(self.model, choices.pool, choices.exhaustive, wishes)

    @cached_property
    def _allowance(self) -> Allowance:
        return Allowance(self.catalogue, self.wording)

    @cached_property
    def _reasons(self) -> Reasons:
        names = Names(self.catalogue.ids, self._user_names, self.attributes["attribute"].to_list())
        return Reasons(
            self.evidence, names, self.scale, self.choices.reasons, self.wording, self.catalogue.priced, self.posteriors
        )

    @cached_property
    def groups(self) -> ItemGroups:
        """Categories and brands of the items, which the means of their posteriors rest on."""
        return ItemGroups.of(self.catalogue.paths, self.catalogue.brands)

    @cached_property
    def posteriors(self) -> Posteriors:
        """How likely reviews praise each item for each attribute."""
        return grouped_posteriors(self.evidence, self.tree, self.groups)

    @cached_property
    def fact_table(self) -> FactTable:
        """What is known of items beside what reviews say; nothing in a folder of an earlier version."""
        found = FactTable.open(self.whole.folder)
        return FactTable.none(self.items.height) if found is None else found

    @cached_property
    def _ordering(self) -> Ordering:
        chosen = self.choices
        return Ordering(
            self._reasons, self.offers.facts, chosen.near, chosen.gain_weight, chosen.fact_weight, chosen.hold_back
        )

    @cached_property
    def kinds(self) -> Kinds:
        """Which items are of one kind."""
        return Kinds(self.catalogue, self.fact_table)

    @cached_property
    def wish_reader(self) -> WishReader:
        """Reads wishes in words."""
        return WishReader(ShopNames(self.tree, self.catalogue), self.mentioned, self.scale, self.wording)

    def mentioned(self, query: int) -> Heard:
        """How often reviews of an item's kind, or of the item alone where nothing tells its kind, mention an attribute
        and what belongs to it."""
        kind, evidence = self.kinds.of(query), self.evidence
        items = np.array([query]) if kind is None else np.flatnonzero(kind.members)
        cells = np.isin(np.repeat(np.arange(evidence.start.size - 1), np.diff(evidence.start)), items)
        counts = np.bincount(evidence.attribute[cells], evidence.mentions[cells], minlength=evidence.attributes)
        return lambda attribute: int(counts[self.tree.members(attribute)].sum())

    @cached_property
    def offers(self) -> Offers:
        """The explainer of ranked items."""
        return Offers(self.model, self.catalogue, self._reasons, Facts(self.fact_table, self.catalogue, self.wording))

    @property
    def explains_scores(self) -> bool:
        """Whether the model can say what its scores are the sum of."""
        return self.offers.sums.able

    @cached_property
    def weights(self) -> list[WeightTable]:
        """The weights of a model that is a sum of named signals, with parts of the score in the shop's words."""
        part = self.wording.score_part
        return [
            replace(one, rows=tuple(replace(row, part=part(row.part)) for row in one.rows))
            for one in weights_of(self.model)
        ]

    @cached_property
    def _briefs(self) -> Briefs:
        return Briefs(self.offers)

    @property
    def claims(self) -> SupportedClaims:
        """The claims of better and worse, for `instead.evaluation.claims`."""
        names = self._user_names
        return SupportedClaims(lambda user: self.askers.asker(self._asking(names[user])).care, self._reasons)

    def _asking(self, user: str | None) -> Request:
        """A request of a user with any query, for results that do not depend on the query."""
        return Request(user=user, query=self.catalogue.ids[0])

    @cached_property
    def _has_counts(self) -> bool:
        return self.evidence.has_counts

    @cached_property
    def _visits(self) -> tuple[Ints, Ints]:
        """Interactions in compressed rows: where each user's items begin, and the items."""
        user, item = (self.interactions[name].to_numpy().astype(np.int64) for name in ("user", "item"))
        return in_rows(user, item, self.users.height)

    def visited(self, user: str) -> Ints:
        """Items that a user had in the training data; none of somebody unknown."""
        number, (start, items) = self.askers.number(user), self._visits
        return np.empty(0, np.int64) if number is None else items[start[number] : start[number + 1]]

    # --- extraction from texts of a request ------------------------------------------------------------------------

    @cached_property
    def _reader(self) -> Extractor:
        path = self.whole.folder / READER
        if not path.is_file():
            raise InputError(
                f"{self.folder} holds no vocabulary to read reviews with, because its mentions were not extracted from "
                "text here; pass (attribute, sentiment) pairs instead"
            )
        from instead.mentions.saved import read_extractor  # noqa: PLC0415 - takes a second and is rarely needed

        return read_extractor(path)

    def _read(self, texts: Sequence[str]) -> Sequence[str]:
        """The attribute of every mention in some texts."""
        return self._reader.mentions(texts)["attribute"].to_list()

    @property
    def reads(self) -> bool:
        """Whether the folder holds what reads reviews."""
        return (self.whole.folder / READER).is_file()

    def read_reviews(self, texts: Sequence[str], ratings: Sequence[float | None] | None = None) -> list[Pairs]:
        """Mentions of each text, restricted to attributes of the model."""
        known = self.tree.numbers
        found: list[list[Said]] = [[] for _ in texts]
        columns = ("review", "attribute", "sentiment", "confidence", "start", "end")
        for review, name, sentiment, sure, start, end in self._reader.mentions(texts, ratings)[columns].iter_rows():
            if name in known:
                sentence = " ".join(texts[review][start:end].split())
                found[review].append(Said(known[name], sentiment, sure, sentence))
        return [tuple(mentions) for mentions in found]
