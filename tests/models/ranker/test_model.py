"""The whole ranker: parts that add up, the same bits on any number of threads, and shops that lack something."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.limits import THREADS
from instead.engine.threads import one_blas_thread
from instead.material import Material
from instead.models.context import Askers, Context, SparseRows
from instead.models.interface import Newcomers
from instead.models.ranker.asked import asked_of
from instead.models.ranker.cases import Cases, make_cases
from instead.models.ranker.fitting import KINDS
from instead.models.ranker.known import Known
from instead.models.ranker.ranker_entry import ENTRY
from instead.models.ranker.ranker_model import Ranker
from instead.settings import RankerSettings
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from tests.layers import with_tables
from tests.planted import EACH, ITEMS, SHELVES, planted_shop

QUICK = RankerSettings(dimension=6, factor_rounds=3, lists=120, pools=80, uniform=12, hard=12, decoys=3, bends=2)
WHEN = np.datetime64("2014-05-20", "s")
Ints = NDArray[np.int64]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """The planted shop with everything that a signal can use: brands and prices, too."""
    data = planted_shop(tmp_path_factory.mktemp("planted"), rich=True)
    rng = np.random.default_rng(0)
    items = data.items.with_columns(
        pl.Series("price", 1.0 + 9.0 * rng.random(data.items.height)),
        pl.Series("brand", [f"brand {number % 7}" for number in range(data.items.height)]),
    )
    return with_tables(data, {"items": items.select(data.items.columns)})


def fitted(data: Dataset, settings: RankerSettings = QUICK) -> Ranker:
    assert ENTRY.fit is not None
    model = ENTRY.fit(Material.of(data), settings)
    assert isinstance(model, Ranker)
    return model


@pytest.fixture(scope="module")
def ranker(shop: Dataset) -> Ranker:
    return fitted(shop)


def askers(data: Dataset, count: int) -> dict[str, Askers]:
    """Everybody who can ask: known users, visitors with a session, people who state what they care about, strangers."""
    known, nobody = Askers.users(np.arange(count), training_visits(data)), Askers.strangers(count)
    viewed = SparseRows.of_lists([[row % ITEMS, (row + 5) % ITEMS] for row in range(count)])
    cares = SparseRows(np.arange(count + 1), np.arange(count) % 4, np.full(count, 5.0, np.float32))
    then = np.full(count, WHEN)
    return {
        "known": known,
        "known, told the time": replace(known, time=then),
        "session": replace(nobody, viewed=viewed),
        "session, told the time": replace(nobody, viewed=viewed, time=then),
        "caring": replace(nobody, stated=cares),
        "known and caring": replace(known, observed=cares, viewed=viewed),
        "stranger": nobody,
        "stranger, told the time": replace(nobody, time=then),
    }


def contexts(data: Dataset, count: int = 6) -> dict[str, Context]:
    query = np.arange(count) * 7 % ITEMS
    return {name: Context(one, query) for name, one in askers(data, count).items()}


# --- parts -----------------------------------------------------------------------------------------------------------


def test_parts_add_up_for_every_kind_of_asker(ranker: Ranker, shop: Dataset) -> None:
    """In samples of the catalogue and in lists of substitutes, which have a prior of their own."""
    for name, context in contexts(shop).items():
        shelf = context.query // EACH
        near = shelf[:, None] * EACH + np.arange(EACH)
        spread = np.tile(np.arange(0, ITEMS, 9), (len(context), 1))
        for candidates in (near, spread):
            parts = ranker.parts(context, candidates)
            total = sum(part.astype(np.float64) for part in parts.values())
            np.testing.assert_allclose(total, ranker.score(context, candidates), rtol=1e-4, atol=1e-4, err_msg=name)


def test_strangers_have_no_part_of_taste(ranker: Ranker, shop: Dataset) -> None:
    candidates = np.tile(np.arange(10), (6, 1))
    questions = contexts(shop)
    assert np.any(ranker.parts(questions["known"], candidates)["your taste"] != 0)
    assert not np.any(ranker.parts(questions["stranger"], candidates).get("your taste", np.zeros(1)))


def test_gains_by_attribute_add_up_to_their_part(ranker: Ranker, shop: Dataset) -> None:
    """Attribute by attribute, whatever the weight of the gain has come out as."""
    curve = next(one for one in ranker.weights.takes["known"] if one.name == "better in what counts")
    heavier = replace(curve, slopes=np.array([2.5]))
    takes = {kind: [heavier if one.name == curve.name else one for one in curves]
             for kind, curves in ranker.weights.takes.items()}  # fmt: skip
    model = Ranker(ranker.settings, ranker.tables, replace(ranker.weights, takes=takes))
    items = np.array([1, 30, 50, 70, 90, 158])
    for name, context in contexts(shop).items():
        part = model.parts(context, items[:, None])["gain"][:, 0]
        gains = [sum(points.values()) for points in model.gains_by_attribute(context, items)]
        np.testing.assert_allclose(gains, part, rtol=1e-4, atol=1e-5, err_msg=name)
    assert np.abs(part).max() > 0


def test_the_table_of_weights_has_a_row_for_each_curve(ranker: Ranker) -> None:
    rows = ranker.weight_rows()
    assert {row["asker"] for row in rows} == {"all", *KINDS}
    assert len(rows) == len(ranker.weights.replaces) + sum(len(curves) for curves in ranker.weights.takes.values())
    assert all(np.isfinite(row["points"]) and row["error"] >= 0 and row["says"] for row in rows)


# --- lists and catalogue ---------------------------------------------------------------------------------------------


def test_closeness_fades_in_a_list_of_substitutes(ranker: Ranker, shop: Dataset) -> None:
    """A list with a prior: closeness counts less than in the catalogue; elsewhere the two agree."""
    context = contexts(shop)["known"]
    spread = np.tile(np.arange(0, ITEMS, 9), (len(context), 1))
    whole = np.take_along_axis(ranker.score_all(context), spread, axis=1)
    np.testing.assert_allclose(ranker.score(context, spread), whole, rtol=2e-6, atol=1e-6)
    near = (context.query // EACH)[:, None] * EACH + np.arange(EACH)
    inside = np.take_along_axis(ranker.score_all(context), near, axis=1)
    listed = ranker.score(context, near)
    assert (listed >= inside - 1e-5).all()  # log sigmoid rises with t
    assert (listed > inside + 0.1).any()


def test_a_stored_ranker_is_the_same(ranker: Ranker, shop: Dataset) -> None:
    again = Ranker.of_arrays(ranker.settings, ranker.arrays())
    for context in contexts(shop).values():
        np.testing.assert_array_equal(again.score_all(context), ranker.score_all(context))
    assert again.looks_at == ranker.looks_at


@pytest.mark.skipif("len(__import__('os').sched_getaffinity(0)) < 2", reason="one processor")
def test_any_number_of_threads_gives_the_same_bits(shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    models, scores = [], []
    for threads in ("1", "2"):
        monkeypatch.setenv(THREADS, threads)
        with one_blas_thread():  # as every training does
            models.append(fitted(shop))
        scores.append([models[-1].score_all(context) for context in contexts(shop, 40).values()])
    one, two = (model.arrays() for model in models)
    assert list(one) == list(two)
    for name, table in one.items():
        np.testing.assert_array_equal(table, two[name], err_msg=name)
    for left, right in zip(*scores, strict=True):
        np.testing.assert_array_equal(left, right)


# --- shops that lack something ---------------------------------------------------------------------------------------


def no(column: str, table: str = "items") -> Callable[[Dataset], dict[str, pl.DataFrame]]:
    def change(data: Dataset) -> dict[str, pl.DataFrame]:
        whole = data.items if table == "items" else data.reviews().collect()
        return {table: whole.with_columns(pl.lit(None, whole.schema[column]).alias(column))}

    return change


LACKING: dict[str, Callable[[Dataset], dict[str, pl.DataFrame]]] = {
    "nothing": lambda data: {},
    "times": no("time", "reviews"),
    "stars": no("rating", "reviews"),
    "titles": no("title"),
    "categories": no("category"),
    "brands": no("brand"),
    "prices": no("price"),
    "complements": lambda data: {"links": data.links.filter(pl.col("relation") == "also_viewed")},
    "mentions": lambda data: {"mentions": data.mentions.head(0), "attributes": data.attributes.head(0)},
}
COLUMNS = {"times": "popular lately", "stars": "stars", "titles": "titles", "categories": "categories",
           "brands": "same brand", "prices": "cheaper", "complements": "goes with what you had",
           "mentions": "better in what counts"}  # fmt: skip


@pytest.mark.parametrize("lacking", LACKING)
def test_a_shop_that_lacks_something_is_ranked_by_the_rest(lacking: str, shop: Dataset, tmp_path: Path) -> None:
    changed = LACKING[lacking](shop)
    data = with_tables(shop, changed, tmp_path / "data") if changed else shop
    model = fitted(data)
    names = {column.name for column in model.features.columns}
    assert {COLUMNS[name] for name in COLUMNS if name != lacking} <= names
    assert COLUMNS.get(lacking) not in names
    query = np.arange(SHELVES) * EACH + 3
    for name, one in askers(data, SHELVES).items():
        scores = model.score_all(Context(one, query))
        assert np.isfinite(scores).all(), name
        scores[np.arange(SHELVES), query] = -np.inf
        best = scores.argmax(axis=1)
        assert (best // EACH == query // EACH).mean() >= 0.7, name


def test_new_items_are_known_by_their_reviews_alone(ranker: Ranker, shop: Dataset) -> None:
    """One is praised for what counts on the shelf of the query, one for what counts elsewhere; others stay the same."""
    quality = np.zeros((2, 2 * SHELVES))
    quality[0, :2] = quality[1, -2:] = 5.0
    more = ranker.with_items(Newcomers(csr_matrix(quality), csr_matrix((quality > 0) * 6.0)))
    assert more.items == ITEMS + 2
    for name, one in askers(shop, 1).items():
        context = Context(one, np.array([2]))
        asked = next(asked_of(context))
        before, after = ranker.features.catalogue(asked), more.features.catalogue(asked)
        np.testing.assert_allclose(after[:, :ITEMS], before, rtol=1e-2, atol=1e-3, err_msg=name)
        new = {column.name: row[ITEMS:] for column, row in zip(more.features.columns, after, strict=True)}
        assert new["attributes"][0] > 0.5 > new["attributes"][1]
        assert not new["common neighbours"].any()
        assert new["unlinked"].all()
        assert not new["popular"].any()
        assert np.isfinite(more.score_all(context)).all()


def test_an_empty_list_has_no_scores(ranker: Ranker, shop: Dataset) -> None:
    context = contexts(shop)["known"]
    assert ranker.score(context, np.empty((6, 0), np.int64)).shape == (6, 0)


def test_weights_of_a_split_by_time_come_from_the_newest_visits(
    ranker: Ranker, shop: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each tenth is asked about with what was known before it, and nothing newer."""
    seen: list[tuple[float, float]] = []

    def noting(material: Material, known: Known, mask: NDArray[np.bool_], *others: Any) -> Cases | None:
        seen.append((float(known.day[~mask].max()), float(known.day[mask].min())))
        return make_cases(material, known, mask, *others)

    monkeypatch.setattr("instead.models.ranker.ranker_entry.split_by_time", lambda material: True)
    monkeypatch.setattr("instead.models.ranker.cases.make_cases", noting)
    model = fitted(shop)
    assert len(seen) == QUICK.tenths
    assert all(before <= asked for before, asked in seen)
    assert seen[0][1] >= seen[1][1]
    assert model.weights.intercept != ranker.weights.intercept
    tables, same = model.tables.arrays(), ranker.tables.arrays()
    assert all(np.array_equal(tables[name], same[name], equal_nan=True) for name in tables)


def test_many_threads_may_ask_about_many_days(ranker: Ranker, shop: Dataset) -> None:
    """Rows of days are kept for the next request: which ones, several threads decide at a time."""
    known = Askers.users(np.arange(64), training_visits(shop))
    days = np.datetime64("2014-05-13", "s") + (np.arange(64) * 86_400 // 7).astype("timedelta64[s]")
    context = Context(replace(known, time=days), np.arange(64))
    expected = ranker.score_all(context)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: ranker.score_all(context), range(8)):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("told", [False, True])
def test_a_long_list_is_scored_as_a_short_one_is(shop: Dataset, ranker: Ranker, told: bool) -> None:
    """Lists of most of the catalogue are looked up in all of it: to the bit what they are item by item, apart from t,
    which is that of the whole list."""
    visits = training_visits(shop)
    asker = Askers.users(np.array([3]), visits)
    if told:
        asker = replace(asker, time=np.array([WHEN]))
    context = Context(asker, np.array([5]))
    long = np.random.default_rng(0).permutation(ranker.items)[: ranker.items // 2][None]
    asked = next(asked_of(context))
    plan = ranker.plans[ranker.kind(asked)]
    e, v = (values[long[0]] for values in ranker._catalogue(plan, asked))
    short = long[:, : ranker.items // 4]
    values = ranker.features.listed(asked, short[0], plan.signals)
    mine, choice = ranker._sums(plan, values, plan.varying)
    choice += ranker._added_up(plan.fixed, values)
    np.testing.assert_array_equal(mine, e[: short.size])
    np.testing.assert_array_equal(choice, v[: short.size])
    np.testing.assert_allclose(
        ranker.score(context, long)[0], ranker.score_all(context)[0][long[0]], rtol=1e-5, atol=1e-5
    )
