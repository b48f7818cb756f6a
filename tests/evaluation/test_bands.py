"""Bands of confidence, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from instead.evaluation.bands import confidence_bands


def test_bands_by_hand() -> None:
    """Four claims below .9 of which three are right, two at the top that are right."""
    confidence = np.array([0.80, 0.82, 0.84, 0.86, 0.97, 1.0])
    right = np.array([1.0, 1.0, 0.0, 1.0, 1.0, 1.0])
    found = confidence_bands(confidence, right, np.arange(6), width=0.1, least=2, draws=50)
    assert found["from"].to_list() == pytest.approx([0.8, 0.9])
    assert found["to"].to_list() == pytest.approx([0.9, 1.0])
    assert found["claims"].to_list() == [4, 2]
    assert found["confidence"].to_list() == pytest.approx([0.83, 0.985])
    assert found["right"].to_list() == pytest.approx([0.75, 1.0])
    assert found["apart"].to_list() == pytest.approx([-0.08, 0.015])


def test_a_thin_band_at_the_top_joins_the_one_below() -> None:
    confidence = np.array([0.85, 0.85, 0.95])
    found = confidence_bands(confidence, np.ones(3), np.arange(3), width=0.1, least=2, draws=10)
    assert found["claims"].to_list() == [3]
    assert found["to"].to_list() == pytest.approx([1.0])


def test_edges_belong_to_the_band_above() -> None:
    found = confidence_bands(np.array([0.9, 0.8]), np.array([1.0, 0.0]), np.arange(2), width=0.1, least=1, draws=10)
    assert found["right"].to_list() == [0.0, 1.0]


def test_honest_confidence_is_found_honest_and_boasting_is_not() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.uniform(0.8, 1.0, 40_000)
    right = (rng.random(40_000) < confidence).astype(float)
    honest = confidence_bands(confidence, right, np.arange(40_000), draws=20)
    assert np.abs(honest["apart"].to_numpy()).max() < 0.02
    boasting = confidence_bands(np.minimum(confidence + 0.05, 1.0), right, np.arange(40_000), draws=20)
    assert np.abs(boasting["apart"].to_numpy()).max() > 0.03
