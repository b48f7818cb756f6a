"""Tags of a spaCy model in place of our own tagger, for those who have one (`pip install instead[spacy]` and a model).

Words and sentences stay ours, so that offsets and everything behind them are the same; only the tags change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.errors import InputError
from instead.mentions.sentences import Page
from instead.mentions.tags import MERGED, PUNCT, SYM, TAGS

_PUNCTUATION = frozenset([",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "_SP"])


def tag_number(tag: str) -> int:
    """Our number of a Penn Treebank tag."""
    if tag in _PUNCTUATION:
        return PUNCT
    name = MERGED.get(tag, tag)
    return TAGS.index(name) if name in TAGS else SYM


@lru_cache(maxsize=1)
def load_model(name: str) -> Any:
    """The tagger of a spaCy model; parser and entities are left out."""
    try:
        spacy = import_module("spacy")
        return spacy.load(name, exclude=["parser", "ner", "lemmatizer"])
    except ImportError:
        raise InputError("spaCy is not installed; pip install 'instead[spacy]', or leave spacy_model out") from None
    except OSError:
        raise InputError(f"spaCy has no model {name!r} here; install it, or leave spacy_model out") from None


def spacy_tags(texts: Sequence[str], page: Page, model: str) -> npt.NDArray[np.uint8]:
    """Tag of each word of a page: that of the spaCy token its first letter falls into."""
    places, tags = [], []
    for offset, doc in zip(page.offsets.tolist(), load_model(model).pipe(texts), strict=False):
        for token in doc:
            places.append(offset + token.idx)
            tags.append(tag_number(token.tag_))
    if not places:
        return page.tags
    at = np.maximum(np.searchsorted(np.array(places), page.words.start, side="right") - 1, 0)
    return np.array(tags, np.uint8)[at]
