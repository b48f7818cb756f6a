"""Shared by all tests: where the real data are, and a skip that says so when they are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from instead.engine.threads import one_blas_thread
from tests import s3_server
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


@pytest.fixture(scope="session")
def s3() -> Iterator[s3_server.S3Server]:
    """An S3-compatible server, which the environment names; tests that need one are skipped where none is installed."""
    if not s3_server.installed():
        pytest.skip(s3_server.NONE)
    with s3_server.s3_server() as server, pytest.MonkeyPatch.context() as patch:
        for name, value in server.environment.items():
            patch.setenv(name, value)
        yield server


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for what is fetched."""
    monkeypatch.setenv("INSTEAD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(params=["s3", "memory", "file"])
def address(request: pytest.FixtureRequest, tmp_path: Path, cache: Path) -> str:
    """An address where nothing is yet, in each of three stores behind the same interface."""
    if request.param == "s3":
        return str(request.getfixturevalue("s3").address())
    pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'instead[remote]'")
    return f"file://{tmp_path}/store/folder" if request.param == "file" else f"memory://{tmp_path.name}/folder"


@pytest.fixture(scope="session", autouse=True)
def alone_with_blas() -> Iterator[None]:
    """As `instead.train` has it: many tests run a trainer's epochs without it."""
    with one_blas_thread():
        yield
