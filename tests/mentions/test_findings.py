"""Which phrases are judged: with an opinion, in a clear clause, and not where grammar is silent."""

from __future__ import annotations

import numpy as np

from instead.mentions.findings import CLEAR, Findings, calibrated, confidence, judge_phrases, log_odds
from instead.mentions.loops.polarity import AROUND_IT, PLAIN, SILENT, TOLD
from instead.mentions.opinions import read
from instead.mentions.weights import load_weights


def findings(*rows: tuple[float, float, int, bool]) -> Findings:
    """(chance of neutral, felt, verdict, has an opinion) of each phrase."""
    neutral = np.array([row[0] for row in rows], np.float32)
    pairs = [(n, 9, 10) for n, row in enumerate(rows) if row[3]]
    return Findings(
        np.array([(n, n + 1, n) for n in range(len(rows))]),
        np.array(pairs, np.int64).reshape(-1, 3),
        np.stack([(1 - neutral) * 0.25, neutral, (1 - neutral) * 0.75], axis=1),
        np.array([row[2] for row in rows], np.uint8),
        np.array([row[1] for row in rows], np.float32),
    )


def test_who_is_judged() -> None:
    found = findings(
        (0.9, 0.0, PLAIN, True),  # an opinion of its own
        (0.9, 0.5, PLAIN, False),  # neither sure nor clear
        (0.1, 0.5, PLAIN, False),  # the model is sure, and something is felt
        (0.1, 0.0, PLAIN, False),  # sure of what? nothing is felt
        (0.9, CLEAR, PLAIN, False),  # the clause is clear
        (0.9, -CLEAR, TOLD, False),
        (0.1, 2.0, SILENT, True),  # nobody judges it
        (0.1, 2.0, AROUND_IT, True),  # it stands around what is judged
    )
    assert found.opinionated(0.5).tolist() == [True, False, True, False, True, True, False, False]
    assert found.has_opinion.tolist() == [True, False, False, False, False, False, True, True]
    assert set(found.sign.tolist()) == {1}


def test_a_tie_is_praise() -> None:
    found = findings((0.5, 0.0, PLAIN, False))
    even = np.full((1, 3), 1 / 3, np.float32)
    assert Findings(found.phrases, found.pairs, even, found.verdict, found.felt).sign.tolist() == [1]


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
