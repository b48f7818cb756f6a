"""Names, variants, pruning and the user's overrides."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from instead.errors import InputError
from instead.mentions.overrides import Overrides
from instead.mentions.vocabulary import Attribute, Vocabulary, build_vocabulary, key_of


def made(**counts: int) -> Vocabulary:
    forms = Counter({(key_of(name.replace("_", " ")), name.replace("_", " ")): n for name, n in counts.items()})
    return build_vocabulary(forms, min_mentions=2, min_compound=3)


def test_inflections_and_spellings_join() -> None:
    vocabulary = made(battery=9, batteries=4, warranty=40, warrenty=3, soundhole=5, sound_hole=4, colour=3, color=8)
    by_name = {one.name: one for one in vocabulary.attributes}
    assert by_name["battery"].count == 13
    assert by_name["warranty"].variants == {"warrenty": 3}
    assert by_name["soundhole"].count == 9
    assert by_name["color"].count == 11


def test_pruned_with_a_reason() -> None:
    vocabulary = made(screen=9, time=50, knob=1, big_red_knob=2)
    assert vocabulary.names == ["screen"]
    why = {one.name: one.why for one in vocabulary.pruned}
    assert why["time"] == "a general noun"
    assert "fewer than 2" in why["knob"]
    assert "compound" in why["big red knob"]


def test_overrides(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('keep = ["sustain"]\ndrop = ["knob"]\n[merge]\nprice = ["cost"]\n[rename]\ntune = "tuning"\n')
    overrides = Overrides.read(path)
    assert overrides.keep == {"sustain"}
    after = overrides.apply(made(price=9, cost=5, tune=4, knob=7))
    assert {one.name: one.count for one in after.attributes} == {"price": 14, "tuning": 4}
    assert ("knob", "dropped by the user") in [(one.name, one.why) for one in after.pruned]


def family_vocabulary() -> Vocabulary:
    return Vocabulary.of(
        [
            Attribute("price", 9, {"cost": 4}, (key_of("price"), key_of("cost"))),
            Attribute("sound", 8, {}, (key_of("sound"),)),
            Attribute("bass", 5, {}, (key_of("bass"),), "sound"),
            Attribute("strap", 3, {}, (key_of("strap"),)),
        ],
        [],
    )


def written(path: Path, content: str) -> Overrides:
    path.write_text(content)
    return Overrides.read(path)


def test_split_makes_an_attribute_of_a_variant(tmp_path: Path) -> None:
    after = written(tmp_path / "words.toml", 'split = ["Cost", "bass"]').apply(family_vocabulary())
    found = {one.name: one for one in after.attributes}
    assert (found["price"].count, found["cost"].count) == (5, 4)
    assert found["price"].variants == {}
    assert found["price"].keys == (key_of("price"),)
    assert found["cost"].keys == (key_of("cost"),)
    assert found["bass"].parent == "sound"  # an attribute already


def test_move_hangs_and_frees(tmp_path: Path) -> None:
    after = written(tmp_path / "words.toml", '[move]\nbass = ""\nstrap = "sound"').apply(family_vocabulary())
    assert {one.name: one.parent for one in after.attributes} == {
        "price": "",
        "sound": "",
        "bass": "",
        "strap": "sound",
    }


def test_merged_and_renamed_attributes_keep_what_hangs_under_them(tmp_path: Path) -> None:
    after = written(tmp_path / "words.toml", '[rename]\nsound = "audio"').apply(family_vocabulary())
    assert {one.name: one.parent for one in after.attributes}["bass"] == "audio"
    both = written(tmp_path / "words.toml", '[merge]\nsound = ["bass"]').apply(family_vocabulary())
    assert {one.name: one.parent for one in both.attributes}["sound"] == ""
    gone = written(tmp_path / "words.toml", 'drop = ["sound"]').apply(family_vocabulary())
    assert {one.name: one.parent for one in gone.attributes}["bass"] == ""


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('split = ["csot"]', r"split names 'csot'.*did you mean 'cost'"),
        ('[move]\nbas = "sound"', r"move names 'bas'.*did you mean 'bass'"),
        ('[move]\nbass = "nothing like it"', "move names 'nothing like it'"),
        ('[move]\nsound = "bass"', "circle: "),
        ('[move]\nsound = "sound"', "circle: sound > sound"),
        ('move = ["bass"]', "move must be a table"),
        ("split = 3", "split must be a list"),
    ],
)
def test_overrides_that_do_not_fit_say_so(tmp_path: Path, content: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        written(tmp_path / "words.toml", content).apply(family_vocabulary())
    assert "words.toml" in str(error.value)


@pytest.mark.parametrize("content", ["keep = 3", "nonsense = []", "not toml"])
def test_wrong_overrides_say_so(tmp_path: Path, content: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(content)
    with pytest.raises(InputError, match=str(path.name)):
        Overrides.read(path)


def test_missing_overrides_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        Overrides.read(tmp_path / "absent.toml")
