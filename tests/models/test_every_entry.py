"""Every model of the registry can be trained, written, opened, served and explained by the same code."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.errors import EmptyResult, FolderError, InputError
from instead.evaluation.evaluate import evaluate
from instead.material import Material
from instead.models import registry
from instead.models.context import Askers, Context, SparseRows
from instead.models.interface import ExplainsScore, FillsMatrices, HasItemVectors, PlacesItems
from instead.models.model_folder import ModelFolder
from instead.models.registry import DEFAULT, PRODUCT, Entry, entry_of, names, references
from instead.preparation.prepare import prepare
from instead.request import Request
from instead.settings import A2CFSettings, ModelSettings, RankerSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from instead.training.train import train
from tests.layers import with_tables
from tests.open_shop import quoted_shop
from tests.small_shop import put, shop_rows, small_settings

QUICK: dict[str, ModelSettings] = {
    "ranker": RankerSettings(dimension=4, factor_rounds=2, lists=100, pools=50, uniform=5, hard=5, decoys=2, bends=1),
    "a2cf": A2CFSettings(dimension=4, rounds=1, attribute_epochs=1, ranking_epochs=1),
    "pmsc": entry_of("pmsc").settings.checked({"dimension": 4, "rounds": 1}),
    "spem": entry_of("spem").settings.checked({"dimension": 4, "hidden": 8, "rounds": 1}),
    "sceptre": entry_of("sceptre").settings.checked({"topics": 4, "rounds": 1, "topic_epochs": 1}),
    "clva": entry_of("clva").settings.checked({"dimension": 4, "hidden": 8, "rounds": 1, "content_epochs": 1}),
}
EVERY = [*PRODUCT, "pmsc", "spem", "sceptre", "clva"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """The quoted shop, where every item also goes with the one after the next five."""
    data = quoted_shop(tmp_path_factory.mktemp("quoted"))
    names = data.items["item"]
    beside = pl.DataFrame({"source": names, "target": names.gather((np.arange(names.len()) + 6) % names.len())})
    links = pl.concat([data.links, beside.with_columns(relation=pl.lit("bought_together"))], how="vertical_relaxed")
    return with_tables(data, {"links": links.select(data.links.columns)})


@pytest.fixture(scope="module", params=EVERY)
def shop(request: pytest.FixtureRequest, data: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    name = request.param
    out = tmp_path_factory.mktemp("trained") / name
    return load(train(data, out=out, model=name, settings=QUICK.get(name)).folder)


def test_a_stored_model_scores_as_before(shop: Shop, data: Dataset) -> None:
    """What was written and mapped gives the scores of what its arrays give in memory."""
    context = Context.of_users(np.arange(5), np.arange(5), training_visits(data))
    candidates = np.tile(np.arange(data.items.height), (5, 1))
    arrays = {name: np.array(array) for name, array in shop.model.arrays().items()}
    parts = {name: part.model for name, part in shop.parts.items()}
    fresh = shop.entry.load(shop.settings, arrays, parts)
    np.testing.assert_allclose(fresh.score(context, candidates), shop.model.score(context, candidates), rtol=1e-6)
    assert (fresh.name, fresh.items, fresh.looks_at) == (shop.model.name, data.items.height, shop.model.looks_at)


def test_it_recommends_and_explains(shop: Shop) -> None:
    user, query = shop.users["user"][3], shop.catalogue.ids[4]
    for asked in (Request(user=user, query=query, k=3), Request(query=query, k=3, viewed=(shop.catalogue.ids[7],))):
        found = shop.answer(asked)
        assert len(found) == 3
        assert all(np.isfinite(one.score) and one.text for one in found)
        assert query not in [one.item for one in found]
    why = shop.why(Request(user=user, query=query), found[0].item)
    assert why.text
    assert shop.side_by_side(Request(user=user, query=query), found[0].item)
    if why.score_parts:
        assert sum(value for _, value in why.score_parts) == pytest.approx(why.score, rel=1e-4, abs=1e-5)


def test_what_a_model_cannot_use_it_says(shop: Shop) -> None:
    query, viewed = shop.catalogue.ids[4], shop.catalogue.ids[7]
    notes = " ".join(shop.answer(Request(query=query, viewed=(viewed,))).notes)
    assert ("does not look at what somebody has just viewed" in notes) == ("viewed" not in shop.model.looks_at)


def test_new_items_are_placed_or_refused_in_one_sentence(shop: Shop) -> None:
    new = [{"item": "NEW", "reviews": [[["battery", 1], ["screen", -1]]]}]
    if isinstance(shop.model, PlacesItems):
        more = shop.with_items(new)
        assert more.model.items == shop.model.items + 1
        found = more.answer(Request(query="NEW", k=3))
        assert len(found) == 3
        assert "placed by what its reviews say" in " ".join(found.notes)
    else:
        with pytest.raises(InputError, match="cannot place items that it was not trained on"):
            shop.with_items(new)


def test_abilities_have_the_right_shapes(shop: Shop) -> None:
    model, items, attributes = shop.model, shop.items.height, shop.attributes.height
    if isinstance(model, FillsMatrices):
        assert model.qualities(np.arange(items)).shape == (items, attributes)
        assert model.cares(Askers.strangers(2)).shape == (2, attributes)
    if isinstance(model, HasItemVectors):
        assert len(model.item_vectors) == items
    if isinstance(model, ExplainsScore):
        context, candidates = Context.of_users(np.arange(3), np.arange(3)), np.arange(12).reshape(3, 4)
        parts = model.parts(context, candidates)
        np.testing.assert_allclose(sum(parts.values()), model.score(context, candidates), rtol=1e-4, atol=1e-5)


def test_what_is_not_looked_at_changes_nothing(shop: Shop, data: Dataset) -> None:
    """And what is looked at changes something, in one of the answers."""
    model, count = shop.model, 6
    query, visits = np.arange(count), training_visits(data)
    plain = Askers.strangers(count)
    known = Askers.users(np.arange(count), visits)
    cells = SparseRows(np.arange(count + 1), np.zeros(count, np.int64), np.full(count, 5.0, np.float32))
    items = SparseRows.of_lists([[(row + 9) % 20] for row in range(count)])
    then = np.full(count, np.datetime64("2020-01-01", "s"))
    nobody = Askers(plain.known, known.had, plain.viewed, plain.observed, plain.stated, plain.time)
    changed = {
        "history": Askers(plain.known, items, plain.viewed, plain.observed, plain.stated, plain.time),
        "viewed": Askers(plain.known, plain.had, items, plain.observed, plain.stated, plain.time),
        "care": Askers(plain.known, plain.had, plain.viewed, cells, cells, plain.time),
        "time": Askers(plain.known, plain.had, plain.viewed, plain.observed, plain.stated, then),
    }
    before = model.score_all(Context(plain, query))
    for aspect, askers in changed.items():
        same = np.array_equal(model.score_all(Context(askers, query)), before)
        assert same == (aspect not in model.looks_at), aspect
    # a user of the training data always has a history: the same one without a name is what to compare with
    same = np.array_equal(model.score_all(Context(known, query)), model.score_all(Context(nobody, query)))
    assert same == ("user" not in model.looks_at)


@pytest.mark.parametrize("name", ["item-knn", "popularity", "blend", "3-hop"])
def test_evaluation_takes_any_folder(name: str, data: Dataset, tmp_path: Path) -> None:
    made = train(data, out=tmp_path / "m", model=name)
    assert (made.manifest["best_round"], made.manifest["rounds"]) == (1, 1)
    assert evaluate(made, data).protocols == ["paper", "filtered"]


def test_a_shop_without_text_ratings_and_links(tmp_path: Path) -> None:
    """`instead train --model item-knn` on nothing but who had what; reasons rest on what there is."""
    rows = [f"{row['reviewerID']},{row['asin']},{row['overall']}" for row in shop_rows()]
    orders = put(tmp_path / "orders.csv", ["user,item,rating", *rows])
    data = prepare([orders], out=tmp_path / "data", settings=small_settings(), without_links=True)
    shop = load(train(data, out=tmp_path / "m", model="item-knn").folder)
    found = shop.answer(Request(user="u03", query="i05", k=3))
    assert len(found) == 3
    assert all(one.text for one in found)
    assert "No review texts were read here" in " ".join(found.notes)
    visit = shop.answer(Request(session="v1", query="i05", viewed=("i01", "i02"), k=3))
    assert visit.user_basis == "session"
    assert shop.item("i05").standings == ()
    assert shop.cares("u03") == ()
    for learned in (DEFAULT, "a2cf"):
        with pytest.raises(EmptyResult, match=r"no training triples.* links or a view log .*`instead train "):
            train(data, out=tmp_path / "no", model=learned)
    with pytest.raises(EmptyResult, match="there are no substitute links"):
        train(data, out=tmp_path / "hop", model="3-hop")


# --- the registry ----------------------------------------------------------------------------------------------------


def test_names_are_found_however_they_are_spelled() -> None:
    assert entry_of("3-hop, indirect") is entry_of("3-hop-indirect")
    assert entry_of("Item KNN") is entry_of("item-knn")
    assert set(EVERY) <= set(names())
    assert [entry.name for entry in references()][:2] == ["random", "popularity"]
    with pytest.raises(InputError, match="unknown model 'nothing': choose one of ranker, a2cf, blend"):
        entry_of("nothing")


def test_every_entry_is_complete() -> None:
    for name in EVERY:
        entry = entry_of(name)
        assert entry.name == name
        assert (entry.fit is None) != (entry.trainer is None)
        assert entry.about
        assert entry.settings.of_preset("default").seed == 0
        assert set(entry.needs) <= set(registry.NEEDS)


def test_an_entry_without_a_way_to_learn_is_refused(data: Dataset) -> None:
    empty = Entry("empty", ModelSettings, entry_of("random").load, entry_of("random").memory)
    with pytest.raises(TypeError, match="neither `fit` nor `trainer`"):
        empty.training(Material.of(data), ModelSettings(), {})


# --- models made of models -------------------------------------------------------------------------------------------


def blended(data: Dataset, out: Path) -> ModelFolder:
    settings = entry_of("blend").settings.checked({"weights": {"popularity": 2.0, "item-knn": 1.0}})
    return train(data, out=out, model="blend", settings=settings)


def test_a_blend_holds_its_parts_each_complete(data: Dataset, tmp_path: Path) -> None:
    made = blended(data, tmp_path / "m")
    assert sorted(path.name for path in (made.folder / "parts").iterdir()) == ["item-knn", "popularity"]
    assert not (tmp_path / "m.run").exists()
    made.verify()
    part = load(made.folder / "parts" / "item-knn")
    assert part.entry.name == "item-knn"
    assert len(part.answer(Request(user="u03", query="i05", k=3))) == 3  # with the tables of the whole
    context = Context.of_users(np.arange(4), np.arange(4), training_visits(data))
    parts = made.model.parts(context, np.tile(np.arange(20), (4, 1)))  # type: ignore[attr-defined]
    popularity = made.parts["popularity"].model.score_all(context).astype(np.float64)
    expected = 2.0 * (popularity - popularity.mean(axis=1, keepdims=True)) / popularity.std(axis=1, keepdims=True)
    np.testing.assert_allclose(parts["popularity"], expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(sum(parts.values()), made.model.score_all(context), rtol=1e-5, atol=1e-6)


def test_damage_of_a_part_is_found(data: Dataset, tmp_path: Path) -> None:
    made = blended(data, tmp_path / "m")
    path = made.folder / "parts" / "popularity" / "weights.safetensors"
    content = bytearray(path.read_bytes())
    content[-2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(FolderError, match=r"popularity/weights\.safetensors: damaged"):
        ModelFolder.open(made.folder).verify()


def test_a_blend_of_unknown_models_or_of_blends_is_refused() -> None:
    settings = entry_of("blend").settings
    with pytest.raises(InputError, match="unknown model 'nothing'"):
        settings.checked({"weights": {"nothing": 1.0}})
    with pytest.raises(InputError, match="a blend cannot be a part of a blend"):
        settings.checked({"weights": {"blend": 1.0}})


def test_a_blend_of_learned_models_goes_on_after_an_interruption(
    data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = entry_of("blend").settings.checked({"weights": {"popularity": 1.0, "2-hop": 1.0}})
    whole = train(data, out=tmp_path / "whole", model="blend", settings=settings)
    two_hop = entry_of("2-hop")
    monkeypatch.setattr(type(two_hop), "training", _fails_for("2-hop", type(two_hop).training))
    with pytest.raises(KeyboardInterrupt):
        train(data, out=tmp_path / "m", model="blend", settings=settings)
    monkeypatch.undo()
    kept = tmp_path / "m.run" / "parts" / "popularity"
    assert kept.is_dir()
    before = (kept / "manifest.json").stat().st_mtime_ns
    made = train(data, out=tmp_path / "m", model="blend", settings=settings, resume=True)
    assert (made.folder / "parts" / "popularity" / "manifest.json").stat().st_mtime_ns == before
    context = Context.of_strangers(np.arange(3))
    np.testing.assert_array_equal(made.model.score_all(context), whole.model.score_all(context))


def _fails_for(name: str, original: object) -> object:
    def training(self: Entry, *arguments: object) -> object:
        if self.name == name:
            raise KeyboardInterrupt
        return original(self, *arguments)  # type: ignore[operator]

    return training
