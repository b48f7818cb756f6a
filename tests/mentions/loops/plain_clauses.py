"""Clauses and scopes by their definition: cut the sentence, then look back from every word."""

from __future__ import annotations

from tests.mentions.loops.tokens import Sentence


def opens_clause(rest: Sentence) -> bool:
    """Does the first of these words, the rest of a sentence, begin a clause?"""
    word, following = rest[0], [token.tag for token in rest[1:]]
    if "contrast" in word.roles:
        return True
    if word.word == ",":
        if following[:1] == ["CC"] and len(following) > 1:
            return following[1] in ("PRP", "EX", "DT")
        return following[:1] in (["PRP"], ["EX"])
    if word.tag == "PUNCT":
        return True
    return word.tag == "CC" and following[:1] in (["PRP"], ["EX"])


def clauses_plainly(sentence: Sentence) -> list[tuple[int, bool, bool]]:
    """(number of the clause, negated, wished) of every word."""
    number, clause, out = 0, [], []  # type: tuple[int, list[int], list[tuple[int, bool, bool]]]
    denied: set[int] = set()  # words in the scope of a negation
    for place, token in enumerate(sentence):
        if opens_clause(sentence[place:]):
            number, clause, denied = number + 1, [], set()
        wished = any("wish" in sentence[before].roles for before in clause[-6:])
        negated = place in denied
        out.append((number, negated, wished))
        clause.append(place)
        before_only = [token.word for token in sentence[place + 1 : place + 2]] == ["only"]
        if "negator" in token.roles and not before_only:
            denied = set() if negated else set(range(place + 1, place + 6))
    return out
