"""Cases of the report: different users, the best documented first, and nothing marked that is not shared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from instead.evaluation.evaluate import evaluate
from instead.lab.reproduction.casestudy import _review, case_study
from instead.lab.reproduction.report import Quote, Text
from instead.models.a2cf.model import A2CF
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.talking_shop import talking_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return talking_shop(Path(tmp_path_factory.mktemp("talking")))


@pytest.fixture(scope="module")
def model(shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> A2CF:
    settings = A2CFSettings(rounds=1, attribute_epochs=1, ranking_epochs=1, dimension=4)
    made = train(shop, out=Path(tmp_path_factory.mktemp("models")) / "a2cf", model="a2cf", settings=settings).model
    assert isinstance(made, A2CF)
    return made


def test_three_users_with_their_own_words(shop: Dataset, model: A2CF) -> None:
    parts = case_study(model, shop, evaluate(model, shop))
    texts, quotes = parts[::2], parts[1::2]
    assert len(texts) == len(quotes) == 3
    users = [part.text.split("**")[1] for part in texts if isinstance(part, Text)]
    assert len(set(users)) == 3
    for part in quotes:
        assert isinstance(part, Quote)
        assert "Mentions: " in part.text, "reviews of this shop have texts"


def test_marked_is_what_is_shared(shop: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    import polars as pl

    text = "Its battery life is fine, batteries fit, and the fitness club liked the cases. Battery! Phone."
    monkeypatch.setattr(Dataset, "reviews", lambda self: pl.DataFrame({"text": [text]}).lazy())
    said = pl.DataFrame({"attribute": np.array([], np.int64), "sentiment": np.array([], np.int64)})
    shown = _review(shop, said, 0, ["battery", "battery life", "fit", "case"])
    assert shown.startswith(
        "Its ==battery life== is fine, batteries ==fit==, and the fitness club liked the ==cases==. ==Battery==! Phone."
    )
