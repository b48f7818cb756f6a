"""The cluster that tests of one module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engine.ray_nodes import Nodes, nodes


@pytest.fixture(scope="module")
def three() -> Iterator[Nodes]:
    """A head without processors and two nodes with one each."""
    with nodes(0, 1, 1) as found:
        yield found
