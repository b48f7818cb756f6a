"""One prepared dataset for all tests of training."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.store.dataset import Dataset
from tests.talking_shop import talking_shop


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return talking_shop(Path(tmp_path_factory.mktemp("talking")))
