"""A2CF worked by hand: one dimension, two attributes, numbers that come out even."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.models.a2cf.model import A2CF, Frozen, Ranking
from instead.models.a2cf.residual import Residual
from instead.models.context import Context
from instead.settings import A2CFSettings

F = np.float32


def matrix(*rows: list[float]) -> csr_matrix:
    return csr_matrix(np.array(rows, F))


def net(weight: list[list[float]], bias: list[float], out: list[float]) -> Residual:
    return Residual(np.array([weight], F), np.array([bias], F), np.array(out, F), np.zeros(1, F))


def model(**changes: object) -> A2CF:
    """One user, items q = 0 and j = 1. All cells of Y are observed and those of X are, unless `care` says otherwise.

    x = [1, 3]; y_q = [2, 4]; y_j = [4, 3]; u = 2, v_q = 3, v_j = 1/2; a = [1, -2]; w_s = [2, 4], w_p = [1, 2].
    """
    care = changes.pop("care", None)
    settings = A2CFSettings.checked(
        {"dimension": 1, "gamma": 0.7, "beta": 4 / log(2), "epsilon": 5 / log(3), **changes}
    )
    ranking = Ranking(
        users=np.array([[2]], F),
        items=np.array([[3], [0.5]], F),
        attributes=np.array([[1], [-2]], F),
        substitution=np.array([2, 4], F),
        personalisation=np.array([1, 2], F),
        bias=np.array([10, 20], F) if settings.item_bias else np.empty(0, F),
    )
    frozen = Frozen(
        users=np.array([[1]], F),
        items=np.array([[1], [1]], F),
        attributes=np.array([[2], [-2]], F),
        user_net=net([[1, -1], [0.5, 0.5]], [0, 0.5], [log(3) / 18, log(3) / 9]),
        item_net=net([[0, 0], [0, 0]], [0, 0], [0, 0]),
    )
    x = care if isinstance(care, csr_matrix) else matrix([1, 3])
    return A2CF(settings, ranking, frozen, x, matrix([2, 4], [4, 3]))


# phi    = softmax([2 * 4, 4 * 3] / beta) = softmax([8, 12] ln 2 / 4)    = [1, 2] / 3, because the logits differ by ln 2
# v~     = 1/3 * 1 + 2/3 * -2 = -1
# f_S    = 2 * (3 * 1/2) + 4 * -1 = -1
# lambda = softmax([1 * 4, 3 * 3] / epsilon) = softmax([4, 9] ln 3 / 5)  = [1, 3] / 4
# v~'    = 1/4 * 1 + 3/4 * -2 = -5/4
# f_P    = 1 * (2 * 1/2) + 2 * -5/4 = -3/2
# f      = 0.7 * -1 + 0.3 * -3/2 = -1.15
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, -1.15),
        ({"substitution": False}, -1.5),
        ({"personalisation": False}, -1.0),
        ({"item_attributes": False}, 0.7 * 3 + 0.3 * -1.5),  # f_S = 2 * (3 * 1/2)
        ({"user_attributes": False}, 0.7 * -1 + 0.3 * 1),  # f_P = 1 * (2 * 1/2)
        ({"item_bias": True}, -1.15 + 20),
    ],
    ids=str,
)
def test_a_score(changes: dict[str, object], expected: float) -> None:
    made = model(**changes)
    zero, one = np.array([0]), np.array([[1]])
    assert made.score(Context.of_users(zero, zero), one)[0, 0] == pytest.approx(expected, rel=1e-6)
    assert made.score_all(Context.of_users(zero, zero))[0, 1] == pytest.approx(expected, rel=1e-6)


def test_gains() -> None:
    """Delta = [1 * (4 - 2), 3 * (3 - 4)] = [2, -3]."""
    zero = np.array([0])
    np.testing.assert_allclose(model().gains(Context.of_users(zero, zero), np.array([1])), [[2, -3]])


# u = 1, a = [2, -2]: h_0 = [1, 2] and [1, -2]
# W h_0 + b = [1 - 2, 0.5 + 1 + 0.5]   = [-1, 2], after ReLU [0, 2], h_1 = [1, 4]
#         and [1 + 2, 0.5 - 1 + 0.5]   = [3, 0],  after ReLU [3, 0], h_1 = [4, -2]
# w . h_1   = ln 3 (1/18 + 4/9) = ln 3 / 2:  exp(2 r) = 3, x^ = (5 * 3 + 1) / (3 + 1) = 4
#         and ln 3 (4/18 - 2/9) = 0:         exp(2 r) = 1, x^ = (5 + 1) / (1 + 1)     = 3
def test_missing_cells() -> None:
    np.testing.assert_allclose(model(care=matrix([0, 0])).care.all(), [[4, 3]], rtol=1e-6)


def test_observed_cells_stay() -> None:
    np.testing.assert_allclose(model(care=matrix([1.5, 0])).care.all(), [[1.5, 3]], rtol=1e-6)
    np.testing.assert_array_equal(model().care.all(), [[1, 3]])
