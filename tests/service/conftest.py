"""A small trained model, the application around it, and the service as a real process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from starlette.testclient import TestClient

import instead
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import A2CFSettings, ServiceSettings
from instead.store.manifest import MANIFEST
from tests.layers import with_tables
from tests.talking_shop import talking_shop

HOSTILE = "<img src=x onerror=\"document.title='caught'\"> & <script>document.title='caught'</script>"
"""The title of item i07: what a careless page would run."""


def trained(folder: Path, seed: int = 0) -> Path:
    """A model of the talking shop, one of its items with a hostile title."""
    data = folder / "talking" / "data"
    if not data.exists():
        made = talking_shop(folder / "talking")
        title = pl.when(pl.col("item") == "i07").then(pl.lit(HOSTILE)).otherwise("title").alias("title")
        with_tables(made, {"items": made.items.with_columns(title)})
    settings = A2CFSettings(dimension=4, rounds=1, attribute_epochs=2, ranking_epochs=2, seed=seed)
    return instead.train(str(data), out=folder / f"model{seed}", model="a2cf", settings=settings).folder


def without_checksums(folder: Path) -> None:
    """As an earlier version wrote it: what was changed in the folder is not found out by its checksum."""
    manifest = json.loads((folder / MANIFEST).read_text())
    del manifest["files"]
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two models of the same shop: one to serve, one to swap to."""
    folder = tmp_path_factory.mktemp("service")
    return trained(folder, 0), trained(folder, 1)


@pytest.fixture(scope="session")
def live(models: tuple[Path, Path]) -> LiveShop:
    return LiveShop(models[0])


Make = Callable[..., TestClient]


@pytest.fixture
def make(live: LiveShop, tmp_path: Path) -> Iterator[Make]:
    """Applications with settings of the test's choice, all closed at its end."""
    opened: list[TestClient] = []

    def made(**changes: Any) -> TestClient:
        settings = ServiceSettings.checked({"store": str(tmp_path / "live.sqlite"), **changes})
        client = TestClient(create(live, settings), "http://127.0.0.1", raise_server_exceptions=False)
        opened.append(client.__enter__())
        return client

    yield made
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def service(make: Make) -> TestClient:
    return make()


class Running:
    """`instead serve` as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process, self.log, self.address = process, log, ""

    def wait(self, patience: float = 90.0) -> Running:
        """Until it says that it is ready."""
        end = time.monotonic() + patience
        while time.monotonic() < end and self.process.poll() is None:
            said = self.log.read_text().replace("\n", " ")
            if "Instead is ready at " in said:
                self.address = said.partition("Instead is ready at ")[2].split()[0]
                return self
            time.sleep(0.05)
        raise AssertionError(f"the service did not start:\n{self.log.read_text()}")

    def hears(self, event: str, patience: float = 60.0) -> bool:
        """Whether the log has this event, now or soon."""
        end = time.monotonic() + patience
        while f'"event":"{event}"' not in self.log.read_text() and time.monotonic() < end:
            time.sleep(0.005)
        return f'"event":"{event}"' in self.log.read_text()

    def stop(self, how: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(timeout=60)


@contextmanager
def running(
    model: Path,
    folder: Path,
    *words: object,
    port: int = 0,
    meanwhile: Callable[[Running], None] = lambda service: None,
    **environment: str,
) -> Iterator[Running]:
    """A service on a free port of this machine, killed at the end if it still lives. `meanwhile` is called before it
    is ready."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log.txt"
    command = [
        sys.executable,
        "-c",
        "from instead.cli.main import run; run()",
        "serve",
        str(model),
        "--port",
        str(port),
    ]
    command += ["--store", str(folder / "live.sqlite"), *map(str, words)]
    with log.open("w") as stderr:
        process = subprocess.Popen(command, stderr=stderr, text=True, env={**os.environ, **environment})
    try:
        service = Running(process, log)
        meanwhile(service)
        yield service.wait()
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


@pytest.fixture(scope="module")
def served(models: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One process for all tests of a file that do not harm it."""
    with running(models[0], tmp_path_factory.mktemp("served")) as one:
        yield one


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is: INSTEAD_CHROMIUM, the system's, or Playwright's own."""
    named = os.environ.get("INSTEAD_CHROMIUM")
    for name in (named, "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    own = sorted(Path.home().glob(".cache/ms-playwright/chromium-*/chrome-linux*/chrome"))
    if own:
        return str(own[-1])
    pytest.skip(
        "no Chromium here: install Debian's chromium, run `playwright install chromium`, or set INSTEAD_CHROMIUM"
    )
