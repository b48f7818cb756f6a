"""Stores for the tests: SQLite always, PostgreSQL where a server is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from instead.live.store import LiveStore, open_store
from tests.postgres_server import Server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be: each test that asks for it runs with both databases."""
    if request.param == "sqlite":
        return str(tmp_path / "live.sqlite")
    server: Server = request.getfixturevalue("postgres")
    return server.address()


Open = Callable[[], LiveStore]


@pytest.fixture
def opened(address: str) -> Iterator[Open]:
    """Stores at the same address, as several services have them; closed at the end."""
    made: list[LiveStore] = []

    def another() -> LiveStore:
        made.append(open_store(address))
        return made[-1]

    yield another
    for one in made:
        one.close()


@pytest.fixture
def store(opened: Open) -> LiveStore:
    return opened()
