"""`instead demo --real`: a real shop where its data is at hand, one clear sentence where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import instead
from instead.cli.demo import train_and_try
from instead.cli.main import app
from instead.errors import InputError
from instead.lab.world import build_world
from instead.lab.world.world_settings import WorldSettings


def test_without_the_data(tmp_path: Path) -> None:
    got = CliRunner().invoke(app, ["demo", "--real", "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert isinstance(got.exception, InputError)
    assert str(got.exception).startswith(
        f"{tmp_path}/gift_cards/Gift_Cards_5.json.gz is not here: the real shop is made of"
    )
    assert "--data" in str(got.exception)
    assert not (tmp_path / "out").exists()


def test_training_and_trying_a_shop_with_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second half of the demo on a small shop, whose log shows choices that people made."""
    build_world(WorldSettings.of_preset("demo", seed=2, users=260, items=60, reviews=2400), tmp_path / "shop")
    files = [tmp_path / "shop" / name for name in ("reviews.jsonl", "meta.json", "views.csv")]
    data = instead.prepare(files, out=tmp_path / "data")
    instead.extract(data)
    assert data.main_split == "observed"
    train_and_try(instead.Dataset.open(data.folder), tmp_path / "evaluated", tmp_path / "model", 0)
    said = capsys.readouterr().out
    assert "Which of the things they looked at did they take?" in said
    assert "In fact they took" in said
    assert instead.load(tmp_path / "model").recommend(None, instead.load(tmp_path / "model").search(limit=1)[0].id, 3)


def test_a_shop_of_real_reviews(shared_data: Path, tmp_path: Path) -> None:
    got = CliRunner().invoke(app, ["demo", "--real", "--data", str(shared_data), "--out", str(tmp_path)])
    assert got.exit_code == 0, got.output
    assert "Try instead, for the average customer:" in got.output
    shop = instead.load(tmp_path / "gift_cards" / "model")
    offers = [one for item in shop.search(limit=20) for one in shop.recommend(None, item.id, 3)]
    assert offers
    assert sum(bool(one.reasons or one.facts) for one in offers) > 0.9 * len(offers)
