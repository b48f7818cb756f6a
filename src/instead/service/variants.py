"""Variants of a running experiment: models loaded beside the served one, and the shop that a request is answered by.

Whoever is nobody in particular, and whoever's variant could not be loaded here, is answered by the served model and not
counted. A variant without a model of its own is made of the served shop, whatever that is at the time.
"""

from __future__ import annotations

import copy
import threading
import time
import weakref
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from instead.errors import FolderError, InsteadError
from instead.live.experiments import Experiment, Run, Variant, changed, runs, start, started, stop
from instead.live.store import LiveStore
from instead.ranking.steering import RuleBook
from instead.request import Request
from instead.service.live import LiveShop, Loaded
from instead.settings import RecommendSettings
from instead.shop import Shop
from instead.store.memory import resident_memory


@dataclass(frozen=True)
class Beside:
    """A model that was loaded for a variant: where from, in how many seconds, by how many bytes the process grew."""

    shop: LiveShop
    folder: str
    seconds: float
    memory: int


@dataclass
class Running:
    """An experiment with what its variants need."""

    run: Run
    models: dict[str, Beside] = field(default_factory=dict)
    _made: weakref.WeakKeyDictionary[Shop, dict[str, Shop]] = field(default_factory=weakref.WeakKeyDictionary)

    def answers(self, variant: Variant, now: Loaded) -> Loaded:
        """The shop of a variant, in the language of the served one."""
        if variant.name in self.models:
            now = self.models[variant.name].shop.current.in_language(now.shop.wording.language)
        if not variant.settings and variant.rules:
            return now
        made = self._made.setdefault(now.shop, {})
        shop = made.get(variant.name)
        if shop is None:  # a race between threads only makes it again
            shop = made[variant.name] = _varied(now.shop, variant)
        return replace(now, shop=shop)


def _varied(shop: Shop, variant: Variant) -> Shop:
    if variant.settings:
        usual = shop.choices.model_dump()
        reasons = usual["reasons"] | variant.settings.get("reasons", {})
        shop = shop.with_choices(RecommendSettings.checked(usual | variant.settings | {"reasons": reasons}))
    if not variant.rules:
        shop = copy.copy(shop)
        shop.book = RuleBook()
    return shop


class Variants:
    """Knows the running experiment of a store, and answers by its variants. Safe to use from several threads."""

    def __init__(self, live: LiveShop, store: LiveStore) -> None:
        self._live, self._store = live, store
        self._alone = threading.Lock()
        self.running: Running | None = None
        self.problem: str | None = None
        """Why the variants of the running experiment could not be loaded here."""
        self._mark = -1

    def choose(self, now: Loaded, asked: Request) -> tuple[Loaded, str, str]:
        """Whom a request is answered by, and the names of experiment and variant; empty where it is not counted."""
        running = self.running  # one read: it may be replaced meanwhile
        if running is None:
            return now, "", ""
        variant = running.run.variant_of(asked.user, asked.session)
        if variant is None:
            return now, "", ""
        return running.answers(variant, now), running.run.experiment.id, variant.name

    def _states(self) -> list[LiveShop]:
        running = self.running
        return [] if running is None else [one.shop for one in running.models.values()]

    def catch_up(self) -> None:
        """What people did counts with their next request, for the models of variants too."""
        for one in self._states():
            if (state := one.current.state) is not None:
                state.catch_up()

    def follow(self) -> None:
        """Make what is new part of the models of variants."""
        for one in self._states():
            one.follow()

    def start(self, wanted: Experiment) -> Running:
        """Load what the variants need, then start the experiment, or let its shares grow."""
        with self._alone:
            known = runs(self._store).get(wanted.id)
            asked = started(wanted) if known is None else changed(known, wanted)
            made = self._loaded(asked)
            self.running, self.problem = replace(made, run=start(self._store, wanted)), None
            return self.running

    def stop(self, name: str) -> Run:
        """End an experiment; its models are let go."""
        with self._alone:
            run = stop(self._store, name)
            if self.running is not None and self.running.run.experiment.id == name:
                self.running = None
            return run

    def look(self) -> bool:
        """Follow what was started and stopped elsewhere; whether anything changed."""
        with self._alone:
            mark = self._store.newest().documents
            if mark == self._mark:
                return False
            run = next((one for one in runs(self._store).values() if one.running), None)
            before, self._mark = self.running, mark
            if run is None:
                self.running, self.problem = None, None
                return before is not None
            if before is not None and before.run == run:
                return False
            try:
                self.running, self.problem = self._loaded(run), None
            except (InsteadError, OSError) as error:
                self.running, self.problem = None, f"experiment {run.experiment.id!r} does not run here: {error}"
            return True

    def _loaded(self, run: Run) -> Running:
        """The experiment with its models; those that are loaded already are kept."""
        before = self.running
        same = before is not None and before.run.experiment.id == run.experiment.id
        models = dict(before.models) if before is not None and same else {}
        for one in run.experiment.variants:
            if one.model is not None and one.name not in models:
                models[one.name] = self._beside(one.model)
        return Running(run, models)

    def _beside(self, folder: str) -> Beside:
        begin, memory = time.perf_counter(), resident_memory()
        try:
            shop = self._live.beside(Path(folder))
        except OSError as error:
            raise FolderError(f"{folder}: {error.strerror or error}") from None
        return Beside(shop, folder, time.perf_counter() - begin, max(resident_memory() - memory, 0))

    def loaded(self) -> list[dict[str, Any]]:
        """What was loaded for the running experiment."""
        models = {} if self.running is None else self.running.models
        return [
            {"variant": name, "folder": one.folder, "model": one.shop.current.version,
             "seconds": round(one.seconds, 3), "memory_mb": round(one.memory / 2**20, 1)}
            for name, one in models.items()
        ]  # fmt: skip
