"""Reads the body of a request before anything is done for it: within a size and a time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.types import Message, Receive


class TooLarge(Exception):
    """More bytes than allowed."""


class TooSlow(Exception):
    """Not complete within the time."""


class Gone(Exception):
    """The caller closed the connection before the body was complete."""


@dataclass
class WholeBody:
    """A body that has been read; `receive` hands it to the application."""

    content: bytes
    after: Receive
    given: bool = False

    async def receive(self) -> Message:
        if self.given:  # the application waits for the end of the connection
            return await self.after()
        self.given = True
        return {"type": "http.request", "body": self.content, "more_body": False}


async def whole_body(receive: Receive, most: int, seconds: float) -> WholeBody:
    """The body of a request, of at most so many bytes and complete within so many seconds."""
    pieces: list[bytes] = []
    length, more = 0, True
    try:
        async with asyncio.timeout(seconds):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                piece = message.get("body", b"")
                length += len(piece)
                if length > most:
                    raise TooLarge
                pieces.append(piece)
                more = message.get("more_body", False)
    except TimeoutError:
        raise TooSlow from None
    return WholeBody(b"".join(pieces), receive)
