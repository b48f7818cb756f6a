"""A prepared dataset whose reviews talk about four attributes, for extraction."""

from __future__ import annotations

import json
from pathlib import Path

from instead.preparation.prepare import prepare
from instead.rng import stage_rng
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from tests.small_shop import put

GOOD = ["The screen is great.", "I love the battery.", "Excellent sound quality!", "The price is fair and good."]
BAD = ["The screen is awful.", "The battery was terrible.", "Poor sound quality.", "The price is too high, bad."]
USERS, ITEMS = 30, 12


def spoken_shop(folder: Path) -> Dataset:
    """Thirty users with six reviews each of twelve items; every item has the three next ones as substitutes."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = stage_rng(3, "shop")
    rows: list[str] = []
    for user in range(USERS):
        for item in rng.choice(ITEMS, 6, replace=False).tolist():
            happy = rng.random() < 0.7
            text = " ".join(rng.choice(GOOD if happy else BAD, 2))
            rows.append(
                json.dumps({"reviewerID": f"u{user}", "asin": f"i{item}", "overall": 5.0 if happy else 1.0,
                            "reviewText": text, "unixReviewTime": 1_300_000_000 + len(rows)})
            )  # fmt: skip
    reviews = put(folder / "reviews.json", rows)
    lines = [",".join(f"i{(item + step) % ITEMS}" for step in range(4)) for item in range(ITEMS)]
    links = put(folder / "also_viewed.txt", lines)
    settings = PrepareSettings.as_published(min_user=2, min_item=2, negatives=4, choice_decoys=1)
    return prepare([reviews, links], out=folder / "data", settings=settings)
