"""People who click on what they are shown, and days of a shop that is refreshed at night or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import results_live
from instead.lab.world.live_days import FEEDBACK, NEVER, DayFigures, LiveWorld, folder_of, variety
from instead.lab.world.live_learning import WAYS, ways_to_learn
from instead.lab.world.visitors import Visitors, VisitorSettings
from instead.lab.world.world_settings import WorldSettings
from instead.live.choices import choices_of
from instead.live.store import open_store
from instead.models.model_folder import load_folder
from instead.request import Request
from instead.shop import load

WORLD = WorldSettings.of_preset("demo", seed=4, users=60, items=30, reviews=420)
TINY = {"lists": 150, "pools": 150, "uniform": 10, "hard": 10, "dimension": 4, "tenths": 1, "bends": 0}


@pytest.fixture(scope="module")
def people() -> Visitors:
    return Visitors(WORLD, VisitorSettings(visits=400))


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> LiveWorld:
    return LiveWorld.build(WORLD, VisitorSettings(visits=60), tmp_path_factory.mktemp("days"), TINY)


@pytest.fixture(scope="module")
def days(live: LiveWorld) -> dict[str, list[DayFigures]]:
    return {arm: list(live.days(arm, 3)) for arm in (NEVER, FEEDBACK)}


def test_the_same_people_come_whatever_they_are_shown(people: Visitors) -> None:
    assert people.visits(3) == Visitors(WORLD, VisitorSettings(visits=400)).visits(3)
    assert people.visits(3) != people.visits(4)


def test_they_tire_and_they_choose_by_utility(people: Visitors) -> None:
    """Of lists in any order what stands first is taken more often; what is taken is worth more than what is left."""
    rng = np.random.default_rng(0)
    places, taken, left = [], [], []
    for visit in people.visits(0):
        kind = people.items.category[visit.query]
        same = np.arange(people.items.first[kind], people.items.first[kind + 1])
        shown = rng.permutation(same[same != visit.query])[:4].tolist()
        _, _, place = people.respond(visit, [people.items.ids[item] for item in shown], "r")
        if place is not None:
            places.append(place)
            worth = people.utilities(visit.user, visit.query, shown)
            taken.append(worth[place])
            left.append(np.delete(worth, place).mean())
    counts = np.bincount(places, minlength=4)
    assert counts[0] > 1.3 * counts[1] > counts[3]
    assert np.mean(taken) > np.mean(left) + 0.5


def test_what_they_do_is_told_also_late_and_also_silently(people: Visitors) -> None:
    events, due = [], []
    for visit in people.visits(1):
        now, later, _ = people.respond(visit, people.items.ids[:4], f"r{visit.session}")
        events += now
        due += later
    kinds = {one.kind for one in events} | {one.event.kind for one in due}
    assert kinds == {"view", "click", "verdict", "purchase", "review"}
    orders = [one for one in events if one.kind == "purchase"] + [o.event for o in due if o.event.kind == "purchase"]
    assert {one.recommendation_id is None for one in orders} == {True, False}
    assert any(one.event.kind == "purchase" and one.day > 1 for one in due)
    written = [one.event for one in due if one.event.kind == "review"]
    assert all(one.rating is not None for one in written)
    assert any(len(one.text) > 20 for one in written)


def test_days_of_a_shop(live: LiveWorld, days: dict[str, list[DayFigures]]) -> None:
    never, feedback = days[NEVER], days[FEEDBACK]
    assert [len(one.first) for one in never] == [60, 60, 60]
    assert never[0].first == feedback[0].first, "the first day has the same model"
    assert never[2].offered != feedback[2].offered
    assert np.mean(never[0].first) < np.mean(never[0].best)
    made = load_folder(folder_of(live.folder, FEEDBACK) / "models" / "current")
    assert made.model.arrays()["weights.places"].size
    store = open_store(folder_of(live.folder, FEEDBACK) / "live.sqlite")
    choices, told = choices_of(store), store.documents("refresh")
    store.close()
    assert choices.height > 60
    assert (choices["known"] >= choices["time"]).all()
    assert choices.filter(pl.col("label") == "rejected").height > 0
    assert [one["outcome"] for one in told.values()] == ["swapped", "swapped"]


def test_a_brief_offers_what_an_answer_does(live: LiveWorld) -> None:
    shop, people = load(live.folder / "shop" / "models" / "current"), Visitors(WORLD, live.visitors)
    for visit in people.visits(0)[:10]:
        wish = Request(query=people.items.ids[visit.query], user=people.users.ids[visit.user], k=6, time=visit.time)
        assert shop.briefs([wish])[0].items == [one.item for one in shop.answer(wish).substitutes]


def test_ways_to_learn_from_the_same_days(live: LiveWorld, days: dict[str, list[DayFigures]]) -> None:
    assert days
    found = ways_to_learn(live, FEEDBACK, 3, 40)
    assert set(found) == {*WAYS, "people"}
    assert len(found[WAYS[0]]) == len(found["people"]) == 40
    assert found[WAYS[0]] != found[WAYS[2]]


def test_variety_by_hand() -> None:
    same = variety([("a", "b"), ("c", "d")], 4)
    assert (same["share of catalogue"], same["Gini"], same["entropy"]) == pytest.approx((1.0, 0.0, 1.0))
    one = variety([("a",), ("a",)], 4)
    assert (one["share of catalogue"], one["Gini"], one["entropy"]) == pytest.approx((0.25, 0.75, 0.0))


def test_a_section_of_the_page_replaces_its_own_alone(tmp_path: Path) -> None:
    page = results_live.put_section("# Head\n", "One", "first")
    page = results_live.put_section(page, "Two", "second")
    page = results_live.put_section(page, "One", "again")
    assert page == "# Head\n\n## One\n\nagain\n\n## Two\n\nsecond\n"
