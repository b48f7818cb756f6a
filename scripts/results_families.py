"""Families of attributes: how many planted variants are joined in the demo shop, and the families of real shops.

    python scripts/results_families.py --data ../shared/data     # prints the section of docs/results/extraction.md
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import sys
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl

from instead.mentions.extractor import Extractor
from instead.mentions.vocabulary import Vocabulary, key_of

JUDGED = Path(__file__).parent.parent / "docs" / "results" / "families_judged.tsv"
DEPARTMENTS = {"electronics": "Electronics/", "kitchen": "Home & Kitchen/", "tools": "Tools & Home Improvement/"}
PRODUCTS = "product_reviews/amasum_products.jsonl.gz"


def placed(vocabulary: Vocabulary, form: str) -> int | None:
    """The attribute that a mention in this form is counted for, as the extractor looks it up; None for none."""
    by_key = {key: n for n, one in reversed(list(enumerate(vocabulary.attributes))) for key in one.keys}
    words = form.lower().replace("-", " - ").split()
    return next((by_key[key] for k in range(len(words)) if (key := key_of(" ".join(words[k:]))) in by_key), None)


def planted_forms(truth: pl.DataFrame) -> dict[str, set[str]]:
    """Form -> names of the planted attributes it is a form of; misspellings included."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, variants, wrong in truth.select("attribute", "variants", "misspellings").iter_rows():
        for form in (name, *variants, *wrong):
            found[form].add(name)
    return dict(found)


def against_truth(vocabulary: Vocabulary, truth: pl.DataFrame, texts: list[str]) -> dict[str, object]:
    """Planted variants in the family of their name, and pairs of forms that were joined although nobody planted them so.

    Only forms that the texts hold count; a variant whose words are found nowhere in the vocabulary counts as missed. Two
    forms that a third one is planted with ("capacity" and "interior", both beside "space") are no wrong pair: a shop has
    one "space".
    """
    forms = planted_forms(truth)
    whole = " \n ".join(texts).lower()
    said = {form for form in forms if form.lower() in whole}
    where = {form: placed(vocabulary, form) for form in sorted(said)}
    tops = vocabulary.tops
    variants = sorted({(name, form) for form in said for name in forms[form] if form != name and name in said})
    exact = {form: n for form, n in where.items() if n is not None and key_of(form) in vocabulary.attributes[n].keys}
    unknown = [(name, form) for name, form in variants if name not in exact or form not in exact]
    missed = [
        (name, form) for name, form in variants
        if name in exact and form in exact and tops[exact[name]] != tops[exact[form]]
    ]  # fmt: skip
    held: dict[int, list[str]] = defaultdict(list)
    for form, n in sorted(exact.items()):
        held[n].append(form)
    pairs = [pair for group in held.values() for pair in combinations(group, 2)]
    linked = {form: set().union(*(forms[other] for other in forms if forms[form] & forms[other])) for form in exact}
    wrong = [(a, b) for a, b in pairs if not linked[a] & linked[b]]
    return {"variants": len(variants), "unknown": unknown, "missed": missed, "joined pairs": len(pairs), "wrong": wrong}


def department(data: Path, shop: str) -> list[str]:
    """All review texts of one department of the 397 products."""
    with gzip.open(data / PRODUCTS, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [text for row in rows if row["category"].startswith(DEPARTMENTS[shop]) for text in row["reviews"]]
