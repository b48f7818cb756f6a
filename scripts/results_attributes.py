"""The hundred most mentioned attributes of seven real shops, judged by hand: docs/results/attributes_judged.tsv.

    python scripts/results_attributes.py --data ../shared/data

Would a shopper recognise the word as something products of this shop have, are or do? Verdicts are made by hand in the
file itself and kept when it is written again: `yes`; `family`: a property under another name ("money" for value, "ear"
for comfort); `no`, and why. What has no verdict yet gets a question mark. The rows `before` stay as they are.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from instead.mentions.extractor import Extractor
from results_extraction import SHOPS, read_reviews

OUT = Path("docs/results/attributes_judged.tsv")
MOST = 100
COLUMNS = ("shop", "when", "attribute", "mentions", "verdict", "why")


def shops(data: Path) -> Iterator[tuple[str, list[str], list[float] | None]]:
    """Name, texts and stars."""
    for name, path in {**SHOPS, "cell_phones": "cell_phones/reviews_excerpt_5.json.gz"}.items():
        rows = read_reviews(data / path)
        yield name, [str(row.get("reviewText") or "") for row in rows], [float(row["overall"]) for row in rows]
    texts = defaultdict[str, list[str]](list)
    with gzip.open(data / "product_reviews/amasum_products.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            product = json.loads(line)
            texts[product["category"].split("/")[0]] += product["reviews"]
    for name, reviews in texts.items():
        yield name, reviews, None


def most_mentioned(texts: list[str], stars: list[float] | None) -> list[tuple[str, int]]:
    found = Extractor.fit(texts, stars).mentions(texts, stars)
    counted = found.group_by("attribute").agg(pl.len().alias("n")).sort("n", "attribute", descending=[True, False])
    return [(name, count) for name, count in counted.head(MOST).iter_rows()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    args = parser.parse_args()
    with OUT.open(encoding="utf-8", newline="") as file:
        judged = list(csv.DictReader(file, delimiter="\t"))
    known = {(row["shop"], row["attribute"]): (row["verdict"], row["why"]) for row in judged}
    kept = [[row[column] for column in COLUMNS] for row in judged if row["when"] == "before"]
    for shop, texts, stars in shops(args.data):
        top = most_mentioned(texts, stars)
        kept += [[shop, "after", a, str(n), *known.get((shop, a), ("?", ""))] for a, n in top]
    with OUT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(kept)
    for (shop, when), counts in summary(kept).items():
        sys.stdout.write(f"{shop:26} {when:7} " + "  ".join(f"{v} {n}" for v, n in sorted(counts.items())) + "\n")


def summary(rows: list[list[str]]) -> dict[tuple[str, str], Counter[str]]:
    """Verdicts by shop, before and after."""
    out: dict[tuple[str, str], Counter[str]] = {}
    for shop, when, _, _, verdict, _ in rows:
        out.setdefault((shop, when), Counter())[verdict] += 1
    return out


if __name__ == "__main__":
    main()
