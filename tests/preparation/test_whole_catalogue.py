"""A whole catalogue: everything stays, the k-core says what is judged, and what is decided is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.errors import EmptyResult
from instead.preparation.prepare import prepare
from instead.reviews.clean import LEAST, protocol_core
from instead.reviews.split import TEST, TRAIN, VALIDATION, split_parts
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from instead.substitutes.link_triples import link_triples
from instead.substitutes.training import training_graph, training_links, training_visits
from tests.small_shop import NOW, put, put_json, shop_meta, shop_rows, small_settings

EXTRA = 12
"""Items that a file describes and nobody reviewed."""


def shop_files(folder: Path, *, thin: int = 60) -> list[Path]:
    """The small shop, and beside it users of one to three reviews, of thin items too, and items without any."""
    folder.mkdir(exist_ok=True)
    rows = shop_rows()
    for user in range(thin):
        for place in range(1 + user % 3):
            item = f"i{(user + 7 * place) % 20:02d}" if place else f"t{user:02d}"
            who = {"reviewerID": f"x{user:02d}", "unixReviewTime": 1_400_000_000 + user}
            rows.append({**who, "asin": item, "overall": 4.0, "reviewText": "Fine."})
    meta = shop_meta()
    for place in range(60):
        links = [f"i{place % 20:02d}", f"t{(place + 1) % 60:02d}", "elsewhere"]
        meta.append({"asin": f"t{place:02d}", "title": f"Thin {place}", "also_view": links})
    for place in range(EXTRA):
        meta.append({"asin": f"new{place:02d}", "title": f"New {place}", "also_view": [f"i{place:02d}"]})
    return [put_json(folder / "reviews.json", rows), put_json(folder / "meta.json", meta)]


def whole(folder: Path, **changes: Any) -> Dataset:
    changes = {"catalogue": "whole", "split": "auto", **changes}
    return prepare(shop_files(folder), out=folder / "data", settings=small_settings(**changes), now=NOW)


def test_every_item_and_user_stays(tmp_path: Path) -> None:
    data = whole(tmp_path)
    assert data.counts["items"] == 20 + 60 + EXTRA
    assert data.counts["users"] == 30 + 60
    assert data.counts["reviews"] == 300 + sum(1 + user % 3 for user in range(60))
    assert data.counts["core"] == 300
    assert data.items["item"].is_sorted()
    names = data.items["item"].to_list()
    assert "elsewhere" not in names  # merely the target of links, in a shop that describes its items
    rows = data.interactions.with_columns(data.reviews().select(pl.col("item").alias("id")).collect())
    assert [names[item] for item in rows["item"]] == rows["id"].to_list()
    plan = {what: (choice, why) for what, choice, why in data.manifest["plan"]}
    assert plan["catalogue"] == ("whole", f"every item can be asked about: 92, {EXTRA} without a review")
    assert plan["protocol cut"][0] == "5 and 5"
    assert plan["split"][0] == "time"


def test_the_core_alone_is_judged_among_its_own_items(tmp_path: Path) -> None:
    data = whole(tmp_path)
    split = data.split("paper")
    names = np.array(data.items["item"].to_list())
    core = np.char.startswith(names, "i")
    test = split.triples("test")
    inside, thin = test.filter(~pl.col("thin")), test.filter("thin")
    assert inside.height
    assert thin.height == split.about["thin"] > 0
    assert core[inside["chosen"].to_numpy()].all()
    candidates = split.candidates("test")
    assert core[candidates[inside["case"].to_numpy()]].all()
    assert not core[candidates[thin["case"].to_numpy()]].all()
    assert not split.triples("validation")["thin"].any()
    visits = training_visits(data)
    taken = np.asarray((visits > 0).sum(axis=0)).ravel()
    assert (taken[thin["chosen"].to_numpy()] == 0).any()  # some of them are new to training


def test_pairs_of_thin_choices_are_reserved_too(tmp_path: Path) -> None:
    data = whole(tmp_path)
    test, graph = data.split("paper").triples("test"), training_graph(data, "paper")
    for query, chosen in test.select("query", "chosen").iter_rows():
        assert chosen not in graph.of(query)
    numbers = {item: number for number, item in enumerate(data.items["item"].to_list())}
    reserved = {frozenset(pair) for pair in test.select("query", "chosen").iter_rows()}
    for source, target in training_links(data, "paper").select("source", "target").iter_rows():
        assert frozenset((numbers[source], numbers[target])) not in reserved


def test_a_core_is_as_it_was(tmp_path: Path) -> None:
    data = prepare(shop_files(tmp_path), out=tmp_path / "data", settings=small_settings(), now=NOW)
    assert (data.counts["reviews"], data.counts["users"], data.counts["items"]) == (300, 30, 20)
    assert "thin" not in data.split("paper").triples("test").columns
    only = put_json(tmp_path / "only.json", shop_rows())
    same = prepare([only, tmp_path / "meta.json"], out=tmp_path / "same", settings=small_settings(), now=NOW)
    assert same.split_hash == data.split_hash


def test_a_shop_that_is_its_own_core_has_the_same_protocol_either_way(tmp_path: Path) -> None:
    files = [put_json(tmp_path / "r.json", shop_rows()), put_json(tmp_path / "m.json", shop_meta())]
    hashes = {
        prepare(files, out=tmp_path / kind, settings=small_settings(catalogue=kind), now=NOW).split_hash
        for kind in ("whole", "core")
    }
    assert len(hashes) == 1


def test_without_times_it_is_split_at_random(tmp_path: Path) -> None:
    rows = [{**row, "unixReviewTime": None} if place % 10 == 0 else row for place, row in enumerate(shop_rows())]
    files = [put_json(tmp_path / "r.json", rows), put_json(tmp_path / "m.json", shop_meta())]
    data = prepare(files, out=tmp_path / "data", settings=small_settings(catalogue="whole", split="auto"), now=NOW)
    assert data.manifest["settings"]["split"] == "random"
    assert ["split", "random", "only 90% of the interactions have a time: held out at random"] in data.manifest["plan"]
    assert ["split", "time", "as set"] in whole(tmp_path / "again", split="time").manifest["plan"]


def test_a_cut_that_would_leave_too_little_is_lowered() -> None:
    """100 users of three items each, 60 items: the 5-core is empty, the 3-core is everything."""
    user = np.repeat(np.arange(100), 3)
    item = np.tile(np.arange(60), 5)
    kept = np.ones(300, np.bool_)
    found = protocol_core(user, item, kept, 5, 5)
    assert (found.min_user, found.min_item, int(found.rows.sum())) == (3, 3, 300)
    few = np.zeros(300, np.bool_)
    few[: LEAST - 1] = True
    assert protocol_core(user, item, few, 5, 1).rows.sum() == LEAST - 1
    assert protocol_core(user, item, few, 5, 1).min_user == 1


def test_thin_interactions_are_tested_and_their_users_keep_one() -> None:
    rng = np.random.default_rng(4)
    user, item = rng.integers(40, size=600), rng.integers(200, size=600)
    core = rng.random(600) < 0.5
    part = split_parts(user, item, np.full(600, -1), PrepareSettings(), core)
    assert set(part[~core].tolist()) == {TRAIN, TEST}
    assert (part[~core] == TEST).sum() == round(0.1 * (~core).sum())
    assert (part[core] == VALIDATION).sum() == round(0.1 * core.sum())
    assert (np.bincount(user[part == TRAIN], minlength=40) > 0).all()
    assert (np.bincount(item[part == TRAIN], minlength=200)[item[core & (part != TRAIN)]] > 0).all()
    assert (split_parts(user, item, np.full(600, -1), PrepareSettings(thin_test=3), core)[~core] == TEST).sum() == 3


def test_held_out_links_keep_both_ends(tmp_path: Path) -> None:
    links = put(
        tmp_path / "links.csv", ["source,target", *(f"a{n},a{(n * k + 1) % 60}" for n in range(60) for k in (2, 3, 5))]
    )
    data = prepare([links], out=tmp_path / "data")
    assert data.splits == ["links"] == [data.main_split]
    split, graph = data.split("links"), training_graph(data)
    assert (split.triples("test")["user"] == -1).all()
    assert (graph.degree > 0).all()
    for part in ("test", "validation"):
        triples, others = split.triples(part), split.candidates(part)
        assert triples.height
        for query, chosen, case in triples.select("query", "chosen", "case").iter_rows():
            assert chosen not in graph.of(query)
            assert not {query, chosen} & set(others[case].tolist())
            assert len(set(others[case].tolist())) == others.shape[1]
    train = {tuple(row) for row in split.triples("train").select("query", "chosen").iter_rows()}
    assert train == {(low, high) for low, high in graph.pairs().tolist()} | {
        (high, low) for low, high in graph.pairs().tolist()
    }
    assert split.digest() == split.about["hash"]
    again, _ = link_triples(graph, PrepareSettings())
    assert (np.diff(again.part.astype(int)[: (again.part != TRAIN).sum()]) <= 0).all()


@pytest.mark.parametrize("kind", ["links", "reviews"])
def test_links_of_another_kind_of_ids_are_refused(tmp_path: Path, kind: str) -> None:
    reviews = put_json(tmp_path / "r.json", shop_rows())
    links = put(tmp_path / "links.csv", ["source,target", "x1,x2", "x2,x3"])
    with pytest.raises(EmptyResult, match=r"2 links read, 2 lead to items .*Do the item ids .* agree"):
        prepare([reviews, links], out=tmp_path / "data", now=NOW)
    data = prepare([reviews, links], out=tmp_path / "data", now=NOW, without_links=True)
    assert data.counts["items"] == 20
