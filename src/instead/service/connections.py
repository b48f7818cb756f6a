"""Connections of the server: time limits for request headers, and an end that drops none of them.

A caller who opens a connection and sends nothing, or one letter a second, costs nothing but a socket, and that for a
bounded time (slowloris). Bodies are bounded by the gate, idle connections by uvicorn's own keep-alive limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LINGER = 1.0
"""Seconds after the end was asked for in which open connections may still send a request, which is answered."""
TICK = 0.02


def bounded_by(seconds: float) -> type[H11Protocol]:
    """uvicorn's protocol for connections that send the headers of a request within so many seconds."""

    class Bounded(H11Protocol):
        _limit: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._begin()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:  # the headers are complete
                self._end()
            elif self._limit is None:
                self._begin()

        def connection_lost(self, exc: Exception | None) -> None:
            self._end()
            super().connection_lost(exc)

        def _begin(self) -> None:
            self._limit = self.loop.call_later(seconds, self._too_slow)

        def _end(self) -> None:
            if self._limit is not None:
                self._limit.cancel()
                self._limit = None

        def _too_slow(self) -> None:
            self._limit = None
            if not self.transport.is_closing():
                self.transport.write(TOO_SLOW)
                self.transport.close()

    return Bounded


class DrainingServer(uvicorn.Server):
    """uvicorn's server that calls `told` when it answers, and `ending` when it is asked to end.

    Closing a listening socket resets connections that wait in its queue, and closing an idle connection resets a
    request that is on its way. So the queue is accepted first, and for a moment every answer says `Connection: close`
    while requests on open connections are still answered.
    """

    def __init__(self, config: uvicorn.Config, told: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._told, self._ending = told, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._told()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        loop = asyncio.get_running_loop()
        for listening in sockets or []:
            for server in self.servers:
                loop.remove_reader(listening.fileno())  # from here on we accept ourselves
                await self._accept_waiting(loop, listening)
                server.close()
            listening.close()
        end = loop.time() + LINGER
        while self.server_state.connections and loop.time() < end and not self.force_exit:
            await asyncio.sleep(TICK)
        await super().shutdown(sockets)

    async def _accept_waiting(self, loop: asyncio.AbstractEventLoop, listening: socket.socket) -> None:
        """Accept every connection in the queue of a listening socket."""
        while True:
            try:
                made, _ = listening.accept()
            except (BlockingIOError, OSError):
                return
            made.setblocking(False)
            with contextlib.suppress(OSError):  # gone again
                await loop.connect_accepted_socket(self._protocol, made)

    def _protocol(self) -> Any:
        kind: Any = self.config.http_protocol_class
        return kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def raise_file_limit() -> None:
    """As many open connections as the system lets this process have; the usual soft limit is 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
