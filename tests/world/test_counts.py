"""A world has exactly what was asked for, and the same seed writes the same bytes."""

from __future__ import annotations

import gzip
import hashlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from instead.errors import InputError
from instead.lab.world import build_world
from instead.lab.world.users import make_users
from instead.lab.world.world_catalogue import catalogue
from instead.lab.world.world_choices import Shoppers, make_choices
from instead.lab.world.world_items import make_items
from instead.lab.world.world_settings import WORLD_PRESETS, WorldSettings
from instead.lab.world.world_vocabulary import make_vocabulary
from tests.world.conftest import World, small_settings


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("name", ["small", "demo"])
def test_counts_are_exact(name: str, request: pytest.FixtureRequest) -> None:
    world: World = request.getfixturevalue(name)
    settings = world.settings
    users = Counter(review["reviewerID"] for review in world.reviews)
    items = Counter(review["asin"] for review in world.reviews)
    pairs = {(review["reviewerID"], review["asin"]) for review in world.reviews}
    assert len(world.reviews) == len(pairs) == settings.reviews == world.summary.reviews
    assert len(users) == settings.users
    assert len(items) == settings.items
    assert min(users.values()) >= settings.user_minimum
    assert min(items.values()) >= settings.item_minimum
    assert set(world.truth("items")["item"]) == set(items)


def test_every_attribute_is_mentioned_twice(small: World, demo: World) -> None:
    for world in (small, demo):
        counts = world.truth("mentions")["attribute"].value_counts()
        assert counts["count"].min() >= 2  # type: ignore[operator]
        assert counts.height == world.summary.attributes
        assert set(counts["attribute"]) == set(world.truth("vocabulary")["attribute"])
    assert small.summary.attributes == 120


def test_most_of_the_demo_survives_a_5_core(demo: World) -> None:
    pairs = [(review["reviewerID"], review["asin"]) for review in demo.reviews]
    while True:
        users, items = Counter(u for u, _ in pairs), Counter(i for _, i in pairs)
        kept = [(u, i) for u, i in pairs if users[u] >= 5 and items[i] >= 5]
        if len(kept) == len(pairs):
            break
        pairs = kept
    assert len(pairs) > 0.8 * len(demo.reviews)


def test_popularity_follows_a_power_law(demo: World) -> None:
    counts = np.sort(list(Counter(review["asin"] for review in demo.reviews).values()))[::-1]
    assert counts[:30].sum() > 0.2 * counts.sum()
    ranks = demo.truth("items").select("item", "rank").rows()
    sold = Counter(review["asin"] for review in demo.reviews)
    agreement = np.corrcoef([np.log(rank) for _, rank in ranks], [np.log(sold[item]) for item, _ in ranks])[0, 1]
    assert agreement < -0.4


def test_same_seed_same_bytes(small: World, tmp_path: Path) -> None:
    again = build_world(small.settings, tmp_path / "again")
    assert digests(again.folder) == digests(small.folder)
    other = build_world(small_settings(seed=1), tmp_path / "other")
    assert digests(other.folder)["reviews.jsonl"] != digests(small.folder)["reviews.jsonl"]


def test_packed_reviews_hold_the_same_lines(small: World, tmp_path: Path) -> None:
    packed = build_world(small_settings(gzip=True), tmp_path / "packed")
    assert packed.reviews_file.name == "reviews.jsonl.gz"
    assert gzip.decompress(packed.reviews_file.read_bytes()) == small.summary.reviews_file.read_bytes()


def test_presets_carry_the_counts_of_the_paper() -> None:
    table = {
        name: tuple(v[k] for k in ("users", "items", "reviews", "attributes")) for name, v in WORLD_PRESETS.items()
    }
    assert table["cellphone"] == (665_900, 48_763, 1_639_166, 2_178)
    assert table["automotive"] == (420_394, 132_467, 2_212_111, 3_501)
    assert table["office"] == (515_813, 58_534, 1_641_901, 2_801)


@pytest.mark.parametrize("preset", ["cellphone", "automotive", "office"])
def test_vocabularies_of_the_presets_are_large_enough(preset: str) -> None:
    settings = WorldSettings.of_preset(preset)
    vocabulary = make_vocabulary(catalogue(preset), settings.items, settings.attributes, 0)
    assert len(set(vocabulary.names)) == len(vocabulary.names) == settings.attributes


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        ({"reviews": 300}, "users"),
        ({"users": 20, "items": 70, "reviews": 340}, "items"),
        ({"users": 40, "items": 60, "reviews": 1_300}, "half"),
        ({"attributes": 20}, "too few"),
        ({"attributes": 751}, "two mentions"),
        ({"users": 6_000, "items": 16, "reviews": 40_000, "attributes": 9_000}, "words"),
        ({"users": 0}, "users"),
        ({"mean_links": -1.0}, "mean_links"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_impossible_worlds_are_refused(overrides: dict[str, int], says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        build_world(small_settings(**overrides), tmp_path / "world")
    assert not list(tmp_path.iterdir())


def test_unknown_presets_are_refused() -> None:
    with pytest.raises(InputError, match="choose one of demo"):
        WorldSettings.of_preset("books")


@given(users=st.integers(5, 60), items=st.integers(5, 40), density=st.floats(0, 1), seed=st.integers(0, 99))
@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
def test_any_possible_world_keeps_its_promises(users: int, items: int, density: float, seed: int) -> None:
    """Also crowded shops, where users own half of everything or no item may have one review more."""
    low, high = max(users, 5 * items), users * items // 2
    if low > high:
        return
    settings = WorldSettings(
        preset="demo", seed=seed, users=users, items=items, reviews=low + int(density * (high - low))
    )
    vocabulary = make_vocabulary(catalogue("demo"), items, None, seed)
    shelves = make_items(settings, vocabulary)
    shoppers = Shoppers(vocabulary, shelves, make_users(settings, vocabulary, shelves))
    choices = make_choices(settings, shoppers)
    assert len(choices) == settings.reviews
    assert len(set(zip(choices.user.tolist(), choices.item.tolist(), strict=True))) == settings.reviews
    assert np.bincount(choices.user, minlength=users).min() >= 1
    assert np.bincount(choices.item, minlength=items).min() >= 5
