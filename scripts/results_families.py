"""Families of attributes: how many planted variants are joined in the demo shop, and the families of real shops.

python scripts/results_families.py --data ../shared/data     # prints the section of docs/results/extraction.md
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import polars as pl

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


@dataclass(frozen=True)
class AgainstTruth:
    """Planted variants against the families of a vocabulary."""

    variants: int
    unknown: list[str]
    """Variants that the vocabulary does not hold as attributes, or whose name it does not hold."""
    missed: list[tuple[str, str]]
    """(name, variant) of those that stand in another family than their name."""
    joined: int
    """Pairs of planted forms that are one attribute."""
    wrong: list[tuple[str, str]]
    """Those of them that nobody planted as one."""

    @property
    def share_joined(self) -> float:
        known = self.variants - len(self.unknown)
        return 1.0 - len(self.missed) / max(known, 1)

    @property
    def share_wrong(self) -> float:
        return len(self.wrong) / max(self.joined, 1)


def against_truth(vocabulary: Vocabulary, truth: pl.DataFrame, texts: list[str]) -> AgainstTruth:
    """How the planted variants, misspellings included, were joined. Only forms that the texts hold count.

    A shop has one "grip": a form that is planted for several attributes counts as joined with either, and one that is
    itself the name of an attribute elsewhere is no variant. Two forms that a third one is planted with ("capacity" and
    "interior", both beside "space") are no wrong pair.
    """
    forms = planted_forms(truth)
    names = {name for owners in forms.values() for name in owners}
    whole = " \n ".join(texts).lower()
    said = {form for form in forms if form.lower() in whole}
    where = {form: placed(vocabulary, form) for form in sorted(said)}
    exact = {form: n for form, n in where.items() if n is not None and key_of(form) in vocabulary.attributes[n].keys}
    tops = vocabulary.tops
    variants = sorted(form for form in said if form not in names and forms[form] & said)
    unknown = [form for form in variants if form not in exact or not forms[form] & exact.keys()]
    missed = [
        (min(forms[form]), form) for form in variants
        if form not in unknown and tops[exact[form]] not in {tops[exact[name]] for name in forms[form] if name in exact}
    ]  # fmt: skip
    held: dict[int, list[str]] = defaultdict(list)
    for form, n in sorted(exact.items()):
        held[n].append(form)
    pairs = [pair for group in held.values() for pair in combinations(group, 2)]
    linked = {form: set().union(*(forms[other] for other in forms if forms[form] & forms[other])) for form in exact}
    wrong = [(a, b) for a, b in pairs if not linked[a] & linked[b]]
    return AgainstTruth(len(variants), unknown, missed, len(pairs), wrong)


def department(data: Path, shop: str) -> list[str]:
    """All review texts of one department of the 397 products."""
    with gzip.open(data / PRODUCTS, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [text for row in rows if row["category"].startswith(DEPARTMENTS[shop]) for text in row["reviews"]]
