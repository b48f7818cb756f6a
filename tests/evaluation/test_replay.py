"""Replay: every choice is predicted before it is learned from, and labels that come late are not known before."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import EmptyResult
from instead.evaluation.replay import METHODS, MODEL, PLACE, popular_now, replay
from instead.lab.world.live_days import NEVER, LiveWorld, folder_of
from instead.lab.world.visitors import BEGIN, VisitorSettings
from instead.lab.world.world_settings import WorldSettings
from instead.live.choices import DAY, arrivals, gathered, shown_choices, touched_lists
from instead.live.store import open_store
from instead.models.model_folder import ModelFolder, load_folder

TINY = {"lists": 150, "pools": 150, "uniform": 10, "hard": 10, "dimension": 4, "tenths": 1, "bends": 0}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three days of visitors who saw what one model offers."""
    folder = tmp_path_factory.mktemp("replayed")
    world = WorldSettings.of_preset("demo", seed=6, users=60, items=30, reviews=420)
    live = LiveWorld.build(world, VisitorSettings(visits=60), folder, TINY)
    assert len(list(live.days(NEVER, 3))) == 3
    return folder_of(folder, NEVER)


@pytest.fixture(scope="module")
def model(shop: Path) -> ModelFolder:
    return load_folder(shop / "models" / "current")


@pytest.fixture(scope="module")
def recorded(shop: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    store = open_store(shop / "live.sqlite")
    events = gathered(list(store.events()))
    lists = touched_lists(store, events)
    store.close()
    return events, lists


def test_figures_by_day(model: ModelFolder, recorded: tuple[pl.DataFrame, pl.DataFrame]) -> None:
    found = replay(model, *recorded)
    table = found.table(draws=200)
    assert table["day"].unique(maintain_order=True).to_list()[-1] is None
    assert table["day"].n_unique() == 4
    assert set(table["method"]) == {method.name for method in METHODS}
    assert (table["low"] <= table["value"] + 1e-9).all()
    assert (table["value"] <= table["high"] + 1e-9).all()
    first = table.filter((pl.col("day") == table["day"][0]) & (pl.col("method") == PLACE))
    chance = np.mean([1 / len(one) for one in shown_choices(*recorded)["items"].to_list()])
    hit = first.filter(pl.col("measure") == "HR@1")["value"][0]
    assert hit == pytest.approx(chance, abs=0.05), "before the first label nothing is known of places"
    last = table.filter(pl.col("method") == PLACE).filter(pl.col("measure") == "HR@1")["value"]
    assert last[-2] > hit + 0.1


@pytest.mark.parametrize("day", [1, 2])
def test_a_day_is_predicted_by_what_was_known_before_it(
    model: ModelFolder, recorded: tuple[pl.DataFrame, pl.DataFrame], day: int
) -> None:
    """What must not be known is really taken away: of the events of the day itself only its own labels are left, and
    they are other ones than before; of later days nothing is."""
    events, shown = recorded
    begin = float(BEGIN + day * DAY)
    whole = replay(model, events, shown)
    known = arrivals(events)
    rows = shown_choices(events, shown)
    mine = rows.filter((pl.col("time") >= begin) & (pl.col("time") < begin + DAY) & pl.col("chosen").is_not_null())
    past = known.filter(pl.col("known") < begin)
    clicks = pl.DataFrame(
        {
            "seq": range(10**6, 10**6 + mine.height), "id": [f"lie-{n}" for n in range(mine.height)],
            "kind": "click", "time": [begin + DAY - 1.0] * mine.height, "recommendation_id": mine["id"],
            "item": [items[-1] for items in mine["items"].to_list()],
        }
    )  # fmt: skip
    lied = pl.concat([past.drop("known"), clicks], how="diagonal_relaxed")
    again = replay(model, lied, shown.filter(pl.col("time") < begin + DAY))
    number = int(begin // DAY)
    # history and popularity of the very day are gone, too: methods that rest on places alone are the same to the bit
    np.testing.assert_array_equal(whole.lists[PLACE, number], again.lists[PLACE, number])
    morning = int((mine["time"] < known.filter(pl.col("known") >= begin)["known"].min()).sum())
    for method in METHODS:
        np.testing.assert_array_equal(
            whole.lists[method.name, number][:morning], again.lists[method.name, number][:morning]
        )


def test_later_events_change_no_prediction_and_earlier_ones_do(
    model: ModelFolder, recorded: tuple[pl.DataFrame, pl.DataFrame]
) -> None:
    events, shown = recorded
    known, number = arrivals(events), int((BEGIN + DAY) // DAY)
    until = known.filter(pl.col("known") < BEGIN + 2 * DAY).drop("known")
    whole, cut = replay(model, events, shown), replay(model, until, shown)
    for method in METHODS:
        full, part = whole.lists[method.name, number], cut.lists[method.name, number]
        ids = [
            [row["id"] for row in shown_choices(one, shown).filter(pl.col("chosen").is_not_null()).to_dicts()
             if BEGIN + DAY <= row["time"] < BEGIN + 2 * DAY]
            for one in (events, until)
        ]  # fmt: skip
        same = [ids[0].index(one) for one in ids[1] if one in ids[0]]
        np.testing.assert_allclose(full[same], part[[ids[1].index(ids[0][at]) for at in same]], atol=1e-9)
    without = known.filter(pl.col("known") >= BEGIN + DAY).drop("known")
    other = replay(model, without, shown).lists[PLACE, number]
    assert not np.allclose(whole.lists[PLACE, number][: len(other)][0], other[0])


def test_a_late_label_is_learned_from_when_it_came() -> None:
    choices = pl.DataFrame({"time": [100.0, 300.0], "items": [["a", "b"], ["a", "b"]]})
    events = arrivals(
        pl.DataFrame(
            {"seq": [1, 2, 3], "kind": ["view", "view", "purchase"], "item": ["x", "x", "a"], "time": [1.0, 200.0, 2.0]}
        )
    )
    early, late = popular_now(choices, events)
    assert early.tolist() == [0.0, 0.0], "it was told late, whenever it happened"
    assert late[0] > late[1] == 0.0


def test_what_the_model_has_learned_from_is_left_out(
    model: ModelFolder, recorded: tuple[pl.DataFrame, pl.DataFrame]
) -> None:
    found = replay(model, *recorded, since=float(BEGIN + 2 * DAY))
    assert set(found.days) == {int((BEGIN + 2 * DAY) // DAY)}
    assert found.seen > 0
    with pytest.raises(EmptyResult, match="learned from all"):
        replay(model, *recorded, since=float(BEGIN + 9 * DAY))
    assert len(found.figures[MODEL]) == len(found.days)


def test_the_command(shop: Path) -> None:
    words = ["evaluate", "--events", str(shop / "live.sqlite"), str(shop / "models" / "current")]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    assert "before it was learned from" in " ".join(told.stdout.split())
    rows = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)["figures"]
    assert {row["measure"] for row in rows} == {"HR@1", "MRR", "NDCG", "log-loss"}
    assert CliRunner().invoke(app, ["evaluate", str(shop / "models" / "current")]).exception is not None
