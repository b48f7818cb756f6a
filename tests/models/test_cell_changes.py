"""What if reviews had said something else: cells by hand, and against tables made anew of other mentions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.models.cell_changes import CellChange, How
from instead.models.changed_evidence import changed_evidence
from instead.models.evidence import Evidence

TABLE = csr_matrix(np.array([[1, 2, 0, 3], [0, 0, 7, 0], [0, 5, 6, 0], [8, 0, 0, 9]], np.float64))


def changed(how: How, *attributes: int) -> list[list[int]]:
    found = CellChange(2, 0, np.array(attributes), how).matrix(TABLE)
    assert found.has_sorted_indices
    return [[int(cell) for cell in row] for row in found.toarray()]


def test_taken_away_from_both_and_from_nobody_else() -> None:
    assert changed("without", 1) == [[1, 0, 0, 3], [0, 0, 7, 0], [0, 0, 6, 0], [8, 0, 0, 9]]
    assert changed("without", 0, 1, 2, 3)[0] == [0, 0, 0, 0]


def test_kept_alone() -> None:
    assert changed("only", 1, 2) == [[0, 2, 0, 0], [0, 0, 7, 0], [0, 5, 6, 0], [8, 0, 0, 9]]


def test_exchanged() -> None:
    assert changed("exchanged", 1) == [[1, 5, 0, 3], [0, 0, 7, 0], [0, 2, 6, 0], [8, 0, 0, 9]]
    # what only one of them has moves over
    assert changed("exchanged", 0, 2) == [[0, 2, 6, 3], [0, 0, 7, 0], [1, 5, 0, 0], [8, 0, 0, 9]]


def test_an_exchange_twice_is_none() -> None:
    change = CellChange(0, 2, np.array([1, 2]), "exchanged")
    assert (change.matrix(change.matrix(TABLE)).toarray() == TABLE.toarray()).all()


def evidence() -> Evidence:
    """Item 0: attribute 0 praised twice, attribute 1 blamed once; item 1: attribute 1 praised three times. Each cell
    has a quote that names it."""
    sentences = ["zero of nought", "one of nought", "one of one"]
    arrays = {
        "item.start": np.array([0, 2, 3]),
        "item.attribute": np.array([0, 1, 1], np.int32),
        "item.praised": np.array([2, 0, 3], np.int32),
        "item.blamed": np.array([0, 1, 0], np.int32),
        "item.quality": np.array([4.0, 2.0, 5.0], np.float32),
        "item.reviews": np.array([3, 3], np.int32),
        "user.start": np.array([0]),
        "user.attribute": np.empty(0, np.int32),
        "user.mentions": np.empty(0, np.int32),
        "quote.start": np.array([0, 1, 2, 3]),
        "quote.sentence": np.array([0, 1, 2]),
        "quote.sentiment": np.array([1, -1, 1], np.int8),
        "quote.user": np.array([0, 0, 0], np.int32),
        "sentence.start": np.cumsum([0, *map(len, sentences)]),
        "sentence.text": np.frombuffer("".join(sentences).encode(), np.uint8),
    }
    return Evidence(arrays, 2)


@pytest.mark.parametrize(("how", "counts"), [
    ("without", [[(2, 0), None], [None, None]]),
    ("only", [[None, (0, 1)], [None, (3, 0)]]),
    ("exchanged", [[(2, 0), (3, 0)], [None, (0, 1)]]),
])  # fmt: skip
def test_evidence_changes_with_its_quotes(how: How, counts: list[list[tuple[int, int] | None]]) -> None:
    found = changed_evidence(evidence(), CellChange(0, 1, np.array([1]), how), np.arange(2))
    for item in (0, 1):
        for attribute in (0, 1):
            place, wanted = found.place(item, attribute), counts[item][attribute]
            assert (place < 0) == (wanted is None)
            if wanted is not None:
                assert (int(found.praised[place]), int(found.blamed[place])) == wanted
                assert len([*found.quotes(place, 1), *found.quotes(place, -1)]) == 1
    assert found.reviews.tolist() == [3, 3]
    if how == "exchanged":
        assert list(found.quotes(found.place(0, 1), 1)) == ["one of one"]


def test_families_follow_their_members() -> None:
    """Attributes 0 and 1 are one family. Item 0 has three reviews of it (one speaks of both), item 1 has three."""
    plain = evidence()
    arrays = dict(plain.arrays) | {
        "family.start": np.array([0, 1, 2]),
        "family.head": np.array([0, 0], np.int32),
        "family.praised": np.array([2, 3], np.int32),
        "family.blamed": np.array([1, 0], np.int32),
    }
    whole, heads = Evidence(arrays, 2), np.zeros(2, np.int64)

    def families(how: How, *attributes: int) -> list[tuple[int, ...]]:
        found = changed_evidence(whole, CellChange(0, 1, np.array(attributes), how), heads)
        return [tuple(int(one) for one in row) for row in zip(*found.family_cells(heads), strict=True)]

    assert families("without", 0, 1) == []
    assert families("without", 0) == [(0, 0, 0, 1), (1, 0, 3, 0)]  # what is left of item 0; item 1 never had it
    assert families("only", 0, 1) == [(0, 0, 2, 1), (1, 0, 3, 0)]
    assert families("exchanged", 0, 1) == [(0, 0, 3, 0), (1, 0, 2, 1)]
    assert families("exchanged", 1) == [(0, 0, 5, 0), (1, 0, 0, 1)]  # some of the members: sums over them
