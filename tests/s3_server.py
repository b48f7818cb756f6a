"""A real S3-compatible server on loopback for as long as the tests run: moto's, in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

NONE = "no S3 server here: pip install 'moto[server]' s3fs"


def installed() -> bool:
    return all(find_spec(name) is not None for name in ("moto", "flask", "fsspec", "s3fs"))


class S3Server:
    """A running server; every `address()` is a bucket of its own."""

    def __init__(self, port: int) -> None:
        self.environment = {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
        self._buckets = 0

    def address(self, name: str = "folder") -> str:
        """An address in a new bucket."""
        import fsspec

        self._buckets += 1
        fsspec.filesystem("s3").mkdir(f"bucket-{self._buckets}")
        return f"s3://bucket-{self._buckets}/some/{name}"


@contextmanager
def s3_server() -> Iterator[S3Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    words = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            raise AssertionError("the S3 server did not start")
        yield S3Server(port)
    finally:
        process.terminate()
        process.wait(30)
