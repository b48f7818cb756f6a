"""Batch recommendation: a table of (user, query) pairs to a table of substitutes, resumable.

Rows may also have a session, a history, viewed items and earlier choices.

Finished pieces are kept in a folder beside the result, so that an interrupted run resumes; the result is written
atomically at the end. A pair whose query is unknown keeps its row, with a note instead of an item.
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
from instead.ranking.rule_files import Rules, RuleSource, rules_of
from instead.request import Request, Wishes, several
from instead.serving.answering import Brief
from instead.shop import Shop, load
from instead.wording import ENGLISH, Wording

NewItems = Sequence[Mapping[str, Any]]

SHARD = 500
_ALONE = 10_000  # pairs from which more than one process is faster
_VISIT = ("history", "viewed")  # columns of several ids
_BETWEEN, _CHOICES = ";", "|"  # ids, and choices of several ids, of one cell of a text file
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
    "placed_by": pl.String,
    "user_basis": pl.String,
    "note": pl.String,
}


@dataclass(frozen=True)
class Batch:
    """Counts of a batch: pairs, pairs kept from an earlier run, rows written, pairs without an item."""

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
    wording: Wording = ENGLISH,
    rules: RuleSource = None,
    k: int = 10,
    **wishes: Unpack[Wishes],
) -> Batch:
    """Recommend for every row of `pairs`: Parquet or CSV with `query` and, if there are such columns, `user`,
    `session`, `history`, `viewed` and `chosen`: lists of ids or texts that join them with `;`, of `chosen` lists of
    such lists or texts that join those with `|`.

    `k` and `wishes` are the other fields of a `Request`, the same for all rows; values of a row take precedence.

    `new_items` are cold-start items, see `Shop.with_items`, and `rules` those of `Shop.steered`. Started again after an
    interruption, it resumes with the missing pieces. `processes` 0 uses as many as there are processors if the
    table is long enough.
    """
    folder, pairs, out = Path(folder), Path(pairs), Path(out)
    if out.suffix not in (".parquet", ".csv"):
        raise InputError(f"{out}: a table is written as .parquet or .csv")
    if not out.parent.is_dir():
        raise InputError(f"{out.parent}: no such folder")
    if wishes.get("parts"):
        raise InputError("a table has no column for the parts of a score; ask for them with `explain`, or one by one")
    table = read_pairs(pairs)
    if out.exists() and out.samefile(pairs):
        raise InputError(f"{out}: the table of pairs would be overwritten by the result; name another file to write")
    steering = rules_of(rules)
    shop = _opened(folder, new_items, wording, steering)
    shop.verify()  # damaged numbers would fill a table, too
    request = Request.of(query=shop.catalogue.ids[0], k=k, **wishes)
    shop.answer(request)  # raises on wrong input before the work starts
    work = out.with_name(f".{out.name}.parts")
    mark = _fingerprint(shop, table, request, new_items)
    _claim(work, mark)
    request = request.model_copy(update={"time": _moment(work, shop.askers.moment(request.time))})
    _open.clear()
    _open[mark] = shop
    shards = [(number, table[first : first + SHARD]) for number, first in enumerate(range(0, table.height, SHARD))]
    missing = [shard for shard in shards if not (work / f"{shard[0]:06d}.parquet").is_file()]
    kept = table.height - sum(part.height for _, part in missing)
    workers = processes or (processors() if sum(part.height for _, part in missing) >= _ALONE else 1)
    with progress("recommending", total=table.height, unit="pairs") as advance:
        advance(kept)
        for done in map_shards(
            _one, Job(folder, work, mark, request, new_items, wording, steering), missing, processes=workers
        ):
            advance(done)
    _open.clear()
    return _finish(work, out, table.height, kept)


def read_pairs(path: Path) -> pl.DataFrame:
    """`row user query` of a table, and those of `session history viewed chosen` that it has; only `query` is required.
    `chosen` is a text of JSON."""
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
    columns = [user.cast(pl.String).alias("user"), pl.col("query").cast(pl.String)]
    columns += [pl.col(name).cast(pl.String) for name in ("session",) if name in table.columns]
    columns += [_ids(table, name) for name in _VISIT if name in table.columns]
    if "chosen" in table.columns:
        columns.append(pl.lit(_choices(table["chosen"])).alias("chosen"))
    return table.select(columns).with_row_index("row")


def _ids(table: pl.DataFrame, name: str) -> pl.Expr:
    """A column of lists of ids; texts are split at `;`."""
    column = pl.col(name)
    if not isinstance(table.schema[name], (pl.List, pl.Array)):
        column = column.cast(pl.String).str.split(_BETWEEN)
    trimmed = pl.element().cast(pl.String).str.strip_chars()
    return column.list.eval(trimmed.filter(trimmed != "")).alias(name)


def _choices(column: pl.Series) -> pl.Series:
    """A column of choices, each item ids with the one taken first, as JSON; null where there are none."""
    found = []
    for cell in column.to_list():
        lists = [part.split(_BETWEEN) for part in cell.split(_CHOICES)] if isinstance(cell, str) else cell or ()
        told = [[str(one).strip() for one in choice if str(one).strip()] for choice in lists]
        found.append(json.dumps(told) if any(told) else None)
    return pl.Series("chosen", found, pl.String)


def _fingerprint(shop: Shop, table: pl.DataFrame, request: Request, new_items: NewItems) -> str:
    asked = request.model_dump() | {"new_items": [dict(one) for one in new_items], "wording": shop.wording.model_dump()}
    asked |= {"rules": [rule.as_json() | {"margins": rule.margins} for rule in shop.book.rules]}
    about = json.dumps([shop.manifest, asked, table.columns], sort_keys=True, default=_as_json)
    hasher = hashlib.sha256(about.encode())
    for name in table.columns:
        column = table[name].list.join(_APART) if name in _VISIT else table[name]
        hasher.update(column.hash(seed=0).to_numpy().tobytes())
    return hasher.hexdigest()


def _claim(work: Path, fingerprint: str) -> None:
    """Keep finished pieces of the same batch (equal fingerprint); remove those of another one."""
    mark = work / "fingerprint"
    if mark.is_file() and mark.read_text() == fingerprint:
        return
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    mark.write_text(fingerprint)


def _moment(work: Path, now: int | None) -> int | None:
    """When a batch is asked: all its rows at the same time, also those that a later run adds."""
    kept = work / "time"
    if not kept.is_file():
        kept.write_text("" if now is None else str(now))
    told = kept.read_text()
    return int(told) if told else None


def _as_json(value: Any) -> Any:
    if isinstance(value, Set):
        return sorted(value)
    return repr(value) if (parts := several(value)) is None else parts


@dataclass(frozen=True)
class Job:
    """State of a worker: sent once."""

    folder: Path
    work: Path
    mark: str
    request: Request
    """The request of every row, except for the values of the row."""
    new_items: NewItems
    wording: Wording
    rules: Rules


_open: dict[str, Shop] = {}
"""The shop of the current batch in this process, by fingerprint."""


def _opened(folder: Path, new_items: NewItems, wording: Wording, rules: Rules) -> Shop:
    shop = load(folder, wording=wording)
    shop = shop.with_items(new_items) if new_items else shop
    return shop.steered(rules) if rules else shop


def _shop(job: Job) -> Shop:
    if job.mark not in _open:
        _open.clear()
        _open[job.mark] = _opened(job.folder, job.new_items, job.wording, job.rules)
    return _open[job.mark]


def _one(job: Job, shard: tuple[int, pl.DataFrame]) -> int:
    """Recommend for some pairs and write them; runs in a worker."""
    number, pairs = shard
    shop, work = _shop(job), job.work
    asked = pairs.filter(pl.col("query").fill_null("") != "")
    found = shop.briefs([job.request.model_copy(update=_named(row)) for row in asked.iter_rows(named=True)])
    told = dict(zip(asked["row"].to_list(), found, strict=True))
    nobody = Brief(None, (shop.wording.missing_query,), [], [], [], [], [])
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA}
    for row, user, query in pairs.select("row", "user", "query").iter_rows():
        _add(columns, (row, user, query), told.get(row, nobody))
    target = work / f"{number:06d}"
    _table(columns).write_parquet(target.with_suffix(".partial"))
    target.with_suffix(".partial").rename(target.with_suffix(".parquet"))
    return pairs.height


def _named(row: dict[str, Any]) -> dict[str, Any]:
    """Fields of a request that a row sets; history, viewed and chosen only where they are not empty."""
    visit: dict[str, Any] = {name: tuple(row[name]) for name in _VISIT if row.get(name)}
    if row.get("chosen"):
        visit["chosen"] = Request.of(query=row["query"], chosen=json.loads(row["chosen"])).chosen  # checked
    session = {"session": row["session"]} if row.get("session") else {}
    return {"user": row["user"], "query": row["query"], **session, **visit}


def _add(columns: dict[str, list[Any]], asked: tuple[int, str | None, str | None], found: Brief) -> None:
    """The rows of one pair: one for each item, or one that says why there is none."""
    count = max(len(found.items), 1)
    note = " ".join(found.notes) or None
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
    columns["placed_by"].extend([one or None for one in found.placed])
    columns["text"].extend([one.text for one in found.told])
    for name in _LISTS:
        columns[name].extend([_APART.join(getattr(one, name)) for one in found.told])


def _table(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """Columns as a table. Lists are passed as joined texts: Polars would make a Series of each."""
    plain = {name: pl.String if name in _LISTS else kind for name, kind in SCHEMA.items()}
    split = (
        pl.when(pl.col(name) == "").then(pl.lit([], SCHEMA[name])).otherwise(pl.col(name).str.split(_APART)).alias(name)
        for name in _LISTS
    )
    return pl.DataFrame(columns, schema=plain).with_columns(split)


_APART = "\x1f"  # the unit separator, which no text contains
_LISTS = tuple(name for name, kind in SCHEMA.items() if kind == pl.List(pl.String))
_OF_ITEMS = ("rank", "item", "score", "text", "better", "comparable", "worse", "basis", "placed_by")


def _finish(work: Path, out: Path, pairs: int, kept: int) -> Batch:
    """Join the pieces, write the table atomically, then delete the pieces."""
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
