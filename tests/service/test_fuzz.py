"""Requests made from the service's own OpenAPI description: no 5xx, and every answer as described."""

from __future__ import annotations

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="session")
def description(live: LiveShop, tmp_path_factory: pytest.TempPathFactory) -> object:
    chosen = ServiceSettings(feedback=tmp_path_factory.mktemp("fuzz") / "feedback.sqlite", max_k=20, max_batch=4)
    return schemathesis.openapi.from_asgi("/openapi.json", create(live, chosen))


schema = schemathesis.pytest.from_fixture("description")


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: Case, tmp_path_factory: pytest.TempPathFactory) -> None:
    if case.path == "/admin/reload" and isinstance(case.body, dict):
        case.body.pop("folder", None)  # whatever stands on this machine is none of the test's business
    case.call_and_validate(checks=CHECKS)


def test_the_fuzz_knows_every_address(live: LiveShop, tmp_path: Path) -> None:
    made = create(live, ServiceSettings(feedback=tmp_path / "f.sqlite")).openapi()
    assert set(made["paths"]) == {
        "/v1/recommend", "/v1/recommend/batch", "/v1/explain", "/v1/items", "/v1/items/{item}", "/v1/users",
        "/v1/users/{user}/cares", "/v1/attributes", "/v1/about", "/v1/feedback",
        "/admin/reload", "/admin/overview", "/metrics", "/health/live", "/health/ready",
    }  # fmt: skip
