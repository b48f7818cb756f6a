"""The process: a socket, a loaded shop, uvicorn, and what signals mean. SIGTERM ends gracefully, SIGHUP reloads."""

from __future__ import annotations

import errno
import gc
import logging
import signal
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI

from instead.engine.threads import one_blas_thread
from instead.errors import InputError, InsteadError
from instead.service.application import create
from instead.service.live import LiveShop
from instead.service.logs import event, set_up
from instead.service.routes.staff import swap
from instead.settings import ServiceSettings

KEEP_ALIVE = 75  # longer than the usual proxy's 60 s: the proxy should be the one who closes


def serve(folder: Path, settings: ServiceSettings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve a model until told to end. `ready` hears the address when requests are answered."""
    set_up(settings.log, settings.log_level)
    listening = bind(settings)  # first: a port that is taken should not cost the time to load a model
    with listening, one_blas_thread():  # requests are the parallel work; a pool of BLAS threads in each would fight
        gc.disable()  # loading makes millions of things that all stay: the collector need not walk through them,
        app = create(LiveShop(folder), settings)
        gc.freeze()  # neither now nor during a request
        gc.enable()
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=max(1, round(settings.grace)),
            lifespan="on",
        )
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        server = _Server(config, lambda: ready(f"http://{shown}:{port}"))
        _listen_to_signals(app)
        server.run(sockets=[listening])


def bind(settings: ServiceSettings) -> socket.socket:
    """A bound socket, or one sentence on why there is none."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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


class _Server(uvicorn.Server):
    """Tells when it has started."""

    def __init__(self, config: uvicorn.Config, told: Callable[[], None]) -> None:
        super().__init__(config)
        self._told = told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._told()


def _listen_to_signals(app: FastAPI) -> None:
    """uvicorn handles SIGINT and SIGTERM while it runs and raises them again at the end: being told to end is no
    failure here, so that second time means nothing."""

    def nothing(number: int, frame: FrameType | None) -> None:
        return

    def reload(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=_reload, args=(app,), name="reload", daemon=True).start()

    signal.signal(signal.SIGTERM, nothing)
    signal.signal(signal.SIGINT, nothing)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, reload)


def _reload(app: FastAPI) -> None:
    state = getattr(app.state, "service", None)
    if state is None:
        return
    try:
        swap(state)
    except InsteadError:
        return  # said in the log, and the old model goes on
    except Exception as error:
        event("reload failed", logging.ERROR, reason=repr(error))
