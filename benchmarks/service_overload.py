"""What a service answers when more ask than it lets in: ours beside one that refuses at once, in the same run.

Callers ask again as soon as they are answered, over connections that stay open. At capacity (as many callers as may be
inside), at twice and at ten times as many. Printed: answers a second, and their share of those at capacity; the same
for a second of the service's processor time, which is steadier on a machine that others use, too.

    python benchmarks/service_overload.py MODEL [--seconds 8] [--waiting 256]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import instead
from instead.lab.world import build_world
from instead.lab.world.world_settings import WorldSettings
from instead.service.connections import raise_file_limit

AT_ONCE = "from instead.service import crowd; crowd.LONGEST = 0.0; "
"""Refusing without holding, which is the plain way."""


@contextmanager
def serving(model: Path, waiting: int, before: str) -> Iterator[tuple[tuple[str, int], int]]:
    """A service in a process of its own: where it listens, and the number of the process."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", str(model), "--port", "0", "--set", f"max_waiting={waiting}", "--set", "log_level='warning'"]
        words += ["--store", f"{folder}/live.sqlite"]
        code = f"{before}from instead.cli.main import run; import sys; sys.argv[1:] = {words!r}; run()"
        log = Path(folder) / "log"
        with log.open("w") as file:
            process = subprocess.Popen([sys.executable, "-c", code], stderr=file)
        try:
            while "Instead is ready at " not in (said := log.read_text().replace("\n", " ")):
                if process.poll() is not None:
                    raise SystemExit(said)
                time.sleep(0.05)
            host, _, port = said.partition("http://")[2].split()[0].partition(":")
            yield (host, int(port)), process.pid
        finally:
            process.terminate()
            process.wait()


async def crowd(
    place: tuple[str, int], process: int, callers: int, seconds: float, body: bytes
) -> tuple[Counter[int], float]:
    """Answers by status of so many callers who never pause, and the processor seconds the service took for them.

    Until all connections are made nothing is counted: that is another kind of load."""
    head = (f"POST /v1/recommend HTTP/1.1\r\nHost: {place[0]}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode()  # fmt: skip
    found: Counter[int] = Counter()
    loop = asyncio.get_running_loop()
    begin = loop.time() + 1.0 + callers / 500
    end = begin + seconds

    async def caller() -> None:
        while loop.time() < end:
            try:
                reader, writer = await asyncio.open_connection(*place)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            try:
                while loop.time() < end:
                    writer.write(head + body)
                    top = await reader.readuntil(b"\r\n\r\n")
                    length = int(top.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
                    await reader.readexactly(length)
                    if begin <= loop.time() < end:
                        found[int(top[9:12])] += 1
            except (OSError, asyncio.IncompleteReadError, ValueError):
                found[0] += 1
            finally:
                writer.close()

    tasks = [asyncio.create_task(caller()) for _ in range(callers)]
    await asyncio.sleep(begin - loop.time())
    used = processor_seconds(process)
    await asyncio.sleep(end - loop.time())
    used = processor_seconds(process) - used
    for task in tasks:
        task.cancel()
    return found, used


def processor_seconds(process: int) -> float:
    """What a process has used so far, in user and in system mode."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, nargs="?", help="default: a demo shop is made")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--waiting", type=int, default=256)
    given = parser.parse_args()
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder:
        measured(given.model or made(Path(folder)), given.seconds, given.waiting)


def made(folder: Path) -> Path:
    """A demo shop and its model."""
    build_world(WorldSettings.of_preset("demo"), folder / "shop")
    files = [folder / "shop" / name for name in ("reviews.jsonl", "meta.json", "views.csv")]
    data = instead.prepare(files, out=folder / "data")
    instead.extract(data)
    return instead.train(data, out=folder / "model").folder


def measured(model: Path, seconds: float, waiting: int) -> None:
    """Print a row for each service and number of callers."""
    query = instead.load(model).search(limit=1)[0].id
    body = json.dumps({"query": query, "k": 5}).encode()
    head = ("service", "callers", "answers/s", "share of those at capacity", "answers per processor second", "share",
            "refused/s", "failed")  # fmt: skip
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for name, before in (("ours", ""), ("refuses at once", AT_ONCE)):
        with serving(model, waiting, before) as (place, process):
            whole = each = 0.0
            for times in (1, 2, 10):
                got, used = asyncio.run(crowd(place, process, times * waiting, seconds, body))
                rate, per = got[200] / seconds, got[200] / used
                whole, each = whole or rate, each or per
                print(f"| {name} | {times * waiting:,} | {rate:.0f} | {rate / whole:.0%} | {per:.0f} | "
                      f"{per / each:.0%} | {got[503] / seconds:.0f} | {got[0]:,} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
