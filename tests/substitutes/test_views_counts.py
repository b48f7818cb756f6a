"""Links of a view log keep how many visits show them."""

from __future__ import annotations

import polars as pl

from instead.settings import ReadSettings
from instead.substitutes.views import LOG_SCHEMA, links_from_views


def test_visits_are_counted() -> None:
    rows = [
        (f"u{n}", None, item, 1000 * n, "purchase" if bought else "view")
        for n in range(4)
        for item, bought in (("q", False), ("j", n < 3))
    ]
    views = pl.DataFrame(rows, schema=LOG_SCHEMA, orient="row")
    found = {
        (row["source"], row["target"], row["relation"]): (row["visits"], row["of"])
        for row in links_from_views(views, ReadSettings()).iter_rows(named=True)
    }
    assert found["q", "j", "also_viewed"] == (4, 4)
    assert found["q", "j", "buy_after_viewing"] == (3, 4)
    assert ("j", "q", "buy_after_viewing") not in found
