"""The planted shop, opened once."""

from __future__ import annotations

import pytest

from instead.store.dataset import Dataset
from tests.planted import planted_shop


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return planted_shop(tmp_path_factory.mktemp("planted"))
