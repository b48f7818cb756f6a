"""Languages of reviews: told apart, counted, and left out of what is learned and found."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import polars as pl
import pytest

from instead.errors import EmptyResult, InputError
from instead.mentions import languages as module
from instead.mentions.extraction_report import funnel, write_report
from instead.mentions.extractor import Extractor
from instead.mentions.languages import (
    ENGLISH,
    NAMES,
    NO_WORDS,
    TOO_SHORT,
    TextSample,
    counted,
    is_foreign,
    languages,
    mostly_foreign,
    sample_languages,
    spoken,
)
from instead.mentions.stage import extract
from instead.settings import ExtractSettings
from instead.store.dataset import Dataset
from tests.layers import with_tables
from tests.mentions.german_reviews import german_reviews
from tests.spoken_shop import spoken_shop

BY_HAND = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "reviews_by_language.tsv").read_text(encoding="utf-8").splitlines()
]
ENGLISH_TEXTS = [
    "The sound is great and the battery lasts all day.",
    "The screen is too dark, but the sound is good.",
    "I love the screen. The battery is terrible.",
    "The battery is good and the screen is great.",
]


def words_of(texts: list[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())}


def test_reviews_written_by_hand_are_told_apart() -> None:
    """Twelve languages and more, and English that is noisy, shouted, misspelt or full of brands."""
    told = languages([text for _, text in BY_HAND])
    wrong = [
        (text, code, found)
        for (code, text), found in zip(BY_HAND, told, strict=True)
        if found != code and not (code == "-" and found in (TOO_SHORT, NO_WORDS))
    ]
    assert not wrong
    assert len({code for code, _ in BY_HAND} - {"-"}) >= 12


def test_words_of_any_text_decide_alone() -> None:
    """A text has the same language in any company."""
    texts = [text for _, text in BY_HAND]
    assert [languages([text])[0] for text in texts[::7]] == languages(texts)[::7]
    assert languages([]) == []


def test_large_texts_are_split_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text for _, text in BY_HAND]
    whole = languages(texts)
    monkeypatch.setattr(module, "_AT_ONCE", 100)
    assert languages(texts) == whole


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The guitar is great, it stays in tune and sounds warm. Sehr gut!", ENGLISH),
        ("Die Gitarre klingt warm und die Saitenlage stimmt, ich bin sehr zufrieden. Very good!", "de"),
        ("这个吉他的声音很好,我非常喜欢,推荐给大家。 good", "zh"),
        ("", NO_WORDS),
        ("12 34 !!! 5/5", NO_WORDS),
        ("👍👍👍👍👍👍", NO_WORDS),
        ("很好 good sound", TOO_SHORT),
    ],
)
def test_mixed_texts_count_by_their_majority(text: str, code: str) -> None:
    assert languages([text]) == [code]


def test_the_detector_is_asked_about_doubtful_texts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = module._asked

    def noting(text: str, *, strange: bool) -> str:
        asked.append(text)
        return real(text, strange=strange)

    monkeypatch.setattr(module, "_asked", noting)
    doubtful = "Der Klang ist klar und die Verarbeitung gut."
    languages([*ENGLISH_TEXTS, "ok", "", doubtful])
    assert asked == [doubtful]


def test_every_language_has_a_model_and_a_name() -> None:
    assert set(NAMES) <= set(module.detector().labels)


def test_no_german_word_becomes_an_attribute() -> None:
    texts = [text for text in ENGLISH_TEXTS for _ in range(20)]
    german = german_reviews(40)
    extractor = Extractor.fit(texts + german)
    names = words_of(extractor.vocabulary.names)
    assert {"sound", "battery", "screen"} <= names
    assert not names & (words_of(german) - words_of(texts))
    assert extractor.vocabulary.names == Extractor.fit(texts).vocabulary.names


def test_no_german_word_becomes_an_attribute_of_a_real_shop(shared_data: Path) -> None:
    with gzip.open(shared_data / "musical_instruments" / "reviews_Musical_Instruments_5.json.gz") as file:
        texts = [json.loads(line)["reviewText"] for _, line in zip(range(2_000), file, strict=False)]
    german = german_reviews(220)
    found = words_of(Extractor.fit(texts + german).vocabulary.names)
    assert len(found) > 100
    assert not found & (words_of(german) - words_of(texts))


def test_hardly_an_english_review_is_called_foreign(shared_data: Path) -> None:
    """Those of the first thousand that are called foreign are Spanish or nothing: fewer than three in a thousand."""
    for path in ("gift_cards/Gift_Cards_5.json.gz", "magazine_subscriptions/Magazine_Subscriptions_5.json.gz"):
        with gzip.open(shared_data / path) as file:
            texts = [json.loads(line).get("reviewText") or "" for _, line in zip(range(1_000), file, strict=False)]
        long = [text for text in texts if len(text.split()) >= 6]
        assert len(long) > 300
        assert sum(map(is_foreign, languages(long))) < 0.003 * len(long)


def test_every_review_is_counted_once() -> None:
    texts = [text for _, text in BY_HAND]
    extractor = Extractor.fit(ENGLISH_TEXTS * 5)
    stages = extractor.find([*texts, *ENGLISH_TEXTS]).stages
    told = (
        "reviews without words", "reviews too short to tell their language", "reviews in English",
        "reviews not in English",
    )  # fmt: skip
    assert sum(stages[name] for name in told) == stages["reviews"] == len(texts) + len(ENGLISH_TEXTS)
    others = {name: count for name, count in stages.items() if name.startswith("reviews in ")}
    assert sum(others.values()) - stages["reviews in English"] == stages["reviews not in English"]
    assert stages["reviews in German"] == 12
    shown = [name for name, _ in funnel(stages)]
    at = shown.index("reviews not in English")
    assert shown[at + 1] == "- reviews in German"
    assert {f"- {name}" for name in others} - {"- reviews in English"} == {
        name for name in shown if name.startswith("- ")
    }


def test_mentions_of_other_languages_are_left_out_and_rows_keep_their_numbers() -> None:
    extractor = Extractor.fit(ENGLISH_TEXTS * 5)
    german = "Der sound ist gut, der screen ist leider viel zu dunkel und die battery hält nicht lange."
    table = extractor.mentions([german, ENGLISH_TEXTS[0], german, ENGLISH_TEXTS[1]])
    assert set(table["review"].to_list()) == {1, 3}
    alone = extractor.mentions(ENGLISH_TEXTS[:2])
    assert table.drop("review").equals(alone.drop("review"))


def test_nothing_but_other_languages_is_said_so() -> None:
    with pytest.raises(EmptyResult, match=r"100% of the reviews are not in English \(German 100%"):
        Extractor.fit([text for code, text in BY_HAND if code == "de"])


def in_german(data: Dataset, english: int) -> None:
    """All reviews but every so many-th become German."""
    german = pl.Series(german_reviews(data.counts["reviews"]))
    kept = pl.int_range(pl.len()) % english == 0
    with_tables(data, {"reviews": data.reviews().collect().with_columns(pl.when(kept).then("text").otherwise(german).alias("text"))})  # fmt: skip # noqa: E501


def test_a_shop_that_is_mostly_not_english_is_told_so_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = spoken_shop(tmp_path)
    in_german(data, 4)
    fitted: list[int] = []
    real = Extractor.fit.__func__  # type: ignore[attr-defined]

    def noting(cls: type[Extractor], /, *given: object, **named: object) -> Extractor:
        fitted.append(1)
        return real(cls, *given, **named)  # type: ignore[no-any-return]

    monkeypatch.setattr(Extractor, "fit", classmethod(noting))
    with pytest.raises(InputError, match=r"7\d% of the reviews are not in English \(German 7\d%.*least_english = 0"):
        extract(data.folder)
    assert not fitted
    done = extract(data.folder, settings=ExtractSettings(least_english=0))
    assert done.stages["reviews in German"] > done.stages["reviews in English"] > 0
    page = write_report(Dataset.open(data.folder)).read_text()
    assert "reviews in German" in page
    assert "reviews too short to tell their language" in page


def test_the_sentence_needs_a_majority() -> None:
    assert mostly_foreign({"en": 5, "de": 5, TOO_SHORT: 90}) is None
    assert mostly_foreign({TOO_SHORT: 9, NO_WORDS: 3}) is None
    assert mostly_foreign({}) is None
    said = mostly_foreign({"de": 5, "en": 4, "fr": 1, TOO_SHORT: 90})
    assert said is not None
    assert said.startswith("60% of the reviews are not in English (German 50%, French 10%; of 10 looked at)")
    assert mostly_foreign({"de": 9, "en": 1}, 0.1) is None


def test_counts_in_a_line() -> None:
    assert spoken({"en": 1200, "de": 3, "und": 1}) == "1,200 English, 3 German, 1 another script (of 1,204 looked at)"
    assert list(counted(["de", "en", "en", "fr"]).items()) == [("en", 2), ("de", 1), ("fr", 1)]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_sample_does_not_depend_on_how_texts_are_cut(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAMPLE", 10)
    texts = [str(number) if number % 5 else "" for number in range(333)]
    sample = TextSample()
    for at in range(0, len(texts), size):
        sample.add(pl.Series(texts[at : at + size]))
    full = [text for text in texts if text]
    assert sample.texts == full[::16]
    assert 10 <= len(sample.texts) <= 20


def test_a_sample_of_a_list_is_bounded_and_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAMPLE", 10)
    texts = ENGLISH_TEXTS * 20 + german_reviews(20)
    first = sample_languages(texts, 3)
    assert sum(first.values()) == 10
    assert first == sample_languages(texts, 3)
    assert sum(sample_languages(texts[:4]).values()) == 4
