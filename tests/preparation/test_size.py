"""What `prepare` says it will take, beside what the kernel noted of a process that prepares."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from measure import run_child
from memory_peaks import BAR, PEAK
from tests.small_shop import put_json

PREPARING = (
    PEAK
    + """
import json, sys
from instead.preparation import prepare as preparing
from instead.settings import PrepareSettings
told = []
preparing.check_fits = lambda parts, limit=None: told.append(dict(parts))
reviews, meta, out = sys.argv[1:]
preparing.prepare([reviews, meta], out=out, settings=PrepareSettings(negatives=50))
print(json.dumps([told[0], peak()]))
"""
)


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the libraries was measured on Linux")
@pytest.mark.parametrize(("count", "letters"), [(2_000, 100), (30_000, 2_500)])
def test_the_estimate_is_near_the_peak(tmp_path: Path, count: int, letters: int) -> None:
    chance = random.Random(0)
    items, praise = count // 20, ("a good thing " * (letters // 13 + 1))[:letters]
    rows = (
        {
            "reviewerID": f"A{chance.randrange(count // 8):013d}",
            "asin": f"B{chance.randrange(items):09d}",
            "overall": float(chance.randint(1, 5)),
            "unixReviewTime": 1_400_000_000 + 60 * number,
            "reviewText": praise,
        }
        for number in range(count)
    )
    others = [[f"B{(item + step) % items:09d}" for step in (1, 2, 3)] for item in range(items)]
    meta = ({"asin": f"B{item:09d}", "title": "Thing", "also_view": linked} for item, linked in enumerate(others))
    reviews, described = put_json(tmp_path / "reviews.json", rows), put_json(tmp_path / "meta.json", meta)
    parts, peak = run_child(PREPARING, str(reviews), str(described), str(tmp_path / "data")).result
    assert sum(parts.values()) / peak == pytest.approx(1.0, abs=BAR), (json.dumps(parts), peak)
