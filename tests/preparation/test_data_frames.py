"""Data frames in the place of files: the same datasets, checks and counts."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import instead
from instead.errors import InputError
from instead.preparation.sources import collect
from instead.settings import PrepareSettings
from tests.small_shop import put_json, shop_meta, shop_rows

SETTINGS = PrepareSettings(negatives=5)


def reviews() -> pl.DataFrame:
    names = {"reviewerID": "user", "asin": "item", "overall": "rating", "unixReviewTime": "time", "reviewText": "text"}
    return pl.DataFrame(shop_rows()).select(pl.col(name).alias(ours) for name, ours in names.items())


def links() -> pl.DataFrame:
    ends = [(row["asin"], other) for row in shop_meta() for other in row["also_view"]]
    return pl.DataFrame(ends, schema=["source", "target"], orient="row")


def hashes(folder: Path, **inputs: Any) -> dict[str, str]:
    return dict(instead.prepare(out=folder, settings=SETTINGS, **inputs).hashes)


def test_a_frame_gives_what_the_file_gives(tmp_path: Path) -> None:
    reviews().write_csv(tmp_path / "reviews.csv")
    links().write_csv(tmp_path / "substitute.csv")
    by_file = hashes(tmp_path / "a", reviews=tmp_path / "reviews.csv", links=tmp_path / "substitute.csv")
    assert hashes(tmp_path / "b", reviews=reviews(), links=links()) == by_file
    assert hashes(tmp_path / "c", files=[reviews().lazy(), links()]) == by_file
    half = reviews().height // 2
    assert (
        hashes(tmp_path / "d", reviews=[reviews()[:half], reviews()[half:]], links={"substitute": links()}) == by_file
    )


class Arrow:
    """What pandas, DuckDB and pyarrow have in common."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def test_anything_with_the_arrow_interface(tmp_path: Path) -> None:
    plain = hashes(tmp_path / "a", reviews=reviews(), links=links())
    assert hashes(tmp_path / "b", reviews=Arrow(reviews()), links=Arrow(links())) == plain


def test_pandas(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    found = instead.inspect_file(pandas.DataFrame(reviews().to_dict(as_series=False)))
    assert (found.kind, found.rows, found.rejected) == ("reviews", reviews().height, 0)


def test_rows_are_numbered_and_the_argument_is_named() -> None:
    bad = reviews().with_columns(
        pl.when(pl.int_range(pl.len()) == 4).then(77.0).otherwise("rating").alias("rating"),
        pl.col("item").cast(pl.Categorical),
        pl.from_epoch("time").alias("time"),
    )
    found = instead.inspect_file(bad)
    assert (found.file, found.format, found.rejected) == ("data[0]", "reviews (data frame)", 1)
    assert (found.first_rejected[0].line, found.first_rejected[0].cause) == (5, "rating outside 1 to 5: '77.0'")
    assert found.counts["with time"] == reviews().height - 1
    assert [source.understood.name for source in collect(reviews=reviews(), links=links()).files] == [
        "reviews",
        "links",
    ]


def test_a_map_for_a_frame_is_by_its_argument() -> None:
    odd = reviews().rename({"user": "who"})
    found = collect(reviews=odd, columns={"reviews": {"user": "who"}}).files[0].understood
    assert found.columns["user"] == "who"


def test_frames_that_cannot_be_read_say_so() -> None:
    with pytest.raises(InputError, match=r"reviews: the data frame is empty"):
        collect(reviews=pl.DataFrame({"user": []}))
    with pytest.raises(InputError, match="holds Python objects"):
        collect(reviews=pl.DataFrame({"user": pl.Series([object()], dtype=pl.Object)}))
    with pytest.raises(InputError, match="named twice"):
        same = reviews()
        collect(reviews=[same, same])

    class Broken:
        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
            raise ImportError("pyarrow is missing")

    with pytest.raises(InputError, match="cannot be read"):
        collect(reviews=Broken())


def test_dates_and_nested_events(tmp_path: Path) -> None:
    events = pl.DataFrame(
        {
            "event_name": ["view_item", "purchase"],
            "event_timestamp": [1_700_000_000_000_000] * 2,
            "user_pseudo_id": ["p", "p"],
            "items": [[{"item_id": "a"}], [{"item_id": "a"}, {"item_id": "b"}]],
        }
    )
    found = instead.inspect_file(events)
    assert (found.format, found.counts["of purchase"]) == ("GA4 events", 2)
    dated = reviews().with_columns(pl.lit(dt.date(2024, 5, 1)).alias("time"))
    assert instead.inspect_file(dated).counts["with time"] == dated.height


def test_a_file_beside_a_frame(tmp_path: Path) -> None:
    meta = put_json(tmp_path / "meta.json", shop_meta())
    data = instead.prepare([meta], reviews=reviews(), out=tmp_path / "d", settings=SETTINGS)
    assert [source["file"] for source in data.manifest["sources"]] == ["meta.json", "reviews"]
    assert all(source["sha256"] for source in data.manifest["sources"])
