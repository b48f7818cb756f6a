"""Retention: once a day what is too old is dropped from the store."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread

from instead.live.store import LiveStore
from instead.service.logs import event

DAY = 86_400.0


@asynccontextmanager
async def retention(store: LiveStore, days: int | None) -> AsyncIterator[None]:
    """Drop what is older than so many days, at once and every day, for as long as the block runs."""
    if days is None:
        yield
        return
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_daily, store, days)
        yield
        tasks.cancel_scope.cancel()


async def _daily(store: LiveStore, days: int) -> None:
    while True:
        await anyio.to_thread.run_sync(drop, store, days)
        await anyio.sleep(DAY)


def drop(store: LiveStore, days: int) -> None:
    """Once. A store that is away is tried again tomorrow."""
    try:
        gone = store.expire(time.time() - days * DAY)
    except Exception as error:  # the service goes on
        event("retention failed", logging.ERROR, reason=str(error) or repr(error))
    else:
        event("retention", days=days, **gone)
