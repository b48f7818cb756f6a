"""A fitted extractor on disk, so that a shop can read a review long after its vocabulary was learned.

One safetensors file: how the shop uses its words, the keys of every attribute, what the stars taught; names and
settings are UTF-8 bytes in it. What can be computed from these (hash tables) is computed when it is read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import FolderError
from instead.mentions.extractor import Extractor
from instead.mentions.loops.hashing import table
from instead.mentions.shopwords import ShopWords, Uses
from instead.mentions.stars import StarLessons
from instead.mentions.vocabulary import Attribute, Vocabulary
from instead.settings import ExtractSettings
from instead.store.tensors import map_tensors, write_tensors


def write_extractor(path: Path, extractor: Extractor) -> None:
    """Write all that `read_extractor` needs."""
    write_tensors(path, extractor_arrays(extractor))


def extractor_arrays(extractor: Extractor) -> dict[str, NDArray[Any]]:
    """All that an extractor learned or was told. How its work was shared out does not belong to it."""
    words, lessons, attributes = extractor.words, extractor.lessons, extractor.vocabulary.attributes
    keys = [np.array(one.keys, np.uint64) for one in attributes]
    about = {
        "settings": extractor.settings.model_dump(mode="json", exclude={"processes", "shard"}),
        "attributes": extractor.vocabulary.names,
        "parents": [one.parent for one in attributes],
        "general": [one.general for one in attributes],
    }
    return {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "words.stems": words.uses.stems,
        "words.counts": words.uses.counts,
        "words.pairs": words.uses.pairs,
        "words.pair_counts": words.uses.pair_counts,
        "words.total": words.total,
        "words.worth": words.worth,
        "words.category": words.category,
        "words.level": np.array([words.level]),
        "attributes.count": np.array([one.count for one in attributes], np.int64),
        "attributes.start": np.cumsum([0, *map(len, keys)]).astype(np.int64),
        "attributes.keys": np.concatenate([*keys, np.empty(0, np.uint64)]),
        "lessons.by_level": lessons.by_level,
        "lessons.keys": lessons.keys,
        "lessons.shift": lessons.shift,
    }


def read_extractor(path: Path) -> Extractor:
    """The extractor of a file, which gives the mentions the written one gave."""
    stored = map_tensors(path)
    try:
        about = json.loads(stored["about"].tobytes())
        settings = ExtractSettings.checked(about["settings"], path=path)
        return Extractor(_words(stored), _vocabulary(stored, about), _lessons(stored), settings)
    except (KeyError, ValueError):
        raise FolderError(f"{path}: damaged; extract the mentions and train again") from None


def _words(stored: dict[str, NDArray[Any]]) -> ShopWords:
    uses = Uses(*(stored[f"words.{name}"] for name in ("stems", "counts", "pairs", "pair_counts")))
    total, worth, category, level = (stored[f"words.{name}"] for name in ("total", "worth", "category", "level"))
    return ShopWords(uses, total, worth, category, float(level[0]), table(uses.stems), table(uses.pairs))


def _vocabulary(stored: dict[str, NDArray[Any]], about: dict[str, Any]) -> Vocabulary:
    start, keys, count = (stored[f"attributes.{name}"].tolist() for name in ("start", "keys", "count"))
    nothing = [""] * len(count)  # of readers that were written before there were families
    rows = zip(about["attributes"], about.get("parents", nothing), about.get("general", nothing), strict=True)
    attributes = [
        Attribute(name, count[at], keys=tuple(keys[start[at] : start[at + 1]]), parent=parent, general=general)
        for at, (name, parent, general) in enumerate(rows)
    ]
    return Vocabulary.of(attributes, [])


def _lessons(stored: dict[str, NDArray[Any]]) -> StarLessons:
    keys = stored["lessons.keys"]
    return StarLessons(stored["lessons.by_level"], keys, stored["lessons.shift"], table(keys))
