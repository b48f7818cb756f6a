"""Names in the same surroundings are alike, unless they meet; what is seen elsewhere is not."""

from __future__ import annotations

import numpy as np

from instead.mentions.attributes import attribute_phrases
from instead.mentions.extractor import Extractor
from instead.mentions.opinions import read
from instead.mentions.surroundings import Likeness, likeness, see
from instead.mentions.weights import load_weights
from instead.settings import ExtractSettings

PLAIN = ExtractSettings(families=False, implied=False)
JUG = ("leaky", "elegant", "fragile", "dripless")
STAKE = ("bent", "rusty", "light", "strong")


def compared(texts: list[str]) -> dict[tuple[str, str], tuple[float, float]]:
    """alike and together of each pair of names, in alphabetical order."""
    made = Extractor.fit(texts, settings=PLAIN)
    weights = load_weights("all")
    parts = []
    for some in (texts[: len(texts) // 2], texts[len(texts) // 2 :]):  # two pages
        reading = made.words.informed(read(some, weights))
        phrases, _ = attribute_phrases(reading, made.words, weights, PLAIN.least_worth, verbs=False)
        words = reading.page.words
        parts.append(see(reading, made.words, phrases, made.vocabulary.match(phrases, words.stem, words.form)))
    names = made.vocabulary.names
    found = likeness(parts, len(names))
    rows = zip(found.first, found.second, found.alike, found.together, strict=True)
    return {tuple(sorted((names[a], names[b]))): (x, y) for a, b, x, y in rows}


def kitchen(name: str, number: int) -> str:
    return f"The {name} is {JUG[number % 4]}. My coffee machine brews espresso."


def camp(name: str, number: int) -> str:
    return f"The {name} is {STAKE[number % 4]}. My tent sleeps three campers."


TOPICS = {
    "My camera takes photographs": {"lens": "blurry sharp", "mirror": "dusty round", "flash": "blinding dim",
                                    "shutter": "quick sticky"},
    "My cabinet holds books": {"hinge": "squeaky smooth", "drawer": "deep crooked", "shelf": "level thin",
                               "knob": "wooden brassy"},
    "My shirt suits the wedding": {"collar": "stiff crisp", "sleeve": "long short", "cuff": "torn neat",
                                   "pocket": "tiny roomy"},
}  # fmt: skip
OTHERS = [
    f"The {name} is {words.split()[n % 2]}. {topic}."
    for n in range(10) for topic, names in TOPICS.items() for name, words in names.items()
]  # fmt: skip


def test_the_same_surroundings() -> None:
    texts = [kitchen(("carafe", "jug")[n % 2], n // 2) for n in range(80)]
    texts += [camp(("stake", "peg")[n % 2], n // 2) for n in range(80)]
    found = compared(texts + OTHERS)
    assert compared(texts) == {}  # too few names to tell
    assert found["carafe", "jug"][0] > 0.5
    assert found["peg", "stake"][0] > 0.5
    assert found.get(("carafe", "stake"), (0.0, 0.0))[0] < 0.1
    assert found["carafe", "jug"][1] == 0.0


def test_the_same_words_in_other_reviews_are_less_alike() -> None:
    """Judged alike, but one belongs to coffee and the other to tents."""
    together = [kitchen(("carafe", "jug")[n % 2], n // 2) for n in range(80)]
    other = [(kitchen("carafe", n // 2) if n % 2 else f"The peg is {JUG[n // 2 % 4]}. My tent sleeps three campers.")
             for n in range(80)]  # fmt: skip
    apart = compared(other + OTHERS).get(("carafe", "peg"), (0.0, 0.0))[0]
    assert apart < 0.5 * compared(together + OTHERS)["carafe", "jug"][0]


def test_what_is_named_side_by_side() -> None:
    texts = [kitchen(("carafe", "jug")[n % 2], n // 2) for n in range(80)]
    texts += [f"The carafe is {JUG[n % 4]} and the jug is {JUG[n % 4]}." for n in range(20)]
    assert compared(texts + OTHERS)["carafe", "jug"][1] > 0.2


def test_rare_names_are_not_compared() -> None:
    texts = [kitchen("carafe", n) for n in range(40)] + [kitchen("jug", n) for n in range(5)]
    assert ("carafe", "jug") not in compared(texts + OTHERS)


def test_nothing_to_compare() -> None:
    for found in (likeness([], 3), Likeness.none(3)):
        assert found.first.size == 0
        np.testing.assert_array_equal(found.occurrences, np.zeros(3))
