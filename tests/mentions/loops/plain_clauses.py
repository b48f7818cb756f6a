"""Clauses, turns and voices by their definition: cut the sentence into lists, then look at each list as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.mentions.loops.tokens import ADJECTIVES, NOUNS, VERBS, Sentence, Token

Marked = tuple[int, str, frozenset[str]]
SOFT = {"intensifier", "excess", "downtoner", "less", "turned"}
"""Words that pass on what is done to the next word."""


def finite(token: Token) -> bool:
    return token.tag in ("VBZ", "VBD", "VBP", "MD") or ("be" in token.roles and token.tag in VERBS)


def compares(token: Token) -> bool:
    return token.tag == "JJR" or "comparative" in token.roles


def shape(token: Token) -> str:
    """n may be a subject, d may stand in its phrase, f is finite, b is finite or stands in the phrase, x is none."""
    if token.tag in (*NOUNS, "PRP", "EX"):
        return "n"
    if token.tag in ("DT", "PRP$", "RB", "VBN", *ADJECTIVES):
        return "b" if finite(token) else "d"
    return "f" if finite(token) else "x"


def another_subject(rest: Sentence) -> bool:
    """Has a noun phrase its finite verb within seven words?"""
    return re.match("[db]*n[dn]*[fb]", "".join(map(shape, rest[:7]))) is not None


def waits_for_comma(clause: Sentence) -> bool:
    """Does the clause open with "although", "if", "except for" or "unlike"?"""
    for token in clause:
        if "inner" in token.roles:
            continue
        if token.roles & {"subordinate", "condition", "except", "than"}:
            return True
        if token.tag not in ("PUNCT", "CC") and "contrast" not in token.roles:
            return False
    return False


def tags_of(tokens: Sentence) -> str:
    return " ".join(token.tag for token in tokens) + " "


def described_noun(rest: Sentence) -> bool:
    """ "hideous colour": adverbs, adjectives and a noun."""
    return re.match(r"(RB )*((JJ|JJR|JJS|VBN) )+(NN|NNS|NNP) ", tags_of(rest)) is not None


def gapped(rest: Sentence) -> bool:
    """ "the butter rock hard": a subject whose verb is left out."""
    return re.match(r"(DT|PRP\$) ((NN|NNS|NNP) )+(JJ|JJR|JJS|RB|VBN) ", tags_of(rest)) is not None


def opens_clause(rest: Sentence, clause: Sentence) -> bool:
    """Does the first word of the rest begin a clause, `clause` being the words since the last beginning?"""
    word, tags = rest[0], [token.tag for token in rest[1:]]
    inner, comma = "inner" in word.roles, word.word == ","
    verb = any(finite(token) for token in clause)
    noun = any(token.tag in NOUNS and not token.roles & {"inner", "expression"} for token in clause)
    judging = (
        bool(clause) and clause[-1].tag == "PUNCT" and clause[-1].roles & {"inner", "expression"} == {"expression"}
    )
    if noun and judging and word.tag != "PUNCT":
        return True
    if "contrast" in word.roles and not inner:
        return [token.word for token in rest[1:2]] != [","]
    if word.tag == "PUNCT" and not comma:
        emoji = tags[:1] == ["PUNCT"] and "expression" in rest[1].roles
        return not word.roles & {"inner", "expression"} and not emoji
    if "subordinate" in word.roles and (verb or noun) and not inner:
        return another_subject(rest[1:])
    if not tags or not (comma or word.tag == "CC") or inner:
        return False
    joined = comma and tags[0] == "CC"
    if tags[0] in ("PRP", "EX") or (joined and tags[1:2] and tags[1] in ("PRP", "EX", "DT")):
        return True
    if verb and another_subject(rest[2 if joined else 1 :]):
        return True
    if not comma:
        return False
    if waits_for_comma(clause) or tags[0] == "MD" or rest[1].roles & {"unreal", "negator"}:
        return True
    return gapped(rest[1:]) if verb else noun and described_noun(rest[1:])


def cut(sentence: Sentence) -> Iterator[tuple[int, range]]:
    """Number and places of each clause; the first has none where its first word begins another."""
    begins = [0]
    for place in range(len(sentence)):
        if opens_clause(sentence[place:], sentence[begins[-1] : place]):
            begins.append(place)
    for number, (begin, end) in enumerate(zip(begins, [*begins[1:], len(sentence)], strict=True)):
        if begin < end:
            yield number, range(begin, end)


@dataclass(frozen=True)
class Clause:
    """Places of a clause in its sentence."""

    sentence: Sentence
    places: range

    @property
    def whole(self) -> list[int]:
        """Places of single words and of the last words of expressions."""
        return [place for place in self.places if "inner" not in self.sentence[place].roles]

    def before(self, place: int) -> list[Token]:
        return [self.sentence[k] for k in self.whole if k < place]

    def between(self, after: int, up_to: int) -> list[int]:
        """Places behind `after` up to and with `up_to`."""
        return [place for place in self.places if after < place <= up_to]

    def reached(self, negator: int) -> dict[int, str]:
        """Words that a negation applies to, and how: five words, an expression being one."""
        roles = self.sentence[negator].roles
        left, found, noun = 9 if "absolute" in roles else 5, {}, False  # type: int, dict[int, str], bool
        for place in self.between(negator, len(self.sentence)):
            token, behind = self.sentence[place], self.sentence[place + 1 : place + 7]
            noun |= token.tag in NOUNS
            if left == 0 or (token.word == "," and not {"or", "nor"} & {one.word for one in behind}):
                break
            if "lack" in roles and (token.tag in ("CC", "W") or finite(token) or (noun and token.tag in ("IN", "TO"))):
                break
            found[place] = "no" if "lack" in roles and token.tag in NOUNS else "not"
            left -= "inner" not in token.roles
            handed = token.tag == "VB" and [one.tag for one in behind[:1]] in (
                ["DT"], ["PRP"], ["PRP$"], ["IN"], ["EX"],
            )  # fmt: skip
            left = 9 if 0 < left < 5 and handed and "inner" not in token.roles else left
        return found

    def passed_on(self, place: int, turns: dict[int, str]) -> str:
        """What the words before `place` do to it: that of the last "too", "a bit", "less" which nothing took up."""
        before = [k for k in self.whole if k < place]
        if not before:
            return ""
        last = before[-1]
        token = self.sentence[last]
        passes = token.roles & SOFT if token.tag in (*NOUNS, *ADJECTIVES, "RB", *VERBS) else token.tag == "DT"
        waiting = self.passed_on(last, turns) if passes else ""
        if "turned" in token.roles:
            return "not too"
        if "excess" in token.roles:
            return "not too" if turns[last] == "not" else "too"
        if "downtoner" in token.roles:
            return waiting or "a bit"
        return waiting or ("less" if "less" in token.roles and turns[last] != "not" else "")

    def turns(self) -> dict[int, str]:
        scope, unbeaten, out = {}, False, {}  # type: dict[int, str], bool, dict[int, str]
        for place in self.places:
            token, earlier = self.sentence[place], self.sentence[max(place - 1, 0)]
            follows = place > 0 and token.tag == "JJ" and compares(earlier)
            out[place] = "unbeaten" if unbeaten and (compares(token) or follows) else scope.get(place, "")
            if "inner" in token.roles:
                if place - 1 in out and "inner" in earlier.roles:
                    out[place] = out[place - 1]
                continue
            if token.tag in (*NOUNS, *ADJECTIVES, "RB", *VERBS) and not token.roles & SOFT:
                out[place] = self.passed_on(place, out) or out[place]
            enough = place + 1 in self.places and "enough" in self.sentence[place + 1].roles
            if enough and token.tag in (*ADJECTIVES, "RB"):
                out[place] = "not enough" if place in scope else "enough"
            if "negator" in token.roles:
                doubled = out[place] == "not" and token.word != "nor"
                scope, unbeaten = {} if doubled else self.reached(place), "absolute" in token.roles
        return out

    def wished(self) -> bool:
        """A wish that is not denied; one that does not surely complain needs a comparative beside it."""
        tokens = [self.sentence[place] for place in self.places]
        if any("every" in token.roles for token in tokens[:2]):
            return False
        if any({"every", "expression"} <= token.roles for token in tokens):
            return False
        for at, token in enumerate(tokens):
            denied = any("negator" in one.roles for one in tokens[max(at - 2, 0) : at])
            met = token.tag in ("VBD", "VBN") and self.after_than(self.places[at])  # "than I expected"
            if "inner" not in token.roles and not denied and not met:
                surely = "surely" in token.roles
                if surely or ("unreal" in token.roles and any(map(compares, tokens))):
                    return True
        return False

    def comma_between(self, after: int, up_to: int) -> bool:
        return any(self.sentence[place].word == "," for place in self.between(after, up_to))

    def conditions(self, turns: dict[int, str]) -> list[int]:
        """Words behind which it is an if: "if", "Were it ...", and "too narrow" before its "for"."""
        out = []
        for place in self.whole:
            token, behind = self.sentence[place], [self.sentence[k].tag for k in self.between(place, place + 1)]
            inverted = "be" in token.roles or (token.tag == "MD" and "wish" in token.roles)
            if "condition" in token.roles or (
                place == 0 and inverted and behind in (["DT"], ["PRP"], ["PRP$"])
            ) or (turns[place] == "too" and behind in (["IN"], ["TO"])):  # fmt: skip
                out.append(place)
        return out

    def latest(self, role: str, place: int) -> int | None:
        return max((k for k in self.whole if k < place and role in self.sentence[k].roles), default=None)

    def excepted(self, place: int) -> bool:
        start = self.latest("except", place)
        if start is None or self.comma_between(start, place):
            return False
        for stop in self.between(start, place):
            token, earlier = self.sentence[stop], self.sentence[stop - 1]
            named = any(self.sentence[k].tag in NOUNS for k in self.whole if start <= k < stop)
            subject = token.tag == "PRP" or "vague" in token.roles
            subject |= token.tag == "DT" and earlier.tag not in ("CC", "PUNCT")
            if "inner" not in token.roles and named and subject:
                return False
        return True

    def after_than(self, place: int) -> bool:
        start = self.latest("than", place)
        if start is None:
            return False
        if any(finite(token) for token in self.before(start)):
            return True
        compared = self.between(start, place)
        for stop in compared[1:]:
            named = any(self.sentence[k].tag in NOUNS for k in self.between(start, stop - 1))
            if named and self.sentence[stop].tag in ("DT", "PRP$", "PRP"):
                return False
        return len(compared) <= 5

    def speaks_of(self, role: str) -> bool:
        """Does another product stand before the verb, not denied and not behind "than"?"""
        for place in self.whole:
            token, before = self.sentence[place], self.before(place)
            hindered = any(finite(one) for one in before) or any("negator" in one.roles for one in [*before, token])
            compared = "than" in token.roles or self.after_than(place)
            if role in token.roles and not hindered and not compared:
                return True
        return False

    def voices(self, turns: dict[int, str]) -> dict[int, set[str]]:
        own = [self.sentence[place] for place in self.whole]
        whole = {"wished"} if self.wished() else set()
        whole |= {"heard"} if any("hearsay" in token.roles for token in own) else set()
        better = any(map(compares, own)) and not any("than" in token.roles for token in own)
        if self.speaks_of("other") or (better and self.speaks_of("elsewhere")):
            whole.add("others")
        conditions = self.conditions(turns)
        desires = [place for place in self.whole if "desire" in self.sentence[place].roles]
        out = {}
        for place in self.places:
            found = set(whole)
            for name, triggers in (("iffy", conditions), ("wanted", desires)):
                if any(start < place and not self.comma_between(start, place) for start in triggers):
                    found.add(name)
            found |= {"excepted"} if self.excepted(place) else set()
            found |= {"than"} if self.after_than(place) else set()
            out[place] = found
        return out


def not_the_zipper(sentence: Sentence, places: range) -> list[int]:
    """Places of a clause that says no more than "not" and a noun, from its negation on: first word or second."""
    for place in places[:2]:
        rest = sentence[place + 1 : places.stop]
        says_more = any(
            finite(token) or token.tag in ADJECTIVES or token.roles & {"inner", "unreal"} for token in rest
        )  # fmt: skip
        roles = sentence[place].roles
        if "negator" in roles and "lack" not in roles and not says_more and any(t.tag in NOUNS for t in rest):
            return list(range(place, places.stop))
    return []


def clauses_plainly(sentence: Sentence) -> list[Marked]:
    """(number of the clause, how it is turned, in what voice it is said) of every word."""
    if not sentence:
        return []
    exclaims = "exclaimed" in sentence[0].roles or any({"exclaimed", "expression"} <= one.roles for one in sentence)
    asked = {"asked"} if sentence[-1].word == "?" and not exclaims else set()
    numbers, turns, voices = {}, {}, {}  # type: dict[int, int], dict[int, str], dict[int, set[str]]
    for number, places in cut(sentence):
        clause = Clause(sentence, places)
        done = clause.turns()
        turns |= done
        voices |= clause.voices(done)
        numbers |= dict.fromkeys(places, number)
    would = any(token.tag == "MD" for token in sentence)
    had = any("iffy" in voices[place] and token.tag == "VBD" for place, token in enumerate(sentence))
    if would and had and not asked:
        voices = {
            place: (said - {"iffy"}) | ({"wished"} if "iffy" in said else set()) for place, said in voices.items()
        }  # fmt: skip
    for _, places in cut(sentence):
        if places.start > 0:
            for place in not_the_zipper(sentence, places):
                voices[place].add("excepted")
    return [(numbers[k], turns[k], frozenset(voices[k] | asked)) for k in range(len(sentence))]
