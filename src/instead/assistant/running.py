"""Runs the tools of a model: over stdin and stdout, for an assistant that starts them, or over streamable HTTP on this
machine. Standard output belongs to the protocol; everything else is said on stderr."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from instead.assistant.desk import Desk
from instead.assistant.protocol import server_of
from instead.engine.threads import one_blas_thread
from instead.errors import InputError
from instead.service.live import open_shop
from instead.service.logs import event, set_up
from instead.service.server import bind, run
from instead.settings import ServiceSettings
from instead.store.tensors import read_into_memory
from instead.wording import ENGLISH, Wording

PATH = "/mcp"


def opened_desk(folder: Path, settings: ServiceSettings, wording: Wording = ENGLISH, user: str | None = None) -> Desk:
    """The desk of a model that was checked and tried out; a user whom it does not know is an error at once."""
    with read_into_memory(settings.private):
        loaded = open_shop(folder, {wording.language: wording})
    if user is not None and loaded.shop.askers.number(user) is None:
        raise InputError(f"user {user!r} is not known to this model; leave --user out to advise a stranger")
    event("ready", folder=str(folder), model=loaded.version, seconds=round(loaded.seconds, 3))
    return Desk(loaded.shop, settings, user)


def over_stdio(folder: Path, settings: ServiceSettings, wording: Wording = ENGLISH, user: str | None = None) -> None:
    """Answer on stdout what is asked on stdin, until that ends."""
    set_up(settings.log, settings.log_level)
    with one_blas_thread():  # calls run beside each other
        desk = opened_desk(folder, settings, wording, user)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread waits for stdin, and no exception would wake it
        try:
            anyio.run(_until_stdin_ends, desk)
        except* BrokenPipeError:  # whoever asked reads no longer
            event("nobody reads the answers any more")


async def _until_stdin_ends(desk: Desk) -> None:
    server = server_of(desk)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def over_http(
    folder: Path,
    settings: ServiceSettings,
    wording: Wording = ENGLISH,
    user: str | None = None,
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Answer over streamable HTTP on this machine, until a signal ends it. `ready` is called with the address."""
    if not settings.loopback:
        raise InputError(
            f"host is {settings.host}: tools are served to this machine only; put a proxy with a key before 127.0.0.1 "
            "and name it in hosts"
        )
    if settings.api_key is not None or settings.admin_key is not None:
        raise InputError("tools ask for no key; leave the key out, and put a proxy that asks for one before them")
    set_up(settings.log, settings.log_level)
    with bind(settings) as listening, one_blas_thread():  # first: a port in use fails before the model is loaded
        server = server_of(opened_desk(folder, settings, wording, user))
        app = server.streamable_http_app(
            streamable_http_path=PATH, max_request_body_size=settings.max_body, transport_security=_allowed(settings)
        )
        run(app, listening, settings, lambda address: ready(address + PATH))


def _allowed(settings: ServiceSettings) -> TransportSecuritySettings:
    """Names of this machine, and those of `hosts`: another name is a page that was made to reach into this machine (DNS
    rebinding), and so is another origin."""
    here = ["127.0.0.1", "localhost", "[::1]"]
    return TransportSecuritySettings(
        allowed_hosts=[*(f"{name}:*" for name in here), *here, *settings.hosts],
        allowed_origins=[*(f"http://{name}:*" for name in here), *(f"https://{name}" for name in settings.hosts)],
    )
