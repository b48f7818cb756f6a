"""Names, variants, pruning and the user's overrides."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from instead.errors import InputError
from instead.mentions.overrides import Overrides
from instead.mentions.vocabulary import Vocabulary, build_vocabulary, key_of


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


@pytest.mark.parametrize("content", ["keep = 3", "nonsense = []", "not toml"])
def test_wrong_overrides_say_so(tmp_path: Path, content: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(content)
    with pytest.raises(InputError, match=str(path.name)):
        Overrides.read(path)


def test_missing_overrides_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        Overrides.read(tmp_path / "absent.toml")
