"""What the staff sees and does, with a shop that is only pretended."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import polars as pl
import pytest

from instead.errors import FolderError
from instead.live.store import VerdictCounts
from instead.models.weight_tables import WeightRow, WeightTable
from instead.service.bodies import Reload
from instead.service.measures import Measures
from instead.service.problems import Refusal
from instead.service.routes import health, staff
from instead.service.state import State
from instead.settings import ServiceSettings

FOLDER = Path("/models/two")
ITEMS = pl.DataFrame({"item": ["i1", "i2", "i3"], "title": ["One", None, "Three"]})


def loaded() -> Any:
    shop = SimpleNamespace(
        folder=FOLDER,
        items=ITEMS,
        users=pl.DataFrame({"user": ["u1", "u2"]}),
        attributes=pl.DataFrame({"attribute": ["price"]}),
        manifest={"model": "x"},
        final=False,
        held_out={"of": "this model", "folder": str(FOLDER), "figures": []},
        explains_scores=True,
        weights=[WeightTable("would they", ("all",), (WeightRow("near", "closeness", "it is", (1.0,), (None,)),))],
    )
    return SimpleNamespace(shop=shop, version="v2", seconds=1.23456, since=99.0, card="# Card")


class Live:
    """Swaps, or fails as it is told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error, self.asked, self.reloads, self.failures = error, list[Any](), 3, 4

    def reload(self, folder: Path | None) -> Any:
        self.asked.append(folder)
        if self.error is not None:
            raise self.error
        return loaded()


class Store:
    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows, self.limits = rows, list[int]()

    def verdicts(self, *, latest: int) -> VerdictCounts:
        self.limits.append(latest)
        return VerdictCounts(7, 2, (), (), self.rows)


def row(name: str, at: float, verdict: str, query: str, item: str, **more: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "user": None,
        "position": None,
        "attributes": [],
        "wrong": [],
        "comment": "",
        "model": "v1",
    }
    return {"id": name, "time": at, "verdict": verdict, "query": query, "item": item, "text": "", **nothing, **more}


def here(live: Any = None, store: Any = None) -> Any:
    pretended: Any = live or Live()
    kept: Any = store or Store()
    return State(ServiceSettings(), pretended, kept, Measures())


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    heard: list[tuple[Any, ...]] = []
    monkeypatch.setattr(staff, "event", lambda name, level=logging.INFO, **facts: heard.append((name, level, facts)))
    return heard


def test_a_swap_is_counted_announced_and_logged(events: list[Any]) -> None:
    state = here()
    got = orjson.loads(staff.reload(state, Reload(folder="/models/two")).body)
    assert got == {"folder": "/models/two", "model": "v2", "seconds": 1.235}
    assert events == [("reloaded", logging.INFO, {"folder": "/models/two", "model": "v2", "seconds": 1.235})]
    lines = state.measures.text().decode().splitlines()
    for line in (
        'instead_reloads_total{outcome="done"} 1.0',
        'instead_model_info{folder="/models/two",version="v2"} 1.0',
        'instead_model_size{what="users"} 2.0',
        'instead_model_size{what="items"} 3.0',
        'instead_model_size{what="attributes"} 1.0',
    ):
        assert line in lines
    staff.reload(state, Reload())
    staff.reload(state)
    assert state.live.asked == [Path("/models/two"), None, None]


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (FolderError("damaged"), FolderError, "^damaged$"),
        (PermissionError(13, "Permission denied", "/models/x"), FolderError, "^/models/x: Permission denied$"),
        (OSError(5, "Input/output error"), FolderError, "^Input/output error$"),
        (OSError("odd"), FolderError, "^odd$"),
        (KeyError("odd"), KeyError, "odd"),
    ],
)
def test_a_failed_swap_is_counted_and_told(events: list[Any], error: Exception, kind: Any, said: str) -> None:
    state = here(Live(error))
    with pytest.raises(kind, match=said):
        staff.swap(state)
    assert events == [("reload failed", logging.ERROR, {"reason": str(error)})]
    assert 'instead_reloads_total{outcome="failed"} 1.0' in state.measures.text().decode()
    assert "instead_model_info{" not in state.measures.text().decode()


def test_the_overview() -> None:
    rows = (
        row("a", 2.0, "accepted", "i1", "i2", user="u1", position=1, attributes=["price"], comment="good"),
        row("b", 1.0, "rejected", "gone", "i3"),
    )
    state = here(store=Store(*rows))
    state.measures.note("/v1/items", "GET", 200, 0.5)
    seen = orjson.loads(staff.overview(state, loaded()).body)
    assert seen["model"] == {
        "version": "v2", "folder": "/models/two", "since": 99.0, "load_seconds": 1.235, "manifest": {"model": "x"},
        "card": "# Card", "final": False,
        "held_out": {"of": "this model", "folder": "/models/two", "figures": []}, "explains": True,
        "weights": [{"question": "would they", "askers": ["all"], "rows": [
            {"signal": "near", "part": "closeness", "says": "it is", "points": [1.0], "errors": [None]}]}],
    }  # fmt: skip
    assert seen["reloads"] == {"done": 3, "failed": 4}
    assert seen["latency"] == [{"route": "/v1/items", "requests": 1, "p50": 500.0, "p95": 500.0, "p99": 500.0}]
    assert (seen["feedback"]["accepted"], seen["feedback"]["rejected"]) == (7, 2)
    first, second = seen["feedback"]["latest"]
    assert (first["query_title"], first["substitute_title"]) == ("One", "i2")  # without a title, its id
    assert (second["query_title"], second["substitute_title"]) == (None, "Three")  # of an earlier model
    assert (first["attributes"], second["attributes"], first["comment"]) == (["price"], [], "good")
    assert (first["substitute"], first["user"], first["model"]) == ("i2", "u1", "v1")
    assert not {"item", "text"} & set(first)
    assert state.store.limits == [20]


def test_traffic_is_sent_elsewhere_while_it_ends() -> None:
    state: Any = SimpleNamespace(ending=False, live=SimpleNamespace(current=loaded()))
    assert orjson.loads(asyncio.run(health.ready(state)).body) == {"status": "ready", "model": "v2"}
    state.ending = True
    with pytest.raises(Refusal, match="finishing its last requests") as refused:
        asyncio.run(health.ready(state))
    assert (refused.value.status, refused.value.kind) == (503, "ending")
    assert health.router.tags == ["health"]  # where the description lists them


def test_measures_are_in_the_format_that_prometheus_reads() -> None:
    got = staff.metrics(here())
    assert got.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert b"instead_requests_inside 0.0" in got.body
