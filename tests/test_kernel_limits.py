"""The counts behind the table of limits (`benchmarks/kernel_limits.py`), against counting one by one, untimed."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from scipy.sparse import random as any_matrix

import least_work as least
from hot_stages import Stage, curve_stages, reviews
from kernel_limits import UNEXPLAINED, ceiling_lines, stage_line
from least_work import Work
from machine_ceilings import Ceilings
from run_all import belongs

ONE_A_SECOND = Ceilings(**{field.name: 1.0 for field in fields(Ceilings)})


@pytest.mark.parametrize("query", range(6))
def test_walks_are_counted_as_the_loop_takes_them(query: int) -> None:
    near = (any_matrix(6, 6, 0.4, random_state=1) != 0).astype(np.int8)
    near = ((near + near.T) > 0).tocsr()
    start, item = near.indptr.astype(np.int64), near.indices.astype(np.int64)
    found = 0
    for a in item[start[query] : start[query + 1]]:
        for b in item[start[a] : start[a + 1]]:
            if b != query:
                found += int(start[b + 1] - start[b])
    assert least.walks(start, item, query) == found


def test_words_are_counted_as_the_index_holds_them() -> None:
    words = any_matrix(5, 7, 0.5, random_state=2).tocsr()
    index = words.T.tocsr()
    for query in range(5):
        expected = sum(index[word].nnz for word in words[query].indices)
        assert least.word_sums(words.indptr, words.indices, index.indptr.astype(np.int64), query) == expected


def test_a_step_moves_and_computes_what_its_shapes_say() -> None:
    assert least.scoring(10, 3, 2).read == 10 * (3 + 2) * 4
    assert least.listing(10, 3, 2).rows == least.scoring(10, 3, 2).read
    assert least.scoring(10, 3, 2).exps == 2 * 10 * 3
    assert least.filling(4, 3, 2).exps == least.filling(4, 3, 2).write / 4 == 12
    assert least.bpr_step(2, 6, 3, 2).exps == 2 * 12 * 3
    assert least.adam(5, 4).rows == 5 * 4 * 4 * 6
    assert least.co_visits(np.array([1, 2, 3])).adds == 1 + 4 + 9
    assert least.linking(7).sorted == 14
    assert least.ranking(2, 10, 3).read == 2 * 10 * (4 + 8)


def test_a_stage_is_bound_by_what_takes_longest() -> None:
    assert Work(read=3.0, write=2.0, flops=4.0).bound(ONE_A_SECOND) == ("memory", 5.0)
    assert Work(read=3.0, flops=2.0, exps=2.0).bound(ONE_A_SECOND) == ("arithmetic", 4.0)
    assert Work(rows=1.0, near=1.0, lookups=1.0, adds=1.0, text=3.0).bound(ONE_A_SECOND) == ("random access", 4.0)
    assert Work(sorted=1.0).bound(ONE_A_SECOND) == ("sorting", 1.0)


def test_only_a_stage_far_from_its_limit_says_why() -> None:
    stage = Stage("a loop", Work(read=1.0), lambda: None, "because")
    assert len(stage_line(stage, ONE_A_SECOND, 2.9)) == 1
    line, why = stage_line(stage, ONE_A_SECOND, 3.1)
    assert "3.1" in line
    assert line.endswith("memory")
    assert why.strip() == "because"
    assert stage_line(Stage("a loop", Work(read=1.0), lambda: None), ONE_A_SECOND, 9.0)[1].strip() == UNEXPLAINED


def test_every_ceiling_has_a_line() -> None:
    assert len(ceiling_lines(ONE_A_SECOND, {"read": 2.0})) == 1 + len(fields(Ceilings))


def test_stages_run_in_small() -> None:
    for stage in curve_stages(100):
        stage.run()
        assert stage.work.bound(ONE_A_SECOND)[1] > 0
    texts, stars = reviews(np.random.default_rng(0), 3)
    assert len(texts) == len(stars) == 3


def test_sections_of_runs_by_hand_stay_in_the_report() -> None:
    assert belongs("service_speed.py, the ranker beside A2CF", "service_speed.py")
    assert not belongs("service_speed.py", "speed.py")
