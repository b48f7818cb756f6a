"""Ids that no product table has are said, with what they look like; orders and visitors nobody can tell apart."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from instead.preparation.inspection import inspect_file
from instead.preparation.prepare import prepare
from instead.preparation.strange_ids import strange_ids
from instead.reviews.items import SCHEMA


def catalogue(known: list[str], strange: list[str]) -> pl.DataFrame:
    rows = [{"item": one, "title": f"Pot {one}"} for one in known] + [{"item": one} for one in strange]
    return pl.DataFrame(rows, schema=SCHEMA)


@pytest.mark.parametrize(
    ("known", "strange", "said"),
    [
        (["01001", "01002"], ["1001", "1002"], "2 of them look like known ones in another notation ('1001' is '01001'"),
        (["1001", "1002"], ["1001.0"], "1 of them look like known ones in another notation ('1001.0' is '1001'"),
        (["AB-1", "AB-2"], ["ab1"], "'ab1' is 'AB-1'"),
        (["a", "b"], ["x", "y"], "2 of 4 items are named by reviews or logs and by no product table, such as 'x'"),
        (["a", "b"], [], None),
        ([], ["x", "y"], None),
        ([f"i{n}" for n in range(20)], ["x"], None),
    ],
)
def test_what_is_strange_is_said(known: list[str], strange: list[str], said: str | None) -> None:
    found = strange_ids(catalogue(known, strange))
    assert found is None if said is None else said in (found or "")


def test_who_paid_has_ordered_and_not_looked(tmp_path: Path) -> None:
    rows = [f"C{n},{item},2025-01-02 10:00,{paid}" for n in range(40) for item, paid in (("pot", 99), ("filter", 3))]
    path = tmp_path / "basket.csv"
    path.write_text("\n".join(["client,produit,date,total", *rows]) + "\n", encoding="utf-8")
    found = inspect_file(path)
    assert (found.kind, found.format) == ("reviews", "orders (table)")
    path.write_text("\n".join(["client,produit,date,total,event", *(f"{row},view" for row in rows)]) + "\n")
    assert inspect_file(path).kind == "views"


def test_looks_of_nobody_are_counted_and_cost_nothing(tmp_path: Path) -> None:
    rows = [f"2025-03-{1 + n % 28:02d}T10:{m:02d}:00+01:00,view,{'v' + str(n) if n % 3 else 'anonymous'},i{(n + m) % 5}"
            for n in range(60) for m in range(3)]  # fmt: skip
    path = tmp_path / "clicks.csv"
    path.write_text("\n".join(["timestamp,event,visitor_id,product_id", *rows]) + "\n", encoding="utf-8")
    items = tmp_path / "items.csv"
    items.write_text("sku,name,price\n" + "".join(f"i{n},Pot {n},{n + 1}.50\n" for n in range(5)), encoding="utf-8")
    data = prepare([path, items], out=tmp_path / "data")
    (log,) = [source for source in data.manifest["sources"] if source["file"] == "clicks.csv"]
    assert log["rejected"] == 0
    assert sum(count for cause, count in log["unused"].items() if "nobody can tell" in cause) == 60
    assert data.manifest["graph"]["edges"] > 0
