"""Recommendations for a whole table of (user, query) pairs, as a table; takes up again where it was stopped.

Finished pieces stay in a folder beside the result until all are there; the result appears at the end, whole. A pair
whose query is unknown keeps its row, with a note instead of an item.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from instead.engine.pool import map_shards
from instead.engine.threads import processors
from instead.errors import InputError
from instead.progress import Progress, quiet
from instead.request import Request, Wishes, several
from instead.shop import Brief, Shop, load

NewItems = Sequence[Mapping[str, Any]]

SHARD = 500
MISSING = "The query is missing: this row names no item."
_ALONE = 10_000  # pairs from which starting more processes pays
SCHEMA: dict[str, Any] = {
    "row": pl.UInt32,
    "user": pl.String,
    "query": pl.String,
    "rank": pl.UInt32,
    "item": pl.String,
    "score": pl.Float32,
    "text": pl.String,
    "better": pl.List(pl.String),
    "comparable": pl.List(pl.String),
    "worse": pl.List(pl.String),
    "basis": pl.String,
    "user_basis": pl.String,
    "note": pl.String,
}


@dataclass(frozen=True)
class Batch:
    """What came out: pairs asked for, pairs taken over from an earlier run, rows written, pairs without an item."""

    out: Path
    pairs: int
    kept: int
    rows: int
    without: int


def recommend_batch(
    folder: Path | str,
    pairs: Path | str,
    out: Path | str,
    *,
    new_items: NewItems = (),
    processes: int = 0,
    progress: Progress = quiet,
    k: int = 10,
    **wishes: Unpack[Wishes],
) -> Batch:
    """Recommend for every row of `pairs` (Parquet or CSV with `query` and, if there is one, `user`).

    `k` and `wishes` are the fields of a `Request`, the same for all rows.

    `new_items` came after the training, see `Shop.with_items`. Run again after an interruption, it goes on with what is
    missing. `processes` 0 takes as many as there are processors if the table is long enough.
    """
    folder, pairs, out = Path(folder), Path(pairs), Path(out)
    if out.suffix not in (".parquet", ".csv"):
        raise InputError(f"{out}: a table is written as .parquet or .csv")
    if not out.parent.is_dir():
        raise InputError(f"{out.parent}: no such folder")
    table = read_pairs(pairs)
    if out.exists() and out.samefile(pairs):
        raise InputError(f"{out}: the table of pairs would be overwritten by the result; name another file to write")
    shop = _opened(folder, new_items)
    request = Request.of(query=shop.catalogue.ids[0], k=k, **wishes)
    shop.answer(request)  # what is wrong is found out before the work
    work = out.with_name(f".{out.name}.parts")
    mark = _fingerprint(shop, table, request, new_items)
    _claim(work, mark)
    _open.clear()
    _open[mark] = shop
    shards = [(number, table[first : first + SHARD]) for number, first in enumerate(range(0, table.height, SHARD))]
    missing = [shard for shard in shards if not (work / f"{shard[0]:06d}.parquet").is_file()]
    kept = table.height - sum(part.height for _, part in missing)
    workers = processes or (processors() if sum(part.height for _, part in missing) >= _ALONE else 1)
    with progress("recommending", total=table.height, unit="pairs") as advance:
        advance(kept)
        for done in map_shards(_one, Job(folder, work, mark, request, new_items), missing, processes=workers):
            advance(done)
    _open.clear()
    return _finish(work, out, table.height, kept)


def read_pairs(path: Path) -> pl.DataFrame:
    """`row user query` of a table with a column `query` and, if there is one, `user`."""
    if not path.is_file():
        raise InputError("no such file", path=path)
    try:
        if path.suffix == ".parquet":
            table = pl.read_parquet(path)
        else:
            table = pl.read_csv(path, infer_schema=False, separator="\t" if path.suffix == ".tsv" else ",")
    except pl.exceptions.PolarsError as error:
        raise InputError(f"not a table ({str(error).splitlines()[0]})", path=path) from None
    if "query" not in table.columns:
        raise InputError(f"needs a column `query` (and `user`); it has {', '.join(table.columns)}", path=path)
    user = pl.col("user") if "user" in table.columns else pl.lit(None)
    columns = table.select(user.cast(pl.String).alias("user"), pl.col("query").cast(pl.String))
    return columns.with_row_index("row")


def _fingerprint(shop: Shop, table: pl.DataFrame, request: Request, new_items: NewItems) -> str:
    asked = request.model_dump() | {"new_items": [dict(one) for one in new_items]}
    about = json.dumps([shop.manifest, asked], sort_keys=True, default=_as_json)
    hasher = hashlib.sha256(about.encode())
    for name in ("user", "query"):
        hasher.update(table[name].hash(seed=0).to_numpy().tobytes())
    return hasher.hexdigest()


def _claim(work: Path, fingerprint: str) -> None:
    """Keep finished pieces of the same work; clear those of other work."""
    mark = work / "fingerprint"
    if mark.is_file() and mark.read_text() == fingerprint:
        return
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    mark.write_text(fingerprint)


def _as_json(value: Any) -> Any:
    if isinstance(value, Set):
        return sorted(value)
    return repr(value) if (parts := several(value)) is None else parts


@dataclass(frozen=True)
class Job:
    """What a worker is told once."""

    folder: Path
    work: Path
    mark: str
    request: Request
    """What every row asks, but for its user and query."""
    new_items: NewItems


_open: dict[str, Shop] = {}
"""The shop of the work under way in this process, by its fingerprint."""


def _opened(folder: Path, new_items: NewItems) -> Shop:
    shop = load(folder)
    return shop.with_items(new_items) if new_items else shop


def _shop(job: Job) -> Shop:
    if job.mark not in _open:
        _open.clear()
        _open[job.mark] = _opened(job.folder, job.new_items)
    return _open[job.mark]


def _one(job: Job, shard: tuple[int, pl.DataFrame]) -> int:
    """Recommend for some pairs and write them; runs in a worker."""
    number, pairs = shard
    shop, work = _shop(job), job.work
    asked = pairs.filter(pl.col("query").fill_null("") != "")
    rows = zip(asked["user"].to_list(), asked["query"].to_list(), strict=True)
    found = shop.briefs([job.request.model_copy(update={"user": user, "query": query}) for user, query in rows])
    told = dict(zip(asked["row"].to_list(), found, strict=True))
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA}
    for row, user, query in pairs.iter_rows():
        _add(columns, (row, user, query), told.get(row, _NOBODY))
    target = work / f"{number:06d}"
    _table(columns).write_parquet(target.with_suffix(".partial"))
    target.with_suffix(".partial").rename(target.with_suffix(".parquet"))
    return pairs.height


_NOBODY = Brief(None, (MISSING,), [], [], [], [])
_NOTHING = "Nothing to offer."


def _add(columns: dict[str, list[Any]], asked: tuple[int, str | None, str | None], found: Brief) -> None:
    """The rows of one pair: one for each item, or one that says why there is none."""
    count = max(len(found.items), 1)
    note = " ".join(found.notes) or (None if found.items else _NOTHING)
    same = {"user_basis": found.user_basis, "note": note} | dict(zip(("row", "user", "query"), asked, strict=True))
    for name, value in same.items():
        columns[name].extend([value] * count)
    if not found.items:
        for name in _OF_ITEMS:
            columns[name].append(None)
        return
    columns["rank"].extend(range(1, count + 1))
    columns["item"].extend(found.items)
    columns["score"].extend(found.scores)
    columns["basis"].extend(found.basis)
    columns["text"].extend([one.text for one in found.told])
    for name in _LISTS:
        columns[name].extend([_APART.join(getattr(one, name)) for one in found.told])


def _table(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """Columns as a table. Lists travel as joined texts: Polars would make a Series of each."""
    plain = {name: pl.String if name in _LISTS else kind for name, kind in SCHEMA.items()}
    split = (
        pl.when(pl.col(name) == "").then(pl.lit([], SCHEMA[name])).otherwise(pl.col(name).str.split(_APART)).alias(name)
        for name in _LISTS
    )
    return pl.DataFrame(columns, schema=plain).with_columns(split)


_APART = "\x1f"  # a character that separates, and that no text has
_LISTS = tuple(name for name, kind in SCHEMA.items() if kind == pl.List(pl.String))
_OF_ITEMS = ("rank", "item", "score", "text", "better", "comparable", "worse", "basis")


def _finish(work: Path, out: Path, pairs: int, kept: int) -> Batch:
    """Join the pieces; the table appears whole, then the pieces go."""
    parts = sorted(work.glob("*.parquet"))
    whole = pl.concat([pl.read_parquet(part) for part in parts]) if parts else pl.DataFrame(schema=SCHEMA)
    aside = out.with_name(f".{out.name}.partial")
    if out.suffix == ".parquet":
        whole.write_parquet(aside)
    else:
        joined = [pl.col(name).list.join("; ") for name in _LISTS]
        whole.with_columns(joined).write_csv(aside)
    aside.replace(out)
    shutil.rmtree(work, ignore_errors=True)
    without = Counter(whole["item"].is_null().to_list())[True]
    return Batch(out, pairs, kept, whole.height, without)
