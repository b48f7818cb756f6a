"""`extract` killed at every step: whoever opens the dataset finds the old mentions or the new ones, whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.mentions.stage import extract
from instead.settings import ExtractSettings
from instead.store.dataset import Dataset
from instead.store.layers import content_hash
from tests.killing import killed_at_every_step
from tests.spoken_shop import spoken_shop

PROGRAM = """
import sys
from instead.mentions.overrides import Overrides
from instead.mentions.stage import extract
from tests.killing import until_survived
from tests.mentions.test_killed import RENAMED, SETTINGS

until_survived(lambda place: extract(place, settings=SETTINGS, overrides=Overrides(names=RENAMED)), *sys.argv[1:])
"""
RENAMED = {"screen": "display"}
SETTINGS = ExtractSettings(shard=100)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A dataset with mentions, extracted again with another vocabulary and killed before step 1, 2, ...; the last
    one is where the work survived."""
    home = Path(tmp_path_factory.mktemp("killed"))
    extract(spoken_shop(home / "shop"), settings=SETTINGS)
    return killed_at_every_step(PROGRAM, home / "shop" / "data", home / "places")


def whole(data: Dataset) -> str:
    """The hash of the mentions, from the files themselves; everything else is whole too."""
    data.verify()
    found = content_hash(data.layers["mentions"].folder)
    assert found == data.hashes["mentions"]
    assert data.counts["mentions"] == data.mentions.height
    assert data.counts["attributes"] == data.attributes.height
    assert set(data.mentions["attribute"]) <= set(data.attributes["attribute"])
    return found


def test_the_old_mentions_or_the_new_ones(folders: list[Path]) -> None:
    found = [whole(Dataset.open(folder)) for folder in folders]
    before, after = found[0], found[-1]
    assert before != after
    switched = found.index(after)
    assert found == [before] * switched + [after] * (len(found) - switched)
    assert switched > 10  # there was something to kill before ...
    assert len(found) - switched > 3  # ... and after the switch
    names = [set(Dataset.open(folder).attributes["attribute"]) for folder in (folders[0], folders[-1])]
    assert names[1] == {RENAMED.get(name, name) for name in names[0]}


def test_work_goes_on_after_any_kill(folders: list[Path]) -> None:
    expected = Dataset.open(folders[-1])
    for folder in folders[:: max(1, len(folders) // 6)]:
        done = extract(folder, settings=SETTINGS)
        assert whole(done.dataset) == Dataset.open(folders[0]).hashes["mentions"]
        left = {path.name for path in folder.iterdir()}
        assert left == {"layers", "manifest.json"}
        kept = {path.name for path in (folder / "layers").iterdir() if path.is_dir()}
        named = {layer.folder.name for layer in (*done.dataset.layers.values(), expected.layers["mentions"])}
        assert kept <= named
