"""`prepare`: builds a dataset folder from a shop's files: cleaning, k-core, split, triples, negative sampling."""

from __future__ import annotations

import contextlib
import shutil
import time as clock
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.engine.beside import beside
from instead.errors import EmptyResult, InputError, InsteadError
from instead.files.columns import ColumnMap, Given
from instead.files.rejects import RejectLog
from instead.files.understood import Kind
from instead.mentions.languages import counted, sample_rows
from instead.mentions.languages import languages as languages_of
from instead.mentions.mention_formats import MTER
from instead.mentions.table import prune_attributes
from instead.preparation.decisions import decided, plan
from instead.preparation.gather import Gathered, gather_items_and_links, gather_mentions, gather_reviews
from instead.preparation.inspection import check_whole
from instead.preparation.observed_split import OBSERVED, observe, write_observed, write_training_links
from instead.preparation.size import memory_needed
from instead.preparation.sources import Input, Labelled, Paths, Sources, collect, could_be_reviews
from instead.preparation.split_files import write_interactions, write_splits
from instead.progress import Progress, quiet
from instead.reviews.items import SCHEMA as ITEM_SCHEMA
from instead.reviews.items import ChangedItem
from instead.reviews.read_reviews import NOTHING_LEFT_OUT, LeftOut
from instead.reviews.split import TEST, TRAIN, split_parts
from instead.settings import PrepareSettings
from instead.statistics import graph_statistics
from instead.store.arrays import joint_digest
from instead.store.dataset import FEEDBACK, KIND, Dataset, name_layers
from instead.store.digests import file_digest
from instead.store.folder import check_target, held, written_aside
from instead.store.layers import BASE, LAYERS, MENTIONS, SPLIT, UNHASHED, content_hash, new_layer, seal
from instead.store.memory import check_fits
from instead.substitutes.graph import Graph, unordered
from instead.substitutes.triples import Interactions

NO_LINKS = (
    "none of these files says which items replace which, so there is nothing to learn substitutes from. Add links of "
    "your own (--links FILE: item,item,... or source,target), a view log (--views FILE: user,item,time,bought), or "
    "Amazon 2014 or 2018 metadata; or go on without triples, for attributes and for models that need no "
    "links (item-knn, popularity): --without-links, or --catalogue whole"
)
NO_REVIEWS = (
    "there are no reviews among the files; name a file with user and item, and rating or text if you have them "
    "(--reviews), or see what was understood: instead inspect FILE..."
)


NOTHING_SERVES = (
    "nothing among the files can serve a shop: there are no reviews or orders, no item descriptions, no links and no "
    "view log; see what was understood: instead inspect FILE..."
)
_SERVES: tuple[Kind, ...] = ("items", "names", "triples", "links", "views")
"""Files that can serve a whole catalogue without any review."""
_SPOKEN = {"links": "links between items", "views": "a view log"}


def prepare(
    files: Iterable[Input] = (),
    *,
    out: str | Path,
    reviews: Paths = None,
    items: Paths = None,
    mentions: Paths = None,
    links: Labelled = None,
    views: Paths = None,
    names: Labelled = None,
    rows: Labelled = None,
    triples: Paths = None,
    columns: Given | ColumnMap | None = None,
    settings: PrepareSettings | None = None,
    without_links: bool = False,
    replace: bool = False,
    max_memory: int | None = None,
    progress: Progress = quiet,
    now: int | None = None,
    left_out: LeftOut = NOTHING_LEFT_OUT,
    feedback: pl.DataFrame | None = None,
    changed: Mapping[str, ChangedItem] | None = None,
) -> Dataset:
    """Build a dataset folder from raw files, or from data frames in their place, and open it.

    Files are recognised by their content; `reviews`, `items`, `mentions`, `links`, `views`, `names`, `rows` and
    `triples` say what they are where that is not enough, and `columns` (our name -> the file's, or a file's name
    -> such a map for that file alone) where their columns have unusual names. The folder `out` is complete or absent;
    with `replace`, a dataset that was there before stays until the new one is complete.
    Times later than a day after `now` (seconds; default: the clock) are left out. `left_out` are further rows that must
    not be known, `feedback` choices among what the shop's answers showed (`Dataset.feedback`), and `changed` what was
    said of items since the files were written, by id.
    """
    settings = settings or PrepareSettings()
    out = Path(out)
    check_target(out, KIND, replace=replace)
    sources = collect(
        files, reviews=reviews, items=items, mentions=mentions, links=links, views=views, names=names, rows=rows,
        triples=triples, columns=columns, variants=settings.read.variants,
    )  # fmt: skip
    whole = settings.catalogue == "whole"
    if not _has_reviews(sources) and not (whole and any(sources.of(kind) for kind in _SERVES)):
        for source in sources.files:  # a damaged file may be why the reviews are missing: report that first
            check_whole(source.understood, settings.read)
        raise InputError((NOTHING_SERVES if whole else NO_REVIEWS) + _taken_for_others(sources))
    if not whole and not without_links and not _may_link(sources, settings):
        raise InputError(NO_LINKS)
    check_fits(memory_needed(sources), max_memory)
    rejected = out.parent / f"{out.name}.rejected.jsonl"
    with contextlib.suppress(FileNotFoundError):
        rejected.unlink()
    try:
        with ExitStack() as stack:
            if (out / LAYERS).is_dir():  # not while an extraction works in it
                stack.enter_context(held(out / LAYERS))
            aside = stack.enter_context(written_aside(out))
            log = stack.enter_context(RejectLog(rejected))
            when = int(clock.time()) if now is None else now
            _build(aside, sources, log, settings, without_links, when, progress, left_out, feedback, changed)
    except InsteadError:  # the log of rejected rows is kept: it may show the cause
        raise
    except BaseException:
        rejected.unlink(missing_ok=True)
        raise
    return Dataset.open(out)


def _has_reviews(sources: Sources) -> bool:
    return bool(sources.of("reviews")) or any(s.understood.format == MTER for s in sources.of("mentions"))


def _taken_for_others(sources: Sources) -> str:
    """Files recognised as another kind whose lines may also be (user, item): a hint in the error message."""
    return "".join(
        f"; {source.understood.name} was taken as {_SPOKEN[source.kind]}: if it lists who took which item, say "
        f"--reviews {source.understood.name}"
        for source in sources.files
        if could_be_reviews(source)
    )


def _may_link(sources: Sources, settings: PrepareSettings) -> bool:
    """Whether any file may have substitute links. Metadata count as yes: relations may occur only further down."""
    for source in sources.files:
        relations = {source.relation, *source.understood.relations}
        if source.kind in ("links", "views") and (
            relations & set(settings.substitutes) or not source.understood.relations
        ):
            return True
        if source.kind == "items" and "2014" in source.understood.format:
            return True
        if source.kind == "items" and set(source.understood.relations) & set(settings.substitutes):
            return True
    return False


def _build(
    aside: Path,
    sources: Sources,
    log: RejectLog,
    settings: PrepareSettings,
    without_links: bool,
    now: int,
    progress: Progress,
    left_out: LeftOut,
    feedback: pl.DataFrame | None,
    changed: Mapping[str, ChangedItem] | None,
) -> None:
    wanted = settings
    with (
        new_layer(aside, BASE) as base,
        new_layer(aside, MENTIONS) as said,
        new_layer(aside, SPLIT) as split,
        ExitStack() as stack,
    ):
        stage = aside / "stage"
        stage.mkdir()
        texts = base / "reviews.parquet"
        gathered, write_reviews = gather_reviews(sources, texts, stage, log, settings, now, progress, left_out)
        with beside(
            write_reviews
        ) as written:  # polars writes without the interpreter's lock, items are parsed under it
            gather_items_and_links(gathered, sources, log, settings, progress, left_out, changed)
            with progress("writing reviews", total=None):
                written()
        if feedback is not None and feedback.height:
            feedback.write_parquet(base / FEEDBACK)
        # most of the bytes: hashed in parallel with everything that follows
        hashed = stack.enter_context(beside(file_digest, texts))
        shutil.rmtree(stage)
        languages = _languages(texts, settings.seed) if gathered.funnel["with text"] else {}
        gather_mentions(gathered, sources, texts, log, settings, progress)

        settings = decided(wanted, gathered)
        core = gathered.core.rows
        part = split_parts(gathered.user, gathered.item, gathered.time, settings, core)
        observed = observe(gathered, settings)
        if observed is not None:
            part[observed.later(gathered) & (part == TRAIN)] = TEST
        interactions = Interactions.build(gathered.user, gathered.item, part, len(gathered.users), len(gathered.items))
        hashes = [write_interactions(split, interactions)]
        graph = _substitute_graph(gathered, settings)
        splits: dict[str, Any] = {}
        with beside(_write_tables, base, said, gathered, part, settings) as tables_written:
            if graph.edges:
                splits = write_splits(split, interactions, graph, settings, progress, core)
            attributes = tables_written()
        if observed is not None:
            links = observed.training_links(gathered, part, settings)
            hashes.append(write_training_links(split, links, gathered.items))
            if observed.choices:
                splits[OBSERVED] = write_observed(split / OBSERVED, observed, gathered, links, settings)
        if not graph.edges and not without_links:
            _check_no_graph(gathered, settings, log)
        hashes += [one["hash"] for one in splits.values()]
        with progress("hashing", total=None):
            known = {texts.name: hashed()}
        log.close()
        if log.rejected and log.path is not None:
            log.path.rename(base / UNHASHED)
        layers = {BASE: seal(base, BASE, content_hash(base, known), {})}
        layers[SPLIT] = seal(split, SPLIT, joint_digest(hashes), layers)
        layers[MENTIONS] = seal(said, MENTIONS, content_hash(said), layers)
    shares = np.bincount(part, minlength=3)
    content = {
        "counts": {
            "reviews": int(gathered.user.size),
            "users": len(gathered.users),
            "items": len(gathered.items),
            "attributes": attributes,
            "mentions": gathered.mentions.height,
            "links": gathered.links.height,
            "core": int(core.sum()),
            "train": int(shares[0]),
            "validation": int(shares[1]),
            "test": int(shares[2]),
        },
        "described": gathered.described.counts(),
        "languages": languages,
        "graph": graph_statistics(graph),
        "relations": dict(gathered.links.group_by("relation").len().sort("relation").iter_rows()),
        "splits": splits,
        "observed": {} if observed is None else dict(observed.why),
        "split_hash": layers[SPLIT].hash,
        "funnel": dict(gathered.funnel),
        "plan": [list(row) for row in plan(wanted, settings, gathered, splits, _taken_for_others(sources))],
        "sources": _sources(sources, log),
        "settings": settings.model_dump(mode="json"),
        "seed": settings.seed,
        "as_of": now,
    }
    name_layers(aside, layers, content)


def _write_tables(
    base: Path, said: Path, gathered: Gathered, part: NDArray[np.uint8], settings: PrepareSettings
) -> int:
    """Users, items, links, mentions and attributes; returns how many attributes there are."""
    pl.DataFrame({"user": gathered.users}).write_parquet(base / "users.parquet")
    items = pl.DataFrame({"item": gathered.items}).join(
        gathered.described.table(), on="item", how="left", maintain_order="left"
    )
    gathered.funnel["items_described"] = len(gathered.described.rows)
    gathered.funnel["items_described_again"] = gathered.described.repeated
    items.select(list(ITEM_SCHEMA)).write_parquet(base / "items.parquet")
    ends = (gathered.items.gather(gathered.links[end]).alias(end) for end in ("source", "target"))
    gathered.links.with_columns(*ends).write_parquet(base / "links.parquet")
    trained = part == TRAIN
    training = pl.DataFrame(
        {
            "user": gathered.users.gather(gathered.user[trained]),
            "item": gathered.items.gather(gathered.item[trained]),
        }
    )
    before = gathered.mentions.height
    gathered.mentions, attributes = prune_attributes(gathered.mentions, training, settings.min_mentions)
    gathered.funnel["mentions_of_rare_attributes"] = before - gathered.mentions.height
    if before and attributes.is_empty():
        raise EmptyResult(
            f"no attribute has {settings.min_mentions} mentions in the training reviews; lower --min-mentions"
        )
    gathered.mentions.write_parquet(said / "mentions.parquet")
    attributes.write_parquet(said / "attributes.parquet")
    return attributes.height


_TOLD_BY = 400
"""Letters of a text that its language is told by."""


def _languages(reviews: Path, seed: int) -> dict[str, int]:
    """Reviews by language in a sample of those that have a text."""
    table = pl.scan_parquet(reviews)
    rows = sample_rows(int(table.select(pl.len()).collect().item()), seed)
    # The beginning tells the language, and takes less memory than the whole.
    begun = table.select(pl.col("text").str.slice(0, _TOLD_BY))
    chosen = begun.with_row_index("row").join(pl.LazyFrame({"row": rows}), on="row", how="semi")
    texts = chosen.collect(engine="streaming")["text"].drop_nulls()
    return counted(languages_of(texts.filter(texts.str.len_bytes() > 0).to_list()))


def _substitute_graph(gathered: Gathered, settings: PrepareSettings) -> Graph:
    """The symmetric graph of the relations that mean "substitute" (decision A4)."""
    links = gathered.links.filter(pl.col("relation").is_in(settings.substitutes))
    source, target = (links[end].to_numpy() for end in ("source", "target"))
    count = len(gathered.items)
    return Graph.from_pairs(unordered(source, target, count), count)


def _check_no_graph(gathered: Gathered, settings: PrepareSettings, log: RejectLog) -> None:
    """Refuse a shop whose links came to nothing, which is rarely what was meant; one without any may go on."""
    funnel = gathered.funnel
    if settings.catalogue == "whole" and not funnel["links_read"]:
        return
    raise EmptyResult(
        f"no substitute link is left: {funnel['links_read']:,} links read, {funnel['links_to_absent']:,} lead to items "
        f"without enough reviews, {funnel['links_to_itself']:,} to the item itself, and of the rest none is "
        f"{' or '.join(settings.substitutes)}. Do the item ids of links and reviews agree? Lower --min-item, or go on "
        f"without: --without-links{_not_used(log)}"
    )


def _not_used(log: RejectLog) -> str:
    """What was not used of each file, and why."""
    said = []
    for file, tally in log.files.items():
        causes = tally.causes + tally.repaired + tally.unused
        if causes:
            told = "; ".join(f"{count:,} rows: {cause}" for cause, count in causes.most_common(4))
            said.append(f"{Path(file).name}: {told}")
    return f". Not used of the files: {'. '.join(said)}" if said else ""


def _sources(sources: Sources, log: RejectLog) -> list[dict[str, Any]]:
    rows = []
    for source in sources.files:
        file, tally = source.understood.shape.file, log.tally(source.understood.name)
        rows.append(
            {
                "file": file.path.name,
                "format": source.understood.format,
                "kind": source.kind,
                "notes": list(source.understood.notes),
                "notations": {name: asdict(one) for name, one in tally.notations.items()},
                "sha256": file.digest,
                "bytes": file.size,
                "rows": tally.rows,
                "rejected": tally.rejected,
                "causes": dict(tally.causes),
                "repaired": dict(tally.repaired),
                "unused": dict(tally.unused),
                "damage": file.damage,
            }
        )
    return rows
