"""Batch recommendation: a table of (user, query) pairs to a table of substitutes, resumable.

Rows may also have a session, a history, viewed items and earlier choices.

Finished pieces are kept beside the result, in a folder or at its address, so that an interrupted run resumes; the
result is written atomically at the end. A pair whose query is unknown keeps its row, with a note instead of an item.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, Unpack

import polars as pl

from instead.engine.pool import map_shards
from instead.engine.threads import one_blas_thread, processors
from instead.errors import InputError
from instead.progress import Progress, quiet
from instead.ranking.crowds import Crowd
from instead.ranking.rule_files import Rules, RuleSource, rules_of
from instead.request import Request, Wishes, several
from instead.serving.answer_tables import LISTS, SCHEMA, table_of
from instead.serving.answers_by_query import MOST, Answers
from instead.shop import Shop, load
from instead.store.fetching import At, folder_of, pinned
from instead.store.object_stores import address_of
from instead.store.places import FolderPlace, Place, claimed, file_here, place_of_file
from instead.wording import ENGLISH, Wording

NewItems = Sequence[Mapping[str, Any]]

SHARD = 1000
_ALONE = 20_000  # effort from which more than one process is faster: each of them opens the shop
_QUERY = 8  # a query that was not there before takes as long as so many pairs
_VISIT = ("history", "viewed")  # columns of several ids
_APART = "\x1f"  # the unit separator, which no text contains
_BETWEEN, _CHOICES = ";", "|"  # ids, and choices of several ids, of one cell of a text file


@dataclass(frozen=True)
class Batch:
    """Counts of a batch: pairs, pairs kept from an earlier run, rows written, pairs without an item."""

    out: Path | str
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
    table is long enough. Model, pairs and result may be at an address of an object store.
    """
    source, out = pinned(folder), address_of(out) or Path(out)
    target, name = place_of_file(out)
    if PurePosixPath(name).suffix not in (".parquet", ".csv"):
        raise InputError(f"{out}: a table is written as .parquet or .csv")
    if isinstance(target, FolderPlace) and not target.folder.is_dir():
        raise InputError(f"{target}: no such folder")
    if wishes.get("parts"):
        raise InputError("a table has no column for the parts of a score; ask for them with `explain`, or one by one")
    with file_here(pairs) as file:
        table = read_pairs(file)
        same = out.exists() and out.samefile(file) if isinstance(out, Path) else out == address_of(pairs)
    if same:
        raise InputError(f"{out}: the table of pairs would be overwritten by the result; name another file to write")
    steering = rules_of(rules)
    shop = _opened(source, new_items, wording, steering)
    shop.verify()  # damaged numbers would fill a table, too
    request = Request.of(query=shop.catalogue.ids[0], k=k, **wishes)
    shop.answer(request)  # raises on wrong input before the work starts
    all_pieces = target.inside(f".{name}.parts")
    mark = _fingerprint(shop, table, request, new_items)
    work = claimed(all_pieces, mark)
    request = request.model_copy(update={"time": _moment(work, shop.askers.moment(request.time))})
    _open.clear()
    _open[mark] = shop
    by_query = _by_query(shop, table)
    shards = [(number, by_query[first : first + SHARD]) for number, first in enumerate(range(0, table.height, SHARD))]
    there = set(work.names())
    missing = [shard for shard in shards if f"{shard[0]:06d}.parquet" not in there]
    kept = table.height - sum(part.height for _, part in missing)
    effort = sum(part.height + _QUERY * part["query"].n_unique() for _, part in missing)
    workers = processes or (processors() if effort >= _ALONE else 1)
    with progress("recommending", total=table.height, unit="pairs") as advance:
        advance(kept)
        for done in map_shards(
            _one, Job(source, work, mark, request, new_items, wording, steering), missing, processes=workers
        ):
            advance(done)
    _open.clear()
    written = _finish(work, out, table.height, kept)
    all_pieces.clear()
    return written


def _by_query(shop: Shop, table: pl.DataFrame) -> pl.DataFrame:
    """Those of one query stand together, they are answered together; next to them those of its kind, which are offered
    the same items."""
    kinds = pl.DataFrame({"query": shop.catalogue.ids, "kind": shop.kinds.numbers})
    placed = table.join(kinds, on="query", how="left", maintain_order="left")
    return placed.sort("kind", "query", maintain_order=True).drop("kind")


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
    asked |= {"order": "by kind and query"}  # which rows are of a piece
    asked |= {"rules": [rule.as_json() | {"margins": rule.margins} for rule in shop.book.rules]}
    about = json.dumps([shop.manifest, asked, table.columns], sort_keys=True, default=_as_json)
    hasher = hashlib.sha256(about.encode())
    for name in table.columns:
        column = table[name].list.join(_APART) if name in _VISIT else table[name]
        hasher.update(column.hash(seed=0).to_numpy().tobytes())
    return hasher.hexdigest()


def _moment(work: Place, now: int | None) -> int | None:
    """When a batch is asked: all its rows at the same time, also those that a later run adds."""
    told = work.read("time")
    if told is None:
        told = b"" if now is None else str(now).encode()
        work.write("time", told)
    return int(told) if told else None


def _as_json(value: Any) -> Any:
    if isinstance(value, Set):
        return sorted(value)
    return repr(value) if (parts := several(value)) is None else parts


@dataclass(frozen=True)
class Job:
    """State of a worker: sent once."""

    folder: Path | At
    """The model, fetched where it is not at hand."""
    work: Place
    mark: str
    request: Request
    """The request of every row, except for the values of the row."""
    new_items: NewItems
    wording: Wording
    rules: Rules


_open: dict[str, Shop] = {}
"""The shop of the current batch in this process, by fingerprint."""


def _opened(folder: Path | At, new_items: NewItems, wording: Wording, rules: Rules) -> Shop:
    shop = load(folder_of(folder), wording=wording)
    shop = shop.with_items(new_items) if new_items else shop
    return shop.steered(rules) if rules else shop


def _shop(job: Job) -> Shop:
    if job.mark not in _open:
        _open.clear()
        _open[job.mark] = _opened(job.folder, job.new_items, job.wording, job.rules)
    return _open[job.mark]


def _one(job: Job, shard: tuple[int, pl.DataFrame]) -> int:
    """Recommend for some pairs, sorted by query, and write them; runs in a worker."""
    number, pairs = shard
    shop = _shop(job)
    with one_blas_thread():  # products are small: threads would cost more than they bring
        found = [_answers(shop, job.request, pairs[first : first + MOST]) for first in range(0, pairs.height, MOST)]
    content = BytesIO()
    table_of(shop, pairs, found).write_parquet(content)
    job.work.write(f"{number:06d}.parquet", content.getvalue())
    return pairs.height


def _answers(shop: Shop, request: Request, rows: pl.DataFrame) -> Answers:
    """What some rows get; those of one query stand together."""
    queries = rows["query"].to_list()
    if not {*_VISIT, "chosen"} & {*rows.columns}:
        return shop.answers(request, queries, shop.crowd(request, rows["user"].to_list()))
    askers = [
        shop.askers.asker(request.model_copy(update=_visit(row, request.query))) for row in rows.iter_rows(named=True)
    ]
    return shop.answers(request, queries, Crowd.of(askers))


def _visit(row: dict[str, Any], query: str) -> dict[str, Any]:
    """Fields of a request that a row sets; history, viewed and chosen only where they are not empty."""
    visit: dict[str, Any] = {name: tuple(row[name]) for name in _VISIT if row.get(name)}
    if row.get("chosen"):
        visit["chosen"] = Request.of(query=query, chosen=json.loads(row["chosen"])).chosen
    return {"user": row["user"], **visit}


def _finish(work: Place, out: Path | str, pairs: int, kept: int) -> Batch:
    """Join the pieces and write the table atomically."""
    with work.local() as folder:
        parts = sorted(folder.glob("*.parquet"))
        whole = pl.concat([pl.read_parquet(part) for part in parts]) if parts else pl.DataFrame(schema=SCHEMA)
    whole = whole.sort("row", maintain_order=True)  # offers of a pair stand together, in their order
    target, name = place_of_file(out)
    with target.written(name) as aside:
        if name.endswith(".parquet"):
            whole.write_parquet(aside)
        else:
            joined = [pl.col(one).list.join("; ") for one in LISTS]
            whole.with_columns(joined).write_csv(aside)
    without = whole["item"].null_count()
    return Batch(out, pairs, kept, whole.height, without)
