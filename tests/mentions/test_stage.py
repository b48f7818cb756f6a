"""The stage on a prepared folder: what it writes, what it learns from, and taking up interrupted work."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.errors import EmptyResult
from instead.mentions import stage
from instead.mentions.extraction_report import write_report
from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.rng import stage_rng
from instead.settings import ExtractSettings, PrepareSettings
from instead.store.dataset import PARTS, Dataset
from tests.layers import with_tables

GOOD = ["The screen is great.", "I love the battery.", "Excellent sound quality!", "The price is fair and good."]
BAD = ["The screen is awful.", "The battery was terrible.", "Poor sound quality.", "The price is too high, bad."]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = stage_rng(3, "shop")
    rows: list[dict[str, object]] = []
    for user in range(30):
        for item in rng.choice(12, 6, replace=False).tolist():
            happy = rng.random() < 0.7
            text = " ".join(rng.choice(GOOD if happy else BAD, 2))
            rows.append(
                {"reviewerID": f"u{user}", "asin": f"i{item}", "overall": 5.0 if happy else 1.0, "reviewText": text,
                 "unixReviewTime": 1_300_000_000 + len(rows)}
            )  # fmt: skip
    raw = tmp_path / "reviews.json"
    raw.write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings = PrepareSettings(min_user=2, min_item=2)
    prepare([raw], out=tmp_path / "data", settings=settings, without_links=True)
    return tmp_path / "data"


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
