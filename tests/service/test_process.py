"""The service as a process: reload under load, signals, shutdown, the command line, the client."""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import instead
from instead.errors import InputError, ServiceError, UnknownItem, Unreachable
from instead.records import Mention
from instead.request import Request
from instead.service.live import LiveShop
from instead.service.server import bind
from instead.settings import Filters, ServiceSettings
from tests.cli.test_command_line import instead as typed
from tests.cli.test_command_line import one_sentence
from tests.service.conftest import Make, Running, running

__all__ = ["typed"]  # the fixture


def test_a_swap_fails_no_request(models: tuple[Path, Path], tmp_path: Path) -> None:
    """Four customers ask without pause while the model is swapped by request and by signal, to and fro."""
    place = tmp_path / "model"
    shutil.copytree(models[0], place)
    versions = [LiveShop(folder).current.version for folder in models]
    with running(place, tmp_path) as service:
        stop, errors, answers = threading.Event(), [], []

        def customer(name: int) -> None:
            with instead.Client(service.address, retries=0, timeout=60) as client:
                while not stop.is_set():
                    try:
                        answers.append(len(client.recommend(f"u{name:02d}", "i03", 3)))
                    except Exception as error:
                        errors.append(error)

        customers = [threading.Thread(target=customer, args=(name,)) for name in range(4)]
        for one in customers:
            one.start()
        try:
            with instead.Client(service.address, timeout=60) as staff:
                assert staff.reload(str(models[1])) == versions[1]
                assert staff.reload(str(place)) == versions[0]
                with pytest.raises(ServiceError, match="no such folder") as refused:
                    staff.reload(str(tmp_path / "nowhere"))
                assert refused.value.status == 409
                shutil.rmtree(place)  # a new model takes the same place, as `instead train --replace` does it
                shutil.copytree(models[1], place)
                service.process.send_signal(signal.SIGHUP)
                end = time.monotonic() + 60
                while service.log.read_text().count('"event":"reloaded"') < 3 and time.monotonic() < end:
                    time.sleep(0.05)
                assert staff._call("GET", "/v1/about")["model"] == versions[1]
        finally:
            stop.set()
            for one in customers:
                one.join()
        assert not errors
        assert len(answers) > 10
        assert set(answers) == {3}
        assert service.stop() == 0
    events = [json.loads(line) for line in service.log.read_text().splitlines() if line.startswith("{")]
    assert [one["event"] for one in events if "reload" in one["event"]].count("reload failed") == 1
    assert events[-1]["event"] in {
        "ended",
        "Application shutdown complete.",
        f"Finished server process [{service.process.pid}]",
    }


def test_what_runs_is_finished_before_the_end(models: tuple[Path, Path], tmp_path: Path) -> None:
    """The end is asked for while a request is inside for certain: `100 Continue` comes only when the application
    reads the body, and the rest of the body is sent after the signal."""
    with running(models[0], tmp_path, "--set", "max_answers=2000") as service:
        body = json.dumps({"requests": [{"query": "i03", "k": 20, "z": 7}] * 100}).encode()
        host, _, port = service.address.removeprefix("http://").partition(":")
        lines = ["POST /v1/recommend/batch HTTP/1.1", f"Host: {host}:{port}", "Content-Type: application/json"]
        lines += [f"Content-Length: {len(body)}", "Expect: 100-continue", "", ""]
        with socket.create_connection((host, int(port)), timeout=60) as line:
            line.sendall("\r\n".join(lines).encode())
            assert line.recv(1024).startswith(b"HTTP/1.1 100 ")
            line.sendall(body[:100])
            service.process.send_signal(signal.SIGTERM)
            assert service.hears("Shutting down")
            line.sendall(body[100:])
            with http.client.HTTPResponse(line) as answer:
                answer.begin()
                assert answer.status == 200
                got = json.loads(answer.read())
        assert len(got["results"]) == 100
        assert service.process.wait(timeout=60) == 0


def test_a_hangup_while_loading_is_a_reload_later(models: tuple[Path, Path], tmp_path: Path) -> None:
    def hang_up(service: Running) -> None:
        assert service.hears("loading")
        service.process.send_signal(signal.SIGHUP)

    with running(models[0], tmp_path, meanwhile=hang_up) as service:
        assert service.hears("reloaded")
        assert "SIGHUP came while the model was being loaded" in service.log.read_text()
        with instead.Client(service.address) as client:
            assert client.ready()
        assert service.stop() == 0


def test_a_reload_by_signal_that_fails_is_said_once(models: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "model"
    shutil.copytree(models[0], place)
    with running(place, tmp_path) as service:
        (place / "items.parquet").write_bytes(b"garbage")
        service.process.send_signal(signal.SIGHUP)
        assert service.hears("reload failed")
        assert service.stop() == 0
    (line,) = [line for line in service.log.read_text().splitlines() if "reload failed" in line]
    assert "items.parquet: damaged" in line
    assert "Traceback" not in service.log.read_text()


def test_a_damaged_folder_is_one_sentence_at_the_command_line(
    typed: object, models: tuple[Path, Path], tmp_path: Path
) -> None:
    assert callable(typed)
    shutil.copytree(models[0], tmp_path / "model")
    (tmp_path / "model" / "users.parquet").unlink()
    assert "users.parquet: missing" in one_sentence(typed("recommend", tmp_path / "model", "--query", "i03"), 2)


def test_wrong_words_are_one_sentence(typed: object, models: tuple[Path, Path], tmp_path: Path) -> None:
    run = typed
    assert callable(run)
    assert "no such folder" in one_sentence(run("serve", tmp_path / "absent"), 2)
    assert "no finished folder" in one_sentence(run("serve", tmp_path), 2)
    data = models[0].parent / "talking" / "data"
    assert "a dataset folder, not a model folder" in one_sentence(run("serve", data), 2)
    assert "setting port" in one_sentence(run("serve", models[0], "--port", "70000"), 2)
    assert "setting log" in one_sentence(run("serve", models[0], "--log", "loud"), 2)
    assert "setting max_q" in one_sentence(run("serve", models[0], "--set", "max_q=1"), 2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        busy = one_sentence(run("serve", models[0], "--port", port), 2)
    assert f"port {port} is taken by another program" in busy
    assert "cannot listen on" in one_sentence(run("serve", models[0], "--host", "no.such.host.invalid"), 2)
    (tmp_path / "notes.txt").write_text("no database, but a file of some length\n" * 40)
    kept = one_sentence(run("serve", models[0], "--port", "0", "--store", tmp_path / "notes.txt"), 2)
    assert "cannot keep events here" in kept
    other = one_sentence(run("serve", models[0], "--port", "0", "--store", "mysql://shop@db/live"), 2)
    assert "no store is kept at mysql://" in other


def test_a_key_from_the_environment(models: tuple[Path, Path], tmp_path: Path) -> None:
    with running(models[0], tmp_path, INSTEAD_API_KEY="sesame") as service:
        with instead.Client(service.address) as stranger, pytest.raises(ServiceError, match="send the key") as refused:
            stranger.search()
        assert refused.value.status == 401
        with instead.Client(service.address, key="sesame") as friend:
            assert len(friend.search()) == 20
        assert "sesame" not in service.log.read_text()


def test_the_client_speaks_in_records(served: Running, models: tuple[Path, Path]) -> None:
    shop = instead.load(models[0])
    with instead.Client(served.address, timeout=60) as client:
        assert client.ready()
        care = {"price": 5.0}
        wish = Filters(max_price=12.0, exclude=frozenset({"i04"}))
        assert client.recommend(query="i03", k=3) == shop.recommend(query="i03", k=3)
        asked: dict[str, Any] = {"care": care, "filters": wish, "diversity": 0.3}
        assert client.recommend("u01", "i03", 4, **asked) == shop.recommend("u01", "i03", 4, **asked)
        assert client.explain("u01", "i03", "i04", care=care) == shop.explain("u01", "i03", "i04", care=care)
        assert client.compare("u01", "i03", "i04", n=4) == shop.compare("u01", "i03", "i04", n=4)
        assert client.cares("u01", n=5) == shop.cares("u01", n=5)
        assert client.cares() == shop.cares()
        assert client.item("i07") == shop.item("i07")
        assert client.search("item 1", limit=4) == shop.search("item 1", limit=4)
        many = client.recommend_many([{"query": "i03", "k": 1}, {"query": "nowhere"}, {"k": 1}, Request(query="i05")])
        assert many[0] == shop.recommend(query="i03", k=1)
        assert many[3] == shop.answer(Request(query="i05"))
        assert isinstance(many[2], InputError)
        assert str(many[2]).startswith("no query")
        assert isinstance(many[1], UnknownItem)
        assert many[1].item == "nowhere"
        with pytest.raises(UnknownItem) as unknown:
            client.item("i033")
        assert (unknown.value.item, "i03" in unknown.value.near) == ("i033", True)
        with pytest.raises(InputError, match="k is 0; it must be 1 or more"):
            client.recommend(query="i03", k=0)


def test_the_client_takes_what_the_shop_takes(models: tuple[Path, Path], tmp_path: Path) -> None:
    """The same calls to both, in every form that the shop knows; the batches of the service are small here."""
    shop = instead.load(models[0])
    said = [Mention("", "", "battery", "good", 1), ("price", -1), ["screen", 1]]
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("recommend", (None, "i03", 4), {"filters": {"max_price": 12.0, "exclude": ["i04"]}}),
        ("recommend", (None, "i03", 4), {"reviews": said}),
        ("recommend", (None, "i03", 4), {"filters": {}, "care": {}, "reviews": []}),
        (
            "recommend",
            (None, "i03", 4),
            {"session": "s", "viewed": ["i05"], "history": ("i06",), "time": 5},
        ),
        ("recommend", (None, "i03", 4), {"reviews": [("price", 1)] * 300, "care": None, "filters": None}),
        ("recommend", (["u01", None, "u03", "new"], ["i03", "i04", "i05", "i03"], 4), {"z": 2}),
        ("recommend", ("u01", ("i03", "i04")), {}),
        ("recommend", (None, []), {}),
        ("explain", ("new", "i03", "i04"), {"reviews": said}),
        ("explain", ("u01", "i03", "i04"), {"z": 5, "style": "paper", "quotes": 2, "viewed": ["i07"]}),
        ("grouped", ("u01", "i03", 9), {"care": {"price": 5}}),
        ("answer", (Request.of(user="u02", query="i03", k=3, viewed=["i04"], filters={"not_dearer": True}),), {}),
        ("why", (Request.of(session="s", query="i03", care={"price": 5}), "i04"), {}),
        ("side_by_side", (Request.of(user="u02", query="i03", z=4), "i04", 6), {}),
        ("compare", (None, "i03", "i04"), {"reviews": said, "n": 3}),
        ("search", ("",), {"limit": 150}),
    ]
    wrong: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("recommend", (None, "i03"), {"filters": {"colour": "red"}}),
        ("recommend", (None, "i03"), {"reviews": [7]}),
        ("recommend", (["u01"], "i03"), {}),
        ("recommend", (["u01"], ["i03", "i04"]), {}),
        ("recommend", (None, ["i03", 'it\'s "i9"']), {}),
        ("recommend", (None, 'it\'s "i9"'), {}),
        ("item", ("a'b/c",), {}),
        ("recommend", (None, "i03"), {"care": {"batery": 5}}),
        ("recommend", (None, "i03", 0), {}),
        ("recommend", (None, ""), {}),
        ("compare", (None, "i03", "i04"), {"colour": "red"}),
    ]
    limits = ("--set", "max_batch=3", "--set", "max_answers=12")
    with running(models[0], tmp_path, *limits) as served, instead.Client(served.address, timeout=60) as client:
        for name, words, named in calls:
            assert getattr(client, name)(*words, **named) == getattr(shop, name)(*words, **named), (name, words, named)
        for name, words, named in wrong:
            with pytest.raises(InputError) as ours:
                getattr(shop, name)(*words, **named)
            with pytest.raises(InputError) as theirs:
                getattr(client, name)(*words, **named)
            assert (type(theirs.value), str(theirs.value)) == (type(ours.value), str(ours.value))
        assert client.grouped("u01", "i03", 9) == instead.grouped(shop.recommend("u01", "i03", 9))
        assert client.about()["max_answers"] == 12
        assert "battery" in client.attributes()
        assert client.users("u0", limit=2) == ("u00", "u01")
        with pytest.raises(InputError, match="holds no vocabulary"):
            client.recommend(query="i03", reviews=["The battery is great."])


def test_the_client_tries_again_only_what_is_safe() -> None:
    """A service that hangs up on everybody: how often was it asked?"""
    with socket.create_server(("127.0.0.1", 0)) as server:
        calls: list[bytes] = []

        def hang_up() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    calls.append(connection.recv(65_536).split(b" ")[1])

        threading.Thread(target=hang_up, daemon=True).start()
        client = instead.Client(f"http://127.0.0.1:{server.getsockname()[1]}", retries=2, timeout=10)
        for ask in (lambda: client.item("a/b"), lambda: client.feedback("i", "j", "accepted"), client.reload):
            with pytest.raises(Unreachable, match="no service answers"):
                ask()
        assert not client.ready()
        server.shutdown(socket.SHUT_RDWR)
    assert calls == [b"/v1/items/a%2Fb"] * 3 + [b"/v1/feedback"] * 3 + [b"/admin/reload"] + [b"/health/ready"]
    with pytest.raises(InputError, match="an address like"):
        instead.Client("localhost:8000")


def test_ready_says_no_at_the_end(make: Make) -> None:
    service = make()
    service.app.state.service.ending = True  # type: ignore[attr-defined]
    got = service.get("/health/ready")
    assert (got.status_code, got.json()["type"]) == (503, "urn:instead:ending")
    assert service.get("/health/live").status_code == 200


def test_the_web_framework_is_loaded_by_serve_alone() -> None:
    program = (
        "import sys, instead; instead.Client; from instead.cli.main import app; "
        "print([name for name in ('fastapi', 'starlette', 'uvicorn', 'prometheus_client') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_answers_do_not_wait_for_confirmations() -> None:
    """Without this a caller that keeps its connection waits 40 ms for the second piece of every answer."""
    with bind(ServiceSettings(port=0)) as listening:
        listening.listen()
        with socket.create_connection(listening.getsockname()) as caller, listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert caller.getpeername() == listening.getsockname()
