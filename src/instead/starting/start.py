"""`instead.start`: inspect, prepare, read, train what these data can carry, judge it, and say what was found.

FOLDER/data       the dataset            FOLDER/evaluated   the model that the figures are of
FOLDER/model      the model to serve     FOLDER/found.html  what was found

The same call goes on where it was stopped; files that have changed since make it begin anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from instead.errors import EmptyResult, InputError, InsteadError
from instead.evaluation.final import train_final
from instead.languages import packaged
from instead.mentions.stage import extract
from instead.models.model_folder import ModelFolder, load_folder
from instead.models.registry import entry_of
from instead.preparation.inspection import inspect_files
from instead.preparation.prepare import prepare
from instead.progress import Progress, quiet
from instead.settings import PrepareSettings
from instead.shop import load
from instead.starting.choosing_models import Chosen, choose, judged, split_of, stored, trainable
from instead.starting.done_so_far import State, begun_with, open_state, save_state
from instead.starting.found_page import write_page
from instead.starting.tried_out import TriedOut, try_out
from instead.starting.weak_points import WeakPoint, weak_points
from instead.store.dataset import Dataset
from instead.training.train import run_folder, train
from instead.wording import ENGLISH

Say = Callable[[str, str], None]
"""Called with the heading of a step and a sentence of what it gave."""


@dataclass(frozen=True)
class Started:
    """What a start found; `page` shows all of it."""

    folder: Path
    understood: list[dict[str, Any]]
    dataset: Dataset
    chosen: Chosen
    figures: list[dict[str, Any]]
    """Rows of the comparison with plain models on the test part, best first."""
    cases: int
    tried: TriedOut
    weak: list[WeakPoint]
    page: Path
    language: str = "en"
    """The language of the shop's reviews, where it can be spoken; English otherwise."""

    @property
    def model(self) -> Path:
        """The folder to serve."""
        return self.folder / "model"

    @property
    def sections(self) -> list[tuple[str, str, str]]:
        """What was counted, as rows."""
        counts, graph = self.dataset.manifest["counts"], self.dataset.manifest["graph"]
        return [
            ("items", f"{counts['items']:,}", "every one can be asked about"),
            ("users", f"{counts['users']:,}", ""),
            ("reviews, orders, choices", f"{counts['reviews']:,}", ""),
            ("links between items", f"{graph['edges']:,}", f"{graph['covered_items']:,} items are linked"),
            ("attributes", f"{counts['attributes']:,}", f"{counts['mentions']:,} mentions in review texts"),
        ]

    @property
    def next_steps(self) -> list[str]:
        """Commands that follow."""
        speaking = "" if self.language == "en" else f" --wording {self.language}"
        return [
            f"instead serve {self.model} --open{speaking}",
            f"instead recommend {self.model} --query {self.example}{speaking}",
            *([f"instead evaluate {self.folder / 'evaluated'} {self.folder / 'data'}"] if self.figures else []),
        ]

    @property
    def example(self) -> str:
        """An item that is worth asking about."""
        return self.tried.examples[0].query.id if self.tried.examples else "ITEM"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "folder": str(self.folder), "model": str(self.model), "page": str(self.page),
            "files": self.understood, "counts": self.dataset.manifest["counts"], "chosen": self.chosen.as_dict(),
            "figures": self.figures, "cases": self.cases, "tried": self.tried.as_dict(),
            "weak": [asdict(one) for one in self.weak], "language": self.language,
        }  # fmt: skip


def start(
    files: Sequence[str | Path],
    *,
    out: str | Path,
    columns: Mapping[str, Any] | None = None,
    settings: PrepareSettings | None = None,
    replace: bool = False,
    say: Say = lambda heading, sentence: None,
    progress: Progress = quiet,
) -> Started:
    """From a shop's files to a model to serve and a page of what was found, in the folder `out`.

    Whatever can be skipped because it was done before with the same files is skipped. `replace` forgets what is there.
    """
    if not files:
        raise InputError("name the shop's files: instead start reviews.csv products.csv clicks.csv")
    paths, out = [Path(path) for path in files], Path(out)
    for path in paths:
        if not path.is_file():
            raise InputError("no such file" if not path.is_dir() else "a folder; name the files in it", path=path)
    settings = settings or PrepareSettings()
    begun = begun_with(paths, {"prepare": settings.model_dump(mode="json"), "columns": columns or {}})
    state, goes_on = open_state(out, begun)
    if replace or not goes_on:
        state = State(begun)
        _forget(out)
    save_state(out, state)
    run = _Run(paths, out, columns, settings, state, say, progress)
    run.look()
    data = run.prepare()
    run.read(data)
    data = Dataset.open(data.folder)
    chosen = run.choose(data)
    figures, cases = run.judge(data, chosen)
    run.finish(data, chosen)
    language = spoken_here(data)
    with progress("loading the model", total=None):
        shop = load(out / "model", wording=language)
    tried = try_out(shop, settings.seed, progress)
    weak = weak_points(data, state.unread, tried, figures, cases)
    found = Started(out, state.understood, data, chosen, figures, cases, tried, weak, out / "found.html", language)
    write_page(found)
    return found


def spoken_here(data: Dataset) -> str:
    """The language that most reviews are in, if the package speaks it; English otherwise."""
    counts: Mapping[str, int] = data.manifest.get("languages", {})
    told = {tag: counts[tag] for tag in packaged() if counts.get(tag)}
    return max(told, key=lambda tag: told[tag], default=ENGLISH.language)


def _forget(out: Path) -> None:
    """Remove what an earlier start with other files left. Only folders of ours are touched."""
    for name in ("data", "evaluated", "evaluated.run", "model", "model.run"):
        shutil.rmtree(out / name, ignore_errors=True)
    (out / "found.html").unlink(missing_ok=True)


class _Run:
    """The steps of one start, each skipped if its result is there."""

    def __init__(
        self, files: Sequence[Path], out: Path, columns: Mapping[str, Any] | None, settings: PrepareSettings,
        state: State, say: Say, progress: Progress,
    ) -> None:  # fmt: skip
        self.files, self.out, self.columns, self.settings = files, out, columns, settings
        self.state, self.say, self.progress = state, say, progress

    def _done(self) -> None:
        save_state(self.out, self.state)

    def look(self) -> None:
        if not self.state.understood:
            found = inspect_files(self.files, columns=self.columns, progress=self.progress)
            self.state.understood = [one.as_dict() for one in found]
            self._done()
        for one in self.state.understood:
            self.say("What the files are", f"{one['file']}: {one['kind']}, {one['format']}, {one['rows']:,} rows")

    def prepare(self) -> Dataset:
        folder = self.out / "data"
        if self.state.base is not None and (folder / "manifest.json").is_file():
            data = Dataset.open(folder)
            if data.hashes["base"] == self.state.base:
                self.say("A dataset", "is there already")
                return data
        data = prepare(
            self.files, out=folder, columns=self.columns, settings=self.settings, without_links=True, replace=True,
            progress=self.progress,
        )  # fmt: skip
        self.state.base = data.hashes["base"]
        self._done()
        counts = data.manifest["counts"]
        self.say(
            "A dataset",
            f"{counts['items']:,} items, {counts['users']:,} users, {counts['reviews']:,} reviews or orders, "
            f"{data.manifest['graph']['edges']:,} links between items",
        )
        return data

    def read(self, data: Dataset) -> None:
        """Read the review texts, if there are any that can be read."""
        if not self.state.read:
            try:
                if data.has_text and "extraction" not in data.manifest:
                    extract(data, progress=self.progress)
            except (EmptyResult, InputError) as error:
                self.state.unread = str(error).removeprefix(f"{data.folder}: ")
            self.state.read = True
            self._done()
        if not data.has_text:
            self.say("What the reviews say", "no texts; reasons come from facts")
        elif self.state.unread is not None:
            self.say("What the reviews say", f"not read: {self.state.unread}")
        else:
            counts = Dataset.open(data.folder).manifest["counts"]
            self.say(
                "What the reviews say", f"{counts['mentions']:,} judgements of {counts['attributes']:,} attributes"
            )

    def choose(self, data: Dataset) -> Chosen:
        """Train the model that these data can carry, and see whether a plain one is better."""
        stored_choice = self.state.chosen
        if stored_choice is not None and stored(self.out / "evaluated"):
            chosen = Chosen(**stored_choice)
            self.say("A model", f"{chosen.model}: {chosen.why}")
            return chosen
        split = split_of(data)
        name, why_not = trainable(data, split)
        twin = self._train(data, name, split)
        chosen = choose(data, twin, split, why_not, self.progress)
        if chosen.model != name:
            twin = self._train(data, chosen.model, split, replace=True)
        self.state.chosen = chosen.as_dict()
        self._done()
        self.say("A model", f"{chosen.model}: {chosen.why}")
        return chosen

    def _train(self, data: Dataset, name: str, split: str | None, *, replace: bool = False) -> ModelFolder:
        """The model that is judged; goes on with a run that was interrupted."""
        out = self.out / "evaluated"
        if stored(out) and not replace:
            made = load_folder(out)
            if made.entry.name == name and made.manifest["dataset"].get("layers") == data.hashes:
                return made
        settings = entry_of(name).settings.of_preset("default", seed=self.settings.seed)
        common: Mapping[str, Any] = {"out": out, "model": name, "settings": settings, "split": split}
        if run_folder(out).is_dir() and not replace:
            try:
                return train(data, resume=True, replace=True, progress=self.progress, **common)
            except InsteadError:  # a run of other data or of another version
                pass
        return train(data, replace=True, progress=self.progress, **common)

    def judge(self, data: Dataset, chosen: Chosen) -> tuple[list[dict[str, Any]], int]:
        """Figures on the test part, with plain models beside."""
        if chosen.split is None:
            self.say("How good it is", "nothing could be held out, so there are no figures")
            return [], 0
        try:
            rows, cases = judged(load_folder(self.out / "evaluated"), data, chosen.split, "test", self.progress)
        except InsteadError as error:
            self.say("How good it is", f"no figures: {error}")
            return [], 0
        for row in rows:
            self.say(
                "How good it is",
                f"{row['model']}: NDCG@10 {row['value']:.3f} ({row['low']:.3f} to {row['high']:.3f}), "
                f"taken item among the first ten {row['HR@10']:.1%}",
            )
        return rows, cases

    def finish(self, data: Dataset, chosen: Chosen) -> None:
        """The model to serve, trained on everything."""
        out = self.out / "model"
        if stored(out) and load_folder(out).manifest["dataset"].get("layers") == data.hashes:
            self.say("The model to serve", "is there already")
            return
        going_on = run_folder(out).is_dir()
        try:
            train_final(
                data, out=out, twin=self.out / "evaluated", resume=going_on, replace=True, progress=self.progress
            )
        except InsteadError:
            if not going_on:
                raise
            train_final(data, out=out, twin=self.out / "evaluated", replace=True, progress=self.progress)
        self.say("The model to serve", str(out))
