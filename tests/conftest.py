"""Shared by all tests: where the real data are, and a skip that says so when they are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from instead.engine.threads import one_blas_thread
from tests.postgres_server import NONE, Server, postgres_server, programs

SHARED = Path(__file__).parent.parent.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"real data are not on this machine ({SHARED} is absent)")
    return SHARED


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; tests that need one are skipped where none is installed."""
    found = programs()
    if found is None:
        pytest.skip(NONE)
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'instead[postgres]'")
    with postgres_server(found) as server:
        yield server


@pytest.fixture(scope="session", autouse=True)
def alone_with_blas() -> Iterator[None]:
    """As `instead.train` has it: many tests run a trainer's epochs without it."""
    with one_blas_thread():
        yield
