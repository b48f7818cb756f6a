"""What the service counts, and how problems are told: each by itself."""

from __future__ import annotations

import orjson
import pytest

from instead.errors import FolderError, InputError, InsteadError, UnknownItem
from instead.service.measures import BUCKETS, RECENT, Measures
from instead.service.problems import MEDIA_TYPE, Problem, Refusal, of_error, problem, respond
from instead.service.state import answer, problems


def told(measures: Measures) -> list[str]:
    return measures.text().decode().splitlines()


def test_percentiles_are_times_that_occurred() -> None:
    """The smallest time that at least this share of the requests did not exceed."""
    measures = Measures()
    for milliseconds in reversed(range(1, 101)):
        measures.note("/b", "GET", 200, milliseconds / 1000)
    for milliseconds in (1, 2, 3):
        measures.note("/a", "GET", 200, milliseconds / 1000)
    measures.note("/c", "GET", 200, 0.0123456)
    assert measures.percentiles() == [
        {"route": "/a", "requests": 3, "p50": 2.0, "p95": 3.0, "p99": 3.0},
        {"route": "/b", "requests": 100, "p50": 50.0, "p95": 95.0, "p99": 99.0},
        {"route": "/c", "requests": 1, "p50": 12.35, "p95": 12.35, "p99": 12.35},
    ]


def test_percentiles_forget_what_is_long_ago() -> None:
    measures = Measures()
    for _ in range(3):
        measures.note("/a", "GET", 200, 9.0)
    for _ in range(RECENT):
        measures.note("/a", "GET", 200, 0.001)
    assert measures.percentiles() == [{"route": "/a", "requests": 2048, "p50": 1.0, "p95": 1.0, "p99": 1.0}]
    assert 'instead_request_seconds_count{route="/a"} 2051.0' in told(measures)  # Prometheus counts them all


def test_requests_by_route_method_and_status() -> None:
    measures = Measures()
    for method, status, seconds in (("GET", 200, 0.004), ("GET", 404, 0.2), ("POST", 200, 9.0)):
        measures.note("/a", method, status, seconds)
    lines = told(measures)
    for method, status in (("GET", 200), ("GET", 404), ("POST", 200)):
        assert f'instead_requests_total{{method="{method}",route="/a",status="{status}"}} 1.0' in lines
    below = [f'instead_request_seconds_bucket{{le="{edge}",route="/a"}}' for edge in (*BUCKETS, "+Inf")]
    counts = [next(line.split()[-1] for line in lines if line.startswith(start)) for start in below]
    assert counts == ["0.0"] * 2 + ["1.0"] * 6 + ["2.0"] * 4 + ["3.0"]
    assert Measures().percentiles() == []  # nothing is shared


def test_one_model_is_in_use() -> None:
    measures = Measures()
    measures.in_use("v1", "/models/one", users=3, items=4)
    measures.in_use("v2", "/models/two", users=5, items=6)
    lines = [line for line in told(measures) if line.startswith("instead_model_")]
    assert lines == [
        'instead_model_info{folder="/models/two",version="v2"} 1.0',
        'instead_model_size{what="users"} 5.0',
        'instead_model_size{what="items"} 6.0',
    ]


def test_names_that_a_dashboard_relies_on() -> None:
    measures = Measures()
    measures.reloads.labels("done").inc()
    measures.feedback.labels("accepted").inc()
    measures.events.labels("view").inc()
    measures.shown.inc()
    measures.unrecorded.inc()
    measures.refused.inc()
    measures.inside.set(2)
    lines = told(measures)
    for line in (
        'instead_reloads_total{outcome="done"} 1.0',
        'instead_feedback_total{verdict="accepted"} 1.0',
        'instead_events_total{kind="view"} 1.0',
        "instead_shown_total 1.0",
        "instead_unrecorded_total 1.0",
        "instead_refused_total 1.0",
        "instead_requests_inside 2.0",
    ):
        assert line in lines
    assert any(line.startswith("process_resident_memory_bytes ") for line in lines)


# --- problems ---------------------------------------------------------------------------------------------------------


def test_a_problem_has_a_name_or_its_status_says_it_all() -> None:
    assert problem(404, None, "gone", item="i9") == {
        "type": "about:blank", "title": "Not Found", "status": 404, "detail": "gone", "item": "i9",
    }  # fmt: skip
    assert problem(422, "too-many", "fewer") == {
        "type": "urn:instead:too-many", "title": "Too many", "status": 422, "detail": "fewer",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (UnknownItem("i9", ["i09"]), 404, "unknown-item"),
        (FolderError("no model"), 409, "unusable-folder"),
        (InputError("no such attribute"), 422, "wrong-input"),
        (InsteadError("something else"), 500, "failed"),
    ],
)
def test_errors_of_the_package_as_problems(error: InsteadError, status: int, kind: str) -> None:
    made = of_error(error)
    assert (made["status"], made["type"], made["detail"]) == (status, f"urn:instead:{kind}", str(error))
    told = ("i9", ["i09"], ["i09"]) if status == 404 else (None, None, None)
    assert tuple(made.get(name) for name in ("item", "near", "titles")) == told


def test_a_problem_as_an_answer() -> None:
    content = problem(503, "too-busy", "later")
    got = respond(content, "r1", {"Retry-After": "1"})
    assert (got.status_code, got.media_type, got.headers["retry-after"]) == (503, MEDIA_TYPE, "1")
    assert orjson.loads(got.body) == {**content, "request_id": "r1"}
    assert "request_id" not in content
    assert orjson.loads(respond(content, None).body) == content


def test_a_refusal_carries_what_the_answer_needs() -> None:
    plain = Refusal(409, "used", "used before")
    assert (plain.status, plain.kind, plain.detail, plain.more, plain.headers) == (409, "used", "used before", {}, {})
    assert str(plain) == "used before"
    more = Refusal(409, "used", "used before", headers={"X": "y"}, item="i9")
    assert (more.more, more.headers) == ({"item": "i9"}, {"X": "y"})


def test_the_description_of_a_problem() -> None:
    schema = Problem.model_json_schema()
    assert schema["required"] == ["type", "title", "status", "detail"]
    told = {name for name, about in schema["properties"].items() if "description" in about}
    assert told == {"type", "detail", "request_id", "item", "near", "titles", "index", "errors"}


def test_what_may_go_wrong_is_described() -> None:
    usual = [400, 401, 403, 405, 408, 413, 415, 422, 500, 503]
    assert list(problems()) == usual
    described = problems(404, 409)
    assert list(described) == sorted([*usual, 404, 409])
    assert all(one["description"] for one in described.values())
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    assert all(one["content"] == {"application/problem+json": schema} for one in described.values())


def test_an_answer_is_json_with_its_status() -> None:
    got = answer({"a": 1})
    assert (got.status_code, got.media_type, got.body) == (200, "application/json", b'{"a":1}')
    assert answer([], 201).status_code == 201
