"""The names that `import instead` promises."""

from __future__ import annotations

import pytest

import instead

EXPECTED = [
    "start", "Started", "refresh", "Refreshed",
    "prepare", "inspect_file", "extract", "Extractor", "Dataset", "PrepareSettings", "ExtractSettings", "table_one",
    "train", "train_final", "load", "Shop", "Request", "Recommendation", "Filters", "Wording", "grouped", "ModelFolder",
    "RankerSettings", "A2CFSettings", "evaluate", "Evaluation", "reproduce", "Client",
    "Review", "Mention",
    "InsteadError", "InputError", "EmptyResult", "FolderError", "UnknownItem", "ServiceError",
    "__version__",
]  # fmt: skip


def test_all_is_exactly_this() -> None:
    assert instead.__all__ == EXPECTED


@pytest.mark.parametrize("name", EXPECTED)
def test_every_name_can_be_had(name: str) -> None:
    value = getattr(instead, name)
    assert value is getattr(instead, name)
    if name != "__version__":
        assert value.__name__ == name


def test_dir_shows_them() -> None:
    assert dir(instead) == sorted(EXPECTED)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'instead' has no attribute 'train_everything'"):
        _ = instead.train_everything
