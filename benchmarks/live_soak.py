"""A living service under load and under kill -9, from a second process on loopback.

    python benchmarks/live_soak.py [--scale 1.0] [--seconds 600] [--kills 50] [--models FOLDER] [--store postgresql://...]

Soak: 100 requests and 20 events each second (views, carts, purchases, reviews with text, verdicts tied to answers) at
the paper's size. Latency is counted from the moment a request was due. Printed: errors, latency, memory by tenths of
the time. Kills: callers send events without pause, each with an id of its own, and send again what was not
acknowledged; the process is killed at random moments and started again. At the end every acknowledged event must be in
the store once, and what the service counts must be what the store holds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from array_model import write_array_model
from array_shop import Sizes
from instead.live.store import open_store
from measure import verdict
from service_speed import Target, at, free_port, made

BARS = {"p99": 50.0, "growth": 1.1}
MIX = (("view", 0.70), ("cart", 0.08), ("purchase", 0.10), ("review", 0.06), ("verdict", 0.06))
TEXTS = (
    "The battery lasts two days and the screen is bright.", "Broke after a week, the case is flimsy.",
    "Great value for the price.", "Sound is tinny but the fit is perfect.", "Setup was a breeze.",
)  # fmt: skip
CALLERS = 8


def events_of(model: Path, seed: int) -> Iterator[dict[str, Any]]:
    """Events without end: users and items drawn at random, each with an id of its own."""
    rng = random.Random(seed)
    users, items = (pl.read_parquet(model / f"{name}.parquet").to_series().to_list() for name in ("users", "items"))
    kinds, weights = [kind for kind, _ in MIX], [weight for _, weight in MIX]
    number = 0
    while True:
        number += 1
        kind = rng.choices(kinds, weights)[0]
        event: dict[str, Any] = {"id": f"{seed}-{number}", "kind": kind, "item": rng.choice(items)}
        event |= {"user": rng.choice(users)} if rng.random() < 0.5 else {"session": f"s{rng.randrange(20_000)}"}
        if kind == "review":
            event |= {"text": rng.choice(TEXTS), "rating": rng.randint(1, 5)}
        if kind == "verdict":
            event |= {"verdict": rng.choice(("accepted", "rejected")), "query": rng.choice(items)}
        yield event


class Caller:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection: http.client.HTTPConnection | None = None

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        """Status and content; raises OSError or HTTPException where nobody answers."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            self.connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise


def steadily(port: int, path: str, bodies: Iterator[dict[str, Any]], rate: float, seconds: float, took: list[float],
             wrong: Counter[str]) -> list[threading.Thread]:  # fmt: skip
    """Callers that send a body each 1 / rate seconds; how long each took from when it was due."""
    begin, line, lock = time.perf_counter() + 0.5, iter(range(int(rate * seconds))), threading.Lock()

    def caller() -> None:
        mine = Caller(port)
        while True:
            with lock:
                place = next(line, None)
                body = next(bodies) if place is not None else {}
            if place is None:
                return
            due = begin + place / rate
            if (wait := due - time.perf_counter()) > 0:
                time.sleep(wait)
            try:
                status, content = mine.post(path, body)
                if status not in (200, 201):
                    wrong[f"{status}: {content[:120]!r}"] += 1
            except (OSError, http.client.HTTPException) as error:
                wrong[repr(error)] += 1
            took.append(time.perf_counter() - due)

    callers = [threading.Thread(target=caller, daemon=True) for _ in range(CALLERS)]
    for one in callers:
        one.start()
    return callers


def command(model: Path, port: int, store: str) -> list[str]:
    words = [sys.executable, "-c", "from instead.cli.main import run; run()", "serve", str(model), "--port", str(port)]
    return [*words, "--store", store, "--log", "json", "--set", "log_level=warning"]


def asked(model: Path) -> Iterator[dict[str, Any]]:
    """Requests without end: known users, strangers and sessions."""
    rng = random.Random(2)
    users, items = (pl.read_parquet(model / f"{name}.parquet").to_series().to_list() for name in ("users", "items"))
    while True:
        who = {"user": rng.choice(users)} if rng.random() < 0.7 else {"session": f"s{rng.randrange(20_000)}"}
        yield {"query": rng.choice(items), "k": 10, **who}


def soak(model: Path, store: str, seconds: float, rate: float, event_rate: float) -> None:
    port = free_port()
    target = Target(command(model, port, store), port)
    try:
        took: list[float] = []
        told: list[float] = []
        wrong: Counter[str] = Counter()
        warm: list[float] = []
        for one in steadily(port, "/v1/recommend", asked(model), rate, 5, warm, wrong):
            one.join()
        wrong.clear()
        callers = steadily(port, "/v1/recommend", asked(model), rate, seconds, took, wrong)
        callers += steadily(port, "/v1/events", events_of(model, int(time.time())), event_rate, seconds, told, wrong)
        memory: list[float] = []
        begun, cpu = time.perf_counter(), target.cpu()
        while any(one.is_alive() for one in callers):
            time.sleep(min(5.0, seconds / 40))
            memory.append(target.memory()[0])
        clock = time.perf_counter() - begun
        tenths = [float(np.mean(part)) for part in np.array_split(memory, 10) if part.size]
        print(f"soak              {len(took):,} requests at {rate:g}/s and {len(told):,} events at {event_rate:g}/s")
        print(f"errors            {sum(wrong.values())}{'' if not wrong else f': {wrong.most_common(3)}'}")
        slow = verdict(at(took, 0.99), BARS["p99"], " ms")
        print(f"requests          p50 {at(took, 0.5):.1f} ms, p99 {slow}, worst {at(took, 1.0):.0f} ms")
        print(f"events            p50 {at(told, 0.5):.1f} ms, p99 {at(told, 0.99):.1f} ms until they are on disk")
        print(f"memory            {' '.join(f'{one:.2f}' for one in tenths)} GiB by tenths of the time")
        print(f"last tenth        {verdict(tenths[-1] / tenths[1], BARS['growth'], ' times')} the second tenth")
        print(f"processor         {(target.cpu() - cpu) / clock:.2f} of 2 cores")
    finally:
        target.stop()


def kills(model: Path, store: str, count: int) -> None:
    """Kill -9 at random moments under a load of events."""
    port, rng = free_port(), random.Random(7)
    acknowledged: set[str] = set()
    sent = 0
    over, lock = threading.Event(), threading.Lock()

    def caller(seed: int) -> None:
        nonlocal sent
        mine, events, sizes = Caller(port), events_of(model, seed), random.Random(seed)
        while not over.is_set():
            batch = [next(events) for _ in range(sizes.randint(1, 5))]
            while not over.is_set():
                try:
                    status, content = mine.post("/v1/events", {"events": batch})
                except (OSError, http.client.HTTPException):
                    time.sleep(0.02)
                    continue
                if status == 201:
                    with lock:
                        acknowledged.update(one["id"] for one in batch)
                    break
                if status != 503:
                    raise SystemExit(f"status {status}: {content[:300]!r}")
                time.sleep(0.02)
            with lock:
                sent += len(batch)

    callers = [threading.Thread(target=caller, args=(1000 + n,), daemon=True) for n in range(4)]
    target = Target(command(model, port, store), port)
    for one in callers:
        one.start()
    for _ in range(count):
        time.sleep(rng.uniform(0.05, 0.8))
        target.process.send_signal(signal.SIGKILL)
        target.process.wait()
        target = Target(command(model, port, store), port)
    time.sleep(0.5)
    over.set()
    for one in callers:
        one.join()
    target.stop()
    opened = open_store(store)
    ids = [one for piece in opened.events() for one in piece["id"].to_list()]
    opened.close()
    lost, twice = acknowledged - set(ids), len(ids) - len(set(ids))
    print(
        f"kills             {count} times kill -9; {len(acknowledged):,} events acknowledged, {len(ids):,} in the store"
    )
    print(f"lost              {verdict(len(lost), 0.0, '')}; twice in the store: {verdict(twice, 0.0, '')}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the cellphone shop; the bars are for 1.0")
    parser.add_argument("--models", type=Path, help="keep the model folders here, or use those that are there")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--events", type=float, default=20.0)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--store", help="address of a store; a new SQLite file by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = options.models or Path(scratch)
        for scale, name in ((options.scale, "ranker"), (0.05, "small")):
            folder = home / name
            if not (folder / "manifest.json").is_file():
                folder.mkdir(parents=True, exist_ok=True)
                write_array_model(folder, Sizes().scaled(scale), made(scale))
        sizes = Sizes().scaled(options.scale)
        print(
            f"{sizes.users:,} users, {sizes.items:,} items, {sizes.attributes:,} attributes; top 10 with 3 reasons each"
        )
        if options.seconds:
            soak(
                home / "ranker",
                options.store or f"{scratch}/soak.sqlite",
                options.seconds,
                options.rate,
                options.events,
            )
        if options.kills:
            kills(home / "small", options.store or f"{scratch}/kills.sqlite", options.kills)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
