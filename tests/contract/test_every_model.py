"""What holds for every model, whatever it is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.models.context import Context
from instead.models.interface import Model
from instead.models.ranker.ranker_model import Ranker
from instead.models.reference.attribute_tfidf import AttributeTfIdf
from instead.models.reference.common_neighbours import adamic_adar
from instead.models.reference.popularity import Popularity
from instead.models.reference.recent_popularity import RecentPopularity, RecentPopularitySettings
from instead.models.registry import entry_of
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.graph import Graph, triples_graph
from instead.substitutes.training import as_times, substitute_pairs, training_visits
from tests.contract.changed import poisoned
from tests.contract.conftest import CLVA, EVERY, PMSC, SCEPTRE, SPEM, SPLITS, Maker
from tests.planted import ATTRIBUTES, ITEMS, USERS

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Lies:
    """The shop with another validation and test part."""

    split: str
    dataset: Dataset


Questions = tuple[Context, Ints]


@pytest.fixture(scope="session")
def questions(shop: Dataset) -> Questions:
    """Users with their training history, queries and candidates without a plan."""
    rng = np.random.default_rng(11)
    candidates = rng.permuted(np.tile(np.arange(ITEMS), (40, 1)), axis=1)[:, :17]
    user, query = rng.integers(USERS, size=40), rng.integers(ITEMS, size=40)
    return Context.of_users(user, query, training_visits(shop)), candidates


@pytest.fixture(scope="session")
def model(maker: Maker, shop: Dataset) -> Model:
    return maker(shop)


def test_scores_have_the_shape_of_the_candidates(model: Model, questions: Questions) -> None:
    context, candidates = questions
    scores = model.score(context, candidates)
    assert (model.items, scores.shape) == (ITEMS, candidates.shape)
    assert scores.dtype == np.float32
    assert np.isfinite(scores).all()
    assert model.score_all(context).shape == (40, ITEMS)
    assert model.score(context[:0], candidates[:0]).shape == (0, 17)
    assert isinstance(model.name, str)


def test_the_order_of_candidates_does_not_matter(model: Model, questions: Questions) -> None:
    context, candidates = questions
    order = np.random.default_rng(1).permutation(candidates.shape[1])
    straight = model.score(context, candidates)
    np.testing.assert_array_equal(straight[:, order], model.score(context, candidates[:, order]))


def test_cases_do_not_see_each_other(model: Model, questions: Questions) -> None:
    context, candidates = questions
    whole = model.score(context, candidates)
    rows = [model.score(context[i : i + 1], candidates[i : i + 1])[0] for i in range(len(context))]
    np.testing.assert_allclose(whole, np.array(rows), rtol=2e-6, atol=1e-7)


def test_candidates_are_scored_as_in_the_whole_catalogue(model: Model, questions: Questions) -> None:
    context, candidates = questions
    whole = np.take_along_axis(model.score_all(context), candidates, axis=1)
    np.testing.assert_allclose(whole, model.score(context, candidates), rtol=2e-6, atol=1e-7)


def test_the_same_seed_gives_the_same_scores(maker: Maker, model: Model, shop: Dataset, questions: Questions) -> None:
    np.testing.assert_array_equal(model.score(*questions), maker(shop).score(*questions))


@pytest.fixture(params=SPLITS, scope="session")
def lies(request: pytest.FixtureRequest, shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Lies:
    folder = tmp_path_factory.mktemp("poisoned") / "data"
    return Lies(request.param, poisoned(shop, request.param, folder))


def test_nothing_held_out_is_inside(maker: Maker, shop: Dataset, lies: Lies, questions: Questions) -> None:
    """Everything that validation and test know is changed in the folder; scores stay the same, bit for bit."""
    honest, told = (maker(dataset, lies.split).score(*questions) for dataset in (shop, lies.dataset))
    np.testing.assert_array_equal(honest, told)


@pytest.mark.parametrize("name", ["ranker", "ranker without exposure"])
def test_nothing_held_out_is_in_any_table_or_weight(name: str, shop: Dataset, lies: Lies) -> None:
    """Beyond scores: a weight learned from what is held out would show where nobody asks."""
    honest, told = (EVERY[name](dataset, lies.split) for dataset in (shop, lies.dataset))
    assert isinstance(honest, Ranker)
    assert isinstance(told, Ranker)
    before, after = honest.arrays(), told.arrays()
    assert list(before) == list(after)
    for table, values in before.items():
        np.testing.assert_array_equal(values, after[table], err_msg=table)


def test_splits_are_different_models(shop: Dataset, questions: Questions) -> None:
    """Else the poison of one of them would reach nobody."""
    paper, choice = (EVERY["pmsc"](shop, split).score(*questions) for split in SPLITS)
    assert not np.array_equal(paper, choice)


def test_careless_models_are_caught(shop: Dataset, lies: Lies, questions: Questions) -> None:
    """The poison works: models that look at held-out interactions, pairs, triples, mentions, times or stars change."""

    def popularity(dataset: Dataset) -> Model:
        return Popularity(np.bincount(dataset.interactions["item"].to_numpy(), minlength=ITEMS))

    def graph(dataset: Dataset) -> Model:
        return adamic_adar(Graph.from_pairs(substitute_pairs(dataset), ITEMS))

    def triples(dataset: Dataset) -> Model:
        frame = pl.concat(dataset.split(lies.split).triples(part) for part in PARTS)
        query, chosen = (frame[name].to_numpy().astype(np.int64) for name in ("query", "chosen"))
        return adamic_adar(triples_graph(query, chosen, ITEMS))

    def mentions(dataset: Dataset) -> Model:
        names = dataset.mentions.join(dataset.items.select("item").with_row_index("n"), on="item")
        attribute = names["attribute"].str.slice(1).cast(pl.Int64).to_numpy()
        counts = csr_matrix((np.ones(names.height), (names["n"].to_numpy(), attribute)), (ITEMS, ATTRIBUTES))
        return AttributeTfIdf.of(counts)

    def times(dataset: Dataset) -> Model:
        time = as_times(dataset.times)  # nothing else of the visits: any item
        return RecentPopularity.of(np.arange(time.size) % ITEMS, time, ITEMS, RecentPopularitySettings())

    def stars(dataset: Dataset) -> Model:
        rated = dataset.reviews().select("rating").collect()["rating"].to_numpy()
        return Popularity(np.bincount(np.arange(rated.size) % ITEMS, weights=rated, minlength=ITEMS))

    for careless in (popularity, graph, triples, mentions, times, stars):
        assert not np.array_equal(careless(shop).score(*questions), careless(lies.dataset).score(*questions)), careless


@pytest.mark.parametrize("name", ["ranker", "pmsc", "sceptre", "clva"])
def test_careless_use_of_links_is_caught(
    name: str, shop: Dataset, lies: Lies, questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The poison reaches relation and direction of links too: with links as they were given, scores change."""
    monkeypatch.setattr("instead.material.training_links", lambda dataset, split, everything: dataset.links)
    honest, told = (EVERY[name](dataset, lies.split).score(*questions) for dataset in (shop, lies.dataset))
    assert not np.array_equal(honest, told)


def test_parts_of_models_are_reached(shop: Dataset) -> None:
    """Complements, direction and the category tree: no compared system has a part of it switched off here."""
    for name, changes in (("pmsc", PMSC), ("spem", SPEM), ("sceptre", SCEPTRE), ("clva", CLVA)):
        entry = entry_of(name)
        trainer = entry.training(Material.of(shop), entry.settings.checked(changes), {})
        assert not trainer.switched_off, name
