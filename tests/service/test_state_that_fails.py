"""An event that a snapshot cannot take in neither closes the shop nor takes back what was acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from instead.live.live_state import LiveState
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings

REVIEW = {"id": "r1", "kind": "review", "user": "u01", "item": "i03", "text": "The battery is great.", "rating": 5}


def test_the_shop_stays_open(models: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ServiceSettings(store=str(tmp_path / "live.sqlite"))
    live = LiveShop(models[0])

    def fails(*_: object, **__: object) -> bool:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(LiveState, "follow", fails)
    for repeated in (False, True):  # and once more: what is in the store is met again at the next start
        with TestClient(create(live, settings), "http://127.0.0.1", raise_server_exceptions=False) as service:
            said = service.post("/v1/events", json=REVIEW)
            assert said.status_code == 201
            assert said.json()["events"][0]["repeated"] is repeated
            assert service.post("/v1/recommend", json={"query": "i03", "k": 2}).status_code == 200
