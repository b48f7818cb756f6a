"""The attributes of a shop: names, counts, variants, and what was pruned and why.

Phrases are counted under the key of their stems, so "battery" and "batteries", "color" and "colours" are one.
Compounds stand beside their head when they are frequent enough, otherwise their mentions go to the head. Spelling
variants ("warrenty", "sound hole" and "soundhole") join the common form.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.general_families import general_families
from instead.mentions.loops.hashing import mix, table, word_hash
from instead.mentions.loops.matching import START, fold_pairs, match_phrases
from instead.mentions.loops.words import stem_plain
from instead.mentions.spelling import spelling_variants
from instead.mentions.wordlists import VERB_ATTRIBUTES, stop_nouns

Array = npt.NDArray[Any]


def key_of(phrase: str) -> int:
    """Key of a phrase written in lower case, as `phrase_keys` folds it."""
    value = START
    for word in phrase.replace("-", " - ").split():
        value = mix(value, np.uint64(word_hash(stem_plain(word))))
    return int(value)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: `name` is its most common form; `variants` are other forms with their counts.

    `parent` is the name of the attribute it is a part or a kind of ("strap" of "shoulder strap"), empty for none;
    `general` the name of the general family it stands for in this shop, empty for none.
    """

    name: str
    count: int
    variants: dict[str, int] = field(default_factory=dict)
    keys: tuple[int, ...] = ()
    parent: str = ""
    general: str = ""


@dataclass(frozen=True, slots=True)
class Pruned:
    """A candidate that is no attribute."""

    name: str
    count: int
    why: str


@dataclass(frozen=True)
class Vocabulary:
    attributes: list[Attribute]
    pruned: list[Pruned]
    slots: tuple[Array, Array] = field(default_factory=lambda: table(np.empty(0, np.uint64)))
    number: Array = field(default_factory=lambda: np.full(1, -1, np.int32))  # attribute of each slot row, -1 last
    verbs: tuple[Array, Array] = field(default_factory=lambda: _verb_keys())  # noqa: PLW0108 - defined below

    @classmethod
    def of(cls, attributes: list[Attribute], pruned: list[Pruned]) -> Vocabulary:
        keys = [(key, number) for number, one in enumerate(attributes) for key in one.keys]
        found = dict(reversed(keys))  # the more frequent attribute comes first and wins
        rows = np.array(list(found), np.uint64)
        number = np.array([*found.values(), -1], np.int32)
        return cls(attributes, pruned, table(rows), number)

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.attributes]

    @cached_property
    def parents(self) -> npt.NDArray[np.int32]:
        """(attributes,) number of the attribute above each, -1 at the top."""
        number = {name: at for at, name in enumerate(self.names)}
        return np.array([number.get(one.parent, -1) for one in self.attributes], np.int32)

    @cached_property
    def tops(self) -> npt.NDArray[np.int32]:
        """(attributes,) number of the topmost attribute above each: its family, itself where nothing is above it."""
        top = np.arange(len(self.attributes), dtype=np.int32)
        while (self.parents[top] >= 0).any():
            top = np.where(self.parents[top] >= 0, self.parents[top], top)
        return top

    @cached_property
    def of_general(self) -> npt.NDArray[np.int32]:
        """(general families,) number of the attribute that stands for each, -1 for none."""
        number = {one.general: at for at, one in enumerate(self.attributes) if one.general}
        return np.array([number.get(family.name, -1) for family in general_families()], np.int32)

    def above(self, number: int) -> list[int]:
        """Numbers of the attributes above one, the nearest first."""
        found: list[int] = []
        while (number := int(self.parents[number])) >= 0:
            found.append(number)
        return found

    def match(self, phrases: Array, stem: Array, form: Array) -> npt.NDArray[np.int32]:
        """Attribute number of each phrase, -1 for none."""
        out = np.empty(len(phrases), np.int32)
        match_phrases(phrases, stem, form, *self.verbs, *self.slots, out)
        return self.number[out]

    def pair_keys(self, attribute: Array, opinion: Array) -> npt.NDArray[np.uint64]:
        """Key of each (attribute name, opinion form)."""
        out = np.empty(len(attribute), np.uint64)
        fold_pairs(self.name_hashes[attribute] if len(attribute) else self.name_hashes[:0], opinion, out)
        return out

    @cached_property
    def name_hashes(self) -> npt.NDArray[np.uint64]:
        """(attributes,) hash of each name."""
        return np.array([word_hash(one.name) for one in self.attributes], np.uint64)

    def without(self, drop: Iterable[int], why: str) -> Vocabulary:
        """The vocabulary without some attributes."""
        gone = set(drop)
        pruned = [Pruned(self.attributes[n].name, self.attributes[n].count, why) for n in sorted(gone)]
        kept = []
        for number, one in enumerate(self.attributes):
            if number not in gone:  # what hung under one that goes hangs under the next above it
                left = [self.attributes[at].name for at in self.above(number) if at not in gone]
                kept.append(replace(one, parent=left[0] if left else ""))
        return Vocabulary.of(kept, self.pruned + pruned)


def _verb_keys() -> tuple[Array, Array]:
    pairs = sorted((word_hash(verb), key_of(noun)) for verb, noun in VERB_ATTRIBUTES.items())
    return np.array([p[0] for p in pairs], np.uint64), np.array([p[1] for p in pairs], np.uint64)


def build_vocabulary(
    forms: Counter[tuple[int, str]],
    *,
    min_mentions: int,
    min_compound: int,
    brands: frozenset[str] = frozenset(),
    keep: frozenset[str] = frozenset(),
    limit_pruned: int = 500,
) -> Vocabulary:
    """Attributes from counted (key, surface form) of the phrases found in the text."""
    by_key: dict[int, Counter[str]] = defaultdict(Counter)
    for (key, surface), count in forms.items():
        by_key[key][surface] += count
    totals = {key: surfaces.total() for key, surfaces in by_key.items()}
    names = {key: _display(surfaces) for key, surfaces in by_key.items()}
    pruned: list[Pruned] = []
    kept: list[int] = []
    rare: dict[int, str] = {}
    for key, total in sorted(totals.items(), key=lambda pair: (-pair[1], names[pair[0]])):
        name = names[key]
        wanted = name in keep or stem_plain(name) in keep
        why = "" if wanted else _why_not(name, total, min_mentions, min_compound, brands)
        if not why:
            kept.append(key)
        elif why.endswith("occurrences"):
            rare[key] = why
        else:
            pruned.append(Pruned(name, total, why))
    right = spelling_variants({names[key]: totals[key] for key in kept}, {names[key]: totals[key] for key in rare})
    groups: dict[str, list[int]] = defaultdict(list)
    for key in [*kept, *rare]:
        if key in rare and names[key] not in right:
            pruned.append(Pruned(names[key], totals[key], rare[key]))
        else:
            groups[right.get(names[key], names[key])].append(key)
    pruned.sort(key=lambda one: (-one.count, one.name))
    attributes = []
    for name, keys in groups.items():
        surfaces: Counter[str] = Counter()
        for key in keys:
            surfaces += by_key[key]
        others = {form: count for form, count in surfaces.most_common(9) if form != name}
        attributes.append(Attribute(name, surfaces.total(), others, tuple(keys)))
    attributes.sort(key=lambda one: (-one.count, one.name))
    return Vocabulary.of(attributes, pruned[:limit_pruned])


def _why_not(name: str, total: int, min_mentions: int, min_compound: int, brands: frozenset[str]) -> str:
    """Why a candidate is no attribute; empty when it is one."""
    words = name.split()
    stop = stop_nouns()
    reasons = (
        (name in brands, "a brand"),
        (len(words) == 1 and (name in stop or stem_plain(name) in stop), "a general noun"),
        (len(name) < 2 or not any(letter.isalpha() for letter in name), "no word"),
        (total < min_mentions, f"fewer than {min_mentions} occurrences"),
        (len(words) > 1 and total < min_compound, f"a compound with fewer than {min_compound} occurrences"),
        (len(words) > 4, "longer than four words"),
    )
    return next((why for applies, why in reasons if applies), "")


def _display(surfaces: Counter[str]) -> str:
    """The commonest form; of two close ones the shorter, so that "battery" wins over "batteries"."""
    best, count = min(surfaces.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0]))
    close = [form for form, n in surfaces.items() if n >= 0.5 * count and len(form) < len(best)]
    return min(close, key=lambda form: (len(form), form)) if close else best


def rename(vocabulary: Vocabulary, changes: dict[str, str]) -> Vocabulary:
    """Give attributes other names; two with the same name become one."""
    groups: dict[str, Attribute] = {}
    for one in vocabulary.attributes:
        name = changes.get(one.name, one.name)
        if name in groups:
            groups[name] = joined(groups[name], one)
        else:
            groups[name] = replace(one, name=name, keys=(*one.keys, key_of(name)))
    kept = []
    for one in sorted(groups.values(), key=lambda one: (-one.count, one.name)):
        parent = changes.get(one.parent, one.parent)
        kept.append(replace(one, parent="" if parent == one.name else parent))
    return Vocabulary.of(kept, vocabulary.pruned)


def joined(one: Attribute, other: Attribute) -> Attribute:
    """Both as one attribute with the name and the place of the first."""
    return replace(
        one, count=one.count + other.count, variants={**other.variants, other.name: other.count, **one.variants},
        keys=one.keys + other.keys, general=one.general or other.general,
    )  # fmt: skip
