"""Contexts are cut, joined and read without a number that means something else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from instead.models.context import Askers, Context, KnownUsers, SparseRows, no_times
from tests.small_shop import some

lists = st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=8)


@some
@given(lists, st.data())
def test_rows_are_those_of_the_lists(rows: list[list[int]], data: st.DataObject) -> None:
    made = SparseRows.of_lists(rows)
    assert len(made) == len(rows)
    assert [made.columns_of(row).tolist() for row in range(len(rows))] == rows
    expected = np.zeros((len(rows), 10))
    for row, columns in enumerate(rows):
        for column in columns:
            expected[row, column] += 1
    np.testing.assert_array_equal(made.matrix(10).toarray(), expected)
    which = np.array(data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=6)) if rows else [], np.int64)
    some_of_them = made[which]
    assert [some_of_them.columns_of(row).tolist() for row in range(len(which))] == [rows[row] for row in which]
    assert [made[1:].columns_of(row).tolist() for row in range(len(rows[1:]))] == rows[1:]


def test_rows_of_a_matrix_keep_their_values() -> None:
    matrix = csr_matrix(np.array([[0, 2.5, 0], [1, 0, 3]]))
    np.testing.assert_array_equal(SparseRows.of_csr(matrix).matrix(3).toarray(), matrix.toarray())
    assert len(SparseRows.empty(3)) == 3
    assert SparseRows.empty(0).matrix(4).shape == (0, 4)


def mixed() -> Askers:
    """Two known users and two strangers, in turn; the second stranger has looked at something."""
    known = KnownUsers(np.array([0, 2]), np.array([7, 5]))
    nothing = SparseRows.empty(4)
    had = SparseRows.of_lists([[1, 2], [], [3], []])
    viewed = SparseRows.of_lists([[2, 4], [], [], [9]])
    return Askers(known, had, viewed, nothing, nothing, no_times(4))


def test_known_users_keep_their_rows_when_askers_are_cut() -> None:
    askers = mixed()
    table = np.arange(20, dtype=np.float32).reshape(10, 2)
    np.testing.assert_array_equal(askers.rows_of(table, -1.0), [[14, 15], [-1, -1], [10, 11], [-1, -1]])
    for which in (slice(1, 4), np.array([3, 2, 2]), np.array([], np.int64)):
        cut = askers[which]
        assert len(cut) == len(np.arange(4)[which])
        np.testing.assert_array_equal(cut.rows_of(table, -1.0), askers.rows_of(table, -1.0)[which])
        np.testing.assert_array_equal(cut.are_known, askers.are_known[which])
        assert cut.had.matrix(10).toarray().tolist() == askers.had.matrix(10).toarray()[which].tolist()


def test_nobody_is_user_number_zero_by_accident() -> None:
    """A stranger has no entry at all: there is no number that could be looked up."""
    strangers = Askers.strangers(3)
    assert strangers.known.user.size == 0
    assert not strangers.are_known.any()
    assert not strangers[np.array([1, 2])].are_known.any()
    np.testing.assert_array_equal(strangers.rows_of(np.ones((1, 2)), 0.0), np.zeros((3, 2)))


def test_what_was_touched_is_had_and_viewed_each_once() -> None:
    touched = mixed().touched
    assert [touched.columns_of(row).tolist() for row in range(4)] == [[1, 2, 4], [], [3], [9]]


def test_users_bring_what_they_had() -> None:
    visits = csr_matrix(np.array([[1, 0, 1], [0, 1, 0]]))
    context = Context.of_users(np.array([1, 0, 1]), np.array([2, 1, 0]), visits)
    assert [context.askers.had.columns_of(row).tolist() for row in range(3)] == [[1], [0, 2], [1]]
    assert len(context[1:]) == 2
    assert context[1:].query.tolist() == [1, 0]
    assert Context.of_users(np.array([1]), np.array([0])).askers.had.column.size == 0


def test_times_are_unknown_unless_given() -> None:
    assert np.isnat(Context.of_strangers(np.array([3])).askers.time).all()
    with pytest.raises(IndexError):
        Askers.strangers(2)[np.array([2])]
