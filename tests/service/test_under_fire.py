"""What could bring a service down: crowds, callers who never finish, files copied over, full disks, foreign pages."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

import instead
from instead.errors import DiskFull
from instead.service import crowd as crowd_module
from instead.service.crowd import Crowd
from instead.service.measures import Measures
from instead.service.own_pages import foreign
from instead.service.whole_body import Gone, TooLarge, TooSlow, whole_body
from instead.settings import ServiceSettings
from instead.store.folder import no_space, written_aside
from instead.store.tensors import map_tensors, read_into_memory, write_tensors
from tests.service.conftest import Make, Running, running

BODY = json.dumps({"query": "i03", "k": 3}).encode()


def address(service: Running) -> tuple[str, int]:
    host, _, port = service.address.removeprefix("http://").partition(":")
    return host, int(port)


def begun(length: int, path: str = "/v1/recommend") -> bytes:
    """A request of which the body is still to come."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", f"Content-Length: {length}"]
    return "\r\n".join([*lines, "", ""]).encode()


def asked(place: tuple[str, int]) -> int:
    with_answer = http.client.HTTPConnection(*place, timeout=30)
    try:
        with_answer.request("POST", "/v1/recommend", BODY, {"Content-Type": "application/json"})
        return with_answer.getresponse().status
    finally:
        with_answer.close()


# --- crowds ----------------------------------------------------------------------------------------------------------


def test_refusals_are_held_the_longer_the_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    real = asyncio.sleep

    async def noted(seconds: float) -> None:
        waited.append(seconds)
        await real(0)

    monkeypatch.setattr("instead.service.crowd.asyncio.sleep", noted)

    async def refuse(count: int) -> None:
        crowd = Crowd(1, Measures())
        await asyncio.gather(*(crowd.hold() for _ in range(count)))

    asyncio.run(refuse(3000))
    assert waited == sorted(waited)
    assert waited[0] == 1 / crowd_module.REFUSALS
    assert waited[-1] == crowd_module.LONGEST
    # as many as are held leave within the time that the rate allows, up to the longest wait
    assert waited[400] == pytest.approx(401 / crowd_module.REFUSALS)


def test_refusals_are_said_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[dict[str, Any]] = []
    monkeypatch.setattr(crowd_module, "event", lambda name, **facts: said.append(facts))
    monkeypatch.setattr(crowd_module, "LONGEST", 0.0)
    crowd = Crowd(1, Measures())

    async def refuse() -> None:
        for _ in range(50):
            await crowd.hold()

    asyncio.run(refuse())
    assert len(said) == 1
    assert b"instead_refused_total 50.0" in crowd.measures.text()


def test_what_is_accepted_is_answered_while_a_crowd_is_refused(models: tuple[Path, Path], tmp_path: Path) -> None:
    """Forty callers without pause at a service that lets four in: those are answered, the others told to wait."""
    with running(models[0], tmp_path, "--set", "max_waiting=4") as service:
        statuses: list[int] = []
        end = time.monotonic() + 4

        def caller() -> None:
            while time.monotonic() < end:
                statuses.append(asked(address(service)))

        callers = [threading.Thread(target=caller) for _ in range(40)]
        for one in callers:
            one.start()
        for one in callers:
            one.join()
        assert set(statuses) <= {200, 503}
        assert statuses.count(200) >= 20
        assert statuses.count(503) <= 40 * 4 * crowd_module.REFUSALS / 36 + 200  # not as many as they can ask
        assert asked(address(service)) == 200
        assert service.stop() == 0


# --- callers who never finish -----------------------------------------------------------------------------------------


def received(*messages: dict[str, Any], then: float = 0.0) -> Any:
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.sleep(then)
            return {"type": "http.disconnect"}
        return waiting.pop(0)

    return receive


def part(content: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": content, "more_body": more}


def test_a_body_is_read_whole_and_given_once() -> None:
    async def read() -> None:
        body = await whole_body(received(part(b"ab"), part(b"c", more=False)), 3, 1.0)
        assert body.content == b"abc"
        assert await body.receive() == part(b"abc", more=False)
        assert (await body.receive())["type"] == "http.disconnect"

    asyncio.run(read())


@pytest.mark.parametrize(
    ("receive", "error"),
    [
        (received(part(b"ab"), part(b"cd", more=False)), TooLarge),
        (received(part(b"ab"), then=5.0), TooSlow),
        (received(part(b"ab")), Gone),
    ],
)
def test_a_body_that_cannot_be_had(receive: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        asyncio.run(whole_body(receive, 3, 0.05))


def test_unfinished_requests_take_nobodys_place(models: tuple[Path, Path], tmp_path: Path) -> None:
    """Three hundred bodies that never come, and thirty headers: others are answered, and they are let go in time."""
    limits = ("--set", "max_waiting=8", "--set", "body_timeout=3", "--set", "header_timeout=2")
    with running(models[0], tmp_path, *limits) as service:
        place = address(service)
        slow = [socket.create_connection(place, timeout=30) for _ in range(330)]
        try:
            for line in slow[:300]:
                line.sendall(begun(1000) + b'{"query":')
            for line in slow[300:]:
                line.sendall(b"POST /v1/recommend HTTP/1.1\r\nHost:")
            assert [asked(place) for _ in range(5)] == [200] * 5
            told = [line.recv(4096).partition(b"\r\n")[0] for line in slow]
            assert set(told) == {b"HTTP/1.1 408 Request Timeout"}
        finally:
            for line in slow:
                line.close()
        assert asked(place) == 200
        assert service.stop() == 0


# --- files copied over ------------------------------------------------------------------------------------------------


def test_arrays_in_memory_outlive_their_file(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    write_tensors(path, {"x": np.arange(5000, dtype=np.int64)})
    with read_into_memory():
        held = map_tensors(path)["x"]
    mapped = map_tensors(path)["x"]
    assert (held == mapped).all()
    assert not held.flags.writeable
    del mapped
    path.write_bytes(b"")  # a mapped array would kill the process here
    assert held.sum() == 12_497_500


def test_a_model_copied_over_the_served_folder_ends_nothing(models: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "model"
    shutil.copytree(models[0], place)
    with running(place, tmp_path) as service:
        with instead.Client(service.address, retries=0) as client:
            before = client.recommend(None, "i03", 5)
            for path in place.rglob("*"):
                if path.is_file():
                    path.write_bytes(b"")  # `cp` empties a file before it fills it
            assert client.recommend(None, "i03", 5).substitutes == before.substitutes
            assert client.recommend("u03", "i05", 5).substitutes
            shutil.copytree(models[1], place, dirs_exist_ok=True)
            assert client.recommend(None, "i03", 5).substitutes == before.substitutes
        assert service.stop() == 0


# --- full disks -------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_507_and_loses_nothing(make: Make, tmp_path: Path) -> None:
    service = make()
    given = {"verdict": "accepted", "query": "i03", "substitute": "i04"}
    assert service.post("/v1/feedback", json={**given, "id": "kept"}).status_code == 201
    store = service.app.state.service.store  # type: ignore[attr-defined]
    writing = store._writer._connection
    pages = writing.execute("PRAGMA page_count").fetchone()[0]
    writing.execute(f"PRAGMA max_page_count={pages}")  # SQLite's own way to a disk without room
    said = [service.post("/v1/feedback", json={**given, "id": f"n{n}", "comment": "x" * 900}) for n in range(40)]
    refused = [one for one in said if one.status_code != 201]
    assert refused
    assert {one.status_code for one in refused} == {507}
    assert refused[0].json()["type"] == "urn:instead:disk-full"
    shown = [service.post("/v1/recommend", json={"query": "i03", "k": 2}).json() for _ in range(3)]  # and is answered
    writing.execute("PRAGMA max_page_count=1000000")
    assert service.post("/v1/feedback", json={**given, "id": "after"}).status_code == 201
    kept = {name for frame in store.events() for name in frame["id"]}
    (recorded,) = store.shown()
    assert set(recorded["id"]) == {one["recommendation_id"] for one in shown}  # what nobody waits for is not lost
    assert kept == {"kept", "after", *(f"n{n}" for n, one in enumerate(said) if one.status_code == 201)}


@pytest.mark.parametrize("error", [OSError(28, os.strerror(28)), RuntimeError("failed: No space left on device (28)")])
def test_a_folder_that_does_not_fit_is_named(tmp_path: Path, error: Exception) -> None:
    def write() -> None:
        with written_aside(tmp_path / "data") as aside:
            (aside / "file").write_text("half")
            raise error

    with pytest.raises(DiskFull, match=f"{tmp_path}/data: no space is left on its disk"):
        write()
    assert list(tmp_path.iterdir()) == []
    assert not no_space(sqlite3.OperationalError("locked"))


def test_a_full_disk_at_the_command_line_names_the_path(models: tuple[Path, Path], tmp_path: Path) -> None:
    """With a real full disk, where a small one can be mounted."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(place)], check=False,
                             capture_output=True)  # fmt: skip
    if mounted.returncode != 0:
        pytest.skip("no small disk can be mounted here (needs root)")
    try:
        words = [sys.executable, "-m", "instead", "world", "--preset", "demo", "--out", str(place / "shop")]
        got = subprocess.run(words, capture_output=True, text=True, check=False)
        assert got.returncode == 1
        assert got.stderr.strip() == (
            f"instead: {place}/shop: no space is left on its disk; free some, or name another place"
        )
        assert list(place.iterdir()) == []
    finally:
        subprocess.run(["umount", str(place)], check=False)


# --- foreign pages ----------------------------------------------------------------------------------------------------

OURS, THEIRS = "pages of other sites", "is not one of this service"


@pytest.mark.parametrize(
    ("host", "origin", "settings", "said"),
    [
        ("127.0.0.1:8000", None, {}, None),
        ("localhost", "http://localhost:8000", {}, None),
        ("[::1]:8000", "http://[::1]:8000", {}, None),
        ("evil.example", None, {}, THEIRS),
        ("evil.example:8000", "http://evil.example:8000", {}, THEIRS),
        ("127.0.0.1", "https://evil.example", {}, OURS),
        ("127.0.0.1", "null", {}, OURS),
        ("localhost", "http://127.0.0.1:8000", {}, OURS),
        ("shop.example", None, {"hosts": ["shop.example"]}, None),
        ("shop.example", "https://shop.example", {"hosts": ["shop.example"]}, None),
        ("evil.example", None, {"admin_key": "k" * 12}, None),
        ("shop.example", "https://evil.example", {"admin_key": "k" * 12}, OURS),
    ],
)
def test_who_may_ask_staff_addresses(host: str, origin: str | None, settings: dict[str, Any], said: str | None) -> None:
    headers = {b"host": host.encode()} | ({} if origin is None else {b"origin": origin.encode()})
    found = foreign(headers, ServiceSettings.checked(settings))
    assert found is None if said is None else said in (found or "")


@pytest.mark.parametrize("path", ["/metrics", "/admin/summary"])
def test_staff_addresses_are_closed_to_others(service: TestClient, path: str) -> None:
    assert service.get(path, headers={"Host": "evil.example"}).status_code == 403
    assert service.get(path, headers={"Origin": "https://evil.example"}).json()["type"] == "urn:instead:foreign-page"
    assert service.get("/v1/items", headers={"Host": "evil.example"}).status_code == 200  # a proxy's name


# --- what a schema calls a boolean ------------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [{"grouped": 0}, {"grouped": "no"}, {"parts": 1}, {"filters": {"bought": 1}}])
def test_numbers_are_no_booleans(service: TestClient, body: dict[str, Any]) -> None:
    got = service.post("/v1/recommend", json={"query": "i03", **body})
    assert got.status_code == 422
    assert "true or false" in got.json()["detail"]


# --- the end ----------------------------------------------------------------------------------------------------------


def test_an_end_under_load_drops_nobody(models: tuple[Path, Path], tmp_path: Path) -> None:
    """Sixteen callers open a connection for every question while the service is told to end: a connection that was made
    is answered; who comes too late is refused by the system, which is no lost question."""
    dropped: list[str] = []
    answered = 0
    for stop in range(3):
        with running(models[0], tmp_path / str(stop)) as service:
            place, over = address(service), threading.Event()
            counts: list[int] = []

            def caller(place: tuple[str, int] = place, over: threading.Event = over, n: list[int] = counts) -> None:
                while not over.is_set():
                    try:
                        line = socket.create_connection(place, timeout=30)
                    except ConnectionError:
                        return  # nobody listens any more
                    with line:
                        try:
                            line.sendall(begun(len(BODY)) + BODY)
                            answer = http.client.HTTPResponse(line)
                            answer.begin()
                            n.append(answer.status)
                        except (ConnectionError, http.client.HTTPException) as error:
                            dropped.append(repr(error))

            callers = [threading.Thread(target=caller) for _ in range(16)]
            for one in callers:
                one.start()
            time.sleep(1.0)
            service.process.send_signal(signal.SIGTERM)
            assert service.process.wait(timeout=60) == 0
            over.set()
            for one in callers:
                one.join()
            assert set(counts) == {200}
            answered += len(counts)
    assert dropped == []
    assert answered > 30
