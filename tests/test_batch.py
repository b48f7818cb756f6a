"""Tables of pairs: the same as one by one, nothing lost, taken up again after an interruption."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from instead import batch
from instead.batch import recommend_batch
from instead.errors import InputError
from instead.models.reference.item_knn import ItemKNNSettings
from instead.ranking.kinds import Kinds
from instead.request import Request
from instead.serving.answer_tables import SCHEMA
from instead.shop import Shop
from tests.open_shop import open_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("open")))


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    rows = [(f"u{n % 30:02d}" if n % 7 else None, f"i{n % 20:02d}") for n in range(40)]
    rows[3] = ("u01", "nothing")
    frame = pl.DataFrame(rows, schema=["user", "query"], orient="row")
    frame.write_parquet(tmp_path / "pairs.parquet")
    frame.write_csv(tmp_path / "pairs.csv")
    return tmp_path / "pairs.parquet"


def test_a_table_has_what_single_requests_have(shop: Shop, pairs: Path, tmp_path: Path) -> None:
    done = recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", k=3)
    table = pl.read_parquet(tmp_path / "out.parquet")
    assert (done.pairs, done.rows, done.without, done.kept) == (40, table.height, 1, 0)
    lost = table.filter(pl.col("item").is_null())
    assert lost["row"].to_list() == [3]
    assert lost["note"][0].startswith("unknown item 'nothing'")
    assert set(table["row"].to_list()) == set(range(40))
    mine = table.filter(pl.col("row") == 5).sort("rank")
    single = shop.recommend("u05", "i05", 3)
    assert mine["item"].to_list() == [one.item for one in single]
    assert mine["text"].to_list() == [one.text for one in single]
    assert mine["better"].to_list() == [[r.attribute for r in one.reasons if r.verdict == "better"] for one in single]
    assert table.filter(pl.col("row") == 7)["user_basis"].to_list() == ["average"] * 3
    assert not list(tmp_path.glob(".out*"))


def test_queries_of_one_kind_stand_together(shop: Shop, pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kinds, "numbers", np.arange(len(shop.catalogue)) % 3)
    placed = batch._by_query(shop, batch.read_pairs(pairs))
    assert sorted(placed["row"].to_list()) == list(range(40))
    numbers = dict(zip(shop.catalogue.ids, shop.kinds.numbers.tolist(), strict=True))
    for found in (placed["query"].to_list(), [numbers.get(query) for query in placed["query"]]):
        runs = [one for n, one in enumerate(found) if not n or one != found[n - 1]]
        assert len(runs) == len(set(runs))  # none begins twice
    assert len({numbers.get(query) for query in placed["query"]}) == 4  # one query is unknown


def test_csv_in_and_out(shop: Shop, pairs: Path, tmp_path: Path) -> None:
    recommend_batch(shop.folder, pairs, tmp_path / "a.parquet", k=2)
    recommend_batch(shop.folder, pairs.with_suffix(".csv"), tmp_path / "b.csv", k=2)
    assert (
        pl.read_csv(tmp_path / "b.csv")["item"].to_list() == pl.read_parquet(tmp_path / "a.parquet")["item"].to_list()
    )


def test_interrupted_and_taken_up_again(
    shop: Shop, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "SHARD", 10)
    recommend_batch(shop.folder, pairs, tmp_path / "whole.parquet", k=3)
    real = batch._one
    calls: list[int] = []

    def stopped(state: Any, shard: Any) -> int:
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(shard[0])
        return real(state, shard)

    monkeypatch.setattr(batch, "_one", stopped)
    with pytest.raises(KeyboardInterrupt):
        recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", k=3)
    assert not (tmp_path / "out.parquet").exists()
    monkeypatch.setattr(batch, "_one", real)
    done = recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", k=3)
    assert done.kept == 20
    assert pl.read_parquet(tmp_path / "out.parquet").equals(pl.read_parquet(tmp_path / "whole.parquet"))


def test_other_options_begin_anew(shop: Shop, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_finish", _stop)
    with pytest.raises(KeyboardInterrupt):
        recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", k=3)
    monkeypatch.undo()
    assert recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", k=2).kept == 0


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def test_wrong_input_is_refused_before_the_work(shop: Shop, pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.parquet or \.csv"):
        recommend_batch(shop.folder, pairs, tmp_path / "out.txt")
    with pytest.raises(InputError, match="style is 'x'; it must be"):
        recommend_batch(shop.folder, pairs, tmp_path / "out.csv", style="x")
    bare = tmp_path / "bare.csv"
    bare.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="needs a column `query`"):
        recommend_batch(shop.folder, bare, tmp_path / "out.csv")


def test_new_items_are_asked_for_and_offered(shop: Shop, tmp_path: Path) -> None:
    new: list[dict[str, Any]] = [{"item": "n1", "title": "New one", "mentions": [("battery", 1), ("price", -1)]}]
    pl.DataFrame({"user": ["u01", None], "query": ["n1", "i05"]}).write_parquet(tmp_path / "pairs.parquet")
    done = recommend_batch(shop.folder, tmp_path / "pairs.parquet", tmp_path / "out.parquet", k=30, new_items=new)
    table, bigger = pl.read_parquet(done.out), shop.with_items(new)
    for row, (user, query) in enumerate([("u01", "n1"), (None, "i05")]):
        single, mine = bigger.recommend(user, query, 30), table.filter(pl.col("row") == row)
        assert mine["item"].to_list() == [one.item for one in single]
        assert mine["note"].unique().to_list() == [" ".join(single.notes) or None]
    assert "attributes" in table["basis"].to_list()


def test_other_new_items_begin_anew(shop: Shop, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = {"item": "n1", "mentions": [("battery", 1)]}
    monkeypatch.setattr(batch, "_finish", _stop)
    with pytest.raises(KeyboardInterrupt):
        recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", new_items=[new])
    monkeypatch.undo()
    other = [new | {"mentions": [("battery", -1)]}]
    assert recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", new_items=other).kept == 0


def test_the_pairs_are_never_overwritten(shop: Shop, pairs: Path, tmp_path: Path) -> None:
    before = pairs.read_bytes()
    link = tmp_path / "link.parquet"
    link.symlink_to(pairs)
    for out in (pairs, tmp_path / "." / "x" / ".." / pairs.name, link):
        (tmp_path / "x").mkdir(exist_ok=True)
        with pytest.raises(InputError, match="would be overwritten by the result; name another"):
            recommend_batch(shop.folder, pairs, out)
    assert pairs.read_bytes() == before


def test_a_missing_query_is_said_to_be_missing(shop: Shop, tmp_path: Path) -> None:
    pl.DataFrame({"user": ["u01", "u02"], "query": [None, ""]}).write_parquet(tmp_path / "pairs.parquet")
    recommend_batch(shop.folder, tmp_path / "pairs.parquet", tmp_path / "out.parquet")
    notes = pl.read_parquet(tmp_path / "out.parquet")["note"].to_list()
    assert notes == ["The query is missing: this row names no item."] * 2


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"z": 1, "k": 30},
        {"z": 0},
        {"style": "paper"},
        {"diversity": 0.5, "care": {"battery": 5, "price": 1}},
        {"filters": {"not_dearer": True, "exclude": ["i03", "x"], "in_stock": [f"i{n:02d}" for n in range(9)]}},
    ],
)
def test_every_row_is_what_a_single_request_says(
    shop: Shop, pairs: Path, tmp_path: Path, options: dict[str, Any]
) -> None:
    done = recommend_batch(shop.folder, pairs, tmp_path / "out.parquet", **options)
    rows: list[dict[str, Any]] = []
    for row, user, query in batch.read_pairs(pairs).iter_rows():
        if query not in shop.catalogue:
            continue
        found = shop.recommend(user, query, **options)
        same = {"row": row, "user": user, "query": query, "user_basis": found.user_basis}
        note = " ".join(found.notes) or (None if len(found) else "Nothing to offer.")
        for rank, one in enumerate(found, start=1):
            sides = {
                side: [reason.attribute for reason in one.reasons if reason.verdict == side]
                for side in ("better", "comparable", "worse")
            }
            about = {"rank": rank, "item": one.item, "score": one.score, "text": one.text, "basis": one.basis}
            about["placed_by"] = None
            rows.append(same | {"note": note} | about | sides)
        if not len(found):
            rows.append(same | {"note": note})
    expected = pl.DataFrame(rows, schema=SCHEMA)
    table = pl.read_parquet(done.out).filter(pl.col("query") != "nothing")
    assert table.drop("score").equals(expected.drop("score"))
    assert table["score"].to_list() == pytest.approx(expected["score"].to_list(), abs=1e-6)


def test_one_table_leaves_nothing_to_the_next(shop: Shop, pairs: Path, tmp_path: Path) -> None:
    """Comparisons and texts that are kept between pairs belong to one shop only."""
    new: list[dict[str, Any]] = [{"item": "n1", "mentions": [("battery", 1)] * 5}]
    first = recommend_batch(shop.folder, pairs, tmp_path / "a.parquet", k=30, new_items=new)
    recommend_batch(shop.folder, pairs, tmp_path / "b.parquet", k=30)
    again = recommend_batch(shop.folder, pairs, tmp_path / "c.parquet", k=30, new_items=new)
    assert pl.read_parquet(first.out).equals(pl.read_parquet(again.out))
    assert "n1" not in pl.read_parquet(tmp_path / "b.parquet")["item"].to_list()


@pytest.fixture(scope="module")
def neighbours(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("near")), "item-knn", ItemKNNSettings())


def test_rows_may_name_a_visit(neighbours: Shop, tmp_path: Path) -> None:
    visits: dict[str, list[Any]] = {
        "query": ["i05", "i05", "i06", "i07"],
        "session": ["a", None, "c", "d"],
        "viewed": [["i01", "i02"], [], None, ["x"]],
        "history": [["i03"], None, ["i04"], []],
        "chosen": [[["i01", "i02"], ["i03", "i04", "x"]], None, [["i07", "i08"]], []],
    }
    joined = [pl.col(name).list.join("; ") for name in ("viewed", "history")]
    joined.append(pl.col("chosen").list.eval(pl.element().list.join(";")).list.join(" | "))
    pl.DataFrame(visits).write_parquet(tmp_path / "visits.parquet")
    pl.DataFrame(visits).with_columns(joined).write_csv(tmp_path / "visits.csv")
    tables = [
        pl.read_parquet(recommend_batch(neighbours.folder, tmp_path / name, tmp_path / f"{name}.parquet", k=4).out)
        for name in ("visits.parquet", "visits.csv")
    ]
    assert tables[0].equals(tables[1])
    for row in range(4):
        fields = {name: column[row] for name, column in visits.items()}
        single, mine = neighbours.answer(Request.of(k=4, **fields)), tables[0].filter(pl.col("row") == row)
        assert mine["item"].to_list() == [one.item for one in single]
        assert set(mine["user_basis"]) == {single.user_basis}
        assert set(mine["note"]) == {" ".join(single.notes) or None}
    assert tables[0].filter(pl.col("rank") == 1)["user_basis"].to_list() == [
        "choices given", "average", "choices given", "average"
    ]  # fmt: skip


def test_a_choice_of_nothing_is_refused_before_the_work(neighbours: Shop, tmp_path: Path) -> None:
    pl.DataFrame({"query": ["i05"], "chosen": ["i01"]}).write_csv(tmp_path / "p.csv")
    with pytest.raises(InputError, match="chosen"):
        recommend_batch(neighbours.folder, tmp_path / "p.csv", tmp_path / "o.parquet", k=3)


def test_what_a_row_does_not_name_is_that_of_all(neighbours: Shop, tmp_path: Path) -> None:
    pl.DataFrame({"query": ["i05", "i05"], "viewed": [["i01"], None]}).write_parquet(tmp_path / "p.parquet")
    done = recommend_batch(neighbours.folder, tmp_path / "p.parquet", tmp_path / "o.parquet", k=3, viewed=["i02"])
    table = pl.read_parquet(done.out)
    for row, viewed in enumerate(("i01", "i02")):
        expected = [one.item for one in neighbours.recommend(None, "i05", 3, viewed=[viewed])]
        assert table.filter(pl.col("row") == row)["item"].to_list() == expected


def test_another_visit_begins_anew(neighbours: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_finish", _stop)
    for viewed, kept in (("i01", 0), ("i02", 0), ("i02", 1)):
        pl.DataFrame({"query": ["i05"], "viewed": [[viewed]]}).write_parquet(tmp_path / "p.parquet")
        if kept:
            monkeypatch.undo()
            assert recommend_batch(neighbours.folder, tmp_path / "p.parquet", tmp_path / "o.parquet").kept == kept
        else:
            with pytest.raises(KeyboardInterrupt):
                recommend_batch(neighbours.folder, tmp_path / "p.parquet", tmp_path / "o.parquet")
    assert set(pl.read_parquet(tmp_path / "o.parquet")["user_basis"]) == {"session"}
