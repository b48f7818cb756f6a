"""What holds for every model, whatever it is made of."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.graph_references import adamic_adar, triples_graph
from instead.models.protocol import Model
from instead.models.references import AttributeTfIdf, Popularity
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import substitute_pairs
from tests.contract.conftest import Maker
from tests.planted import ATTRIBUTES, ITEMS, USERS

Ints = NDArray[np.int64]


@pytest.fixture(scope="module")
def questions() -> tuple[Ints, Ints, Ints]:
    """Users, queries and candidates without a plan."""
    rng = np.random.default_rng(11)
    candidates = rng.permuted(np.tile(np.arange(ITEMS), (40, 1)), axis=1)[:, :17]
    return rng.integers(USERS, size=40), rng.integers(ITEMS, size=40), candidates


@pytest.fixture(scope="session")
def model(maker: Maker, shop: Dataset) -> Model:
    return maker(shop)


def test_scores_have_the_shape_of_the_candidates(model: Model, questions: tuple[Ints, Ints, Ints]) -> None:
    user, query, candidates = questions
    scores = model.score(user, query, candidates)
    assert (model.items, scores.shape) == (ITEMS, candidates.shape)
    assert scores.dtype == np.float32
    assert np.isfinite(scores).all()
    assert model.score_all(user, query).shape == (40, ITEMS)
    assert model.score(user[:0], query[:0], candidates[:0]).shape == (0, 17)
    assert isinstance(model.name, str)


def test_the_order_of_candidates_does_not_matter(model: Model, questions: tuple[Ints, Ints, Ints]) -> None:
    user, query, candidates = questions
    order = np.random.default_rng(1).permutation(candidates.shape[1])
    straight = model.score(user, query, candidates)
    np.testing.assert_array_equal(straight[:, order], model.score(user, query, candidates[:, order]))


def test_cases_do_not_see_each_other(model: Model, questions: tuple[Ints, Ints, Ints]) -> None:
    user, query, candidates = questions
    whole = model.score(user, query, candidates)
    rows = [model.score(user[i : i + 1], query[i : i + 1], candidates[i : i + 1])[0] for i in range(len(user))]
    np.testing.assert_allclose(whole, np.array(rows), rtol=2e-6, atol=1e-7)


def test_candidates_are_scored_as_in_the_whole_catalogue(model: Model, questions: tuple[Ints, Ints, Ints]) -> None:
    user, query, candidates = questions
    whole = np.take_along_axis(model.score_all(user, query), candidates, axis=1)
    np.testing.assert_allclose(whole, model.score(user, query, candidates), rtol=2e-6, atol=1e-7)


def test_the_same_seed_gives_the_same_scores(
    maker: Maker, model: Model, shop: Dataset, questions: tuple[Ints, Ints, Ints]
) -> None:
    np.testing.assert_array_equal(model.score(*questions), maker(shop).score(*questions))


def test_nothing_held_out_is_inside(
    maker: Maker, model: Model, poisoned: Dataset, questions: tuple[Ints, Ints, Ints]
) -> None:
    """Everything that validation and test know is changed in the folder; scores stay the same, bit for bit."""
    np.testing.assert_array_equal(model.score(*questions), maker(poisoned).score(*questions))


def test_careless_models_are_caught(shop: Dataset, poisoned: Dataset, questions: tuple[Ints, Ints, Ints]) -> None:
    """The poison works: models that look at held-out interactions, pairs, triples or mentions change."""

    def popularity(dataset: Dataset) -> Model:
        return Popularity(np.bincount(dataset.interactions["item"].to_numpy(), minlength=ITEMS))

    def graph(dataset: Dataset) -> Model:
        return adamic_adar(Graph.from_pairs(substitute_pairs(dataset), ITEMS))

    def triples(dataset: Dataset) -> Model:
        frame = pl.concat(dataset.split().triples(part) for part in PARTS)
        query, chosen = (frame[name].to_numpy().astype(np.int64) for name in ("query", "chosen"))
        return adamic_adar(triples_graph(query, chosen, ITEMS))

    def mentions(dataset: Dataset) -> Model:
        names = dataset.mentions.join(dataset.items.select("item").with_row_index("n"), on="item")
        attribute = names["attribute"].str.slice(1).cast(pl.Int64).to_numpy()
        return AttributeTfIdf(
            csr_matrix((np.ones(names.height), (names["n"].to_numpy(), attribute)), (ITEMS, ATTRIBUTES))
        )

    for careless in (popularity, graph, triples, mentions):
        assert not np.array_equal(careless(shop).score(*questions), careless(poisoned).score(*questions)), careless


@pytest.fixture(scope="session")
def poisoned(shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """The same training part, and lies everywhere else."""
    folder = tmp_path_factory.mktemp("poisoned") / "data"
    shutil.copytree(shop.folder, folder)
    rng = np.random.default_rng(2)
    numbers = shop.interactions
    held_out = numbers["part"] != PARTS["train"]
    pairs = pl.DataFrame({"user": shop.users["user"].gather(numbers["user"]),
                          "item": shop.items["item"].gather(numbers["item"])}).filter(held_out)  # fmt: skip
    lie = pl.Series("item", rng.integers(ITEMS, size=numbers.height).astype(np.uint32))
    _write(
        folder, "split/interactions", numbers.with_columns(pl.when(held_out).then(lie).otherwise("item").alias("item"))
    )

    key = ["user", "item"]
    honest, told = (shop.mentions.join(pairs, on=key, how=how) for how in ("anti", "semi"))
    assert told.height > 100
    _write(
        folder,
        "mentions",
        pl.concat([told.with_columns(-pl.col("sentiment"), pl.lit("a0").alias("attribute")), honest]),
    )

    reserved = {frozenset(pair) for pair in shop.split().reserved.tolist()}
    names = {name: number for number, name in enumerate(shop.items["item"])}
    kept = [frozenset((names[a], names[b])) not in reserved for a, b in shop.links.select("source", "target").rows()]
    assert 0 < sum(kept) < len(kept)
    _write(folder, "links", shop.links.filter(pl.Series(kept)))

    triples = pl.read_parquet(folder / "split/paper/triples.parquet")
    other = pl.Series("chosen", rng.integers(ITEMS, size=triples.height).astype(np.uint32))
    lied = pl.when(pl.col("part") != PARTS["train"]).then(other).otherwise("chosen").alias("chosen")
    _write(folder, "split/paper/triples", triples.with_columns(lied))
    return Dataset.open(folder)


def _write(folder: Path, name: str, frame: pl.DataFrame) -> None:
    frame.write_parquet(folder / f"{name}.parquet")
