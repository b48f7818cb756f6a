"""Gold readers and scores on hand-made files, and floors on the real gold where it is at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from instead.errors import InputError, UnknownFormat
from instead.mentions.gold import read_gold
from instead.mentions.score import Score, compare, locate_features, score_features, score_files, score_heads
from instead.mentions.weights import load_weights
from instead.settings import ExtractSettings


def test_readers(tmp_path: Path) -> None:
    semeval = tmp_path / "a.jsonl"
    semeval.write_text(
        '{"text": "Nice screen", "terms": [{"term": "screen", "polarity": "positive", "span": [5, 11]}],'
        ' "opinions": ["Nice"]}\n'
    )
    sentence = read_gold(semeval)[0]
    assert sentence.terms == [((5, 11), 1)]
    assert sentence.opinions == [(0, 4)]
    aste = tmp_path / "b.txt"
    aste.write_text("Nice big screen .####[([1, 2], [0], 'POS')]\n")
    assert read_gold(aste)[0].triplets == [((5, 15), (0, 4), 1)]
    mams = tmp_path / "c.xml"
    mams.write_text(
        '<?xml version="1.0"?><sentences><sentence><text>Bad soup</text><aspectTerms>'
        '<aspectTerm from="4" polarity="negative" term="soup" to="8"/></aspectTerms></sentence></sentences>'
    )
    assert read_gold(mams)[0].terms == [((4, 8), -1)]
    hu_liu = tmp_path / "d.txt"
    hu_liu.write_text("*intro\n[t]title\npicture quality[+2], size[-1][u]##the picture quality is fine .\n")
    sentence = locate_features(read_gold(hu_liu)[0])
    assert sentence.features == [("picture quality", 1)]
    assert sentence.terms == [((4, 19), 1)]
    other = tmp_path / "e.txt"
    other.write_text("nothing of the kind\n")
    with pytest.raises(UnknownFormat):
        read_gold(other)


def test_scores() -> None:
    score = compare([1, 2, 3, 4], [3, 4, 5])
    assert score.precision == pytest.approx(2 / 3)
    assert score.recall == 0.5
    assert score.f1 == pytest.approx(4 / 7)
    assert Score(0, 0, 0).f1 == 0.0


def test_unknown_weights_are_refused() -> None:
    with pytest.raises(InputError, match="unknown set"):
        load_weights("without-anything")


def test_one_pairing_threshold_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line and the results script score Hu & Liu's features by the same function, at the set threshold."""
    from instead.mentions import score as room

    asked: list[float] = []

    def listening(*words: Any, pair: float, **named: Any) -> Score:
        asked.append(pair)
        return score_heads(*words, pair=pair, **named)

    monkeypatch.setattr(room, "score_heads", listening)
    path = tmp_path / "gold.txt"
    path.write_text("picture quality[+2]##the picture quality is fine .\nzoom[-1]##the zoom is bad .\n" * 4)
    settings = ExtractSettings(least_pair=-0.25)
    by_file = score_files(path, [], settings)["features, head match"]
    gold = read_gold(path)
    assert score_features(gold, [sentence.text for sentence in gold], settings) == by_file
    assert asked == [-0.25, -0.25]


@pytest.mark.parametrize(("domain", "aspects", "both"), [("laptops", 0.49, 0.39), ("restaurants", 0.68, 0.57)])
def test_floor_on_semeval(shared_data: Path, domain: str, aspects: float, both: float) -> None:
    """Below these the extractor got worse: exact spans, and spans with polarity, no label of the domain used."""
    folder = shared_data / "absa" / "semeval14"
    gold, raw = folder / f"{domain}_test.jsonl.gz", folder / f"{domain}_train.jsonl.gz"
    found = score_files(gold, [raw], ExtractSettings.checked({"weights": f"without-{domain}"}))
    assert found["aspects"].f1 >= aspects
    assert found["end to end"].f1 >= both
