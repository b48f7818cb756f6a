"""Measures against numbers worked by hand, and what must hold for any ranking."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.errors import ImpossibleFigures
from instead.metrics import (
    Ranks,
    average_precision,
    check_figures,
    check_identities,
    harmonic,
    measures,
    precision_at,
)


def test_three_ranks_by_hand() -> None:
    """Ranks 1, 4 and 12.

    HR@5 = 2/3, HR@10 = 2/3, HR@20 = 1.
    NDCG: 1 / log2 2 = 1; 1 / log2 5 = 0.430677; 1 / log2 13 = 0.270238.
    NDCG@5 = NDCG@10 = 1.430677 / 3 = 0.476892; NDCG@20 = 1.700915 / 3 = 0.566972.
    MRR = (1 + 1/4 + 1/12) / 3 = 4/9.
    """
    found = {name: values.mean() for name, values in measures(Ranks.exactly([1, 4, 12])).items()}
    expected = {"HR@5": 2 / 3, "HR@10": 2 / 3, "HR@20": 1.0, "HR@50": 1.0, "MRR": 4 / 9,
                "NDCG@5": 0.476892, "NDCG@10": 0.476892, "NDCG@20": 0.566972, "NDCG@50": 0.566972}  # fmt: skip
    assert found == pytest.approx(expected, abs=1e-6)
    np.testing.assert_allclose(Ranks.exactly([1, 4, 12]).gains(), [1.0, 0.430677, 0.270238], atol=1e-6)


def test_a_tie_by_hand() -> None:
    """Scores 3 1 | 2 | 2 2: one stands above, two beside; the rank is 2, 3 or 4, each with probability 1/3.

    HR@1 = 0, HR@2 = 1/3, HR@3 = 2/3, HR@4 = 1. MRR = (1/2 + 1/3 + 1/4) / 3 = 13/36.
    NDCG@3 = (1 / log2 3 + 1 / log2 4) / 3 = (0.630930 + 0.5) / 3 = 0.376977.
    """
    ranks = Ranks.of(np.array([2.0]), np.array([[3.0, 1.0, 2.0, 2.0]]))
    assert (ranks.higher.tolist(), ranks.equal.tolist(), ranks.expected.tolist()) == ([1], [2], [3.0])
    assert [float(ranks.hits(k)[0]) for k in (1, 2, 3, 4)] == pytest.approx([0, 1 / 3, 2 / 3, 1])
    assert ranks.reciprocals()[0] == pytest.approx(13 / 36)
    assert ranks.gains(3)[0] == pytest.approx(0.376977, abs=1e-6)


def test_a_constant_model_is_chance_and_an_oracle_is_one() -> None:
    """Among 1,001 candidates HR@10 of chance is 10 / 1001 = 0.00999."""
    constant = Ranks.of(np.zeros(4), np.zeros((4, 1000)))
    assert constant.hits(10).tolist() == pytest.approx([10 / 1001] * 4)
    assert constant.expected.tolist() == [501.0] * 4
    oracle = Ranks.of(np.ones(4), np.zeros((4, 1000)))
    assert all((values == 1.0).all() for values in measures(oracle).values())


def test_candidates_can_be_left_out() -> None:
    among = np.array([[False, True, True]])
    ranks = Ranks.of(np.array([2.0]), np.array([[3.0, 2.0, 1.0]]), among)
    assert (ranks.higher.tolist(), ranks.equal.tolist()) == ([0], [1])


def test_scores_that_are_not_numbers_are_refused() -> None:
    for right, other in ((np.nan, 0.0), (0.0, np.nan)):
        with pytest.raises(ImpossibleFigures, match="NaN"):
            Ranks.of(np.array([right]), np.array([[other, 1.0]]))


def test_average_precision_by_hand() -> None:
    """Order c a d b; relevant a and b, at places 2 and 4: (1/2 + 2/4) / 2 = 1/2. Cut at 3, b is lost: (1/2) / 2."""
    scores, relevant = np.array([[3.0, 1.0, 4.0, 2.0]]), np.array([[True, True, False, False]])
    assert average_precision(scores, relevant)[0] == pytest.approx(0.5)
    assert average_precision(scores, relevant, cut=3)[0] == pytest.approx(0.25)
    assert precision_at(scores, relevant)[0] == pytest.approx(1 / 3)


def test_average_precision_of_a_constant_list_by_hand() -> None:
    """Three attributes, one relevant: places 1, 2, 3 are as likely, so (1 + 1/2 + 1/3) / 3 = 11/18.

    Two relevant of three: orders RRn, RnR, nRR give 1, (1 + 2/3) / 2 and (1/2 + 2/3) / 2; mean 29/36.
    """
    one, two = np.array([[True, False, False]]), np.array([[True, True, False]])
    assert average_precision(np.zeros((1, 3)), one)[0] == pytest.approx(11 / 18)
    assert average_precision(np.zeros((1, 3)), two)[0] == pytest.approx(29 / 36)
    assert precision_at(np.zeros((1, 3)), two, k=2)[0] == pytest.approx(2 / 3)


def test_nothing_relevant_is_zero() -> None:
    assert average_precision(np.ones((1, 4)), np.zeros((1, 4), np.bool_))[0] == 0.0


def test_harmonic_mean() -> None:
    assert harmonic(np.array([0.2, 0.0, 0.5]), np.array([0.3, 0.0, 0.0])).tolist() == pytest.approx([0.24, 0.0, 0.0])


def test_printed_figures_that_cannot_be() -> None:
    """The paper prints for A2CF on Cellphone NDCG@50 = 0.2845, where HR allows 0.2640 at most (finding 4)."""
    check_figures({5: 0.5, 10: 0.6}, {5: 0.4, 10: 0.43})
    with pytest.raises(ImpossibleFigures, match="from K = 5 to 10"):
        check_figures({5: 0.5, 10: 0.6}, {5: 0.4, 10: 0.45})
    with pytest.raises(ImpossibleFigures, match="smaller than"):
        check_figures({5: 0.5, 10: 0.4}, {5: 0.3, 10: 0.3})
    with pytest.raises(ImpossibleFigures, match="0 <= NDCG <= HR"):
        check_figures({5: 0.5}, {5: 0.6})


def test_ranks_that_cannot_be() -> None:
    with pytest.raises(ImpossibleFigures, match="more candidates than there are"):
        check_identities(Ranks.exactly([4]), 3)
    with pytest.raises(ImpossibleFigures, match="negative"):
        check_identities(Ranks.exactly([0]), 3)
    check_identities(Ranks.exactly([]), 3)


scores_with_ties = st.lists(st.integers(0, 4), min_size=2, max_size=30)


@settings(deadline=None)
@given(st.lists(scores_with_ties, min_size=1, max_size=12))
def test_identities_hold_for_any_ranking(rows: list[list[int]]) -> None:
    for row in rows:
        scores = np.array([row], np.float64)
        ranks = Ranks.of(scores[:, 0], scores[:, 1:])
        check_identities(ranks, len(row), (1, 2, 3, 5, 10))
        above, beside = (scores[:, 1:] > scores[:, :1]).sum(), (scores[:, 1:] == scores[:, :1]).sum()
        np.testing.assert_allclose(ranks.expected, [1.0 + above + 0.5 * beside])


@settings(deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=40))
def test_without_ties_measures_are_those_of_the_rank(known: list[int]) -> None:
    ranks = Ranks.exactly(known)
    for k in (1, 5, 50):
        np.testing.assert_allclose(ranks.hits(k), [float(rank <= k) for rank in known])
        worth = [1.0 / np.log2(1.0 + rank) if rank <= k else 0.0 for rank in known]
        np.testing.assert_allclose(ranks.gains(k), worth, atol=1e-12)


@settings(deadline=None)
@given(entries=st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=1, max_size=5), cut=st.integers(1, 6))
def test_measures_of_lists_are_means_over_all_orders(entries: list[tuple[int, bool]], cut: int) -> None:
    """Against the plain definition, for every order that sorts the scores."""
    scores, relevant = (np.array(column) for column in zip(*entries, strict=True))
    precise, top = [], []
    for order in map(list, permutations(range(len(entries)))):
        if (np.diff(scores[order]) > 0).any():
            continue
        found = relevant[order][:cut]
        precisions = np.cumsum(found) / np.arange(1, found.size + 1)
        precise.append(float((precisions * found).sum()) / max(int(relevant.sum()), 1))
        top.append(relevant[order][:3].sum() / 3)
    values = scores.astype(np.float64)[None]
    assert average_precision(values, relevant[None], cut)[0] == pytest.approx(np.mean(precise))
    assert precision_at(values, relevant[None])[0] == pytest.approx(np.mean(top))


def test_an_independent_implementation_agrees() -> None:
    """scikit-learn: NDCG and reciprocal rank with one right answer, hits, average precision without a cut."""
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    rng = np.random.default_rng(3)
    scores = rng.permuted(np.tile(np.arange(40.0), (25, 1)), axis=1)
    right = np.zeros((25, 40))
    right[:, 0] = 1
    ranks = Ranks.of(scores[:, 0], scores[:, 1:])
    for k in (5, 10, 20):
        assert ranks.gains(k).mean() == pytest.approx(metrics.ndcg_score(right, scores, k=k))
        found = metrics.top_k_accuracy_score(np.zeros(25, np.int64), scores, k=k, labels=np.arange(40))
        assert ranks.hits(k).mean() == pytest.approx(found)
    assert ranks.reciprocals().mean() == pytest.approx(metrics.label_ranking_average_precision_score(right, scores))
    relevant = rng.random((25, 40)) < 0.2
    relevant[:, 3] = True
    for row in range(25):
        found = metrics.average_precision_score(relevant[row], scores[row])
        assert average_precision(scores[row : row + 1], relevant[row : row + 1])[0] == pytest.approx(found)


def test_an_independent_implementation_agrees_on_ties() -> None:
    """scikit-learn averages the gain over tied places too."""
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    rng = np.random.default_rng(4)
    scores = rng.integers(0, 5, size=(30, 20)).astype(np.float64)
    right = np.zeros((30, 20))
    right[:, 0] = 1
    ranks = Ranks.of(scores[:, 0], scores[:, 1:])
    for k in (3, 10):
        assert ranks.gains(k).mean() == pytest.approx(metrics.ndcg_score(right, scores, k=k, ignore_ties=False))


# --- many cases at once, edges and defaults ---------------------------------------------------------------------------


def first_places(scores: list[float], relevant: list[bool], k: int) -> float:
    """Share of relevant ones among the first k: every tied entry stands on every place of its group as often."""
    found = 0.0
    for score in set(scores):
        begins = sum(other > score for other in scores)
        group = [right for other, right in zip(scores, relevant, strict=True) if other == score]
        shown = min(max(min(k, len(scores)) - begins, 0), len(group))
        found += sum(group) * shown / len(group)
    return found / k


@pytest.mark.parametrize("k", [1, 3, 10, 60])
def test_every_list_of_many_is_measured_by_itself(k: int) -> None:
    rng = np.random.default_rng(k)
    scores, relevant = rng.integers(0, 25, size=(30, 40)).astype(np.float64), rng.random((30, 40)) < 0.3
    relevant[4] = False
    plainly = [first_places(row, right, k) for row, right in zip(scores.tolist(), relevant.tolist(), strict=True)]
    np.testing.assert_allclose(precision_at(scores, relevant, k), plainly, atol=1e-12)
    alone = [average_precision(scores[row][None], relevant[row][None], k)[0] for row in range(30)]
    np.testing.assert_allclose(average_precision(scores, relevant, k), alone, atol=1e-12)
    assert alone[4] == 0.0
    assert len({*alone}) > 10


def test_lists_are_cut_at_five_hundred_unless_said_otherwise() -> None:
    """One relevant entry at place 500 counts 1/500; at place 501 it is lost."""
    scores = -np.arange(600.0)[None]
    for place, worth in ((499, 1 / 499), (500, 1 / 500), (501, 0.0)):
        relevant = np.arange(1, 601)[None] == place
        assert average_precision(scores, relevant)[0] == pytest.approx(worth)


def test_ties_of_candidates_that_are_left_out_do_not_count() -> None:
    others = np.array([[2.0, 2.0, 3.0, 3.0, 1.0]])
    ranks = Ranks.of(np.array([2.0]), others, np.array([[True, False, True, False, True]]))
    assert (ranks.higher.tolist(), ranks.equal.tolist()) == ([1], [1])


def test_a_candidate_that_is_left_out_may_have_no_score() -> None:
    others, among = np.array([[np.nan, 1.0]]), np.array([[False, True]])
    assert Ranks.of(np.array([2.0]), others, among).higher.tolist() == [0]
    with pytest.raises(ImpossibleFigures, match="NaN"):
        Ranks.of(np.array([2.0]), others, ~among)
    with pytest.raises(ImpossibleFigures, match="NaN"):
        Ranks.of(np.array([2.0]), others)


def test_ranks_are_kept_as_large_whole_numbers() -> None:
    ranks = Ranks.exactly(np.array([100, 127], np.int8))
    assert ranks.higher.dtype == ranks.equal.dtype == np.int64
    np.testing.assert_allclose(ranks.reciprocals(), [1 / 100, 1 / 127])


def test_no_case_has_no_measure() -> None:
    empty = np.empty(0, np.int64)
    assert {values.size for values in measures(Ranks(empty, empty)).values()} == {0}
    assert Ranks(empty, empty).gains().size == 0
    check_identities(Ranks(empty, empty), 5)


@pytest.mark.parametrize(
    ("hr", "ndcg"),
    [
        ({5: 0.0, 10: 0.0}, {5: 0.0, 10: 0.0}),  # nothing found
        ({5: 1.0, 10: 1.0}, {5: 1.0, 10: 1.0}),  # everything at the top
        ({3: 1.0, 7: 1.0}, {3: 0.5, 7: 0.5}),  # everything at place 3: 1 / log2 4
        ({3: 0.0, 7: 1.0}, {3: 0.0, 7: 1 / 3}),  # everything at place 7: 1 / log2 8
    ],
)
def test_figures_at_the_very_edge_are_possible(hr: dict[int, float], ndcg: dict[int, float]) -> None:
    check_figures(hr, ndcg)


@pytest.mark.parametrize(
    ("hr", "ndcg", "said"),
    [
        ({3: 1.0}, {3: 0.49}, "from K = 0 to 3"),  # all within the first three are worth a half at least
        ({3: 0.0, 7: 1.0}, {3: 0.0, 7: 0.33}, "from K = 3 to 7"),
        ({3: 0.0, 7: 1.0}, {3: 0.0, 7: 0.44}, "from K = 3 to 7"),  # place 4 is worth 0.4307
        ({5: 1.5}, {5: 1.2}, "HR@5 = 1.5000 cannot be"),
        ({5: 0.5, 10: 1.2}, {5: 0.3, 10: 0.52}, "HR@10 = 1.2000 cannot be"),
        ({5: 0.5, 10: 0.4}, {5: 0.3, 10: 0.3}, "HR@10 = 0.4000 is smaller"),
        ({5: 0.5}, {5: -0.1}, "NDCG@5 = -0.1000"),
    ],
)
def test_impossible_figures_are_told(hr: dict[int, float], ndcg: dict[int, float], said: str) -> None:
    with pytest.raises(ImpossibleFigures, match=said):
        check_figures(hr, ndcg)
    check_figures(hr, ndcg, tolerance=1.0)  # rounded to nothing, everything goes


@pytest.mark.parametrize(
    ("higher", "equal", "said"),
    [(-1, 0, "negative"), (0, -1, "negative"), (3, 2, "more candidates"), (5, 0, "more candidates")],
)
def test_impossible_ranks_are_refused(higher: int, equal: int, said: str) -> None:
    with pytest.raises(ImpossibleFigures, match=said):
        check_identities(Ranks(np.array([0, higher]), np.array([0, equal])), 5)


def test_ranks_at_the_very_edge_are_possible() -> None:
    check_identities(Ranks(np.array([4, 2, 0]), np.array([0, 2, 4])), 5)
    check_identities(Ranks(np.array([4, 2]), np.array([0, 0])), np.array([5, 3]))


def test_measures_are_checked_with_the_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in a measure is seen, although the ranks are sound."""
    ranks = Ranks.exactly([1, 4, 12])
    check_identities(ranks, 20)
    gains = Ranks.gains
    monkeypatch.setattr(Ranks, "gains", lambda self, k=None: gains(self, k) * 0.5)
    with pytest.raises(ImpossibleFigures, match="from K"):
        check_identities(ranks, 20)


@pytest.mark.parametrize("k", [1, 3, 700])
def test_long_lists_are_cut_at_the_right_score(k: int) -> None:
    """Longer than what a partition sorts by the way."""
    rng = np.random.default_rng(k)
    scores, relevant = rng.permuted(np.tile(np.arange(3000.0), (5, 1)), axis=1), rng.random((5, 3000)) < 0.3
    plainly = [relevant[row][np.argsort(-scores[row])[:k]].mean() for row in range(5)]
    np.testing.assert_allclose(precision_at(scores, relevant, k), plainly)
