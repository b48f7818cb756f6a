"""The service under load from a second process on loopback: the ranker, A2CF and a plain PyTorch service in one run.

Latency is counted from the moment a request was due, not from when it could be sent: a slow answer that holds up the
next ones is charged for that.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from array_model import write_array_model
from array_shop import Sizes
from instead.models.ranker.ranker_model import Ranker
from measure import run_child, verdict
from ranker_speed import any_ranker, known_shop

HERE = Path(__file__).parent
BARS = {"p50": 15.0, "p99": 50.0, "sustained": 100.0, "memory": 1.5, "start": 3.0, "model": 2.0}


class Target:
    """A service as a process of its own."""

    def __init__(self, command: Sequence[str], port: int) -> None:
        self.port = port
        start = time.perf_counter()
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while not self._ready():
            if self.process.poll() is not None:
                raise SystemExit(f"{command[1]} ended with {self.process.returncode}")
            time.sleep(0.02)
        self.start_seconds = time.perf_counter() - start

    def _ready(self) -> bool:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            connection.request("GET", "/health/ready")
            return connection.getresponse().status == 200
        except OSError:
            return False

    def memory(self) -> tuple[float, float]:
        """GiB resident now, and of that what is mapped from files and shared with whoever else reads them."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        found = {name: value for name, _, value in (line.partition(":") for line in lines)}
        return tuple(int(found[name].split()[0]) / 2**20 for name in ("VmRSS", "RssFile"))  # type: ignore[return-value]

    def cpu(self) -> float:
        """Processor seconds of all its threads until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def asked_at(port: int, bodies: Sequence[dict[str, str]], rate: float | None, connections: int) -> list[float]:
    """Seconds of each request, sent at a steady rate, or as fast as answers come; keep-alive connections."""
    due: queue.SimpleQueue[tuple[float, bytes] | None] = queue.SimpleQueue()
    begin = time.perf_counter() + 0.2
    for place, body in enumerate(bodies):
        due.put((begin + (place / rate if rate else 0.0), json.dumps({**body, "k": 10}).encode()))
    for _ in range(connections):
        due.put(None)
    took: list[float] = []

    def caller() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while (next_one := due.get()) is not None:
            when, body = next_one
            wait = when - time.perf_counter()
            if wait > 0:
                time.sleep(wait)
            sent = when if rate else time.perf_counter()
            connection.request("POST", "/v1/recommend", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200:
                raise SystemExit(f"status {answer.status}: {content[:300]!r}")
            took.append(time.perf_counter() - sent)

    callers = [threading.Thread(target=caller) for _ in range(connections)]
    for one in callers:
        one.start()
    for one in callers:
        one.join()
    if len(took) != len(bodies):
        raise SystemExit(f"{len(bodies) - len(took)} requests were not answered")
    return took


def ids(model: Path, count: int, seed: int = 1) -> list[dict[str, str]]:
    """Questions: users and items drawn at random."""
    rng = np.random.default_rng(seed)
    users, items = (pl.read_parquet(model / f"{name}.parquet").to_series().to_list() for name in ("users", "items"))
    return [{"user": users[rng.integers(len(users))], "query": items[rng.integers(len(items))]} for _ in range(count)]


def at(times: Sequence[float], share: float) -> float:
    """Milliseconds that this share of all requests did not exceed."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


OPENING = """
import json, sys, time
import instead
from instead.models.registry import entry_of
from instead.shop import Shop
entry_of("ranker"), entry_of("a2cf"), Shop
start, begun = time.perf_counter(), time.process_time()
shop = instead.load(sys.argv[1])
shop.recommend(shop.users["user"][0], shop.items["item"][0], 10)
print(json.dumps([time.process_time() - begun, time.perf_counter() - start]))
"""


def opening_seconds(model: Path) -> tuple[float, float]:
    """Processor and clock seconds from a folder to the first answer in a process of its own, imports left out."""
    spent, clock = run_child(OPENING, str(model)).result
    return float(spent), float(clock)


def made(scale: float) -> Ranker:
    """A ranker of the cellphone shop, all signals with weights of no meaning."""
    return any_ranker(known_shop("cellphone", scale, described=True))


def reached(value: float, bar: float) -> str:
    return f"{value:.0f} of at least {bar:g}: {'reached' if value >= bar else 'SHORT OF THE BAR'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the cellphone shop; the bars are for 1.0")
    parser.add_argument("--models", type=Path, help="keep the model folders here, or use those that are there")
    parser.add_argument("--only", nargs="*", choices=("ranker", "a2cf"), default=["ranker", "a2cf"])
    parser.add_argument("--seconds", type=float, default=20.0, help="of each load")
    parser.add_argument("--rate", type=float, default=50.0, help="requests each second of the steady load")
    parser.add_argument("--plain", type=int, default=12, help="requests to the plain service; 0 leaves it out")
    options = parser.parse_args()
    sizes = Sizes().scaled(options.scale)
    print(f"{sizes.users:,} users, {sizes.items:,} items, {sizes.attributes:,} attributes; top 10 with 3 reasons each")
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only:
            model = (options.models or Path(scratch)) / name
            if not (model / "manifest.json").is_file():
                model.mkdir(parents=True, exist_ok=True)
                write_array_model(model, sizes, made(options.scale) if name == "ranker" else None)
            print(name)
            ours(model, Path(scratch), options.rate, options.seconds)
            if options.plain and name == "a2cf":
                plain(model, options.plain)
    return 0


def ours(model: Path, scratch: Path, rate: float, seconds: float) -> None:
    port = free_port()
    program = "from instead.cli.main import run; run()"
    words = [sys.executable, "-c", program, "serve", str(model), "--port", str(port)]
    words += ["--store", str(scratch / "live.sqlite"), "--log", "json", "--set", "log_level=warning"]
    target = Target(words, port)
    target.stop()
    target = Target(words, port)  # the second start finds compiled loops and a warm file cache, as a restart does
    try:
        begun = target.cpu()
        spent, clock = opening_seconds(model)
        print(
            f"model start       {verdict(spent, BARS['model'], ' s')} of processor time from the folder to an answer, "
            f"{clock:.1f} s by the clock"
        )
        print(f"start-up          {verdict(target.start_seconds, BARS['start'], ' s')}; {begun:.1f} processor seconds")
        bodies = ids(model, int(rate * seconds))
        asked_at(port, bodies[:50], None, 2)
        before = target.cpu()
        steady = asked_at(port, bodies, rate, 16)
        spent = 1000 * (target.cpu() - before) / len(bodies)
        print(f"at {rate:g} requests/s  {len(steady)} requests over 16 connections")
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
            bar = f"{at(steady, share):.1f} ms" if name not in BARS else verdict(at(steady, share), BARS[name], " ms")
            print(f"  {name}             {bar}")
        print(f"  processor time  {spent:.1f} ms a request; the steadier figure on a busy machine")
        count = 4 * int(rate * seconds)
        begin = time.perf_counter()
        asked_at(port, ids(model, count, seed=2), None, 4)
        fast = count / (time.perf_counter() - begin)
        print(f"sustained         {reached(fast, BARS['sustained'])} requests/s, 4 connections")
        resident, mapped = target.memory()
        print(f"resident memory   {verdict(resident, BARS['memory'], ' GiB')} (of that {mapped:.2f} GiB mapped files)")
    finally:
        target.stop()


def plain(model: Path, count: int) -> None:
    port = free_port()
    target = Target([sys.executable, str(HERE / "plain_service.py"), str(model), str(port)], port)
    try:
        before = target.cpu()
        took = asked_at(port, ids(model, count, seed=3), None, 1)
        spent = 1000 * (target.cpu() - before) / count
        resident, _ = target.memory()
        print(
            f"plain PyTorch     start-up {target.start_seconds:.1f} s, p50 {at(took, 0.5):.0f} ms and "
            f"{len(took) / sum(took):.1f} requests/s one at a time, "
            f"{spent:.0f} ms of processor time each, {resident:.2f} GiB"
        )
    finally:
        target.stop()


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(HERE.parent / "src"))
    raise SystemExit(main())
