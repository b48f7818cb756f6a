"""Hashes of content: the same for the same content however it is cut or stored, another for any other content."""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.store import digests
from instead.store.arrays import write_rows
from instead.store.digests import TableDigest, checksum, file_digest, table_digest, tensors_digest
from instead.store.tensors import write_tensors
from tests.small_shop import few, some

SCHEMA: dict[str, Any] = {
    "text": pl.String,
    "tags": pl.List(pl.String),
    "number": pl.Int32,
    "price": pl.Float64,
    "sold": pl.Boolean,
    "fields": pl.List(pl.Struct({"name": pl.String, "amount": pl.Int32})),
}
words = st.text(max_size=4)
rows = st.tuples(
    st.none() | words,
    st.none() | st.lists(st.none() | words, max_size=3),
    st.none() | st.integers(-(2**31), 2**31 - 1),
    st.none() | st.floats(),
    st.none() | st.booleans(),
    st.none() | st.lists(st.fixed_dictionaries({"name": st.none() | words, "amount": st.none() | st.integers(0, 9)}),
                         max_size=3),
)  # fmt: skip
tables = st.lists(rows, max_size=12)


def table(content: list[tuple[Any, ...]]) -> pl.DataFrame:
    return pl.DataFrame(content, schema=SCHEMA, orient="row")


def sha(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def joined(lines: list[str]) -> str:
    return sha("\n".join(lines).encode())


def plain_digest(frame: pl.DataFrame) -> str:
    """The definition in docs/data.md, value by value."""

    def column(values: list[Any], dtype: pl.DataType) -> str:
        missing = sha(*(bytes([value is None]) for value in values))
        lengths, content, inner = b"", b"", []
        if isinstance(dtype, pl.List):
            lengths = b"".join(len(value or []).to_bytes(4, "little") for value in values)
            name, inner = "list", [column([one for value in values for one in value or []], dtype.inner)]  # type: ignore[arg-type]
        elif isinstance(dtype, pl.Struct):
            name = "struct"
            for part in sorted(dtype.fields, key=lambda one: one.name):
                own = column([None if value is None else value[part.name] for value in values], part.dtype)  # type: ignore[arg-type]
                inner.append(f"{json.dumps(part.name)} {own}")
        elif dtype == pl.String:
            texts = [(value or "").encode() for value in values]
            name = "text"
            lengths, content = b"".join(len(text).to_bytes(4, "little") for text in texts), b"".join(texts)
        else:
            name, code = {"Int32": ("<i4", "<i4"), "Float64": ("<f8", "<f8"), "Boolean": ("bool", "|u1")}[str(dtype)]
            content = np.array([0 if value is None else value for value in values], code).tobytes()
        return joined([name, str(len(values)), missing, sha(lengths), sha(content), *inner])

    named = {name: column(frame[name].to_list(), dtype) for name, dtype in frame.schema.items()}
    return joined([f"{json.dumps(name)} {named[name]}" for name in sorted(named)])


@some
@given(tables)
def test_it_is_the_definition(content: list[tuple[Any, ...]]) -> None:
    assert table_digest(table(content)) == plain_digest(table(content))


@few
@given(tables, st.integers(0, 12), st.randoms())
def test_slices_and_the_order_of_columns_do_not_matter(content: list[tuple[Any, ...]], cut: int, random: Any) -> None:
    frame = table(content)
    names = list(SCHEMA)
    random.shuffle(names)
    digest = TableDigest(frame.select(names).schema)
    for part in (frame[:cut], frame[cut:]):
        digest.update(part.select(names))
    assert digest.hexdigest() == table_digest(frame)


def one_change(frame: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Tables that differ from this one in one way each, and look alike to a careless hash."""
    return {
        "a value": frame.with_columns(number=pl.Series([1, 2, 4], dtype=pl.Int32)),
        "the order of rows": frame.reverse(),
        "a type": frame.with_columns(pl.col("number").cast(pl.Int64)),
        "a name": frame.rename({"number": "numbers"}),
        "a column more": frame.with_columns(more=pl.lit(0)),
        "a column less": frame.drop("number"),
        "a row less": frame.head(2),
        "the place where a text ends": frame.with_columns(text=pl.Series(["a", "bc", None])),
        "an empty text for none": frame.with_columns(pl.col("text").fill_null("")),
        "the place where a list ends": frame.with_columns(tags=pl.Series([["x"], ["y"], []])),
        "an empty list for none": frame.with_columns(tags=pl.Series([["x", "y"], [], []])),
        "columns with each other's names": frame.rename({"number": "other", "other": "number"}),
    }


def test_any_other_content_is_another_hash() -> None:
    frame = pl.DataFrame(
        {"text": ["ab", "c", None], "tags": [["x", "y"], None, []], "number": [1, 2, 3], "other": [3, 2, 1]},
        schema_overrides={"number": pl.Int32, "other": pl.Int32},
    )
    changed = one_change(frame)
    found = {table_digest(one) for one in (frame, *changed.values())}
    assert len(found) == 1 + len(changed)


def test_the_file_a_table_stands_in_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pl.DataFrame({"n": range(1000), "text": [f"text {n}" for n in range(1000)], "tags": [["a"], []] * 500})
    expected = table_digest(frame)
    frame.write_parquet(tmp_path / "one.parquet", compression="zstd", row_group_size=7)
    frame.write_parquet(tmp_path / "two.parquet", compression="uncompressed", statistics=False)
    assert checksum(tmp_path / "one.parquet") != checksum(tmp_path / "two.parquet")
    assert file_digest(tmp_path / "one.parquet") == file_digest(tmp_path / "two.parquet") == expected
    monkeypatch.setattr(digests, "_ROWS", 64)
    monkeypatch.setattr(digests, "_TEXTS", 5)
    assert file_digest(tmp_path / "one.parquet") == expected


def test_a_golden_hash() -> None:
    """Hashes are written into models: another version must give the same."""
    frame = pl.DataFrame({"user": ["u1", "u2", None], "tags": [["é"], [], None], "stars": [5.0, None, 1.5]})
    assert table_digest(frame) == "5d8580d3da81b09b55a30d0e41ee9396de8c726d54a22bf7a2f1ae679654d440"


def test_types_without_a_definition_are_refused() -> None:
    with pytest.raises(TypeError, match="column 'day': no hash is defined for the type Date"):
        table_digest(pl.DataFrame({"day": [1]}, schema={"day": pl.Date}))


def test_arrays_count_by_name_type_shape_and_content(tmp_path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.arange(2)}
    expected = tensors_digest(arrays)
    write_tensors(tmp_path / "x.safetensors", dict(reversed(arrays.items())))
    assert file_digest(tmp_path / "x.safetensors") == expected
    others = [
        {**arrays, "a": arrays["a"].T},
        {**arrays, "a": arrays["a"].reshape(3, 2)},
        {**arrays, "b": arrays["b"].view(np.uint64)},
        {"a": arrays["a"]},
        {"a": arrays["a"], "c": arrays["b"]},
    ]
    assert len({tensors_digest(other) for other in others} | {expected}) == 6


def test_other_files(tmp_path: Path) -> None:
    table = np.arange(12, dtype=np.uint16).reshape(4, 3)
    write_rows(tmp_path / "x.npy", 4, 3, table.dtype, [table])
    first = file_digest(tmp_path / "x.npy")
    write_rows(tmp_path / "x.npy", 4, 3, table.dtype, [table[::-1]])
    assert file_digest(tmp_path / "x.npy") != first
    (tmp_path / "x.txt").write_bytes(b"abc" * 3_000_000)
    assert checksum(tmp_path / "x.txt") == f"{zlib.crc32(b'abc' * 3_000_000):08x}"
    with pytest.raises(ValueError, match=r"x\.txt"):
        file_digest(tmp_path / "x.txt")
