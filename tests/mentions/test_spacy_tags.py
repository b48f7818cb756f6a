"""spaCy's tags on our words, with a stand-in for spaCy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from instead.errors import InputError
from instead.mentions import spacy_tags
from instead.mentions.opinions import read
from instead.mentions.tags import TAGS
from instead.mentions.weights import load_weights


@dataclass
class Token:
    idx: int
    tag_: str


class Model:
    """Tags every word by its first letter."""

    def pipe(self, texts: Sequence[str]) -> Iterator[list[Token]]:
        for text in texts:
            at, doc = 0, []
            for word in text.split(" "):
                doc.append(Token(at, {"t": "DT", "n": "NNS", "w": "WP$", ".": "."}.get(word[:1], "VBZ")))
                at += len(word) + 1
            yield doc


def test_tags_land_on_our_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacy_tags, "load_model", lambda name: Model())
    reading = read(["the nice works", "nuts whose ."], load_weights(), "some_model")
    assert [TAGS[tag] for tag in reading.page.tags] == ["DT", "NNS", "W", "NNS", "W", "PUNCT"]


def test_a_missing_model_is_one_sentence() -> None:
    with pytest.raises(InputError, match="spaCy"):
        spacy_tags.load_model("no_such_model")


def test_unknown_tags() -> None:
    assert TAGS[spacy_tags.tag_number("XX")] == "SYM"
    assert TAGS[spacy_tags.tag_number("NNPS")] == "NNP"
