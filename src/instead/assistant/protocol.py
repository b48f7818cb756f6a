"""The Model Context Protocol around a desk: lists tools, and computes calls on threads while others are read.

A call that fails gives a tool error of one sentence, never a trace. The log has one line for each call, without what
was asked: wishes are somebody's own affair.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import anyio
import anyio.to_thread
from mcp.server import Server, ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ToolRecord

from instead import __version__
from instead.assistant.desk import Desk
from instead.assistant.tools import INSTRUCTIONS, TOOLS, called
from instead.errors import InsteadError
from instead.service.logs import event

FAILED = "the shop failed at this; what happened is in its log"


class Counter:
    """Answers calls of one shop: so many at a time, so many waiting at most."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._threads = anyio.CapacityLimiter(desk.settings.threads)
        self._here = 0

    async def list_tools(
        self, context: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """Every tool, with the limits of these settings in its schema."""
        reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
        return ListToolsResult(
            tools=[
                ToolRecord(
                    name=tool.name, title=tool.title, description=tool.description, annotations=reads,
                    input_schema=tool.input_schema(self._desk.settings.max_k), output_schema=tool.output_schema(),
                )
                for tool in TOOLS.values()
            ]
        )  # fmt: skip

    async def call_tool(self, context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        """The answer as text and as structured content, or what is wrong in one sentence."""
        most, start = self._desk.settings.max_waiting, time.perf_counter()
        if self._here >= most:
            return _refused(f"{most} calls are being answered or waiting; ask again in a moment")
        self._here += 1
        how = "done"
        try:
            record, text = await anyio.to_thread.run_sync(
                called, self._desk, params.name, params.arguments, limiter=self._threads
            )
            content = [TextContent(type="text", text=text)]
            return CallToolResult(content=list(content), structured_content=record.model_dump(mode="json"))
        except InsteadError as error:
            how = "refused"
            return _refused(str(error))
        except Exception:
            how = "failed"
            logging.getLogger("instead.service").exception("a tool failed", extra={"facts": {"tool": params.name}})
            return _refused(FAILED)
        finally:
            self._here -= 1
            tool = params.name if params.name in TOOLS else "unknown"
            event("called", tool=tool, how=how, ms=round(1000 * (time.perf_counter() - start), 1))


def _refused(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)


def server_of(desk: Desk) -> Server[Any]:
    """A server of the protocol; any of its transports may run it."""
    counter = Counter(desk)
    return Server(
        "instead", version=__version__, title="Instead", instructions=INSTRUCTIONS,
        description="Explained substitutes from reviews.", on_list_tools=counter.list_tools,
        on_call_tool=counter.call_tool,
    )  # fmt: skip
