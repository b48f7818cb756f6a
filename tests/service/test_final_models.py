"""What the staff see of a model that was trained on everything: the figures of its twin, never its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from instead.evaluation.evaluate import evaluate
from instead.evaluation.final import train_final
from instead.models.model_folder import ModelFolder
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.open_shop import quoted_shop


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return quoted_shop(tmp_path_factory.mktemp("final"))


@pytest.fixture(scope="module")
def twin(data: Dataset) -> ModelFolder:
    return train(data, out=data.folder.parent / "twin", model="item-knn")


def overview(folder: Path, store: Path) -> dict[str, object]:
    application = create(LiveShop(folder), ServiceSettings(store=str(store)))
    with TestClient(application, "http://127.0.0.1") as client:
        found: dict[str, object] = client.get("/admin/overview").json()["model"]
        asked = client.post("/v1/recommend", json={"query": "i05", "viewed": ["i01", "i02"], "k": 3})
        assert asked.status_code == 200
        assert len(asked.json()["substitutes"]) == 3
    return found


def test_a_final_model_shows_the_figures_of_its_twin(data: Dataset, twin: ModelFolder, tmp_path: Path) -> None:
    made = train_final(data, out=tmp_path / "m", twin=twin)
    shown = overview(made.folder, tmp_path / "f.sqlite")
    assert shown["final"] is True
    held = shown["held_out"]
    assert isinstance(held, dict)
    assert held["folder"] == str(twin.folder)
    assert "twin" in held["of"]
    measured = evaluate(twin, data).figures("filtered")
    told = {row["measure"]: row["value"] for row in held["figures"] if row["protocol"] == "filtered"}
    assert told == pytest.approx({name: measured[name] for name in told})
    assert all(row["low"] <= row["value"] + 1e-9 and row["value"] <= row["high"] + 1e-9 for row in held["figures"])


def test_an_evaluated_model_shows_its_own_on_validation(twin: ModelFolder, tmp_path: Path) -> None:
    shown = overview(twin.folder, tmp_path / "f.sqlite")
    assert shown["final"] is False
    held = shown["held_out"]
    assert isinstance(held, dict)
    assert "validation" in held["of"]
    assert {row["measure"]: row["value"] for row in held["figures"]} == twin.manifest["validation"]


def test_a_final_model_without_a_twin_has_no_figures(data: Dataset, tmp_path: Path) -> None:
    from instead.training.train import Refit

    made = train(data, out=tmp_path / "m", model="popularity", refit=Refit(1))
    assert made.held_out["figures"] == []
    assert "None: no twin of this model was evaluated." in (made.folder / "README.md").read_text()
