"""What somebody would write about: (S1) by hand, weights that are found again, reviews left out of their counts."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.matrices import training_counts
from instead.models.counted_evidence import evidence_arrays
from instead.models.evidence import Evidence
from instead.models.statement_order import StatementOrder, StatementWeights
from instead.models.statement_weights import fitted, learned_weights
from instead.store.dataset import Dataset
from tests.planted import planted_shop

NONE = StatementWeights(0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return planted_shop(tmp_path_factory.mktemp("planted"))


def order(**weights: float) -> StatementOrder:
    """The shop: attribute 0 twice about item 1, attribute 1 once about item 0; shares (2.5, 1.5) / 4."""
    by_user, by_item = csr_matrix(np.array([[2.0, 0.0]])), csr_matrix(np.array([[0.0, 1.0], [2.0, 0.0]]))
    return StatementOrder(by_user, by_item, StatementWeights(**(vars(NONE) | weights)))


def test_terms_by_hand() -> None:
    one, item = np.array([0]), np.array([0])
    assert order(item=1.0).scores(one, item) == pytest.approx(np.log([[12.5 / 21, 8.5 / 21]]))
    assert order(user=1.0).scores(one, item) == pytest.approx(np.log([[14.5 / 22, 7.5 / 22]]))
    assert order(shop=2.0).scores(one, item) == pytest.approx(2 * np.log([[0.625, 0.375]]))
    assert order(of_item=1.0).scores(one, item) == pytest.approx(np.array([[0.0, np.log(2)]]))
    assert order(of_user=1.0).scores(one, item) == pytest.approx(np.array([[np.log(3), 0.0]]))


def test_of_a_stranger_nothing_but_the_shop_is_known() -> None:
    assert order(user=1.0).scores(np.array([-1]), np.array([0])) == pytest.approx(np.log([[0.625, 0.375]]))


def test_weights_are_found_again() -> None:
    """Mentions drawn with known weights: the fit gives them back."""
    rng = np.random.default_rng(0)
    terms = rng.normal(size=(4000, 12, 3))
    truth = np.array([0.8, 0.4, -0.3])
    chance = np.exp(terms @ truth)
    chance /= chance.sum(axis=1, keepdims=True)
    drawn = (chance.cumsum(axis=1) > rng.random((4000, 1))).argmax(axis=1)
    mentioned = np.zeros((4000, 12), bool)
    mentioned[np.arange(4000), drawn] = True
    assert fitted(terms, mentioned) == pytest.approx(truth, abs=0.08)


def test_counts_are_those_of_training_mentions(data: Dataset) -> None:
    made = StatementOrder.of(Evidence(evidence_arrays(data, 5.0), data.attributes.height))
    by_user, by_item = training_counts(data)
    assert (made.by_user != by_user).nnz == 0
    assert (made.by_item != by_item).nnz == 0


def test_a_review_does_not_foretell_itself(data: Dataset) -> None:
    """Users of the planted shop write about what the item is about and have no taste of their own: with their own
    review left out, what the item's reviewers write counts, and it counts more than what the user wrote elsewhere."""
    found = learned_weights(Evidence(evidence_arrays(data, 5.0), data.attributes.height), data)
    assert found.item + found.of_item > 0.3
    assert found.item + found.of_item > 2 * abs(found.user + found.of_user)


def test_single_cells_are_those_of_the_whole_row(data: Dataset) -> None:
    made = StatementOrder.of(Evidence(evidence_arrays(data, 5.0), data.attributes.height))
    rng = np.random.default_rng(1)
    items, attributes = rng.integers(data.items.height, size=40), rng.integers(data.attributes.height, size=40)
    for user in (-1, 0, 5):
        rows = made.scores(np.full(40, user), items)
        assert made.at(user, items, attributes) == pytest.approx(rows[np.arange(40), attributes])
