"""Raw files parse as what they claim to be; the folder is complete or absent."""

from __future__ import annotations

import ast
import csv
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import FolderError
from instead.lab.world import build_world, truth
from instead.lab.world.world_settings import WorldSettings
from tests.world.conftest import World, small_settings

SMALL = ["--preset", "cellphone", "--users", "60", "--items", "16", "--reviews", "200", "--attributes", "40"]


def tiny(**overrides: Any) -> WorldSettings:
    return small_settings(**({"users": 60, "items": 16, "reviews": 200, "attributes": 40} | overrides))


def test_reviews_have_the_schema_of_the_dump(small: World) -> None:
    keys = [
        "reviewerID",
        "asin",
        "reviewerName",
        "reviewText",
        "overall",
        "summary",
        "unixReviewTime",
        "reviewTime",
    ]
    for review in small.reviews:
        assert list(review) == keys
        assert isinstance(review["overall"], float)
        day = datetime.fromtimestamp(review["unixReviewTime"], tz=UTC)
        assert review["reviewTime"] == f"{day.month:02d} {day.day}, {day.year}"


def test_metadata_are_python_literals(small: World, demo: World) -> None:
    for world in (small, demo):
        lines = world.summary.meta_file.read_text(encoding="utf-8").splitlines()
        rows = [ast.literal_eval(line) for line in lines]
        assert len({row["asin"] for row in rows}) == len(rows) == world.settings.items
        with pytest.raises(json.JSONDecodeError):
            json.loads(lines[0])
        told = {tuple(row) for row in world.truth("links").select("source", "relation", "target").rows()}
        written = {
            (row["asin"], relation, target)
            for row in rows
            for relation, targets in row.get("related", {}).items()
            for target in targets
        }
        assert written == told
        for row in rows:
            assert row.get("price", 1) > 0
            assert isinstance(row["categories"][0][0], str)
            assert set(row.get("related", {})) <= {
                "also_viewed",
                "buy_after_viewing",
                "also_bought",
                "bought_together",
            }
    assert len({row["title"] for row in rows}) == len(rows)  # the demo's


def test_the_view_log_is_in_time_order_and_ends_in_purchases(demo: World) -> None:
    assert demo.summary.views_file is not None
    with demo.summary.views_file.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == demo.summary.views
    assert list(rows[0]) == ["user", "item", "time", "bought"]
    times = [int(row["time"]) for row in rows]
    assert times == sorted(times)
    bought = {(row["user"], row["item"]) for row in rows if row["bought"] == "1"}
    assert bought == {(review["reviewerID"], review["asin"]) for review in demo.reviews}


def test_views_only_when_asked_for(small: World, tmp_path: Path) -> None:
    assert small.summary.views_file is None
    assert not (small.folder / "views.csv").exists()
    assert build_world(tiny(views=True), tmp_path / "seen").views > 200


def test_ids_are_readable_in_the_demo(demo: World) -> None:
    assert all(review["asin"][4] == "-" and review["reviewerID"].startswith("U") for review in demo.reviews)


def test_a_failure_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for failure in (OSError("disk full"), KeyboardInterrupt()):

        def fail(*_: object, raised: BaseException = failure) -> None:
            raise raised

        monkeypatch.setattr(truth, "write_quality", fail)
        with pytest.raises(type(failure)):
            build_world(tiny(), tmp_path / "deep" / "world")
        assert not list(tmp_path.iterdir())


def test_a_failure_keeps_the_older_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build_world(tiny(), tmp_path / "world")
    before = first.reviews_file.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(truth, "write_index", fail)
    with pytest.raises(OSError, match="disk full"):
        build_world(tiny(seed=5), first.folder, replace=True)
    assert [path.name for path in tmp_path.iterdir()] == ["world"]
    assert first.reviews_file.read_bytes() == before


def test_places_that_hold_something_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "world"
    out.mkdir()
    first = build_world(tiny(), out)  # an empty folder is no obstacle
    before = first.reviews_file.read_bytes()
    with pytest.raises(FolderError, match="--replace"):
        build_world(tiny(seed=5), out)
    build_world(tiny(seed=5), out, replace=True)
    assert first.reviews_file.read_bytes() != before
    foreign = tmp_path / "letters"
    foreign.mkdir()
    (foreign / "dear.txt").write_text("do not delete me")
    with pytest.raises(FolderError, match="no world"):
        build_world(tiny(), foreign, replace=True)
    assert (foreign / "dear.txt").exists()
    with pytest.raises(FolderError, match="is a file"):
        build_world(tiny(), foreign / "dear.txt", replace=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letters", "world"]


def test_truth_index_tells_settings_and_tables(small: World) -> None:
    index = json.loads((small.folder / "truth" / "truth.json").read_text())
    assert WorldSettings(**index["settings"]) == small.settings
    assert index["counts"]["reviews"] == 1_500
    assert all((small.folder / "truth" / name).is_file() for name in index["tables"])
    assert small.summary.files["truth/truth.json"] > 0


def test_the_verb_prints_a_summary_and_the_next_step(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["world", *SMALL, "--out", str(tmp_path / "w")])
    assert shown.exit_code == 0, shown.output
    assert "instead prepare" in shown.output
    assert "meta.json" in shown.output
    machine = CliRunner().invoke(app, ["world", *SMALL, "--replace", "--json", "--out", str(tmp_path / "w")])
    assert json.loads(machine.stdout)["reviews"] == 200


def test_the_verb_raises_one_clear_error(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app, ["world", "--preset", "cellphone", "--reviews", "10", "--out", str(tmp_path / "w")]
    )
    assert result.exception is not None
    assert "ask for" in str(result.exception)
    assert not list(tmp_path.iterdir())
