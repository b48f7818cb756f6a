"""Care by what somebody wrote where they could have, and by choices: by hand on a few reviews, then in a shop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.models.choices.care_table import CareTable, lean_of
from instead.models.choices.written import Written, kinds_of
from instead.models.reference.item_knn import ItemKNNSettings
from instead.request import Request
from instead.shop import Shop
from tests.open_shop import open_shop


def test_kinds_of_few_visits_are_taken_together() -> None:
    paths = [["a"], ["a", "b"], ["c"], []]
    visited = np.repeat([0, 1, 2, 3], [30, 25, 3, 40])
    assert kinds_of(paths, visited).tolist() == [1, 2, 0, 0]


def test_shares_by_hand() -> None:
    """Two kinds. User 0 writes three reviews of kind 0 and mentions attribute 0 in two of them."""
    user, item = np.array([0, 0, 0, 1, 1]), np.array([0, 1, 2, 0, 3])
    kind = np.array([0, 0, 0, 1], np.int32)
    mentions = pl.DataFrame(
        {"interaction": [0, 0, 1, 3, 4], "user": [0, 0, 0, 1, 1], "item": [0, 0, 1, 0, 3], "attribute": [0, 0, 0, 0, 1]}
    )
    written = Written.of(mentions, user, item, kind, (2, 2))
    said, occasions = written.of_user(0)
    assert said.tolist() == [2.0, 0.0]  # twice in one review counts once
    assert occasions.tolist() == [3.0, 0.0]  # attribute 1 is no matter of kind 0
    assert written.of_user(1)[1].tolist() == [1.0, 1.0]
    mean = 1.0 / 2.0  # one mention beyond the first, two occasions beyond the first
    expected = 2.0 * np.array([(1.0 + 10.0 * mean) / (2.0 + 10.0), (0.0 + 10.0 * mean) / (0.0 + 10.0)])
    assert written.expected == pytest.approx(np.minimum(expected, 0.8), abs=1e-6)
    assert written.share(said, occasions) == pytest.approx([(2.0 + 0.8) / 4.0, 0.8], abs=1e-6)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("care")), "item-knn", ItemKNNSettings())


def test_the_table_is_what_the_training_part_says(shop: Shop) -> None:
    """Counted again from the tables of the model folder; held-out reviews are in none of it."""
    table = shop.care_table
    assert table is not None
    trained = shop.interactions.filter(pl.col("part") == 0)
    for user in range(shop.users.height):
        assert table.written.visits[user].sum() == trained.filter(pl.col("user") == user).height
        attribute, count = shop.evidence.mentions_of(user)
        row = table.written.said[user].toarray().ravel()
        assert np.flatnonzero(row).tolist() == sorted(attribute.tolist())
        assert (row[attribute] <= count).all()
    assert "care.safetensors" in shop.manifest["files"]


def test_lean_is_that_of_the_evidence(shop: Shop) -> None:
    items = np.arange(shop.items.height)
    every = np.arange(shop.attributes.height)
    assert lean_of(shop.evidence, items) == pytest.approx(shop.evidence.lean(items, every, 4.0), abs=1e-6)


def choice_for(shop: Shop, attribute: int) -> list[str]:
    """The item that is praised most for an attribute, taken from the one that is praised least."""
    lean = lean_of(shop.evidence, np.arange(shop.items.height))[:, attribute]
    ids = shop.catalogue.ids
    return [ids[int(lean.argmax())], ids[int(lean.argmin())]]


def test_a_choice_moves_care_at_once(shop: Shop) -> None:
    lean = lean_of(shop.evidence, np.arange(shop.items.height))
    attribute = int(np.ptp(lean, axis=0).argmax())
    choice = choice_for(shop, attribute)
    cares = []
    for times in (0, 1, 5):
        asker = shop.askers.asker(Request.of(user="u01", query="i05", chosen=[choice] * times))
        cares.append(float(asker.care[attribute]))
        if times:
            ground = asker.ground(attribute)
            assert (ground.source, ground.count) == ("chosen", times)
            assert asker.observed[attribute]
    assert cares == sorted(cares)
    assert cares[0] < cares[1] < cares[2] <= shop.scale
    other = shop.askers.asker(Request.of(user="u01", query="i05", chosen=[choice[::-1]] * 5))
    assert other.care[attribute] < cares[0]


def test_what_is_stated_wins(shop: Shop) -> None:
    lean = lean_of(shop.evidence, np.arange(shop.items.height))
    attribute = int(np.ptp(lean, axis=0).argmax())
    name = shop.attributes["attribute"][attribute]
    asker = shop.askers.asker(
        Request.of(user="u01", query="i05", chosen=[choice_for(shop, attribute)] * 3, care={name: 2})
    )
    assert asker.care[attribute] == 2.0
    assert asker.ground(attribute).source == "stated"


def test_grounds_count_reviews(shop: Shop) -> None:
    table = shop.care_table
    assert table is not None
    user = int(np.asarray(table.written.said.sum(axis=1)).ravel().argmax())
    asker = shop.askers.asker(Request(user=shop.users["user"][user], query="i05"))
    row = table.written.said[user].toarray().ravel()
    for attribute, count in enumerate(row.astype(int).tolist()):
        ground = asker.ground(attribute)
        assert (ground.source, ground.count) == (("written", count) if count else ("usual", 0))
    new = shop.askers.asker(Request.of(query="i05", reviews=[(shop.attributes["attribute"][0], 1)]))
    assert (new.ground(0).source, new.ground(0).count) == ("written", 1)
    assert new.care[0] > new.care[1:].max()


def test_strangers_with_choices(shop: Shop) -> None:
    plain = shop.askers.asker(Request(query="i05"))
    asker = shop.askers.asker(Request.of(query="i05", chosen=[choice_for(shop, 0)]))
    assert (plain.basis, asker.basis) == ("average", "choices given")
    assert not np.array_equal(plain.care, asker.care)
    assert shop.recommend(None, "i05", 1, chosen=[choice_for(shop, 0)]).basis_text == "for what you chose before"


def test_unknown_items_of_choices_are_said_and_left_out(shop: Shop) -> None:
    known = shop.askers.asker(Request.of(query="i05", chosen=[["i01", "i02"]]))
    for chosen in ([["i01", "i02", "x"]], [["i01", "i02"], ["x", "i03"]], [["i01", "i02"], ["i03", "x"]]):
        asker = shop.askers.asker(Request.of(query="i05", chosen=chosen))
        assert np.array_equal(asker.care, known.care)
        assert len(asker.notes) == 1
        assert asker.notes[0].startswith("1 of ")


def test_a_model_with_an_estimate_of_its_own_keeps_it(tmp_path: Path) -> None:
    """A2CF: care is Eq. 1 and its completion, whatever was chosen."""
    shop = open_shop(tmp_path)
    plain = shop.askers.asker(Request(user="u01", query="i05"))
    asker = shop.askers.asker(Request.of(user="u01", query="i05", chosen=[["i01", "i02"]]))
    assert np.array_equal(plain.care, asker.care)
    assert asker.notes == ("This model does not look at earlier choices.",)


def test_a_folder_of_an_earlier_version_counts_as_before(tmp_path: Path) -> None:
    shop = open_shop(tmp_path, "item-knn", ItemKNNSettings())
    (shop.folder / "care.safetensors").unlink()
    asker = Shop.open(shop.folder).askers.asker(Request.of(user="u01", query="i05", chosen=[["i01", "i02"]]))
    attribute, count = shop.evidence.mentions_of(1)
    assert asker.care[attribute] == pytest.approx(1.0 + 4.0 * np.tanh(count / 2.0), abs=1e-5)
    assert "This model does not look at earlier choices." in asker.notes


def test_the_table_comes_back_as_it_was_written(shop: Shop, tmp_path: Path) -> None:
    table = shop.care_table
    assert table is not None
    table.write(tmp_path)
    again = CareTable.open(tmp_path)
    assert again is not None
    for user in range(5):
        for one, two in zip(table.written.of_user(user), again.written.of_user(user), strict=True):
            assert np.array_equal(one, two)
