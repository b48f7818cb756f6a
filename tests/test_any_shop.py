"""Any part of a shop, from files to an answer: what can serve, serves, and what is missing is said in one sentence."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from instead.errors import EmptyResult, InputError
from instead.evaluation.evaluate import evaluate
from instead.evaluation.final import train_final
from instead.evaluation.slices import by_reviews
from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.request import Request
from instead.settings import PrepareSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.small_shop import put

KINDS = ("kettle", "toaster", "lamp")
ITEMS = 90
BARE = "P999"
"""An item of which nothing but the id is known."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Ninety items of three kinds; a third of them nobody took. Users take one kind."""
    chance, folder = random.Random(1), tmp_path_factory.mktemp("raw")
    items = [
        (f"P{n:03d}", f"{chance.choice('abcdef')}{n % 9} {kind} {chance.choice('xyz')}", f"Home > {kind}", str(10 + n))
        for n in range(ITEMS)
        for kind in [KINDS[n % 3]]
    ]
    tables: dict[str, list[tuple[str, ...]]] = {
        "items": [("item", "title", "category", "price"), *items, (BARE, "", "", "")],
        "links": [("source", "target")],
        "orders": [("user", "item")],
        "ratings": [("user", "item", "rating", "time")],
        "views": [("user", "item", "time", "bought")],
        "looks": [("user", "item", "time", "bought")],
        "single": [("user", "item", "rating")],
    }
    for n in range(ITEMS):
        same = [m for m in range(n % 3, ITEMS, 3) if m != n]
        tables["links"] += [(f"P{n:03d}", f"P{m:03d}") for m in chance.sample(same, 5)]
    for user in range(80):
        own = list(range(user % 3, 60, 3))
        for place, n in enumerate(chance.sample(own, 1 + user % 7)):
            name, when = f"u{user:02d}", 1_500_000_000 + 86_400 * place + user
            tables["orders"].append((name, f"P{n:03d}"))
            tables["ratings"].append((name, f"P{n:03d}", str(chance.randint(1, 5)), str(when)))
            tables["single"].append((f"{name}-{place}", f"P{n:03d}", str(chance.randint(1, 5))))
            seen = chance.sample(own, 3)
            tables["views"] += [(name, f"P{m:03d}", str(when + 60 * k), "0") for k, m in enumerate(seen)]
            tables["looks"] += [(name, f"P{m:03d}", str(when + 60 * k), "0") for k, m in enumerate(seen)]
            tables["views"].append((name, f"P{n:03d}", str(when + 300), "1"))
    found = {}
    for name, rows in tables.items():
        found[name] = folder / f"{name}.csv"
        with found[name].open("w", newline="") as out:
            csv.writer(out).writerows(rows)
    return found


def made(folder: Path, files: dict[str, Path], *names: str) -> tuple[Dataset, Shop]:
    settings = PrepareSettings(negatives=20, choice_decoys=2)
    data = prepare([files[name] for name in names], out=folder / "data", settings=settings)
    return data, load(train(data, out=folder / "model").folder)


WHAT = {
    ("orders", "items", "links"): ("ranker", "paper"),
    ("ratings", "items", "views"): ("ranker", "paper"),
    ("single", "items", "links"): ("ranker", "links"),
    ("items", "links"): ("ranker", "links"),
    ("items", "views"): ("ranker", "paper"),
    ("items", "looks"): ("ranker", "links"),
    ("links",): ("ranker", "links"),
    ("views",): ("ranker", "paper"),
    ("items",): ("title-tf-idf", None),
    ("orders",): ("item-knn", None),
}


@pytest.mark.parametrize("names", WHAT)
def test_any_part_of_a_shop_serves(tmp_path: Path, files: dict[str, Path], names: tuple[str, ...]) -> None:
    model, split = WHAT[names]
    data, shop = made(tmp_path, files, *names)
    assert (shop.manifest["model"], data.splits[0] if data.splits else None) == (model, split)
    asked = [item for item in shop.catalogue.ids if item != BARE]
    assert len(asked) == ITEMS or "items" not in names
    for query in asked[::7]:
        found = shop.answer(Request(query=query, k=5))
        assert len(found) == 5, query
        assert all(one.text for one in found)
        assert BARE not in {one.item for one in found}
        if "items" in names:  # nothing but the same kind of thing, with what the catalogue knows as reasons
            assert {int(one.item[1:]) % 3 for one in found} == {int(query[1:]) % 3}
            assert all("price" in {fact.kind for fact in one.facts} for one in found)
    assert shop.answer(Request(query=asked[0], k=5, diversity=0.5)).substitutes
    if split is None:
        with pytest.raises((EmptyResult, InputError), match="nothing to judge by"):
            evaluate(shop, data)
        return
    figures = evaluate(shop, data)
    first = figures.figures(figures.protocols[0])
    assert first["HR@10"] > 10 / 21
    rows = by_reviews(figures, data, protocol=figures.protocols[0], measure="HR@10")
    assert rows["triples"].sum() == 2 * figures.of(figures.protocols[0]).height


def test_a_final_model_of_a_shop_without_people(tmp_path: Path, files: dict[str, Path]) -> None:
    data = prepare([files["items"], files["links"]], out=tmp_path / "data")
    final = train_final(data, out=tmp_path / "model")
    assert final.final
    assert {row["protocol"] for row in final.held_out["figures"]} == {"links", "filtered"}


def test_thin_and_new_items_are_marked(tmp_path: Path, files: dict[str, Path]) -> None:
    data, shop = made(tmp_path, files, "ratings", "items", "links")
    taken = dict(data.reviews().collect().group_by("item").len().iter_rows())
    marks = {item: shop.catalogue.basis_of(shop.catalogue.number(item)) for item in shop.catalogue.ids}
    for item, mark in marks.items():
        count = taken.get(item, 0)
        assert mark == ("average" if item == BARE else "new" if not count else "few" if count < 5 else "trained")
    found = shop.answer(Request(query="P089", k=ITEMS))
    assert found.query_basis == "new"
    assert any("has no reviews yet" in note for note in found.notes)
    texts = {one.basis: one.basis_text for one in found}
    assert texts["new"] == "no reviews yet"
    assert texts["few"] == "few reviews"
    assert "Nothing places P999" in " ".join(shop.answer(Request(query=BARE)).notes)
    _, unrated = made(tmp_path / "other", files, "orders", "items", "links")
    assert {unrated.catalogue.basis_of(n) for n in range(ITEMS)} == {"trained"}


def test_thin_choices_are_a_protocol(tmp_path: Path, files: dict[str, Path]) -> None:
    data, shop = made(tmp_path, files, "ratings", "items", "links")
    found = evaluate(shop, data)
    assert found.protocols == ["paper", "filtered", "thin"]
    assert found.of("thin").height == data.split("paper").about["thin"]
    assert not set(found.of("thin")["interaction"].to_list()) & set(found.of("paper")["interaction"].to_list())


def test_no_text_is_said_and_is_no_dead_end(tmp_path: Path, files: dict[str, Path]) -> None:
    data = prepare([files["orders"], files["items"], files["links"]], out=tmp_path / "data")
    with pytest.raises(EmptyResult, match=r"no review has a text.*`instead train"):
        extract(data)


def test_what_tells_nothing_is_refused_in_a_sentence(tmp_path: Path) -> None:
    items = put(tmp_path / "items.csv", ["item,price", "a,1", "b,2", "c,3"])
    data = prepare([items], out=tmp_path / "data")
    with pytest.raises(EmptyResult, match="nothing tells which items are alike"):
        train(data, out=tmp_path / "model")
