"""Spliced rows, inverted tables and posteriors in compiled loops beside plain forms of the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.kernels.transposing import transposed, transposed_plainly
from instead.models.posteriors import LEAST, MOST, NOTHING, Cells, Columns, Posteriors, Strengths
from instead.models.row_changes import RowChanges, spans

Rows = st.lists(st.lists(st.integers(0, 9), max_size=5), min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(Rows, Rows, st.data())
def test_rows_are_replaced_and_appended(old: list[list[int]], new: list[list[int]], data: st.DataObject) -> None:
    places = data.draw(st.sets(st.integers(0, len(old) - 1), max_size=len(new)))
    rows = [*sorted(places), *range(len(old), len(old) + len(new) - len(places))]
    start = np.concatenate([[0], np.cumsum([len(row) for row in old])]).astype(np.int64)
    changes = RowChanges(start, np.array(rows, np.int64), np.array([len(row) for row in new], np.int64))
    flat_old = np.array([cell for row in old for cell in row], np.int32)
    flat_new = np.array([cell for row in new for cell in row], np.int64)
    column, starts = changes.column(flat_old, flat_new), changes.starts
    expected = {**dict(enumerate(old)), **dict(zip(rows, new, strict=True))}
    found = [column[starts[row] : starts[row + 1]].tolist() for row in range(len(starts) - 1)]
    assert found == [expected[row] for row in range(len(expected))] and column.dtype == np.int32
    some = np.array(sorted(places), np.int64)
    assert flat_old[spans(start, some)].tolist() == [cell for row in some.tolist() for cell in old[row]]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(st.integers(0, 6)), min_size=1, max_size=9))
def test_a_table_inverted(rows: list[set[int]]) -> None:
    start = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    column = np.array([cell for row in rows for cell in sorted(row)], np.int32)
    value = np.arange(column.size, dtype=np.float32)
    mine = [part.tolist() for part in transposed(start, column, value, 7)]
    assert mine == list(transposed_plainly(start, column, value, 7))


def random_posteriors(seed: int, strengths: Strengths) -> tuple[Posteriors, dict[str, np.ndarray]]:
    rng = np.random.default_rng(seed)
    said = rng.random((12, 7)) < 0.5
    row, column = np.nonzero(said)
    good, bad = rng.uniform(0, 4, row.size), rng.uniform(0, 4, row.size)
    start = np.searchsorted(row, np.arange(13)).astype(np.int64)
    cells = Cells(
        start, column.astype(np.int32), good.round().astype(np.int32), bad.round().astype(np.int32), (good, bad)
    )
    groups = {"category 1": rng.integers(-1, 3, 12), "brand": rng.integers(-1, 4, 12)}
    columns = Columns(np.array([0, 0, 2, 3, 3, 0, 3]), 5)  # the last two are pooled families
    return Posteriors(cells, columns, groups, strengths), groups


def plain_mean(made: Posteriors, groups: dict[str, np.ndarray], item: int, column: int) -> float:
    """(P2) and (P3) of one cell, as they are written; also of one that no review speaks of."""
    cells, s, family = made.cells, made.strengths, made.columns.family
    table = {
        (int(r), int(c)): (g, g + b) for r, c, g, b in zip(cells.row, cells.column, cells.good, cells.bad, strict=True)
    }
    single = {key: value for key, value in table.items() if key[1] < made.columns.attributes}

    def total(keys: dict[tuple[int, int], tuple[float, float]]) -> tuple[float, float]:
        return sum(one[0] for one in keys.values()), sum(one[1] for one in keys.values())

    def chained(at: int, to: int) -> float:
        praise, said = total(single)
        whole = (praise + 1) / (said + 2)
        praise, said = total({k: v for k, v in single.items() if family[k[1]] == family[to]})
        above = (praise + s.attribute * whole) / (said + s.attribute)
        praise, said = total({k: v for k, v in table.items() if k[1] == to})
        mean = (praise + s.attribute * above) / (said + s.attribute)
        for codes, strength in zip(groups.values(), s.levels, strict=True):
            others = {k: v for k, v in table.items() if k[1] == to and k[0] != at and codes[k[0]] == codes[at] >= 0}
            praise, said = total(others)
            mean = (praise + strength * mean) / (said + strength)
        return float(mean)

    mean = chained(item, column)
    if s.other < NOTHING:
        others = [(c, v) for (r, c), v in single.items() if r == item and family[c] != family[column]]
        excess = sum(praise - said * chained(item, c) for c, (praise, said) in others)
        mean += excess / (sum(said for _, (_, said) in others) + s.other)
    return float(np.clip(mean, LEAST, MOST))


@pytest.mark.parametrize("other", [NOTHING, 6.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_posteriors_beside_their_equations(seed: int, other: float) -> None:
    made, groups = random_posteriors(seed, Strengths(3.0, (2.0, 5.0), other, 4.0))
    cells = made.cells
    known = {(int(r), int(c)): mean for r, c, mean in zip(cells.row, cells.column, made.mean, strict=True)}
    for item in range(12):
        for column in range(7):
            if (item, column) in known:
                found = known[item, column]
            else:
                alpha, beta = made.prior(np.array([item]), np.array([column]))
                found = float(alpha[0] / (alpha + beta)[0])
            assert found == pytest.approx(plain_mean(made, groups, item, column), abs=1e-9), (item, column)
