"""The extractor on small shops, single texts and anything a keyboard can produce."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.errors import EmptyResult
from instead.mentions.extractor import MENTION_COLUMNS, Extractor
from instead.settings import ExtractSettings

TEXTS = [
    "The battery life is great but the screen scratches easily.",
    "Battery life was terrible. The screen is bright and sharp.",
    "Great screen, awful batteries. The price is too high.",
    "I love the screen! The price was very reasonable.",
    "The sound quality is excellent and the battery life is good.",
    "Sound quality is poor. The battery died after a week.",
    "High price, low quality. The sound is not good.",
    "The price is fair and the quality is great.",
] * 3
STARS = [4.0, 2.0, 3.0, 5.0, 5.0, 1.0, 1.0, 5.0] * 3


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor.fit(TEXTS, STARS)


def signs(table: pl.DataFrame) -> dict[str, int]:
    return dict(zip(table["attribute"].to_list(), table["sentiment"].to_list(), strict=True))


def test_vocabulary_is_what_a_shopper_would_name(extractor: Extractor) -> None:
    names = set(extractor.vocabulary.names)
    assert {"screen", "price", "battery life", "sound"} <= names
    assert not names & {"week", "great", "the"}


def test_inflections_are_one_attribute(extractor: Extractor) -> None:
    table = extractor.mentions("The batteries are awful.")
    assert table["attribute"].to_list() == ["battery"]
    assert table["sentiment"].to_list() == [-1]


def test_contrast_and_negation(extractor: Extractor) -> None:
    found = signs(extractor.mentions("The screen is great but the price is not good."))
    assert found == {"screen": 1, "price": -1}


def test_a_mention_quotes_its_sentence(extractor: Extractor) -> None:
    text = "I bought it. The screen is wonderful! Bye."
    row = extractor.mentions(text).row(0, named=True)
    assert text[row["start"] : row["end"]] == "The screen is wonderful!"
    assert row["opinion"] == "wonderful"
    assert 0.5 <= row["confidence"] <= 1.0


@pytest.mark.parametrize("text", ["The battery drives me up the wall.", "Battery 👎"])
def test_a_mention_may_have_no_opinion_word_even_if_no_other_has_one(extractor: Extractor, text: str) -> None:
    table = extractor.mentions(text)
    assert table["attribute"].to_list() == ["battery"]
    assert table["opinion"].to_list() == [""]
    assert table["sentiment"].to_list() == [-1]
    beside = extractor.mentions([text, "The screen is great."])
    assert beside.filter(pl.col("review") == 0).equals(table)


def test_who_says_nothing_judges_nothing(extractor: Extractor) -> None:
    assert extractor.mentions("The battery.").is_empty()
    assert extractor.mentions("Is the battery good?").is_empty()


def test_one_text_and_many_agree(extractor: Extractor) -> None:
    many = extractor.mentions(TEXTS, STARS)
    for number in range(8):
        alone = extractor.mentions([TEXTS[number]], [STARS[number]])
        same = many.filter(pl.col("review") == number)
        assert alone.drop("review").equals(same.drop("review"))


def test_shards_do_not_change_the_result(extractor: Extractor) -> None:
    small = Extractor(
        extractor.words, extractor.vocabulary, extractor.lessons, extractor.settings.model_copy(update={"shard": 5})
    )
    assert small.mentions(TEXTS, STARS).equals(extractor.mentions(TEXTS, STARS))


def test_same_input_same_result(extractor: Extractor) -> None:
    again = Extractor.fit(TEXTS, STARS)
    assert again.vocabulary.names == extractor.vocabulary.names
    assert again.mentions(TEXTS, STARS).equals(extractor.mentions(TEXTS, STARS))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=120), max_size=4))
def test_anything_goes_in_and_spans_stay_inside(texts: list[str]) -> None:
    extractor = Extractor.fit(TEXTS)
    table = extractor.mentions(texts)
    assert table.schema == pl.Schema(MENTION_COLUMNS)
    for row in table.iter_rows(named=True):
        assert 0 <= row["start"] < row["end"] <= len(texts[row["review"]])


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.sampled_from([*TEXTS[:4], "", "\ud800", "日本語のレビューです", "!!!", "a" * 3000]), min_size=1, max_size=6
    )
)
def test_neighbours_never_mix(texts: list[str]) -> None:
    extractor = Extractor.fit(TEXTS)
    together = extractor.mentions(texts)
    for number, text in enumerate(texts):
        alone = extractor.mentions([text])
        same = together.filter(pl.col("review") == number)
        assert alone.drop("review").equals(same.drop("review"))


def test_other_languages_are_counted_not_guessed(extractor: Extractor) -> None:
    found = extractor.find(["Das ist ein sehr schlechtes Gerät mit furchtbar kurzer Laufzeit und screen", TEXTS[0]])
    assert found.stages["reviews not in English"] == 1
    assert set(found.review.tolist()) == {1}


@pytest.mark.parametrize(
    ("texts", "stage"),
    [(["", "  "], "the words"), (["it is very good"], "the attributes"), (["The quux is great."], "the vocabulary")],
)
def test_nothing_left_names_the_stage(texts: list[str], stage: str) -> None:
    with pytest.raises(EmptyResult, match=stage):
        Extractor.fit(texts)


def test_ratings_can_be_left_out() -> None:
    with_stars = Extractor.fit(TEXTS, STARS)
    without = Extractor.fit(TEXTS, STARS, settings=ExtractSettings(ratings=False))
    assert with_stars.lessons.by_level.any()
    assert not without.lessons.by_level.any()


def test_words_the_user_keeps_and_brands(extractor: Extractor) -> None:
    texts = [*TEXTS, "The week was great.", "The week is bad.", "Acme is great.", "Acme was a good screen."]
    made = Extractor.fit(texts, keep=frozenset({"week"}), brands=frozenset({"acme"}))
    assert "week" in made.vocabulary.names
    assert "acme" not in made.vocabulary.names


def test_a_long_text_shown_twice_teaches_once() -> None:
    """One review under many items: its words are not common for that."""
    strange = "The gizmo flange of the thing is great. " * 6
    assert len(strange) > 200

    def counted(*more: str) -> float:
        return float(Extractor.fit([*TEXTS, *more]).words.total[0])

    assert counted(strange, strange, strange) == counted(strange) > counted()
    assert counted("Great screen!", "Great screen!") > counted("Great screen!")  # short ones are written by many


def test_names_are_no_attributes() -> None:
    said = "I love the great {} because the screen is so good."
    texts = [*TEXTS, *[said.format("Zorblax")] * 5, *[said.format("frobnitz")] * 5]
    made = Extractor.fit(texts, settings=ExtractSettings(least_worth=-9.0))
    assert "frobnitz" in made.vocabulary.names
    assert "zorblax" not in made.vocabulary.names
    assert "zorblax" in Extractor.fit(texts, keep=frozenset(["zorblax"])).vocabulary.names


@pytest.mark.parametrize(
    ("text", "attribute", "other"),
    [
        ("The brighter screen is great.", "screen", "brighter screen"),
        ("My old phone had a great camera.", "camera", "old phone"),
        ("The screen scratches easily.", "screen", "screen scratches"),
        ("I hate that the battery drains fast.", "battery", "battery drains"),
        ("I love the D200 and the zoom.", "zoom", "d200"),
        ("The zipper is great but the stitching is awful.", "stitching", "zipper is"),
    ],
)
def test_edges_of_a_single_sentence(text: str, attribute: str, other: str) -> None:
    made = Extractor.fit([text], settings=ExtractSettings(min_mentions=1, min_compound=1))
    assert attribute in made.vocabulary.names
    assert other not in made.vocabulary.names
