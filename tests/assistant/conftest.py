"""A small trained model whose reviews have sentences to quote, its desk, and calls of tools by a real client."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent

from instead.assistant.desk import Desk
from instead.assistant.protocol import server_of
from instead.settings import ServiceSettings
from instead.shop import Shop, load
from tests.open_shop import open_shop

Call = Callable[..., CallToolResult]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return open_shop(tmp_path_factory.mktemp("assistant")).folder


@pytest.fixture(scope="session")
def shop(folder: Path) -> Shop:
    return load(folder)


@pytest.fixture
def desk(shop: Shop) -> Desk:
    return Desk(shop, ServiceSettings())


def called(desk: Desk, name: str, **given: Any) -> CallToolResult:
    """The answer of one tool, as a client in this process hears it; its content is held to the tool's schema."""

    async def ask() -> CallToolResult:
        async with Client(server_of(desk)) as client:
            return await client.call_tool(name, given)

    return anyio.run(ask)


@pytest.fixture
def call(desk: Desk) -> Call:
    return lambda name, **given: called(desk, name, **given)


def text_of(found: CallToolResult) -> str:
    (content,) = found.content
    assert isinstance(content, TextContent)
    return content.text
