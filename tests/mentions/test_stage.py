"""The stage on a prepared folder: what it writes, what it learns from, and taking up interrupted work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.errors import EmptyResult
from instead.mentions import stage
from instead.mentions.extraction_report import write_report
from instead.mentions.stage import extract
from instead.settings import ExtractSettings
from instead.store.dataset import PARTS, Dataset
from tests.layers import with_tables
from tests.spoken_shop import spoken_shop


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return spoken_shop(tmp_path).folder


def test_writes_mentions_of_all_reviews(folder: Path) -> None:
    done = extract(folder)
    data = Dataset.open(folder)
    assert data.counts["mentions"] == data.mentions.height == done.mentions.height > 0
    assert data.counts["attributes"] == data.attributes.height
    assert {"screen", "price"} <= set(data.attributes["attribute"])
    reviews = data.reviews().collect()
    for row in done.mentions.iter_rows(named=True):
        review = reviews.row(row["review"], named=True)
        assert (row["user"], row["item"]) == (review["user"], review["item"])
        assert row["attribute"] in review["text"][row["start"] : row["end"]].lower()
    parts = data.interactions["part"].to_numpy()[done.mentions["review"].to_numpy()]
    assert set(np.unique(parts)) == set(PARTS.values())
    assert not (folder / ".extraction").exists()
    assert "extraction" in data.manifest


def test_nothing_is_learned_from_held_out_reviews(folder: Path) -> None:
    before = extract(folder).extractor
    data = Dataset.open(folder)
    held = data.interactions["part"].to_numpy() != PARTS["train"]
    changed = data.reviews().collect().with_columns(
        pl.when(pl.Series(held)).then(pl.lit("The zither is great. The zither is bad.")).otherwise("text").alias("text")
    )  # fmt: skip
    with_tables(data, {"reviews": changed})
    after = extract(folder).extractor
    assert after.vocabulary.names == before.vocabulary.names
    np.testing.assert_array_equal(after.lessons.shift, before.lessons.shift)
    np.testing.assert_array_equal(after.words.worth, before.words.worth)


def test_interrupted_work_is_taken_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ExtractSettings(shard=20)
    whole = extract(folder, settings=settings).mentions
    real = stage._one
    done: list[int] = []

    def fails_later(state: object, shard: tuple[int, int, int]) -> tuple[int, int]:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(shard[0])
        return real(state, shard)  # type: ignore[arg-type]

    monkeypatch.setattr(stage, "_one", fails_later)
    with pytest.raises(KeyboardInterrupt):
        extract(folder, settings=settings)
    assert len(list((folder / ".extraction").glob("*.parquet"))) == 3
    again: list[int] = []

    def watched(state: object, shard: tuple[int, int, int]) -> tuple[int, int]:
        again.append(shard[0])
        return real(state, shard)  # type: ignore[arg-type]

    monkeypatch.setattr(stage, "_one", watched)
    resumed = extract(folder, settings=settings).mentions
    assert not set(again) & set(done)
    assert resumed.equals(whole)


def test_processes_do_not_change_the_result(folder: Path) -> None:
    one = extract(folder, settings=ExtractSettings(shard=40)).mentions
    two = extract(folder, settings=ExtractSettings(shard=40, processes=2)).mentions
    assert one.equals(two)


def test_overrides_reach_the_table(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('drop = ["price"]\n[rename]\nscreen = "display"\n')
    names = set(extract(folder, overrides=path).attributes["attribute"])
    assert "display" in names
    assert not names & {"price", "screen"}


def test_report(folder: Path) -> None:
    extract(folder)
    page = write_report(Dataset.open(folder)).read_text()
    assert "screen" in page
    assert "Agreement with the stars" in page
    assert "<script" not in page


def test_no_text_at_all(folder: Path) -> None:
    data = Dataset.open(folder)
    with_tables(data, {"reviews": data.reviews().collect().with_columns(pl.lit("").alias("text"))})
    with pytest.raises(EmptyResult, match="the words"):
        extract(folder)
