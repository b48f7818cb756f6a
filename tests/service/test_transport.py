"""The client's connections against servers that hang up: on idle connections, on used ones, amid an answer."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest

import instead
from instead.errors import InputError, Unreachable
from instead.service.transport import KEPT, Transport

ITEM = b'{"id": "i1", "title": "One"}'
ABOUT, FEEDBACK, RELOADED = b'{"max_batch": 3}', b'{"id": "abc"}', b'{"model": "v2"}'


def answer(content: bytes, status: int = 200) -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content


def content_for(path: str) -> bytes:
    return {"/v1/about": ABOUT, "/v1/feedback": FEEDBACK, "/admin/reload": RELOADED}.get(path, ITEM)


class HangingUp:
    """A server of raw sockets. `serves(connection number, place on it)` says what becomes of each request: "answer",
    "answer, close" (an idle connection that is closed), "close" (read and not answered), "half" (torn answer) or
    "silence" (nothing, until the server is stopped)."""

    def __init__(self, serves: Callable[[int, int], str]) -> None:
        self.serves = serves
        self.heard: list[tuple[int, str]] = []
        self.bodies: list[bytes] = []
        self.heads: list[dict[str, str]] = []
        self._stopped = threading.Event()
        self.closed = threading.Semaphore(0)
        """Released for each connection that this side has closed."""
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        number = 0
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()
            number += 1

    def _serve(self, connection: socket.socket, number: int) -> None:
        with connection, connection.makefile("rb") as lines:
            place = 0
            while first := lines.readline():
                method, path, _ = first.decode().split(" ")
                head: dict[str, str] = {}
                while (line := lines.readline().strip()) != b"":
                    name, _, value = line.decode().partition(":")
                    head[name.lower()] = value.strip()
                self.heads.append(head)
                self.bodies.append(lines.read(int(head.get("content-length", 0))))
                self.heard.append((number, f"{method} {path}"))
                what = self.serves(number, place)
                place += 1
                whole = answer(content_for(path))
                if what.startswith("answer"):
                    connection.sendall(whole)
                if what == "silence":
                    self._stopped.wait(30)
                if what == "half":
                    connection.sendall(whole[: len(whole) // 2])
                if what != "answer":
                    break
        self.closed.release()

    def stop(self) -> None:
        self._stopped.set()
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()


@contextmanager
def hanging_up(serves: Callable[[int, int], str]) -> Iterator[HangingUp]:
    server = HangingUp(serves)
    try:
        yield server
    finally:
        server.stop()


def test_an_idle_connection_that_was_closed_is_not_used_again() -> None:
    """What uvicorn and every proxy do after their keep-alive time; no attempt is lost to it, not even a reload."""
    with (
        hanging_up(lambda number, place: "answer, close") as server,
        instead.Client(server.address, retries=0) as client,
    ):
        for ask in (
            client.about,
            lambda: client.item("i1"),
            lambda: client.feedback("i", "j", "accepted"),
            client.reload,
        ):
            ask()
            assert server.closed.acquire(timeout=10)
    assert [path for _, path in server.heard] == [
        "GET /v1/about", "GET /v1/items/i1", "POST /v1/feedback", "POST /admin/reload",
    ]  # fmt: skip


def test_connections_are_kept_while_they_live() -> None:
    with hanging_up(lambda number, place: "answer") as server, instead.Client(server.address) as client:
        for _ in range(5):
            client.about()
        assert [number for number, _ in server.heard] == [0] * 5


def test_a_question_swallowed_by_a_dying_connection_is_asked_on_a_fresh_one() -> None:
    """The server closes when the request arrives: nothing could be noticed before, and no retry is used up."""
    serves = lambda number, place: "close" if place else "answer"  # noqa: E731
    with hanging_up(serves) as server, instead.Client(server.address, retries=0) as client:
        client.about()
        assert client.item("i1").title == "One"
        assert server.heard == [(0, "GET /v1/about"), (0, "GET /v1/items/i1"), (1, "GET /v1/items/i1")]


def test_feedback_that_is_sent_again_has_the_same_id() -> None:
    serves = lambda number, place: "close" if place else "answer"  # noqa: E731
    with hanging_up(serves) as server, instead.Client(server.address, retries=0) as client:
        client.about()
        assert client.feedback("i", "j", "accepted") == "abc"
        sent = [body for body, (_, path) in zip(server.bodies, server.heard, strict=True) if "feedback" in path]
        assert len(sent) == 2
        assert sent[0] == sent[1]
        assert b'"id":' in sent[0]


def test_a_reload_never_travels_on_a_used_connection_and_never_twice() -> None:
    with hanging_up(lambda number, place: "close" if number else "answer") as server:
        with instead.Client(server.address, retries=3) as client:
            client.about()
            with pytest.raises(Unreachable, match="no service answers"):
                client.reload()
        assert server.heard == [(0, "GET /v1/about"), (1, "POST /admin/reload")]


def test_after_a_reload_its_connection_is_not_kept() -> None:
    with hanging_up(lambda number, place: "answer") as server, instead.Client(server.address) as client:
        assert client.reload() == client.reload() == "v2"
        assert server.heard == [(0, "POST /admin/reload"), (1, "POST /admin/reload")]


def test_a_torn_answer_is_asked_for_again() -> None:
    with hanging_up(lambda number, place: "half" if number < 2 else "answer") as server:
        with instead.Client(server.address, retries=2) as client:
            assert client.item("i1").id == "i1"
        assert len(server.heard) == 3
    with hanging_up(lambda number, place: "half") as server, instead.Client(server.address, retries=1) as client:
        with pytest.raises(Unreachable):
            client.item("i1")
        assert len(server.heard) == 2


def test_threads_share_a_client() -> None:
    """Every fourth request of a connection is swallowed; many threads ask at once and all get their answers."""
    serves = lambda number, place: "close" if place and place % 4 == 0 else "answer"  # noqa: E731
    wrong: list[BaseException] = []
    with hanging_up(serves) as server, instead.Client(server.address, retries=0) as client:

        def ask() -> None:
            try:
                for _ in range(10):
                    assert client.about() == {"max_batch": 3}
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert not wrong
        assert len({number for number, _ in server.heard}) < 80  # connections were shared


def test_a_closed_client_opens_new_connections() -> None:
    with hanging_up(lambda number, place: "answer") as server:
        client = instead.Client(server.address)
        client.about()
        client.close()
        client.about()
        client.close()
        assert [number for number, _ in server.heard] == [0, 1]


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with hanging_up(lambda number, place: "answer") as server, instead.Client(server.address) as client:
        assert client.about() == {"max_batch": 3}


def test_headers_of_questions_and_of_bodies() -> None:
    with hanging_up(lambda number, place: "answer") as server:
        with instead.Client(server.address, key="sesame") as client:
            client.about()
            client.feedback("i", "j", "accepted")
            client.reload()
        assert [head["x-api-key"] for head in server.heads] == ["sesame"] * 3
        assert [head["accept"] for head in server.heads] == ["application/json"] * 3
        assert [head.get("content-type") for head in server.heads] == [None, "application/json", "application/json"]


def test_whoever_is_there_and_slow_is_not_asked_on_a_fresh_connection() -> None:
    serves = lambda number, place: "silence" if place else "answer"  # noqa: E731
    with hanging_up(serves) as server, instead.Client(server.address, retries=0, timeout=0.2) as client:
        client.about()
        with pytest.raises(Unreachable, match="no service answers"):
            client.item("i1")
        assert server.heard == [(0, "GET /v1/about"), (0, "GET /v1/items/i1")]


def test_one_checked_context_and_no_bound_on_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificates are checked; a hundred threads do not wait for each other; what may not be repeated is not kept."""
    made: list[dict[str, Any]] = []
    original = httpx2.Client

    def noting(**named: Any) -> httpx2.Client:
        made.append(named)
        return original(**named)

    monkeypatch.setattr(httpx2, "Client", noting)
    transport = Transport("https://127.0.0.1:9", {"X": "y"}, 3.0)
    kept, fresh = transport._client(fresh=False), transport._client(fresh=True)
    assert transport._client(fresh=False) is kept is not fresh
    assert made[0]["verify"] is made[1]["verify"]
    assert (made[0]["verify"].verify_mode, made[0]["verify"].check_hostname) == (ssl.CERT_REQUIRED, True)
    assert [(one["timeout"], one["trust_env"], one["headers"]) for one in made] == [(3.0, False, {"X": "y"})] * 2
    limits = [one["limits"] for one in made]
    assert [one.max_connections for one in limits] == [None, None]
    assert [one.max_keepalive_connections for one in limits] == [20, 0]
    assert [one.keepalive_expiry for one in limits] == [KEPT, KEPT]
    transport.close()
    assert kept.is_closed
    assert fresh.is_closed


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://example.org", "http://", "http://127.0.0.1:99999"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="an address like"):
        instead.Client(address)


def test_the_client_is_an_extra() -> None:
    """Neither the package nor the class loads the HTTP library, and without it one sentence says what to install."""
    program = (
        "import sys, instead; instead.Client; assert 'httpx2' not in sys.modules; sys.modules['httpx2'] = None\n"
        "try: instead.Client()\n"
        "except instead.InputError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "httpx2 is not installed, which the client needs: `pip install 'instead[client]'`\n"
