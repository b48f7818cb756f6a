"""What a model is given holds nothing reserved, whichever way it is read from disk."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.training import (
    substitute_pairs,
    training_graph,
    training_links,
    training_popularity,
    training_visits,
)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Sixty users, forty items, dense links with complements along the same pairs."""
    folder = tmp_path_factory.mktemp("shop")
    rng = np.random.default_rng(5)
    with (folder / "reviews.jsonl").open("w") as handle:
        for user in range(60):
            for item in rng.choice(40, size=8, replace=False).tolist():
                row = {
                    "user": f"u{user}",
                    "item": f"i{item}",
                    "rating": 4,
                    "time": int(rng.integers(1, 10**9)),
                    "text": "",
                }
                handle.write(json.dumps(row) + "\n")
    for relation in ("also_viewed", "also_bought"):
        with (folder / f"{relation}.txt").open("w") as handle:
            for item in range(40):
                others = rng.choice(40, size=14, replace=False).tolist()
                handle.write(",".join([f"i{item}", *(f"i{other}" for other in others)]) + "\n")
    files = [folder / name for name in ("reviews.jsonl", "also_viewed.txt", "also_bought.txt")]
    settings = PrepareSettings.as_published(negatives=15, choice_share=0.5, choice_decoys=3)
    return prepare(files, out=folder / "data", settings=settings)


@pytest.mark.parametrize("split", ["paper", "choice", "choice_matched"])
def test_no_reserved_pair_reaches_training(dataset: Dataset, split: str) -> None:
    reserved = {(int(a), int(b)) for a, b in dataset.split(split).reserved}
    assert reserved
    graph = {(int(a), int(b)) for a, b in training_graph(dataset, split).pairs()}
    every = {(int(a), int(b)) for a, b in substitute_pairs(dataset)}
    assert graph == every - reserved
    numbers = {item: number for number, item in enumerate(dataset.items["item"].to_list())}
    links = training_links(dataset, split)
    for source, target in links.select("source", "target").iter_rows():
        low, high = sorted((numbers[source], numbers[target]))
        assert (low, high) not in reserved
    assert 0 < links.height < dataset.links.height
    for query, chosen in dataset.split(split).triples("train").select("query", "chosen").iter_rows():
        assert (min(query, chosen), max(query, chosen)) not in reserved


def test_popularity_is_of_training(dataset: Dataset) -> None:
    counts = training_popularity(dataset)
    assert counts.sum() == dataset.counts["train"]
    assert counts.min() >= 1


@pytest.mark.parametrize("split", ["paper", "choice", "choice_matched"])
def test_cases_point_at_their_candidates(dataset: Dataset, split: str) -> None:
    for part in ("validation", "test"):
        triples = dataset.split(split).triples(part)
        table = dataset.split(split).candidates(part)
        cases = triples["case"].to_list()
        assert cases == list(range(len(table)))
        touched = dataset.interactions.group_by("user").agg("item")
        owned = dict(touched.iter_rows())
        for case, user, query, chosen in triples.select("case", "user", "query", "chosen").iter_rows():
            row = set(table[case].tolist())
            assert len(row) == table.shape[1]
            assert not row & {*owned[user], query, chosen}


def test_hashes_notice_a_changed_file(dataset: Dataset, tmp_path: Path) -> None:
    split = dataset.split("paper")
    assert split.digest() == split.about["hash"]
    copy = tmp_path / "paper"
    copy.mkdir()
    for path in split.folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    table = np.load(copy / "candidates_test.npy")
    table[0, [0, 1]] = table[0, [1, 0]]
    np.save(copy / "candidates_test.npy", table)
    assert type(split)(copy, split.about).digest() != split.about["hash"]


def test_interactions_stand_row_by_row_beside_the_reviews(dataset: Dataset) -> None:
    reviews, numbers = dataset.reviews().collect(), dataset.interactions
    assert dataset.users["user"].gather(numbers["user"]).to_list() == reviews["user"].to_list()
    assert dataset.items["item"].gather(numbers["item"]).to_list() == reviews["item"].to_list()
    assert numbers["part"].value_counts().height == 3
    assert dataset.users["user"].is_sorted()
    assert dataset.items["item"].is_sorted()
    assert isinstance(dataset.items.schema["category"], pl.List)


def numbered(dataset: Dataset) -> dict[str, int]:
    return {item: number for number, item in enumerate(dataset.items["item"].to_list())}


def test_substitute_pairs_are_those_of_the_substitute_relations_alone(dataset: Dataset) -> None:
    numbers = numbered(dataset)
    assert "also_bought" not in dataset.substitute_relations
    plain = set()
    for source, target, relation in dataset.links.select("source", "target", "relation").iter_rows():
        if relation in dataset.substitute_relations and source != target:
            plain.add((min(numbers[source], numbers[target]), max(numbers[source], numbers[target])))
    assert [tuple(pair) for pair in substitute_pairs(dataset).tolist()] == sorted(plain)
    assert "also_bought" in dataset.links["relation"].to_list()
    assert len(plain) < dataset.links.height / 2


@pytest.mark.parametrize("split", ["paper", "choice"])
def test_links_of_training_are_the_given_ones_in_their_order(dataset: Dataset, split: str) -> None:
    numbers = numbered(dataset)
    reserved = {(int(a), int(b)) for a, b in dataset.split(split).reserved}
    plain = [
        row
        for row in dataset.links.iter_rows()
        if tuple(sorted((numbers[row[0]], numbers[row[1]]))) not in reserved
    ]  # fmt: skip
    found = training_links(dataset, split)
    assert found.columns == dataset.links.columns == ["source", "target", "relation"]
    assert found.rows() == plain


def test_the_paper_split_is_meant_where_none_is_named(dataset: Dataset) -> None:
    assert training_links(dataset).equals(training_links(dataset, "paper"))
    assert not training_links(dataset).equals(training_links(dataset, "choice"))
    assert training_graph(dataset).neighbours.tolist() == training_graph(dataset, "paper").neighbours.tolist()


def test_visits_and_popularity_are_those_of_a_plain_loop(dataset: Dataset) -> None:
    plain = np.zeros((60, 40))
    for user, item, part in dataset.interactions.select("user", "item", "part").iter_rows():
        plain[user, item] += part == PARTS["train"]
    visits = training_visits(dataset)
    np.testing.assert_array_equal(visits.toarray(), plain)
    assert visits.has_sorted_indices
    for user in range(60):
        mine = visits.indices[visits.indptr[user] : visits.indptr[user + 1]].tolist()
        assert mine == sorted(mine)
    assert training_popularity(dataset).tolist() == plain.sum(axis=0).tolist()


def test_an_item_nobody_trains_with_has_popularity_nothing(dataset: Dataset) -> None:
    """The last items of the catalogue have their places, too."""
    alone = dataset.interactions.filter(pl.col("item") == 0)

    class Fewer:
        interactions, users, items = alone, dataset.users, dataset.items

    fewer = Fewer()
    assert training_popularity(fewer).tolist()[1:] == [0] * 39  # type: ignore[arg-type]
    assert training_visits(fewer).shape == (60, 40)  # type: ignore[arg-type]
