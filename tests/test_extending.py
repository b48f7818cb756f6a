"""The example of docs/extending.md is a whole model: trained, stored, tuned, evaluated and served as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from instead.evaluation.evaluate import evaluate
from instead.models import registry
from instead.models.context import Context
from instead.models.ranker.features import SIGNALS, Features
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.signals.signal import Signal
from instead.request import Request
from instead.settings import RankerSettings
from instead.shop import load
from instead.store.dataset import Dataset
from instead.training.train import train
from instead.training.tune import Search, one_at_a_time
from tests.open_shop import quoted_shop

PAGE = Path(__file__).parent.parent / "docs" / "extending.md"


BLOCKS: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.fixture(scope="module")
def example() -> str:
    """A whole model; the second one is a signal."""
    return BLOCKS[0]


def executed(example: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, str(PAGE), "exec"), names)  # noqa: S102 - our own page
    return names


@pytest.fixture
def data(tmp_path: Path, example: str, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    monkeypatch.setattr(registry, "_registered", {})
    executed(example)
    return quoted_shop(tmp_path / "shop")


def test_it_is_about_forty_lines(example: str) -> None:
    code = [line for line in example.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert 30 <= len(code) <= 50


def test_it_works_like_any_other(data: Dataset, tmp_path: Path) -> None:
    assert "near-price" in registry.names()
    made = train(data, out=tmp_path / "m", model="near-price")
    assert made.manifest["validation"]
    assert evaluate(made, data).protocols == ["paper", "filtered"]
    shop = load(made.folder)
    found = shop.answer(Request(query="i05", user="u01", k=5, filters={"max_price": 9.0}))  # type: ignore[arg-type]
    assert found.substitutes
    assert all(one.price is not None and one.price <= 9.0 for one in found)
    prices = shop.catalogue.prices
    popularity = np.bincount(data.interactions.filter(data.interactions["part"] == 0)["item"], minlength=20)
    scores = shop.model.score_all(Context.of_strangers(np.array([5])))[0]
    expected = np.log1p(popularity) - np.abs(np.log1p(prices[5]) - np.log1p(prices))
    np.testing.assert_allclose(scores, expected, rtol=1e-5)


def test_it_can_be_tuned(data: Dataset, tmp_path: Path) -> None:
    entry = registry.entry_of("near-price")
    base = entry.settings.of_preset("default")
    search = Search(data, tmp_path / "search", base, model="near-price")
    trials = search.run(one_at_a_time(base, entry.grid))
    assert [trial.choice for trial in trials] == [{}, {"weight": 0.3}, {"weight": 3.0}]
    assert all(0.0 <= trial.value <= 1.0 for trial in trials)


# --- a signal --------------------------------------------------------------------------------------------------------


@pytest.fixture
def signal(monkeypatch: pytest.MonkeyPatch) -> type[Signal]:
    monkeypatch.setattr(registry, "_registered", {})
    found: type[Signal] = executed(BLOCKS[1])["AsPopular"]
    return found


def test_a_signal_works_alone(signal: type[Signal], tmp_path: Path) -> None:
    data = quoted_shop(tmp_path / "shop")
    made = train(data, out=tmp_path / "m", model="as-popular")
    popularity = np.bincount(data.interactions.filter(data.interactions["part"] == 0)["item"], minlength=20)
    expected = -np.abs(np.log1p(popularity) - np.log1p(popularity[5]))
    scores = load(made.folder).model.score_all(Context.of_strangers(np.array([5])))[0]
    np.testing.assert_allclose(scores, expected, rtol=1e-5, atol=1e-6)


def test_a_signal_joins_the_ranker(signal: type[Signal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the line in `SIGNALS` does: it gets a weight, a row in the table and a part of the score."""
    monkeypatch.setattr(Features.__init__, "__defaults__", ((*SIGNALS, signal),))
    settings = RankerSettings(dimension=4, factor_rounds=2, lists=100, pools=50, uniform=5, hard=5, decoys=2)
    made = train(quoted_shop(tmp_path / "shop"), out=tmp_path / "m", model="ranker", settings=settings)
    model = made.model
    assert isinstance(model, Ranker)
    assert "as popular" in {row["signal"] for row in model.weight_rows()}
    context, candidates = Context.of_strangers(np.arange(4)), np.tile(np.arange(20), (4, 1))
    parts = model.parts(context, candidates)
    np.testing.assert_allclose(sum(parts.values()), model.score(context, candidates), rtol=1e-4, atol=1e-5)
