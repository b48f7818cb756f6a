"""Rules and experiments over HTTP."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import instead
from instead.cli.main import app
from instead.errors import InputError, ServiceError
from instead.live.experiments import runs
from instead.live.store import LiveStore
from instead.service.live import LiveShop
from instead.service.state import State
from instead.service.variants import Variants
from instead.service.watching import Watch
from instead.settings import RecommendSettings
from tests.service.conftest import Make
from tests.service.test_client import Connect, connect

__all__ = ["connect"]  # a fixture
QUERY = "i03"


def state_of(service: TestClient) -> State:
    found: State = service.app.state.service  # type: ignore[attr-defined]
    return found


def store_of(service: TestClient) -> LiveStore:
    """The store, with all that waited written: what was shown stands in line before a document."""
    found = state_of(service).store
    found.put("setting", {"flush": {"at": time.time()}})
    return found


def offers(service: TestClient, **more: Any) -> list[dict[str, Any]]:
    got = service.post("/v1/recommend", json={"query": QUERY, "k": 5, **more})
    assert got.status_code == 200, got.text
    found: list[dict[str, Any]] = got.json()["substitutes"]
    return found


def items(service: TestClient, **more: Any) -> list[str]:
    return [one["item"] for one in offers(service, **more)]


def rule(kind: str, name: str = "r", **fields: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "reason": "a test", **fields}


# --- rules -----------------------------------------------------------------------------------------------------------


def test_a_rule_counts_from_the_moment_it_is_kept(service: TestClient) -> None:
    usual = items(service)
    last = items(service, k=19)[-1]
    preview = service.post("/admin/rules/preview", json={"rules": [rule("pin", items=[last], place=2)], "items": 5})
    assert preview.status_code == 200
    assert preview.json()["lists"] > 0
    assert items(service) == usual, "a preview changes nothing"
    kept = service.put("/admin/rules/r", json=rule("pin", items=[last], place=2))
    assert kept.status_code == 200
    (line,) = kept.json()["rules"]
    assert (line["source"], line["state"], line["offers"], line["queries"]) == ("store", "active", 1, 20)
    found = offers(service)
    assert [one["item"] for one in found] == [usual[0], last, *usual[1:4]]
    assert [one["placed_by"] for one in found] == ["", "r", "", "", ""]
    assert found[1]["placed_text"] == "placed by the shop"
    german = service.post("/v1/recommend", json={"query": QUERY, "k": 2}, headers={"Accept-Language": "de"}).json()
    assert german["substitutes"][1]["placed_text"] == "vom Geschäft platziert"
    (piece,) = store_of(service).shown()
    assert [one["rule"] for one in piece.tail(1)["offers"].to_list()[0]] == ["", "r"]
    assert service.delete("/admin/rules/r").json()["rules"] == []
    assert items(service) == usual


def test_what_cannot_be_is_refused_in_a_sentence(service: TestClient) -> None:
    for wrong, said in (
        (rule("pin", items=["nowhere"]), "rule 'r': no item has the id 'nowhere'"),
        (rule("pin", "other", items=["i01"]), "the rule is called 'other', the address says 'r'"),
        (
            rule("hide"),
            "a rule of kind hide says which offers it means: items, brands, categories, min_price, max_price",
        ),
        (
            rule("margin", limit=0.1, margins_file="x.csv"),
            "rule 'r': a margins_file is for rules in a file; send margins",
        ),
        ({**rule("hide", items=["i01"]), "plaze": 1}, "there is no field plaze"),
    ):
        got = service.put("/admin/rules/r", json=wrong)
        assert (got.status_code, got.json()["detail"]) == (422, said)
    assert service.put("/admin/rules/h", json=rule("hide", "h", items=["i01"])).status_code == 200
    clash = service.put("/admin/rules/r", json=rule("pin", items=["i01"]))
    assert clash.json()["detail"].startswith("rule 'r' pins i01, which rule 'h' hides")
    gone = service.delete("/admin/rules/none")
    assert (gone.status_code, gone.json()["type"]) == (404, "urn:instead:unknown-rule")
    twice = service.post("/admin/rules/preview", json={"rules": [rule("hide", items=["i01"])] * 2})
    assert twice.json()["detail"] == "two rules have the same id"


def test_a_preview_leaves_out_and_replaces(service: TestClient) -> None:
    first = items(service)[0]
    service.put("/admin/rules/h", json=rule("hide", "h", items=[first]))

    def lists(**body: Any) -> int:
        found: int = service.post("/admin/rules/preview", json={"items": 20, **body}).json()["lists"]
        return found

    assert lists() == 0
    assert lists(remove=["h"]) > 0
    assert lists(replace=True) == lists(remove=["h"])
    assert lists(rules=[rule("hide", "h", items=[first], until="2020-01-01")]) == lists(replace=True)
    later = rule("hide", "later", items=["i05"], **{"from": "2999-01-01"})
    assert lists(rules=[later]) == 0
    assert lists(rules=[later], at="2999-01-02") > 0
    service.delete("/admin/rules/h")


def test_a_fault_of_the_store_does_not_end_the_watch(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs beside the requests, and whatever it raises would end the service."""
    state = state_of(make(watch=3600))
    watch = Watch(state.rules, state.variants)

    def locked() -> None:
        raise sqlite3.OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(state.store, "newest", locked)
        watch.look()
    state.store.put("rule", {"h": {"id": "h", "kind": "hide", "reason": "x", "items": ["i19"]}})
    watch.look()
    assert [one.id for one in state.rules.current.rules] == ["h"]


def test_a_file_is_watched_and_a_wrong_one_changes_nothing(make: Make, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    text = '[[rule]]\nid = "f"\nkind = "pin"\nreason = "x"\nitems = ["{item}"]\n'
    file.write_text(text.format(item="i19"))
    service = make(rules=str(file), watch=3600)
    assert items(service)[0] == "i19"
    watch = Watch(state_of(service).rules, state_of(service).variants)
    file.write_text(text.format(item="i18"))
    os.utime(file, ns=(1, 1))
    watch.look()
    assert items(service)[0] == "i18"
    file.write_text("[[rule]]\n")
    watch.look()
    assert items(service)[0] == "i18"
    told = service.get("/admin/rules").json()
    assert "rule '(without an id)': id is missing" in told["problem"]
    assert told["rules"][0]["source"] == "file"
    assert service.post("/admin/rules").status_code == 422
    file.write_text(text.format(item="i17"))
    assert service.post("/admin/rules").json()["problem"] is None
    assert items(service)[0] == "i17"
    assert "is in" in service.delete("/admin/rules/f").json()["detail"]


def test_rules_stay_when_a_model_is_swapped_in(service: TestClient, models: tuple[Path, Path]) -> None:
    service.put("/admin/rules/r", json=rule("pin", items=["i19"]))
    assert service.post("/admin/reload", json={"folder": str(models[1])}).status_code == 200
    assert offers(service)[0]["placed_by"] in ("r", "")
    assert items(service)[0] == "i19"
    service.post("/admin/reload", json={"folder": str(models[0])})
    service.delete("/admin/rules/r")


def test_rules_follow_the_catalogue(service: TestClient) -> None:
    service.put("/admin/rules/r", json=rule("pin", items=["i19"]))
    service.put("/admin/rules/o", json=rule("only", "o", dearer_percent=1_000, for_items=["i00"]))
    assert items(service)[0] == "i19"
    assert service.patch("/v1/items", json={"items": [{"item": "i19", "available": False}]}).status_code == 200
    assert "i19" not in items(service, k=20)
    told = service.post("/admin/rules/preview", json={"items": 3}).json()["rules"]
    pin = next(one for one in told if one["id"] == "r")
    assert {why for _, why, _ in pin["not_offered"]} == {"it is sold out"}
    service.patch("/v1/items", json={"items": [{"item": "i19", "available": True}]})
    assert items(service)[0] == "i19"
    dear = [one["item"] for one in offers(service, query="i00", k=20)]
    assert dear
    service.patch("/v1/items", json={"items": [{"item": "i00", "price": 0.1}]})
    assert offers(service, query="i00", k=20) == [], "everything is more than eleven times as dear"


def test_variants_know_what_happened(service: TestClient, models: tuple[Path, Path]) -> None:
    service.put("/admin/experiments/e", json=wanted(model=str(models[1])))
    (user, *_) = units(service, "e", "B")
    first = items(service, user=user)[0]
    service.patch("/v1/items", json={"items": [{"item": first, "hidden": True}]})
    state_of(service).variants.follow()
    assert first not in items(service, user=user, k=20)
    bought = items(service, user=user)[0]
    service.post("/v1/events", json={"id": "b-1", "kind": "purchase", "item": bought, "user": user})
    assert bought not in items(service, user=user, k=20), "they have it now"


def test_a_wrong_file_of_rules_is_known_before_the_service_starts(models: tuple[Path, Path], tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('[[rule]]\nid = "a"\nkind = "hides"\nreason = "x"\n')
    run = CliRunner().invoke(app, ["serve", str(models[0]), "--rules", str(file)])
    assert isinstance(run.exception, InputError)
    assert str(run.exception).startswith(f"{file}:3: rule 'a': kind is 'hides'; it must be 'pin', 'boost'")


# --- experiments -----------------------------------------------------------------------------------------------------


def wanted(name: str = "e", **b: Any) -> dict[str, Any]:
    variants = [{"name": "A", "share": 0.5}, {"name": "B", "share": 0.5, **b}]
    return {"id": name, "reason": "A test.", "variants": variants, "least": 10}


def units(service: TestClient, name: str, variant: str, many: int = 3) -> list[str]:
    """Users who are in a variant."""
    run = runs(store_of(service))[name]
    found = [f"u{n}" for n in range(200) if (one := run.variant_of(f"u{n}", None)) and one.name == variant]
    return found[:many]


def recorded(service: TestClient) -> list[tuple[str | None, str | None, str, str]]:
    return [
        row
        for piece in store_of(service).shown()
        for row in piece.select("user", "session", "experiment", "variant").iter_rows()
    ]


def test_settings_side_by_side(service: TestClient) -> None:
    usual = items(service)
    got = service.put("/admin/experiments/e", json=wanted(settings={"near": 0}))
    assert got.status_code == 200, got.text
    assert got.json()["loaded"] == []
    (one, *_), (other, *_) = units(service, "e", "A"), units(service, "e", "B")
    plain = state_of(service).live.current.shop.with_choices(RecommendSettings(near=0))
    assert items(service, session=one) == items(service, session=one)
    expected = [each.item for each in plain.recommend(None, QUERY, 5)]
    assert expected != usual, "the settings make a difference here"
    lists = {user: items(service, user=user, care={"battery": 3}) for user in (one, other)}
    assert lists[one] == [
        x.item for x in state_of(service).live.current.shop.recommend(one, QUERY, 5, care={"battery": 3})
    ]
    assert lists[other] == [x.item for x in plain.recommend(other, QUERY, 5, care={"battery": 3})]
    assert items(service) == usual
    told = recorded(service)
    assert (one, None, "e", "A") in told
    assert (other, None, "e", "B") in told
    assert told[-1] == (None, None, "", ""), "nobody in particular is not counted"
    many = service.post("/v1/recommend/batch", json={"requests": [{"query": QUERY, "user": other, "k": 2}]})
    assert many.status_code == 200
    assert recorded(service)[-1] == (other, None, "e", "B")
    why = service.post("/v1/explain", json={"query": QUERY, "substitute": "i05", "user": other})
    assert why.status_code == 200
    assert service.post("/admin/experiments/e/stop").json()["report"]["running"] is False
    items(service, user=other)
    assert recorded(service)[-1] == (other, None, "", "")


def test_another_model_is_loaded_beside(service: TestClient, models: tuple[Path, Path]) -> None:
    got = service.put("/admin/experiments/e", json=wanted(model=str(models[1])))
    assert got.status_code == 200, got.text
    (loaded,) = got.json()["loaded"]
    assert loaded["variant"] == "B"
    assert loaded["memory_mb"] >= 0
    (user, *_) = units(service, "e", "B")
    expected = instead.load(models[1]).recommend(user, QUERY, 5)
    assert offers(service, user=user)[0]["score"] == pytest.approx(expected[0].score)
    german = service.post("/v1/recommend", json={"query": QUERY, "user": user}, headers={"Accept-Language": "de"})
    assert german.headers["Content-Language"] == "de"
    assert "user_basis" in german.json()
    page = service.get("/admin/experiments").json()
    assert (page["running"], page["problem"]) == ("e", None)
    assert page["loaded"] == got.json()["loaded"]
    second = service.put("/admin/experiments/two", json=wanted("two", rules=False))
    assert second.json()["detail"] == "experiment 'e' runs; stop it before another one is started"
    service.post("/admin/experiments/e/stop")
    assert service.get("/admin/experiments").json()["loaded"] == []


def test_rules_may_be_what_differs(service: TestClient) -> None:
    service.put("/admin/rules/r", json=rule("pin", items=["i19"]))
    service.put("/admin/experiments/e", json=wanted(rules=False))
    (one, *_), (other, *_) = units(service, "e", "A"), units(service, "e", "B")
    filters = {"bought": True}
    assert items(service, user=one, filters=filters)[0] == "i19"
    assert all(each["placed_by"] == "" for each in offers(service, user=other, filters=filters))


def test_a_model_that_cannot_be_loaded_starts_nothing(service: TestClient, tmp_path: Path) -> None:
    got = service.put("/admin/experiments/e", json=wanted(model=str(tmp_path / "none")))
    assert got.status_code == 409
    assert runs(store_of(service)) == {}
    assert service.put("/admin/experiments/e", json=wanted("f", rules=False)).status_code == 422
    assert service.get("/admin/experiments/e").status_code == 404
    assert service.post("/admin/experiments/e/stop").json()["type"] == "urn:instead:unknown-experiment"


def test_another_service_follows(make: Make, live: LiveShop, models: tuple[Path, Path]) -> None:
    service = make(watch=3600)
    follower = Variants(live, store_of(service))
    assert not follower.look()
    service.put("/admin/experiments/e", json=wanted(model=str(models[1])))
    assert follower.look()
    assert not follower.look()
    assert follower.running is not None
    assert [*follower.running.models] == ["B"]
    before = follower.running.models["B"]
    body = wanted(model=str(models[1]))
    body["variants"] = [{**one, "share": 0.25} for one in body["variants"]]
    assert "cannot shrink" in service.put("/admin/experiments/e", json=body).json()["detail"]
    service.post("/admin/experiments/e/stop")
    assert follower.look()
    assert follower.running is None
    store_of(service).put("experiment", {"x": _run("x", "/nowhere").model_dump(mode="json")})
    assert follower.look()
    assert follower.running is None
    assert follower.problem is not None
    assert follower.problem.startswith("experiment 'x' does not run here: /nowhere")
    assert before.shop is not live


def _run(name: str, folder: str) -> Any:
    from instead.live.experiments import experiment_of, started

    return started(experiment_of(wanted(name, model=folder)), time.time() + 1)


def test_shares_grow_and_loaded_models_are_kept(service: TestClient, models: tuple[Path, Path]) -> None:
    body = wanted(model=str(models[1]))
    body["variants"] = [{**one, "share": 0.1} for one in body["variants"]]
    service.put("/admin/experiments/e", json=body)
    running = state_of(service).variants.running
    assert running is not None
    before = running.models["B"]
    assert service.put("/admin/experiments/e", json=wanted(model=str(models[1]))).status_code == 200
    running = state_of(service).variants.running
    assert running is not None
    assert running.models["B"] is before
    assert [one.share for one in running.run.experiment.variants] == [0.5, 0.5]


def test_outcomes_come_out_at_the_other_end(service: TestClient) -> None:
    body = wanted(rules=False) | {"window_days": 0.000_01, "outcome": "clicked"}
    service.put("/admin/experiments/e", json=body)
    for number in range(60):
        got = service.post("/v1/recommend", json={"query": QUERY, "user": f"u{number:02d}", "k": 3}).json()
        if number % 3 == 0:
            click = {
                "id": f"c{number}",
                "kind": "click",
                "item": got["substitutes"][0]["item"],
                "user": f"u{number:02d}",
            }
            assert (
                service.post("/v1/events", json=click | {"recommendation_id": got["recommendation_id"]}).status_code
                == 201
            )
    store_of(service)
    told = service.get("/admin/experiments").json()["experiments"][0]["report"]
    assert sum(one["units"] for one in told["variants"]) == 60
    assert sum(one["answers"] for one in told["variants"]) == 60
    assert told["text"]
    german = service.get("/admin/experiments/e", headers={"Accept-Language": "de"}).json()["report"]
    assert german["text"] != told["text"]


# --- the client ------------------------------------------------------------------------------------------------------


def test_the_client_steers(connect: Connect) -> None:
    client, _ = connect()
    assert client.rules()["rules"] == []
    assert client.preview_rules([rule("pin", items=["i19"])], items=3, k=2).queries == 3
    assert client.put_rule(rule("pin", items=["i19"]))["rules"][0]["rule"]["items"] == ["i19"]
    assert client.recommend(None, QUERY, 1)[0].item == "i19"
    assert client.recommend(None, QUERY, 1)[0].placed_text in ("placed by the shop", "")
    with pytest.raises(InputError, match="no item has the id 'nowhere'"):
        client.put_rule(rule("pin", "s", items=["nowhere"]))
    assert client.read_rules()["problem"] is None
    assert client.remove_rule("r")["rules"] == []
    with pytest.raises(ServiceError, match="there is no rule 'r' in the store"):
        client.remove_rule("r")


def test_the_client_experiments(connect: Connect) -> None:
    client, _ = connect()
    assert client.experiments() == ()
    assert client.start_experiment(wanted(rules=False))["experiment"]["id"] == "e"
    assert client.experiment("e").verdict == "early"
    assert client.stop_experiment("e").running is False
    assert [one.id for one in client.experiments()] == ["e"]
    with pytest.raises(InputError, match="shares add up to"):
        client.start_experiment(
            {
                "id": "x",
                "reason": "y",
                "variants": [{"name": "A", "share": 1.0}, {"name": "B", "share": 0.5, "rules": False}],
            }
        )
