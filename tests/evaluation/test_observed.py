"""Choices that people were seen to make: which sessions make one, what training may see, how they are ranked."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import results_observed
from instead.errors import EmptyResult, InputError
from instead.evaluation.observed import (
    PLAIN,
    Interest,
    ObservedChoice,
    chance,
    figures,
    joined,
    looked_last,
    looked_often,
    model_ranks,
    observed_choices,
    ranks_by,
    training_tables,
    windows,
)
from instead.metrics import Ranks
from instead.models.context import Context
from instead.store.dataset import Dataset
from tests.small_shop import few

Row = tuple[str, str, str, int, str]
SCHEMA = ["session", "user", "item", "time", "action"]


def log_of(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def session(words: str, *, name: str = "s", user: str = "u", begin: int = 0) -> list[Row]:
    """`a b A!` is a look at a, one at b, and an order of a, a second apart; `c?` is something else done with c."""
    kinds = {"!": "order", "?": "follow"}
    return [
        (name, user, word.rstrip("!?").lower(), begin + place, kinds.get(word[-1], "view"))
        for place, word in enumerate(words.split())
    ]


def one_choice(words: str) -> ObservedChoice | None:
    found, _ = observed_choices(log_of(session(words)))
    return found[0] if found else None


@pytest.mark.parametrize(
    ("words", "query", "chosen", "candidates"),
    [
        ("a b c b!", "a", "b", "b c"),
        ("b a c b!", "a", "b", "b c"),  # the first look went to what was ordered: the query is the next one
        ("a b c a!", "b", "a", "a c"),
        ("a b b c a d c! e", "a", "c", "b c d"),  # what was looked at after the order was no alternative
        ("a b c? c b d? b! b!", "a", "b", "b c"),  # other actions are no looks; a second order of it changes nothing
    ],
)
def test_the_choice_of_a_session(words: str, query: str, chosen: str, candidates: str) -> None:
    found = one_choice(words)
    assert found is not None
    assert (found.query, found.chosen, found.candidates) == (query, chosen, tuple(candidates.split()))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("a a!", None),
        ("a b c", None),
        ("a b c a! b!", None),
        ("a b a!", "no candidate but the ordered item"),
        ("a a! b c", "nothing else looked at before the order"),
        ("a b d! d", "ordered without a look before"),
        ("a b c? c!", "ordered without a look before"),
    ],
)
def test_sessions_that_make_no_choice_are_counted(words: str, why: str | None) -> None:
    found, counts = observed_choices(log_of(session(words)))
    assert not found
    several = {"with several items and one ordered": 1, why: 1} if why else {}
    assert counts == {"sessions": 1, **several}


def test_order_time_and_looks() -> None:
    found = one_choice("a b c b a b! d")
    assert found is not None
    assert (found.time, found.looks, found.viewed) == (5, ("a", "b", "c", "b", "a"), ("c", "b", "a"))


def test_rows_may_come_in_any_order_and_users_may_share_a_session_number() -> None:
    rows = session("a b c b!") + session("c a b a!", user="v")
    shuffled = random.Random(3).sample(rows, len(rows))
    found, _ = observed_choices(log_of(shuffled))
    assert {(one.user, one.query, one.chosen) for one in found} == {("u", "a", "b"), ("v", "c", "a")}


def test_looks_at_unknown_items_are_ignored() -> None:
    log = log_of(session("x a b y c b!"))
    found, _ = observed_choices(log, {"a", "b", "c"})
    assert (found[0].query, found[0].candidates) == ("a", ("b", "c"))
    assert observed_choices(log, {"a", "c", "x"}) == (
        [], {"sessions": 1, "with several items and one ordered": 1, "ordered item unknown": 1},
    )  # fmt: skip


actions = st.lists(
    st.tuples(
        st.sampled_from("uv"), st.sampled_from("st"), st.sampled_from("abcd"), st.sampled_from(["view", "order"])
    ),
    max_size=30,
)


@given(actions)
@few
def test_a_choice_is_among_what_was_looked_at_before(rows: list[tuple[str, str, str, str]]) -> None:
    log = [(place, *row) for place, row in enumerate(rows)]
    found, why = observed_choices(log_of([(s, u, item, time, action) for time, u, s, item, action in log]))
    assert len(found) == why["choices"]
    assert why["sessions"] == len({(u, s) for _, u, s, _, _ in log})
    for one in found:
        mine = [(time, item, action) for time, u, s, item, action in log if (u, s) == (one.user, one.session)]
        orders = [(time, item) for time, item, action in mine if action == "order"]
        assert {item for _, item in orders} == {one.chosen}
        assert one.time == orders[0][0]
        before = [item for time, item, action in mine if time < one.time and action == "view"]
        assert set(one.candidates) == set(before) - {one.query}
        assert one.chosen in one.candidates
        assert one.query == next(item for item in before if item != one.chosen)
        assert len(one.candidates) >= 2


@pytest.mark.parametrize("column", SCHEMA)
def test_a_log_without_a_column_or_with_gaps_is_refused(column: str) -> None:
    log = log_of(session("a b c b!"))
    with pytest.raises(InputError, match=f"there is no {column}"):
        observed_choices(log.drop(column))
    with pytest.raises(InputError, match=f"rows without {column}"):
        windows(log.with_columns(pl.when(pl.col("item") == "c").then(None).otherwise(pl.col(column)).alias(column)))


def many_sessions(count: int = 60, items: int = 40, seed: int = 0) -> pl.DataFrame:
    """Sessions one after the other, each of three to five items of one half of the shop; the last look is ordered."""
    chance_ = random.Random(seed)
    rows: list[Row] = []
    for number in range(count):
        half = chance_.randrange(2) * (items // 2)
        seen = chance_.sample(range(half, half + items // 2), chance_.randint(3, 5))
        words = " ".join(f"i{item:02d}" for item in seen) + f" i{seen[-1]:02d}!"
        rows += session(words, name=f"s{number}", user=f"u{number % 31}", begin=1_500_000_000 + 5_000 * number)
    return log_of(rows)


@pytest.mark.parametrize(("share", "count"), [(0.2, 1), (0.5, 3), (0.9, 6)])
def test_windows_cover_the_newest_share_and_know_only_what_was_before(share: float, count: int) -> None:
    log = many_sessions()
    found = windows(log, share, count)
    assert len(found) == count
    tested = [set(window.test["session"].unique()) for window in found]
    assert sum(map(len, tested)) == len(set().union(*tested)) == round(60 * share)
    assert set().union(*tested) == {f"s{number}" for number in range(60 - round(60 * share), 60)}
    for window, sessions in zip(found, tested, strict=True):
        assert window.training["time"].max() < window.begin == window.test["time"].min()  # type: ignore[operator]
        assert not sessions & set(window.training["session"].unique())
    assert all(one.training.height < other.training.height for one, other in pairwise(found))


def test_a_session_that_goes_on_into_the_test_is_cut() -> None:
    log = log_of([
        *session("a b", name="old", begin=0), *session("c d e", name="long", user="v", begin=10),
        *session("a c b a!", name="new", user="w", begin=11),
    ])  # fmt: skip
    (window,) = windows(log, 0.3)
    assert window.training["item"].to_list() == ["a", "b", "c"]
    assert window.test["session"].unique().to_list() == ["new"]


@pytest.mark.parametrize(("share", "count"), [(0.0, 1), (1.0, 1), (0.5, 0)])
def test_windows_that_cannot_be(share: float, count: int) -> None:
    with pytest.raises(InputError, match="a share between 0 and 1"):
        windows(many_sessions(5), share, count)


def test_a_share_below_one_session_is_one_session() -> None:
    (window,) = windows(many_sessions(5), 0.01)
    assert window.test["session"].unique().to_list() == ["s4"]


def test_windows_without_anything_to_learn_from_are_refused() -> None:
    with pytest.raises(EmptyResult, match="nothing to learn from"):
        windows(log_of(session("a b c a!")), 0.5)


def test_training_tables() -> None:
    log = log_of(session("a b c? b!"))
    interactions, views = training_tables(log)
    assert interactions["item"].to_list() == ["a", "b", "c", "b"]
    assert views.rows() == [("u", "a", 0, 0), ("u", "b", 1, 0), ("u", "b", 3, 1)]
    assert training_tables(log, "orders")[0].rows() == [("u", "b", 3)]


@pytest.mark.parametrize("interest", ["actions", "orders"])
def test_nothing_of_the_test_reaches_training(tmp_path: Path, interest: Interest) -> None:
    """Poison: later sessions are of other people who look at other items and order all of them, again and again."""
    log = many_sessions()
    (window,) = windows(log, 0.2)
    late = pl.col("time") >= window.begin
    lies = log.with_columns(
        pl.when(late).then(pl.lit("i00")).otherwise("item").alias("item"),
        pl.when(late).then(pl.lit("u0")).otherwise("user").alias("user"),
        pl.when(late).then(pl.lit("order")).otherwise("action").alias("action"),
    )
    (poisoned,) = windows(pl.concat([lies, lies.filter(late)]), 0.2)
    assert poisoned.begin == window.begin
    assert not poisoned.test.equals(window.test)
    made = [
        results_observed.prepared(one, [], interest, tmp_path / name)
        for name, one in (("true", window), ("poisoned", poisoned))
    ]
    assert made[0].hashes == made[1].hashes
    early = results_observed.prepared(windows(log, 0.4)[0], [], interest, tmp_path / "early")
    assert early.hashes["base"] != made[0].hashes["base"]  # what was before the test does reach it


class ByNumber:
    """Likes items with a high number, and remembers what it was asked."""

    name = "by-number"
    looks_at = frozenset[str]()

    def __init__(self, items: int) -> None:
        self.items = items
        self.asked: list[Context] = []

    def score(self, context: Context, candidates: NDArray[np.int64]) -> NDArray[np.float32]:
        self.asked.append(context)
        return candidates.astype(np.float32)

    def score_all(self, context: Context) -> NDArray[np.float32]:
        raise AssertionError("candidates are few")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    (window,) = windows(many_sessions(), 0.2)
    return results_observed.prepared(window, [], "actions", tmp_path_factory.mktemp("observed") / "shop")


def test_a_model_is_asked_about_the_session(shop: Dataset) -> None:
    model = ByNumber(shop.items.height)
    known, _ = observed_choices(log_of(session("i03 i05 i01 i05!", user="u4", begin=1_600_000_000)))
    ranks = model_ranks(model, shop, known)  # type: ignore[arg-type]
    (context,) = model.asked
    items, users = shop.items["item"].to_list(), shop.users["user"].to_list()
    assert context.query.tolist() == [items.index("i03")]
    assert [items[place] for place in context.askers.viewed.columns_of(0)] == ["i03", "i05", "i01"]
    assert [users[place] for place in context.askers.known.user] == ["u4"]
    had = {items[place] for place in context.askers.had.columns_of(0)}
    rows = shop.reviews().collect()
    assert had == set(rows.filter(pl.col("user") == "u4")["item"])
    assert context.askers.time[0] == np.datetime64(1_600_000_003, "s")
    assert (ranks.higher.tolist(), ranks.equal.tolist()) == ([0], [0])


def test_strangers_and_unknown_items(shop: Dataset) -> None:
    model = ByNumber(shop.items.height)
    rows = [
        *session("i03 i05 new i01 i01!", name="known below known", user="nobody"),
        *session("i03 new i01 newer newer!", name="unknown ties with unknown", user="nobody"),
        *session("new i05 i01 i01!", name="unknown query", user="nobody"),
    ]
    found, _ = observed_choices(log_of(rows))
    ranks = model_ranks(model, shop, found)  # type: ignore[arg-type]
    assert [one.session for one in found] == ["known below known", "unknown ties with unknown", "unknown query"]
    assert ranks.higher.tolist() == [1, 1, 0]
    assert ranks.equal.tolist() == [0, 1, 1]
    assert len(model.asked) == 2
    assert not any(context.askers.known.user.size or context.askers.had.column.size for context in model.asked)


def test_plain_orders() -> None:
    found = one_choice("a b c b d b! e")
    assert found is not None
    assert dict(zip(found.candidates, looked_last(found), strict=True)) == {"b": 2.0, "c": 1.0, "d": 3.0}
    assert dict(zip(found.candidates, looked_often(found), strict=True)) == {"b": 2.0, "c": 1.0, "d": 1.0}
    assert ranks_by(looked_last, [found]).hits(1).tolist() == [0.0]
    assert ranks_by(looked_often, [found]).hits(1).tolist() == [1.0]
    assert set(PLAIN.values()) == {looked_last, looked_often}


def test_chance_is_the_mean_of_one_over_the_candidates() -> None:
    found, _ = observed_choices(many_sessions())
    made = figures(chance(found), found)
    sizes = [len(one.candidates) for one in found]
    assert made["HR@1"].value == pytest.approx(np.mean([1 / size for size in sizes]))
    assert made["MRR"].value == pytest.approx(np.mean([np.mean(1 / np.arange(1, size + 1)) for size in sizes]))
    above = made["above chance"]
    assert (above.value, above.low, above.high) == (0.0, 0.0, 0.0)


def test_the_truth_has_rank_one_and_its_interval_is_a_point() -> None:
    found, _ = observed_choices(many_sessions())
    made = figures(ranks_by(looked_last, found), found)  # in these sessions the last look is ordered
    assert (made["HR@1"].value, made["HR@1"].low, made["MRR"].value) == (1.0, 1.0, 1.0)
    assert 0 < made["above chance"].low < made["above chance"].value < made["above chance"].high < 1


def test_users_are_resampled_and_not_choices() -> None:
    """Two people with fifty equal choices each: the interval is as wide as two people can tell."""
    one, other = (one_choice(words) for words in ("a b c b!", "a b c c!"))
    assert one is not None
    assert other is not None
    people = [ObservedChoice("s", "v", 0, other.query, other.chosen, other.looks)] * 50
    made = figures(ranks_by(looked_last, [one] * 50 + people), [one] * 50 + people)
    assert (made["HR@1"].low, made["HR@1"].value, made["HR@1"].high) == (0.0, 0.5, 1.0)


def test_nothing_to_measure_is_refused() -> None:
    with pytest.raises(EmptyResult, match="no session of the action log"):
        figures(joined([]), [])
    assert len(joined([])) == 0
    both = joined([Ranks.exactly([1, 2]), Ranks.exactly([3])])
    assert both.expected.tolist() == [1.0, 2.0, 3.0]


def test_the_report_from_a_log_to_figures(tmp_path: Path) -> None:
    """Items of one half go together: item-knn and co-views tell nothing within a half, the last look everything."""
    names = ["item-knn", "3-hop", "attribute-tf-idf"]
    text = "".join(results_observed.report(many_sessions(120), [], names, 0.4, 2, "actions", tmp_path))
    rows = [line for line in text.splitlines() if line.startswith("| looked at last")]
    assert [row.split(" | ")[1] for row in rows] == ["1.000 (1.000 to 1.000)"] * 2
    assert text.count("| item-knn |") == text.count("| 3-hop |") == 2
    assert "in 2 windows" in text
    assert "attribute-tf-idf: DATA: a model" in text
    assert "| attribute-tf-idf |" not in text


def test_the_log_of_jd(shared_data: Path) -> None:
    log = results_observed.action_log(shared_data / results_observed.JD)
    assert log.height == 27_183
    found, why = observed_choices(log)
    assert (why["sessions"], why["with several items and one ordered"]) == (5_052, 950)
    others = Counter({name: count for name, count in why.items() if name not in ("sessions",)})
    assert sum(others.values()) == 2 * others["with several items and one ordered"]
    assert len(found) == why["choices"] > 500
