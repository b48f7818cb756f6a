"""Figures on real data, written to docs/results/: `make results`."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from instead.errors import InputError
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.statistics import table_one
from instead.store.dataset import Dataset

OUT = Path(__file__).parent.parent / "docs" / "results"

# Folder of the data -> what `prepare` is given.
DATASETS: dict[str, dict[str, Any]] = {
    "toys_and_games": {
        "files": ["rating.zip", "sentiment.zip", "also_viewed.txt.gz", "bought_together.txt.gz"],
    },
    "cell_phones": {
        "files": [
            *("mter.entry.gz", "reviews_excerpt_5.json.gz"),
            *("also_viewed.txt.gz", "also_bought.txt.gz", "bought_together.txt.gz"),
            *("product.txt.gz", "brand.txt.gz", "brand_p_b.txt.gz", "category.txt.gz", "category_p_c.txt.gz"),
        ],
    },
    "gift_cards": {"files": ["Gift_Cards_5.json.gz", "meta_Gift_Cards.json.gz"]},
    "magazine_subscriptions": {
        "files": ["Magazine_Subscriptions_5.json.gz", "meta_Magazine_Subscriptions.json.gz"],
    },
    "musical_instruments": {"files": ["reviews_Musical_Instruments_5.json.gz"], "without_links": True},
    "office_products": {"files": ["rating.zip"], "links": "context.zip"},
    "digital_music": {"files": ["meta_Digital_Music.json.gz"]},
}
HEAD = """# Real datasets, prepared

Written by `make results` (`scripts/results.py`) from public review data; default settings (5-core, seed 0). The
paper's Table 1, with what it leaves out: the density of the substitute graph.

"""
COLUMNS = ("data", "reviews", "users", "items", "attributes", "mentions", "edges", "covered items", "mean degree",
           "triples train / validation / test", "seconds")  # fmt: skip


def prepare_one(name: str, data: Path, scratch: Path, settings: PrepareSettings | None = None) -> Dataset:
    given = dict(DATASETS[name])
    files = [data / name / file for file in given.pop("files")]
    if "links" in given:
        given["links"] = {"also_viewed": data / name / given["links"]}
    return prepare(files, out=scratch / name, settings=settings or PrepareSettings.as_published(), **given)


def row(name: str, dataset: Dataset, seconds: float) -> str:
    one, graph = table_one(dataset), dataset.manifest["graph"]
    splits = dataset.manifest["splits"]
    triples = " / ".join(f"{count:,}" for count in splits["paper"]["triples"].values()) if splits else "none"
    cells = [name, *(f"{one[key]:,}" for key in ("reviews", "users", "items", "attributes", "mentions"))]
    cells += [
        f"{graph['edges']:,}",
        f"{graph['covered_items']:,} ({graph['coverage']:.0%})",
        f"{graph['mean_degree']:.1f}",
    ]
    return "| " + " | ".join([*cells, triples, f"{seconds:.1f}"]) + " |\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    lines, notes = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for name in DATASETS:
            start = time.perf_counter()
            try:
                dataset = prepare_one(name, options.data, Path(scratch))
            except InputError as error:
                text = str(error).replace(str(options.data), "DATA")
                notes.append(f"- {name}: no dataset, as it should be: `{text}`\n")
                continue
            lines.append(row(name, dataset, time.perf_counter() - start))
            left = {key: count for key, count in dataset.manifest["funnel"].items() if count}
            notes.append(f"- {name}, split hash `{dataset.split_hash[:16]}`: {_words(left)}\n")
            print(lines[-1], end="", flush=True)
    OUT.mkdir(parents=True, exist_ok=True)
    head = "| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|\n"
    (OUT / "datasets.md").write_text(
        HEAD + head + "".join(lines) + "\nWhat was read and left out:\n\n" + "".join(notes)
    )
    print(f"written to {OUT / 'datasets.md'}")
    return 0


def _words(counts: dict[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in counts.items())


if __name__ == "__main__":
    raise SystemExit(main())
