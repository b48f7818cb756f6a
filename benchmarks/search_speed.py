"""Search in the largest catalogue there is here, 132,467 items: words, typing errors, and difflib beside ours.

Titles are drawn from a vocabulary of the size and shape of a real one (Zipf's law), with a seed; nothing is read.
"""

from __future__ import annotations

import argparse
import difflib
import time
from collections.abc import Callable

import numpy as np
import polars as pl

from instead.ranking.catalogue import Catalogue

ITEMS, WORDS = 132_467, 60_000


def catalogue(items: int, words: int, seed: int = 0) -> Catalogue:
    """Items with titles of eight words on average, brands, and categories of three steps."""
    rng = np.random.default_rng(seed)
    letters = np.array(list("etaoinshrdlucmfwypvbgkjqxz"))
    weights = 1.0 / np.arange(1, 27)
    lengths = rng.integers(3, 13, words)
    flat = rng.choice(letters, int(lengths.sum()), p=weights / weights.sum())
    vocabulary = np.array(["".join(part) for part in np.split(flat, np.cumsum(lengths)[:-1])])
    often = 1.0 / np.arange(1, words + 1)
    counts = rng.integers(4, 13, items)
    drawn = vocabulary[rng.choice(words, int(counts.sum()), p=often / often.sum())]
    titles = [" ".join(part) for part in np.split(drawn, np.cumsum(counts)[:-1])]
    shelf = rng.integers(0, 800, items)
    table = pl.DataFrame(
        {
            "item": [f"B{number:09d}" for number in range(items)],
            "title": titles,
            "brand": vocabulary[rng.integers(0, 3_000, items)],
            "category": [["All", f"Aisle {one % 40}", vocabulary[one].capitalize()] for one in shelf.tolist()],
            "price": rng.uniform(1, 100, items),
            "image": pl.Series([None] * items, dtype=pl.String),
        }
    )
    return Catalogue(table, rng.integers(0, 500, items))


def misspelled(word: str, place: int) -> str:
    """Two neighbouring letters swapped."""
    at = place % (len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def by_difflib(shop: Catalogue, vocabulary: list[str], word: str) -> list[int]:
    """The plain alternative: near words by difflib, then the items whose titles have one of them."""
    near = difflib.get_close_matches(word, vocabulary, 3, 0.8)
    return [at for at, title in enumerate(shop.titles) if any(one in title.split() for one in near)][:20]


def milliseconds(work: Callable[[str], object], words: list[str]) -> float:
    start = time.perf_counter()
    for word in words:
        work(word)
    return 1000 * (time.perf_counter() - start) / len(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    shop = catalogue(int(ITEMS * options.scale), WORDS)
    start = time.perf_counter()
    shop.search("anything at all")
    made = time.perf_counter() - start
    vocabulary = sorted({word for title in shop.titles for word in title.split()})
    long = [word for word in vocabulary if len(word) >= 6]
    asked = long[:: max(1, len(long) // 60)][:60]
    wrong = [misspelled(word, place) for place, word in enumerate(asked)]
    found = sum(any(word in shop.titles[at].split() for at in shop.search(bad, 20))
                for word, bad in zip(asked, wrong, strict=True))  # fmt: skip
    exact = milliseconds(shop.search, asked)
    near = milliseconds(shop.search, wrong)
    plain = milliseconds(lambda word: by_difflib(shop, vocabulary, word), wrong[:10])
    print(f"{len(shop):,} items, {len(vocabulary):,} different words; index made in {made:.2f} s")
    print(f"| a search of | ms |\n|---|---|\n| words as they are | {exact:.2f} |\n| misspelled words | {near:.2f} |")
    print(f"| misspelled words, difflib | {plain:.0f} |")
    print(
        f"\ndifflib takes {plain / near:.0f}x as long. Of {len(wrong)} words with two letters swapped, {found} find an "
        "item of the word that was meant among the first 20."
    )


if __name__ == "__main__":
    main()
