"""Descriptions of items from triples of a graph."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from instead.errors import InputError, TooManyRejects
from instead.files.rejects import RejectLog
from instead.preparation.inspection import inspect_file
from instead.preparation.sources import collect, understand
from instead.reviews.items import Described
from instead.reviews.knowledge_graph import read_triples
from instead.reviews.row_formats import column_of_relation
from instead.settings import ReadSettings
from tests.small_shop import put, put_json, rejected_lines

ENTITIES = [
    "entity\tid\ttype",
    "a\t1\titem",
    "b\t2\titem",
    "7\t3\tbrand",
    "7\t4\tshop",
    "Shop\t5\tcate",
    "Tea\t6\tcate",
]
RELATIONS = ["relation\tid", "item-brand\t1", "item-shop\t2", "item-cate\t3"]
TRIPLES = ["head\ttail\trelation", "1\t3\t1", "1\t4\t2", "1\t6\t3", "1\t5\t3", "2\t5\t3"]


def read(paths: list[Path], log: RejectLog | None = None, allowed: float = 0.0) -> tuple[Described, Counter[str]]:
    sources = [source.understood for source in collect(paths).of("triples")]
    assert len(sources) == len(paths)
    described = Described()
    return described, read_triples(sources, described, log or RejectLog(), ReadSettings(max_rejected=allowed))


def graph(folder: Path, triples: list[str] = TRIPLES) -> list[Path]:
    tables = {"entities.tsv": ENTITIES, "relations.tsv": RELATIONS, "kg.tsv": triples}
    return [put(folder / name, lines) for name, lines in tables.items()]


def test_brand_and_category_of_numbered_triples(tmp_path: Path) -> None:
    described, times = read(graph(tmp_path))
    assert {item: (row["brand"], row["category"]) for item, row in described.rows.items()} == {
        "a": ("7", ["Shop", "Tea"]), "b": (None, ["Shop"]),
    }  # fmt: skip
    assert times == {"item-brand": 1, "item-shop": 1, "item-cate": 3}


def test_triples_by_name_need_no_tables(tmp_path: Path) -> None:
    rows = [
        {"head": "a", "relation": "has_brand", "tail": "Acme"},
        {"head": "b", "relation": "has_brand", "tail": "unknown"},
        {"head": "a", "relation": "category", "tail": "Tea"},
    ]
    described, _ = read([put_json(tmp_path / "kg.jsonl", rows)])
    assert list(described.rows) == ["a"]
    assert (described.rows["a"]["brand"], described.rows["a"]["category"]) == ("Acme", ["Tea"])


def test_numbers_in_no_table_are_rejected_with_their_line(tmp_path: Path) -> None:
    paths = graph(tmp_path, [*TRIPLES, "9\t3\t1", "1\t9\t1", "1\t3\t9", "1\t\t1"])
    log = RejectLog()
    described, _ = read(paths, log, allowed=1.0)
    assert rejected_lines(log, str(paths[2])) == [7, 8, 9, 10]
    assert described.rows["a"]["brand"] == "7"
    with pytest.raises(TooManyRejects, match="line 7: '9' is in no table of entities or relations"):
        read(paths, RejectLog())


def test_a_number_that_stands_for_two_names_is_an_error(tmp_path: Path) -> None:
    paths = graph(tmp_path)
    put(paths[0], [*ENTITIES, "c\t2\titem"])
    with pytest.raises(InputError, match=r"entities.tsv:8: number '2' stands for 'b' and 'c'"):
        read(paths)


def test_tables_without_triples_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="without its triples"):
        read(graph(tmp_path)[:2])


def test_inspect_says_which_is_which(tmp_path: Path) -> None:
    found = [inspect_file(path) for path in graph(tmp_path)]
    assert [one.format for one in found] == ["entities by number", "relations by number", "triples"]
    assert found[2].counts == {"heads": 2, "tails": 4, "of relation 1": 1, "of relation 2": 1, "of relation 3": 3}
    assert found[0].counts == {"entity": 5, "id": 6}


def test_columns_of_other_names_are_mapped(tmp_path: Path) -> None:
    path = put(tmp_path / "kg.csv", ["von,relation,nach", "a,brand,Acme", "b,brand,Zork"])
    with pytest.raises(InputError, match="cannot be read as"):
        understand(path, {})
    assert understand(path, {"head": "von", "tail": "nach"}).format == "triples"


@pytest.mark.parametrize(
    "header", [["source", "target", "relation"], ["id", "type"], ["user", "item", "relation"], ["item", "title", "id"]]
)
def test_other_tables_are_no_graph(tmp_path: Path, header: list[str]) -> None:
    path = put(tmp_path / "x.csv", [",".join(header), ",".join("abc"[: len(header)]), ",".join("bcd"[: len(header)])])
    try:
        kind = understand(path, {}).kind
    except InputError:
        kind = None
    assert kind != "triples"


@pytest.mark.parametrize(
    ("name", "column"),
    [("item-brand", "brand"), ("has_brand", "brand"), ("item-cate", "category"), ("categories", "category"),
     ("item-shop", None), ("item-years", None), ("also_item", None), ("1", None), ("title", "title")],
)  # fmt: skip
def test_which_column_a_relation_fills(name: str, column: str | None) -> None:
    assert column_of_relation(name) == column
