"""A real PostgreSQL server for as long as the tests run: its own folder, a free port, nobody else's data."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NONE = "no PostgreSQL server here: install Debian's postgresql, or have initdb and postgres in the path"
PROGRAMS = ("initdb", "postgres", "createdb", "pg_isready")
SERVANTS = ("postgres", "nobody")


def programs() -> Path | None:
    """Where the programs of the newest server are, if there is one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: float(one.parts[-2]), reverse=True)
    named = [Path(path).parent for path in (shutil.which("initdb"),) if path]
    return next((one for one in [*found, *named] if all((one / name).exists() for name in PROGRAMS)), None)


class Server:
    """A running server; every `address()` is a database of its own."""

    def __init__(self, folder: Path, bin_folder: Path, user: str | None) -> None:
        self.folder, self._bin, self._user = folder, bin_folder, user
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def run(self, *command: object) -> None:
        """A program of the server, as the user it runs as."""
        subprocess.run([str(self._bin / str(command[0])), *map(str, command[1:])], user=self._user, cwd="/",
                       check=True, capture_output=True, env={**os.environ, "LC_ALL": "C"})  # fmt: skip

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "log.txt").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._bin / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), "-k",
                 str(self.folder), "-h", "127.0.0.1"],
                user=self._user, cwd="/", stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        end = time.monotonic() + 60
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(subprocess.CalledProcessError):
                self.run("pg_isready", "-h", self.folder, "-p", self.port, "-q")
                return
            time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{(self.folder / 'log.txt').read_text()}")

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it: cleanly, or with SIGQUIT as in a crash, which takes no time."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
        self._process = None

    def address(self) -> str:
        """The address of a new database."""
        self._databases += 1
        name = f"shop{self._databases}"
        self.run("createdb", "-h", self.folder, "-p", self.port, "-U", "shop", name)
        return f"postgresql://shop@127.0.0.1:{self.port}/{name}"


@contextmanager
def postgres_server(bin_folder: Path) -> Iterator[Server]:
    """A server in a folder of its own. It refuses to run as root, so that somebody else runs it then."""
    user = None
    if os.geteuid() == 0:
        with Path("/etc/passwd").open() as names:
            known = {line.partition(":")[0] for line in names}
        user = next(one for one in SERVANTS if one in known)
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as name:
        folder = Path(name)
        if user is not None:
            shutil.chown(folder, user)
        server = Server(folder, bin_folder, user)
        server.run("initdb", "-D", folder / "data", "-U", "shop", "-A", "trust", "-E", "UTF8", "--no-sync")
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
