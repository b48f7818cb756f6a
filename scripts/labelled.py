"""Labelled sentences and starred reviews for scripts/train_mentions.py. No sentence of a test part is handed out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from instead.mentions.gold import GoldSentence, Span, read_aste, read_hu_liu, read_mams, read_semeval
from instead.mentions.score import locate_features
from instead.mentions.seen import letters
from instead.mentions.sentences import Page, read_page
from instead.mentions.tags import BEGIN, INSIDE, OUTSIDE

REVIEWS = ("cell_phones/reviews_excerpt_5.json.gz",)
"""Reviews whose stars serve as weak labels. None of the shops that results are reported on from raw text."""


MASS = (
    "gift_cards/Gift_Cards_5.json.gz", "magazine_subscriptions/Magazine_Subscriptions_5.json.gz",
    "musical_instruments/reviews_Musical_Instruments_5.json.gz",
)  # fmt: skip
PRODUCTS = "product_reviews/amasum_products.jsonl.gz"
LONGEST_REVIEW = 3000


@lru_cache(maxsize=1)
def mass_texts(data: Path) -> list[str]:
    """Raw reviews of many kinds of products, without labels: how words are used at large."""
    texts = list(starred_reviews(data)[0])
    for name in MASS:
        with gzip.open(data / name, "rt", encoding="utf-8") as file:
            texts += [str(json.loads(line).get("reviewText") or "") for line in file]
    with gzip.open(data / PRODUCTS, "rt", encoding="utf-8") as file:
        texts += [text for line in file for text in json.loads(line)["reviews"]]
    return [text[:LONGEST_REVIEW] for text in texts]


@lru_cache(maxsize=1)
def starred_reviews(data: Path) -> tuple[list[str], list[float]]:
    """Text and stars of public reviews: weak labels of general polarity. One object a line, one file cut short."""
    texts, stars = [], []
    for name in REVIEWS:
        with gzip.open(data / name, "rt", encoding="utf-8") as file:
            try:
                for line in file:
                    row = json.loads(line.strip().strip("[],"))
                    texts.append(str(row.get("reviewText") or ""))
                    stars.append(float(row["overall"]))
            except (EOFError, json.JSONDecodeError):
                pass
    return texts, stars


@dataclass(frozen=True, slots=True)
class Domain:
    """Labelled sentences of one kind of shop, tagged once."""

    name: str
    gold: list[GoldSentence]
    page: Page

    def labels(self, spans: Callable[[GoldSentence], list[Span]]) -> npt.NDArray[np.int8]:
        """BIO labels of the spans, one per word of the page."""
        out = np.full(self.page.tags.size, OUTSIDE, np.int8)
        for row, sentence in enumerate(self.gold):
            for start, end in spans(sentence):
                first, stop = self.page.words_in(row, start, end)
                out[first:stop] = INSIDE
                out[first : first + (stop > first)] = BEGIN
        return out


def make_domain(name: str, gold: list[GoldSentence]) -> Domain:
    return Domain(name, gold, read_page([sentence.text.replace("\n", " ") for sentence in gold]))


DOMAIN_OF = {
    "laptops": "laptops", "14lap": "laptops", "restaurants": "restaurants", "14res": "restaurants",
    "mams": "restaurants", "hu-liu": "hu-liu",
}  # fmt: skip
"""Corpus -> the domain that a set of weights leaves out as a whole."""


def training_gold(data: Path) -> dict[str, list[GoldSentence]]:
    """Labelled sentences that weights may learn from, by corpus."""
    hu_liu = [locate_features(s) for path in sorted((data / "hu_liu").glob("*.gz")) for s in read_hu_liu(path)]
    tests = {
        letters(sentence.text)
        for name in ("laptops", "restaurants")
        for sentence in read_semeval(data / f"semeval14/{name}_test.jsonl.gz")
    }

    def clean(sentences: list[GoldSentence]) -> list[GoldSentence]:
        return [s for s in sentences if letters(s.text) not in tests]

    def aste(name: str, part: str) -> list[GoldSentence]:
        return read_aste(data / f"aste/{name}_{part}.txt.gz")

    return {
        "laptops": clean(read_semeval(data / "semeval14/laptops_train.jsonl.gz")),
        "restaurants": clean(read_semeval(data / "semeval14/restaurants_train.jsonl.gz")),
        "hu-liu": hu_liu,
        "mams": clean(read_mams(data / "mams/atsa_train.xml.gz")),
        **{name: clean(aste(name, "train") + aste(name, "dev")) for name in ("14lap", "14res")},
    }


def held_out_gold(data: Path) -> dict[str, list[GoldSentence]]:
    """Labelled sentences of the other parts, by domain."""
    laptops, restaurants = (
        read_semeval(data / f"semeval14/{name}_test.jsonl.gz") + read_aste(data / f"aste/{short}_test.txt.gz")
        for name, short in (("laptops", "14lap"), ("restaurants", "14res"))
    )
    for part in ("val", "test"):
        restaurants += read_mams(data / f"mams/atsa_{part}.xml.gz")
    return {"laptops": laptops, "restaurants": restaurants, "hu-liu": []}


@lru_cache(maxsize=1)
def load_products(data: Path) -> dict[str, Domain]:
    """Hu & Liu's products one by one: five kinds of shops."""
    return {
        path.name: make_domain(path.name, [locate_features(s) for s in read_hu_liu(path)])
        for path in sorted((data / "hu_liu").glob("*.gz"))
    }


@lru_cache(maxsize=1)
def load_domains(data: Path) -> dict[str, Domain]:
    return {name: make_domain(name, gold) for name, gold in training_gold(data).items()}
