"""Choices among what was shown in a dataset: by number, and without what training must not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.live.choices import SCHEMA
from instead.material import Material
from instead.preparation.prepare import prepare
from instead.reviews.read_reviews import LeftOut
from instead.settings import PrepareSettings
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.taken_of_shown import NONE, numbered_choices
from tests.small_shop import NOW

USERS, ITEMS = pl.Series(["u1", "u2"]), pl.Series(["a", "b", "c", "q"])


def row(**changes: Any) -> dict[str, Any]:
    return {
        "id": "r", "time": 5.0, "known": 6.0, "user": "u2", "session": None, "query": "q", "items": ["a", "z", "c"],
        "chosen": 2, "label": "click", "rejected": [], "viewed": ["b", "z"], "model": "m", **changes,
    }  # fmt: skip


def numbered(*rows: dict[str, Any]) -> Any:
    return numbered_choices(pl.DataFrame(rows, schema=SCHEMA), USERS, ITEMS)


def test_by_number() -> None:
    found = numbered(row(), row(user="nobody", chosen=None, rejected=[0]))
    assert found.items.tolist() == [[0, NONE, 2], [0, NONE, 2]]
    assert (found.user.tolist(), found.query.tolist()) == ([1, NONE], [3, 3])
    assert found.chosen.tolist() == [2, NONE]
    assert found.rejected.tolist() == [[False] * 3, [True, False, False]]
    assert [one.tolist() for one in found.viewed] == [[1], [1]]


@pytest.mark.parametrize(
    "changes",
    [{"query": "z"}, {"chosen": 1}, {"items": ["z", "y", "c"]}, {"chosen": None, "rejected": [0, 2]},
     {"chosen": None, "rejected": [1]}],
)  # fmt: skip
def test_what_is_no_choice_among_known_items(changes: dict[str, Any]) -> None:
    assert len(numbered(row(**changes))) == 0


def a_dataset(folder: Path, split: str, **given: Any) -> Dataset:
    """Forty people, each with six of twelve items, on consecutive days."""
    seen = [(f"u{u:02d}", f"i{(u * 5 + k * 7) % 12:02d}", 1_500_000_000 + 86_400 * (6 * u + k)) for u in range(40)
            for k in range(6)]  # fmt: skip
    reviews = pl.DataFrame(seen, schema=["user", "item", "time"], orient="row").unique(["user", "item"])
    links = pl.DataFrame([(f"i{a:02d}", f"i{b:02d}") for a in range(12) for b in range(12) if a != b],
                         schema=["source", "target"], orient="row")  # fmt: skip
    settings = PrepareSettings.checked({"split": split, "negatives": 3, "choice_test": 0, "choice_validation": 0})
    return prepare(out=folder, reviews=[reviews], links={"also_viewed": links}, settings=settings, now=NOW, **given)


def feedback_of(data: Dataset) -> pl.DataFrame:
    """One list for every visit: the item that was taken, and another one."""
    times = data.times.to_list()
    users, items = data.users["user"].to_list(), data.items["item"].to_list()
    rows = []
    for at, (user, item, _) in enumerate(data.interactions.iter_rows()):
        other = items[(item + 1) % len(items)]
        query = items[(item + 2) % len(items)]
        rows.append(row(id=f"r{at}", time=float(times[at]) - 60, known=float(times[at]), user=users[user], query=query,
                        items=[items[item], other], chosen=0, viewed=[]))  # fmt: skip
    return pl.DataFrame(rows, schema=SCHEMA)


@pytest.mark.parametrize("split", ["random", "time"])
def test_what_is_held_out_is_in_no_feedback_of_training(tmp_path: Path, split: str) -> None:
    told = feedback_of(a_dataset(tmp_path / "first", split))
    data = a_dataset(tmp_path / "second", split, feedback=told)
    held = {(user, item) for user, item, part in data.interactions.iter_rows() if part != PARTS["train"]}
    everything = Material.of(data, everything=True).feedback
    known = Material.of(data).feedback
    assert everything is not None
    assert known is not None
    assert len(everything) == told.height > len(known) > 0
    for user, items in zip(known.user.tolist(), known.items.tolist(), strict=True):
        assert not {(user, item) for item in items} & held
    if split == "time":
        first = data.times.filter(data.interactions["part"] != PARTS["train"]).min()
        assert known.time.max() < first


def test_a_dataset_without_any(tmp_path: Path) -> None:
    data = a_dataset(tmp_path / "data", "random")
    assert data.feedback is None
    assert Material.of(data).feedback is None


def test_rows_that_must_not_be_known_are_not_read(tmp_path: Path) -> None:
    cut = 1_500_000_000 + 86_400 * 100
    gone = LeftOut(float(cut), lambda user: 1e18 if user == "u03" else 1_500_000_000.0 if user == "u04" else None)
    data = a_dataset(tmp_path / "data", "random", left_out=gone)
    assert data.times.max() < cut  # type: ignore[operator]
    users = data.users["user"].to_list()
    assert "u03" not in users
    assert "u04" in users, "what they did after they were forgotten counts"
