"""`instead demo --real`: a real shop where its data is at hand, one clear sentence where it is not."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

import instead
from instead.cli.main import app
from instead.errors import InputError


def test_without_the_data(tmp_path: Path) -> None:
    got = CliRunner().invoke(app, ["demo", "--real", "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert isinstance(got.exception, InputError)
    assert str(got.exception).startswith(
        f"{tmp_path}/gift_cards/Gift_Cards_5.json.gz is not here: the real shop is made of"
    )
    assert "--data" in str(got.exception)
    assert not (tmp_path / "out").exists()


def test_a_shop_of_real_reviews(shared_data: Path, tmp_path: Path) -> None:
    got = CliRunner().invoke(app, ["demo", "--real", "--data", str(shared_data), "--out", str(tmp_path)])
    assert got.exit_code == 0, got.output
    assert "Try instead, for the average customer:" in got.output
    shop = instead.load(tmp_path / "gift_cards" / "model")
    offers = [one for item in shop.search(limit=20) for one in shop.recommend(None, item.id, 3)]
    assert offers
    assert sum(bool(one.reasons or one.facts) for one in offers) > 0.9 * len(offers)
