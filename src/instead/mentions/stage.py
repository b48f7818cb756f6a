"""`extract`: the stage that reads a dataset folder's reviews and writes its mentions.

Vocabulary, polarity and every statistic are learned from the training part alone; the mentions of all reviews are
then extracted. Finished shards are kept beside the result until it is complete, so that work can be taken up again; of
a dataset at an address, at that address, where workers on other nodes write them.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from instead import __version__
from instead.engine.pool import map_shards
from instead.errors import EmptyResult, FolderError, InputError
from instead.mentions.extractor import Extractor
from instead.mentions.languages import mostly_foreign, sample_languages
from instead.mentions.overrides import Overrides
from instead.mentions.saved import extractor_arrays, write_extractor
from instead.mentions.vocabulary import Vocabulary, rename
from instead.mentions.weights import load_weights
from instead.mentions.wordlists import stop_nouns
from instead.progress import Progress, quiet
from instead.rng import stage_rng
from instead.settings import ExtractSettings
from instead.store.arrays import array_digest
from instead.store.dataset import PARTS, READER, Dataset, use_layer
from instead.store.digests import tensors_digest
from instead.store.fetching import At, checked_out, fetched, folder_of, is_fetched
from instead.store.folder import held
from instead.store.layers import BASE, LAYERS, MENTIONS, SPLIT, content_hash, new_layer, seal
from instead.store.object_stores import address_of
from instead.store.places import Place, claimed, place_of

REPORT = "extraction.html"
"""The page about an extraction (`extraction_report.py`)."""
COLUMNS = ("user", "item", "attribute", "opinion", "sentiment", "start", "end", "confidence", "review")
_TITLE_SHARE = 0.2  # a word in so many titles names the category


@dataclass(frozen=True, slots=True)
class Extraction:
    """What the stage wrote: the attributes, the counts of each stage and the extractor it used."""

    dataset: Dataset
    """The dataset, with the new mentions."""
    attributes: pl.DataFrame
    stages: dict[str, int]
    extractor: Extractor

    @property
    def folder(self) -> Path:
        return self.dataset.folder

    @property
    def mentions(self) -> pl.DataFrame:
        """The mentions as written; read when asked for, as they may be many."""
        return self.dataset.mentions


def extract(
    dataset: Dataset | Path | str,
    *,
    settings: ExtractSettings | None = None,
    overrides: Overrides | Path | str | None = None,
    progress: Progress = quiet,
    at: At | None = None,
) -> Extraction:
    """Extract the mentions of a dataset folder and put them in use as its mentions layer, in one step.

    A `Dataset` that is handed in has the new mentions afterwards; one that was opened elsewhere keeps the old ones. The
    folder at an address gets a new version. `at` is what a folder is a copy of (`checked_out`): where workers on other
    nodes find it, and pieces are kept.
    """
    address = None if isinstance(dataset, Dataset) else address_of(dataset)
    if address is not None:
        with checked_out(address, progress) as (copy, source):
            done = extract(copy, settings=settings, overrides=overrides, progress=progress, at=source)
        return replace(done, dataset=Dataset.open(fetched(address, progress=progress)))
    data = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    settings = settings or ExtractSettings()
    if isinstance(overrides, (str, Path)):
        overrides = Overrides.read(Path(overrides))
    overrides = overrides or Overrides()
    if is_fetched(data.folder):
        raise InputError(
            f"{data.folder}: a copy of what is at an address, in which nothing is changed; name the address"
        )
    if not data.has_text:
        raise EmptyResult(
            f"{data.folder}: no review has a text, so there is nothing to extract from; go on without (`instead train "
            f"{data.folder}`: reasons then rest on facts), or prepare the data again with texts, or with ready-made "
            "mentions (--mentions FILE)"
        )
    with held(data.folder / LAYERS):
        texts, ratings = training_texts(data, settings)
        _check_languages(data, texts, settings)
        extractor = Extractor.fit(
            texts, ratings, settings=settings, brands=_brands(data), category=_title_words(data), keep=overrides.keep,
            progress=progress,
        )  # fmt: skip
        del texts, ratings
        extractor = extractor.with_vocabulary(overrides.apply(extractor.vocabulary))
        work = place_of(data.folder / ".extraction") if at is None else at.pieces("extraction")
        work = claimed(work, _fingerprint(data, settings, extractor))
        stages = _shards(data, extractor, settings, work, at, progress)
        if not stages["mentions"]:
            raise EmptyResult(_where_it_ended(stages))
        with work.local() as pieces:
            done = _finish(data, extractor, settings, pieces, stages)
        if at is None:  # elsewhere they go when the result is published
            work.clear()
        return done


def training_texts(data: Dataset, settings: ExtractSettings) -> tuple[list[str], list[float | None]]:
    """Text and stars of training reviews, at most as many as are learned from."""
    part = data.interactions["part"].to_numpy()
    rows = np.flatnonzero(part == PARTS["train"])
    if rows.size > settings.mined_reviews:
        rows = np.sort(stage_rng(settings.seed, "mined").choice(rows, settings.mined_reviews, replace=False))
    frame = (
        data.reviews().select("rating", "text").with_row_index("row")
        .join(pl.LazyFrame({"row": rows.astype(np.uint32)}), on="row", how="semi").collect(engine="streaming")
        .sort("row")
    )  # fmt: skip
    return frame["text"].fill_null("").to_list(), frame["rating"].to_list()


def _check_languages(data: Dataset, texts: list[str], settings: ExtractSettings) -> None:
    """Refuse a shop that is mostly not English before all of it is read: by a sample of the training reviews."""
    sentence = mostly_foreign(sample_languages(texts, settings.seed), settings.least_english)
    if sentence is not None:
        raise InputError(
            f"{data.folder}: {sentence}; prepare the English reviews alone, or extract what English there is with "
            "least_english = 0 in the settings (--least-english 0)"
        )


def _brands(data: Dataset) -> frozenset[str]:
    brands = data.items["brand"].drop_nulls().unique().to_list()
    return frozenset(brand.strip().lower() for brand in brands if brand and brand.strip())


def _title_words(data: Dataset) -> frozenset[str]:
    """Words in many titles: they name the kind of thing sold here, not a property of it."""
    titles = data.items["title"].drop_nulls()
    if titles.len() < 20:
        return frozenset()
    counted: Counter[str] = Counter()
    for title in titles:
        counted.update({word.strip(",.()|:;-").lower() for word in title.split()})
    least = _TITLE_SHARE * titles.len()
    return frozenset(word for word, count in counted.items() if count >= least and word.isalpha()) - stop_nouns()


def _fingerprint(data: Dataset, settings: ExtractSettings, extractor: Extractor) -> str:
    """What the mentions of a shard depend on: the reviews, their parts, and all that the extractor learned or was told,
    names and variants of its vocabulary included."""
    about = {
        "layers": {kind: data.hashes[kind] for kind in (BASE, SPLIT)},
        "settings": settings.model_dump(mode="json", exclude={"processes"}),
        "extractor": tensors_digest(extractor_arrays(extractor)),
        "weights": array_digest(*load_weights(settings.weights).arrays()),
        "version": __version__,
    }
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Job:
    """State of a worker: sent once."""

    extractor: Extractor
    source: Path | At
    """The dataset, fetched where it is not at hand."""
    reviews: Path
    interactions: Path
    """Files of the dataset, from its folder."""
    work: Place


def _one(job: Job, shard: tuple[int, int, int]) -> tuple[int, int]:
    """Extract one shard and write it; runs in a worker."""
    folder, extractor = folder_of(job.source), job.extractor
    number, first, count = shard
    frame = pl.scan_parquet(folder / job.reviews).slice(first, count).collect()
    table, stages = extractor.shard(frame["text"].fill_null("").to_list(), frame["rating"].to_list(), first)
    rows = table["review"].to_numpy().astype(np.int64) - first
    part = pl.scan_parquet(folder / job.interactions).slice(first, count).select("part").collect()
    table = table.with_columns(
        frame["user"].gather(rows).alias("user"),
        frame["item"].gather(rows).alias("item"),
        part["part"].gather(rows).alias("part"),
    )
    content = BytesIO()
    table.write_parquet(content)
    job.work.write(f"{number:06d}.json", json.dumps(stages).encode())  # first: the table says that both are there
    job.work.write(f"{number:06d}.parquet", content.getvalue())
    return number, count


def _shards(
    data: Dataset, extractor: Extractor, settings: ExtractSettings, work: Place, at: At | None, progress: Progress
) -> Counter[str]:
    total = data.interactions.height
    size = settings.shard
    shards = [(n, at, min(size, total - at)) for n, at in enumerate(range(0, total, size))]
    there = set(work.names())
    open_shards = [shard for shard in shards if f"{shard[0]:06d}.parquet" not in there]
    with progress("extracting mentions", total=total, unit="reviews") as advance:
        advance(total - sum(count for _, _, count in open_shards))
        named = (data.path(BASE, "reviews.parquet"), data.path(SPLIT, "interactions.parquet"))
        reviews, interactions = (path.relative_to(data.folder) for path in named)
        job = Job(extractor, at or data.folder, reviews, interactions, work)
        for _, count in map_shards(_one, job, open_shards, processes=settings.processes):
            advance(count)
    stages: Counter[str] = Counter()
    for number, _, _ in shards:
        counted = work.read(f"{number:06d}.json")
        if counted is None:
            raise FolderError(f"{work}: a finished shard was removed during the work; run the extraction again")
        stages.update(json.loads(counted))
    return stages


def _where_it_ended(stages: Counter[str]) -> str:
    for name in (
        "words",
        "attribute phrases",
        "phrases in the vocabulary",
        "pairs of attribute and opinion",
        "mentions",
    ):
        if not stages[name]:
            return f"extraction stops at the {name}: {stages['reviews']:,} reviews left none"
    return "extraction left no mentions"


def _finish(
    data: Dataset, extractor: Extractor, settings: ExtractSettings, work: Path, stages: Counter[str]
) -> Extraction:
    """Join the shards, drop attributes with too few training mentions, write the layer aside, then put it in use.

    The mentions stream from file to file: they are never all in memory.
    """
    if not any(work.glob("*.parquet")):
        raise FolderError(f"{work}: no finished shard; run the extraction again")
    parts = pl.scan_parquet(work / "*.parquet")
    counted = (
        parts.filter(pl.col("part") == PARTS["train"])
        .group_by("attribute")
        .agg(
            pl.len().cast(pl.UInt32).alias("mentions"),
            (pl.col("sentiment") > 0).sum().cast(pl.UInt32).alias("positive"),
        )
        .collect(engine="streaming")
        .sort("attribute")
    )
    raised = raised_members(extractor.vocabulary, dict(counted.select("attribute", "mentions").iter_rows()), settings)
    parts = parts.with_columns(pl.col("attribute").replace(raised))
    attributes = (
        counted.with_columns(pl.col("attribute").replace(raised))
        .group_by("attribute")
        .agg(pl.col("mentions", "positive").sum())
        .filter(pl.col("mentions") >= settings.min_mentions)
        .sort("attribute")
    )
    stages["mentions counted for what they are a kind of"] = sum(
        counted.filter(pl.col("attribute").is_in(list(raised)))["mentions"].to_list()
    )
    attributes = with_tree(attributes, extractor.vocabulary)
    if attributes.is_empty():
        raise EmptyResult(f"no attribute has {settings.min_mentions} mentions in the training reviews")
    kept = parts.filter(pl.col("attribute").is_in(attributes["attribute"].implode())).select(COLUMNS)
    with new_layer(data.folder, MENTIONS) as aside:
        kept.sink_parquet(aside / "mentions.parquet", maintain_order=True)
        written = pl.scan_parquet(aside / "mentions.parquet")
        count = int(written.select(pl.len()).collect().item())
        stages["mentions of rare attributes dropped"] = stages["mentions"] - count
        stages["attributes"] = attributes.height
        attributes.write_parquet(aside / "attributes.parquet")
        vocabulary_table(extractor, written).write_parquet(aside / "vocabulary.parquet")
        reader = extractor.with_vocabulary(rename(extractor.vocabulary, raised)) if raised else extractor
        write_extractor(aside / READER, reader)
        layer = seal(aside, MENTIONS, content_hash(aside), {kind: data.layers[kind] for kind in (BASE, SPLIT)})
    changes = {
        "counts": {**data.counts, "attributes": attributes.height, "mentions": count},
        "extraction": {"settings": settings.model_dump(mode="json"), "stages": dict(stages)},
    }
    (data.folder / REPORT).unlink(missing_ok=True)  # it is about the mentions that go
    use_layer(data, layer, changes)
    data.reload()
    return Extraction(data, attributes, dict(stages), reader)


def raised_members(vocabulary: Vocabulary, mentions: Mapping[str, int], settings: ExtractSettings) -> dict[str, str]:
    """Attributes with too few training mentions -> what they are a kind of: evidence of a member counts for its family.

    The nearest one above with enough mentions of its own, else the topmost.
    """
    found = {}
    for number, one in enumerate(vocabulary.attributes):
        above = [vocabulary.attributes[at].name for at in vocabulary.above(number)]
        if mentions.get(one.name, 0) < settings.min_mentions and above:
            enough = (name for name in above if mentions.get(name, 0) >= settings.min_mentions)
            found[one.name] = next(enough, above[-1])
    return found


def with_tree(attributes: pl.DataFrame, vocabulary: Vocabulary) -> pl.DataFrame:
    """The attributes with the nearest one above each that is among them, and their other names."""
    names = set(attributes["attribute"].to_list())
    rows = [
        (one.name, next((vocabulary.attributes[at].name for at in vocabulary.above(number)
                         if vocabulary.attributes[at].name in names), None), list(one.variants))
        for number, one in enumerate(vocabulary.attributes)
    ]  # fmt: skip
    schema: dict[str, Any] = {"attribute": pl.String, "parent": pl.String, "variants": pl.List(pl.String)}
    return attributes.join(
        pl.DataFrame(rows, schema=schema, orient="row"), on="attribute", how="left", maintain_order="left"
    )


def vocabulary_table(extractor: Extractor, mentions: pl.LazyFrame) -> pl.DataFrame:
    """attribute, occurrences in the mined text, mentions, praise, variants, what is above it (`parent`) and at the top
    (`family`), an example span, or why it was pruned."""
    known = extractor.vocabulary
    counted = (
        mentions.group_by("attribute")
        .agg(
            pl.len().alias("mentions"),
            (pl.col("sentiment") > 0).mean().cast(pl.Float32).alias("praise"),
            # The surest mention; for equal ones the first review.
            pl.col("review", "start", "end")
            .sort_by("confidence", "review", "start", "end", descending=[True, False, False, False])  # one of several
            .first()
            .name.prefix("example_"),
        )
        .collect()
    )
    rows: list[dict[str, Any]] = [
        {"attribute": a.name, "count": a.count, "variants": list(a.variants), "parent": a.parent or None,
         "family": known.attributes[top].name, "pruned": None}
        for a, top in zip(known.attributes, known.tops.tolist(), strict=True)
    ]  # fmt: skip
    rows += [
        {"attribute": p.name, "count": p.count, "variants": [], "parent": None, "family": None, "pruned": p.why}
        for p in known.pruned
    ]
    schema: dict[str, Any] = {
        "attribute": pl.String,
        "count": pl.Int64,
        "variants": pl.List(pl.String),
        "parent": pl.String,
        "family": pl.String,
        "pruned": pl.String,
    }
    return pl.DataFrame(rows, schema=schema).join(counted, on="attribute", how="left", maintain_order="left")
