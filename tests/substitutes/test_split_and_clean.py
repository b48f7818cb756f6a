"""Split, duplicates and k-core on any table."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.reviews.clean import codes, find_duplicates, k_core, pooled_reviews
from instead.reviews.split import TEST, TRAIN, VALIDATION, split_parts
from instead.settings import PrepareSettings
from tests.shops import random_pairs, seeds


@given(seed=seeds, kind=st.sampled_from(["random", "time"]))
@settings(max_examples=30, deadline=None)
def test_every_user_and_item_keeps_a_training_interaction(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, 25, 18, 150)
    time = rng.integers(-1, 1000, size=user.size)
    chosen = PrepareSettings.checked({"seed": seed, "split": kind})
    part = split_parts(user, item, time, chosen)
    assert set(user[part == TRAIN].tolist()) == set(user.tolist())
    assert set(item[part == TRAIN].tolist()) == set(item.tolist())
    np.testing.assert_array_equal(part, split_parts(user, item, time, chosen))
    assert abs(int((part == TEST).sum()) - int((part == VALIDATION).sum())) <= 1


def test_shares_are_met_where_users_have_enough() -> None:
    rng = np.random.default_rng(0)
    user, item = random_pairs(rng, 50, 60, 1200)
    part = split_parts(user, item, np.full(user.size, -1), PrepareSettings())
    assert (part == TEST).sum() == (part == VALIDATION).sum() == round(0.1 * user.size)


def test_random_split_takes_all_interactions_alike() -> None:
    """Over many seeds, each interaction of a shop without thin users is held out about a fifth of the time."""
    user, item = random_pairs(np.random.default_rng(1), 30, 30, 600)
    held = np.zeros(user.size)
    for seed in range(200):
        held += split_parts(user, item, np.full(user.size, -1), PrepareSettings(seed=seed)) != TRAIN
    assert abs(held.mean() / 200 - 0.2) < 0.005
    assert held.min() / 200 > 0.05
    assert held.max() / 200 < 0.35


def test_time_split_holds_out_the_latest() -> None:
    rng = np.random.default_rng(2)
    user, item = random_pairs(rng, 20, 20, 300)
    time = rng.permutation(user.size).astype(np.int64)
    part = split_parts(user, item, time, PrepareSettings(split="time"))
    # Nobody here is thin enough for the training rule to bite, so the order is strict.
    assert time[part == TEST].min() > time[part == VALIDATION].max()
    assert time[part == VALIDATION].min() > np.quantile(time, 0.7)
    unknown = np.where(rng.random(user.size) < 0.3, -1, time)
    part = split_parts(user, item, unknown, PrepareSettings(split="time"))
    assert (part[unknown == -1] == TRAIN).all()


@given(seed=seeds, min_user=st.integers(1, 5), min_item=st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_k_core_is_the_largest_fixed_point(seed: int, min_user: int, min_item: int) -> None:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, 15, 12, int(rng.integers(10, 80)))
    kept = k_core(user, item, np.ones(user.size, dtype=np.bool_), min_user, min_item)
    again = k_core(user, item, kept, min_user, min_item)
    np.testing.assert_array_equal(kept, again)
    if kept.any():
        assert np.bincount(user[kept])[user[kept]].min() >= min_user
        assert np.bincount(item[kept])[item[kept]].min() >= min_item
    # The largest: taking rows away one at a time, in any order, ends at the same set.
    left = set(range(user.size))
    while True:
        weak = [
            r
            for r in left
            if sum(user[o] == user[r] for o in left) < min_user or sum(item[o] == item[r] for o in left) < min_item
        ]
        if not weak:
            break
        left.discard(weak[int(rng.integers(len(weak)))])
    assert left == set(np.flatnonzero(kept).tolist())


@given(rows=st.lists(st.tuples(st.integers(0, 6), st.integers(-1, 4)), min_size=1, max_size=30))
@settings(deadline=None)
def test_the_latest_of_each_pair_stays(rows: list[tuple[int, int]]) -> None:
    pair = np.array([p for p, _ in rows], dtype=np.int64)
    time = np.array([t for _, t in rows], dtype=np.int64)
    found = find_duplicates(pair, time)
    for p in set(pair.tolist()):
        mine = np.flatnonzero(pair == p).tolist()
        newest = max(mine, key=lambda r: (time[r], r))
        assert [r for r in mine if found.latest[r]] == [newest]
        grouped = [row for row, stays in found.groups.tolist() if stays == newest]
        if len(mine) > 1:
            assert grouped == sorted(mine, key=lambda r: (time[r], r), reverse=True)
        else:
            assert not grouped


def test_texts_of_a_pair_are_pooled_once_each_and_its_newest_rating_counts() -> None:
    found = find_duplicates(np.array([7, 7, 7, 8, 7, 9, 9]), np.array([3, 1, 2, 0, 2, 5, 4]))
    rows = pl.DataFrame(
        {
            "row": [0, 1, 2, 3, 4, 5, 6],
            "text": ["new", "old", "", "alone", "old", "", ""],
            "rating": [None, 1.0, 2.0, 3.0, 4.0, None, 5.0],
        },
        schema={"row": pl.UInt32, "text": pl.String, "rating": pl.Float32},
    )
    assert pooled_reviews(rows, found.groups).rows() == [(0, "new\n\nold", 4.0), (5, None, 5.0)]


@given(values=st.lists(st.text(max_size=4), max_size=30))
def test_codes_number_by_first_appearance(values: list[str]) -> None:
    number, names = codes(pl.Series(values, dtype=pl.String))
    assert names.to_list() == list(dict.fromkeys(values))
    assert [names[int(n)] for n in number] == values
