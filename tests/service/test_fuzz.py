"""Requests made from the OpenAPI description and sent to a real process: no 5xx, every answer as described."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from tests.service.conftest import Running, running

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ADDRESSES = {
    "/v1/recommend", "/v1/recommend/batch", "/v1/explain", "/v1/items", "/v1/items/{item}", "/v1/users",
    "/v1/users/{user}/cares", "/v1/attributes", "/v1/about", "/v1/feedback", "/v1/events", "/v1/users/{user}",
    "/embed/offers", "/embed/events", "/admin/feed", "/admin/reload", "/admin/live", "/admin/overview",
    "/admin/rules", "/admin/rules/{name}", "/admin/rules/preview",
    "/admin/experiments", "/admin/experiments/{name}", "/admin/experiments/{name}/stop", "/metrics", "/health/live",
    "/health/ready",
}  # fmt: skip


def test_the_fuzz_knows_every_address(live: LiveShop, tmp_path: Path) -> None:
    assert set(create(live, ServiceSettings(store=str(tmp_path / "live.sqlite"))).openapi()["paths"]) == ADDRESSES


NOTHING_TO_GET_WRONG = {
    "/admin/feed",
    "/v1/about",
    "/admin/overview",
    "/admin/live",
    "/admin/rules",
    "/admin/experiments",
    "/metrics",
    "/health/live",
    "/health/ready",
}
KINDS = [
    *((address, GenerationMode.POSITIVE, 3 if "reload" in address else 20) for address in sorted(ADDRESSES)),
    *((address, GenerationMode.NEGATIVE, 10) for address in sorted(ADDRESSES - NOTHING_TO_GET_WRONG)),
]


@pytest.fixture(scope="module")
def served(models: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A process that any page may embed offers of."""
    with running(models[0], tmp_path_factory.mktemp("fuzzed"), "--set", 'embed_origins=["*"]') as one:
        yield one


@pytest.mark.parametrize(("address", "mode", "examples"), KINDS, ids=str)
def test_every_answer_is_as_described(served: Running, address: str, mode: GenerationMode, examples: int) -> None:
    schema = schemathesis.openapi.from_url(f"{served.address}/openapi.json")
    operations = [found.ok() for found in schema.include(path=address).get_all_operations() if isinstance(found, Ok)]
    assert operations
    for operation in operations:  # methods of one address
        fuzzed(operation, mode, examples)


def fuzzed(operation: Any, mode: GenerationMode, examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def fuzz(case: Case[Any]) -> None:
        if case.path == "/admin/reload" and isinstance(case.body, dict):
            case.body.pop("folder", None)  # what stands on this machine is none of the test's business
        case.call_and_validate(checks=CHECKS)

    fuzz()
