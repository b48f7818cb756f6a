"""`instead start`: one run from files to a served model, that goes on where it was stopped and says what it found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from typer.testing import CliRunner

import instead
from instead.cli.main import app
from instead.errors import FolderError, InputError
from instead.lab.world import build_world
from instead.lab.world.world_settings import WorldSettings
from instead.starting import start as module
from instead.starting.choosing_models import Chosen, choose
from instead.starting.found_page import page
from instead.starting.start import Started
from instead.starting.start import start as run


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("raw") / "world"
    build_world(WorldSettings.of_preset("demo", seed=3, users=160, items=60, reviews=1300), folder)
    return [folder / name for name in ("reviews.jsonl", "meta.json")]


@pytest.fixture(scope="module")
def started(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Started:
    return run(files, out=tmp_path_factory.mktemp("started") / "shop")


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("this was done before")


def test_it_ends_with_a_shop_that_answers(started: Started) -> None:
    shop = instead.load(started.model)
    answer = shop.recommend(None, started.example, 3)
    assert len(answer) == 3
    assert all(offer.reasons or offer.facts for offer in answer)
    assert started.tried.answered == 1.0
    assert started.tried.asked == len(shop.catalogue)


def test_plain_models_stand_beside_it(started: Started) -> None:
    named = {row["model"] for row in started.figures}
    assert {"ranker", "popularity", "item-knn"} <= named
    assert started.cases > 0
    assert all(row["low"] <= row["value"] <= row["high"] for row in started.figures)


def test_the_page_shows_all_of_it(started: Started) -> None:
    text = started.page.read_text(encoding="utf-8")
    for heading in ("understood as", "What is weak", "How good it is", "Three recommendations", "Go on"):
        assert heading in text
    for one in started.tried.examples:
        assert one.query.id in text
    assert "<script" not in text
    assert f"instead serve {started.model}" in text


def test_nothing_of_a_shop_is_markup(started: Started) -> None:
    bad = "<img src=x onerror=alert(1)>"
    understood = [{**started.understood[0], "file": bad, "notes": [bad]}]
    hostile = Started(
        started.folder, understood, started.dataset, Chosen(bad, bad, "paper", []), started.figures, started.cases,
        started.tried, started.weak, started.page,
    )  # fmt: skip
    assert bad not in page(hostile)


def test_the_same_call_does_nothing_twice(started: Started, files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("inspect_files", "prepare", "extract", "train", "train_final"):
        monkeypatch.setattr(module, name, never)
    again = run(files, out=started.folder)
    assert again.figures == started.figures
    assert again.chosen == started.chosen
    assert again.page.read_text() == started.page.read_text()


@pytest.mark.parametrize("stopped_in", ["extract", "train", "train_final"])
def test_a_stopped_run_goes_on(
    stopped_in: str, files: list[Path], started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    out = tmp_path / "shop"
    with monkeypatch.context() as patch:
        patch.setattr(module, stopped_in, stop)
        with pytest.raises(KeyboardInterrupt):
            run(files, out=out)
    assert not (out / "found.html").exists()
    with monkeypatch.context() as patch:
        patch.setattr(module, "prepare", never)
        ended = run(files, out=out)
    assert ended.figures == started.figures
    assert [one.query.id for one in ended.tried.examples] == [one.query.id for one in started.tried.examples]


def test_changed_files_begin_anew(files: list[Path], started: Started, tmp_path: Path) -> None:
    out, own = tmp_path / "shop", tmp_path / "raw"
    shutil.copytree(started.folder, out)
    own.mkdir()
    copies = [Path(shutil.copy2(path, own)) for path in files]
    state = json.loads((out / "start.json").read_text())
    lines = copies[0].read_text().splitlines(keepends=True)
    copies[0].write_text("".join(lines[:-40]))
    told: list[str] = []
    found = run(copies, out=out, say=lambda heading, sentence: told.append(sentence))
    assert found.dataset.hashes["base"] != state["base"]
    assert not [sentence for sentence in told if "already" in sentence]


@pytest.mark.parametrize(
    ("languages", "tag"),
    [
        ({}, "en"),
        ({"en": 5, "de": 90}, "de"),
        ({"fr": 9, "it": 80}, "fr"),
        ({"it": 80}, "en"),
        ({"en": 9, "de": 3}, "en"),
    ],
)
def test_it_speaks_as_the_reviews_do(languages: dict[str, int], tag: str) -> None:
    data = cast(instead.Dataset, SimpleNamespace(manifest={"languages": languages}))
    assert module.spoken_here(data) == tag


def test_a_folder_of_somebody_else_is_left_alone(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FolderError, match="was not begun by `instead start`"):
        run(files, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("names", "said"),
    [([], "name the shop's files"), (["absent.csv"], "no such file"), (["."], "a folder; name the files in it")],
)
def test_wrong_files_get_one_sentence(names: list[str], said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        run([tmp_path / name for name in names], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def judged_as(rows: list[dict[str, Any]], cases: int) -> Callable[..., tuple[list[dict[str, Any]], int]]:
    return lambda *_, **__: (rows, cases)


@pytest.mark.parametrize(
    ("p", "cases", "model"), [(0.001, 100, "popularity"), (0.4, 100, "ranker"), (0.001, 5, "ranker")]
)
def test_a_plain_model_is_served_where_it_is_surely_better(
    p: float, cases: int, model: str, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    from instead.models.model_folder import load_folder
    from instead.starting import choosing_models

    rows = [
        {"model": "popularity", "value": 0.5, "p_holm": p},
        {"model": "ranker", "value": 0.4, "p_holm": None},
    ]
    monkeypatch.setattr(choosing_models, "judged", judged_as(rows, cases))
    chosen = choose(started.dataset, load_folder(started.folder / "evaluated"), "paper", None)
    assert chosen.model == model


def test_on_the_command_line(files: list[Path], started: Started) -> None:
    got = CliRunner().invoke(app, ["start", *map(str, files), "--out", str(started.folder)])
    assert got.exit_code == 0, got.output
    assert "Try this instead" in got.output
    assert str(started.page) in got.output.replace("\n", "")
    as_json = CliRunner().invoke(app, ["start", *map(str, files), "--out", str(started.folder), "--json"])
    found = json.loads(as_json.stdout)
    assert found["chosen"]["model"] == started.chosen.model
    assert found["tried"]["answered"] == 1.0
