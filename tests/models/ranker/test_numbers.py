"""Times, factors, curves and priors against plain twins: direct sums, dense solves, interpolation, EM word by word."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.ranker.curves import Curve, Scale, add_curve, log_sigmoid
from instead.models.ranker.ials import eigenbasis, fit_ials, ridges, solve_row
from instead.models.ranker.prior import prior_shift
from instead.models.ranker.tables.activity import WIDTH, Activity
from instead.models.ranker.tables.covisits import CoVisits
from instead.models.ranker.tables.factors import Factors
from instead.models.ranker.tables.word_table import Words
from instead.settings import FactorSettings
from tests.models.ranker.known_shop import ITEMS, USERS, known_shop

Doubles = NDArray[np.float64]
few = settings(max_examples=30, deadline=None)

# --- times -----------------------------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 50), tau=st.sampled_from([3.0, 30.0, 365.0]), now=st.floats(15_900, 16_700), past=st.booleans()
)
@few
def test_visits_fade_by_a_direct_sum(seed: int, tau: float, now: float, past: bool) -> None:
    known = known_shop(seed % 3)
    activity, items = Activity.of(known), np.random.default_rng(seed).integers(ITEMS, size=6)
    found = activity.density(tau, now, items, past_only=past)
    days = known.day.astype(np.float32).astype(np.float64)
    for item, value in zip(items, found, strict=True):
        mine = days[(known.item == item) & ((days <= now) | (not past))]
        assert value == pytest.approx(np.exp(-np.abs(mine - now) / tau).sum(), rel=1e-4, abs=1e-6)


def test_bins_of_a_user_are_shares_of_their_visits() -> None:
    known = known_shop()
    activity = Activity.of(known)
    for user in range(USERS):
        days = known.day[known.user == user].astype(np.float32)
        bins, share = activity.bins_of(user)
        expected = [((days - activity.oldest) // WIDTH == b).mean() for b in bins]
        np.testing.assert_allclose(share, expected, rtol=1e-6)
        assert share.sum() == pytest.approx(1.0)
    assert activity.first[0] == known.day[known.item == 0].min().astype(np.float32)
    unseen = Activity.of(replace(known, items=ITEMS + 1))
    assert unseen.first[ITEMS] == unseen.newest


# --- co-visits and words ---------------------------------------------------------------------------------------------


def test_covisits_are_weighted_counts_of_people() -> None:
    known = known_shop()
    table = CoVisits.of(known, shrink=4.0)
    had = {user: set(known.item[known.user == user].tolist()) for user in range(USERS)}
    count = known.popularity
    for h in range(ITEMS):
        row = dict(zip(table.item[table.start[h] : table.start[h + 1]].tolist(),
                       table.value[table.start[h] : table.start[h + 1]].tolist(), strict=True))  # fmt: skip
        for x in range(ITEMS):
            both = sum(1.0 / np.log(len(mine) + 1.5) for mine in had.values() if {h, x} <= mine) if h != x else 0.0
            assert row.get(x, 0.0) == pytest.approx(both / np.sqrt((count[h] + 4.0) * (count[x] + 4.0)), rel=1e-5)


def test_words_are_tf_idf_rows_of_length_one() -> None:
    counts = np.random.default_rng(0).integers(0, 3, size=(6, 4)).astype(np.float64)
    counts[2] = 0.0
    rows = Words.of(csr_matrix(counts)).rows.toarray()
    rarity = np.log(7.0 / (counts > 0).sum(axis=0))
    for item in range(6):
        weighted = counts[item] * rarity
        np.testing.assert_allclose(rows[item], weighted / (np.linalg.norm(weighted) or 1.0), rtol=1e-6)


# --- implicit matrix factorisation -----------------------------------------------------------------------------------

UNSEEN, RIDGE, POWER = 0.1, 0.05, 0.7


def dense_ials(visits: Doubles, start: Doubles, rounds: int) -> Doubles:
    """Alternating least squares of (iALS), one `np.linalg.solve` per row; item factors."""
    users, items = visits.shape
    h = start
    for _ in range(rounds):
        w = np.stack([solved(visits[u], h, items) for u in range(users)])
        h = np.stack([solved(visits[:, i], w, users) for i in range(items)])
    return h


def solved(seen: Doubles, other: Doubles, others: int) -> Doubles:
    """The normal equations of one row: (sum over seen of o o' + a O'O + r (n + a N)^v I) x = sum over seen of o."""
    ridge = RIDGE * (seen.sum() + UNSEEN * others) ** POWER
    left = other[seen > 0].T @ other[seen > 0] + UNSEEN * other.T @ other + ridge * np.eye(other.shape[1])
    return np.asarray(np.linalg.solve(left, other[seen > 0].sum(axis=0)))


@pytest.mark.parametrize("dimension", [2, 12])  # rows with more visits than factors, and with fewer (Woodbury)
def test_ials_is_alternating_least_squares(dimension: int) -> None:
    known = known_shop()
    rng = np.random.default_rng(7)
    start = (rng.standard_normal((ITEMS, dimension)) * 0.1 / np.sqrt(dimension)).astype(np.float32)
    found = fit_ials(known.visits, dimension, UNSEEN, RIDGE, POWER, 3, np.random.default_rng(7)).astype(np.float64)
    plain = dense_ials(known.visits.toarray(), start.astype(np.float64), 3)
    np.testing.assert_allclose(found @ found.T, plain @ plain.T, rtol=2e-3, atol=2e-4)  # the same but for a rotation
    gram = found.T @ found
    np.testing.assert_allclose(gram, np.diag(np.diag(gram)), atol=1e-4 * gram.max())


@pytest.mark.parametrize("count", [0, 1, 5, 6, 11])
def test_a_row_solves_the_normal_equations(count: int) -> None:
    """Five rows of six factors go by Woodbury's identity, six and more directly."""
    rng = np.random.default_rng(count)
    other, _, _ = eigenbasis(rng.normal(size=(14, 6)).astype(np.float32), UNSEEN)
    rows = rng.permutation(14)[:count]
    gram = UNSEEN * np.einsum("if,if->f", other, other, dtype=np.float64)
    ridge = ridges(np.array([count]), 14, UNSEEN, RIDGE, POWER)[0]
    out = np.full(6, 9.0, np.float32)
    solve_row(rows, other, gram + ridge, out)
    seen = np.isin(np.arange(14), rows).astype(np.float64)
    np.testing.assert_allclose(out, solved(seen, other.astype(np.float64), 14), rtol=1e-3, atol=1e-4)


def test_taste_is_the_fold_in_of_a_history() -> None:
    known = known_shop()
    settings = FactorSettings(dimension=4, unseen=UNSEEN, ridge=RIDGE, ridge_power=POWER, factor_rounds=3)
    factors = Factors.of(known, settings)
    history = np.array([1, 4, 9])
    seen = np.isin(np.arange(ITEMS), history).astype(np.float64)
    expected = solved(seen, factors.item.astype(np.float64), ITEMS)
    np.testing.assert_allclose(factors.taste(history), expected / np.linalg.norm(expected), rtol=1e-3, atol=1e-4)
    assert not factors.taste(np.empty(0, np.int64)).any()


def test_rounds_lower_the_loss() -> None:
    visits = known_shop().visits.toarray().astype(np.float64)

    def loss(h: Doubles) -> float:
        w = np.stack([solved(row, h, ITEMS) for row in visits])
        fitted = w @ h.T
        of_users = RIDGE * (visits.sum(axis=1) + UNSEEN * ITEMS) ** POWER
        of_items = RIDGE * (visits.sum(axis=0) + UNSEEN * USERS) ** POWER
        seen = ((1.0 - fitted) ** 2)[visits > 0].sum()
        return float(seen + UNSEEN * (fitted**2).sum() + of_users @ (w**2).sum(1) + of_items @ (h**2).sum(1))

    fits = [fit_ials(known_shop().visits, 4, UNSEEN, RIDGE, POWER, rounds, np.random.default_rng(1))
            for rounds in (1, 2, 6)]  # fmt: skip
    losses = [loss(h.astype(np.float64)) for h in fits]
    assert losses[0] > losses[1] > losses[2]


# --- curves ----------------------------------------------------------------------------------------------------------


def curve(eps: float, anchor: float, bends: list[float], slopes: list[float]) -> Curve:
    errors = np.zeros(len(slopes))
    return Curve("one", Scale(eps, anchor, np.array(bends)), np.array(slopes), errors, 0.0, 1.0)


def interpolated(made: Curve, values: Doubles) -> Doubles:
    """The same curve through its corners by `np.interp`, with far ends on the first and last slope."""
    y = np.log1p(values / made.scale.eps) if made.scale.eps else values
    corners = np.concatenate([[-1e3], made.scale.bends, [1e3]])
    heights = np.concatenate([[0.0], np.cumsum(np.diff(corners) * made.slopes)])
    return np.asarray(np.interp(y, corners, heights) - np.interp(made.scale.anchor, corners, heights))


@pytest.mark.parametrize(
    "made",
    [
        curve(0.0, 0.0, [], [0.7]),
        curve(0.0, -1.3, [], [-0.4]),
        curve(0.2, 0.0, [], [1.5]),
        curve(0.0, 0.5, [0.0], [2.0, 0.1]),
        curve(0.0, -0.2, [-1.0, 0.3, 2.0], [0.0, 1.0, 3.0, 0.5]),
        curve(0.1, 0.0, [0.5, 2.0], [1.0, 0.0, 4.0]),
    ],
)
def test_curves_are_interpolations(made: Curve) -> None:
    values = np.concatenate([[0.0], np.linspace(0.0 if made.scale.eps else -3.0, 4.0, 41)]).astype(np.float32)
    total = np.ones(values.size, np.float32)
    add_curve(values, made.table, total)
    expected = interpolated(made, values.astype(np.float64))
    np.testing.assert_allclose(total - 1.0, expected, rtol=1e-4, atol=2e-6)
    np.testing.assert_allclose(made(values), expected, rtol=1e-4, atol=2e-6)
    again = Curve.of_array("one", made.array())
    np.testing.assert_array_equal(again.table, made.table)


def test_log_sigmoid_neither_overflows_nor_vanishes() -> None:
    values = np.array([-200.0, -30.0, -1.0, 0.0, 1.0, 30.0, 200.0], np.float32)
    total = np.zeros(values.size, np.float32)
    log_sigmoid(values, 0.5, total)
    expected = -np.logaddexp(0.0, -(values.astype(np.float64) + 0.5))
    np.testing.assert_allclose(total, expected, rtol=1e-5, atol=1e-7)


# --- the prior of a list ---------------------------------------------------------------------------------------------


def em_shift(odds: Doubles, usual: float) -> float:
    """Saerens et al. (2002): posteriors under the new prior, then the prior as their mean, until it stands."""
    chance = 1.0 / (1.0 + np.exp(-odds))
    share = 0.5
    for _ in range(5000):
        yes, no = chance * share / usual, (1.0 - chance) * (1.0 - share) / (1.0 - usual)
        share = float(np.clip((yes / (yes + no)).mean(), 1e-6, 1.0 - 1e-6))
    return 0.0 if share <= 0.5 else min(13.0, float(np.log(share / (1 - share)) - np.log(usual / (1 - usual))))


@pytest.mark.parametrize("seed", range(4))
def test_a_list_of_both_kinds_is_shifted_as_far_as_em_says(seed: int) -> None:
    """Well separated log odds: most of the list are substitutes, but not all."""
    rng = np.random.default_rng(seed)
    odds = np.concatenate([rng.normal(1.0, 1.5, 14), rng.normal(-11.0, 1.0, 5)])
    found = prior_shift(odds.astype(np.float32), 0.01)
    assert found > 0.0
    assert found == pytest.approx(em_shift(odds, 0.01), rel=1e-2)


@given(st.lists(st.floats(-12, 4), min_size=3, max_size=30))
@few
def test_a_shift_is_never_negative_and_bounded(odds: list[float]) -> None:
    found = prior_shift(np.array(odds, np.float32), 0.02)
    assert 0.0 <= found <= 13.0


def test_a_sample_of_the_catalogue_stays_as_it_is() -> None:
    rng = np.random.default_rng(0)
    odds = np.concatenate([rng.normal(2.0, 1.0, 3), rng.normal(-9.0, 1.0, 97)]).astype(np.float32)
    assert prior_shift(odds, 0.03) == 0.0
    assert prior_shift(np.full(10, 3.0, np.float32), 0.03) == 13.0


@given(st.lists(st.floats(-12, 6), min_size=1, max_size=60), st.floats(0.002, 0.4))
@few
def test_the_first_round_at_or_below_half_decides(odds: list[float], usual: float) -> None:
    """EM goes one way from where it starts: stopping early changes nothing."""
    found, right = prior_shift(np.array(odds, np.float32), usual), em_shift(np.array(odds), usual)
    chance = 1.0 / (1.0 + np.exp(-np.array(odds)))
    first = float(np.mean(chance / (chance + (1.0 - chance) * usual / (1.0 - usual))))
    if abs(first - 0.5) > 1e-3:  # rounding decides at the very half
        assert (found > 0.0) == (right > 0.0)
