"""The strong form as it is learned: its loss, what it finds, and a shop that is trained, stored, opened and served."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from instead.errors import InputError
from instead.models.context import Context
from instead.models.ranker.cases import Cases
from instead.models.ranker.curves import Curve, Scale
from instead.models.ranker.fitting import Weights
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.signals.signal import Column
from instead.models.ranker.trees_fitting import _Rows, learn_trees
from instead.request import Request
from instead.settings import RankerSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from instead.training.train import train
from tests.planted import planted_shop
from tests.small_shop import content

COLUMNS = [
    Column("close", "close", "", replaces=True),
    Column("known", "known", "", takes=True),
    Column("loved", "loved", "", takes=True),
    Column("noise", "noise", "", takes=True, rising=False),
]
SETTINGS = RankerSettings(form="trees", trees=60, leaf_cases=20, tree_rate=0.2)
QUICK = RankerSettings(
    form="trees", dimension=4, factor_rounds=2, uniform=20, hard=20, trees=30, leaf_cases=5,
    l2=10.0,  # curves that are nearly flat leave something to learn
)  # fmt: skip


def needs_lightgbm() -> None:
    pytest.importorskip("lightgbm", reason="LightGBM is not installed: pip install 'instead[trees]'")


def flat(name: str, slope: float = 0.0) -> Curve:
    return Curve(name, Scale(0.0, 0.0, np.empty(0)), np.array([slope]), np.zeros(1), 0.0, 1.0)


def weights() -> Weights:
    takes = [flat("known", 0.5), flat("loved", 0.5), flat("noise")]
    return Weights(-1.0, [flat("close", 2.0)], {"known": takes})


def planted(seed: int, *, both: float, lists: int = 400) -> Cases:
    """People take what is close; what they know or love counts as the curves say, and both together `both` more."""
    rng = np.random.default_rng(seed)

    def chosen_first(rows: int, candidates: int, *, close: bool) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        values = rng.random((rows, candidates, len(COLUMNS))).astype(np.float32)
        points = 0.5 * values[..., 1] + 0.5 * values[..., 2] + both * ((values[..., 1] > 0.6) & (values[..., 2] > 0.6))
        if close:
            points = points - np.logaddexp(0.0, 1.0 - 2.0 * values[..., 0])
        best = np.argmax(points + rng.gumbel(size=points.shape), axis=1)
        every = np.arange(rows)
        values[every, 0], values[every, best] = values[every, best], values[every, 0].copy()
        return values

    drawn = chosen_first(lists, 20, close=True)
    none = np.empty((0, 0, len(COLUMNS)), np.float32), np.empty(0, np.float32)
    return Cases(
        COLUMNS, drawn, np.zeros(drawn.shape[:2], np.float32), np.zeros(drawn.shape[:2], np.bool_),
        chosen_first(lists, 8, close=False), *none,
    )  # fmt: skip


# --- the loss --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pools", [(0, 0), (2, 3)])
def test_derivatives_are_those_of_the_loss(pools: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    given = rng.normal(size=(4, 5)).astype(np.float32)
    rows = _Rows(np.empty((0, 0), np.float32), np.empty(0, np.float32), given, pools)
    v = rng.normal(size=given.size + pools[0] * pools[1])
    value, slope, bend = rows.loss(v)
    step = 1e-4
    for place in range(v.size):
        moved = [rows.loss(v + sign * step * np.eye(v.size)[place])[0] for sign in (1.0, -1.0)]
        cases = len(given)  # derivatives are of the sum over lists
        assert slope[place] == pytest.approx(cases * (moved[0] - moved[1]) / (2 * step), abs=1e-6)
        assert bend[place] == pytest.approx(cases * (moved[0] - 2 * value + moved[1]) / step**2, abs=1e-4)


# --- what is learned -------------------------------------------------------------------------------------------------


def test_trees_find_what_curves_cannot_say_and_never_fall_where_they_must_rise() -> None:
    needs_lightgbm()
    trees = learn_trees([planted(0, both=2.0), planted(1, both=2.0)], weights(), SETTINGS)["known"]
    assert {"known", "loved"} <= trees.used <= {"known", "loved", "noise"}
    grid = np.linspace(0.0, 1.0, 21, dtype=np.float32)
    values = np.stack([one.ravel() for one in np.meshgrid(grid, grid, grid[10:11], indexing="ij")])
    total = np.zeros(values.shape[1], np.float32)
    trees.add(values, np.arange(3, dtype=np.int32), total)
    surface = total.reshape(21, 21)
    assert np.diff(surface, axis=0).min() >= -1e-5
    assert np.diff(surface, axis=1).min() >= -1e-5
    together = surface[18, 18] - surface[18, 4] - surface[4, 18] + surface[4, 4]
    assert 1.0 < together < 3.0, "2 are planted"


def test_where_curves_say_everything_there_are_few_trees_or_none() -> None:
    needs_lightgbm()
    plain = learn_trees([planted(2, both=0.0), planted(3, both=0.0)], weights(), SETTINGS)
    assert len(plain.get("known", ())) < 10


def test_a_single_tenth_is_parted_itself() -> None:
    needs_lightgbm()
    alone = learn_trees([planted(4, both=2.0, lists=800)], weights(), SETTINGS)
    assert {"known", "loved"} <= alone["known"].used


def test_without_lightgbm_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    data = planted_shop(tmp_path)
    with pytest.raises(InputError, match=r"LightGBM is not installed.*pip install 'instead\[trees\]'"):
        train(data, out=tmp_path / "model", model="ranker", settings=QUICK)


# --- a whole shop ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    needs_lightgbm()
    return planted_shop(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def folder(data: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(data, out=tmp_path_factory.mktemp("strong") / "model", model="ranker", settings=QUICK).folder


@pytest.fixture(scope="module")
def shop(folder: Path) -> Shop:
    return load(folder)


def model_of(shop: Shop) -> Ranker:
    assert isinstance(shop.model, Ranker)
    return shop.model


def test_trees_are_stored_and_decide(shop: Shop, data: Dataset) -> None:
    strong = model_of(shop)
    assert {"known", "stranger"} <= set(strong.trees)
    context = Context.of_users(np.arange(6), np.arange(6), training_visits(data))
    candidates = np.tile(np.arange(40), (6, 1))
    curves = Ranker(strong.settings, strong.tables, strong.weights)
    assert np.abs(strong.score(context, candidates) - curves.score(context, candidates)).max() > 0.01
    fresh = Ranker.of_arrays(strong.settings, {name: np.array(array) for name, array in strong.arrays().items()})
    np.testing.assert_array_equal(fresh.score_all(context), strong.score_all(context))


def test_the_catalogue_is_scored_as_a_list_of_all_items(shop: Shop, data: Dataset) -> None:
    """Over the catalogue, item columns are added up once a day and columns that nothing needs are not filled."""
    strong, visits = model_of(shop), training_visits(data)
    contexts = [Context.of_users(np.arange(4) + first, np.arange(4) + 7, visits) for first in (0, 20)]
    contexts.insert(1, Context.of_strangers(np.arange(4) + 50))
    every = np.tile(np.arange(strong.items), (4, 1))
    for context in contexts:
        np.testing.assert_allclose(strong.score_all(context), strong.score(context, every), rtol=1e-5, atol=1e-5)


def test_serving_needs_no_lightgbm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    served = load(folder)
    user, query = served.users["user"][3], served.catalogue.ids[4]
    for request in (Request(user=user, query=query, k=3), Request(query=query, k=3)):
        assert all(np.isfinite(one.score) and one.text for one in served.answer(request))


def test_parts_add_up_to_the_score(shop: Shop, data: Dataset) -> None:
    strong = model_of(shop)
    context = Context.of_users(np.arange(5), np.arange(5) + 3, training_visits(data))
    candidates = np.tile(np.arange(30), (5, 1))
    parts = strong.parts(context, candidates)
    np.testing.assert_allclose(sum(parts.values()), strong.score(context, candidates), rtol=1e-4, atol=1e-4)
    curves = Ranker(strong.settings, strong.tables, strong.weights).parts(context, candidates)
    changed = {name for name in parts if np.abs(parts[name] - curves[name]).max() > 1e-6}
    column = {one.name: one.part for one in strong.features.columns}
    assert changed - {"start"} <= {column[name] for name in strong.trees["known"].used}
    assert len(changed) > 1


def test_the_same_seed_gives_the_same_folder(data: Dataset, folder: Path, tmp_path: Path) -> None:
    again = train(data, out=tmp_path / "model", model="ranker", settings=QUICK).folder
    mine, other = ({name: raw for name, raw in content(one).items() if name.endswith((".npy", ".safetensors"))}
                   for one in (folder, again))  # fmt: skip
    assert mine
    assert mine == other
