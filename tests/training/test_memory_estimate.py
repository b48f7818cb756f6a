"""What a training says it will take, beside what the kernel noted of it: each training is a process of its own."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from instead.errors import DoesNotFit
from instead.material import Material
from instead.models.registry import entry_of
from instead.store.dataset import Dataset
from instead.store.memory import GIB, RUNTIME
from instead.training import train as training
from instead.training.train import train
from memory_peaks import BAR, PLAIN, ROWS, WIDE, trained
from training_dataset import Shop, write_training_dataset

MIB = 1 << 20
TALKATIVE = Shop(
    users=2_000, items=1_500, attributes=200, reviews=60_000, mentions=4, letters=600, substitutes=4, cases=200,
    negatives=50,
)  # fmt: skip
linux = pytest.mark.skipif(sys.platform != "linux", reason="the size of the libraries was measured on Linux")


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Many users and items of whom little is said: their vectors decide."""
    return write_training_dataset(Path(tmp_path_factory.mktemp("memory")) / "rows", ROWS)


@linux
@pytest.mark.parametrize("model", sorted(WIDE))
def test_the_estimate_is_near_the_peak_of_a_large_model(rows: Dataset, model: str) -> None:
    told = trained(rows.folder, model, **WIDE[model])
    assert told.peak > RUNTIME + 100 * MIB, "the model must not be lost beside the libraries"
    assert told.ratio == pytest.approx(1.0, abs=BAR), (told.parts, told.peak)


@linux
def test_the_estimate_is_near_the_peak_where_reviews_decide(tmp_path: Path) -> None:
    """PMSC is small; what is left is reading the mentions and writing the evidence."""
    data = write_training_dataset(tmp_path / "data", TALKATIVE)
    told = trained(data.folder, "pmsc")
    assert told.peak > RUNTIME + 100 * MIB, "the reviews must not be lost beside the libraries"
    assert told.ratio == pytest.approx(1.0, abs=BAR), (told.parts, told.peak)


@linux
def test_the_estimate_of_models_computed_in_one_go_is_near_the_peak(tmp_path: Path) -> None:
    """They are small: what is left is the dataset, and each must count its own stages once."""
    data = write_training_dataset(tmp_path / "data", TALKATIVE)
    told = {model: trained(data.folder, model) for model in PLAIN if model in ("blend", "3-hop")}
    told["ranker"] = trained(data.folder, "ranker", lists=3000, pools=3000, factor_rounds=2)
    assert told["ranker"].peak > RUNTIME + 100 * MIB, "the cases must not be lost beside the libraries"
    for model, one in told.items():
        assert one.ratio == pytest.approx(1.0, abs=BAR), (model, one.parts, one.peak)


@pytest.mark.parametrize("model", sorted(WIDE))
def test_work_that_does_not_fit_is_refused_before_a_trainer_is_made(
    rows: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    entry = entry_of(model)

    def never(material: Material, settings: Any, parts: Any) -> Any:
        raise AssertionError("a trainer was made for work that does not fit")

    monkeypatch.setattr(training, "entry_of", lambda name: replace(entry, trainer=never))
    settings = entry.settings.checked(WIDE[model])
    parts = entry.memory(Material.of(rows), settings)
    with pytest.raises(DoesNotFit) as refused:
        train(rows, out=tmp_path / "m", model=model, settings=settings, max_memory=sum(parts.values()) - 1)
    for name, size in parts.items():
        assert f"{name} {size / GIB:.2f} GiB" in str(refused.value)
    assert not list(tmp_path.iterdir()), "nothing is left of it"


@pytest.mark.parametrize("model", sorted(WIDE))
def test_longer_vectors_take_more(rows: Dataset, model: str) -> None:
    entry, material = entry_of(model), Material.of(rows)
    small, wide = (entry.memory(material, entry.settings.checked(changes)) for changes in ({}, WIDE[model]))
    assert sum(wide.values()) > sum(small.values()) + 50 * MIB
    assert all(size >= 0 for size in (*small.values(), *wide.values()))
    assert {"runtime", "dataset"} <= set(small)
