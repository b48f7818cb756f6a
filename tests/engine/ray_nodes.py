"""A real Ray cluster of several nodes on this machine, on the loopback address, for tests."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SMALL = 80 << 20  # bytes of a node's object store
HERE = "127.0.0.2"  # Ray takes 127.0.0.1 for another name of the outward address
TOKEN = secrets.token_hex(32)
os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN}  # before Ray is loaded: it reads them then


@dataclass
class Nodes:
    """Nodes of one cluster, each a group of processes of its own."""

    address: str
    folder: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, processors: int) -> None:
        """One more node; the first is the head."""
        ray = Path(sys.executable).with_name("ray")
        head = ["--head", f"--port={self.address.rpartition(':')[2]}", "--include-dashboard=false"]
        where = [f"--address={self.address}"] if self.running else [*head, f"--temp-dir={self.folder}"]
        command = [
            str(ray), "start", "--block", "--disable-usage-stats", f"--node-ip-address={HERE}", *where,
            f"--num-cpus={processors}", f"--object-store-memory={SMALL}", "--min-worker-port=0", "--max-worker-port=0",
        ]  # fmt: skip
        log = (self.folder / f"node-{len(self.running)}.log").open("wb")
        with log:
            made = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        self.running.append(made)

    def kill(self, place: int) -> None:
        """SIGKILL to everything of a node at once: its workers have process groups of their own, but its session."""
        for pid in self.processes(place):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.running[place].wait()

    def processes(self, place: int) -> set[int]:
        """Of a node: those of its session."""
        found = set()
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(ProcessLookupError):
                if os.getsid(int(path.name)) == self.running[place].pid:
                    found.add(int(path.name))
        return found

    def wait(self) -> None:
        """Until the head listens and every node is told of by its log."""
        host, _, port = self.address.rpartition(":")
        until = time.monotonic() + 90
        while time.monotonic() < until:
            try:
                with socket.create_connection((host, int(port)), timeout=1):
                    if all("started" in self._log(place) for place in range(len(self.running))):
                        return
            except OSError:
                pass
            if any(one.poll() is not None for one in self.running):
                break
            time.sleep(0.2)
        told = "\n".join(self._log(place)[-2000:] for place in range(len(self.running)))
        raise AssertionError(f"the nodes of the cluster did not start: {told}")

    def _log(self, place: int) -> str:
        return (self.folder / f"node-{place}.log").read_text(errors="replace")


@contextmanager
def nodes(*processors: int) -> Iterator[Nodes]:
    """A cluster with a node for each number of processors; the first is the head. Skips where Ray is not installed."""
    pytest.importorskip("ray", reason="Ray is not installed (pip install 'instead[ray]'): no cluster to test with")
    with socket.socket() as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="ray-"))  # short: paths of sockets are bounded
    found = Nodes(f"{HERE}:{port}", folder)
    try:
        for count in processors:
            found.start(count)
            found.wait()
        yield found
    finally:
        for place, one in enumerate(found.running):
            if one.poll() is None:
                found.kill(place)
        shutil.rmtree(folder, ignore_errors=True)
