"""Recent popularity against the sum it stands for, and what becomes of unknown times."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.errors import EmptyResult
from instead.evaluation.references import reference_models
from instead.material import Material
from instead.models.context import Context, no_times
from instead.models.interface import LiveVisits
from instead.models.reference.popularity import Popularity
from instead.models.reference.recent_popularity import DAY, RecentPopularity, RecentPopularitySettings
from instead.models.registry import entry_of
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.evaluation.test_tell_time import without_times
from tests.planted import planted_shop

Times = NDArray[np.datetime64]
ITEMS = 5
SPAN = 400  # days

days = st.one_of(st.none(), st.integers(0, SPAN))  # None: unknown
visits = st.lists(st.tuples(st.integers(0, ITEMS - 1), days), max_size=40)
asked = st.lists(days, min_size=1, max_size=4)


def times(found: list[int | None]) -> Times:
    moments = no_times(len(found))
    for place, day in enumerate(found):
        if day is not None:
            moments[place] = np.datetime64(1_400_000_000 + int(day * DAY), "s")
    return moments


def context(found: list[int | None]) -> Context:
    plain = Context.of_strangers(np.zeros(len(found), np.int64))
    return Context(replace(plain.askers, time=times(found)), plain.query)


def plainly(
    had: list[tuple[int, int | None]], found: list[int | None], chosen: RecentPopularitySettings
) -> list[list[float]]:
    """The formula, word by word."""
    known = [(item, day) for item, day in had if day is not None]
    newest = max((day for _, day in known), default=None)
    scores = []
    for day in found:
        now = newest if day is None else day
        row = []
        for j in range(ITEMS):
            mine = [t for item, t in known if item == j and not (chosen.past_only and t > (now or 0))]
            row.append(math.log(sum(math.exp(-abs((now or 0) - t) / chosen.tau) for t in mine) + chosen.eps))
        scores.append(row)
    return scores


def made(had: list[tuple[int, int | None]], chosen: RecentPopularitySettings) -> RecentPopularity:
    item = np.array([one for one, _ in had], np.int64)
    return RecentPopularity.of(item, times([day for _, day in had]), ITEMS, chosen)


@given(had=visits, found=asked, tau=st.sampled_from([0.5, 30.0, 3000.0]), past_only=st.booleans())
@settings(max_examples=80, deadline=None)
def test_scores_are_those_of_the_formula(
    had: list[tuple[int, int | None]], found: list[int | None], tau: float, past_only: bool
) -> None:
    chosen = RecentPopularitySettings(tau=tau, past_only=past_only)
    model, asks = made(had, chosen), context(found)
    scores = model.score_all(asks)
    assert scores.dtype == np.float32
    np.testing.assert_allclose(scores, plainly(had, found, chosen), rtol=1e-5, atol=1e-5)
    candidates = np.random.default_rng(0).integers(ITEMS, size=(len(found), 3))
    np.testing.assert_array_equal(model.score(asks, candidates), np.take_along_axis(scores, candidates, axis=1))


def test_what_was_sold_then_wins_then() -> None:
    """Item 0 sold ten times at the start, item 1 three times at the end; item 2 once, just after the start."""
    had: list[tuple[int, int | None]] = [*[(0, 0)] * 10, *[(1, SPAN)] * 3, (2, 10)]
    model = made(had, RecentPopularitySettings())
    order = np.argsort(-model.score_all(context([5, SPAN, None])), axis=1)
    assert order[:, 0].tolist() == [0, 1, 1]
    past = made(had, RecentPopularitySettings(past_only=True)).score_all(context([5]))[0]
    assert past[2] == pytest.approx(math.log(0.05))  # not sold yet
    assert model.score_all(context([5]))[0, 2] > past[2]


def test_a_long_tau_is_popularity() -> None:
    had = [(item, day) for item in range(ITEMS) for day in range(0, 100, 10 * (item + 1))]
    recent = made([*had], RecentPopularitySettings(tau=1e6)).score_all(context([50]))
    counts = Popularity(np.bincount([item for item, _ in had])).score_all(context([50]))
    np.testing.assert_allclose(np.exp(recent) - 0.05, counts, rtol=1e-3)


def test_centuries_away_everything_is_alike() -> None:
    """No overflow in either direction, and no number that is none."""
    model = made([(0, 0), (1, SPAN)], RecentPopularitySettings(tau=0.01))
    far = context([0, 0])
    moments = np.array(["1700-01-01", "2300-01-01"], "datetime64[s]")
    scores = model.score_all(Context(replace(far.askers, time=moments), far.query))
    np.testing.assert_allclose(scores, math.log(0.05), rtol=1e-6)


def test_it_learns_from_training_visits_alone(tmp_path: Path) -> None:
    shop = planted_shop(tmp_path)
    train_rows = shop.interactions.with_columns(shop.times).filter(shop.interactions["part"] == 0)
    model = reference_models(shop)["recent-popularity"]
    chosen = RecentPopularitySettings(tau=1e6)
    total = entry_of("recent-popularity").fit(Material.of(shop), chosen)  # type: ignore[misc]
    counts = np.bincount(train_rows["item"].to_numpy(), minlength=model.items)
    found = np.exp(total.score_all(Context.of_strangers(np.array([0])))[0]) - chosen.eps
    np.testing.assert_allclose(found, counts, rtol=1e-3)
    assert model.arrays()["time"].max() == train_rows["time"].max()


def test_a_shop_without_times_is_told_so(tmp_path: Path) -> None:
    data: Dataset = without_times(tmp_path)
    assert "recent-popularity" not in reference_models(data)
    with pytest.raises(EmptyResult, match=r"'recent-popularity' cannot be trained here: no training interaction has a"):
        train(data, out=tmp_path / "m", model="recent-popularity")


def test_visits_since_the_training_count_as_any_others() -> None:
    before: list[tuple[int, int | None]] = [(0, 10), (1, 20), (1, 30)]
    first = 1_400_000_000 / DAY
    counts = np.zeros((2, ITEMS), np.float32)
    counts[0, 2], counts[1, 0] = 3.0, 1.0
    chosen = RecentPopularitySettings()
    live = LiveVisits(first + np.array([40.0, 45.0]), counts, first + 45.0)
    found = made(before, chosen).with_visits(live)
    together = made([*before, (2, 40), (2, 40), (2, 40), (0, 45)], chosen)
    assert found.newest == pytest.approx(together.newest, abs=1)
    asked: list[int | None] = [12, 40, 50, None]
    assert found.score_all(context(asked)) == pytest.approx(together.score_all(context(asked)), abs=1e-4)
