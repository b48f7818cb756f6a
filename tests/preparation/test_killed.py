"""`prepare --replace` killed at every step: whoever opens the dataset finds the old one or the new one, whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.errors import FolderError
from instead.preparation.prepare import prepare
from instead.store.dataset import Dataset
from instead.store.layers import content_hash
from tests.killing import killed_at_every_step
from tests.layers import split_hash
from tests.small_shop import NOW, put_json, shop_rows, small_settings, small_shop

PROGRAM = """
import sys
from tests.killing import until_survived
from tests.preparation.test_killed import replaced

until_survived(replaced, *sys.argv[1:], opens=False)
"""


def replaced(place: Path) -> Dataset:
    reviews, settings = place / "reviews.json", small_settings(seed=5)
    return prepare([reviews], out=place / "data", settings=settings, without_links=True, now=NOW, replace=True)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A shop with a dataset and one review changed since, prepared again and killed before step 1, 2, ..."""
    home = Path(tmp_path_factory.mktemp("killed"))
    (home / "shop").mkdir()
    rows = shop_rows()
    reviews = put_json(home / "shop" / "reviews.json", rows)
    prepare([reviews], out=home / "shop" / "data", settings=small_settings(), without_links=True, now=NOW)
    rows[7]["reviewText"] = "Another opinion now."
    rows[8]["overall"] = 99.0  # rejected
    put_json(reviews, rows)
    return killed_at_every_step(PROGRAM, home / "shop", home / "places")


def whole(data: Dataset) -> tuple[str, ...]:
    data.verify()
    found = {kind: content_hash(data.layers[kind].folder) for kind in ("base", "mentions")}
    assert {**found, "split": split_hash(data, data.layers["split"].folder)} == data.hashes
    assert (data.rejected is not None) == (data.counts["reviews"] == 299)
    return tuple(data.hashes.values())


def test_the_old_dataset_or_the_new_one(places: list[Path]) -> None:
    found = [whole(Dataset.open(place / "data")) for place in places]
    before, after = found[0], found[-1]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, False]  # no mentions in either
    switched = found.index(after)
    assert found == [before] * switched + [after] * (len(found) - switched)
    assert switched > 10  # there was something to kill before ...
    assert len(found) - switched >= 3  # ... and after the switch


def test_work_goes_on_after_any_kill(places: list[Path]) -> None:
    expected = whole(Dataset.open(places[-1] / "data"))
    for place in places[:: max(1, len(places) // 6)]:
        assert whole(replaced(place)) == expected
        assert {path.name for path in place.iterdir()} == {"reviews.json", "data"}


def test_what_is_put_back_is_not_replaced_unasked(tmp_path: Path) -> None:
    """A dataset that a killed process had moved away counts as there."""
    data = tmp_path / "data"
    files = small_shop(tmp_path)
    made = prepare(files, out=data, settings=small_settings(), now=NOW)
    data.rename(tmp_path / ".data.old.999999999")
    with pytest.raises(FolderError, match="--replace"):
        prepare(files, out=data, settings=small_settings(seed=5), now=NOW)
    assert Dataset.open(data).hashes == made.hashes
