"""What goes on beside requests: the store is followed, and the shop's product files are read again on a schedule."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread

from instead.service.feeds import read_feed
from instead.service.logs import event
from instead.service.state import State

FOLLOW = 0.5
"""Seconds between looks into the store for what other services wrote."""


@asynccontextmanager
async def following(here: State) -> AsyncIterator[None]:
    """Follow the store, and read the feed on its schedule, for as long as the block runs."""
    every = here.settings.feed_every if here.settings.feed else None
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_follow_on, here, anyio.CapacityLimiter(1))
        if every is not None:
            tasks.start_soon(_feeding, here, every, anyio.CapacityLimiter(1))
        yield
        tasks.cancel_scope.cancel()


async def _follow_on(here: State, own: anyio.CapacityLimiter) -> None:
    while True:
        await anyio.sleep(FOLLOW)
        await anyio.to_thread.run_sync(follow, here, limiter=own)


async def _feeding(here: State, every: float, own: anyio.CapacityLimiter) -> None:
    while True:
        await anyio.to_thread.run_sync(_feed, here, limiter=own)
        await anyio.sleep(every)


def follow(here: State) -> None:
    """Make what is new part of the shop. What goes wrong is logged, and tried again with what comes next."""
    try:
        here.live.follow()
        here.variants.follow()
    except Exception as error:  # the service goes on answering with what it has
        event("following failed", logging.ERROR, reason=str(error) or repr(error))


def _feed(here: State) -> None:
    try:
        read_feed(here)
    except Exception as error:  # a file that is half written may be anything
        event("feed failed", logging.ERROR, reason=str(error) or repr(error))
