"""An extractor that was written reads reviews as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.errors import FolderError
from instead.mentions.extractor import Extractor
from instead.mentions.saved import read_extractor, write_extractor
from instead.store.tensors import write_tensors
from tests.mentions.test_extract import STARS, TEXTS


def test_written_and_read_it_finds_the_same(tmp_path: Path) -> None:
    fitted = Extractor.fit(TEXTS, STARS)
    write_extractor(tmp_path / "reader.safetensors", fitted)
    again = read_extractor(tmp_path / "reader.safetensors")
    assert again.vocabulary.names == fitted.vocabulary.names
    found = fitted.mentions(TEXTS, STARS)
    assert found.height > 0
    assert again.mentions(TEXTS, STARS).equals(found)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    write_tensors(tmp_path / "reader.safetensors", {})
    with pytest.raises(FolderError, match=r"reader.safetensors: damaged"):
        read_extractor(tmp_path / "reader.safetensors")
