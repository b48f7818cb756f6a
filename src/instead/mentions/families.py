"""Families of attributes: what is one thing under several names, and what is a part or a kind of what.

`with_families` takes the attributes found in a shop and
- joins those that mean the same: nouns of a general family ("money" is value), synonyms, forms of one word ("brew time"
  and "brewing time"), and names that are used in place of each other (`surroundings.py`);
- hangs the others under what they belong to: "shoulder strap" under "strap", "battery life" under "battery", "bass"
  under "sound".
Opposites and things that are named side by side are never joined. The same input gives the same families.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from instead.mentions.general_families import STANDS_FOR, Family, general_families
from instead.mentions.loops.words import stem_plain
from instead.mentions.surroundings import LEAST_OCCURRENCES, Likeness
from instead.mentions.synonyms import apart, no_kinds, synonym_groups
from instead.mentions.vocabulary import Attribute, Pruned, Vocabulary, joined, key_of

ALIKE = 0.19
"""Least likeness of surroundings from which two names are one thing, on the average of the names of both."""
_ALIKE_GROWS, _ALIKE_FROM = 0.085, -0.06  # with the logarithm of their occurrences
_FORMS_ALIKE = 0.06  # of two forms of one word ("lace", "lacing"), where both are frequent enough to tell
_MADE_ALIKE = 0.15  # of a word and what is made of it ("adjust", "adjustment"; "dim", "dimmer")
_FORMS_SEEN = 20  # occurrences from which forms of one word must be alike
_KINDS, _SIDES = 1.5, 0.75  # times as much for compounds with the same last word, and with the same first word
_ENOUGH = 50  # occurrences from which a name counts in full
_TOGETHER = 0.03  # share of sentences with both from which two names are two things
_ALONE = 2  # occurrences outside of compounds that a head must have
_NO_KINDS = frozenset(["value", "performance", "ease of use"])  # "resale value" is no kind of value
_ABOUT_MODIFIER = frozenset(
    [
        "quality",
        "life",
        "level",
        "performance",
        "strength",
        "reproduction",
        "output",
        "time",
        "speed",
        "capacity",
        "duration",
    ]
)
"""Heads that say which side of the word before them is meant: "battery life" belongs to "battery", not to "life"."""


def stems(name: str) -> tuple[str, ...]:
    """Stems of the words of a name; hyphens count as spaces."""
    return tuple(stem_plain(word) for word in name.lower().replace("-", " ").split())


@lru_cache(maxsize=1)
def _family_of_noun() -> dict[tuple[str, ...], Family]:
    return {stems(noun): family for family in general_families() for noun in (*family.names, *family.nouns)}


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Family]:
    return {family.name: family for family in general_families()}


@lru_cache(maxsize=1)
def _general_parent() -> dict[tuple[str, ...], str]:
    return {stems(member): family.name for family in general_families() for member in family.members}


@lru_cache(maxsize=1)
def _same_word() -> dict[tuple[str, ...], tuple[str, ...]]:
    return {stems(name): stems(group[0]) for group in synonym_groups() for name in group}


def never_one(left: str, right: str) -> bool:
    """Opposites and rivals: names that differ in words of one line of `synonyms.apart`."""
    mine, theirs = set(stems(left)), set(stems(right))
    return any(_lines(a) & _lines(b) for a in mine - theirs for b in theirs - mine)


@lru_cache(maxsize=4096)
def _lines(stem: str) -> frozenset[int]:
    return _apart_stems().get(stem, frozenset())


@lru_cache(maxsize=1)
def _apart_stems() -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for word, lines in apart().items():
        found[stem_plain(word)] = found.get(stem_plain(word), frozenset()) | lines
    return found


_ACTION = ("ing",)
_MADE = ("ation", "ion", "ment", "ness", "er", "or")


def bases(stem: str, endings: Sequence[str]) -> list[str]:
    """What a word may be made from: "lacing" from "lac" or "lace", "dimming" from "dimm" or "dim"; none without an
    ending."""
    for ending in endings:
        left = stem.removesuffix(ending)
        if left != stem and len(left) >= 3:
            return [left, left + "e", *([left[:-1]] if left[-1] == left[-2] else [])]
    return []


class _Groups:
    """Attributes joined step by step; the members of a group are kept with their most frequent one first."""

    def __init__(self, attributes: Sequence[Attribute], like: Likeness, kept: set[int]) -> None:
        self.attributes = attributes
        self.group = list(range(len(attributes)))
        self.members: dict[int, list[int]] = {n: [n] for n in range(len(attributes))}
        self.occurrences = like.occurrences
        self.alike: dict[tuple[int, int], float] = {}
        self.together: dict[tuple[int, int], float] = {}
        rows = zip(like.first.tolist(), like.second.tolist(), like.alike.tolist(), like.together.tolist(), strict=True)
        for a, b, alike, together in rows:
            self.alike[a, b] = self.alike[b, a] = alike
            self.together[a, b] = self.together[b, a] = together
        self.stems = [stems(one.name) for one in attributes]
        self.general = [
            None if n in kept else _family_of_noun().get(stems(one.name)) for n, one in enumerate(attributes)
        ]

    def family(self, group: int) -> Family | None:
        return next((found for n in self.members[group] if (found := self.general[n]) is not None), None)

    def may_join(self, left: int, right: int, *, learned: bool) -> bool:
        """Whether two groups may be one; what the text says of companions counts where the text asks for it."""
        mine, theirs = self.family(left), self.family(right)
        if mine is not None and theirs is not None and mine is not theirs:
            return False
        for a in self.members[left]:
            for b in self.members[right]:
                if never_one(self.attributes[a].name, self.attributes[b].name):
                    return False
                if learned and self.together.get((a, b), 0.0) > _TOGETHER:
                    return False
        return True

    def join(self, left: int, right: int, *, learned: bool = False) -> None:
        left, right = sorted((self.group[left], self.group[right]))
        if left == right or not self.may_join(left, right, learned=learned):
            return
        self.members[left] += self.members.pop(right)
        for n in self.members[left]:
            self.group[n] = left

    def bar(self, a: int, b: int) -> float:
        """Likeness that two names need to be one thing: the more often they are seen, the more it must be, as chance
        says less. Kinds of one thing ("wire cutter", "string cutter") are alike without being one; two sides of one
        thing ("laptop sleeve", "laptop compartment") are one more easily."""
        times = min(self.occurrences[a], self.occurrences[b])
        needed = max(ALIKE, _ALIKE_GROWS * math.log(max(times, 1)) + _ALIKE_FROM)
        left, right = self.stems[a], self.stems[b]
        short, long = sorted((left, right), key=len)
        if len(short) < len(long) and long[-len(short) :] == short:
            return math.inf  # a kind of the other, and that is where it hangs
        if min(len(left), len(right)) > 1:
            needed *= _KINDS if left[-1] == right[-1] else _SIDES if left[0] == right[0] else 1.0
        return needed

    def mean_alike(self, left: int, right: int) -> float:
        """Likeness of two groups as a share of what it must be: the mean over pairs of names that can be compared;
        frequent ones count more."""
        total = weight = 0.0
        for a in self.members[left]:
            for b in self.members[right]:
                times = min(self.occurrences[a], _ENOUGH) * min(self.occurrences[b], _ENOUGH)
                if min(self.occurrences[a], self.occurrences[b]) >= LEAST_OCCURRENCES and self.bar(a, b) < math.inf:
                    total += times * self.alike.get((a, b), 0.0) / self.bar(a, b)
                    weight += times
        return total / weight if weight else 0.0


def with_families(
    vocabulary: Vocabulary, like: Likeness, implied: Mapping[str, int], least: int, keep: frozenset[str] = frozenset()
) -> Vocabulary:
    """The vocabulary with names joined and attributes hung under others.

    `implied` counts the cues of each general family; those with `least` or more become attributes even where no noun
    names them. Words in `keep` stay what they are.
    """
    stays = [stems(one.name) not in _said_only() or one.name in keep for one in vocabulary.attributes]
    attributes = [one for one, left in zip(vocabulary.attributes, stays, strict=True) if left]
    if not all(stays):
        like = _without(like, stays)
    kept = {n for n, one in enumerate(attributes) if one.name in keep}
    groups = _Groups(attributes, like, kept)
    _join_known(groups, kept)
    _join_forms(groups, kept)
    _join_alike(groups, kept)
    made, alone = _named(groups, implied, least)
    gone = [
        Pruned(one.name, one.count, f"said of {_said_only()[stems(one.name)]}, not sold")
        for one, left in zip(vocabulary.attributes, stays, strict=True)
        if not left
    ]
    return Vocabulary.of(_hung(made, alone), vocabulary.pruned + gone)


@lru_cache(maxsize=1)
def _said_only() -> dict[tuple[str, ...], str]:
    return {stems(noun): family for noun, family in STANDS_FOR.items()}


def _without(like: Likeness, left: Sequence[bool]) -> Likeness:
    """The likeness of some of the attributes, numbered anew."""
    stays = np.array(left)
    number = np.cumsum(stays) - 1
    pairs = stays[like.first] & stays[like.second]
    return Likeness(
        like.occurrences[stays], number[like.first[pairs]], number[like.second[pairs]], like.alike[pairs],
        like.together[pairs],
    )  # fmt: skip


def _join_known(groups: _Groups, kept: set[int]) -> None:
    """Nouns of one general family, and synonyms of every shop, also inside compounds."""
    by_family: dict[str, int] = {}
    by_meaning: dict[tuple[str, ...], int] = {}
    for n, one in enumerate(groups.attributes):
        if n in kept:
            continue
        general = groups.general[n]
        if general is not None:
            groups.join(by_family.setdefault(general.name, n), n)
        name = stems(one.name)
        meaning = _same_word().get(name)
        if meaning is None:
            meaning = tuple(part for stem in name for part in _same_word().get((stem,), (stem,)))
        groups.join(by_meaning.setdefault(meaning, n), n)


def _join_forms(groups: _Groups, kept: set[int]) -> None:
    """Forms of one word ("lace" and "lacing", "brew time" and "brewing time") unless their surroundings speak against
    it; where the ending makes another thing of it ("dimmer", "basement") they must speak for it."""
    number = {stems(one.name): n for n, one in reversed(list(enumerate(groups.attributes))) if n not in kept}
    for name, n in sorted(number.items()):
        for place, stem in enumerate(name):
            for endings in (_ACTION, _MADE):
                for found in bases(stem, endings):
                    other = number.get((*name[:place], found, *name[place + 1 :]))
                    if other is None or other == n:
                        continue
                    alike = groups.alike.get((other, n), 0.0)
                    told = min(groups.occurrences[other], groups.occurrences[n]) >= _FORMS_SEEN
                    if alike >= (_FORMS_ALIKE if endings is _ACTION else _MADE_ALIKE) or (
                        endings is _ACTION and not told
                    ):
                        groups.join(other, n)


def _join_alike(groups: _Groups, kept: set[int]) -> None:
    """Names used in place of each other: the most alike first, as long as groups are alike on the average."""
    pairs = [
        (alike / bar, a, b) for (a, b), alike in groups.alike.items()
        if a < b and alike >= (bar := groups.bar(a, b)) and not {a, b} & kept
    ]  # fmt: skip
    for _, a, b in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        left, right = groups.group[a], groups.group[b]
        if left != right and groups.mean_alike(left, right) >= 1.0:
            groups.join(a, b, learned=True)


def _named(groups: _Groups, implied: Mapping[str, int], least: int) -> tuple[list[Attribute], dict[str, int]]:
    """One attribute per group, and one per general family that only cues speak of; how often each is said alone."""
    made: list[Attribute] = []
    alone: list[int] = []
    owned = {key for one in groups.attributes for key in one.keys}  # what the user keeps is found under its own name
    for group, members in groups.members.items():
        alone.append(sum(int(groups.occurrences[n]) for n in members))
        family = groups.family(group)
        first, *others = [groups.attributes[n] for n in members]
        one = first
        for other in others:
            one = joined(one, other)
        if family is None:
            made.append(one)
            continue
        names = {groups.attributes[n].name: groups.attributes[n].count for n in members}
        called = max(
            (name for name in family.names if name in names), key=lambda name: names[name], default=family.name
        )
        variants = {**names, **one.variants}
        variants.pop(called, None)
        keys = (*one.keys, *(key for key in _keys(family) if key not in owned))
        made.append(replace(one, name=called, variants=variants, keys=keys, general=family.name))
    times = {one.name: count for one, count in zip(made, alone, strict=True)}
    said = {one.general for one in made}
    taken = {one.name for one in made}
    for family in general_families():
        count = implied.get(family.name, 0)
        if family.name not in said and family.name not in taken and count >= least:
            keys = tuple(key for key in _keys(family) if key not in owned)
            made.append(Attribute(family.name, count, {}, keys, general=family.name))
    return sorted(made, key=lambda one: (-one.count, one.name)), times


def _keys(family: Family) -> list[int]:
    return [key_of(noun) for noun in (*family.names, *family.nouns)]


def _hung(attributes: list[Attribute], alone: Mapping[str, int]) -> list[Attribute]:
    """The attributes with the one above each: what it is a kind of, if that is also said alone."""
    where: dict[tuple[str, ...], str] = {}
    for one in attributes:
        if one.general in _NO_KINDS or alone.get(one.name, 0) < _ALONE:
            continue
        family = _by_name().get(one.general)
        for name in (one.name, *one.variants) if family is None else family.names:
            where.setdefault(stems(name), one.name)
    general = {one.general: one.name for one in attributes if one.general}
    parent = {}
    for one in attributes:
        above = _general_parent().get(stems(one.general or one.name))
        found = general.get(above, "") if above else ""
        if not found and not one.general and one.name not in no_kinds():
            found = _of_words(stems(one.name), where)
        parent[one.name] = "" if found == one.name else found
    for name in list(parent):  # a circle is cut where it closes
        seen, at = {name}, parent[name]
        while at:
            if at in seen:
                parent[name] = ""
                break
            seen.add(at)
            at = parent[at]
    return [replace(one, parent=parent[one.name]) for one in attributes]


def _of_words(name: tuple[str, ...], where: Mapping[tuple[str, ...], str]) -> str:
    """What a compound is a kind of: its longest known ending, or its first words where its head is a side of them."""
    if len(name) > 1 and name[-1] in _ABOUT_MODIFIER:
        for end in range(len(name) - 1, 0, -1):
            if name[:end] in where:
                return where[name[:end]]
    for begin in range(1, len(name)):
        if name[begin:] in where:
            return where[name[begin:]]
    return ""
