"""The rules by which a sentence of the challenge suite is read right, and the reader of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.errors import InputError
from instead.mentions import challenge
from instead.mentions.challenge import Spoken, Tally, by_phenomenon, judge, read_alone, read_sentences, read_together
from instead.mentions.gold import GoldSentence, Label, is_set_aside, read_gold
from instead.settings import ExtractSettings

HEAD = "phenomenon\tsentence\tlabels\n"


def sentence(tmp_path: Path, text: str, labels: str) -> GoldSentence:
    path = tmp_path / "one.tsv"
    path.write_text(f"{HEAD}plain\t{text}\t{labels}\n", encoding="utf-8")
    return read_gold(path)[0]


def spoken(text: str, words: str, sign: int, name: str | None = None) -> Spoken:
    start = text.index(words)
    return Spoken(name or words, start, start + len(words), sign)


def test_files_are_read_with_labels_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(
        HEAD + "# a comment\n"
        "negation\tThe Wall Plug isn't bad, nor is the lamp.\twall plug|plug +; ?lamp +\n"
        "\n"
        "silent\t#1 question: does it last?\t\n",
        encoding="utf-8",
    )
    first, second = read_gold(path)
    assert first.phenomenon == "negation"
    assert first.labels == (Label(("wall plug", "plug"), 1), Label(("lamp",), 1, optional=True))
    assert first.terms == [((4, 13), 1)]
    assert [str(label) for label in first.labels] == ["wall plug|plug +", "?lamp +"]
    assert (second.text, second.labels) == ("#1 question: does it last?", ())


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("plain\tNice lid.", "parted by tabs"),
        ("\tNice lid.\tlid +", "parted by tabs"),
        ("plain\t \t", "parted by tabs"),
        ("plain\tNice lid.\tlid", "is none of"),
        ("plain\tNice lid.\tlid *", "is none of"),
        ("plain\tNice lid.\t|lid +", "is none of"),
        ("plain\tNice lid.\thandle +", "'handle' does not stand in the sentence"),
        ("plain\tNice lids.\tlid +", "'lid' does not stand in the sentence"),
        ("plain\tNice lid.\tlid|handle +", "'handle' does not stand in the sentence"),
    ],
)
def test_broken_lines_are_named(tmp_path: Path, row: str, why: str) -> None:
    path = tmp_path / "some.tsv"
    path.write_text(f"{HEAD}plain\tGood lid.\tlid +\n{row}\n")
    with pytest.raises(InputError, match=why) as error:
        read_gold(path)
    assert f"{path}:3: " in str(error.value)


def test_a_file_is_set_aside_by_the_line_below_its_header(tmp_path: Path) -> None:
    path = tmp_path / "some.tsv"
    for second, aside in (("# set aside: hands off\n", True), ("plain\tNice lid.\tlid +\n", False), ("", False)):
        path.write_text(HEAD + second)
        assert is_set_aside(path) == aside
    path.write_text("# set aside\n" + HEAD)
    assert not is_set_aside(path)


def test_right_when_all_labels_are_found_with_their_signs(tmp_path: Path) -> None:
    text = "The lid is great but the cord is short."
    one = sentence(tmp_path, text, "lid +; cord -")
    both = [spoken(text, "lid", 1), spoken(text, "cord", -1)]
    assert judge(one, both) == Tally(sentences=1, right=1, terms=2, found=2, signs=2, false=0)
    assert judge(one, both[:1]) == Tally(sentences=1, right=0, terms=2, found=1, signs=1, false=0)


def test_a_wrong_sign_is_found_but_not_right(tmp_path: Path) -> None:
    text = "The lid is great."
    one = sentence(tmp_path, text, "lid +")
    assert judge(one, [spoken(text, "lid", -1)]) == Tally(1, right=0, terms=1, found=1, signs=0, false=0)


def test_one_place_of_a_term_with_the_wrong_sign_spoils_it(tmp_path: Path) -> None:
    text = "I feared the lid, but the lid is great."
    one = sentence(tmp_path, text, "lid +")
    first, second = Spoken("lid", 13, 16, -1), Spoken("lid", 26, 29, 1)
    assert judge(one, [first, second]).right == 0
    assert judge(one, [second]).right == 1


def test_anything_else_found_is_false(tmp_path: Path) -> None:
    text = "The lid is great in the rain."
    one = sentence(tmp_path, text, "lid +")
    found = [spoken(text, "lid", 1), spoken(text, "rain", 1)]
    assert judge(one, found) == Tally(1, right=0, terms=1, found=1, signs=1, false=1)


def test_a_silent_sentence_is_right_when_nothing_is_found(tmp_path: Path) -> None:
    text = "Does the battery last?"
    one = sentence(tmp_path, text, "")
    assert judge(one, []) == Tally(1, right=1)
    assert judge(one, [spoken(text, "battery", 1)]) == Tally(1, right=0, false=1)


def test_optional_labels_may_be_found_with_their_sign_only(tmp_path: Path) -> None:
    text = "The lid of this kettle leaks."
    one = sentence(tmp_path, text, "lid -; ?kettle -")
    lid = spoken(text, "lid", -1)
    assert judge(one, [lid]) == Tally(1, right=1, terms=1, found=1, signs=1)
    assert judge(one, [lid, spoken(text, "kettle", -1)]) == Tally(1, right=1, terms=1, found=1, signs=1)
    assert judge(one, [lid, spoken(text, "kettle", 1)]) == Tally(1, right=0, terms=1, found=1, signs=1, false=1)
    assert judge(one, [spoken(text, "kettle", -1)]).right == 0


def test_any_one_of_the_alternatives_will_do_and_several_may(tmp_path: Path) -> None:
    text = "Hanging the shelf was easy."
    one = sentence(tmp_path, text, "hanging|shelf +")
    shelf, hanging = spoken(text, "shelf", 1), spoken(text, "Hanging", 1)
    for found in ([shelf], [hanging], [shelf, hanging]):
        assert judge(one, found) == Tally(1, right=1, terms=1, found=1, signs=1)
    assert judge(one, [shelf, spoken(text, "Hanging", -1)]).right == 0


def test_words_that_overlap_are_a_match(tmp_path: Path) -> None:
    text = "The battery life is great."
    assert judge(sentence(tmp_path, text, "battery life +"), [spoken(text, "battery", 1)]).right == 1
    assert judge(sentence(tmp_path, text, "battery +"), [spoken(text, "battery life", 1)]).right == 1


def test_an_attribute_of_another_name_matches_by_its_place(tmp_path: Path) -> None:
    text = "A comfy seat."
    one = sentence(tmp_path, text, "seat +; ?comfy +")
    assert judge(one, [spoken(text, "seat", 1), spoken(text, "comfy", 1, name="comfort")]).right == 1


def test_an_attribute_elsewhere_matches_by_the_stem_of_its_last_word(tmp_path: Path) -> None:
    text = "It charges fast and the brewing takes long."
    one = sentence(tmp_path, text, "charges +")
    assert judge(one, [Spoken("quick charge", 11, 15, 1)]).right == 1
    assert judge(one, [Spoken("charge time", 11, 15, 1)]).right == 0


def test_a_mention_counts_for_one_label(tmp_path: Path) -> None:
    text = "camera good battery good"
    one = sentence(tmp_path, text, "camera +; battery +")
    assert judge(one, [spoken(text, "camera good battery", 1)]) == Tally(1, right=0, terms=2, found=1, signs=1)


def test_a_mention_counts_for_the_label_it_serves_best(tmp_path: Path) -> None:
    text = "Good wall plug, bad plug cover."
    one = sentence(tmp_path, text, "wall plug +; plug cover -")
    found = [spoken(text, "plug cover", -1), spoken(text, "wall plug", 1)]
    assert judge(one, found).right == 1
    assert judge(one, found[::-1]).right == 1


def test_counts_add_up_by_phenomenon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.tsv"
    path.write_text(HEAD + "wish\tNice lid.\tlid +\nplain\tBad lid.\tlid -\nwish\tBad cord.\tcord -\n")
    praise = [[Spoken("lid", 5, 8, 1)], [Spoken("lid", 4, 7, 1)], []]
    monkeypatch.setitem(challenge.MODES, "alone", lambda texts, settings: praise)
    table = by_phenomenon(read_sentences(read_gold(path), ExtractSettings(), "alone"))
    assert table == {
        "wish": Tally(2, right=1, terms=2, found=1, signs=1),
        "plain": Tally(1, right=0, terms=1, found=1, signs=0),
        "total": Tally(3, right=1, terms=3, found=2, signs=1),
    }
    assert list(table)[-1] == "total"
    assert table["wish"].share == 0.5
    assert Tally().share == 0.0


def test_sentences_are_read_with_places_alone_and_together() -> None:
    texts = ["The battery life is great.", "Hm.", "Terrible screen, and the battery life is great."]
    for read in (read_alone, read_together):
        first, second, third = read(texts, ExtractSettings())
        assert second == []
        for text, found in ((texts[0], first), (texts[2], third)):
            assert {text[one.start : one.end].lower() for one in found} >= {"battery life"}
            assert all(text[one.start : one.end].lower() == one.attribute for one in found)
        assert [str(one) for one in first] == ["battery life +"]


def test_alone_a_sentence_is_read_without_the_others() -> None:
    texts = ["The battery life is great.", "The sauce was bland and the plates were dirty."]
    assert read_alone(texts, ExtractSettings()) == [read_alone([text], ExtractSettings())[0] for text in texts]


def test_the_results_page_has_a_row_per_phenomenon_with_both_halves(tmp_path: Path) -> None:
    from results_extraction import challenge_section

    rows = "plain\tThe battery life of mine is great.\tbattery life +\nwish\tThe battery life of mine is great!\t{}\n"
    (tmp_path / "development.tsv").write_text(HEAD + rows.format("battery life -"))
    (tmp_path / "set_aside.tsv").write_text(HEAD + "# set aside\n" + rows.format("battery life +"))
    lines = challenge_section(tmp_path)
    assert "| plain | 1 | 100.0% | 100.0% | 1 | 100.0% | 100.0% |" in lines
    assert "| wish | 1 | 0.0% | 0.0% | 1 | 100.0% | 100.0% |" in lines
    assert "| total | 2 | 50.0% | 50.0% | 2 | 100.0% | 100.0% |" in lines
    assert "| development | alone | 100.0% of 2 | 50.0% of 2 | 0 |" in lines
