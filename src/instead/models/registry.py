"""Registry of models by name. A new model is a file of its own and one line here (docs/extending.md).

Entries are imported lazily. Models of other packages, and those of our own `lab`, are found as entry points of the
group `instead.models`; a script may `register` one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import EmptyResult, InputError
from instead.material import Material
from instead.models.interface import StoredModel
from instead.models.learning import OneGo, Trainer
from instead.settings import ModelSettings

GROUP = "instead.models"
DEFAULT = "ranker"
"""The model that `instead train` trains by default."""

PRODUCT: dict[str, str] = {
    "ranker": "instead.models.ranker.ranker_entry:ENTRY",
    "a2cf": "instead.models.a2cf.entry:ENTRY",
    "blend": "instead.models.blend:ENTRY",
    "random": "instead.models.reference.random_scores:ENTRY",
    "popularity": "instead.models.reference.popularity:ENTRY",
    "recent-popularity": "instead.models.reference.recent_popularity:ENTRY",
    "category-popularity": "instead.models.reference.category_popularity:ENTRY",
    "item-knn": "instead.models.reference.item_knn:ENTRY",
    "attribute-tf-idf": "instead.models.reference.attribute_tfidf:ENTRY",
    "title-tf-idf": "instead.models.ranker.alone:TITLES",
    "category-tf-idf": "instead.models.ranker.alone:CATEGORIES",
    "ials": "instead.models.ranker.alone:IALS",
    "adamic-adar": "instead.models.reference.common_neighbours:ADAMIC_ADAR",
    "resource-allocation": "instead.models.reference.common_neighbours:RESOURCE_ALLOCATION",
    "2-hop": "instead.models.reference.propagation:TWO_HOP",
    "3-hop": "instead.models.reference.propagation:THREE_HOP",
    "3-hop-indirect": "instead.models.reference.propagation:THREE_HOP_INDIRECT",
    "walks": "instead.models.ranker.alone:WALKS",
    "listed": "instead.models.ranker.alone:LISTED",
    "complement-steps": "instead.models.ranker.alone:COMPLEMENT_STEPS",
    "owned-substitutes": "instead.models.ranker.alone:OWNED",
    "bought-together": "instead.models.ranker.alone:BOUGHT_TOGETHER",
    "exposure": "instead.models.ranker.alone:EXPOSURE",
    "attribute-gain": "instead.models.ranker.alone:GAIN",
    "mean-stars": "instead.models.ranker.alone:STARS",
    "same-brand": "instead.models.ranker.alone:BRAND",
    "price-distance": "instead.models.ranker.alone:PRICE",
    "your-time": "instead.models.ranker.alone:YOUR_TIME",
}
"""Name -> where its entry is, the plainest references first after the two that are learned."""

Parts = Mapping[str, StoredModel]
Loaded = Callable[[Any, Mapping[str, NDArray[Any]], Parts], StoredModel]
Made = Callable[[Material, Any], StoredModel]
TrainerOf = Callable[[Material, Any, Parts], Trainer]
Bytes = Callable[[Material, Any], dict[str, int]]


@dataclass(frozen=True)
class Entry:
    """One kind of model: its settings, how it is trained, loaded and tuned, and what it needs."""

    name: str
    settings: type[ModelSettings]
    load: Loaded
    """Builds the model from settings, arrays (which may be memory-mapped) and the parts of an ensemble, by name."""
    memory: Bytes
    """Estimated bytes of training, by part, before anything is allocated."""
    fit: Made | None = None
    """Fits the model in one step ..."""
    trainer: TrainerOf | None = None
    """... or makes a trainer that learns it round by round; one of the two is set."""
    grid: dict[str, list[Any]] = field(default_factory=dict)
    """Default grid of `instead tune`."""
    everywhere: bool = False
    """Whether `instead tune` judges it on every protocol at once, not on the lists of one split alone."""
    needs: tuple[str, ...] = ()
    """Data that the model requires: names of `NEEDS`."""
    reference: bool = False
    """Whether it is a reference baseline."""
    made_of: Callable[[Any], dict[str, tuple[str, ModelSettings]]] = lambda settings: {}
    """Parts of an ensemble: name -> (model, settings)."""
    about: str = ""
    """What it does, in one line."""

    @property
    def is_composed(self) -> bool:
        """Whether it is an ensemble of other models."""
        return bool(self.made_of(self.settings.of_preset("default")))

    def training(self, material: Material, settings: Any, parts: Parts) -> Trainer:
        """A trainer for this material; `parts` are the trained parts of an ensemble."""
        if self.trainer is not None:
            return self.trainer(material, settings, parts)
        if self.fit is None:
            raise TypeError(f"the entry of {self.name!r} has neither `fit` nor `trainer`")
        fit = self.fit
        return OneGo(lambda: fit(material, settings))

    def checked(self, settings: object) -> ModelSettings:
        """The settings; raises an error if they are those of another model."""
        if not isinstance(settings, self.settings):
            raise InputError(
                f"a model {self.name!r} takes {self.settings.__name__}, not {type(settings).__name__}; name the model "
                "that the settings are for"
            )
        return settings

    def missing(self, material: Material) -> str | None:
        """Why the model cannot be trained on this material, in words; None if it can."""
        return next((NEEDS[need][1] for need in self.needs if not NEEDS[need][0](material)), None)

    def check(self, material: Material) -> None:
        """Raise an error if the material lacks data that the model requires."""
        if (lacking := self.missing(material)) is not None:
            folder = "" if material.source is None else str(material.source.folder)
            said = lacking.format(folder=folder)
            raise EmptyResult(f"{folder}: a model {self.name!r} cannot be trained here: {said}".removeprefix(": "))


def _described(material: Material, column: str) -> bool:
    """Whether any item of the catalogue has this."""
    return material.source is not None and material.source.items[column].null_count() < material.items


NEEDS: dict[str, tuple[Callable[[Material], bool], str]] = {
    "triples": (
        lambda material: bool((material.user >= 0).any()),
        "no training triples of people, because nobody took an item that links name, or no links are left; give "
        "`instead prepare` links or a view log and who took what (it says what was dropped), or leave the choice of "
        "the model to the data: `instead train {folder}`",
    ),
    "pairs": (
        lambda material: bool(material.query.size),
        "no training triples, because no substitute links are left; give `instead prepare` links or a view log (it "
        "says what was dropped), or train a model that needs none: `instead train {folder} --model item-knn`",
    ),
    "links": (lambda material: bool(material.graph.edges), "there are no substitute links"),
    "mentions": (
        lambda material: material.attributes > 0,
        "no mentions yet; run `instead extract {folder}` first if its reviews have texts, or train a model that reads "
        "no reviews, such as the ranker",
    ),
    "times": (
        lambda material: not bool(np.isnat(material.visited_time).all()),
        "no training interaction has a time; prepare the dataset from files that say when, or train popularity instead",
    ),
    "categories": (lambda material: material.categories is not None, "no item has a category"),
    "titles": (lambda material: _described(material, "title"), "no item has a title"),
    "brands": (lambda material: _described(material, "brand"), "no item has a brand"),
    "prices": (lambda material: _described(material, "price"), "no item has a price"),
    "stars": (
        lambda material: not bool(np.isnan(material.visited_stars).all()),
        "no training interaction has a rating",
    ),
    "complements": (
        lambda material: (
            material.source is not None
            and not bool(material.links["relation"].is_in(material.substitute_relations).all())
        ),
        "there are no links of complements: every relation counts as substitutes",
    ),
}
"""Name -> test for the material, and the error message if it fails."""

_registered: dict[str, Entry] = {}


def register(entry: Entry) -> Entry:
    """Register a model in this process, for scripts and notebooks; other packages use entry points."""
    _registered[entry.name] = entry
    return entry


def names() -> list[str]:
    """Names of all registered models, built-in ones first."""
    return list(dict.fromkeys([*PRODUCT, *(point.name for point in entry_points(group=GROUP)), *_registered]))


def entry_of(name: str) -> Entry:
    """The entry of a name. Case, blanks and punctuation do not matter: `3-hop, indirect` is `3-hop-indirect`."""
    wanted = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if wanted in _registered:
        return _registered[wanted]
    if wanted in PRODUCT:
        module, _, attribute = PRODUCT[wanted].partition(":")
        found = getattr(import_module(module), attribute)
    else:
        points = [point for point in entry_points(group=GROUP) if point.name == wanted]
        if not points:
            raise InputError(f"unknown model {name!r}: choose one of {', '.join(names())}")
        found = points[0].load()
    if not isinstance(found, Entry):
        raise TypeError(f"the entry of model {wanted!r} is a {type(found).__name__}, not an Entry")
    return _registered.setdefault(wanted, found)


_CARRIED = (DEFAULT, "title-tf-idf", "category-tf-idf", "item-knn", "popularity")
"""What is trained where nothing else is asked for: the first that the data can carry."""


def carried(material: Material) -> Entry:
    """The model that a shop's data can carry: the default one wherever anything says what replaces what."""
    for name in _CARRIED:
        entry = entry_of(name)
        if entry.missing(material) is None and (material.visited.size or name not in ("item-knn", "popularity")):
            return entry
    folder = "" if material.source is None else f"{material.source.folder}: "
    raise EmptyResult(
        f"{folder}nothing tells which items are alike: no links, no titles or categories that two items share, and "
        "nobody who took any; give `instead prepare` one of these"
    )


def references() -> list[Entry]:
    """Reference baselines, the simplest first."""
    return [entry for name in PRODUCT if (entry := entry_of(name)).reference]
