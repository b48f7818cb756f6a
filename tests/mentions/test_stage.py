"""The stage on a prepared folder: what it writes, what it learns from, and taking up interrupted work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.errors import EmptyResult, FolderError
from instead.mentions import stage
from instead.mentions.extraction_report import write_report
from instead.mentions.overrides import Overrides
from instead.mentions.saved import read_extractor
from instead.mentions.stage import extract, vocabulary_table
from instead.mentions.vocabulary import Vocabulary
from instead.mentions.weights import load_weights
from instead.settings import ExtractSettings
from instead.store.dataset import PARTS, Dataset
from instead.store.folder import held
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


class Watched:
    """Shards that are worked on, and an interruption after so many of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.real = stage._one
        self.done: list[int] = []
        self.allowed: int | None = None
        monkeypatch.setattr(stage, "_one", self)

    def __call__(self, state: Any, shard: tuple[int, int, int]) -> tuple[int, int]:
        if len(self.done) == self.allowed:
            raise KeyboardInterrupt
        self.done.append(shard[0])
        return self.real(state, shard)

    def break_off(self, folder: Path, after: int, **options: Any) -> list[int]:
        """Extract until so many shards are done; which ones."""
        self.done, self.allowed = [], after
        with pytest.raises(KeyboardInterrupt):
            extract(folder, settings=SHARDS, **options)
        assert len(list((folder / ".extraction").glob("*.parquet"))) == after
        broken_off, self.done, self.allowed = self.done, [], None
        return broken_off


SHARDS = ExtractSettings(shard=20)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


def test_interrupted_work_is_taken_up(folder: Path, watched: Watched) -> None:
    whole = extract(folder, settings=SHARDS).dataset
    done = watched.break_off(folder, 3)
    assert Dataset.open(folder).hashes == whole.hashes
    resumed = extract(folder, settings=SHARDS).dataset
    assert sorted(done + watched.done) == list(range(9))
    assert resumed.hashes == whole.hashes
    assert resumed.mentions.equals(whole.mentions)


def test_shards_of_other_reviews_are_not_taken_over(folder: Path, watched: Watched) -> None:
    """The split knows nothing of texts: its hash alone would let them in."""
    watched.break_off(folder, 3)
    data = Dataset.open(folder)
    loud = data.reviews().collect().with_columns(pl.col("text") + " The price is too high.")
    other = with_tables(data, {"reviews": loud})
    assert other.split_hash == data.split_hash
    found = extract(folder, settings=SHARDS).mentions
    assert watched.done == list(range(9))
    assert found.filter(pl.col("attribute") == "price")["review"].n_unique() == data.counts["reviews"]


def test_shards_of_another_vocabulary_are_not_taken_over(folder: Path, watched: Watched) -> None:
    watched.break_off(folder, 3, overrides=Overrides(names={"screen": "display"}))
    found = extract(folder, settings=SHARDS)
    assert watched.done == list(range(9))
    assert "display" not in found.mentions["attribute"]


def test_shards_depend_on_all_that_was_learned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on the names of the attributes alone: variants, lessons of the stars and the learned weights count."""
    data, settings = Dataset.open(folder), ExtractSettings()
    extractor = extract(folder).extractor

    def fingerprint(**changes: Any) -> str:
        return stage._fingerprint(data, settings, replace(extractor, **changes))

    attributes = extractor.vocabulary.attributes
    fewer = [replace(attributes[0], keys=attributes[0].keys[:-1]), *attributes[1:]]
    vocabulary = Vocabulary.of(fewer, extractor.vocabulary.pruned)
    assert vocabulary.names == extractor.vocabulary.names
    lessons = replace(extractor.lessons, shift=extractor.lessons.shift + 1)
    found = {fingerprint(), fingerprint(vocabulary=vocabulary), fingerprint(lessons=lessons)}
    weights = load_weights("all")
    monkeypatch.setattr(stage, "load_weights", lambda name: replace(weights, pair=-weights.pair))
    found.add(fingerprint())
    assert len(found) == 4
    assert fingerprint() == stage._fingerprint(data, ExtractSettings(processes=2), extractor)


def test_a_page_about_mentions_goes_with_them(folder: Path) -> None:
    page = write_report(extract(folder).dataset)
    assert page.is_file()
    extract(folder, overrides=Overrides(names={"screen": "display"}))
    assert not page.exists()


def test_the_dataset_that_was_handed_in_has_the_new_mentions(folder: Path) -> None:
    handed, elsewhere = Dataset.open(folder), Dataset.open(folder)
    assert handed.mentions.is_empty()
    done = extract(handed)
    assert handed.mentions.height == handed.counts["mentions"] == done.mentions.height > 0
    assert handed.hashes == Dataset.open(folder).hashes
    assert elsewhere.mentions.is_empty()
    elsewhere.reload()
    assert elsewhere.mentions.equals(handed.mentions)


def test_the_reader_of_the_mentions_is_in_their_layer(folder: Path) -> None:
    before = Dataset.open(folder)
    assert before.reader is None
    done = extract(folder)
    assert done.dataset.reader is not None
    text = "The screen is great."
    assert read_extractor(done.dataset.reader).mentions(text).equals(done.extractor.mentions(text))
    done.dataset.reader.write_bytes(b"")
    with pytest.raises(FolderError, match=f"run `instead extract {folder}` again"):
        done.dataset.verify()
    again = extract(folder).dataset
    again.verify()
    assert again.hashes == done.dataset.hashes


def test_two_extractions_do_not_run_at_once(folder: Path) -> None:
    with held(folder / "layers"), pytest.raises(FolderError, match="another process is at work there"):
        extract(folder)


def test_processes_do_not_change_the_result(folder: Path) -> None:
    one = extract(folder, settings=ExtractSettings(shard=40)).dataset
    two = extract(folder, settings=ExtractSettings(shard=40, processes=2)).dataset
    assert one.hashes == two.hashes
    assert one.mentions.equals(two.mentions)


def test_overrides_reach_the_table(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('drop = ["price"]\n[rename]\nscreen = "display"\n')
    names = set(extract(folder, overrides=path).attributes["attribute"])
    assert "display" in names
    assert not names & {"price", "screen"}


def straps(folder: Path) -> None:
    """Reviews that also speak of straps, shoulder straps and, once, of a chest strap."""
    data = Dataset.open(folder)
    train = np.flatnonzero(data.interactions["part"].to_numpy() == PARTS["train"])
    texts = data.reviews().collect()["text"].to_list()
    for number, row in enumerate(train.tolist()):
        texts[row] += (" The strap is great.", " The shoulder strap is great.", " The cost is too high.")[number % 3]
    for row in train[:3]:  # a compound is one from three on; mentions need an opinion
        texts[row] += " My chest strap."
    texts[train[0]] += " The chest strap is great."
    with_tables(data, {"reviews": data.reviews().collect().with_columns(pl.Series("text", texts))})


def test_families_reach_the_tables(folder: Path) -> None:
    straps(folder)
    done = extract(folder)
    data = Dataset.open(folder)
    rows = {row["attribute"]: row for row in data.attributes.iter_rows(named=True)}
    assert data.attributes.columns == ["attribute", "mentions", "positive", "parent", "variants"]
    assert rows["shoulder strap"]["parent"] == "strap"
    assert rows["strap"]["parent"] is None
    assert "cost" in rows["price"]["variants"]
    assert "cost" not in rows
    known = pl.read_parquet(data.path("mentions", "vocabulary.parquet"))
    by_name = {row["attribute"]: row for row in known.iter_rows(named=True)}
    assert (by_name["shoulder strap"]["parent"], by_name["shoulder strap"]["family"]) == ("strap", "strap")
    again = read_extractor(data.path("mentions", "reader.safetensors")).vocabulary
    assert {one.name: one.parent for one in again.attributes}["shoulder strap"] == "strap"
    assert again.attributes[again.of_general.max()].general
    page = write_report(data).read_text()
    assert "strap &gt;</span> shoulder strap" in page
    assert done.stages["mentions"] > 0


def test_what_is_rarely_said_counts_for_what_it_is_a_kind_of(folder: Path) -> None:
    straps(folder)
    few = extract(folder, settings=ExtractSettings(min_mentions=4))
    names = set(few.attributes["attribute"])
    assert "strap" in names
    assert "chest strap" not in names
    assert "chest strap" not in set(few.mentions["attribute"])
    assert few.stages["mentions counted for what they are a kind of"] >= 1
    assert few.extractor.mentions("The chest strap is great.")["attribute"].to_list() == ["strap"]


def test_without_families(folder: Path) -> None:
    straps(folder)
    plain = extract(folder, settings=ExtractSettings(families=False)).attributes
    assert {"cost", "price", "strap", "shoulder strap"} <= set(plain["attribute"])
    assert plain["parent"].null_count() == plain.height


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


def test_the_example_of_an_attribute_does_not_depend_on_the_order_of_its_mentions(tmp_path: Path) -> None:
    """Mentions that are equally sure come in the order in which threads have read them: the first review decides."""
    made = extract(spoken_shop(tmp_path))
    plain = vocabulary_table(made.extractor, made.mentions.lazy())
    for seed in range(5):
        mixed = made.mentions.sample(fraction=1.0, shuffle=True, seed=seed)
        assert vocabulary_table(made.extractor, mixed.lazy()).equals(plain)
