"""Shops of the 397 real products of `product_reviews`: many reviews each, but neither users, stars nor prices.

The leaf category is the kind of a product, and products of the same leaf are linked as substitutes. Users are invented
and say nothing about taste: the n-th reviews of two products of different leaves have the same one, because a dataset
needs users with two reviews to hold one out. Nothing else is added: there is no price, brand, rating or time.

    reviews of all   `product_shop(data, out)`
    one half         `product_shop(data, out, half=0)`: every second review; the others judge what is claimed
    thin             `product_shop(data, out, reviews=8)`: the first eight reviews of each product
"""

from __future__ import annotations

import gzip
from itertools import combinations
from pathlib import Path

import orjson

from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings, RankerSettings
from instead.store.dataset import Dataset
from instead.training.train import train

FILE = Path("product_reviews") / "amasum_products.jsonl.gz"
Product = tuple[str, list[str], list[str]]
"""Id, category path from the root to the leaf, texts of the reviews."""


def products(data: Path) -> list[Product]:
    """All products of the file, in its order."""
    with gzip.open(data / FILE) as lines:
        rows = [orjson.loads(line) for line in lines]
    return [(row["asin"], row["category"].split("/"), row["reviews"]) for row in rows]


def half_of(texts: list[str], half: int) -> list[str]:
    """Every second text, from the first (0) or the second (1) on."""
    return texts[half::2]


def write_raw(found: list[Product], raw: Path, half: int | None = None, reviews: int | None = None) -> list[Path]:
    """Files as a shop would hand them in: reviews, items, links."""
    raw.mkdir(parents=True, exist_ok=True)
    said, items, leaves = [], [], dict[str, list[str]]()
    for item, path, _ in found:
        items.append({"item": item, "title": f"{path[-1]} {item}", "category": path})
        leaves.setdefault(path[-1], []).append(item)
    # neighbours in this order are of different leaves
    order = sorted(found, key=lambda one: (leaves[one[1][-1]].index(one[0]), one[1][-1]))
    for place, (item, _, texts) in enumerate(order):
        kept = texts if half is None else half_of(texts, half)
        said += [
            {"user": f"P{place // 2:03d}-{number}", "item": item, "text": text}
            for number, text in enumerate(kept[:reviews])
            if text.strip()
        ]
    links = "".join(
        f"{one},{other}\n" for members in leaves.values() for one, other in combinations(sorted(members), 2)
    )
    for name, rows in (("reviews.jsonl", said), ("items.jsonl", items)):
        (raw / name).write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    (raw / "links.csv").write_text("source,target\n" + links, encoding="utf-8")
    return [raw / "reviews.jsonl", raw / "items.jsonl", raw / "links.csv"]


def product_shop(data: Path, out: Path, half: int | None = None, reviews: int | None = None) -> Path:
    """The model folder of such a shop, made once."""
    model = out / "model"
    if not model.is_dir():
        raw_reviews, items, links = write_raw(products(data), out / "shop", half, reviews)
        # nothing is evaluated on these choices: as few as there may be are held out
        settings = PrepareSettings.as_published(min_user=1, min_item=1, validation=0.005, test=0.005)
        dataset = prepare(
            [], reviews=raw_reviews, items=items, links={"substitute": links}, out=out / "data", settings=settings,
            replace=True,
        )  # fmt: skip
        extract(dataset)
        train(Dataset.open(out / "data"), out=model, settings=RankerSettings(), replace=True)
    return model
