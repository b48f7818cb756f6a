"""Languages of the package: every text is there, with the same gaps, in words of its own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from instead.errors import InputError
from instead.labels import gaps_of
from instead.languages import FOLDER, chosen, offered, packaged, wording_of
from instead.wording import ENGLISH, Wording
from tests.loud_words import LOUD

KEPT = {"price_words"}
"""Names of attributes as reviews spell them: reading reviews stays English."""

ALIKE = {
    "de": {"comma", "stop", "item_bases.trained", "part_points", "words.page_title", "words.about_title",
           "words.whose", "gives_price",
           "words.signal_column", "spoken.category_size", "spoken.attribute_line"},
    "fr": {"comma", "gives_price", "item_bases.trained", "part_points", "score_parts.gain", "words.page_title",
           "words.points", "words.score", "words.estimate_mark", "words.signal_column", "words.verdict_column",
           "words.data_counts.mentions", "words.model_facts.version", "spoken.category_size"},
}  # fmt: skip
"""Texts that are the same in English, by language: names, marks, and words that both have."""


def texts_of(value: Any, name: str = "") -> dict[str, str]:
    """Every text of a wording by its path."""
    if isinstance(value, str):
        return {name: value}
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    found: dict[str, str] = {}
    for key, part in parts:
        if key not in KEPT:
            found |= texts_of(part, f"{name}.{key}" if name else str(key))
    return found


USUAL = texts_of(ENGLISH.model_dump())
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_is_complete(path: Path) -> None:
    given = texts_of(tomllib.loads(path.read_text(encoding="utf-8")))
    assert sorted(USUAL.keys() - given.keys()) == []
    for name, text in given.items():
        assert gaps_of(text) == gaps_of(USUAL[name]), name
        assert formats(text) == formats(USUAL[name]), name
        assert text == text.strip() or name in {"last", "comma", "paper_last", "stop", "group_mark"}, name
    same = {name for name, text in given.items() if text == USUAL[name]}
    assert same == ALIKE[path.stem], same ^ ALIKE[path.stem]
    assert Wording.from_toml(path).language == path.stem


def formats(text: str) -> list[str]:
    """How numbers are written in the gaps of a text."""
    return sorted(re.findall(r"\{\w+(![rs])?(:[^}]*)?\}", text))


def test_there_are_three() -> None:
    assert [*packaged()] == ["en", "de", "fr"]
    assert packaged()["en"] is ENGLISH
    assert [one.language_name for one in packaged().values()] == ["English", "Deutsch", "Français"]


def test_a_wording_by_name(tmp_path: Path) -> None:
    assert wording_of(None) is ENGLISH
    assert wording_of(LOUD) is LOUD
    assert wording_of("de") is wording_of("DE") is packaged()["de"]
    (tmp_path / "mine.toml").write_text('language = "en-GB"\nlast = " plus "\n', encoding="utf-8")
    assert wording_of(tmp_path / "mine.toml").last == " plus "
    with pytest.raises(InputError, match="there is no language 'xx'; there are en, de, fr, or give a TOML file"):
        wording_of("xx")
    with pytest.raises(InputError, match=r"nowhere\.toml: cannot read the settings"):
        wording_of(tmp_path / "nowhere.toml")
    with pytest.raises(InputError, match="setting language: "):
        Wording.checked({"language": "Deutsch, bitte"})


def test_what_a_shop_offers() -> None:
    assert [*offered(ENGLISH)] == ["en", "de", "fr"]
    assert [*offered(packaged()["fr"])] == ["fr", "en", "de"]
    assert offered(LOUD)["en"] is LOUD
    assert [*offered(LOUD, ("fr",))] == ["en", "fr"]
    assert [*offered(LOUD, ())] == ["en"]
    with pytest.raises(InputError, match="there is no language 'xx'"):
        offered(ENGLISH, ("xx",))


@pytest.mark.parametrize(
    ("wanted", "tag"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("es,fr;q=0.3,de;q=0.8", "de"),
        ("EN-us", "en"),
        ("fr;q=0, de;q=0.1", "de"),
        ("es", None),
        ("*", None),
        ("", None),
        (";;q=,,=", None),
        ("de;q=high", None),
        ("fr; q=0.2 , en ; q=0.1", "fr"),
    ],
)
def test_the_language_of_a_header(wanted: str, tag: str | None) -> None:
    assert chosen(wanted, ["en", "de", "fr"]) == tag


def test_sentences_of_all_languages_differ() -> None:
    said = {
        one.summary([("battery", "better"), ("screen", "better"), ("price", "worse")], (3, 1))
        for one in packaged().values()
    }
    assert said == {
        "Better battery and screen; but worse price; of all that reviews compare, it is better in 3 and worse in 1.",
        "Besser bei battery und screen; aber schlechter bei price; von allem, was Bewertungen vergleichen, besser in 3 "
        "und schlechter in 1.",
        "Mieux pour battery et screen ; mais moins bien pour price ; de tout ce que les avis comparent, mieux sur 3 et "
        "moins bien sur 1.",
    }


@pytest.mark.parametrize(
    ("tag", "number", "euro", "franc", "yen", "none", "score"),
    [
        ("en", "1,371.9", "€1,371.92", "CHF\u00a05.00", "¥12,800", "5.00", "x +1.25: 1.25 in all"),
        ("de", "1.371,9", "1.371,92\u00a0€", "5,00\u00a0CHF", "12.800\u00a0¥", "5,00", "x +1,25: zusammen 1,25"),
        ("fr", "1\u202f371,9", "1\u202f371,92\u00a0€", "5,00\u00a0CHF", "12\u202f800\u00a0¥", "5,00",
         "x +1,25 : 1,25 en tout"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_readers_write_them(
    tag: str, number: str, euro: str, franc: str, yen: str, none: str, score: str
) -> None:
    one = wording_of(tag)
    assert one.number(1371.92, 1) == number
    assert [one.money(1371.92, "EUR"), one.money(5.0, "CHF"), one.money(12_800, "JPY")] == [euro, franc, yen]
    assert one.money(5.0, None) == none
    assert one.sum_of([("x", 1.25)], 1.25) == score
    decimal = one.decimal_mark
    assert f"3{decimal}5" in one.standing(0, 0, False, 3.5, 5.0)
