"""HTTP transport of the client: keep-alive connections shared by all threads, and fresh ones where one may be stale.

A service, or the proxy in front of it, closes idle keep-alive connections. Mostly that is noticed before anything is
sent. If it is closed at the moment of sending, the request is lost and it is unknown whether it was processed. So an
idempotent request is retried once on a fresh connection, and one that must not be repeated always uses a fresh one.
"""

from __future__ import annotations

import ssl
import threading
from collections.abc import Mapping

import httpx2

KEPT = 30.0
"""Keep-alive seconds of an idle connection: less than usual proxies keep it, so that mostly the client closes it."""


class NoAnswer(ConnectionError):
    """No response, or one that is not HTTP."""


class Transport:
    """Requests to one address. Safe to share between threads."""

    def __init__(self, origin: str, headers: Mapping[str, str], timeout: float) -> None:
        self._origin, self._headers, self._timeout = origin, dict(headers), timeout
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._open: dict[bool, httpx2.Client] = {}

    def ask(self, method: str, target: str, sent: bytes | None, *, repeatable: bool) -> tuple[int, bytes]:
        """Status and content of one response; at most one retry, where an idle connection turned out stale."""
        if not repeatable:
            return self._send(method, target, sent, fresh=True)
        try:
            return self._send(method, target, sent, fresh=False)
        except _DeadConnection:
            return self._send(method, target, sent, fresh=True)

    def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        with self._lock:
            closing, self._open = list(self._open.values()), {}
        for one in closing:
            one.close()

    def _send(self, method: str, target: str, sent: bytes | None, *, fresh: bool) -> tuple[int, bytes]:
        connected: list[str] = []  # stays empty where an open connection is reused

        def trace(event: str, _: object) -> None:
            if event.startswith("connection."):
                connected.append(event)

        headers = {"Content-Type": "application/json"} if sent is not None else {}
        client = self._client(fresh=fresh)
        try:
            answer = client.request(
                method, self._origin + target, content=sent, headers=headers, extensions={"trace": trace}
            )
        except httpx2.TimeoutException as error:  # the service is there and slow: a fresh connection would not help
            raise NoAnswer(str(error) or type(error).__name__) from None
        except httpx2.RequestError as error:
            kind = NoAnswer if connected else _DeadConnection
            raise kind(str(error) or type(error).__name__) from None
        except RuntimeError:
            if not client.is_closed:
                raise
            raise NoAnswer("the client was closed by another thread") from None
        return answer.status_code, answer.content

    def _client(self, *, fresh: bool) -> httpx2.Client:
        with self._lock:
            if fresh not in self._open:
                # One TLS context for all; proxies of the environment are ignored: the address is used as given.
                self._context = self._context or ssl.create_default_context()
                self._open[fresh] = httpx2.Client(
                    headers=self._headers,
                    timeout=self._timeout,
                    verify=self._context,
                    trust_env=False,
                    limits=httpx2.Limits(
                        max_connections=None,
                        max_keepalive_connections=0 if fresh else 20,
                        keepalive_expiry=KEPT,
                    ),
                )
            return self._open[fresh]


class _DeadConnection(NoAnswer):
    """The request was sent on a reused connection that was closed without a response."""
