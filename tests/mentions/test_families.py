"""Which names become one attribute, what hangs under what, and what must stay apart."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from instead.mentions.extractor import Extractor
from instead.mentions.families import never_one, with_families
from instead.mentions.general_families import expanded, general_families
from instead.mentions.surroundings import Likeness
from instead.mentions.synonyms import no_kinds
from instead.mentions.vocabulary import Attribute, Vocabulary, build_vocabulary, key_of
from instead.settings import ExtractSettings
from tests.mentions.test_surroundings import OTHERS


def plain(*names: str, count: int = 30) -> Vocabulary:
    forms = Counter({(key_of(name), name): count - place for place, name in enumerate(names)})
    return build_vocabulary(forms, min_mentions=2, min_compound=3)


def families(vocabulary: Vocabulary, *alike: tuple[str, str, float], together: float = 0.0) -> dict[str, Attribute]:
    """The families of a vocabulary whose names occur 30 times; `alike` names pairs with similar surroundings."""
    number = {name: n for n, name in enumerate(vocabulary.names)}
    pairs = [(number[a], number[b], value) for a, b, value in alike]
    like = Likeness(
        np.full(len(number), 30), np.array([p[0] for p in pairs], int), np.array([p[1] for p in pairs], int),
        np.array([p[2] for p in pairs]), np.full(len(pairs), together),
    )  # fmt: skip
    return {one.name: one for one in with_families(vocabulary, like, {}, 2).attributes}


def test_nouns_of_a_general_family_are_it() -> None:
    found = families(plain("money", "price", "cost", "pricing", "use", "work", "shipping", "delivery", "guitar"))
    assert set(found) == {"value", "price", "ease of use", "performance", "shipping", "guitar"}
    assert set(found["price"].variants) == {"cost", "pricing"}
    assert found["price"].count == 29 + 28 + 27
    assert found["value"].general == "value"
    assert found["shipping"].general == "delivery"  # the shop's own word for it is its name
    assert found["guitar"].general == ""


def test_synonyms_also_inside_compounds() -> None:
    found = families(
        plain("microphone", "mic", "mic clip", "microphone clip", "cord", "cable", "power cord", "power cable")
    )
    assert set(found) == {"microphone", "mic clip", "cord", "power cord"}
    assert found["power cord"].parent == "cord"


def test_forms_of_one_word() -> None:
    found = families(
        plain("cushion", "cushioning", "brewing time", "brew time", "lace", "lacing"),
        ("cushion", "cushioning", 0.3), ("brewing time", "brew time", 0.1), ("lace", "lacing", 0.01),
    )  # fmt: skip
    assert set(found) == {"cushion", "brewing time", "lace", "lacing"}  # frequent and used otherwise: two things
    rare = Likeness.none(2)
    assert with_families(plain("lace", "lacing"), rare, {}, 2).names == ["lace"]  # too rare to tell: taken for one


@pytest.mark.parametrize("pair", [("charge", "charger"), ("port", "portion"), ("pave", "pavement"), ("pin", "pine")])
def test_an_ending_that_makes_another_thing(pair: tuple[str, str]) -> None:
    assert set(families(plain(*pair))) == set(pair)


def test_an_ending_that_makes_another_thing_may_be_the_same_here() -> None:
    assert set(families(plain("dim", "dimmer"), ("dim", "dimmer", 0.3))) == {"dim"}


def test_names_used_in_place_of_each_other() -> None:
    alike = ("carafe", "jug", 0.5), ("carafe", "pot", 0.4), ("jug", "pot", 0.3)
    found = families(plain("carafe", "jug", "pot", "lid"), *alike, ("lid", "pot", 0.1))
    assert set(found) == {"carafe", "lid"}
    assert set(found["carafe"].variants) == {"jug", "pot"}


def test_a_chain_of_likeness_is_not_enough() -> None:
    found = families(plain("zipper", "strap", "buckle"), ("zipper", "strap", 0.3), ("strap", "buckle", 0.21))
    assert set(found) == {"zipper", "buckle"}  # buckle is like strap, but not like both


def test_companions_stay_apart() -> None:
    alike = ("battery", "charger", 0.8)
    assert set(families(plain("battery", "charger"), alike, together=0.1)) == {"battery", "charger"}
    assert set(families(plain("battery", "charger"), alike, together=0.0)) == {"battery"}


@pytest.mark.parametrize(
    "pair",
    [
        ("front", "back"), ("left", "right"), ("input", "output"), ("bass", "treble"), ("start", "end"),
        ("hot", "cold"), ("front pocket", "back pocket"), ("men", "women"), ("height", "width"),
        ("input jack", "output jack"),
    ],
)  # fmt: skip
def test_opposites_stay_apart(pair: tuple[str, str]) -> None:
    assert never_one(*pair)
    vocabulary = Vocabulary.of([Attribute(name, 30, {}, (key_of(name),)) for name in pair], [])
    assert set(families(vocabulary, (*pair, 0.9))) == set(pair)


def test_general_families_stay_apart() -> None:
    assert set(families(plain("comfort", "fit"), ("comfort", "fit", 0.9))) == {"comfort", "fit"}


def test_kinds_need_more_than_sides() -> None:
    kinds = families(plain("wire cutter", "string cutter"), ("wire cutter", "string cutter", 0.25))
    assert set(kinds) == {"wire cutter", "string cutter"}
    sides = families(plain("laptop sleeve", "laptop pouch"), ("laptop sleeve", "laptop pouch", 0.19))
    assert set(sides) == {"laptop sleeve"}
    assert set(families(plain("sleeve", "pouch"), ("sleeve", "pouch", 0.19))) == {"sleeve", "pouch"}


def test_parts_and_kinds_hang_under_their_head() -> None:
    found = families(
        plain("strap", "shoulder strap", "padded shoulder strap", "battery", "battery life", "sound", "bass",
              "build quality", "quality", "resale value", "value", "everyday use", "use")
    )  # fmt: skip
    above = {name: one.parent for name, one in found.items()}
    assert above["shoulder strap"] == "strap"
    assert above["padded shoulder strap"] == "shoulder strap"
    assert above["battery life"] == "battery"
    assert above["bass"] == "sound"
    assert above["build quality"] == "quality"
    assert above["resale value"] == above["everyday use"] == above["strap"] == above["sound"] == ""


def test_compounds_that_are_no_kind_of_their_last_word() -> None:
    found = families(plain("control", "quality control", "volume control", "player", "mp3 player"))
    assert {name: one.parent for name, one in found.items() if one.parent} == {"volume control": "control"}
    assert all(name == " ".join(name.split()) and name for name in no_kinds())


def test_a_kind_is_never_the_same_as_what_it_is_a_kind_of() -> None:
    found = families(plain("strap", "shoulder strap"), ("strap", "shoulder strap", 0.9))
    assert found["shoulder strap"].parent == "strap"


def test_a_head_that_is_never_said_alone_is_nothing_above() -> None:
    vocabulary = plain("lift", "gas lift")
    like = Likeness.none(2)
    assert {one.parent for one in with_families(vocabulary, like, {}, 2).attributes} == {""}


def test_body_parts_are_no_attributes() -> None:
    made = with_families(plain("ear", "screen"), Likeness.none(2), {}, 2)
    assert made.names == ["screen"]
    assert "comfort" in made.pruned[-1].why
    kept = with_families(plain("ear", "screen"), Likeness.none(2), {}, 2, frozenset({"ear"}))
    assert kept.names == ["ear", "screen"]


def test_families_that_only_cues_speak_of() -> None:
    made = with_families(plain("screen"), Likeness.none(1), {"comfort": 5, "price": 1}, 2)
    assert {one.name: one.count for one in made.attributes} == {"screen": 30, "comfort": 5}


def test_what_the_user_keeps_stays_what_it_is() -> None:
    kept = with_families(plain("money", "price", "cost"), Likeness.none(3), {}, 2, frozenset({"money", "cost"}))
    assert {"money", "price", "cost"} <= set(kept.names)


def test_patterns() -> None:
    assert expanded("(hurt|hurts) (my|the)? ears") == [
        "hurt my ears", "hurt the ears", "hurt ears", "hurts my ears", "hurts the ears", "hurts ears",
    ]  # fmt: skip
    assert expanded("worth (it|every (penny|cent))") == ["worth it", "worth every penny", "worth every cent"]
    for family in general_families():
        assert not set(family.praise) & set(family.blame)
        assert not any(mark in cue for cue in family.praise + family.blame for mark in "()|?")


def test_the_tree_of_a_vocabulary() -> None:
    made = Vocabulary.of(
        [Attribute("a", 3), Attribute("b", 2, parent="a"), Attribute("c", 1, parent="b"), Attribute("d", 1)], []
    )
    assert made.parents.tolist() == [-1, 0, 1, -1]
    assert made.tops.tolist() == [0, 0, 0, 3]
    assert made.above(2) == [1, 0]
    assert [one.parent for one in made.without([1], "gone").attributes] == ["", "a", ""]


def test_learned_from_text() -> None:
    """Judged by the same words in reviews of the same things, never in one review: "carafe" and "jug" are one."""
    jug, stake = ("leaky", "elegant", "fragile", "dripless"), ("bent", "rusty", "light", "strong")
    texts = [f"The {('carafe', 'jug')[n % 2]} is {jug[n // 2 % 4]}. My machine brews espresso." for n in range(80)]
    texts += [f"The {('stake', 'peg')[n % 2]} is {stake[n // 2 % 4]}. My tent sleeps campers." for n in range(80)]
    texts += OTHERS
    made = Extractor.fit(texts, settings=ExtractSettings(implied=False)).vocabulary
    assert len({"carafe", "jug"} & set(made.names)) == len({"stake", "peg"} & set(made.names)) == 1
    alone = Extractor.fit(texts, settings=ExtractSettings(families=False, implied=False)).vocabulary
    assert {"carafe", "jug", "stake", "peg"} <= set(alone.names)
