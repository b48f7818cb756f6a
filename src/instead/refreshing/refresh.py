"""`instead refresh`: the shop's files and the events of its store become the next model, which serves if no worse.

1. What is there is frozen: files by size and time, events up to a number. Nothing new: nothing to do.
2. A twin is trained on what was known before the newest days, and compared with the serving model on the choices of
   these days, which neither of them has seen. If it is surely worse, the serving model stays.
3. The model to serve is trained on everything, tried out, and swapped in.

Killed in the middle, the same call goes on. Whatever fails, the serving model stays where it is.
"""

from __future__ import annotations

import shutil
import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import polars as pl

from instead.errors import InputError
from instead.evaluation.among_shown import Compared, compared, model_scores, seen_until
from instead.live.choices import DAY
from instead.live.store import Cursor, LiveStore, open_store
from instead.models.model_folder import ModelFolder
from instead.progress import Progress, quiet
from instead.refreshing.live_sources import Snapshot
from instead.refreshing.making import Making
from instead.refreshing.refresh_report import document, write_report
from instead.refreshing.refresh_state import (
    MODELS,
    WORK,
    UnderWay,
    alone,
    digest_of,
    freeze_items,
    frozen_items,
    read_state,
    remembered,
    save_state,
)
from instead.refreshing.swapping import clear_away, opened, point, point_back, serving
from instead.refreshing.tried import answers_as_much
from instead.settings import RefreshSettings
from instead.starting.done_so_far import begun_with

Say = Callable[[str, str], None]
"""Called with the heading of a step and a sentence of what it gave."""
Outcome = Literal["swapped", "kept", "nothing new", "dry run"]
STALE = 2 * DAY
"""A refresh that was stopped so long ago is not gone on with."""
NOTHING = "no file, no event and no item since the last refresh"
KEPT = 3
"""Exit code where the serving model stayed because the new one is worse."""


@dataclass
class Refreshed:
    """What a refresh did, and why."""

    outcome: Outcome
    folder: Path
    sentence: str
    model: Path | None = None
    """The new model, if one was made."""
    compared: Compared | None = None
    counts: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    reports: list[Path] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        return KEPT if self.outcome == "kept" else 0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "outcome": self.outcome, "sentence": self.sentence,
            "model": None if self.model is None else str(self.model),
            "compared": None if self.compared is None else asdict(self.compared), "counts": self.counts,
            "seconds": round(self.seconds, 1), "reports": [str(path) for path in self.reports],
        }  # fmt: skip


def refresh(
    folder: str | Path,
    *,
    files: Sequence[str | Path] = (),
    changes: Mapping[str, Any] | None = None,
    store: LiveStore | None = None,
    dry_run: bool = False,
    force: bool = False,
    reload: Callable[[Path], None] | None = None,
    now: float | None = None,
    say: Say = lambda heading, sentence: None,
    progress: Progress = quiet,
) -> Refreshed:
    """Make the next model in the folder of a shop, and let it serve if it is no worse than the serving one.

    `files` and `changes` of `RefreshSettings` are remembered for the next call. `store` is opened from the settings by
    default. `force` makes and swaps a model in any case. `reload` tells a service to load the model that is handed in.
    """
    folder = Path(folder)
    wanted = dict(changes or {})
    if files:
        wanted["files"] = tuple(str(Path(path).resolve()) for path in files)
    if wanted.get("events"):
        wanted["events"] = _remembered_address(str(wanted["events"]))
    settings = remembered(folder, wanted)
    for path in settings.files:
        if not Path(path).is_file():
            raise InputError("no such file; bring it back, or name the shop's files anew", path=path)
    begun = clock.time() if now is None else now
    with alone(folder):
        own = open_store(settings.events, create=False) if store is None and settings.events else None
        try:
            run = _Refresh(folder, settings, store or own, begun, force, say, progress)
            return run.plan() if dry_run else run.go(reload)
        finally:
            if own is not None:
                own.close()


class _Refresh:
    """One refresh."""

    def __init__(
        self, folder: Path, settings: RefreshSettings, store: LiveStore | None, now: float, force: bool, say: Say,
        progress: Progress,
    ) -> None:  # fmt: skip
        self.folder, self.settings, self.store, self.now, self.force = folder, settings, store, now, force
        self.say, self.progress, self.started = say, progress, clock.perf_counter()
        self.state = read_state(folder)
        self.before = serving(folder)
        self.marks = {} if store is None else {name: one["until"] for name, one in store.documents("forgotten").items()}
        left = {"events", "reload", "name", "keep", "least", "check"}
        made_of = settings.model_dump(mode="json", exclude=left)
        self.begun_with = begun_with([Path(path) for path in settings.files], {**made_of, "forgotten": self.marks})

    # --- what there is -----------------------------------------------------------------------------------------------

    def _newest(self) -> Cursor:
        return Cursor() if self.store is None else self.store.newest()

    def _nothing_new(self, newest: Cursor) -> bool:
        done = self.state.done
        if done is None or done["begun_with"] != self.begun_with or done["events"] != newest.events:
            return False
        return bool(done.get("items", "") == digest_of(self._items()))

    def _items(self) -> dict[str, Any]:
        """Changes of the catalogue as they are now."""
        return {} if self.store is None else self.store.documents("item")

    def _going_on(self) -> UnderWay | None:
        """The refresh that was stopped, if it was begun with the same and not long ago."""
        under_way = self.state.under_way
        if under_way is None or under_way.begun_with != self.begun_with or self.force:
            return None
        return under_way if self.now - under_way.begun < STALE else None

    def plan(self) -> Refreshed:
        """What would be done."""
        newest = self._newest()
        if self._nothing_new(newest) and not self.force:
            return Refreshed("dry run", self.folder, NOTHING)
        snapshot = self._snapshot(newest, self._items())
        cut = self._cut(snapshot, opened(self.before))
        held = self._judged(snapshot, cut).height
        goes_on = "; it would go on with a refresh that was stopped" if self._going_on() is not None else ""
        sentence = (
            f"would read {len(self.settings.files)} files and {snapshot.events.height:,} events with "
            f"{snapshot.choices().height:,} choices among what was shown, compare a model without the newest days with "
            f"the serving one on {held:,} choices, and train one to serve{goes_on}"
        )
        return Refreshed("dry run", self.folder, sentence, counts=self._counts(snapshot))

    def _snapshot(self, cursor: Cursor, items: dict[str, Any]) -> Snapshot:
        if self.store is None:
            return Snapshot.nothing()
        return Snapshot.of(self.store, cursor, self.settings.shown_days, items)

    @staticmethod
    def _counts(snapshot: Snapshot) -> dict[str, Any]:
        return {"events": snapshot.events.height, "shown": snapshot.shown.height, "until": snapshot.cursor.events,
                "items": len(snapshot.items)}  # fmt: skip

    def _cut(self, snapshot: Snapshot, now_serving: ModelFolder | None) -> float:
        """Where the newest days begin: nothing later is known to the twin, nor to the model that serves."""
        known = 0.0 if now_serving is None else seen_until(now_serving)
        return max(snapshot.newest - self.settings.days * DAY, known)

    @staticmethod
    def _judged(snapshot: Snapshot, cut: float) -> pl.DataFrame:
        """Choices of lists that were shown since."""
        return snapshot.choices().filter((pl.col("time") >= cut) & pl.col("chosen").is_not_null())

    # --- the work ----------------------------------------------------------------------------------------------------

    def go(self, reload: Callable[[Path], None] | None) -> Refreshed:
        newest = self._newest()
        if self._nothing_new(newest) and not self.force:
            return Refreshed("nothing new", self.folder, NOTHING)
        under_way = self._begin(newest)
        snapshot = self._snapshot(Cursor(under_way.events, under_way.documents), frozen_items(self.folder))
        self.say("What there is", f"{len(self.settings.files)} files, {snapshot.events.height:,} events")
        making = Making(self.folder / WORK, self.settings, opened(self.before), self.progress)
        found = self._compare(snapshot, making)
        if found is not None and found.verdict == "worse" and not self.force:
            return self._finish(Refreshed("kept", self.folder, f"kept the serving model: {found.sentence}",
                                          compared=found, counts=self._counts(snapshot)))  # fmt: skip
        out = self.folder / MODELS / under_way.name
        made = making.final(snapshot, out, found)
        self._done("final", made.folder.name)
        self.say("The new model", str(out))
        lacking = None if self.before is None else answers_as_much(made.folder, self.before, snapshot.shown)
        if lacking is not None and not self.force:
            shutil.rmtree(out, ignore_errors=True)
            return self._finish(Refreshed("kept", self.folder, f"kept the serving model: {lacking}", compared=found,
                                          counts=self._counts(snapshot)))  # fmt: skip
        self._swap(out, reload)
        told = "no model served before" if self.before is None else "" if found is None else found.sentence
        return self._finish(
            Refreshed("swapped", self.folder, f"{out.name} serves now" + (f": {told}" if told else ""), out, found,
                      self._counts(snapshot))
        )  # fmt: skip

    def _begin(self, newest: Cursor) -> UnderWay:
        """Go on with what was stopped, or begin anew with nothing left of it."""
        going_on = self._going_on()
        if going_on is not None:
            self.say("Going on", f"with the refresh of {_written(going_on.begun)}")
            return going_on
        work = self.folder / WORK
        for path in work.iterdir() if work.is_dir() else ():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
        stamp = datetime.fromtimestamp(self.now, UTC).strftime("%Y%m%d-%H%M%S")
        name = f"{self.settings.name}-{stamp}"
        items = self._items()
        freeze_items(self.folder, items)
        self.state.under_way = UnderWay(
            self.begun_with, self.now, name, newest.events, newest.documents, digest_of(items)
        )
        save_state(self.folder, self.state)
        return self.state.under_way

    def _done(self, step: str, what: Any) -> None:
        if self.state.under_way is not None:
            self.state.under_way.steps[step] = what
            save_state(self.folder, self.state)

    def _compare(self, snapshot: Snapshot, making: Making) -> Compared | None:
        """The twin beside the serving model on choices that neither has seen; None where nothing can be compared."""
        now_serving = opened(self.before)
        if now_serving is None or not self.settings.check:
            return None
        steps = {} if self.state.under_way is None else self.state.under_way.steps
        if "compared" in steps:
            return _stored(steps["compared"])
        cut = self._cut(snapshot, now_serving)
        judged = self._judged(snapshot, cut)
        if judged.height < self.settings.least:
            found = Compared("too few", judged.height, None, [])
        else:
            twin = making.twin(snapshot.before(cut), cut)
            with self.progress("comparing with the serving model", total=None):
                scores = [model_scores(one, judged, snapshot.events) for one in (twin, now_serving)]
                found = compared(judged, *scores, least=self.settings.least, seed=self.settings.prepare.seed)
        self._done("compared", asdict(found))
        self.say("Compared", found.sentence)
        return found

    def _swap(self, out: Path, reload: Callable[[Path], None] | None) -> None:
        """Point to the new model and tell the service; where that fails, everything is as before."""
        point(self.folder, out)
        if reload is None:
            return
        try:
            reload(out)
        except BaseException:
            point_back(self.folder, self.before)
            raise

    def _finish(self, found: Refreshed) -> Refreshed:
        """Write the report, tell the store, and clear away."""
        under_way = self.state.under_way
        found.seconds = clock.perf_counter() - self.started
        when = self.now if under_way is None else under_way.begun
        content = document(found, when, self.before)
        found.reports = write_report(self.folder, content, when)
        if self.store is not None:
            self.store.put("refresh", {f"{content['time']}": content})
        self.state.done = {
            "begun_with": self.begun_with, "events": 0 if under_way is None else under_way.events,
            "items": "" if under_way is None else under_way.items, "outcome": found.outcome,
            "sentence": found.sentence, "time": when,
            "model": None if found.model is None else found.model.name,
        }  # fmt: skip
        self.state.under_way = None
        save_state(self.folder, self.state)
        for path in (self.folder / WORK).iterdir():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
        clear_away(self.folder, self.settings.name, self.settings.keep)
        return found


def _remembered_address(address: str) -> str:
    """The address of a store as it may stand in a file: the whole path, and no password."""
    if "://" in address:
        if urlsplit(address).password:
            raise InputError("a password is not written to refresh.toml; give the address as INSTEAD_STORE instead")
        return address
    return str(Path(address.removeprefix("sqlite:")).resolve())


def _stored(content: dict[str, Any]) -> Compared:
    from instead.evaluation.significance import Difference  # noqa: PLC0415

    difference = content["difference"]
    return Compared(
        content["verdict"], content["choices"], None if difference is None else Difference(**difference),
        content["figures"], (float(content["found"][0]), float(content["found"][1])),
    )  # fmt: skip


def _written(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M")
