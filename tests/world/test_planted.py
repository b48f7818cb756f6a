"""The planted causes work: cares drive choices and stars, quality sentiment, similarity links."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import polars as pl

from tests.world.conftest import World


def tables(world: World) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]:
    care: dict[str, dict[str, float]] = defaultdict(dict)
    for user, attribute, value in world.truth("care").rows():
        care[user][attribute] = value
    quality: dict[str, dict[str, float]] = defaultdict(dict)
    for item, attribute, value in world.truth("quality").rows():
        quality[item][attribute] = value
    return care, quality


def test_cares_drive_choices(demo: World) -> None:
    care, quality = tables(demo)

    def utility(user: str, item: str) -> float:
        return sum(c * (quality[item][a] - 3) for a, c in care[user].items() if a in quality[item])

    choices = demo.truth("choices").filter(~pl.col("pushed") & pl.col("considered").is_not_null())
    gains = [
        utility(user, item) - float(np.mean([utility(user, other) for other in others]))
        for user, item, others in choices.select("user", "item", "considered").rows()
    ]
    assert choices.height > 0.85 * len(demo.reviews)
    assert np.mean(gains) > 0.8
    assert np.mean(np.array(gains) > 0) > 0.75


def test_considered_items_are_others_of_the_same_shop(demo: World) -> None:
    items = set(demo.truth("items")["item"])
    choices = demo.truth("choices")
    pairs = {(review["reviewerID"], review["asin"]) for review in demo.reviews}
    assert set(choices.select("user", "item").rows()) == pairs
    for item, others in choices.select("item", "considered").rows():
        assert item not in (others or [])
        assert set(others or []) <= items
        assert len(set(others or [])) == len(others or [])


def test_stars_follow_cared_about_quality(demo: World) -> None:
    care, quality = tables(demo)
    liked, stars = [], []
    for review in demo.reviews:
        item = quality[review["asin"]]
        shared = {a: c for a, c in care[review["reviewerID"]].items() if a in item}
        if shared:
            liked.append(sum(c * item[a] for a, c in shared.items()) / sum(shared.values()))
            stars.append(review["overall"])
    assert np.corrcoef(liked, stars)[0, 1] > 0.3
    assert 3.5 < np.mean(stars) < 4.5
    assert set(stars) == {1.0, 2.0, 3.0, 4.0, 5.0}


def test_sentiment_follows_quality(demo: World) -> None:
    told = demo.truth("mentions").join(demo.truth("quality"), on=["item", "attribute"])
    assert told.height == demo.summary.mentions
    assert np.corrcoef(told["quality"], told["sentiment"])[0, 1] > 0.4
    assert set(told["sentiment"]) == {-1, 1}


def test_users_mention_what_they_care_about(demo: World) -> None:
    told = demo.truth("mentions").join(demo.truth("care"), on=["user", "attribute"], how="left")
    assert told["care"].is_not_null().mean() > 0.5  # type: ignore[operator]


def test_cares_are_few_and_qualities_in_range(demo: World, small: World) -> None:
    for world in (demo, small):
        care, quality = world.truth("care"), world.truth("quality")
        assert care.select("user", "attribute").is_unique().all()
        assert quality.select("item", "attribute").is_unique().all()
        assert care["care"].min() > 0  # type: ignore[operator]
        assert care.height / world.settings.users < 12
        assert quality["quality"].min() >= 1  # type: ignore[operator]
        assert quality["quality"].max() <= 5  # type: ignore[operator]


def test_brands_have_an_effect(demo: World) -> None:
    """The spread between brands is more than chance would leave."""
    told = demo.truth("quality").join(demo.truth("items"), on="item")
    own = told.group_by("category", "attribute", "brand").agg(pl.col("quality").mean(), pl.len())
    between = own.filter(pl.col("len") >= 5).group_by("category", "attribute").agg(pl.col("quality").std())
    assert between["quality"].mean() > 0.35  # type: ignore[operator]


def test_links_prefer_the_category_and_what_is_similar(demo: World) -> None:
    links = demo.truth("links")
    category = dict(demo.truth("items").select("item", "category").iter_rows())
    substitutes = links.filter(pl.col("relation").is_in(["also_viewed", "buy_after_viewing"]))
    planted = substitutes.filter("planted")
    assert all(category[s] == category[t] for s, t in planted.select("source", "target").rows())
    assert 0.7 < planted.height / substitutes.height < 0.95
    noise = substitutes.filter(~pl.col("planted"))
    assert any(t not in category for t in noise["target"])  # some items are no longer there
    others = links.filter(pl.col("relation").is_in(["also_bought", "bought_together"]) & pl.col("planted"))
    assert all(category[s] != category[t] for s, t in others.select("source", "target").rows())
    assert links.filter(pl.col("source") == pl.col("target")).is_empty()
    assert links.select("source", "target").is_unique().mean() > 0.9  # type: ignore[operator]


def test_similar_items_are_linked(demo: World) -> None:
    _, quality = tables(demo)
    category = dict(demo.truth("items").select("item", "category").iter_rows())
    vectors = {item: np.array([q for _, q in sorted(row.items())]) for item, row in quality.items()}
    after = demo.truth("links").filter(pl.col("planted") & (pl.col("relation") == "buy_after_viewing"))
    near = [np.linalg.norm(vectors[s] - vectors[t]) for s, t in after.select("source", "target").rows()]
    items = sorted(vectors)
    any_ = [
        np.linalg.norm(vectors[a] - vectors[b])
        for a in items
        for b in items[:150]
        if a != b and category[a] == category[b]
    ]
    assert np.mean(near) < 0.95 * np.mean(any_)


def test_degrees_and_items_without_links(small: World, demo: World) -> None:
    for world, least in ((small, 3.0), (demo, 7.0)):
        links = world.truth("links").filter(pl.col("relation").is_in(["also_viewed", "buy_after_viewing"]))
        linked = world.truth("links")["source"].n_unique()
        assert linked < world.settings.items
        assert links.height / world.settings.items > least
