"""Reviews per second on one core: the extractor, a plain scheme like Sentires', and spaCy's pipeline, in one run.

    python benchmarks/extraction_speed.py --data ../shared/data [--spacy-python PATH]

spaCy's models cannot be had from the package registry, so its pipeline is the default small architecture (shared
tok2vec, tagger, parser) with fresh weights: the arithmetic is that of a trained one. It runs in the interpreter named
by --spacy-python (default: this one) and is left out, with a word, where spaCy is missing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from instead.mentions.extractor import Extractor  # noqa: E402
from instead.settings import ExtractSettings  # noqa: E402
from sentires_scheme import Scheme  # noqa: E402 - threads are fixed first

SPACY = """
import json, sys, time
import spacy
from spacy.cli.init_config import init_config
from spacy.training import Example
from spacy.util import load_model_from_config
texts = json.load(sys.stdin)
config = init_config(lang="en", pipeline=["tagger", "parser"], optimize="efficiency")
nlp = load_model_from_config(config, auto_fill=True)
words = ["The", "battery", "is", "great", "."]
gold = {"words": words, "tags": ["DT", "NN", "VBZ", "JJ", "."], "heads": [1, 3, 3, 3, 3],
        "deps": ["det", "nsubj", "cop", "ROOT", "punct"]}
doc = nlp.make_doc(" ".join(words))
nlp.initialize(lambda: [Example.from_dict(doc, gold)])
list(nlp.pipe(texts[:20]))
start = time.perf_counter()
tokens = sum(len(doc) for doc in nlp.pipe(texts, batch_size=64))
print(json.dumps({"seconds": time.perf_counter() - start, "tokens": tokens, "version": spacy.__version__}))
"""


def read_reviews(path: Path) -> tuple[list[str], list[float]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [str(row.get("reviewText") or "") for row in rows], [float(row["overall"]) for row in rows]


def best_of(times: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest run."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def spacy_seconds(python: str, texts: Sequence[str]) -> tuple[float, str] | None:
    done = subprocess.run(
        [python, "-c", SPACY], input=json.dumps(list(texts)), capture_output=True, text=True, check=False
    )
    if done.returncode:
        return None
    found = json.loads(done.stdout.splitlines()[-1])
    return float(found["seconds"]), str(found["version"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--spacy-python", default=os.environ.get("SPACY_PYTHON", sys.executable))
    parser.add_argument("--spacy-reviews", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    texts, stars = read_reviews(args.data / "musical_instruments" / "reviews_Musical_Instruments_5.json.gz")
    Extractor.fit(texts[:300], stars[:300]).mentions(texts[:300], stars[:300])  # compiles or loads the loops
    fit = best_of(1, lambda: Extractor.fit(texts, stars))
    unrelated = ExtractSettings(families=False, implied=False)
    fit_unrelated = best_of(1, lambda: Extractor.fit(texts, stars, settings=unrelated))
    extractor = Extractor.fit(texts, stars)
    apply = best_of(3, lambda: extractor.mentions(texts, stars))
    plain = Extractor.fit(texts, stars, settings=ExtractSettings(ratings=False))
    sample = texts[:2000]
    single = Extractor.fit(texts, stars, settings=unrelated)
    scheme = Scheme().fit(sample, stars[:2000])
    scheme_seconds = best_of(1, lambda: scheme.pairs(sample))
    rows = [
        ("extractor, applied", len(texts) / apply),
        ("extractor, learned and applied", len(texts) / (fit + apply)),
        ("extractor, learned", len(texts) / fit),
        ("extractor, learned without families", len(texts) / fit_unrelated),
        ("extractor, applied without families", len(texts) / best_of(3, lambda: single.mentions(texts, stars))),
        ("extractor, without ratings", len(texts) / best_of(2, lambda: plain.mentions(texts))),
        ("Sentires' scheme in Python, our tagger", len(sample) / scheme_seconds),
    ]
    spacy = spacy_seconds(args.spacy_python, texts[: args.spacy_reviews])
    if spacy is not None:
        rows.append((f"spaCy {spacy[1]} tagger and parser", args.spacy_reviews / spacy[0]))
    base = rows[0][1]
    if args.json:
        sys.stdout.write(json.dumps([{"what": n, "reviews_per_second": v, "ratio": base / v} for n, v in rows]) + "\n")
        return
    for what, rate in rows:
        sys.stdout.write(f"{what:42s} {rate:10,.0f} reviews/s   {base / rate:6.1f} times slower than the first\n")
    if spacy is None:
        sys.stdout.write("spaCy is not installed here; name an interpreter that has it: --spacy-python PATH\n")


if __name__ == "__main__":
    main()
