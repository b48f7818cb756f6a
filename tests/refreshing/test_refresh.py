"""`instead refresh`: what is new becomes the next model, a worse one is kept back, and no fault touches what serves."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import AtWork, InputError
from instead.evaluation.among_shown import seen_until
from instead.lab.world.live_days import FEEDBACK, LiveWorld
from instead.lab.world.visitors import BEGIN, VisitorSettings
from instead.lab.world.world_settings import WorldSettings
from instead.live.events import Event
from instead.live.live_state import LiveState
from instead.live.store import LiveStore, open_store
from instead.models.model_folder import load_folder
from instead.progress import quiet
from instead.refreshing import making
from instead.refreshing.live_sources import Snapshot
from instead.refreshing.making import Making
from instead.refreshing.refresh import Refreshed, refresh
from instead.refreshing.refresh_state import alone, read_state
from instead.settings import RefreshSettings
from instead.shop import load
from instead.starting.done_so_far import State as Started
from instead.starting.done_so_far import begun_with
from instead.starting.done_so_far import save_state as save_started
from instead.store.dataset import Dataset

DAY = 86_400
TINY = {"lists": 150, "pools": 150, "uniform": 10, "hard": 10, "dimension": 4, "tenths": 1, "bends": 0}


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shop with a first model, and two days of visitors who saw what it offers."""
    folder = tmp_path_factory.mktemp("live")
    world = WorldSettings.of_preset("demo", seed=5, users=60, items=30, reviews=420)
    live = LiveWorld.build(world, VisitorSettings(visits=90), folder, TINY)
    for name in list(live.days("never refreshed", 2)):
        assert name.offered
    return folder / "never_refreshed"


@pytest.fixture
def shop(pristine: Path, tmp_path: Path) -> Path:
    shutil.copytree(pristine, tmp_path / "shop", symlinks=True)
    return tmp_path / "shop"


@pytest.fixture
def store(shop: Path) -> Iterator[LiveStore]:
    made = open_store(shop / "live.sqlite")
    yield made
    made.close()


def run(shop: Path, store: LiveStore, **given: Any) -> Refreshed:
    changes = {"check": True, "days": 0.5, "least": 20, **given.pop("changes", {})}
    return refresh(shop, store=store, changes=changes, now=float(BEGIN + 3 * DAY), **given)


def current(shop: Path) -> Path:
    return (shop / "models" / "current").resolve()


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("this was done before")


def stop(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


def test_a_better_or_equal_model_serves_and_says_how_far_it_knows(shop: Path, store: LiveStore) -> None:
    before = current(shop)
    found = run(shop, store)
    assert found.outcome == "swapped", found.sentence
    assert (found.exit_code, current(shop)) == (0, found.model)
    assert current(shop) != before
    assert found.compared is not None
    assert found.compared.choices > 20
    made = load_folder(current(shop))
    events = pl.concat(list(store.events()))
    assert made.manifest["live_until"] == {"events": store.newest().events, "time": events["time"].max()}
    assert made.final
    assert {row["measure"] for row in made.held_out["figures"]} == {"HR@1", "MRR", "log-loss"}
    (told,) = store.documents("refresh").values()
    assert (told["outcome"], told["model"]) == ("swapped", current(shop).name)
    for path in found.reports:
        assert "neither model has seen" in path.read_text(encoding="utf-8")
    assert not [path for path in (shop / "refresh.work").iterdir() if path.is_dir()]


def test_nothing_new_is_nothing_to_do(shop: Path, store: LiveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    run(shop, store, changes={"check": False})
    served = current(shop)
    with monkeypatch.context() as patched:
        patched.setattr(making, "prepare", never)
        patched.setattr(making, "train", never)
        assert run(shop, store, changes={"check": False}).outcome == "nothing new"
    assert current(shop) == served
    store.add([Event(id="new", kind="view", item="BREW-0001", session="s", time=BEGIN + 3 * DAY)])
    assert run(shop, store, changes={"check": False}, dry_run=True).outcome == "dry run"
    assert current(shop) == served


def test_what_was_said_of_items_is_part_of_the_next_model(shop: Path, store: LiveStore) -> None:
    """New ones too, which the live state then does not place again; what their reviews say is not lost."""
    before = load(current(shop))
    first, attribute = before.catalogue.ids[0], before.attributes["attribute"][0]
    path = before.catalogue.paths[0]
    store.put("item", {
        first: {"price": 123.5, "available": False},
        "NEW/1": {"title": "A new one", "category": path, "price": 7.5, "currency": "EUR", "put": True,
                  "fields": {"colour": "red"}, "mentions": [[attribute, 1]]},
        "GONE-1": {"title": "Withdrawn", "put": True, "hidden": True},
        "STRANGE": {"price": 1.0},
    })  # fmt: skip
    assert run(shop, store, changes={"check": False}).outcome == "swapped"
    made = load(current(shop))
    assert set(made.catalogue.ids) == {*before.catalogue.ids, "NEW/1"}
    new, changed = made.item("NEW/1"), made.item(first)
    assert (new.title, new.price, new.currency) == ("A new one", 7.5, "EUR")
    assert dict(made.catalogue.fields[made.catalogue.number("NEW/1")]) == {"colour": "red"}
    assert (changed.price, changed.available, changed.title) == (123.5, False, before.item(first).title)
    state = LiveState(made, store)
    state.follow(lambda one: None, now=True)
    assert [item for item in state.shop.catalogue.ids if item not in made.catalogue] == ["GONE-1"]
    assert state.shop.evidence.reviews[made.catalogue.number("NEW/1")] == 1
    assert not state.faults
    assert run(shop, store, changes={"check": False}).outcome == "nothing new"
    store.put("item", {first: {"price": 99.0}})
    assert run(shop, store, changes={"check": False}, dry_run=True).counts["items"] == 4


def test_changes_of_the_catalogue_are_frozen_where_a_refresh_was_stopped(
    shop: Path, store: LiveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_folder(current(shop)).items["item"][0]
    store.put("item", {first: {"price": 5.0}})
    with monkeypatch.context() as patched:
        patched.setattr(making, "prepare", stop)
        with pytest.raises(KeyboardInterrupt):
            run(shop, store, changes={"check": False})
    store.put("item", {first: {"price": 6.0}})
    seen = list[Any]()

    def look(*_: Any, **given: Any) -> Any:
        seen.append(given["changed"])
        stop()

    monkeypatch.setattr(making, "prepare", look)
    with pytest.raises(KeyboardInterrupt):
        run(shop, store, changes={"check": False})
    assert seen[0][first].columns == {"price": 5.0}


@pytest.mark.parametrize("killed_at", ["twin-data", "twin", "compared", "data", "final"])
def test_stopped_anywhere_the_old_model_serves_and_the_next_call_goes_on(
    shop: Path, store: LiveStore, monkeypatch: pytest.MonkeyPatch, killed_at: str
) -> None:
    before = current(shop)
    step = {"twin-data": ("prepare", 1), "twin": ("train", 1), "data": ("prepare", 2), "final": ("train", 2)}
    with monkeypatch.context() as patched:
        if killed_at == "compared":
            patched.setattr(Making, "final", stop)
        else:
            name, number = step[killed_at]
            patched.setattr(making, name, _stops_at(getattr(making, name), number))
        with pytest.raises(KeyboardInterrupt):
            run(shop, store)
    assert current(shop) == before
    under_way = read_state(shop).under_way
    assert under_way is not None
    store.add([Event(id="later", kind="view", item="BREW-0001", session="s", time=BEGIN + 3 * DAY)])
    with monkeypatch.context() as patched:
        if killed_at in ("compared", "data", "final"):
            patched.setattr(Making, "twin", never)
        if killed_at == "final":
            patched.setattr(making, "prepare", never)
        found = run(shop, store)
    assert found.outcome == "swapped"
    assert current(shop).name == under_way.name
    assert load_folder(current(shop)).manifest["live_until"]["events"] == under_way.events < store.newest().events


def _stops_at(work: Any, number: int) -> Any:
    calls = []

    def counted(*args: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return work(*args, **named)

    return counted


def test_a_worse_model_does_not_serve_unless_forced(shop: Path, store: LiveStore) -> None:
    before = current(shop)
    settings = RefreshSettings.from_toml(shop / "refresh.toml").model_copy(update={"training": {}, "days": 2.0})
    (shop / "refresh.toml").write_text(settings.to_toml(), encoding="utf-8")
    found = run(shop, store, changes={"model": "random", "days": 2.0})
    assert (found.outcome, found.exit_code) == ("kept", 3), found.sentence
    assert found.compared is not None
    assert found.compared.verdict == "worse"
    assert current(shop) == before
    assert [one["outcome"] for one in store.documents("refresh").values()] == ["kept"]
    again = {"model": "random", "days": 2.0}
    assert run(shop, store, changes=again).outcome == "nothing new"
    assert run(shop, store, changes=again, force=True).outcome == "swapped"
    assert load_folder(current(shop)).entry.name == "random"


def test_killed_with_no_time_to_say_anything(shop: Path, store: LiveStore) -> None:
    before = current(shop)
    program = (
        "import os, signal, sys\n"
        "from instead.live.store import open_store\n"
        "from instead.refreshing.refresh import refresh\n"
        "def say(heading, sentence):\n"
        "    if heading == 'Compared':\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "refresh(sys.argv[1], store=open_store(sys.argv[1] + '/live.sqlite'), say=say, now=float(sys.argv[2]),\n"
        "        changes={'check': True, 'days': 0.5, 'least': 20})\n"
    )
    words = [sys.executable, "-c", program, str(shop), str(float(BEGIN + 3 * DAY))]
    assert subprocess.run(words, check=False).returncode == -9
    assert current(shop) == before
    said: list[str] = []
    found = run(shop, store, say=lambda heading, sentence: said.append(heading))
    assert (found.outcome, said[0]) == ("swapped", "Going on")
    assert "Compared" not in said, "that was done before"


def test_two_at_once(shop: Path, store: LiveStore) -> None:
    with alone(shop), pytest.raises(AtWork) as error:
        run(shop, store)
    assert error.value.exit_code == 4


def test_a_missing_file(shop: Path, store: LiveStore) -> None:
    before = current(shop)
    Path(RefreshSettings.from_toml(shop / "refresh.toml").files[0]).rename(shop / "away.jsonl")
    try:
        with pytest.raises(InputError, match="no such file"):
            run(shop, store)
    finally:
        (shop / "away.jsonl").rename(RefreshSettings.from_toml(shop / "refresh.toml").files[0])
    assert current(shop) == before


def test_a_shop_that_shrank_by_mistake_is_noticed(shop: Path, store: LiveStore, tmp_path: Path) -> None:
    before = current(shop)
    reviews, meta = (Path(path) for path in RefreshSettings.from_toml(shop / "refresh.toml").files[:2])
    half = [tmp_path / "reviews.jsonl", tmp_path / "meta.json"]
    kept = meta.read_text(encoding="utf-8").splitlines()[:8]
    half[1].write_text("\n".join(kept) + "\n", encoding="utf-8")
    ids = [line.split("'asin': '")[1].split("'")[0] for line in kept]
    rows = [line for line in reviews.read_text(encoding="utf-8").splitlines() if json.loads(line)["asin"] in ids]
    half[0].write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = run(shop, open_store(tmp_path / "empty.sqlite"), files=half)
    assert (found.outcome, current(shop)) == ("kept", before), found.sentence
    assert "answers" in found.sentence


def test_a_service_that_cannot_load_it_keeps_the_old_one(shop: Path, store: LiveStore) -> None:
    before = current(shop)

    def refuse(model: Path) -> None:
        raise InputError("cannot load it")

    with pytest.raises(InputError):
        run(shop, store, reload=refuse, changes={"check": False})
    assert current(shop) == before
    told: list[Path] = []
    assert run(shop, store, reload=told.append, changes={"check": False}).outcome == "swapped"
    assert told == [shop / "models" / current(shop).name]


def test_the_forgotten_are_left_out_of_files_and_events(shop: Path, store: LiveStore) -> None:
    users = load_folder(current(shop)).users["user"].to_list()
    store.forget(users[0])
    assert run(shop, store, changes={"check": False}).outcome == "swapped"
    assert users[0] not in load_folder(current(shop)).users["user"].to_list()
    assert users[1] in load_folder(current(shop)).users["user"].to_list()


def test_the_twin_knows_nothing_of_the_newest_days(shop: Path, store: LiveStore) -> None:
    snapshot, cut = Snapshot.of(store), float(BEGIN + DAY)
    settings = RefreshSettings.from_toml(shop / "refresh.toml")
    work = Making(shop / "refresh.work", settings, load_folder(current(shop)), quiet)
    made = work.twin(snapshot.before(cut), cut)
    data = Dataset.open(shop / "refresh.work" / "twin-data")
    assert data.times.max() < cut <= snapshot.events["time"].max()  # type: ignore[operator]
    assert data.feedback is not None
    assert 0 < data.feedback.height < snapshot.choices().height
    assert data.feedback["known"].max() < cut  # type: ignore[operator]
    assert seen_until(made) == cut


def test_what_was_done_with_offers_makes_no_links(store: LiveStore) -> None:
    looks = Snapshot.of(store).looks()
    assert looks is not None
    clicked = pl.concat(list(store.events(kinds=("click",))))
    both = looks.join(clicked, on=["session", "item"], how="inner")
    assert both.is_empty()
    assert set(looks["action"]) == {"view"}


def test_a_folder_of_start_is_gone_on_with(tmp_path: Path, pristine: Path) -> None:
    settings = RefreshSettings.from_toml(pristine / "refresh.toml")
    folder = tmp_path / "started"
    folder.mkdir()
    begun = begun_with([Path(path) for path in settings.files], {"prepare": settings.prepare.model_dump(mode="json"),
                                                                 "columns": {}})  # fmt: skip
    save_started(folder, Started(begun))
    shutil.copytree(current(pristine), folder / "model")
    found = refresh(folder, now=float(BEGIN + DAY))
    assert found.outcome == "swapped"
    assert RefreshSettings.from_toml(folder / "refresh.toml").files == settings.files
    assert load_folder(current(folder)).settings.lists == TINY["lists"], "as the serving one was trained"


def test_no_password_is_remembered(shop: Path) -> None:
    with pytest.raises(InputError, match="INSTEAD_STORE"):
        refresh(shop, changes={"events": "postgresql://shop:secret@db/live"})
    assert "secret" not in (shop / "refresh.toml").read_text(encoding="utf-8")


def test_without_files_nothing_can_be_made(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name the shop's files"):
        refresh(tmp_path / "new")


def test_only_the_newest_models_are_kept(shop: Path, store: LiveStore) -> None:
    for number in range(3):
        found = refresh(shop, store=store, changes={"check": False, "keep": 2}, force=True,
                        now=float(BEGIN + (3 + number) * DAY))  # fmt: skip
    names = sorted(path.name for path in (shop / "models").iterdir())
    assert found.model is not None
    assert len(names) == 3, "two models and what points to the serving one"
    assert found.model.name in names


def test_the_command(shop: Path, store: LiveStore) -> None:
    words = ["refresh", str(shop), "--events", str(shop / "live.sqlite"), "--set", "check=false"]
    told = CliRunner().invoke(app, [*words, "--dry-run"])
    assert told.exit_code == 0
    assert "would read" in told.stdout
    with alone(shop):
        assert isinstance(CliRunner().invoke(app, words).exception, AtWork)
    made = CliRunner().invoke(app, [*words, "--json"])
    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)["outcome"] == "swapped"
    assert "nothing new" in CliRunner().invoke(app, ["refresh", str(shop)]).stdout


def test_feedback_reaches_the_weights(shop: Path, store: LiveStore) -> None:
    assert FEEDBACK == "with feedback"
    run(shop, store, changes={"check": False, "feedback": False})
    assert not load_folder(current(shop)).model.arrays().get("weights.places", pl.Series()).__len__()
    run(shop, store, changes={"check": False, "feedback": True})
    places = load_folder(current(shop)).model.arrays()["weights.places"]
    assert places[0] == 0.0
    assert places[-1] < 0.0, "what stands below is seen less often"
