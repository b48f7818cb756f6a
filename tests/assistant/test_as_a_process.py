"""`instead mcp` as a process of its own: over stdin and stdout, and over HTTP on this machine."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult

from instead.cli import main
from tests.assistant.conftest import text_of

COMMAND = [sys.executable, "-c", "from instead.cli.main import run; run()", "mcp"]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def message(method: str, number: int | None = None, **params: Any) -> str:
    """A line of the protocol; without a number nobody waits for an answer."""
    return json.dumps(
        {"jsonrpc": "2.0", "method": method, "params": params, **({} if number is None else {"id": number})}
    )


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_dialogue_over_stdin_and_stdout(folder: Path, mode: str) -> None:
    async def talk() -> dict[str, CallToolResult]:
        found: dict[str, CallToolResult] = {}
        command = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], str(folder)], env=dict(os.environ))
        async with Client(command, mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert tools == ["find_items", "find_substitutes", "compare_items", "item_details", "about_shop"]
            found["items"] = await client.call_tool("find_items", {"words": "itme 3"})
            assert found["items"].structured_content is not None
            item = found["items"].structured_content["items"][0]["id"]
            async with anyio.create_task_group() as group:  # two at once, and a wrong one beside them

                async def ask(name: str, tool: str, **given: Any) -> None:
                    found[name] = await client.call_tool(tool, given)

                group.start_soon(
                    lambda: ask("offers", "find_substitutes", item=item, wishes="better battery, red", k=2)
                )
                group.start_soon(lambda: ask("compared", "compare_items", item=item, other="i04"))
                group.start_soon(lambda: ask("wrong", "item_details", item="nothing"))
        return found

    found = anyio.run(talk)
    assert found["offers"].structured_content is not None
    assert len(found["offers"].structured_content["substitutes"]) == 2
    assert found["offers"].structured_content["not_applied"] == ["“red” was not understood and not applied."]
    assert not found["compared"].is_error
    assert found["wrong"].is_error
    assert text_of(found["wrong"]).startswith("unknown item 'nothing'.")


def run(folder: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """The verb with something on stdin, which then ends."""
    return subprocess.run(
        [*COMMAND, str(folder), *words], input=said, capture_output=True, text=True, timeout=120, check=False
    )


def test_stdout_is_the_protocol_and_nothing_else(folder: Path) -> None:
    lines = [
        message("initialize", 1, **HELLO),
        message("notifications/initialized"),
        "this is no message",
        message("tools/call", 2, name="item_details", arguments={"item": "i03"}),
        message("tools/call", 3, name="item_details", arguments={"item": "i99"}),
    ]
    process = subprocess.Popen(
        [*COMMAND, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()
    answers: dict[int, Any] = {}
    while not {1, 2, 3} <= set(answers):
        line = json.loads(process.stdout.readline())  # every line is a message
        answers[line.get("id")] = line
    rest, log = process.communicate(timeout=60)  # closes stdin
    assert process.returncode == 0
    assert rest == ""
    assert answers[1]["result"]["serverInfo"]["name"] == "instead"
    assert answers[2]["result"]["structuredContent"]["id"] == "i03"
    assert answers[3]["result"]["isError"]
    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert events[0] == "ready"
    assert events.count("called") == 2


def test_it_ends_with_its_input(folder: Path) -> None:
    ended = run(folder)
    assert (ended.returncode, ended.stdout) == (0, "")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_while_it_waits(folder: Path, how: signal.Signals) -> None:
    process = subprocess.Popen([*COMMAND, str(folder)], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert '"ready"' in process.stderr.readline()
    with process:
        time.sleep(0.2)  # the thread that reads stdin is there
        process.send_signal(how)
        assert process.wait(timeout=60) in (-how, 128 + how)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "9"], "--port is for --http"),
        (["--user", "nobody"], "user 'nobody' is not known to this model"),
        (["--http", "--set", "host=0.0.0.0"], "tools are served to this machine only"),
        (["--http", "--set", "api_key=x"], "tools ask for no key"),
        (["--set", "max_k=0"], "setting max_k"),
    ],
)
def test_wrong_options_are_a_sentence(folder: Path, words: list[str], said: str) -> None:
    ended = run(folder, *words)
    assert ended.returncode == 2
    assert said in ended.stderr.splitlines()[-1]
    assert ended.stdout == ""


def test_without_the_package_it_says_which_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    original = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "mcp" else original(name, *more)
    )
    monkeypatch.setattr(sys, "argv", ["instead", "mcp", str(folder)])
    with pytest.raises(SystemExit) as ended:
        main.run()
    assert ended.value.code == 2
    assert (
        capsys.readouterr().err == "instead: tools for assistants need one more package: pip install 'instead[mcp]'\n"
    )


@contextmanager
def over_http(folder: Path, log: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`instead mcp --http` on a free port, and its address."""
    with log.open("w") as stderr:
        process = subprocess.Popen(
            [*COMMAND, str(folder), "--http", "--port", "0", *words], stderr=stderr, text=True,
            env={**os.environ, "COLUMNS": "200"},
        )  # fmt: skip
    try:
        end = time.monotonic() + 90
        while "Instead is ready at " not in log.read_text() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        assert "Instead is ready at " in log.read_text(), log.read_text()
        yield process, log.read_text().partition("Instead is ready at ")[2].split()[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def test_over_http_on_this_machine(folder: Path, tmp_path: Path) -> None:
    with over_http(folder, tmp_path / "log.txt", "--set", 'hosts=["shop.example.org"]') as (process, address):
        assert address.startswith("http://127.0.0.1:")

        async def ask() -> CallToolResult:
            async with Client(address) as client:
                return await client.call_tool("find_substitutes", {"item": "i03", "wishes": "better battery"})

        found = anyio.run(ask)
        assert found.structured_content is not None
        assert found.structured_content["substitutes"]
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        hello = message("initialize", 1, **HELLO)
        for more, status in (
            ({}, 200),
            ({"Host": "shop.example.org"}, 200),  # a proxy that is named
            ({"Origin": "http://localhost:3000"}, 200),
            ({"Host": "evil.example.org"}, 421),  # a name that leads here by a trick
            ({"Origin": "http://evil.example.org"}, 403),
            ({"Origin": "http://localhost.evil.example.org"}, 403),
            ({"Content-Type": "text/plain"}, 400),
        ):
            assert httpx2.post(address, content=hello, headers={**headers, **more}).status_code == status, more
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    assert "Traceback" not in (tmp_path / "log.txt").read_text()
