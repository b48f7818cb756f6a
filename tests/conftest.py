"""Shared by all tests: where the real data are, and a skip that says so when they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parent.parent.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"real data are not on this machine ({SHARED} is absent)")
    return SHARED
