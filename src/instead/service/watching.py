"""Looks every few seconds whether rules or experiments were changed: in the file, by another service, by a command."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.to_thread

from instead.live.rules import LiveRules
from instead.service.logs import event
from instead.service.variants import Variants


@asynccontextmanager
async def watching(rules: LiveRules, variants: Variants, seconds: float) -> AsyncIterator[None]:
    """Look again and again for as long as the block runs."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_again, Watch(rules, variants), seconds)
        yield
        tasks.cancel_scope.cancel()


async def _again(watch: Watch, seconds: float) -> None:
    alone = anyio.CapacityLimiter(1)  # a model that is loaded takes no place of a request
    while True:
        await anyio.to_thread.run_sync(watch.look, limiter=alone)
        await anyio.sleep(seconds)


class Watch:
    """Remembers what was said, so that a store that is away is complained of once."""

    def __init__(self, rules: LiveRules, variants: Variants) -> None:
        self._rules, self._variants = rules, variants
        self._away = False

    def look(self) -> None:
        """Once; a store that is away is asked again."""
        try:
            if self._rules.look():
                _told("rules", self._rules.problem, count=len(self._rules.current.rules))
            if self._variants.look():
                running = self._variants.running
                _told("experiment", self._variants.problem, id=None if running is None else running.run.experiment.id)
        except Exception as error:  # a fault here must not end the service
            if not self._away:
                event("cannot look for changes", logging.ERROR, reason=str(error) or repr(error))
            self._away = True
        else:
            self._away = False


def _told(what: str, problem: str | None, **facts: Any) -> None:
    if problem is None:
        event(f"{what} read", **facts)
    else:
        event(f"{what} not read", logging.ERROR, reason=problem)
