"""Reads descriptions of items from triples `head relation tail`: item, item-brand, brand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from instead.errors import InputError
from instead.files.rejects import RejectLog
from instead.files.shape import text_frames
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.by_row import fill_named, is_no_name
from instead.reviews.items import Described
from instead.reviews.read_reviews import finish
from instead.reviews.row_formats import ENTITIES, RELATIONS, TRIPLES, column_of_relation
from instead.settings import ReadSettings


def read_triples(
    sources: Sequence[Understood],
    described: Described,
    log: RejectLog,
    settings: ReadSettings,
    *,
    known: Collection[str] | None = None,
    advance: Advance | None = None,
) -> Counter[str]:
    """Fill brand, category and other columns from the triples of all files; returns the triples by relation.

    Numbers of heads, tails and relations are looked up in the tables of entities and relations; without such a table
    they are names themselves. Relations that fill no column of items are counted and not used.
    """
    if not sources:
        return Counter()
    graph = [source for source in sources if source.format == TRIPLES]
    if not graph:
        raise InputError("entities and relations of a graph without its triples: --triples FILE", path=sources[0].name)
    entities = _lookup(sources, ENTITIES, "entity", log, settings, advance)
    relations = _lookup(sources, RELATIONS, "relation", log, settings, advance)
    found: dict[str, dict[str, list[str]]] = {}
    times: Counter[str] = Counter()
    for source in graph:
        for line, (head, tail, relation) in _cells(source, ("head", "tail", "relation"), log, advance):
            named = [_named(word, table) for word, table in ((head, entities), (tail, entities), (relation, relations))]
            if None in named:
                unknown = (head, tail, relation)[named.index(None)]
                what = f"{unknown!r} is in no table of entities or relations"
                log.reject(source.name, line, what, f"{head} {relation} {tail}", kind="number in no table")
                continue
            item, value, name = (str(word) for word in named)
            times[name] += 1
            column = column_of_relation(name)
            if column is not None and not is_no_name(value):
                found.setdefault(column, {}).setdefault(item, []).append(value)
        finish(source, log, settings)
    for column, values in found.items():
        fill_named(described, column, list(values.items()), settings, log.tally(graph[0].name), known)
    return times


def _named(word: str, table: Mapping[str, str] | None) -> str | None:
    return word if table is None else table.get(word)


def _lookup(
    sources: Sequence[Understood], form: str, column: str, log: RejectLog, settings: ReadSettings,
    advance: Advance | None,
) -> dict[str, str] | None:  # fmt: skip
    """Number -> name, from all tables of this form; None if there is none."""
    tables = [source for source in sources if source.format == form]
    found: dict[str, str] = {}
    for source in tables:
        for line, (name, number) in _cells(source, (column, "id"), log, advance):
            if found.setdefault(number, name) != name:
                raise InputError(
                    f"number {number!r} stands for {found[number]!r} and {name!r}", path=source.name, line=line
                )
        finish(source, log, settings)
    return found if tables else None


def _cells(
    source: Understood, wanted: Sequence[str], log: RejectLog, advance: Advance | None
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The wanted cells of each row that has them all, with its line."""
    columns = [source.columns[name] for name in wanted]
    for frame in text_frames(source.shape, columns, log, advance):
        for *cells, line in frame.select(*columns, "line").iter_rows():
            told = tuple((cell or "").strip() for cell in cells)
            if all(told):
                yield line, told
            else:
                missing = wanted[told.index("")]
                log.reject(source.name, line, f"no {missing}", " ".join(told), kind=f"no {missing}")
