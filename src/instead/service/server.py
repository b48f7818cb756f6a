"""The server process: socket, loaded shop, uvicorn, signals. SIGTERM: graceful shutdown; SIGHUP: hot reload."""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from instead.engine.lasting import lasting
from instead.engine.threads import one_blas_thread
from instead.errors import InputError
from instead.live.store import open_store
from instead.service.application import create
from instead.service.connections import DrainingServer, bounded_by, raise_file_limit
from instead.service.live import LiveShop
from instead.service.logs import event, set_up
from instead.service.routes.staff import swap
from instead.settings import ServiceSettings
from instead.wording import ENGLISH, Wording

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another one go on. Python's own 5 ms are added to a request whenever
it waits for the disk or a compiled loop while a snapshot is made beside it."""
KEEP_ALIVE = 75  # keep-alive seconds, longer than a proxy's usual 60 s, so that the proxy closes idle connections


def serve(
    folder: Path,
    settings: ServiceSettings,
    ready: Callable[[str], None] = lambda address: None,
    wording: Wording = ENGLISH,
) -> None:
    """Serve a model until a signal ends it. `ready` is called with the address when requests are answered."""
    set_up(settings.log, settings.log_level)
    listening = bind(settings)  # first: a port in use fails before the model is loaded
    reloads = _Reloads()
    raise_file_limit()
    sys.setswitchinterval(SWITCH)
    with listening, one_blas_thread():  # requests run in parallel; BLAS pools in each would oversubscribe
        open_store(settings.store).close()  # before the model, too: a wrong address, a server that is away
        event("loading", folder=str(folder))
        with lasting():  # loading makes millions of objects, which no request need wait for the collector to scan
            app = create(LiveShop(folder, wording, settings.languages, private=settings.private), settings)

        def started(address: str) -> None:
            ready(address)
            reloads.begin(app)

        def ending() -> None:
            app.state.service.ending = True

        run(app, listening, settings, started, ending)


def run(
    app: ASGIApp,
    listening: socket.socket,
    settings: ServiceSettings,
    started: Callable[[str], None],
    ending: Callable[[], None] = lambda: None,
) -> None:
    """Answer on a bound socket until a signal ends it. `started` is called with the address once that is so."""
    config = uvicorn.Config(
        app,
        http=bounded_by(settings.header_timeout),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=max(1, round(settings.grace)),
        lifespan="on",
    )
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    server = DrainingServer(config, lambda: started(f"http://{shown}:{port}"), ending)
    _end_quietly()
    server.run(sockets=[listening])


def bind(settings: ServiceSettings) -> socket.socket:
    """A bound socket; raises an error that says why the address cannot be used."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # TCP_NODELAY, inherited by connections: the last packet of a response must not wait 40 ms for a delayed ACK
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as error:
        made.close()
        place = f"{settings.host} port {settings.port}"
        if error.errno == errno.EADDRINUSE:
            raise InputError(f"{place} is taken by another program; choose another with --port") from None
        if error.errno == errno.EACCES:
            raise InputError(f"{place} is not allowed to this user; ports from 1024 on are") from None
        raise InputError(f"cannot listen on {place} ({error.strerror or error})") from None
    except OverflowError:
        made.close()
        raise InputError(f"port {settings.port} does not exist; ports go from 1 to 65535") from None
    return made


def _end_quietly() -> None:
    """Ignore SIGINT and SIGTERM after uvicorn's graceful shutdown: it raises them again at the end, and a requested
    shutdown is not a failure."""

    def nothing(number: int, frame: FrameType | None) -> None:
        return

    signal.signal(signal.SIGTERM, nothing)
    signal.signal(signal.SIGINT, nothing)


class _Reloads:
    """SIGHUP handler, installed before the first model is loaded: without a handler the signal would end the process.

    A signal during loading is remembered and served afterwards, since the load may have read the previous model.
    """

    def __init__(self) -> None:
        self._app: FastAPI | None = None
        self._wanted = False
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._hear)

    def begin(self, app: FastAPI) -> None:
        """Start serving reloads, once requests are answered."""
        self._app = app
        if self._wanted:
            event("reloading", reason="SIGHUP came while the model was being loaded")
            self._start(app)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._app is None:
            self._wanted = True
        else:
            self._start(self._app)

    def _start(self, app: FastAPI) -> None:
        threading.Thread(target=_reload, args=(app,), name="reload", daemon=True).start()


def _reload(app: FastAPI) -> None:
    state = getattr(app.state, "service", None)
    if state is None:
        return
    with contextlib.suppress(Exception):  # `swap` has logged it, and the old model stays in use
        swap(state)
