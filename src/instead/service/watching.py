"""Looks every few seconds whether rules or experiments were changed: in the file, by another service, by a command."""

from __future__ import annotations

import logging
import threading
from typing import Any

from instead.errors import InsteadError
from instead.live.rules import LiveRules
from instead.service.logs import event
from instead.service.variants import Variants


class Watch:
    """One thread in the background for as long as the service lives."""

    def __init__(self, rules: LiveRules, variants: Variants, seconds: float) -> None:
        self._rules, self._variants, self._seconds = rules, variants, seconds
        self._end = threading.Event()
        self._away = False
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        self.look()
        self._thread.start()

    def close(self) -> None:
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(self._seconds):
            self.look()

    def look(self) -> None:
        """Once; a store that is away is said once, and asked again."""
        try:
            if self._rules.look():
                _told("rules", self._rules.problem, count=len(self._rules.current.rules))
            if self._variants.look():
                running = self._variants.running
                _told("experiment", self._variants.problem, id=None if running is None else running.run.experiment.id)
        except (InsteadError, OSError) as error:
            if not self._away:
                event("cannot look for changes", logging.ERROR, reason=str(error))
            self._away = True
        else:
            self._away = False


def _told(what: str, problem: str | None, **facts: Any) -> None:
    if problem is None:
        event(f"{what} read", **facts)
    else:
        event(f"{what} not read", logging.ERROR, reason=problem)
