"""A shop of the default model: asked at the time of its clock, and read as a sum, on every surface."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from starlette.testclient import TestClient

from instead import batch
from instead.batch import recommend_batch
from instead.errors import InputError
from instead.models.blend import Blend, BlendSettings
from instead.models.interface import ExplainsGain, ExplainsScore, HasWeights, JudgesLists, LastSaw
from instead.models.registry import DEFAULT, entry_of
from instead.records import Substitute
from instead.request import Request
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from instead.shop import Shop, load
from instead.training.train import train
from tests.cli.test_command_line import instead, one_sentence
from tests.loud_words import LOUD, quiet_parts
from tests.open_shop import open_shop, quoted_shop

__all__ = ["instead"]  # the fixture

LONG_AFTER = 4_000_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Trained without a word about which model."""
    home = Path(tmp_path_factory.mktemp("default"))
    return train(quoted_shop(home), out=home / "m").folder


@pytest.fixture
def shop(folder: Path) -> Shop:
    return load(folder)


def total(one: Substitute) -> float:
    return sum(points for _, points in one.score_parts)


# --- the sum ---------------------------------------------------------------------------------------------------------


def test_the_default_model_has_the_abilities_that_are_asked_for(shop: Shop) -> None:
    assert shop.entry.name == DEFAULT == "ranker"
    for ability in (ExplainsScore, ExplainsGain, HasWeights, JudgesLists):
        assert isinstance(shop.model, ability)
    assert "time" in shop.model.looks_at


def test_parts_are_given_on_request_and_add_up(shop: Shop) -> None:
    asked = Request(user="u03", query="i05", k=5)
    assert {one.score_parts for one in shop.answer(asked)} == {()}
    found = shop.answer(asked.model_copy(update={"parts": True}))
    assert [one.item for one in found] == [one.item for one in shop.answer(asked)]
    for one in found:
        assert len(one.score_parts) > 3
        assert total(one) == pytest.approx(one.score, rel=1e-4, abs=1e-4)
        assert one.score_parts[-1][0] == "start"


@pytest.mark.parametrize("filters", [{}, {"in_stock": ["i06", "i07", "i08"]}, {"bought": True, "max_price": 12.0}])
def test_why_tells_the_score_of_the_list(shop: Shop, filters: dict[str, Any]) -> None:
    """The ranker judges a list as a whole: what may be offered beside an item can change its score."""
    asked = Request.of(user="u03", query="i05", k=4, filters=filters, parts=True)
    for one in shop.answer(asked):
        why = shop.why(asked, one.item)
        assert why.score == pytest.approx(one.score, rel=1e-5, abs=1e-5)
        assert dict(why.score_parts) == pytest.approx(dict(one.score_parts), rel=1e-4, abs=1e-4)
        assert total(why) == pytest.approx(why.score, rel=1e-4, abs=1e-4)


def test_why_tells_of_items_that_would_not_be_offered(shop: Shop) -> None:
    had = shop.interactions.filter(shop.interactions["user"] == 3)["item"].to_list()
    query = next(n for n in range(shop.items.height) if n not in had)
    why = shop.explain(shop.users["user"][3], shop.catalogue.ids[query], shop.catalogue.ids[had[0]])
    assert total(why) == pytest.approx(why.score, rel=1e-4, abs=1e-4)


def test_the_parts_in_other_words(folder: Path) -> None:
    shop = load(folder, wording=LOUD)
    found = shop.explain("u03", "i05", "i06")
    assert found.score_parts
    names = shop.attributes["attribute"].to_list()
    assert not [name for name, _ in found.score_parts if quiet_parts(name, *names)]
    assert not quiet_parts(shop.wording.sum_of(found.score_parts, found.score), *names)
    assert {row.part for table in shop.weights for row in table.rows} <= set(LOUD.score_parts.values())


def test_the_card_has_the_weights(shop: Shop, folder: Path) -> None:
    card = (folder / "README.md").read_text()
    assert "## Weights" in card
    for table in shop.weights:
        assert f"### {table.question.capitalize()}?" in card
        for row in table.rows:
            assert f"| {row.signal} | {row.part} | {row.says} | " in card
            assert f"{next(one for one in row.points if one is not None):+.2f} ± " in card


def test_a_model_without_weights_has_no_table(tmp_path: Path) -> None:
    shop = open_shop(tmp_path, "popularity", None)
    assert (shop.weights, shop.explains_scores) == ([], False)
    assert "## Weights" not in (shop.folder / "README.md").read_text()


# --- the time of asking ----------------------------------------------------------------------------------------------


def at(folder: Path, seconds: float) -> Shop:
    shop = load(folder)
    shop.clock = lambda: seconds
    return shop


def scores(shop: Shop, **wishes: Any) -> list[tuple[str, float]]:
    return [(one.item, one.score) for one in shop.answer(Request(user="u03", query="i05", **wishes))]


def test_a_request_without_a_time_is_asked_now(folder: Path, shop: Shop) -> None:
    times = shop.model.tables.activity  # type: ignore[attr-defined]
    newest = int(86_400 * times.newest)
    early = newest - 86_400 * 200
    assert scores(at(folder, early)) == scores(at(folder, LONG_AFTER), time=early)
    assert scores(at(folder, newest)) == scores(at(folder, LONG_AFTER)) == scores(shop)  # the newest it knows of
    assert scores(at(folder, early)) != scores(shop)
    assert scores(at(folder, early), time=newest) == scores(at(folder, newest))  # what is told counts
    later = at(folder, early).with_items([{"item": "n1", "mentions": [("battery", 1)]}])
    assert later.clock() == early
    assert later.askers.moment(None) == early


def test_models_that_do_not_look_at_the_time_are_not_told_it(tmp_path: Path) -> None:
    shop = open_shop(tmp_path, "item-knn", None)
    shop.clock = lambda: pytest.fail("nobody needs to know")
    assert shop.askers.moment(None) is None
    assert shop.askers.moment(5) == 5
    assert shop.recommend("u03", "i05")


def test_a_model_that_last_saw_something_is_asked_for_that_day(tmp_path: Path) -> None:
    shop = open_shop(tmp_path, "recent-popularity", None)
    assert isinstance(shop.model, LastSaw)
    newest = shop.model.newest
    assert newest is not None
    shop.clock = lambda: LONG_AFTER
    assert shop.askers.moment(None) == newest
    assert shop.askers.moment(LONG_AFTER) == LONG_AFTER
    found = scores(shop)
    assert len({score for _, score in found}) > 1  # so long after, all would be alike
    assert len({score for _, score in scores(shop, time=LONG_AFTER)}) == 1
    settings = BlendSettings(weights={"recent-popularity": 1.0, "popularity": 1.0})
    random = entry_of("popularity").load(None, {"popularity": np.zeros(20)}, {})
    assert Blend(settings, {"recent-popularity": shop.model, "popularity": random}).newest == newest
    assert Blend(settings, {"popularity": random}).newest is None


def test_a_table_is_asked_at_one_time_also_when_it_is_stopped(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, out = tmp_path / "pairs.parquet", tmp_path / "out.parquet"
    pl.DataFrame({"user": ["u03", "u04"], "query": ["i05", "i06"]}).write_parquet(pairs)
    newest = int(86_400 * load(folder).model.tables.activity.newest)  # type: ignore[attr-defined]
    early = newest - 86_400 * 200
    monkeypatch.setattr(batch, "SHARD", 1)

    def opened(now: int) -> None:
        monkeypatch.setattr(batch, "load", lambda place, **more: at(place, now))

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    opened(early)
    with monkeypatch.context() as stopped:
        stopped.setattr(batch, "_finish", stop)
        with pytest.raises(KeyboardInterrupt):
            recommend_batch(folder, pairs, out, k=3)
    (tmp_path / ".out.parquet.parts" / "000001.parquet").unlink()
    opened(newest)  # a day on which it would say something else
    done = recommend_batch(folder, pairs, out, k=3)
    assert done.kept == 1
    table = pl.read_parquet(out)
    for (user, query), rows in table.group_by("user", "query"):
        expected = at(folder, early).answer(Request(user=str(user), query=str(query), k=3))
        assert rows.sort("rank")["score"].to_list() == pytest.approx([one.score for one in expected], rel=1e-5)
    with pytest.raises(InputError, match="no column for the parts of a score"):
        recommend_batch(folder, pairs, out, parts=True)


# --- surfaces --------------------------------------------------------------------------------------------------------


def test_on_the_command_line(instead: Any, folder: Path, tmp_path: Path) -> None:
    shop = load(folder)
    why = shop.explain("u03", "i05", "i06")
    ran = instead("explain", folder, "--user", "u03", "--query", "i05", "--substitute", "i06")
    said = " ".join(ran.out.split())
    assert shop.wording.sum_of(why.score_parts, why.score) in said
    for name, points in why.score_parts:
        assert f"{name} {points:+.2f}" in said
    assert f"Score {why.score:+.2f}" in said
    ran = instead("explain", folder, "--user", "u03", "--query", "i05", "--substitute", "i06", "--json")
    assert json.loads(ran.out)["substitute"]["score_parts"] == [[name, points] for name, points in why.score_parts]
    asked = ("recommend", folder, "--user", "u03", "--query", "i05", "-k", 2)
    first = shop.recommend("u03", "i05", 2, parts=True)[0]
    line = shop.wording.sum_of(first.score_parts, first.score)
    assert line in " ".join(instead(*asked, "--parts").out.split())
    assert "in all" not in instead(*asked).out
    table = ("recommend", folder, "--batch", tmp_path / "p.csv", "--out", tmp_path / "o.csv", "--parts")
    assert "--parts" in one_sentence(instead(*table), 2)


@pytest.fixture
def service(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    application = create(LiveShop(folder), ServiceSettings(store=str(tmp_path / "live.sqlite")))
    with TestClient(application, "http://127.0.0.1") as client:
        yield client


def test_over_http(service: TestClient, shop: Shop) -> None:
    body = {"user": "u03", "query": "i05", "k": 2}
    assert [one["score_parts"] for one in service.post("/v1/recommend", json=body).json()["substitutes"]] == [[], []]
    found = service.post("/v1/recommend", json={**body, "parts": True}).json()["substitutes"]
    expected = shop.answer(Request.of(**body, parts=True))
    assert [one["score_parts"] for one in found] == [[list(part) for part in one.score_parts] for one in expected]
    why = service.post("/v1/explain", json={**body, "substitute": "i06"}).json()["substitute"]
    assert why["score_parts"] == [list(part) for part in shop.explain("u03", "i05", "i06").score_parts]
    schema = service.get("/openapi.json").json()["components"]["schemas"]["RecommendBody"]["properties"]
    assert schema["parts"]["default"] is False


def test_the_staff_is_told_the_weights(service: TestClient, shop: Shop) -> None:
    model = service.get("/admin/overview").json()["model"]
    assert model["explains"] is True
    assert [table["question"] for table in model["weights"]] == [table.question for table in shop.weights]
    first = shop.weights[0].rows[0]
    assert model["weights"][0]["rows"][0] == {
        "signal": first.signal, "part": first.part, "says": first.says, "points": list(first.points),
        "errors": list(first.errors),
    }  # fmt: skip
