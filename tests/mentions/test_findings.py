"""Which phrases are judged, with what sign, and how sure that is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from instead.mentions.attributes import Clauses
from instead.mentions.findings import Findings, calibrated, confidence, judge_phrases, log_odds
from instead.mentions.loops.polarity import SILENT
from instead.mentions.opinions import read
from instead.mentions.weights import load_weights


def findings(*chances: tuple[float, float, float]) -> Findings:
    """Phrases with these chances of blame, nothing and praise; the second one has an opinion."""
    count = len(chances)
    nothing = np.zeros(count, np.uint8)
    return Findings(
        np.array([(n, n + 1, n) for n in range(count)]),
        np.array([(1, 9, 10)], np.int64) if count > 1 else np.empty((0, 3), np.int64),
        np.array(chances, np.float32),
        nothing,
        np.zeros(count, np.float32),
        Clauses(nothing, nothing, nothing),
    )


def test_who_is_judged() -> None:
    found = findings((0.2, 0.6, 0.2), (0.1, 0.3, 0.6), (0.5, 0.4, 0.1))
    assert found.opinionated(0.5).tolist() == [False, True, True]
    assert found.opinionated(0.35).tolist() == [False, True, False]
    assert found.has_opinion.tolist() == [False, True, False]
    assert found.sign.tolist() == [1, 1, -1]  # a tie is praise


def test_what_nobody_says_as_a_fact_needs_more() -> None:
    found = replace(findings((0.2, 0.4, 0.4), (0.4, 0.05, 0.55)), verdict=np.full(2, SILENT, np.uint8))
    assert found.opinionated(0.5).tolist() == [False, True]


def test_no_phrases() -> None:
    found = judge_phrases(read(["Hello."], load_weights()), np.empty((0, 3), np.int64), None, load_weights())
    assert found.opinionated(0.5).tolist() == []
    assert found.chance.shape == (0, 3)


def test_chances_are_chances() -> None:
    text = "The lid is great. The strap is awful."
    reading = read([text], load_weights())
    places = [reading.page.words_in(0, text.index(word), text.index(word) + 3) for word in ("lid", "strap")]
    found = judge_phrases(reading, np.array([(a, e, e - 1) for a, e in places]), None, load_weights())
    np.testing.assert_allclose(found.chance.sum(axis=1), 1.0, rtol=1e-5)
    assert found.sign.tolist() == [1, -1]
    assert np.sign(log_odds(found.chance)).tolist() == [1, -1]


def test_confidence_is_at_least_a_half_and_grows_with_the_odds() -> None:
    odds = np.array([0.0, 1.0, -1.0, 3.0], np.float32)
    plain = confidence(calibrated(odds, np.array([0.0, 1.0])))
    np.testing.assert_allclose(plain, [0.5, 0.7310586, 0.7310586, 0.9525741], rtol=1e-5)
    assert confidence(calibrated(odds, np.array([-2.0, 1.0]))).tolist()[:3] == [0.5, 0.5, 0.5]
    np.testing.assert_allclose(calibrated(odds, np.array([0.5, 2.0])), [0.0, 2.5, -2.5, 6.5])
