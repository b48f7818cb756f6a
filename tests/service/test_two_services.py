"""Two services on one store: the same events, each counted once, whichever of them it was sent to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres_server import Server
from tests.service.conftest import Make


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Nothing: both have the same file. Or a server."""
    if request.param == "sqlite":
        yield {}
        return
    server: Server = request.getfixturevalue("postgres")
    yield {"store": server.address()}


def test_what_one_service_keeps_the_other_knows(make: Make, settings: dict[str, str]) -> None:
    first, second = make(**settings), make(**settings)
    event = {"id": "e", "kind": "verdict", "item": "i04", "query": "i03", "verdict": "accepted", "user": "u01"}
    shown = first.post("/v1/recommend", json={"query": "i03", "user": "u01", "k": 2}).json()["recommendation_id"]
    told = {**event, "recommendation_id": shown}
    sent = [one.post("/v1/events", json=told).json()["events"][0] for one in (first, second, first)]
    assert [one["repeated"] for one in sent] == [False, True, True]
    assert len({one["seq"] for one in sent}) == 1
    assert second.post("/v1/events", json={**told, "verdict": "rejected"}).status_code == 409
    assert second.post("/v1/events", json={"id": "f", "kind": "view", "item": "i03"}).json()["events"][0]["seq"] == 2
    for one in (first, second):
        seen = one.get("/admin/overview").json()["feedback"]
        assert (seen["accepted"], seen["rejected"]) == (1, 0)
    assert second.delete("/v1/users/u01").json() == {"rows": {"events": 1, "shown": 1, "documents": 0}}
    assert first.get("/admin/overview").json()["feedback"]["accepted"] == 0
